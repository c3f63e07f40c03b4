//! Counts solutions as the options request: by engine, symmetry, breakdown, part, and number of threads.

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::sync::Arc;

use anyhow::{Context, ensure};
use num_bigint::BigUint;
use serde::Serialize;

use super::arguments::{Breakdown, CountArguments};
use super::parts::MergedParts;
use engine::bdd::{Arrangement, Diagram};
use engine::count::Shard;
use engine::parts::{Subproblem, subproblems};
use engine::plan::{self, CounterEngine, Question};
use engine::{
    Answer, Budget, EngineKind, InvariantCounts, Polynomial, SymmetricSolutions, available_threads,
    bdd,
};
use geometry::{Symmetry, SymmetryGroup};
use problem::{Decisions, Problem};

/// The settings of a count.
pub(super) struct CountMethod {
    /// The requested engine, if any.
    engine: Option<EngineKind>,
    pub up_to_symmetry: bool,
    pub breakdown: Option<Breakdown>,
    /// The sums of parts that were counted before; they take the place of counting.
    pub merged: Option<MergedParts>,
    pub threads: NonZeroUsize,
}

/// The result of counting.
pub(super) struct Counted {
    pub numbers: Numbers,
    /// The rows of the breakdown, if one is requested.
    pub rows: Vec<BreakdownRow>,
    /// The row diagram of all solutions, if it was built.
    pub diagram: Option<Arc<Diagram>>,
}

/// The solutions with one property, counted.
pub(super) struct BreakdownRow {
    pub label: Label,
    pub numbers: Numbers,
}

/// The number of solutions, and of their classes if requested.
pub(super) struct Numbers {
    pub solutions: BigUint,
    /// Number of classes up to symmetry, if requested.
    pub classes: Option<BigUint>,
}

/// The property that all solutions of a row share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, strum::Display)]
#[serde(rename_all = "lowercase")]
pub(super) enum Label {
    /// The number of pieces.
    #[strum(to_string = "{0}")]
    Pieces(usize),
    /// The name of the solutions' symmetries; they have no other symmetries.
    #[strum(to_string = "{0}")]
    Symmetry(&'static str),
}

impl Counted {
    /// A count without breakdown and diagram: a number of solutions, or of classes if `up_to_symmetry` is
    /// true.
    pub(crate) fn plain(number: &BigUint, up_to_symmetry: bool) -> Self {
        let classes = up_to_symmetry.then(|| number.clone());
        let numbers = Numbers { solutions: number.clone(), classes };
        Self { numbers, rows: Vec::new(), diagram: None }
    }
}

impl Numbers {
    /// The number of classes if requested, else the number of solutions.
    pub(crate) fn target_count(&self) -> &BigUint {
        self.classes.as_ref().unwrap_or(&self.solutions)
    }
}

impl CountMethod {
    /// The settings that the arguments define.
    pub(crate) fn new(arguments: &CountArguments) -> Self {
        Self {
            engine: arguments.task.engine.engine.kind(),
            up_to_symmetry: arguments.up_to_symmetry,
            breakdown: arguments.table.breakdown(),
            merged: None,
            threads: arguments.threads.unwrap_or_else(available_threads),
        }
    }

    /// The settings of parts that were counted.
    ///
    /// # Errors
    /// As [`CountMethod::with_merged`].
    pub(crate) fn of_merged(merged: MergedParts) -> anyhow::Result<Self> {
        let question = &merged.divided.question;
        Self { breakdown: question.by, ..Self::plain(question.up_to_symmetry) }.with_merged(merged)
    }

    /// The same settings, with the sums of parts that were counted.
    ///
    /// # Errors
    /// When the sums contradict each other.
    pub(crate) fn with_merged(self, merged: MergedParts) -> anyhow::Result<Self> {
        let is_consistent = merged.boards().all(|(problem, _, sums)| {
            let all = self.invariants(problem, sums.clone());
            all.map(Polynomial::total).is_consistent()
        });
        ensure!(is_consistent, "the numbers of the parts contradict each other");
        Ok(Self { merged: Some(merged), ..self })
    }

    /// True if the parts that were counted are of a table of sizes.
    pub(crate) fn has_merged_sizes(&self) -> bool {
        self.merged.as_ref().is_some_and(|merged| merged.divided.question.sizes.is_some())
    }

    /// The settings for counting all solutions or their classes, by any engine.
    pub(crate) fn plain(up_to_symmetry: bool) -> Self {
        let threads = available_threads();
        Self { engine: None, up_to_symmetry, breakdown: None, merged: None, threads }
    }

    /// True if only the number of solutions is requested, without classes and breakdown.
    pub(crate) fn is_plain(&self) -> bool {
        !self.up_to_symmetry && self.breakdown.is_none()
    }

    /// The engine that counts the solutions of a problem.
    pub(crate) fn counter(&self, problem: &Problem) -> anyhow::Result<CounterEngine> {
        let merged = self.merged.as_ref().and_then(|merged| merged.board(problem));
        let engine = merged.map_or(self.engine, |(engine, _)| Some(engine));
        plan::counter(problem, Question::ExactCount, engine).context("--engine")
    }

    /// The engine that counts parts of the solutions of a problem.
    pub(crate) fn counter_of_parts(&self, problem: &Problem) -> anyhow::Result<CounterEngine> {
        plan::counter(problem, Question::CountOfPart, self.engine).context("--engine")
    }

    /// Counts the solutions.
    pub(crate) fn count(
        &self,
        problem: &Problem,
        counter: &CounterEngine,
        budget: &Budget,
    ) -> Answer<Counted> {
        if let Some((_, sums)) = self.merged.as_ref().and_then(|merged| merged.board(problem)) {
            return Ok(self.counted(problem, sums.clone()));
        }
        let mut diagrams = bdd::Engine::new();
        let budget = &budget.clone().with_threads(self.threads);
        let numbers = self.numbers(problem, counter, &mut diagrams, Shard::WHOLE, budget)?;
        let mut answer = self.counted(problem, numbers);
        if matches!(counter, CounterEngine::Bdd)
            && Arrangement::suiting(problem.rules()) == Arrangement::RowMajor
        {
            answer.diagram = Some(diagrams.diagram(problem, budget)?);
        }
        Ok(answer)
    }

    /// Counts a part of the solutions. Returns the numbers from which [`CountMethod::counted`] computes the answer, and
    /// which can be added up over all parts: for each group of symmetries the number of solutions that are invariant
    /// under it, by number of pieces if these are requested.
    pub(crate) fn numbers(
        &self,
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

    fn of_diagram(&self, diagram: &Diagram, budget: &Budget) -> Answer<Polynomial> {
        match self.breakdown {
            Some(Breakdown::Pieces) => diagram.by_pieces(&Decisions::default(), budget),
            Some(Breakdown::Symmetry) | None => Ok(Polynomial::new(vec![diagram.count(budget)?])),
        }
    }

    /// Assigns to each number of [`CountMethod::numbers`] the group of symmetries whose invariant solutions it counts.
    fn invariants(
        &self,
        problem: &Problem,
        numbers: Vec<Polynomial>,
    ) -> InvariantCounts<Polynomial> {
        let mut numbers = numbers.into_iter();
        let next = |_| Ok::<_, Infallible>(numbers.next().unwrap_or_default());
        let Ok(all) = InvariantCounts::find(self.symmetries(problem), next);
        all
    }

    /// The answer that follows from the numbers of [`CountMethod::numbers`].
    fn counted(&self, problem: &Problem, numbers: Vec<Polynomial>) -> Counted {
        let all = self.invariants(problem, numbers);
        let totals = all.map(Polynomial::total);
        let rows = match self.breakdown {
            Some(Breakdown::Pieces) => pieces(all.total())
                .map(|pieces| {
                    let of_row = all.map(|kept| kept.coefficient(pieces));
                    BreakdownRow { label: Label::Pieces(pieces), numbers: self.numbers_of(&of_row) }
                })
                .collect(),
            Some(Breakdown::Symmetry) => (totals.by_kind().into_iter())
                .map(|SymmetricSolutions { kind, solutions, classes }| {
                    let classes = self.up_to_symmetry.then_some(classes);
                    let numbers = Numbers { solutions, classes };
                    BreakdownRow { label: Label::Symmetry(kind.into()), numbers }
                })
                .collect(),
            None => Vec::new(),
        };
        Counted { numbers: self.numbers_of(&totals), rows, diagram: None }
    }

    /// The symmetries that classes or a breakdown by symmetry require; empty if neither is requested.
    fn symmetries(&self, problem: &Problem) -> Vec<Symmetry> {
        let is_needed = self.up_to_symmetry || self.breakdown == Some(Breakdown::Symmetry);
        if is_needed { problem.symmetries() } else { Vec::new() }
    }

    /// The number of solutions, and of their classes if requested.
    fn numbers_of(&self, all: &InvariantCounts) -> Numbers {
        let classes = self.up_to_symmetry.then(|| all.classes());
        Numbers { solutions: all.total().clone(), classes }
    }
}

/// The subproblems of a part, for a diagram each.
fn own_subproblems(
    problem: &Problem,
    group: SymmetryGroup,
    shard: Shard,
    budget: &Budget,
) -> Answer<impl Iterator<Item = Subproblem>> {
    let all = subproblems(problem, group, shard.of(), budget)?.into_iter().enumerate();
    Ok(all.filter_map(move |(index, subproblem)| shard.has_sorted(index).then_some(subproblem)))
}

/// The range of the solutions' numbers of pieces; only 0 if there is no solution.
fn pieces(solutions: &Polynomial) -> RangeInclusive<usize> {
    let fewest = solutions.terms().next().map_or(0, |(pieces, _)| pieces);
    fewest..=solutions.coefficients().len().max(1) - 1
}
