use std::ops::Range;

use biodivine_lib_bdd::Bdd;

use super::error::Exported;
use super::figure::figure;
use super::title::title;
use crate::face::Art;
use engine::bdd::{Diagram, InnerNode, NodeArena, SingleRule, VariableOrder};
use engine::{Answer, Budget, DiagramKind, Phase, Progress, SmallDiagram, SmallNode};
use geometry::{Cell, Size};
use problem::{Decisions, Problem, Rules};

/// A reduced ordered BDD for display, with the cells of its variables.
#[derive(Clone, Debug)]
pub struct Graph {
    title: String,
    cells: Vec<Cell>,
    bdd: Bdd,
    /// The decisions to which the diagram is restricted, whose cells have no nodes.
    decisions: Decisions,
    /// True if the ZDD of the same function is drawn.
    pub(super) is_zdd: bool,
    /// The board to draw beside the diagram, if there is one.
    pub(super) inset: Option<Inset>,
    /// True if the diagram is drawn row by row of the board, not level by level.
    pub(super) is_by_rows: bool,
}

/// The board beside the diagram of a rule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inset {
    pub size: Size,
    /// The cell of a board rule, and the art of the piece on it. `None` for a queens rule.
    pub piece: Option<(Cell, &'static Art)>,
}

/// The number of the terminal 0 (no solution).
pub(super) const FALSE: u32 = NodeArena::FALSE;
/// The number of the terminal 1 (solutions).
pub(super) const TRUE: u32 = NodeArena::TRUE;

/// Maximum height of the art beside a rule, in half rows. Larger art is scaled down.
const ART_HEIGHT: u16 = 13;

/// Maximum number of bytes per node while the library's BDD is built: the node, its copy, and hash
/// tables.
const NODE_BYTES: usize = 12 + 12 + 24;

/// Maximum number of bytes per node while a [`SmallDiagram`] is built: its nodes twice, an arena, and its hash table.
const SMALL_NODE_BYTES: usize = 2 * size_of::<SmallNode>() + 16 + 32;

impl Graph {
    /// The diagram of a problem's rules, restricted by its decisions. It has `nodes` nodes.
    ///
    /// # Errors
    /// When the BDD needs more memory than the budget has, or more variables than the library allows.
    pub fn of_problem(
        problem: &Problem,
        diagram: &Diagram,
        nodes: usize,
        budget: &Budget,
    ) -> Exported<Self> {
        let memory = diagram.memory() + nodes * NODE_BYTES;
        budget.check(Progress { phase: Phase::Writing, nodes, memory, ..Progress::default() })?;
        let cells = diagram.order().cells().to_vec();
        let decisions = problem.decisions().clone();
        Ok(Self { decisions, ..Self::new(title(problem), cells, diagram.bdd_at(problem)?) })
    }

    /// The graph of a BDD of the library, with the cells of its variables in variable order.
    ///
    /// # Panics
    /// When the number of cells is not the number of variables.
    pub fn new(title: String, cells: Vec<Cell>, bdd: Bdd) -> Self {
        assert_eq!(cells.len(), usize::from(bdd.num_vars()), "a cell for each variable");
        let (decisions, is_zdd) = (Decisions::default(), false);
        Self { title, cells, bdd, decisions, is_zdd, inset: None, is_by_rows: false }
    }

    /// The diagram of a cell's board rule: its variables are the cell and the cells that it excludes. Without an
    /// order, the cell itself comes first, followed by the others in row-major order.
    ///
    /// # Errors
    /// When the cell is off the grid or a hole, or the rule has more cells than the library allows
    /// variables.
    pub fn board_rule(rules: &Rules, cell: Cell, order: Option<&VariableOrder>) -> Exported<Self> {
        rules.check(cell)?;
        let (cells, bdd) = SingleRule::Board(cell).bdd(rules, order)?;
        let board = format!("{} on {}", rules.name(), rules.size());
        let art = figure(rules).of_height(ART_HEIGHT);
        let inset = Some(Inset { size: rules.size(), piece: art.map(|art| (cell, art)) });
        let title = format!("Board rule of {cell}, {board}");
        Ok(Self { inset, ..Self::new(title, cells, bdd) })
    }

    /// The diagram of the queens rule of a row, counted from 0: at least one of its cells has a piece. Without an order
    /// the variables are in row-major order.
    ///
    /// # Errors
    /// When there are more cells than the library allows variables.
    pub fn queens_rule(rules: &Rules, row: u16, order: Option<&VariableOrder>) -> Exported<Self> {
        let (cells, bdd) = SingleRule::Queens(row).bdd(rules, order)?;
        let title = format!("Queens rule of row {}, {} columns", row + 1, rules.size().columns());
        let inset = Some(Inset { size: rules.size(), piece: None });
        Ok(Self { inset, ..Self::new(title, cells, bdd) })
    }

    /// The diagram of the queens rules of all rows together: at least one piece in each row. After the
    /// first piece of a row, the other cells of the row do not matter.
    ///
    /// # Errors
    /// When there are more cells than the library allows variables.
    pub fn queens_rules(rules: &Rules) -> Exported<Self> {
        let cells: Vec<Cell> = rules.grid().standing_cells().collect();
        let rows: Vec<Range<usize>> = (0..rules.size().rows())
            .map(|row| {
                let before = |end| cells.partition_point(|cell| cell.row() < end);
                before(row)..before(row + 1)
            })
            .collect();
        let mut arena = NodeArena::new(cells.len(), DiagramKind::Bdd);
        // A row that has only holes cannot have a piece.
        let can_hold = !rows.iter().any(Range::is_empty);
        let mut rest = if can_hold { TRUE } else { FALSE };
        for row in rows.into_iter().rev().filter(|_| can_hold) {
            let mut below = FALSE;
            for variable in row.rev() {
                below = arena.node(variable, below, rest);
            }
            rest = below;
        }
        let bdd = arena.to_bdd(rest)?;
        let title = format!("Queens rules of all rows, {}", rules.size());
        Ok(Self { is_by_rows: true, ..Self::new(title, cells, bdd) })
    }

    /// The same graph with a note appended to its title.
    pub fn noting(mut self, note: &str) -> Self {
        self.title = format!("{}, {note}", self.title);
        self
    }

    /// The title of the diagram.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The cells of the variables, in variable order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The BDD of the library.
    pub fn bdd(&self) -> &Bdd {
        &self.bdd
    }

    /// The number of nodes of the library's BDD, terminals included.
    pub fn size(&self) -> usize {
        self.bdd.size()
    }

    /// The same diagram with a level for each open cell, to be laid out.
    ///
    /// # Errors
    /// When the budget has too little memory.
    pub(super) fn small_diagram(&self, budget: &Budget) -> Answer<SmallDiagram> {
        let (nodes, memory) = (self.size(), self.size() * SMALL_NODE_BYTES);
        budget.check(Progress { phase: Phase::Writing, nodes, memory, ..Progress::default() })?;
        let diagram = SmallDiagram::of_bdd(&self.bdd, &self.cells);
        let diagram =
            if self.decisions.is_empty() { diagram } else { diagram.restricted(&self.decisions).0 };
        Ok(if self.is_zdd { diagram.to_zdd() } else { diagram })
    }

    /// The number of the root, which may be a terminal.
    pub(super) fn root(&self) -> u32 {
        self.bdd.root_pointer().to_index() as u32
    }

    /// The numbers of the terminals. The terminal 0 always exists.
    pub(super) fn terminals(&self) -> impl Iterator<Item = u32> + use<> {
        FALSE..self.bdd.size().min(2) as u32
    }

    /// The inner nodes, children before parents.
    pub(super) fn nodes(&self) -> impl DoubleEndedIterator<Item = InnerNode> + '_ {
        InnerNode::all_of(&self.bdd)
    }
}

/// The index of a cell's row, column or diagonal, if `cells` are sorted by rows, columns or diagonals;
/// `None` otherwise. The first cell may be out of order, as in a board rule.
pub(super) fn line_index(cells: &[Cell], cell: Cell) -> Option<u16> {
    let lines: [fn(&Cell) -> u16; 3] =
        [|cell| cell.row(), |cell| cell.column(), |cell| cell.row() + cell.column()];
    let line = lines.into_iter().find(|line| cells.iter().skip(1).is_sorted_by_key(line));
    line.map(|line| line(&cell))
}
