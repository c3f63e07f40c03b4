//! The commands that are typed after `:`, in one table: words, arguments, help, and the values that
//! they are parsed to.

use std::fmt::{Display, Write as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use strum::{IntoEnumIterator, VariantNames};

use crate::input::action::{Action, GrowAction};
use crate::input::entries::EntryEffect;
use crate::input::item::{ActionItem, item};
use crate::input::play_options;
use crate::input::puzzle_order::PuzzleOrder;
use crate::input::search_options::{self, Searches};
use crate::input::settings::Setting;
use crate::look::theme::Theme;
use engine::Aim;
use export::Format;
use geometry::{Cell, Piece, Size, digits, nearest};
use manual::{PAGES, Page};
use problem::{Assist, Family, MaxCost, ParseRequirementError, Requirement};
use session::puzzle::Wanted;

/// A line that was typed, as a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    /// An empty line.
    Nothing,
    /// The same as the key of this action.
    Do(Action),
    Jump(Cell),
    Save {
        /// `None` means the board's own file.
        path: Option<PathBuf>,
        may_replace: bool,
        quits: bool,
    },
    Open(PathBuf),
    /// Regions as a file draws them.
    Draw(PathBuf),
    /// Weights as a file draws them; `None` drops them.
    Weigh(Option<PathBuf>),
    /// Limits the cost, or no longer.
    MaxCost(MaxCost),
    /// Writes the diagram or a model of the position in a format; without a format, a picture of the board.
    Export {
        path: PathBuf,
        format: Option<Format>,
        may_replace: bool,
    },
    Assist(Assist),
    Puzzle(PuzzleOrder),
    /// Makes a puzzle and plays it; one like the last if it is not said which.
    Play {
        wanted: Option<Wanted>,
        seed: Option<u64>,
    },
    /// Shows the results of puzzles.
    Results,
    /// Changes a setting; `None` toggles.
    Set(Setting, Option<bool>),
    Size(Size),
    Piece(Piece),
    /// Joins or separates opposite edges; `None` toggles.
    Torus(Option<bool>),
    /// Forbids pieces to attack each other or not; `None` toggles.
    BoardRule(Option<bool>),
    Rules(Vec<Requirement>),
    /// Puts cells into a region; no cells means the one under the cursor.
    Region(char, Vec<Cell>),
    /// Turns cells into holes and back; no cells means the one under the cursor.
    Holes(Vec<Cell>),
    /// Copies a link to the puzzle.
    Link,
    Theme(Theme),
    Search(Searches),
    /// Goes to the step with this number, of the search that is watched.
    Step(usize),
    /// Shows a page of the manual.
    Manual(Page),
}

/// What follows the word of a command, for completion and for the list of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Argument {
    Save,
    Open,
    Size,
    Region,
    Piece,
    Torus,
    BoardRule,
    Rules,
    Assist,
    Theme,
    Puzzle,
    Play,
    Set,
    Search,
    Step,
    Export,
    Topic,
    /// No argument, or one that is not completed.
    Other,
}

impl Argument {
    /// The part of an argument that is being typed, and the words that can complete it.
    pub(crate) fn candidates(self, text: &str) -> (&str, Vec<&'static str>) {
        let last = text.rsplit([' ', ',']).next().unwrap_or_default();
        match (self, last.split_once('=')) {
            (Self::Piece, _) => (text, Piece::names().collect()),
            (Self::Theme, _) => (text, Theme::NAMES.to_vec()),
            (Self::Assist, _) => (text, Assist::VARIANTS.to_vec()),
            (Self::Torus | Self::BoardRule, _) => (text, vec!["on", "off"]),
            (Self::Puzzle, _) => (last, PuzzleOrder::words()),
            (Self::Play, _) => (text.rsplit(' ').next().unwrap_or_default(), play_options::words()),
            (Self::Set, _) => match text.split_once(' ') {
                Some((_, value)) => (value, vec!["on", "off"]),
                None => (text, Setting::VARIANTS.to_vec()),
            },
            (Self::Export, _) => (text, vec!["picture", "diagram"]),
            (Self::Topic, _) => (text, PAGES.iter().map(|page| page.topic).collect()),
            (Self::Rules, _) => {
                (last, Family::iter().map(Family::completion).chain(["none"]).collect())
            }
            (Self::Search, None) => (last, search_options::words()),
            (Self::Search, Some((name, value))) => (value, search_options::choices(name).to_vec()),
            _ => (last, Vec::new()),
        }
    }
}

/// A command that can be typed.
pub(crate) struct Definition {
    /// Completion and help offer the first; the others mean nearly the same.
    words: &'static [&'static str],
    /// The form of the argument, for help.
    form: &'static str,
    pub argument: Argument,
    /// The description.
    help: &'static str,
    /// Parses the argument. The first parameter is the word as it was typed.
    make: fn(&str, &str) -> Result<Command, String>,
    /// Where the palette lists it, what it is called there, and the actions whose keys do it.
    pub item: ActionItem,
}

impl Definition {
    /// The word that is offered.
    pub(crate) const fn word(&self) -> &'static str {
        self.words[0]
    }

    /// The action that it comes down to.
    pub(crate) fn action(&self) -> Action {
        match (self.make)(self.word(), "") {
            Ok(Command::Do(action)) => action,
            Ok(Command::Search(_)) => Action::Search,
            _ => Action::Begin(self.word()),
        }
    }

    /// What choosing it in the palette does: where there are values to choose from, it asks for one.
    pub(crate) fn choice(&self) -> EntryEffect {
        if self.form.is_empty() || matches!(self.argument, Argument::Search | Argument::Other) {
            EntryEffect::Run(self.word().to_owned())
        } else {
            EntryEffect::Begin(format!("{} ", self.word()))
        }
    }
}

const fn define(
    words: &'static [&'static str],
    form: &'static str,
    argument: Argument,
    help: &'static str,
    make: fn(&str, &str) -> Result<Command, String>,
    item: ActionItem,
) -> Definition {
    Definition { words, form, argument, help, make, item }
}

/// All commands, in the order in which they are offered.
pub(crate) const COMMANDS: &[Definition] = &[
    define(
        &["w", "w!", "wq", "x", "save"],
        " FILE",
        Argument::Save,
        "save; `w!` replaces, `wq` quits then",
        |word, name| {
            let path = (!name.is_empty()).then(|| at_home(name));
            let quits = matches!(word, "wq" | "x");
            Ok(Command::Save { path, may_replace: word == "w!", quits })
        },
        item("file", &[Action::Begin("w")], "save", "the board, to a file"),
    ),
    define(
        &["o", "open"],
        " FILE",
        Argument::Open,
        "open a board, a drawing of regions, or a link",
        open,
        item("file", &[Action::Begin("o")], "open", "a board or a puzzle, from a file"),
    ),
    define(
        &["size"],
        " N or ROWSxCOLS",
        Argument::Size,
        "an empty board of this size",
        |_, text| parsed(text, Command::Size),
        item(
            "change",
            &[Action::Larger, Action::Smaller],
            "size",
            "larger, smaller, or any rows × columns",
        ),
    ),
    define(
        &["piece"],
        " NAME or BETZA",
        Argument::Piece,
        "another piece",
        |_, text| parsed(text, Command::Piece),
        item("change", &[Action::Begin("piece")], "piece", "queen, knight, amazon, or any other"),
    ),
    define(
        &["torus"],
        " [on or off]",
        Argument::Torus,
        "join opposite edges, or part them",
        torus,
        item("change", &[], "torus", "join opposite edges, or part them"),
    ),
    define(
        &["board-rule"],
        " [on or off]",
        Argument::BoardRule,
        "whether no piece may attack another",
        |_, text| on_or_off(text).map(Command::BoardRule),
        item("change", &[], "board rule", "off: pieces may attack each other"),
    ),
    define(
        &["rules"],
        " rows,columns,regions,dominate or none",
        Argument::Rules,
        "where pieces must stand, or what they must cover",
        rules,
        item("change", &[Action::Begin("rules")], "rules", "rows, columns, regions, domination"),
    ),
    define(
        &["regions"],
        " FILE",
        Argument::Open,
        "regions as a text file draws them",
        draw,
        item("change", &[], "regions", "from a file that draws them"),
    ),
    define(
        &["weights"],
        " FILE or none",
        Argument::Open,
        "what pieces cost, as a text file draws it",
        |_, name| match name {
            "" => Err("'weights' needs a file that draws them, as in ':weights w.txt'".to_owned()),
            "none" => Ok(Command::Weigh(None)),
            name => Ok(Command::Weigh(Some(at_home(name)))),
        },
        item("change", &[], "weights", "what pieces cost, from a file"),
    ),
    define(
        &["max-cost"],
        " N or none",
        Argument::Other,
        "the most that a solution may cost",
        |_, text| match text {
            "" => Err("'max-cost' needs a whole number or none, as in ':max-cost 40'".to_owned()),
            text => parsed(text, Command::MaxCost),
        },
        item("change", &[], "limit of cost", "the most that a solution may cost"),
    ),
    define(
        &["cheapest"],
        "",
        Argument::Other,
        "complete by the cheapest solution",
        |_, _| Ok(Command::Do(Action::Best(Aim::Cheapest))),
        item("ask", &[], "cheapest", "decide it all by what costs least"),
    ),
    define(
        &["dearest"],
        "",
        Argument::Other,
        "complete by the dearest solution",
        |_, _| Ok(Command::Do(Action::Best(Aim::Dearest))),
        item("ask", &[], "dearest", "decide it all by what costs most"),
    ),
    define(
        &["region"],
        " LETTER [CELLS]",
        Argument::Region,
        "put cells into a region",
        region,
        item("change", &[], "region", "put the cell into a region"),
    ),
    define(
        &["hole"],
        " [CELLS]",
        Argument::Other,
        "make cells holes, or holes cells",
        |_, text| cells(text).map(Command::Holes),
        item("change", &[], "hole", "make the cell a hole, or a cell again"),
    ),
    define(
        &["paint"],
        "",
        Argument::Other,
        "paint regions and holes",
        |_, _| Ok(Command::Do(Action::Paint)),
        item("change", &[Action::Paint], "paint", "regions and holes, cell by cell"),
    ),
    define(
        &["assist"],
        " full, attacks or none",
        Argument::Assist,
        "how much the board tells",
        |_, text| parsed(text, Command::Assist),
        item("change", &[], "assist", "how much is told: all, attacks, none"),
    ),
    define(
        &["theme"],
        " NAME",
        Argument::Theme,
        "other colours",
        |_, text| chosen(text, &Theme::NAMES, Command::Theme),
        item("look", &[Action::Begin("theme")], "theme", "colours: dark, light, monochrome"),
    ),
    define(
        &["puzzle"],
        " [coloured, star-battle, givens or NUMBER] [easy, medium, hard or expert]",
        Argument::Puzzle,
        "make a puzzle and play it",
        |_, text| PuzzleOrder::parse(text).map(Command::Puzzle),
        item("puzzle", &[], "make a puzzle", "of this board, coloured, or a star battle"),
    ),
    define(
        &["play"],
        " [KIND] [GRADE] [SIZE]",
        Argument::Play,
        "make a puzzle and play it against the clock",
        |_, text| play_options::parse(text).map(|(wanted, seed)| Command::Play { wanted, seed }),
        item(
            "puzzle",
            &[Action::Begin("play")],
            "play",
            "queens, star battles, queens with givens",
        ),
    ),
    define(
        &["results"],
        "",
        Argument::Other,
        "the puzzles that were solved, and how fast",
        |_, _| Ok(Command::Results),
        item("puzzle", &[], "results", "best and average times"),
    ),
    define(
        &["set"],
        " NAME [on or off]",
        Argument::Set,
        "what is shown of puzzles (clock, counters, broken, auto-mark), and verify",
        set,
        item("puzzle", &[], "set", "clock, counters, broken, auto-mark, verify"),
    ),
    define(
        &["search"],
        " [OPTIONS [vs OPTIONS]]",
        Argument::Search,
        "watch a search step by step, or two beside each other",
        |_, text| search_options::parse(text).map(Command::Search),
        item("see inside", &[Action::Search], "watch a search", "its tree, step by step, or two"),
    ),
    define(
        &["step"],
        " N",
        Argument::Step,
        "go to this step of the search that is watched",
        |_, text| match digits(text) {
            Some(steps) => Ok(Command::Step(steps)),
            None => Err(format!("'{text}' is no number of a step, as in ':step 20'")),
        },
        item("see inside", &[], "go to a step", "of a search that is watched, by number"),
    ),
    define(
        &["consistency"],
        "",
        Argument::Other,
        "how hard it is to see what is impossible",
        |_, _| Ok(Command::Do(Action::Consistency)),
        item("see inside", &[], "consistency", "the weakest filter that sees each impossible cell"),
    ),
    define(
        &["grow"],
        "",
        Argument::Other,
        "the diagram rule by rule",
        |_, _| Ok(Command::Do(Action::Growing(GrowAction::Open))),
        item("see inside", &[], "rule by rule", "how the diagram grows with each rule"),
    ),
    define(
        &["export", "export!"],
        " [picture or diagram] FILE",
        Argument::Export,
        "draw the board (.svg) or its diagram, or write for other programs",
        export,
        item("file", &[], "export", "a picture, the diagram, a model"),
    ),
    define(
        &["link"],
        "",
        Argument::Other,
        "copy a link to the puzzle, for puzz.link",
        |_, _| Ok(Command::Link),
        item("file", &[], "link", "to play the puzzle at puzz.link"),
    ),
    define(
        &["help"],
        " [TOPIC]",
        Argument::Topic,
        "the keys, or a page of the manual",
        |_, topic| match topic {
            "" => Ok(Command::Do(Action::Help)),
            topic => Page::find(topic).map(Command::Manual),
        },
        item("look", &[], "manual", "a page for each topic"),
    ),
    define(
        &["q", "q!", "quit"],
        "",
        Argument::Other,
        "quit",
        |_, _| Ok(Command::Do(Action::Quit)),
        item("look", &[Action::Quit], "quit", "nothing is lost: --resume goes on"),
    ),
];

/// Words of actions that their keys are the usual way to.
pub(crate) const ACTIONS: [(&str, Action); 3] =
    [("undo", Action::Undo), ("redo", Action::Redo), ("reset", Action::Reset)];

/// The words that completion and help offer.
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(Definition::word)
}

/// The command of this word.
pub(crate) fn named(word: &str) -> Option<&'static Definition> {
    COMMANDS.iter().find(|definition| definition.words.contains(&word))
}

/// Reads a line.
///
/// # Errors
/// A sentence for the user that says what is wrong and what is expected.
pub(crate) fn parse(line: &str) -> Result<Command, String> {
    let line = line.trim();
    let (word, argument) = line.split_once(' ').unwrap_or((line, ""));
    if let Some(definition) = named(word) {
        return (definition.make)(word, argument.trim());
    }
    if let Some((_, action)) = ACTIONS.iter().find(|(name, _)| *name == word) {
        return Ok(Command::Do(*action));
    }
    if line.is_empty() {
        return Ok(Command::Nothing);
    }
    if looks_like_a_path(line) {
        return Ok(Command::Open(at_home(line)));
    }
    line.parse().map(Command::Jump).map_err(|_| {
        let hint = match (meant(word), key_of(word)) {
            (Some(near), _) => format!("did you mean '{near}'?"),
            (None, Some(key)) => format!("go to a cell, as in ':c4', where {key} does it"),
            (None, None) => {
                "':' alone lists everything that can be done, ':help' the keys".to_owned()
            }
        };
        format!("'{line}' is no cell and no command: {hint}")
    })
}

/// The key for what has no command, since it is done to the cell under the cursor.
fn key_of(word: &str) -> Option<&'static str> {
    match word {
        "place" | "put" => Some("Space"),
        "exclude" | "remove" => Some("x"),
        _ => None,
    }
}

/// The word of a command that a wrong word almost spells.
pub(crate) fn meant(word: &str) -> Option<&'static str> {
    let actions = ACTIONS.iter().map(|(word, _)| *word);
    nearest(word, COMMANDS.iter().flat_map(|one| one.words).copied().chain(actions))
}

/// True if a text names a file by its folder or by the ending of a board.
pub(crate) fn looks_like_a_path(text: &str) -> bool {
    let ending = Path::new(text).extension().and_then(|ending| ending.to_str());
    text.contains(['/', '\\']) || matches!(ending, Some("toml" | "txt"))
}

/// The command of a value that the argument names.
fn parsed<T: FromStr<Err: Display>>(
    argument: &str,
    command: fn(T) -> Command,
) -> Result<Command, String> {
    argument.parse().map(command).map_err(|error| error.to_string())
}

/// The command of a value that is one of some words; a wrong one is answered with the nearest.
fn chosen<T: FromStr<Err: Display>>(
    argument: &str,
    words: &[&'static str],
    command: fn(T) -> Command,
) -> Result<Command, String> {
    parsed(argument, command).map_err(|sentence| with_nearest(sentence, argument, words))
}

/// A sentence about a wrong word, with the word that was probably meant.
fn with_nearest(sentence: String, wrong: &str, words: &[&'static str]) -> String {
    match nearest(wrong, words.iter().copied()) {
        Some(near) => format!("{sentence}; did you mean '{near}'?"),
        None => sentence,
    }
}

/// Replaces a leading `~` by the user's home directory, as a shell does.
fn at_home(path: &str) -> PathBuf {
    match (Path::new(path).strip_prefix("~"), etcetera::home_dir()) {
        (Ok(rest), Ok(home)) => home.join(rest),
        _ => path.into(),
    }
}

fn open(_: &str, name: &str) -> Result<Command, String> {
    match name {
        "" => Err("'o' needs a file, as in ':o board.toml'".to_owned()),
        name => Ok(Command::Open(at_home(name))),
    }
}

fn draw(_: &str, name: &str) -> Result<Command, String> {
    match name {
        "" => Err("'regions' needs a file that draws them, as in ':regions today.txt'".to_owned()),
        name => Ok(Command::Draw(at_home(name))),
    }
}

fn export(word: &str, argument: &str) -> Result<Command, String> {
    let (what, name) = match argument.split_once(' ').unwrap_or((argument, "")) {
        (what @ ("picture" | "diagram"), name) => (Some(what), name.trim()),
        _ => (None, argument),
    };
    let path = at_home(name);
    let may_replace = word == "export!";
    if path.as_os_str().is_empty() {
        let examples = "':export board.svg' or ':export diagram eight.svg'";
        return Err(format!("'export' needs a file, as in {examples}"));
    }
    let format = match (what, Format::of_file(&path)) {
        (Some("diagram"), Some(format)) if format.is_diagram() => Some(format),
        (Some("diagram"), _) => {
            let endings = ".svg, .dot, .json, .bdd or .dddmp";
            return Err(format!("a diagram needs a file whose name ends in {endings}"));
        }
        // At the board, an SVG is what is seen there.
        (_, Some(Format::Svg)) => None,
        (Some(_), _) => return Err("a picture needs a file whose name ends in '.svg'".to_owned()),
        (None, Some(format)) => Some(format),
        (None, None) => {
            let endings = Format::endings();
            return Err(format!("the ending of '{argument}' names no format ({endings})"));
        }
    };
    Ok(Command::Export { path, format, may_replace })
}

fn torus(_: &str, argument: &str) -> Result<Command, String> {
    on_or_off(argument).map(Command::Torus)
}

/// True for `on`, false for `off`; `None` without either.
fn on_or_off(argument: &str) -> Result<Option<bool>, String> {
    match argument {
        "" => Ok(None),
        "on" => Ok(Some(true)),
        "off" => Ok(Some(false)),
        _ => Err(format!("'{argument}' is neither 'on' nor 'off'")),
    }
}

fn rules(_: &str, argument: &str) -> Result<Command, String> {
    let words = argument.split([' ', ',']).filter(|word| !word.is_empty());
    match argument {
        "" => Err("'rules' needs some, as in ':rules rows,columns', or 'none'".to_owned()),
        "none" => Ok(Command::Rules(Vec::new())),
        _ => words
            .map(|word| word.parse().map_err(|error: ParseRequirementError| error.with_nearest()))
            .collect::<Result<_, _>>()
            .map(Command::Rules),
    }
}

fn set(_: &str, argument: &str) -> Result<Command, String> {
    let (name, value) = argument.split_once(' ').unwrap_or((argument, ""));
    let setting = name.parse().map_err(|_| {
        let names = Setting::VARIANTS.join(", ");
        with_nearest(format!("'{name}' is none of {names}"), name, Setting::VARIANTS)
    })?;
    on_or_off(value.trim()).map(|is_on| Command::Set(setting, is_on))
}

fn region(_: &str, argument: &str) -> Result<Command, String> {
    let (region, names) = argument.split_once(' ').unwrap_or((argument, ""));
    let mut letters = region.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_alphanumeric() => {
            Ok(Command::Region(letter, cells(names)?))
        }
        _ => {
            let form = "a letter or digit, as in ':region a' or ':region a c3,e5'";
            Err(format!("'{region}' is not a region ({form})"))
        }
    }
}

/// Parses cell names between commas or spaces; no names give no cells.
fn cells(names: &str) -> Result<Vec<Cell>, String> {
    let names = names.split_whitespace().collect::<Vec<_>>().join(",");
    match names.replace(",,", ",").as_str() {
        "" => Ok(Vec::new()),
        names => Cell::parse_list(names).map_err(|error| error.to_string()),
    }
}

/// The table of commands in Markdown, as the README has it.
#[must_use]
pub fn command_table() -> String {
    let mut table = String::from("| command | what it does |\n| --- | --- |\n");
    for Definition { words, form, help, .. } in COMMANDS {
        writeln!(table, "| `:{}{form}` | {help} |", words[0]).expect("a string takes every line");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_has_two_commands() {
        let words = COMMANDS.iter().flat_map(|definition| definition.words);
        let mut words: Vec<&str> = words.copied().chain(ACTIONS.map(|(word, _)| word)).collect();
        let number = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), number);
    }

    #[test]
    fn a_line_is_a_typed_value_or_a_sentence() {
        assert_eq!(parse("  size   6x5 "), Ok(Command::Size("6x5".parse().unwrap())));
        assert_eq!(parse("d4"), Ok(Command::Jump("d4".parse().unwrap())));
        let cells = Cell::parse_list("c3,e5").unwrap();
        for line in ["region b c3,e5", "region b c3 e5", "region b c3, e5"] {
            assert_eq!(parse(line), Ok(Command::Region('b', cells.clone())), "{line}");
        }
        assert_eq!(parse("open a.toml"), Ok(Command::Open("a.toml".into())));
        for (line, hint) in [
            ("quitt", "did you mean 'quit'?"),
            ("place a1", "go to a cell, as in ':c4', where Space does it"),
            ("solve", "':' alone lists everything that can be done, ':help' the keys"),
        ] {
            let sentence = format!("'{line}' is no cell and no command: {hint}");
            assert_eq!(parse(line), Err(sentence));
        }
        let (path, may_replace) = (Some("a b.toml".into()), false);
        assert_eq!(parse("wq a b.toml"), Ok(Command::Save { path, may_replace, quits: true }));
        assert_eq!(parse("redo"), Ok(Command::Do(Action::Redo)));
        assert_eq!(parse(" "), Ok(Command::Nothing));
        for (line, near) in [
            ("theme drak", "dark"),
            ("assist atacks", "attacks"),
            ("rules rows,colums=1", "columns"),
            ("search values=midle", "middle"),
            ("search weak vs strnog", "strong"),
        ] {
            let sentence = parse(line).unwrap_err();
            assert!(sentence.ends_with(&format!(" did you mean '{near}'?")), "{sentence}");
        }
        assert!(parse("search depth").unwrap_err().starts_with("'depth' is no option"));
    }

    #[test]
    fn the_manual_has_this_table() {
        let page = include_str!("../../../assets/manual/board.md");
        assert!(
            page.contains(&command_table()),
            "put this into assets/manual/board.md:\n{}",
            command_table()
        );
    }
}
