//! The short help of a verb: a few words for each option of its own, and only the names of the options that the program
//! without a verb describes.

use clap::{Arg, ArgAction, Command, CommandFactory};
use itertools::Itertools;
use strum::IntoEnumIterator;

use super::{Arguments, VerbName};

/// The program with the full text of each option of its verbs.
pub(crate) fn full_program() -> Command {
    let program = Arguments::command().disable_help_flag(true);
    let program = program.mut_subcommands(|verb| verb.arg(help_option(ArgAction::HelpShort)));
    program.arg(help_option(ArgAction::HelpLong))
}

/// The program with short helps of its verbs.
pub(super) fn program() -> Command {
    let program = full_program();
    let is_option = |argument: &&Arg| argument.get_id() != HELP;
    let common: Vec<Arg> = program.get_arguments().filter(is_option).cloned().collect();
    let program = program.mut_args(|argument| {
        let is_global = argument.is_global_set();
        argument.hide_short_help(is_global)
    });
    program.mut_subcommands(|verb| shortened(verb, &common))
}

const HELP: &str = "help";

fn help_option(action: ArgAction) -> Arg {
    let option = Arg::new(HELP).short('h').long(HELP).help("Print help").action(action);
    option.help_heading(None::<&str>)
}

/// The verb with a short help.
fn shortened(verb: Command, common: &[Arg]) -> Command {
    let name = verb.get_name().to_owned();
    let has_data = VerbName::iter().any(|it| <&str>::from(it) == name && it.schema().is_some());
    let of_verb = verb.get_arguments().filter(|argument| is_common(argument, common));
    let of_all = common.iter().filter(|argument| has_data && argument.is_global_set());
    let named = of_verb.chain(of_all).map(|it| (it.get_help_heading(), form(it)));
    let groups = named.into_group_map().into_iter().sorted();
    let groups = groups.map(|(heading, forms)| {
        format!("  {}: {}\n", heading.unwrap_or("Output"), forms.join(", "))
    });
    let groups: String = groups.collect();
    let groups = if groups.is_empty() {
        groups
    } else {
        format!("Common options, which 'configurator --help' describes:\n{groups}\n")
    };
    let full = format!("'configurator help {name}' says more about each option.");
    verb.mut_args(|argument| {
        let is_hidden = is_common(&argument, common);
        let help = argument.get_help().map_or_else(String::new, |help| summary(&help.to_string()));
        let argument = argument.hide_short_help(is_hidden);
        match words(&argument) {
            Some(words) => {
                argument.hide_possible_values(true).help(format!("{help} [{}]", words.join(", ")))
            }
            None => argument.help(help),
        }
    })
    .after_help(groups + &full)
}

/// True if the program has the same option without a verb.
fn is_common(argument: &Arg, common: &[Arg]) -> bool {
    let is_same = |other: &Arg| {
        other.get_id() == argument.get_id()
            && other.get_help().map(ToString::to_string)
                == argument.get_help().map(ToString::to_string)
    };
    !argument.is_positional() && common.iter().any(is_same)
}

/// An option with its values, as in `-s/--size SIZE` or `--color auto|always|never`.
fn form(option: &Arg) -> String {
    let short = option.get_short().map_or_else(String::new, |letter| format!("-{letter}/"));
    let name = format!("{short}--{}", option.get_long().unwrap_or_default());
    if !option.get_action().takes_values() {
        return name;
    }
    let value_names = option.get_value_names().unwrap_or_default().iter();
    let values = words(option).map(|words| words.join("|"));
    format!("{name} {}", values.unwrap_or_else(|| value_names.format("|").to_string()))
}

/// The words that an option takes; `None` if it is a flag or takes other values.
fn words(option: &Arg) -> Option<Vec<String>> {
    let values = option.get_possible_values().into_iter().filter(|value| !value.is_hide_set());
    let words: Vec<String> = values.map(|value| value.get_name().to_owned()).collect();
    Some(words).filter(|words| option.get_action().takes_values() && !words.is_empty())
}

/// A text up to its first full stop or semicolon, and its default value.
fn summary(text: &str) -> String {
    let (text, default) = text.find(" [default").map_or((text, ""), |start| text.split_at(start));
    let end = [". ", "; "].iter().filter_map(|mark| text.find(mark)).min();
    format!("{}{default}", &text[..end.unwrap_or(text.len())])
}
