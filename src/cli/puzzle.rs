mod repair;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, ensure};
use rand::RngCore;
use serde::Serialize;

use super::arguments::{PictureTheme, PuzzleArguments, PuzzleFormat};
use super::exit::{ExitCode, Failure};
use super::export::sheet;
use super::format;
use super::problem;
use super::replacing;
use super::report::{self, AnswerFacts, DescribedAnswer, Known};
use super::series;
use super::task::Task;
use super::verify;
use ::problem::{Assist, BoardFile, LinkError, Problem, Value, torn_region, write_link};
use engine::plan::Question;
use export::Format;
use session::puzzle::{self, Clues, Outcome, grade_of};
use session::steps::{Grade, Scale};

#[derive(Serialize)]
struct PuzzleReport {
    seed: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    grade: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<u32>,
    /// The cells with given pieces; `null` if there is no puzzle. `None` if the budget ended first.
    #[serde(skip_serializing_if = "Option::is_none")]
    givens: Option<Known<Vec<String>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<String>,
    /// The file with the puzzle, if it is written to a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// The reason why there is no puzzle, if that is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// Several puzzles, each in a separate file.
#[derive(Serialize)]
struct PuzzleList {
    puzzles: Vec<DescribedAnswer<PuzzleReport>>,
    /// The reason why there is no further puzzle, if that is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// Prints a puzzle with exactly one solution as a board file, or writes several puzzles to a folder.
pub(super) fn run(arguments: &PuzzleArguments, json: bool) -> anyhow::Result<()> {
    if arguments.repair {
        return repair::run(arguments, json);
    }
    let (number, is_one_file) = (arguments.number, arguments.is_in_one_file());
    ensure!(
        is_one_file || arguments.output.is_none() || number.is_some(),
        "--output: the name of a file for a single puzzle has an ending, as in --output p.toml; a folder is for \
         the puzzles of --number N"
    );
    ensure!(
        is_one_file || number.is_none() || arguments.output.is_some(),
        "--number: several puzzles need a folder (--output DIR), a sheet of paper (--to svg) or a page (--to html)"
    );
    ensure!(
        !json || !is_one_file || arguments.output.is_some(),
        "--json: puzzle prints the page or the sheet that --to asks for (--output FILE writes it to a file)"
    );
    if arguments.link && !arguments.is_coloured() {
        ensure!(
            arguments.task.problem.board.is_some() || arguments.task.problem.regions.is_some(),
            "--link: a link needs regions; --coloured makes them"
        );
    }
    let build = || {
        let (asked, stars) = arguments.problem_and_stars()?;
        if arguments.is_coloured() {
            problem::build_coloured(&asked, stars)
        } else {
            Ok(problem::build(&asked)?.problem)
        }
    };
    if let Some(path) = arguments.output.as_deref().filter(|_| is_one_file) {
        match arguments.format() {
            PuzzleFormat::Toml => {
                let is_puzzle = |bytes: &[u8]| bytes.starts_with(BEGINNING.as_bytes());
                replacing::check(path, "--output", arguments.replace, "is no puzzle", is_puzzle)?;
            }
            PuzzleFormat::Svg | PuzzleFormat::Html => {
                replacing::check_export(path, arguments.replace, arguments.format_of_file())?;
            }
        }
    }
    let question = ("puzzle", Question::Diagram);
    let mut task = Task::for_problem(&arguments.task.engine, question, json, build)?;
    task.verifies = arguments.task.verify;
    // Complete regions are kept, so their link is refused before the puzzle is made.
    let rules = task.problem.rules();
    let is_complete = rules.cells_without_region().next().is_none();
    let kept = rules.regions().filter(|_| arguments.link && is_complete);
    if let Some(region) = kept.and_then(torn_region) {
        return Err(LinkError::Parted(region)).context("--link");
    }
    let seed = arguments.options.seed.unwrap_or_else(|| rand::thread_rng().next_u64());
    if is_one_file {
        return write_all(&task, arguments, seed, number.unwrap_or(1));
    }
    if let (Some(number), Some(folder)) = (number, &arguments.output) {
        return task.series(folder, || {
            prepare(folder, number, arguments)?;
            write_all(&task, arguments, seed, number)
        });
    }
    let begin = Instant::now();
    let made = one(&task, arguments, seed)
        .and_then(|problem| Ok((graded(&task, arguments, &problem)?, problem)));
    let (graded, problem) = match made {
        Ok(made) => made,
        Err(error) => return print_failure(&task, seed, begin, error),
    };
    let verification = task.verifies.then(|| verify::puzzle(&task, &problem));
    let link = arguments.link.then(|| link(&problem)).transpose().context("--link")?;
    let report = PuzzleReport { link, ..report(&problem, graded, seed) };
    let facts = answer_facts(&task, &problem, begin, None);
    report::print(&task, &report, facts, verification, |out| {
        let text = match &report.link {
            Some(link) => format!("{link}\n"),
            None => text(problem, (seed, graded)),
        };
        Ok(out.write_all(text.as_bytes())?)
    })
}

/// Prints in JSON why there is no puzzle, unless the input is wrong. Returns the error.
fn print_failure(
    task: &Task,
    seed: u64,
    begin: Instant,
    error: anyhow::Error,
) -> anyhow::Result<()> {
    let reason = sentence_of(&error, ExitCode::NoSolution);
    let is_proved = reason.is_some();
    if is_proved || sentence_of(&error, ExitCode::Budget).is_some() {
        let givens = is_proved.then_some(Known(None));
        let report = PuzzleReport { givens, reason, ..report(&task.problem, None, seed) };
        let facts = answer_facts(task, &task.problem, begin, Some(&error));
        report::print_interrupted(task, &report, facts)?;
    }
    Err(error)
}

/// Creates the folder if it does not exist. Refuses to replace files of an earlier series without
/// --replace.
fn prepare(folder: &Path, number: u64, arguments: &PuzzleArguments) -> anyhow::Result<()> {
    let purpose = format!("; the {number} puzzles are files of their own in one");
    let is_old = |name: &str| {
        let index = name.split('.').next().and_then(|name| name.parse().ok());
        index.is_some_and(|index| {
            (1..=number).contains(&index) && name == file_name(index, arguments.format())
        })
    };
    series::prepare(folder, ("--output", &purpose), arguments.replace, is_old, |old| {
        format!(
            "{} of these names already; --replace replaces them",
            geometry::counted(old, "file", "files")
        )
    })
}

/// The file name of a puzzle.
fn file_name(index: u64, format: PuzzleFormat) -> String {
    format!("{index}.{}", <&str>::from(format))
}

/// Makes the puzzles. In a folder each one is written immediately, so that the files remain if a budget ends. A single
/// file with all puzzles is written at the end.
fn write_all(
    task: &Task,
    arguments: &PuzzleArguments,
    seed: u64,
    number: u64,
) -> anyhow::Result<()> {
    let (mut puzzles, mut boards) = (Vec::new(), Vec::new());
    let (format, output) = (arguments.format(), arguments.output.as_deref());
    let mut out = format::stdout();
    let begin = Instant::now();
    let made = (1..=number).try_for_each(|index| {
        let (seed, begin) = (seed.wrapping_add(index - 1), Instant::now());
        let problem = one(task, arguments, seed)?;
        let graded = graded(task, arguments, &problem)?;
        let path = match output {
            Some(folder) if !arguments.is_in_one_file() => {
                Some(folder.join(file_name(index, format)))
            }
            Some(file) if format == PuzzleFormat::Toml => Some(file.to_owned()),
            Some(_) | None => None,
        };
        let file = path.as_deref().or(output).map(|path| path.display().to_string());
        let verification = task.verifies.then(|| verify::puzzle(task, &problem));
        let answer = PuzzleReport { file: file.clone(), ..report(&problem, graded, seed) };
        let facts = answer_facts(task, &problem, begin, None);
        match &path {
            Some(path) if format == PuzzleFormat::Toml => {
                replacing::write(path, text(problem, (seed, graded)).as_bytes())?;
            }
            Some(path) => {
                let board = [(index.to_string().into(), board(problem))];
                replacing::write(path, drawn(task, &board, Format::Html)?.as_bytes())?;
            }
            None => boards.push((index.to_string().into(), board(problem))),
        }
        if task.json {
            let verification = verification.clone();
            puzzles.push(DescribedAnswer { answer, facts, verification });
        } else if let (Some(file), Some(_)) = (file, path) {
            writeln!(out, "{file}")?;
            out.flush()?;
        }
        verification.map_or(Ok(()), |verification| verification.finish(task.json))
    });
    let write = |format| {
        let text = drawn(task, &boards, format)?;
        match output {
            Some(path) => {
                replacing::write(path, text.as_bytes()).map(|()| format::print_written(path))
            }
            None => Ok(format::stdout().write_all(text.as_bytes())?),
        }
    };
    let made = made.and_then(|()| match format {
        _ if boards.is_empty() => Ok(()),
        PuzzleFormat::Toml => Ok(()),
        PuzzleFormat::Html => write(Format::Html),
        PuzzleFormat::Svg => write(Format::Svg),
    });
    let error = made.as_ref().err();
    if task.json && error.is_none_or(|error| ExitCode::from_error(error) != ExitCode::Usage) {
        let reason = error.and_then(|error| sentence_of(error, ExitCode::NoSolution));
        let facts = answer_facts(task, &task.problem, begin, error);
        report::print(task, &PuzzleList { puzzles, reason }, facts, None, |_| Ok(()))?;
    }
    made
}

/// A page with the puzzles, or a sheet in black and white.
fn drawn(task: &Task, boards: &[(PathBuf, BoardFile)], format: Format) -> anyhow::Result<String> {
    sheet::together(task, boards, (format, Some(PictureTheme::Print)), false, true)
}

/// The board on which the puzzle is played.
const fn board(problem: Problem) -> BoardFile {
    BoardFile { problem, assist: Assist::Attacks }
}

/// Makes a single puzzle.
fn one(task: &Task, arguments: &PuzzleArguments, seed: u64) -> anyhow::Result<Problem> {
    let (problem, budget, givens) = (&task.problem, &task.budget, arguments.options.givens);
    // Complete regions are kept, and incomplete ones are completed.
    let rules = problem.rules();
    let is_incomplete = rules.cells_without_region().next().is_some();
    let makes_regions = arguments.is_coloured() && (rules.regions().is_none() || is_incomplete);
    let clues = if makes_regions { Clues::Regions } else { Clues::Givens(givens) };
    let outcome = task.run_and_clear_bar(|| {
        puzzle::make(problem, clues, arguments.options.difficulty, seed, budget)
    })?;
    let sentence = outcome.failure().unwrap_or_default();
    match outcome {
        Outcome::Puzzle(problem) => Ok(problem),
        Outcome::NoSolution => {
            let lacking = room_for_stars(arguments, problem);
            let kept = match (arguments.is_coloured(), makes_regions) {
                (true, true) if is_incomplete => KEPT_CELLS,
                (true, false) => KEPT_REGIONS,
                _ => "",
            };
            Err(Failure::new(ExitCode::NoSolution, sentence + &lacking + kept).into())
        }
        Outcome::MissingGrade { .. } => Err(Failure::new(ExitCode::NoSolution, sentence).into()),
        _ => Err(Failure::new(ExitCode::Budget, sentence).into()),
    }
}

/// The addition to the error message if drawn regions have no solution.
const KEPT_REGIONS: &str =
    "; the regions of --board were kept: without 'regions' in the file new ones are made";

/// The addition to the error message if there is no puzzle for a board on which only some cells have a region.
const KEPT_CELLS: &str = "; the cells of --board that have a region keep it";

/// The addition to the error message if a star battle has too few rows for a solution.
fn room_for_stars(arguments: &PuzzleArguments, problem: &Problem) -> String {
    let rows = u32::from(problem.rules().size().rows());
    match arguments.options.stars {
        Some(stars) if rows < stars * 4 => format!(
            "; stars that do not touch, {stars} in each row, column and region, need at least {} rows",
            stars * 4
        ),
        _ => String::new(),
    }
}

/// The link to a puzzle. Links cannot contain excluded cells, without which the puzzle may have other
/// solutions.
fn link(problem: &Problem) -> Result<String, LinkError> {
    let link = write_link(problem)?;
    match problem.decisions().cells(Value::Excluded).next() {
        Some(_) => Err(LinkError::Unsaid("which cells are excluded")),
        None => Ok(link),
    }
}

/// The grade and the difficulty of a puzzle, if a difficulty was requested.
fn graded(
    task: &Task,
    arguments: &PuzzleArguments,
    problem: &Problem,
) -> anyhow::Result<Option<(Grade, u32)>> {
    if arguments.options.difficulty.is_none() {
        return Ok(None);
    }
    Ok(task.run_and_clear_bar(|| grade_of(problem, &task.budget))?)
}

/// The message of an error if it ends the program with this exit code.
fn sentence_of(error: &anyhow::Error, code: ExitCode) -> Option<String> {
    (ExitCode::from_error(error) == code).then(|| error.to_string())
}

/// The entries that all verbs have. The work started at `begin`, and failed with `error` if it is given.
fn answer_facts(
    task: &Task,
    problem: &Problem,
    begin: Instant,
    error: Option<&anyhow::Error>,
) -> AnswerFacts {
    let interrupted = error.and_then(|error| sentence_of(error, ExitCode::Budget));
    let is_proved = error.is_none_or(|it| ExitCode::from_error(it) == ExitCode::NoSolution);
    let facts = AnswerFacts::new(task, None, interrupted).exact_if(is_proved);
    facts.about(problem, begin.elapsed())
}

fn report(problem: &Problem, graded: Option<(Grade, u32)>, seed: u64) -> PuzzleReport {
    let givens = problem.decisions().givens().map(|cell| cell.to_string()).collect();
    let (grade, difficulty) = graded.unzip();
    PuzzleReport {
        seed: seed.to_string(),
        grade: grade.map(Into::into),
        difficulty,
        givens: Some(Known(Some(givens))),
        link: None,
        file: None,
        reason: None,
    }
}

/// The beginning of the board file of a puzzle.
const BEGINNING: &str = "# A puzzle";

/// The puzzle as the text of a board file. `origin` is the seed, with the grade and the difficulty if a difficulty was requested.
fn text(problem: Problem, (seed, graded): (u64, Option<(Grade, u32)>)) -> String {
    let scale = Scale::of(problem.rules());
    let grade = graded.map_or_else(String::new, |(_, difficulty)| {
        format!(", grade {}", scale.in_words(difficulty))
    });
    let board = board(problem).to_toml();
    format!("{BEGINNING} with exactly one solution{grade}, made from seed {seed}.\n{board}")
}
