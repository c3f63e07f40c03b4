//! A session that asks an engine by itself and waits for the answer, for those who have no board to
//! draw meanwhile.

use std::time::Instant;

use super::{Finding, Session};
use crate::engine::auto::{self, Kind, Layer};
use crate::engine::{Budget, Domains, Interrupted, bdd, sat};
use crate::geometry::CellSet;

impl Session {
    /// Asks an engine and waits for all it can tell of the present position.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn ask(&mut self, engine: &mut bdd::Engine, budget: &Budget) -> Result<(), Interrupted> {
        let begun = Instant::now();
        let census = engine.census(self.problem(), budget)?;
        let layer = Layer::Census(census, Kind::Bdd);
        self.learn(self.stamp(), Finding::of(layer, begun.elapsed()));
        Ok(())
    }

    /// Asks for what is known soon of the present position, and waits for it: counts where the diagram
    /// is quick, else what every cell can still be.
    ///
    /// # Errors
    /// When the budget ends first. What was found out till then is learnt.
    pub fn survey(
        &mut self,
        engine: &mut auto::Engine,
        budget: &Budget,
    ) -> Result<(), Interrupted> {
        self.survey_of(engine, &CellSet::full(self.rules().size()), budget)
    }

    /// As [`Session::survey`], but of domains only those of these cells need be known.
    ///
    /// # Errors
    /// As [`Session::survey`].
    pub fn survey_of(
        &mut self,
        engine: &mut auto::Engine,
        cells: &CellSet,
        budget: &Budget,
    ) -> Result<(), Interrupted> {
        let begun = Instant::now();
        let mut layers = Vec::new();
        let result = engine.survey_of(self.problem(), cells, budget, &mut |layer| {
            layers.retain(|old| std::mem::discriminant(old) != std::mem::discriminant(&layer));
            layers.push(layer);
        });
        for layer in layers {
            self.learn(self.stamp(), Finding::of(layer, begun.elapsed()));
        }
        result
    }

    /// Asks for what every cell can still be, and waits for it. What a budget left open stays unknown.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn ask_domains(
        &mut self,
        engine: &mut sat::Engine,
        budget: &Budget,
    ) -> Result<(), Interrupted> {
        self.ask_domains_of(engine, &CellSet::full(self.rules().size()), budget)
    }

    /// As [`Session::ask_domains`], but only for these cells and whether there is a solution.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn ask_domains_of(
        &mut self,
        engine: &mut sat::Engine,
        cells: &CellSet,
        budget: &Budget,
    ) -> Result<(), Interrupted> {
        let begun = Instant::now();
        let mut last = None;
        let mut tell = |domains: &Domains| last = Some(domains.clone());
        let result = engine.domains_of(self.problem(), cells, budget, &mut tell);
        let result = result.map(|domains| last = Some(domains));
        if let Some(domains) = last {
            self.learn(self.stamp(), Finding::Domains(domains, begun.elapsed()));
        }
        result
    }
}
