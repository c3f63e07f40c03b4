//! Draws the first solutions of a board file, such as one of `assets/boards`.
//!
//! ```console
//! $ cargo run --example solutions -- assets/boards/first-puzzle-1850.toml
//! ```

use std::error::Error;

use configurator::Board;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("a board file is needed")?;
    let board = Board::open(path)?;
    let size = board.problem().rules().size();
    for solution in board.solutions()?.take(3) {
        let solution = solution?;
        let signs = size.iter().map(|cell| if solution.contains(&cell) { 'Q' } else { '.' });
        for row in signs.collect::<Vec<_>>().chunks(size.columns().into()).rev() {
            println!("{}", row.iter().collect::<String>());
        }
        println!();
    }
    Ok(())
}
