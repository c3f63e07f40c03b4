//! Counts the placements of a piece on boards of several sizes, one piece in each row.
//!
//! ```console
//! $ cargo run --release --example count -- amazon 12
//! ```

use std::error::Error;

use configurator::Board;
use configurator::problem::{Problem, Rules};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let piece = arguments.next().unwrap_or_else(|| "amazon".to_owned());
    let largest = arguments.next().map_or(Ok(10), |size| size.parse())?;
    for size in 1..=largest {
        let rules = Rules::queens(size)?.with_piece(piece.parse()?);
        println!("{size} {}", Board::new(Problem::new(rules)).count()?);
    }
    Ok(())
}
