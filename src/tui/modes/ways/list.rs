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
use crate::input::Action;
use crate::model::scene::Scene;
use crate::model::{Hit, Model, Surface};
use crate::panel::{Context, number};
use crate::parts::frame::{self, Frame};
use crate::parts::print::print;
use crate::parts::{bars, menu, wrap};
use problem::Value;
use session::{Restoration, RetractionSet, SolutionCount, Waypoint};

/// Number of rows inside the frame in addition to the sets: headings, a line, and the result.
const EXTRA_ROWS: u16 = 3;

/// Headings of the columns.
const TAKE_BACK: &str = "take back";
const LEAVES: &str = "leaves";

/// Maximum number of cells of a set that are named.
const MAX_NAMED_CELLS: usize = 3;

/// Minimum width of a bar, in columns.
const LEAST_BAR: u16 = 6;

/// Draws the list if the user chooses between several sets of decisions to take back.
pub(crate) fn render(surface: &mut Surface<'_>, model: &Model, scene: &Scene<'_>) {
    let Some((restoration, marked)) = model.restoration_list() else { return };
    let context = &Context::of(model, scene);
    let listed = restoration.first(MAX_LISTED_RESTORATIONS);
    let list = RestorationListView { context, restoration, listed, marked };
    let window =
        Rect { height: surface.buffer.area.height.saturating_sub(1), ..surface.buffer.area };
    let panel = model.view.layout.panel.intersection(window);
    let is_beside = panel.x > 0 && panel.height > list.rows() + frame::ROWS;
    // The board is not darkened, because it shows the decisions that would be taken back.
    if is_beside {
        menu::darken(surface.buffer, panel, context.look.color(context.look.palette.window));
    }
    let area = place(if is_beside { panel } else { window }, is_beside, &list);
    surface.hits.add(surface.buffer.area, Hit::AroundList);
    surface.hits.add(area, Hit::Notice);
    list.render(surface, area);
}

/// The area of the frame: at the top of the panel, or else in the lower right corner of the window.
fn place(below: Rect, is_beside: bool, list: &RestorationListView<'_>) -> Rect {
    let height = (list.rows() + frame::ROWS).min(below.height);
    if is_beside {
        return Rect { height, ..below };
    }
    let width = (list.width() + 4).max(40).min(below.width);
    Rect { x: below.right() - width, y: below.bottom() - height, width, height }
}

struct RestorationListView<'a> {
    context: &'a Context<'a>,
    restoration: &'a Restoration,
    /// The listed sets of decisions to take back.
    listed: &'a [RetractionSet],
    /// Index of the marked set.
    marked: usize,
}

impl RestorationListView<'_> {
    /// Number of rows inside the frame.
    fn rows(&self) -> u16 {
        self.listed.len() as u16 + EXTRA_ROWS
    }

    /// Number of columns inside the frame that the texts and a minimum bar need.
    fn width(&self) -> u16 {
        let texts = 2 + self.cells_width() + 2 + self.number_width() + 1;
        (texts as u16 + 2 * LEAST_BAR).max(self.outcome_line().width() as u16)
    }

    fn cells_width(&self) -> usize {
        let widths = self.listed.iter().map(|way| self.cells(way).width());
        widths.max().unwrap_or(0).max(TAKE_BACK.len())
    }

    fn number_width(&self) -> usize {
        let widths = self.listed.iter().map(|way| Span::raw(self.number(way)).width());
        widths.max().unwrap_or(0).max(LEAVES.len())
    }

    fn render(&self, surface: &mut Surface<'_>, area: Rect) {
        let styles = &self.context.styles;
        let number = self.restoration.number();
        let fact = match self.restoration.sets.len() - self.listed.len() {
            0 if !self.restoration.more => number,
            _ => format!("{} of {number}", self.listed.len()),
        };
        let title = self.title();
        let frame = Frame { title: &title, right_title: fact.into(), is_overlay: true };
        let inside = frame.render(surface.buffer, area, styles);
        let (cells, numbers) = (self.cells_width(), self.number_width());
        let row = |row: u16| Rect { y: inside.y + row, height: 1, ..inside }.intersection(inside);
        let text = |line: Line<'static>| wrap::fit(&line, inside.width, styles.ellipsis());
        let headings = format!("  {TAKE_BACK:<cells$}  {LEAVES:>numbers$}");
        let mut headings = Line::styled(headings, styles.title);
        let bar_x = inside.x.saturating_add((2 + cells + 2 + numbers + 1) as u16);
        let has_bars = inside.right().saturating_sub(bar_x) >= LEAST_BAR;
        if has_bars && self.listed.iter().any(|way| self.share(way).is_some()) {
            headings.push_span(Span::styled(" log", styles.dim));
        }
        print(surface.buffer, row(0), text(headings));
        // If rows are short, the list scrolls to keep the marked set in view.
        let first = (self.marked + 1).saturating_sub(inside.height.saturating_sub(1).into());
        let shown = self.listed.iter().enumerate().skip(first);
        for ((index, way), y) in shown.zip(1..inside.height) {
            let is_marked = index == self.marked;
            let line_area = row(y);
            // The marked line extends into the padding of the frame.
            let x = line_area.x.saturating_sub(1);
            let whole = Rect { x, width: line_area.width + 2, ..line_area };
            surface.hits.add(whole, Hit::Way(index));
            if is_marked {
                menu::select(surface.buffer, whole, styles);
            }
            print(surface.buffer, line_area, text(self.line(index, way, cells, numbers)));
            let bar_area =
                Rect { x: bar_x, width: inside.right().saturating_sub(bar_x), ..line_area };
            if let Some(share) = self.share(way).filter(|_| bar_area.width >= LEAST_BAR) {
                bars::bar(surface.buffer, bar_area, share, is_marked, styles);
            }
            // Reversed text has no colours, so the line is marked again after its bar is drawn.
            if is_marked && styles.selected.add_modifier.contains(Modifier::REVERSED) {
                menu::select(surface.buffer, whole, styles);
            }
        }
        let below = self.listed.len() as u16 + 1;
        if inside.height > below + 1 {
            menu::render_rule(surface.buffer, row(below), styles);
            print(surface.buffer, row(below + 1), text(self.outcome_line()));
        }
    }

    /// The title: the value that the user wants for the cell under the cursor.
    fn title(&self) -> String {
        match self.context.model.app.session.wish(self.context.model.view.cursor).flatten() {
            Some((cell, Value::Placed)) => format!("place {cell}"),
            Some((cell, Value::Excluded)) => format!("exclude {cell}"),
            None => "a way out".to_owned(),
        }
    }

    /// The text about the result: the wanted value and the key that undoes it.
    fn outcome_line(&self) -> Line<'static> {
        let undo =
            Span::styled(self.context.model.view.keys.key(Action::UNDO), self.context.styles.key);
        let then =
            match self.context.model.app.session.wish(self.context.model.view.cursor).flatten() {
                Some((cell, Value::Placed)) => format!("and places {cell}; "),
                Some((cell, Value::Excluded)) => format!("and excludes {cell}; "),
                None => String::new(),
            };
        Line::from(vec![self.context.dim(then), undo, self.context.dim(" undoes it")])
    }

    fn line(
        &self,
        index: usize,
        way: &RetractionSet,
        cells: usize,
        numbers: usize,
    ) -> Line<'static> {
        let mut line = Line::styled(format!("{} ", index + 1), self.context.styles.key);
        let named = self.cells(way);
        let gap = " ".repeat(cells + 2 - named.width());
        line.spans.extend(named.spans);
        let number = format!("{gap}{:>numbers$}", self.number(way));
        line.push_span(self.context.strong(number));
        line
    }

    /// The cells of a set with the chips of their decisions: all cells, or the first ones and the number of further
    /// cells.
    fn cells(&self, way: &RetractionSet) -> Line<'static> {
        let mut line = Line::default();
        for (index, &cell) in way.take_back.iter().take(MAX_NAMED_CELLS).enumerate() {
            let gap = if index > 0 { "  " } else { "" };
            let name = self.context.text(format!(" {cell}"));
            line.extend([Span::raw(gap), self.context.chip(cell), name]);
        }
        if let more @ 1.. = way.take_back.len().saturating_sub(MAX_NAMED_CELLS) {
            line.push_span(self.context.text(format!(" +{more}")));
        }
        line
    }

    /// The number of solutions after taking back a set, if known.
    fn number(&self, way: &RetractionSet) -> String {
        way.solutions_left
            .as_ref()
            .map_or_else(|| self.context.styles.ellipsis().to_owned(), number)
    }

    /// The filled part of the bar, from 0 to 1, on the logarithmic scale of the list of decisions.
    fn share(&self, way: &RetractionSet) -> Option<f64> {
        let leaves = way.solutions_left.as_ref().and_then(SolutionCount::log2)?;
        let start = self.context.model.app.session.waypoint(0).and_then(Waypoint::log2)?;
        Some(bars::share(leaves, start))
    }
}
