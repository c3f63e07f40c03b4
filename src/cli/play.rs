use anyhow::Context;

use super::arguments::{ColorChoice, PlayArguments};
use super::board;
use problem::{Assist, BoardFile, Problem};
use session::puzzle::PuzzleSpec;
use tui::Play;
use tui::options::PlayOptions;

/// Opens the board. The puzzle is made after that, in the background.
pub(super) fn run(arguments: &PlayArguments, color: ColorChoice) -> anyhow::Result<()> {
    let PlayOptions { kind, size, difficulty, stars, seed } = arguments.puzzle.clone();
    let wanted = PuzzleSpec::of_difficulty(kind, difficulty, size, stars).context("play")?;
    let options = board::options(&arguments.engine, &arguments.look, color)?;
    board::check_terminal(false)?;
    // The board is empty until the puzzle is made.
    let assist = arguments.look.assist.unwrap_or(Assist::Attacks);
    let blank = BoardFile { problem: Problem::new(wanted.blank()), assist };
    let mut opening = board::beginning(blank, arguments.look.assist, Vec::new());
    opening.play = Some(Play { wanted, seed });
    board::run_board(opening, &options)
}
