//! The manual page, generated from the help of the program and of its verbs.

use std::io::{self, Write};

use clap::builder::PossibleValue;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use itertools::Itertools;

use super::arguments::{Arguments, EXAMPLES, EXIT_CODES};
use super::format;
use manual::PAGES;
use tui::key_lines;

const FILES: [(&str, &str); 2] = [
    (
        "$XDG_CONFIG_HOME/configurator/config.toml",
        "Settings of the board; 'configurator config' prints a template and the path of the file.",
    ),
    ("$XDG_STATE_HOME/configurator", "The latest sessions, for --resume."),
];

const ENVIRONMENT: [(&str, &str); 2] = [
    ("NO_COLOR", "If set and not empty, the board has no colours unless --color always is given."),
    ("COLORTERM", "The board shows 24-bit colours if it is 'truecolor' or '24bit'."),
];

/// Prints the manual page as roff.
pub(super) fn run() -> io::Result<()> {
    let page = page()?;
    let mut out = format::stdout();
    out.write_all(&page)?;
    out.flush()
}

fn page() -> io::Result<Vec<u8>> {
    let mut command = Arguments::command();
    command.build();
    let mut page = Vec::new();
    let whole = Man::new(command.clone());
    whole.render_title(&mut page)?;
    whole.render_name_section(&mut page)?;
    writeln!(page, ".SH SYNOPSIS")?;
    writeln!(page, "\\fBconfigurator\\fR [\\fIFILE\\fR] [\\fIPROBLEM\\fR] [\\fIBOARD\\fR]\n.br")?;
    writeln!(page, "\\fBconfigurator\\fR \\fIVERB\\fR [\\fIPROBLEM\\fR]")?;
    whole.render_description_section(&mut page)?;
    whole.render_options_section(&mut page)?;
    writeln!(page, ".SH VERBS")?;
    for verb in command.get_subcommands() {
        write_verb(&mut page, &command, verb)?;
    }
    writeln!(page, ".SH KEYS\nKeys of the board. The configuration file can change them.")?;
    for (keys, help) in key_lines() {
        writeln!(page, ".TP\n\\fB{}\\fR\n{}", escaped(&keys), escaped(&help.replace('`', "")))?;
    }
    write_list(&mut page, "FILES", &FILES)?;
    write_list(&mut page, "ENVIRONMENT", &ENVIRONMENT)?;
    writeln!(page, ".SH EXAMPLES\n.nf")?;
    for line in EXAMPLES.lines() {
        writeln!(page, "{}", escaped(line))?;
    }
    writeln!(page, ".fi")?;
    write_list(&mut page, "EXIT STATUS", &EXIT_CODES)?;
    for chapter in PAGES {
        page.write_all(chapter.roff().as_bytes())?;
    }
    whole.render_version_section(&mut page)?;
    Ok(page)
}

/// Writes a section that lists names and their meanings.
fn write_list(page: &mut impl Write, title: &str, list: &[(&str, &str)]) -> io::Result<()> {
    writeln!(page, ".SH {title}")?;
    for (name, meaning) in list {
        writeln!(page, ".TP\n{}\n{}", escaped(name), escaped(meaning))?;
    }
    Ok(())
}

/// Writes a verb, with the options that the program without a verb does not have.
fn write_verb(page: &mut impl Write, whole: &Command, verb: &Command) -> io::Result<()> {
    writeln!(page, ".SS {}", escaped(verb.get_name()))?;
    if let Some(paragraph) = verb.get_long_about().or(verb.get_about()).map(ToString::to_string) {
        writeln!(page, "{}", escaped(&paragraph).replace("\n\n", "\n.PP\n"))?;
    }
    for argument in verb.get_positionals() {
        let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
        let name = argument.get_value_names().and_then(|names| names.first());
        let name = name.map(ToString::to_string).unwrap_or_default();
        writeln!(page, ".TP\n\\fI{}\\fR\n{}", escaped(&name), escaped(&help))?;
    }
    let own = verb.get_arguments().filter(|argument| {
        !argument.is_positional()
            && whole.get_arguments().all(|other| other.get_id() != argument.get_id())
    });
    for argument in own {
        let option = argument.get_long().map(|long| format!("--{long}")).unwrap_or_default();
        let takes_values = argument.get_action().takes_values();
        let value = argument.get_value_names().filter(|_| takes_values);
        let value = value.and_then(|names| names.first()).map(|name| format!(" \\fI{name}\\fR"));
        let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
        let choices = argument.get_possible_values();
        let choices = choices.iter().map(PossibleValue::get_name).join(", ");
        let has_choices = takes_values && !choices.is_empty();
        let choices = if has_choices { format!(" [{choices}]") } else { String::new() };
        writeln!(
            page,
            ".TP\n\\fB{}\\fR{}\n{}{}",
            escaped(&option),
            value.unwrap_or_default(),
            escaped(&help),
            escaped(&choices)
        )?;
    }
    Ok(())
}

/// The text with roff's special characters escaped.
fn escaped(text: &str) -> String {
    let line = |line: &str| {
        let line = line.replace('\\', "\\e").replace('-', "\\-");
        if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}
