use crate::face::Figure;
use geometry::Piece;
use problem::{KnownPuzzle, Rules};

/// How the pieces of a board are drawn: those of a known puzzle as people know them, however they move.
#[must_use]
pub fn figure(rules: &Rules) -> Figure {
    match rules.known_puzzle() {
        Some(KnownPuzzle::ColouredQueens) => Figure::new(&Piece::default()),
        Some(KnownPuzzle::StarBattle { .. }) => Figure::star(),
        None => Figure::new(rules.piece()),
    }
}
