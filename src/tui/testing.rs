//! A board for tests, without a terminal and without a worker thread. Tests send keys, clicks and window sizes, and
//! decide when the worker answers. Every answer is computed by the real engine.

#[cfg(test)]
pub(crate) mod looks;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::look::Background;
use crate::model::{CommandPalette, Hits, Model, Overlay, Prompt};
use crate::modes::Mode;
use crate::modes::paint::Painting;
use crate::modes::watch::SearchPlayback;
use crate::runtime::effects::{self, EffectHandler};
use crate::runtime::frame;
use crate::update::message::{Effect, Message};
use crate::{ColorDepth, Glyphs, Keymap, Options, Theme, update, view};
use app::job::{AnyJob, QuestionId, Report, WorkerQuestion};
use app::worker::QuestionHandler;
use app::{AppEvent, Setting, Settings, jobs};
use engine::{Budget, Completion, PartialAnswer};
use files::FileVersion;
use geometry::Cell;
use problem::{BoardFile, Problem, Rules};
use session::{CellState, Finding, Session};

/// Computation time in all reports; long enough to be shown, and the same on every machine.
const ELAPSED: Duration = Duration::from_micros(1234);

pub(super) struct Play {
    pub model: Model,
    /// The last question, if it is not answered yet.
    pub question: Option<WorkerQuestion>,
    handler: QuestionHandler,
}

/// Maximum number of questions that one message can cause, one after the other.
const MAX_QUESTIONS: usize = 30;

/// The questions asked because of one message.
#[derive(Default)]
pub(crate) struct AskedJobs(Vec<AnyJob>);

impl AskedJobs {
    /// # Panics
    /// When questions ask each other again without end.
    pub(crate) fn add(&mut self, job: &AnyJob) {
        self.0.push(job.clone());
        assert!(self.0.len() <= MAX_QUESTIONS, "without end: {:?}", self.0);
    }
}

/// Keeps the last question for a later answer. Effects on files and cancellations are ignored.
impl EffectHandler for Option<WorkerQuestion> {
    fn act(&mut self, effect: Effect) -> io::Result<Option<AppEvent>> {
        // Estimates and the next puzzle are left to the tests that ask for them.
        if let Effect::Ask(question) = effect
            && !question.job.is::<jobs::Estimate>()
            && !question.job.is::<jobs::MakeAhead>()
        {
            *self = Some(question);
        }
        Ok(None)
    }
}

pub(super) fn options() -> Options {
    Options {
        memory: 1 << 30,
        timeout: None,
        mouse: true,
        glyphs: Glyphs::default(),
        notice: None,
        theme: Theme::default(),
        depth: ColorDepth::default(),
        keys: Keymap::default(),
        settings: {
            // Verification by a second engine is left to the tests that ask for it.
            let mut settings = Settings::default();
            settings.set(Setting::Verify, false);
            settings
        },
    }
}

pub(super) fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

/// The message that a board was read from a file.
pub(super) fn opened(path: &str, board: BoardFile) -> AppEvent {
    let version = FileVersion::of_text(&board.to_toml());
    AppEvent::Opened(path.into(), Some(version), Ok(board))
}

/// The message that the board was written to a file.
pub(super) fn saved(path: &str) -> AppEvent {
    AppEvent::Saved(Ok((path.into(), FileVersion::of_text(path))))
}

impl Play {
    /// Opens a board in a window of 80×24 without answering its first question.
    pub(crate) fn open(problem: Problem, options: &Options) -> Self {
        Self::start(app::App::new(Session::new(problem), options.settings), options)
    }

    /// Like [`Play::open`], for an application that was prepared.
    pub(crate) fn start(app: app::App, options: &Options) -> Self {
        let mut model = Model::of(app, options);
        model.arrange(Rect::new(0, 0, 80, 24));
        let mut play = Self {
            model,
            question: None,
            handler: QuestionHandler::new(ChaCha8Rng::seed_from_u64(1)),
        };
        let effects = update::start(&mut play.model);
        play.perform(effects);
        play
    }

    /// Opens a board and answers its first questions.
    pub(crate) fn answered(problem: Problem) -> Self {
        let mut play = Self::open(problem, &options());
        play.settle();
        play
    }

    /// Opens the empty board of n queens and answers its first questions.
    pub(crate) fn queens(size: u16) -> Self {
        Self::answered(Problem::new(Rules::queens(size).unwrap()))
    }

    /// Sends the terminal's answer about its background.
    pub(crate) fn answer_background(&mut self, background: Background) {
        self.send(Message::Background(background));
    }

    /// Sends a message, performs the effects that a test can perform, and returns all effects.
    pub(crate) fn send(&mut self, message: impl Into<Message>) -> Vec<Effect> {
        let effects = frame::handle(&mut self.model, message.into());
        self.perform(effects.clone());
        effects
    }

    /// Performs the effects that a test can perform.
    pub(crate) fn perform(&mut self, effects: Vec<Effect>) {
        effects::perform(&mut self.question, &mut self.model, effects).unwrap();
    }

    /// The displayed solution, in browse mode.
    pub(crate) fn browsed(&self) -> Option<&Completion> {
        self.model.browsed()
    }

    /// The watched searches, if there are any.
    pub(crate) fn watched(&mut self) -> Option<&mut SearchPlayback> {
        match self.model.mode_mut() {
            Mode::Watch(playback) => Some(playback),
            _ => None,
        }
    }

    /// The state of paint mode, in paint mode.
    pub(crate) fn painting(&self) -> Option<&Painting> {
        match &self.model.mode() {
            Mode::Paint(painting) => Some(painting),
            _ => None,
        }
    }

    /// The first visible line of the overview of keys, while it is open.
    pub(crate) fn explained(&self) -> Option<u16> {
        match self.model.overlay {
            Overlay::Keys { first } => Some(first),
            _ => None,
        }
    }

    /// The palette, which must be open.
    pub(crate) fn palette(&self) -> &CommandPalette {
        match &self.model.overlay {
            Overlay::Palette(palette) => palette,
            other => panic!("{other:?}"),
        }
    }

    /// The names of the entries that the palette has found.
    pub(crate) fn found(&self) -> Vec<&str> {
        let palette = self.palette();
        let name = |index: usize| palette.entries[index].name.as_str();
        palette.matches.iter().map(|found| name(found.index)).collect()
    }

    /// The input line of the palette, while it is open.
    pub(crate) fn prompt(&self) -> Option<&Prompt> {
        match &self.model.overlay {
            Overlay::Palette(palette) => Some(&palette.prompt),
            _ => None,
        }
    }

    pub(crate) fn press(&mut self, code: KeyCode) -> Vec<Effect> {
        self.send(Message::Key(KeyEvent::new(code, KeyModifiers::NONE)))
    }

    pub(crate) fn control(&mut self, letter: char) -> Vec<Effect> {
        self.send(Message::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL)))
    }

    /// Types characters, `
    /// ` for Enter; returns the effects of the last key.
    pub(crate) fn keys(&mut self, text: &str) -> Vec<Effect> {
        let code = |character| match character {
            '\n' => KeyCode::Enter,
            character => KeyCode::Char(character),
        };
        text.chars().fold(Vec::new(), |_, character| self.press(code(character)))
    }

    /// Presses a mouse button on a position of the screen.
    pub(crate) fn click_at(&mut self, button: MouseButton, column: u16, row: u16) -> Vec<Effect> {
        let kind = MouseEventKind::Down(button);
        self.send(Message::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }))
    }

    /// Moves the mouse, or turns its wheel, over a position of the screen.
    pub(crate) fn point(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) -> Vec<Effect> {
        self.send(Message::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }))
    }

    /// Presses a mouse button on a visible cell.
    pub(crate) fn click(&mut self, button: MouseButton, name: &str) -> Vec<Effect> {
        let (column, row) = self.model.view.layout.middle(cell(name)).unwrap();
        self.click_at(button, column, row)
    }

    /// Answers the pending question and returns the reports. Times are always [`ELAPSED`].
    pub(crate) fn reports(&mut self) -> Vec<(QuestionId, Report)> {
        let Some(question) = self.question.take() else { return Vec::new() };
        let mut reports = Vec::new();
        let mut tell = |report| {
            let report = match report {
                Report::Finding(Finding::Layer(layer @ PartialAnswer::Census(..), _)) => {
                    Report::Finding(Finding::Layer(layer, ELAPSED))
                }
                Report::Finding(Finding::Robdd(found, _)) => {
                    Report::Finding(Finding::Robdd(found, ELAPSED))
                }
                report => report,
            };
            reports.push((question.id, report));
        };
        let end = self.handler.answer(&question, &Budget::default(), &mut tell);
        tell(end);
        reports
    }

    /// Sends a report as an answer to the pending question; does nothing if no question is pending.
    pub(crate) fn say(&mut self, report: Report) -> Vec<Effect> {
        let Some(work) = &self.model.app.jobs.answering else { return Vec::new() };
        let asked = QuestionId { number: work.question, stamp: self.model.app.session.stamp() };
        self.send(AppEvent::Report(asked, report))
    }

    /// Answers the pending question, but not the question asked because of its answer.
    pub(crate) fn answer(&mut self) {
        assert!(self.question.is_some());
        for (asked, report) in self.reports() {
            self.send(AppEvent::Report(asked, report));
        }
    }

    /// Answers questions until none is pending.
    pub(crate) fn settle(&mut self) {
        let mut asked = AskedJobs::default();
        while let Some(question) = &self.question {
            asked.add(&question.job);
            self.answer();
        }
    }

    /// Types a text and answers all questions.
    pub(crate) fn settled(&mut self, text: &str) {
        self.keys(text);
        self.settle();
    }

    pub(crate) fn state(&self, name: &str) -> CellState {
        self.model.app.session.state(cell(name))
    }

    /// The number of solutions as text, `?` while it is not known.
    pub(crate) fn solutions(&self) -> String {
        self.model
            .app
            .session
            .knowledge()
            .solutions()
            .map_or_else(|| "?".to_owned(), ToString::to_string)
    }

    /// The decisions in order: `a1` placed, `-h8` excluded.
    pub(crate) fn decisions(&self) -> String {
        let name = |(cell, value)| match value {
            problem::Value::Placed => format!("{cell}"),
            problem::Value::Excluded => format!("-{cell}"),
        };
        let names: Vec<String> = self.model.app.session.decisions().iter().map(name).collect();
        names.join(" ")
    }

    /// The text typed into the palette, while it is open.
    pub(crate) fn typed(&self) -> Option<String> {
        self.prompt().map(Prompt::text)
    }

    /// The notice as a sentence. Its memory is not freed, so that tests can compare it like other text.
    pub(crate) fn notice(&self) -> &'static str {
        notice(&self.model).leak()
    }

    /// The rules of the present position.
    pub(crate) fn rules(&self) -> &Arc<Rules> {
        self.model.app.session.rules()
    }

    /// Draws a window of this size and returns its characters as one line.
    pub(crate) fn text(&mut self, width: u16, height: u16) -> String {
        let screen = self.screen(width, height);
        screen.content.iter().map(ratatui::buffer::Cell::symbol).collect()
    }

    pub(crate) fn screen(&mut self, width: u16, height: u16) -> Buffer {
        screen(&mut self.model, width, height)
    }
}

/// Computes the layout of a window and draws it, as the loop does; the model keeps the areas that can be clicked.
pub(super) fn screen(model: &mut Model, width: u16, height: u16) -> Buffer {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    frame::draw(model, &mut buffer);
    buffer
}

/// The notice as a sentence; empty if there is none.
pub(crate) fn notice(model: &Model) -> String {
    model.app.notice.as_ref().map(|notice| notice.in_words(model)).unwrap_or_default()
}

/// Draws into a window, possibly with the layout of another size.
pub(super) fn drawn(model: &Model, width: u16, height: u16) -> (Buffer, Hits) {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    let hits = view::render(&mut buffer, model, true);
    (buffer, hits)
}
