//! The number of stars of a puzzle whose regions are drawn.

use crate::job::{Desk, Job};
use crate::notice::GameNotice;
use crate::playing::play_opened;
use crate::{App, Reply};
use engine::Answer;
use problem::{Assist, BoardFile, Problem, Regions};
use session::puzzle::{self, coloured_rules, star_battle};

/// Finds the numbers of stars for which a drawn puzzle has exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recognise(pub DrawnPuzzle);

/// A puzzle of which only the regions are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnPuzzle {
    /// The drawn regions. They also give the size and the holes.
    pub regions: Regions,
    /// The name of the puzzle, if it has one.
    pub name: Option<String>,
}

impl Job for Recognise {
    fn activity(&self) -> &'static str {
        "recognising the puzzle"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let fitting = puzzle::fitting_stars(&self.0.regions, desk.budget)?;
        desk.answer(take, (self.0.clone(), fitting));
        Ok(())
    }
}

/// Plays a puzzle in drawn regions. If not exactly one number of stars fits, the user is asked for the number.
pub(crate) fn take(app: &mut App, (drawn, fitting): (DrawnPuzzle, Vec<u32>)) {
    let DrawnPuzzle { regions, name } = drawn;
    // With one star in each row, column and region, a star battle is a puzzle of coloured queens.
    let rules = match fitting[..] {
        [stars] if stars > 1 => star_battle(&regions, stars),
        _ => coloured_rules(geometry::Grid::new(regions.size())).with_grid_of(&regions),
    };
    play_opened(app, BoardFile { problem: Problem::new(rules), assist: Assist::Attacks }, name);
    if fitting.len() == 1 {
        return;
    }
    app.say(GameNotice::HowManyStars);
    app.reply(Reply::Ask("stars"));
}
