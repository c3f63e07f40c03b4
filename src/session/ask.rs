use std::time::Instant;

use super::{Finding, Session};
use crate::engine::{Budget, Interrupted, Surveyor};
use crate::geometry::CellSet;

impl Session {
    /// Asks an engine about the present position, waits for the answer and learns it.
    ///
    /// # Errors
    /// When the budget ends first. What the engine found until then is learnt.
    pub fn ask(&mut self, engine: &mut dyn Surveyor, budget: &Budget) -> Result<(), Interrupted> {
        self.ask_about(&CellSet::full(self.rules().size()), engine, budget)
    }

    /// As [`Session::ask`], where domains need to be complete for these cells only.
    ///
    /// # Errors
    /// As [`Session::ask`].
    pub fn ask_about(
        &mut self,
        cells: &CellSet,
        engine: &mut dyn Surveyor,
        budget: &Budget,
    ) -> Result<(), Interrupted> {
        let start = Instant::now();
        // Of layers of one kind only the last counts.
        let mut layers = Vec::new();
        let result = engine.survey_cells(self.problem(), cells, budget, &mut |layer| {
            layers.retain(|old| std::mem::discriminant(old) != std::mem::discriminant(&layer));
            layers.push(layer);
        });
        for layer in layers {
            self.learn(self.stamp(), Finding::from_layer(layer, start.elapsed()));
        }
        result
    }
}
