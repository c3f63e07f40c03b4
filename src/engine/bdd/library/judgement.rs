//! Compares a diagram with the diagram of a problem's rules and decisions.

use std::sync::Arc;

use biodivine_lib_bdd::Bdd;
use num_bigint::BigUint;
use num_traits::Zero;

use super::conjoin::{Conjunction, excluded_upward};
use super::restrict::census;
use crate::answers::Census;
use crate::bdd::build::compile::compile;
use crate::bdd::order::{Variable, VariableOrder};
use crate::bdd::robdd::MAX_VARIABLES;
use crate::budget::{Answer, Budget};
use crate::sat::HittingSets;
use geometry::{AttackLine, Cell, CellSet, Offset};
use problem::{GroupId, Problem, Rules, Value};

/// Maximum number of nodes of the ROBDD of the rules.
const MAX_NODES: usize = 5_000_000;

/// A rule or decision that a diagram may lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LackedRule {
    /// The bounds of all groups with this id.
    Group(GroupId),
    /// The maximum cost.
    MaxCost(i64),
    /// Two pieces must not attack each other along such a line or by such a step.
    Attack(AttackLine),
    /// A decision.
    Decision(Cell, Value),
}

/// Two cells that exclude each other.
type CellPair = (Cell, Cell);

/// A set of boards that are judged wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongBoards {
    /// The number of boards.
    pub number: BigUint,
    /// The first differing board in the order of the diagram, where a piece comes before an empty cell; `None` if there is no
    /// such board.
    pub first: Option<CellSet>,
}

/// How the boards of a diagram differ from the solutions of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The number of boards of the diagram.
    pub boards: BigUint,
    /// The number of solutions of the problem.
    pub solutions: BigUint,
    /// The number of nodes of the solutions' ROBDD in the diagram's order, terminals included.
    pub nodes: usize,
    /// Boards of the diagram that are no solutions.
    pub too_many: WrongBoards,
    /// Solutions that are no boards of the diagram.
    pub missing: WrongBoards,
    /// A smallest set of rules that, conjoined with the diagram, leaves no board that is no solution.
    pub lacked: Vec<LackedRule>,
    /// The pairs of cells that exclude each other by the `lacked` rules and hold pieces on one of the boards that are
    /// too many.
    pub attacks: Vec<CellPair>,
    /// Values of cells that some solution has, but no board of the diagram.
    pub forbidden: Vec<(Cell, Value)>,
}

impl Judgement {
    /// Judges a diagram. Its variables must be the variables of `order`.
    ///
    /// # Errors
    /// When the budget ends, or when the ROBDD of the rules in this order has more than 5,000,000 nodes.
    ///
    /// # Panics
    /// When there are more variables than the library supports.
    pub fn new(
        bdd: &Bdd,
        order: &Arc<VariableOrder>,
        problem: &Problem,
        budget: &Budget,
    ) -> Answer<Result<Self, TooLargeRules>> {
        let compiled = compile(problem, order, budget)?.diagram;
        let nodes = compiled.bdd_size(budget)?.nodes;
        if nodes > MAX_NODES || order.len() > MAX_VARIABLES {
            return Ok(Err(TooLargeRules(nodes)));
        }
        let solutions = compiled.to_bdd().expect("the variables are few enough");
        let rules = problem.rules();
        let judge = Judge { conjunction: Conjunction::new(rules, order, budget), problem, order };
        let too_many = judge.conjunction.conjoined(bdd, &solutions.not())?;
        let missing = judge.conjunction.conjoined(&solutions, &bdd.not())?;
        let (lacked, attacks) = judge.lacked(&too_many, budget)?;
        let counts = |bdd| Ok(census(bdd, order, problem.first(0).decisions(), budget)?.0);
        let (boards, solutions) = (counts(bdd)?, counts(&solutions)?);
        let forbidden = forbidden(order, &boards, &solutions);
        Ok(Ok(Self {
            boards: boards.solutions,
            solutions: solutions.solutions,
            nodes,
            too_many: judge.wrong(&too_many),
            missing: judge.wrong(&missing),
            lacked,
            attacks,
            forbidden,
        }))
    }

    /// True if the diagram represents the solutions of the problem.
    pub const fn is_right(&self) -> bool {
        self.too_many.first.is_none() && self.missing.first.is_none()
    }
}

/// The ROBDD of the rules has this number of nodes in the order of the diagram.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "in this order the ROBDD of the rules has {0} nodes, more than {MAX_NODES}, the most that are compared"
)]
pub struct TooLargeRules(usize);

struct Judge<'a> {
    conjunction: Conjunction<'a>,
    problem: &'a Problem,
    order: &'a VariableOrder,
}

impl Judge<'_> {
    fn rules(&self) -> &Rules {
        self.problem.rules()
    }

    fn first_board(&self, boards: &Bdd) -> Option<CellSet> {
        let values = boards.last_valuation()?;
        let cells = (0..).zip(values.into_vector()).filter(|(_, is_placed)| *is_placed);
        let cells = cells.map(|(index, _)| self.order.cell(Variable::from_index(index)));
        Some(CellSet::from_cells(self.order.size(), cells))
    }

    fn wrong(&self, boards: &Bdd) -> WrongBoards {
        WrongBoards { number: boards.exact_cardinality(), first: self.first_board(boards) }
    }

    /// The line along which two cells attack each other. Leaps and rides of all directions are one line.
    fn line(&self, cell: Cell, other: Cell) -> Option<AttackLine> {
        let in_one_direction = |step: Offset| {
            let (rows, columns) = (step.rows.abs(), step.columns.abs());
            Offset::new(rows.min(columns), rows.max(columns))
        };
        self.rules().attack_line(cell, other).map(|line| match line {
            AttackLine::Leap(step) => AttackLine::Leap(in_one_direction(step)),
            AttackLine::Ride(step) => AttackLine::Ride(in_one_direction(step)),
            AttackLine::Row | AttackLine::Column | AttackLine::Diagonal => line,
        })
    }

    /// The cells in the row of a cell and above that it excludes along this line.
    fn attacked(&self, cell: Cell, line: AttackLine) -> impl Iterator<Item = Cell> + '_ {
        let all = excluded_upward(self.rules(), cell);
        all.filter(move |&other| self.line(cell, other) == Some(line))
    }

    /// All rules and decisions that a diagram may lack.
    fn rule_list(&self) -> Vec<LackedRule> {
        let rules = self.rules();
        let mut all: Vec<LackedRule> = Vec::new();
        let mut add = |rule| {
            if !all.contains(&rule) {
                all.push(rule);
            }
        };
        rules.groups().iter().for_each(|group| add(LackedRule::Group(group.id())));
        rules.max_cost().into_iter().for_each(|limit| add(LackedRule::MaxCost(limit)));
        for cell in rules.grid().standing_cells().filter(|_| rules.has_board_rule()) {
            let lines = excluded_upward(rules, cell).filter_map(|other| self.line(cell, other));
            lines.for_each(|line| add(LackedRule::Attack(line)));
        }
        let decided = self.problem.decisions().iter();
        all.extend(decided.map(|(cell, value)| LackedRule::Decision(cell, value)));
        all
    }

    /// The boards that keep a rule.
    fn keeping(&self, mut boards: Bdd, rule: LackedRule) -> Answer<Bdd> {
        let conjunction = &self.conjunction;
        match rule {
            LackedRule::Group(id) => {
                for group in self.rules().groups().iter().filter(|group| group.id() == id) {
                    boards = conjunction.conjoined(&boards, &conjunction.group_rule(group)?)?;
                }
            }
            LackedRule::MaxCost(_) => {
                if let Some((_, rule)) = conjunction.limit_rule()? {
                    boards = conjunction.conjoined(&boards, &rule)?;
                }
            }
            LackedRule::Attack(line) => {
                let cells: Vec<Cell> = self.rules().grid().standing_cells().collect();
                for cell in cells.into_iter().rev() {
                    let pairs = conjunction.nand(cell, self.attacked(cell, line));
                    boards = conjunction.conjoined(&boards, &pairs)?;
                }
            }
            LackedRule::Decision(cell, value) => {
                boards = conjunction.conjoined(&boards, &conjunction.literal(cell, value))?;
            }
        }
        Ok(boards)
    }

    /// A smallest set of rules that excludes all of `boards`, and the pairs that attack each other there along its lines.
    ///
    /// Each board that a set leaves yields the rules that it breaks, at least one of which is needed. A smallest set that
    /// hits all these lists is tried next.
    fn lacked(&self, boards: &Bdd, budget: &Budget) -> Answer<(Vec<LackedRule>, Vec<CellPair>)> {
        let all = self.rule_list();
        let mut sets = HittingSets::new(all.len());
        let mut lacked = Vec::new();
        let mut left = boards.clone();
        while let Some(values) = left.last_valuation() {
            let (board, mut broken) = (values.mk_bdd(), Vec::new());
            for (index, &rule) in all.iter().enumerate() {
                if self.keeping(board.clone(), rule)?.is_false() {
                    broken.push(index);
                }
            }
            sets.hit(&broken);
            let Some(smallest) = sets.smallest(all.len(), budget)? else { break };
            lacked = smallest.into_iter().map(|index| all[index]).collect();
            let keeping = |boards, &rule: &LackedRule| self.keeping(boards, rule);
            left = lacked.iter().try_fold(boards.clone(), keeping)?;
        }
        let mut attacks = Vec::new();
        for &rule in &lacked {
            let LackedRule::Attack(line) = rule else { continue };
            let cells = self.rules().grid().standing_cells();
            for (cell, other) in
                cells.flat_map(|cell| self.attacked(cell, line).map(move |other| (cell, other)))
            {
                self.conjunction.check(0)?;
                let both = [cell, other].map(|cell| (self.conjunction.variable(cell), true));
                if !boards.restrict(&both).is_false() {
                    attacks.push((cell, other));
                }
            }
        }
        Ok((lacked, attacks))
    }
}

/// The values that some solution has, but no board. Without boards, no single value is at fault.
fn forbidden(order: &VariableOrder, boards: &Census, solutions: &Census) -> Vec<(Cell, Value)> {
    let mut forbidden = Vec::new();
    for &cell in order.cells().iter().filter(|_| !boards.solutions.is_zero()) {
        let [of_boards, of_solutions] =
            [boards, solutions].map(|census| &census.cells[order.size().index(cell)]);
        if of_boards.is_zero() && !of_solutions.is_zero() {
            forbidden.push((cell, Value::Placed));
        }
        if *of_boards == boards.solutions && *of_solutions != solutions.solutions {
            forbidden.push((cell, Value::Excluded));
        }
    }
    forbidden
}
