//! Options of commands after `:` that are also options of the command line.
//!
//! Both use the same structs, so that values, errors and completions are the same. After `:` the dashes are optional.
//! The name of an option is optional as well if the value determines the option: `hard` is `--difficulty hard`.

pub mod mistake;

use std::error::Error;
use std::ffi::OsStr;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command};
use strum::{EnumMessage, IntoEnumIterator, VariantNames};

use engine::search::{Labeling, Propagation, SearchOptions, Values};
use geometry::parse_digits;
use session::puzzle::{self, Date, Difficulty, Kind};
use session::steps::Grade;

/// The kind of puzzle to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Played {
    /// A kind of puzzle. The program makes a puzzle of this kind.
    Kind(Kind),
    /// A board file, a drawing of regions or a link; `-` is standard input.
    File(PathBuf),
}

/// Options of a puzzle that is made and played.
#[derive(Args, Clone, Debug)]
pub struct PlayOptions {
    /// The kind of puzzle: queens (in coloured regions), star-battle, or queens-givens
    #[arg(value_name = "KIND", default_value = "queens", value_parser = kinds_of_puzzles().map(Played::Kind))]
    pub puzzle: Played,
    /// Rows and columns, as in 8 [default: 8; of star battles with two stars 10, with three 14]
    #[arg(short, long, value_name = "N", allow_hyphen_values = true, help_heading = "Puzzle")]
    #[arg(value_parser = integer_in_range("a size of puzzles", puzzle::SIZES))]
    pub size: Option<u16>,
    /// How hard it is: easy, medium, hard or expert, or numbers as in 40..60
    #[arg(long, value_name = "GRADE", default_value = "easy", help_heading = "Puzzle")]
    #[arg(value_parser = DifficultyParser)]
    pub difficulty: Difficulty,
    /// The pieces in each row, column and region of a star battle, 1 to 3 [default: 2, below size 8 1]
    #[arg(long, value_name = "N", allow_hyphen_values = true, help_heading = "Puzzle")]
    #[arg(value_parser = integer_in_range("a number of stars", 1..=puzzle::MAX_STARS))]
    pub stars: Option<u32>,
    /// The same seed makes the same puzzle; the next puzzle uses the next seed [default: a random
    /// seed]
    #[arg(long, value_name = "N", allow_hyphen_values = true, help_heading = "Puzzle")]
    #[arg(value_parser = seed())]
    pub seed: Option<u64>,
    /// The puzzle of a day, today's (UTC) or that of DATE, as in 2026-11-23: the same for everybody who has
    /// this version. Its seed is the date
    #[arg(long, value_name = "DATE", num_args = 0..=1, default_missing_value = "today")]
    #[arg(conflicts_with = "seed", help_heading = "Puzzle")]
    pub daily: Option<Date>,
}

impl PlayOptions {
    /// The seed of the puzzle; `None` for a random seed.
    pub fn seed(&self) -> Option<u64> {
        self.daily.map(Date::seed).or(self.seed)
    }
}

/// Options of a puzzle that is made from a board.
#[derive(Args, Clone, Debug)]
pub struct PuzzleOptions {
    /// The same seed makes the same puzzle [default: a random seed]
    #[arg(long, value_name = "N", allow_hyphen_values = true, help_heading = "Puzzle")]
    #[arg(value_parser = seed())]
    pub seed: Option<u64>,
    /// Number of given pieces besides those of --place [default: as few as possible]
    #[arg(long, value_name = "N", allow_hyphen_values = true, help_heading = "Puzzle")]
    #[arg(value_parser = integer_in_range("a number of pieces", 0..=usize::MAX))]
    pub givens: Option<usize>,
    /// Make regions instead of givens; by default for a rook + ferz (RF) in each row, column and region.
    /// Regions of --board are kept, and pieces are given; if cells have no region yet, they get one instead
    #[arg(long, conflicts_with = "givens", help_heading = "Puzzle")]
    pub coloured: bool,
    /// A star battle: kings that do not touch, K in each row, column and region; implies --coloured
    #[arg(long, value_name = "K", allow_hyphen_values = true, help_heading = "Puzzle")]
    #[arg(conflicts_with = "givens", value_parser = integer_in_range("a number of stars", 1..=MAX_WANTED_STARS))]
    pub stars: Option<u32>,
    /// How hard the puzzle is: easy, medium, hard or expert, or numbers as in 40..60
    #[arg(long, value_name = "GRADE", help_heading = "Puzzle")]
    #[arg(value_parser = DifficultyParser)]
    pub difficulty: Option<Difficulty>,
}

/// Options of the search engine.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Search")]
pub struct SearchChoices {
    /// Which row to decide next [default: first-fail]
    #[arg(long, ignore_case = true, value_parser = one_of(&LABELINGS))]
    pub labeling: Option<Labeling>,
    /// Which column to try first [default: middle]
    #[arg(long, ignore_case = true, value_parser = one_of(&VALUES))]
    pub values: Option<Values>,
    /// What to deduce after each step [default: weak]
    #[arg(long, ignore_case = true, value_parser = one_of(&PROPAGATIONS))]
    pub propagation: Option<Propagation>,
}

impl SearchChoices {
    /// The options of the search; `others` has those that are not given.
    pub fn or(&self, others: SearchOptions) -> SearchOptions {
        SearchOptions {
            labeling: self.labeling.unwrap_or(others.labeling),
            values: self.values.unwrap_or(others.values),
            propagation: self.propagation.unwrap_or(others.propagation),
            ..others
        }
    }

    /// The given options as words, as in `bounds leftmost min`.
    pub fn words(&self) -> String {
        let words: [Option<&str>; 3] = [
            self.propagation.map(Into::into),
            self.labeling.map(Into::into),
            self.values.map(Into::into),
        ];
        words.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

/// A value of an option, a line of help, and other names of the value.
type Choice<T> = (T, &'static str, &'static [&'static str]);

const LABELINGS: [Choice<Labeling>; 3] = [
    (
        Labeling::FirstFail,
        "The open row with the fewest columns left",
        &["ff", "choose-min-size-lowest-min", "choose_min_size_lowest_min"],
    ),
    (
        Labeling::Leftmost,
        "The first open row",
        &["naive", "choose-first-unbound", "choose_first_unbound"],
    ),
    (Labeling::Dual, "The open row or column with the fewest cells left", &[]),
];

const VALUES: [Choice<Values>; 4] = [
    (
        Values::Middle,
        "The column nearest to the middle",
        &["mid", "assign-center-value", "assign_center_value"],
    ),
    (Values::Min, "The first column", &["up", "assign-min-value", "assign_min_value"]),
    (Values::Max, "The last column", &["down", "assign-max-value", "assign_max_value"]),
    (Values::Random, "A random column", &[]),
];

const PROPAGATIONS: [Choice<Propagation>; 6] = [
    (Propagation::Naive, "As weak, but only at the ends of what is left of each row", &[]),
    (Propagation::Weak, "Remove the cells that a placed piece attacks", &[]),
    (
        Propagation::Bounds,
        "As weak, with all-different columns and diagonals, at the ends of each row only",
        &[],
    ),
    (
        Propagation::AllDifferent,
        "As weak, with all-different columns and diagonals by Régin's method",
        &[],
    ),
    (Propagation::Strong, "Also remove cells that attack all cells left in another row", &[]),
    (Propagation::Bounded, "As strong, but only where that can remove something", &[]),
];

/// Parses one of several values, in any case. Help lists other names, but not their spelling with `_`.
fn one_of<T>(choices: &'static [Choice<T>]) -> impl TypedValueParser<Value = T>
where
    T: Copy + Into<&'static str> + Send + Sync + 'static,
{
    let value = |&(choice, help, others): &Choice<T>| {
        let listed: Vec<_> = others.iter().copied().filter(|name| !name.contains('_')).collect();
        let also = if listed.is_empty() { "" } else { &format!(" (also {})", listed.join(", ")) };
        PossibleValue::new(choice.into()).aliases(others).help(format!("{help}{also}"))
    };
    PossibleValuesParser::new(choices.iter().map(value)).map(move |word| {
        let choice = choices.iter().find(|choice| value(choice).matches(&word, true));
        choice.expect("the parser passes only these words on").0
    })
}

/// Parses the name of an enum variant.
pub(super) fn variants<T>() -> impl TypedValueParser<Value = T>
where
    T: IntoEnumIterator + Copy + Into<&'static str> + Send + Sync + 'static,
{
    PossibleValuesParser::new(T::iter().map(Into::<&str>::into)).map(|word| {
        let variant = T::iter().find(|variant| Into::<&str>::into(*variant) == word);
        variant.expect("the parser passes only these words on")
    })
}

/// Parses a kind of puzzle.
pub fn kinds_of_puzzles() -> impl TypedValueParser<Value = Kind> {
    let named =
        |kind: Kind| PossibleValue::new(<&str>::from(kind)).aliases(kind.get_serializations());
    PossibleValuesParser::new(Kind::iter().map(named)).try_map(|name| name.parse())
}

/// Parses one of several names.
pub fn names<T>(names: &[&'static str]) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Error + Send + Sync> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names.iter().copied()).try_map(|name| name.parse())
}

/// The parser of a difficulty: the name of a grade, or a range of numbers.
#[derive(Clone)]
struct DifficultyParser;

impl TypedValueParser for DifficultyParser {
    type Value = Difficulty;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Difficulty, clap::Error> {
        let parser = StringValueParser::new().try_map(|text| text.parse::<Difficulty>());
        parser.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Grade::VARIANTS.iter().map(PossibleValue::new)))
    }
}

/// Returns a parser of whole numbers in a range. `what` names the number in error messages.
pub fn integer_in_range<T>(
    what: &'static str,
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Copy + Display,
{
    move |text| {
        parse_digits(text).filter(|number| range.contains(number)).ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            format!("'{text}' is not {what} (a whole number from {least} to {most})")
        })
    }
}

/// Returns a parser of seeds of random choices.
pub fn seed() -> impl Fn(&str) -> Result<u64, String> + Clone {
    integer_in_range("a seed", 0..=u64::MAX)
}

/// Maximum number of stars in a row: with more stars, no board of a feasible size has a solution.
const MAX_WANTED_STARS: u32 = 100;

/// Builds the argument parser of a command after `:`.
fn parser<T: Args>(name: &'static str) -> Command {
    let command = Command::new(name).no_binary_name(true).disable_help_flag(true);
    let mut command = T::augment_args(command).args_override_self(false);
    command.build();
    command
}

/// Parses the options of a command after `:`. A number without a name is the value of the option `number`.
///
/// # Errors
/// When a word is unknown or a value is wrong. The error is a sentence for the user with the expected form.
pub(super) fn parse<T: Args>(name: &'static str, number: &str, text: &str) -> Result<T, String> {
    let command = parser::<T>(name);
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        // The value of an option may be a separate word.
        let option = words.last().and_then(|last| last.strip_prefix("--"));
        let awaits =
            |argument: &Arg| argument.get_long().is_some() && argument.get_long() == option;
        words.push(match normalized_word(&command, number, word) {
            _ if command.get_opts().any(awaits) => word.to_owned(),
            Some(meant) => meant,
            None => return Err(unknown::<T>(name, word)),
        });
    }
    let matches = command.clone().try_get_matches_from(&words);
    let parsed = matches.and_then(|matches| T::from_arg_matches(&matches));
    parsed.map_err(|error| {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        mistake::sentence(&command, &words, &error)
    })
}

/// Parses the options of one search, of which the names may be left out: `strong leftmost`.
///
/// # Errors
/// A sentence about an option or a value that does not exist.
pub fn search_choices(text: &str) -> Result<SearchChoices, String> {
    parse("search", "", text)
}

/// The option of a difficulty, which may be a range such as `40..60`.
const DIFFICULTY: &str = "difficulty";

/// Adds the missing dashes or the missing option name to a word. `None` if the word is not an option or value.
fn normalized_word(command: &Command, number: &str, word: &str) -> Option<String> {
    let takes = |argument: &&Arg| {
        let ignores_case = argument.is_ignore_case_set();
        argument.get_possible_values().iter().any(|value| value.matches(word, ignores_case))
    };
    // Two options of a search take `naive`, its labeling and its propagation. The last option wins: the propagation.
    let option_of = || command.get_opts().filter(takes).last();
    let is_named = |name: &str| command.get_arguments().any(|it| it.get_long() == Some(name));
    let option = word.strip_prefix("--").unwrap_or(word);
    let name = option.split_once('=').map_or(option, |(name, _)| name);
    if command.get_positionals().any(|argument| takes(&argument)) {
        Some(word.to_owned())
    } else if is_named(name) {
        Some(format!("--{option}"))
    } else if let Some(option) = option_of().and_then(Arg::get_long) {
        Some(format!("--{option}={word}"))
    } else if word.contains("..") && is_named(DIFFICULTY) {
        Some(format!("--{DIFFICULTY}={word}"))
    } else if parse_digits::<u64>(word).is_some() && is_named(number) {
        Some(format!("--{number}={word}"))
    } else {
        None
    }
}

/// The error message for a word that is not an option of a command.
fn unknown<T: Args>(name: &'static str, word: &str) -> String {
    let known = completions::<T>(name, None);
    let meant = geometry::nearest(
        word.trim_start_matches('-'),
        known.iter().map(|known| known.trim_end_matches('=')),
    );
    let hint = meant.map_or_else(|| known.join(", "), geometry::did_you_mean);
    format!("'{word}' is no option of '{name}': {hint}")
}

/// The words that complete the value of an option; without an option, option names, and values that need none.
pub(super) fn completions<T: Args>(name: &'static str, option: Option<&str>) -> Vec<String> {
    let command = parser::<T>(name);
    if let Some(option) = option {
        let argument = command.get_opts().find(|argument| argument.get_long() == Some(option));
        return argument.into_iter().flat_map(values_of).collect();
    }
    let mut words = Vec::new();
    for argument in command.get_arguments() {
        let takes_value = argument.get_action().takes_values();
        let form = |name: &str| if takes_value { format!("{name}=") } else { name.to_owned() };
        words.extend(argument.get_long().map(form));
        if takes_value {
            words.extend(values_of(argument));
        }
    }
    words
}

fn values_of(argument: &Arg) -> impl Iterator<Item = String> + use<> {
    argument.get_possible_values().into_iter().map(|value| value.get_name().to_owned())
}
