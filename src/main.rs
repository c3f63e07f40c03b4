//! Parses the arguments, runs the verb, and prints an error.

use configurator::cli::{self, Arguments};

fn main() -> std::process::ExitCode {
    cli::finish(cli::run(&Arguments::read())).into()
}
