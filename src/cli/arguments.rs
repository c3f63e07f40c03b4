mod choices;
mod parts;
mod read;
mod short_help;
mod table;
mod values;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow, bail, ensure};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueHint};
use clap_complete::Shell;
use strum::{EnumDiscriminants, EnumIter, IntoEnumIterator, IntoStaticStr, VariantNames};

use super::format;
use app::LessonSource;
use app::options::{self, PlayOptions, PuzzleOptions, SearchChoices, kinds_of_puzzles, names};
use engine::Budget;
use engine::plan::{Question, WantedSolutions};
use export::{DiagramFile, Format, MinizincModel, OrderSource, SeriesRequest};
use files::input_name;
use geometry::{Cell, MAX_SIDE, Piece, Size, Sizes};
use problem::{Assist, Bounds, Family, MaxCost, Requirement};
use session::puzzle::{Kind, PuzzleSpec};
use session::steps::Grade;
use tui::{Keystrokes, NamedGlyphs, Theme};

pub(super) use choices::{
    ColorChoice, EngineChoice, OptionValue, PictureTheme, RuleChoice, SolutionFormat,
    engine_parser, lesson_parser, option_value_parser, order_parser, played_parser, series_parser,
};
pub(super) use parts::PartArguments;
pub(super) use short_help::full_program;
pub(super) use table::TableArguments;

/// Maximum number of threads, which exceeds the number of cores of any machine.
const MAX_THREADS: NonZeroUsize = NonZeroUsize::new(1024).expect("not 0");

/// The cells that one occurrence of an option names.
pub(super) type Cells = Vec<Cell>;
/// The rules that one occurrence of an option names.
pub(super) type NamedRules = Vec<NamedRule>;

/// A rule that an option names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum NamedRule {
    Requirement(Requirement),
    /// `pieces=n`: as many pieces as rows.
    PieceForEachRow,
}

impl NamedRule {
    /// The rule for a board of this size.
    pub(crate) fn on(self, size: Size) -> Requirement {
        match self {
            Self::Requirement(requirement) => requirement,
            Self::PieceForEachRow => {
                Requirement { family: Family::Pieces, bounds: Bounds::exactly(size.rows().into()) }
            }
        }
    }
}

/// The examples in the help and in the manual.
pub(super) const EXAMPLES: &str = include_str!("examples.txt").trim_ascii_end();

/// The exit codes and their meanings.
pub(super) const EXIT_CODES: [(&str, &str); 8] = [
    ("0", "done"),
    (
        "1",
        "no solution exists (solve, puzzle); the solutions differ (compare); a diagram is wrong (judge)",
    ),
    ("2", "wrong usage or bad input"),
    ("3", "a budget ended before the answer; no puzzle was found; no estimate, or none so precise"),
    ("4", "two engines disagree (--verify): both answers are printed, and a board file is written"),
    ("129", "ended by SIGHUP"),
    ("130", "interrupted, by Ctrl-C"),
    ("143", "ended by SIGTERM"),
];

fn after_help() -> String {
    let codes = EXIT_CODES.map(|(code, meaning)| format!("\n  {code:>3}  {meaning}"));
    format!("Examples:\n\n{EXAMPLES}\n\nExit codes:{}", codes.concat())
}

/// Place pieces on a board, and see everything that follows from each choice.
///
/// Without a verb, opens the board in the terminal. A verb answers one question and prints it.
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own, as it was typed")]
#[derive(Debug, Parser)]
#[command(name = "configurator", version, after_help = after_help(), disable_help_subcommand = true)]
#[command(
    override_usage = "configurator [FILE] [PROBLEM] [BOARD]\n       configurator <VERB> [PROBLEM]"
)]
#[command(subcommand_help_heading = "Verbs", subcommand_value_name = "VERB")]
pub struct Arguments {
    /// A board file (its name ends in .toml), a drawing of regions, a link to a star battle, or a diagram (.dddmp), to
    /// open on the board
    #[arg(value_name = "FILE", conflicts_with_all = ["board", "regions", "resume"])]
    #[arg(value_hint = READ)]
    pub(super) file: Option<PathBuf>,
    #[command(flatten)]
    pub(super) problem: ProblemArguments,
    #[command(flatten)]
    pub(super) engine: EngineArguments,
    #[command(flatten)]
    pub(super) look: LookArguments,
    /// Continue the last session with its decisions and undo history
    #[arg(long, help_heading = "Board", conflicts_with = "ProblemArguments")]
    pub(super) resume: bool,
    #[command(subcommand)]
    pub(super) verb: Option<Verb>,
    /// Print one JSON object (with a verb)
    #[arg(long, global = true, help_heading = "Output")]
    pub(super) json: bool,
    /// Print the JSON Schema of the verb's --json output, and nothing else
    #[arg(long, global = true, help_heading = "Output")]
    pub(super) json_schema: bool,
    /// Print no notes and no progress (with a verb)
    #[arg(short, long, global = true, help_heading = "Output")]
    pub(super) quiet: bool,
    /// The time of --timeout, which every verb that computes has.
    #[arg(skip)]
    pub(super) timeout: Option<Duration>,
}

impl Arguments {
    /// The diagram to view if FILE is one, which its ending says.
    ///
    /// # Errors
    /// When rules are given, which a diagram does not have.
    pub(super) fn diagram(&self) -> Option<anyhow::Result<DiagramArguments>> {
        let file = self.file.as_ref()?;
        file.extension().filter(|ending| *ending == "dddmp")?;
        let size = ProblemArguments { size: self.problem.size, ..ProblemArguments::default() };
        Some(if self.problem == size {
            Ok(DiagramArguments { diagram: Some(file.clone()), root: None })
        } else {
            let file = file.display();
            Err(anyhow!("{file}: a diagram has no rules; 'judge FILE' compares it with a problem"))
        })
    }

    /// The files that the board reads.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        self.file.iter().map(PathBuf::as_path).chain(self.problem.files())
    }
}

/// The value hint of arguments that name a file to read. The name `-` means standard input.
const READ: ValueHint = ValueHint::FilePath;

/// The help of the puzzle that is played.
const PLAYED: &str = "The kind of puzzle to make: queens (in coloured regions), star-battle, or \
                      queens-givens. Or the puzzle to play: a board file, a drawing of regions, a link, \
                      or '-' (standard input)";

/// The options for the look and the content of the board.
#[derive(Args, Debug)]
#[command(next_help_heading = "Board")]
pub(super) struct LookArguments {
    /// The colours; auto asks the terminal whether it is dark or light [default: auto]
    #[arg(long, value_name = "NAME", value_parser = names::<Theme>(&Theme::NAMES))]
    pub theme: Option<Theme>,
    /// Whether to use colours
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub color: ColorChoice,
    /// Do not use the mouse, so that the terminal can select text
    #[arg(long, overrides_with = "mouse")]
    pub no_mouse: bool,
    /// Use the mouse, even if the configuration turns it off
    #[arg(long, overrides_with = "no_mouse")]
    pub mouse: bool,
    /// The character set [default: unicode]
    #[arg(long, value_name = "SET", value_parser = NamedGlyphs::parser())]
    pub glyphs: Option<NamedGlyphs>,
    /// Use ASCII characters only, as --glyphs ascii
    #[arg(long, conflicts_with = "glyphs")]
    pub ascii: bool,
    /// How much the board shows: full (everything that follows), attacks (only the cells that placed
    /// pieces attack) or none [default: full]
    #[arg(long, value_name = "LEVEL")]
    pub assist: Option<Assist>,
}

/// The verbs, which print to stdout, and `play` and `lesson`, which open the board.
#[derive(Debug, EnumDiscriminants, Subcommand, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[strum_discriminants(name(VerbName), derive(EnumIter, IntoStaticStr))]
#[strum_discriminants(strum(serialize_all = "kebab-case"))]
pub(super) enum Verb {
    /// Play a puzzle on the board, against the clock: a new one, or one from a file or link
    Play(PlayArguments),
    /// Take a lesson on the board: it gives tasks, and notices when they are done
    ///
    /// Without a name, ten minutes about what a decision diagram shows. 'configurator help lesson' says
    /// how to write your own.
    Lesson(LessonArguments),
    /// Print the number of solutions
    Count(CountArguments),
    /// Print solutions, by default one
    Solve(SolveArguments),
    /// Print every cell's state and solution count
    Domains(DomainsArguments),
    /// Print why a cell is impossible or forced, and which decisions to take back
    ///
    /// Without a cell, print why there is no solution. With --steps, print the whole solution, step by
    /// step.
    Explain(ExplainArguments),
    /// Make a position with exactly one completion and print it as a board file
    Puzzle(PuzzleArguments),
    /// Print the size of the decision diagram and the cost of two ways to build it; or what a diagram of another program
    /// has
    Inspect(InspectArguments),
    /// Show a diagram of another program on the board
    View(ViewArguments),
    /// Print whether a diagram has exactly the solutions of a problem; if not, how they differ
    ///
    /// Variables that are not named like cells are those of the board row by row.
    Judge(JudgeArguments),
    /// Write the diagram, the position or a model for other programs
    Export(ExportArguments),
    /// Print which solutions two problems have in common, and which only one of them has
    ///
    /// Exit code 0: the same solutions; 1: different solutions. A and B are board files, or options of a problem in one
    /// quoted string, as in: compare 12 '12 --piece amazon'
    Compare(CompareArguments),
    /// Configure the board in lines: words on standard input, sentences or JSON on standard output
    ///
    /// Each line is a command of the board, such as 'place a1', 'why c4' or 'size 10'. 'help' lists them.
    Session(SessionArguments),
    /// Print the usual pieces: names, Betza notation, moves
    Pieces {
        /// The pieces to print, by name or Betza notation [default: the usual pieces]
        #[arg(value_name = "NAME-or-BETZA")]
        pieces: Vec<Piece>,
    },
    /// Print a template of the configuration file, with its path
    Config,
    /// Print completions for a shell
    Completions {
        /// The shell
        #[arg(value_name = "SHELL", value_enum)]
        shell: Shell,
    },
    /// Print the page of 'man' of a verb, or without a verb that of the program
    ///
    /// The manual itself is read with 'configurator help TOPIC'.
    Man {
        /// The verb
        #[arg(value_name = "VERB", value_parser = PossibleValuesParser::new(Verb::VARIANTS))]
        verb: Option<String>,
        /// Write all pages to this folder, which is created if it is missing
        #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "verb")]
        output: Option<PathBuf>,
        /// Replace existing files that are no pages of 'man'
        #[arg(long, requires = "output")]
        replace: bool,
    },
    /// Show a page of the manual, or the options of a verb; without a topic, list the topics
    Help {
        /// A topic, as 'board' or 'regions', or a verb
        #[arg(value_name = "TOPIC")]
        topic: Option<String>,
        /// Whether to use colours
        #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
        color: ColorChoice,
    },
}

impl VerbName {
    /// The JSON Schema of the data that the verb prints; `None` if it prints no data.
    pub(crate) const fn schema(self) -> Option<&'static str> {
        Some(match self {
            Self::Count => include_str!("schema/count.json"),
            Self::Solve => include_str!("schema/solve.json"),
            Self::Domains => include_str!("schema/domains.json"),
            Self::Explain => include_str!("schema/explain.json"),
            Self::Puzzle => include_str!("schema/puzzle.json"),
            Self::Inspect => include_str!("schema/inspect.json"),
            Self::Judge => include_str!("schema/judge.json"),
            Self::Export => include_str!("schema/export.json"),
            Self::Compare => include_str!("schema/compare.json"),
            Self::Session => include_str!("schema/session.json"),
            Self::Pieces => include_str!("schema/pieces.json"),
            Self::Play
            | Self::Lesson
            | Self::View
            | Self::Config
            | Self::Completions
            | Self::Man
            | Self::Help => return None,
        })
    }

    /// The verbs that print data, as a list such as `count or solve`.
    pub(crate) fn data_verbs() -> String {
        format::one_of(Self::iter().filter(|verb| verb.schema().is_some()).map(Into::into))
    }
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Puzzle")]
#[command(mut_arg("puzzle", |puzzle| {
    puzzle.value_parser(played_parser()).value_name("KIND|FILE|LINK").value_hint(READ).help(PLAYED)
}))]
pub(super) struct PlayArguments {
    #[command(flatten)]
    pub puzzle: PlayOptions,
    #[command(flatten)]
    pub look: LookArguments,
    #[command(flatten)]
    pub engine: EngineArguments,
}

#[derive(Args, Debug)]
pub(super) struct LessonArguments {
    /// The lesson: ten-minutes, reduction, counting, orders, searches, puzzles, the file of a lesson,
    /// or '-' (standard input) [default: ten-minutes]
    #[arg(value_name = "NAME|FILE", value_parser = lesson_parser(), value_hint = READ)]
    pub lesson: Option<LessonSource>,
    #[command(flatten)]
    pub look: LookArguments,
    #[command(flatten)]
    pub engine: EngineArguments,
}

#[derive(Args, Debug)]
#[command(mut_arg("engine", |engine| engine.value_parser(engine_parser(Question::Count))))]
pub(super) struct CountArguments {
    /// Count a solution, its reflections and its rotations as one
    #[arg(long, help_heading = "Solutions")]
    pub up_to_symmetry: bool,
    /// Number of threads of the engines 'count' and 'estimate' [default: one for each core]
    #[arg(
        short = 'j',
        long,
        value_name = "N",
        help_heading = "Engine",
        allow_hyphen_values = true
    )]
    #[arg(conflicts_with = "merge")]
    #[arg(value_parser = values::integer_in_range("a number of threads", NonZeroUsize::MIN..=MAX_THREADS))]
    pub threads: Option<NonZeroUsize>,
    /// Write a certificate of the number, from which a program without the engines proves that there
    /// are exactly this many solutions. A second engine counts as well, as with --verify
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    #[arg(conflicts_with_all = ["table", "up_to_symmetry", "divided"])]
    pub certificate: Option<PathBuf>,
    /// Replace an existing file that is no certificate
    #[arg(long, requires = "certificate", help_heading = "Output")]
    pub replace: bool,
    #[command(flatten)]
    pub table: TableArguments,
    #[command(flatten)]
    pub parts: PartArguments,
    /// Estimate the number by sequential Monte Carlo. The estimate has an interval, and a lower bound that is
    /// proved to hold with 99.9 % probability. Takes 1 s, unless --timeout or --precision is given
    #[arg(long, help_heading = "Estimate")]
    #[arg(conflicts_with_all = ["table", "divided", "up_to_symmetry", "verify", "certificate"])]
    pub estimate: bool,
    #[command(flatten)]
    pub estimate_options: EstimateArguments,
    #[command(flatten)]
    pub task: TaskArguments,
}

impl CountArguments {
    /// True if the arguments request an estimate.
    pub(crate) fn estimates(&self) -> bool {
        self.estimate || self.task.engine.engine == EngineChoice::Estimate
    }
}

impl EstimateArguments {
    /// Refuses the options for estimates if the verb does not estimate.
    ///
    /// # Errors
    /// When one of the options is given. The error names the `question` for which the options are
    /// allowed.
    pub(crate) fn refuse(&self, question: &str) -> anyhow::Result<()> {
        let option = match self {
            Self { precision: Some(_), .. } => "--precision",
            Self { seed: Some(_), .. } => "--seed",
            _ => return Ok(()),
        };
        bail!("{option} is for estimates: use {question}")
    }
}

/// The options of the engine that estimates.
#[derive(Args, Debug)]
#[command(next_help_heading = "Estimate")]
pub(super) struct EstimateArguments {
    /// Estimate until half of the 95 % interval is at most PERCENT of the number
    #[arg(long, value_name = "PERCENT", allow_hyphen_values = true, value_parser = values::percent)]
    pub precision: Option<f64>,
    /// The seed of the random numbers. The same seed and number of runs give the same estimate, on any
    /// number of threads [default: a random seed]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = values::seed())]
    pub seed: Option<u64>,
}

#[derive(Args, Debug)]
#[command(mut_arg("engine", |engine| engine.value_parser(engine_parser(Question::Solutions(WantedSolutions::Few)))))]
pub(super) struct SolveArguments {
    #[command(flatten)]
    pub output: SolutionArguments,
    #[command(flatten)]
    pub search: SearchArguments,
    #[command(flatten)]
    pub comparison: ComparisonArguments,
    #[command(flatten)]
    pub task: TaskArguments,
}

#[derive(Args, Debug)]
#[command(mut_arg("engine", |engine| engine.value_parser(engine_parser(Question::Domains))))]
pub(super) struct DomainsArguments {
    /// For each impossible cell, also print the weakest filter that proves it: weak, bounds,
    /// alldifferent, strong, a contradiction in K steps, or only the diagram
    #[arg(long, help_heading = "Domains")]
    pub consistency: bool,
    #[command(flatten)]
    pub estimate: EstimateArguments,
    #[command(flatten)]
    pub task: TaskArguments,
}

#[derive(Args, Debug)]
#[command(mut_arg("engine", |engine| engine.value_parser(engine_parser(Question::Explanation))))]
pub(super) struct ExplainArguments {
    /// The cell, as in c4
    #[arg(value_name = "CELL")]
    pub cell: Option<Cell>,
    /// Judge the claim that these groups and decisions make CELL impossible, as in 'row 3, row 6, a1'.
    /// 'forced because row 2, b1' claims that it must hold a piece
    #[arg(long, value_name = "REASONS", requires = "cell", help_heading = "Claim")]
    #[arg(conflicts_with_all = ["steps", "engine", "verify"])]
    pub claim: Option<String>,
    /// Print the whole solution step by step, and its grade ('configurator help techniques')
    #[arg(long, conflicts_with_all = ["cell", "engine"], help_heading = "Steps")]
    pub steps: bool,
    /// The folder to which --steps writes a drawing of each step as SVG: 01-full-group.svg, …; for a contradiction
    /// one of the assumption and of each of its steps. The folder is created if it is missing
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, requires = "steps", help_heading = "Steps")]
    #[arg(conflicts_with = "cell")]
    pub picture: Option<PathBuf>,
    /// Replace existing drawings of --picture
    #[arg(long, alias = "force", requires = "picture", help_heading = "Steps")]
    pub replace: bool,
    #[command(flatten)]
    pub task: TaskArguments,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Puzzle")]
#[command(mut_arg("coloured", |coloured| coloured.conflicts_with("regions")))]
#[command(mut_arg("stars", |stars| stars.conflicts_with_all(["regions", "piece", "rules"])))]
#[command(mut_arg("engine", |engine| engine.value_parser(engine_parser(Question::Diagram))))]
pub(super) struct PuzzleArguments {
    /// The kind of puzzle, as for 'play': queens (in coloured regions, as --coloured makes them), star-battle, or
    /// queens-givens; the size may follow, as in 'puzzle star-battle 10' [default: of the other options]
    #[arg(value_name = "KIND", value_parser = kinds_of_puzzles())]
    #[arg(conflicts_with_all = ["coloured", "givens", "repair", "board", "regions", "piece", "rules"])]
    pub kind: Option<Kind>,
    #[command(flatten)]
    pub options: PuzzleOptions,
    /// Make no puzzle, but print how many solutions the regions of --board leave, which givens and borders are
    /// superfluous, and for each cell at a border how many solutions remain if it joins a neighbouring region
    #[arg(long)]
    #[arg(conflicts_with_all = ["seed", "givens", "coloured", "stars", "difficulty", "number", "link", "verify"])]
    pub repair: bool,
    /// Make N puzzles, with the seeds from --seed on
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    #[arg(value_parser = values::integer_in_range("a number of puzzles", 1..=u64::MAX))]
    pub number: Option<u64>,
    /// The folder to which --number writes 1.toml, 2.toml, …, which is created if it is missing; or a file: its name ends
    /// in .svg (a sheet of paper) or .html (a page for a browser), with all puzzles, or in .toml for a single one
    /// [default: standard output]
    #[arg(short, long, value_name = "DIR|FILE", value_hint = ValueHint::AnyPath)]
    pub output: Option<PathBuf>,
    /// Replace files of --output that exist; otherwise only a FILE of the same format is replaced
    #[arg(long, alias = "force", requires = "output")]
    pub replace: bool,
    /// Print a link with which the puzzle can be played at puzz.link, instead of a board file
    #[arg(long, conflicts_with_all = ["number", "output"])]
    pub link: bool,
    /// What is written [default: by the ending of --output, else toml]
    #[arg(long, value_parser = option_value_parser::<PuzzleFormat>(), value_name = "FORMAT")]
    #[arg(conflicts_with = "link")]
    pub to: Option<PuzzleFormat>,
    #[command(flatten)]
    pub task: TaskArguments,
}

#[derive(Args, Debug)]
pub(super) struct SessionArguments {
    /// Continue the last session with its decisions and undo history
    #[arg(long, help_heading = "Session", conflicts_with = "ProblemArguments")]
    pub resume: bool,
    /// How much is told: full (everything that follows), attacks (only the cells that placed pieces
    /// attack) or none [default: full]
    #[arg(long, value_name = "LEVEL", help_heading = "Session")]
    pub assist: Option<Assist>,
    #[command(flatten)]
    pub problem: ProblemArguments,
    #[command(flatten)]
    pub engine: EngineArguments,
}

/// The format of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub(super) enum PuzzleFormat {
    /// A board file.
    Toml,
    /// A page for a browser.
    Html,
    /// A sheet of paper.
    Svg,
}

impl PuzzleArguments {
    /// True if the puzzle has regions of several colours.
    pub(crate) fn is_coloured(&self) -> bool {
        let is_kind = matches!(self.kind, Some(Kind::Queens | Kind::StarBattle));
        is_kind || self.options.coloured || self.options.stars.is_some()
    }

    /// The options of the problem, and the number of stars of a star battle. A kind has the sizes and numbers that it has
    /// in `play`.
    ///
    /// # Errors
    /// When the size or the number of stars does not suit the kind.
    pub(crate) fn problem_and_stars(&self) -> anyhow::Result<(ProblemArguments, Option<u32>)> {
        let (problem, stars) = (self.task.problem.clone(), self.options.stars);
        let Some(kind) = self.kind else { return Ok((problem, stars)) };
        let size = problem.size;
        ensure!(size.is_none_or(Size::is_square), "--size: puzzles of this kind are squares");
        let wanted = PuzzleSpec::new(kind, Grade::Easy, size.map(Size::rows), stars)?;
        let size = Some(Size::square(wanted.size())?);
        let stars = (kind == Kind::StarBattle).then_some(wanted.stars());
        Ok((ProblemArguments { size, ..problem }, stars))
    }

    /// The format of a file with all puzzles.
    pub(crate) fn format_of_file(&self) -> Format {
        if self.format() == PuzzleFormat::Svg { Format::Svg } else { Format::Html }
    }

    /// The format of the puzzles.
    pub(crate) fn format(&self) -> PuzzleFormat {
        let by_ending = [(Format::Html, PuzzleFormat::Html), (Format::Svg, PuzzleFormat::Svg)];
        let ending = self.output.as_deref().and_then(Format::of_file);
        let named = by_ending.iter().find(|(of_file, _)| ending == Some(*of_file));
        self.to.or(named.map(|(_, format)| *format)).unwrap_or(PuzzleFormat::Toml)
    }

    /// True if all puzzles are written to one file: a page, a sheet, or a single puzzle if the name of the file has an
    /// ending. A folder has pages with one puzzle each.
    pub(crate) fn is_in_one_file(&self) -> bool {
        let is_page = |output: &Path| Format::of_file(output) == Some(Format::Html);
        let is_file = |output: &PathBuf| output.extension().is_some() && !output.is_dir();
        match self.format() {
            PuzzleFormat::Toml => {
                self.number.is_none_or(|number| number == 1)
                    && self.output.as_ref().is_some_and(is_file)
            }
            PuzzleFormat::Html => self.output.as_deref().is_none_or(is_page),
            PuzzleFormat::Svg => true,
        }
    }
}

/// The file of a diagram.
#[derive(Args, Debug)]
#[command(next_help_heading = "Diagram")]
pub(super) struct DiagramArguments {
    /// A diagram: DDDMP as text, JSON of this program or of dd, or the format of biodivine-lib-bdd ('-': standard input)
    #[arg(value_name = "FILE", value_hint = READ, help_heading = None::<&str>)]
    pub diagram: Option<PathBuf>,
    /// The root, by its name or its number from 1, if FILE has several
    #[arg(long, value_name = "NAME")]
    pub root: Option<String>,
}

impl DiagramArguments {
    /// Reads the diagram. Also returns the name of the file in sentences.
    ///
    /// # Errors
    /// When no file is named, or the file cannot be read or is no diagram.
    pub(crate) fn read(&self) -> anyhow::Result<(DiagramFile, String)> {
        let path = self.diagram.as_ref().context("a diagram is needed")?;
        Ok((DiagramFile::read(path, self.root.as_deref())?, input_name(path)))
    }
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Diagram")]
#[command(mut_arg("engine", |engine| engine.value_parser(engine_parser(Question::Diagram))))]
#[command(mut_arg("root", |root| root.requires("diagram")))]
#[command(mut_arg("diagram", |it| {
    it.conflicts_with_all(["ProblemArguments", "order", "steps", "verify", "engine"])
}))]
pub(super) struct InspectArguments {
    #[command(flatten)]
    pub file: DiagramArguments,
    /// The variable order of the diagram, or a file that names every cell once [default: row-major]
    #[arg(long, value_name = "ORDER|FILE", value_parser = order_parser(), value_hint = READ)]
    pub order: Option<OrderSource>,
    /// Also print how the diagram grows with each rule and shrinks with each decision, and its size in
    /// other orders
    #[arg(long)]
    pub steps: bool,
    #[command(flatten)]
    pub task: TaskArguments,
}

#[derive(Args, Debug)]
#[command(mut_arg("engine", |engine| engine.value_parser(engine_parser(Question::Diagram))))]
#[command(mut_arg("diagram", |it| it.required_unless_present("json_schema")))]
pub(super) struct JudgeArguments {
    #[command(flatten)]
    pub file: DiagramArguments,
    #[command(flatten)]
    pub problem: ProblemArguments,
    #[command(flatten)]
    pub engine: EngineArguments,
}

#[derive(Args, Debug)]
#[command(mut_arg("diagram", |it| it.required_unless_present("json_schema")))]
pub(super) struct ViewArguments {
    #[command(flatten)]
    pub file: DiagramArguments,
    /// Rows and columns of the board on which the variables stand: those named like cells on these cells, all others row
    /// by row [default: the smallest board with the named cells, else a list]
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, help_heading = "Diagram")]
    pub size: Option<Size>,
    #[command(flatten)]
    pub look: LookArguments,
    #[command(flatten)]
    pub engine: EngineArguments,
}

/// The options that determine the content and the file.
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own, as it was typed")]
#[derive(Args, Debug)]
#[command(next_help_heading = "Export")]
#[command(mut_arg("engine", |engine| engine.value_parser(engine_parser(Question::Diagram))))]
pub(super) struct ExportArguments {
    /// Board files, or folders with board files, to draw on one sheet (with --picture)
    #[arg(value_name = "BOARD", value_hint = READ, help_heading = None::<&str>)]
    #[arg(conflicts_with_all = ["ProblemArguments", "screen", "cursor"])]
    pub boards: Vec<PathBuf>,
    /// Draw the solutions of the boards instead
    #[arg(long, requires = "boards")]
    pub solutions: bool,
    /// The format [default: svg with --picture or --series, else by the extension of --output]
    #[arg(long, value_parser = option_value_parser::<Format>(), value_name = "FORMAT")]
    #[arg(required_unless_present_any = ["picture", "growth", "series", "output", "boards", "solutions", "screen", "json_schema"])]
    pub to: Option<Format>,
    /// The file to write ('-': standard output), or the directory of --series. A file is replaced only when the new one is
    /// complete, and a directory is created if it is missing [default: -]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The variables of the MiniZinc model [default: rows if they suit the problem, else cells]
    #[arg(long, value_parser = option_value_parser::<MinizincModel>())]
    pub model: Option<MinizincModel>,
    /// Write the constraints of --model catalogue with the values of the placed solution, one on each line
    #[arg(long, requires = "model")]
    pub ground: bool,
    /// Export the diagram of a single rule
    #[arg(long, value_enum)]
    pub rule: Option<RuleChoice>,
    /// The cell whose board rule is exported
    #[arg(long, value_name = "CELL")]
    pub cell: Option<Cell>,
    /// The row whose queens rule is exported [default: all rows together]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    #[arg(value_parser = values::integer_in_range("a row", 1..=MAX_SIDE))]
    pub row: Option<u16>,
    /// The variable order of the diagram, or a file that names every cell once [default: row-major]
    #[arg(long, value_name = "ORDER|FILE", value_parser = order_parser(), value_hint = READ)]
    pub order: Option<OrderSource>,
    /// Draw a series of diagrams (--to svg), as numbered files of one size in the directory --output
    #[arg(long, value_name = "SERIES", value_parser = series_parser(), requires = "output")]
    #[arg(conflicts_with = "picture")]
    pub series: Option<SeriesRequest>,
    /// The same as --series growth --output DIR
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    #[arg(conflicts_with_all = ["output", "series", "rule", "picture"])]
    pub growth: Option<PathBuf>,
    /// Draw the ZDD instead of the BDD (--to svg)
    #[arg(long, conflicts_with = "picture")]
    pub zdd: bool,
    /// Draw the board instead of the diagram (--to svg)
    #[arg(long, conflicts_with = "rule")]
    pub picture: bool,
    /// Draw the picture as a terminal of this size shows it, with frame and panel
    #[arg(long, value_name = "COLSxROWS", requires = "picture", value_parser = values::window)]
    pub screen: Option<(u16, u16)>,
    /// A key to press before the picture is drawn, by its name, or a line to type, such as ':play --seed 3'; may be
    /// given several times
    #[arg(long = "key", value_name = "KEY", requires = "screen", allow_hyphen_values = true)]
    pub keys: Vec<Keystrokes>,
    /// Draw the windows after each --key as an animation without a script; SECONDS for each window [default: 3]
    #[arg(long, value_name = "SECONDS", requires = "keys", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "3", value_parser = values::integer_in_range("a number of seconds", 1..=60_u32))]
    pub animate: Option<u32>,
    /// The cell under the picture's cursor; the picture shows why this cell is impossible or forced
    #[arg(long, value_name = "CELL", requires = "picture")]
    pub cursor: Option<Cell>,
    /// The picture's colours [default: light; dark with --screen]
    #[arg(long, value_enum, requires = "picture")]
    pub theme: Option<PictureTheme>,
    /// Leave out the terminal 0 and the edges to it (--to dot, svg). Large drawings always do
    #[arg(long, conflicts_with = "picture")]
    pub without_zero: bool,
    /// Replace existing files of other content, or drawings of an earlier --series
    #[arg(long)]
    pub replace: bool,
    /// Write even very large exports; implies --replace
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub problem: ProblemArguments,
    #[command(flatten)]
    pub engine: EngineArguments,
}

impl ExportArguments {
    /// True if an existing file is replaced, whatever its content is.
    pub(crate) const fn replaces(&self) -> bool {
        self.replace || self.force
    }
}

/// A problem that is compared: a board file, or options of a problem.
#[derive(Clone, Debug, Parser)]
#[command(name = "configurator", disable_help_flag = true)]
pub(super) struct ComparedProblem {
    #[arg(value_name = "FILE", conflicts_with = "board", value_hint = READ)]
    file: Option<PathBuf>,
    #[command(flatten)]
    problem: ProblemArguments,
}

impl ComparedProblem {
    /// The files that are read.
    fn files(&self) -> impl Iterator<Item = &Path> {
        self.file.iter().map(PathBuf::as_path).chain(self.problem.files())
    }

    /// The options, among them the board file.
    pub(crate) fn options(&self) -> ProblemArguments {
        let board = self.file.clone().or_else(|| self.problem.board.clone());
        ProblemArguments { board, ..self.problem.clone() }
    }
}

#[derive(Args, Debug)]
#[command(mut_arg("engine", |engine| {
    engine.hide(true).value_parser(PossibleValuesParser::new(["auto"]).map(|_| EngineChoice::Auto))
}))]
pub(super) struct CompareArguments {
    /// The first problem: a board file ('-': standard input), or options in one quoted string
    #[arg(value_name = "A", required_unless_present = "json_schema", value_parser = read::compared)]
    #[arg(allow_hyphen_values = true, value_hint = READ)]
    pub first: Option<ComparedProblem>,
    /// The second problem, on the same cells
    #[arg(value_name = "B", required_unless_present = "json_schema", value_parser = read::compared)]
    #[arg(allow_hyphen_values = true, value_hint = READ)]
    pub second: Option<ComparedProblem>,
    /// Print up to N examples of each kind [default: 1]
    #[arg(
        short = 'n',
        long,
        value_name = "N",
        allow_hyphen_values = true,
        help_heading = "Solutions"
    )]
    #[arg(value_parser = values::integer_in_range("a number of solutions", 0..=10_000_usize))]
    pub limit: Option<usize>,
    #[command(flatten)]
    pub engine: EngineArguments,
}

/// The options that determine which solutions are printed, and how.
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own, as it was typed")]
#[derive(Args, Debug)]
#[command(next_help_heading = "Solutions")]
pub(super) struct SolutionArguments {
    /// Print at most N solutions [default: 1]
    #[arg(short = 'n', long, value_name = "N", conflicts_with = "all", allow_hyphen_values = true)]
    #[arg(value_parser = values::integer_in_range("a number of solutions", 1..=u64::MAX))]
    pub limit: Option<u64>,
    /// Print all solutions
    #[arg(long)]
    pub all: bool,
    /// Print only one solution of each class of solutions that are reflections or rotations of each
    /// other
    #[arg(long)]
    pub up_to_symmetry: bool,
    /// Draw a random solution, all equally likely; with --limit N, draw N times
    #[arg(long)]
    pub random: bool,
    /// The seed of the random numbers: the same seed draws the same solutions [default: a random seed]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = values::seed())]
    pub seed: Option<u64>,
    /// Print a solution with the fewest pieces; with --limit N, the N solutions with the fewest, in
    /// order
    #[arg(long, conflicts_with_all = ["most", "cheapest", "dearest", "all", "up_to_symmetry", "random", "seed"])]
    pub fewest: bool,
    /// Print a solution with the most pieces; with --limit N, the N solutions with the most, in order
    #[arg(long, conflicts_with_all = ["cheapest", "dearest", "all", "up_to_symmetry", "random", "seed"])]
    pub most: bool,
    /// Print a solution with the lowest cost by the weights; with --limit N, the N cheapest, in order
    #[arg(long, conflicts_with_all = ["dearest", "all", "up_to_symmetry", "random", "seed"])]
    pub cheapest: bool,
    /// Print a solution with the highest cost by the weights; with --limit N, the N dearest, in order
    #[arg(long, conflicts_with_all = ["all", "up_to_symmetry", "random", "seed"])]
    pub dearest: bool,
    /// The form in which solutions are printed [default: board]
    #[arg(long, value_enum)]
    pub format: Option<SolutionFormat>,
    /// Print statistics on stderr, and above each board the time at which the solution was found
    #[arg(long)]
    pub stats: bool,
}

/// The options of the search engine.
#[derive(Args, Debug)]
#[command(next_help_heading = "Search")]
pub(super) struct SearchArguments {
    #[command(flatten)]
    pub choices: SearchChoices,
    /// Print the search itself, as a tree; with --json one JSON object for each step
    #[arg(long, conflicts_with_all = ["format", "verify"])]
    pub trace: bool,
}

/// The options of tables about finding all solutions.
#[derive(Args, Debug)]
#[command(next_help_heading = "Table")]
pub(super) struct ComparisonArguments {
    /// Find all solutions of several sizes, as in 4..12 or 4,8,12, and print how long this takes (with --all or
    /// --compare). Each search has the time of --timeout; one that takes longer is printed as '?'
    #[arg(long, value_name = "SIZES", conflicts_with_all = ["size", "limit", "random", "fewest", "most", "cheapest", "dearest", "format", "stats", "trace", "verify"])]
    #[arg(allow_hyphen_values = true)]
    pub sizes: Option<Sizes>,
    /// Find all solutions by each of these searches, and print their failures, branches and times; a search is named
    /// by its options without dashes, as in weak,strong or 'bounds leftmost min','bounds ff'
    #[arg(long, value_name = "SEARCHES", value_delimiter = ',', value_parser = options::search_choices)]
    #[arg(conflicts_with_all = ["limit", "random", "fewest", "most", "cheapest", "dearest", "format", "stats", "trace", "verify", "up_to_symmetry"])]
    pub compare: Vec<SearchChoices>,
}

impl SearchArguments {
    /// The first given option of the search engine; `None` if no option is given.
    pub(crate) fn first_option(&self) -> Option<&'static str> {
        let options = [
            (self.choices.labeling.is_some(), "--labeling"),
            (self.choices.values.is_some(), "--values"),
            (self.choices.propagation.is_some(), "--propagation"),
            (self.trace, "--trace"),
        ];
        options.into_iter().find_map(|(is_given, option)| is_given.then_some(option))
    }
}

/// The options that describe the problem.
#[derive(Args, Clone, Debug, Default, PartialEq)]
#[command(next_help_heading = "Problem")]
pub(super) struct ProblemArguments {
    /// A board file ('-': standard input), or a link to a star battle (puzz.link); other options replace its
    /// content, --place and --exclude add to it
    #[arg(long, value_name = "FILE", value_hint = READ)]
    pub board: Option<PathBuf>,
    /// Rows and columns, as in 8 or 6x10; a bare number is a size, too, as in 'solve 6' [default: 8]
    #[arg(short, long, value_name = "SIZE", allow_hyphen_values = true)]
    pub size: Option<Size>,
    /// The piece: queen, rook, bishop, knight, king, amazon, … ('configurator pieces' lists
    /// them), or any other piece by Betza notation, as in QN or W2 [default: queen]
    #[arg(short, long, value_name = "NAME-or-BETZA")]
    pub piece: Option<Piece>,
    /// Join opposite edges
    #[arg(long)]
    pub torus: bool,
    #[arg(long, value_name = "RULES", value_parser = values::rules)]
    #[arg(help = format!("{}. In pieces=n, n is the number of rows [default: rows]", Family::help()))]
    pub rules: Vec<NamedRules>,
    /// Let pieces attack each other
    #[arg(long)]
    pub no_board_rule: bool,
    /// A text file that draws the regions ('-': standard input): a letter or coloured square for each
    /// cell, '.' for a hole, the top row first. The drawing sets the size. FILE may also be a link to a
    /// puzzle
    #[arg(long, value_name = "FILE", value_hint = READ)]
    pub regions: Option<PathBuf>,
    /// A text file that draws what a piece costs on each cell ('-': standard input): whole numbers
    /// separated by spaces, '.' for 0, the top row first; or a board file that has weights
    #[arg(long, value_name = "FILE", value_hint = READ)]
    pub weights: Option<PathBuf>,
    /// Maximum cost of a solution, or none
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub max_cost: Option<MaxCost>,
    /// Cells where nothing can stand, as in d4,e5
    #[arg(long, value_name = "CELLS", value_parser = Cell::parse_list)]
    pub holes: Vec<Cells>,
    /// Cells with a piece
    #[arg(long, value_name = "CELLS", value_parser = Cell::parse_list)]
    pub place: Vec<Cells>,
    /// Cells without a piece
    #[arg(long, value_name = "CELLS", value_parser = Cell::parse_list)]
    pub exclude: Vec<Cells>,
}

impl ProblemArguments {
    /// True if an option describes the problem.
    pub(crate) fn is_given(&self) -> bool {
        *self != Self::default()
    }

    /// The files that the options name.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        [&self.board, &self.regions, &self.weights].into_iter().flatten().map(PathBuf::as_path)
    }
}

/// The arguments of verbs that ask an engine: the problem, whether to verify the answer, and the
/// engine.
#[derive(Args, Debug)]
pub(super) struct TaskArguments {
    #[command(flatten)]
    pub problem: ProblemArguments,
    /// Let a second engine answer as well, and check solutions, reasons and steps without the engines;
    /// exit code 4 if two answers disagree
    #[arg(long, help_heading = "Output")]
    pub verify: bool,
    #[command(flatten)]
    pub engine: EngineArguments,
}

/// The engine and its budget.
#[derive(Args, Debug)]
#[command(next_help_heading = "Engine")]
pub(super) struct EngineArguments {
    /// The engine that answers
    #[arg(long, value_enum, default_value_t)]
    pub engine: EngineChoice,
    /// Stop if more memory is needed, as in 500MB or 4GiB
    #[arg(long, value_name = "SIZE", default_value = "1GiB", allow_hyphen_values = true)]
    #[arg(value_parser = values::memory)]
    pub memory: usize,
    /// Stop after this many seconds, as in 10 or 0.5 [default: no limit]
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true, value_parser = values::seconds)]
    pub timeout: Option<Duration>,
}

impl EngineArguments {
    /// The budget that the arguments define. Its time starts now.
    pub(crate) fn budget(&self) -> Budget {
        let budget = Budget::new(self.memory);
        match self.timeout {
            Some(timeout) => budget.with_timeout(timeout),
            None => budget,
        }
    }
}

#[cfg(test)]
mod tests;
