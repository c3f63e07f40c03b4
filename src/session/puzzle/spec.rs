//! Specifications of puzzles: kind, size, number of stars and grade.

use std::fmt;
use std::ops::RangeInclusive;

use strum::{Display, EnumIter, EnumMessage, EnumString, IntoStaticStr, VariantNames};

use super::{Clues, Difficulty, MAX_STARS, Outcome, coloured_rules, make};
use crate::steps::{Grade, Scale};
use engine::{Answer, Budget};
use geometry::{Grid, Size, UnknownWord};
use problem::{KnownPuzzle, Problem, Rules};

/// The kinds of puzzles to play.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Display,
    EnumIter,
    EnumMessage,
    EnumString,
    IntoStaticStr,
    VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
#[strum(parse_err_fn = unknown_kind, parse_err_ty = UnknownWord)]
pub enum Kind {
    /// Coloured queens: one queen in each row, column and region. Queens do not touch each other.
    #[default]
    #[strum(to_string = "queens", serialize = "coloured")]
    Queens,
    /// A star battle: one or more stars in each row, column and region. Stars do not touch each other.
    StarBattle,
    /// The queens puzzle of chess, with some queens given.
    #[strum(to_string = "queens-givens", serialize = "givens")]
    QueensGivens,
}

fn unknown_kind(text: &str) -> UnknownWord {
    UnknownWord::new(text, "is not a kind of puzzle (queens, star-battle or queens-givens)")
}

/// The specification of a puzzle to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PuzzleSpec {
    kind: Kind,
    size: u16,
    stars: u32,
    grade: Grade,
    /// The accepted range of difficulties, if it differs from the range of the grade. Results are stored by grade.
    range: Option<(u32, u32)>,
}

/// The reason why a specification is not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleSpecError {
    /// A number of stars was given for another kind than star battles.
    #[error("{0} have no stars: 'star-battle' has")]
    NoStars(&'static str),
    /// The number of stars is too small or too large.
    #[error("a star battle has 1 to {MAX_STARS} stars in each row, not {0}")]
    Stars(u32),
    /// The size is too small or too large.
    #[error("{what} is played in sizes {} to {}, not {size}", .sizes.start(), .sizes.end())]
    Size {
        /// The kind of puzzle.
        what: String,
        /// The size.
        size: u16,
        /// The valid sizes.
        sizes: RangeInclusive<u16>,
    },
}

/// The sizes for which puzzles of at least one kind can be made.
pub const SIZES: RangeInclusive<u16> = 4..=16;

/// Maximum number of seeds that are tried.
const SEEDS: u64 = 20;

impl Default for PuzzleSpec {
    fn default() -> Self {
        Self { kind: Kind::Queens, size: 8, stars: 1, grade: Grade::Easy, range: None }
    }
}

impl PuzzleSpec {
    /// A specification with defaults. The default size is 8; for star battles it is 10 with two stars and 14
    /// with three stars. The default number of stars is two for star battles of 8 rows or more, otherwise one.
    ///
    /// # Errors
    /// When the number of stars does not suit the kind, or the size does not suit the number of stars.
    pub fn new(
        kind: Kind,
        grade: Grade,
        size: Option<u16>,
        stars: Option<u32>,
    ) -> Result<Self, PuzzleSpecError> {
        let usual =
            if kind == Kind::StarBattle && size.is_none_or(|size| size >= 8) { 2 } else { 1 };
        let stars = stars.unwrap_or(usual);
        match kind {
            Kind::StarBattle if !(1..=MAX_STARS).contains(&stars) => {
                return Err(PuzzleSpecError::Stars(stars));
            }
            Kind::Queens if stars != 1 => return Err(PuzzleSpecError::NoStars("queens")),
            Kind::QueensGivens if stars != 1 => {
                return Err(PuzzleSpecError::NoStars("queens with givens"));
            }
            _ => {}
        }
        let size = size.unwrap_or(match stars {
            2 => 10,
            3 => 14,
            _ => 8,
        });
        let wanted = Self { kind, size, stars, grade, range: None };
        let sizes = wanted.sizes();
        if !sizes.contains(&size) {
            return Err(PuzzleSpecError::Size { what: wanted.name(), size, sizes });
        }
        Ok(wanted)
    }

    /// A specification with a grade or a range of difficulties. A range has the grade of its mean.
    ///
    /// # Errors
    /// The errors of [`PuzzleSpec::new`].
    pub fn of_difficulty(
        kind: Kind,
        difficulty: Difficulty,
        size: Option<u16>,
        stars: Option<u32>,
    ) -> Result<Self, PuzzleSpecError> {
        match difficulty {
            Difficulty::Grade(grade) => Self::new(kind, grade, size, stars),
            Difficulty::Range(least, most) => {
                let spec = Self::new(kind, Grade::Easy, size, stars)?;
                let grade = Scale::of(&spec.rules()).grade(least.midpoint(most));
                Ok(Self { grade, range: Some((least, most)), ..spec })
            }
        }
    }

    /// The specification under which results are stored: with its grade, without a range of difficulties.
    pub fn without_range(self) -> Self {
        Self { range: None, ..self }
    }

    fn difficulty(self) -> Difficulty {
        self.range
            .map_or(Difficulty::Grade(self.grade), |(least, most)| Difficulty::Range(least, most))
    }

    /// The kind, size and number of stars of a puzzle; `None` if the program makes no puzzles of its kind.
    pub fn of(problem: &Problem, grade: Grade) -> Option<Self> {
        let (rules, size) = (problem.rules(), problem.rules().size());
        let is_plain = rules.grid().holes().is_empty() && !rules.grid().is_torus();
        let has_givens = problem.decisions().givens().next().is_some();
        let (kind, stars) = match rules.known_puzzle() {
            Some(KnownPuzzle::ColouredQueens) => (Kind::Queens, 1),
            Some(KnownPuzzle::StarBattle { stars }) => (Kind::StarBattle, stars),
            None if has_givens && Rules::queens(size.rows()).ok()? == **rules => {
                (Kind::QueensGivens, 1)
            }
            None => return None,
        };
        let spec = Self::new(kind, grade, Some(size.rows()), Some(stars)).ok()?;
        (is_plain && size.is_square()).then_some(spec)
    }

    /// The sizes of puzzles of this kind. Each star needs four rows, because stars do not touch.
    fn sizes(self) -> RangeInclusive<u16> {
        match self.kind {
            Kind::Queens => SIZES,
            Kind::StarBattle => 4 * self.stars as u16..=*SIZES.end(),
            Kind::QueensGivens => 4..=12,
        }
    }

    /// The kind.
    pub fn kind(self) -> Kind {
        self.kind
    }

    /// The number of rows and columns.
    pub fn size(self) -> u16 {
        self.size
    }

    /// The number of pieces in each row, column and region.
    pub fn stars(self) -> u32 {
        self.stars
    }

    /// The grade.
    pub fn grade(self) -> Grade {
        self.grade
    }

    /// The name of the kind, with the number of stars for star battles.
    pub fn name(self) -> String {
        match (self.kind, self.stars) {
            (Kind::Queens, _) => KnownPuzzle::ColouredQueens.to_string(),
            (Kind::StarBattle, stars) => KnownPuzzle::StarBattle { stars }.to_string(),
            (Kind::QueensGivens, _) => "queens with givens".to_owned(),
        }
    }

    /// Size and name, as in `10×10 star battle, 2 stars`.
    pub fn sized_name(self) -> String {
        format!("{0}×{0} {1}", self.size, self.name())
    }

    /// The words after `play` for puzzles like this, as in `star-battle hard 10 stars=2`.
    pub fn words(self) -> String {
        let stars = match self.kind {
            Kind::StarBattle => format!(" stars={}", self.stars),
            Kind::Queens | Kind::QueensGivens => String::new(),
        };
        let difficulty = match self.difficulty() {
            Difficulty::Grade(grade) => grade.to_string(),
            Difficulty::Range(least, most) => format!("difficulty={least}..{most}"),
        };
        format!("{} {difficulty} {}{stars}", self.kind, self.size)
    }

    /// The rules of the puzzle, without its regions.
    ///
    /// # Panics
    /// Never.
    pub fn rules(self) -> Rules {
        let grid = || Grid::new(Size::square(self.size).expect("a size of puzzles"));
        match self.kind {
            Kind::Queens => coloured_rules(grid()),
            Kind::StarBattle => Rules::star_battle(grid(), self.stars),
            Kind::QueensGivens => Rules::queens(self.size).expect("a size of puzzles"),
        }
    }

    /// The rules of the empty board shown until the puzzle is made, without rules about regions.
    pub fn blank(self) -> Rules {
        let rules = self.rules();
        let kept = rules.requirements().iter().filter(|need| !need.needs_regions());
        rules.with_requirements(kept.copied())
    }

    /// Makes the puzzle. The same seed makes the same puzzle. If no puzzle is found with a seed, other seeds
    /// derived from it are tried.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn make(self, seed: u64, budget: &Budget) -> Answer<Outcome> {
        let blank = Problem::new(self.rules());
        let clues = match self.kind {
            Kind::QueensGivens => Clues::Givens(None),
            Kind::Queens | Kind::StarBattle => Clues::Regions,
        };
        let mut outcome = Outcome::NotFound;
        for attempt in 0..SEEDS {
            let seed = seed.wrapping_add(attempt << 32);
            outcome = make(&blank, clues, Some(self.difficulty()), seed, budget)?;
            if !matches!(
                outcome,
                Outcome::OtherGrades { is_unknown: false, .. } | Outcome::NotFound
            ) {
                break;
            }
        }
        Ok(outcome)
    }
}

impl fmt::Display for PuzzleSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.sized_name(), self.grade)
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;
    use crate::steps::Solver;
    use engine::bdd;

    #[test]
    fn a_puzzle_has_one_solution_the_wanted_grade_and_is_the_same_each_time() {
        let new =
            |kind, grade, size, stars| PuzzleSpec::new(kind, grade, Some(size), stars).unwrap();
        let budget = Budget::default();
        let alone = Budget::default().with_threads(NonZeroUsize::MIN);
        for wanted in [
            new(Kind::Queens, Grade::Easy, 6, None),
            new(Kind::Queens, Grade::Medium, 7, None),
            new(Kind::StarBattle, Grade::Easy, 6, None),
            new(Kind::StarBattle, Grade::Medium, 8, Some(2)),
            new(Kind::QueensGivens, Grade::Easy, 6, None),
            new(Kind::QueensGivens, Grade::Medium, 6, None),
        ] {
            let Ok(Outcome::Puzzle(problem)) = wanted.make(1, &budget) else { panic!("{wanted}") };
            assert_eq!(wanted.make(1, &alone), Ok(Outcome::Puzzle(problem.clone())));
            if wanted.kind() != Kind::QueensGivens {
                assert_ne!(wanted.make(2, &budget), Ok(Outcome::Puzzle(problem.clone())));
            }
            let count = bdd::Engine::new().census(&problem, &budget).unwrap().solutions;
            assert_eq!(count, 1_u8.into(), "{wanted}");
            let solver = Solver::new(problem.rules(), &budget).unwrap();
            let candidates = solver.board().candidates(&problem);
            let way = solver.steps(candidates, u32::MAX, &budget).unwrap();
            assert_eq!(way.grade(), Some(wanted.grade()), "{wanted}");
        }
    }

    #[test]
    fn size_and_stars_suit_the_kind() {
        use Kind::{Queens, QueensGivens, StarBattle};
        let new = |kind, size, stars| {
            let wanted = PuzzleSpec::new(kind, Grade::Easy, size, stars);
            wanted.map(|wanted| (wanted.size(), wanted.stars())).ok()
        };
        for (kind, size, stars, expected) in [
            (Queens, None, None, Some((8, 1))),
            (Queens, Some(16), Some(1), Some((16, 1))),
            (Queens, None, Some(2), None),
            (Queens, Some(3), None, None),
            (StarBattle, None, None, Some((10, 2))),
            (StarBattle, Some(7), None, Some((7, 1))),
            (StarBattle, Some(8), None, Some((8, 2))),
            (StarBattle, None, Some(1), Some((8, 1))),
            (StarBattle, None, Some(3), Some((14, 3))),
            (StarBattle, Some(11), Some(3), None),
            (StarBattle, None, Some(4), None),
            (StarBattle, None, Some(0), None),
            (QueensGivens, None, None, Some((8, 1))),
            (QueensGivens, Some(13), None, None),
        ] {
            assert_eq!(new(kind, size, stars), expected, "{kind} {size:?} {stars:?}");
        }
    }
}
