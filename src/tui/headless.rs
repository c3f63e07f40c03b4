use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::message::{Effect, Message, Report, Topic};
use super::model::Model;
use super::{Options, update, view, worker};
use crate::engine::{Budget, auto};
use crate::geometry::Cell;
use crate::problem::Problem;
use crate::session::Session;

/// The board without a terminal, for pictures and measurements: what is asked is answered before it
/// goes on.
pub struct Headless {
    model: Model,
    engine: auto::Engine,
    random: ChaCha8Rng,
    screen: Buffer,
}

impl Headless {
    /// Opens a board in a window of `width` × `height` characters. Completions are drawn from `seed`.
    #[must_use]
    pub fn open(
        problem: Problem,
        options: &Options,
        (width, height): (u16, u16),
        seed: u64,
    ) -> Self {
        let mut headless = Self {
            model: Model::new(Session::new(problem), None, options),
            engine: auto::Engine::new(),
            random: ChaCha8Rng::seed_from_u64(seed),
            screen: Buffer::empty(Rect::new(0, 0, width, height)),
        };
        let effects = update::start(&mut headless.model);
        headless.answer(effects, options.memory);
        headless.draw();
        headless
    }

    /// Clicks on a cell with the left button and draws what follows; tells whether it was in view.
    pub fn click(&mut self, cell: Cell) -> bool {
        let Some(rect) = self.model.layout.rect(cell) else { return false };
        let event = MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column: rect.x + rect.width / 2,
            row: rect.y + rect.height / 2,
            modifiers: KeyModifiers::NONE,
        };
        let effects = update::update(&mut self.model, Message::Mouse(event));
        self.answer(effects, crate::engine::DEFAULT_MEMORY);
        self.draw();
        true
    }

    /// What is being configured.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.model.session
    }

    /// What the window shows.
    #[must_use]
    pub fn screen(&self) -> &Buffer {
        &self.screen
    }

    fn answer(&mut self, effects: Vec<Effect>, memory: usize) {
        let mut pending = effects;
        while let Some(effect) = pending.pop() {
            let Effect::Ask(question) = effect else { continue };
            let mut reports = Vec::new();
            let mut tell = |report| {
                reports.push(report);
                true
            };
            let budget = Budget::new(memory);
            let answered =
                worker::answer(&mut self.engine, &mut self.random, &question, &budget, &mut tell);
            reports.push(match answered {
                Ok(()) => Report::Done,
                Err(interrupted) => Report::Interrupted(interrupted),
            });
            for report in reports {
                let message = match question.topic {
                    Topic::Counts => Message::Counter(question.asked, report),
                    _ => Message::Worker(question.asked, report),
                };
                pending.extend(update::update(&mut self.model, message));
            }
        }
    }

    fn draw(&mut self) {
        self.screen.reset();
        self.model.arrange(self.screen.area);
        view::render(&mut self.screen, &self.model);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Rules;
    use crate::tui::{ColorDepth, Glyphs, Keymap, Theme};

    #[test]
    fn a_click_is_answered_and_drawn() {
        let options = Options {
            memory: 1 << 20,
            timeout: None,
            mouse: true,
            glyphs: Glyphs::Unicode,
            theme: Theme::Terminal,
            depth: ColorDepth::default(),
            keys: Keymap::default(),
        };
        let mut board =
            Headless::open(Problem::new(Rules::queens(8).unwrap()), &options, (80, 24), 0);
        assert!(board.click("c5".parse().unwrap()));
        let title: String = (0..80).map(|x| board.screen()[(x, 0)].symbol()).collect();
        assert!(title.contains("12 solutions"), "{title}");
        assert!(!board.click(Cell::new(20, 20)));
    }
}
