//! Exact answers from a decision diagram of all solutions.
//!
//! [`compile`] builds the [`Diagram`] of a problem directly, step by step. A node decides a row that takes exactly one
//! piece, or a single cell. [`Diagram::to_bdd`] returns the reduced ordered BDD of the same solutions. [`conjoin`]
//! builds the same BDD with the library's operations, for comparison.
//!
//! | file | contents |
//! | --- | --- |
//! | `engine` | [`Engine`] answers questions, and keeps diagrams for later ones |
//! | `diagram`, `group`, `arcs`, `order` | [`Diagram`], the groups of its nodes, and their arcs; the order of the [`Variable`]s |
//! | `difficulty` | an estimate of a diagram's size, and the order of variables with the smaller diagram |
//! | `compile`, `methods` | [`compile`], and [`Methods`] that reduce the number of states |
//! | `frontier`, `reduce` | construction of the states, and their reduction to nodes |
//! | `limit` | the diagram of the solutions within a cost limit, made from the diagram without the limit |
//! | `conjoin`, `growth` | [`conjoin`] and [`conjoin_stepwise`], [`conjunct_bdds`]; [`Growth`], the diagram after each rule |
//! | `selection`, `walk`, `semiring`, `levels`, `numbers` | the arcs that agree with decisions; the passes up and down over a diagram, their semirings, the layout of node values, and integer types |
//! | `census`, `costs` | counts in all, by cell and by number of pieces; costs, and the best solutions |
//! | `ranking`, `solutions`, `classes` | solutions by number and at random; solutions one by one; solutions up to symmetry |
//! | `rules_robdd`, `library` | [`RulesRobdd`], the library's ROBDD of the rules and its restrictions to positions; restriction and counts of a BDD of the library |
//! | `sift` | [`sift`], the search for a better order |
//! | `single_rule` | [`SingleRule`], the diagram of a rule alone |
//! | `select`, `retraction` | the diagram of the solutions that keep decisions; smallest sets of decisions to take back |
//! | `below` | the number of solutions at each node of a search tree |
//! | `unfolded` | the nodes as plain lists of arcs, for other members |
//! | `certificate` | [`Certificate`], the diagram as a text that other programs can check |
//! | `sizes`, `rests`, `robdd` | sizes of the reduced ordered BDD and of the zero-suppressed BDD; suffixes of branch lists; the nodes of the reduced ordered BDD, one by one |
//! | `monitor`, `parallel` | the budget of a computation on several threads |
//! | `arcs`, `list`, `unique` | compact lists of arcs, lists whose memory is counted, tables of distinct entries |

mod arcs;
mod below;
mod census;
mod certificate;
mod classes;
mod compile;
mod conjoin;
mod costs;
mod diagram;
mod difficulty;
mod engine;
mod frontier;
mod group;
mod growth;
mod levels;
mod library;
mod limit;
mod list;
mod methods;
mod monitor;
mod numbers;
mod order;
mod parallel;
#[cfg(debug_assertions)]
pub mod planted;
mod ranking;
mod reduce;
mod rests;
mod retraction;
mod robdd;
mod rules_robdd;
mod select;
mod selection;
mod semiring;
mod sift;
mod single_rule;
mod sizes;
mod solutions;
mod unfolded;
mod unique;
mod walk;

pub use certificate::Certificate;
pub use classes::Classes;
pub use compile::{compile, compile_with};
pub use conjoin::{
    ConjoinedBdd, Conjunct, Granularity, Observer, conjoin, conjoin_stepwise, conjunct_bdds,
};
pub use diagram::Diagram;
pub(crate) use difficulty::{QUICK_DIFFICULTY, compile_difficulty, difficulty, suits_groups};
pub use engine::{Engine, nearest_size};
pub use frontier::Construction;
pub use growth::{ConjunctCells, Growth, GrowthStage};
pub use methods::{Methods, Policy};
pub use order::{Arrangement, OrderError, Variable, VariableOrder};
pub use ranking::Ranking;
pub use robdd::{BddNodes, InnerNode, MAX_VARIABLES, TooManyVariables};
pub use rules_robdd::{RobddAnswer, RulesRobdd};
pub use sift::{Sifted, sift};
pub use single_rule::{BddBuilder, SingleRule};
pub use solutions::Solutions;
pub use unfolded::{UnfoldedArc, UnfoldedLevel};
