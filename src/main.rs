//! Parses the arguments, runs the verb, and prints an error.

use configurator::cli::{self, Arguments, ExitCode};

fn main() -> std::process::ExitCode {
    let code = match cli::run(&Arguments::read()) {
        Ok(()) => ExitCode::Done,
        Err(error) => {
            let code = ExitCode::from_error(&error);
            if code.has_message() {
                cli::print_error(&error);
            }
            code
        }
    };
    code.into()
}
