//! The attacked cells of each piece, compared with the reference, which walks step by step.

use configurator::geometry::{Attacks, CellSet, Grid, Size};

use crate::cases::{Case, Described, in_full, mask, pieces};

#[test]
fn every_piece_excludes_what_walking_reaches() {
    let longest = in_full(6, 8) as u16;
    let all = (1..=longest).flat_map(|rows| (1..=longest).map(move |columns| (rows, columns)));
    let sizes: Vec<(u16, u16)> = all.chain([(1, 64), (2, 32), (21, 3), (6, 10), (9, 7)]).collect();
    for piece in pieces() {
        for &(rows, columns) in &sizes {
            for torus in [false, true] {
                let case = Case { torus, ..Case::new(rows, columns, piece, Vec::new()) };
                let expected = case.description().excludes();
                let size = Size::new(rows, columns).unwrap();
                let attacks =
                    Attacks::new(&piece.parse().unwrap(), &Grid::new(size).with_torus(torus));
                for cell in size.iter() {
                    let listed: Vec<_> = attacks.targets(cell).collect();
                    let set = CellSet::from_cells(size, listed.iter().copied());
                    let expected = expected[size.index(cell)];
                    let place = format!("{piece} on {cell} of {size}, torus: {torus}");
                    assert_eq!(mask(&set), expected, "{place}");
                    assert_eq!(listed.len(), set.len(), "each once: {place}");
                    for other in size.iter() {
                        let excluded = expected >> size.index(other) & 1 == 1;
                        assert_eq!(
                            attacks.exclude_each_other(cell, other),
                            excluded,
                            "{place}: {other}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn holes_do_not_stand_in_the_way() {
    let case =
        Case { holes: 0b00000_00000_01110_00000_00010, ..Case::new(5, 5, "queen", Vec::new()) };
    let (rules, excludes) = (case.rules(), case.description().excludes());
    for cell in rules.grid().standing_cells() {
        let listed = CellSet::from_cells(rules.size(), rules.board_rule(cell));
        assert_eq!(mask(&listed), excludes[rules.size().index(cell)] & !case.holes, "{cell}");
    }
}
