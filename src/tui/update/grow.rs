//! The diagram rule by rule: stepping through the diagrams after each rule and decision.

use crate::input::GrowAction;
use crate::model::question::Topic;
use crate::model::{Growing, Mode, Model};
use crate::update::message::Effect;
use crate::update::question::ask;
use session::{DrawnGrowth, TooManyVariables};

/// Shows the first stage, or a notice if there is nothing to show.
pub(super) fn open(model: &mut Model, found: Result<DrawnGrowth, TooManyVariables>) {
    match found.map(Growing::new) {
        Ok(Some(growing)) => {
            model.mode = Mode::Grow(growing);
            go_to(model, 0);
        }
        Ok(None) => model.say("there are no rules to look at"),
        Err(reason) => model.say(reason.to_string()),
    }
}

pub(super) fn perform(model: &mut Model, action: GrowAction) -> Vec<Effect> {
    if action == GrowAction::Open {
        return ask(model, Topic::Growth);
    }
    if let Some(growing) = model.growing() {
        go_to(model, growing.target(action));
    }
    Vec::new()
}

/// Goes to a stage and moves the cursor to the first cell of the stage's rule or decision.
fn go_to(model: &mut Model, stage: usize) {
    let Mode::Grow(growing) = &mut model.mode else { return };
    growing.at = stage;
    model.cursor = growing.cell().unwrap_or(model.cursor);
}
