use std::io::{self, Write};

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory, ValueHint};
use clap_complete::Shell;
use strum::VariantNames;

use super::arguments::{Arguments, Verb};
use super::format;
use crate::geometry::Piece;
use crate::manual::PAGES;
use crate::problem::{Assist, Family};

/// Prints a completion script for a shell.
pub(super) fn run(shell: Shell) -> io::Result<()> {
    // `generate` panics if its writer fails, so it writes to memory.
    let mut text = Vec::new();
    clap_complete::generate(
        shell,
        &mut with_words(Arguments::command()),
        "configurator",
        &mut text,
    );
    let mut out = format::stdout();
    out.write_all(&text)?;
    out.flush()
}

/// The command with words for the arguments that a shell can complete, and no file names for others.
fn with_words(command: Command) -> Command {
    command.mut_args(complete).mut_subcommands(|verb| verb.mut_args(complete))
}

fn complete(argument: Arg) -> Arg {
    let words: Vec<&str> = match argument.get_id().as_str() {
        "piece" | "pieces" => Piece::names().collect(),
        "assist" => Assist::VARIANTS.to_vec(),
        "rules" => Family::VARIANTS.iter().copied().chain(["none"]).collect(),
        "topic" => {
            PAGES.iter().map(|page| page.topic).chain(Verb::VARIANTS.iter().copied()).collect()
        }
        _ => Vec::new(),
    };
    let is_open = argument.get_action().takes_values()
        && argument.get_value_hint() == ValueHint::Unknown
        && argument.get_possible_values().is_empty();
    if !words.is_empty() {
        argument.value_parser(PossibleValuesParser::new(words))
    } else if is_open {
        argument.value_hint(ValueHint::Other)
    } else {
        argument
    }
}
