//! The regions: which have their pieces, and how many cells are open in each.

use std::collections::HashMap;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::context::Context;
use super::section::Section;
use crate::look::glyphs::Glyphs;
use crate::look::{Counter, Region};
use crate::model::hits::Hits;
use crate::model::room::Tally;
use crate::parts::frame::{self, Frame};
use crate::parts::stack::{Need, Part};
use crate::parts::wrap::{self, NO_BREAK_SPACE};
use crate::view::print::print;
use geometry::Cell;
use problem::{Assist, Bounds, Family, Group, Problem, Requirement, Value};
use session::CellState;

pub(super) struct RegionsPanel<'a> {
    context: &'a Context<'a>,
    entries: Vec<Entry>,
    summary: String,
}

/// What is said of a region.
struct Entry {
    letter: char,
    pieces: u32,
    open: usize,
    /// The allowed number of pieces; `None` if no rule is about regions.
    bounds: Option<Bounds>,
}

impl<'a> RegionsPanel<'a> {
    /// The part; none on a board without regions.
    pub(super) fn of(context: &'a Context<'a>) -> Option<Self> {
        let problem = context.model.problem();
        let regions = problem.rules().regions()?;
        let is_placed = |&cell: &Cell| problem.decisions().get(cell) == Some(Value::Placed);
        if !context.model.counts_groups() && context.model.session.assist() != Assist::None {
            return None;
        }
        let room = context.scene.room();
        let is_open = |&cell: &Cell| {
            use CellState::{Forced, Possible, Unknown};
            let state = context.model.shown_state(cell);
            matches!(state, None | Some(Forced | Possible | Unknown)) && !room.rules_out(cell)
        };
        let rules = problem.rules();
        let is_required = rules.requirements().iter().any(Requirement::needs_regions);
        let of_regions =
            rules.bounded_groups().iter().filter(|group| group.id().family() == Family::Regions);
        let bounds: HashMap<Cell, Bounds> = of_regions
            .filter(|_| is_required)
            .filter_map(|group| Some((*group.cells().first()?, group.bounds())))
            .collect();
        let entry = |(letter, cells): (char, Vec<Cell>)| Entry {
            letter,
            pieces: cells.iter().copied().filter(|cell| is_placed(cell)).count() as u32,
            open: cells.iter().filter(|cell| is_open(cell)).count(),
            bounds: cells.first().and_then(|first| bounds.get(first)).copied(),
        };
        let mut entries: Vec<_> = regions.cells().into_iter().map(entry).collect();
        entries.sort_by_key(|entry| entry.letter);
        // The part of the game says it.
        let is_said = context.model.playing().is_some();
        let summary = if is_said { String::new() } else { summary(problem) };
        Some(Self { context, entries, summary })
    }

    /// What a region's pieces say: enough, too many, no room for enough, or not enough yet.
    fn mark(&self, &Entry { pieces, open, bounds, .. }: &Entry) -> Span<'static> {
        let styles = &self.context.styles;
        let is_unicode = styles.glyphs == Glyphs::Unicode;
        let tells_broken = self.context.model.tells_broken();
        let tally = |bounds| Tally { pieces, open: open as u32, bounds };
        match bounds.map(|bounds| tally(bounds).counter(tells_broken)) {
            Some(Counter::Broken) => Span::styled("!", styles.wrong),
            Some(Counter::Satisfied) => {
                Span::styled(if is_unicode { "●" } else { "*" }, styles.good)
            }
            Some(Counter::Open) => Span::styled(if is_unicode { "○" } else { "o" }, styles.dim),
            None => self.context.dim(pieces.to_string()),
        }
    }

    fn line(&self, entry: &Entry, width: u16) -> Line<'static> {
        let context = self.context;
        let color = context.model.region_colors.color(entry.letter);
        let region = Region { letter: entry.letter, color };
        let chip = context.look.region_chip(region);
        let square = if context.styles.glyphs == Glyphs::Unicode { "■" } else { "#" };
        let has_enough = entry.bounds.is_some_and(|bounds| bounds.hold(entry.pieces));
        let ground = chip.style.bg.filter(|_| !has_enough && context.styles.inks.is_some());
        let ink = ground.map_or(context.styles.dim, |ground| Style::new().fg(ground));
        let squares = Span::styled(square.repeat(entry.open.min(width.into())), ink);
        let named = context.scene.named();
        let named = named.filter(|groups| groups.regions.contains(&entry.letter));
        // What an explanation or a hint names stands out as the labels of rows and columns do.
        let mark = match named {
            Some(groups) if groups.is_hint => Span::styled("<", context.styles.hint),
            Some(_) => Span::styled("<", context.styles.cause),
            None => Span::raw(" "),
        };
        let spans = vec![
            chip,
            mark,
            self.mark(entry),
            context.text(format!(" {:>3} ", entry.open)),
            squares,
        ];
        wrap::fit(&Line::from(spans), width, context.styles.ellipsis())
    }
}

/// How many of the groups of each kind have their pieces: `rows 4  regions 5  of 10`.
pub(super) fn summary(problem: &Problem) -> String {
    let rules = problem.rules();
    let is_placed = |cell: &&Cell| problem.decisions().get(**cell) == Some(Value::Placed);
    let mut parts = Vec::new();
    for &requirement in rules.requirements() {
        let Some(word) = requirement.family.declaration().tally else { continue };
        let groups = rules.groups_of(requirement);
        let pieces = |group: &&Group| group.cells().iter().filter(is_placed).count() as u32;
        let done = groups.iter().filter(|group| requirement.bounds.hold(pieces(group)));
        parts.push((word, done.count(), groups.len()));
    }
    let Some(&(.., all)) = parts.first() else { return String::new() };
    if parts.iter().all(|&(.., groups)| groups == all) {
        let parts: Vec<_> = parts.iter().map(|(word, done, _)| format!("{word} {done}")).collect();
        return format!("{}  of{NO_BREAK_SPACE}{all}", parts.join("  "));
    }
    let part = |(word, done, groups)| format!("{word} {done} of {groups}");
    parts.into_iter().map(part).collect::<Vec<_>>().join("  ")
}

impl Section for RegionsPanel<'_> {
    fn part(&self, _width: u16) -> Part {
        let rows = self.entries.len() as u16;
        Part {
            need: Need::Wanted,
            least: rows.min(4) + frame::ROWS,
            best: rows.saturating_add(1 + frame::ROWS),
        }
    }

    fn render(&self, buffer: &mut Buffer, area: Rect, _hits: &mut Hits) {
        let context = self.context;
        let fact = Line::from(context.dim("pieces, open cells"));
        let frame = Frame { title: "regions", fact, is_over: false };
        let inside = frame.render(buffer, area, &context.styles);
        if inside.is_empty() {
            return;
        }
        // Where there are more than rows, they stand side by side.
        let rows = usize::from(inside.height);
        let columns = self.entries.len().div_ceil(rows).max(1) as u16;
        let width = inside.width / columns;
        for (index, entry) in self.entries.iter().enumerate() {
            let (column, row) = ((index / rows) as u16, (index % rows) as u16);
            let room = if column + 1 < columns { width.saturating_sub(1) } else { width };
            let (x, y) = (inside.x + column * width, inside.y + row);
            let place = Rect { x, y, width: room, height: 1 };
            print(buffer, place, self.line(entry, room));
        }
        if self.entries.len() < rows {
            let y = inside.y + self.entries.len() as u16;
            let summary = Line::from(context.dim(self.summary.clone()));
            let line = wrap::fit(&summary, inside.width, context.styles.ellipsis());
            print(buffer, Rect { y, height: 1, ..inside }, line);
        }
    }
}
