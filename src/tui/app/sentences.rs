//! Puts notices into words.

use itertools::Itertools;

use super::Notice;
use crate::input::Action;
use problem::GroupId;

/// The sentence about an operation that would tell more than the assist allows.
pub(crate) const ASSIST_REFUSAL: &str = "that would tell too much; ':assist full' allows it";

/// How a front end names in its sentences what has another name in each front end.
pub(crate) trait Names {
    /// The name of an operation: a key of the screen, as in `u`, or a word of a session in lines, as in `'undo'`.
    fn operation(&self, action: Action) -> String;

    /// The name of an operation as [`Names::operation`], if it can be done now.
    fn operation_here(&self, action: Action) -> Option<String>;

    /// The name of a group. On a screen with colours, the name of a region includes its colour.
    fn group(&self, group: GroupId) -> String;
}

impl Notice {
    /// The sentence for the user.
    pub(crate) fn in_words(&self, names: &dyn Names) -> String {
        let name = |action| names.operation(action);
        match self {
            Self::Text(text) => text.clone(),
            Self::All(notices) => notices.iter().map(|notice| notice.in_words(names)).join("; "),
            Self::ExceedsAssist => ASSIST_REFUSAL.to_owned(),
            Self::Paused => format!("paused: {} goes on", name(Action::Pause)),
            Self::ExportGivenUp(path) => format!("the export of {} was given up", path.display()),
            Self::JournalLost(reason) => format!("what follows is not kept for --resume: {reason}"),
            Self::ClickAgain => {
                format!("click 'quit' again, or press {}, to quit", name(Action::Quit))
            }
            Self::NoRoomForDiagram => "a larger window has room for the diagram".to_owned(),
            Self::Board(notice) => notice.in_words(names),
            Self::Diagram(notice) => notice.in_words(names),
            Self::Game(notice) => notice.in_words(names),
            Self::Paint(notice) => notice.in_words(names),
            Self::Position(notice) => notice.in_words(names),
            Self::Search(notice) => notice.in_words(names),
            Self::Claim(error) => error.to_string(),
            Self::Covers(error) => error.to_string(),
            Self::Decision(error) => error.to_string(),
            Self::File(error) => error.to_string(),
            Self::Grid(error) => error.to_string(),
            Self::Refused(refusal) => refusal.to_string(),
            Self::Series(error) => error.to_string(),
            Self::Size(error) => error.to_string(),
            Self::Unsuited(error) => error.to_string(),
            Self::Weights(error) => error.to_string(),
        }
    }
}

/// A count with its noun, as in `2 holes`.
pub(crate) fn count_with_noun(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
