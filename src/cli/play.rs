use std::path::Path;

use anyhow::{Context, ensure};

use super::arguments::{LookArguments, PlayArguments};
use super::board;
use app::game::Play;
use app::options::{PlayOptions, Played};
use app::{BoardSetup, Origin, puzzle_name};
use files::is_stdin;
use problem::{Assist, BoardFile, BoardSource, Problem, is_link, link_title};
use session::puzzle::{PuzzleSpec, star_battle};
use session::{Journal, ResumedSession};
use tui::Options;

/// Opens the board with a puzzle to play. A puzzle that must be made is made after that, in the
/// background.
pub(super) fn run(arguments: &PlayArguments) -> anyhow::Result<()> {
    let asked = &arguments.puzzle;
    let assist = arguments.look.assist.unwrap_or(Assist::Attacks);
    let (problem, play) = match &asked.puzzle {
        Played::Kind(kind) => {
            let wanted =
                PuzzleSpec::of_difficulty(*kind, asked.difficulty, asked.size, asked.stars);
            let wanted = wanted.context("play")?;
            // The board is empty until the puzzle is made.
            (Problem::new(wanted.blank()), Play::Made(wanted, asked.seed()))
        }
        Played::File(path) => read(path, asked)?,
    };
    let has_input = matches!(&asked.puzzle, Played::File(path) if is_stdin(path));
    let options = board::options(&arguments.engine, &arguments.look)?;
    board::check_terminal(has_input)?;
    let (unfinished, damages) = match &play {
        Play::Made(wanted, Some(seed)) => {
            unfinished(&Origin::Made { wanted: *wanted, seed: *seed }, &arguments.look, &options)
        }
        Play::Made(_, None) | Play::Board(_) | Play::Regions(..) => Default::default(),
    };
    let opening = unfinished.unwrap_or_else(|| {
        let opened = BoardFile { problem, assist };
        let opening = board::new_session_setup(opened, arguments.look.assist, damages);
        BoardSetup { play: Some(play), ..opening }
    });
    board::run_board(opening, &options)
}

/// The latest kept session that was left in this puzzle before it was solved, and messages about damaged journals.
fn unfinished(
    puzzle: &Origin,
    look: &LookArguments,
    options: &Options,
) -> (Option<BoardSetup>, Vec<String>) {
    let directory = Journal::directory();
    let (kept, mut damages) =
        directory.as_deref().map(Journal::resumable_sessions).unwrap_or_default();
    let in_puzzle = |resumed| Some((app::memo::unfinished(&resumed, puzzle)?, resumed));
    let Some((notice, resumed)) = kept.into_iter().find_map(in_puzzle) else {
        return (None, damages);
    };
    let ResumedSession { session, notes, journal, .. } = resumed;
    damages.insert(0, notice.in_words(&options.keys));
    let mut session = session.recorded();
    if let Some(assist) = look.assist {
        session.set_assist(assist);
    }
    let opening = board::with_journal(session, Some(journal), &damages);
    (Some(BoardSetup { notes, ..opening }), Vec::new())
}

/// The puzzle in a file or link. A drawing of regions is a star battle if the number of stars is given;
/// otherwise the board finds the number out.
fn read(path: &Path, asked: &PlayOptions) -> anyhow::Result<(Problem, Play)> {
    for (is_given, option) in [
        (asked.size.is_some(), "--size"),
        (asked.seed.is_some(), "--seed"),
        (asked.daily.is_some(), "--daily"),
    ] {
        ensure!(!is_given, "{option}: it is for puzzles that are made, not for those in files");
    }
    let text = path.to_string_lossy();
    let name = match () {
        () if is_link(&text) => link_title(&text),
        () if is_stdin(path) => None,
        () => puzzle_name(path),
    };
    let regions = match (BoardSource::read(path)?, asked.stars) {
        (BoardSource::Board(board), None) => return Ok((board.problem, Play::Board(name))),
        (BoardSource::Board(board), Some(_)) => board.problem.rules().regions().cloned(),
        (BoardSource::Regions(regions) | BoardSource::Linked(regions), _) => Some(regions),
    };
    let regions = regions.context("--stars: this board has no regions")?;
    Ok(match asked.stars {
        Some(stars) => (Problem::new(star_battle(&regions, stars)), Play::Board(name)),
        None => (Problem::new(star_battle(&regions, 1)), Play::Regions(regions, name)),
    })
}
