//! The direct construction: builds states level by level from the first variable to the last, then
//! reduces them to nodes from the last to the first.
//!
//! The state before a variable is decided holds all that the rest depends on: which undecided cells are
//! still *open* (no piece placed so far attacks them), and the number of pieces of each group whose bounds
//! need it. Equal states merge. What is forced in a state is propagated before states are compared: a
//! group with as many open cells as it lacks pieces gets a piece on each, so the cells that they attack
//! are closed; a state in which a group has fewer is dead.
//!
//! Consecutive variables of which exactly one must be true, as the cells of a row for a piece with
//! the rook move, are decided in one step.
//!
//! The method is that of the frontier-based search for ZDDs (H. Iwashita and S. Minato, "Efficient
//! top-down ZDD construction techniques using recursive specifications", 2013), with propagation.

mod level;
mod model;
mod reduce;
mod state;

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::diagram::{Builder, Diagram, FALSE};
use super::order::{Variable, VariableOrder};
use crate::engine::{Budget, Interrupted, Phase, Progress};
use crate::geometry::Symmetry;
use crate::problem::Problem;
use level::{Level, Transitions};
use model::Model;
use state::Expander;

/// A diagram, and the states, time and memory of its construction.
#[derive(Clone, Debug)]
pub struct Construction {
    /// The diagram of the problem's rules and decisions.
    pub diagram: Diagram,
    /// For each step, its first variable and the number of states before it.
    pub states: Vec<(Variable, usize)>,
    /// The time it took.
    pub elapsed: Duration,
    /// The most memory held at once, in bytes.
    pub peak_memory: usize,
}

/// Builds the diagram of a problem's rules and decisions, in the given order of variables.
///
/// # Errors
/// When the budget ends first.
pub fn compile(
    problem: &Problem,
    order: &Arc<VariableOrder>,
    budget: &Budget,
) -> Result<Construction, Interrupted> {
    compile_invariant(problem, Symmetry::IDENTITY, order, budget)
}

/// Builds the diagram of the solutions that one of the problem's symmetries maps to themselves. Of cells
/// that the symmetry takes to each other only the first in the order has a variable; the others have its
/// value.
pub(super) fn compile_invariant(
    problem: &Problem,
    symmetry: Symmetry,
    order: &Arc<VariableOrder>,
    budget: &Budget,
) -> Result<Construction, Interrupted> {
    let started = Instant::now();
    let mut peak_memory = 0;
    let mut check = |progress: Progress| {
        peak_memory = peak_memory.max(progress.memory);
        budget.check(progress)
    };
    let mut states = Vec::new();
    let diagram = match Model::new(problem, symmetry, order, &mut check)? {
        Some(model) => {
            let transitions = expand(&model, &mut check)?;
            states
                .extend((model.steps.iter().zip(&transitions)).map(|(step, transitions)| {
                    (model.variables[step.first], transitions.states())
                }));
            reduce::reduce(&model, transitions, order, &mut check)?
        }
        None => Builder::new(Arc::clone(order)).finish(FALSE),
    };
    let peak_memory = peak_memory.max(diagram.memory());
    Ok(Construction { diagram, states, elapsed: started.elapsed(), peak_memory })
}

/// Reports the progress; an error ends the construction.
type Check<'a> = dyn FnMut(Progress) -> Result<(), Interrupted> + 'a;

/// Roughly the number of words processed between two checks of the budget: well under a millisecond.
const STRIDE: usize = 1 << 16;

/// Compiles the expansion of a level for each of the widths, in words, that a state's open
/// variables are held in: loops over a few words are unrolled.
macro_rules! widths {
    ($($width:literal)*) => {
        const WIDTHS: &[usize] = &[$($width),*];

        /// The states after a step, and the transitions to them. `kept` is the progress of the steps
        /// before.
        fn expand_level(
            model: &Model,
            step: usize,
            level: &Level,
            kept: Progress,
            check: &mut Check<'_>,
        ) -> Result<(Level, Transitions), Interrupted> {
            match padded(model.open_words(step)) {
                $($width => expand_states(Expander::<$width>::new(model, step), level, kept, check),)*
                _ => unreachable!("one of the widths"),
            }
        }
    };
}

widths!(1 2 3 4 6 8 12 16 32 64 128 256 512 1024 16384);

/// The smallest of the widths that holds so many words.
fn padded(words: usize) -> usize {
    WIDTHS.iter().copied().find(|&width| words <= width).expect("no grid has more cells")
}

/// The transitions of all steps. The states of a level are freed once the next level is built.
fn expand(model: &Model, check: &mut Check<'_>) -> Result<Vec<Transitions>, Interrupted> {
    let mut done: Vec<Transitions> = Vec::with_capacity(model.steps.len());
    let mut kept = Progress { memory: model.memory(), ..Progress::default() };
    let mut level = Level::new(model.key_words(0));
    level.insert(&model.first_state());
    for step in 0..model.steps.len() {
        let (next, transitions) = expand_level(model, step, &level, kept, check)?;
        kept.states += level.len();
        kept.memory += transitions.memory();
        done.push(transitions);
        level = next;
    }
    Ok(done)
}

// Not inlined: the stack frame of the widest would burden all.
#[inline(never)]
fn expand_states<const W: usize>(
    mut expander: Expander<'_, W>,
    level: &Level,
    kept: Progress,
    check: &mut Check<'_>,
) -> Result<(Level, Transitions), Interrupted> {
    let (model, step) = (expander.model, expander.step);
    let mut next = Level::new(model.key_words(step + 1));
    let mut transitions = Transitions::default();
    let words_per_state =
        W * model.steps[step].len * (1 + model.cliques.len() + model.counted.len());
    let mut words = STRIDE;
    for state in 0..level.len() {
        words += words_per_state;
        if words >= STRIDE {
            words = 0;
            check(Progress {
                phase: Phase::Building,
                done: model.steps[step].first,
                steps: model.active(),
                states: kept.states + state,
                nodes: 0,
                memory: kept.memory + level.memory() + next.memory() + transitions.memory(),
            })?;
        }
        expander.expand(level.key(state), &mut next, &mut transitions);
    }
    transitions.finish();
    Ok((next, transitions))
}
