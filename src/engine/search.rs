//! Finite-domain search as described in the literature: for one solution of a very large board, for
//! all solutions, for statistics and for teaching.
//!
//! The search suits pieces with the rook move under rules that require one piece in each row. Each row is a variable,
//! and its value is the column of the piece. For two rows i < j, `X_j - X_i` must not be in `F(j - i)`, where `F(d)` is
//! the set of column differences that a piece attacks at a distance of `d` rows: 0 and ±d for queens; for amazons also
//! ±2 in the next row and ±1 in the row after that; modulo the width on a torus. If the rules require a piece in each
//! column instead, the columns are the variables. Groups with other bounds become counting constraints on their cells.
//!
//! The search tree is binary. One branch tries a value. Once no solution is left below it, the other branch excludes
//! the value (see [`Event`]). Solutions come in the depth-first order of the tree.
//!
//! # Options and their names in other solvers
//!
//! | option | OR-Tools, original CP | OR-Tools, CP-SAT | Oz | SICStus | Gecode |
//! | --- | --- | --- | --- | --- | --- |
//! | [`Labeling::Leftmost`] | `CHOOSE_FIRST_UNBOUND` | `CHOOSE_FIRST` | `naive` | `leftmost` | `INT_VAR_NONE` |
//! | [`Labeling::FirstFail`] | `CHOOSE_MIN_SIZE` | `CHOOSE_MIN_DOMAIN_SIZE` | `ff` | `ff` | `INT_VAR_SIZE_MIN` |
//! | [`Labeling::Dual`] | inverse and `CHOOSE_MIN_SIZE` | `AddInverse` and `CHOOSE_MIN_DOMAIN_SIZE` | | `assignment` and `ff` | `channel` and `INT_VAR_SIZE_MIN` |
//! | [`Values::Min`] | `ASSIGN_MIN_VALUE` | `SELECT_MIN_VALUE` | `value: min` | `up` | `INT_VAL_MIN` |
//! | [`Values::Middle`] | `ASSIGN_CENTER_VALUE` | `SELECT_MEDIAN_VALUE`* | `value: mid` | `middle` | `INT_VAL_MED`* |
//! | [`Values::Max`] | `ASSIGN_MAX_VALUE` | `SELECT_MAX_VALUE` | `value: max` | `down` | `INT_VAL_MAX` |
//! | [`Values::Random`] | `ASSIGN_RANDOM_VALUE` | | | | `INT_VAL_RND` |
//! | [`Propagation::Naive`] | | | | queens, by `#\\=` with offsets | |
//! | [`Propagation::Weak`] | `!=` of each pair | | `FD.distinct`, `FD.distinctOffset` | queens, first version; `all_different` | `distinct`, by default |
//! | [`Propagation::Bounds`] | `AllDifferent` | | | | `distinct`, `IPL_BND` |
//! | [`Propagation::AllDifferent`] | | | | `all_distinct` | `distinct`, `IPL_DOM` |
//! | [`Propagation::Strong`] | | | | queens, second version | |
//! | [`Propagation::Bounded`] | | | | queens, third version | |
//!
//! \* These settings take the median of the remaining values. The other settings take the value nearest to the middle
//! between the smallest and the largest value.
//!
//! # Propagation
//!
//! Weak propagation removes all cells that a placed piece attacks, as forward checking does. Naive propagation removes
//! an attacked cell only if it is the first or last remaining cell of its row: its disequalities prune only the ends of
//! a domain.
//!
//! Strong propagation is arc consistency of each pair: it removes a value of `X_i` that conflicts with all values of
//! `X_j`. In that case, one value excludes the whole domain of `X_j`, so the domain has at most `|F(j - i)|` values:
//! three for queens, five for amazons in the next two rows. So bounded propagation skips larger domains and removes the
//! same values: the tree is the same. An all-different constraint considers all variables at once, but only one kind of
//! line. So neither kind of propagation subsumes the other. On n queens, all-different constraints save less. Bounds
//! consistency only moves the ends of domains, which removes fewer values than domain consistency. The failures and
//! branches are then those of the original OR-Tools CP solver.
//!
//! If the cost is limited, propagation removes a value if the cost exceeds the limit even when all other variables take
//! their cheapest values.
//!
//! # Restarts
//!
//! First-fail with the middle value finds a solution of most sizes with almost no failures. But after bad first choices
//! it does not end in a lifetime: the numbers of failures of such searches have a heavy-tailed distribution (Gomes,
//! Selman, Crato and Kautz, *Heavy-tailed phenomena in satisfiability and constraint satisfaction problems*, 2000).
//! With [`SearchOptions::restarts`], a search without a solution restarts after 100 failures and then takes random
//! values from the seed. Each later run may have one and a half times as many failures as the run before, so that the
//! search ends even if there is no solution. Values that were excluded at the root stay excluded. After the first
//! solution there are no more restarts. The result is the same each time the program is run.

mod alldifferent;
mod comparison;
mod constraint;
mod domains;
mod event;
mod model;
mod open;
mod options;
mod posted;
mod propagator;
mod recording;
mod search_tree;
mod trace;
mod tree;
mod tree_shape;

pub use comparison::{ComparedSearch, MeasuredSearch};
pub use event::{Event, LineDirection, RemovalCause, RemovalKind};
pub use model::{ColumnModel, Unsuited};
pub use options::{Labeling, Propagation, SearchOptions, Statistics, Values};
pub use propagator::{Propagator, PropagatorCounts};
pub use recording::{MAX_STEPS, Recording, RecordingEnd, SearchMark, SearchSnapshot};
pub use search_tree::{NodeId, NodeOutcome, SearchTree, TreeNode};
pub use trace::Trace;
pub use tree_shape::{Dot, TreeShape};

use super::budget::{Answer, Budget};
use geometry::CellSet;
use tree::{AnyBacktracker, Backtracker};

/// A search for the solutions of a model, one at a time.
///
/// ```
/// use engine::{Budget, search::{ColumnModel, SearchOptions, Search}};
/// use problem::{Problem, Rules};
///
/// let model = ColumnModel::new(&Problem::new(Rules::queens(6)?))?;
/// let mut search = Search::new(&model, SearchOptions::default());
/// while search.next(&Budget::default())?.is_some() {}
/// assert_eq!(search.statistics().solutions, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Search<'a, T = ()>(Box<dyn AnyBacktracker<T> + 'a>);

impl<'a> Search<'a> {
    /// A search before its first step.
    pub fn new(model: &'a ColumnModel, options: SearchOptions) -> Self {
        Search::traced(model, options, ())
    }
}

impl<'a, T: Trace + 'a> Search<'a, T> {
    /// A search before its first step. `trace` receives the steps.
    pub fn traced(model: &'a ColumnModel, options: SearchOptions, trace: T) -> Self {
        Self(match model.distances.width {
            0..=64 => Box::new(Backtracker::<1, T>::new(model, options, trace)),
            65..=256 => Box::new(Backtracker::<4, T>::new(model, options, trace)),
            _ => Box::new(Backtracker::<16, T>::new(model, options, trace)),
        })
    }

    /// The next solution; `None` when there are no more. Each solution is returned once.
    ///
    /// # Errors
    /// When the budget ends first. A later call with another budget continues the search.
    pub fn next(&mut self, budget: &Budget) -> Answer<Option<CellSet>> {
        self.0.next(budget)
    }

    /// The cells that propagation leaves before the first piece is tried; none if propagation shows that there is no
    /// solution. Ends the search.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(crate) fn candidates(mut self, budget: &Budget) -> Answer<CellSet> {
        self.0.candidates(budget)
    }

    /// The effort so far.
    pub fn statistics(&self) -> Statistics {
        self.0.statistics()
    }

    /// The receiver of the steps.
    pub fn trace(&mut self) -> &mut T {
        self.0.trace()
    }
}
