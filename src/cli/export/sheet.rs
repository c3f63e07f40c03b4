//! Several boards on one sheet, for printing, or on one page for a browser.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow, bail, ensure};

use super::output::output;
use super::{QUESTION, export_format, in_words};
use crate::arguments::{ExportArguments, PictureTheme};
use crate::exit::Failure;
use crate::task::Task;
use engine::auto;
use export::face::Palette;
use export::{Format, MAX_CELLS, Picture, page, sheet};
use files::reason;
use geometry::{Cell, CellSet, parse_digits};
use problem::{BoardFile, Problem};
use session::puzzle::{beginning, grade_of, is_puzzle};
use session::steps::Scale;
use session::{CellState, Session};

/// Maximum time for grading a puzzle. After that, its grade is left out.
const GRADE_TIMEOUT: Duration = Duration::from_secs(20);

/// Writes a page with the boards of the arguments, or draws them or their solutions.
pub(super) fn run(arguments: &ExportArguments) -> anyhow::Result<()> {
    let files = files(&arguments.boards)?.into_iter();
    let boards = files.map(|file| BoardFile::read(&file).map(|board| (file, board)));
    let boards = boards.collect::<Result<Vec<_>, _>>()?;
    // The budget applies to all boards together, but a task has a single problem, so it gets the first one.
    let first = boards[0].1.problem.clone();
    let task = Task::for_problem(&arguments.engine, QUESTION, false, || Ok(first))?;
    let look = (export_format(arguments), arguments.theme);
    let text = together(&task, &boards, look, arguments.solutions, arguments.force)?;
    output(&task, arguments, |out| Ok(out.write_all(text.as_bytes())?))
}

/// A page with these boards, or a sheet with them or their solutions. The name of a file that is a number is the puzzle's
/// number, another name is its title.
pub(crate) fn together(
    task: &Task,
    boards: &[(PathBuf, BoardFile)],
    (format, theme): (Format, Option<PictureTheme>),
    solutions: bool,
    force: bool,
) -> anyhow::Result<String> {
    let stem = |file: &Path| file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    if format == Format::Html {
        let board = |(file, BoardFile { problem, assist }): &'_ (PathBuf, BoardFile)| {
            let heading = Some(stem(file)).filter(|stem| !is_number(stem));
            (heading, problem.clone(), *assist)
        };
        let boards: Vec<_> = boards.iter().map(board).collect();
        let written = task.run_and_clear_bar(|| page(&boards, force, &task.budget));
        return written.map_err(|error| in_words(error, force));
    }
    let cells: usize = boards.iter().map(|(_, board)| board.problem.rules().size().cells()).sum();
    ensure!(
        force || cells <= MAX_CELLS,
        "the boards have {cells} cells, more than the {MAX_CELLS} that are drawn unless --force is \
         given"
    );
    let mut pictures = Vec::new();
    for (file, BoardFile { problem, .. }) in boards {
        let mut session = Session::new(problem.clone());
        if is_puzzle(problem) && session.is_solved() {
            // A reader solves the puzzle: the pieces of its player are left out.
            session = Session::new(beginning(problem));
        }
        if solutions {
            let mut engine = auto::Engine::new();
            task.run_and_clear_bar(|| session.ask(&mut engine, &task.budget))?;
            if session.knowledge().is_satisfiable() == Some(false) {
                return Err(Failure::no_solution()).context(file.display().to_string());
            }
            ensure!(
                session.knowledge().has_one_solution(),
                "{}: --solutions: it has several solutions",
                file.display()
            );
        }
        let grade = if solutions {
            None
        } else {
            let soon = task.budget.slice(GRADE_TIMEOUT);
            let graded = task.run_and_clear_bar(|| grade_of(problem, &soon));
            let graded = graded.or_else(|interrupted| interrupted.unless_cancelled(None))?;
            graded.map(|(_, difficulty)| Scale::of(problem.rules()).in_words(difficulty))
        };
        let mut picture = themed(picture(&session, solutions), theme);
        let (heading, note) = texts(problem, pictures.len() + 1, &stem(file), grade);
        picture.heading = Some(heading);
        picture.note = note;
        pictures.push(picture);
    }
    Ok(sheet(&pictures, if solutions { "Solutions" } else { "Puzzles" }))
}

fn is_number(stem: &str) -> bool {
    parse_digits::<u64>(stem).is_some()
}

/// The heading and the note of a puzzle. The heading has its number and its title. The note has the grade with the
/// difficulty, and the rules.
fn texts(problem: &Problem, number: usize, stem: &str, grade: Option<String>) -> (String, String) {
    let rules = problem.rules();
    let kind = rules.sized_name();
    let is_number = is_number(stem);
    let heading = if is_number { format!("{stem}. {kind}") } else { format!("{number}. {stem}") };
    let kind = (!is_number).then_some(kind);
    let facts = [kind, grade].into_iter().flatten().collect::<Vec<_>>().join(", ");
    let rules = rules.in_two_lines().join("; ");
    let note = if facts.is_empty() { rules } else { format!("{facts}: {rules}") };
    (heading, note)
}

/// A picture of the board's decisions, or of its solution.
fn picture(session: &Session, shows_solution: bool) -> Picture {
    let size = session.rules().size();
    let is_forced = |cell: &Cell| session.state(*cell) == CellState::Forced;
    let solution = shows_solution.then(|| CellSet::from_cells(size, size.iter().filter(is_forced)));
    Picture::of_puzzle(session.problem(), solution.as_ref())
}

/// The picture in the colours of a theme.
pub(super) fn themed(mut picture: Picture, theme: Option<PictureTheme>) -> Picture {
    picture.is_printed = theme == Some(PictureTheme::Print);
    if theme == Some(PictureTheme::Dark) {
        picture.palette = Palette::DARK;
    }
    picture
}

/// The board files. The files of a folder are sorted by number, then by name.
fn files(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let failed = |error| anyhow!("{}: {}", path.display(), reason(&error));
        let mut boards = Vec::new();
        for entry in fs::read_dir(path).map_err(failed)? {
            let file = entry.context("--picture")?.path();
            if file.extension() == Some(OsStr::new("toml")) {
                boards.push(file);
            }
        }
        if boards.is_empty() {
            bail!("{}: no board files (their names end in .toml)", path.display());
        }
        boards.sort_by_key(|file| (number(file), file.clone()));
        files.append(&mut boards);
    }
    Ok(files)
}

/// The number that is the file's name. Files with other names get the maximum, so that they come last.
fn number(file: &Path) -> u64 {
    file.file_stem().and_then(OsStr::to_str).and_then(|stem| stem.parse().ok()).unwrap_or(u64::MAX)
}
