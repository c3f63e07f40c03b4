//! What all parts of the panel are drawn from.

use num_bigint::BigUint;
use ratatui::text::Span;

use super::item::Item;
use super::work::BOUND;
use crate::engine::estimate::Magnitude;
use crate::face::Figure;
use crate::geometry::Cell;
use crate::tui::input::action::Action;
use crate::tui::look::Look;
use crate::tui::model::Model;
use crate::tui::model::hits::Hit;
use crate::tui::model::scene::Scene;
use crate::tui::parts::digits;
use crate::tui::parts::styles::Styles;
use crate::tui::view::keycap::keycap;

/// The model with what follows from it for all parts.
pub(super) struct Context<'a> {
    pub model: &'a Model,
    pub scene: &'a Scene<'a>,
    pub look: Look,
    pub styles: Styles,
    pub figure: Figure,
}

impl<'a> Context<'a> {
    pub(super) fn of(model: &'a Model, scene: &'a Scene<'a>) -> Self {
        let look = model.look();
        let figure = Figure::new(model.problem().rules().piece());
        Self { model, scene, look, styles: Styles::of(&look), figure }
    }

    pub(super) fn text(&self, text: impl Into<String>) -> Span<'static> {
        Span::styled(text.into(), self.styles.text)
    }

    pub(super) fn strong(&self, text: impl Into<String>) -> Span<'static> {
        Span::styled(text.into(), self.styles.strong)
    }

    pub(super) fn dim(&self, text: impl Into<String>) -> Span<'static> {
        Span::styled(text.into(), self.styles.dim)
    }

    pub(super) fn wrong(&self, text: impl Into<String>) -> Span<'static> {
        Span::styled(text.into(), self.styles.wrong)
    }

    /// A number with its digits in groups.
    pub(super) fn number(&self, number: &BigUint) -> Span<'static> {
        self.strong(digits::grouped(&number.to_string()))
    }

    /// The key of an action in the present mode as it is shown; nothing if it has none.
    pub(super) fn key(&self, action: Action) -> Span<'static> {
        let key = self.model.keys.first_key(self.model.mode.scope(), action);
        let cap = key.map(|key| keycap(key, self.look.glyphs)).unwrap_or_default();
        Span::styled(cap, self.styles.key)
    }

    /// What a click on an action's key does.
    pub(super) fn press(&self, action: Action) -> Option<Hit> {
        self.model.keys.first_key(self.model.mode.scope(), action).map(Hit::Key)
    }

    /// A key and what it does.
    pub(super) fn offer(&self, action: Action, spans: Vec<Span<'static>>) -> Item {
        let key = self.key(action);
        let indent = key.width() as u16 + 1;
        let spans = [key, Span::raw(" ")].into_iter().chain(spans).collect();
        Item { indent, hit: self.press(action), ..Item::new(spans) }
    }

    /// The names of cells as a list: `a1, c2 and g3`.
    pub(super) fn cells(&self, cells: &[Cell], style: ratatui::style::Style) -> Vec<Span<'static>> {
        let mut spans = Vec::new();
        for (index, cell) in cells.iter().enumerate() {
            match index {
                0 => {}
                _ if index + 1 == cells.len() => spans.push(self.dim(" and ")),
                _ => spans.push(self.dim(", ")),
            }
            spans.push(Span::styled(cell.to_string(), style));
        }
        spans
    }

    /// A cell's state as two or three characters.
    pub(super) fn chip(&self, cell: Cell) -> Span<'static> {
        self.look.chip(&self.scene.square(cell), &self.figure)
    }
}

/// `1 solution`, `2 solutions`.
pub(super) fn counted(number: usize, one: &str, several: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        _ => format!("{} {several}", digits::grouped(&number.to_string())),
    }
}

/// About how many solutions there are: `≈ 2.44e44`.
pub(super) fn about(number: Magnitude) -> String {
    format!("≈{BOUND}{}", digits::grouped(&number.to_string()))
}
