//! Compares the board with another problem: how many solutions of only one of them have a piece on each cell, and
//! examples one by one.

pub(crate) mod panel;

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use ratatui::text::Span;

use super::board::leave_to_board;
use super::{Mode, ModeBehavior};
use crate::input::Scope;
use crate::model::Model;
use crate::panel::{Context, Sections};
use crate::update::mouse::{self, MouseInput};
use app::operations::parameters::CELL;
use app::operations::{Operation, Plain, Takes, With};
use app::{Action, jobs};
use engine::{Comparison, Part, PartAnswer, ProblemPair};
use export::face::{Square, State};
use export::{PictureKind, drawn_state};
use geometry::{Cell, CellSet};
use problem::{Problem, Value};
use session::CellState;

/// The two problems in sentences.
const NAMES: [&str; 2] = ["this board", "the other"];

/// The order in which examples are shown.
const ORDER: [Part; 3] = [Part::OnlyFirst, Part::OnlySecond, Part::Common];

/// The board, the other problem, and the known facts about their solutions.
#[derive(Clone, Debug)]
pub(crate) struct PairView {
    pub pair: ProblemPair,
    /// The description of the other problem.
    other: String,
    /// `None` before the first answer.
    pub found: Option<Comparison>,
    /// For each problem, the maximum over all cells of the solutions that only this problem has; `None` if unknown or 0.
    maximum: [Option<BigUint>; 2],
    /// The shown example; `None` while the numbers of each cell are shown.
    shown: Option<Example>,
    /// The latest reason, and its cell.
    reason: Option<(Cell, String)>,
}

/// A solution that is shown.
#[derive(Clone, Debug)]
struct Example {
    part: Part,
    /// The number of the example within its part, from 1.
    number: usize,
    pieces: CellSet,
    /// For each problem, the cells that the pieces attack.
    attacked: [CellSet; 2],
    /// For each problem, the cells of the groups whose bounds the solution breaks.
    broken: [CellSet; 2],
}

/// The cells of the groups whose bounds these pieces break.
fn broken(problem: &Problem, pieces: &CellSet) -> CellSet {
    let groups = problem.rules().groups().iter().filter(|group| !group.allows(pieces));
    CellSet::from_cells(pieces.size(), groups.flat_map(|group| group.cells().iter().copied()))
}

impl PairView {
    /// All examples: the part, the number within the part, and the pieces.
    fn examples(&self) -> impl Iterator<Item = (Part, usize, &CellSet)> {
        self.found.iter().flat_map(|found| {
            ORDER.into_iter().flat_map(|part| {
                (1..).zip(&found.part(part).examples).map(move |(at, pieces)| (part, at, pieces))
            })
        })
    }

    /// The part of an example in words, and its number.
    fn title(&self, Example { part, number, .. }: &Example) -> String {
        format!("{}: example {number}", part.in_words([NAMES[0], &self.other]))
    }

    /// The number of the shown example among all examples; 0 while the numbers of each cell are shown.
    fn place(&self) -> usize {
        let Some(Example { part, number, .. }) = self.shown else { return 0 };
        self.examples()
            .position(|(other, at, _)| (other, at) == (part, number))
            .map_or(0, |it| it + 1)
    }

    /// Shows the example with this number. 0 shows the numbers of each cell.
    fn show(&mut self, place: usize) {
        let example = place.checked_sub(1).and_then(|index| self.examples().nth(index));
        let problems = self.pair.problems().each_ref();
        self.shown = example.map(|(part, number, pieces)| Example {
            part,
            number,
            pieces: pieces.clone(),
            attacked: problems.map(|problem| problem.rules().excluded_by(pieces.iter())),
            broken: problems.map(|problem| broken(problem, pieces)),
        });
    }

    /// The number of a problem's solutions with a piece on the cell; `None` if unknown.
    fn solutions_with(&self, side: usize, cell: Cell) -> Option<BigUint> {
        let found = self.found.as_ref()?;
        Some(
            found.solutions_with(Part::Common, cell)?
                + found.solutions_with(Part::only(side), cell)?,
        )
    }

    /// For each problem, whether no solution has a piece on the cell; `None` if unknown.
    fn has_none(&self, cell: Cell) -> [Option<bool>; 2] {
        [0, 1].map(|side| self.solutions_with(side, cell).map(|number| number.is_zero()))
    }

    /// The index of the problem that has no solution with a piece on the cell, if the other problem has one.
    fn forbidding(&self, cell: Cell) -> Option<usize> {
        let has_none = self.has_none(cell);
        [0, 1]
            .into_iter()
            .find(|&side| has_none[side] == Some(true) && has_none[1 - side] == Some(false))
    }

    /// How one of the two boards shows a cell.
    fn square(&self, side: usize, cell: Cell) -> Square {
        let problem = &self.pair.problems()[side];
        let (rules, decision) = (problem.rules(), problem.decisions().get(cell));
        if rules.grid().is_hole(cell) {
            return Square::new(State::Hole);
        }
        let placed = drawn_state(CellState::Placed, problem.decisions().is_given(cell));
        let Some(Example { pieces, attacked, broken, .. }) = &self.shown else {
            return match decision {
                Some(Value::Placed) => Square::new(placed),
                Some(Value::Excluded) => Square::new(State::Excluded),
                None => self.square_of_numbers(side, cell),
            };
        };
        let has_piece = pieces.contains(cell);
        let is_attacked = attacked[side].contains(cell);
        let state = match decision {
            _ if has_piece && decision == Some(Value::Placed) => placed,
            _ if has_piece => State::Completed,
            Some(Value::Excluded) => State::Excluded,
            Some(Value::Placed) | None if is_attacked => State::Attacked,
            Some(Value::Placed) | None => State::Possible,
        };
        let breaks_decision = decision.is_some_and(|value| has_piece != (value == Value::Placed));
        Square {
            is_conflict: has_piece
                && (is_attacked || breaks_decision || broken[side].contains(cell)),
            lacks_room: !has_piece && (broken[side].contains(cell) || breaks_decision),
            is_blank: true,
            ..Square::new(state)
        }
    }

    /// How one of the two boards shows an open cell by its numbers of solutions.
    fn square_of_numbers(&self, side: usize, cell: Cell) -> Square {
        if self.solutions_with(side, cell).is_some_and(|number| number.is_zero()) {
            return Square::new(State::Impossible);
        }
        let square = Square::new(State::Possible);
        let Some(found) = &self.found else { return square };
        let number = found.solutions_with(Part::only(side), cell);
        let (Some(most), Some(number)) = (&self.maximum[side], number) else { return square };
        // Long numbers are infinite as floating-point numbers, so they are shifted first.
        let shift = most.bits().saturating_sub(60);
        let [share, whole] = [number, most].map(|it| (it >> shift).to_f64().unwrap_or(1.0));
        let text = number.to_i64().filter(|_| most.bits() <= 10).and_then(Square::cost);
        Square { heat: Some((share / whole) as f32), text, ..square }
    }
}

pub(crate) struct CompareMode;

impl ModeBehavior for CompareMode {
    fn names(&self, _: &Model) -> (Scope, &'static str) {
        (Scope::Compare, "compare")
    }

    fn cancel(&self, model: &mut Model) {
        let is_explaining = model.app.jobs.answering::<jobs::FindPairReason>().is_some();
        leave_to_board::<jobs::ComparePair>(model);
        if is_explaining {
            model.app.cancel_question();
        }
    }

    fn handle_mouse(&self, model: &mut Model, mouse: MouseInput) {
        mouse::point(model, mouse);
    }

    fn square(&self, model: &Model, cell: Cell) -> Option<Square> {
        Some(model.pair_view()?.square(0, cell))
    }

    fn picture_kind(&self, model: &Model) -> PictureKind {
        let shows_example = model.pair_view().is_some_and(|view| view.shown.is_some());
        if shows_example { PictureKind::Solution } else { PictureKind::Position }
    }

    fn picture_note(&self, model: &Model, solutions: String) -> String {
        model.pair_view().map_or(solutions, |view| format!("compared with {}", view.other))
    }

    fn progress(&self, model: &Model) -> Option<(String, String)> {
        let view = model.pair_view()?;
        Some(match &view.shown {
            Some(example) => {
                let shown = view.examples().filter(|(part, ..)| *part == example.part).count();
                let part = view.found.as_ref().map(|found| found.part(example.part));
                let are_all = part.and_then(PartAnswer::solutions) == Some(&shown.into());
                let of = if are_all { "of" } else { "of the first" };
                (view.title(example), format!(" {of} {shown}"))
            }
            None => ("compared".to_owned(), format!(" with {}", view.other)),
        })
    }

    fn text(&self, model: &Model) -> String {
        let view = model.pair_view().filter(|_| !model.has_panel());
        view.map_or_else(String::new, |view| panel::sentence(view, model.view.cursor))
    }

    fn recommended(&self, _: &Model) -> Vec<(Action, String)> {
        vec![
            (Action::NEXT_EXAMPLE, "next example".to_owned()),
            (Action::CANCEL, "leave".to_owned()),
        ]
    }

    fn note(&self, _: &Model) -> &'static str {
        "arrows move; the panel has the numbers of the cell"
    }

    fn add_sections(&self, sections: &mut Sections<'_>) -> bool {
        let context = sections.context;
        if let Some(view) = context.model.pair_view() {
            sections.add(panel::second_board(context, view, sections.panel));
            sections.add(Some(panel::numbers(context, view)));
        }
        sections.add(Some(panel::next(context)));
        false
    }

    fn summary(&self, context: &Context<'_>) -> Option<Vec<Span<'static>>> {
        let view = context.model.pair_view()?;
        Some(vec![context.strong(panel::sentence(view, context.model.view.cursor))])
    }
}

impl Model {
    /// The comparison; `None` in other modes.
    pub(crate) fn pair_view(&self) -> Option<&PairView> {
        self.mode().try_as_compare_ref().map(Box::as_ref)
    }

    fn pair_view_mut(&mut self) -> Option<&mut PairView> {
        self.mode_mut().try_as_compare_mut().map(Box::as_mut)
    }
}

pub(crate) static ROWS: &[Operation<Model>] = &[
    Operation::new("next-example", "", &With(step, 1)).here(|it, _| has_examples(it)),
    Operation::new("previous-example", "", &With(step, -1)).here(|it, _| has_examples(it)),
    Operation::new("next-kind", "", &Plain(show_next_part)).here(|it, _| has_examples(it)),
    Operation::new("overview", "", &Plain(show_numbers))
        .here(|it, _| it.pair_view().is_some_and(|view| view.shown.is_some())),
    // Until all examples are found: one worker finds them and the reasons.
    Operation::new("pair-reason", "", &Takes(&CELL, ask_reason)).here(|it, cell| {
        it.app.jobs.answering::<jobs::ComparePair>().is_none()
            && it.pair_view().is_some_and(|view| view.forbidding(cell).is_some())
    }),
];

fn has_examples(model: &Model) -> bool {
    model.pair_view().is_some_and(|view| view.examples().next().is_some())
}

/// Shows a comparison that has begun.
pub(crate) fn open(model: &mut Model, pair: ProblemPair, other: String) {
    let view =
        PairView { pair, other, found: None, maximum: [None, None], shown: None, reason: None };
    model.enter(Mode::Compare(Box::new(view)));
}

/// Stores new facts about the solutions.
pub(crate) fn learn(model: &mut Model, found: Comparison) {
    if let Some(view) = model.pair_view_mut() {
        view.maximum = [0, 1].map(|side| {
            let census = found.part(Part::only(side)).census.as_ref();
            census.and_then(|it| it.cells.iter().max()).filter(|it| !it.is_zero()).cloned()
        });
        view.found = Some(found);
    }
}

/// Stores the reason why one of the two problems forbids a cell.
pub(crate) fn learn_reason(model: &mut Model, cell: Cell, reason: String) {
    if let Some(view) = model.pair_view_mut() {
        view.reason = Some((cell, reason));
    }
}

fn step(model: &mut Model, by: isize) {
    if let Some(view) = model.pair_view_mut() {
        let places = view.examples().count() + 1;
        view.show((view.place() + places).saturating_add_signed(by) % places);
    }
}

/// Shows the first example of the next part. After the last part, shows the numbers.
fn show_next_part(model: &mut Model) {
    if let Some(view) = model.pair_view_mut() {
        let part = view.shown.as_ref().map(|example| example.part);
        let mut later = (1..).zip(view.examples()).skip(view.place());
        let next = later.find(|(_, (other, ..))| Some(*other) != part).map_or(0, |(at, _)| at);
        drop(later);
        view.show(next);
    }
}

fn show_numbers(model: &mut Model) {
    if let Some(view) = model.pair_view_mut() {
        view.shown = None;
    }
}

/// Asks for the reason why a problem forbids a cell.
fn ask_reason(model: &mut Model, cell: Cell) {
    let Some(view) = model.pair_view() else { return };
    let Some(side) = view.forbidding(cell) else { return };
    let problem = view.pair.problems()[side].clone();
    model.app.ask(jobs::FindPairReason(problem, cell));
}
