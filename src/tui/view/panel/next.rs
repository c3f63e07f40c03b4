//! The next actions: the keys that are useful in the present position.

use ratatui::text::Span;

use super::solutions::{is_done, small_count};
use crate::input::Action;
use crate::model::{DiagramView, Game, Hit, Model, Origin, Shading};
use crate::panel::{Context, Framed, SectionRows, TextItem, approximate_count};
use crate::parts::{Need, grouped};
use crate::view::welcome::LESSON;
use engine::SmallDiagram;
use geometry::Cell;
use problem::{Assist, write_link};
use session::DiagramRequest;

/// Maximum number of solutions for which the panel offers to look at each.
const MAX_OFFERED_SOLUTIONS: u64 = 20;

pub(super) fn section<'a>(context: &'a Context<'a>) -> Framed<'a> {
    let mut items = if is_done(context.model) {
        done(context)
    } else if context.session.assist() != Assist::Full {
        puzzle(context)
    } else if context.session.is_satisfiable() == Some(false) {
        no_solution_actions(context)
    } else {
        solving(context)
    };
    items.extend(context.offers([(Action::COMMAND, "everything that can be done")]));
    // Impossible actions are left out.
    items.retain(|item| item.hit.is_some());
    Framed::text(context, "what next", items, (Need::Wanted, SectionRows::List(4)))
}

/// The actions if one solution remains, or the puzzle is solved.
fn done(context: &Context<'_>) -> Vec<TextItem> {
    let model = context.model;
    let shared = sharing(context);
    if model.playing().is_some() {
        let offers = [
            (Action::NEXT_PUZZLE, "the next puzzle"),
            (Action::PUZZLE, "another kind or grade"),
            (Action::RESET, "this one again"),
        ];
        return context.offers(offers).chain(shared).collect();
    }
    let mut items = Vec::new();
    if model.has_full_assist() {
        let diagram = match model.view.diagram {
            DiagramView::Silhouette | DiagramView::Hidden => "the diagram: one path is left",
            DiagramView::Graph => next_view_text(DiagramView::Graph),
        };
        let forced = (Action::COMPLETE, "decide the forced cells, too");
        items.extend(context.offers([forced, (Action::DIAGRAM, diagram)]));
    }
    let is_puzzle = !shared.is_empty();
    items.extend(shared);
    items
        .extend(context.offers([(Action::RESET, "begin again"), (Action::PIECE, "another piece")]));
    items.extend(resizing(context, [(Action::LARGER, "a larger board")]));
    if !is_puzzle {
        items.extend(context.offers([(Action::COPY, "copy the position as a command")]));
    }
    items
}

/// The keys that resize the board, unless they zoom the graph.
fn resizing<const N: usize>(
    context: &Context<'_>,
    offers: [(Action, &str); N],
) -> impl Iterator<Item = TextItem> {
    context.offers(offers).filter(|_| !context.model.has_graph_keys())
}

/// The actions that pass a puzzle on; empty if the program has made the puzzle that is played, and if the board is no puzzle.
fn sharing(context: &Context<'_>) -> Vec<TextItem> {
    let made = |game: &Game| matches!(game.origin, Origin::Made { .. });
    let puzzle = context.model.puzzle_to_share();
    let puzzle = puzzle.filter(|_| !context.model.playing().is_some_and(made));
    let Some(puzzle) = puzzle else { return Vec::new() };
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

/// True unless the next view of the diagram is a graph that is known to be too large to be drawn.
pub(super) fn has_next_view(model: &Model) -> bool {
    let size = model.app.session.knowledge().diagram.as_ref();
    let is_large = size.is_some_and(|size| !SmallDiagram::is_small_enough(&size.levels));
    // In another order the diagram may be smaller.
    let is_usual = model.view.graph.request == DiagramRequest::default();
    model.view.diagram.next() != DiagramView::Graph || !is_large || !is_usual
}

/// The actions if there is no solution.
fn no_solution_actions(context: &Context<'_>) -> Vec<TextItem> {
    if !context.session.decisions().is_empty() {
        let undo = (Action::UNDO, "undo the last step");
        return context.offers([undo, (Action::RESET, "take back everything")]).collect();
    }
    let nearest = (Action::ANYWAY, "the nearest size with a solution");
    let sizes = [(Action::LARGER, "a larger board"), (Action::SMALLER, "a smaller board")];
    let offers = context.offers([nearest, (Action::PIECE, "another piece")]);
    offers.chain(resizing(context, sizes)).collect()
}

/// The actions offered while the user solves a puzzle without full help.
fn puzzle(context: &Context<'_>) -> Vec<TextItem> {
    let decisions = context.session.decisions();
    let has_own = decisions.iter().any(|(cell, _)| !decisions.is_given(cell));
    let undo = context.offers([(Action::UNDO, "undo the last step")]).filter(|_| has_own);
    let hint = (Action::HINT, "a hint: the next step and why");
    let offers = context.offers([hint, (Action::STILL_RIGHT, "is all right so far?")]);
    let give_up = context.offers([(Action::COMPLETE, "give up: show the solution")]);
    offers.chain(undo).chain(give_up).collect()
}

/// The numbers of solutions after placing a piece on a possible cell, and after excluding the cell. Empty if unknown.
pub(super) fn left_by(context: &Context<'_>, cell: Cell) -> [String; 2] {
    let session = context.session;
    if let (Some(with), Some(all)) = (session.solutions_with(cell), session.solutions()) {
        return [with, &(all - with)].map(grouped);
    }
    let (Some(all), Some(share)) = (session.estimate(), session.share(cell)) else {
        return Default::default();
    };
    [share, 1.0 - share].map(|share| approximate_count(all.value.part(share)))
}

fn solving(context: &Context<'_>) -> Vec<TextItem> {
    let (model, session) = (context.model, context.session);
    let mut items = Vec::new();
    // With a heat map, a section of its own tells that cell.
    let is_told = context.scene.heat.is_some() && !model.view.shading.is_of_costs();
    if let Some(cell) = session.most_informative().filter(|_| !is_told) {
        let [with, without] = left_by(context, cell).map(|number| context.strong(number));
        let settles = context.text(" settles most: it leaves ");
        let spans =
            [context.strong(cell.to_string()), settles, with, context.text(" or "), without];
        items.push(context.offer(Action::INFORMATIVE, spans));
    }
    let solutions = match small_count(model) {
        Some(count @ ..=MAX_OFFERED_SOLUTIONS) => format!("look at the {count} solutions"),
        Some(_) | None => "look at solutions one by one".to_owned(),
    };
    items.extend(context.offers([(Action::NEXT_SOLUTION, &*solutions)]));
    if session.decisions().is_empty() && model.open_lesson().is_none() {
        items.push(context.command("lesson", context.text(LESSON.trim())));
    }
    if model.has_graph_keys() {
        let command = |(word, effect)| context.command(word, context.text(effect));
        items.extend(model.graph_commands().map(command));
    }
    if model.view.shading == Shading::Off {
        items.extend(context.offers([(Action::HEAT_MAP, "heat map: where the solutions stand")]));
    }
    items.extend(context.offers([(Action::COMPLETE, "complete the board")]));
    if session.knowledge().diagram.is_some() && has_next_view(model) {
        items.extend(context.offers([(Action::DIAGRAM, next_view_text(model.view.diagram))]));
    }
    items.extend(context.offers([
        (Action::HINT, "a hint: the next step and why"),
        (Action::SEARCH, "watch a search find it"),
        (Action::PUZZLE, "make a puzzle and play it"),
    ]));
    items
}
