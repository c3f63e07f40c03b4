//! A BDD-based interactive configurator.
pub mod cli;
pub mod engine;
pub mod geometry;
pub mod problem;
pub mod session;
pub mod tui;
