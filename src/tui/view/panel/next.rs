//! The next actions: the keys that are useful in the present position.

use super::solutions::{is_done, small_count};
use crate::model::Hit;
use crate::modes::board::cell::left_by;
use crate::panel::{Context, Framed, SectionRows, Text, TextItem};
use crate::view::welcome::LESSON;
use crate::widgets::Need;
use app::{Action, DiagramView, Game, Origin, Shading};
use problem::{Assist, write_link};

/// Maximum number of solutions for which the panel offers to look at each.
const MAX_OFFERED_SOLUTIONS: u64 = 20;

pub(super) fn section<'a>(context: &'a Context<'a>) -> Framed<'a> {
    let mut text = Text::new(context);
    if is_done(context.model) {
        offer_more(&mut text);
    } else if context.session.assist() != Assist::Full {
        offer_help(&mut text);
    } else if context.session.knowledge().is_satisfiable() == Some(false) {
        offer_ways_out(&mut text);
    } else {
        offer_steps(&mut text);
    }
    text.offer(Action::COMMAND, "everything that can be done");
    // Impossible actions are left out.
    text.items.retain(|item| item.hit.is_some());
    text.framed("what next", Need::Wanted, SectionRows::List(4))
}

/// The actions if one solution remains, or the puzzle is solved.
fn offer_more(text: &mut Text<'_>) {
    let model = text.context.model;
    let shared = sharing(text.context);
    if model.app.playing().is_some() {
        text.offer(Action::NEXT_PUZZLE, "the next puzzle");
        text.offer(Action::PUZZLE, "another kind or grade");
        text.offer(Action::RESET, "this one again");
        return text.extend(shared);
    }
    if !shared.is_empty() && !model.app.session.is_solved() {
        offer_play(text);
    }
    if model.app.has_full_assist() {
        text.offer(Action::COMPLETE, "decide the forced cells, too");
        text.offer(
            Action::DIAGRAM,
            match model.app.diagram {
                DiagramView::Silhouette | DiagramView::Hidden => "the diagram: one path is left",
                DiagramView::Graph => next_view_text(DiagramView::Graph),
            },
        );
    }
    let is_puzzle = !shared.is_empty();
    text.extend(shared);
    text.offer(Action::RESET, "begin again");
    text.offer(Action::PIECE, "another piece");
    if !model.has_graph_keys() {
        text.offer(Action::LARGER, "a larger board");
    }
    if !is_puzzle {
        text.offer(Action::COPY, "copy the position as a command");
    }
}

/// The actions for a puzzle that is not played: to play it and to save it.
fn offer_play(text: &mut Text<'_>) {
    let context = text.context;
    text.push(context.command("play board", context.text("plays it against the clock")));
    let save = context.item("`:w FILE` saves it");
    text.push(TextItem { hit: Some(Hit::Command("w")), ..save });
    if context.session.rules().regions().is_some() {
        text.offer(Action::PAINT, "paint on");
    }
}

/// The actions that pass a puzzle on; empty if the program has made the puzzle that is played, and if the board is no puzzle.
fn sharing(context: &Context<'_>) -> Vec<TextItem> {
    let made = |game: &Game| matches!(game.origin, Origin::Made { .. });
    let puzzle = context.model.app.puzzle_to_share();
    let puzzle = puzzle.filter(|_| !context.model.app.playing().is_some_and(made));
    let Some(puzzle) = puzzle else { return Vec::new() };
    let link = || context.command("link", context.text("the puzzle as a link"));
    let link = write_link(&puzzle).is_ok().then(link);
    let export = context.item("`:export FILE.svg` or .html: for paper, for a browser");
    link.into_iter().chain([TextItem { hit: Some(Hit::Command("export")), ..export }]).collect()
}

/// The name of the view of the diagram that follows `shown`.
pub(super) const fn next_view_text(shown: DiagramView) -> &'static str {
    match shown {
        DiagramView::Silhouette => "the diagram as a graph",
        DiagramView::Graph => "put the diagram away",
        DiagramView::Hidden => "the diagram of all solutions",
    }
}

/// The actions if there is no solution.
fn offer_ways_out(text: &mut Text<'_>) {
    if !text.context.session.decisions().is_empty() {
        text.offer(Action::UNDO, "undo the last step");
        return text.offer(Action::RESET, "take back everything");
    }
    if text.context.model.app.begun_drawing().is_some() {
        return text.offer(Action::PAINT, "paint the other regions");
    }
    text.offer(Action::ANYWAY, "the nearest size with a solution");
    text.offer(Action::PIECE, "another piece");
    if !text.context.model.has_graph_keys() {
        text.offer(Action::LARGER, "a larger board");
        text.offer(Action::SMALLER, "a smaller board");
    }
}

/// The actions offered while the user solves a puzzle without full help.
fn offer_help(text: &mut Text<'_>) {
    if text.context.model.app.begun_drawing().is_some() {
        return text.offer(Action::PAINT, "paint the other regions");
    }
    if text.context.model.app.is_to_play() {
        offer_play(text);
    }
    text.offer(Action::HINT, "a hint: the next step and why");
    text.offer(Action::STILL_RIGHT, "is all right so far?");
    let decisions = text.context.session.decisions();
    if decisions.iter().any(|(cell, _)| !decisions.is_given(cell)) {
        text.offer(Action::UNDO, "undo the last step");
    }
    text.offer(Action::COMPLETE, "give up: show the solution");
}

/// The actions offered while solutions remain.
fn offer_steps(text: &mut Text<'_>) {
    let context = text.context;
    let (model, session) = (context.model, context.session);
    // With a heat map, a separate section describes that cell.
    let is_described = context.scene.heat.is_some() && !model.app.shading.is_of_costs();
    if let Some(cell) = session.most_informative().filter(|_| !is_described) {
        let [with, without] = left_by(context, cell);
        let settles = format!("*{cell}* settles most: it leaves *{with}* or *{without}*");
        text.offer(Action::INFORMATIVE, settles);
    }
    text.offer(
        Action::NEXT_SOLUTION,
        match small_count(model) {
            Some(count @ ..=MAX_OFFERED_SOLUTIONS) => format!("look at the {count} solutions"),
            Some(_) | None => "look at solutions one by one".to_owned(),
        },
    );
    let has_lessons = model.app.open_lesson().is_none() && model.app.viewed().is_none();
    let is_empty = session.decisions().is_empty();
    if is_empty && has_lessons {
        text.push(context.command("lesson", context.text(LESSON.trim())));
    }
    if model.has_graph_keys() {
        let command = |(word, effect)| context.command(word, context.text(effect));
        text.extend(model.graph_commands().map(command));
    }
    if is_empty {
        text.offer(Action::PUZZLE, "puzzles: queens, star battle");
    }
    if model.app.shading == Shading::Off {
        text.offer(Action::HEAT_MAP, "heat map: where the solutions stand");
    }
    text.offer(Action::COMPLETE, "complete the board");
    if session.knowledge().diagram.is_some() && model.app.has_next_view() {
        text.offer(Action::DIAGRAM, next_view_text(model.app.diagram));
    }
    text.offer(Action::HINT, "a hint: the next step and why");
    text.offer(Action::SEARCH, "watch a search find it");
    if !is_empty {
        text.offer(Action::PUZZLE, "make a puzzle and play it");
    }
}
