use std::path::Path;

use anyhow::{Context, ensure};

use super::arguments::PlayArguments;
use super::board;
use app::game::Play;
use app::options::{PlayOptions, Played};
use files::is_stdin;
use problem::{Assist, BoardFile, BoardSource, Problem, is_link, link_title};
use session::puzzle::{PuzzleSpec, star_battle};

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
    let opened = BoardFile { problem, assist };
    let mut opening = board::new_session_setup(opened, arguments.look.assist, Vec::new());
    opening.play = Some(play);
    board::run_board(opening, &options)
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
        () => path.file_stem().map(|stem| stem.to_string_lossy().into_owned()),
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
