//! Two problems on the same cells: their common solutions, and the solutions of only one of them.

use std::time::Duration;

use itertools::Itertools;
use num_bigint::BigUint;
use num_traits::Zero;
use strum::{EnumIter, IntoEnumIterator, IntoStaticStr};

use crate::answers::Census;
use crate::auto::Engine;
use crate::bdd;
use crate::budget::{Answer, Budget, Interrupted};
use crate::oracle::PartialAnswer;
use crate::plan::{ProblemKind, Question};
use crate::sat::Solutions;
use crate::verify::Checker;
use geometry::{Cell, CellSet, Size};
use problem::{Bounds, Family, Problem, Requirement, Rules};

/// Maximum time of the search for examples of one part.
const EXAMPLE_TIME: Duration = Duration::from_secs(4);

/// A part of the solutions of two problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Part {
    /// The solutions that both problems have.
    Common,
    /// The solutions that only the first problem has.
    OnlyFirst,
    /// The solutions that only the second problem has.
    OnlySecond,
}

impl Part {
    /// The solutions that only the problem with this index has.
    pub const fn only(side: usize) -> Self {
        if side == 0 { Self::OnlyFirst } else { Self::OnlySecond }
    }

    /// The index of the only problem with these solutions; `None` if both have them.
    pub const fn only_side(self) -> Option<usize> {
        match self {
            Self::Common => None,
            Self::OnlyFirst => Some(0),
            Self::OnlySecond => Some(1),
        }
    }

    /// The part in words, with the names of the two problems.
    pub fn in_words(self, names: [&str; 2]) -> String {
        self.only_side().map_or("in both".to_owned(), |side| format!("only {}", names[side]))
    }
}

/// The error for two boards on which pieces can stand on different cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OtherCells {
    /// The boards have different sizes.
    #[error("boards of different sizes have no solutions to compare: {}×{} and {}×{}",
        .0.rows(), .0.columns(), .1.rows(), .1.columns())]
    Sizes(Size, Size),
    /// The cell is a hole on only one of the boards.
    #[error("{0} is a hole of one board only: boards to compare must have the same holes")]
    Hole(Cell),
}

/// Two problems whose pieces can stand on the same cells.
#[derive(Clone, Debug, PartialEq)]
pub struct ProblemPair {
    problems: [Problem; 2],
    /// A single problem whose solutions are the common solutions; `None` if no such problem was found.
    merged: Option<Problem>,
}

/// The known facts about the solutions of two problems.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    size: Size,
    parts: [PartAnswer; 3],
    /// Why the comparison is incomplete; `None` if it is complete.
    pub interrupted: Option<Interrupted>,
}

/// The known facts about one part of the solutions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartAnswer {
    /// The number of solutions, in total and by cell; `None` if not counted.
    pub census: Option<Census>,
    /// Some solutions of the part.
    pub examples: Vec<CellSet>,
}

impl PartAnswer {
    /// The number of solutions; `None` if they are not counted.
    pub fn solutions(&self) -> Option<&BigUint> {
        self.census.as_ref().map(|census| &census.solutions)
    }

    /// The number of solutions in words.
    pub fn number_in_words(&self) -> String {
        match (self.solutions(), self.examples.len()) {
            (Some(number), _) => number.to_string(),
            (None, 0) => "not counted".to_owned(),
            (None, least) => format!("at least {least}"),
        }
    }

    /// True if there is no solution, false if there is one; `None` if neither is known.
    pub fn is_empty(&self) -> Option<bool> {
        if !self.examples.is_empty() {
            return Some(false);
        }
        self.solutions().map(Zero::is_zero)
    }
}

impl Comparison {
    /// The size of both grids.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The known facts about a part.
    pub fn part(&self, part: Part) -> &PartAnswer {
        &self.parts[part as usize]
    }

    /// The number of a part's solutions with a piece on a cell; `None` if they are not counted.
    ///
    /// # Panics
    /// When the cell is off the grid.
    pub fn solutions_with(&self, part: Part, cell: Cell) -> Option<&BigUint> {
        self.part(part).census.as_ref().map(|census| &census.cells[self.size.index(cell)])
    }

    /// True if both problems have the same solutions; `None` if unknown.
    pub fn is_equal(&self) -> Option<bool> {
        let only = [Part::OnlyFirst, Part::OnlySecond].map(|part| self.part(part).is_empty());
        if only.contains(&Some(false)) {
            return Some(false);
        }
        (only == [Some(true); 2]).then_some(true)
    }

    /// True if all solutions are counted.
    pub fn is_counted(&self) -> bool {
        self.parts.iter().all(|part| part.census.is_some())
    }

    /// Stores the numbers of solutions of the two problems, and derives further numbers by subtraction.
    fn derive(&mut self, wholes: &[Option<Census>; 2]) {
        for (whole, only) in wholes.iter().zip([1, 2]) {
            let Some(whole) = whole else { continue };
            for (known, wanted) in [(0, only), (only, 0)] {
                if let (Some(known), None) = (&self.parts[known].census, &self.parts[wanted].census)
                {
                    self.parts[wanted].census = Some(difference(whole, known));
                }
            }
        }
    }

    /// Stores examples of a part. If the list is complete, it also determines the counts.
    fn store_examples(&mut self, part: Part, examples: Vec<CellSet>, are_all: bool) {
        let size = self.size;
        let known = &mut self.parts[part as usize];
        if are_all && known.census.is_none() {
            known.census = Some(listed(size, &examples));
        }
        known.examples = examples;
    }

    /// Stores the reason why an answer is missing.
    ///
    /// # Errors
    /// When the question was cancelled.
    fn store_interruption<T>(&mut self, answer: Answer<Option<T>>) -> Answer<Option<T>> {
        answer.or_else(|ended| {
            self.interrupted = Some(ended);
            ended.unless_cancelled(None)
        })
    }
}

/// The counts of `all` without the solutions of `some`.
fn difference(all: &Census, some: &Census) -> Census {
    let cells = all.cells.iter().zip(&some.cells).map(|(all, some)| all - some).collect();
    Census { solutions: &all.solutions - &some.solutions, cells }
}

/// The counts of a complete list of solutions.
fn listed(size: Size, solutions: &[CellSet]) -> Census {
    let with = |cell| solutions.iter().filter(|solution| solution.contains(cell)).count();
    let cells = size.iter().map(|cell| with(cell).into()).collect();
    Census { solutions: solutions.len().into(), cells }
}

impl ProblemPair {
    /// Two problems to compare.
    ///
    /// # Errors
    /// When the boards differ in the cells where a piece can stand.
    pub fn new(first: Problem, second: Problem) -> Result<Self, OtherCells> {
        let [one, other] = [&first, &second].map(|problem| problem.rules().grid());
        if one.size() != other.size() {
            return Err(OtherCells::Sizes(one.size(), other.size()));
        }
        if let Some(cell) = one.size().iter().find(|&cell| one.is_hole(cell) != other.is_hole(cell))
        {
            return Err(OtherCells::Hole(cell));
        }
        let merged = merged(&first, &second);
        Ok(Self { problems: [first, second], merged })
    }

    /// The two problems.
    pub fn problems(&self) -> &[Problem; 2] {
        &self.problems
    }

    /// The index of the problem that forbids a solution of a part, and why, in words; `None` if both problems have it.
    pub fn fault(&self, part: Part, pieces: &CellSet) -> Option<(usize, String)> {
        let forbidding = 1 - part.only_side()?;
        let other = &self.problems[forbidding];
        Some((forbidding, Checker::new(other.rules()).fault(other, pieces)?))
    }

    /// True if a single problem is known to have exactly the common solutions.
    #[cfg(test)]
    pub(crate) fn is_merged(&self) -> bool {
        self.merged.is_some()
    }

    /// Counts the solutions of each part, in total and by cell, and finds up to `most` examples of each part. Reports
    /// each new result. Counts that take minutes come last, and only if the budget has a time limit. `engine` caches
    /// its diagrams of the first problem.
    ///
    /// The solutions of only one problem are counted by subtraction. The common solutions are counted by a single
    /// problem with the rules of both, if one exists, otherwise by the conjunction of two diagrams. Examples are
    /// found by a SAT solver. One of the clauses says that a rule of the other problem is broken.
    ///
    /// # Errors
    /// When the question is cancelled. If the budget ends, the comparison is incomplete.
    pub fn compare(
        &self,
        engine: &mut Engine,
        most: usize,
        budget: &Budget,
        learn: &mut dyn FnMut(&Comparison),
    ) -> Answer<Comparison> {
        let size = self.problems[0].rules().size();
        let mut found = Comparison { size, parts: Default::default(), interrupted: None };
        // Each of three diagrams gets a third of the memory. Only the first diagram is kept.
        let third = budget.memory() / 3;
        let mut wholes = self.quick_counts(engine, &budget.with_reserved(2 * third), &mut found)?;
        let budget = &budget.with_reserved(third);
        found.derive(&wholes);
        learn(&found);
        for part in Part::iter() {
            let known = found.part(part);
            // A part without a count needs an example, or a proof that it is empty.
            if known.is_empty() != Some(true) && (most > 0 || known.census.is_none()) {
                let (examples, are_all) = self.examples(part, most.max(1), budget);
                let are_all = found.store_interruption(are_all.map(Some))?.unwrap_or_default();
                found.store_examples(part, examples, are_all);
                found.derive(&wholes);
                learn(&found);
            }
        }
        // One slow count may be enough to derive the others.
        for (index, problem) in self.problems.iter().enumerate() {
            if wholes[index].is_none() && !found.is_counted() {
                wholes[index] = found.store_interruption(slow_census(problem, budget))?;
                found.derive(&wholes);
                learn(&found);
            }
        }
        if let (Some(merged), None) = (&self.merged, &found.parts[0].census) {
            found.parts[0].census = found.store_interruption(slow_census(merged, budget))?;
            found.derive(&wholes);
        }
        if found.is_counted() {
            found.interrupted = None;
        }
        learn(&found);
        Ok(found)
    }

    /// The numbers of solutions of the two problems, if they are found quickly. Stores the number of common solutions
    /// in `found`.
    ///
    /// # Errors
    /// When the question is cancelled.
    fn quick_counts(
        &self,
        engine: &mut Engine,
        budget: &Budget,
        found: &mut Comparison,
    ) -> Answer<[Option<Census>; 2]> {
        let ([first, second], mut other) = (&self.problems, Engine::new());
        let wholes = [
            found.store_interruption(quick_census(engine, first, budget))?,
            found.store_interruption(quick_census(&mut other, second, budget))?,
        ];
        let common = if let Some(merged) = &self.merged {
            quick_census(&mut Engine::new(), merged, budget)
        } else {
            let first = found.store_interruption(engine.quick_diagram(first, budget))?;
            let second = found.store_interruption(other.quick_diagram(second, budget))?;
            let both = first.zip(second);
            both.map_or(Ok(None), |(one, other)| bdd::common_census(&one, &other, budget))
        };
        found.parts[0].census = found.store_interruption(common)?;
        Ok(wholes)
    }

    /// Up to `most` solutions of a part, and whether they are all; an error if the budget ended before this was known.
    fn examples(&self, part: Part, most: usize, budget: &Budget) -> (Vec<CellSet>, Answer<bool>) {
        let [first, second] = &self.problems;
        let budget = &budget.slice(budget.attempt_time(EXAMPLE_TIME));
        let mut found = Vec::new();
        let mut find = || {
            let mut solutions = match part {
                Part::Common => Solutions::shared(first, second, budget)?,
                Part::OnlyFirst => Solutions::beyond(first, second, budget)?,
                Part::OnlySecond => Solutions::beyond(second, first, budget)?,
            };
            while found.len() < most {
                let Some(solution) = solutions.next(budget)? else { return Ok(true) };
                found.push(solution);
            }
            Ok(false)
        };
        let are_all = find();
        (found, are_all)
    }
}

/// The numbers of solutions of a problem, if its diagram can be built quickly.
fn quick_census(engine: &mut Engine, problem: &Problem, budget: &Budget) -> Answer<Option<Census>> {
    engine.by_diagram(Question::OfDiagram, problem, budget, bdd::Engine::census)
}

/// The numbers of solutions of a problem, if counting probably takes only minutes.
fn slow_census(problem: &Problem, budget: &Budget) -> Answer<Option<Census>> {
    if budget.time_left().is_none() || !ProblemKind::Countable.includes(problem) {
        return Ok(None);
    }
    let mut counted = None;
    Engine::new().census(problem, budget.threads(), budget, &mut |layer| {
        if let PartialAnswer::Census(census, _) = layer {
            counted = Some(census);
        }
    })?;
    Ok(counted)
}

/// A single problem whose solutions are the common solutions of two problems on the same cells. `None` if no such problem
/// was found, also if the problems decide a cell differently.
fn merged(first: &Problem, second: &Problem) -> Option<Problem> {
    let problem = Problem::new(merged_rules(first.rules(), second.rules())?);
    let mut decisions = first.decisions().iter().chain(second.decisions().iter());
    decisions.try_fold(problem, |problem, (cell, value)| problem.with(cell, value)).ok()
}

/// Rules that hold exactly if the rules of both problems hold. `None` if no piece on a grid excludes the pairs of
/// cells that both problems exclude, or if both problems have different regions or costs.
fn merged_rules(first: &Rules, second: &Rules) -> Option<Rules> {
    let both = [first, second];
    let excludes = |one: &Rules, other: &Rules| one.exclusions().includes(other.exclusions());
    let is_torus = |rules: &Rules| rules.grid().is_torus();
    let stricter = if excludes(first, second) {
        Some(first)
    } else {
        Some(second).filter(|second| excludes(second, first))
    };
    let (piece, base) = match stricter {
        Some(rules) => (rules.piece().clone(), rules),
        None if is_torus(first) == is_torus(second) => {
            (first.piece().combined(second.piece()), first)
        }
        None => return None,
    };
    // The covered cells depend on the piece.
    let dominates = |rules: &&&Rules| rules.requirements().contains(&Requirement::DOMINATE);
    let covers_alike = |rules: &Rules| *rules.piece() == piece && is_torus(rules) == is_torus(base);
    if !both.iter().filter(dominates).all(|rules| covers_alike(rules)) {
        return None;
    }
    // Regions have an effect only if a rule names them.
    let needs = |rules: &Rules| rules.requirements().iter().any(Requirement::needs_regions);
    let regions = both.map(|rules| rules.regions().filter(|_| needs(rules)));
    let limits = both.map(Rules::limit);
    if regions.iter().flatten().dedup().count() > 1
        || limits.iter().flatten().map(|(weights, _)| weights).dedup().count() > 1
    {
        return None;
    }
    let mut requirements = Vec::new();
    for family in Family::iter() {
        let has_groups = |rules: &&Rules| family != Family::Regions || rules.regions().is_some();
        let bounds = both.into_iter().filter(has_groups).filter_map(|it| it.bounds_of(family));
        let mut bounds: Vec<Bounds> = bounds.collect();
        let joint = bounds.iter().copied().reduce(Bounds::and);
        // Contradictory bounds stay two separate requirements.
        if let Some(joint) = joint.filter(|it| it.upper.is_none_or(|upper| it.lower <= upper)) {
            bounds = vec![joint];
        }
        requirements.extend(bounds.into_iter().map(|bounds| Requirement { family, bounds }));
    }
    let mut rules =
        Rules::new(base.grid().clone(), piece, requirements).with_board_rule(base.has_board_rule());
    if let Some(regions) = regions.into_iter().flatten().next() {
        rules = rules.with_incomplete_regions(regions).ok()?;
    }
    let Some((weights, _)) = limits.into_iter().flatten().next() else { return Some(rules) };
    let limit = limits.into_iter().flatten().map(|(_, limit)| limit).min();
    rules.with_weights(Some(weights.clone())).ok()?.with_max_cost(limit).ok()
}
