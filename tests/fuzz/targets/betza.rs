//! The notation of a piece is that of the same piece, and a cell excludes those that exclude it.
#![no_main]

use configurator::geometry::{Grid, Piece, Size};
use configurator::problem::Rules;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(piece) = text.parse::<Piece>() else { return };
    let notation = piece.notation();
    assert_eq!(notation.parse::<Piece>().as_ref(), Ok(&piece), "{notation}");
    for is_torus in [false, true] {
        let grid = Grid::new(Size::new(3, 4).expect("a size")).with_torus(is_torus);
        let rules = Rules::new(grid, piece.clone(), []);
        for cell in rules.size().iter() {
            for other in rules.board_rule(cell) {
                let excludes = |by| rules.board_rule(by).any(|excluded| excluded == cell);
                assert!(excludes(other), "{notation}: {cell}, {other}");
            }
        }
    }
});
