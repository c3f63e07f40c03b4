//! Puzzles that are played, and lessons.

use crate::app::Names;
use crate::input::{Action, SettingChange};
use crate::model::Origin;
use files::FileError;
use geometry::Cell;
use session::puzzle::{Outcome, PuzzleSpec};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum GameNotice {
    /// A puzzle is played. `crosses_out` is true if crosses are made by the program.
    Begun {
        origin: Origin,
        crosses_out: bool,
    },
    /// No puzzle was made as specified.
    NotMade(PuzzleSpec, Outcome),
    /// A drawn puzzle does not say its number of stars.
    HowManyStars,
    /// The operation needs regions.
    NoRegions,
    NoSolution,
    SeveralSolutions,
    /// A cross was taken back, because the other cell attacks it.
    CrossGone(Cell, Cell),
    /// A piece on the cell is wrong. `is_refused` is true if it was not placed.
    Mistake {
        cell: Cell,
        number: u32,
        is_refused: bool,
    },
    NotRecorded(FileError),
    NoneSolved,
    Set(SettingChange),
    /// The puzzle is solved, and takes no more decisions.
    Over,
    /// The lesson has opened a board of its own.
    LessonBoard,
    /// The board from before the lesson is open again.
    BoardBack,
    /// The lesson waits at a step.
    LessonWaits {
        step: usize,
        steps: usize,
    },
    NoLesson,
}

impl GameNotice {
    pub(in crate::app) fn in_words(&self, names: &dyn Names) -> String {
        let name = |action| names.operation(action);
        match self {
            Self::Begun { origin, crosses_out } => {
                let words = match (origin, origin.date()) {
                    (Origin::Made { .. }, Some(date)) => format!("{}, {date}", origin.in_words()),
                    (Origin::Made { seed, .. }, None) => {
                        format!("{}, seed {seed}", origin.in_words())
                    }
                    (Origin::Opened(name), _) => name.clone(),
                };
                let auto_mark = if *crosses_out { "" } else { ", ':set auto-mark' crosses out" };
                let [check, hint] = [Action::StillRight, Action::Hint].map(name);
                format!("{words}; {check} checks, {hint} hints{auto_mark}")
            }
            Self::NotMade(wanted, outcome) => {
                format!("{wanted}: {}", outcome.failure().unwrap_or_default())
            }
            Self::HowManyStars => {
                "how many stars are in each row, column and region? nothing says so".to_owned()
            }
            Self::NoRegions => {
                format!("no regions are drawn ({} paints them)", name(Action::Paint))
            }
            Self::NoSolution => "this puzzle has no solution".to_owned(),
            Self::SeveralSolutions => {
                "this puzzle has several solutions: any one counts".to_owned()
            }
            Self::CrossGone(cell, by) => format!("{cell} is attacked by {by}: it is empty again"),
            Self::Mistake { cell, number, is_refused } => {
                let what =
                    if *is_refused { "no piece belongs there" } else { "a piece there is wrong" };
                format!("{cell}: {what} (mistake {number})")
            }
            Self::NotRecorded(error) => format!("this result is not kept: {error}"),
            Self::NoneSolved => {
                format!(
                    "no puzzle is solved yet; {} makes one to play",
                    name(Action::Begin("play"))
                )
            }
            Self::Set(change) => match change {
                SettingChange::Switch(setting, is_on) => {
                    let word = if *is_on == Some(true) { "on" } else { "off" };
                    format!("{setting} is {word}: {}", change.help())
                }
                SettingChange::Mistakes(_) | SettingChange::Click(_) => {
                    format!("{change}: {}", change.help())
                }
            },
            Self::Over => {
                let [next, undo] = [Action::NextPuzzle, Action::Undo].map(name);
                format!("the puzzle is over: {next} is the next one, {undo} goes back")
            }
            Self::LessonBoard => {
                "this is a board of the lesson: yours comes back when you leave (Esc)".to_owned()
            }
            Self::BoardBack => "your board is back".to_owned(),
            Self::LessonWaits { step, steps } => {
                format!("the lesson waits at step {step} of {steps}: ':lesson' goes on")
            }
            Self::NoLesson => "no lesson is open".to_owned(),
        }
    }
}
