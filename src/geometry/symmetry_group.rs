use strum::{Display, IntoStaticStr, VariantNames};

use super::cell::Cell;
use super::size::Size;
use super::symmetry::Symmetry;

/// A group of reflections and rotations of a grid. With any two symmetries, the group contains their
/// composition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SymmetryGroup(u8);

/// The symmetries of a pattern of cells, by kind. The text of a kind is a plain English name.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display, IntoStaticStr, VariantNames,
)]
#[strum(serialize_all = "lowercase")]
pub enum SymmetryKind {
    /// Only the identity.
    None,
    /// One reflection: left to right, or top to bottom.
    #[strum(serialize = "straight mirror")]
    Straight,
    /// One reflection, in a diagonal.
    #[strum(serialize = "diagonal mirror")]
    Diagonal,
    /// The half turn only.
    #[strum(serialize = "half turn")]
    HalfTurn,
    /// Both straight reflections, and therefore the half turn.
    #[strum(serialize = "both straight mirrors")]
    BothStraight,
    /// Both diagonal reflections, and therefore the half turn.
    #[strum(serialize = "both diagonal mirrors")]
    BothDiagonals,
    /// All rotations, but no reflection.
    #[strum(serialize = "quarter turn")]
    QuarterTurn,
    /// All eight symmetries of a square.
    All,
}

impl SymmetryGroup {
    /// The group of the identity alone.
    pub const IDENTITY: Self = Self(1);

    /// The smallest group with the given symmetries.
    pub fn generated_by(symmetries: impl IntoIterator<Item = Symmetry>) -> Self {
        let mut group = symmetries
            .into_iter()
            .fold(Self::IDENTITY, |group, symmetry| Self(group.0 | symmetry.bit()));
        loop {
            let products =
                group.iter().flat_map(|first| group.iter().map(move |next| first.then(next)));
            let closed = products.fold(group.0, |bits, product| bits | product.bit());
            if closed == group.0 {
                return group;
            }
            group = Self(closed);
        }
    }

    /// The symmetries of the group, the identity first.
    pub fn iter(self) -> impl Iterator<Item = Symmetry> {
        let own = Symmetry::of_square().filter(move |symmetry| self.0 & symmetry.bit() != 0);
        // `take` ends the iteration right after the last symmetry.
        own.take(self.order())
    }

    /// The number of symmetries, including the identity: 1, 2, 4 or 8.
    pub const fn order(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True if the group contains all symmetries of another group.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// All subgroups of this group, itself included, smaller groups first.
    pub fn subgroups(self) -> Vec<Self> {
        let sets = (0..=u8::MAX).map(|bits| bits & self.0);
        let mut groups: Vec<Self> =
            sets.map(|bits| Self::generated_by(Self(bits).iter())).collect();
        groups.sort_by_key(|group| (group.order(), group.0));
        groups.dedup();
        groups
    }

    /// The conjugate group: the symmetries of a grid with this group after `by` is applied to the grid.
    pub fn conjugate(self, by: Symmetry) -> Self {
        let inverse = by.inverse();
        Self::generated_by(self.iter().map(|symmetry| inverse.then(symmetry).then(by)))
    }

    /// The orbit of a cell: its images under all symmetries of the group, each once, the cell itself
    /// first.
    ///
    /// # Panics
    /// When the cell lies outside of the grid, or a symmetry transposes a rectangle.
    pub fn orbit(self, cell: Cell, size: Size) -> impl Iterator<Item = Cell> {
        let images = move |symmetry: Symmetry| symmetry.map(cell, size);
        self.iter().enumerate().map(move |(index, symmetry)| (index, images(symmetry))).filter_map(
            move |(index, image)| {
                let is_new = self.iter().take(index).all(|earlier| images(earlier) != image);
                is_new.then_some(image)
            },
        )
    }

    /// The kind of the group.
    pub fn kind(self) -> SymmetryKind {
        let reflections = |is_diagonal: bool| {
            let is_reflection = |symmetry: &Symmetry| {
                *symmetry != Symmetry::IDENTITY
                    && symmetry.then(*symmetry) == Symmetry::IDENTITY
                    && *symmetry != Symmetry::HALF_TURN
            };
            let found = self.iter().filter(is_reflection);
            found.filter(|symmetry| symmetry.transposes() == is_diagonal).count()
        };
        match (self.order(), reflections(false), reflections(true)) {
            (1, ..) => SymmetryKind::None,
            (2, 1, _) => SymmetryKind::Straight,
            (2, _, 1) => SymmetryKind::Diagonal,
            (2, ..) => SymmetryKind::HalfTurn,
            (4, 2, _) => SymmetryKind::BothStraight,
            (4, _, 2) => SymmetryKind::BothDiagonals,
            (4, ..) => SymmetryKind::QuarterTurn,
            _ => SymmetryKind::All,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn of(size: &str) -> SymmetryGroup {
        SymmetryGroup::generated_by(Symmetry::all(size.parse().unwrap()))
    }

    fn kinds(groups: &[SymmetryGroup]) -> String {
        groups.iter().map(|group| group.kind().to_string()).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn a_square_has_ten_groups_and_a_rectangle_five() {
        assert_eq!(
            kinds(&of("3").subgroups()),
            "none, straight mirror, straight mirror, half turn, diagonal mirror, diagonal mirror, \
             both straight mirrors, quarter turn, both diagonal mirrors, all"
        );
        assert_eq!(
            kinds(&of("2x3").subgroups()),
            "none, straight mirror, straight mirror, half turn, both straight mirrors"
        );
        assert_eq!(SymmetryGroup::IDENTITY.subgroups(), [SymmetryGroup::IDENTITY]);
    }

    #[test]
    fn subgroups_are_closed() {
        for group in of("3").subgroups() {
            for (first, next) in group.iter().flat_map(|a| group.iter().map(move |b| (a, b))) {
                assert!(group.iter().any(|symmetry| symmetry == first.then(next)), "{group:?}");
            }
            assert_eq!(8 % group.order(), 0);
        }
    }

    #[test]
    fn groups_that_the_board_moves_into_each_other_are_of_one_kind() {
        let square = of("3");
        for group in square.subgroups() {
            let moved: BTreeSet<u8> = square.iter().map(|by| group.conjugate(by).0).collect();
            let alike = square.subgroups().into_iter().filter(|other| other.kind() == group.kind());
            assert_eq!(moved, alike.map(|other| other.0).collect(), "{}", group.kind());
        }
    }

    #[test]
    fn an_orbit_has_each_image_once() {
        let size: Size = "5".parse().unwrap();
        for group in of("5").subgroups() {
            for cell in size.iter() {
                let orbit: Vec<Cell> = group.orbit(cell, size).collect();
                let images: BTreeSet<Cell> =
                    group.iter().map(|symmetry| symmetry.map(cell, size)).collect();
                assert_eq!(orbit[0], cell);
                assert_eq!(orbit.len(), images.len());
                assert_eq!(orbit.into_iter().collect::<BTreeSet<_>>(), images);
            }
        }
    }
}
