//! The regions: whether each has its pieces, and its number of open cells.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::look::GroupSatisfaction;
use crate::model::Surface;
use crate::model::room::Tally;
use crate::modes::board::play::summary;
use crate::modes::paint::panel::unused_regions;
use crate::panel::{Context, Framed};
use crate::widgets::{frame, print, print_lines, row_of, without_first_rows, wrap};
use export::face::Region;
use geometry::Cell;
use problem::{Assist, Bounds, Group, GroupId, Requirement, Value};
use session::CellState;
use session::steps::piece_word;

/// Minimum width of a region's line that shows open cells as squares. Narrower lines show only their number.
const MIN_WIDTH_WITH_SQUARES: u16 = 12;

/// Minimum number of rows of the panel for each region, if all regions stand in one column during play.
const ROWS_PER_LINE: u16 = 3;

/// Number of rows of the panel beside one column of regions during play: the frames of the puzzle, the cell and the list.
const ROWS_BESIDE_COLUMN: u16 = 16;

/// Maximum number of rows if they stand in several columns during play.
const MOST_ROWS: u16 = 5;

/// A region with its number of pieces and of open cells.
struct RegionRow {
    letter: char,
    pieces: u32,
    open: u32,
    /// Allowed number of pieces; `None` if no rule applies to regions.
    bounds: Option<Bounds>,
}

/// The section of the panel, if the board has regions.
pub(super) fn section<'a>(context: &'a Context<'a>, width: u16) -> Option<Framed<'a>> {
    let model = context.model;
    let (decisions, rules) = (model.problem().decisions(), model.problem().rules());
    let regions = rules.regions()?;
    if !model.shows_group_counters() && context.session.assist() != Assist::None {
        return None;
    }
    let is_placed = |cell: &&Cell| decisions.get(**cell) == Some(Value::Placed);
    let is_open = |&&cell: &&Cell| {
        use CellState::{Forced, Possible, Unknown};
        let state = model.shown_state(cell);
        matches!(state, None | Some(Forced | Possible | Unknown))
            && !context.scene.room.rules_out(cell)
    };
    let is_required = rules.requirements().iter().any(Requirement::needs_regions);
    let bounds = |letter: char| {
        let mut groups = rules.bounded_groups().iter().filter(|_| is_required);
        groups.find(|group| group.id() == GroupId::Region(letter)).map(Group::bounds)
    };
    let entry = |(letter, cells): (char, Vec<Cell>)| RegionRow {
        letter,
        pieces: cells.iter().filter(is_placed).count() as u32,
        open: cells.iter().filter(is_open).count() as u32,
        bounds: bounds(letter),
    };
    let mut entries: Vec<_> = regions.cells().into_iter().map(entry).collect();
    entries.sort_by_key(|entry| entry.letter);
    // The section about the played puzzle shows the same summary.
    let summary = if model.app.playing().is_some() { String::new() } else { summary(model) };
    // In paint mode, the section about the brush contains the same text.
    let note = unused_regions(context).filter(|_| model.painting().is_none());
    let note = note.map(|item| item.rows(width.saturating_sub(frame::COLUMNS))).unwrap_or_default();
    let (rows, notes) = (entries.len() as u16, note.len() as u16);
    let (least, most) = if model.app.playing().is_none() {
        (rows.min(4), rows.saturating_add(1))
    } else if (ROWS_PER_LINE * rows).max(rows + ROWS_BESIDE_COLUMN)
        <= model.view.layout.panel.height
    {
        (rows, rows)
    } else {
        // While a puzzle is played, the columns stay the same, whatever else the panel shows.
        let half = rows.div_ceil(2).clamp(rows.min(4), MOST_ROWS);
        (half, half)
    };
    let rows = least + notes..=most.saturating_add(notes);
    let draw = move |surface: &mut Surface<'_>, inside| {
        print_lines(surface.buffer, inside, note.clone());
        let rest = without_first_rows(inside, notes);
        render(surface.buffer, rest, context, &entries, &summary);
    };
    let title = format!("{}s, open cells", piece_word(context.model.problem().rules()));
    Some(Framed::drawing(context, "regions", rows, draw).right_title(title))
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
    for (column, entries) in (0..columns).zip(entries.chunks(rows)) {
        let gap = u16::from(column + 1 < columns);
        let x = inside.x + column * width;
        let place = Rect { x, width: width.saturating_sub(gap), ..inside };
        let lines = entries.iter().map(|entry| line(context, entry, place.width));
        print_lines(buffer, place, lines);
    }
    if entries.len() < rows {
        let line = Line::from(context.dim(summary));
        let line = wrap::fit(&line, inside.width, context.styles.ellipsis());
        print(buffer, row_of(inside, entries.len() as u16), line);
    }
}

/// The mark of a region: enough pieces, not enough yet, or broken (too many pieces, or too few open cells). Without a
/// rule, the number of pieces.
fn mark(context: &Context<'_>, entry: &RegionRow) -> Span<'static> {
    let &RegionRow { pieces, open, bounds, .. } = entry;
    let Some(bounds) = bounds else { return context.dim(pieces.to_string()) };
    let styles = &context.styles;
    let counter = Tally { pieces, open, bounds }.counter(context.model.shows_breaches());
    let style = match counter {
        GroupSatisfaction::Broken => styles.wrong,
        GroupSatisfaction::Satisfied => styles.good,
        GroupSatisfaction::Begun | GroupSatisfaction::Open => styles.dim,
    };
    Span::styled(counter.symbol(styles.glyphs).to_string(), style)
}

fn line(context: &Context<'_>, entry: &RegionRow, width: u16) -> Line<'static> {
    let (styles, open) = (&context.styles, entry.open);
    let color = context.model.view.region_colors.color(entry.letter);
    let chip = context.look.region_chip(Region { letter: entry.letter, color });
    let has_enough = entry.bounds.is_some_and(|bounds| bounds.contains(entry.pieces));
    let ground = chip.style.bg.filter(|_| !has_enough && styles.chart_colors.is_some());
    let ink = ground.map_or(styles.dim, |ground| Style::new().fg(ground));
    let named = context.scene.named.as_ref();
    // Regions named by an explanation or a hint are highlighted like the labels of rows and columns.
    let pointer = match named.filter(|groups| groups.has(GroupId::Region(entry.letter))) {
        Some(groups) if groups.is_hint => Span::styled("<", styles.hint),
        Some(_) => Span::styled("<", styles.cause),
        None => Span::raw(" "),
    };
    let mut line = Line::from(vec![chip, pointer, mark(context, entry)]);
    if width < MIN_WIDTH_WITH_SQUARES {
        line.push_span(context.text(format!(" {open:>2}")));
    } else {
        let squares = styles.glyphs.or("■", "#").repeat(open.min(width.into()) as usize);
        line.extend([context.text(format!(" {open:>3} ")), Span::styled(squares, ink)]);
    }
    wrap::fit(&line, width, styles.ellipsis())
}
