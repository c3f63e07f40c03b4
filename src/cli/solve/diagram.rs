use std::iter;
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::run::{SolutionSelection, SolutionSource};
use super::statistics::RunStatistics;
use crate::task::Task;
use engine::bdd::{Classes, Diagram, Engine, Ranking};
use engine::{Answer, Budget, Phase, Progress};
use geometry::CellSet;
use problem::Problem;

/// The diagram of the solutions, prepared for the requested selection.
pub(super) enum PreparedDiagram {
    InOrder(Arc<Diagram>),
    UpToSymmetry(Classes),
    Random(Ranking, u64),
}

impl PreparedDiagram {
    pub(super) fn new(selection: SolutionSelection, task: &Task) -> Answer<Self> {
        let Task { problem, budget, .. } = task;
        let mut engine = Engine::new();
        Ok(match selection {
            SolutionSelection { seed: Some(seed), .. } => {
                Self::Random(engine.ranking(problem, budget)?, seed)
            }
            SolutionSelection { up_to_symmetry: true, .. } => {
                Self::UpToSymmetry(engine.classes(problem, budget)?)
            }
            SolutionSelection { .. } => Self::InOrder(engine.diagram(problem, budget)?),
        })
    }

    fn diagram(&self) -> &Diagram {
        match self {
            Self::InOrder(diagram) => diagram,
            Self::UpToSymmetry(classes) => &classes.diagram,
            Self::Random(ranking, _) => ranking.diagram(),
        }
    }

    /// An iterator over the solutions. It also yields `None` between solutions, so that the caller can
    /// check the budget.
    fn solutions(&self) -> Box<dyn Iterator<Item = Option<CellSet>> + '_> {
        match self {
            Self::InOrder(diagram) => Box::new(diagram.solutions().map(Some)),
            Self::UpToSymmetry(classes) => Box::new(classes.representatives()),
            Self::Random(ranking, seed) => {
                let mut random = ChaCha8Rng::seed_from_u64(*seed);
                let draws = iter::from_fn(move || ranking.random(&mut random));
                Box::new(draws.map(Some))
            }
        }
    }
}

/// Solutions from a diagram.
pub(super) struct DiagramSolutions<'a> {
    diagram: &'a Diagram,
    problem: &'a Problem,
    solutions: Box<dyn Iterator<Item = Option<CellSet>> + 'a>,
}

impl<'a> DiagramSolutions<'a> {
    pub(super) fn new(prepared: &'a PreparedDiagram, problem: &'a Problem) -> Self {
        Self { diagram: prepared.diagram(), problem, solutions: prepared.solutions() }
    }
}

impl SolutionSource for DiagramSolutions<'_> {
    fn next(&mut self, budget: &Budget) -> Answer<Option<CellSet>> {
        loop {
            budget.check(Progress {
                phase: Phase::Asking,
                nodes: self.diagram.nodes(),
                memory: self.diagram.memory(),
                ..Progress::default()
            })?;
            match self.solutions.next() {
                None => return Ok(None),
                Some(None) => {}
                Some(solution) => return Ok(solution),
            }
        }
    }

    fn is_exhausted(&mut self, _budget: &Budget) -> bool {
        self.solutions.next().is_none()
    }

    fn describe(&self, statistics: &mut RunStatistics, budget: &Budget) {
        statistics.nodes = self.diagram.size_at(self.problem, budget).ok().map(|size| size.nodes);
    }
}
