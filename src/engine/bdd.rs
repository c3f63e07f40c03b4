//! Exact answers from a decision diagram of all solutions.
//!
//! [`compile`] builds the [`Diagram`] of a problem directly, step by step. A node decides a row that takes exactly one
//! piece, or a single cell. [`Diagram::to_bdd`] returns the reduced ordered BDD of the same solutions. [`conjoin`]
//! builds the same BDD with the library's operations, for comparison.
//!
//! | file | contents |
//! | --- | --- |
//! | `engine` | [`Engine`] answers questions, and keeps diagrams for later ones |
//! | `order` | the order of the [`Variable`]s |
//! | `arena` | [`NodeArena`], nodes of BDDs with a unique table: small diagrams are built in it, and sifted |
//! | `diagram` | [`Diagram`], the row diagram: a multi-valued decision diagram (MDD) |
//! | `build` | the construction of the row diagram, directly from the problem |
//! | `passes` | counts, costs, solutions by number, and decisions to take back, by passes over the row diagram |
//! | `robdd` | the nodes of the ROBDD with the same solutions, one by one, and the sizes of ROBDD and ZDD |
//! | `library` | the ROBDD of the library: conjoined rule by rule, restricted to positions, and in better orders |
//! | `classes` | solutions up to symmetry |
//! | `certificate` | [`write_complete`] writes a proof of the number of solutions, [`Certificate`] the diagram as a text that other programs can check |

mod arena;
mod build;
mod certificate;
mod classes;
mod diagram;
mod engine;
mod library;
mod order;
mod passes;
mod robdd;

pub use arena::{DiagramKind, NodeArena};
pub use build::compile::{compile, compile_with};
pub(crate) use build::difficulty::{
    QUICK_DIFFICULTY, compile_difficulty, difficulty, suits_groups,
};
pub use build::frontier::Construction;
pub use build::methods::{Methods, Policy};
#[cfg(debug_assertions)]
pub use build::planted;
pub use certificate::{Certificate, IncompleteReason, MAX_CERTIFICATE_STATES, write_complete};
pub use classes::Classes;
pub use diagram::Diagram;
pub use diagram::unfolded::{UnfoldedArc, UnfoldedLevel};
pub(crate) use diagram::{Branch, DiagramStep, OrientedNode};
pub use engine::{Engine, nearest_size};
pub use library::conjoin::{
    ConjoinedBdd, Conjunct, Granularity, Observer, common_census, conjoin, conjoin_stepwise,
    conjunct_bdds,
};
pub use library::given::GivenDiagram;
pub use library::growth::{ConjunctCells, Growth, GrowthStage};
pub use library::judgement::{Judgement, LackedRule, TooLargeRules, WrongBoards};
pub use library::restrict::BddCounts;
pub use library::rules_robdd::{RobddAnswer, RulesRobdd};
pub use library::sift::{Sifted, sift};
pub use library::single_rule::SingleRule;
pub use order::{Arrangement, OrderError, Variable, VariableOrder};
pub(crate) use passes::levels::SumTable;
pub use passes::ranking::Ranking;
pub use passes::solutions::Solutions;
pub use robdd::{BddNodes, InnerNode, MAX_VARIABLES, TooManyVariables};
