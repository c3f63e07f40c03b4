//! The services of the operating system besides files that the program needs: threads, signals, and limits of memory and files.
//!
//! A process that ends by a signal or for lack of memory runs no destructors. Instead, [`end`] calls the function set by
//! [`restore_before_end`], and removes unfinished files.

mod limits;
#[cfg(not(unix))]
mod other;
mod threads;
#[cfg(unix)]
mod unix;

pub use limits::{survive_file_limit, use_memory_sparingly};
#[cfg(not(unix))]
pub use other::*;
pub use threads::start_thread;
#[cfg(unix)]
pub use unix::*;
