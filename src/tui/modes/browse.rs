//! Browsing the remaining solutions.

use num_bigint::BigUint;
use num_traits::Zero;

use crate::app::notice::PositionNotice;
use crate::model::Model;
use crate::model::question::{SolutionChoice, Topic};
use crate::modes::Mode;
use crate::update::message::Effect;
use crate::update::question::ask;
use engine::{Completion, Rank};

/// Requests the solution `by` places further on. Outside browse mode, requests the first or the last solution.
pub(crate) fn step(model: &mut Model, by: i8) -> Vec<Effect> {
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
            model.say(PositionNotice::Unordered);
            return Vec::new();
        }
        Some(Completion { rank: Some(Rank { number, .. }), .. }) if by > 0 => number + 1_u8,
        Some(Completion { rank: Some(Rank { number, total }), .. }) => number + total - 1_u8,
    };
    ask(model, Topic::Solution(SolutionChoice::Number(number)))
}

/// Shows a solution that was found, unless the mode has changed.
pub(crate) fn show(model: &mut Model, solution: Completion) {
    match model.mode {
        Mode::Board | Mode::Browse(_) | Mode::Graph { .. } => model.mode = Mode::Browse(solution),
        Mode::Paint(_) | Mode::Watch(_) | Mode::Series(_) | Mode::Prove(_) | Mode::Ways { .. } => {
            model.say(PositionNotice::SolutionFound);
        }
    }
}
