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
use export::{Format, MOST_CELLS, PageBoard, Picture, page, sheet};
use files::reason;
use geometry::{Cell, CellSet, parse_digits};
use problem::{BoardFile, Problem};
use session::puzzle::grade_of;
use session::{CellState, Session};

/// Maximum time for grading a puzzle. After that, its grade is left out.
const GRADE_TIMEOUT: Duration = Duration::from_secs(20);

/// Writes a page with the boards of the arguments, or draws them or their solutions.
pub(super) fn run(arguments: &ExportArguments) -> anyhow::Result<()> {
    let files = files(&arguments.boards)?;
    let boards = files.iter().map(|file| Ok((file, BoardFile::read(file)?)));
    let boards = boards.collect::<anyhow::Result<Vec<_>>>()?;
    let first = boards[0].1.problem.clone();
    // The budget applies to all boards together, but a task has a single problem, so it gets the first one.
    let task = Task::for_problem(&arguments.engine, QUESTION, false, || Ok(first))?;
    if export_format(arguments) == Format::Html {
        let boards = boards.iter().map(|(file, board)| page_board(file, board));
        let boards: Vec<PageBoard<'_>> = boards.collect();
        let written = task.run_and_clear_bar(|| page(&boards, arguments.force, &task.budget));
        let written = written.map_err(|error| in_words(error, arguments.force))?;
        return output(&task, arguments, |out| Ok(out.write_all(written.as_bytes())?));
    }
    let boards: Vec<_> = boards.iter().map(|(file, board)| (*file, &board.problem)).collect();
    let cells: usize = boards.iter().map(|(_, problem)| problem.rules().size().cells()).sum();
    ensure!(
        arguments.force || cells <= MOST_CELLS,
        "the boards have {cells} cells, more than the {MOST_CELLS} that are drawn unless --force is \
         given"
    );
    let mut pictures = Vec::new();
    for &(file, problem) in &boards {
        let mut session = Session::new(problem.clone());
        if arguments.solutions {
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
        let grade = if arguments.solutions { None } else { grade_in_words(&task, problem)? };
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let number = pictures.len() + 1;
        pictures.push(entitled(picture(&session, arguments), problem, number, &stem, grade));
    }
    let name = if arguments.solutions { "Solutions" } else { "Puzzles" };
    let drawing = sheet(&pictures, name);
    output(&task, arguments, |out| Ok(out.write_all(drawing.as_bytes())?))
}

/// Draws puzzles on one sheet in black and white.
pub(crate) fn of_puzzles(task: &Task, puzzles: &[Problem]) -> anyhow::Result<String> {
    let mut pictures = Vec::new();
    for problem in puzzles {
        let (number, grade) = (pictures.len() + 1, grade_in_words(task, problem)?);
        let picture = Picture::of_puzzle(problem, None).printed();
        pictures.push(entitled(picture, problem, number, &number.to_string(), grade));
    }
    Ok(sheet(&pictures, "Puzzles"))
}

/// The grade and the difficulty; `None` if they are not found in time.
fn grade_in_words(task: &Task, problem: &Problem) -> anyhow::Result<Option<String>> {
    let soon = task.budget.slice(GRADE_TIMEOUT);
    let graded = task.run_and_clear_bar(|| grade_of(problem, &soon));
    let graded = graded.or_else(|interrupted| interrupted.unless_cancelled(None))?;
    Ok(graded.map(|(grade, difficulty)| format!("{grade}, difficulty {difficulty}")))
}

/// The board of a page. The name of a file that is no number is the title.
fn page_board<'a>(file: &Path, board: &'a BoardFile) -> PageBoard<'a> {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let heading = (!is_number(&stem)).then(|| stem.into_owned());
    PageBoard { heading, problem: &board.problem, assist: board.assist }
}

fn is_number(stem: &str) -> bool {
    parse_digits::<u64>(stem).is_some()
}

/// The picture of a puzzle with heading and note. The heading has its number and its title: the name of a file that is a
/// number is the puzzle's number, another name is its title. The note has the grade with the difficulty, and the rules.
pub(crate) fn entitled(
    mut picture: Picture,
    problem: &Problem,
    number: usize,
    stem: &str,
    grade: Option<String>,
) -> Picture {
    let rules = problem.rules();
    let kind = format!("{}, {}", rules.name(), rules.size());
    let is_number = is_number(stem);
    let heading = if is_number { format!("{stem}. {kind}") } else { format!("{number}. {stem}") };
    let kind = (!is_number).then_some(kind);
    let facts = [kind, grade].into_iter().flatten().collect::<Vec<_>>().join(", ");
    let rules = rules.in_two_lines().join("; ");
    let note = if facts.is_empty() { rules } else { format!("{facts}: {rules}") };
    picture.heading = Some(heading);
    picture.note = note;
    picture
}

/// A picture of the board's decisions, or of its solution.
fn picture(session: &Session, arguments: &ExportArguments) -> Picture {
    let size = session.rules().size();
    let is_forced = |cell: &Cell| session.state(*cell) == CellState::Forced;
    let solution =
        arguments.solutions.then(|| CellSet::from_cells(size, size.iter().filter(is_forced)));
    let mut picture = Picture::of_puzzle(session.problem(), solution.as_ref());
    match arguments.theme {
        Some(PictureTheme::Dark) => picture.palette = Palette::DARK,
        Some(PictureTheme::Print) => return picture.printed(),
        Some(PictureTheme::Light) | None => {}
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
