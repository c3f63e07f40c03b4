//! Watched searches: the trees, the progress, and the last step.

mod story;
mod timeline;
mod tree;

use app::orders::{described, difference, meaning, meanings};
use itertools::Itertools;
use ratatui::layout::{Margin, Rect};
use ratatui::text::{Line, Span};

use crate::model::{Model, Surface};
use crate::modes::watch::SearchPlayback;
use crate::panel::{
    Context, Framed, Section, SectionRows, Sections, Text, TextItem, height, latest, render_items,
};
use crate::widgets::{HeightRequest, Need, counted, frame, grouped, put, wrap};
use engine::search::{Event, NodeOutcome};
use export::face::Exclusion;
use geometry::Cell;
use session::{Replay, WastedBranches};
use tree::sign::{self, Sign};

/// Minimum width of a part below the board, in columns.
const MIN_PART_WIDTH: u16 = 24;

/// Minimum height of a panel that shows the search tree before the last events, in rows.
const MIN_ROWS_WITH_TREE: u16 = 18;

/// Minimum number of rows below the board for showing the cell there.
const MIN_ROWS_FOR_CELL: u16 = 4;

/// Minimum number of rows of the events; fewer if the cell is in the same panel.
const EVENTS: u16 = 4;
const EVENTS_BESIDE_CELL: u16 = 2;

/// True if a watched search has enough room below the board to show the cell there.
pub(crate) fn has_cell_below(model: &Model) -> bool {
    model.view.layout.below.height >= MIN_ROWS_FOR_CELL
        && model.view.layout.below.width >= MIN_PART_WIDTH
}

/// Adds the sections of one or two watched searches.
pub(crate) fn add_sections<'a>(playback: &'a SearchPlayback, sections: &mut Sections<'a>) {
    let (context, panel) = (sections.context, sections.panel);
    let first = &playback.first;
    if let Some(beside) = &playback.second_search {
        sections.add(Some(one_of_two(context, playback, first)));
        sections.add(Some(one_of_two(context, playback, beside)));
        return sections.add(Some(common_progress(context, playback, beside)));
    }
    let has_room = panel.height >= MIN_ROWS_WITH_TREE;
    // The graph beside the panel replaces the tree.
    let has_graph = !context.model.view.layout.graph.is_empty();
    let has_cell = !has_cell_below(context.model) && !has_graph;
    let rows = if has_cell { EVENTS_BESIDE_CELL } else { EVENTS };
    sections.add((!has_room).then(|| events_section(context, first, rows)));
    sections.add((!has_graph).then(|| {
        let short_title = Some("tree".to_owned());
        let title = "search tree".to_owned();
        SearchPanel { short_title, ..SearchPanel::new(context, playback, first, title) }
    }));
    sections.add(Some(progress(context, playback)));
    sections.add(has_room.then(|| events_section(context, first, rows)));
    sections.add(has_cell.then(|| cell(context, first)));
    sections.add(Some(causes(context, first)));
}

/// Preferred height of a tree, in rows.
const PREFERRED_TREE_HEIGHT: u16 = 200;

/// Minimum height of a tree that shares its frame with a text, in rows.
const SMALL_TREE: u16 = 7;

/// Preferred height of the text below a tree, in rows.
const TEXT_BELOW_TREE: u16 = 6;

/// The meaning of a wasted branch.
pub(crate) const WASTED: &str = "no solution lies below";

/// Maximum number of pieces or constraints that are named as the reason of removals.
const MAX_NAMED_SUBJECTS: usize = 8;

/// Minimum and preferred number of rows for the reasons why cells are removed.
const MIN_CAUSES: u16 = 3;
const MAX_CAUSES: u16 = 7;

/// Number of columns of a frame's lower line besides its text.
const NOTE_MARGINS: u16 = 6;

/// A frame about a watched search: a tree, a timeline and a text from top to bottom; tree and timeline are optional.
pub(crate) struct SearchPanel<'a> {
    context: &'a Context<'a>,
    playback: &'a SearchPlayback,
    replay: &'a Replay,
    title: String,
    /// Title to use if the long title and the fact do not both fit.
    short_title: Option<String>,
    fact: Line<'static>,
    has_tree: bool,
    /// Height of the timeline, from 0 to 2 rows.
    timeline: u16,
    items: Vec<TextItem>,
    /// The largest text of any step. Its height is used at all steps.
    largest: Vec<TextItem>,
    /// Number of first items that are kept if rows are short; items in the middle are left out.
    head: usize,
    /// The text in the frame's lower line, long and short.
    note: [String; 2],
}

impl<'a> SearchPanel<'a> {
    /// A frame with a tree only.
    fn new(
        context: &'a Context<'a>,
        playback: &'a SearchPlayback,
        replay: &'a Replay,
        title: String,
    ) -> Self {
        Self {
            context,
            playback,
            replay,
            title,
            short_title: None,
            fact: sums(context, replay),
            has_tree: true,
            timeline: 0,
            items: Vec::new(),
            largest: Vec::new(),
            head: 0,
            note: <[String; 2]>::default(),
        }
    }
}

impl Section for SearchPanel<'_> {
    fn height_request(&self, width: u16) -> HeightRequest {
        let text = height(&self.largest, width.saturating_sub(frame::COLUMNS))
            + self.timeline
            + frame::ROWS;
        if self.has_tree {
            let least = (self.context.model.view.layout.panel.height * 3 / 10).max(7);
            HeightRequest { need: Need::First(6), least, preferred: PREFERRED_TREE_HEIGHT }
        } else {
            HeightRequest { need: Need::First(5), least: text.min(6), preferred: text }
        }
    }

    fn render(&self, surface: &mut Surface<'_>, area: Rect) {
        let short_title = self.short_title.as_ref();
        let short_title =
            short_title.filter(|_| !frame::has_room(area.width, &self.title, &self.fact));
        let title = short_title.unwrap_or(&self.title);
        let mut rest = self.context.frame(surface.buffer, area, title, self.fact.clone());
        // Cuts rows off the top of the remaining area.
        let first_rows = |rest: &mut Rect, rows: u16| {
            let first = Rect { height: rows, ..*rest };
            *rest = Rect { y: rest.y + rows, height: rest.height - rows, ..*rest };
            first
        };
        if self.has_tree {
            // The text gets the rows that a small tree does not need, but at least a third of all rows.
            let spare = rest.height.saturating_sub(self.timeline + SMALL_TREE);
            let most = spare.max(rest.height / 3);
            let has_text = !self.items.is_empty();
            let text = if has_text { TEXT_BELOW_TREE.min(most) + self.timeline } else { 0 };
            let rows = rest.height.saturating_sub(text);
            let tree = first_rows(&mut rest, rows);
            tree::render(surface, tree, self.context, (self.playback, self.replay));
        }
        let rows = self.timeline.min(rest.height);
        let line = first_rows(&mut rest, rows);
        timeline::render(surface, line, self.context, (self.playback, self.replay));
        let items = latest(&self.items, self.head, rest, self.context);
        render_items(surface, rest, &items, self.context);
        if self.has_tree
            && self.note[0].is_empty()
            && area.height < tree::MIN_ROWS_WITH_LEGEND + frame::ROWS
        {
            let line = Rect { y: area.bottom() - 1, height: 1, ..area }.inner(Margin::new(3, 0));
            put(surface.buffer, (line.x - 1, line.y), ' ', self.context.styles.dim);
            sign::legend(surface.buffer, line, self.context, self.replay);
        } else if !self.note[0].is_empty() {
            let (room, styles) = (area.width.saturating_sub(NOTE_MARGINS), &self.context.styles);
            let [long, short] = &self.note;
            let note = Line::raw(if long.len() > usize::from(room) { short } else { long });
            let note = wrap::fit(&note, room, styles.ellipsis());
            frame::render_note(surface.buffer, area, &note.to_string(), styles);
        }
    }
}

/// One of two searches: its tree, its timeline, and the last events.
pub(crate) fn one_of_two<'a>(
    context: &'a Context<'a>,
    playback: &'a SearchPlayback,
    replay: &'a Replay,
) -> SearchPanel<'a> {
    let options = replay.recording.options;
    let mut all = playback.searches().map(|search| search.recording.options);
    let other = all.find(|other| *other != options).unwrap_or_default();
    let counts = counts_item(context, (playback, replay), false);
    let mut items = vec![counts, last_step_item(context, replay)];
    let cell = context.model.view.cursor;
    // The cursor follows the steps of the first search. The panel already shows the effect of such a step on its cell.
    if playback.first.event().and_then(Event::cell) != Some(cell) {
        // The step numbers of a search differ from the common step numbers of two searches, so they are omitted.
        let about = replay.state_in_words(cell, false);
        let spans = [context.strong(cell.to_string()), context.text(format!("  {about}"))];
        items.push(TextItem::new(spans));
    }
    items.extend(runs_item(context, replay));
    if context.model.view.layout.panel.height >= MIN_ROWS_WITH_AGREEMENT {
        items.extend(agreement_item(context, playback, replay));
    }
    let (head, told) = (items.len(), meanings(options, other));
    if replay.steps_done == replay.len() {
        items.push(context.dim(replay.end_in_words()).into());
    } else {
        items.extend(story::of_node(context, replay));
    }
    SearchPanel {
        short_title: Some(difference(options, other)),
        timeline: 1,
        items,
        head,
        note: [0, 1].map(|form| told.iter().map(|meaning| &meaning[form]).join("; ")),
        ..SearchPanel::new(context, playback, replay, described(options))
    }
}

/// Minimum height of a panel that compares the pieces of two searches, in rows.
const MIN_ROWS_WITH_AGREEMENT: u16 = 40;

/// Maximum number of pieces that a comparison names.
const MAX_NAMED_PIECES: usize = 12;

/// The pieces that both searches have, and the pieces that only this search has. `None` before its first piece.
fn agreement_item(
    context: &Context<'_>,
    playback: &SearchPlayback,
    replay: &Replay,
) -> Option<TextItem> {
    let other = playback.searches().find(|other| !std::ptr::eq(*other, replay))?;
    let others: Vec<Cell> = other.snapshot.pieces().collect();
    let (both, own): (Vec<Cell>, Vec<Cell>) =
        replay.snapshot.pieces().sorted().partition(|cell| others.contains(cell));
    if both.is_empty() && own.is_empty() {
        return None;
    }
    let named = |cells: &[Cell]| match cells.len().saturating_sub(MAX_NAMED_PIECES) {
        _ if cells.is_empty() => context.dim("no piece"),
        0 => context.strong(cells.iter().join(" ")),
        more => context.strong(format!("{} +{more}", cells[..MAX_NAMED_PIECES].iter().join(" "))),
    };
    let spans =
        [context.dim("they agree on "), named(&both), context.dim("; only here "), named(&own)];
    Some(TextItem::new(spans))
}

/// The progress of a single search: its timeline, its counts, and the speed of playback.
fn progress<'a>(context: &'a Context<'a>, playback: &'a SearchPlayback) -> SearchPanel<'a> {
    let replay = &playback.first;
    let options = replay.recording.options;
    let described = context.dim(described(options));
    let counts = counts_item(context, (playback, replay), false);
    let mut items = vec![counts, described.into()];
    if context.model.view.layout.panel.height >= MIN_ROWS_WITH_PROPAGATION {
        let propagation = meaning(options.propagation.into());
        items.extend(propagation.map(|[text, _]| context.dim(text).into()));
    }
    SearchPanel {
        fact: speed(context, playback),
        has_tree: false,
        timeline: 2,
        head: items.len(),
        largest: [&[counts_item(context, (playback, replay), true)], &items[1..]].concat(),
        items,
        ..SearchPanel::new(context, playback, replay, step(context, playback))
    }
}

/// The common progress of two searches.
fn common_progress<'a>(
    context: &'a Context<'a>,
    playback: &SearchPlayback,
    second: &Replay,
) -> Framed<'a> {
    let [first, second] = [&playback.first, second].map(|search| search.recording.options);
    let pace = if playback.by_failures() {
        "each goes on to its own next failure"
    } else {
        "both go on by one branch at a time"
    };
    let mut items = vec![context.dim(pace).into()];
    let meanings = [meanings(first, second), meanings(second, first)].concat();
    items.extend(meanings.into_iter().map(|[text, _]| context.dim(text).into()));
    Text { context, items }
        .framed(step(context, playback), Need::Wanted, SectionRows::Text(1, 5))
        .right_title(speed(context, playback))
}

/// Minimum height of a panel that explains the words of a search, in rows.
const MIN_ROWS_WITH_PROPAGATION: u16 = 30;

fn step(context: &Context<'_>, playback: &SearchPlayback) -> String {
    let (place, of) = playback.place(context.model.shows_totals());
    place + &of
}

fn speed(context: &Context<'_>, playback: &SearchPlayback) -> Line<'static> {
    let how = if playback.is_playing { "playing, " } else { "" };
    let [one, several] = playback.units();
    let speed = counted(playback.steps_per_second(), one, several);
    Line::from(context.dim(format!("{how}{speed} a second")))
}

/// The size of the whole search tree, if it may be shown.
fn sums(context: &Context<'_>, replay: &Replay) -> Line<'static> {
    if !context.model.shows_totals() {
        return Line::default();
    }
    let tree = replay.tree();
    let sums = [
        counted(tree.branches(), "branch", "branches"),
        counted(tree.count(NodeOutcome::Failure), "failure", "failures"),
        counted(tree.count(NodeOutcome::Solution), "solution", "solutions"),
    ];
    Line::from(context.dim(sums.join(", ")))
}

/// The counts of the search so far. Each has the sign of the tree, so they are also the legend of a low tree. If the
/// solutions are counted and may be shown, includes the number of branches without a solution below them. With
/// `is_largest`, all numbers are as large as in the whole search.
fn counts_item(
    context: &Context<'_>,
    (playback, replay): (&SearchPlayback, &Replay),
    is_largest: bool,
) -> TextItem {
    let (styles, moment, tree) = (&context.styles, &replay.snapshot, replay.tree());
    let is_tall = context.model.view.layout.panel.height >= MIN_ROWS_WITH_PROPAGATION;
    let is_single = playback.second_search.is_none();
    let gap = if is_tall { "  " } else { " " };
    let mut spans = Vec::new();
    // A number stays on the same line as its sign and its name.
    let mut add = |sign: Option<Sign>, style, name: &str, [now, last]: [usize; 2], end: &str| {
        let number = grouped(if is_largest { last } else { now });
        let sign = sign.map(|sign| format!("{}\u{a0}", sign::symbol(sign, context)));
        spans.extend(sign.map(|sign| Span::styled(sign, style)));
        let name = context.dim(format!("{name}\u{a0}"));
        spans.extend([name, context.strong(number), context.dim(end)]);
    };
    let solutions = tree.count(NodeOutcome::Solution);
    if is_single || is_tall {
        let branches = [moment.branches, tree.branches()];
        add(None, styles.text, "branches", branches, gap);
    }
    add(
        Some(sign::FAILURE),
        styles.wrong,
        "failures",
        [moment.failures, replay.failures.len()],
        gap,
    );
    add(Some(sign::SOLUTION), styles.good, "solutions", [moment.solutions, solutions], gap);
    if is_single && is_tall {
        add(None, styles.text, "depth", [moment.depth(), tree.branches()], gap);
    }
    let wasted = replay.wasted_branches().filter(|_| is_largest || context.model.shows_totals());
    if let Some(WastedBranches { wasted, counted_branches: of }) = wasted {
        let first = if of < tree.branches() { "the\u{a0}first" } else { "all" };
        let branches = if is_tall { "\u{a0}branches" } else { "" };
        let of = format!("\u{a0}of\u{a0}{first}\u{a0}{}{branches}", grouped(of));
        add(Some(sign::LOST), styles.wrong, "wasted", [wasted; 2], &of);
        if is_tall && is_single {
            // The meaning is not divided.
            let meaning = WASTED.replace(' ', "\u{a0}");
            spans.push(context.dim(format!(" ({meaning})")));
        }
    }
    TextItem::new(spans)
}

/// The last step, styled by its kind.
fn last_step_item(context: &Context<'_>, replay: &Replay) -> TextItem {
    let text = sentence(replay);
    TextItem::from(match replay.event() {
        Some(Event::Fail { .. }) => context.wrong(text),
        Some(Event::Solution { .. }) => Span::styled(text, context.styles.good),
        _ => context.strong(text),
    })
}

/// The reasons why cells are removed: for each kind of reason its sign, the number of its cells, and the pieces and
/// constraints. Below, the number of runs of each propagator.
fn causes<'a>(context: &'a Context<'a>, replay: &Replay) -> Framed<'a> {
    let exclusions = context.scene.exclusions();
    let width = exclusions.keys().map(|exclusion| exclusion.word().len()).max().unwrap_or(0);
    let item = |(&exclusion, cells): (&Exclusion, &Vec<Cell>)| {
        let subjects = cells.iter().filter_map(|&cell| replay.removal_cause(cell)?.subject());
        let subjects = subjects.unique().take(MAX_NAMED_SUBJECTS).join(", ");
        let mut item = TextItem::new(vec![
            context.look.exclusion_chip(exclusion),
            context.text(format!(" {:<width$}", exclusion.word())),
            context.strong(format!("{:>4}  ", cells.len())),
        ]);
        item.indent = item.line.width() as u16;
        item.line.push_span(context.dim(subjects));
        item
    };
    let mut items: Vec<TextItem> =
        exclusions.iter().map(item).chain(runs_item(context, replay)).collect();
    if items.is_empty() {
        items.push(context.dim("none so far").into());
    }
    let rows = SectionRows::Fixed(MIN_CAUSES, MAX_CAUSES);
    Text { context, items }.framed("why cells are gone", Need::Wanted, rows)
}

/// The number of runs of each propagator so far; `None` before the first run.
fn runs_item(context: &Context<'_>, replay: &Replay) -> Option<TextItem> {
    let runs = replay.runs().in_words();
    (!runs.is_empty()).then(|| context.dim(format!("runs of propagators  {runs}")).into())
}

/// The last step, and the earlier events at the same node.
fn events_section<'a>(context: &'a Context<'a>, replay: &Replay, rows: u16) -> Framed<'a> {
    let mut items = vec![last_step_item(context, replay)];
    items.extend(story::of_node(context, replay));
    // If rows are short, the last item is kept.
    if replay.steps_done == replay.len() {
        items.push(context.dim(replay.end_in_words()).into());
    }
    Text { context, items }.framed("what happened", Need::Must, SectionRows::Latest(rows, 8))
}

/// The state of the cell under the cursor in the search, and the path to the present node.
pub(crate) fn cell<'a>(context: &'a Context<'a>, replay: &Replay) -> Framed<'a> {
    let cell = context.model.view.cursor;
    let about = replay.state_in_words(cell, true);
    let removal = replay.removal_kind(cell).filter(|_| context.scene.shows_removals());
    let chip = removal.map(|kind| context.look.exclusion_chip(Exclusion::Removal(kind)));
    let chip = chip.unwrap_or_else(|| context.chip(cell));
    let spans = vec![chip, Span::raw(" "), context.text(about)];
    let mut items = vec![TextItem::new(spans)];
    items.extend(story::path(context, replay));
    Text { context, items }
        .framed(cell.to_string(), Need::Must, SectionRows::Fixed(2, 5))
        .right_title(context.dim(replay.recording.group(cell).to_string()))
}

/// The last step as a sentence. Names the key that adopts a solution.
pub(crate) fn sentence(replay: &Replay) -> String {
    let adopts = if replay.solution().is_some() { "; Enter adopts it" } else { "" };
    format!("{}{adopts}", replay.last_step_in_words())
}
