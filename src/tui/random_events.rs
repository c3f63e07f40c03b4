//! Property tests of the board with random events: keys, clicks, windows of any size, and answers that arrive late,
//! incomplete or never. Nothing may panic, and all displayed results must equal those of a fresh engine.

#[cfg(fuzzing)]
pub mod fuzzed;
mod resume;
mod words;

use std::collections::VecDeque;
use std::env;
use std::io;
use std::mem;
use std::path::Path;
use std::time::{Duration, Instant};

use crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use num_traits::Zero;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use engine::bdd::VariableOrder;
use engine::{Budget, Cause, Interrupted, Oracle, PartialAnswer, Progress};
use engine::{auto, bdd};
use files::FileVersion;
use geometry::Cell;
use problem::random::in_full;
use problem::{Assist, BoardFile, Problem, Regions, Rules, Value, Weights};
use ratatui::buffer::Buffer;
use session::puzzle::{Outcome, PuzzleId, PuzzleResult, PuzzleSpec, Results};
use session::{
    CellState, Finding, Journal, RetractionSet, Session, SolutionCount, Stamp, restored,
};
use strum::IntoEnumIterator;

use crate::input::Scope;
use crate::model::Overlay;
use crate::modes::Mode;
use crate::runtime::effects::{self, EffectHandler};
use crate::runtime::frame;
use crate::testing::{AskedJobs, Play, options};
use crate::update;
use crate::update::message::{Effect, Message};
use app::job::{Change, QuestionId, Report, WorkerQuestion};
use app::{AppEvent, DiagramView, Game, NextPuzzle, jobs};
use words::{COMMANDS, KEYS, PASTED};

/// Maximum number of cells of a board that the worker answers. On larger boards its budget runs out.
const MAX_CELLS: usize = 36;

/// Maximum number of rows of a puzzle that is made in advance.
const MAX_ROWS_MADE_AHEAD: u16 = 5;

/// The text of every file of regions.
const REGIONS_TEXT: &str = "aab\nacb\n.cb\n";

/// An event that happens to the board.
#[derive(Clone, Debug)]
enum Event {
    Key(KeyEvent),
    Typed(String),
    Mouse(MouseEvent),
    Pasted(String),
    Window(u16, u16),
    Tick,
    /// This number of milliseconds passes.
    Clock(u16),
    Focus(bool),
    /// The given number of events arrive without a frame between them.
    Burst(usize),
    /// The worker answers, and this number of its reports arrive.
    Answer(usize),
    /// All pending questions are answered. The bits of the number tell which questions end without an answer, because
    /// time runs out.
    Settle(u8),
    /// A puzzle is made and completed.
    Game,
    /// The nodes of a small graph are visited, and its diagram is built rule by rule.
    Walk,
    /// The restoration list of a small board is opened.
    Ways,
    /// The list of repaints of a small board is opened.
    Repair,
    /// The budget of the pending question ends.
    Interrupt,
    Panic,
}

fn modifiers() -> impl Strategy<Value = KeyModifiers> {
    prop_oneof![
        8 => Just(KeyModifiers::NONE),
        1 => Just(KeyModifiers::SHIFT),
        1 => Just(KeyModifiers::CONTROL),
        1 => Just(KeyModifiers::ALT),
    ]
}

fn key() -> impl Strategy<Value = KeyEvent> {
    use KeyCode::{
        BackTab, Backspace, Delete, Down, End, Enter, Esc, F, Home, Insert, Left, Null, PageDown,
        PageUp, Right, Tab, Up,
    };
    let named = vec![
        BackTab,
        Backspace,
        Delete,
        Down,
        Down,
        End,
        Enter,
        Enter,
        Esc,
        Esc,
        F(1),
        Home,
        Insert,
        Left,
        Left,
        Null,
        PageDown,
        PageUp,
        Right,
        Right,
        Tab,
        Tab,
        Up,
        Up,
    ];
    let code = prop_oneof![
        4 => select(named),
        8 => select(KEYS.chars().collect::<Vec<_>>())
            .prop_map(KeyCode::Char),
        2 => proptest::char::range(' ', '~').prop_map(KeyCode::Char),
        1 => select("\u{1b}\u{7}\u{9b}\u{202e}é漢😀\u{301}\u{0}".chars().collect::<Vec<_>>())
            .prop_map(KeyCode::Char),
    ];
    let kind = prop_oneof![
        12 => Just(KeyEventKind::Press),
        1 => Just(KeyEventKind::Release),
        1 => Just(KeyEventKind::Repeat),
    ];
    (code, modifiers(), kind)
        .prop_map(|(code, modifiers, kind)| KeyEvent::new_with_kind(code, modifiers, kind))
}

fn mouse() -> impl Strategy<Value = MouseEvent> {
    use MouseButton::{Left, Middle, Right};
    use MouseEventKind::{Down, Drag, Moved, ScrollDown, ScrollUp, Up};
    let kind = select(vec![
        Down(Left),
        Down(Left),
        Down(Left),
        Down(Right),
        Down(Middle),
        Drag(Left),
        Drag(Left),
        Drag(Right),
        Drag(Right),
        Drag(Right),
        Up(Left),
        Up(Right),
        Moved,
        ScrollDown,
        ScrollUp,
    ]);
    let column = prop_oneof![4 => 0..80_u16, 1 => any::<u16>()];
    let row = prop_oneof![4 => 0..24_u16, 1 => any::<u16>()];
    (kind, column, row, modifiers()).prop_map(|(kind, column, row, modifiers)| MouseEvent {
        kind,
        column,
        row,
        modifiers,
    })
}

fn event() -> impl Strategy<Value = Event> {
    let window = prop_oneof![
        3 => Just((80, 24)),
        2 => (0..120_u16, 0..50_u16),
        1 => (0..=250_u16, 0..=120_u16),
    ];
    prop_oneof![
        16 => key().prop_map(Event::Key),
        6 => select(COMMANDS).prop_map(|text| Event::Typed(format!(":{text}\n"))),
        1 => "[ -~\n]{0,12}".prop_map(Event::Typed),
        8 => mouse().prop_map(Event::Mouse),
        2 => window.prop_map(|(width, height)| Event::Window(width, height)),
        1 => select(PASTED).prop_map(|text| Event::Pasted(text.to_owned())),
        1 => (select(&['a', 'é', '漢', '\r'][..]), 0..5_000_usize)
            .prop_map(|(letter, length)| Event::Pasted(letter.to_string().repeat(length))),
        1 => Just(Event::Tick),
        1 => any::<u16>().prop_map(Event::Clock),
        1 => any::<bool>().prop_map(Event::Focus),
        3 => (1..6_usize).prop_map(Event::Burst),
        3 => (0..4_usize).prop_map(Event::Answer),
        6 => Just(Event::Settle(0)),
        1 => any::<u8>().prop_map(Event::Settle),
        1 => Just(Event::Game),
        1 => Just(Event::Walk),
        1 => Just(Event::Ways),
        1 => Just(Event::Repair),
        1 => Just(Event::Interrupt),
        1 => Just(Event::Panic),
    ]
}

fn events(max_events: usize) -> impl Strategy<Value = (u16, Vec<Event>)> {
    (1..=6_u16, proptest::collection::vec(event(), 0..=max_events))
}

/// A board with its journal, and the reports of the worker that have not arrived yet.
struct RandomSession {
    play: Play,
    window: (u16, u16),
    /// Time since the start.
    elapsed: Duration,
    late: VecDeque<(QuestionId, Report)>,
    journal: Journal,
    /// Number of events until the next frame.
    events_until_frame: usize,
    /// Position at which the worker panicked last; the worker does not answer questions about it.
    panicked: Option<Stamp>,
    /// The modes and overlays that were open after any event.
    entered: Vec<Scope>,
    /// True if an export was in progress after any event.
    has_exported: bool,
}

/// The surroundings of the board during the random events: the worker and the journal.
struct TestRuntime<'a> {
    question: &'a mut Option<WorkerQuestion>,
    late: &'a mut VecDeque<(QuestionId, Report)>,
    journal: &'a mut Journal,
}

impl EffectHandler for TestRuntime<'_> {
    fn act(&mut self, effect: Effect) -> io::Result<Option<AppEvent>> {
        match effect {
            Effect::Ask(question) if question.job == jobs::Estimate => {
                let first = auto::first_estimate(&question.problem, &Budget::default()).unwrap();
                let found = first.map(|census| {
                    Report::Finding(Finding::Layer(PartialAnswer::Estimate(census), Duration::ZERO))
                });
                let reports = found.into_iter().chain([Report::Done]);
                self.late.extend(reports.map(|report| (question.id, report)));
            }
            Effect::Ask(question) => {
                let Some(&jobs::MakeAhead { wanted, seed }) = question.job.get() else {
                    *self.question = Some(question);
                    return Ok(None);
                };
                // Large puzzles take too long, so that they are never found.
                let seed = seed.unwrap_or_default();
                let made = match wanted.size() {
                    ..=MAX_ROWS_MADE_AHEAD => wanted.make(seed, &Budget::default()).unwrap(),
                    _ => Outcome::NotFound,
                };
                let next = NextPuzzle::of(wanted, seed, made);
                let reports =
                    [Report::Answer(Change::of(jobs::play::take_next, next)), Report::Done];
                self.late.extend(reports.map(|report| (question.id, report)));
            }
            Effect::Cancel | Effect::CancelWork => {
                if let Some(question) = self.question.take() {
                    let end = Report::Interrupted(interrupted_by(Cause::Cancelled));
                    self.late.push_back((question.id, end));
                }
            }
            Effect::Copy(text) => assert!(!text.contains(is_terminal_control), "{text:?}"),
            Effect::Journal(entries) => self.journal.append(&entries).unwrap(),
            // Opening returns a board of two queens, or an error.
            Effect::Open(path) => {
                let name = path.to_string_lossy();
                let board = if name.ends_with(".toml") {
                    BoardFile::parse("size = 2\ngivens = ['b1']\nassist = 'attacks'\n", &name)
                } else {
                    BoardFile::read(&Path::new("nowhere").join(&path))
                };
                let version =
                    board.as_ref().ok().map(|board| FileVersion::of_text(&board.to_toml()));
                return Ok(Some(AppEvent::Opened(path, version, board)));
            }
            Effect::Compare(path) => {
                let board = BoardFile::parse("size = 2\npiece = 'king'\n", "other");
                return Ok(Some(AppEvent::ReadOther(path, board)));
            }
            Effect::Draw(path) => {
                return Ok(Some(AppEvent::Drawn(path, Ok(Regions::parse(REGIONS_TEXT).unwrap()))));
            }
            Effect::Weigh(path) => {
                let weights = Weights::parse("1 2\n. -3\n").unwrap();
                return Ok(Some(AppEvent::Weighed(path, Ok(weights))));
            }
            Effect::ReadOrder(_, grid) => {
                let cells = grid.standing_cells().collect::<Vec<_>>().into_iter().rev();
                let order = VariableOrder::from_cells(&grid, cells).unwrap();
                return Ok(Some(AppEvent::Ordered(Ok(order))));
            }
            Effect::Save { path, board, .. } => {
                let text = board.to_toml();
                assert_eq!(BoardFile::parse(&text, "saved"), Ok(board));
                return Ok(Some(AppEvent::Saved(Ok((path, FileVersion::of_text(&text))))));
            }
            Effect::SaveDisagreement { disagreement, .. } => panic!("{disagreement}"),
            Effect::List => return Ok(Some(AppEvent::Listed(vec!["board.toml".to_owned()]))),
            Effect::ReadResults => {
                let mut results = Results::default();
                let time = Duration::from_secs(90);
                let puzzle = PuzzleId::of(&BoardFile::default().problem);
                let result = PuzzleResult { time, ..PuzzleResult::default() };
                results.add(PuzzleSpec::default(), puzzle, result);
                return Ok(Some(AppEvent::Results(Ok(results))));
            }
            Effect::Record(wanted, puzzle, result) => {
                let score = Results::default().add(wanted, puzzle, result);
                return Ok(Some(AppEvent::Recorded(Ok(score))));
            }
            Effect::CancelEstimate
            | Effect::ReadScore(_)
            | Effect::KeepSetting(_)
            | Effect::Suspend
            | Effect::Redraw
            | Effect::Mouse(_)
            | Effect::ReadLesson(_)
            | Effect::Exit(_) => {}
        }
        Ok(None)
    }
}

fn is_terminal_control(character: char) -> bool {
    character.is_control() || matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
}

impl RandomSession {
    fn open(size: u16, directory: &Path) -> Self {
        let problem = Problem::new(Rules::queens(size).unwrap());
        Self::of_board(BoardFile { problem, assist: Assist::Full }, directory)
    }

    fn of_board(board: BoardFile, directory: &Path) -> Self {
        let mut play = Play::open(board.problem.clone(), &options());
        play.model.app.session = Session::from_board(board).recorded();
        let journal = Journal::begin(directory, &play.model.app.session).unwrap();
        Self {
            play,
            window: (80, 24),
            elapsed: Duration::ZERO,
            late: VecDeque::new(),
            journal,
            events_until_frame: 0,
            panicked: None,
            entered: Vec::new(),
            has_exported: false,
        }
    }

    fn send(&mut self, message: impl Into<Message>) {
        let effects = frame::handle(&mut self.play.model, message.into());
        self.perform(effects);
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        let Self { play, late, journal, .. } = self;
        let mut around = TestRuntime { question: &mut play.question, late, journal };
        effects::perform(&mut around, &mut play.model, effects).unwrap();
    }

    fn deliver_reports(&mut self, reports: usize) {
        for _ in 0..reports {
            let Some((asked, report)) = self.late.pop_front() else { return };
            self.send(AppEvent::Report(asked, report));
        }
    }

    /// Computes all reports of the worker about the pending question; they arrive later.
    fn answer(&mut self) {
        let Some(question) = self.play.question.clone() else { return };
        if question.problem.rules().size().cells() > MAX_CELLS {
            return self.end(Report::Interrupted(interrupted_by(Cause::Memory(1))));
        }
        self.late.extend(self.play.reports());
    }

    /// Ends the pending question without an answer.
    fn end(&mut self, report: Report) {
        if let Some(question) = self.play.question.take() {
            self.late.push_back((question.id, report));
        }
    }

    fn answer_all(&mut self) {
        self.answer_in_time(0);
    }

    fn answer_in_time(&mut self, unanswered: u8) {
        let mut asked = AskedJobs::default();
        self.deliver_reports(usize::MAX);
        for number in 0.. {
            let Some(question) = &self.play.question else { break };
            asked.add(&question.job);
            if unanswered.rotate_right(number) & 1 == 1 {
                self.end(Report::Interrupted(interrupted_by(Cause::Time(Duration::ZERO))));
            } else {
                self.answer();
            }
            self.deliver_reports(usize::MAX);
        }
        self.check();
    }

    fn apply_event(&mut self, event: Event) {
        match event {
            Event::Key(event) => self.send(Message::Key(event)),
            Event::Typed(text) => {
                for character in text.chars() {
                    let code = match character {
                        '\n' => KeyCode::Enter,
                        character => KeyCode::Char(character),
                    };
                    self.send(Message::Key(KeyEvent::new(code, KeyModifiers::NONE)));
                }
            }
            Event::Mouse(event) => self.send(Message::Mouse(event)),
            Event::Pasted(text) => self.send(Message::Pasted(text)),
            Event::Window(width, height) => {
                self.window = (width, height);
                self.send(Message::Resized(width, height));
            }
            Event::Tick => self.send(Message::Tick),
            Event::Clock(passed) => {
                self.elapsed += Duration::from_millis(passed.into());
                self.send(AppEvent::Clock(self.elapsed));
            }
            Event::Focus(is_focused) => self.send(Message::Focus(is_focused)),
            Event::Burst(events) => self.events_until_frame = events + 1,
            Event::Answer(reports) => {
                self.answer();
                self.deliver_reports(reports);
            }
            Event::Settle(unanswered) => self.answer_in_time(unanswered),
            Event::Game => {
                // Overlays and modes over the board are closed first.
                for _ in 0..2 {
                    self.send(Message::Key(KeyEvent::from(KeyCode::Esc)));
                }
                for keys in [":play queens 4 seed=1\n", "p", "p", "a"] {
                    self.apply_event(Event::Typed(keys.to_owned()));
                    self.answer_all();
                }
            }
            Event::Ways => {
                for _ in 0..2 {
                    self.send(Message::Key(KeyEvent::from(KeyCode::Esc)));
                }
                self.apply_event(Event::Typed(
                    ":assist full\n:size 4\n:size 3\n:piece rook\n:rules rows\n:a1\nx:b1\nx:c1\n"
                        .to_owned(),
                ));
                self.answer_all();
                self.apply_event(Event::Typed("!".to_owned()));
            }
            Event::Repair => {
                for _ in 0..2 {
                    self.send(Message::Key(KeyEvent::from(KeyCode::Esc)));
                }
                self.apply_event(Event::Typed(":size 3\n:region b a1\n:repair\n".to_owned()));
                self.answer_all();
            }
            Event::Walk => {
                for _ in 0..2 {
                    self.send(Message::Key(KeyEvent::from(KeyCode::Esc)));
                }
                self.apply_event(Event::Window(120, 40));
                self.apply_event(Event::Typed(
                    ":size 4\n:piece queen\n:rules rows\n:assist full\n".to_owned(),
                ));
                for _ in 0..4 {
                    if self.play.model.app.diagram != DiagramView::Graph {
                        self.apply_event(Event::Typed("g".to_owned()));
                    }
                }
                self.answer_all();
                self.send(Message::Key(KeyEvent::from(KeyCode::Tab)));
                self.apply_event(Event::Typed(":grow\n".to_owned()));
                self.answer_all();
            }
            Event::Interrupt => self.end(Report::Interrupted(interrupted_by(Cause::Cancelled))),
            Event::Panic => {
                let asked = self.play.question.as_ref().map(|question| question.id.stamp);
                self.panicked = asked.or(self.panicked);
                self.end(Report::Panicked("a\u{1b}[31m".to_owned()));
            }
        }
        self.events_until_frame = self.events_until_frame.saturating_sub(1);
        if self.events_until_frame > 0 {
            return;
        }
        let screen = self.play.screen(self.window.0, self.window.1);
        self.check_mode(&screen);
        self.check_graph();
        let scope = self.play.model.scope();
        if !self.entered.contains(&scope) {
            self.entered.push(scope);
        }
        let work = self.play.model.app.jobs.answering.as_ref();
        self.has_exported |= work.is_some_and(|work| work.job.is::<jobs::Export>());
        let harmful =
            screen.content.iter().find(|cell| cell.symbol().contains(is_terminal_control));
        assert!(harmful.is_none(), "{harmful:?}");
    }

    /// Checks that title, footer and keys belong to the same mode, and that Esc returns from it to the board.
    fn check_mode(&self, screen: &Buffer) {
        let model = &self.play.model;
        let mut left = model.clone();
        // Esc closes overlays and ends a hint first.
        (left.overlay, left.app.hint) = (Overlay::None, None);
        update::update(&mut left, Message::Key(KeyEvent::from(KeyCode::Esc)));
        assert!(matches!(left.mode(), Mode::Board), "Esc leads from {:?} elsewhere", model.mode());
        let (width, height) = (screen.area.width, screen.area.height);
        if width < 80 || height < 12 {
            return;
        }
        let line = |y| (0..width).map(|x| screen[(x, y)].symbol()).collect::<String>();
        let (title, footer) = (line(0), line(height - 1));
        let has_step = title.contains(" step ") || title.contains(" branch ");
        assert!(has_step || !matches!(model.mode(), Mode::Watch(_)), "{title}");
        assert!(!has_step || matches!(model.mode(), Mode::Watch(_) | Mode::Series(_)), "{title}");
        let words = [
            (Scope::Board, " move"),
            (Scope::Browse, " previous"),
            (Scope::Making, " esc cancel"),
            (Scope::Play, " pause"),
            (Scope::Paused, " go on"),
            (Scope::Solved, " next puzzle"),
            (Scope::Paint, "a-z 0-9"),
            (Scope::Weigh, "0-9 weight"),
            (Scope::Repair, " paint on"),
            (Scope::Watch, "← back"),
            (Scope::Graph, "← → node"),
            (Scope::Series, "← before"),
            (Scope::Prove, " forced"),
            (Scope::Compare, " next kind"),
            (Scope::Ways, " look at it"),
            (Scope::Keys, " close"),
            (Scope::Palette, " do it"),
        ];
        for (scope, word) in words {
            // A puzzle that is played also has the keys of the board.
            let is_played = scope == Scope::Board && model.scope() == Scope::Play;
            let is_open = scope == model.scope() || is_played;
            let has_word = footer.contains(word);
            let other =
                scope == Scope::Keys && matches!(model.scope(), Scope::Palette | Scope::Ways);
            // At the first or last step, the footer lacks the key for a further step. The keys of a graph and of play
            // precede those of the board.
            let may_lack_it =
                matches!(scope, Scope::Browse | Scope::Watch | Scope::Series | Scope::Compare)
                    || scope == Scope::Board && (model.has_graph_keys() || is_played);
            let is_told = has_word == is_open || is_open && may_lack_it;
            assert!(is_told || other, "{scope:?}: {footer}");
        }
    }

    /// Checks that a displayed graph covers the present position, and that the marked node belongs to the cell under
    /// the cursor.
    fn check_graph(&self) {
        let model = &self.play.model;
        let Some(drawn) = model.drawn() else {
            return assert!(!matches!(model.mode(), Mode::Graph(_)));
        };
        assert!(drawn.covers(model.app.session.problem()));
        if let Mode::Graph(node) = model.mode() {
            let source = drawn.source();
            assert_eq!(source.cells()[source.node(*node).level], model.view.cursor);
        }
        let remains = drawn.remaining(model.app.session.problem()).is_satisfiable;
        let known = model.app.session.knowledge().is_satisfiable();
        // A rule alone may have solutions where all rules together have none.
        let known = known.filter(|_| drawn.request.alone.is_none());
        assert!(known.is_none_or(|known| known == remains));
    }

    /// Checks counts, states and the size of the diagram against a fresh engine.
    fn check(&self) {
        let session = &self.play.model.app.session;
        let knowledge = session.knowledge();
        let (rules, size) = (session.rules(), session.rules().size());
        if size.cells() > MAX_CELLS {
            return;
        }
        let fresh = bdd::Engine::new().census(session.problem(), &Budget::default()).unwrap();
        if let Some(known) = knowledge.census.as_ref() {
            assert_eq!(*known, fresh);
        } else if self.play.model.app.has_full_assist()
            && self.panicked != Some(session.stamp())
            // All workers share one slot here, so that a question about a puzzle may replace a puzzle that is being made.
            && self.play.model.app.puzzle_request().is_none()
        {
            // On a busy machine the counts may take longer than a survey waits for; then it finds the domains.
            let is_surveyed = knowledge.interrupted.is_some() || knowledge.domains.is_some();
            assert!(is_surveyed, "settled, and nothing is known");
        }
        let placed = session.decisions().cells(Value::Placed);
        let attacked = rules.excluded_by(placed);
        for cell in size.iter() {
            let with = &fresh.cells[size.index(cell)];
            let state = match session.decisions().get(cell) {
                _ if rules.grid().is_hole(cell) => CellState::Hole,
                Some(Value::Placed) => CellState::Placed,
                Some(Value::Excluded) => CellState::Excluded,
                None if !with.is_zero() && *with == fresh.solutions => CellState::Forced,
                None if !with.is_zero() => CellState::Possible,
                None if attacked.contains(cell) => CellState::Attacked,
                None => CellState::Impossible,
            };
            let shown = session.state(cell);
            let open = shown == CellState::Unknown && knowledge.census.is_none();
            assert!(shown == state || open, "{cell} is {state}, not {shown}");
        }
        self.check_changes();
    }

    /// Checks the numbers of solutions after taking back decisions against a fresh engine.
    fn check_changes(&self) {
        let session = &self.play.model.app.session;
        let count = |wish, take_back: &[Cell]| {
            let position = restored(session.problem(), wish, take_back);
            let all = bdd::Engine::new().solutions(&position, &Budget::default()).unwrap();
            SolutionCount::Exact(all.unwrap())
        };
        for line in session.history().decision_lines() {
            let cells = session.cells_of(line);
            let known = session
                .knowledge()
                .solutions_without(&cells)
                .filter(|known| known.exact().is_some());
            assert!(known.is_none_or(|known| *known == count(None, &cells)), "{cells:?}");
        }
        if let Some((restoration, _)) = self.play.model.restoration_list() {
            let wish = session.wish(self.play.model.view.cursor).unwrap();
            for RetractionSet { take_back, solutions_left: leaves } in &restoration.sets {
                let known = leaves.as_ref().filter(|known| known.exact().is_some());
                let counted = count(wish, take_back);
                assert_ne!(counted, SolutionCount::Exact(Zero::zero()));
                assert!(known.is_none_or(|known| *known == counted), "{take_back:?}");
            }
        }
    }

    /// Checks that all steps can be undone and redone, and that the journal restores the same position.
    fn check_end(mut self, first: &Problem, directory: &Path) {
        self.answer_all();
        // An unfinished stroke is not in the undo history yet.
        let last = self.play.model.app.session.problem().clone();
        resume::check(&self.play.model, self.journal, directory, resume::Ending::Signal);
        let session: &mut Session = &mut self.play.model.app.session;
        while session.undo() {}
        assert_eq!(session.problem(), first);
        while session.redo() {}
        // Redo may go beyond the last position, to steps that were undone during the events.
        while *session.problem() != last {
            assert!(session.undo(), "the last position does not come back");
        }
    }
}

fn interrupted_by(cause: Cause) -> Interrupted {
    Interrupted { cause, reached: Progress::default() }
}

/// Applies events to the empty board of `size` queens, see [`run_on_board`].
fn run_random_session(size: u16, events: Vec<Event>) -> (Vec<Scope>, bool) {
    let problem = Problem::new(Rules::queens(size).unwrap());
    run_on_board(BoardFile { problem, assist: Assist::Full }, events)
}

/// Applies events to a board; returns the modes that were entered, and whether an export was in progress.
fn run_on_board(board: BoardFile, events: impl IntoIterator<Item = Event>) -> (Vec<Scope>, bool) {
    let directory = tempfile::tempdir().unwrap();
    let mut storm = RandomSession::of_board(board, directory.path());
    let first = storm.play.model.app.session.problem().clone();
    for event in events {
        storm.apply_event(event);
    }
    let seen = (mem::take(&mut storm.entered), storm.has_exported);
    storm.check_end(&first, directory.path());
    seen
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "checks the choice of events only, and takes as long as all other tests of input"
)]
fn the_events_enter_every_mode() {
    let mut runner = TestRunner::deterministic();
    let strategy = events(100);
    let mut missing = Scope::iter().collect::<Vec<_>>();
    let mut is_exporting = false;
    for _ in 0..60 {
        let (size, events) = strategy.new_tree(&mut runner).unwrap().current();
        let (entered, has_exported) = run_random_session(size, events);
        missing.retain(|scope| !entered.contains(scope));
        is_exporting |= has_exported;
        if missing.is_empty() && is_exporting {
            return;
        }
    }
    panic!("{missing:?} are not entered; exporting: {is_exporting}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(in_full(12, 48)))]

    #[test]
    fn no_event_panics_and_what_is_told_is_true((size, events) in events(60)) {
        run_random_session(size, events);
    }
}

/// Lines that lead to positions with many decisions, whose diagrams are small in one order and large in another.
const CROWDED: &[&str] = &[
    ":size 6\n:piece knight\n:fewest\n:order diagonal\n",
    ":size 5\n:piece RF\n:complete\n:order diagonal\n",
    ":size 5\n:piece king\n:place a1\n:most\n:order inside-out\n",
    ":size 5\n:rules dominate\n:fewest\ng",
    ":size 4\n:piece rook\n:rules rows=2,columns=2\n:board-rule off\n:exclude a1\n",
];

/// Each word is typed on each of these boards. The answers are complete, or the first, the second, or every question ends
/// without one. [`AskedJobs`] counts the questions.
#[test]
fn no_word_asks_questions_without_end() {
    let directory = tempfile::tempdir().unwrap();
    for (number, lines) in CROWDED.iter().enumerate() {
        let step = in_full(24, 3) as usize;
        for (number, word) in COMMANDS.iter().enumerate().skip(number % step).step_by(step) {
            let mut storm = RandomSession::open(1, directory.path());
            storm.apply_event(Event::Window(120, 40));
            for line in lines.split_inclusive('\n') {
                storm.apply_event(Event::Typed(line.to_owned()));
                storm.answer_all();
            }
            let unanswered = [0, 0b1, 0b10, u8::MAX][number % 4];
            storm.apply_event(Event::Typed(format!(":{word}\n")));
            storm.apply_event(Event::Settle(unanswered));
            storm.apply_event(Event::Settle(0));
        }
    }
}

/// Environment variable with the duration of the long run, in seconds.
const DURATION_VARIABLE: &str = "CONFIGURATOR_RANDOM_SECONDS";

#[test]
#[ignore = "runs for a minute"]
fn no_event_panics_for_a_minute() {
    let seconds = env::var(DURATION_VARIABLE).map_or(60, |text| text.parse().unwrap());
    let (begun, time) = (Instant::now(), Duration::from_secs(seconds));
    let strategy = events(400);
    let mut runner = TestRunner::default();
    while begun.elapsed() < time {
        let (size, events) = strategy.new_tree(&mut runner).unwrap().current();
        let shown = format!("{size}: {events:?}");
        let result = std::panic::catch_unwind(|| run_random_session(size, events));
        assert!(result.is_ok(), "{shown}");
    }
}

/// Returns the resident memory of the process, in bytes.
#[cfg(target_os = "linux")]
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    1024 * line.split_whitespace().next().unwrap().parse::<usize>().unwrap()
}

/// Maximum growth of the resident memory between a fifth of the actions and all actions, in bytes. The memory for undo
/// is bounded, but it reaches its bound only after some thousand steps.
#[cfg(target_os = "linux")]
const GROWTH: usize = 4 << 20;

#[cfg(target_os = "linux")]
#[test]
#[ignore = "measures the whole process: to be run alone, in release mode"]
fn memory_stays_flat_over_100_000_actions() {
    const ACTIONS: usize = 100_000;
    let directory = tempfile::tempdir().unwrap();
    let mut storm = RandomSession::open(8, directory.path());
    let click = (select(vec![MouseButton::Left, MouseButton::Right]), 0..8_u16, 0..8_u16);
    let keys = select("uuu!rnasciH123".chars().collect::<Vec<_>>());
    let action = prop_oneof![
        6 => click.prop_map(|(button, row, column)| (Some((button, row, column)), ' ')),
        4 => keys.prop_map(|key| (None, key)),
        1 => Just((None, '\n')),
    ];
    let mut runner = TestRunner::deterministic();
    let mut early = 0;
    for number in 0..ACTIONS {
        match action.new_tree(&mut runner).unwrap().current() {
            (Some((button, row, column)), _) => {
                let cell = geometry::Cell::new(row, column);
                storm.play.screen(80, 24);
                let (column, row) = storm.play.model.view.layout.middle(cell).unwrap();
                storm.apply_event(Event::Mouse(MouseEvent {
                    kind: MouseEventKind::Down(button),
                    column,
                    row,
                    modifiers: KeyModifiers::NONE,
                }));
            }
            (None, key) => storm.apply_event(Event::Typed(key.to_string())),
        }
        storm.play.settle();
        if number == ACTIONS / 5 {
            early = resident();
        }
    }
    let late = resident();
    let grown = late.saturating_sub(early);
    println!("{early} bytes after a fifth, {late} after all {ACTIONS} actions");
    assert!(grown < GROWTH, "memory grew by {grown} bytes from {early}");
}
