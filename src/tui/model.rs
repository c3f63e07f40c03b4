//! The state of the board as plain values. `update` changes it, `view` reads it.

pub(crate) mod graph;
pub(crate) mod graph_view;
pub(crate) mod hits;
pub(crate) mod lesson;
pub(crate) mod mode;
pub(crate) mod options;
pub(crate) mod palette;
pub(crate) mod prompt;
pub(crate) mod region_colors;
pub(crate) mod room;
pub(crate) mod scene;
pub(crate) mod what_if;

pub(crate) use hits::{Hit, Hits, Surface};
pub(crate) use mode::Overlay;
pub(crate) use palette::CommandPalette;
pub(crate) use prompt::Prompt;

use std::collections::BTreeSet;
use std::sync::Arc;

use ratatui::layout::Rect;

use crate::input::{Keymap, Scope};
use crate::look::{
    Background, BoardLayout, ColorDepth, Glyphs, LayoutNeeds, Look, SquareRendering, Theme,
    WindowSplit,
};
use crate::modes::watch::SearchPlayback;
use crate::modes::{Mode, ModeFact};
use app::effect::Effect;
use app::operations::brush::REMAINDER_REGION;
use app::{Action, App, Names, Notice, Setting, Shading, Shown};
use export::face::Figure;
use geometry::Cell;
use graph_view::GraphView;
use itertools::Itertools;
use lesson::LessonView;
use options::Options;
use problem::{Assist, GroupId, Problem, Requirement, Rule};
use region_colors::RegionColors;
use session::{CellState, Explanation, Stamp};

/// The board: what both front ends have, what only the screen has, and the mode of the screen. Drawing reads it and
/// changes nothing.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub app: App,
    pub view: View,
    /// The present mode, which [`Model::enter`] changes.
    mode: Mode,
    pub overlay: Overlay,
}

/// The part of the state that only the screen knows: its cursor, its window and its look.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub cursor: Cell,
    /// The area of the terminal window, in characters.
    pub window: Rect,
    /// The layout of the window, computed after each change and before each frame.
    pub layout: BoardLayout,
    /// The areas of the last frame that can be clicked.
    pub hits: Hits,
    pub glyphs: Glyphs,
    pub theme: Theme,
    pub depth: ColorDepth,
    /// The terminal's background; `None` if the terminal does not answer.
    pub background: Option<Background>,
    pub keys: Keymap,
    /// True if the board handles mouse clicks.
    pub mouse: bool,
    /// The last mouse position (column, row); `None` after a key is pressed.
    pub pointer: Option<(u16, u16)>,
    /// Minimum side of a square, in columns. A board that does not fit scrolls.
    pub least_side: u16,
    /// The cells that the current drag has excluded or cleared.
    pub exclusion_drag: Option<ExclusionDrag>,
    /// True after a click on `quit`. A second click then quits.
    pub asks_to_quit: bool,
    /// True while keys arrive faster than anyone types: a terminal pastes a text as keys.
    pub is_burst: bool,
    /// The diagram as a graph.
    pub graph: GraphView,
    /// Scroll offset of the list of decisions, in lines from its end.
    pub list_scroll: usize,
    pub lesson: LessonView,
    pub region_colors: RegionColors,
    /// Lines typed after `:`, oldest first.
    pub command_history: Vec<String>,
}

/// A drag that excludes or clears cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ExclusionDrag {
    /// The cells that are excluded or cleared.
    pub cells: Vec<Cell>,
    /// The cell under the mouse.
    pub last_cell: Cell,
    /// True if the drag excludes cells, false if it takes exclusions back.
    pub excludes: bool,
    /// True if the drag has made an undo step, which is then the latest step.
    pub has_step: bool,
    /// The position after the last change of the drag.
    pub stamp: Stamp,
}

impl Names for Keymap {
    fn operation(&self, action: Action) -> String {
        self.key(action)
    }

    fn operation_here(&self, action: Action) -> Option<String> {
        self.first_key(Scope::Board, action).map(|key| key.to_string())
    }

    fn group(&self, group: GroupId) -> String {
        group.to_string()
    }
}

impl Names for Model {
    fn operation(&self, action: Action) -> String {
        self.view.keys.key(action)
    }

    fn operation_here(&self, action: Action) -> Option<String> {
        self.view.keys.first_key(self.scope_below(), action).map(|key| key.to_string())
    }

    fn group(&self, group: GroupId) -> String {
        self.group_name(group)
    }
}

impl Model {
    pub(crate) fn of(app: App, options: &Options) -> Self {
        Self {
            app,
            view: View {
                cursor: Cell::new(0, 0),
                window: Rect::ZERO,
                layout: BoardLayout::default(),
                hits: Hits::default(),
                glyphs: options.glyphs,
                theme: match options.depth {
                    ColorDepth::None => Theme::Monochrome,
                    _ => options.theme,
                },
                depth: options.depth,
                background: Some(Background::Dark),
                keys: options.keys.clone(),
                mouse: options.mouse,
                pointer: None,
                least_side: 1,
                exclusion_drag: None,
                asks_to_quit: false,
                is_burst: false,
                graph: GraphView::default(),
                list_scroll: 0,
                lesson: LessonView::default(),
                region_colors: RegionColors::default(),
                command_history: Vec::new(),
            },
            mode: Mode::Board,
            overlay: Overlay::None,
        }
    }

    pub(crate) const fn mode(&self) -> &Mode {
        &self.mode
    }

    pub(crate) const fn mode_mut(&mut self) -> &mut Mode {
        &mut self.mode
    }

    /// Enters a mode, and reports the shown information to the application.
    pub(crate) fn enter(&mut self, mode: Mode) {
        self.app.shown = Shown {
            is_board: matches!(mode, Mode::Board),
            is_played: mode.has(ModeFact::IsPlayed),
            decides_cells: mode.has(ModeFact::DecidesCells),
            is_painted: matches!(mode, Mode::Paint(_)),
        };
        self.mode = mode;
    }

    /// Opens the palette with an initial text, and requests the list of board files.
    pub(crate) fn open_palette(&mut self, text: &str) {
        let prompt = Prompt::beginning_with(text);
        let palette = CommandPalette { prompt, ..CommandPalette::default() };
        self.overlay = Overlay::Palette(Box::new(palette));
        self.app.emit(Effect::List);
    }

    /// Shows a message about the last action.
    pub(crate) fn say(&mut self, notice: impl Into<Notice>) {
        self.app.say(notice);
    }

    /// Shows why the last action was not done.
    pub(crate) fn refuse(&mut self, reason: impl Into<Notice>) {
        self.app.refuse(reason);
    }

    /// The colours and characters of the terminal.
    pub(crate) fn look(&self) -> Look {
        let background = self.view.background.unwrap_or_default();
        Look::new(self.view.theme, self.view.depth, self.view.glyphs, background)
    }

    /// The drawing of a piece under the present rules.
    pub(crate) fn figure(&self) -> Figure {
        export::figure(self.problem().rules())
    }

    /// Computes the layout of a window.
    pub(crate) fn arrange(&mut self, window: Rect) {
        self.cut_graph();
        let (rules, look) = (Arc::clone(self.problem().rules()), self.look());
        let need = LayoutNeeds {
            size: self.app.requested_size().unwrap_or(rules.size()),
            rendering: SquareRendering::new(look.depth, look.glyphs),
            has_counters: self.has_counters(),
            least_side: self.view.least_side,
            cursor: self.app.requested_size().map_or(self.view.cursor, |_| Cell::new(0, 0)),
            split: match self.playback() {
                None => WindowSplit::Board,
                Some(SearchPlayback { second_search: None, .. }) => WindowSplit::Halves,
                Some(SearchPlayback { second_search: Some(_), .. }) => WindowSplit::TwoBoards,
            },
            graph: self.graph_width(),
            has_strip: self.app.lesson.as_ref().is_some_and(|lesson| lesson.is_open),
        };
        self.view.window = window;
        let operand = self.series_view().and_then(|view| view.operand_width);
        let layout = operand
            .and_then(|it| BoardLayout::with_operands(window, &need, it, &self.view.layout))
            .unwrap_or_else(|| BoardLayout::new(window, &need, &self.view.layout));
        if let Some(view) = self.mode.try_as_series_mut() {
            view.shows_operand &= layout.operands.is_empty();
        }
        if layout.size != self.view.layout.size {
            self.view.hits = Hits { is_old: true, ..Hits::default() };
        }
        self.view.layout = layout;
        self.arrange_graph();
        self.view.region_colors.update_for(&rules);
    }

    /// True if rows and columns have counters.
    pub(crate) fn has_counters(&self) -> bool {
        let compares = self.pair_view().is_some();
        self.playback().is_some() || self.shows_group_counters() && !compares
    }

    /// True if the board shows the numbers of pieces in rows, columns and regions. A board with regions or a puzzle
    /// shows them, unless settings or assist hide them.
    pub(crate) fn shows_group_counters(&self) -> bool {
        let is_wanted = self.app.has_full_assist() || self.app.settings.has(Setting::Counters);
        self.app.is_puzzle() && is_wanted && self.app.session.assist() != Assist::None
    }

    /// True if the window has a panel of more than one row.
    pub(crate) fn has_panel(&self) -> bool {
        self.view.layout.panel.height > 1
    }

    /// True if the board shows groups with too many pieces or no room for missing ones.
    pub(crate) fn shows_breaches(&self) -> bool {
        self.app.has_full_assist() || self.app.settings.has(Setting::Broken)
    }

    /// Moves the cursor by rows and columns, within the grid.
    pub(crate) fn move_cursor_by(&mut self, rows: i32, columns: i32) {
        let size = self.app.session.rules().size();
        let to = |index: u16, by: i32, side: u16| {
            let moved = i32::from(index).saturating_add(by).clamp(0, i32::from(side) - 1);
            u16::try_from(moved).expect("within the grid")
        };
        self.view.cursor = Cell::new(
            to(self.view.cursor.row(), rows, size.rows()),
            to(self.view.cursor.column(), columns, size.columns()),
        );
    }

    /// The scope of the bindings that apply now.
    pub(crate) fn scope(&self) -> Scope {
        match self.overlay {
            Overlay::None => self.scope_below(),
            Overlay::Keys { .. }
            | Overlay::Manual { .. }
            | Overlay::Results { .. }
            | Overlay::Comparison { .. } => Scope::Keys,
            Overlay::Palette(_) => Scope::Palette,
        }
    }

    /// The scope of the bindings below an overlay.
    pub(crate) fn scope_below(&self) -> Scope {
        match self.app.puzzle_request() {
            Some(_) => Scope::Making,
            None if self.app.has_solved() => Scope::Solved,
            None if self.app.is_paused() => Scope::Paused,
            None => match self.mode.behavior().names(self).0 {
                Scope::Board if self.app.playing().is_some() && !self.app.has_full_assist() => {
                    Scope::Play
                }
                scope => scope,
            },
        }
    }

    /// The present rules with an additional rule about the drawn regions; `None` without regions, or if a present rule
    /// is about regions.
    pub(crate) fn rules_with_regions(&self) -> Option<String> {
        let rules = self.problem().rules();
        let requirements = rules.requirements();
        let is_missing =
            rules.regions().is_some() && !requirements.iter().any(Requirement::needs_regions);
        let mut words = requirements.iter().map(ToString::to_string).chain(["regions".to_owned()]);
        is_missing.then(|| words.join(","))
    }

    /// The letters of the regions, and the first unused letter. Without regions, all other cells will form a region,
    /// whose letter counts as used.
    pub(crate) fn region_letters(&self) -> BTreeSet<char> {
        let regions = self.problem().rules().regions();
        let used = regions.map(|regions| regions.cells().into_iter().map(|(letter, _)| letter));
        let mut letters: BTreeSet<char> = used.into_iter().flatten().collect();
        if letters.is_empty() {
            letters.insert(REMAINDER_REGION);
        }
        letters.extend(('a'..='z').find(|letter| !letters.contains(letter)));
        letters
    }

    /// The displayed problem: the result of the current drag in paint mode, otherwise the session's problem.
    pub(crate) fn problem(&self) -> &Problem {
        let stroke = self.painting().and_then(|painting| painting.stroke.as_ref());
        stroke.unwrap_or(self.app.session.problem())
    }

    /// The cost of a piece on a cell; `None` without weights and on holes.
    pub(crate) fn weight(&self, cell: Cell) -> Option<i64> {
        let rules = self.problem().rules();
        let weights = rules.weights().filter(|_| rules.check(cell).is_ok())?;
        Some(weights.of(cell))
    }

    /// The name of a group. The name of a region includes its colour if the board shows colours: `region a (blue)`.
    pub(crate) fn group_name(&self, group: GroupId) -> String {
        if let GroupId::Region(letter) = group
            && self.view.theme != Theme::Monochrome
        {
            return self.view.region_colors.named(letter);
        }
        group.to_string()
    }

    /// The footer's text for Enter and the command that Enter runs, if a puzzle is offered: the unfinished puzzle of an earlier
    /// session while the cursor is on a1, otherwise the puzzle on the board.
    pub(crate) fn offered_puzzle(&self) -> Option<(&'static str, &'static str)> {
        if self.scope() != Scope::Board || self.app.hint.is_some() {
            return None;
        }
        if self.app.offers_earlier() && self.view.cursor == Cell::new(0, 0) {
            return Some(("your puzzle", "play continue"));
        }
        self.app.is_to_play().then_some(("play", "play board"))
    }

    /// The word for an excluded cell. In puzzles it is the word of players.
    pub(crate) fn excluded_word(&self) -> &'static str {
        if self.app.is_puzzle() { "crossed out" } else { CellState::Excluded.into() }
    }

    /// The state that the board shows for a cell; `None` if the assist hides it.
    pub(crate) fn shown_state(&self, cell: Cell) -> Option<CellState> {
        let was = self.app.session.rules().grid().is_hole(cell);
        match self.problem().rules().grid().is_hole(cell) {
            true => Some(CellState::Hole),
            false if was => None,
            false => self.app.session.shown_state(cell, self.app.session.assist()),
        }
    }

    /// The target of a click at a position of the screen.
    pub(crate) fn hit(&self, x: u16, y: u16) -> Option<Hit> {
        let cell = || {
            // Two tiny cells share a character.
            let is_at_cursor = self.view.layout.cells_at(x, y).any(|cell| cell == self.view.cursor);
            let is_tiny = self.view.layout.side == 1;
            if is_tiny && is_at_cursor {
                return Some(self.view.cursor);
            }
            let beside = || self.view.layout.second_board()?.cell_at(x, y);
            self.view.layout.cell_at(x, y).or_else(beside)
        };
        self.view.hits.at(x, y).or_else(|| cell().map(Hit::Cell))
    }

    /// True if a click at this position clearly targets `cell`. Two tiny cells share a character, so a click
    /// there clearly targets only the cell under the cursor.
    pub(crate) fn is_unambiguous_click(&self, cell: Cell, (x, y): (u16, u16)) -> bool {
        let is_tiny = self.view.layout.side == 1 && self.view.layout.cell_at(x, y).is_some();
        !is_tiny || cell == self.view.cursor
    }

    /// The cell under the mouse, if the board shows which cells a piece on it would attack.
    pub(crate) fn hovered(&self) -> Option<Cell> {
        self.view.pointer.and_then(|position| self.hovered_at(position))
    }

    /// [`Model::hovered`] for the mouse at this position of the screen.
    pub(crate) fn hovered_at(&self, (x, y): (u16, u16)) -> Option<Cell> {
        let is_shown = self.painting().is_none()
            && !matches!(self.scope(), Scope::Keys | Scope::Making | Scope::Paused)
            && self.app.session.assist() != Assist::None
            && self.view.mouse;
        let Some(Hit::Cell(cell)) = self.hit(x, y) else { return None };
        (is_shown && !self.problem().rules().grid().is_hole(cell)).then_some(cell)
    }

    /// The displayed rules of an explanation. If the explanation also has decisions, its rules are displayed
    /// only after all explanations of the cell under the cursor were requested.
    pub(crate) fn shown_rules<'a>(&self, explanation: &'a Explanation) -> &'a [Rule] {
        let were_requested = self.app.session.explanations(self.view.cursor).is_some();
        if were_requested || explanation.because.is_empty() { &explanation.rules } else { &[] }
    }

    /// True if impossible cells show the weakest filter that removes them.
    pub(crate) fn shows_consistency(&self) -> bool {
        self.app.shading == Shading::Consistency
            && self.app.has_full_assist()
            && self.mode.has(ModeFact::HasFilters)
    }

    /// True if Esc cancels or restarts a computation, because there is no mode to leave.
    pub(crate) fn escape_cancels(&self) -> bool {
        matches!(self.scope(), Scope::Board | Scope::Play | Scope::Making | Scope::Solved)
    }

    /// True if the screen changes with time: a computation is running, or a search is played back.
    pub(crate) fn is_busy(&self) -> bool {
        self.app.jobs.counting.is_some() && !self.app.jobs.is_assessing()
            || self.playback().is_some_and(|playback| playback.is_playing)
            || self.app.jobs.answering.as_ref().is_some_and(|work| work.job.is_awaited())
    }
}
