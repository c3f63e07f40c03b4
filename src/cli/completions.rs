use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;

use super::arguments::Arguments;
use super::format;

/// Prints a completion script for a shell.
pub(super) fn run(shell: Shell) -> io::Result<()> {
    // `generate` panics if its writer fails, so it writes to memory.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "configurator", &mut text);
    let mut out = format::stdout();
    out.write_all(&text)?;
    out.flush()
}
