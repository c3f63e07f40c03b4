//! Searches that are watched or compared.

use crate::app::Names;
use crate::app::sentences::count_with_noun;
use crate::input::orders::difference;
use crate::input::{Action, WatchAction};
use engine::search::SearchOptions;
use geometry::Cell;
use problem::Value;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SearchNotice {
    /// Only this board has the decisions, regions and weights, so that no other sizes are compared.
    OtherSizes,
    /// The diagram will be drawn when it is built.
    DiagramLater,
    /// Two searches part at this branch; the decisions that they take, if they go on.
    Parted {
        branch: usize,
        searches: [SearchOptions; 2],
        taken: [Option<(Cell, Value)>; 2],
    },
    /// The deepest failure, with its number of pieces. `search` is the search that has it, and the other one.
    Deepest {
        search: Option<[SearchOptions; 2]>,
        depth: usize,
    },
    /// A wasted decision, with the number of branches below it.
    Wasted {
        search: Option<[SearchOptions; 2]>,
        decision: Option<(Cell, Value)>,
        branches: usize,
    },
    /// All branches are wasted, because there is no solution.
    AllWasted,
    NoneWasted,
    /// A single search parts from no other.
    NothingToPartFrom,
    NeverParted,
    NoFailure,
    NoFailureAfter,
    NoFailureBefore,
    NoSolutionAfter,
    NoSolutionBefore,
    /// No search is watched.
    NotWatched,
    /// The last step, or the last branch of two searches.
    Last {
        step: usize,
        is_branch: bool,
    },
    /// The second search is taken away.
    Single,
    /// The present step is no solution.
    NoSolutionHere,
}

impl SearchNotice {
    pub(in crate::app) fn in_words(&self, names: &dyn Names) -> String {
        let beside = || names.operation(Action::Watching(WatchAction::Beside));
        match self {
            Self::OtherSizes => {
                "decisions, regions and weights fit only this board: without 'sizes', the searches \
                 are compared on it"
                    .to_owned()
            }
            Self::DiagramLater => {
                "the diagram is drawn as soon as it is built, if it is small enough".to_owned()
            }
            &Self::Parted { branch, searches: [first, second], taken: [one, other] } => format!(
                "the searches part at branch {branch}: {}{}; {}{}",
                prefix(Some([first, second])),
                decision_in_words(one),
                prefix(Some([second, first])),
                decision_in_words(other)
            ),
            &Self::Deepest { search, depth } => {
                let pieces = count_with_noun(depth, "piece");
                format!("{}the deepest failure: {pieces} tried", prefix(search))
            }
            &Self::Wasted { search, decision, branches } => {
                let below = match branches {
                    0 => "the search fails at once".to_owned(),
                    1 => "the branch below finds nothing".to_owned(),
                    number => format!("the {number} branches below find nothing"),
                };
                format!("{}wasted: {}; {below}", prefix(search), decision_in_words(decision))
            }
            Self::AllWasted => "there is no solution: every branch is wasted".to_owned(),
            Self::NoneWasted => "no wasted branch after this".to_owned(),
            Self::NothingToPartFrom => {
                format!("one search has no other to part from: {} adds one", beside())
            }
            Self::NeverParted => "both searches take the same branches".to_owned(),
            Self::NoFailure => "there is no failure".to_owned(),
            Self::NoFailureAfter => "no failure comes after this".to_owned(),
            Self::NoFailureBefore => "no failure comes before this".to_owned(),
            Self::NoSolutionAfter => "no solution comes after this".to_owned(),
            Self::NoSolutionBefore => "no solution comes before this".to_owned(),
            Self::NotWatched => {
                let key = names.operation(Action::Search);
                format!("':step' is for a search that is watched, which {key} begins")
            }
            Self::Last { step, is_branch } => {
                format!("the last {} is {step}", if *is_branch { "branch" } else { "step" })
            }
            Self::Single => {
                let beside = beside();
                format!("one search again, at the same branch; {beside} puts another beside it")
            }
            Self::NoSolutionHere => {
                let next = names.operation(Action::Watching(WatchAction::NextSolution));
                format!("no solution here: {next} goes to the next one")
            }
        }
    }
}

/// What tells the first of two searches from the second, before a sentence about it.
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
