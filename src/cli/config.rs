use std::io::{self, Write};

use super::format;
use tui::Config;

/// Prints a template of the configuration file, with the file's path.
pub(super) fn run() -> io::Result<()> {
    let mut out = format::stdout();
    let lookup = match Config::path() {
        Some(path) => format!("looked for in\n#   {}", path.display()),
        None => "which need a home directory to be looked for in".to_owned(),
    };
    writeln!(out, "# The settings of configurator, {lookup}")?;
    out.write_all(Config::template().as_bytes())?;
    out.flush()
}
