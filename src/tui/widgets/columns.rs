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

use itertools::Itertools;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Span;

use super::print::{print, put, row_of};
use super::styles::Styles;

/// Minimum number of rows: the text of the largest value, its column, and the names.
pub(crate) const MIN_ROWS: u16 = 3;

/// Maximum width of a column, including the gap after it.
const MAX_COLUMN_WIDTH: u16 = 6;

/// Minimum width of a column with a gap after it, including the gap.
const MIN_WIDTH_WITH_GAP: u16 = 3;

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

/// Draws the chart.
pub(crate) fn render(buffer: &mut Buffer, area: Rect, columns: &Columns<'_>, styles: &Styles) {
    let area = area.intersection(buffer.area);
    let Columns { shares, first, largest: text } = *columns;
    if area.height < MIN_ROWS || area.width == 0 || shares.is_empty() {
        return;
    }
    // With many values, several values share a column.
    let room = usize::from(area.width);
    let values_per_column = shares.len().div_ceil(room);
    let sums: Vec<f64> = shares.chunks(values_per_column).map(|part| part.iter().sum()).collect();
    let pitch = ((room / sums.len()) as u16).min(MAX_COLUMN_WIDTH);
    let width = if pitch >= MIN_WIDTH_WITH_GAP { pitch - 1 } else { pitch };
    let left = area.x + (area.width - pitch * sums.len() as u16) / 2;
    let x = |column: usize| left + column as u16 * pitch;
    let most = sums.iter().copied().fold(0.0, f64::max);
    let largest = shares.iter().position(|&share| share >= 1.0).unwrap_or_default();
    let image = Rect { y: area.y + 1, height: area.height - 2, ..area };
    for (index, &sum) in sums.iter().enumerate() {
        let column = Rect { x: x(index), width, ..image };
        let share = if most > 0.0 { sum / most } else { 0.0 };
        draw(buffer, column, share, index == largest / values_per_column, styles);
    }
    let middle = |index: usize| x(index / values_per_column) + width / 2;
    print_at(buffer, row_of(area, 0), middle(largest), text, styles.strong);
    let numbers: Vec<_> = (0..shares.len()).map(|index| (first + index, middle(index))).collect();
    let names = row_of(area, area.height - 1);
    print_numbers(buffer, names, &numbers, first, Some((largest, styles.strong)), styles.dim);
}

/// Draws a column from the bottom of the area up. The column's height is the fraction `share` of the area's height. A
/// share above 0 is always visible.
#[expect(clippy::cast_sign_loss, reason = "a share is not negative")]
fn draw(buffer: &mut Buffer, area: Rect, share: f64, is_largest: bool, styles: &Styles) {
    let symbols = styles.glyphs.or(&BLOCKS[..], &['_', '#']);
    let steps = symbols.len() as u32;
    let height = (share * f64::from(area.height) * f64::from(steps)).round() as u32;
    let mut left = height.max(u32::from(share > 0.0));
    for row in area.rows().rev() {
        let filled = left.min(steps);
        left -= filled;
        if let Some(index) = filled.checked_sub(1) {
            for position in row.positions() {
                let style = styles.chart(is_largest, styles.text);
                put(buffer, position, symbols[index as usize], style);
            }
        }
    }
}

/// The blocks with a height of one to eight eighths.
const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Prints a text centred at `middle`, but within the row, and returns the text's area.
fn print_at(buffer: &mut Buffer, row: Rect, middle: u16, text: &str, style: Style) -> Rect {
    let place = centered(row, middle, text);
    print(buffer, place, Span::styled(text, style));
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
    let place = |&&(number, middle): &&(usize, u16)| centered(row, middle, &number.to_string());
    let named = |step: usize| {
        let numbers = (offset..).zip(numbers);
        numbers.filter(move |(index, _)| index.is_multiple_of(step)).map(|(_, number)| number)
    };
    let away = |one: Rect, other: Rect| one.right() < other.x || other.right() < one.x;
    let fits = |step: &usize| {
        named(*step).map(|number| place(&number)).tuple_windows().all(|(one, next)| away(one, next))
    };
    let step = [1, 2, 5, 10, 20, 50, 100].into_iter().find(fits).unwrap_or(1000);
    let mut print = |&(number, middle): &(usize, u16), style| {
        print_at(buffer, row, middle, &number.to_string(), style)
    };
    let taken = chosen.map(|(index, style)| print(&numbers[index], style));
    for number in named(step).filter(|number| taken.is_none_or(|taken| away(place(number), taken)))
    {
        print(number, dim);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ratatui::style::Color;

    use super::*;
    use crate::Glyphs;
    use crate::widgets::testing::{drawn, styles};

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
