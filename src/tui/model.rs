use std::sync::Arc;
use std::time::Duration;

use ratatui::layout::Rect;

use super::files::Files;
use super::growth::Growth;
use super::layout::{Layout, Need};
use super::message::{Asked, Question, QuestionNumber, Topic};
use super::paint::Painting;
use super::prompt::Prompt;
use super::region_colors::RegionColors;
use super::replay::Replay;
use super::theme::{ColorDepth, Theme};
use super::view::notice_lines;
use super::{Glyphs, Keymap, Options};
use crate::engine::{Completion, Progress};
use crate::geometry::Cell;
use crate::problem::{Assist, Problem};
use crate::session::{CellState, Session};

/// All that the board shows. Drawing reads it and changes nothing.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub session: Session,
    pub cursor: Cell,
    pub layout: Layout,
    pub glyphs: Glyphs,
    pub theme: Theme,
    pub depth: ColorDepth,
    pub keys: Keymap,
    /// Are mouse clicks taken?
    pub mouse: bool,
    /// Where the mouse was moved last, unless a key was pressed since.
    pub pointer: Option<(u16, u16)>,
    /// How the shares of the remaining solutions are shown.
    pub heat: Heat,
    /// The remaining solution that is looked at.
    pub solution: Option<Completion>,
    /// What is painted, while the board is in paint mode.
    pub painting: Option<Painting>,
    /// The search that is watched.
    pub replay: Option<Replay>,
    /// The diagram's size from position to position, and whether it is shown.
    pub growth: Growth,
    pub colors: RegionColors,
    /// The first line of help in view, while help is shown.
    pub help: Option<u16>,
    /// What has been typed after `:`, while it is open.
    pub command: Option<Prompt>,
    /// The lines that were run before, the latest last.
    pub past: Vec<String>,
    /// What the last action has to say.
    pub notice: Option<String>,
    /// The files opened and written.
    pub files: Files,
    /// Is the board left as soon as it is saved?
    pub quits_when_saved: bool,
    /// What the worker is at.
    pub work: Option<Work>,
    /// What is being counted beside.
    pub counting: Option<Work>,
    /// The number of the latest question.
    pub latest: QuestionNumber,
}

/// How possible cells show their share of the remaining solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heat {
    Off,
    /// By marks that grow.
    Shaded,
    /// In percent.
    Numbers,
}

impl Heat {
    /// What its marks mean.
    pub(super) const fn legend(self) -> Option<&'static str> {
        match self {
            Self::Off => None,
            Self::Shaded => Some("share of the remaining solutions: . : i o O @"),
            Self::Numbers => Some("share of the remaining solutions in percent"),
        }
    }
}

/// A question that is being answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Work {
    pub question: QuestionNumber,
    pub topic: Topic,
    pub progress: Option<(Progress, Duration)>,
}

impl Work {
    pub(super) fn on(question: &Question) -> Self {
        Self { question: question.asked.number, topic: question.topic.clone(), progress: None }
    }
}

impl Model {
    pub(super) fn new(session: Session, notice: Option<String>, options: &Options) -> Self {
        Self {
            session,
            cursor: Cell::new(0, 0),
            layout: Layout::default(),
            glyphs: options.glyphs,
            theme: match options.depth {
                ColorDepth::None => Theme::Monochrome,
                _ => options.theme,
            },
            depth: options.depth,
            keys: options.keys.clone(),
            mouse: options.mouse,
            pointer: None,
            heat: Heat::Off,
            solution: None,
            painting: None,
            replay: None,
            growth: Growth::default(),
            colors: RegionColors::default(),
            help: None,
            command: None,
            past: Vec::new(),
            notice,
            files: Files::default(),
            quits_when_saved: false,
            work: None,
            counting: None,
            latest: QuestionNumber::default(),
        }
    }

    /// A question about the present position, with a number of its own.
    pub(super) fn question(&mut self, topic: Topic) -> Question {
        self.latest = self.latest.next();
        let asked = Asked { number: self.latest, stamp: self.session.stamp() };
        Question { asked, problem: self.session.problem().clone(), topic }
    }

    /// Computes the layout for a window, before each frame.
    pub(super) fn arrange(&mut self, window: Rect) {
        let rules = Arc::clone(self.problem().rules());
        let need = Need {
            size: rules.size(),
            // From the beginning, so that the first region moves no cell under the mouse.
            parted: rules.regions().is_some() || self.painting.is_some(),
            digits: self.heat == Heat::Numbers && self.session.solutions().is_some(),
        };
        self.layout = Layout::new(window, need, self.cursor, &self.layout);
        self.layout.give_notice(notice_lines(self).len() as u16);
        self.colors.follow(&rules, self.theme);
    }

    /// What is drawn: the session's problem, or what is being made of it while a button is held.
    pub(super) fn problem(&self) -> &Problem {
        let stroke = self.painting.as_ref().and_then(|painting| painting.stroke.as_ref());
        stroke.unwrap_or(self.session.problem())
    }

    /// What the board tells of a cell; nothing where that is left to the user.
    pub(super) fn told(&self, cell: Cell) -> Option<CellState> {
        let was = self.session.rules().grid().is_hole(cell);
        match self.problem().rules().grid().is_hole(cell) {
            true => Some(CellState::Hole),
            false if was => None,
            false => self.session.told(cell, self.session.assist()),
        }
    }

    /// The cell that the mouse hovers over, where that is of interest: what a piece there would attack
    /// is shown.
    pub(super) fn hovered(&self) -> Option<Cell> {
        self.pointer.and_then(|place| self.hovered_at(place))
    }

    /// What would be hovered over if the mouse were at this place.
    pub(super) fn hovered_at(&self, (x, y): (u16, u16)) -> Option<Cell> {
        let shown = self.painting.is_none() && self.help.is_none();
        let shown = shown && self.session.assist() != Assist::None;
        let cell = self.layout.cell_at(x, y).filter(|_| shown && self.mouse);
        cell.filter(|&cell| !self.problem().rules().grid().is_hole(cell))
    }

    /// Does the board tell all that follows?
    pub(super) fn tells_all(&self) -> bool {
        self.session.assist() == Assist::Full
    }

    /// Does Esc leave nothing, so that it cancels what is computed, or has it computed again?
    pub(super) fn escape_cancels(&self) -> bool {
        self.command.is_none()
            && self.help.is_none()
            && self.painting.is_none()
            && self.replay.is_none()
            && self.solution.is_none()
    }

    /// Is something being computed that the board waits for, or played, so that time is shown passing?
    pub(super) fn is_busy(&self) -> bool {
        self.counting.is_some()
            || self.replay.as_ref().is_some_and(|replay| replay.is_playing)
            || self.work.as_ref().is_some_and(|work| !matches!(work.topic, Topic::Reason(_)))
    }
}
