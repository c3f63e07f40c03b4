//! The borders of regions, and what fills the space between cells of one region.

use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::print_at;
use crate::geometry::Cell;
use crate::tui::model::Model;
use crate::tui::model::layout::Lines;

/// What is at a position of the grid; between two that differ there is a border.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ground {
    Outside,
    Hole,
    Region(char),
}

/// Draws the lines between the cells in view.
pub(super) fn render(buffer: &mut Buffer, model: &Model) {
    let draw = match model.layout.form.lines {
        Lines::None => return,
        Lines::Boxes => boxed,
        Lines::Bars => barred,
    };
    let (rows, columns) = model.layout.in_view();
    let columns: Vec<u16> = columns.collect();
    for row in rows {
        for &column in &columns {
            draw(buffer, model, Cell::new(row, column));
        }
    }
}

/// True if there is a border below a cell.
pub(super) fn is_below(model: &Model, cell: Cell) -> bool {
    let (row, column) = position(cell);
    model.problem().rules().regions().is_some()
        && ground(model, row, column) != ground(model, row - 1, column)
}

fn position(cell: Cell) -> (i32, i32) {
    (cell.row().into(), cell.column().into())
}

fn ground(model: &Model, row: i32, column: i32) -> Ground {
    let rules = model.problem().rules();
    let (Ok(row), Ok(column)) = (u16::try_from(row), u16::try_from(column)) else {
        return Ground::Outside;
    };
    let cell = Cell::new(row, column);
    if !rules.size().contains(cell) {
        return Ground::Outside;
    }
    let region = rules.regions().and_then(|regions| regions.region(cell));
    region.map_or(Ground::Hole, Ground::Region)
}

/// The style of what is in a region.
fn style(model: &Model, ground: Ground) -> Style {
    let Ground::Region(region) = ground else { return Style::new() };
    let background = model.colors.color(region).and_then(|color| model.theme.region(color));
    background.map_or(Style::new(), |color| model.theme.on_region(Style::new(), color))
}

/// The lines on all four sides of a cell and the crossings at its corners. Cells share them.
fn boxed(buffer: &mut Buffer, model: &Model, cell: Cell) {
    let Some(rect) = model.layout.rect(cell) else { return };
    let (row, column) = position(cell);
    let at = |up: i32, right: i32| ground(model, row + up, column + right);
    let here = at(0, 0);
    let mut line = |x, y, other, horizontal: bool| {
        let differ = here != other;
        let (arms, style) = if differ {
            ([!horizontal, horizontal, !horizontal, horizontal], Style::new())
        } else {
            ([false; 4], style(model, here))
        };
        print_at(buffer, (x, y), &model.glyphs.crossing(arms).to_string(), style);
    };
    for x in rect.left()..rect.right() {
        line(x, rect.y - 1, at(1, 0), true);
        line(x, rect.bottom(), at(-1, 0), true);
    }
    for y in rect.top()..rect.bottom() {
        line(rect.x - 1, y, at(0, -1), false);
        line(rect.right(), y, at(0, 1), false);
    }
    for (x, right) in [(rect.x - 1, -1), (rect.right(), 0)] {
        for (y, up) in [(rect.y - 1, 0), (rect.bottom(), -1)] {
            let corner =
                [at(up + 1, right), at(up + 1, right + 1), at(up, right), at(up, right + 1)];
            let [above_left, above_right, below_left, below_right] = corner;
            let arms = [
                above_left != above_right,
                above_right != below_right,
                below_left != below_right,
                above_left != below_left,
            ];
            let style = if arms == [false; 4] { style(model, above_left) } else { Style::new() };
            print_at(buffer, (x, y), &model.glyphs.crossing(arms).to_string(), style);
        }
    }
}

/// Bars at a cell's left and right, and what is below it at its foot; above the topmost cell, if
/// there is a line for it, the foot of the row that is not there.
fn barred(buffer: &mut Buffer, model: &Model, cell: Cell) {
    let Some(rect) = model.layout.rect(cell) else { return };
    let (row, column) = position(cell);
    let has_line_above = rect.y == model.layout.board.y + 1 && model.layout.form.before().1 > 0;
    let bar = model.glyphs.crossing([true, false, true, false]);
    for (x, right) in [(rect.x, -1), (rect.right(), 0)] {
        let [left, right] = [column + right, column + right + 1];
        let draw = |buffer: &mut Buffer, y: u16, row: i32| {
            let sides = [left, right].map(|column| ground(model, row, column));
            let is_foot = [left, right]
                .into_iter()
                .any(|column| ground(model, row, column) != ground(model, row - 1, column));
            let (glyph, style) = match (sides[0] == sides[1], is_foot) {
                (false, _) => (bar, Style::new()),
                (true, true) => ('_', style(model, sides[0])),
                (true, false) => (' ', style(model, sides[0])),
            };
            print_at(buffer, (x, y), &glyph.to_string(), style);
        };
        draw(buffer, rect.y, row);
        if has_line_above {
            draw(buffer, rect.y - 1, row + 1);
        }
    }
    if has_line_above {
        let wide = usize::from(rect.width) - 1;
        let (above, here) = (ground(model, row + 1, column), ground(model, row, column));
        let glyph = if above == here { " " } else { "_" };
        print_at(buffer, (rect.x + 1, rect.y - 1), &glyph.repeat(wide), style(model, above));
    }
}
