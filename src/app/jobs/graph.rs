//! The diagram as a graph, and its sizes in all orders.

use std::cmp::Ordering;
use std::mem;
use std::sync::Arc;

use strum::VariantArray;

use crate::graph::{AroundGraph, AroundRequest, ChipGraph, DrawnGraph, GraphAnswer, KnownSizes};
use crate::job::{Change, Desk, Ending, Job};
use crate::notice::{DiagramNotice, SearchNotice};
use crate::{App, Reply};
use engine::{
    Answer, Chip, DiagramKind, DiagramSize, Interrupted, NodeCounts, Surroundings, Target,
};
use export::text_graph::ChipLabel;
use export::{
    DiagramRequest, DrawnAlone, DrawnDiagram, DrawnOrder, LayeredGraph, NotDrawn, OrderRequest,
    size_in_order,
};
use geometry::{counted, group_digits};
use problem::Problem;

/// Finds the diagram to be drawn as a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Graph(pub DiagramRequest);

impl Job for Graph {
    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let drawn = DrawnDiagram::find(desk.engine, desk.problem, &self.0, desk.budget)?;
        let found = match drawn {
            Ok(drawn) => Ok(Arc::new(DrawnGraph::new(drawn, None, desk.budget)?)),
            Err(reason) => Err(reason),
        };
        desk.answer(take, found);
        Ok(())
    }

    fn interrupted(&self, _: Interrupted) -> Ending {
        Ending::Change(Change::of(give_up, ()))
    }
}

/// Reads the surroundings of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Around(pub AroundRequest);

/// Number of rows of a level around a node: a chip, the pieces that stand, the terminal 1, and edges.
const LEVEL_ROWS: u16 = 4;

impl Job for Around {
    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let Self(request) = self;
        let (source, budget) = (request.graph.drawn.source(), desk.budget);
        let Some(node) = request.node.or_else(|| source.root().node()) else { return Ok(()) };
        let path = match &request.path {
            Some(path) => path.clone(),
            None => source.path_to(node, budget)?,
        };
        let own = source.counts(&[node], budget)?.swap_remove(0);
        let (width, levels) = (usize::from(request.room.0), (request.room.1 + 1) / LEVEL_ROWS);
        let digits = group_digits(&own.solutions_below.to_string()).len();
        let levels = usize::from(levels) + usize::from(path.is_empty());
        let chip_at = |node| Chip::at(source, node, request.is_folded, &request.opened);
        let fits = |level: usize, chips: &[Chip]| {
            let chip = |chip: &Chip| chip.name().chars().count() + digits + 5;
            level < levels && chips.iter().map(chip).sum::<usize>() <= width
        };
        let around = Surroundings::read(source, node, &chip_at, &fits, budget)?;
        let layout = Arc::new(LayeredGraph::of_surroundings(&around, budget)?);
        let Surroundings { part, centre, edges_above } = around;
        let first: Vec<usize> = part.chips.iter().map(|chip| chip.nodes[0]).collect();
        let counts = source.counts(&first, budget)?;
        let chips = part.chips.iter().zip(counts).enumerate();
        let label = |(index, (chip, counts)): (usize, (&Chip, NodeCounts))| {
            let beside = match index.cmp(&centre) {
                Ordering::Less => group_digits(&counts.paths_above.to_string()),
                Ordering::Greater => group_digits(&counts.solutions_below.to_string()),
                Ordering::Equal => {
                    let below = counted(counts.solutions_below, "solution", "solutions");
                    format!("{below} below, {} above", counted(counts.paths_above, "path", "paths"))
                }
            };
            let is_run = !chip.has_choice();
            let below = match &chip.placed[..] {
                [] if is_run => "empty".to_owned(),
                [] => String::new(),
                placed if placed.len() == chip.cells.len() => "placed".to_owned(),
                [first] => format!("{first} placed"),
                [first, others @ ..] => format!("{first} +{} placed", others.len()),
            };
            let is_end = chip.targets.contains(&Target::True);
            ChipLabel { name: chip.name(), beside: format!(" {beside}"), below, is_run, is_end }
        };
        let labels = chips.map(label).collect();
        let chips = ChipGraph { part, layout, labels };
        let request = request.clone();
        desk.answer(
            |app, around| app.graph.around = Some(around),
            Arc::new(AroundGraph { request, chips, centre, edges_above, path }),
        );
        Ok(())
    }
}

/// Reports the size of a problem's diagram, or of the diagram of a single rule, in each known order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderSizes {
    /// The rules and decisions of the diagram.
    pub problem: Problem,
    /// The rule or the given diagram that is drawn alone, if there is one.
    pub alone: Option<DrawnAlone>,
}

impl Job for OrderSizes {
    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        for &order in DrawnOrder::VARIANTS {
            let request = OrderRequest::Known(order);
            let size = size_in_order(&self.problem, self.alone.as_ref(), &request, desk.budget)?;
            desk.answer(take_size, (order, size));
        }
        Ok(())
    }
}

/// Handles the worker's answer. If there is no graph in this order or of this kind, the next one is tried.
pub fn take(app: &mut App, found: Result<Arc<DrawnGraph>, NotDrawn>) {
    match found {
        Ok(drawn) => {
            let before = app.drawn_graph().map(|before| &before.drawn);
            let is_other = before.is_some_and(|before| is_another_diagram(before, &drawn.drawn));
            app.graph.answer = Some(GraphAnswer::Drawn(drawn));
            app.reply(Reply::Graph(is_other));
        }
        Err(NotDrawn::InThisOrder) if app.is_viewed_in_own_order() => {
            keep_reason(app, DiagramNotice::Slow);
        }
        Err(NotDrawn::InThisOrder) => {
            let order = pass_over_order(app);
            app.refuse(DiagramNotice::SlowOrder { order });
        }
        Err(NotDrawn::NoTree) => {
            app.refuse(DiagramNotice::NoTree);
            app.graph.request.kind = DiagramKind::Bdd;
        }
        Err(NotDrawn::LargeRule) => {
            app.refuse(DiagramNotice::LargeRule);
            if app.viewed().is_some() {
                app.graph.request.kind = DiagramKind::Bdd;
            } else {
                app.graph.request.alone = None;
            }
        }
        Err(NotDrawn::Slow) => keep_reason(app, DiagramNotice::Slow),
    }
    if app.notice == Some(SearchNotice::DiagramLater.into()) {
        app.notice = None;
    }
    if app.notice == Some(DiagramNotice::Drawing.into()) {
        app.name_view(!app.is_graph_known());
    }
}

/// Keeps the reason why the present request has no graph.
fn keep_reason(app: &mut App, reason: DiagramNotice) {
    let (stamp, request) = (app.session.stamp(), app.graph.request.clone());
    app.graph.answer = Some(GraphAnswer::Not(stamp, request, reason));
}

/// Replaces the requested order if the diagram cannot be drawn in it. A known order is replaced by the next one. An
/// order of the user is replaced by the order of the drawn graph, or by row-major order if no graph is drawn. Returns
/// the replaced order.
fn pass_over_order(app: &mut App) -> OrderRequest {
    if let Some(order) = app.viewed_order() {
        return mem::replace(&mut app.graph.request.order, order);
    }
    let shown = app.drawn_graph().filter(|graph| graph.drawn.covers(app.session.problem()));
    let shown = shown.map(|graph| graph.drawn.request.order.clone());
    let requested = &app.graph.request.order;
    let other = match requested {
        OrderRequest::Known(_) => shown.map(|_| requested.next()),
        OrderRequest::Own(_) => shown,
    };
    mem::replace(&mut app.graph.request.order, other.unwrap_or_default())
}

/// True if a diagram has other rules, another kind or another order than `before`. Moving a level by a key does not
/// make another diagram.
fn is_another_diagram(before: &DrawnDiagram, after: &DrawnDiagram) -> bool {
    let (old, new) = (&before.request, &after.request);
    let is_moved = matches!(new.order, OrderRequest::Own(_));
    before.problem.rules() != after.problem.rules()
        || (old.kind, &old.alone) != (new.kind, &new.alone)
        || !is_moved && old.order != new.order
}

/// Keeps the size of the diagram in an order.
pub(crate) fn take_size(app: &mut App, (order, size): (DrawnOrder, Option<DiagramSize>)) {
    let Some(OrderSizes { problem, alone }) = app.jobs.answering().cloned() else { return };
    let is_known = |sizes: &KnownSizes| sizes.problem == problem && sizes.alone == alone;
    if !app.graph.sizes.as_ref().is_some_and(is_known) {
        app.graph.sizes = Some(KnownSizes { problem, alone, sizes: Vec::new() });
    }
    if let Some(known) = &mut app.graph.sizes
        && known.sizes.iter().all(|(other, _)| *other != order)
    {
        known.sizes.push((order, size));
    }
}

/// Handles a question for a graph that ended without an answer.
pub(crate) fn give_up(app: &mut App, (): ()) {
    app.graph.request = app.viewed().map_or_else(DiagramRequest::default, DiagramRequest::given);
    if !app.is_graph_known() {
        keep_reason(app, DiagramNotice::Slow);
    }
}
