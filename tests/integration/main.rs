//! The whole program and the library from outside, in one binary: linking is what takes time.

mod cli;
