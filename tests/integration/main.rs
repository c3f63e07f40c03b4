//! The whole program, run as its users run it.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod cli;
#[cfg(unix)]
mod terminal;
