//! Error messages about wrong options, with a suggestion where one is likely.

use std::error::Error;

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// The error message about wrong words of a command.
pub(super) fn sentence(words: &[String], error: &clap::Error) -> String {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    wrong_value(&words, error).unwrap_or_else(|| sentence_of_parser(error))
}

/// The error message about a value that is wrong, missing or superfluous, or about options that exclude each other.
/// `None` for other errors. `words` is the command line as words.
pub fn wrong_value(words: &[&str], error: &clap::Error) -> Option<String> {
    match error.kind() {
        ErrorKind::ValueValidation => {
            let argument = text(error, ContextKind::InvalidArg)?;
            Some(format!("{}: {}", name_of_argument(argument), error.source()?))
        }
        ErrorKind::InvalidValue => wrong_word(error),
        ErrorKind::TooManyValues => {
            let argument = text(error, ContextKind::InvalidArg)?;
            Some(format!("{} takes no value", name_of_argument(argument)))
        }
        ErrorKind::ArgumentConflict => conflict(words, error),
        _ => None,
    }
}

/// The parser's own error message, without the lines about usage.
pub fn sentence_of_parser(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines = text.lines().take_while(|line| !line.is_empty()).map(str::trim);
    lines.collect::<Vec<_>>().join(" ").trim_start_matches("error: ").to_owned()
}

/// The name of an argument that the parser writes as `--limit <N>`, `[CELL]` or `<BOARD>...`: its option, or the name
/// of its value.
pub fn name_of_argument(argument: &str) -> &str {
    let word = argument.split(' ').next().unwrap_or_default();
    match word.trim_matches(['[', ']', '<', '>', '.']) {
        "NAME-or-BETZA" => "pieces",
        name => name,
    }
}

/// A part of the parser's error that is a single text.
pub fn text(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match texts(error, kind)[..] {
        [text] => Some(text),
        _ => None,
    }
}

/// The texts in a part of the parser's error.
pub fn texts(error: &clap::Error, kind: ContextKind) -> Vec<&str> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text],
        Some(ContextValue::Strings(texts)) => texts.iter().map(String::as_str).collect(),
        _ => Vec::new(),
    }
}

/// The message about a value that is not allowed or missing.
fn wrong_word(error: &clap::Error) -> Option<String> {
    let argument = text(error, ContextKind::InvalidArg)?;
    let name = name_of_argument(argument);
    let words = texts(error, ContextKind::ValidValue).join(", ");
    let wrong = text(error, ContextKind::InvalidValue).unwrap_or_default();
    Some(match (wrong, words.as_str(), text(error, ContextKind::SuggestedValue)) {
        ("", "", _) => format!("{name}: the value is missing ({argument})"),
        ("", words, _) => format!("{name}: the value is missing ({words})"),
        (wrong, _, Some(near)) => {
            format!("{name}: '{wrong}' is none of {words}; did you mean '{near}'?")
        }
        (wrong, words, None) => format!("{name}: '{wrong}' is none of {words}"),
    })
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
