//! How front ends name what has another name in each of them.

use crate::app::Action;
use problem::GroupId;

/// How a front end names in its sentences what has another name in each front end.
pub(crate) trait Names {
    /// The name of an operation: a key of the screen, as in `u`, or a word of a session in lines, as in `'undo'`.
    fn operation(&self, action: Action) -> String;

    /// The name of an operation as [`Names::operation`], if it can be done now.
    fn operation_here(&self, action: Action) -> Option<String>;

    /// The name of a group. On a screen with colours, the name of a region includes its colour.
    fn group(&self, group: GroupId) -> String;
}
