//! All engines on random small problems, compared with the solutions that trying all sets of cells finds.

mod cases;
mod chips;
mod counters;
mod diagrams;
mod estimates;
mod pairs;
mod passes;
mod solvers;

use crate::Census;
