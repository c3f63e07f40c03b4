//! The regions: whether each has its pieces, and its number of open cells.

use itertools::Itertools;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::context::Context;
use super::section::DrawnSection;
use super::solutions::without_first_rows;
use crate::look::GroupSatisfaction;
use crate::model::room::Tally;
use crate::parts::wrap::{self, NO_BREAK_SPACE};
use crate::parts::{HeightRequest, PartPriority, frame};
use crate::view::print::{print, print_lines};
use export::face::Region;
use geometry::Cell;
use problem::{Assist, Bounds, Group, GroupId, Problem, Requirement, Value};
use session::CellState;

/// Minimum width of a region's line that shows open cells as squares. Narrower lines show only their number.
const WITH_SQUARES: u16 = 12;

/// A region with its number of pieces and of open cells.
struct RegionRow {
    letter: char,
    pieces: u32,
    open: usize,
    /// Allowed number of pieces; `None` if no rule applies to regions.
    bounds: Option<Bounds>,
}

/// The part of the panel, if the board has regions.
pub(super) fn section<'a>(context: &'a Context<'a>, width: u16) -> Option<DrawnSection<'a>> {
    let problem = context.model.problem();
    let regions = problem.rules().regions()?;
    let is_placed = |&cell: &Cell| problem.decisions().get(cell) == Some(Value::Placed);
    if !context.model.shows_group_counters() && context.model.app.session.assist() != Assist::None {
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
    let bounds = |letter: char| {
        let mut groups = rules.bounded_groups().iter().filter(|_| is_required);
        groups.find(|group| group.id() == GroupId::Region(letter)).map(Group::bounds)
    };
    let entry = |(letter, cells): (char, Vec<Cell>)| RegionRow {
        letter,
        pieces: cells.iter().copied().filter(|cell| is_placed(cell)).count() as u32,
        open: cells.iter().filter(|cell| is_open(cell)).count(),
        bounds: bounds(letter),
    };
    let mut entries: Vec<_> = regions.cells().into_iter().map(entry).collect();
    entries.sort_by_key(|entry| entry.letter);
    // The part about the played puzzle shows the same summary.
    let is_said = context.model.app.playing().is_some();
    let summary = if is_said { String::new() } else { summary(problem) };
    // In paint mode, the part about the brush says the same.
    let is_painting = context.model.painting().is_some();
    let note = crate::modes::paint::panel::unused_regions(context).filter(|_| !is_painting);
    let note = note.map(|item| item.rows(width.saturating_sub(4))).unwrap_or_default();
    let (rows, notes) = (entries.len() as u16, note.len() as u16);
    let least = rows.min(4) + notes + frame::ROWS;
    let best = rows.saturating_add(1 + notes + frame::ROWS);
    Some(DrawnSection {
        context,
        title: "regions",
        right_title: "pieces, open cells".to_owned(),
        part: HeightRequest { need: PartPriority::Wanted, least, best },
        draw: Box::new(move |surface, inside| {
            let rest = without_first_rows(inside, notes);
            print_lines(
                surface.buffer,
                Rect { height: inside.height - rest.height, ..inside },
                note.clone(),
            );
            render(surface.buffer, rest, context, &entries, &summary);
        }),
    })
}

fn render(
    buffer: &mut Buffer,
    inside: Rect,
    context: &Context<'_>,
    entries: &[RegionRow],
    summary: &str,
) {
    if inside.is_empty() {
        return;
    }
    // If there are more regions than rows, they are arranged in columns.
    let rows = usize::from(inside.height);
    let columns = entries.len().div_ceil(rows).max(1) as u16;
    let width = inside.width / columns;
    for (index, entry) in entries.iter().enumerate() {
        let (column, row) = ((index / rows) as u16, (index % rows) as u16);
        let room = if column + 1 < columns { width.saturating_sub(1) } else { width };
        let (x, y) = (inside.x + column * width, inside.y + row);
        let place = Rect { x, y, width: room, height: 1 };
        print(buffer, place, line(context, entry, room));
    }
    if entries.len() < rows {
        let y = inside.y + entries.len() as u16;
        let summary = Line::from(context.dim(summary));
        let line = wrap::fit(&summary, inside.width, context.styles.ellipsis());
        print(buffer, Rect { y, height: 1, ..inside }, line);
    }
}

/// The mark of a region: enough pieces, not enough yet, or broken (too many pieces, or too few open cells). Without a
/// rule, the number of pieces.
fn mark(
    context: &Context<'_>,
    &RegionRow { pieces, open, bounds, .. }: &RegionRow,
) -> Span<'static> {
    let styles = &context.styles;
    let tells_broken = context.model.shows_breaches();
    let tally = |bounds| Tally { pieces, open: open as u32, bounds };
    let Some(counter) = bounds.map(|bounds| tally(bounds).counter(tells_broken)) else {
        return context.dim(pieces.to_string());
    };
    let style = match counter {
        GroupSatisfaction::Broken => styles.wrong,
        GroupSatisfaction::Satisfied => styles.good,
        GroupSatisfaction::Begun | GroupSatisfaction::Open => styles.dim,
    };
    Span::styled(counter.symbol(styles.glyphs).to_string(), style)
}

fn line(context: &Context<'_>, entry: &RegionRow, width: u16) -> Line<'static> {
    let color = context.model.view.region_colors.color(entry.letter);
    let region = Region { letter: entry.letter, color };
    let chip = context.look.region_chip(region);
    let square = context.styles.glyphs.or("■", "#");
    let has_enough = entry.bounds.is_some_and(|bounds| bounds.contains(entry.pieces));
    let ground = chip.style.bg.filter(|_| !has_enough && context.styles.chart_colors.is_some());
    let ink = ground.map_or(context.styles.dim, |ground| Style::new().fg(ground));
    let squares = Span::styled(square.repeat(entry.open.min(width.into())), ink);
    let named = context.scene.named.as_ref();
    let named = named.filter(|groups| groups.regions.contains(&entry.letter));
    // Regions named by an explanation or a hint are highlighted like the labels of rows and columns.
    let pointer = match named {
        Some(groups) if groups.is_hint => Span::styled("<", context.styles.hint),
        Some(_) => Span::styled("<", context.styles.cause),
        None => Span::raw(" "),
    };
    let mut spans = vec![chip, pointer, mark(context, entry)];
    if width < WITH_SQUARES {
        spans.push(context.text(format!(" {:>2}", entry.open)));
    } else {
        spans.extend([context.text(format!(" {:>3} ", entry.open)), squares]);
    }
    wrap::fit(&Line::from(spans), width, context.styles.ellipsis())
}

/// The number of satisfied groups of each kind, as in `rows 4  regions 5  of 10`. If all groups need several pieces, the
/// number of pieces, as in `pieces 7 of 20`.
pub(super) fn summary(problem: &Problem) -> String {
    let rules = problem.rules();
    let is_placed = |cell: &&Cell| problem.decisions().get(**cell) == Some(Value::Placed);
    let mut parts = Vec::new();
    let mut needed = Vec::new();
    for &requirement in rules.requirements() {
        let Some(word) = requirement.family.properties().counter_word else { continue };
        let groups = rules.groups_of(requirement);
        let pieces = |group: &&Group| group.cells().iter().filter(is_placed).count() as u32;
        let done = groups.iter().filter(|group| requirement.bounds.contains(pieces(group)));
        parts.push((word, done.count(), groups.len()));
        let placed: u32 = groups.iter().map(|group| pieces(&group)).sum();
        needed.push((requirement.bounds.lower, groups.len() as u32, placed));
    }
    // Where groups need several pieces, full groups come late, so pieces are counted.
    if let Some(&(number, groups, placed)) = needed.first()
        && number > 1
        && needed.iter().all_equal()
    {
        return format!("pieces {placed} of{NO_BREAK_SPACE}{}", number * groups);
    }
    let Some(&(.., all)) = parts.first() else { return String::new() };
    if parts.iter().all(|&(.., groups)| groups == all) {
        let parts = parts.iter().map(|(word, done, _)| format!("{word} {done}")).join("  ");
        return format!("{parts}  of{NO_BREAK_SPACE}{all}");
    }
    let part = |(word, done, groups)| format!("{word} {done} of {groups}");
    parts.into_iter().map(part).join("  ")
}
