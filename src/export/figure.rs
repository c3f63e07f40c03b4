use crate::face::Figure;
use geometry::Piece;
use problem::{KnownPuzzle, Rules};

/// The figure that the pieces of a board are drawn as. In known puzzles it is the usual figure, however the piece
/// moves.
#[must_use]
pub fn figure(rules: &Rules) -> Figure {
    match rules.known_puzzle() {
        Some(KnownPuzzle::ColouredQueens) => Figure::new(&Piece::default()),
        Some(KnownPuzzle::StarBattle { .. }) => Figure::star(),
        None => Figure::new(rules.piece()),
    }
}
