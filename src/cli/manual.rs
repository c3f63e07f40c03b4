//! The manual pages for `man`: one of the program and one of each verb, generated from their help.

use std::io::Write;
use std::iter;
use std::path::Path;

use clap::Command;
use clap_mangen::Man;

use super::arguments::{EXAMPLES, EXIT_CODES, full_program};
use super::{format, replacing, series};
use manual::PAGES;
use tui::key_lines;

const FILES: [(&str, &str); 2] = [
    (
        "$XDG_CONFIG_HOME/configurator/config.toml",
        "Settings of the board; 'configurator config' prints a template and the path of the file.",
    ),
    (
        "$XDG_STATE_HOME/configurator",
        "The latest sessions, for --resume, and the lines that were typed in a session.",
    ),
];

const ENVIRONMENT: [(&str, &str); 2] = [
    ("NO_COLOR", "If set and not empty, the board has no colours unless --color always is given."),
    ("COLORTERM", "The board shows 24-bit colours if it is 'truecolor' or '24bit'."),
];

/// Prints the page of a verb, or without a verb that of the program, as roff. With a folder, writes all pages there.
///
/// # Errors
/// When the folder has a file of such a name that is no manual page and `may_replace` is false, or writing fails.
pub(super) fn run(
    verb: Option<&str>,
    folder: Option<&Path>,
    may_replace: bool,
) -> anyhow::Result<()> {
    let mut program = full_program();
    program.build();
    let Some(folder) = folder else {
        let page = page(&program, verb.and_then(|verb| program.find_subcommand(verb)))?;
        let mut out = format::stdout();
        out.write_all(&page)?;
        return Ok(out.flush()?);
    };
    series::create_folder(folder, "--output", "")?;
    let pages = iter::once(None).chain(program.get_subcommands().map(Some)).map(|verb| {
        let name = verb.map_or_else(String::new, |verb| format!("-{}", verb.get_name()));
        anyhow::Ok((folder.join(format!("configurator{name}.1")), page(&program, verb)?))
    });
    let pages = pages.collect::<Result<Vec<_>, _>>()?;
    for (path, page) in &pages {
        let beginning = page.split(|byte| *byte == b'\n').next().unwrap_or_default();
        replacing::check(path, "--output", may_replace, "is no manual page", |bytes| {
            bytes.starts_with(beginning)
        })?;
    }
    pages.iter().try_for_each(|(path, page)| replacing::write(path, page))
}

/// The page of a verb, or without a verb that of the program.
fn page(program: &Command, verb: Option<&Command>) -> anyhow::Result<Vec<u8>> {
    let mut page = Vec::new();
    let usage = verb.map(|verb| verb.clone().render_usage().to_string());
    let described = verb.unwrap_or(program).clone().version(env!("CARGO_PKG_VERSION"));
    let described = match usage.as_ref().and_then(|usage| usage.strip_prefix("Usage: ")) {
        Some(usage) => described.override_usage(usage.to_owned()),
        None => described,
    };
    let whole = Man::new(described);
    whole.render_title(&mut page)?;
    whole.render_name_section(&mut page)?;
    whole.render_synopsis_section(&mut page)?;
    whole.render_description_section(&mut page)?;
    if verb.is_none() {
        let verbs = program.get_subcommands().map(|verb| {
            let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
            (format!("configurator-{}(1)", verb.get_name()), about)
        });
        write_list(&mut page, "VERBS", verbs)?;
    }
    whole.render_options_section(&mut page)?;
    if verb.is_none() {
        let keys = key_lines().map(|(keys, help)| (keys, help.replace('`', "")));
        write_list(&mut page, "KEYS", keys)?;
        write_list(&mut page, "FILES", FILES)?;
        write_list(&mut page, "ENVIRONMENT", ENVIRONMENT)?;
    }
    let is_of_verb = |line: &&str| {
        let command = line.trim().strip_prefix("configurator ");
        let first = command.and_then(|words| words.split(' ').next());
        verb.is_none_or(|verb| first == Some(verb.get_name()))
    };
    writeln!(page, ".SH EXAMPLES\n.nf")?;
    for line in EXAMPLES.lines().filter(is_of_verb) {
        writeln!(page, "{}", escaped(line))?;
    }
    writeln!(page, ".fi")?;
    write_list(&mut page, "EXIT STATUS", EXIT_CODES)?;
    if verb.is_none() {
        let topics = PAGES.iter().map(|page| {
            let summary = page.summary.replace('`', "");
            (format!("configurator help {}", page.topic), summary)
        });
        write_list(&mut page, "MANUAL", topics)?;
    }
    writeln!(page, ".SH SEE ALSO")?;
    let others = match verb {
        Some(_) => "\\fBconfigurator\\fR(1), and 'configurator help' for the manual",
        None => "\\fBconfigurator\\-VERB\\fR(1), with all options of the verb",
    };
    writeln!(page, "{others}")?;
    whole.render_version_section(&mut page)?;
    Ok(page)
}

/// Writes a section that lists names and their meanings.
fn write_list<T: AsRef<str>>(
    page: &mut impl Write,
    title: &str,
    list: impl IntoIterator<Item = (T, T)>,
) -> std::io::Result<()> {
    writeln!(page, ".SH {title}")?;
    for (name, meaning) in list {
        let (name, meaning) = (escaped(name.as_ref()), escaped(meaning.as_ref()));
        writeln!(page, ".TP\n\\fB{name}\\fR\n{meaning}")?;
    }
    Ok(())
}

/// A line with roff's special characters escaped.
fn escaped(line: &str) -> String {
    let line = line.replace('\\', "\\e").replace('-', "\\-");
    if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line }
}
