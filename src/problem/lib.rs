//! The problem as data (grid, piece, groups and decisions), and the board file.

mod assist;
mod board_file;
mod bounds;
mod decisions;
mod drawing;
mod family;
mod group;
mod known_puzzle;
mod link;
mod problem;
#[cfg(feature = "random")]
pub mod random;
mod regions;
mod rule;
mod rule_words;
mod rules;
mod source;
mod symmetry;
mod weights;

pub use assist::Assist;
pub use board_file::{BoardFile, BoardTable, WrittenSize};
pub use bounds::{Bounds, Consequence, OpenBounds};
pub use decisions::{DecisionError, Decisions, Value};
pub use drawing::DrawingError;
pub use family::{Family, FamilyProperties, GroupId, NumberUse};
pub use group::{Group, ParseRequirementError, Requirement};
pub use known_puzzle::KnownPuzzle;
pub use link::{LinkContent, LinkError, is_link, link_title, read_link, torn_region, write_link};
pub use problem::Problem;
pub use regions::Regions;
pub use rule::Rule;
pub use rules::{Rules, TooManyCovers};
pub use source::{BoardSource, ONE_STAR_ASSUMED};
pub use weights::{MaxCost, NoWeights, Weights, WeightsError};
