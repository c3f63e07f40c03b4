//! The library against an independent reference and against what is known in the literature, and the
//! whole program, run as its users run it.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod attacks;
mod board_file;
mod boards;
mod brute_force;
mod budgets;
mod cases;
mod cli;
mod coloured;
mod consistency;
mod constructions;
mod costs;
mod counting;
mod counts;
mod dddmp;
mod domains;
mod domination;
mod earlier_files;
mod engines;
mod estimate;
mod explanations;
mod export;
mod graded;
mod hints;
mod manual;
mod minizinc;
mod pairs;
mod passes;
#[cfg(unix)]
mod resume;
mod rule_reasons;
mod sampling;
mod sat;
mod search;
mod steps;
mod symmetry;
#[cfg(unix)]
mod terminal;
mod verify;
