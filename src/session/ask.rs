use std::time::Instant;

use super::knowledge::Finding;
use super::restoration::restored;
use super::session::Session;
use super::solution_count::SolutionCount;
use engine::{Answer, Budget, Oracle, Phase, Progress, Surveyor, auto};
use geometry::CellSet;

impl Session {
    /// Asks an engine about the present position and stores the answer.
    ///
    /// # Errors
    /// When the budget ends first. Partial answers found until then are stored.
    pub fn ask(&mut self, engine: &mut dyn Surveyor, budget: &Budget) -> Answer<()> {
        self.ask_about(&CellSet::full(self.rules().size()), engine, budget)
    }

    /// Like [`Session::ask`], but the domains need to be complete only for `cells`.
    ///
    /// # Errors
    /// The errors of [`Session::ask`].
    pub fn ask_about(
        &mut self,
        cells: &CellSet,
        engine: &mut dyn Surveyor,
        budget: &Budget,
    ) -> Answer<()> {
        let start = Instant::now();
        // A later layer replaces the earlier layer of the same kind.
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

    /// Asks for the minimum cost of a solution, overall and with a piece on each cell, and stores the answer.
    /// Stores nothing without weights, or if the diagram takes too long.
    ///
    /// # Errors
    /// When the budget is cancelled.
    pub fn ask_costs(&mut self, engine: &mut auto::Engine, budget: &Budget) -> Answer<()> {
        if let Some(found) = Finding::costs(engine, self.problem(), budget)? {
            self.learn(self.stamp(), found);
        }
        Ok(())
    }

    /// For each entry in the list of decisions that can be taken back, counts the solutions without this entry and
    /// stores the number. Stops when the budget ends.
    ///
    /// # Errors
    /// When the budget is cancelled.
    pub fn ask_retraction_counts(
        &mut self,
        oracle: &mut dyn Oracle,
        budget: &Budget,
    ) -> Answer<()> {
        let lines = self.uncounted_retractions();
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
