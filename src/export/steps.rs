use super::picture::{Picture, PictureKind};
use super::slides::Slide;
use crate::face::{Square, State};
use geometry::{Cell, CellSet};
use problem::{GroupId, Problem, Value};
use session::PLAIN_NAMES;
use session::steps::{Board, Candidates, Step};

/// Draws the steps of a solution, one after the other: one drawing for each step, and one for each picture of a
/// contradiction. `board` has the rules of the problem.
pub fn step_slides(
    problem: &Problem,
    board: &Board,
    steps: &[Step],
) -> impl Iterator<Item = Slide> {
    let digits = steps.len().to_string().len().max(2);
    let mut before = board.candidates(problem);
    (1..).zip(steps).flat_map(move |(number, step)| {
        let slides = pictures(problem, board, &before, (number, step));
        before.apply(board, step);
        let technique: &str = step.technique.into();
        let name = format!("{number:0digits$}-{technique}");
        let several = slides.len() > 1;
        (1..)
            .zip(slides)
            .map(move |(part, picture): (usize, Picture)| {
                let part = if several { format!("-{part:02}") } else { String::new() };
                Slide { name: format!("{name}{part}.svg"), svg: picture.svg() }
            })
            .collect::<Vec<_>>()
    })
}

/// The pictures of a step in the position before it.
fn pictures(
    problem: &Problem,
    board: &Board,
    before: &Candidates,
    (number, step): (usize, &Step),
) -> Vec<Picture> {
    let position = Position { problem, board, before };
    let Some(refuted) = &step.refuted else {
        let settled = step.settles().map(|(cell, value)| (cell, value, number)).collect();
        let words = step.in_words(problem.rules(), usize::MAX, PLAIN_NAMES);
        let note = format!("step {number}: {words}");
        return vec![position.picture(
            PictureKind::Step,
            note,
            &Supposed { settled, ..Supposed::default() },
        )];
    };
    let (frames, all) = (refuted.frames(), refuted.frames().count());
    frames
        .map(|frame| {
            let words = frame.in_words(problem.rules(), PLAIN_NAMES);
            let note = format!("step {number}, {} of {all}: {words}", frame.number + 1);
            let supposed = Supposed {
                settled: frame.settled().collect(),
                assumed: Some(frame.assumed()),
                starved: frame.starved(),
            };
            position.picture(PictureKind::WhatIf, note, &supposed)
        })
        .collect()
}

/// Additions of a picture to a position.
#[derive(Default)]
struct Supposed {
    /// The settled cells with their values and the numbers of their steps.
    settled: Vec<(Cell, Value, usize)>,
    assumed: Option<Cell>,
    /// The group that cannot be completed.
    starved: Option<GroupId>,
}

/// A position between two steps.
struct Position<'a> {
    problem: &'a Problem,
    board: &'a Board,
    before: &'a Candidates,
}

impl Position<'_> {
    fn picture(&self, kind: PictureKind, note: String, supposed: &Supposed) -> Picture {
        let mut groups = self.board.bounds();
        let starved = groups.find(|(group, ..)| Some(*group) == supposed.starved);
        let starved = starved.map(|(_, cells, _)| cells);
        let show = |cell| self.shown(cell, supposed, starved.as_ref());
        let mut picture = Picture::new(self.problem, show);
        (picture.kind, picture.note) = (kind, note);
        picture
    }

    fn shown(&self, cell: Cell, supposed: &Supposed, starved: Option<&CellSet>) -> Square {
        let settled = supposed.settled.iter().find(|(settled, ..)| *settled == cell);
        let excludes =
            |from: Cell| self.problem.rules().exclusions().exclude_each_other(from, cell);
        let mut pieces = supposed.settled.iter().filter(|(_, value, _)| *value == Value::Placed);
        let is_closed = self.before.get(cell) == Some(Value::Excluded);
        let state = match settled {
            _ if self.problem.rules().grid().is_hole(cell) => Some(State::Hole),
            Some((_, Value::Placed, _)) => Some(State::Forced),
            Some((_, Value::Excluded, _)) => Some(State::Excluded),
            None if self.problem.decisions().is_given(cell) => Some(State::Given),
            None if self.before.placed().contains(cell) => Some(State::Placed),
            None if self.before.placed().iter().any(excludes) => Some(State::Attacked),
            None if is_closed => Some(State::Excluded),
            None => pieces.any(|&(from, ..)| excludes(from)).then_some(State::Attacked),
        };
        let has_piece = state.is_some_and(State::has_piece);
        let is_starved =
            state != Some(State::Hole) && starved.is_some_and(|cells| cells.contains(cell));
        Square {
            text: settled.filter(|_| !has_piece).and_then(|(.., number)| Square::step(*number)),
            is_culprit: supposed.assumed == Some(cell),
            is_conflict: is_starved && has_piece,
            lacks_room: is_starved && !has_piece,
            ..Square::of_known(state)
        }
    }
}
