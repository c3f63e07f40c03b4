//! Making a puzzle: under the rules of the board, or with other rules on a board of the same size.

use std::sync::Arc;
use std::time::Duration;

use rand_chacha::rand_core::RngCore;

use crate::job::{Desk, Job};
use crate::notice::{AnswerNotice, BoardNotice, DroppedPart, Notice};
use crate::orders::{PuzzleOrder, WantedClues};
use crate::{App, replace};
use engine::{Answer, Budget};
use problem::{Assist, BoardFile, Problem, Regions, Requirement, Rules};
use session::puzzle::{self, BegunDrawing, Clues, Outcome};
use session::steps::{Grade, Scale};

/// Maximum time for the grade of a puzzle that was made.
const GRADE_TIME: Duration = Duration::from_secs(2);

/// Maximum time for a puzzle that leaves all drawn regions as they are, before regions that are not locked may grow.
const KEEPING_TIME: Duration = Duration::from_secs(5);

/// Makes a puzzle under the same rules or of the same size. New regions leave the locked ones as they are, and the other drawn ones
/// if such a puzzle is found soon. With a seed, which makes the same puzzle each time, these may grow at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MakePuzzle {
    /// The order for the puzzle.
    pub order: PuzzleOrder,
    /// The letters of the locked regions.
    pub locked: Vec<char>,
}

impl Job for MakePuzzle {
    fn activity(&self) -> &'static str {
        "making a puzzle"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let seed = self.order.seed.unwrap_or_else(|| desk.random.next_u64());
        let rules = desk.problem.rules();
        let made = match self.make_beside_drawn(rules, seed, desk.budget)? {
            Some(made) => made,
            None => self.make(rules, &self.locked, seed, desk.budget)?,
        };
        let graded = if let Outcome::Puzzle(problem) = &made {
            puzzle::grade_within(GRADE_TIME, problem, desk.budget)?
        } else {
            None
        };
        desk.answer(take, (made, graded));
        Ok(())
    }
}

impl MakePuzzle {
    /// A puzzle that leaves all drawn regions as they are, if one is found soon. `None` also if drawn regions may grow.
    fn make_beside_drawn(
        &self,
        rules: &Arc<Rules>,
        seed: u64,
        budget: &Budget,
    ) -> Answer<Option<Outcome>> {
        let wants_givens = matches!(self.order.kind, Some(WantedClues::Givens(_)));
        let may_grow = self.order.seed.is_some() || wants_givens;
        let Some(drawn) = drawn_regions(rules).filter(|_| !may_grow) else { return Ok(None) };
        let kept = [drawn, self.locked.clone()].concat();
        match self.make(rules, &kept, seed, &budget.slice(KEEPING_TIME)) {
            Ok(made) => Ok(matches!(made, Outcome::Puzzle(_)).then_some(made)),
            Err(interrupted) => interrupted.unless_cancelled(None),
        }
    }

    /// Makes a puzzle under these rules or of the same size, with these regions as they are.
    fn make(
        &self,
        rules: &Arc<Rules>,
        kept: &[char],
        seed: u64,
        budget: &Budget,
    ) -> Answer<Outcome> {
        let needs_regions = rules.requirements().iter().any(Requirement::needs_regions);
        let is_begun = BegunDrawing::of_puzzle(rules).is_some();
        let is_coloured = needs_regions && (is_begun || self.order.difficulty.is_some());
        let usual = if is_coloured { WantedClues::Coloured } else { WantedClues::Givens(None) };
        let grid = rules.grid().clone();
        let new_regions = Clues::RegionsBeside(kept);
        // Rules made only from the kind of puzzle have no regions yet, not even painted or locked ones.
        let with_drawn = |new: Rules| match rules.regions() {
            Some(regions) => new.with_regions(regions).expect("regions of the same grid"),
            None => new,
        };
        let (rules, clues) = match self.order.kind.unwrap_or(usual) {
            WantedClues::Givens(number) => (Arc::clone(rules), Clues::Givens(number)),
            // The search for regions does not support a limit of cost.
            WantedClues::Coloured if needs_regions => {
                (Arc::new(rules.without_limit()), new_regions)
            }
            WantedClues::Coloured => {
                (Arc::new(with_drawn(puzzle::coloured_rules(grid))), new_regions)
            }
            WantedClues::StarBattle(stars) => {
                let stars = stars.unwrap_or_else(|| puzzle::usual_stars(grid.size()));
                (Arc::new(with_drawn(Rules::star_battle(grid, stars))), new_regions)
            }
        };
        puzzle::make(&Problem::new(rules), clues, self.order.difficulty, seed, budget)
    }
}

/// The letters of the regions of a begun drawing; `None` without one, if all regions are begun, and if one is a single cell, from
/// which a region shall grow.
fn drawn_regions(rules: &Rules) -> Option<Vec<char>> {
    let begun = BegunDrawing::of(rules).filter(|begun| begun.missing > 0)?;
    let regions = rules.regions()?.cells();
    let is_single =
        |(letter, cells): &(char, Vec<_>)| cells.len() == 1 && begun.painted.contains(letter);
    (!regions.iter().any(is_single)).then_some(begun.painted)
}

/// Opens a puzzle that was made, or shows why there is none.
pub(crate) fn take(app: &mut App, (outcome, graded): (Outcome, Option<(Grade, u32)>)) {
    match outcome {
        Outcome::Puzzle(problem) => {
            let (drawn, rules) = (app.session.rules(), problem.rules());
            let [old, new] =
                [drawn, rules].map(|it| it.regions().map_or_else(Vec::new, Regions::cells));
            let changed: Vec<char> = old
                .iter()
                .filter(|region| !new.contains(region))
                .map(|(letter, _)| *letter)
                .collect();
            let is_made =
                app.made.is_some_and(|(it, _)| it == app.session.history().board_number());
            let begun = BegunDrawing::of(drawn);
            let is_replaced = begun.is_none() && !is_made && changed.len() == old.len();
            let regions = (is_replaced && !old.is_empty()).then_some(DroppedPart::Regions);
            let dropped = replace::dropped_costs(drawn, rules).or(regions);
            let painted = begun.map(|begun| begun.painted).unwrap_or_default();
            let grown = changed.into_iter().filter(|letter| painted.contains(letter)).collect();
            let made = BoardFile { problem, assist: Assist::Attacks };
            let to_play = BoardNotice::to_play(&made).map(Notice::from);
            let scale = Scale::of(made.problem.rules());
            app.session.open(made);
            let board = app.session.history().board_number();
            app.made = graded.map(|(_, difficulty)| (board, difficulty));
            let graded = graded.map(|(_, difficulty)| (scale, difficulty));
            let said = Notice::from(AnswerNotice::PuzzleMade { graded, dropped, grown });
            app.say(Notice::All { notices: [said].into_iter().chain(to_play).collect() });
        }
        outcome => app.refuse(AnswerNotice::NoPuzzle { outcome }),
    }
}
