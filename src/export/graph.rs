use biodivine_lib_bdd::{Bdd, BddNode, BddPointer, BddVariable};

use super::{ExportError, title};
use crate::engine::bdd::{Diagram, TooManyVariables};
use crate::engine::{Budget, Phase, Progress};
use crate::geometry::{Cell, Size};
use crate::problem::{Problem, Rules};

/// A reduced ordered BDD to be shown, with the cells of its variables.
#[derive(Clone, Debug)]
pub struct Graph {
    title: String,
    /// Where its cells are, for a rule of some of them.
    place: Option<Place>,
    cells: Vec<Cell>,
    bdd: Bdd,
}

/// A board to be drawn beside a rule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub size: Size,
    /// The cell that excludes the others.
    pub piece: Option<Cell>,
}

/// A node that is no terminal. Its number is its place among the library's nodes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub id: usize,
    pub variable: usize,
    /// Where to go without a piece: a node's number, or that of a terminal.
    pub low: usize,
    /// Where to go with a piece.
    pub high: usize,
}

/// The number of the terminal of no solution.
pub(super) const FALSE: usize = 0;
/// The number of the terminal of solutions.
pub(super) const TRUE: usize = 1;

/// What a node takes while it is unfolded, in bytes: itself and its place in tables.
const NODE_BYTES: usize = 12 + 4 + 12;

impl Graph {
    /// The diagram of a problem's rules and decisions.
    ///
    /// # Errors
    /// When the budget has not the memory for it, or the library takes no diagram with so many
    /// variables.
    pub fn of_problem(
        problem: &Problem,
        diagram: &Diagram,
        budget: &Budget,
    ) -> Result<Self, ExportError> {
        let nodes = diagram.bdd_nodes();
        let memory = diagram.memory() + nodes * NODE_BYTES;
        budget.check(Progress { phase: Phase::Writing, nodes, memory, ..Progress::default() })?;
        let order = diagram.order();
        let cells = order.variables().map(|variable| order.cell(variable)).collect();
        Ok(Self { title: title(problem), place: None, cells, bdd: diagram.to_bdd()? })
    }

    /// The board rule of one cell: the cell first, then only those that it excludes, so that no order
    /// of variables makes it simpler.
    ///
    /// # Errors
    /// When the cell is off the grid or a hole, or there are more cells than the library takes
    /// variables.
    pub fn board_rule(rules: &Rules, cell: Cell) -> Result<Self, ExportError> {
        rules.check(cell)?;
        let mut cells: Vec<Cell> = rules.board_rule(cell).collect();
        cells.sort_unstable();
        cells.insert(0, cell);
        // From the last cell up: a piece on any that is excluded fails, none of them is true.
        let links = |below: usize, variable: usize| match variable {
            0 => (TRUE, below),
            _ => (below, FALSE),
        };
        let of = format!("{} on {}", rules.piece(), rules.size());
        // Nothing is excluded: the rule always holds, whatever is on the cell.
        let first = usize::from(cells.len() == 1);
        let bdd = chain(first, cells.len(), TRUE, links)?;
        let place = Some(Place { size: rules.size(), piece: Some(cell) });
        Ok(Self { title: format!("Board rule of {cell}, {of}"), place, cells, bdd })
    }

    /// The queens rule of a row, counted from 0: at least one of its cells has a piece.
    ///
    /// # Errors
    /// When there are more cells than the library takes variables.
    pub fn queens_rule(rules: &Rules, row: u16) -> Result<Self, ExportError> {
        let cells: Vec<Cell> = rules.grid().standing().filter(|cell| cell.row() == row).collect();
        let title = format!("Queens rule of row {}, {} columns", row + 1, rules.size().columns());
        let bdd = chain(0, cells.len(), FALSE, |below, _| (below, TRUE))?;
        let place = Some(Place { size: rules.size(), piece: None });
        Ok(Self { title, place, cells, bdd })
    }

    /// The same with something more to be said of what it shows.
    #[must_use]
    pub fn noting(mut self, note: &str) -> Self {
        self.title = format!("{}, {note}", self.title);
        self
    }

    /// The row, column or diagonal of a cell, whichever the order goes by; the first cell may be out
    /// of turn, as that of a board rule is.
    pub(super) fn line(&self, cell: Cell) -> Option<u16> {
        let lines: [fn(&Cell) -> u16; 3] =
            [|cell| cell.row(), |cell| cell.column(), |cell| cell.row() + cell.column()];
        let line = lines.into_iter().find(|line| self.cells.iter().skip(1).is_sorted_by_key(line));
        line.map(|line| line(&cell))
    }

    /// What it shows, in a line.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The cells of its variables, in their order.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The board to be drawn beside it, if there is one.
    pub(super) fn place(&self) -> Option<Place> {
        self.place
    }

    /// The library's BDD.
    #[must_use]
    pub fn bdd(&self) -> &Bdd {
        &self.bdd
    }

    /// The number of nodes, terminals included, as the library counts them.
    #[must_use]
    pub fn size(&self) -> usize {
        self.bdd.size()
    }

    /// The number of the first node, or that of a terminal.
    pub(super) fn root(&self) -> usize {
        self.bdd.root_pointer().to_index()
    }

    /// The terminals: that of no solution is always there.
    pub(super) fn terminals(&self) -> impl Iterator<Item = usize> + use<> {
        FALSE..self.bdd.size().min(2)
    }

    /// The nodes that are no terminals, children before parents.
    pub(super) fn nodes(&self) -> impl DoubleEndedIterator<Item = Node> + '_ {
        (2..self.bdd.size()).map(|id| {
            let pointer = BddPointer::from_index(id);
            Node {
                id,
                variable: self.bdd.var_of(pointer).to_index(),
                low: self.bdd.low_link_of(pointer).to_index(),
                high: self.bdd.high_link_of(pointer).to_index(),
            }
        })
    }
}

/// A BDD of one node for each variable from `first` on, built upward from `below`.
fn chain(
    first: usize,
    variables: usize,
    mut below: usize,
    links: impl Fn(usize, usize) -> (usize, usize),
) -> Result<Bdd, ExportError> {
    let count = TooManyVariables::check(variables)?;
    let mut nodes = vec![BddNode::mk_zero(count), BddNode::mk_one(count)];
    for variable in (first..variables).rev() {
        let (low, high) = links(below, variable);
        below = nodes.len();
        nodes.push(BddNode::mk_node(
            BddVariable::from_index(variable),
            BddPointer::from_index(low),
            BddPointer::from_index(high),
        ));
    }
    if below == FALSE {
        nodes.truncate(1);
    }
    Ok(Bdd::from_nodes(&nodes).expect("children come before parents"))
}
