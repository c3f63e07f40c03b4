//! Puts notices into words. This is the only place that makes sentences of them.

use super::Notice;
use crate::input::Action;
use crate::model::availability::ASSIST_REFUSAL;
use problem::GroupId;

/// How a front end names in its sentences what has another name in each front end.
pub(crate) trait Names {
    /// The name of an operation: a key of the screen, as in `u`, or a word of a session in lines, as in `'undo'`.
    fn operation(&self, action: Action) -> String;

    /// The name of a group. On a screen with colours, the name of a region includes its colour.
    fn group(&self, group: GroupId) -> String;
}

impl Notice {
    /// The sentence for the user.
    pub(crate) fn in_words(&self, names: &impl Names) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::ExceedsAssist => ASSIST_REFUSAL.to_owned(),
            Self::Paused => format!("paused: {} goes on", names.operation(Action::PAUSE)),
            Self::Solved => {
                let [next, undo] =
                    [Action::NEXT_PUZZLE, Action::UNDO].map(|it| names.operation(it));
                format!("the puzzle is over: {next} is the next one, {undo} goes back")
            }
            Self::Making => "a puzzle is being made".to_owned(),
            Self::Repainted(cell, region) => {
                format!("{cell} is in {} now", names.group(GroupId::Region(*region)))
            }
        }
    }
}
