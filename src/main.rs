//! Parses the arguments, runs what they ask for, and tells how it went.

use std::io::{self, Write};

use configurator::cli::{self, Arguments, ExitCode};
use configurator::files::printable;

fn main() -> std::process::ExitCode {
    let code = match cli::run(&Arguments::read()) {
        Ok(()) => ExitCode::Done,
        Err(error) => {
            let code = ExitCode::of(&error);
            if code.is_told() {
                // Nobody is left to tell if stderr is gone, too.
                let sentence = printable(&format!("{error:#}"));
                let _ = writeln!(io::stderr(), "configurator: {sentence}");
            }
            code
        }
    };
    code.into()
}
