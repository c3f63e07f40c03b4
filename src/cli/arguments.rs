mod choices;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::{env, process};

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;

use crate::problem::printable;
use crate::tui::{Glyphs, Theme};

pub(super) use choices::{
    ColorChoice, EngineChoice, ExportFormat, LabelingChoice, Order, PropagationChoice, RuleChoice,
    SolutionFormat, ValuesChoice,
};

/// What the program is good for, by examples.
pub(super) const EXAMPLES: &str = "\
On the board:
  configurator                                  configure 8 queens in the terminal
  configurator --size 10 --piece amazon         another size, another piece
  configurator --resume                         go on where the last session ended
  configurator --theme dark --no-mouse          what can stay in a file, see 'configurator config'

Counting and solving:
  configurator count --size 12                  how many solutions there are
  configurator count --up-to-symmetry           reflections and rotations counted once
  configurator count --sizes 1..12              a table
  configurator count --place b4,d5              how many remain after two choices
  configurator solve --all --format list        all solutions, one a line
  configurator solve --size 12 --random         one of them, drawn evenly
  configurator solve --piece knight --rules rows=1,columns=1
  configurator solve --size 4 --trace           how a search finds it, step by step

What follows from choices, and why:
  configurator domains --place a1,g2 --json     what every cell can still be
  configurator explain c4 --place a1,g2         why a cell is impossible, and the way back
  configurator inspect --order diagonal         the decision diagram behind it

Puzzles, regions and pieces:
  configurator puzzle --seed 7 > p.toml         a puzzle, as a board file
  configurator --board p.toml                   to be solved on the board, as any file that :w saved
  configurator puzzle --coloured > c.toml       one with colour regions
  configurator solve --board c.toml             and its solution
  configurator export --size 4 --to svg --output four.svg
  configurator export --to dimacs               clauses for any solver of satisfiability
  configurator count --piece RF                 any piece by Betza notation
  configurator pieces RF nightrider             how pieces move, drawn; all usual ones without names

Setting up:
  configurator config                           a file of settings with everything commented out
  configurator completions bash                 completions for the shell; also zsh, fish, …
  configurator man | man -l -                   the manual";

/// How the program ends.
pub(super) const EXIT_CODES: [(&str, &str); 7] = [
    ("0", "done"),
    ("1", "no solution exists (solve, puzzle)"),
    ("2", "wrong usage or bad input"),
    ("3", "a budget ended before the answer, or no puzzle was found"),
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
#[derive(Debug, Parser)]
#[command(version, after_help = after_help(), disable_help_subcommand = true)]
#[command(override_usage = "configurator [PROBLEM] [BOARD]\n       configurator <VERB> [PROBLEM]")]
#[command(subcommand_help_heading = "Verbs", subcommand_value_name = "VERB")]
pub struct Arguments {
    #[command(flatten)]
    pub(super) problem: ProblemArguments,
    #[command(flatten)]
    pub(super) engine: EngineArguments,
    #[command(flatten)]
    pub(super) board: BoardArguments,
    #[command(subcommand)]
    pub(super) verb: Option<Verb>,
    /// Print one JSON object (with a verb)
    #[arg(long, global = true, help_heading = "Output")]
    pub(super) json: bool,
    /// Whether to use colours; verbs print plain text
    #[arg(long, global = true, value_name = "WHEN", help_heading = "Output")]
    #[arg(value_enum, default_value_t)]
    pub(super) color: ColorChoice,
}

impl Arguments {
    /// Reads the program's arguments. Prints what is wrong with them, or the help that they ask for,
    /// and ends the program.
    #[must_use]
    pub fn read() -> Self {
        let words: Vec<OsString> = env::args_os().collect();
        Self::of(&words).unwrap_or_else(|error| {
            // The parser repeats what was typed: let it be something that a terminal does not act upon.
            let harmless = words.iter().map(|word| printable(&word.to_string_lossy()));
            tell(&Self::of(harmless).err().unwrap_or(error))
        })
    }

    /// Parses the words of a command, the program's name first. What is wrong with them is an error,
    /// and so is the help that they ask for.
    pub(super) fn of<W: Into<OsString> + Clone>(
        words: impl IntoIterator<Item = W>,
    ) -> Result<Self, clap::Error> {
        let mut command = Self::command();
        let matches = command.try_get_matches_from_mut(words)?;
        // Every verb has options of its own: one before the verb would be lost without a word.
        if let Some(verb) = matches.subcommand_name() {
            let lost = command.get_arguments().find(|argument| {
                !argument.is_global_set()
                    && !matches!(argument.get_id().as_str(), "help" | "version")
                    && matches.value_source(argument.get_id().as_str())
                        == Some(ValueSource::CommandLine)
            });
            if let Some(option) = lost.and_then(|argument| argument.get_long()) {
                let message = format!("options follow the verb, as in '{verb} --{option}'");
                return Err(command.error(ErrorKind::ArgumentConflict, message));
            }
        }
        Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    }
}

/// Prints what is wrong or the help asked for, and ends the program. Help that cannot be printed is an
/// error like any output, but for a reader that went away early.
fn tell(error: &clap::Error) -> ! {
    let code = match error.print().and_then(|()| io::stdout().flush()) {
        Err(failed) if !error.use_stderr() && failed.kind() != io::ErrorKind::BrokenPipe => {
            // Nobody is left to tell if stderr is gone, too.
            let _ = writeln!(io::stderr(), "configurator: {failed}");
            2
        }
        _ => error.exit_code(),
    };
    process::exit(code)
}

/// What the board looks like.
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own, as it was typed")]
#[derive(Args, Debug)]
#[command(next_help_heading = "Board")]
pub(super) struct BoardArguments {
    /// The colours [default: terminal, its own sixteen]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(Theme::ALL.map(Theme::name)))]
    pub theme: Option<String>,
    /// Leave the mouse to the terminal
    #[arg(long, overrides_with = "mouse")]
    pub no_mouse: bool,
    /// Take the mouse, though the configuration leaves it to the terminal
    #[arg(long, overrides_with = "no_mouse")]
    pub mouse: bool,
    /// The characters; narrow: none that a terminal set to East Asian widths draws two columns wide
    /// [default: unicode]
    #[arg(long, value_name = "SET", value_parser = PossibleValuesParser::new(Glyphs::ALL.map(Glyphs::name)))]
    pub glyphs: Option<String>,
    /// Draw with ASCII characters only, as --glyphs ascii
    #[arg(long, conflicts_with = "glyphs")]
    pub ascii: bool,
    /// How much the board tells: all that follows, only what placed pieces attack, or nothing
    /// [default: full]
    #[arg(long, value_name = "LEVEL")]
    pub assist: Option<String>,
    /// Open the last session as it was left, with its decisions and what can be undone, whatever the
    /// problem's options say
    #[arg(long, conflicts_with_all = [
        "board", "size", "piece", "torus", "rules", "regions", "holes", "place", "exclude",
    ])]
    pub resume: bool,
}

/// A question to be answered on stdout.
#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// Print the number of solutions
    Count(CountArguments),
    /// Print solutions, one unless told otherwise
    Solve(SolveArguments),
    /// Print every cell's state and solution count
    Domains(DomainsArguments),
    /// Print why a cell is impossible or forced, and what to take back
    ///
    /// Without a cell: why there is no solution.
    Explain(ExplainArguments),
    /// Make a position with exactly one completion and print it as a board file
    Puzzle(PuzzleArguments),
    /// Print facts of the decision diagram and of two ways to build it
    Inspect(InspectArguments),
    /// Write the diagram, the position or a model for other programs
    Export(ExportArguments),
    /// Print the usual pieces: names, Betza notation, moves
    Pieces(PiecesArguments),
    /// Print a file of settings with everything commented out, and where it is looked for
    Config,
    /// Print completions for a shell
    Completions(CompletionsArguments),
    /// Print the manual, as roff
    Man,
}

#[derive(Args, Debug)]
pub(super) struct CountArguments {
    /// Count a solution, its reflections and its rotations as one
    #[arg(long, help_heading = "Solutions")]
    pub up_to_symmetry: bool,
    /// Print a table of the sizes from A to B, as in 1..12
    #[arg(long, value_name = "A..B", help_heading = "Solutions", conflicts_with = "size")]
    #[arg(allow_hyphen_values = true)]
    pub sizes: Option<String>,
    /// Count one part of K, as in 2/8; all parts together are the number of solutions. For pieces with
    /// the rook move, as queen, rook, amazon and empress, of which each row or each column needs one
    #[arg(long, value_name = "I/K", help_heading = "Solutions", allow_hyphen_values = true)]
    #[arg(conflicts_with_all = ["sizes", "up_to_symmetry"])]
    pub shard: Option<String>,
    /// How many threads the engine 'count' takes [default: one for each core]
    #[arg(long, value_name = "N", help_heading = "Engine", allow_hyphen_values = true)]
    pub threads: Option<String>,
    #[command(flatten)]
    pub problem: ProblemArguments,
    #[command(flatten)]
    pub engine: EngineArguments,
}

#[derive(Args, Debug)]
pub(super) struct SolveArguments {
    #[command(flatten)]
    pub output: SolutionArguments,
    #[command(flatten)]
    pub search: SearchArguments,
    #[command(flatten)]
    pub problem: ProblemArguments,
    #[command(flatten)]
    pub engine: EngineArguments,
}

#[derive(Args, Debug)]
pub(super) struct DomainsArguments {
    #[command(flatten)]
    pub problem: ProblemArguments,
    #[command(flatten)]
    pub engine: EngineArguments,
}

#[derive(Args, Debug)]
pub(super) struct ExplainArguments {
    /// The cell, as in c4
    #[arg(value_name = "CELL")]
    pub cell: Option<String>,
    #[command(flatten)]
    pub problem: ProblemArguments,
    #[command(flatten)]
    pub engine: EngineArguments,
}

#[derive(Args, Debug)]
pub(super) struct PuzzleArguments {
    /// The same number makes the same puzzle [default: another one each time]
    #[arg(long, value_name = "N", allow_hyphen_values = true, help_heading = "Puzzle")]
    pub seed: Option<String>,
    /// How many pieces are given [default: as few as are found]
    #[arg(long, value_name = "N", allow_hyphen_values = true, help_heading = "Puzzle")]
    pub givens: Option<String>,
    /// Make regions instead of givens; without --piece and --rules: for a rook + ferz (RF) in each row,
    /// column and region
    #[arg(long, conflicts_with_all = ["givens", "regions"], help_heading = "Puzzle")]
    pub coloured: bool,
    #[command(flatten)]
    pub problem: ProblemArguments,
    #[command(flatten)]
    pub engine: EngineArguments,
}

#[derive(Args, Debug)]
pub(super) struct InspectArguments {
    /// In which order the diagram asks for the cells [default: row-major]
    #[arg(long, value_enum, help_heading = "Diagram")]
    pub order: Option<Order>,
    /// Tell how it grows rule by rule, shrinks decision by decision, and what other orders cost
    #[arg(long, help_heading = "Diagram")]
    pub steps: bool,
    #[command(flatten)]
    pub problem: ProblemArguments,
    #[command(flatten)]
    pub engine: EngineArguments,
}

/// What to write, and where.
#[derive(Args, Debug)]
pub(super) struct ExportArguments {
    /// What to write
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Export")]
    pub to: ExportFormat,
    /// What to write; never half of a file ('-': standard output) [default: -]
    #[arg(long, value_name = "FILE", help_heading = "Export")]
    pub output: Option<PathBuf>,
    /// The diagram of one rule instead of all
    #[arg(long, value_enum, help_heading = "Export")]
    pub rule: Option<RuleChoice>,
    /// Whose board rule
    #[arg(long, value_name = "CELL", help_heading = "Export")]
    pub cell: Option<String>,
    /// Which row's queens rule [default: 1]
    #[arg(long, value_name = "N", help_heading = "Export", allow_hyphen_values = true)]
    pub row: Option<String>,
    /// In which order the diagram asks for the cells [default: row-major]
    #[arg(long, value_enum, help_heading = "Export")]
    pub order: Option<Order>,
    /// The board instead of the diagram (--to svg)
    #[arg(long, help_heading = "Export", conflicts_with = "rule")]
    pub picture: bool,
    /// Leave out the terminal 0 and the edges to it (--to dot, svg; large drawings always do)
    #[arg(long, help_heading = "Export", conflicts_with = "picture")]
    pub without_zero: bool,
    /// Write it however large it is
    #[arg(long, help_heading = "Export")]
    pub force: bool,
    #[command(flatten)]
    pub problem: ProblemArguments,
    #[command(flatten)]
    pub engine: EngineArguments,
}

#[derive(Args, Debug)]
pub(super) struct PiecesArguments {
    /// Only these pieces, by name or Betza notation
    #[arg(value_name = "NAME-or-BETZA")]
    pub pieces: Vec<String>,
}

#[derive(Args, Debug)]
pub(super) struct CompletionsArguments {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    pub shell: Shell,
}

/// Which solutions to print, and how.
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own, as it was typed")]
#[derive(Args, Debug)]
#[command(next_help_heading = "Solutions")]
pub(super) struct SolutionArguments {
    /// Print at most so many [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "all", allow_hyphen_values = true)]
    pub limit: Option<String>,
    /// Print all of them
    #[arg(long)]
    pub all: bool,
    /// Print only one of a solution, its reflections and its rotations
    #[arg(long)]
    pub up_to_symmetry: bool,
    /// Draw them at random, each with the same probability; with --limit N, N times
    #[arg(long)]
    pub random: bool,
    /// Draw what this number always draws [default: a new one each time]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub seed: Option<String>,
    /// How to print a solution [default: board]
    #[arg(long, value_enum)]
    pub format: Option<SolutionFormat>,
    /// Tell on stderr what it took
    #[arg(long)]
    pub stats: bool,
}

/// How to search. Each of these is for the search engine.
#[derive(Args, Debug)]
#[command(next_help_heading = "Search")]
pub(super) struct SearchArguments {
    /// Which row to decide next [default: first-fail]
    #[arg(long, value_enum)]
    pub labeling: Option<LabelingChoice>,
    /// Which column to try first [default: middle]
    #[arg(long, value_enum)]
    pub values: Option<ValuesChoice>,
    /// What to conclude after each try [default: weak]
    #[arg(long, value_enum)]
    pub propagation: Option<PropagationChoice>,
    /// Print the search itself, as a tree
    #[arg(long, conflicts_with_all = ["format", "json"])]
    pub trace: bool,
}

/// What is to be solved, as it was typed.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Problem")]
pub(super) struct ProblemArguments {
    /// A board file; other options replace what it says, --place and --exclude add to it
    #[arg(long, value_name = "FILE")]
    pub board: Option<PathBuf>,
    /// Rows and columns, as in 8 or 6x10 [default: 8]
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true)]
    pub size: Option<String>,
    /// What is placed: queen, rook, bishop, knight, king, amazon, … ('configurator pieces' lists
    /// them), or any other piece by Betza notation, as in QN or W2 [default: queen]
    #[arg(long, value_name = "NAME-or-BETZA")]
    pub piece: Option<String>,
    /// Join opposite edges
    #[arg(long)]
    pub torus: bool,
    /// Where pieces must stand: rows, columns, regions (at least one in each), rows=K, columns=K,
    /// regions=K (exactly K in each), pieces=K (K in all); or none of these: none [default: rows]
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub rules: Vec<String>,
    /// The regions, drawn in a text file ('-': standard input): a letter for each cell, '.' for a
    /// hole, the top row first; they give the size
    #[arg(long, value_name = "FILE")]
    pub regions: Option<PathBuf>,
    /// Cells where nothing can stand, as in d4,e5
    #[arg(long, value_name = "CELLS", value_delimiter = ',')]
    pub holes: Vec<String>,
    /// Cells with a piece
    #[arg(long, value_name = "CELLS", value_delimiter = ',')]
    pub place: Vec<String>,
    /// Cells without a piece
    #[arg(long, value_name = "CELLS", value_delimiter = ',')]
    pub exclude: Vec<String>,
}

/// Who answers, and what that may take, as it was typed.
#[derive(Args, Debug)]
#[command(next_help_heading = "Engine")]
pub(super) struct EngineArguments {
    /// Which engine answers
    #[arg(long, value_enum, default_value_t)]
    pub engine: EngineChoice,
    /// Stop when this much memory is not enough, as in 500MB or 4GiB
    #[arg(long, value_name = "SIZE", default_value = "1GiB", allow_hyphen_values = true)]
    pub memory: String,
    /// Stop after so many seconds, as in 10 or 0.5 [default: no limit]
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true)]
    pub timeout: Option<String>,
}

#[cfg(test)]
mod tests;
