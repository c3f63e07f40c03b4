//! Checks witnesses: solutions, reasons, decisions to take back, best costs, steps.
//!
//! Shares no code with the engines. [`Checker`] derives attacks from the moves of the piece and sums from the
//! requirements. A simple search decides whether a solution exists: it tries both values of a cell, and sets the values
//! that the bounds of sums then force.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use geometry::{Cell, CellSet};
use problem::{Family, Problem, Requirement, Rule, Rules, Value, Weights};

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The witness is correct.
    Proved,
    /// The witness is wrong. Contains the reason as a sentence.
    Refuted(String),
    /// The search reached its limit and did not decide.
    Open,
}

impl Verdict {
    /// Combines two verdicts: refuted if either is refuted, proved if both are proved, otherwise open.
    pub fn and(self, next: impl FnOnce() -> Self) -> Self {
        if matches!(self, Self::Refuted(_)) {
            return self;
        }
        let next = next();
        if next == Self::Proved { self } else { next }
    }
}

/// A cell and its value.
pub type CellValue = (Cell, Value);

/// Checks witnesses about problems with the same rules.
pub struct Checker {
    rules: Arc<Rules>,
    sums: Vec<LinearConstraint>,
}

/// A sum of the weights of the cells with a piece, and its bounds. Cells are indices in row-major order.
#[derive(Clone, Debug)]
struct LinearConstraint {
    name: String,
    terms: Vec<(usize, i64)>,
    least: i64,
    most: i64,
}

/// A bound that no sum reaches: weights add up to less than 2⁶⁰.
const NO_BOUND: i64 = 1 << 61;
/// Maximum number of cells of a board for which the search decides.
const MAX_CELLS: usize = 2_500;
/// Maximum number of values that one search tries.
const MAX_TRIED: usize = 20_000;

impl LinearConstraint {
    /// The cost of a solution as a sum with the bounds `least` and `most`.
    fn cost(name: String, rules: &Rules, weights: &Weights, (least, most): (i64, i64)) -> Self {
        let term = |cell: Cell| (rules.size().index(cell), weights.of(cell));
        Self { name, terms: rules.grid().standing_cells().map(term).collect(), least, most }
    }
}

/// The cells that a piece on `from` attacks. A leap is one step. A ride continues to the edge or, on a torus, until it
/// returns to its start. Nothing blocks a ride. The result includes holes, and may repeat cells.
fn attacked(rules: &Rules, from: Cell, is_torus: bool) -> impl Iterator<Item = Cell> + '_ {
    let size = rules.size();
    let sides = [i32::from(size.rows()), i32::from(size.columns())];
    rules.piece().moves().flat_map(move |way| {
        let step = way.step;
        let mut at = [i32::from(from.row()), i32::from(from.column())];
        let next = move || {
            at = [at[0] + step.rows, at[1] + step.columns];
            if is_torus {
                at = [at[0].rem_euclid(sides[0]), at[1].rem_euclid(sides[1])];
            }
            let cell = Cell::new(u16::try_from(at[0]).ok()?, u16::try_from(at[1]).ok()?);
            (size.contains(cell) && cell != from).then_some(cell)
        };
        std::iter::from_fn(next).fuse().take(way.max_steps.map_or(usize::MAX, usize::from))
    })
}

/// The groups of a requirement as sums, including rows and columns that consist of holes.
fn sums(rules: &Rules, requirement: &Requirement) -> Vec<LinearConstraint> {
    let Requirement { family, bounds } = *requirement;
    let is_torus = rules.grid().is_torus();
    let is_standing = |&cell: &Cell| !rules.grid().is_hole(cell);
    let mut groups: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for cell in rules.size().iter() {
        let region = || rules.regions().and_then(|regions| regions.region(cell));
        let names = match family {
            Family::Rows => vec![format!("row {}", cell.row() + 1)],
            Family::Columns => vec![format!("column {}", Cell::column_name(cell.column()))],
            Family::Pieces => vec![requirement.to_string()],
            Family::Regions => {
                region().map(|letter| format!("region {letter}")).into_iter().collect()
            }
            Family::Dominate if !is_standing(&cell) => continue,
            Family::Dominate => {
                let covered = attacked(rules, cell, is_torus).filter(is_standing).chain([cell]);
                covered.map(|covered| format!("cover {covered}")).collect()
            }
        };
        for name in names {
            let standing = Some(cell).filter(is_standing).map(|cell| rules.size().index(cell));
            groups.entry(name).or_default().extend(standing);
        }
    }
    let (least, most) = (bounds.lower.into(), bounds.upper.map_or(NO_BOUND, i64::from));
    let sum = |(name, cells): (String, BTreeSet<usize>)| LinearConstraint {
        name,
        terms: cells.into_iter().map(|cell| (cell, 1)).collect(),
        least,
        most,
    };
    groups.into_iter().map(sum).collect()
}

impl Checker {
    /// A checker of these rules.
    pub fn new(rules: &Arc<Rules>) -> Self {
        let groups = rules.requirements().iter().flat_map(|requirement| sums(rules, requirement));
        let limit = rules.limit().map(|(weights, limit)| {
            LinearConstraint::cost(format!("max-cost={limit}"), rules, weights, (-NO_BOUND, limit))
        });
        Self { rules: Arc::clone(rules), sums: groups.chain(limit).collect() }
    }

    /// Checks that `pieces` are a solution: no piece is on a hole or attacks another piece, and groups, cost limit and
    /// decisions are kept.
    pub fn solution(&self, problem: &Problem, pieces: &CellSet) -> Verdict {
        let refuted = |why| Verdict::Refuted(format!("this is no solution: {why}"));
        self.fault(problem, pieces).map_or(Verdict::Proved, refuted)
    }

    /// Why `pieces` are no solution, in words; `None` if they are a solution.
    pub fn fault(&self, problem: &Problem, pieces: &CellSet) -> Option<String> {
        if let Some(hole) = pieces.iter().find(|&cell| self.rules.grid().is_hole(cell)) {
            return Some(format!("{hole} is a hole"));
        }
        let is_other =
            |&(cell, value): &CellValue| pieces.contains(cell) != (value == Value::Placed);
        if let Some((cell, _)) = problem.decisions().iter().find(is_other) {
            return Some(format!("{cell} is decided otherwise"));
        }
        for piece in pieces.iter().filter(|_| self.rules.has_board_rule()) {
            let is_torus = self.rules.grid().is_torus();
            let mut cells = attacked(&self.rules, piece, is_torus);
            if let Some(other) = cells.find(|&cell| pieces.contains(cell)) {
                let is_within = attacked(&self.rules, piece, false).any(|cell| cell == other);
                let way = if is_within { "" } else { " across the edge" };
                return Some(format!("{piece} attacks {other}{way}"));
            }
        }
        for sum in &self.sums {
            let has_piece = |cell: usize| pieces.contains(pieces.size().cell(cell));
            let present = sum.terms.iter().filter(|&&(cell, _)| has_piece(cell));
            let number = present.map(|(_, weight)| weight).sum();
            if !(sum.least..=sum.most).contains(&number) {
                return Some(format!("{} has {number}", sum.name));
            }
        }
        None
    }

    /// Checks an explanation: the decisions on the cells `because`, the wish and `rules` together leave no solution. If
    /// `is_minimal`, also checks that no decision and no rule can be left out. If `because` is not empty, the board
    /// rules of placed pieces count as well. If `rules` is empty, all rules count.
    pub fn reason(
        &self,
        problem: &Problem,
        wish: Option<CellValue>,
        (because, rules, is_minimal): (&[Cell], &[Rule], bool),
    ) -> Verdict {
        let value = |&cell: &Cell| Some((cell, problem.decisions().get(cell)?));
        let Some(decided) = because.iter().map(value).collect::<Option<Vec<_>>>() else {
            return Verdict::Refuted("a cell of the reason is not decided".to_owned());
        };
        let all: Vec<CellValue> = decided.iter().copied().chain(wish).collect();
        let placed = all.iter().filter(|(_, value)| *value == Value::Placed && !decided.is_empty());
        let attacks: Vec<Rule> = placed.map(|&(cell, _)| Rule::Board(cell)).collect();
        let kept = [rules, &attacks].concat();
        let kept = (!rules.is_empty()).then_some(&kept[..]);
        let mut verdict = self.expect(false, &all, kept, None, "it leaves a solution");
        for (left_out, (cell, _)) in decided.iter().enumerate().filter(|_| is_minimal) {
            let mut others = all.clone();
            others.remove(left_out);
            let why = format!("{cell} is not needed");
            verdict = verdict.and(|| self.expect(true, &others, None, None, &why));
        }
        for (left_out, rule) in rules.iter().enumerate().filter(|_| is_minimal) {
            let mut others = [rules, &attacks].concat();
            others.remove(left_out);
            let why = format!("{rule} is not needed");
            verdict = verdict.and(|| self.expect(true, &all, Some(&others), None, &why));
        }
        verdict
    }

    /// Checks that `take_back` is a smallest set of decisions to take back: without them some solution contains the
    /// decision `wish`, and no smaller set achieves this. If `take_back` is `None`, checks that no set achieves this.
    pub fn restoration(
        &self,
        problem: &Problem,
        wish: Option<CellValue>,
        take_back: Option<&[Cell]>,
    ) -> Verdict {
        let decisions = problem.decisions();
        let with_wish = |keeps: &dyn Fn(Cell) -> bool| {
            decisions.iter().filter(|&(cell, _)| keeps(cell)).chain(wish).collect::<Vec<_>>()
        };
        let givens = with_wish(&|cell| decisions.is_given(cell));
        let Some(take_back) = take_back else {
            return self.expect(false, &givens, None, None, "taking back decisions helps");
        };
        if let Some(cell) = take_back.iter().find(|&&cell| decisions.is_given(cell)) {
            return Verdict::Refuted(format!("{cell} is given"));
        }
        let kept = with_wish(&|cell| !take_back.contains(&cell));
        // The sum counts the decisions that a solution breaks: excluded cells with a piece, and placed cells without a
        // piece.
        let own = i64::try_from(take_back.len()).unwrap_or(NO_BOUND);
        let (mut terms, mut most) = (Vec::new(), own - 1);
        for (cell, value) in decisions.iter().filter(|&(cell, _)| !decisions.is_given(cell)) {
            let weight = if value == Value::Placed { -1 } else { 1 };
            most += weight.min(0);
            terms.push((self.rules.size().index(cell), weight));
        }
        let fewer = LinearConstraint { name: String::new(), terms, least: -NO_BOUND, most };
        let why = "taking back these decisions does not help";
        self.expect(true, &kept, None, None, why)
            .and(|| self.expect(false, &givens, None, Some(fewer), "fewer decisions are enough"))
    }

    /// Checks that no solution is better than the cost `best.1`: cheaper, or dearer if `best.0` is true.
    pub fn best(&self, problem: &Problem, weights: &Weights, best: (bool, i64)) -> Verdict {
        let (is_dearest, cost) = best;
        let bounds = if is_dearest { (cost + 1, NO_BOUND) } else { (-NO_BOUND, cost - 1) };
        let better = LinearConstraint::cost(String::new(), &self.rules, weights, bounds);
        let decided: Vec<CellValue> = problem.decisions().iter().collect();
        self.expect(false, &decided, None, Some(better), "there is a better solution")
    }

    /// Checks that a value follows from the rules and the decided cells.
    pub fn follows(&self, decided: &[CellValue], (cell, value): CellValue) -> Verdict {
        let other = (cell, value.opposite());
        let otherwise: Vec<CellValue> = decided.iter().copied().chain([other]).collect();
        self.expect(false, &otherwise, None, None, &format!("{cell} can be otherwise"))
    }

    /// Checks whether some solution has the values `decided`. The verdict is refuted with `why` if the answer differs
    /// from `is_satisfiable`.
    fn expect(
        &self,
        is_satisfiable: bool,
        decided: &[CellValue],
        kept: Option<&[Rule]>,
        another: Option<LinearConstraint>,
        why: &str,
    ) -> Verdict {
        match self.satisfiable(decided, kept, another) {
            None => Verdict::Open,
            Some(answer) if answer == is_satisfiable => Verdict::Proved,
            Some(_) => Verdict::Refuted(why.to_owned()),
        }
    }

    /// True if some solution has the values `decided` and keeps the sum `another`. Only the rules in `kept` count; if
    /// `kept` is `None`, all rules count. `None` if the board is too large or the search reaches its limit.
    fn satisfiable(
        &self,
        decided: &[CellValue],
        kept: Option<&[Rule]>,
        another: Option<LinearConstraint>,
    ) -> Option<bool> {
        let (rules, size) = (&self.rules, self.rules.size());
        if size.cells() > MAX_CELLS {
            return None;
        }
        let names = |rules: &[Rule], sum: &LinearConstraint| {
            rules.iter().any(|it| it.to_string() == sum.name)
        };
        let is_kept = |sum: &&LinearConstraint| kept.is_none_or(|kept| names(kept, sum));
        let sums = self.sums.iter().filter(is_kept).cloned().chain(another).collect();
        let mut search = Search::new(sums, size.cells());
        let uses = |cell: Cell| kept.is_none_or(|kept| kept.contains(&Rule::Board(cell)));
        for cell in rules.grid().standing_cells().filter(|_| rules.has_board_rule()) {
            for other in attacked(rules, cell, rules.grid().is_torus())
                .filter(|&other| uses(cell) || uses(other))
            {
                search.excluded[size.index(cell)].push(size.index(other));
                search.excluded[size.index(other)].push(size.index(cell));
            }
        }
        let mut values = decided.iter().map(|&(cell, value)| (cell, value == Value::Placed));
        let mut waiting = Vec::new();
        let is_possible = (0..search.sums.len()).all(|sum| search.settle(sum, &mut waiting))
            && waiting.into_iter().all(|(cell, value)| search.assign(cell, value))
            && rules.grid().holes().iter().all(|hole| search.assign(size.index(hole), false))
            && values.all(|(cell, has_piece)| search.assign(size.index(cell), has_piece));
        if is_possible { search.solve() } else { Some(false) }
    }
}

/// A search for values of all cells. Cells are indices in row-major order.
struct Search {
    /// For each cell, the cells that must be empty if it has a piece.
    excluded: Vec<Vec<usize>>,
    sums: Vec<LinearConstraint>,
    /// For each cell, the indices of its sums, with the weight of the cell in each.
    sums_of_cell: Vec<Vec<(usize, i64)>>,
    values: Vec<Option<bool>>,
    /// For each sum, its value for the pieces so far, and its minimum and maximum over all completions.
    states: Vec<[i64; 3]>,
    trail: Vec<usize>,
    /// The number of values that may still be tried.
    tries_left: usize,
}

impl Search {
    fn new(sums: Vec<LinearConstraint>, cells: usize) -> Self {
        let mut sums_by_cell = vec![Vec::new(); cells];
        let mut states = vec![[0; 3]; sums.len()];
        for (index, sum) in sums.iter().enumerate() {
            for &(cell, weight) in &sum.terms {
                sums_by_cell[cell].push((index, weight));
                states[index][if weight < 0 { 1 } else { 2 }] += weight;
            }
        }
        let (excluded, values) = (vec![Vec::new(); cells], vec![None; cells]);
        Self {
            excluded,
            sums,
            sums_of_cell: sums_by_cell,
            values,
            states,
            trail: Vec::new(),
            tries_left: MAX_TRIED,
        }
    }

    /// Appends the values that a sum forces to `waiting`. Returns false if the bounds of the sum cannot be kept.
    fn settle(&self, sum: usize, waiting: &mut Vec<(usize, bool)>) -> bool {
        let (LinearConstraint { terms, least, most, .. }, [_, low, high]) =
            (&self.sums[sum], self.states[sum]);
        if low > *most || high < *least {
            return false;
        }
        for &(cell, weight) in terms.iter().filter(|&&(cell, _)| self.values[cell].is_none()) {
            let (less, more) = (weight.min(0), weight.max(0));
            if low + more > *most || high + less < *least {
                waiting.push((cell, false));
            } else if low - less > *most || high - more < *least {
                waiting.push((cell, true));
            }
        }
        true
    }

    /// Sets the value of a cell and all forced values. Returns false if they contradict each other.
    fn assign(&mut self, cell: usize, value: bool) -> bool {
        let mut waiting = vec![(cell, value)];
        while let Some((cell, value)) = waiting.pop() {
            match self.values[cell] {
                Some(known) if known == value => continue,
                Some(_) => return false,
                None => self.values[cell] = Some(value),
            }
            self.trail.push(cell);
            self.update_sums(cell, value, 1);
            if value {
                waiting.extend(self.excluded[cell].iter().map(|&other| (other, false)));
            }
            for index in 0..self.sums_of_cell[cell].len() {
                if !self.settle(self.sums_of_cell[cell][index].0, &mut waiting) {
                    return false;
                }
            }
        }
        true
    }

    /// Adds the value of a cell to its sums; with `sign` −1, removes the value.
    fn update_sums(&mut self, cell: usize, value: bool, sign: i64) {
        for &(sum, weight) in &self.sums_of_cell[cell] {
            let (less, more) = (sign * weight.min(0), sign * weight.max(0));
            let [pieces, low, high] = self.states[sum];
            let with_piece = [pieces + less + more, low + more, high + less];
            self.states[sum] = if value { with_piece } else { [pieces, low - less, high - more] };
        }
    }

    /// True if the values so far have a completion; `None` if the search reaches its limit.
    fn solve(&mut self) -> Option<bool> {
        // If the pieces so far keep all sums, they are a solution. Otherwise the next cell to try is from the broken
        // sum with the fewest cells that can repair it.
        let lacking = self.sums.iter().zip(&self.states).filter_map(|(sum, state)| {
            let sign = i64::from(state[0] < sum.least) - i64::from(state[0] > sum.most);
            let is_open = |cell: usize| self.values[cell].is_none();
            let mends = |it: &&(usize, i64)| sign * it.1 > 0 && is_open(it.0);
            Some((sum.terms.iter().filter(mends).count(), sum.terms.iter().find(mends)?.0))
        });
        let Some((_, cell)) = lacking.min() else { return Some(true) };
        for value in [true, false] {
            self.tries_left = self.tries_left.checked_sub(1)?;
            let before = self.trail.len();
            if self.assign(cell, value) && self.solve()? {
                return Some(true);
            }
            for cell in self.trail.split_off(before) {
                let value = self.values[cell].take().unwrap_or_default();
                self.update_sums(cell, value, -1);
            }
        }
        Some(false)
    }
}
