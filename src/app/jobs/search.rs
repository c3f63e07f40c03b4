//! Searches to watch, and searches to compare.

use std::iter;
use std::time::Duration;

use crate::job::{Desk, Job};
use crate::orders::{SearchComparison, Searches};
use crate::{App, Reply};
use engine::plan::Question;
use engine::search::{ColumnModel, ComparedSearch, MeasuredSearch, Recording, Unsuited};
use engine::{Answer, Cause, bdd};
use geometry::TableSize;
use problem::Problem;

/// Maximum time for counting the solutions at the nodes of a search tree.
const BELOW_TIMEOUT: Duration = Duration::from_secs(20);

/// Records searches, and then counts the solutions at the nodes of each tree, unless the diagram takes long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search(pub Searches);

impl Job for Search {
    fn activity(&self) -> &'static str {
        "recording the search"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let model = match ColumnModel::new(desk.problem) {
            Ok(model) => model,
            Err(unsuited) => {
                desk.answer(take, Err(unsuited));
                return Ok(());
            }
        };
        let all = iter::once(self.0.first).chain(self.0.second_search);
        let recordings: Vec<_> = all
            .map(|options| Recording::record(&model, options, desk.budget))
            .collect::<Result<_, _>>()?;
        desk.answer(take, Ok(recordings.clone()));
        for (number, recording) in recordings.iter().enumerate() {
            let budget = desk.budget.slice(BELOW_TIMEOUT);
            let diagram = bdd::Engine::diagram;
            let question = Question::OfDiagram;
            if let Some(diagram) =
                desk.engine.by_diagram(question, desk.problem, &budget, diagram)?
            {
                // If the budget ends, only the first nodes are counted.
                let mut counts = Vec::new();
                let counted = diagram.count_below(&recording.tree, &budget, &mut counts);
                counted.or_else(|ended| ended.unless_cancelled(()))?;
                desk.answer(
                    |app, (number, counts)| app.reply(Reply::Below(number, counts)),
                    (number, counts),
                );
            }
        }
        Ok(())
    }
}

/// Reports the effort of each search for all solutions, on the board of each size. If a search reaches its time limit, the
/// others still run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compare {
    /// The searches to compare.
    pub comparison: SearchComparison,
    /// The boards on which each search runs, in the order of the table.
    pub sizes: Vec<TableSize>,
}

impl Job for Compare {
    fn activity(&self) -> &'static str {
        "comparing searches"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let rules = desk.problem.rules();
        for &size in &self.sizes {
            let is_own = size.size == rules.size();
            let resized = (!is_own).then(|| Problem::new(rules.resized(size.size)));
            let model = match ColumnModel::new(resized.as_ref().unwrap_or(desk.problem)) {
                Ok(model) => model,
                Err(unsuited) => {
                    desk.answer(take_compared, Err(unsuited));
                    return Ok(());
                }
            };
            for (name, options) in &self.comparison.searches {
                let budget = desk.budget.restarted();
                let measured = MeasuredSearch::run(&model, *options, &budget, |_| true);
                if let Err(interrupted) = measured.outcome
                    && interrupted.cause == Cause::Cancelled
                {
                    return Err(interrupted);
                }
                let compared = ComparedSearch { size, name: name.clone(), measured };
                desk.answer(take_compared, Ok(compared));
            }
        }
        Ok(())
    }
}

/// Shows the recorded searches, or why there are none.
pub(crate) fn take(app: &mut App, found: Result<Vec<Recording>, Unsuited>) {
    match found {
        Ok(recordings) => app.reply(Reply::Recordings(recordings)),
        Err(unsuited) => app.refuse(unsuited),
    }
}

/// Shows a compared search, or why there is none.
pub(crate) fn take_compared(app: &mut App, found: Result<ComparedSearch, Unsuited>) {
    match found {
        Ok(search) => app.reply(Reply::Compared(search)),
        Err(unsuited) => {
            app.reply(Reply::NoComparison);
            app.refuse(unsuited);
        }
    }
}
