//! The next actions: the keys that are useful in the present position.

use super::context::{self, Context};
use super::item::TextItem;
use super::section::{Paragraphs, SectionRows};
use super::solutions::{is_done, small_count};
use crate::model::Hit;
use crate::parts::{PartPriority, grouped};
use crate::view::welcome::LESSON;
use app::{Action, DiagramView, Game, Origin, Shading};
use geometry::Cell;
use problem::{Assist, write_link};
use ratatui::text::Span;

/// Maximum number of solutions for which the panel offers to look at each.
const MAX_OFFERED_SOLUTIONS: u64 = 20;

pub(super) fn section<'a>(context: &'a Context<'a>) -> Paragraphs<'a> {
    Paragraphs::new(
        context,
        "what next",
        items(context),
        (PartPriority::Wanted, SectionRows::List(4)),
    )
}

fn items(context: &Context<'_>) -> Vec<TextItem> {
    let model = context.model;
    let mut items = if is_done(model) {
        done(context)
    } else if model.app.session.assist() != Assist::Full {
        puzzle(context)
    } else if model.app.session.is_satisfiable() == Some(false) {
        no_solution_actions(context)
    } else {
        solving(context)
    };
    items.push(context.key_text_item(Action::COMMAND, "everything that can be done"));
    // Impossible actions are left out.
    items.retain(|item| item.hit.is_some());
    items
}

/// The actions if one solution remains, or the puzzle is solved.
fn done(context: &Context<'_>) -> Vec<TextItem> {
    let mut items = Vec::new();
    if context.model.app.playing().is_some() {
        return vec![
            context.key_text_item(Action::NEXT_PUZZLE, "the next puzzle"),
            context.key_text_item(Action::PUZZLE, "another kind or grade"),
            context.key_text_item(Action::RESET, "this one again"),
        ]
        .into_iter()
        .chain(sharing(context))
        .collect();
    }
    if context.model.app.has_full_assist() {
        items.push(context.key_text_item(Action::COMPLETE, "decide the forced cells, too"));
        let diagram = match context.model.app.diagram {
            DiagramView::Silhouette | DiagramView::Hidden => "the diagram: one path is left",
            shown @ DiagramView::Graph => next_view_text(shown),
        };
        items.push(context.key_text_item(Action::DIAGRAM, diagram));
    }
    let shared = sharing(context);
    let is_puzzle = !shared.is_empty();
    items.extend(shared);
    items.extend([
        context.key_text_item(Action::RESET, "begin again"),
        context.key_text_item(Action::PIECE, "another piece"),
    ]);
    items.extend(resizing(context, Action::LARGER, "a larger board"));
    if !is_puzzle {
        items.push(context.key_text_item(Action::COPY, "copy the position as a command"));
    }
    items
}

/// The key that resizes the board; `None` while it zooms the graph.
fn resizing(context: &Context<'_>, action: Action, text: &str) -> Option<TextItem> {
    (!context.model.has_graph_keys()).then(|| context.key_text_item(action, text))
}

/// The actions that pass a puzzle on; empty if the program has made the puzzle that is played, and if the board is no puzzle.
fn sharing(context: &Context<'_>) -> Vec<TextItem> {
    let made = |game: &Game| matches!(game.origin, Origin::Made { .. });
    if context.model.app.playing().is_some_and(made) {
        return Vec::new();
    }
    let Some(puzzle) = context.model.app.puzzle_to_share() else { return Vec::new() };
    let link = || context.command("link", context.text("the puzzle as a link"));
    let link = write_link(&puzzle).is_ok().then(link);
    let export = TextItem {
        hit: Some(Hit::Command("export")),
        ..TextItem::new([
            Span::styled(":export FILE.svg", context.styles.key),
            context.text(" or .html: for paper, for a browser"),
        ])
    };
    link.into_iter().chain([export]).collect()
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
fn no_solution_actions(context: &Context<'_>) -> Vec<TextItem> {
    if context.model.app.session.decisions().is_empty() {
        let mut items = vec![
            context.key_text_item(Action::ANYWAY, "the nearest size with a solution"),
            context.key_text_item(Action::PIECE, "another piece"),
        ];
        items.extend(resizing(context, Action::LARGER, "a larger board"));
        items.extend(resizing(context, Action::SMALLER, "a smaller board"));
        return items;
    }
    vec![
        context.key_text_item(Action::UNDO, "undo the last step"),
        context.key_text_item(Action::RESET, "take back everything"),
    ]
}

/// The actions offered while the user solves a puzzle without full help.
fn puzzle(context: &Context<'_>) -> Vec<TextItem> {
    let mut items = vec![
        context.key_text_item(Action::HINT, "a hint: the next step and why"),
        context.key_text_item(Action::STILL_RIGHT, "is all right so far?"),
    ];
    let decisions = context.model.app.session.decisions();
    if decisions.iter().any(|(cell, _)| !decisions.is_given(cell)) {
        items.push(context.key_text_item(Action::UNDO, "undo the last step"));
    }
    items.push(context.key_text_item(Action::COMPLETE, "give up: show the solution"));
    items
}

/// The numbers of solutions after placing a piece on a possible cell, and after excluding the cell. Empty if unknown.
pub(super) fn left_by(context: &Context<'_>, cell: Cell) -> [String; 2] {
    let session = &context.model.app.session;
    if let (Some(with), Some(all)) = (session.solutions_with(cell), session.solutions()) {
        return [with.clone(), all - with].map(grouped);
    }
    let (Some(all), Some(share)) = (session.estimate(), session.share(cell)) else {
        return Default::default();
    };
    [share, 1.0 - share].map(|share| context::approximate_count(all.value.part(share)))
}

fn solving(context: &Context<'_>) -> Vec<TextItem> {
    let (model, session) = (context.model, &context.model.app.session);
    let mut items = Vec::new();
    // With a heat map, a part of its own tells that cell.
    let is_told = context.scene.heat.is_some() && !model.app.shading.is_of_costs();
    if let Some(cell) = session.most_informative().filter(|_| !is_told) {
        let mut spans =
            vec![context.strong(cell.to_string()), context.text(" settles most: it leaves ")];
        let [with, without] = left_by(context, cell);
        spans.extend([context.strong(with), context.text(" or "), context.strong(without)]);
        items.push(context.offer(Action::INFORMATIVE, spans));
    }
    items.push(match small_count(model) {
        Some(count) if count <= MAX_OFFERED_SOLUTIONS => {
            context.key_text_item(Action::NEXT_SOLUTION, &format!("look at the {count} solutions"))
        }
        _ => context.key_text_item(Action::NEXT_SOLUTION, "look at solutions one by one"),
    });
    if session.decisions().is_empty() && model.app.open_lesson().is_none() {
        items.push(context.command("lesson", context.text(LESSON.trim())));
    }
    if model.has_graph_keys() {
        let command = |(word, does)| context.command(word, context.text(does));
        items.extend(model.graph_commands().map(command));
    }
    if model.app.shading == Shading::Off {
        items.push(context.key_text_item(Action::HEAT_MAP, "heat map: where the solutions stand"));
    }
    items.push(context.key_text_item(Action::COMPLETE, "complete the board"));
    if session.knowledge().diagram.is_some() {
        items.push(context.key_text_item(Action::DIAGRAM, next_view_text(model.app.diagram)));
    }
    items.push(context.key_text_item(Action::HINT, "a hint: the next step and why"));
    items.push(context.key_text_item(Action::SEARCH, "watch a search find it"));
    items.push(context.key_text_item(Action::PUZZLE, "make a puzzle and play it"));
    items
}
