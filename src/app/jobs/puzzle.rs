//! Making a puzzle: under the rules of the board, or with other rules on a board of the same size.

use std::sync::Arc;

use rand_chacha::rand_core::RngCore;

use crate::job::{Desk, Job};
use crate::notice::AnswerNotice;
use crate::orders::{PuzzleKind, PuzzleOrder};
use crate::{App, replace};
use engine::{Answer, Budget};
use problem::{Assist, BoardFile, Problem, Requirement, Rules};
use session::puzzle::{self, Clues, Outcome};

/// Makes a puzzle under the same rules or of the same size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MakePuzzle(pub PuzzleOrder);

impl Job for MakePuzzle {
    fn activity(&self) -> &'static str {
        "making a puzzle"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let seed = self.0.seed.unwrap_or_else(|| desk.random.next_u64());
        let made = make(desk.problem.rules(), self.0, seed, desk.budget)?;
        desk.answer(take, made);
        Ok(())
    }
}

/// Makes a puzzle under these rules or of the same size.
fn make(rules: &Arc<Rules>, order: PuzzleOrder, seed: u64, budget: &Budget) -> Answer<Outcome> {
    let needs_regions = rules.requirements().iter().any(Requirement::needs_regions);
    let is_coloured = order.difficulty.is_some() && needs_regions;
    let usual = if is_coloured { PuzzleKind::Coloured } else { PuzzleKind::Givens(None) };
    let kind = order.kind.unwrap_or(usual);
    let grid = rules.grid().clone();
    let (rules, clues) = match kind {
        PuzzleKind::Givens(number) => (Arc::clone(rules), Clues::Givens(number)),
        // The search for regions does not support a limit of cost.
        PuzzleKind::Coloured if needs_regions => (Arc::new(rules.without_limit()), Clues::Regions),
        PuzzleKind::Coloured => (Arc::new(puzzle::coloured_rules(grid)), Clues::Regions),
        PuzzleKind::StarBattle(stars) => {
            let stars = stars.unwrap_or_else(|| puzzle::usual_stars(grid.size()));
            (Arc::new(Rules::star_battle(grid, stars)), Clues::Regions)
        }
    };
    puzzle::make(&Problem::new(rules), clues, order.difficulty, seed, budget)
}

/// Opens a puzzle that was made, or shows why there is none.
pub(crate) fn take(app: &mut App, outcome: Outcome) {
    match outcome {
        Outcome::Puzzle(problem) => {
            let dropped = replace::dropped_costs(app.session.rules(), problem.rules());
            app.session.open(BoardFile { problem, assist: Assist::Attacks });
            app.say(AnswerNotice::PuzzleMade { dropped });
        }
        outcome => app.refuse(AnswerNotice::NoPuzzle { outcome }),
    }
}
