//! A chart with a column for each value, in order.
//!
//! ```text
//!             46,736
//!           ▄▄ ██
//!        ▁▁ ██ ██ ▃▃
//! ▁▁ ▁▁ ▁▁ ██ ██ ██ ██ ▁▁ ▁▁
//! 0  1  2  3  4  5  6  7  8
//! ```
//!
//! [`render`] fits any number of values into any area: with more values columns get narrower, then several values share
//! one column.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::styles::{Styles, print, put, row_of};
use crate::look::Glyphs;

/// Minimum number of rows: the text of the largest value, its column, and the names.
pub(crate) const LEAST_ROWS: u16 = 3;

/// Maximum width of a column, including the gap after it.
const WIDEST: u16 = 6;

/// Minimum width of a column with a gap after it, including the gap.
const WITH_GAP: u16 = 3;

/// The content of a chart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns<'a> {
    /// The value of each column, as a fraction of the largest value.
    pub shares: &'a [f64],
    /// The number that names the first column. The next columns are numbered consecutively.
    pub first: usize,
    /// The largest value as text.
    pub largest: &'a str,
}

/// The positions of columns.
struct Layout {
    x: u16,
    /// Number of values that share a column.
    values_per_column: usize,
    /// Width of a column in characters, including the gap after it.
    rendering: u16,
}

impl Layout {
    fn new(area: Rect, values: usize) -> Self {
        let room = usize::from(area.width).max(1);
        let together = values.div_ceil(room).max(1);
        let columns = values.div_ceil(together).max(1);
        let rendering = ((room / columns) as u16).clamp(1, WIDEST);
        let unused = area.width.saturating_sub(rendering * columns as u16);
        Self { x: area.x + unused / 2, values_per_column: together, rendering }
    }

    /// The position and the width, in characters, of the column that shows the value with this index.
    fn span(&self, index: usize) -> (u16, u16) {
        let width = if self.rendering >= WITH_GAP { self.rendering - 1 } else { self.rendering };
        (self.x + (index / self.values_per_column) as u16 * self.rendering, width)
    }
}

/// Draws the chart.
pub(crate) fn render(buffer: &mut Buffer, area: Rect, columns: &Columns<'_>, styles: &Styles) {
    let area = area.intersection(buffer.area);
    if area.height < LEAST_ROWS || area.width == 0 || columns.shares.is_empty() {
        return;
    }
    let layout = Layout::new(area, columns.shares.len());
    let sums: Vec<f64> =
        columns.shares.chunks(layout.values_per_column).map(|part| part.iter().sum()).collect();
    let most = sums.iter().copied().fold(0.0, f64::max);
    let largest = columns.shares.iter().position(|&share| share >= 1.0).unwrap_or_default();
    let image = Rect { y: area.y + 1, height: area.height - 2, ..area };
    for (index, &sum) in sums.iter().enumerate() {
        let (x, width) = layout.span(index * layout.values_per_column);
        let is_largest = index == largest / layout.values_per_column;
        let column = Rect { x, width, ..image }.intersection(image);
        draw(buffer, column, if most > 0.0 { sum / most } else { 0.0 }, is_largest, styles);
    }
    let middle = |index: usize| {
        let (x, width) = layout.span(index);
        x + width / 2
    };
    print_at(buffer, row_of(area, 0), middle(largest), columns.largest, styles.strong);
    let number = |index: usize| (columns.first + index, middle(index));
    let numbers: Vec<_> = (0..columns.shares.len()).map(number).collect();
    let names = row_of(area, area.height - 1);
    let chosen = Some((largest, styles.strong));
    print_numbers(buffer, names, &numbers, columns.first, chosen, styles.dim);
}

/// Draws a column from the bottom of the area up. The column's height is the fraction `share` of the area's height. A
/// share above 0 is always visible.
#[expect(clippy::cast_sign_loss, reason = "a share is not negative")]
fn draw(buffer: &mut Buffer, area: Rect, share: f64, is_largest: bool, styles: &Styles) {
    let steps = if styles.glyphs == Glyphs::Unicode { BLOCKS.len() as u32 } else { 2 };
    let least = u32::from(share > 0.0);
    let height = (share * f64::from(area.height) * f64::from(steps)).round() as u32;
    let height = height.max(least);
    for (row, y) in (0..).zip((area.top()..area.bottom()).rev()) {
        let filled = height.saturating_sub(row * steps).min(steps);
        if filled == 0 {
            return;
        }
        let symbol = match styles.glyphs {
            Glyphs::Unicode => BLOCKS[filled as usize - 1],
            Glyphs::Ascii if filled > 1 => '#',
            Glyphs::Ascii => '_',
        };
        let style = styles.chart(is_largest, styles.text);
        for x in area.left()..area.right() {
            put(buffer, (x, y), symbol, style);
        }
    }
}

/// The blocks with a height of one to eight eighths.
const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Prints a text centred at `middle`, but within the row, and returns the text's area.
fn print_at(buffer: &mut Buffer, row: Rect, middle: u16, text: &str, style: Style) -> Rect {
    let place = centered(row, middle, text);
    print(buffer, place, &Line::from(Span::styled(text.to_owned(), style)));
    place
}

fn centered(row: Rect, middle: u16, text: &str) -> Rect {
    let width = (Span::raw(text).width() as u16).min(row.width);
    let x = middle.saturating_sub(width / 2).clamp(row.x, row.right() - width);
    Rect { x, width, ..row }
}

/// Prints numbers, each centred at a column of the row: the chosen number in its style, and every n-th number counted
/// from `offset`, so that no two touch.
pub(super) fn print_numbers(
    buffer: &mut Buffer,
    row: Rect,
    numbers: &[(usize, u16)],
    offset: usize,
    chosen: Option<(usize, Style)>,
    dim: Style,
) {
    let place = |&(number, middle): &(usize, u16)| centered(row, middle, &number.to_string());
    let named = |step: usize| {
        let numbers = (offset..).zip(numbers);
        numbers.filter(move |(index, _)| index.is_multiple_of(step)).map(|(_, number)| number)
    };
    let fits = |step: &usize| {
        let places: Vec<Rect> = named(*step).map(place).collect();
        places.windows(2).all(|pair| pair[0].right() < pair[1].x)
    };
    let step = [1, 2, 5, 10, 20, 50, 100].into_iter().find(fits).unwrap_or(1000);
    let mut print = |&(number, middle): &(usize, u16), style| {
        print_at(buffer, row, middle, &number.to_string(), style)
    };
    let taken = chosen.map(|(index, style)| print(&numbers[index], style));
    let away = |one: Rect, other: Rect| one.right() < other.x || other.right() < one.x;
    for number in named(step) {
        if taken.is_none_or(|taken| away(place(number), taken)) {
            print(number, dim);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ratatui::style::Color;

    use super::*;
    use crate::parts::testing::{drawn, styles};

    fn chart(
        shares: &[f64],
        first: usize,
        largest: &str,
        glyphs: Glyphs,
        size: (u16, u16),
    ) -> String {
        let columns = Columns { shares, first, largest };
        drawn(size.0, size.1, |buffer, area| render(buffer, area, &columns, &styles(glyphs)))
    }

    #[test]
    fn each_value_has_a_column_and_its_name() {
        let shares = [0.001, 0.25, 1.0, 0.5];
        assert_eq!(
            chart(&shares, 9, "1,234", Glyphs::Unicode, (16, 6)),
            "       1,234\n        ███\n        ███\n        ███ ███\n    ███ ███ ███\n 9  10  11  12"
                .replace("    ███ ███ ███", "▁▁▁ ███ ███ ███")
        );
    }

    #[test]
    fn without_blocks_columns_grow_by_half_rows() {
        let shares = [0.001, 0.0, 1.0, 0.75];
        assert_eq!(
            chart(&shares, 0, "8", Glyphs::Ascii, (8, 4)),
            "     8\n    ##__\n__  ####\n 0 1 2 3"
        );
    }

    #[test]
    fn the_largest_is_lit_and_named() {
        let area = Rect::new(0, 0, 12, 4);
        let mut buffer = Buffer::empty(area);
        let columns = Columns { shares: &[0.5, 1.0, 0.5], first: 0, largest: "92" };
        render(&mut buffer, area, &columns, &styles(Glyphs::Unicode));
        let color = |x| buffer.cell((x, 2)).map(|cell| cell.fg);
        assert_eq!([0, 4, 8].map(color), [Color::Blue, Color::Yellow, Color::Blue].map(Some));
    }

    #[test]
    fn many_values_share_columns_and_few_names_are_printed() {
        let shares: Vec<f64> = (0..=40).map(|index| f64::from(index) / 40.0).collect();
        let text = chart(&shares, 0, "7", Glyphs::Unicode, (21, 5));
        let names: Vec<&str> = text.lines().last().unwrap().split_whitespace().collect();
        assert_eq!(names, ["0", "10", "20", "30", "40"]);
    }

    proptest! {
        #[test]
        fn any_values_fit_any_area(
            shares in prop::collection::vec(0.0_f64..=1.0, 0..90),
            first in 0_usize..2000,
            size in (0_u16..40, 0_u16..12),
            glyphs in prop::sample::select(<Glyphs as strum::VariantArray>::VARIANTS),
        ) {
            chart(&shares, first, "123,456,789,000", glyphs, size);
        }
    }
}
