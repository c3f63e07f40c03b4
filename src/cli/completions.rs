use std::io;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;
use itertools::Itertools;
use strum::VariantNames;

use super::arguments::{Verb, full_program};
use super::format;
use geometry::Piece;
use manual::PAGES;
use problem::{Assist, Family};

/// The line of the zsh script that lists the verbs.
const ZSH_VERBS: &str = "_describe -t commands 'configurator commands' commands \"$@\"";

/// The lines of the fish script for arguments that it cannot parse.
const FISH_MISTAKE: &str = "-- $cmd 2>/dev/null\n    or return";

/// Prints a completion script for a shell.
pub(super) fn run(shell: Shell) -> io::Result<()> {
    let command = full_program().mut_args(complete);
    let command = command.mut_subcommands(|verb| verb.mut_args(complete));
    let mut command = if shell == Shell::Zsh { without_file(&command) } else { command };
    let of_verbs: Vec<_> = command.get_subcommands().filter_map(positional_words).collect();
    // The text is generated in memory, because `generate` panics if its writer fails.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command, "configurator", &mut text);
    let mut text = String::from_utf8_lossy(&text).into_owned();
    match shell {
        // For zsh, the generator leaves out the files that may take the place of words.
        Shell::Zsh => {
            text = text.replacen(ZSH_VERBS, &format!("{ZSH_VERBS}\n    _files"), 1);
            for (_, words, _) in of_verbs.iter().filter(|(.., takes_files)| *takes_files) {
                let both =
                    format!(":{{_alternative \"words:word:({words})\" \"files:file:_files\"}}'");
                text = text.replace(&format!(":({words})'"), &both);
            }
        }
        // For fish, the generator leaves out the words of positional arguments. Its script also takes an option whose
        // value is being typed for a mistake, and then completes nothing.
        Shell::Fish => {
            text = text.replacen(FISH_MISTAKE, &format!("{FISH_MISTAKE} 0"), 1);
            for (verb, words, takes_files) in of_verbs {
                let is_verb = format!("__fish_configurator_using_subcommand {verb}");
                let files = if takes_files { "" } else { " -f" };
                let line =
                    format!("complete -c configurator -n \"{is_verb}\"{files} -a \"{words}\"\n");
                text.push_str(&line);
            }
        }
        _ => {}
    }
    format::print(&text)
}

/// The name of a verb, the words that its positional argument takes, and whether it also takes files; `None` without such
/// words.
fn positional_words(verb: &Command) -> Option<(String, String, bool)> {
    let argument = verb.get_positionals().next()?;
    let words = argument.get_possible_values();
    let names = words.iter().map(PossibleValue::get_name).join(" ");
    let takes_files = argument.get_value_hint() == ValueHint::FilePath;
    (!names.is_empty()).then(|| (verb.get_name().to_owned(), names, takes_files))
}

/// The command without the file that can be given instead of a verb. With this argument, the zsh script
/// would mistake the verb for the file and would not complete the verb's options.
fn without_file(command: &Command) -> Command {
    let arguments = command.get_arguments().filter(|argument| argument.get_id() != "file");
    let groups = command.get_groups().filter(|group| group.get_id() == "ProblemArguments");
    Command::new("configurator")
        .version(env!("CARGO_PKG_VERSION"))
        .disable_help_subcommand(true)
        .disable_help_flag(true)
        .args(arguments.cloned())
        .groups(groups.cloned())
        .subcommands(command.get_subcommands().cloned())
}

/// Words that complete an argument. The argument accepts other words as well.
fn words(argument: &str) -> Vec<&'static str> {
    match argument {
        "piece" | "pieces" => Piece::names().collect(),
        "assist" => Assist::VARIANTS.to_vec(),
        "rules" => Family::VARIANTS.iter().copied().chain(["none"]).collect(),
        "topic" => {
            PAGES.iter().map(|page| page.topic).chain(Verb::VARIANTS.iter().copied()).collect()
        }
        _ => Vec::new(),
    }
}

/// The argument with its completions: its words, and file names only if it is a file.
fn complete(argument: Arg) -> Arg {
    let words = words(argument.get_id().as_str());
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
