//! Browsing the remaining solutions.

use num_bigint::BigUint;
use num_traits::Zero;

use crate::input::Action;
use crate::model::question::{SolutionChoice, Topic};
use crate::model::{Mode, Model};
use crate::update::message::Effect;
use crate::update::question::ask;
use engine::{Completion, Rank};

/// Requests the solution `by` places further on. Outside browse mode, requests the first or the last solution.
pub(super) fn step(model: &mut Model, by: i8) -> Vec<Effect> {
    let number = match model.browsed() {
        None if by > 0 => BigUint::ZERO,
        None => match model.app.session.solutions() {
            Some(total) if !total.is_zero() => total - 1_u8,
            _ => BigUint::ZERO,
        },
        // Solutions without ranks have no order, so a random solution is requested.
        Some(Completion { rank: None, .. }) if by > 0 => {
            return ask(model, Topic::Solution(SolutionChoice::Random(None)));
        }
        Some(Completion { rank: None, .. }) => {
            let next = model.view.keys.key(Action::NEXT_SOLUTION);
            let sentence = "these solutions have no order, for they are not counted";
            model.say(format!("{sentence}; {next} looks for another"));
            return Vec::new();
        }
        Some(Completion { rank: Some(Rank { number, .. }), .. }) if by > 0 => number + 1_u8,
        Some(Completion { rank: Some(Rank { number, total }), .. }) => number + total - 1_u8,
    };
    ask(model, Topic::Solution(SolutionChoice::Number(number)))
}

/// Shows a solution that was found, unless the mode has changed.
pub(super) fn show(model: &mut Model, solution: Completion) {
    match model.mode {
        Mode::Board | Mode::Browse(_) | Mode::Graph { .. } => model.mode = Mode::Browse(solution),
        Mode::Paint(_) | Mode::Watch(_) | Mode::Series(_) | Mode::Prove(_) | Mode::Ways { .. } => {
            let next = model.view.keys.key(Action::NEXT_SOLUTION);
            model.say(format!("a solution was found; on the board {next} shows it"));
        }
    }
}
