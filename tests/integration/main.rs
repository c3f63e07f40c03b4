//! Integration tests. They compare the library with an independent reference and with known results from the
//! literature, and run the whole program as its users do.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod attacks;
mod board_file;
mod boards;
mod brute_force;
mod budgets;
mod cases;
mod circles;
mod claims;
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
mod drawings;
mod earlier_files;
mod engines;
mod estimate;
mod exchange;
mod explanations;
mod export;
#[cfg(target_os = "linux")]
mod faults;
mod graded;
mod hints;
mod html;
mod judge;
mod libraries;
mod lines;
mod manual;
mod minizinc;
mod pairs;
mod passes;
mod repair;
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
