use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;
use std::{env, process};

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, CommandFactory, FromArgMatches};

use super::{Arguments, ComparedProblem, READ, short_help};
use crate::format;
use app::options::mistake;
use files::{is_stdin, printable, reason};
use geometry::did_you_mean;

impl Arguments {
    /// Parses the program's arguments. If they are wrong or request help, prints the error or the help
    /// and ends the program.
    pub fn read() -> Self {
        let words: Vec<OsString> = env::args_os().collect();
        Self::from_words(&words).unwrap_or_else(|error| match Self::requested_help(&words, error) {
            Ok(help) => print_help(&help),
            Err(sentence) => refuse(&sentence),
        })
    }

    /// The help that the words of a command line request, if they could not be parsed for this reason.
    ///
    /// # Errors
    /// When the words are wrong: the message.
    pub(crate) fn requested_help(
        words: &[OsString],
        error: clap::Error,
    ) -> Result<clap::Error, String> {
        if error.use_stderr()
            && let Some(sentence) = words.get(1).and_then(|word| Self::unknown_word(word))
        {
            return Err(sentence);
        }
        // The parser repeats the arguments in its errors, so unprintable characters are replaced
        // first.
        let printable: Vec<OsString> =
            words.iter().map(|word| printable(&word.to_string_lossy()).into()).collect();
        let error = Self::from_words(&printable).err().unwrap_or(error);
        if error.use_stderr() { Err(Self::mistake(&printable, &error)) } else { Ok(error) }
    }

    /// The error message if the file to open does not exist.
    pub(crate) fn unknown_file(&self) -> Option<String> {
        self.file.as_ref().and_then(|file| Self::unknown_word(file.as_os_str()))
    }

    fn unknown_word(word: &OsStr) -> Option<String> {
        mistake::unknown_word(&Self::command(), word)
    }

    /// The error message for a wrong command line.
    pub(super) fn mistake(words: &[OsString], error: &clap::Error) -> String {
        let mut program = Self::command();
        program.build();
        let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
        mistake::sentence(&program, &words.iter().map(AsRef::as_ref).collect::<Vec<_>>(), error)
    }

    /// Parses the words of a command line, of which the first is the program's name. A request for help
    /// is also an `Err`.
    pub(crate) fn from_words<W: Into<OsString> + Clone>(
        words: impl IntoIterator<Item = W>,
    ) -> Result<Self, clap::Error> {
        let mut command = short_help::program();
        let words = with_named_sizes(&mut command, words.into_iter().map(Into::into))
            .map_err(|message| command.error(ErrorKind::ArgumentConflict, message))?;
        let matches = command.try_get_matches_from_mut(words)?;
        // Every verb has its own options. An option or a file before the verb would be ignored
        // silently, so it is an error.
        let is_lost = |argument: &&Arg| {
            let id = argument.get_id().as_str();
            !argument.is_global_set()
                && !matches!(id, "help" | "version")
                && matches.value_source(id) == Some(ValueSource::CommandLine)
        };
        let lost = command.get_arguments().find(is_lost);
        if let (Some(verb), Some(lost)) = (matches.subcommand_name(), lost) {
            let is_board = |option: &Arg| option.get_long() == Some("board");
            let takes_board = |verb: &Command| verb.get_arguments().any(is_board);
            let message = match lost.get_long() {
                Some(option) => format!("options follow the verb, as in '{verb} --{option}'"),
                None if command.find_subcommand(verb).is_some_and(takes_board) => {
                    format!("a file follows the verb, as in '{verb} --board FILE'")
                }
                None => format!("'{verb}' takes no board file"),
            };
            return Err(command.error(ErrorKind::ArgumentConflict, message));
        }
        if let Err(message) = check_inputs(&command, &matches) {
            return Err(command.error(ErrorKind::ArgumentConflict, message));
        }
        let of_verb = matches.subcommand().map_or(&matches, |(_, of_verb)| of_verb);
        let timeout = of_verb.try_get_one("timeout").ok().flatten().copied();
        let arguments = Self::from_arg_matches(&matches);
        let arguments = arguments.map(|arguments| Self { timeout, ..arguments });
        arguments.map_err(|error| error.format(&mut command))
    }
}

/// Parses a problem to compare: the name of a file, or options as a shell quotes them.
///
/// # Errors
/// A sentence about an option or a value that does not exist.
pub(super) fn compared(text: &str) -> Result<ComparedProblem, String> {
    let mut program = ComparedProblem::command();
    let words = if Path::new(text).exists() {
        vec![text.to_owned()]
    } else {
        shell_words::split(text).map_err(|_| format!("'{text}' has a quote that does not end"))?
    };
    let words = ["configurator".to_owned()].into_iter().chain(words).map(OsString::from);
    let words = with_named_sizes(&mut program, words)?;
    let matches = program.try_get_matches_from_mut(&words);
    if let Ok(matches) = &matches {
        check_inputs(&program, matches)?;
    }
    let parsed = matches.and_then(|matches| ComparedProblem::from_arg_matches(&matches));
    parsed.map_err(|error| {
        let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
        mistake::sentence(&program, &words.iter().map(AsRef::as_ref).collect::<Vec<_>>(), &error)
    })
}

/// The words of a command line, with `--size` before each size that stands alone, as in `count 10`.
///
/// # Errors
/// When an option such as `-size` lacks a dash, which would otherwise be read as `-s ize`.
fn with_named_sizes(
    program: &mut Command,
    words: impl Iterator<Item = OsString>,
) -> Result<Vec<OsString>, String> {
    program.build();
    let mut command = &*program;
    let mut named = Vec::new();
    // Number of further words that may be values of the last option.
    let mut values = 0;
    for word in words {
        let text = word.to_string_lossy();
        let is_option = text.starts_with('-') && text.len() > 1;
        if let Some(verb) = command.find_subcommand(&word).filter(|_| values == 0) {
            command = verb;
        } else if is_option {
            let name = text[1..].split('=').next().filter(|name| name.len() > 1);
            let mut options = command.get_arguments().filter_map(Arg::get_long);
            if let Some(name) = options.find(|it| values == 0 && Some(*it) == name) {
                return Err(format!(
                    "'{text}' is no option: {}",
                    did_you_mean(format_args!("--{name}"))
                ));
            }
            let number = last_option(command, &text).and_then(Arg::get_num_args);
            values = number.map_or(0, |number| number.max_values());
        } else if values > 0 {
            values -= 1;
        } else if is_bare_size(&text)
            && command.get_arguments().any(|it| it.get_long() == Some("size"))
        {
            named.push("--size".into());
        }
        named.push(word);
    }
    Ok(named)
}

/// The option that takes the next word as its value: `--limit`, or the last letter of `-qn`.
fn last_option<'a>(command: &'a Command, word: &str) -> Option<&'a Arg> {
    if let Some(name) = word.strip_prefix("--") {
        return command.get_arguments().find(|it| it.get_long() == Some(name));
    }
    let mut letters = word.char_indices().skip(1);
    let (at, option) = letters.find_map(|(at, letter)| {
        let takes = |it: &&Arg| it.get_short() == Some(letter) && it.get_action().takes_values();
        Some((at, command.get_arguments().find(takes)?))
    })?;
    // Other characters in the word are the value.
    (at + 1 == word.len()).then_some(option)
}

/// True for a number, or two numbers with an `x` between them.
fn is_bare_size(text: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once('x')
        .map_or_else(|| is_number(text), |(rows, columns)| is_number(rows) && is_number(columns))
}

/// Checks that at most one argument reads standard input.
fn check_inputs(program: &Command, matches: &ArgMatches) -> Result<(), String> {
    let (command, matches) = match matches.subcommand() {
        Some((verb, matches)) => (program.find_subcommand(verb).unwrap_or(program), matches),
        None => (program, matches),
    };
    let mut readers = command
        .get_arguments()
        .filter(|argument| argument.get_value_hint() == READ)
        .flat_map(|argument| {
            let id = argument.get_id().as_str();
            let words = matches.get_raw(id).into_iter().flatten().map(Path::new);
            let compared = matches.try_get_one::<ComparedProblem>(id).ok().flatten();
            let files: Vec<&Path> = compared.map_or(words.collect(), |it| it.files().collect());
            files.into_iter().filter(|file| is_stdin(file)).map(|_| mistake::name(argument))
        });
    if let (Some(first), Some(second)) = (readers.next(), readers.next()) {
        return Err(format!("{second}: standard input is read for {first} already"));
    }
    Ok(())
}

/// Prints the requested help and ends the program. If printing fails, the exit code is an error, except
/// for a broken pipe.
fn print_help(help: &clap::Error) -> ! {
    let printed = help.print().and_then(|()| io::stdout().flush());
    let code = match format::check_stdout().and(printed.map_err(|error| format::of_stdout(&error)))
    {
        Err(failed) if failed.kind() != io::ErrorKind::BrokenPipe => {
            format::print_message(reason(&failed));
            2
        }
        _ => help.exit_code(),
    };
    process::exit(code)
}

/// Prints an error message, and ends the program with the exit code for wrong usage.
fn refuse(sentence: &str) -> ! {
    format::print_message(sentence);
    process::exit(2)
}
