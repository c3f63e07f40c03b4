//! All benchmarks, one module for each question. `cargo bench --bench speed NAME` runs those whose path contains a name,
//! such as `sat::` or `sat::tight`.

mod click;
mod costs;
mod count;
mod diagram;
mod estimate;
mod explain;
mod regions;
mod sat;
mod search;
mod steps;
mod survey;

fn main() {
    divan::main();
}
