//! The kinds of parameters: each parses the text after a word, completes it, and lists choices.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::slice;
use std::str::FromStr;

use strum::{IntoEnumIterator, VariantArray, VariantNames};

use super::{Asks, Facts, Kind, Phrase};
use crate::options::{self, integer_in_range};
use crate::orders::{self, Change, Compared, ExportRequest, PlayOrder, PuzzleOrder, SearchOrder};
use crate::playing::CONTINUE;
use crate::words::{self, COMMANDS, ListedValue, looks_like_a_path};
use crate::{LessonSource, Notice, Setting, SettingChange, ValueSources};
use engine::bdd::SingleRule;
use export::{DrawnOrder, OrderSource};
use geometry::{Cell, MAX_SIDE, ParseCellError, Piece, Size, counted, parse_digits, suggestion};
use manual::{PAGES, Page};
use problem::{Assist, Family, MaxCost, ParseRequirementError, Requirement, Value};
use session::CellState;
use session::puzzle::{Kind as PuzzleKind, MAX_STARS, PuzzleSpec, SIZES};

/// The parameter of an operation that takes none.
pub(super) static NOTHING: Kind<()> = Kind::new(|Phrase { word, text, .. }| match text {
    "" => Ok(()),
    _ => Err(format!("'{word}' takes no '{text}'").into()),
});

/// A character that is typed as text in a mode.
pub static CHARACTER: Kind<char> = Kind::new(|Phrase { word, text, .. }| {
    text.chars().next().ok_or_else(|| format!("'{word}' needs a character").into())
});

/// One cell.
pub static CELL: Kind<Cell> = Kind {
    cells: slice::from_ref,
    ..Kind::new(|Phrase { text, here, .. }| Ok(optional_cell(text)?.unwrap_or(here)))
}
.leads();

/// Cells that are decided.
pub(crate) static DECIDED: Kind<Vec<Cell>> = PAINTED_CELLS.leads();

/// Cells whose rules change.
pub(crate) static PAINTED: Kind<Vec<Cell>> = PAINTED_CELLS;

const PAINTED_CELLS: Kind<Vec<Cell>> =
    Kind { cells: Vec::as_slice, ..Kind::new(|Phrase { text, here, .. }| cells(text, here)) };

/// A region and the cells that are put into it.
pub(crate) static REGION: Kind<(char, Vec<Cell>)> = Kind {
    cells: |(_, cells): &(char, Vec<Cell>)| cells,
    ..Kind::new(|Phrase { text, here, .. }| {
        let (region, names) = text.split_once(' ').unwrap_or((text, ""));
        let mut letters = region.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) if letter.is_alphanumeric() => Ok((letter, cells(names, here)?)),
            _ => {
                let form = "a letter or digit, as in ':region a' or ':region a c3,e5'";
                Err(format!("'{region}' is not a region ({form})").into())
            }
        }
    })
}
.offers(Asks::ForText, |sources| {
    let help = "the cell under the cursor";
    sources.regions.iter().map(|region| (region.to_string(), help.to_owned())).collect()
});

/// The letters of regions, as in `a,b`.
pub(crate) static LETTERS: Kind<Vec<char>> = Kind::new(|Phrase { text, .. }| {
    Ok(text.chars().filter(|letter| ![',', ' '].contains(letter)).collect())
});

/// The cost of a piece on cells; `None` to set weights cell by cell.
pub static CELL_WEIGHTS: Kind<Option<(i64, Vec<Cell>)>> = Kind {
    cells: |weights: &Option<(i64, Vec<Cell>)>| weights.as_ref().map_or(&[], |(_, cells)| cells),
    ..Kind::new(|Phrase { text, here, .. }| {
        if text.is_empty() {
            return Ok(None);
        }
        let (names, number) = text.rsplit_once([' ', ',']).unwrap_or(("", text));
        let sentence = || format!("'{number}' is no whole number, as in ':weight c4 7'");
        let number = number.parse().map_err(|_| sentence())?;
        Ok(Some((number, cells(names, here)?)))
    })
};

/// The restriction of the diagram to a value of a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Restriction {
    /// The value for the cell.
    pub value: Value,
    /// The cell; by default the cell of the cursor.
    pub cell: Cell,
    /// True if the cell was named, and differs from the cell of the cursor.
    pub is_named: bool,
}

/// A value and a cell, as in `exclude c3`. By default a piece on the cell of the cursor.
pub(crate) static RESTRICTION: Kind<Restriction> = Kind::new(|Phrase { text, here, .. }| {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let (value, name) = match word {
        "place" => (Value::Placed, rest.trim()),
        "exclude" => (Value::Excluded, rest.trim()),
        _ => (Value::Placed, text),
    };
    let cell = optional_cell(name)?;
    Ok(Restriction { value, cell: cell.unwrap_or(here), is_named: cell.is_some() })
});

/// A rule whose diagram is drawn alone; `None` for all rules.
pub(crate) static RULE: Kind<Option<SingleRule>> = Kind::new(|Phrase { text, here, .. }| {
    let (kind, name) = text.split_once(' ').unwrap_or((text, ""));
    let name = name.trim();
    match kind {
        "all" if name.is_empty() => Ok(None),
        "board" => Ok(Some(SingleRule::Board(optional_cell(name)?.unwrap_or(here)))),
        "queens" if name.is_empty() => Ok(Some(SingleRule::Queens(here.row()))),
        "queens" => {
            let row = integer_in_range("a row", 1..=MAX_SIDE)(name);
            let row = row.map_err(|error| format!("{error}, as in ':rule queens 2'"))?;
            Ok(Some(SingleRule::Queens(row - 1)))
        }
        _ => {
            let form = "':rule board c3', ':rule queens 2' or ':rule all'";
            Err(format!("'{text}' names no rule that is drawn alone, as in {form}").into())
        }
    }
})
.asks(Asks::ForOffered);

/// A file to read.
pub(crate) static SOURCE: Kind<PathBuf> =
    Kind::new(|phrase| Ok(expand_home(needed(phrase)?))).reads_file();

/// The file that draws the weights; `None` stands for `none`, which removes all weights.
pub(crate) static WEIGHTS: Kind<Option<PathBuf>> = Kind::new(|phrase| {
    let text = needed(phrase)?;
    Ok((text != "none").then(|| expand_home(text)))
})
.reads_file();

/// The name of an order, or a file.
pub(crate) static ORDER: Kind<OrderSource> = Kind::new(|phrase| {
    let text = needed(phrase)?;
    let names: Vec<&str> = DrawnOrder::VARIANTS.iter().map(|order| order.name()).collect();
    match text.parse().map_err(|sentence| with_nearest(sentence, text, &names))? {
        OrderSource::File(_) => Ok(OrderSource::File(expand_home(text))),
        known @ OrderSource::Known(_) => Ok(known),
    }
})
.asks(Asks::ForOffered)
.begins(|text| !looks_like_a_path(text));

/// The argument of `:w`: the file, whether it may be replaced, and whether the program ends then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaveOrder {
    /// The file; `None` for the file of the board.
    pub path: Option<PathBuf>,
    /// True if an existing file may be replaced, as after `w!`.
    pub may_replace: bool,
    /// True if the program ends once the board is saved, as after `wq`.
    pub quits: bool,
}

/// The file to save to, if one is named. The word `w!` permits to replace it, and `wq` and `x` end the program.
pub(crate) static SAVE: Kind<SaveOrder> = Kind::new(|Phrase { word, text, .. }| {
    let mut path = (!text.is_empty()).then(|| expand_home(text));
    // 'o' lists files with the ending of board files.
    if let Some(path) = path.as_mut().filter(|it| it.extension().is_none() && !text.ends_with('/'))
    {
        path.set_extension("toml");
    }
    let quits = matches!(word, "wq" | "x");
    Ok(SaveOrder { path, may_replace: word.ends_with('!'), quits })
})
.offers(Asks::ForTextOrOffered, |sources| {
    vec![(sources.file.clone(), "a board file, which 'o' opens".to_owned())]
});

/// Options of the export and the file, as in `diagram eight.svg`.
pub static EXPORT: Kind<ExportRequest> = Kind::new(|Phrase { word, text, .. }| {
    let request = orders::export(text)?;
    let path = expand_home(&request.path.to_string_lossy());
    let may_replace = request.may_replace || word.ends_with('!');
    Ok(ExportRequest { path, may_replace, ..request })
})
.asks(Asks::ForText)
.completes(|_, text| orders::export_completions(text));

/// The word after `:play` for a puzzle whose regions the user draws.
const OWN: &str = "own";

/// The number of rows of such a puzzle, if none is given.
const DEFAULT_OWN_SIDE: &str = "8";

/// The puzzle to play. A kind of puzzle, with or without a size and a number of stars, is followed by a grade or the word
/// `daily`.
pub(crate) static PLAY: Kind<PlayOrder> = Kind::new(|Phrase { text, .. }| {
    if text == "board" {
        return Ok(PlayOrder::Board);
    }
    if let Some(side) = text.strip_prefix(OWN) {
        let side = if side.is_empty() { DEFAULT_OWN_SIDE } else { side.trim_start() };
        let side = integer_in_range("a size of puzzles", SIZES)(side);
        return side.map(PlayOrder::Own).map_err(Notice::from);
    }
    if let Some(number) = text.strip_prefix(CONTINUE) {
        let number = if number.is_empty() { Ok(1) } else { number.trim_start().parse() };
        let wrong =
            |_| format!("'{text}' names no unfinished puzzle; '{CONTINUE} 2' is the second").into();
        return number.map(PlayOrder::Continue).map_err(wrong);
    }
    let (wanted, seed) = orders::play(text)?;
    Ok(PlayOrder::Puzzle { wanted, seed })
})
.offers(Asks::ForOffered, |sources| sources.games.clone())
.offers_first()
.completes(|_, text| orders::play_completions(text))
.begins(|text| {
    if text == OWN {
        return true;
    }
    let mut words = text.split(' ');
    let is_kind = words.next().is_some_and(|kind| kind.parse::<PuzzleKind>().is_ok());
    let is_begun = |word: &str| word.parse::<u16>().is_ok() || word.starts_with("stars=");
    is_kind && words.all(is_begun) && orders::play(text).is_ok()
})
.follows(|begun| {
    if begun == OWN {
        let sizes = [DEFAULT_OWN_SIDE, "5", "6", "7", "9", "10", "12"];
        return sizes.map(|side| (side, format!("{side}×{side}: paint the regions"))).into();
    }
    let wanted = |next: &str| orders::play(&format!("{begun} {next}")).ok()?.0;
    let grades = [
        ("easy", "simple steps only"),
        ("medium", "patterns of groups or room"),
        ("hard", "more patterns, or chains"),
        ("expert", "hardest patterns, or chains"),
        ("daily", "the puzzle of today"),
    ];
    let grades = grades.into_iter().filter_map(|(grade, help)| {
        let wanted = wanted(grade)?;
        let stars = match wanted.kind() {
            PuzzleKind::StarBattle => format!(", {}", counted(wanted.stars(), "star", "stars")),
            PuzzleKind::Queens | PuzzleKind::QueensGivens => String::new(),
        };
        Some((grade, format!("{0}×{0}{stars}; {help}", wanted.size())))
    });
    // The usual number of stars needs no word.
    let usual = orders::play(begun).ok().and_then(|(usual, _)| usual).map(PuzzleSpec::stars);
    let stars = ["stars=1", "stars=2", "stars=3"].into_iter();
    let stars = stars.filter(|stars| wanted(stars).map(PuzzleSpec::stars) != usual);
    let begun = stars.chain(["6", "7", "8", "9", "10", "12", "14"]);
    let begun = begun
        .filter_map(|word| Some((word, format!("{}; then how hard", wanted(word)?.sized_name()))));
    grades.chain(begun).collect()
});

/// Options of a puzzle that is made from the board, as in `coloured hard`.
pub(crate) static PUZZLE: Kind<PuzzleOrder> =
    Kind::new(|Phrase { text, .. }| Ok(orders::puzzle(text)?))
        .asks(Asks::ForOffered)
        .completes(|_, text| orders::puzzle_completions(text));

/// Options of searches to watch or to compare, as in `weak vs strong`.
pub(crate) static SEARCH: Kind<SearchOrder> =
    Kind::new(|Phrase { text, .. }| Ok(orders::search(text)?))
        .completes(|_, text| orders::search_completions(text))
        .begins(|text| text == "vs" || text.ends_with(" vs"))
        .follows(|_| {
            let setting = |(name, listed): (_, &ListedValue)| (name, listed.meaning.to_owned());
            words::search_settings().map(setting).collect()
        });

/// The problem to compare the board with: a board file, or changes of the board, separated by semicolons.
pub(crate) static COMPARED: Kind<Compared> = Kind::new(|phrase| {
    let text = needed(phrase)?;
    if looks_like_a_path(text) {
        return Ok(Compared::File(expand_home(text)));
    }
    let changes = text.split(';').map(|part| change(Phrase { text: part.trim(), ..phrase }));
    Ok(Compared::Changes(text.to_owned(), changes.collect::<Result<_, _>>()?))
})
.offers(Asks::ForOffered, |sources| {
    // The last letter is that of a new region.
    let region = sources.regions.first().filter(|_| sources.regions.len() > 1);
    let line = |letter| format!("without region {letter}");
    region
        .map(|letter| (line(letter), "without the rule of one region".to_owned()))
        .into_iter()
        .collect()
})
.begins(|text| !looks_like_a_path(text));

/// The words that begin a change of the board.
const CHANGES: [&str; 8] =
    ["piece", "torus", "board-rule", "rules", "max-cost", "place", "exclude", "without"];

/// A change of the board, as in `piece amazon` or `without region d`.
fn change(phrase: Phrase<'_>) -> Result<Change, Notice> {
    let (word, text) = phrase.text.split_once(' ').unwrap_or((phrase.text, ""));
    let value = Phrase { word, text: text.trim(), ..phrase };
    Ok(match word {
        "piece" => Change::Piece((PIECE.parse)(value)?),
        "torus" => Change::Torus((SWITCH.parse)(value)?),
        "board-rule" => Change::BoardRule((SWITCH.parse)(value)?),
        "rules" => Change::Rules((RULES.parse)(value)?),
        "max-cost" => Change::MaxCost((MAX_COST.parse)(value)?),
        "place" => Change::Decide(Value::Placed, (DECIDED.parse)(value)?),
        "exclude" => Change::Decide(Value::Excluded, (DECIDED.parse)(value)?),
        "without" => match value.text.split_once(' ') {
            Some(("region", letter)) => {
                Change::WithoutRegions((LETTERS.parse)(Phrase { text: letter, ..value })?)
            }
            _ => match value.text.parse() {
                Ok(family) => Change::WithoutRule(family),
                Err(_) => Change::WithoutDecisions((DECIDED.parse)(value)?),
            },
        },
        _ => {
            let sentence = format!(
                "'{word}' is neither a board file nor a change of the board, such as 'piece amazon'"
            );
            return Err(with_nearest(sentence, word, &CHANGES));
        }
    })
}

/// The size of a board. A listed size may begin with the digits of another one, so none is completed.
pub(crate) static SIZE: Kind<Size> =
    Kind::new(parsed).asks(Asks::ForText).completes(|_, text| (text, Vec::new()));

/// A piece, by its name or in Betza notation.
pub(crate) static PIECE: Kind<Piece> = Kind::new(parsed)
    .offers(Asks::ForOffered, |_| {
        let notation = |name: &str| {
            let piece = name.parse::<Piece>();
            piece.map(|piece| format!("Betza {}", piece.notation())).unwrap_or_default()
        };
        Piece::names().map(|name| (name.to_owned(), notation(name))).collect()
    })
    .completes(|_, text| (text, Piece::names().map(str::to_owned).collect()));

/// The maximum cost of a solution, or `none`.
pub(crate) static MAX_COST: Kind<MaxCost> = Kind::new(|phrase| {
    needed(phrase)?;
    parsed(phrase)
});

/// The level of assist.
pub(crate) static ASSIST: Kind<Assist> = Kind::new(parsed).asks(Asks::ForOffered);

/// On or off; `None` toggles.
pub(crate) static SWITCH: Kind<Option<bool>> = Kind::new(|Phrase { text, .. }| match text {
    "" => Ok(None),
    "on" => Ok(Some(true)),
    "off" => Ok(Some(false)),
    _ => Err(format!("'{text}' is neither 'on' nor 'off'").into()),
})
.asks(Asks::ForOffered);

/// Rules, separated by commas or spaces; or `none`.
pub(crate) static RULES: Kind<Vec<Requirement>> = Kind::new(|phrase| {
    let text = needed(phrase)?;
    if text == "none" {
        return Ok(Vec::new());
    }
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    let rules = words.map(str::parse).collect::<Result<_, _>>();
    rules.map_err(|error: ParseRequirementError| error.message_with_suggestion().into())
})
.asks(Asks::ForOffered)
.completes(|_, text| {
    let last = text.rsplit([' ', ',']).next().unwrap_or_default();
    let words = Family::iter().map(Family::completion).chain(["none"]);
    (last, words.map(str::to_owned).collect())
});

/// A setting, and its new value. Without a value, a switch is toggled.
pub(crate) static SETTING: Kind<SettingChange> = Kind::new(|Phrase { text, .. }| {
    let (name, value) = text.split_once(' ').unwrap_or((text, ""));
    Ok(SettingChange::parse(name, value.trim())?)
})
.offers(Asks::ForOffered, |_| {
    Setting::iter().map(|setting| (setting.to_string(), setting.help().to_owned())).collect()
})
.completes(|_, text| {
    let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    match text.split_once(' ') {
        Some((name, value)) => (value, owned(SettingChange::values(name))),
        None => (text, owned(&SettingChange::names())),
    }
});

/// A number of stars in each row, column and region.
pub(crate) static STARS: Kind<u32> = Kind::new(|Phrase { text, .. }| {
    let stars = integer_in_range("a number of stars", 1..=MAX_STARS)(text);
    Ok(stars.map_err(|error| format!("{error}, as in ':stars 2'"))?)
})
.asks(Asks::ForOffered);

/// A step of the watched search, by its number.
pub static STEP: Kind<usize> = Kind::new(|Phrase { text, .. }| {
    let sentence = || format!("'{text}' is no number of a step, as in ':step 20'");
    Ok(parse_digits(text).ok_or_else(sentence)?)
})
.asks(Asks::ForText);

/// A number of solutions, which a session in lines lists.
pub static SOLUTION_COUNT: Kind<usize> = Kind::new(|Phrase { text, .. }| {
    let number = integer_in_range("a number of solutions", 1..=MAX_LISTED_SOLUTIONS);
    if text.is_empty() { Ok(1) } else { Ok(number(text)?) }
});

/// Maximum number of solutions that a session in lines lists at once.
const MAX_LISTED_SOLUTIONS: usize = 10_000;

/// The seed of a random choice; `None` for any.
pub(crate) static SEED: Kind<Option<u64>> = Kind::new(|Phrase { text, .. }| {
    let number = text.trim_start_matches("--").trim_start_matches("seed");
    let number = number.trim_start_matches(['=', ' ']);
    if text.is_empty() { Ok(None) } else { Ok(Some(options::seed()(number)?)) }
});

/// The word `exact`: a session in lines waits for the exact number of solutions.
pub(crate) static EXACT: Kind<bool> = Kind::new(|phrase| keyword("exact", phrase));

/// The word `do`, which follows the hint.
pub(crate) static DO: Kind<bool> = Kind::new(|phrase| keyword("do", phrase));

/// A state of cells; `None` for all states.
pub(crate) static STATE: Kind<Option<CellState>> = Kind::new(|Phrase { text, .. }| {
    if text.is_empty() {
        return Ok(None);
    }
    let sentence = || format!("'{text}' is no state of a cell");
    text.parse().map(Some).map_err(|_| with_nearest(sentence(), text, CellState::VARIANTS))
});

/// Commands about the lesson.
#[derive(Clone, Debug)]
pub enum LessonOrder {
    /// Continues the lesson that was left, otherwise begins the first one.
    GoOn,
    /// Begins this lesson.
    Begin(LessonSource),
    /// Leaves the lesson, and opens the board that was open before the lesson.
    Leave,
    /// Performs the present step for the student.
    Skip,
}

/// `off`, `skip`, the name of a lesson, or a file.
pub static LESSON: Kind<LessonOrder> = Kind::new(|phrase| match phrase.text {
    "" => Ok(LessonOrder::GoOn),
    "off" => Ok(LessonOrder::Leave),
    "skip" => Ok(LessonOrder::Skip),
    name => {
        let path = expand_home(name);
        parsed(Phrase { text: &path.to_string_lossy(), ..phrase }).map(LessonOrder::Begin)
    }
})
.asks(Asks::ForOffered);

/// Topics of `:help`.
#[derive(Clone, Debug)]
pub enum Topic {
    /// The keys; in a session in lines, the words.
    Keys,
    /// A page of the manual.
    Page(Page),
    /// The description of a word.
    Word(String),
}

/// A page of the manual or a word. Nothing stands for the keys.
pub static TOPIC: Kind<Topic> = Kind::new(|Phrase { text, .. }| {
    if text.is_empty() {
        return Ok(Topic::Keys);
    }
    match (Page::find(text), words::named(text)) {
        (Err(_), Some(definition)) => Ok(Topic::Word(definition.to_string())),
        (page, _) => Ok(Topic::Page(page?)),
    }
})
.offers(Asks::ForText, |_| {
    let page = |page: &Page| (page.topic.to_owned(), page.summary.replace('`', ""));
    PAGES.iter().map(page).collect()
})
.completes(|_, text| {
    let topics = PAGES.iter().map(|page| page.topic);
    let words = COMMANDS.iter().map(|definition| definition.full_word(""));
    (text, topics.chain(words).map(str::to_owned).collect())
});

/// A claim in words, and the default cell of the claim.
pub(crate) static CLAIM: Kind<(String, Cell)> =
    Kind::new(|Phrase { text, here, .. }| Ok((text.to_owned(), here)));

impl<T> Kind<T> {
    /// If an operation is chosen without a value, the palette asks for this.
    pub const fn asks(self, asks: Asks) -> Self {
        Self { facts: Facts { asks, ..self.facts }, ..self }
    }

    const fn leads(self) -> Self {
        Self { facts: Facts { leads: true, ..self.facts }, ..self }
    }

    const fn offers(self, asks: Asks, offered: fn(&ValueSources) -> Vec<(String, String)>) -> Self {
        Self { facts: Facts { asks, offered, ..self.facts }, ..self }
    }

    const fn offers_first(self) -> Self {
        Self { facts: Facts { offers_first: true, ..self.facts }, ..self }
    }

    const fn completes(
        self,
        candidates: for<'a> fn(&words::Definition, &'a str) -> (&'a str, Vec<String>),
    ) -> Self {
        Self { facts: Facts { candidates, ..self.facts }, ..self }
    }

    const fn begins(self, is_begun: fn(&str) -> bool) -> Self {
        Self { facts: Facts { is_begun, ..self.facts }, ..self }
    }

    const fn follows(self, follows: fn(&str) -> Vec<(&'static str, String)>) -> Self {
        Self { facts: Facts { follows, ..self.facts }, ..self }
    }

    const fn reads_file(self) -> Self {
        let boards = |sources: &ValueSources| {
            sources.boards.iter().map(|it| (it.clone(), String::new())).collect()
        };
        self.offers(Asks::ForOffered, boards).begins(|text| !looks_like_a_path(text))
    }
}

/// True if the text is the keyword, false if it is empty.
fn keyword(keyword: &str, phrase: Phrase<'_>) -> Result<bool, Notice> {
    if phrase.text == keyword { Ok(true) } else { (NOTHING.parse)(phrase).map(|()| false) }
}

/// The text after the word. If it is missing, the table of words has the noun for the error.
fn needed(Phrase { word, text, .. }: Phrase<'_>) -> Result<&str, Notice> {
    match words::named(word) {
        Some(definition) if text.is_empty() => {
            Err(format!("'{}' needs {}", definition.word(), definition.needs).into())
        }
        _ => Ok(text),
    }
}

/// Parses a value whose error is a sentence.
fn parsed<T: FromStr<Err: Display>>(phrase: Phrase<'_>) -> Result<T, Notice> {
    phrase.text.parse().map_err(|error: T::Err| error.to_string().into())
}

/// Adds the nearest of `words` to the error message about a wrong word.
pub fn with_nearest(sentence: String, wrong: &str, words: &[&'static str]) -> Notice {
    (sentence + &suggestion(wrong, words.iter().copied())).into()
}

/// The cell with this name; `None` for an empty name.
fn optional_cell(name: &str) -> Result<Option<Cell>, Notice> {
    let error = |error: ParseCellError| error.to_string();
    if name.is_empty() { Ok(None) } else { Ok(Some(name.parse().map_err(error)?)) }
}

/// Parses cell names separated by commas or spaces. An empty text means the cell `here`.
fn cells(names: &str, here: Cell) -> Result<Vec<Cell>, Notice> {
    let names = names.split_whitespace().collect::<Vec<_>>().join(",");
    match names.replace(",,", ",").as_str() {
        "" => Ok(vec![here]),
        names => Cell::parse_list(names).map_err(|error| error.to_string().into()),
    }
}

/// Replaces a leading `~` by the user's home directory, as a shell does.
fn expand_home(path: &str) -> PathBuf {
    match (Path::new(path).strip_prefix("~"), etcetera::home_dir()) {
        (Ok(rest), Ok(home)) => home.join(rest),
        _ => path.into(),
    }
}
