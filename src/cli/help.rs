//! Shows the pages of the manual, and the options of the verbs.

use std::env;
use std::io::{self, Write};
use std::process::{self, Child, Stdio};

use anyhow::anyhow;
use clap::{Command, CommandFactory};

use super::arguments::{Arguments, ColorChoice, full_program};
use super::console;
use super::format;
use geometry::{did_you_mean, nearest};
use manual::{Emphasis, Page, Row, topics};

/// The width of a page in columns if the output is not a terminal (`WIDTH`), and the maximum width on a
/// terminal (`WIDEST`).
const WIDTH: usize = 80;
const WIDEST: usize = 100;

/// The pager if `PAGER` is not set. It prints short pages and scrolls long pages.
const PAGER: &str = "less -FRX";

/// Prints the page of a topic, the help of a verb, or both. Without a word, prints the list of topics.
///
/// # Errors
/// When no topic or verb has this name, or the page cannot be printed.
pub(super) fn run(word: Option<&str>, color: ColorChoice) -> anyhow::Result<()> {
    let Some(word) = word else {
        let mut out = format::stdout();
        writeln!(out, "Topics of the manual, for 'configurator help TOPIC':\n\n{}", topics())?;
        writeln!(out, "'configurator help VERB' lists the options of a verb, --help the verbs.")?;
        return Ok(out.flush()?);
    };
    let (page, options) = match (Page::find(word), options_of(word)) {
        (Ok(page), options) => (page, options),
        (Err(_), Some(help)) => return Ok(format::print(&help)?),
        (Err(sentence), None) => return Err(anyhow!(nearest_verb(word).unwrap_or(sentence))),
    };
    let is_terminal = console::is_stdout_terminal();
    let columns = crossterm::terminal::size().ok().filter(|_| is_terminal);
    let width = columns.map_or(WIDTH, |(columns, _)| usize::from(columns).clamp(20, WIDEST));
    let has_styles = match color {
        ColorChoice::Always => true,
        ColorChoice::Auto => is_terminal,
        ColorChoice::Never => false,
    };
    let pager = if is_terminal { pager() } else { None };
    let mut text = Vec::new();
    write(&mut text, page, width, has_styles)?;
    if let Some(help) = options {
        write!(text, "\n{help}")?;
    }
    if let Some(mut pager) = pager {
        if let Some(mut input) = pager.stdin.take() {
            // An error means that the user left the pager early.
            let _ = input.write_all(&text);
        }
        pager.wait()?;
        return Ok(());
    }
    let mut out = format::raw_stdout();
    out.write_all(&text)?;
    Ok(out.flush()?)
}

/// The error message for a word that is similar to the name of a verb.
fn nearest_verb(word: &str) -> Option<String> {
    let program = Arguments::command();
    let verb = nearest(word, program.get_subcommands().map(Command::get_name))?;
    Some(format!("'{word}' is neither a topic nor a verb: {}", did_you_mean(verb)))
}

/// The help of a verb with the full text of each option; `None` if there is no such verb.
fn options_of(verb: &str) -> Option<String> {
    let mut program = full_program();
    program.build();
    Some(program.find_subcommand_mut(verb)?.render_long_help().to_string())
}

/// Starts the pager; `None` if it cannot be started.
fn pager() -> Option<Child> {
    let command = env::var("PAGER").unwrap_or_else(|_| PAGER.to_owned());
    let words = shell_words::split(&command).ok()?;
    let (program, arguments) = words.split_first()?;
    process::Command::new(program).args(arguments).stdin(Stdio::piped()).spawn().ok()
}

fn write(out: &mut impl Write, page: Page, width: usize, has_styles: bool) -> io::Result<()> {
    let style = |text: &str, codes: &str| {
        if has_styles { format!("\x1b[{codes}m{text}\x1b[0m") } else { text.to_owned() }
    };
    for row in page.rows(width) {
        match row {
            Row::Heading(1, text) => writeln!(out, "{}", style(&text, "1;4"))?,
            Row::Heading(_, text) => writeln!(out, "{}", style(&text, "1"))?,
            Row::Code(text) => writeln!(out, "{}", style(&text, "36"))?,
            Row::Text(parts) => {
                for (emphasis, text) in parts {
                    match emphasis {
                        Emphasis::None => write!(out, "{text}")?,
                        Emphasis::Code => write!(out, "{}", style(&text, "36"))?,
                        Emphasis::Strong => write!(out, "{}", style(&text, "1"))?,
                    }
                }
                writeln!(out)?;
            }
        }
    }
    Ok(())
}
