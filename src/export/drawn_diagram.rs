//! Diagrams small enough to draw every node, and the part of a diagram that remains after later decisions.

mod words;

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use itertools::Itertools;
use serde::Deserialize;
use strum::{IntoStaticStr, VariantArray};

use super::decision_tree::decision_tree;
use super::drawn_alone::DrawnAlone;
use engine::bdd::{Arrangement, Diagram, GivenDiagram, VariableOrder, compile, sift};
use engine::{
    Answer, Budget, DiagramKind, DiagramSize, NodeAccess, NodeReader, RemainingPart, SmallDiagram,
    Target, auto,
};
use files::{FileError, is_stdin, read_input};
use geometry::{Cell, Grid};
use problem::{Problem, Rules};

/// Maximum time for building a diagram in another variable order than row-major.
const ORDER_TIMEOUT: Duration = Duration::from_secs(10);

/// The variable order of a drawn diagram: the order in which it decides the cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, IntoStaticStr, VariantArray)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum DrawnOrder {
    /// Row by row from the bottom: a1, b1, …
    #[default]
    RowMajor,
    /// Column by column from the left: a1, a2, …
    ColumnMajor,
    /// Along the diagonals, from the bottom left corner.
    Diagonal,
    /// From the middle of the grid outwards.
    InsideOut,
    /// An order with fewer nodes, found by sifting: moving each cell in turn.
    Sifted,
}

impl DrawnOrder {
    /// The next order. The first order follows the last.
    pub fn next(self) -> Self {
        Self::VARIANTS[(self as usize + 1) % Self::VARIANTS.len()]
    }

    /// The arrangement of the cells; `None` if the order is found by sifting.
    pub fn arrangement(self) -> Option<Arrangement> {
        match self {
            Self::RowMajor => Some(Arrangement::RowMajor),
            Self::ColumnMajor => Some(Arrangement::ColumnMajor),
            Self::Diagonal => Some(Arrangement::Diagonal),
            Self::InsideOut => Some(Arrangement::InsideOut),
            Self::Sifted => None,
        }
    }

    /// The name in kebab case.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Where a variable order comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderSource {
    /// An order that the program computes, by its name.
    Known(DrawnOrder),
    /// A file that lists the cells.
    File(PathBuf),
}

impl Default for OrderSource {
    fn default() -> Self {
        Self::Known(DrawnOrder::default())
    }
}

impl FromStr for OrderSource {
    type Err = String;

    /// Parses the name of an order, or of a file, which has a dot or a slash.
    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(&order) = DrawnOrder::VARIANTS.iter().find(|order| order.name() == text) {
            return Ok(Self::Known(order));
        }
        if text.contains(['.', '/', '\\']) || is_stdin(Path::new(text)) {
            return Ok(Self::File(text.into()));
        }
        let names = DrawnOrder::VARIANTS.iter().map(|order| order.name());
        Err(format!("'{text}' is neither an order ({}) nor a file", names.format(", ")))
    }
}

/// The variable order that is requested for a drawn diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderRequest {
    /// An order with a name.
    Known(DrawnOrder),
    /// An order given cell by cell, which must have the standing cells of the grid.
    Own(Arc<VariableOrder>),
}

/// Reads an order from a file, or from standard input if the path is `-`. The file is as in [`VariableOrder::parse`].
///
/// # Errors
/// When the file cannot be read, or does not list every cell that is not a hole exactly once.
pub fn read_order(grid: &Grid, path: &Path) -> Result<VariableOrder, FileError> {
    let (text, name) = read_input(path)?;
    VariableOrder::parse(grid, &text).map_err(|(line, reason)| FileError::new(&name, line, &reason))
}

impl Default for OrderRequest {
    fn default() -> Self {
        Self::Known(DrawnOrder::default())
    }
}

impl OrderRequest {
    /// The next known order. The first order follows the last, and an own order.
    pub fn next(&self) -> Self {
        Self::Known(match self {
            Self::Known(order) => order.next(),
            Self::Own(_) => DrawnOrder::default(),
        })
    }

    /// The name of the order, as in `:order`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Known(order) => order.name(),
            Self::Own(_) => "own order",
        }
    }

    /// The order in words, as in `sifted order`.
    pub fn in_words(&self) -> String {
        match self {
            Self::Known(order) => format!("{} order", order.name()),
            Self::Own(_) => "own order".to_owned(),
        }
    }

    /// True if the order has the cells of these rules.
    pub fn fits(&self, rules: &Rules) -> bool {
        let Self::Own(order) = self else { return true };
        let grid = rules.grid();
        order.size() == grid.size()
            && order.len() == grid.standing_cells().count()
            && grid.standing_cells().all(|cell| order.variable(cell).is_some())
    }

    /// The variable order for a diagram that is drawn alone.
    pub(super) fn alone(
        &self,
        alone: &DrawnAlone,
        problem: &Problem,
        budget: &Budget,
    ) -> Answer<Arc<VariableOrder>> {
        match (self, alone) {
            (Self::Known(DrawnOrder::Sifted), DrawnAlone::Given(given)) => {
                Ok(given.sift(&budget.slice(ORDER_TIMEOUT / 2)).order)
            }
            _ => self.variables(problem, budget),
        }
    }

    /// The variable order for a problem. Sifting returns the best order found in time.
    pub(super) fn variables(
        &self,
        problem: &Problem,
        budget: &Budget,
    ) -> Answer<Arc<VariableOrder>> {
        let arranged = |arrangement| VariableOrder::new(problem.rules().grid(), arrangement);
        match self {
            Self::Own(order) => Ok(Arc::clone(order)),
            Self::Known(order) => match order.arrangement() {
                Some(arrangement) => Ok(Arc::new(arranged(arrangement))),
                // The other half of the time is for building the diagram.
                None => Ok(sift(problem, &budget.slice(ORDER_TIMEOUT / 2))?.order),
            },
        }
    }
}

/// The diagram that is requested to be drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiagramRequest {
    /// The order of the cells.
    pub order: OrderRequest,
    /// The kind of diagram.
    pub kind: DiagramKind,
    /// The rule or the given diagram that is drawn alone; `None` for all rules and decisions.
    pub alone: Option<DrawnAlone>,
}

impl DiagramRequest {
    /// The request for a given diagram in its own order.
    pub fn given(given: &Arc<GivenDiagram>) -> Self {
        let alone = Some(DrawnAlone::Given(Arc::clone(given)));
        Self { order: OrderRequest::Own(Arc::clone(&given.order)), alone, ..Self::default() }
    }
}

/// A diagram to be drawn node by node.
///
/// This is the diagram of the rules and of the first few decisions of a position. The number of these decisions
/// is the smallest for which this diagram and the diagrams after more decisions are small. Later decisions cut
/// off parts of the diagram, which are drawn as cut off. If the position's own diagram is not small, this is the
/// position's own diagram: folded, or around one node.
#[derive(Clone, Debug)]
pub struct DrawnDiagram {
    /// The rules and the first decisions.
    pub problem: Problem,
    /// The order and the kind of the diagram.
    pub request: DiagramRequest,
    /// The nodes; none if a [`NodeReader`] reads them one by one.
    pub diagram: SmallDiagram,
    /// Reads the nodes of a diagram that has too many of them.
    reader: Option<Arc<dyn NodeAccess>>,
    /// The number of nodes as BDD, terminals included, if this is a ZDD.
    pub bdd_nodes: Option<usize>,
    /// The number of nodes of this diagram in row-major order, terminals included; 0 if it was not found.
    pub row_major_nodes: usize,
    /// The number of nodes of the whole diagram, terminals included. [`DrawnDiagram::restricted_to`] does not change it.
    nodes: usize,
    /// The order of all cells, also of cells that a single rule does not have.
    order: Arc<VariableOrder>,
}

/// The reason why no diagram is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotDrawn {
    /// Building the diagram would take too long.
    Slow,
    /// Building the diagram takes too long in the requested order, but not in row-major order.
    InThisOrder,
    /// The decision tree is too large.
    NoTree,
    /// The diagram of a single rule is too large.
    LargeRule,
}

/// Maximum number of undecided cells of a position whose decision tree is drawn: the cells of 4 × 4.
const MAX_TREE_CELLS: usize = 16;

/// Maximum number of nodes of a BDD that is converted to a ZDD, terminals included.
const MAX_CONVERTED_NODES: usize = 100_000;

/// Maximum number of nodes that are folded into chips, terminals included. The nodes of larger diagrams are read one by
/// one.
const MAX_FOLDED_NODES: usize = 30_000;

/// True if a kind of diagram has at most `max_nodes` nodes, on few levels.
fn has_at_most(max_nodes: usize, size: &DiagramSize, kind: DiagramKind) -> bool {
    let levels = match kind {
        DiagramKind::Bdd | DiagramKind::Tree => &size.levels,
        DiagramKind::Zdd => &size.zdd_levels,
    };
    let is_converted = size.nodes <= MAX_CONVERTED_NODES;
    is_converted && nodes_of(size, kind) <= max_nodes && levels.len() <= SmallDiagram::MAX_LEVELS
}

/// The number of nodes of a kind of diagram.
const fn nodes_of(size: &DiagramSize, kind: DiagramKind) -> usize {
    match kind {
        DiagramKind::Bdd | DiagramKind::Tree => size.nodes,
        DiagramKind::Zdd => size.zdd_nodes,
    }
}

impl DrawnDiagram {
    /// Finds the diagram for a position, or the reason why no diagram is drawn.
    ///
    /// # Errors
    /// When the budget ends first.
    ///
    /// # Panics
    /// When a requested order does not have the cells of the position.
    pub fn find(
        engine: &mut auto::Engine,
        position: &Problem,
        request: &DiagramRequest,
        budget: &Budget,
    ) -> Answer<Result<Self, NotDrawn>> {
        if let Some(alone) = &request.alone {
            return Self::alone(position, alone, request, budget);
        }
        if request.kind == DiagramKind::Tree {
            return Self::tree(position, request, budget);
        }
        // The position, and the earliest position before it whose diagram is small.
        let mut found = Vec::new();
        // Goes backwards from the position, because diagrams with fewer decisions are larger and may take long
        // to build.
        for number in (0..=position.decisions().len()).rev() {
            let problem = position.first(number);
            let Some(by_rows) = engine.quick_diagram(&problem, budget)? else { break };
            let size = by_rows.size_at(&problem, budget)?;
            let is_small = has_at_most(SmallDiagram::MAX_NODES, &size, request.kind);
            if is_small || found.is_empty() {
                found.truncate(1);
                found.push((problem, by_rows, size));
            }
            if !is_small {
                break;
            }
        }
        while let Some((problem, by_rows, size)) = found.pop() {
            let row_major_nodes = nodes_of(&size, request.kind);
            let built = match &request.order {
                OrderRequest::Known(DrawnOrder::RowMajor) => Some((by_rows, size)),
                other => compile_in_order(&problem, other, budget)?,
            };
            let Some((diagram, size)) = built else { return Ok(Err(NotDrawn::InThisOrder)) };
            // A diagram that is small in row-major order may be large in another order.
            if found.is_empty() || has_at_most(SmallDiagram::MAX_NODES, &size, request.kind) {
                let drawn = Self {
                    row_major_nodes,
                    ..Self::of(problem, request, &diagram, &size, budget)?
                };
                return Ok(Ok(drawn));
            }
        }
        Ok(Err(NotDrawn::Slow))
    }

    /// The decision tree at the start of a reduction. It belongs to the earliest position whose tree is small.
    fn tree(
        position: &Problem,
        request: &DiagramRequest,
        budget: &Budget,
    ) -> Answer<Result<Self, NotDrawn>> {
        let order = match request.order.variables(position, budget) {
            Ok(order) => order,
            Err(ended) => return ended.unless_cancelled(Err(NotDrawn::InThisOrder)),
        };
        let by_rows = OrderRequest::default().variables(position, budget)?;
        let cells = position.rules().grid().standing_cells().count();
        let decided = cells.saturating_sub(MAX_TREE_CELLS)..=position.decisions().len();
        for problem in decided.map(|number| position.first(number)) {
            let tree = |order, most| decision_tree(&problem, None, order, most, budget);
            let Some(diagram) = tree(&order, SmallDiagram::MAX_NODES)? else { continue };
            let nodes = diagram.size();
            // A tree of 16 cells has less than 2^16 inner nodes.
            let row_major_nodes = tree(&by_rows, 1 << 17)?.map_or(nodes, |tree| tree.size());
            return Ok(Ok(Self {
                row_major_nodes,
                ..Self::whole(problem, request, diagram, order)
            }));
        }
        Ok(Err(NotDrawn::NoTree))
    }

    /// The diagram of a single rule under a position's rules, or a given diagram: of all its decisions if the whole
    /// diagram is not small, because nodes that decisions cut off are shown only in small diagrams.
    fn alone(
        position: &Problem,
        alone: &DrawnAlone,
        request: &DiagramRequest,
        budget: &Budget,
    ) -> Answer<Result<Self, NotDrawn>> {
        let kind = request.kind;
        let bdd_in = |order: &OrderRequest| alone_bdd(position, alone, order, kind, budget);
        let (bdd, order) = match bdd_in(&request.order)? {
            Ok(found) => found,
            Err(reason) => return Ok(Err(reason)),
        };
        let mut problem = position.first(0);
        let at = |bdd: &SmallDiagram, problem: &Problem| {
            let bdd = alone.restricted(bdd, problem.decisions());
            let bdd_nodes = (kind == DiagramKind::Zdd).then(|| bdd.size());
            Some((of_kind(bdd, kind)?, bdd_nodes))
        };
        let mut found = at(&bdd, &problem);
        let is_large = |(diagram, _): &(SmallDiagram, _)| {
            !SmallDiagram::is_small_enough(&diagram.level_sizes())
        };
        if found.as_ref().is_some_and(is_large) && !position.decisions().is_empty() {
            problem = position.clone();
            found = at(&bdd, &problem);
        }
        let Some((diagram, bdd_nodes)) = found else { return Ok(Err(NotDrawn::NoTree)) };
        let row_major_nodes = if request.order == OrderRequest::default() {
            diagram.size()
        } else {
            let by_rows = bdd_in(&OrderRequest::default())?.ok();
            let by_rows = by_rows.and_then(|(bdd, _)| at(&bdd, &problem));
            by_rows.map_or(0, |(diagram, _)| diagram.size())
        };
        let drawn = Self::whole(problem, request, diagram, order);
        Ok(Ok(Self { bdd_nodes, row_major_nodes, ..drawn }))
    }

    /// A diagram whose nodes are all known. The nodes of a large diagram are read one by one nevertheless. The number of
    /// nodes in row-major order is not set.
    fn whole(
        problem: Problem,
        request: &DiagramRequest,
        diagram: SmallDiagram,
        order: Arc<VariableOrder>,
    ) -> Self {
        let nodes = diagram.size();
        let (request, bdd_nodes, row_major_nodes) = (request.clone(), None, 0);
        let drawn = Self {
            problem,
            request,
            diagram,
            reader: None,
            bdd_nodes,
            row_major_nodes,
            nodes,
            order,
        };
        if nodes <= MAX_FOLDED_NODES && drawn.diagram.cells.len() <= SmallDiagram::MAX_LEVELS {
            return drawn;
        }
        let empty = without_nodes(drawn.diagram.cells.clone(), drawn.diagram.kind);
        Self { reader: Some(Arc::new(drawn.diagram)), diagram: empty, ..drawn }
    }

    /// The diagram of a problem, which has a certain size. The number of nodes in row-major order is not set.
    fn of(
        problem: Problem,
        request: &DiagramRequest,
        diagram: &Arc<Diagram>,
        size: &DiagramSize,
        budget: &Budget,
    ) -> Answer<Self> {
        let (kind, order) = (request.kind, Arc::clone(diagram.order()));
        let bdd_nodes = (kind == DiagramKind::Zdd).then_some(size.nodes);
        let decisions = problem.decisions();
        if has_at_most(MAX_FOLDED_NODES, size, kind) {
            let bdd = diagram.to_bdd().expect("a small diagram has few variables");
            let bdd = SmallDiagram::of_bdd(&bdd, order.cells());
            let whole = if kind == DiagramKind::Zdd { bdd.to_zdd() } else { bdd };
            let (diagram, _) = whole.restricted(decisions);
            return Ok(Self { bdd_nodes, ..Self::whole(problem, request, diagram, order) });
        }
        let reader = NodeReader::new(diagram, decisions, kind, budget)?;
        let is_open = |cell: &Cell| decisions.get(*cell).is_none();
        let cells = order.cells().iter().copied().filter(is_open).collect();
        let drawn = Self::whole(problem, request, without_nodes(cells, kind), order);
        let reader: Option<Arc<dyn NodeAccess>> = Some(Arc::new(reader));
        Ok(Self { reader, bdd_nodes, nodes: nodes_of(size, kind), ..drawn })
    }

    /// True if the position extends the decisions of the diagram.
    pub fn covers(&self, position: &Problem) -> bool {
        self.problem.rules() == position.rules() && position.includes(self.problem.decisions())
    }

    /// True if this is the answer to a request about a position. A diagram that is not small answers for its own
    /// decisions only.
    pub fn answers(&self, position: &Problem, request: &DiagramRequest) -> bool {
        let is_own = self.problem.decisions().len() == position.decisions().len();
        self.request == *request && self.covers(position) && (is_own || self.is_small())
    }

    /// True if every node can be drawn.
    pub fn is_small(&self) -> bool {
        self.reader.is_none() && self.nodes <= SmallDiagram::MAX_NODES
    }

    /// The nodes, to be read one by one.
    pub fn source(&self) -> &dyn NodeAccess {
        self.reader.as_ref().map_or(&self.diagram as &dyn NodeAccess, |it| it.as_ref())
    }

    /// True if the nodes can only be read one by one.
    pub fn is_read_by_node(&self) -> bool {
        self.reader.is_some()
    }

    /// The number of nodes of the whole diagram, terminals included, even if this is a part of it.
    pub const fn nodes(&self) -> usize {
        self.nodes
    }

    /// The number of nodes that a covered position leaves of the diagram, terminals included.
    pub fn nodes_at(&self, position: &Problem) -> usize {
        let is_whole = self.problem.decisions().len() == position.decisions().len();
        if is_whole || self.reader.is_some() {
            return self.nodes;
        }
        self.diagram.restricted(position.decisions()).0.size()
    }

    /// This diagram restricted to a covered position, and the index of each node in this diagram. `None` if the position
    /// cuts nothing off.
    pub fn restricted_to(&self, position: &Problem) -> Option<(Self, Vec<usize>)> {
        let (diagram, kept) = self.diagram.restricted(position.decisions());
        let is_cut = kept.len() < self.diagram.nodes.len();
        is_cut.then(|| (Self { diagram, ..self.clone() }, kept))
    }

    /// The part of the diagram that remains in a covered position.
    pub fn remaining(&self, position: &Problem) -> RemainingPart {
        self.diagram.remaining(position.decisions())
    }

    /// The order of the cells with the cell of a level moved by one level: down if `down` is true, otherwise up. `None`
    /// if there is no such level.
    pub fn with_moved_level(&self, level: usize, down: bool) -> Option<OrderRequest> {
        let upper = if down { Some(level) } else { level.checked_sub(1) };
        let upper = upper.filter(|&upper| upper + 1 < self.diagram.cells.len())?;
        let place = |level: usize| Some(self.order.variable(self.diagram.cells[level])?.index());
        let mut cells = self.order.cells().to_vec();
        // Between two levels of a single rule may be cells without a level.
        cells[place(upper)?..=place(upper + 1)?].rotate_right(1);
        let order = VariableOrder::from_cells(self.problem.rules().grid(), cells);
        order.ok().map(|order| OrderRequest::Own(Arc::new(order)))
    }
}

/// The BDD of a single rule or of a given diagram, and its order of all cells, or the reason why a diagram of this kind is not
/// drawn in the requested order.
fn alone_bdd(
    position: &Problem,
    alone: &DrawnAlone,
    order: &OrderRequest,
    kind: DiagramKind,
    budget: &Budget,
) -> Answer<Result<(SmallDiagram, Arc<VariableOrder>), NotDrawn>> {
    let (budget, rules) = (&budget.slice(ORDER_TIMEOUT), position.rules());
    let found = order
        .alone(alone, &position.first(0), budget)
        .and_then(|order| Ok((alone.bdd(rules, &order, budget)?, order)));
    let (bdd, order) = match found {
        Ok((Some((cells, bdd)), order)) if bdd.size() <= GivenDiagram::MAX_NODES => {
            (SmallDiagram::of_bdd(&bdd, &cells), order)
        }
        Ok(_) => return Ok(Err(NotDrawn::LargeRule)),
        Err(ended) => return ended.unless_cancelled(Err(NotDrawn::InThisOrder)),
    };
    let is_given = matches!(alone, DrawnAlone::Given(_));
    let is_drawn = is_given || SmallDiagram::is_small_enough(&bdd.level_sizes());
    let is_drawn = is_drawn && (kind != DiagramKind::Zdd || bdd.has_small_zdd());
    Ok(if is_drawn { Ok((bdd, order)) } else { Err(NotDrawn::LargeRule) })
}

/// A diagram without its nodes, which are read one by one.
const fn without_nodes(cells: Vec<Cell>, kind: DiagramKind) -> SmallDiagram {
    SmallDiagram { cells, nodes: Vec::new(), root: Target::True, kind }
}

/// Converts the BDD into a diagram of this kind. `None` if the kind is a tree and the tree is too large.
fn of_kind(bdd: SmallDiagram, kind: DiagramKind) -> Option<SmallDiagram> {
    match kind {
        DiagramKind::Bdd => Some(bdd),
        DiagramKind::Zdd => Some(bdd.to_zdd()),
        DiagramKind::Tree => bdd.to_tree(SmallDiagram::MAX_NODES - 2),
    }
}

/// Builds the diagram of a problem in an order; `None` if building it takes too long.
fn compile_in_order(
    problem: &Problem,
    order: &OrderRequest,
    budget: &Budget,
) -> Answer<Option<(Arc<Diagram>, DiagramSize)>> {
    let budget = budget.slice(ORDER_TIMEOUT);
    let built = order
        .variables(problem, &budget)
        .and_then(|variables| compile(problem, &variables, &budget));
    let sized = built.and_then(|construction| {
        let size = construction.diagram.size_at(problem, &budget)?;
        Ok((Arc::new(construction.diagram), size))
    });
    match sized {
        Ok(sized) => Ok(Some(sized)),
        Err(interrupted) => interrupted.unless_cancelled(None),
    }
}

/// The number of nodes of a problem's diagram, or of a diagram that is drawn alone, in an order; `None` if building it takes too
/// long.
///
/// # Errors
/// When the budget is cancelled.
pub fn size_in_order(
    problem: &Problem,
    alone: Option<&DrawnAlone>,
    order: &OrderRequest,
    budget: &Budget,
) -> Answer<Option<DiagramSize>> {
    let Some(alone) = alone else {
        return Ok(compile_in_order(problem, order, budget)?.map(|(_, size)| size));
    };
    let bdd = alone_bdd(problem, alone, order, DiagramKind::Zdd, budget)?.ok();
    Ok(bdd.map(|(bdd, _)| alone.restricted(&bdd, problem.decisions()).sizes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::bdd::SingleRule;
    use problem::{Bounds, Family, Requirement, Rules, Value};

    fn request(order: DrawnOrder) -> DiagramRequest {
        DiagramRequest { order: OrderRequest::Known(order), ..DiagramRequest::default() }
    }

    fn find(position: &Problem, order: DrawnOrder) -> Result<DrawnDiagram, NotDrawn> {
        let mut engine = auto::Engine::new();
        DrawnDiagram::find(&mut engine, position, &request(order), &Budget::default()).unwrap()
    }

    fn queens(size: u16, cells: &[&str]) -> Problem {
        let board = Problem::new(Rules::queens(size).unwrap());
        let place =
            |board: Problem, cell: &&str| board.with(cell.parse().unwrap(), Value::Placed).unwrap();
        cells.iter().fold(board, place)
    }

    #[test]
    fn the_earliest_small_diagram_on_the_way_is_drawn() {
        let drawn = find(&queens(4, &["b1", "d2"]), DrawnOrder::RowMajor).unwrap();
        assert!(drawn.problem.decisions().is_empty());
        assert_eq!((drawn.diagram.size(), drawn.row_major_nodes), (31, 31));
        // Nine queens have too many nodes to draw all of them.
        let drawn = find(&queens(9, &["b1", "d2"]), DrawnOrder::RowMajor).unwrap();
        assert_eq!(drawn.problem.decisions().len(), 1);
        assert_eq!(drawn.diagram.size(), drawn.nodes());
        assert!(drawn.covers(&queens(9, &["d2", "b1"])));
        assert!(!drawn.covers(&queens(9, &["d2"])) && !drawn.covers(&queens(5, &["b1"])));
    }

    #[test]
    fn a_sifted_order_has_fewer_nodes() {
        let drawn = find(&queens(4, &["b1"]), DrawnOrder::Sifted).unwrap();
        assert_eq!((drawn.diagram.size(), drawn.row_major_nodes), (25, 31));
        let cells: std::collections::HashSet<_> = drawn.diagram.cells.iter().collect();
        assert_eq!(cells.len(), 16);
        assert!(drawn.remaining(&queens(4, &["b1"])).is_satisfiable);
        assert!(!drawn.remaining(&queens(4, &["a1"])).is_satisfiable);
    }

    #[test]
    fn the_search_for_an_order_can_be_cancelled() {
        let mut engine = auto::Engine::new();
        let board = queens(4, &[]);
        engine.quick_diagram(&board, &Budget::default()).unwrap();
        let budget = Budget::default();
        budget.cancel();
        let ended = DrawnDiagram::find(&mut engine, &board, &request(DrawnOrder::Sifted), &budget);
        assert_eq!(ended.unwrap_err().cause, engine::Cause::Cancelled);
    }

    #[test]
    fn too_many_nodes_are_folded_or_read_one_by_one() {
        assert_eq!(find(&queens(8, &[]), DrawnOrder::RowMajor).unwrap().diagram.size(), 2453);
        let board = queens(9, &[]);
        let order = OrderRequest::default();
        let size = size_in_order(&board, None, &order, &Budget::default()).unwrap().unwrap();
        let large = find(&board, DrawnOrder::RowMajor).unwrap();
        assert_eq!((large.nodes(), large.diagram.size()), (size.nodes, size.nodes));
        assert!(!large.is_small() && !large.is_read_by_node());
        // Checks other orders, and the decisions of the position.
        let position = queens(11, &["a1"]);
        let order = OrderRequest::Known(DrawnOrder::Diagonal);
        let size = size_in_order(&position, None, &order, &Budget::default()).unwrap().unwrap();
        let large = find(&position, DrawnOrder::Diagonal).unwrap();
        assert_eq!(large.nodes(), size.nodes);
        assert!(large.answers(&position, &large.request));
        assert!(!large.answers(&queens(11, &["a1", "c2"]), &large.request));
        let whole = find(&queens(11, &[]), DrawnOrder::RowMajor).unwrap();
        assert!(whole.is_read_by_node() && whole.source().root() != Target::True);
        let huge = queens(30, &[]);
        assert_eq!(find(&huge, DrawnOrder::RowMajor).unwrap_err(), NotDrawn::Slow);
    }

    /// If a diagram did not answer its own request, the request would be repeated forever.
    #[test]
    fn what_is_found_answers_the_request() {
        let knights = |placed: &[&str]| {
            let rules = Rules::queens(5).unwrap().with_piece("knight".parse().unwrap());
            let cells = placed.iter().map(|name| (name.parse().unwrap(), Value::Placed));
            Problem::with_decisions(rules.into(), cells.collect()).unwrap()
        };
        for position in [
            queens(8, &[]),
            queens(8, &["a1"]),
            queens(8, &["a1", "g2"]),
            queens(9, &["a1"]),
            knights(&["a1", "b2"]),
            knights(&["a1", "b2", "c3", "d4", "e5"]),
        ] {
            for order in [DrawnOrder::ColumnMajor, DrawnOrder::Diagonal, DrawnOrder::InsideOut] {
                let drawn = find(&position, order).unwrap();
                assert!(drawn.answers(&position, &request(order)), "{order:?}");
            }
        }
        // Without decisions, 8 queens are small in row-major order only.
        let position = queens(8, &["a1"]);
        let drawn = |order| find(&position, order).map(|drawn| drawn.problem);
        assert_eq!(drawn(DrawnOrder::RowMajor), Ok(queens(8, &[])));
        assert_eq!(drawn(DrawnOrder::InsideOut), Ok(position.clone()));
    }

    #[test]
    fn other_kinds_are_drawn_in_the_same_order() {
        let find = |size, kind| {
            let request = DiagramRequest { kind, ..DiagramRequest::default() };
            let mut engine = auto::Engine::new();
            DrawnDiagram::find(&mut engine, &queens(size, &[]), &request, &Budget::default())
                .unwrap()
        };
        let zdd = find(8, DiagramKind::Zdd).unwrap();
        assert_eq!(
            (zdd.nodes(), zdd.row_major_nodes, zdd.diagram.kind),
            (375, 375, DiagramKind::Zdd)
        );
        // The BDD of nine queens is too large, the ZDD is small enough.
        assert!(find(9, DiagramKind::Zdd).unwrap().nodes() <= SmallDiagram::MAX_NODES);
        // The number of nodes at the beginning of the reduction.
        assert_eq!(find(4, DiagramKind::Tree).unwrap().nodes(), 86);
        assert_eq!(find(5, DiagramKind::Tree).unwrap_err(), NotDrawn::NoTree);
    }

    #[test]
    fn a_tree_has_at_most_as_many_nodes_as_are_drawn() {
        let cells = 12;
        let find = |lower, upper| {
            let bounds = Bounds { lower, upper: Some(upper) };
            let need = Requirement { family: Family::Pieces, bounds };
            let grid = Grid::new("3x4".parse().unwrap());
            let rules = Rules::new(grid, "knight".parse().unwrap(), [need]);
            let problem = Problem::new(rules.with_board_rule(false));
            let request = DiagramRequest { kind: DiagramKind::Tree, ..DiagramRequest::default() };
            DrawnDiagram::find(&mut auto::Engine::new(), &problem, &request, &Budget::default())
                .unwrap()
        };
        // Each inner node is a list of values that begins a solution.
        let inner_nodes = |lower: u32, upper| {
            let begins = |length: u32, pieces: u32| {
                let number = pieces.count_ones();
                number <= upper && length - number <= cells - lower
            };
            let lists = (0..cells).flat_map(|length| (0..1 << length).map(move |it| (length, it)));
            lists.filter(|&(length, pieces)| begins(length, pieces)).count()
        };
        assert_eq!(find(6, 6).unwrap().nodes(), inner_nodes(6, 6) + 2);
        assert_eq!(inner_nodes(5, 6), SmallDiagram::MAX_NODES + 2);
        assert_eq!(find(5, 6).unwrap_err(), NotDrawn::NoTree);
    }

    #[test]
    fn a_moved_level_changes_places_with_its_neighbour() {
        let board = queens(4, &[]);
        let drawn = find(&board, DrawnOrder::RowMajor).unwrap();
        let order = drawn.with_moved_level(3, true).unwrap();
        assert!(order.fits(board.rules()) && !order.fits(queens(5, &[]).rules()));
        let request = DiagramRequest { order, ..DiagramRequest::default() };
        let mut engine = auto::Engine::new();
        let moved =
            DrawnDiagram::find(&mut engine, &board, &request, &Budget::default()).unwrap().unwrap();
        let names = |drawn: &DrawnDiagram| {
            drawn.diagram.cells[2..6].iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(
            (names(&drawn).join(" "), names(&moved).join(" ")),
            ("c1 d1 a2 b2".to_owned(), "c1 a2 d1 b2".to_owned())
        );
        assert_eq!(moved.with_moved_level(4, false), moved.with_moved_level(3, true));
        assert_eq!(
            (drawn.with_moved_level(0, false), drawn.with_moved_level(15, true)),
            (None, None)
        );
    }

    #[test]
    fn another_order_is_compared_with_row_major() {
        let rules =
            Rules::queens(4).unwrap().with_grid("3x4".parse().map(geometry::Grid::new).unwrap());
        let board = Problem::new(rules);
        for order in [DrawnOrder::ColumnMajor, DrawnOrder::Diagonal, DrawnOrder::InsideOut] {
            let drawn = find(&board, order).unwrap();
            assert_eq!(drawn.request, request(order));
            assert_eq!(
                drawn.row_major_nodes,
                find(&board, DrawnOrder::RowMajor).unwrap().diagram.size()
            );
            assert_eq!(drawn.remaining(&board).size(), drawn.diagram.size());
        }
    }

    /// A board rule has a node for each other cell. Its own cell has one node if it comes first, but two in the middle.
    #[test]
    fn a_single_rule_is_drawn_in_the_order_of_all_cells() {
        let board = queens(5, &["a1"]);
        let rule = SingleRule::Board("c3".parse().unwrap());
        let find = |order: &OrderRequest, kind| {
            let request =
                DiagramRequest { order: order.clone(), kind, alone: Some(DrawnAlone::Rule(rule)) };
            let mut engine = auto::Engine::new();
            DrawnDiagram::find(&mut engine, &board, &request, &Budget::default()).unwrap()
        };
        let by_rows = find(&OrderRequest::default(), DiagramKind::Bdd).unwrap();
        let centre_first = OrderRequest::Known(DrawnOrder::InsideOut);
        let centre_first = find(&centre_first, DiagramKind::Bdd).unwrap();
        // c3 attacks 16 cells, half of them before it in row-major order.
        assert_eq!((by_rows.nodes(), centre_first.nodes()), (2 + 16 + 2, 2 + 16 + 1));
        assert_eq!(centre_first.row_major_nodes, by_rows.nodes());
        assert_eq!(centre_first.diagram.cells[0].to_string(), "c3");
        assert!(by_rows.covers(&board) && by_rows.answers(&board, &by_rows.request));
        assert!(!by_rows.answers(&board, &DiagramRequest::default()));
        // A level is moved past cells that the rule does not have: b3 and c3 are neighbours here and there.
        let level = by_rows.diagram.cells.iter().position(|cell| cell.to_string() == "c3").unwrap();
        let raised = by_rows.with_moved_level(level, false).unwrap();
        let raised = find(&raised, DiagramKind::Bdd).unwrap();
        assert_eq!(
            (raised.diagram.cells[level - 1].to_string(), raised.nodes()),
            ("c3".into(), 20)
        );
        let first = by_rows.with_moved_level(0, true).unwrap();
        assert!(first.fits(board.rules()));
        let first = find(&first, DiagramKind::Bdd).unwrap();
        let names = |drawn: &DrawnDiagram| {
            drawn.diagram.cells[..3].iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!((names(&by_rows), names(&first)), ("a1 c1 e1".into(), "c1 a1 e1".into()));
        // The progress of sifting depends on its time.
        let orders = DrawnOrder::VARIANTS.iter().filter(|&&order| order != DrawnOrder::Sifted);
        for order in orders.map(|&order| OrderRequest::Known(order)) {
            let size =
                size_in_order(&board, Some(&DrawnAlone::Rule(rule)), &order, &Budget::default())
                    .unwrap();
            let size = size.unwrap();
            let drawn = find(&order, DiagramKind::Bdd).unwrap();
            assert_eq!((size.nodes, size.levels), (drawn.nodes(), drawn.diagram.level_sizes()));
            assert_eq!(size.zdd_nodes, find(&order, DiagramKind::Zdd).unwrap().nodes());
        }
        // The rule has 17 cells.
        let tree = find(&OrderRequest::default(), DiagramKind::Tree);
        assert_eq!(tree.unwrap_err(), NotDrawn::NoTree);
    }
}
