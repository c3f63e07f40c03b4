//! Searches that are watched or compared.

use crate::Action;
use crate::orders::difference;
use engine::search::SearchOptions;
use geometry::{Cell, counted};
use problem::Value;

notices! {
    /// Results of jumps in a search, and why searches cannot be compared.
    SearchNotice, names:
    OtherSizes =>
        "decisions, regions and weights fit only this board: without 'sizes', the searches are compared on it";
    /// The diagram beside a search is drawn once it is built.
    DiagramLater => "the diagram is drawn as soon as it is built, if it is small enough";
    /// Two searches take different decisions at a branch, or one of them ends there.
    Parted { branch: usize, searches: [SearchOptions; 2], taken: [Option<(Cell, Value)>; 2] } => {
        let [first, second] = *searches;
        let [one, other] = taken.map(decision_in_words);
        let [of_one, of_other] = [[first, second], [second, first]].map(|pair| prefix(Some(pair)));
        format!("the searches part at branch {branch}: {of_one}{one}; {of_other}{other}")
    };
    /// The deepest failure has tried `depth` pieces. With two searches, it belongs to the first one.
    Deepest { searches: Option<[SearchOptions; 2]>, depth: usize } => {
        let pieces = counted(*depth, "piece", "pieces");
        format!("{}the deepest failure: {pieces} tried", prefix(*searches))
    };
    /// A decision is wasted, including `branches` branches below it. With two searches, it belongs to the first one.
    Wasted { searches: Option<[SearchOptions; 2]>, decision: Option<(Cell, Value)>, branches: usize } => {
        let below = match branches {
            0 => "the search fails at once".to_owned(),
            1 => "the branch below finds nothing".to_owned(),
            number => format!("the {number} branches below find nothing"),
        };
        format!("{}wasted: {}; {below}", prefix(*searches), decision_in_words(*decision))
    };
    AllWasted => "there is no solution: every branch is wasted";
    NoneWasted => "no wasted branch after this";
    NothingToPartFrom => {
        let beside = names.operation(Action::BESIDE);
        format!("one search has no other to part from: {beside} adds one")
    };
    NothingBeside => {
        let beside = names.operation(Action::BESIDE);
        format!("one search goes on step by step: {beside} adds another, and both can go on by failures")
    };
    /// The unit of a step of two searches.
    Pace { by_failures: bool } => {
        let back = names.operation(Action::BY_FAILURES);
        if *by_failures {
            format!("each search goes on to its own next failure; {back}: both by one branch again")
        } else {
            format!("both searches go on by one branch; {back}: each to its own next failure")
        }
    };
    NeverParted => "both searches take the same branches";
    NoFailure => "there is no failure";
    NoFailureAfter => "no failure comes after this";
    NoFailureBefore => "no failure comes before this";
    NoSolutionAfter => "no solution comes after this";
    NoSolutionBefore => "no solution comes before this";
    NotWatched => {
        let key = names.operation(Action::SEARCH);
        format!("':step' is for a search that is watched, which {key} begins")
    };
    LastStep { unit: &'static str, step: usize } => format!("the last {unit} is {step}");
    /// The second search is taken away.
    Single => {
        let beside = names.operation(Action::BESIDE);
        format!("one search again, at the same branch; {beside} puts another beside it")
    };
    NoSolutionHere => {
        let next = names.operation(Action::SOLUTION_STEP);
        format!("no solution here: {next} goes to the next one")
    };
}

/// A prefix that tells which of two searches a sentence is about.
fn prefix(searches: Option<[SearchOptions; 2]>) -> String {
    searches.map_or_else(String::new, |[own, other]| format!("{}: ", difference(own, other)))
}

fn decision_in_words(decision: Option<(Cell, Value)>) -> String {
    match decision {
        Some((cell, Value::Placed)) => format!("{cell} is tried"),
        Some((cell, Value::Excluded)) => format!("{cell} is explored"),
        None => "the search is over".to_owned(),
    }
}
