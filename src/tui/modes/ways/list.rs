//! The restoration list over the panel: the smallest sets of decisions to take back, so that the cell under the cursor
//! can get the value that the user wants.
//!
//! ```text
//! ╭─ place c4 ─────────────── 2 ways ─╮
//! │   take back        leaves         │
//! │▌1 ▙▟ a1                 2 ▆▆▆▆▆▆▆ │
//! │ 2 ▙▟ g2                 1 ▆▆▆▆    │
//! │ ───────────────────────────────── │
//! │ and places c4; u undoes it        │
//! ╰───────────────────────────────────╯
//! ```

use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use super::MAX_LISTED_RESTORATIONS;
use crate::model::{Hit, Surface};
use crate::panel::{Context, number};
use crate::widgets::frame::{self, Frame};
use crate::widgets::{bars, menu, print, row_of, without_first_columns, wrap};
use app::Action;
use problem::Value;
use session::{RetractionSet, SolutionCount, Waypoint};

/// Number of rows inside the frame in addition to the sets: headings, a line, and the result.
const EXTRA_ROWS: u16 = 3;

/// Headings of the columns.
const TAKE_BACK: &str = "take back";
const LEAVES: &str = "leaves";

/// Maximum number of cells of a set that are named.
pub(super) const MAX_NAMED_CELLS: usize = 3;

/// Minimum width of a bar, in columns.
const MIN_BAR_WIDTH: u16 = 6;

/// A listed set of decisions to take back.
struct WayRow {
    /// The cells with the chips of their decisions: all cells, or the first ones and the number of further cells.
    cells: Line<'static>,
    /// The number of solutions after taking back the set, or an ellipsis.
    number: String,
    /// The filled part of the bar, from 0 to 1, on the logarithmic scale of the list of decisions.
    share: Option<f64>,
}

impl WayRow {
    fn new(context: &Context<'_>, way: &RetractionSet) -> Self {
        let mut cells = Line::default();
        for (index, &cell) in way.take_back.iter().take(MAX_NAMED_CELLS).enumerate() {
            let gap = if index > 0 { "  " } else { "" };
            let name = context.text(format!(" {cell}"));
            cells.extend([Span::raw(gap), context.chip(cell), name]);
        }
        if let more @ 1.. = way.take_back.len().saturating_sub(MAX_NAMED_CELLS) {
            cells.push_span(context.text(format!(" +{more}")));
        }
        let left = way.solutions_left.as_ref();
        let unknown = || context.styles.ellipsis().to_owned();
        let start = context.session.waypoint(0).and_then(Waypoint::log2);
        let share = left.and_then(SolutionCount::log2).zip(start);
        let share = share.map(|(leaves, start)| bars::share(leaves, start));
        Self { cells, number: left.map_or_else(unknown, number), share }
    }
}

/// The list with the widths of its columns.
struct WayTable<'a> {
    context: &'a Context<'a>,
    rows: Vec<WayRow>,
    cells: usize,
    numbers: usize,
    /// The result: the wanted value and the key that undoes it.
    outcome: Line<'static>,
    /// Index of the marked set.
    marked: usize,
}

/// Draws the list if the user chooses between several sets of decisions to take back.
pub(crate) fn render(surface: &mut Surface<'_>, context: &Context<'_>) {
    let model = context.model;
    let Some((restoration, marked)) = model.restoration_list() else { return };
    let wish = context.session.wish(model.view.cursor).flatten();
    let (title, outcome) = match wish {
        Some((cell, Value::Placed)) => (format!("place {cell}"), format!("and places {cell}; ")),
        Some((cell, Value::Excluded)) => {
            (format!("exclude {cell}"), format!("and excludes {cell}; "))
        }
        None => ("a way out".to_owned(), String::new()),
    };
    let undo = Span::styled(model.view.keys.key(Action::UNDO), context.styles.key);
    let outcome = Line::from(vec![context.dim(outcome), undo, context.dim(" undoes it")]);
    let ways = restoration.first(MAX_LISTED_RESTORATIONS).iter();
    let rows: Vec<WayRow> = ways.map(|way| WayRow::new(context, way)).collect();
    let cells = rows.iter().map(|row| row.cells.width()).max().unwrap_or(0).max(TAKE_BACK.len());
    let numbers = rows.iter().map(|row| Span::raw(&*row.number).width()).max().unwrap_or(0);
    let numbers = numbers.max(LEAVES.len());
    let number = restoration.number();
    let fact = match restoration.sets.len() - rows.len() {
        0 if !restoration.more => number,
        _ => format!("{} of {number}", rows.len()),
    };
    let table = WayTable { context, rows, cells, numbers, outcome, marked };
    let area = table.place(surface);
    surface.hits.add(surface.buffer.area, Hit::AroundList);
    surface.hits.add(area, Hit::Notice);
    let frame = Frame { title: &title, right_title: fact.into(), is_overlay: true };
    let inside = frame.render(surface.buffer, area, &context.styles);
    table.render(surface, inside);
}

impl WayTable<'_> {
    /// Number of columns before the bars.
    fn before_bar(&self) -> u16 {
        (2 + self.cells + 2 + self.numbers + 1) as u16
    }

    /// The area of the frame: at the top of the panel, or else in the lower right corner of the window.
    fn place(&self, surface: &mut Surface<'_>) -> Rect {
        let look = &self.context.look;
        let window =
            Rect { height: surface.buffer.area.height.saturating_sub(1), ..surface.buffer.area };
        let panel = self.context.model.view.layout.panel.intersection(window);
        let height = self.rows.len() as u16 + EXTRA_ROWS + frame::ROWS;
        if panel.x > 0 && panel.height > height {
            // The board is not darkened, because it shows the decisions that would be taken back.
            menu::darken(surface.buffer, panel, look.color(look.palette.window));
            return Rect { height, ..panel };
        }
        let needed = (self.before_bar() + 2 * MIN_BAR_WIDTH).max(self.outcome.width() as u16);
        let (width, height) = ((needed + 4).max(40).min(window.width), height.min(window.height));
        Rect { x: window.right() - width, y: window.bottom() - height, width, height }
    }

    fn render(&self, surface: &mut Surface<'_>, inside: Rect) {
        let (context, styles) = (self.context, &self.context.styles);
        let (cells, numbers) = (self.cells, self.numbers);
        let fit = |line: &Line<'_>| wrap::fit(line, inside.width, styles.ellipsis());
        let bar_of = |line| without_first_columns(line, self.before_bar());
        let has_bars = bar_of(inside).width >= MIN_BAR_WIDTH;
        let headings = format!("  {TAKE_BACK:<cells$}  {LEAVES:>numbers$}");
        let mut headings = Line::styled(headings, styles.title);
        if has_bars && self.rows.iter().any(|row| row.share.is_some()) {
            headings.push_span(Span::styled(" log", styles.dim));
        }
        print(surface.buffer, row_of(inside, 0), fit(&headings));
        // If rows are short, the list scrolls to keep the marked set in view.
        let first = (self.marked + 1).saturating_sub(inside.height.saturating_sub(1).into());
        for ((index, row), line) in
            self.rows.iter().enumerate().skip(first).zip(inside.rows().skip(1))
        {
            let is_marked = index == self.marked;
            // The marked line extends into the padding of the frame.
            let whole = Rect { x: line.x.saturating_sub(1), width: line.width + 2, ..line };
            surface.hits.add(whole, Hit::Way(index));
            if is_marked {
                menu::select(surface.buffer, whole, styles);
            }
            let gap = " ".repeat(cells + 2 - row.cells.width());
            let mut text = Line::styled(format!("{} ", index + 1), styles.key);
            text.extend(row.cells.spans.iter().cloned());
            text.push_span(context.strong(format!("{gap}{:>numbers$}", row.number)));
            print(surface.buffer, line, fit(&text));
            if let Some(share) = row.share.filter(|_| has_bars) {
                bars::bar(surface.buffer, bar_of(line), share, is_marked, styles);
            }
            // Reversed text has no colours, so the line is marked again after its bar is drawn.
            if is_marked && styles.selected.add_modifier.contains(Modifier::REVERSED) {
                menu::select(surface.buffer, whole, styles);
            }
        }
        let below = self.rows.len() as u16 + 1;
        if inside.height > below + 1 {
            menu::render_rule(surface.buffer, row_of(inside, below), styles);
            print(surface.buffer, row_of(inside, below + 1), fit(&self.outcome));
        }
    }
}
