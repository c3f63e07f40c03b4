//! The number of nodes on each level of the diagram, drawn as a height. The silhouette shows the whole diagram of the
//! rules and, lit, the part that the position's diagram has.
//!
//! [`horizontal`] draws the levels from left to right. [`vertical`] draws them from top to bottom, with the number of
//! nodes of each row. Heights are centred, on a square-root scale, and at least one pixel if there is a node. If the
//! font has no half blocks, both draw the levels from top to bottom, as bars.

use std::ops::Range;

use itertools::Itertools;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Span;

use super::columns::print_numbers;
use super::digits::grouped;
use super::print::{print, put, row_of};
use super::styles::Styles;
use crate::look::Glyphs;
use export::face::blocks::{QUADRANTS, quadrant};

/// The content of a silhouette.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Silhouette<'a> {
    /// Number of nodes on each level of the rules diagram, the root's level first.
    pub rules_levels: &'a [usize],
    /// Number of nodes on each level of the position diagram; missing levels have no nodes.
    pub position_levels: &'a [usize],
    /// The levels of each row of the board, in the order of levels.
    pub rows: &'a [LevelBand],
    /// The level of the cursor's cell.
    pub cursor: Option<usize>,
}

/// The levels of a row of the board, which share one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LevelBand {
    /// The number of the row, counted from 1.
    pub number: u32,
    /// Indices of the levels.
    pub levels: Range<usize>,
}

/// The layer that a pixel belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PixelLayer {
    Ground,
    Whole,
    Lit,
}

impl Silhouette<'_> {
    fn max_nodes(&self) -> usize {
        self.rules_levels.iter().chain(self.position_levels).copied().max().unwrap_or(0)
    }

    fn levels(&self) -> usize {
        self.rules_levels.len().max(self.position_levels.len())
    }

    /// Divides the levels into `slices` slices. Returns half the height of the whole and of the lit diagram in each
    /// slice, in pixels, at most `half`. A slice of several levels has the height of its highest level.
    fn half_heights(&self, slices: usize, half: usize) -> Vec<(usize, usize)> {
        let max_nodes = self.max_nodes().max(1);
        let slice_height = |slice: usize| {
            let first = slice * self.levels() / slices;
            let end = ((slice + 1) * self.levels()).div_ceil(slices).max(first + 1);
            let height = |nodes: &[usize]| {
                let levels = nodes.get(first..end.min(nodes.len())).unwrap_or_default();
                let nodes = levels.iter().copied().max().unwrap_or(0);
                // half · √(nodes / max_nodes), rounded.
                let doubled = (4 * nodes * half * half / max_nodes).isqrt();
                doubled.div_ceil(2).max(usize::from(nodes > 0))
            };
            (height(self.rules_levels), height(self.position_levels))
        };
        (0..slices).map(slice_height).collect()
    }

    /// The slice that shows a level.
    fn slice_of(&self, level: usize, slices: usize) -> usize {
        level * slices / self.levels().max(1)
    }
}

/// The heading of a drawing, with its scale if both fit into `width` columns.
pub(crate) fn heading(text: &str, width: u16) -> String {
    let long = format!("{text} (square root)");
    if long.len() <= usize::from(width) { long } else { text.to_owned() }
}

/// Draws the levels from left to right, in two slices per column of characters, with the names of the rows below.
///
/// ```text
///    ▄▟███▙▄
/// ▟███████████▙
/// ▜███████████▛
///    ▀▜███▛▀
///  1   2   3
/// ```
pub(crate) fn horizontal(
    buffer: &mut Buffer,
    area: Rect,
    picture: &Silhouette<'_>,
    styles: &Styles,
) {
    if styles.glyphs != Glyphs::Unicode || area.height < 3 {
        return vertical(buffer, area, picture, styles);
    }
    let area = area.intersection(buffer.area);
    if area.is_empty() || picture.levels() == 0 {
        return;
    }
    let image = Rect { height: area.height - 1, ..area };
    let (slices, half) = (usize::from(image.width) * 2, usize::from(image.height));
    let halves = picture.half_heights(slices, half);
    let pixel = |x: usize, y: usize| pixel_of(halves[x], half, y);
    let column_of = |level| image.x + (picture.slice_of(level, slices) / 2) as u16;
    if let Some(level) = picture.cursor {
        mark(buffer, Rect { x: column_of(level), width: 1, ..image }, '│', styles);
    }
    draw(buffer, image, pixel, styles);
    let number = |row: &LevelBand| (row.number as usize, column_of(middle(row)));
    let numbers: Vec<_> = picture.rows.iter().map(number).collect();
    let is_here = |row: &LevelBand| picture.cursor.is_some_and(|level| row.levels.contains(&level));
    let here = picture.rows.iter().position(is_here).map(|index| (index, styles.cursor_label));
    print_numbers(buffer, row_of(area, area.height - 1), &numbers, 0, here, styles.dim);
}

/// Draws the levels from top to bottom, in at most two slices per row of characters. The names of the board's rows are
/// at the left. If there is room, the number of nodes that remain in each row is at the right.
///
/// ```text
/// row 1    ▐█▌     8
/// row 2   ▐███▌   12
/// row 3    ▐█▌     8
/// ```
pub(crate) fn vertical(buffer: &mut Buffer, area: Rect, picture: &Silhouette<'_>, styles: &Styles) {
    let area = area.intersection(buffer.area);
    if area.is_empty() || picture.levels() == 0 {
        return;
    }
    // All rows of the board have the same number of lines, unless there are fewer lines than rows.
    let rows = (picture.rows.len() as u16).max(1);
    let height = if area.height < rows { area.height } else { area.height / rows * rows };
    let has_pixels = styles.glyphs == Glyphs::Unicode;
    let per_row = if has_pixels { 2 } else { 1 };
    let slices = usize::from(height) * per_row;
    let y_of = |level| area.y + (picture.slice_of(level, slices) / per_row) as u16;
    let lines = lines(picture, y_of);
    let widest = |text: &dyn Fn(&NamedLine) -> String| {
        lines.iter().map(|line| Span::raw(text(line)).width()).max().unwrap_or(0) as u16
    };
    let (long, short) = (widest(&|line| line.name(true)), widest(&|line| line.name(false)));
    let counts = widest(&|line| grouped(line.nodes));
    let has_long_names = area.width >= long + counts + 16;
    let names = if has_long_names { long } else { short };
    let has_counts = area.width >= names + counts + 12;
    let right = if has_counts { counts + 1 } else { 0 };
    let image = Rect {
        x: area.x + names + 1,
        width: area.width.saturating_sub(names + 1 + right),
        height,
        ..area
    };
    if image.is_empty() {
        return;
    }
    let per_column = if has_pixels { 2 } else { 1 };
    let half = (usize::from(image.width) * per_column / 2).max(1);
    let halves = picture.half_heights(slices, half);
    let pixel = |x: usize, y: usize| pixel_of(halves[y], half, x);
    if let Some(level) = picture.cursor.filter(|_| has_pixels) {
        let line = Rect { x: image.x - 1, y: y_of(level), width: image.width + 2, height: 1 };
        mark(buffer, line.intersection(area), '─', styles);
    }
    draw(buffer, image, pixel, styles);
    for line in &lines {
        let style = if line.is_here { styles.cursor_label } else { styles.dim };
        let place = Rect { y: line.y, height: 1, ..area };
        let name = format!("{:<1$} ", line.name(has_long_names), usize::from(names));
        print(buffer, place, Span::styled(name, style));
        if has_counts {
            let nodes = grouped(line.nodes);
            let count = Span::styled(format!("{nodes:>0$}", counts.into()), styles.key);
            print(buffer, Rect { x: area.right() - counts, width: counts, ..place }, count);
        }
    }
}

/// The rows of the board that share a line of the screen.
struct NamedLine {
    y: u16,
    /// The numbers of the first and the last row.
    rows: (u32, u32),
    /// Number of nodes that remain in these rows.
    nodes: usize,
    /// True if the cursor's cell is in one of these rows.
    is_here: bool,
}

impl NamedLine {
    /// The name of the line: one or two numbers (`4`, `4-5`), or the long form with the word (`row 4`, `rows 4-5`).
    fn name(&self, is_long: bool) -> String {
        match self.rows {
            (first, last) if first == last && is_long => format!("row {first}"),
            (first, last) if first == last => first.to_string(),
            (first, last) if is_long => format!("rows {first}-{last}"),
            (first, last) => format!("{first}-{last}"),
        }
    }
}

/// Groups the rows of the board by the line of the screen that contains the middle of the row.
fn lines(picture: &Silhouette<'_>, y_of: impl Fn(usize) -> u16) -> Vec<NamedLine> {
    let line = |row: &LevelBand| {
        let nodes = picture.position_levels.get(row.levels.clone()).unwrap_or_default();
        let is_here = picture.cursor.is_some_and(|level| row.levels.contains(&level));
        let (y, rows) = (y_of(middle(row)), (row.number, row.number));
        NamedLine { y, rows, nodes: nodes.iter().sum(), is_here }
    };
    let joined = |one: NamedLine, next: NamedLine| {
        if one.y != next.y {
            return Err((one, next));
        }
        let (rows, nodes) = ((one.rows.0, next.rows.1), one.nodes + next.nodes);
        Ok(NamedLine { rows, nodes, is_here: one.is_here || next.is_here, ..one })
    };
    picture.rows.iter().map(line).coalesce(joined).collect()
}

fn middle(row: &LevelBand) -> usize {
    usize::midpoint(row.levels.start, row.levels.end)
}

/// The pixel at a distance of `at` pixels from the edge. The middle line is after `half` pixels.
const fn pixel_of((whole, lit): (usize, usize), half: usize, at: usize) -> PixelLayer {
    // Distance from the middle line; 1 for the two pixels next to this line.
    let away = if at < half { half - at } else { at - half + 1 };
    if away <= lit {
        PixelLayer::Lit
    } else if away <= whole {
        PixelLayer::Whole
    } else {
        PixelLayer::Ground
    }
}

/// Draws pixels of half a column by half a row, or of a whole character if the font has no half blocks.
fn draw(
    buffer: &mut Buffer,
    area: Rect,
    pixel: impl Fn(usize, usize) -> PixelLayer,
    styles: &Styles,
) {
    let scale = styles.glyphs.or(2, 1);
    for position in area.positions() {
        let at = |(right, down): (u16, u16)| {
            let (x, y) = (position.x - area.x, position.y - area.y);
            pixel((scale * x + right % scale).into(), (scale * y + down % scale).into())
        };
        let count = |wanted| QUADRANTS.into_iter().filter(|&it| at(it) == wanted).count();
        if count(PixelLayer::Ground) == QUADRANTS.len() {
            continue;
        }
        // A character has two colours. With lit pixels, these are the lit colour and the more frequent of the other
        // two.
        let is_lit = count(PixelLayer::Lit) > 0;
        let ink = if is_lit { PixelLayer::Lit } else { PixelLayer::Whole };
        let on_whole = is_lit && count(PixelLayer::Whole) > count(PixelLayer::Ground);
        let (symbol, plain) = match (styles.glyphs, is_lit) {
            (Glyphs::Unicode, false) if styles.chart_colors.is_none() => ('░', styles.dim),
            (Glyphs::Unicode, _) => (quadrant(|right, down| at((right, down)) == ink), styles.text),
            (Glyphs::Ascii, true) => ('#', styles.strong),
            (Glyphs::Ascii, false) => ('.', styles.dim),
        };
        let mut style = styles.chart(is_lit, plain);
        if let Some(inks) = styles.chart_colors.filter(|_| on_whole) {
            style = style.bg(inks.normal);
        }
        put(buffer, position, symbol, style);
    }
}

fn mark(buffer: &mut Buffer, line: Rect, symbol: char, styles: &Styles) {
    for position in line.intersection(buffer.area).positions() {
        put(buffer, position, symbol, styles.frame);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::widgets::testing::{colourless, drawn, styles};

    fn rows(rows: usize, columns: usize) -> Vec<LevelBand> {
        let row = |row: usize| LevelBand {
            number: row as u32 + 1,
            levels: row * columns..(row + 1) * columns,
        };
        (0..rows).map(row).collect()
    }

    #[test]
    fn a_heading_names_the_scale_where_it_fits() {
        assert_eq!(heading("nodes per level", 29), "nodes per level (square root)");
        assert_eq!(heading("nodes per level", 28), "nodes per level");
    }

    #[test]
    fn levels_go_from_left_to_right_around_the_middle() {
        let rows = rows(2, 8);
        let picture = Silhouette {
            rules_levels: &[1, 1, 4, 4, 9, 9, 16, 16, 16, 16, 9, 9, 4, 4, 1, 1],
            position_levels: &[1; 16],
            rows: &rows,
            cursor: Some(15),
        };
        let draw = |buffer: &mut Buffer, area| {
            horizontal(buffer, area, &picture, &colourless(Glyphs::Unicode));
        };
        let lines = ["  ░░░░ │", "▄▄▄▄▄▄▄▄", "▀▀▀▀▀▀▀▀", "  ░░░░ │", "  1   2"];
        assert_eq!(drawn(8, 5, draw), lines.join("\n"));
    }

    #[test]
    fn what_is_lit_stands_on_the_whole() {
        let picture = Silhouette {
            rules_levels: &[16, 16],
            position_levels: &[4, 1],
            rows: &[],
            cursor: None,
        };
        let area = Rect::new(0, 0, 1, 5);
        let mut buffer = Buffer::empty(area);
        let styles = styles(Glyphs::Unicode);
        horizontal(&mut buffer, area, &picture, &styles);
        let inks = styles.chart_colors.unwrap();
        let cell = |y| buffer.cell((0, y)).map(|cell| (cell.symbol(), cell.fg, cell.bg)).unwrap();
        assert_eq!(cell(0), ("█", inks.normal, ratatui::style::Color::Reset));
        assert_eq!(cell(1), ("▙", inks.highlighted, inks.normal));
        assert_eq!(cell(2), ("▛", inks.highlighted, inks.normal));
    }

    #[test]
    fn downwards_each_row_has_its_name_and_nodes() {
        let rows = rows(3, 2);
        let picture = Silhouette {
            rules_levels: &[1, 4, 16, 16, 4, 1],
            position_levels: &[1, 1, 4, 4, 1, 1],
            rows: &rows,
            cursor: Some(2),
        };
        let draw = |buffer: &mut Buffer, area| {
            vertical(buffer, area, &picture, &colourless(Glyphs::Ascii));
        };
        assert_eq!(
            drawn(24, 3, draw),
            "row 1     ..####..     2\n\
             row 2 ....########.... 8\n\
             row 3     ..####..     2"
        );
        let draw = |buffer: &mut Buffer, area| {
            vertical(buffer, area, &picture, &colourless(Glyphs::Ascii));
        };
        assert_eq!(drawn(10, 3, draw), "1   .##.\n2 ..####..\n3   .##.");
    }

    /// A regression test: of eight rows in seven lines, row 5 was left out.
    #[test]
    fn rows_that_share_a_line_are_named_together() {
        let rows = rows(8, 8);
        let picture = Silhouette {
            rules_levels: &[1; 64],
            position_levels: &[1; 64],
            rows: &rows,
            cursor: None,
        };
        let draw = |buffer: &mut Buffer, area| {
            vertical(buffer, area, &picture, &colourless(Glyphs::Ascii));
        };
        let text = drawn(30, 7, draw);
        let name = |line: &str| line.split(' ').take(2).collect::<Vec<_>>().join(" ");
        let names: Vec<_> = text.lines().map(name).collect();
        assert_eq!(names, ["row 1", "row 2", "row 3", "rows 4-5", "row 6", "row 7", "row 8"]);
        let counts: Vec<_> = text.lines().map(|line| line.rsplit(' ').next().unwrap()).collect();
        assert_eq!(counts, ["8", "8", "8", "16", "8", "8", "8"]);
    }

    #[test]
    fn names_keep_apart_and_the_cursors_is_there() {
        let rows = rows(30, 30);
        let nodes = vec![3; 900];
        let picture = Silhouette {
            rules_levels: &nodes,
            position_levels: &nodes,
            rows: &rows,
            cursor: Some(13 * 30),
        };
        let draw = |buffer: &mut Buffer, area| {
            horizontal(buffer, area, &picture, &styles(Glyphs::Unicode));
        };
        let text = drawn(30, 4, draw);
        let names: Vec<_> = text.lines().last().unwrap().split_whitespace().collect();
        assert_eq!(names, ["1", "6", "11", "14", "21", "26"]);
    }

    proptest! {
        #[test]
        fn any_diagram_fits_any_area(
            whole in prop::collection::vec(0_usize..5000, 0..40),
            lit in prop::collection::vec(0_usize..5000, 0..40),
            size in (0_u16..40, 0_u16..12),
            cursor in prop::option::of(0_usize..60),
            glyphs in prop::sample::select(<Glyphs as strum::VariantArray>::VARIANTS),
        ) {
            let rows = rows(10, 4);
            let picture = Silhouette { rules_levels: &whole, position_levels: &lit, rows: &rows, cursor };
            drawn(size.0, size.1, |buffer, area| horizontal(buffer, area, &picture, &styles(glyphs)));
            drawn(size.0, size.1, |buffer, area| vertical(buffer, area, &picture, &styles(glyphs)));
        }
    }
}
