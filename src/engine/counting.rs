//! Exact counts of all kinds: of solutions or of classes up to symmetry, by number of pieces or by kind of symmetry, at once
//! or in parts that are added up.

use std::convert::Infallible;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use num_bigint::BigUint;
use strum::{EnumString, IntoStaticStr};

use crate::bdd::{self, Arrangement, Diagram};
use crate::budget::{Answer, Budget};
use crate::costs::Polynomial;
use crate::count::Shard;
use crate::invariants::{InvariantCounts, SymmetricSolutions};
use crate::parts::{Subproblem, subproblems};
use crate::plan::CounterEngine;
use geometry::{Symmetry, SymmetryGroup, SymmetryKind};
use problem::{Decisions, Problem};

/// A request for a count.
///
/// Its *invariant numbers*, which can be added up over parts, are for each group of symmetries the number of solutions that
/// are invariant under it, by number of pieces if these are requested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CountRequest {
    /// True if classes up to symmetry are counted.
    pub up_to_symmetry: bool,
    /// The property by which the solutions are broken down, if any.
    pub breakdown: Option<Breakdown>,
}

/// The property by which solutions are broken down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Breakdown {
    /// The number of pieces.
    Pieces,
    /// The symmetries of a solution.
    #[strum(serialize = "symmetric")]
    Symmetry,
}

/// The result of counting.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The number of all solutions.
    pub numbers: Numbers,
    /// The rows of the breakdown, if one is requested.
    pub rows: Vec<BreakdownRow>,
    /// The row diagram of all solutions, if it was built.
    pub diagram: Option<Arc<Diagram>>,
}

/// The solutions with one property, counted.
#[derive(Clone, Debug)]
pub struct BreakdownRow {
    /// The property.
    pub label: Label,
    /// The number of solutions that have it.
    pub numbers: Numbers,
}

/// The number of solutions and, if requested, the number of their classes up to symmetry.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// The number of solutions.
    pub solutions: BigUint,
    /// Number of classes up to symmetry, if requested.
    pub classes: Option<BigUint>,
}

/// The property that all solutions of a row share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// The number of pieces.
    Pieces(usize),
    /// The symmetries of the solutions; they have no others.
    Symmetry(SymmetryKind),
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pieces(pieces) => write!(f, "{pieces}"),
            Self::Symmetry(kind) => f.write_str(kind.into()),
        }
    }
}

impl Counted {
    /// A count without breakdown and diagram: a number of solutions, or of classes if `up_to_symmetry` is
    /// true.
    pub fn plain(number: &BigUint, up_to_symmetry: bool) -> Self {
        let classes = up_to_symmetry.then(|| number.clone());
        let numbers = Numbers { solutions: number.clone(), classes };
        Self { numbers, rows: Vec::new(), diagram: None }
    }
}

impl Numbers {
    /// The number of classes if requested, else the number of solutions.
    pub fn target_count(&self) -> &BigUint {
        self.classes.as_ref().unwrap_or(&self.solutions)
    }
}

impl CountRequest {
    /// Counts the solutions with one engine, on the threads of the budget.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn count(
        self,
        problem: &Problem,
        counter: &CounterEngine,
        budget: &Budget,
    ) -> Answer<Counted> {
        let mut diagrams = bdd::Engine::new();
        let numbers = self.numbers(problem, counter, &mut diagrams, Shard::WHOLE, budget)?;
        let mut answer = self.counted(problem, numbers);
        if matches!(counter, CounterEngine::Bdd)
            && Arrangement::suiting(problem.rules()) == Arrangement::RowMajor
        {
            answer.diagram = Some(diagrams.diagram(problem, budget)?);
        }
        Ok(answer)
    }

    /// The invariant numbers of a part of the solutions.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn count_part(
        self,
        problem: &Problem,
        counter: &CounterEngine,
        shard: Shard,
        budget: &Budget,
    ) -> Answer<Vec<Polynomial>> {
        self.numbers(problem, counter, &mut bdd::Engine::new(), shard, budget)
    }

    /// False if invariant numbers of all solutions contradict each other.
    pub fn is_consistent(self, problem: &Problem, numbers: Vec<Polynomial>) -> bool {
        self.invariants(problem, numbers).map(Polynomial::total).is_consistent()
    }

    /// The invariant numbers of a part of the solutions.
    fn numbers(
        self,
        problem: &Problem,
        counter: &CounterEngine,
        diagrams: &mut bdd::Engine,
        shard: Shard,
        budget: &Budget,
    ) -> Answer<Vec<Polynomial>> {
        let mut numbers = Vec::new();
        InvariantCounts::find(self.symmetries(problem), |group| {
            let number = match counter {
                CounterEngine::Count(engine) => {
                    let number = if group == SymmetryGroup::IDENTITY {
                        engine.solutions(shard, budget)?
                    } else if shard.has(numbers.len()) {
                        // The search for invariant solutions is short, so one part does all of it.
                        engine.invariant(group, budget)?
                    } else {
                        BigUint::ZERO
                    };
                    let by_pieces = self.breakdown == Some(Breakdown::Pieces);
                    let mut terms =
                        vec![BigUint::ZERO; if by_pieces { engine.pieces() } else { 0 }];
                    terms.push(number);
                    Polynomial::new(terms)
                }
                CounterEngine::Bdd if shard == Shard::WHOLE => {
                    let diagram = diagrams.invariant(problem, group, budget)?;
                    self.of_diagram(&diagram, budget)?
                }
                CounterEngine::Bdd => {
                    let mut sum = Polynomial::default();
                    for subproblem in own_subproblems(problem, group, shard, budget)? {
                        let mut diagrams = bdd::Engine::new();
                        let diagram = diagrams.invariant(&subproblem.problem, group, budget)?;
                        sum += &self.of_diagram(&diagram, budget)?;
                    }
                    sum
                }
            };
            numbers.push(number.clone());
            Ok(number)
        })?;
        Ok(numbers)
    }

    fn of_diagram(self, diagram: &Diagram, budget: &Budget) -> Answer<Polynomial> {
        match self.breakdown {
            Some(Breakdown::Pieces) => diagram.by_pieces(&Decisions::default(), budget),
            Some(Breakdown::Symmetry) | None => Ok(Polynomial::new(vec![diagram.count(budget)?])),
        }
    }

    /// Assigns to each number of [`CountRequest::count_part`] the group of symmetries whose invariant solutions it counts.
    fn invariants(
        self,
        problem: &Problem,
        numbers: Vec<Polynomial>,
    ) -> InvariantCounts<Polynomial> {
        let mut numbers = numbers.into_iter();
        let next = |_| Ok::<_, Infallible>(numbers.next().unwrap_or_default());
        let Ok(all) = InvariantCounts::find(self.symmetries(problem), next);
        all
    }

    /// The answer, from the number of solutions that each symmetry leaves unchanged.
    pub fn counted(self, problem: &Problem, numbers: Vec<Polynomial>) -> Counted {
        let all = self.invariants(problem, numbers);
        let totals = all.map(Polynomial::total);
        let rows = match self.breakdown {
            Some(Breakdown::Pieces) => pieces(all.total())
                .map(|pieces| {
                    let coefficients = all.map(|kept| kept.coefficient(pieces));
                    BreakdownRow {
                        label: Label::Pieces(pieces),
                        numbers: self.numbers_of(&coefficients),
                    }
                })
                .collect(),
            Some(Breakdown::Symmetry) => (totals.by_kind().into_iter())
                .map(|SymmetricSolutions { kind, solutions, classes }| {
                    let classes = self.up_to_symmetry.then_some(classes);
                    let numbers = Numbers { solutions, classes };
                    BreakdownRow { label: Label::Symmetry(kind), numbers }
                })
                .collect(),
            None => Vec::new(),
        };
        Counted { numbers: self.numbers_of(&totals), rows, diagram: None }
    }

    /// The symmetries that classes or a breakdown by symmetry require; empty if neither is requested.
    fn symmetries(self, problem: &Problem) -> Vec<Symmetry> {
        let is_needed = self.up_to_symmetry || self.breakdown == Some(Breakdown::Symmetry);
        if is_needed { problem.symmetries() } else { Vec::new() }
    }

    /// The number of solutions, and of their classes if requested.
    fn numbers_of(self, all: &InvariantCounts) -> Numbers {
        let classes = self.up_to_symmetry.then(|| all.classes());
        Numbers { solutions: all.total().clone(), classes }
    }
}

/// The subproblems that belong to a part. Each is counted by a separate diagram.
fn own_subproblems(
    problem: &Problem,
    group: SymmetryGroup,
    shard: Shard,
    budget: &Budget,
) -> Answer<impl Iterator<Item = Subproblem>> {
    let all = subproblems(problem, group, shard.of(), budget)?.into_iter().enumerate();
    Ok(all.filter_map(move |(index, subproblem)| shard.has_sorted(index).then_some(subproblem)))
}

/// From the fewest to the most pieces of a solution; from 0 to 0 without solutions.
fn pieces(solutions: &Polynomial) -> RangeInclusive<usize> {
    let fewest = solutions.terms().next().map_or(0, |(pieces, _)| pieces);
    fewest..=solutions.coefficients().len().max(1) - 1
}
