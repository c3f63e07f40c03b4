use std::io;

use super::format;
use tui::Config;

/// Prints a template of the configuration file, with the file's path.
pub(super) fn run() -> io::Result<()> {
    let lookup = match Config::path() {
        Some(path) => format!("looked for in\n#   {}", path.display()),
        None => "which need a home directory to be looked for in".to_owned(),
    };
    format::print(&format!("# The settings of configurator, {lookup}\n{}", Config::template()))
}
