use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;

use super::arguments::Arguments;
use super::format;

/// Prints what makes a shell complete the program's arguments.
pub(super) fn run(shell: Shell) -> io::Result<()> {
    // Written to stdout at once it would panic where nobody reads.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "configurator", &mut text);
    let mut out = format::stdout();
    out.write_all(&text)?;
    out.flush()
}
