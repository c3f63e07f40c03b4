//! A finite-domain search, as the literature describes it: for one solution of a very large board,
//! for all solutions, for statistics and for teaching.
//!
//! It is for pieces with the rook move under rules that put one piece in each row. Each row is a
//! variable, its value the column of the piece, and two rows i < j keep a distance:
//! `X_j - X_i` is not in `F(j - i)`, where `F(d)` holds what a piece attacks `d` rows further on: 0 and
//! ±d for queens, ±2 in the next row and ±1 in the one after besides for amazons; modulo the width on a
//! torus. Where the rules want a piece in each column instead, columns are the variables. Groups
//! that say more than that become counting constraints on their cells.
//!
//! The tree is binary: the value chosen is tried, and given up when nothing is left below it
//! ([`Event`] tells of each step). Solutions come in the order of that tree.
//!
//! # Options and their names elsewhere
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
//! | [`Propagation::Weak`] | `!=` of each pair | | `\\=:` of each pair | queens, first version | `rel`, `IRT_NQ` |
//! | [`Propagation::Strong`] | | | | queens, second version | |
//! | [`Propagation::Bounded`] | | | | queens, third version | |
//! | [`Propagation::AllDifferent`] | `AllDifferent` | `AddAllDifferent` | `FD.distinctOffset` | `all_distinct` | `distinct`, `IPL_DOM` |
//!
//! \* The median of the values left, where the others take the value nearest to the middle between
//! the smallest and the largest.
//!
//! # Propagation
//!
//! Strong propagation is arc consistency of each pair: a value of `X_i` goes when it conflicts with
//! all values of `X_j`. That takes a domain of `X_j` within the values that one value excludes, and
//! those are at most `|F(j - i)|`: three for queens, five for amazons in the next two rows. So bounded
//! propagation looks at no larger domains and yet removes as much: the tree is the same. The
//! all-different constraints see more variables at once but each of them one kind of line only, so
//! that neither they nor strong propagation subsume the other; on n queens they spare less.
//!
//! # Beginning anew
//!
//! First-fail with the middle value finds a solution of most sizes with next to no failures, but
//! where its first choices were bad it does not end within a lifetime: failures of such searches
//! have a heavy tail (Gomes, Selman, Crato and Kautz, *Heavy-tailed phenomena in satisfiability and
//! constraint satisfaction problems*, 2000). With [`Options::restarts`] a search without a solution
//! after 100 failures begins anew with random values from the seed, and again after half as many
//! more each time, so that it still ends where no solution exists. What was given up before anything
//! else was tried stays so. After the first solution it goes on without. Everything is the same in
//! each run of the program.

mod alldifferent;
mod constraint;
mod domains;
mod event;
mod model;
mod open;
mod options;
mod tree;

pub use event::{Event, Trace};
pub use model::{Model, Unsuited};
pub use options::{Labeling, Options, Propagation, Statistics, Values};

use super::{Budget, Interrupted};
use crate::geometry::CellSet;
use tree::Tree;

/// A search for the solutions of a model, one after the other.
///
/// ```
/// use configurator::engine::{Budget, search::{Model, Options, Search}};
/// use configurator::problem::{Problem, Rules};
///
/// let model = Model::new(&Problem::new(Rules::queens(6)?))?;
/// let mut search = Search::new(&model, Options::default());
/// while search.next(&Budget::default())?.is_some() {}
/// assert_eq!(search.statistics().solutions, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Search<'a, T = ()>(Box<dyn AnyTree<T> + 'a>);

impl<'a> Search<'a> {
    /// A search that has not begun.
    #[must_use]
    pub fn new(model: &'a Model, options: Options) -> Self {
        Search::traced(model, options, ())
    }
}

impl<'a, T: Trace + 'a> Search<'a, T> {
    /// A search that has not begun, and who hears of its steps.
    #[must_use]
    pub fn traced(model: &'a Model, options: Options, trace: T) -> Self {
        Self(match model.places() {
            0..=64 => Box::new(Tree::<1, T>::new(model, options, trace)),
            65..=256 => Box::new(Tree::<4, T>::new(model, options, trace)),
            _ => Box::new(Tree::<16, T>::new(model, options, trace)),
        })
    }

    /// The next solution, each once; `None` when there are no more.
    ///
    /// # Errors
    /// When the budget ends first. Asked again, with another budget, the search goes on where it was.
    pub fn next(&mut self, budget: &Budget) -> Result<Option<CellSet>, Interrupted> {
        self.0.next(budget)
    }

    /// What it took so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.0.statistics()
    }

    /// Who hears of its steps.
    pub fn trace(&mut self) -> &mut T {
        self.0.trace()
    }
}

/// A tree whose domains take however many words.
trait AnyTree<T> {
    fn next(&mut self, budget: &Budget) -> Result<Option<CellSet>, Interrupted>;
    fn statistics(&self) -> Statistics;
    fn trace(&mut self) -> &mut T;
}

impl<const W: usize, T: Trace> AnyTree<T> for Tree<'_, W, T> {
    fn next(&mut self, budget: &Budget) -> Result<Option<CellSet>, Interrupted> {
        Tree::next(self, budget)
    }

    fn statistics(&self) -> Statistics {
        Tree::statistics(self)
    }

    fn trace(&mut self) -> &mut T {
        Tree::trace(self)
    }
}
