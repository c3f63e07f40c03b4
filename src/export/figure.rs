use crate::face::Figure;
use geometry::Piece;
use problem::{KnownPuzzle, Rules};

/// The figure of the pieces on a board. Known puzzles have a fixed figure, regardless of how the piece
/// moves.
pub fn figure(rules: &Rules) -> Figure {
    match rules.known_puzzle() {
        Some(KnownPuzzle::ColouredQueens) => Figure::new(&Piece::default()),
        Some(KnownPuzzle::StarBattle { .. }) => Figure::star(),
        None => Figure::new(rules.piece()),
    }
}
