//! The commands that are typed after `:`: words, arguments, help, and the parsed commands.
//!
//! `commands.txt` in this folder lists their texts, and [`Definition::parse`] parses their arguments.

use std::fmt::{self, Display, Write as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::LazyLock;

use strum::{IntoEnumIterator, VariantArray, VariantNames};

use crate::input::action::{Action, GraphAction, PaintAction, ProofAction, SeriesAction};
use crate::input::bindings::{self, ActionItem, columns};
use crate::input::entries::EntryEffect;
use crate::input::lesson_source::LessonSource;
use crate::input::options::{self, integer_in_range};
use crate::input::orders::{self, ExportRequest, PuzzleOrder, SearchOrder};
use crate::input::settings::SettingChange;
use crate::look::theme::Theme;
use engine::Objective;
use engine::bdd::SingleRule;
use geometry::{Cell, MAX_SIDE, ParseCellError, Piece, Size, nearest, parse_digits};
use manual::{PAGES, Page};
use problem::{Assist, Family, MaxCost, ParseRequirementError, Requirement, Value};
use session::puzzle::{MOST_STARS, PuzzleSpec};
use session::{CellState, DrawnOrder};

/// A parsed line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    /// An empty line.
    Nothing,
    /// Performs the action, like its key.
    Do(Action),
    Jump(Cell),
    Save {
        /// The file; `None` means the file of the board.
        path: Option<PathBuf>,
        may_replace: bool,
        quits: bool,
    },
    Open(PathBuf),
    /// Replaces the regions by those in a file.
    Draw(PathBuf),
    /// Replaces the weights by those in a file; `None` removes all weights.
    Weigh(Option<PathBuf>),
    /// Sets the cost of a piece on cells; an empty list means the cell under the cursor.
    Weight(i64, Vec<Cell>),
    /// Shows a diagram.
    Show(DiagramCommand),
    /// Sets or removes the maximum cost.
    MaxCost(MaxCost),
    /// Writes the diagram or a model of the position in a format; without a format, a picture of the board.
    Export(ExportRequest),
    Assist(Assist),
    Puzzle(PuzzleOrder),
    /// Makes a puzzle and plays it; without `wanted`, a puzzle like the last one.
    Play {
        wanted: Option<PuzzleSpec>,
        seed: Option<u64>,
    },
    /// Shows the results of played puzzles.
    Results,
    /// Plays the board at hand.
    PlayBoard,
    /// Makes the board a star battle with this number of stars.
    Stars(u32),
    Set(SettingChange),
    Size(Size),
    Piece(Piece),
    /// Joins or separates opposite edges; `None` toggles.
    Torus(Option<bool>),
    /// Turns the board rule on or off; `None` toggles.
    BoardRule(Option<bool>),
    Rules(Vec<Requirement>),
    /// Adds cells to a region; an empty list means the cell under the cursor.
    Region(char, Vec<Cell>),
    /// Turns cells into holes, and holes into cells; an empty list means the cell under the cursor.
    Holes(Vec<Cell>),
    /// Copies a link to the puzzle.
    Link,
    Theme(Theme),
    Search(SearchOrder),
    /// Moves to the step with this number in the watched search.
    Step(usize),
    /// Shows a page of the manual.
    Manual(Page),
    /// Shows this description of a command.
    Describe(String),
    /// Gives cells a value; an empty list means the cell under the cursor.
    Decide(Value, Vec<Cell>),
    /// Takes back the decisions on cells; an empty list means the cell under the cursor.
    TakeBack(Vec<Cell>),
    /// Moves the cursor to a cell and performs the action there.
    At(Cell, Action),
    /// Shows the number of solutions. `is_exact` waits for the exact number in a session in lines.
    Count {
        is_exact: bool,
    },
    /// Shows the cells in a state; `None` shows how many cells are in each state.
    Cells(Option<CellState>),
    /// Leaves the mode.
    Board,
    /// Browses the solutions. A session in lines lists this number of them.
    Solutions(usize),
    /// Shows a random solution, from this seed if there is one.
    Random(Option<u64>),
    /// Completes the board with the fewest or the most pieces.
    CompleteByPieces(Objective),
    /// Does what the present hint says.
    FollowHint,
    /// Solves the position step by step.
    Steps,
    /// Judges a claim in words.
    Prove(String),
    /// Begins a lesson; `None` goes on with the lesson that was put away, or else begins the first one.
    Lesson(Option<LessonSource>),
    /// Puts the lesson away.
    LeaveLesson,
    /// Goes to the next step of the lesson.
    SkipLessonStep,
}

/// A diagram to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DiagramCommand {
    /// The graph in this order of the cells.
    Order(DrawnOrder),
    /// The graph in the order in a file.
    OrderFile(PathBuf),
    /// The graph of a single rule; `None` means all rules.
    Rule(Option<RuleName>),
    /// The reduction of the decision tree, node by node.
    Reduce,
    /// The restriction of the diagram to a value of a cell, node by node; `None` means the cell under the cursor.
    Restrict(Value, Option<Cell>),
}

/// A command that can be typed.
pub(crate) struct Definition {
    /// Words of the command. Completion and help offer the first word; the others have nearly the same meaning.
    words: Vec<&'static str>,
    /// Form of the argument, for help.
    form: &'static str,
    /// Description.
    pub help: &'static str,
    /// Entry of the palette: group, name, description, and the actions whose keys have the same effect. Without a
    /// name, the palette has only the entry of the first action.
    pub item: ActionItem,
    /// Values that the palette offers, each with a description. Further values are found at run time.
    pub values: Vec<(&'static str, &'static str)>,
}

/// All commands, in the order of display.
pub(crate) static COMMANDS: LazyLock<Vec<Definition>> = LazyLock::new(|| {
    let mut commands: Vec<Definition> = Vec::new();
    for line in include_str!("commands.txt").lines().filter(|line| line.contains('|')) {
        if let Some(value) = line.strip_prefix("  ") {
            let [value, help] = columns(value);
            commands.last_mut().expect("a command").values.push((value, help));
            continue;
        }
        let [words, form, help, name, summary, actions] = columns(line);
        let (group, name) = name.split_once(": ").unwrap_or_default();
        let actions = bindings::actions(actions);
        let item = ActionItem { group, actions, name, help: summary };
        let words = words.split(' ').collect();
        commands.push(Definition { words, form, help, item, values: Vec::new() });
    }
    commands
});

/// Words that people search for, each with the line that does what they mean.
static SEARCHED_WORDS: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let lines = include_str!("search_words.txt").lines().filter(|line| !line.starts_with('#'));
    let lines = lines.filter_map(|line| line.split_once(": "));
    lines.flat_map(|(line, words)| words.split(", ").map(move |word| (word, line))).collect()
});

/// The line that does what a searched word means, and true if the word is spelled correctly. `None` if no known word
/// is similar.
pub(crate) fn meant_by(word: &str) -> Option<(&'static str, bool)> {
    let word = word.trim().to_lowercase().replace(['-', '_'], " ");
    let near = nearest(&word, SEARCHED_WORDS.iter().map(|(known, _)| *known))?;
    let (known, line) = SEARCHED_WORDS.iter().find(|(known, _)| *known == near)?;
    Some((line, *known == word))
}

/// What a setting of a search means, as the palette says it, such as `weak`; `None` for other words.
pub(super) fn setting_in_words(setting: &str) -> Option<&'static str> {
    let is_meant = |(value, _): &&(&str, &str)| {
        let value = value.split(' ').next().and_then(|option| option.split_once('='));
        value.is_some_and(|(_, value)| value == setting)
    };
    let values = named("search").map_or(&[][..], |definition| &definition.values);
    values.iter().find(is_meant).map(|(_, help)| help.trim_start_matches("heuristic: "))
}

impl Definition {
    /// The word that completion and help offer.
    pub(crate) fn word(&self) -> &'static str {
        self.words[0]
    }

    /// The action with the same effect as the command without an argument.
    pub(crate) fn action(&self) -> Action {
        match self.parse(self.word(), "") {
            Ok(Command::Do(action)) => action,
            Ok(Command::Search(_)) => Action::Search,
            _ => Action::Begin(self.word()),
        }
    }

    /// True if the palette has an entry of its own for the command.
    pub(crate) fn has_entry(&self) -> bool {
        !self.item.name.is_empty()
    }

    /// The effect of choosing the command in the palette: commands with values to choose from ask for a value.
    pub(crate) fn choice(&self) -> EntryEffect {
        if self.form.is_empty()
            || matches!(
                self.word(),
                "search" | "max-cost" | "hole" | "prove" | "suppose" | "weight" | "restrict"
            )
        {
            EntryEffect::Run(self.word().to_owned())
        } else {
            EntryEffect::Begin(format!("{} ", self.word()))
        }
    }

    /// True if the argument is the name of a file to read.
    pub(crate) fn reads_file(&self) -> bool {
        matches!(self.word(), "o" | "regions" | "weights" | "order")
    }

    /// True if Enter chooses an offered value when the typed value is missing or invalid.
    pub(crate) fn prefers_listed_values(&self) -> bool {
        let words = "piece theme assist torus board-rule puzzle play stars set rules rule lesson";
        self.reads_file() || words.split(' ').any(|word| word == self.word())
    }

    /// The part of the argument that is being typed, and the words that can complete it.
    pub(crate) fn candidates<'a>(&self, text: &'a str) -> (&'a str, Vec<String>) {
        let last = text.rsplit([' ', ',']).next().unwrap_or_default();
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        let values = || self.values.iter().map(|&(value, _)| value.to_owned()).collect();
        match self.word() {
            "piece" => (text, Piece::names().map(str::to_owned).collect()),
            "theme" | "assist" | "torus" | "board-rule" | "order" | "rule" | "lesson" => {
                (text, values())
            }
            "set" => match text.split_once(' ') {
                Some((name, value)) => (value, owned(SettingChange::values(name))),
                None => (text, owned(&SettingChange::names())),
            },
            "help" => (text, PAGES.iter().map(|page| page.topic.to_owned()).collect()),
            "rules" => {
                let words = Family::iter().map(Family::completion).chain(["none"]);
                (last, words.map(str::to_owned).collect())
            }
            word => orders::completions(word, text),
        }
    }

    /// Parses the argument. `typed` is the word of the command as the user typed it.
    fn parse(&self, typed: &str, text: &str) -> Result<Command, String> {
        let needs = |example: &str| Err(format!("'{}' needs {example}", self.word()));
        match (self.word(), text) {
            ("w", name) => {
                let path = (!name.is_empty()).then(|| expand_home(name));
                let quits = matches!(typed, "wq" | "x");
                Ok(Command::Save { path, may_replace: typed == "w!", quits })
            }
            ("o", "") => needs("a file, as in ':o board.toml'"),
            ("o", name) => Ok(Command::Open(expand_home(name))),
            ("size", text) => parsed(text, Command::Size),
            ("piece", text) => parsed(text, Command::Piece),
            ("torus", text) => on_or_off(text).map(Command::Torus),
            ("board-rule", text) => on_or_off(text).map(Command::BoardRule),
            ("rules", text) => rules(text).map(Command::Rules),
            ("regions", "") => needs("a file that draws them, as in ':regions today.txt'"),
            ("regions", name) => Ok(Command::Draw(expand_home(name))),
            ("weights", "") => needs("a file that draws them, as in ':weights w.txt'"),
            ("weights", "none") => Ok(Command::Weigh(None)),
            ("weights", name) => Ok(Command::Weigh(Some(expand_home(name)))),
            ("weight", text) if !text.is_empty() => weight(text),
            ("max-cost", "") => needs("a whole number or none, as in ':max-cost 40'"),
            ("max-cost", text) => parsed(text, Command::MaxCost),
            ("dearest", _) => Ok(Command::Do(Action::Best(Objective::Dearest))),
            ("region", text) => region(text),
            ("hole", text) => cells(text).map(Command::Holes),
            ("paint", _) => Ok(Command::Do(Action::Paint)),
            ("repair", _) => Ok(Command::Do(Action::Painting(PaintAction::Repairs))),
            ("assist", text) => parsed(text, Command::Assist),
            ("theme", text) => parsed(text, Command::Theme)
                .map_err(|sentence| with_nearest(sentence, text, &Theme::NAMES)),
            ("puzzle", text) => orders::puzzle(text).map(Command::Puzzle),
            ("play", "board") => Ok(Command::PlayBoard),
            ("play", text) => {
                orders::play(text).map(|(wanted, seed)| Command::Play { wanted, seed })
            }
            ("results", _) => Ok(Command::Results),
            ("set", text) => set(text),
            ("stars", text) => stars(text),
            ("search", text) => orders::search(text).map(Command::Search),
            ("step", text) => {
                let sentence = || format!("'{text}' is no number of a step, as in ':step 20'");
                parse_digits(text).map(Command::Step).ok_or_else(sentence)
            }
            ("consistency", _) => Ok(Command::Do(Action::Consistency)),
            ("grow", _) => Ok(Command::Do(Action::Stepping(SeriesAction::Open))),
            ("rule", text) => rule(text),
            ("remaining", "") => Ok(Command::Do(Action::Graphing(GraphAction::Cut))),
            ("reduce", "") => Ok(Command::Show(DiagramCommand::Reduce)),
            ("restrict", text) => restrict(text),
            ("order", "") => needs("an order or a file, as in ':order sifted'"),
            ("order", text) => order(text),
            ("export", text) => {
                let request = orders::export(text)?;
                let path = expand_home(&request.path.to_string_lossy());
                let may_replace = request.may_replace || typed == "export!";
                Ok(Command::Export(ExportRequest { path, may_replace, ..request }))
            }
            ("link", _) => Ok(Command::Link),
            ("help", "") => Ok(Command::Do(Action::Help)),
            ("help", topic) => match (Page::find(topic), named(topic)) {
                (Err(_), Some(definition)) => Ok(Command::Describe(definition.to_string())),
                (page, _) => page.map(Command::Manual),
            },
            ("prove", "") => Ok(Command::Do(Action::Proving(ProofAction::Open))),
            ("prove", text) => Ok(Command::Prove(text.to_owned())),
            ("lesson", text) => lesson(text),
            ("q", _) => Ok(Command::Do(Action::Quit)),
            ("place", text) => Ok(Command::Decide(Value::Placed, cells(text)?)),
            ("exclude", text) => Ok(Command::Decide(Value::Excluded, cells(text)?)),
            ("back", text) => cells(text).map(Command::TakeBack),
            ("anyway", text) => at(text, Action::Anyway),
            ("why", text) => at(text, Action::NextReason),
            ("suppose", text) => at(text, Action::Suppose),
            ("count", "") => Ok(Command::Count { is_exact: false }),
            ("count", "exact") => Ok(Command::Count { is_exact: true }),
            ("cells", "") => Ok(Command::Cells(None)),
            ("cells", text) => cells_in_state(text),
            ("board", "") => Ok(Command::Board),
            ("solutions", "") => Ok(Command::Solutions(1)),
            ("solutions", text) => {
                integer_in_range("a number of solutions", 1..=MAX_LISTED_SOLUTIONS)(text)
                    .map(Command::Solutions)
            }
            ("random", "") => Ok(Command::Random(None)),
            ("random", text) => {
                let number = text.trim_start_matches("--").trim_start_matches("seed");
                let number = number.trim_start_matches(['=', ' ']);
                options::seed()(number).map(|seed| Command::Random(Some(seed)))
            }
            ("fewest", "") => Ok(Command::CompleteByPieces(Objective::Cheapest)),
            ("most", "") => Ok(Command::CompleteByPieces(Objective::Dearest)),
            ("hint", "do") => Ok(Command::FollowHint),
            ("steps", "") => Ok(Command::Steps),
            (word, "") => {
                let action = self.item.actions.first().map(|&action| Command::Do(action));
                action.ok_or_else(|| format!("'{word}' has no meaning"))
            }
            (word, text) => Err(format!("'{word}' takes no '{text}'")),
        }
    }
}

/// Displays the command by its first word of several letters, with its form and its description.
impl Display for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { words, form, help, .. } = self;
        let mut words = words.iter().filter(|word| word.len() > 2 && !word.ends_with('!'));
        let word = words.next().unwrap_or(&"");
        write!(f, "'{word}{}{form}': {help}", if form.is_empty() { "" } else { " " })
    }
}

/// Maximum number of solutions that a session in lines lists at once.
const MAX_LISTED_SOLUTIONS: usize = 10_000;

/// Parses the argument of `:lesson`: a lesson to begin, or what becomes of the present one.
fn lesson(text: &str) -> Result<Command, String> {
    match text {
        "" => Ok(Command::Lesson(None)),
        "off" => Ok(Command::LeaveLesson),
        "skip" => Ok(Command::SkipLessonStep),
        name => {
            parsed(&expand_home(name).to_string_lossy(), |lesson| Command::Lesson(Some(lesson)))
        }
    }
}

/// Parses the argument of `:cells`.
fn cells_in_state(text: &str) -> Result<Command, String> {
    text.parse().map(|state| Command::Cells(Some(state))).map_err(|_| {
        with_nearest(format!("'{text}' is no state of a cell"), text, CellState::VARIANTS)
    })
}

/// The action on the named cell; without a name, on the cell under the cursor.
fn at(name: &str, action: Action) -> Result<Command, String> {
    match name {
        "" => Ok(Command::Do(action)),
        name => cell(name).map(|cell| Command::At(cell, action)),
    }
}

/// The words that completion and help offer.
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(Definition::word)
}

/// The command with this word.
pub(crate) fn named(word: &str) -> Option<&'static Definition> {
    COMMANDS.iter().find(|definition| definition.words.contains(&word))
}

/// The command that does the same as the keys of an action.
pub(crate) fn of_action(action: Action) -> Option<&'static Definition> {
    COMMANDS.iter().find(|definition| definition.item.actions.first() == Some(&action))
}

/// Parses a line.
///
/// # Errors
/// When the line is no command, no cell and no file name, or when the argument is wrong. The error is a sentence for
/// the user, with the expected form.
pub(crate) fn parse(line: &str) -> Result<Command, String> {
    let line = line.trim();
    let (word, argument) = line.split_once(' ').unwrap_or((line, ""));
    if let Some(definition) = named(word) {
        return definition.parse(word, argument.trim());
    }
    if line.is_empty() {
        return Ok(Command::Nothing);
    }
    if looks_like_a_path(line) {
        return Ok(Command::Open(expand_home(line)));
    }
    line.parse().map(Command::Jump).map_err(|_| {
        let hint = nearest_command(word).map_or_else(
            || "':' alone lists everything that can be done, ':help' the keys".to_owned(),
            |near| format!("did you mean '{near}'?"),
        );
        format!("'{line}' is no cell and no command: {hint}")
    })
}

/// The command word nearest to a misspelled word, if any.
pub(crate) fn nearest_command(word: &str) -> Option<&'static str> {
    nearest(word, COMMANDS.iter().flat_map(|one| &one.words).copied())
}

/// True if a text contains a folder separator or ends like the name of a board file.
pub(crate) fn looks_like_a_path(text: &str) -> bool {
    let ending = Path::new(text).extension().and_then(|ending| ending.to_str());
    text.contains(['/', '\\']) || matches!(ending, Some("toml" | "txt"))
}

/// Parses the argument as a value, and returns the command with this value.
fn parsed<T: FromStr<Err: Display>>(
    argument: &str,
    command: fn(T) -> Command,
) -> Result<Command, String> {
    argument.parse().map(command).map_err(|error| error.to_string())
}

/// Adds the nearest of `words` to the error message about a wrong word.
fn with_nearest(sentence: String, wrong: &str, words: &[&'static str]) -> String {
    match nearest(wrong, words.iter().copied()) {
        Some(near) => format!("{sentence}; did you mean '{near}'?"),
        None => sentence,
    }
}

/// A rule that is named in a command. Without a cell or a row, those of the cursor are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RuleName {
    /// The board rule of a cell.
    Board(Option<Cell>),
    /// The queens rule of a row, counted from 0.
    Queens(Option<u16>),
}

impl RuleName {
    /// The named rule, with the cursor on `cursor`.
    pub(crate) fn at(self, cursor: Cell) -> SingleRule {
        match self {
            Self::Board(cell) => SingleRule::Board(cell.unwrap_or(cursor)),
            Self::Queens(row) => SingleRule::Queens(row.unwrap_or(cursor.row())),
        }
    }
}

/// Parses the argument of `:rule`.
fn rule(text: &str) -> Result<Command, String> {
    let (kind, name) = text.split_once(' ').unwrap_or((text, ""));
    let name = Some(name.trim()).filter(|name| !name.is_empty());
    let rule = match kind {
        "all" if name.is_none() => None,
        "board" => Some(RuleName::Board(name.map(cell).transpose()?)),
        "queens" => {
            let row = |name: &str| {
                let row = integer_in_range("a row", 1..=MAX_SIDE)(name);
                row.map(|row| row - 1).map_err(|error| format!("{error}, as in ':rule queens 2'"))
            };
            Some(RuleName::Queens(name.map(row).transpose()?))
        }
        _ => {
            let form = "':rule board c3', ':rule queens 2' or ':rule all'";
            return Err(format!("'{text}' names no rule that is drawn alone, as in {form}"));
        }
    };
    Ok(Command::Show(DiagramCommand::Rule(rule)))
}

/// Parses the argument of `:restrict`: a value, which may be missing, and a cell, which may be missing.
fn restrict(text: &str) -> Result<Command, String> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let (value, name) = match word {
        "place" => (Value::Placed, rest.trim()),
        "exclude" => (Value::Excluded, rest.trim()),
        _ => (Value::Placed, text),
    };
    let name = Some(name).filter(|name| !name.is_empty());
    Ok(Command::Show(DiagramCommand::Restrict(value, name.map(cell).transpose()?)))
}

/// Parses the name of a cell.
fn cell(name: &str) -> Result<Cell, String> {
    name.parse().map_err(|error: ParseCellError| error.to_string())
}

/// Parses the name of an order, or of a file, which has a dot or a slash.
fn order(text: &str) -> Result<Command, String> {
    if let Some(&order) = DrawnOrder::VARIANTS.iter().find(|order| order.name() == text) {
        return Ok(Command::Show(DiagramCommand::Order(order)));
    }
    if text.contains(['.', '/', '\\']) {
        return Ok(Command::Show(DiagramCommand::OrderFile(expand_home(text))));
    }
    let names: Vec<&str> = DrawnOrder::VARIANTS.iter().map(|order| order.name()).collect();
    let sentence = format!("'{text}' is neither an order ({}) nor a file", names.join(", "));
    Err(with_nearest(sentence, text, &names))
}

/// Replaces a leading `~` by the user's home directory, as a shell does.
fn expand_home(path: &str) -> PathBuf {
    match (Path::new(path).strip_prefix("~"), etcetera::home_dir()) {
        (Ok(rest), Ok(home)) => home.join(rest),
        _ => path.into(),
    }
}

/// True for `on`, false for `off`, `None` for an empty argument.
fn on_or_off(argument: &str) -> Result<Option<bool>, String> {
    match argument {
        "" => Ok(None),
        "on" => Ok(Some(true)),
        "off" => Ok(Some(false)),
        _ => Err(format!("'{argument}' is neither 'on' nor 'off'")),
    }
}

/// Parses rules separated by commas or spaces, or `none`.
fn rules(argument: &str) -> Result<Vec<Requirement>, String> {
    let words = argument.split([' ', ',']).filter(|word| !word.is_empty());
    match argument {
        "" => Err("'rules' needs some, as in ':rules rows,columns', or 'none'".to_owned()),
        "none" => Ok(Vec::new()),
        _ => words
            .map(|word| {
                word.parse().map_err(|error: ParseRequirementError| error.message_with_suggestion())
            })
            .collect(),
    }
}

fn set(argument: &str) -> Result<Command, String> {
    let (name, value) = argument.split_once(' ').unwrap_or((argument, ""));
    SettingChange::parse(name, value.trim()).map(Command::Set)
}

fn stars(argument: &str) -> Result<Command, String> {
    let stars = integer_in_range("a number of stars", 1..=MOST_STARS)(argument);
    stars.map(Command::Stars).map_err(|error| format!("{error}, as in ':stars 2'"))
}

fn region(argument: &str) -> Result<Command, String> {
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

/// Parses the argument of `:weight`: cells and a number, or only a number.
fn weight(argument: &str) -> Result<Command, String> {
    let (names, number) = argument.rsplit_once([' ', ',']).unwrap_or(("", argument));
    let sentence = || format!("'{number}' is no whole number, as in ':weight c4 7'");
    let number = number.parse().map_err(|_| sentence())?;
    Ok(Command::Weight(number, cells(names)?))
}

/// Parses cell names separated by commas or spaces. An empty text yields an empty list.
fn cells(names: &str) -> Result<Vec<Cell>, String> {
    let names = names.split_whitespace().collect::<Vec<_>>().join(",");
    match names.replace(",,", ",").as_str() {
        "" => Ok(Vec::new()),
        names => Cell::parse_list(names).map_err(|error| error.to_string()),
    }
}

/// The table of commands in Markdown, as in the manual.
pub fn command_table() -> String {
    let mut table = String::from("| command | what it does |\n| --- | --- |\n");
    for Definition { words, form, help, .. } in COMMANDS.iter() {
        let form = if form.is_empty() { String::new() } else { format!(" {form}") };
        writeln!(table, "| `:{}{form}` | {help} |", words[0]).expect("a string takes every line");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_has_two_commands() {
        let words = COMMANDS.iter().flat_map(|definition| &definition.words);
        let mut words: Vec<&str> = words.copied().collect();
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
