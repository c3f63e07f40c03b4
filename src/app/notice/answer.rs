//! Answers of the workers that are no part of the position.

use std::path::PathBuf;

use super::{DroppedPart, Measure, cause};
use crate::Action;
use engine::{Interrupted, Objective, Optimum};
use files::FileError;
use session::puzzle::Outcome;
use session::steps::{Scale, SolvingPath};
use session::{Disagreement, MessageList};

notices! {
    /// A worker's result, or why there is none.
    AnswerNotice, names:
    Exported { what: &'static str, path: PathBuf } => format!("exported the {what} as {}", path.display());
    NotExported { reason: String } => reason.as_str();
    /// The worker has failed with this message.
    Panicked { panic: String } =>
        format!("a fault of the program, the question is dropped: {panic}");
    Interrupted { interrupted: Interrupted } => {
        let (cause, reached) = (cause(*interrupted), interrupted.how_far());
        format!("{cause} before the answer (reached: {reached})")
    };
    NoFilters { interrupted: Interrupted } =>
        format!("{} before the filters were found", cause(*interrupted));
    NoSolution => "no solution to look at";
    Right => "right: the board is complete";
    StillRight => "still right: a solution remains";
    /// `has_hint` is true if a hint can name the mistake.
    NotRight { has_hint: bool } => match has_hint {
        true => {
            let hint = names.operation(Action::HINT);
            format!("not right: no solution remains; {hint} says which decision")
        }
        false => "not right: no solution remains".to_owned(),
    };
    Complete => "the board is complete";
    NothingFollows => "nothing follows from this yet";
    NoPuzzle { outcome: Outcome } => outcome.failure().unwrap_or_default();
    /// `graded` is the difficulty and its scale, if the difficulty was found in time.
    /// `grown` are the painted regions that were not finished yet.
    PuzzleMade { graded: Option<(Scale, u32)>, dropped: Option<DroppedPart>, grown: Vec<char> } => {
        let undo = names.operation(Action::UNDO);
        let dropped = dropped.as_ref().map_or_else(String::new, |what| {
            format!("; dropped: {} ({undo} brings back)", what.in_words())
        });
        let graded =
            graded.map_or_else(String::new, |(scale, difficulty)| format!(", {}", scale.in_words(difficulty)));
        let letters = MessageList::of(grown).joined(",");
        let grown = match grown.len() {
            0 => String::new(),
            1 => format!("; region {letters} has grown ({undo}, then ':lock {letters}' keeps it as drawn)"),
            _ => format!("; regions {letters} have grown ({undo}, then ':lock {letters}' keeps them as drawn)"),
        };
        format!("one solution{graded}{dropped}{grown}")
    };
    CompleteAlready => "the board is complete already";
    /// The solution was not drawn evenly.
    Uneven { is_nearly_uniform: bool } => {
        let evenness =
            if *is_nearly_uniform { "only nearly evenly drawn" } else { "but not drawn evenly" };
        format!("a solution, {evenness}: the diagram of all solutions would be too large")
    };
    Steps { path: Box<SolvingPath> } => path.in_words();
    /// The best solution so far, and the proved bound. `is_new` is false if the board shows it already.
    Best { aim: Objective, measure: Measure, found: Optimum, is_new: bool } => {
        let value = best_in_words(*aim, *measure, found);
        if *is_new { value } else { format!("the board is complete already; {value}") }
    };
    Disagreement { disagreement: Box<Disagreement> } => format!("engines disagree: {disagreement}");
    /// The file with the saved position on which engines disagree.
    DisagreementSaved { disagreement: Box<Disagreement>, saved: Result<PathBuf, FileError> } => match saved {
        Ok(path) => format!("engines disagree: {disagreement}; please report {}", path.display()),
        Err(error) => format!("engines disagree: {disagreement}; please report it ({error})"),
    };
    FarFromEstimate => FAR_FROM_ESTIMATE;
}

/// The sentence about a count that contradicts the estimate before.
pub(crate) const FAR_FROM_ESTIMATE: &str =
    "a fault of the program: the count is far from the estimate before";

fn best_in_words(aim: Objective, measure: Measure, found: &Optimum) -> String {
    let (better, beyond) = match (aim, measure) {
        (Objective::Cheapest, Measure::Cost) => ("a cheaper one", "costs less"),
        (Objective::Dearest, Measure::Cost) => ("a dearer one", "costs more"),
        (Objective::Cheapest, Measure::Pieces) => ("one with fewer pieces", "has fewer"),
        (Objective::Dearest, Measure::Pieces) => ("one with more pieces", "has more"),
    };
    let value = match (found.solutions.first().map(|best| best.cost), measure, found.bound) {
        (None, _, None) => return "no solution: nothing to complete".to_owned(),
        (None, _, Some(bound)) => {
            return format!("no solution was found in time; none {beyond} than {bound}");
        }
        (Some(cost), Measure::Cost, _) => format!("cost {cost}"),
        (Some(1), Measure::Pieces, _) => "1 piece".to_owned(),
        (Some(pieces), Measure::Pieces, _) => format!("{pieces} pieces"),
    };
    if found.proved(aim) > 0 {
        return format!("{value}: no solution {beyond}");
    }
    let bound = found.bound.map_or_else(String::new, |bound| format!(" than {bound}"));
    format!("{value}; perhaps there is {better}, but none {beyond}{bound}")
}
