//! The whole library against an independent reference, and against what is known in the literature.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod attacks;
mod brute_force;
mod budgets;
mod cases;
mod constructions;
mod counts;
mod domains;
mod sampling;
