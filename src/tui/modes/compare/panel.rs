//! The numbers of solutions of two problems, and the board of the second one.

use itertools::Itertools;
use ratatui::layout::Rect;
use strum::IntoEnumIterator;

use super::{Example, NAMES, PairView};
use crate::look::{BoardLayout, BoardPicture, SquareRendering};
use crate::model::{Hit, Surface};
use crate::panel::{Context, Framed, SectionRows, Text, TextItem};
use crate::widgets::{Need, frame, grouped, without_first_columns};
use app::Action;
use engine::Part;
use export::face::Square;
use geometry::Cell;

/// Number of rows of the panel for the numbers and the keys.
const TEXT_ROWS: u16 = 13;

/// Maximum number of digits of a number that is shown completely.
const MAX_DIGITS: usize = 15;

/// A number of solutions: exact, or with its first digits only.
fn shortened_number(text: &str) -> String {
    match text.len() {
        0..=MAX_DIGITS => grouped(text),
        length if text.starts_with(|first: char| first.is_ascii_digit()) => {
            format!("{}.{}e{}", &text[..1], &text[1..3], length - 1)
        }
        _ => text.to_owned(),
    }
}

/// The number of all solutions and of the solutions with a piece on the cell, and the name of the shown example.
pub(crate) fn numbers<'a>(context: &'a Context<'a>, view: &PairView) -> Framed<'a> {
    let cell = context.model.view.cursor;
    let mut text = Text::new(context);
    if let Some(found) = &view.found {
        let rows = Part::iter().map(|part| {
            let cell_count =
                found.solutions_with(part, cell).map_or("?".to_owned(), ToString::to_string);
            [
                shortened_number(&found.part(part).number_in_words()),
                shortened_number(&cell_count),
                part.in_words([NAMES[0], &view.other]),
            ]
        });
        let rows = rows.collect_vec();
        let headings = ["all".to_owned(), cell.to_string(), String::new()];
        let width = |column: usize| {
            let texts = rows.iter().chain([&headings]).map(|row| row[column].chars().count());
            texts.max().unwrap_or_default()
        };
        let (all, cell_count) = (width(0), width(1));
        text.push(context.dim(format!("{:>all$}  {:>cell_count$}", headings[0], headings[1])));
        for [number, with_piece, name] in &rows {
            let numbers = context.strong(format!("{number:>all$}  {with_piece:>cell_count$}  "));
            text.push(TextItem::new([numbers]).hanging([context.text(name.clone())]));
        }
    } else {
        text.note("comparing");
    }
    if let Some(example @ Example { part, pieces, .. }) = &view.shown {
        text.push(context.good(view.title(example)));
        if let Some((forbidding, fault)) = view.pair.fault(*part, pieces) {
            text.push(context.wrong(format!("{} forbids it: {fault}", NAMES[forbidding])));
        }
    } else if view.found.is_some() {
        text.note("colours: solutions of only one");
    }
    text.say(sentence(view, cell));
    text.framed("how many solutions", Need::Must, SectionRows::Text(5, 8))
        .right_title(cell.to_string())
}

/// Says which of the two problems forbids a cell, and why if the reason is known.
pub(crate) fn sentence(view: &PairView, cell: Cell) -> String {
    let Some(forbidding) = view.forbidding(cell) else {
        return match view.has_none(cell) {
            [Some(true), Some(true)] => format!("both forbid {cell}"),
            [Some(false), Some(false)] => format!("both allow {cell}"),
            [None | Some(_), _] => format!("{cell}: not counted"),
        };
    };
    let reason = view.reason.as_ref().filter(|(of, _)| *of == cell);
    let reason = reason.map_or_else(String::new, |(_, reason)| format!(" {reason}"));
    format!("only {} forbids {cell}{reason}", NAMES[forbidding])
}

/// The board of the second problem, as large as the panel allows. `None` if it does not fit.
pub(crate) fn second_board<'a>(
    context: &'a Context<'a>,
    view: &'a PairView,
    panel: Rect,
) -> Option<Framed<'a>> {
    let room = Rect {
        width: panel.width.saturating_sub(frame::COLUMNS),
        height: panel.height.saturating_sub(TEXT_ROWS + frame::ROWS),
        ..Rect::ZERO
    };
    let rows = layout(context, view, room)?.board.height + 1;
    let draw = move |surface: &mut Surface<'_>, area: Rect| {
        let Some(layout) = layout(context, view, area) else { return };
        let rules = view.pair.problems()[1].rules();
        let square = |cell: Cell| Square {
            region: context.scene.region_of(rules, cell),
            ..view.square(1, cell)
        };
        let figure = export::figure(rules);
        let picture = BoardPicture {
            cursor: Some(context.model.view.cursor),
            is_torus: rules.grid().is_torus(),
            ..BoardPicture::new(&layout, context.look, &figure, &square)
        };
        picture.render(surface.buffer);
        for cell in rules.size().iter() {
            if let Some(area) = layout.area(cell) {
                surface.hits.add(area, Hit::Cell(cell));
            }
        }
    };
    Some(Framed::drawing(context, view.other.clone(), rows..=rows, draw))
}

/// The layout of the second board in an area, centred, with the names of rows and columns.
fn layout(context: &Context<'_>, view: &PairView, area: Rect) -> Option<BoardLayout> {
    let rendering = SquareRendering::new(context.look.depth, context.look.glyphs);
    let size = view.pair.problems()[1].rules().size();
    let gutter = context.model.view.layout.gutter;
    let inside = without_first_columns(area, gutter);
    let inside = Rect { height: inside.height.saturating_sub(1), ..inside };
    let layout = BoardLayout::thumbnail(inside, size, rendering)?;
    // Squares of side 1 and 2 show no more than the first board.
    let unused = inside.width.saturating_sub(layout.board.width);
    let board = Rect { x: layout.board.x + unused / 2, ..layout.board };
    (layout.side > 2).then_some(BoardLayout { board, gutter, ..layout })
}

/// The keys of the mode.
pub(crate) fn next<'a>(context: &'a Context<'a>) -> Framed<'a> {
    let mut text = Text::new(context);
    text.offer(Action::NEXT_EXAMPLE, "the next example");
    text.offer(Action::NEXT_KIND, "the next kind");
    text.offer(Action::OVERVIEW, "the numbers of each cell");
    text.offer(Action::PAIR_REASON, "why the cell is forbidden");
    text.offer(Action::CANCEL, "back to the board");
    text.items.retain(|item| item.hit.is_some());
    text.framed("what next", Need::Wanted, SectionRows::List(2))
}
