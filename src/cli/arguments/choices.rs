//! The options whose values are words of a fixed list.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use clap::builder::{OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command};

use super::PuzzleFormat;
use app::LessonSource;
use app::options::Played;
use engine::EngineKind;
use engine::plan::Question;
use export::{DiagramRequest, DrawnOrder, Format, MinizincModel, OrderSource, SeriesRequest};
use files::is_stdin;
use geometry::ParseCellError;
use problem::{Value, is_link};
use session::puzzle::Kind;
use strum::IntoEnumIterator;

/// A type of another crate, used for the values of an option.
pub(crate) trait OptionValue: Copy + Send + Sync + 'static {
    /// All variants, in the order in which the help lists them.
    const ALL: &'static [Self];

    /// The word of the variant, with its help text.
    fn value(self) -> PossibleValue;
}

/// A parser for the words of all variants.
pub(crate) fn option_value_parser<T: OptionValue>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(T::ALL.iter().map(|choice| choice.value())).map(|word| {
        let variant = T::ALL.iter().find(|choice| choice.value().get_name() == word);
        *variant.expect("the parser passes only these words on")
    })
}

/// Implements `OptionValue` for types whose variants convert to their names. Each variant has a help text.
macro_rules! choices {
    ($($choice:ident { $($variant:ident: $help:literal),+ $(,)? })+) => {$(
        impl OptionValue for $choice {
            const ALL: &'static [Self] = &[$(Self::$variant),+];

            fn value(self) -> PossibleValue {
                let help = match self { $(Self::$variant => $help),+ };
                PossibleValue::new(<&str>::from(self)).help(help)
            }
        }
    )+};
}

choices! {
    Format {
        Dot: "The diagram for Graphviz",
        Svg: "A drawing of the diagram, or of the board with --picture",
        Dimacs: "The problem as clauses, for SAT solvers",
        Minizinc: "The problem as a MiniZinc model, for constraint solvers",
        Json: "The diagram as one JSON object",
        Bdd: "The diagram in the binary format of biodivine-lib-bdd",
        Dddmp: "The diagram as DDDMP text, for CUDD and viewers",
        Html: "The board as a page that a browser opens, without a network",
    }
    PuzzleFormat {
        Toml: "A board file",
        Html: "A page that a browser opens, without a network, to play the puzzles, or to print them",
        Svg: "A sheet of paper with all puzzles, in black and white",
    }
    MinizincModel {
        Rows: "The column of each row's piece (one in each row, with the rook move)",
        Catalogue: "As rows, with the 'smooth' constraints of the Global Constraint Catalog",
        Dual: "Also the row of each column's piece; search by row or column (on squares)",
        Cells: "0 or 1 for each cell, for any piece",
    }
    DrawnOrder {
        RowMajor: "a1, b1, … upward",
        ColumnMajor: "a1, a2, … to the right",
        Diagonal: "Along the diagonals, from the bottom left corner",
        InsideOut: "From the middle of the grid outward",
        Sifted: "One in which the diagram is smaller, found by sifting (10 s, or half of --timeout)",
    }
}

/// Reads an order. A file that exists needs no dot or slash in its name.
fn read_order(word: OsString) -> Result<OrderSource, String> {
    match word.to_string_lossy().parse() {
        Err(_) if Path::new(&word).exists() => Ok(OrderSource::File(word.into())),
        read => read,
    }
}

/// The words of series of drawings, each with its help.
const SERIES: [(&str, &str); 4] = [
    ("growth", "The diagram after each rule and each decision"),
    ("reduce", "From the decision tree to the diagram: nodes are merged and dropped"),
    ("restrict:CELL", "The diagram with a piece on CELL, node by node (CELL=0: with none)"),
    ("passes", "How the diagram counts: the numbers of its nodes, one after the other"),
];

fn read_series(word: OsString) -> Result<SeriesRequest, String> {
    let text = word.into_string().unwrap_or_else(|word| word.to_string_lossy().into_owned());
    let diagram = DiagramRequest::default();
    if let Some(restriction) = text.strip_prefix("restrict:") {
        let (cell, value) = match restriction.split_once('=').unwrap_or((restriction, "1")) {
            (cell, "1") => (cell, Value::Placed),
            (cell, "0") => (cell, Value::Excluded),
            (_, value) => return Err(format!("'{value}' is neither 0 nor 1")),
        };
        let cell = cell.parse().map_err(|error: ParseCellError| error.to_string())?;
        return Ok(SeriesRequest::Restriction(diagram, cell, value));
    }
    match text.as_str() {
        "growth" => Ok(SeriesRequest::Growth),
        "reduce" => Ok(SeriesRequest::Reduction(diagram)),
        "passes" => Ok(SeriesRequest::Passes(diagram)),
        _ => Err(format!("'{text}' is no series ({})", SERIES.map(|(name, _)| name).join(", "))),
    }
}

/// The parser of a series.
pub(crate) const fn series_parser() -> OpenChoiceParser<SeriesRequest> {
    OpenChoiceParser {
        read: read_series,
        words: || SERIES.map(|(name, help)| PossibleValue::new(name).help(help)).to_vec(),
    }
}

/// A parser of words from a list, or of other values such as files.
#[derive(Clone)]
pub(crate) struct OpenChoiceParser<T> {
    read: fn(OsString) -> Result<T, String>,
    words: fn() -> Vec<PossibleValue>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for OpenChoiceParser<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        OsStringValueParser::new().try_map(self.read).parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.words)().into_iter()))
    }
}

/// The parser of an order: a name, or a file.
pub(crate) const fn order_parser() -> OpenChoiceParser<OrderSource> {
    OpenChoiceParser {
        read: read_order,
        words: || DrawnOrder::ALL.iter().map(|order| order.value()).collect(),
    }
}

/// The parser of a lesson: a name, or a file.
pub(crate) const fn lesson_parser() -> OpenChoiceParser<LessonSource> {
    OpenChoiceParser {
        read: |word| {
            let source = word.to_string_lossy().parse::<LessonSource>();
            source.map_err(|error| error.to_string())
        },
        words: || LessonSource::names().map(PossibleValue::new).collect(),
    }
}

/// The parser of puzzles to play: a kind of puzzle, a file, or a link.
pub(crate) const fn played_parser() -> OpenChoiceParser<Played> {
    OpenChoiceParser {
        read: read_played,
        words: || Kind::iter().map(|kind| PossibleValue::new(<&str>::from(kind))).collect(),
    }
}

/// Reads a puzzle to play. A word that cannot be a file name is treated as a misspelled kind.
fn read_played(word: OsString) -> Result<Played, String> {
    let path = PathBuf::from(word);
    let text = path.to_string_lossy();
    match text.parse::<Kind>() {
        Ok(kind) => Ok(Played::Kind(kind)),
        Err(_)
            if is_link(&text) || is_stdin(&path) || path.exists() || text.contains(['.', '/']) =>
        {
            Ok(Played::File(path))
        }
        Err(unknown) => Err(unknown.to_string()),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RuleChoice {
    /// The board rule of a cell: it excludes the cells it attacks
    Board,
    /// The queens rule of a row: at least one piece
    Queens,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineChoice {
    /// The program chooses the fastest engine
    #[default]
    Auto,
    /// The decision diagram of all solutions
    Bdd,
    /// Satisfiability: domains, solutions and explanations on large boards, without counts
    Sat,
    /// Search that counts solutions on several threads
    Count,
    /// A finite-domain search: pieces with the rook move, one in each row
    Search,
    /// Estimates by random sampling, for numbers of any size
    Estimate,
}

impl EngineChoice {
    /// The chosen engine; `None` if the program chooses it.
    pub(crate) const fn kind(self) -> Option<EngineKind> {
        match self {
            Self::Auto => None,
            Self::Bdd => Some(EngineKind::Bdd),
            Self::Sat => Some(EngineKind::Sat),
            Self::Search => Some(EngineKind::Search),
            Self::Count => Some(EngineKind::Count),
            Self::Estimate => Some(EngineKind::Estimate),
        }
    }
}

/// The parser of the engine of a verb. Help and completions offer only engines that answer `question`. Other engines
/// are accepted here, because the later error message says more than the parser's.
pub(crate) fn engine_parser(question: Question) -> impl TypedValueParser<Value = EngineChoice> {
    let is_offered = |choice: &EngineChoice| {
        choice.kind().is_none_or(|it| question.engines().any(|kind| kind == it))
    };
    let words = EngineChoice::value_variants()
        .iter()
        .filter_map(|choice| Some(choice.to_possible_value()?.hide(!is_offered(choice))));
    PossibleValuesParser::new(words).map(|word| {
        EngineChoice::from_str(&word, false).expect("the parser passes only these words on")
    })
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    /// Colours if the terminal shows them
    #[default]
    Auto,
    /// Always colours
    Always,
    /// No colours
    Never,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolutionFormat {
    /// A picture, row 1 at the bottom
    #[default]
    Board,
    /// For each row from the bottom, the column of its piece
    List,
    /// The names of the cells with a piece
    Cells,
    /// As tutorials of constraint solvers: row J is the J-th column, its column the line from the top; at
    /// the end statistics
    Printer,
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureTheme {
    /// The colours of a dark terminal
    Dark,
    /// The colours of a light terminal
    Light,
    /// Black and white, for printers
    Print,
}
