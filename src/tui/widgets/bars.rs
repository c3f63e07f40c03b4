//! A bar, and the list of decisions with the number of solutions after each.
//!
//! ```text
//!   start   92 ▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆ without it
//! 1 ▙▟ a1    4 ▆▆▆▆▆▆▆                   +14
//! 2 ▙▟ g2    2 ▆▆▆▆▆                      +2
//! ```
//!
//! [`render`] draws the list and returns which row shows which decision; [`share`] is the length of a bar. If there are
//! too many lines, the first line stays, and a scroll offset moves the other lines.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};

use super::print::{print, put, without_first_columns};
use super::styles::Styles;
use super::wrap;
use crate::look::Glyphs;

/// Minimum number of columns of a bar worth drawing.
const MIN_BAR_WIDTH: u16 = 6;

/// A line of the list: a decision, or the start without decisions.
#[derive(Clone, Debug, Default)]
pub(crate) struct BarRow {
    /// The number of the decision, counted from 1: the key that takes it back, up to 9.
    pub number: Option<usize>,
    /// A sample of the decided state, two columns wide; empty for the start.
    pub chip: Span<'static>,
    /// The name of the decided cell, or `start`.
    pub name: String,
    /// The number of solutions after the decision, as text.
    pub count: String,
    /// The filled part of the bar, from 0 to 1; `None` without a bar.
    pub share: Option<f64>,
    /// The text after the bar, at the right edge.
    pub right_text: String,
}

/// The filled part of a count's bar, from 0 to 1. Both arguments are logarithms of numbers of solutions.
pub(crate) fn share(count: f64, start: f64) -> f64 {
    if start > 0.0 { (count / start).clamp(0.0, 1.0) } else { 0.0 }
}

/// The indices of the lines shown in `rows` rows. If not all lines fit, these are the first line, a gap (`None`) and
/// the last lines, scrolled up by the offset `scroll`. At the largest offset the gap is at the end.
pub(crate) fn visible(lines: usize, rows: usize, scroll: usize) -> Vec<Option<usize>> {
    if lines <= rows {
        return (0..lines).map(Some).collect();
    }
    match rows {
        0 => Vec::new(),
        1 => vec![Some(lines - 1)],
        2 => vec![Some(0), Some(lines - 1)],
        _ => {
            let shown = rows - 2;
            let first = (lines - shown).saturating_sub(scroll).max(1);
            let window = (first..first + shown).map(Some);
            if first == 1 {
                std::iter::once(Some(0)).chain(window).chain([None]).collect()
            } else {
                [Some(0), None].into_iter().chain(window).collect()
            }
        }
    }
}

/// The largest effective scroll offset.
pub(crate) fn last_scroll(lines: usize, rows: usize) -> usize {
    if lines <= rows || rows < 3 { 0 } else { lines - (rows - 2) - 1 }
}

/// True if a list of this width has bars.
pub(crate) fn has_bars(rows: &[BarRow], width: u16) -> bool {
    Widths::new(rows).bar_width(width) >= MIN_BAR_WIDTH
        && rows.iter().any(|row| row.share.is_some())
}

/// Draws the list and returns the area of each line that is shown, with its index.
pub(crate) fn render(
    buffer: &mut Buffer,
    area: Rect,
    rows: &[BarRow],
    scroll: usize,
    styles: &Styles,
) -> Vec<(Rect, usize)> {
    let widths = Widths::new(rows);
    let (facts, bar_width) = (widths.facts(area.width), widths.bar_width(area.width));
    let fit = |line: &Line<'_>| wrap::fit(line, area.width, styles.ellipsis());
    let mut areas = Vec::new();
    let shown = visible(rows.len(), area.height.into(), scroll);
    let hidden = rows.len() - shown.iter().flatten().count();
    for (index, place) in shown.into_iter().zip(area.rows()) {
        let Some(index) = index else {
            let indent = " ".repeat(widths.number);
            let gap = format!("{indent}{} {hidden} more", styles.ellipsis());
            print(buffer, place, fit(&Line::from(Span::styled(gap, styles.dim))));
            continue;
        };
        let row = &rows[index];
        print(buffer, place, fit(&widths.line(row, styles)));
        if let Some(share) = row.share.filter(|_| bar_width >= MIN_BAR_WIDTH) {
            let bar_area = without_first_columns(place, widths.bar());
            let is_last = index + 1 == rows.len();
            bar(buffer, Rect { width: bar_width, ..bar_area }, share, is_last, styles);
        }
        if facts > 0 {
            let fact = Span::styled(&*row.right_text, styles.dim);
            print(buffer, place, Line::from(fact).right_aligned());
        }
        areas.push((place, index));
    }
    areas
}

/// Widths of the columns of the list, in characters. A column is as wide as its widest text; numbers, chips and facts
/// include the blank that separates them from the next column.
struct Widths {
    number: usize,
    chip: usize,
    name: usize,
    count: usize,
    fact: usize,
}

impl Widths {
    fn new(rows: &[BarRow]) -> Self {
        let widest = |width: &dyn Fn(&BarRow) -> usize| rows.iter().map(width).max().unwrap_or(0);
        let with_blank = |width: usize| if width > 0 { width + 1 } else { 0 };
        let chip = widest(&|row| with_blank(row.chip.width()));
        // In a line without a chip, the name starts in the chip's place.
        let name = |row: &BarRow| {
            let spare = if row.chip.width() > 0 { 0 } else { chip };
            Span::raw(&*row.name).width().saturating_sub(spare)
        };
        Self {
            number: widest(&|row| row.number.map_or(0, |number| number.to_string().len() + 1)),
            chip,
            name: widest(&name),
            count: widest(&|row| Span::raw(&*row.count).width()).max(4),
            fact: widest(&|row| with_blank(Span::raw(&*row.right_text).width())),
        }
    }

    /// The first column of the bar.
    fn bar(&self) -> u16 {
        (self.number + self.chip + self.name + self.count + 2) as u16
    }

    /// Width of the bars in a list of this width.
    fn bar_width(&self, width: u16) -> u16 {
        width.saturating_sub(self.bar() + self.facts(width))
    }

    /// Width of the facts in a list of this width; 0 if there is no room for facts.
    fn facts(&self, width: u16) -> u16 {
        let facts = self.fact as u16;
        if self.bar() + facts <= width + 1 { facts } else { 0 }
    }

    fn line(&self, row: &BarRow, styles: &Styles) -> Line<'static> {
        let key = if row.number <= Some(9) { styles.key } else { styles.dim };
        let number = row.number.map(|number| format!("{number} ")).unwrap_or_default();
        let mut line = Line::from(Span::styled(format!("{number:>0$}", self.number), key));
        let mut name = self.name + self.chip;
        if row.chip.width() > 0 {
            line.extend([row.chip.clone(), Span::raw(" ")]);
            name = self.name;
        }
        line.push_span(Span::styled(format!("{:<name$} ", row.name), styles.text));
        line.push_span(Span::styled(format!("{:>1$}", row.count, self.count), styles.strong));
        line
    }
}

/// Draws a bar as wide as the area. The part `share` is filled, with the colour of the highlighted bar of a chart or of
/// the others; the remaining part is drawn as a track. A share above 0 fills at least one column.
pub(crate) fn bar(
    buffer: &mut Buffer,
    area: Rect,
    share: f64,
    is_highlighted: bool,
    styles: &Styles,
) {
    let least = if share > 0.0 { 1.0 } else { 0.0 };
    let filled = (share.clamp(0.0, 1.0) * f64::from(area.width)).round().max(least);
    let [full, empty] = styles.glyphs.or(['▆', '·'], ['#', '-']);
    let ink = styles.chart(is_highlighted, styles.glyphs.or(styles.text, Style::new()));
    // The terminal's own background cannot be a foreground colour.
    let track = styles.chart_colors.map(|inks| inks.track).filter(|&track| track != Color::Reset);
    let rest = match track {
        Some(track) if styles.glyphs == Glyphs::Unicode => (full, Style::new().fg(track)),
        Some(_) | None => (empty, styles.dim),
    };
    for (x, column) in (area.x..area.right()).zip(0_u32..) {
        let (symbol, style) = if f64::from(column) < filled { (full, ink) } else { rest };
        put(buffer, (x, area.y), symbol, style);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::widgets::styles::ChartColors;
    use crate::widgets::testing::{drawn, styles};

    fn rows() -> Vec<BarRow> {
        let row = |number, name: &str, count: &str, share| BarRow {
            number: Some(number),
            chip: Span::raw("▙▟"),
            name: name.to_owned(),
            count: count.to_owned(),
            share: Some(share),
            right_text: String::new(),
        };
        vec![
            BarRow {
                name: "start".to_owned(),
                count: "92".to_owned(),
                share: Some(1.0),
                ..BarRow::default()
            },
            row(1, "a1", "4", 0.36),
            row(2, "g2", "2", 0.24),
        ]
    }

    #[test]
    fn every_decision_has_its_count_and_bar() {
        let mut areas = Vec::new();
        let draw = |buffer: &mut Buffer, area| {
            areas = render(buffer, area, &rows(), 0, &styles(Glyphs::Ascii));
        };
        assert_eq!(
            drawn(26, 3, draw),
            "  start   92 #############\n\
             1 ▙▟ a1    4 #####--------\n\
             2 ▙▟ g2    2 ###----------"
        );
        let lines = (0..3).map(|y| (Rect::new(0, y, 26, 1), usize::from(y)));
        assert_eq!(areas, lines.collect::<Vec<_>>());
    }

    #[test]
    fn the_last_bar_is_highlighted() {
        let area = Rect::new(0, 0, 26, 3);
        let mut buffer = Buffer::empty(area);
        render(&mut buffer, area, &rows(), 0, &styles(Glyphs::Unicode));
        let color = |y| buffer.cell((13, y)).map(|cell| cell.fg);
        assert_eq!([0, 1, 2].map(color), [Color::Blue, Color::Blue, Color::Yellow].map(Some));
    }

    #[test]
    fn a_track_without_a_colour_of_its_own_is_dotted() {
        let inks =
            ChartColors { highlighted: Color::Yellow, normal: Color::Blue, track: Color::Reset };
        for inks in [None, Some(inks)] {
            let styles = Styles { chart_colors: inks, ..styles(Glyphs::Unicode) };
            let text = drawn(8, 1, |buffer, area| bar(buffer, area, 0.5, true, &styles));
            assert_eq!(text, "▆▆▆▆····");
        }
    }

    #[test]
    fn a_narrow_list_has_no_bars() {
        let draw = |buffer: &mut Buffer, area| {
            render(buffer, area, &rows(), 0, &styles(Glyphs::Ascii));
        };
        assert_eq!(drawn(18, 1, draw), "2 ▙▟ g2    2");
    }

    #[test]
    fn facts_stand_at_the_right_where_there_is_room() {
        let facts = ["back", "+14", "+2"];
        let rows: Vec<_> = rows()
            .into_iter()
            .zip(facts)
            .map(|(row, fact)| BarRow { right_text: fact.to_owned(), ..row })
            .collect();
        let text = |width| {
            drawn(width, 3, |buffer, area| {
                render(buffer, area, &rows, 0, &styles(Glyphs::Ascii));
            })
        };
        assert_eq!(
            text(26),
            "  start   92 ######## back\n\
             1 ▙▟ a1    4 ###-----  +14\n\
             2 ▙▟ g2    2 ##------   +2"
        );
        // In narrower lists, first the bars are left out, then the facts.
        assert_eq!(text(18).lines().nth(1), Some("1 ▙▟ a1    4   +14"));
        assert_eq!(text(16).lines().nth(1), Some("1 ▙▟ a1    4"));
    }

    #[test]
    fn the_gap_says_how_many_lines_are_hidden() {
        let rows: Vec<_> = rows().into_iter().chain(rows()).collect();
        let draw = |buffer: &mut Buffer, area| {
            render(buffer, area, &rows, 0, &styles(Glyphs::Ascii));
        };
        let text = drawn(14, 4, draw);
        assert_eq!(text.lines().nth(1), Some("  ... 3 more"));
    }

    #[test]
    fn too_many_lines_leave_a_gap_that_scrolls() {
        let shown = |rows, scroll| {
            let line = |line: Option<usize>| line.map_or("…".to_owned(), |line| line.to_string());
            visible(10, rows, scroll).into_iter().map(line).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(shown(10, 0), "0 1 2 3 4 5 6 7 8 9");
        assert_eq!(shown(5, 0), "0 … 7 8 9");
        assert_eq!(shown(5, 2), "0 … 5 6 7");
        assert_eq!(shown(5, last_scroll(10, 5)), "0 1 2 3 …");
        assert_eq!(shown(5, 100), "0 1 2 3 …");
        assert_eq!(shown(2, 1), "0 9");
        assert_eq!(shown(1, 0), "9");
        assert_eq!(shown(0, 0), "");
    }

    #[test]
    fn a_bar_is_never_longer_than_the_first() {
        let share = |count: f64, start: f64| super::share(count, start);
        assert!((share(2.0, 6.0) - 1.0 / 3.0).abs() < 1e-9);
        assert!((share(6.5, 6.0) - 1.0).abs() < 1e-9);
        assert!(share(0.0, 6.0).abs() < 1e-9 && share(0.0, 0.0).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn what_is_shown_is_in_order_and_fits(
            lines in 0_usize..40, rows in 0_usize..40, scroll in 0_usize..60,
        ) {
            let shown = visible(lines, rows, scroll);
            prop_assert_eq!(shown.len(), lines.min(rows));
            let numbers: Vec<_> = shown.iter().flatten().collect();
            prop_assert!(numbers.is_sorted() && numbers.iter().all(|&&line| line < lines));
            let last = last_scroll(lines, rows);
            prop_assert!(scroll <= last || shown == visible(lines, rows, last));
        }
    }
}
