//! Error messages about wrong command lines and wrong commands after `:`, with a suggestion.

use std::error::Error;
use std::ffi::OsStr;
use std::path::Path;

use clap::builder::PossibleValue;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

use geometry::{Cell, Piece, Size, did_you_mean, nearest};
use problem::is_link;
use session::steps::Grade;

/// The error message for a wrong command line. `words` are its words, `program` has the verbs as subcommands.
pub fn sentence(program: &Command, words: &[&str], error: &clap::Error) -> String {
    let verb = words.get(1).and_then(|word| program.find_subcommand(word));
    let command = verb.unwrap_or(program);
    let told = match error.kind() {
        ErrorKind::MissingRequiredArgument => missing(command, error),
        ErrorKind::UnknownArgument => text(error, ContextKind::InvalidArg)
            .map(|wrong| unknown(program, command, wrong, words, error)),
        ErrorKind::ValueValidation => text(error, ContextKind::InvalidArg).and_then(|argument| {
            Some(format!("{}: {}", name_of_argument(argument), error.source()?))
        }),
        ErrorKind::InvalidValue => wrong_word(command, error),
        ErrorKind::TooManyValues => text(error, ContextKind::InvalidArg)
            .map(|argument| format!("{} takes no value", name_of_argument(argument))),
        ErrorKind::ArgumentConflict => conflict(words, error),
        _ => None,
    };
    told.unwrap_or_else(|| sentence_of_parser(error))
}

/// The name of an argument: its option, or the name of its value.
pub fn name(argument: &Arg) -> String {
    name_of_argument(&argument.to_string()).to_owned()
}

/// The error message for an argument that the command does not have.
fn unknown(
    program: &Command,
    command: &Command,
    wrong: &str,
    words: &[&str],
    error: &clap::Error,
) -> String {
    if !wrong.starts_with('-') {
        return unexpected(command, wrong);
    }
    let Some(name) = wrong.strip_prefix("--") else {
        return single_dash_error(program, command, wrong, words);
    };
    option_elsewhere(program, command, name).unwrap_or_else(|| {
        let hint = match text(error, ContextKind::SuggestedArg) {
            Some(near) => format!(": {}", did_you_mean(name_of_argument(near))),
            None => format!("; {}", help_hint(command)),
        };
        format!("there is no option --{name}{hint}")
    })
}

/// True if the command is a verb, not the program without a verb.
fn is_verb(command: &Command) -> bool {
    !command.has_subcommands()
}

/// The error message for a first word that is neither an option nor a verb nor an existing file; `None`
/// for other words.
pub fn unknown_word(program: &Command, word: &OsStr) -> Option<String> {
    let is_file = Path::new(word).exists();
    let word = word.to_string_lossy();
    if is_link(&word) {
        return None;
    }
    let verbs: Vec<String> =
        program.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    if is_file || word.starts_with('-') || verbs.iter().any(|verb| *verb == word) {
        return None;
    }
    // A word with a dot or a slash is a file, because verbs contain neither.
    if word.contains(['.', '/']) {
        return Some(format!("{word}: there is no such file"));
    }
    let meant = nearest(&word, verbs.iter().map(String::as_str)).map(str::to_owned);
    let meant = meant
        .or_else(|| option_of(&word))
        .map_or_else(|| format!("the verbs are {}", verbs.join(", ")), did_you_mean);
    Some(format!("'{word}' is neither a file nor a verb: {meant}"))
}

/// The error message for a missing argument, with its possible values or its help.
fn missing(command: &Command, error: &clap::Error) -> Option<String> {
    let missing = texts(error, ContextKind::InvalidArg);
    let verb = command.get_name();
    let sentences = missing.iter().map(|form| {
        let argument =
            command.get_arguments().find(|argument| name(argument) == name_of_argument(form));
        let values = argument.map(Arg::get_possible_values).unwrap_or_default();
        let values: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
        let what = match values.as_slice() {
            ["true", "false"] | [] => argument.and_then(Arg::get_help).map(ToString::to_string),
            values => Some(values.join(", ")),
        };
        format!("{verb} needs {form}{}", what.map_or(String::new(), |what| format!(": {what}")))
    });
    Some(sentences.collect::<Vec<_>>().join("; ")).filter(|sentence| !sentence.is_empty())
}

/// The error message for an option of other commands; `None` if no command has the option.
fn option_elsewhere(program: &Command, command: &Command, name: &str) -> Option<String> {
    let has = |command: &Command| long_names(command).any(|long| long == name);
    let verbs = program.get_subcommands().filter(|verb| has(verb)).map(Command::get_name);
    let owners: Vec<&str> = has(program).then_some("the board").into_iter().chain(verbs).collect();
    let here = if is_verb(command) { command.get_name() } else { "the board" };
    match owners.as_slice() {
        ["the board"] => Some(format!("--{name} is for the board, not for {here}")),
        [] => None,
        owners => {
            let longer = long_names(command).find(|long| long.starts_with(name));
            let meant = longer.map(|it| format!("--{it}"));
            let owners = owners.join(", ");
            Some(format!("--{name} is no option of {here}, but of {owners}{}", question(meant)))
        }
    }
}

/// The error message for a word with one dash: an option whose name needs two, or a letter that this command lacks.
fn single_dash_error(program: &Command, command: &Command, wrong: &str, words: &[&str]) -> String {
    let mut words = words.iter().filter(|word| word.starts_with(wrong) && !word.starts_with("--"));
    let word = words.next().copied().unwrap_or(wrong);
    let name = word.trim_start_matches('-').split('=').next().unwrap_or_default();
    if let Some(near) = nearest(name, long_names(command)) {
        return format!("'{word}' is no option: {}", did_you_mean(format_args!("--{near}")));
    }
    let mut all = program.get_subcommands().flat_map(Command::get_arguments);
    let of_letter = all.find(|it| it.get_short().is_some_and(|it| wrong == format!("-{it}")));
    let elsewhere = of_letter.and_then(Arg::get_long);
    match elsewhere.and_then(|long| option_elsewhere(program, command, long)) {
        Some(sentence) => format!("{wrong}: {sentence}"),
        None => format!("'{word}' is no option; {}", help_hint(command)),
    }
}

/// The error message for an unexpected word, with the option that probably takes it as its value.
fn unexpected(command: &Command, wrong: &str) -> String {
    let has =
        |meant: &String| long_names(command).any(|long| meant.starts_with(&format!("--{long} ")));
    match option_of(wrong).filter(has) {
        Some(meant) if meant.starts_with("--place ") => format!(
            "'{wrong}' is unexpected here: {} Lists of cells have commas and no spaces, as in 'a1,c4'",
            did_you_mean(meant)
        ),
        Some(meant) => format!("'{wrong}' is unexpected here: {}", did_you_mean(meant)),
        None => format!("'{wrong}' is unexpected here; {}", help_hint(command)),
    }
}

/// The option that probably takes a word as its value, followed by the word.
fn option_of(word: &str) -> Option<String> {
    let path = Path::new(word);
    if is_link(word) || path.extension().is_some_and(|ending| ending == "toml") {
        return Some(format!("--board {word}"));
    }
    if path.is_file() {
        return Some(format!("--regions {word}"));
    }
    if word.parse::<Size>().is_ok() {
        return Some(format!("--size {word}"));
    }
    let is_piece = |name: &&str| *name == word || word.strip_suffix('s') == Some(name);
    if let Some(name) = Piece::names().find(is_piece) {
        return Some(format!("--piece {name}"));
    }
    if word.parse::<Grade>().is_ok() {
        return Some(format!("--difficulty {word}"));
    }
    Cell::parse_list(word).is_ok().then(|| format!("--place {word}"))
}

/// The sentence that says how to list the options of a command.
fn help_hint(command: &Command) -> String {
    let verb = if is_verb(command) { format!("{} ", command.get_name()) } else { String::new() };
    format!("'configurator {verb}--help' lists what there is")
}

/// The names of the command's options.
fn long_names(command: &Command) -> impl Iterator<Item = &str> {
    command.get_arguments().filter_map(Arg::get_long)
}

/// The parser's own error message, without the lines about usage.
fn sentence_of_parser(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines = text.lines().take_while(|line| !line.is_empty()).map(str::trim);
    lines.collect::<Vec<_>>().join(" ").trim_start_matches("error: ").to_owned()
}

/// The name of an argument that the parser writes as `--limit <N>`, `[CELL]` or `<BOARD>...`: its option, or the name
/// of its value.
fn name_of_argument(argument: &str) -> &str {
    let word = argument.split([' ', '=']).next().unwrap_or_default();
    match word.trim_matches(['[', ']', '<', '>', '.']) {
        "NAME-or-BETZA" => "pieces",
        name => name,
    }
}

/// A part of the parser's error that is a single text.
fn text(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match texts(error, kind)[..] {
        [text] => Some(text),
        _ => None,
    }
}

/// The texts in a part of the parser's error.
fn texts(error: &clap::Error, kind: ContextKind) -> Vec<&str> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text],
        Some(ContextValue::Strings(texts)) => texts.iter().map(String::as_str).collect(),
        _ => Vec::new(),
    }
}

/// The message about a value that is not allowed or missing.
fn wrong_word(command: &Command, error: &clap::Error) -> Option<String> {
    let argument = text(error, ContextKind::InvalidArg)?;
    let name = name_of_argument(argument);
    let words = texts(error, ContextKind::ValidValue).join(", ");
    let wrong = text(error, ContextKind::InvalidValue).unwrap_or_default();
    if wrong.is_empty() {
        let form = if words.is_empty() { argument } else { &words };
        return Some(format!("{name}: the value is missing ({form})"));
    }
    // A value may also be an option, as in `--to link`.
    let option = long_names(command).find(|long| *long == wrong).map(|long| format!("--{long}"));
    let meant = option.or_else(|| text(error, ContextKind::SuggestedValue).map(str::to_owned));
    Some(format!("{name}: '{wrong}' is none of {words}{}", question(meant)))
}

/// The question "did you mean …" at the end of a message, or nothing.
fn question(meant: Option<String>) -> String {
    meant.map_or_else(String::new, |meant| format!("; {}", did_you_mean(meant)))
}

/// The message about arguments that exclude each other. If a whole group is excluded, the parser also names options
/// that were not given.
fn conflict(words: &[&str], error: &clap::Error) -> Option<String> {
    let first = name_of_argument(text(error, ContextKind::InvalidArg)?);
    let others = texts(error, ContextKind::PriorArg).into_iter().map(name_of_argument);
    let is_given = |name: &&str| {
        let option = words.iter().any(|word| word.split('=').next() == Some(name));
        option || !name.starts_with("--")
    };
    let others: Vec<&str> = others.filter(is_given).collect();
    match others.as_slice() {
        [] => None,
        [same] if *same == first => Some(format!("{first} can be given once only")),
        others => Some(format!("{first} cannot be used with {}", others.join(", "))),
    }
}
