//! The names of operations and groups, which differ between front ends.

use crate::{Action, words};
use problem::GroupId;

/// The names that a front end uses in its sentences. They differ between front ends.
pub trait Names {
    /// The name of an operation: a key of the screen, as in `u`, or a word of a session in lines, as in `'undo'`.
    fn operation(&self, action: Action) -> String;

    /// The name of an operation as [`Names::operation`], if it can be done now.
    fn operation_here(&self, action: Action) -> Option<String>;

    /// Where everything is listed that can be done.
    fn overview(&self) -> &'static str {
        "':' alone lists everything that can be done, ':help' the keys"
    }

    /// The name of a group. On a screen with colours, the name of a region includes its colour.
    fn group(&self, group: GroupId) -> String;
}

/// Names operations by their words, as in a session in lines.
#[derive(Clone, Copy, Debug)]
pub struct WordNames;

impl Names for WordNames {
    fn operation(&self, action: Action) -> String {
        self.operation_here(action).unwrap_or_default()
    }

    fn operation_here(&self, action: Action) -> Option<String> {
        words::of_action(action).map(|definition| format!("'{}'", definition.full_word("")))
    }

    fn overview(&self) -> &'static str {
        "'help' lists the words"
    }

    fn group(&self, group: GroupId) -> String {
        group.to_string()
    }
}
