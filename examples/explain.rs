//! Places two queens, draws what has become of each cell, and says why one of them is impossible.
//!
//! ```console
//! $ cargo run --example explain
//! ```

use configurator::session::CellState;
use configurator::{Board, BoardError};

fn main() -> Result<(), BoardError> {
    let board = Board::queens(8)?.place("a1")?.place("g2")?;
    for row in board.states()?.chunks(8).rev() {
        let signs = row.iter().map(|(_, state)| match state {
            CellState::Placed => 'Q',
            CellState::Forced => '!',
            CellState::Possible => '?',
            CellState::Attacked => '-',
            CellState::Impossible | CellState::Excluded | CellState::Hole | CellState::Unknown => {
                'x'
            }
        });
        println!("{}", signs.collect::<String>());
    }
    println!("{} solutions", board.count()?);
    if let Some(reason) = board.why("c4")? {
        println!("c4 is impossible {}", reason.explanation);
    }
    Ok(())
}
