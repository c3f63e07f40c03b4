//! What the squares mean, in words.

use ratatui::text::{Line, Span};

use super::context::Context;
use super::item::Item;
use super::section::{Paragraphs, Rows};
use crate::face::State;
use crate::tui::look::Square;
use crate::tui::parts::digits::grouped;
use crate::tui::parts::stack::Need;
use crate::tui::view::legend::{STATES, uncovered_chip};

/// Boards with more cells are not counted for a legend.
const COUNTED: usize = 10_000;

/// The name of cells that no piece covers yet.
const UNCOVERED: &str = "not covered";

/// What a state means.
const fn meaning(state: State) -> &'static str {
    match state {
        State::Placed => "your decision",
        State::Given => "part of the puzzle",
        State::Forced => "in every solution",
        State::Possible => "in some of them",
        State::Impossible => "in none of them",
        State::Attacked => "by a placed piece",
        State::Excluded => "kept empty by you",
        State::Unknown => "not settled yet",
        State::Hole => "not part of the board",
    }
}

/// The part; none on boards too large to count, and where the board does not tell.
pub(super) fn section<'a>(context: &'a Context<'a>) -> Option<Paragraphs<'a>> {
    let size = context.model.session.rules().size();
    let is_small = usize::from(size.rows()) * usize::from(size.columns()) <= COUNTED;
    if !is_small || !context.model.tells_all() {
        return None;
    }
    let (counts, uncovered) = (context.scene.counts(), context.scene.uncovered().len());
    let width = if uncovered > 0 { UNCOVERED.len() } else { 10 };
    let item = |chip: Span<'static>, name: &str, count: usize, meaning: &'static str| {
        let count = grouped(&count.to_string());
        let before = vec![
            chip,
            Span::raw(" "),
            context.text(format!("{name:<width$}")),
            context.strong(format!("{count:>4}  ")),
        ];
        let mut item = Item::new(before);
        // A meaning that is wrapped stays in its column.
        item.indent = item.line.width() as u16;
        item.line.push_span(context.dim(meaning));
        item
    };
    let of_state = |&(state, name): &(State, &str)| {
        let chip = context.look.chip(&Square::new(state), &context.figure);
        item(chip, name, counts[state as usize], meaning(state))
    };
    let mut items: Vec<Item> = STATES.iter().map(of_state).collect();
    if uncovered > 0 {
        let chip = uncovered_chip(&context.look);
        items.push(item(chip, UNCOVERED, uncovered, "by no piece yet"));
    }
    let rows = items.len() as u16;
    Some(Paragraphs {
        context,
        title: "what the squares mean".to_owned(),
        fact: Line::default(),
        items,
        need: Need::Spare,
        rows: Rows::Text(rows, rows),
    })
}
