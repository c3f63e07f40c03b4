//! The data that all sections of the panel share.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::TextItem;
use crate::input::Scope;
use crate::look::Look;
use crate::model::scene::{Scene, display_state};
use crate::model::{Hit, Model};
use crate::widgets::{Frame, NO_BREAK_SPACE, Styles, grouped, keycap};
use app::Action;
use engine::estimate::Magnitude;
use export::face::{Figure, Region, Square, region};
use geometry::Cell;
use problem::{Regions, Rule};
use session::{CellState, RuleWords, Session, SolutionCount, rule_words};

/// The model, with data derived from the model.
pub(crate) struct Context<'a> {
    pub model: &'a Model,
    pub session: &'a Session,
    pub scene: &'a Scene<'a>,
    pub look: Look,
    pub styles: Styles,
    pub figure: Figure,
}

impl<'a> Context<'a> {
    pub(crate) fn of(model: &'a Model, scene: &'a Scene<'a>) -> Self {
        let look = model.look();
        let (session, figure) = (&model.app.session, model.figure());
        Self { model, session, scene, look, styles: Styles::of(&look), figure }
    }

    /// Draws the frame of a section and returns the area inside.
    pub(crate) fn frame(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        title: &str,
        fact: impl Into<Line<'static>>,
    ) -> Rect {
        let frame = Frame { title, right_title: fact.into(), is_overlay: false };
        frame.render(buffer, area, &self.styles)
    }

    pub(crate) fn text(&self, text: impl Into<String>) -> Span<'static> {
        Span::styled(text.into(), self.styles.text)
    }

    pub(crate) fn strong(&self, text: impl Into<String>) -> Span<'static> {
        Span::styled(text.into(), self.styles.strong)
    }

    pub(crate) fn dim(&self, text: impl Into<String>) -> Span<'static> {
        Span::styled(text.into(), self.styles.dim)
    }

    pub(crate) fn good(&self, text: impl Into<String>) -> Span<'static> {
        Span::styled(text.into(), self.styles.good)
    }

    pub(crate) fn wrong(&self, text: impl Into<String>) -> Span<'static> {
        Span::styled(text.into(), self.styles.wrong)
    }

    /// A text in which asterisks enclose important words, and backquotes enclose keys.
    pub(crate) fn marked(&self, text: &str, style: Style) -> Vec<Span<'static>> {
        let mut inside = None;
        let parts = text.split_inclusive(['*', '`']).map(|part| {
            let mark = part.chars().next_back().filter(|end| matches!(end, '*' | '`'));
            let style = match inside {
                Some('*') => self.styles.strong,
                Some(_) => self.styles.key,
                None => style,
            };
            inside = mark.filter(|_| inside.is_none());
            Span::styled(part.trim_end_matches(['*', '`']).to_owned(), style)
        });
        parts.collect()
    }

    /// A text in which the letters of regions are on the regions' colours, so that they are not taken for names of columns.
    pub(crate) fn with_region_chips(&self, text: &str) -> Vec<Span<'static>> {
        let regions = self.model.problem().rules().regions().filter(|_| !self.look.has_signs());
        let cells = regions.map(Regions::cells).unwrap_or_default();
        let letters: Vec<char> = cells.into_iter().map(|(letter, _)| letter).collect();
        let (mut spans, mut rest) = (Vec::new(), text);
        // In a list, as in `regions g (rose) and i (pink)`, no name has the word `region` of its own.
        let place = |rest: &str, letter: char| {
            let color = region::name(self.model.view.region_colors.color(letter));
            let at = rest.find(&format!(" {letter} ({color})"))?;
            Some((at + 1 + letter.len_utf8(), letter))
        };
        while let Some((end, letter)) =
            letters.iter().filter_map(|&letter| place(rest, letter)).min()
        {
            let color = self.model.view.region_colors.color(letter);
            let chip = self.look.region_chip(Region { letter, color });
            let unbroken = chip.content.replace(' ', &NO_BREAK_SPACE.to_string());
            spans.push(self.text(&rest[..end - letter.len_utf8()]));
            spans.push(Span::styled(unbroken, chip.style));
            rest = &rest[end..];
        }
        spans.push(self.text(rest));
        spans
    }

    /// A line of a marked text.
    pub(crate) fn item(&self, text: impl AsRef<str>) -> TextItem {
        TextItem::new(self.marked(text.as_ref(), self.styles.text))
    }

    /// A line of a marked text that is less important.
    pub(crate) fn note(&self, text: impl AsRef<str>) -> TextItem {
        TextItem::new(self.marked(text.as_ref(), self.styles.dim))
    }

    /// The mode whose keys the panel shows. The restoration list does not change the keys.
    fn scope(&self) -> Scope {
        match self.model.scope_below() {
            Scope::Ways => Scope::Board,
            scope => scope,
        }
    }

    /// The displayed key of an action in the present mode; empty if the action has no key.
    pub(crate) fn key(&self, action: Action) -> Span<'static> {
        let key = self.model.view.keys.first_key(self.scope(), action);
        let cap = key.map(|key| keycap(key, self.look.glyphs)).unwrap_or_default();
        Span::styled(cap, self.styles.key)
    }

    /// The hit for a click on the key of an action; `None` if the action is impossible now.
    pub(crate) fn key_target(&self, action: Action) -> Option<Hit> {
        let key = self.model.view.keys.first_key(self.scope(), action);
        key.filter(|_| self.model.can(action)).map(Hit::Key)
    }

    /// A line with a key and its effect. A click on the line presses the key.
    pub(crate) fn offer(&self, action: Action, effect: impl AsRef<str>) -> TextItem {
        self.offer_of(action, self.marked(effect.as_ref(), self.styles.text))
    }

    /// A line with a key and its effect as styled text.
    pub(crate) fn offer_of(
        &self,
        action: Action,
        effect: impl IntoIterator<Item = Span<'static>>,
    ) -> TextItem {
        let is_answer = action == Action::PLACE && self.model.app.awaits_answer();
        let key = TextItem::new([self.key(action), Span::raw(" ")]);
        let item = if is_answer {
            key.hanging([self.text("answers the question")])
        } else {
            key.hanging(effect)
        };
        TextItem { hit: self.key_target(action), ..item }
    }

    /// A line with a command and its effect. A click on the line runs the command.
    pub(crate) fn command(&self, word: &'static str, effect: Span<'static>) -> TextItem {
        let command = self.item(format!("`:{word}` ")).and([effect]);
        TextItem { indent: 2, hit: Some(Hit::Command(word)), ..command }
    }

    /// The names of cells as a list, with `last` before the last of several.
    pub(crate) fn cells(&self, cells: &[Cell], last: &str, style: Style) -> Vec<Span<'static>> {
        let named = |(index, cell): (usize, &Cell)| {
            let before = match index {
                0 => "",
                _ if index + 1 == cells.len() => last,
                _ => ", ",
            };
            [self.dim(before), Span::styled(cell.to_string(), style)]
        };
        cells.iter().enumerate().flat_map(named).collect()
    }

    /// The names of rules that are a cause, as a list: `row 3, region d (blue) and the board rules of c4 and e2`.
    pub(crate) fn rules(&self, rules: &[Rule]) -> Vec<Span<'static>> {
        let (mut spans, here) = (Vec::new(), self.model.view.cursor.to_string());
        for words in rule_words(rules, MAX_NAMED, &|group| self.model.group_name(group)) {
            // The cells of board rules are preceded by the mark that they have on the board.
            if matches!(words, RuleWords::BoardRule(_)) && self.scene.ruled_by().is_some() {
                spans.extend([self.look.rule_chip(), Span::raw(" ")]);
            }
            // Conjunctions and commas are dim.
            spans.push(match words {
                RuleWords::Joint(text) | RuleWords::BoardRule(text) => self.dim(text),
                RuleWords::Name(name) if name == here => {
                    Span::styled("this cell", self.styles.cause)
                }
                RuleWords::Name(name) => Span::styled(name, self.styles.cause),
            });
        }
        spans
    }

    /// The state of a cell as two or three characters.
    pub(crate) fn chip(&self, cell: Cell) -> Span<'static> {
        self.look.chip(&self.scene.square(cell), &self.figure, self.model.view.layout.side)
    }

    /// Like `chip`, for the state in the position if the board shows something else, such as a path of the diagram.
    pub(crate) fn chip_of_position(&self, cell: Cell) -> Span<'static> {
        let state = self.model.shown_state(cell).unwrap_or(CellState::Possible);
        let square = Square::new(display_state(self.model, state, cell));
        self.look.chip(&square, &self.figure, self.model.view.layout.side)
    }
}

/// Maximum number of board rules that are named in the panel.
const MAX_NAMED: usize = 8;

/// The number of solutions: exact (`1,204`), estimated (`≈ 2.44e44`) or a lower bound (`at least 1`).
pub(crate) fn number(solutions: &SolutionCount) -> String {
    match solutions {
        SolutionCount::Exact(all) => grouped(all),
        SolutionCount::About(estimate) => approximate_count(estimate.value),
        SolutionCount::AtLeast(all) => format!("at least {}", grouped(all)),
    }
}

/// A cost with grouped digits.
pub(crate) fn grouped_cost(cost: i64) -> String {
    let sign = if cost < 0 { "-" } else { "" };
    format!("{sign}{}", grouped(cost.unsigned_abs()))
}

/// An approximate number of solutions: `≈ 2.44e44`.
pub(crate) fn approximate_count(number: Magnitude) -> String {
    format!("≈{NO_BREAK_SPACE}{}", grouped(number))
}
