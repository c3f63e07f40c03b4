use std::collections::VecDeque;
use std::io;
use std::time::Duration;

use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use ratatui::buffer::{self, Buffer};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use crate::input::key::Keystrokes;
use crate::model::Model;
use crate::model::options::Options;
use crate::runtime::effects::{EffectHandler, perform};
use crate::runtime::frame;
use crate::update;
use crate::update::message::{Effect, Message};
use app::App;
use app::job::{Report, WorkerQuestion};
use app::settings::Setting;
use app::worker::QuestionHandler;
use app::{AppEvent, jobs};
use engine::{PartialAnswer, auto};
use export::{self, Character};
use geometry::Cell;
use session::{Finding, Session};

/// The board without a terminal, for pictures and measurements. Every question is answered before the next
/// event. All times are zero.
pub struct Headless {
    model: Model,
    questions: VecDeque<WorkerQuestion>,
    handler: QuestionHandler,
    options: Options,
    screen: Buffer,
}

/// Keeps the questions to answer.
impl EffectHandler for VecDeque<WorkerQuestion> {
    fn act(&mut self, effect: Effect) -> io::Result<Option<AppEvent>> {
        if let Effect::Ask(question) = effect {
            self.push_back(question);
        }
        Ok(None)
    }
}

impl Headless {
    /// Opens a board in a window of `width` × `height` characters. Completions are random, from `seed`. Counts
    /// are not compared.
    pub fn open(
        session: Session,
        options: &Options,
        (width, height): (u16, u16),
        seed: u64,
    ) -> Self {
        let mut headless = Self {
            model: Model::of(App::new(session, options.settings), options),
            questions: VecDeque::new(),
            handler: QuestionHandler::new(ChaCha8Rng::seed_from_u64(seed)),
            options: options.clone(),
            screen: Buffer::empty(Rect::new(0, 0, width, height)),
        };
        headless.model.app.settings.set(Setting::Verify, false);
        let effects = update::start(&mut headless.model);
        headless.answer_all(effects);
        headless
    }

    /// Clicks on a cell with the left button and draws the result; false if the cell is not visible.
    pub fn click(&mut self, cell: Cell) -> bool {
        let Some((column, row)) = self.model.view.layout.middle(cell) else { return false };
        let kind = MouseEventKind::Down(MouseButton::Left);
        let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        self.send(Message::Mouse(event));
        true
    }

    /// Moves the cursor to a cell of the grid and draws the result.
    pub fn move_to(&mut self, cell: Cell) {
        self.model.view.cursor = cell;
        let Rect { width, height, .. } = self.screen.area;
        self.send(Message::Resized(width, height));
    }

    /// Presses keys and draws the result.
    pub fn press(&mut self, keys: &Keystrokes) {
        for key in &keys.keys {
            self.send(Message::Key(key.event()));
        }
    }

    /// The session.
    pub fn session(&self) -> &Session {
        &self.model.app.session
    }

    /// The characters of the window.
    pub fn screen(&self) -> &Buffer {
        &self.screen
    }

    /// The window as SVG.
    pub fn svg(&self) -> String {
        self.drawn(&[self.characters(&self.screen)], 0)
    }

    /// An animated SVG of the window, and of the window after each entry at the keyboard. Each window is shown for
    /// `seconds`, with the entry that led to it below.
    pub fn animation(&mut self, entries: &[Keystrokes], seconds: u32) -> String {
        let mut windows = vec![self.captioned("")];
        for (number, entry) in (1..).zip(entries) {
            self.press(entry);
            let caption = format!("key {number} of {}: {}", entries.len(), entry.text);
            windows.push(self.captioned(&caption));
        }
        self.drawn(&windows, seconds)
    }

    fn drawn(&self, windows: &[Vec<Character>], seconds: u32) -> String {
        let rules = self.model.problem().rules();
        let title = format!("{} in the terminal", rules.sized_name());
        let background = self.model.look().palette.window.rgb;
        let columns = usize::from(self.screen.area.width).max(1);
        export::screen(&title, background, columns, windows, seconds)
    }

    /// The characters of the window, with a line below it.
    fn captioned(&self, caption: &str) -> Vec<Character> {
        let mut line = Buffer::empty(Rect::new(0, 0, self.screen.area.width, 1));
        line.set_string(1, 0, caption, Style::new().add_modifier(Modifier::BOLD));
        [self.characters(&self.screen), self.characters(&line)].concat()
    }

    fn characters(&self, buffer: &Buffer) -> Vec<Character> {
        let look = self.model.look();
        let character = |cell: &buffer::Cell| {
            let (ink, ground) = match cell.fg {
                Color::Reset => (look.palette.text.rgb, look.rgb(cell.bg)),
                ink => (look.rgb(ink), look.rgb(cell.bg)),
            };
            let is = |modifier| cell.modifier.contains(modifier);
            let (ink, ground) = if is(Modifier::REVERSED) { (ground, ink) } else { (ink, ground) };
            Character {
                symbol: cell.symbol().chars().next().unwrap_or(' '),
                ink: if is(Modifier::DIM) { ink.mix(ground, 0.4) } else { ink },
                ground,
                is_bold: is(Modifier::BOLD),
                is_underlined: is(Modifier::UNDERLINED),
            }
        };
        buffer.content().iter().map(character).collect()
    }

    fn send(&mut self, message: Message) {
        let effects = frame::handle(&mut self.model, message);
        self.answer_all(effects);
    }

    /// Performs effects, answers all questions, and draws.
    fn answer_all(&mut self, effects: Vec<Effect>) {
        self.perform(effects);
        while let Some(question) = self.questions.pop_front() {
            let worker = question.job.worker();
            let budget = worker.budget(self.options.memory, self.options.timeout);
            let mut reports: Vec<Report> = Vec::new();
            if question.job == jobs::Estimate {
                // Only the first estimate is used, because further estimates depend on the time.
                let first = auto::first_estimate(&question.problem, &budget).ok().flatten();
                let layer = first
                    .map(|census| Finding::Layer(PartialAnswer::Estimate(census), Duration::ZERO));
                reports.extend(layer.map(Report::Finding).into_iter().chain([Report::Done]));
            } else {
                let end =
                    self.handler.answer(&question, &budget, &mut |report| reports.push(report));
                reports.push(end);
            }
            for mut report in reports {
                // Equal boards are drawn alike.
                if let Report::Finding(Finding::Layer(_, time) | Finding::Robdd(_, time)) =
                    &mut report
                {
                    *time = Duration::ZERO;
                }
                let event = AppEvent::Report(question.id, report);
                let effects = frame::handle(&mut self.model, event.into());
                self.perform(effects);
            }
        }
        self.draw();
    }

    /// Computes the layout of the window and draws the window, as after every event.
    pub fn draw(&mut self) {
        self.screen.reset();
        frame::draw(&mut self.model, &mut self.screen);
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        let performed = perform(&mut self.questions, &mut self.model, effects);
        performed.expect("there is no terminal that could fail");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ColorDepth, Glyphs, Keymap, Theme};
    use app::Settings;
    use problem::{Problem, Rules};

    #[test]
    fn a_click_is_answered_and_drawn() {
        let options = Options {
            memory: 1 << 20,
            timeout: None,
            mouse: true,
            glyphs: Glyphs::Unicode,
            notice: None,
            theme: Theme::Terminal,
            depth: ColorDepth::default(),
            keys: Keymap::default(),
            settings: Settings::default(),
        };
        let mut board = Headless::open(
            Session::new(Problem::new(Rules::queens(8).unwrap())),
            &options,
            (80, 24),
            0,
        );
        assert!(board.click("c5".parse().unwrap()));
        let title: String = (0..80).map(|x| board.screen()[(x, 0)].symbol()).collect();
        assert!(title.contains("12 of 92 solutions"), "{title}");
        assert!(!board.click(Cell::new(20, 20)));
    }

    #[test]
    fn a_window_is_drawn_with_its_panel() {
        let options = Options { theme: Theme::Dark, ..crate::testing::options() };
        let problem = Problem::new(Rules::queens(8).unwrap());
        let mut board = Headless::open(Session::new(problem), &options, (120, 40), 0);
        for cell in ["a1", "g2"] {
            assert!(board.click(cell.parse().unwrap()));
        }
        board.move_to("c4".parse().unwrap());
        let svg = board.svg();
        let document = roxmltree::Document::parse(&svg).unwrap();
        let root = document.root_element();
        assert_eq!(
            ["width", "height"].map(|name| root.attribute(name)),
            [Some("1216"), Some("816")]
        );
        let texts = document.descendants().filter(|node| node.has_tag_name("text"));
        let texts: Vec<&str> = texts.filter_map(|node| node.text()).collect();
        for text in ["c4", "impossible", "attacked"] {
            assert!(texts.iter().any(|other| other.contains(text)), "{text} {texts:?}");
        }
        // The piece, the background and the cursor are drawn as paths.
        for color in ["#ffffff", "#1a54ab", "#fff3b8"] {
            assert!(svg.contains(&format!("<path fill=\"{color}\"")), "{color}");
        }
    }
}
