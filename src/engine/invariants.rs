use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::CheckedSub;

use geometry::{Symmetry, SymmetryGroup, SymmetryKind};

/// For each group of a problem's symmetries, the number of solutions that are invariant under the group: each of its
/// symmetries maps such a solution to itself.
#[derive(Clone, Debug)]
pub struct InvariantCounts<N = BigUint> {
    symmetries: SymmetryGroup,
    /// Each group with its number of solutions, smaller groups first.
    counts: Vec<(SymmetryGroup, N)>,
}

/// The solutions with one kind of symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymmetricSolutions {
    /// The symmetries that each of these solutions has.
    pub kind: SymmetryKind,
    /// How many solutions have exactly these symmetries.
    pub solutions: BigUint,
    /// The number of classes of these solutions up to symmetry.
    pub classes: BigUint,
}

impl<N: Clone> InvariantCounts<N> {
    /// The invariants of a problem with these symmetries. `count` returns the number of solutions that are invariant
    /// under a group.
    ///
    /// # Errors
    /// When `count` fails.
    pub fn find<E>(
        symmetries: impl IntoIterator<Item = Symmetry>,
        mut count: impl FnMut(SymmetryGroup) -> Result<N, E>,
    ) -> Result<Self, E> {
        let symmetries = SymmetryGroup::generated_by(symmetries);
        let mut counts: Vec<(SymmetryGroup, N)> = Vec::new();
        // The identity comes last: it takes the most memory.
        for group in symmetries.subgroups().into_iter().rev() {
            // Groups that a symmetry of the problem maps to each other have the same number of invariant solutions.
            let alike = |other| symmetries.iter().any(|by| group.conjugate(by) == other);
            let number = match counts.iter().find(|(other, _)| alike(*other)) {
                Some((_, known)) => known.clone(),
                None => count(group)?,
            };
            counts.push((group, number));
        }
        counts.reverse();
        Ok(Self { symmetries, counts })
    }

    /// The invariants after `convert` is applied to each number.
    pub fn map<M>(&self, convert: impl Fn(&N) -> M) -> InvariantCounts<M> {
        let counts = self.counts.iter().map(|(group, number)| (*group, convert(number))).collect();
        InvariantCounts { symmetries: self.symmetries, counts }
    }

    /// The number for the identity alone: the number of all solutions.
    pub fn total(&self) -> &N {
        &self.counts[0].1
    }
}

impl InvariantCounts {
    /// The number of classes up to symmetry: the mean, over all symmetries, of the number of solutions invariant under
    /// a symmetry (the lemma of Cauchy and Frobenius, known as Burnside's lemma).
    pub fn classes(&self) -> BigUint {
        let kept = self.symmetries.iter().flat_map(|symmetry| {
            let group = SymmetryGroup::generated_by([symmetry]);
            self.counts.iter().filter(move |(known, _)| *known == group)
        });
        kept.map(|(_, number)| number).sum::<BigUint>() / self.symmetries.order()
    }

    /// True if the numbers do not contradict each other. Numbers from a file can.
    pub fn is_consistent(&self) -> bool {
        self.exactly().is_some()
    }

    /// For each group, the number of solutions with exactly the symmetries of the group: the number of solutions that
    /// are invariant under the group, minus the number of solutions with more symmetries. `None` if a difference is
    /// negative.
    fn exactly(&self) -> Option<Vec<(SymmetryGroup, BigUint)>> {
        let mut exact_counts: Vec<(SymmetryGroup, BigUint)> = Vec::new();
        for (group, kept) in self.counts.iter().rev() {
            let with_larger_groups =
                exact_counts.iter().filter(|(larger, _)| larger.contains(*group));
            let with_larger_groups = with_larger_groups.map(|(_, number)| number).sum::<BigUint>();
            exact_counts.push((*group, kept.checked_sub(&with_larger_groups)?));
        }
        Some(exact_counts)
    }

    /// The numbers of solutions by the kind of their symmetries. Each kind that the problem allows is included, even if
    /// its number is zero.
    ///
    /// # Panics
    /// When the numbers are not consistent.
    pub fn by_kind(&self) -> Vec<SymmetricSolutions> {
        let exact_counts = self.exactly().expect("consistent numbers");
        // The solutions of each kind, and the number of symmetries that each of these solutions has.
        let mut kinds: BTreeMap<SymmetryKind, (BigUint, usize)> = BTreeMap::new();
        for (group, solutions) in exact_counts {
            let row = kinds.entry(group.kind()).or_default();
            *row = (&row.0 + solutions, group.order());
        }
        let row = |(kind, (solutions, own))| {
            // The number of images of a solution is the number of the problem's symmetries divided by the number of the
            // solution's own symmetries.
            let classes = &solutions * own / self.symmetries.order();
            SymmetricSolutions { kind, solutions, classes }
        };
        kinds.into_iter().map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::{CellSet, Size};

    /// The number of sets of cells that are invariant under a group.
    fn kept(size: Size, group: SymmetryGroup) -> BigUint {
        let orbits = size.iter().filter(|&cell| group.orbit(cell, size).min() == Some(cell));
        BigUint::from(1_u8) << orbits.count()
    }

    #[test]
    fn sets_of_cells_by_their_symmetries() {
        for text in ["3", "2x3", "1x4"] {
            let size: Size = text.parse().unwrap();
            let found =
                InvariantCounts::find(Symmetry::all(size), |group| Ok::<_, ()>(kept(size, group)))
                    .unwrap();
            let mut expected = std::collections::BTreeMap::new();
            let mut classes = std::collections::BTreeMap::new();
            for set in 0..1_u32 << size.cells() {
                let cells = size.iter().filter(|&cell| set >> size.index(cell) & 1 == 1);
                let set = CellSet::from_cells(size, cells);
                let own: Vec<_> = Symmetry::all(size).filter(|by| by.image(&set) == set).collect();
                let kind = SymmetryGroup::generated_by(own).kind();
                *expected.entry(kind).or_insert(0_u32) += 1;
                let images = Symmetry::all(size).map(|by| by.image(&set));
                let first = images.map(|image| image.iter().collect::<Vec<_>>()).max().unwrap();
                classes.entry(kind).or_insert_with(std::collections::BTreeSet::new).insert(first);
            }
            for SymmetricSolutions { kind, solutions, classes: number } in found.by_kind() {
                assert_eq!(solutions, expected.remove(&kind).unwrap_or(0).into(), "{text} {kind}");
                assert_eq!(number, classes.remove(&kind).map_or(0, |all| all.len()).into());
            }
            assert!(expected.is_empty());
            let sum = found.by_kind().iter().map(|row| &row.classes).sum::<BigUint>();
            assert_eq!(sum, found.classes());
        }
    }
}
