use std::time::Instant;

use super::knowledge::Finding;
use super::restoration::restored;
use super::session::Session;
use super::solution_count::SolutionCount;
use engine::{Aim, Answer, Budget, Oracle, Phase, Progress, Surveyor, auto};
use geometry::CellSet;

impl Session {
    /// Asks an engine about the present position and learns the answer.
    ///
    /// # Errors
    /// When the budget ends first. What the engine found until then is learnt, too.
    pub fn ask(&mut self, engine: &mut dyn Surveyor, budget: &Budget) -> Answer<()> {
        self.ask_about(&CellSet::full(self.rules().size()), engine, budget)
    }

    /// As [`Session::ask`], but domains need to be complete for these cells only.
    ///
    /// # Errors
    /// As [`Session::ask`].
    pub fn ask_about(
        &mut self,
        cells: &CellSet,
        engine: &mut dyn Surveyor,
        budget: &Budget,
    ) -> Answer<()> {
        let start = Instant::now();
        // A later layer replaces an earlier one of its kind.
        let mut layers = Vec::new();
        let result = engine.survey_cells(self.problem(), cells, budget, &mut |layer| {
            layers.retain(|old| std::mem::discriminant(old) != std::mem::discriminant(&layer));
            layers.push(layer);
        });
        for layer in layers {
            self.learn(self.stamp(), Finding::Layer(layer, start.elapsed()));
        }
        result
    }

    /// Asks for the cost of the cheapest solution and of the cheapest through each cell, and learns them. There
    /// is no answer without weights, or if the diagram takes long.
    ///
    /// # Errors
    /// When the budget is cancelled.
    pub fn ask_costs(&mut self, engine: &mut auto::Engine, budget: &Budget) -> Answer<()> {
        let Some(weights) = self.rules().weights() else { return Ok(()) };
        if let Some(costs) = engine.costs(self.problem(), weights, Aim::Cheapest, budget)? {
            self.learn(self.stamp(), Finding::Costs(costs));
        }
        Ok(())
    }

    /// Counts the solutions without each line of decisions that can be taken back, until the budget ends, and
    /// learns the numbers.
    ///
    /// # Errors
    /// When it is cancelled.
    pub fn weigh(&mut self, oracle: &mut dyn Oracle, budget: &Budget) -> Answer<()> {
        let lines = self.lines_to_weigh();
        for (done, cells) in lines.iter().enumerate() {
            let phase = Phase::Asking;
            let reached = Progress { phase, done, steps: lines.len(), ..Progress::default() };
            if let Err(interrupted) = budget.check(reached) {
                return interrupted.unless_cancelled(());
            }
            let position = restored(self.problem(), None, cells);
            let found = oracle
                .solutions(&position, budget)
                .or_else(|interrupted| interrupted.unless_cancelled(None))?;
            let finding = Finding::Without(cells.clone(), found.map(SolutionCount::Exact));
            self.learn(self.stamp(), finding);
        }
        Ok(())
    }
}
