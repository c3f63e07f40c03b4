//! Lists all sets of given pieces that leave exactly one solution, for problems with few solutions.

use std::collections::HashMap;

use rand::Rng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use engine::{Answer, Budget, bdd};
use geometry::{Cell, CellSet, Size, Symmetry};
use problem::{Problem, Value};

/// Maximum number of solutions of a problem whose sets are listed.
const MAX_SOLUTIONS: u32 = 1000;

/// Maximum number of sets of pieces, which is enough for 9 queens.
const MAX_SETS: usize = 1 << 15;

/// All sets of given pieces that leave exactly one solution, up to symmetry.
pub(super) struct Every {
    size: Size,
    symmetries: Vec<Symmetry>,
    /// One solution of each class of symmetric solutions.
    classes: Vec<Class>,
}

/// A solution that represents its class of symmetric solutions.
struct Class {
    /// The pieces of the solution that are not decided.
    pieces: Vec<Cell>,
    /// For each subset of `pieces`, indexed by a bit mask: true if no other solution contains the subset.
    is_unique: Vec<bool>,
}

/// A set of given pieces: the index of a class, and one bit for each piece of the class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Given {
    class: usize,
    set: usize,
}

impl Every {
    /// Lists all sets for a problem; `None` if there are too many.
    pub(super) fn of(
        problem: &Problem,
        engine: &mut bdd::Engine,
        budget: &Budget,
    ) -> Answer<Option<Self>> {
        if engine.census(problem, budget)?.solutions > MAX_SOLUTIONS.into() {
            return Ok(None);
        }
        let size = problem.rules().size();
        let solutions: Vec<CellSet> = engine.diagram(problem, budget)?.solutions().collect();
        let symmetries = problem.symmetries();
        let numbers: HashMap<&CellSet, usize> =
            solutions.iter().enumerate().map(|(number, cells)| (cells, number)).collect();
        let is_first = |&(number, cells): &(usize, &CellSet)| {
            symmetries.iter().all(|symmetry| numbers[&symmetry.image(cells)] >= number)
        };
        let firsts: Vec<_> = solutions.iter().enumerate().filter(is_first).collect();
        let decided = CellSet::from_cells(size, problem.decisions().cells(Value::Placed));
        let pieces: Vec<Vec<Cell>> =
            firsts.iter().map(|(_, cells)| (*cells - &decided).iter().collect()).collect();
        let sets = pieces.iter().try_fold(0_usize, |sets, pieces| {
            sets.checked_add(1_usize.checked_shl(pieces.len() as u32)?)
        });
        if sets.is_none_or(|sets| sets > MAX_SETS) {
            return Ok(None);
        }
        let classes = firsts.into_iter().zip(pieces).map(|((own, _), pieces)| {
            let others = solutions.iter().enumerate().filter(|&(number, _)| number != own);
            let is_unique = unique_sets(&pieces, others.map(|(_, cells)| cells));
            Class { pieces, is_unique }
        });
        Ok(Some(Self { size, classes: classes.collect(), symmetries }))
    }

    /// The sets in random order. If a number of pieces is `wanted`, only sets of this size.
    pub(super) fn shuffled(&self, wanted: Option<usize>, random: &mut ChaCha8Rng) -> Vec<Given> {
        let mut all = Vec::new();
        for (class, Class { is_unique, .. }) in self.classes.iter().enumerate() {
            let sets = (0..is_unique.len()).filter(|&set| is_unique[set]);
            let sets = sets.filter(|set| wanted.is_none_or(|it| it == set.count_ones() as usize));
            all.extend(sets.map(|set| Given { class, set }));
        }
        all.shuffle(random);
        all
    }

    /// The listed sets with one piece less than `given`.
    pub(super) fn with_fewer(&self, given: Given) -> impl Iterator<Item = Given> + '_ {
        let Class { pieces, is_unique } = &self.classes[given.class];
        let fewer = (0..pieces.len()).map(move |bit| given.set & !(1 << bit));
        let fewer = fewer.filter(move |&set| set != given.set && is_unique[set]);
        fewer.map(move |set| Given { set, ..given })
    }

    /// The cells of a set.
    pub(super) fn cells(&self, given: Given) -> Vec<Cell> {
        let pieces = self.classes[given.class].pieces.iter().enumerate();
        pieces.filter(|&(bit, _)| given.set >> bit & 1 == 1).map(|(_, &cell)| cell).collect()
    }

    /// The cells of a set, mapped by a random symmetry of the problem.
    pub(super) fn turned(&self, given: Given, random: &mut ChaCha8Rng) -> Vec<Cell> {
        let symmetry = self.symmetries[random.gen_range(0..self.symmetries.len() as u32) as usize];
        let cells = self.cells(given).into_iter().map(|cell| symmetry.map(cell, self.size));
        let mut cells: Vec<Cell> = cells.collect();
        cells.sort_unstable();
        cells
    }
}

/// For each subset of `pieces`, indexed by a bit mask: true if no solution in `others` contains the subset.
fn unique_sets<'a>(pieces: &[Cell], others: impl Iterator<Item = &'a CellSet>) -> Vec<bool> {
    let mut is_unique = vec![true; 1 << pieces.len()];
    for other in others {
        let shared = pieces.iter().enumerate().filter(|&(_, &cell)| other.contains(cell));
        is_unique[shared.fold(0, |set, (bit, _)| set | 1_usize << bit)] = false;
    }
    // A solution that contains a set also contains its subsets.
    for bit in 0..pieces.len() {
        for set in 0..is_unique.len() {
            if set >> bit & 1 == 1 && !is_unique[set] {
                is_unique[set & !(1 << bit)] = false;
            }
        }
    }
    is_unique
}

#[cfg(test)]
mod tests {
    use num_traits::One;
    use rand::SeedableRng;

    use super::*;
    use problem::Rules;

    /// Compares the list with a count of the solutions for every subset of every solution.
    #[test]
    fn every_set_that_leaves_one_solution_is_among_them() {
        let budget = Budget::default();
        for problem in [
            Problem::new(Rules::queens(5).unwrap()),
            Problem::new(Rules::queens(6).unwrap()),
            Problem::new(Rules::queens(4).unwrap().with_piece("rook".parse().unwrap())),
            Problem::new(Rules::queens(6).unwrap())
                .with("b1".parse().unwrap(), Value::Excluded)
                .unwrap(),
        ] {
            let mut engine = bdd::Engine::new();
            let every = Every::of(&problem, &mut engine, &budget).unwrap().unwrap();
            let mut random = ChaCha8Rng::seed_from_u64(1);
            let listed = every.shuffled(None, &mut random);
            let mut expected = 0;
            for (class, Class { pieces, .. }) in every.classes.iter().enumerate() {
                for set in 0..1 << pieces.len() {
                    let given = Given { class, set };
                    let place = |problem: Problem, cell| problem.with_given(cell).unwrap();
                    let with = every.cells(given).into_iter().fold(problem.clone(), place);
                    let is_one = engine.census(&with, &budget).unwrap().solutions.is_one();
                    assert_eq!(listed.contains(&given), is_one);
                    expected += usize::from(is_one);
                    let turned = every.turned(given, &mut random);
                    let turned = turned.into_iter().fold(problem.clone(), place);
                    assert_eq!(engine.census(&turned, &budget).unwrap().solutions.is_one(), is_one);
                }
            }
            assert_eq!(listed.len(), expected);
        }
    }

    #[test]
    fn of_many_sets_there_is_no_list() {
        let problem = Problem::new(Rules::queens(10).unwrap());
        let every = Every::of(&problem, &mut bdd::Engine::new(), &Budget::default()).unwrap();
        assert!(every.is_none());
    }
}
