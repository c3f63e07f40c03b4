//! Puzzles that are played, and lessons.

use std::time::Duration;

use crate::{Action, Origin, SettingChange, clock_text};
use files::FileError;
use geometry::Cell;
use session::puzzle::{BegunDrawing, Outcome, PuzzleSpec};

notices! {
    /// Events in a puzzle or a lesson.
    GameNotice, names:
    /// `is_solved` is true if the board is complete already. The user has given up the same puzzle before, or has solved it in
    /// this time. `knows_keys` is true after another puzzle, whose notice has named the keys.
    Begun {
        origin: Origin, is_solved: bool, is_given_up: bool, time: Option<Duration>, knows_keys: bool
    } => {
        let words = match origin {
            Origin::Made { seed, .. } if origin.date().is_none() && !knows_keys =>
                format!("{}, seed {seed}", origin.in_words()),
            Origin::Made { .. } | Origin::Opened(_) => origin.in_words(),
        };
        if *is_solved {
            return format!("{words}: solved already; {} begins again", names.operation(Action::RESET));
        }
        let before = time.map(|time| format!("solved in {}", clock_text(time)));
        if let Some(before) = before.or(is_given_up.then(|| "given up".to_owned())) {
            return format!("{words}: {before} before, so it counts no more");
        }
        if *knows_keys {
            return words;
        }
        let [check, hint] = [Action::STILL_RIGHT, Action::HINT].map(|action| names.operation(action));
        format!("{words}; {check} checks, {hint} hints")
    };
    /// An unfinished puzzle goes on with these decisions.
    Resumed { origin: Origin, decided: String } =>
        format!("{}: as you left it, with {decided}", origin.in_words());
    /// The latest unfinished puzzle of earlier sessions in words, and the number of others.
    Earlier { puzzle: String, others: usize } => {
        let puzzles = names.operation(Action::PUZZLE);
        let others = if *others > 0 { format!(" ({puzzles}: {others} more)") } else { String::new() };
        format!("Enter goes on with {puzzle}{others}")
    };
    /// The list of unfinished puzzles is shorter than the number that the user gives.
    NotUnfinished { known: usize } => match known {
        0 => "no unfinished puzzle is known".to_owned(),
        1 => "only one unfinished puzzle is known".to_owned(),
        known => format!("only {known} unfinished puzzles are known"),
    };
    /// An unfinished puzzle with these decisions was left for another board.
    Left { decided: String } =>
        format!("{} brings back the puzzle before ({decided})", names.operation(Action::UNDO));
    NotMade { wanted: PuzzleSpec, outcome: Outcome } =>
        format!("{wanted}: {}", outcome.failure().unwrap_or_default());
    HowManyStars => "how many stars are in each row, column and region? nothing says so";
    /// An empty board is open, and the user paints its regions.
    Own => "paint the regions; each holds one queen";
    NoRegions => format!("no regions are drawn ({} paints them)", names.operation(Action::PAINT));
    NoSolution => "this puzzle has no solution";
    /// The regions are not all drawn.
    NotDrawn { begun: BegunDrawing } =>
        format!("the drawing is not finished: {} (':puzzle' finishes it)", begun.in_words());
    SeveralSolutions => "this puzzle has several solutions: any one counts";
    /// A cross was taken back on a cell that a piece attacks.
    CrossGone { cell: Cell, by: Cell } => format!("{cell} is attacked by {by}: it is empty again");
    /// A piece on the cell is wrong. `is_refused` is true if it was not placed.
    Mistake { cell: Cell, number: u32, is_refused: bool } => {
        let what = if *is_refused { "no piece belongs there" } else { "a piece there is wrong" };
        format!("{cell}: {what} (mistake {number})")
    };
    NotKept { error: FileError } => format!("this setting is not kept: {error}");
    NotRecorded { error: FileError } => format!("this result is not kept: {error}");
    NoneSolved => {
        let key = names.operation(Action::PUZZLE);
        format!("no puzzle is solved yet; {key} makes one to play")
    };
    Set { change: SettingChange } => match change {
        SettingChange::Switch(setting, is_on) => {
            let word = if *is_on == Some(true) { "on" } else { "off" };
            format!("{setting} is {word}: {}", change.help())
        }
        SettingChange::Mistakes(_) | SettingChange::Click(_) => format!("{change}: {}", change.help()),
    };
    /// The user asks to complete the board of a puzzle.
    GiveUp => {
        let complete = names.operation(Action::COMPLETE);
        format!("{complete} once more gives up and shows the solution, which is no result")
    };
    /// The puzzle is solved, and takes no more decisions.
    Over => {
        let [next, undo] = [Action::NEXT_PUZZLE, Action::UNDO].map(|action| names.operation(action));
        // A session in lines has no word for the next puzzle, and 'play' makes it.
        let next = if next.is_empty() { "'play'".to_owned() } else { next };
        format!("the puzzle is over: {next} is the next one, {undo} goes back")
    };
    /// The lesson has opened a board of its own.
    LessonBoard => "this is a board of the lesson: yours comes back when you leave (Esc)";
    /// The board from before the lesson is open again.
    BoardBack => "your board is back";
    LessonWaits { step: usize, steps: usize } =>
        format!("the lesson waits at step {step} of {steps}: ':lesson' goes on");
    NoLesson => "no lesson is open";
}
