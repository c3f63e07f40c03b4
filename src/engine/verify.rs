//! Checks witnesses: solutions, reasons, decisions to take back, best costs, steps.
//!
//! Shares no code with the engines. [`Checker`] derives attacks from the moves of the piece and sums from the
//! requirements, and decides whether a solution exists by a plain search: it tries both values of a cell, and
//! after each a sum that has no room left settles its other cells.

use std::collections::BTreeMap;
use std::sync::Arc;

use geometry::{Cell, CellSet};
use problem::{Bounds, Family, Problem, Requirement, Rule, Rules, Value, Weights};

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Verdict {
    /// The witness is right.
    Proved,
    /// The witness is wrong: why, as a sentence.
    Refuted(String),
    /// The search was too long.
    Open,
}

impl Verdict {
    /// This verdict and the next one: refuted if either is, proved if both are.
    pub fn and(self, next: impl FnOnce() -> Self) -> Self {
        match self {
            Self::Refuted(_) => self,
            Self::Proved => next(),
            Self::Open => match next() {
                Self::Proved => Self::Open,
                next => next,
            },
        }
    }

    /// Proved if the answer is the expected one, refuted with `why` if it is the other one.
    fn expect(answer: Option<bool>, expected: bool, why: impl FnOnce() -> String) -> Self {
        match answer {
            None => Self::Open,
            Some(answer) if answer == expected => Self::Proved,
            Some(_) => Self::Refuted(why()),
        }
    }
}

/// A cell and its value.
type Decided = (Cell, Value);

/// Checks witnesses about problems with the same rules.
pub struct Checker {
    rules: Arc<Rules>,
    sums: Vec<Sum>,
}

/// Weighted cells, and the bounds of the sum of those with a piece.
#[derive(Clone, Debug)]
struct Sum {
    name: String,
    terms: Vec<(Cell, i64)>,
    least: i64,
    most: i64,
}

/// A bound that no sum reaches: those of weights are below 2⁶⁰.
const NO_BOUND: i64 = 1 << 61;

/// Maximum number of cells of a board on which the search decides.
const MOST_CELLS: usize = 2_500;

/// Maximum number of values that one search tries.
const MOST_TRIED: usize = 100_000;

impl Sum {
    /// A group, with each cell once.
    fn group(name: String, mut cells: Vec<Cell>, bounds: Bounds) -> Self {
        cells.sort_unstable();
        cells.dedup();
        let terms = cells.into_iter().map(|cell| (cell, 1)).collect();
        let most = bounds.upper.map_or(NO_BOUND, i64::from);
        Self { name, terms, least: bounds.lower.into(), most }
    }

    /// The cost of all cells, at most `most`, or at least `least`.
    fn cost(name: String, rules: &Rules, weights: &Weights, (least, most): (i64, i64)) -> Self {
        let cells = rules.grid().standing().map(|cell| (cell, weights.of(cell)));
        Self { name, terms: cells.filter(|&(_, weight)| weight != 0).collect(), least, most }
    }

    fn of(&self, pieces: &CellSet) -> i64 {
        let terms = self.terms.iter().filter(|(cell, _)| pieces.contains(*cell));
        terms.map(|(_, weight)| weight).sum()
    }

    /// True if a reason names its rule.
    fn is_named(&self, rules: &[Rule]) -> bool {
        rules.iter().any(|rule| rule.cell().is_none() && rule.to_string() == self.name)
    }
}

/// The cells that a piece on a cell attacks: each leap is one step, each ride goes on until the edge or, on a
/// torus, until it comes back to where it began. Nothing blocks a ride. Holes and repeated cells are among them.
fn attacked(rules: &Rules, from: Cell) -> impl Iterator<Item = Cell> + '_ {
    let (grid, size) = (rules.grid(), rules.size());
    let sides = [i32::from(size.rows()), i32::from(size.columns())];
    rules.piece().moves().flat_map(move |way| {
        let step = way.step();
        let mut at = [i32::from(from.row()), i32::from(from.column())];
        let next = move || {
            at = [at[0] + step.rows, at[1] + step.columns];
            if grid.is_torus() {
                at = [at[0].rem_euclid(sides[0]), at[1].rem_euclid(sides[1])];
            }
            let cell = Cell::new(u16::try_from(at[0]).ok()?, u16::try_from(at[1]).ok()?);
            (size.contains(cell) && cell != from).then_some(cell)
        };
        std::iter::from_fn(next).fuse().take(way.most().map_or(usize::MAX, usize::from))
    })
}

/// The groups of a requirement. A row or column of holes is one, too.
fn sums(rules: &Rules, &Requirement { family, bounds }: &Requirement) -> Vec<Sum> {
    let is_standing = |&cell: &Cell| !rules.grid().is_hole(cell);
    let mut groups: BTreeMap<String, Vec<Cell>> = BTreeMap::new();
    for cell in rules.size().iter() {
        let region = || rules.regions().and_then(|regions| regions.region(cell));
        let names = match family {
            Family::Rows => vec![format!("row {}", cell.row() + 1)],
            Family::Columns => vec![format!("column {}", Cell::column_name(cell.column()))],
            Family::Pieces => vec![format!("pieces={}", bounds.lower)],
            Family::Regions => {
                region().map(|letter| format!("region {letter}")).into_iter().collect()
            }
            Family::Dominate if !is_standing(&cell) => continue,
            Family::Dominate => {
                let covered = attacked(rules, cell).filter(is_standing).chain([cell]);
                covered.map(|covered| format!("cover {covered}")).collect()
            }
        };
        for name in names {
            groups.entry(name).or_default().extend(Some(cell).filter(is_standing));
        }
    }
    groups.into_iter().map(|(name, cells)| Sum::group(name, cells, bounds)).collect()
}

impl Checker {
    /// A checker of these rules.
    #[must_use]
    pub fn new(rules: &Arc<Rules>) -> Self {
        let groups = rules.requirements().iter().flat_map(|need| sums(rules, need));
        let limit = rules.limit().map(|(weights, limit)| {
            Sum::cost(format!("max-cost={limit}"), rules, weights, (-NO_BOUND, limit))
        });
        Self { rules: Arc::clone(rules), sums: groups.chain(limit).collect() }
    }

    /// Checks that pieces are a solution: no piece stands on a hole or attacks another, and groups, the limit of
    /// cost and decisions are kept.
    pub fn solution(&self, problem: &Problem, pieces: &CellSet) -> Verdict {
        let refuted = |why: String| Verdict::Refuted(format!("this is no solution: {why}"));
        if let Some(hole) = pieces.iter().find(|&cell| self.rules.grid().is_hole(cell)) {
            return refuted(format!("{hole} is a hole"));
        }
        for (cell, value) in problem.decisions().iter() {
            if pieces.contains(cell) != (value == Value::Placed) {
                return refuted(format!("{cell} is decided otherwise"));
            }
        }
        for piece in pieces.iter().filter(|_| self.rules.has_board_rule()) {
            if let Some(other) = attacked(&self.rules, piece).find(|&cell| pieces.contains(cell)) {
                return refuted(format!("{piece} attacks {other}"));
            }
        }
        for sum in &self.sums {
            let number = sum.of(pieces);
            if !(sum.least..=sum.most).contains(&number) {
                return refuted(format!("{} has {number}", sum.name));
            }
        }
        Verdict::Proved
    }

    /// Checks a reason: the decisions on the cells `because`, with the wish and the rules, leave no solution; and
    /// if `is_minimal`, none of them can be left out. Rules beside decisions come with the board rules of the placed
    /// pieces. Without `rules`, all rules count.
    pub fn reason(
        &self,
        problem: &Problem,
        wish: Option<(Cell, Value)>,
        (because, rules, is_minimal): (&[Cell], &[Rule], bool),
    ) -> Verdict {
        let mut decided = Vec::new();
        for &cell in because {
            match problem.decisions().get(cell) {
                Some(value) => decided.push((cell, value)),
                None => return Verdict::Refuted(format!("{cell} is not decided")),
            }
        }
        let with_wish = |decided: &[Decided]| decided.iter().copied().chain(wish).collect();
        let all: Vec<Decided> = with_wish(&decided);
        let placed = all.iter().filter(|(_, value)| *value == Value::Placed);
        let beside = placed.filter(|_| !because.is_empty()).map(|&(cell, _)| Rule::Board(cell));
        let beside: Vec<Rule> = beside.collect();
        let suffice = |kept: Option<&[Rule]>| {
            let why = || "what the reason names leaves a solution".to_owned();
            Verdict::expect(self.satisfiable(&all, kept, None), false, why)
        };
        let needed = |answer: Option<bool>, left_out: &dyn ToString| {
            Verdict::expect(answer, true, || format!("{} is not needed", left_out.to_string()))
        };
        let mut verdict = match rules {
            [] => suffice(None),
            _ => suffice(Some(&[rules, &beside].concat())),
        };
        for (index, (cell, _)) in decided.iter().enumerate().filter(|_| is_minimal) {
            let mut others = decided.clone();
            others.remove(index);
            let answer = || self.satisfiable(&with_wish(&others), None, None);
            verdict = verdict.and(|| needed(answer(), cell));
        }
        for (index, rule) in rules.iter().enumerate().filter(|_| is_minimal) {
            let mut others = [rules, &beside].concat();
            others.remove(index);
            verdict = verdict.and(|| needed(self.satisfiable(&all, Some(&others), None), rule));
        }
        verdict
    }

    /// Checks a smallest set of decisions to take back: the others leave a solution with the wish, and no smaller
    /// set does. Without a set: none helps.
    pub fn restoration(
        &self,
        problem: &Problem,
        wish: Option<(Cell, Value)>,
        take_back: Option<&[Cell]>,
    ) -> Verdict {
        let decisions = problem.decisions();
        let with_wish = |keeps: &dyn Fn(Cell) -> bool| {
            let kept = decisions.iter().filter(|&(cell, _)| keeps(cell));
            kept.chain(wish).collect::<Vec<_>>()
        };
        let givens = with_wish(&|cell| decisions.is_given(cell));
        let Some(take_back) = take_back else {
            let why = || "taking back decisions helps".to_owned();
            return Verdict::expect(self.satisfiable(&givens, None, None), false, why);
        };
        if let Some(cell) = take_back.iter().find(|&&cell| decisions.is_given(cell)) {
            return Verdict::Refuted(format!("{cell} is given"));
        }
        let kept = with_wish(&|cell| !take_back.contains(&cell));
        let why = || "taking back these decisions does not help".to_owned();
        let helps = Verdict::expect(self.satisfiable(&kept, None, None), true, why);
        // Each decision that a solution does not keep counts: an excluded cell with a piece, a placed one without.
        let own = decisions.iter().filter(|&(cell, _)| !decisions.is_given(cell));
        let terms = own.map(|(cell, value)| (cell, if value == Value::Placed { -1 } else { 1 }));
        let terms: Vec<(Cell, i64)> = terms.collect();
        let placed = terms.iter().filter(|&&(_, weight)| weight < 0).count();
        let most = take_back.len() as i64 - 1 - placed as i64;
        let fewer = Sum { name: String::new(), terms, least: -NO_BOUND, most };
        let why = || "fewer decisions are enough".to_owned();
        helps.and(|| Verdict::expect(self.satisfiable(&givens, None, Some(fewer)), false, why))
    }

    /// Checks that no solution costs less than `cost`, or more if `is_dearest`.
    pub fn best(
        &self,
        problem: &Problem,
        weights: &Weights,
        is_dearest: bool,
        cost: i64,
    ) -> Verdict {
        let bounds = if is_dearest { (cost + 1, NO_BOUND) } else { (-NO_BOUND, cost - 1) };
        let better = Sum::cost(String::new(), &self.rules, weights, bounds);
        let decided: Vec<Decided> = problem.decisions().iter().collect();
        let why = || format!("a solution is better than one of {cost}");
        Verdict::expect(self.satisfiable(&decided, None, Some(better)), false, why)
    }

    /// Checks that each of some values follows from the rules and from what is decided, as a step says.
    pub fn follows(&self, decided: &[(Cell, Value)], settled: &[(Cell, Value)]) -> Verdict {
        settled.iter().fold(Verdict::Proved, |verdict, &(cell, value)| {
            let other = if value == Value::Placed { Value::Excluded } else { Value::Placed };
            let otherwise: Vec<Decided> = decided.iter().copied().chain([(cell, other)]).collect();
            let why = || format!("{cell} can be otherwise");
            let answer = || self.satisfiable(&otherwise, None, None);
            verdict.and(|| Verdict::expect(answer(), false, why))
        })
    }

    /// Whether a solution has these values, under the rules of a reason or all rules, and another sum; `None` if
    /// the search is too long.
    fn satisfiable(
        &self,
        decided: &[Decided],
        kept: Option<&[Rule]>,
        another: Option<Sum>,
    ) -> Option<bool> {
        let rules = &self.rules;
        let cells: Vec<Cell> = rules.grid().standing().collect();
        if cells.len() > MOST_CELLS {
            return None;
        }
        let number = |cell: Cell| cells.binary_search(&cell).ok();
        let is_kept = |sum: &&Sum| kept.is_none_or(|kept| sum.is_named(kept));
        let sums = self.sums.iter().filter(is_kept).cloned().chain(another).collect();
        let mut search = Search::new(sums, cells.len(), number);
        let uses = |cell: Cell| kept.is_none_or(|kept| kept.contains(&Rule::Board(cell)));
        for &cell in cells.iter().filter(|_| rules.has_board_rule()) {
            for other in attacked(rules, cell).filter(|&other| uses(cell) || uses(other)) {
                let (Some(one), Some(other)) = (number(cell), number(other)) else { continue };
                search.excluded[one].push(other);
                search.excluded[other].push(one);
            }
        }
        let mut values = decided.iter().map(|&(cell, value)| (cell, value == Value::Placed));
        let is_possible = search.begin()
            && values.all(|(cell, has_piece)| match number(cell) {
                Some(number) => search.assign(number, has_piece),
                None => !has_piece,
            });
        if is_possible { search.solve() } else { Some(false) }
    }
}

/// A search for values of all cells, by number.
struct Search {
    /// For each cell the cells that its piece excludes.
    excluded: Vec<Vec<usize>>,
    /// For each sum its cells and weights, and its bounds.
    sums: Vec<(Vec<(usize, i64)>, i64, i64)>,
    /// For each cell its sums and its weights there.
    of_cell: Vec<Vec<(usize, i64)>>,
    values: Vec<Option<bool>>,
    /// For each sum the sum of the pieces, and the least and the most that it can still become.
    states: Vec<[i64; 3]>,
    trail: Vec<usize>,
    /// The number of values that may still be tried.
    left: usize,
}

impl Search {
    fn new(sums: Vec<Sum>, cells: usize, number: impl Fn(Cell) -> Option<usize>) -> Self {
        let mut of_cell = vec![Vec::new(); cells];
        let numbered = |(index, sum): (usize, Sum)| {
            let terms =
                sum.terms.iter().filter_map(|&(cell, weight)| Some((number(cell)?, weight)));
            let terms: Vec<(usize, i64)> = terms.collect();
            terms.iter().for_each(|&(cell, weight)| of_cell[cell].push((index, weight)));
            (terms, sum.least, sum.most)
        };
        let sums: Vec<_> = sums.into_iter().enumerate().map(numbered).collect();
        let state = |(terms, ..): &(Vec<(usize, i64)>, i64, i64)| {
            let part = |most: bool| {
                terms.iter().map(move |&(_, it)| it).filter(move |&it| (it > 0) == most)
            };
            [0, part(false).sum(), part(true).sum()]
        };
        let states = sums.iter().map(state).collect();
        let (excluded, values) = (vec![Vec::new(); cells], vec![None; cells]);
        Self { excluded, sums, of_cell, values, states, trail: Vec::new(), left: MOST_TRIED }
    }

    /// Settles what follows from each sum; false if one cannot be kept.
    fn begin(&mut self) -> bool {
        let mut waiting = Vec::new();
        (0..self.sums.len()).all(|sum| self.settle(sum, &mut waiting))
            && waiting.into_iter().all(|(cell, value)| self.assign(cell, value))
    }

    /// Appends the values that a sum leaves no choice of; false if it cannot be kept.
    fn settle(&self, sum: usize, waiting: &mut Vec<(usize, bool)>) -> bool {
        let ((terms, least, most), [_, low, high]) = (&self.sums[sum], self.states[sum]);
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

    /// Sets the value of a cell and all that follows; false if they clash.
    fn assign(&mut self, cell: usize, value: bool) -> bool {
        let mut waiting = vec![(cell, value)];
        while let Some((cell, value)) = waiting.pop() {
            match self.values[cell] {
                Some(known) if known == value => continue,
                Some(_) => return false,
                None => self.set(cell, value),
            }
            if value {
                waiting.extend(self.excluded[cell].iter().map(|&other| (other, false)));
            }
            for index in 0..self.of_cell[cell].len() {
                if !self.settle(self.of_cell[cell][index].0, &mut waiting) {
                    return false;
                }
            }
        }
        true
    }

    fn set(&mut self, cell: usize, value: bool) {
        self.values[cell] = Some(value);
        self.trail.push(cell);
        self.count(cell, value, 1);
    }

    /// Counts a value in the sums of its cell, or with sign −1 no longer.
    fn count(&mut self, cell: usize, value: bool, sign: i64) {
        for &(sum, weight) in &self.of_cell[cell] {
            let (less, more) = (sign * weight.min(0), sign * weight.max(0));
            let [pieces, low, high] = &mut self.states[sum];
            if value {
                (*pieces, *low, *high) = (*pieces + less + more, *low + more, *high + less);
            } else {
                (*low, *high) = (*low - less, *high - more);
            }
        }
    }

    /// True if the values so far have a completion.
    fn solve(&mut self) -> Option<bool> {
        // Without more pieces all sums may be kept. Otherwise the sum with the fewest cells that can mend it is tried.
        let lacking =
            self.sums.iter().zip(&self.states).filter_map(|((terms, least, most), state)| {
                let sign = if state[0] < *least {
                    1
                } else if state[0] > *most {
                    -1
                } else {
                    return None;
                };
                let mends = |&&(cell, weight): &&(usize, i64)| {
                    self.values[cell].is_none() && sign * weight > 0
                };
                Some((terms.iter().filter(mends).count(), terms.iter().find(mends)?.0))
            });
        let Some((_, cell)) = lacking.min() else { return Some(true) };
        for value in [true, false] {
            self.left = self.left.checked_sub(1)?;
            let before = self.trail.len();
            if self.assign(cell, value) && self.solve()? {
                return Some(true);
            }
            for cell in self.trail.split_off(before) {
                let value = self.values[cell].take().unwrap_or_default();
                self.count(cell, value, -1);
            }
        }
        Some(false)
    }
}
