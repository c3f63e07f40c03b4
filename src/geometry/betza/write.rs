use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::super::moves::Move;
use super::super::offset::Offset;
use super::ATOMS;
use super::direction::modifiers;

/// Moves of the same shape and range.
struct Term {
    modifiers: String,
    shape: (i32, i32),
    max_steps: Option<u16>,
    steps: Vec<Offset>,
}

/// Writes moves in Betza notation: unlimited rides first, leaps last.
pub(in super::super) fn write(moves: &[Move]) -> String {
    atoms(moves).into_iter().map(|(atom, _)| atom).collect()
}

/// The atoms of the notation of moves, in the order of [`write()`], each with its moves.
pub(in super::super) fn atoms(moves: &[Move]) -> Vec<(String, Vec<Move>)> {
    let mut steps: BTreeMap<_, Vec<Offset>> = BTreeMap::new();
    for step in moves {
        let offset = step.step;
        let atom = ATOMS.iter().position(|&(_, shape)| shape == offset.shape());
        let atom = atom.unwrap_or(ATOMS.len());
        let less = u16::MAX - step.max_steps.unwrap_or(u16::MAX);
        steps.entry((less, atom, offset.shape())).or_default().push(offset);
    }
    let mut terms: Vec<Term> = steps
        .into_iter()
        .map(|((less, _, shape), mut steps)| {
            steps.sort_unstable();
            let most = (less > 0).then_some(u16::MAX - less);
            Term { modifiers: modifiers(&steps), shape, max_steps: most, steps }
        })
        .collect();
    let mut atoms = Vec::new();
    while !terms.is_empty() {
        let mut term = terms.remove(0);
        // Orthogonal and diagonal terms with equal modifiers and range become one atom.
        let diagonal = terms.iter().position(|other| {
            (term.shape, other.shape) == ((0, 1), (1, 1))
                && (&term.modifiers, term.max_steps) == (&other.modifiers, other.max_steps)
        });
        if let Some(index) = diagonal {
            term.steps.extend(terms.remove(index).steps);
        }
        let moves = term.steps.iter().map(|&step| Move { step, max_steps: term.max_steps });
        atoms.push((written(&term, diagonal.is_some()), moves.collect()));
    }
    atoms
}

fn written(term: &Term, both: bool) -> String {
    let mut text = term.modifiers.clone();
    let leap = term.max_steps == Some(1);
    let short = match term.shape {
        (0, 1) if both => Some(if leap { 'K' } else { 'Q' }),
        (0, 1) if !leap => Some('R'),
        (1, 1) if !leap => Some('B'),
        _ => None,
    };
    let atom = match ATOMS.iter().find(|&&(_, shape)| shape == term.shape) {
        Some((letter, _)) => short.unwrap_or(*letter).to_string(),
        None => format!("({},{})", term.shape.0, term.shape.1),
    };
    text.push_str(&atom);
    match term.max_steps {
        None if short.is_none() => text.push_str(&atom),
        Some(most) if !leap => write!(text, "{most}").expect("a string takes every text"),
        _ => {}
    }
    text
}
