//! Parses the arguments, runs the verb, and prints an error.

use std::io::{self, Write};

use configurator::cli::{self, Arguments, ExitCode};
use configurator::files::printable;

fn main() -> std::process::ExitCode {
    let code = match cli::run(&Arguments::read()) {
        Ok(()) => ExitCode::Done,
        Err(error) => {
            let code = ExitCode::from_error(&error);
            if code.has_message() {
                // Stderr may be closed, too.
                let sentence = printable(&format!("{error:#}"));
                let _ = writeln!(io::stderr(), "configurator: {sentence}");
            }
            code
        }
    };
    code.into()
}
