//! Makes puzzles: positions with exactly one solution. Recognises puzzles that others made. Also stores
//! the results of solved puzzles.

mod attempts;
mod coloured;
mod date;
mod difficulty;
mod every;
mod givens;
mod opened;
mod results;
mod spec;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use itertools::Itertools;

use crate::steps::Grade;
use engine::{Answer, Budget};
use geometry::Cell;
use problem::{Family, Problem, Rules, Value};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

pub use coloured::{
    BegunDrawing, FoundGrade, MAX_COUNTED, MAX_REGIONS, Repaint, RepairPart, Repairs, Superfluous,
    check, coloured_rules, regions_of, repainted, repair, solutions_in_words, usual_stars,
};
pub use date::{Date, ParseDateError};
pub use difficulty::Difficulty;
pub use opened::{
    MAX_STARS, PuzzleSolutions, beginning, fitting_stars, grade_of, grade_within, is_puzzle,
    path_within, star_battle,
};
pub use results::{FILE as RESULTS_FILE, PuzzleId, PuzzleResult, RecordedScore, Results, Score};
pub use spec::{Kind, PuzzleSpec, PuzzleSpecError, SIZES};

/// The clues that are added to a problem so that exactly one solution remains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clues<'a> {
    /// Given pieces: this number of them, or as few as possible (`None`).
    Givens(Option<usize>),
    /// Coloured regions. [`regions_of`] returns their number. They replace the regions of the problem.
    Regions,
    /// Like `Regions`, but the regions of the problem with these letters stay unchanged.
    RegionsBeside(&'a [char]),
}

/// Makes a puzzle from a problem: adds clues that leave exactly one solution. With `difficulty`,
/// the steps of the puzzle have this difficulty. Decisions of the problem are kept, and its placed pieces
/// become givens. The same seed makes the same puzzle.
///
/// # Errors
/// When the budget ends before a first puzzle is found.
pub fn make(
    problem: &Problem,
    clues: Clues<'_>,
    difficulty: Option<Difficulty>,
    seed: u64,
    budget: &Budget,
) -> Answer<Outcome> {
    let own_seed = |difficulty| own_seed(problem.rules(), clues, difficulty, seed);
    let seed = difficulty.map_or(seed, own_seed);
    match (clues, difficulty) {
        (Clues::Givens(number), None) => givens::make(problem, number, seed, budget),
        (Clues::Givens(number), Some(difficulty)) => {
            givens::make_graded(problem, number, difficulty, seed, budget)
        }
        (Clues::Regions, None) => coloured::make(problem, &[], seed, budget),
        (Clues::RegionsBeside(locked), None) => coloured::make(problem, locked, seed, budget),
        (Clues::Regions, Some(difficulty)) => {
            coloured::make_graded(problem, &[], difficulty, seed, budget)
        }
        (Clues::RegionsBeside(locked), Some(difficulty)) => {
            coloured::make_graded(problem, locked, difficulty, seed, budget)
        }
    }
}

/// The seed of a puzzle of one kind, size and difficulty, so that the same seed gives other puzzles for others: an easy puzzle
/// gives nothing of the expert one away.
fn own_seed(rules: &Rules, clues: Clues<'_>, difficulty: Difficulty, seed: u64) -> u64 {
    let stars = rules.bounds_of(Family::Regions).map_or(0, |bounds| bounds.lower);
    let kind = match clues {
        Clues::Givens(_) => 0,
        Clues::Regions | Clues::RegionsBeside(_) => stars,
    };
    let range = difficulty.range(rules);
    let size = rules.size();
    let parts = [size.rows().into(), size.columns().into(), kind, *range.start(), *range.end()];
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(parts.into_iter().fold(0, |code, part| (code << 13) ^ u64::from(part)));
    rng.next_u64()
}

/// The problem with its placed pieces and further pieces as givens.
fn with_givens(problem: &Problem, givens: impl IntoIterator<Item = Cell>) -> Problem {
    let placed: Vec<Cell> = problem.decisions().cells(Value::Placed).collect();
    placed.into_iter().chain(givens).fold(problem.clone(), |problem, cell| {
        problem.with_given(cell).expect("cells of a solution")
    })
}

/// Number of puzzles found, by grade.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GradeTally(BTreeMap<Grade, usize>);

impl GradeTally {
    /// Counts one more puzzle of this grade.
    fn count(&mut self, grade: Grade) {
        *self.0.entry(grade).or_default() += 1;
    }

    /// The numbers as part of a sentence: ` (found: 3 easy, 1 medium)`, or an empty text.
    pub fn in_words(&self) -> String {
        if self.0.is_empty() {
            return String::new();
        }
        format!(
            " (found: {})",
            self.0.iter().map(|(grade, number)| format!("{number} {grade}")).join(", ")
        )
    }
}

/// The outcome of making a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The problem with its givens, or with its regions.
    Puzzle(Problem),
    /// The problem has no solution.
    NoSolution,
    /// A search through all puzzles has shown that none has the requested difficulty.
    MissingGrade {
        /// The requested difficulty.
        wanted: Difficulty,
        /// The requested number of given pieces, if there is one.
        givens: Option<usize>,
        /// The grades of the puzzles that exist.
        exist: Vec<Grade>,
    },
    /// No attempt found regions that leave exactly one solution, though such regions may exist.
    NotFound,
    /// The rules limit the cost of solutions, which the search for regions does not support.
    LimitedCosts,
    /// No attempt found the requested number of givens, though such a puzzle may exist.
    OtherNumbers {
        /// The requested number.
        wanted: usize,
        /// The numbers of givens of the puzzles that were found.
        found: RangeInclusive<usize>,
    },
    /// All attempts for a difficulty failed, though such a puzzle may exist.
    OtherGrades {
        /// The requested difficulty.
        wanted: Difficulty,
        /// Number of puzzles of other difficulties, by grade, that were found.
        found: GradeTally,
        /// True if no puzzle of the difficulty is known for this size.
        is_unknown: bool,
    },
}

impl Outcome {
    /// A message that explains why there is no puzzle, and what to request instead; `None` for a puzzle.
    pub fn failure(&self) -> Option<String> {
        Some(match self {
            Self::Puzzle(_) => return None,
            Self::NoSolution => {
                "no solution exists, so no puzzle; another size, piece or rule may have one"
                    .to_owned()
            }
            Self::MissingGrade { wanted, givens, exist } => {
                let with = match givens {
                    Some(1) => " with 1 given piece".to_owned(),
                    Some(number) => format!(" with {number} given pieces"),
                    None => String::new(),
                };
                match exist.split_last() {
                    None => format!("no puzzle{with} exists here, of any grade"),
                    Some((last, others)) => {
                        let or = if others.is_empty() { "" } else { " or " };
                        let others = others.iter().join(", ");
                        format!(
                            "no puzzle{with} of {wanted} exists here: all are {others}{or}{last}"
                        )
                    }
                }
            }
            Self::NotFound => {
                "no attempt found regions that leave exactly one solution; a smaller size, \
                               other rules or another seed may have some"
                    .to_owned()
            }
            Self::LimitedCosts => {
                "the makers of colour regions do not add up costs; without the limit of cost ('max-cost \
                 none') they find regions"
                    .to_owned()
            }
            Self::OtherNumbers { wanted, found } => {
                let found = match (found.start(), found.end()) {
                    (fewest, most) if fewest == most => fewest.to_string(),
                    (fewest, most) => format!("{fewest} to {most}"),
                };
                format!(
                    "no attempt found a puzzle with {wanted} given pieces, none of which can be left out \
                     (found: {found})"
                )
            }
            Self::OtherGrades { wanted, found, is_unknown } => {
                let advice = if *is_unknown {
                    "none of this size is known; try a larger one"
                } else {
                    "another grade, size or seed may have one"
                };
                let found = found.in_words();
                format!("no attempt found a puzzle of {wanted}{found}; {advice}")
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use num_traits::One;

    use super::*;
    use engine::bdd;
    use problem::Rules;

    fn problem(text: &str) -> Problem {
        let (piece, size) = text.split_once(' ').unwrap();
        let rules = Rules::queens(size.parse().unwrap()).unwrap();
        Problem::new(rules.with_piece(piece.parse().unwrap()))
    }

    fn count(problem: &Problem, givens: &[Cell]) -> num_bigint::BigUint {
        let decisions = givens.iter().map(|&cell| (cell, Value::Placed)).collect();
        let problem = Problem::with_decisions(Arc::clone(problem.rules()), decisions).unwrap();
        bdd::Engine::new().census(&problem, &Budget::default()).unwrap().solutions
    }

    fn made(problem: &Problem, wanted: Option<usize>, seed: u64) -> Problem {
        match make(problem, Clues::Givens(wanted), None, seed, &Budget::default()) {
            Ok(Outcome::Puzzle(made)) => made,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_puzzle_has_one_solution_and_needs_each_given() {
        for text in ["queen 6", "queen 8", "rook 4", "amazon 10", "king 5", "knight 6"] {
            let problem = problem(text);
            for seed in 0..3 {
                let made = made(&problem, None, seed);
                let givens: Vec<Cell> = made.decisions().givens().collect();
                assert_eq!(made.decisions().len(), givens.len());
                assert!(count(&problem, &givens).is_one(), "{text}: {givens:?}");
                for place in 0..givens.len() {
                    let mut fewer = givens.clone();
                    fewer.remove(place);
                    assert!(!count(&problem, &fewer).is_one(), "{text}: {givens:?}");
                }
                assert_eq!(super::tests::made(&problem, None, seed), made);
            }
        }
    }

    /// Coloured queens and star battles of one star are the same puzzles, whatever their pieces are called.
    #[test]
    fn each_kind_size_and_grade_has_its_own_seeds() {
        const GRADES: [Grade; 4] = [Grade::Easy, Grade::Medium, Grade::Hard, Grade::Expert];
        let mut seeds = BTreeMap::new();
        for (kind, stars) in [(Kind::Queens, 1), (Kind::QueensGivens, 1)]
            .into_iter()
            .chain((1..=MAX_STARS).map(|stars| (Kind::StarBattle, stars)))
        {
            for (size, grade) in SIZES.cartesian_product(GRADES) {
                let Ok(spec) = PuzzleSpec::new(kind, grade, Some(size), Some(stars)) else {
                    continue;
                };
                let clues =
                    if kind == Kind::QueensGivens { Clues::Givens(None) } else { Clues::Regions };
                let seed = own_seed(&spec.rules(), clues, grade.into(), 20_261_128);
                let is_one = kind == Kind::Queens || kind == Kind::StarBattle && stars == 1;
                let name = if is_one { "one in each region".to_owned() } else { spec.name() };
                let puzzles = (name, size, grade);
                assert_eq!(*seeds.entry(seed).or_insert_with(|| puzzles.clone()), puzzles);
            }
        }
        assert_eq!(seeds.len(), (13 + 9 + 9 + 5) * 4);
    }

    #[test]
    fn the_number_of_givens_can_be_chosen() {
        let problem = problem("queen 8");
        for wanted in 2..=4 {
            let made = made(&problem, Some(wanted), 1);
            assert_eq!(made.decisions().givens().count(), wanted);
        }
        let make = |problem: &Problem, wanted| {
            super::make(problem, Clues::Givens(wanted), None, 1, &Budget::default())
        };
        let outcome = make(&problem, Some(8)).unwrap();
        assert_eq!(outcome, Outcome::OtherNumbers { wanted: 8, found: 2..=4 });
        let sentence = outcome.failure().unwrap();
        assert!(sentence.ends_with("none of which can be left out (found: 2 to 4)"), "{sentence}");
        assert_eq!(make(&self::problem("queen 3"), None), Ok(Outcome::NoSolution));
        assert_eq!(make(&self::problem("queen 3"), Some(1)), Ok(Outcome::NoSolution));
    }
}
