//! The diagram rule by rule: stepping through the diagrams after each rule and decision.

use crate::input::GrowAction;
use crate::model::question::Topic;
use crate::model::{Growing, Mode, Model};
use crate::update::message::Effect;
use crate::update::question::ask;
use session::{DrawnGrowth, TooManyVariables};

/// Shows the first stage, or a notice if there is nothing to show.
pub(super) fn open(model: &mut Model, found: Result<DrawnGrowth, TooManyVariables>) {
    match found {
        Ok(growth) => match Growing::new(growth) {
            Some(growing) => {
                model.mode = Mode::Grow(growing);
                go_to(model, 0);
            }
            None => model.say("there are no rules to look at"),
        },
        Err(reason) => model.say(reason.to_string()),
    }
}

pub(super) fn perform(model: &mut Model, action: GrowAction) -> Vec<Effect> {
    if action == GrowAction::Open {
        return ask(model, Topic::Growth);
    }
    if let Mode::Grow(growing) = &model.mode {
        let at = growing.at;
        let to = match action {
            GrowAction::Open => at,
            GrowAction::Next => at + 1,
            GrowAction::Previous => at.saturating_sub(1),
            GrowAction::First => 0,
            GrowAction::Last => usize::MAX,
        };
        go_to(model, to);
    }
    Vec::new()
}

/// Goes to a stage and moves the cursor to the first cell of the stage's rule or decision.
pub(super) fn go_to(model: &mut Model, stage: usize) {
    let Mode::Grow(growing) = &mut model.mode else { return };
    growing.go_to(stage);
    model.cursor = growing.cell().unwrap_or(model.cursor);
}
