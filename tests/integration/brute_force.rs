//! The reference: enumerates solutions directly from the definitions. It shares no code with the program.
//!
//! A set of cells is a bit mask; the cell in `row` and `column`, both counted from 0, is bit
//! `row * columns + column`.

/// A problem, in the reference's form. Sets of cells are bit masks.
#[derive(Clone, Debug)]
pub(crate) struct Description {
    pub rows: usize,
    pub columns: usize,
    pub holes: u64,
    pub torus: bool,
    pub piece: &'static str,
    pub groups: Vec<Group>,
    /// The cells whose board rule applies. Two cells that attack each other exclude each other if the board rule of one
    /// of them applies.
    pub board_rules: u64,
    pub placed: u64,
    pub excluded: u64,
}

/// A group of cells with at least `lower` and at most `upper` pieces. `None` means no upper bound.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub cells: u64,
    pub lower: u32,
    pub upper: Option<u32>,
}

/// A step as (rows up, columns to the right), or a shape of steps as its (smaller, larger) distance.
type Step = (isize, isize);

/// The moves of a piece: shapes of steps, which stand for steps in all directions, and steps in a single direction.
#[derive(Clone, Copy, Default)]
struct Moves {
    leaps: &'static [Step],
    rides: &'static [Step],
    /// Rides of a shape, each with its maximum number of steps.
    limited: &'static [(Step, usize)],
    /// Steps in a single direction, each with its maximum number of repetitions.
    directed: &'static [(Step, usize)],
}

/// Number of steps of an unlimited ride: more than any ride on 64 cells takes.
const ON: usize = 64;

/// Pieces without a name, in Betza notation. [`moves`] defines their moves.
pub(crate) const NOTATIONS: &[&str] = &[
    "NQ",
    "K2",
    "R2",
    "N2",
    "B3W",
    "RW3",
    "(1,2)(1,2)2",
    "(0,2)(2,5)",
    "fN",
    "fsN",
    "fhN",
    "ffbsN",
    "rvN",
    "lfN",
    "hrN",
    "vNN",
    "fR",
    "frR",
    "rbB2",
    "fsW",
    "fF",
    "flbrFF",
    "fKbrC2",
    "FF0fW0sD",
    "bfLlrAA",
];

/// Returns the moves of a piece, as defined in chess and fairy chess.
fn moves(piece: &str) -> Moves {
    const W: Step = (0, 1);
    const F: Step = (1, 1);
    const D: Step = (0, 2);
    const N: Step = (1, 2);
    const A: Step = (2, 2);
    const C: Step = (1, 3);
    const Z: Step = (2, 3);
    let of = |leaps, rides| Moves { leaps, rides, ..Moves::default() };
    let limited = |limited| Moves { limited, ..Moves::default() };
    let directed = |directed| Moves { directed, ..Moves::default() };
    match piece {
        "queen" => of(&[], &[W, F]),
        "rook" | "RW3" => of(&[], &[W]),
        "bishop" => of(&[], &[F]),
        "knight" => of(&[N], &[]),
        "king" => of(&[W, F], &[]),
        "amazon" | "NQ" => of(&[N], &[W, F]),
        "princess" => of(&[N], &[F]),
        "empress" => of(&[N], &[W]),
        "centaur" => of(&[W, F, N], &[]),
        "nightrider" => of(&[], &[N]),
        "camel" => of(&[C], &[]),
        "zebra" => of(&[Z], &[]),
        "giraffe" => of(&[(1, 4)], &[]),
        "wazir" => of(&[W], &[]),
        "ferz" => of(&[F], &[]),
        "dabbaba" => of(&[D], &[]),
        "alfil" => of(&[A], &[]),
        "threeleaper" => of(&[(0, 3)], &[]),
        "tripper" => of(&[(3, 3)], &[]),
        "dragon-king" | "RF" => of(&[F], &[W]),
        "dragon-horse" => of(&[W], &[F]),
        "gnu" => of(&[N, C], &[]),
        "bison" => of(&[C, Z], &[]),
        "okapi" => of(&[N, Z], &[]),
        "buffalo" => of(&[N, C, Z], &[]),
        "squirrel" => of(&[N, A, D], &[]),
        "alibaba" => of(&[A, D], &[]),
        "kirin" => of(&[F, D], &[]),
        "phoenix" => of(&[W, A], &[]),
        "champion" => of(&[W, A, D], &[]),
        "wizard" => of(&[F, C], &[]),
        "marquis" => of(&[N, W], &[]),
        "priest" => of(&[N, F], &[]),
        "carpenter" => of(&[N, D], &[]),
        "mammoth" => of(&[W, F, A, D], &[]),
        "caliph" => of(&[C], &[F]),
        "canvasser" => of(&[C], &[W]),
        "waran" => of(&[], &[W, N]),
        "unicorn" => of(&[], &[F, N]),
        "amazonrider" => of(&[], &[W, F, N]),
        "dabbabarider" => of(&[], &[D]),
        "alfilrider" => of(&[], &[A]),
        "camelrider" => of(&[], &[C]),
        "zebrarider" => of(&[], &[Z]),
        "fourleaper" => of(&[(0, 4)], &[]),
        "antelope" => of(&[(3, 4)], &[]),
        "ibis" => of(&[(1, 5)], &[]),
        "flamingo" => of(&[(1, 6)], &[]),
        "fiveleaper" => of(&[(0, 5), (3, 4)], &[]),
        "root-50-leaper" => of(&[(1, 7), (5, 5)], &[]),
        "gold-general" => Moves { directed: &[((1, -1), 1), ((1, 1), 1)], ..of(&[W], &[]) },
        "silver-general" => Moves { directed: &[((1, 0), 1)], ..of(&[F], &[]) },
        "lance" | "fR" => directed(&[((1, 0), ON)]),
        "crab" | "ffbsN" => directed(&[((2, -1), 1), ((2, 1), 1), ((-1, -2), 1), ((-1, 2), 1)]),
        "K2" => limited(&[(W, 2), (F, 2)]),
        "R2" => limited(&[(W, 2)]),
        "N2" | "(1,2)(1,2)2" => limited(&[(N, 2)]),
        "B3W" => Moves { limited: &[(F, 3)], ..of(&[W], &[]) },
        "(0,2)(2,5)" => of(&[D, (2, 5)], &[]),
        "fN" => directed(&[((2, -1), 1), ((2, 1), 1)]),
        "fsN" => directed(&[((1, -2), 1), ((1, 2), 1)]),
        "fhN" => directed(&[((1, -2), 1), ((1, 2), 1), ((2, -1), 1), ((2, 1), 1)]),
        "rvN" => directed(&[((2, 1), 1), ((-2, 1), 1)]),
        "lfN" => directed(&[((2, -1), 1)]),
        "hrN" => directed(&[((2, 1), 1), ((-1, 2), 1), ((-2, -1), 1), ((1, -2), 1)]),
        "vNN" => directed(&[((2, 1), ON), ((2, -1), ON), ((-2, 1), ON), ((-2, -1), ON)]),
        "frR" => directed(&[((1, 0), ON), ((0, 1), ON)]),
        "rbB2" => directed(&[((-1, 1), 2)]),
        "fsW" => directed(&[((1, 0), 1), ((0, 1), 1), ((0, -1), 1)]),
        "fF" => directed(&[((1, -1), 1), ((1, 1), 1)]),
        "flbrFF" => directed(&[((1, -1), ON), ((-1, 1), ON)]),
        "fKbrC2" => directed(&[((1, 0), 1), ((1, -1), 1), ((1, 1), 1), ((-1, 3), 2)]),
        "FF0fW0sD" => {
            Moves { directed: &[((1, 0), ON), ((0, 2), 1), ((0, -2), 1)], ..of(&[], &[F]) }
        }
        "bfLlrAA" => Moves {
            directed: &[((3, -1), 1), ((3, 1), 1), ((-3, -1), 1), ((-3, 1), 1)],
            ..of(&[], &[A])
        },
        _ => panic!("the reference does not know what a {piece} is: define it here"),
    }
}

impl Moves {
    /// Returns every step with its maximum number of repetitions.
    fn walks(&self) -> Vec<(Step, usize)> {
        let shapes = (self.leaps.iter().map(|&shape| (shape, 1)))
            .chain(self.rides.iter().map(|&shape| (shape, ON)))
            .chain(self.limited.iter().copied());
        let walks =
            shapes.flat_map(|(shape, most)| steps(shape).into_iter().map(move |s| (s, most)));
        walks.chain(self.directed.iter().copied()).collect()
    }
}

/// Returns all steps of a shape, in all directions.
fn steps((smaller, larger): Step) -> Vec<Step> {
    let mut steps = Vec::new();
    for up in -larger..=larger {
        for right in -larger..=larger {
            let (a, b) = (up.abs().min(right.abs()), up.abs().max(right.abs()));
            if (a, b) == (smaller, larger) {
                steps.push((up, right));
            }
        }
    }
    steps
}

impl Description {
    fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// Takes one step from a cell. On a torus the step wraps around; otherwise the result is `None` outside the grid.
    fn step(&self, from: usize, (up, right): Step) -> Option<usize> {
        let add = |at: usize, by: isize, side: usize| {
            if self.torus {
                // No step is longer than nine times the side, so the sum is not negative.
                Some((at + 9 * side).checked_add_signed(by)? % side)
            } else {
                at.checked_add_signed(by).filter(|&to| to < side)
            }
        };
        let row = add(from / self.columns, up, self.rows)?;
        let column = add(from % self.columns, right, self.columns)?;
        Some(row * self.columns + column)
    }

    /// Returns the cells that a piece on `from` reaches. It walks step by step, over pieces and holes, until it leaves
    /// the grid or returns to `from`.
    fn reaches(&self, from: usize) -> u64 {
        let mut reached = 0;
        for (step, most) in moves(self.piece).walks() {
            let mut at = from;
            for _ in 0..most {
                let Some(to) = self.step(at, step).filter(|&to| to != from) else { break };
                reached |= 1 << to;
                at = to;
            }
        }
        reached
    }

    /// True if two cells of a row or of a column always exclude each other.
    pub(crate) fn lines_take_one_piece(&self) -> bool {
        let excludes = self.excludes();
        let share = |a: usize, b: usize| {
            a != b && (a / self.columns == b / self.columns || a % self.columns == b % self.columns)
        };
        let cells = 0..self.cells();
        cells.clone().all(|a| cells.clone().all(|b| !share(a, b) || excludes[a] >> b & 1 == 1))
    }

    /// Returns for each cell the cells that it excludes, including holes. Two cells exclude each other if a piece on
    /// one of them reaches the other.
    pub(crate) fn excludes(&self) -> Vec<u64> {
        let reaches: Vec<u64> = (0..self.cells()).map(|cell| self.reaches(cell)).collect();
        let mut excludes = reaches.clone();
        for (from, &reached) in reaches.iter().enumerate() {
            for (to, excluded) in excludes.iter_mut().enumerate() {
                *excluded |= (reached >> to & 1) << from;
            }
        }
        for (cell, excluded) in excludes.iter_mut().enumerate() {
            if self.board_rules >> cell & 1 == 0 {
                *excluded &= self.board_rules;
            }
        }
        excludes
    }

    /// Returns the cover of each standing cell: the cell itself and the cells that attack it. Under domination, at
    /// least one of the cover's cells has a piece.
    pub(crate) fn covers(&self) -> Vec<u64> {
        let reaches: Vec<u64> = (0..self.cells()).map(|cell| self.reaches(cell)).collect();
        let attackers = |cell: usize| {
            let attacks = (0..self.cells()).filter(|&from| reaches[from] >> cell & 1 == 1);
            attacks.fold(1 << cell, |mask, from| mask | 1_u64 << from)
        };
        let standing = (0..self.cells()).filter(|cell| self.holes >> cell & 1 == 0);
        standing.map(|cell| attackers(cell) & !self.holes).collect()
    }

    /// Returns the cells that the placed pieces attack, and from which a piece would attack them; none without the board
    /// rule, because attacks forbid nothing there.
    pub(crate) fn attacked(&self) -> u64 {
        let excludes = self.excludes();
        let placed = (0..self.cells()).filter(|cell| self.placed >> cell & 1 == 1);
        placed.fold(0, |attacked, cell| attacked | excludes[cell])
    }

    /// Returns all solutions, each once; `None` if there are more than `most` solutions.
    pub(crate) fn solutions(&self, most: usize) -> Option<Vec<u64>> {
        let excludes = self.excludes();
        let mut search = Search { description: self, excludes, most, found: Vec::new() };
        search.visit(0, 0, self.holes | self.excluded).then_some(search.found)
    }
}

struct Search<'a> {
    description: &'a Description,
    excludes: Vec<u64>,
    most: usize,
    found: Vec<u64>,
}

impl Search<'_> {
    /// Decides the cells from `cell` on, one after the other. No piece can stand on `closed` cells. Returns false if
    /// there are too many solutions.
    fn visit(&mut self, cell: usize, pieces: u64, closed: u64) -> bool {
        let undecided = u64::MAX.checked_shl(cell as u32).unwrap_or(0);
        let hopeless = self.description.groups.iter().any(|group| {
            let placed = (pieces & group.cells).count_ones();
            let still = (group.cells & undecided & !closed).count_ones();
            placed + still < group.lower || group.upper.is_some_and(|upper| placed > upper)
        });
        if hopeless {
            return true;
        }
        if cell == self.description.cells() {
            self.found.push(pieces);
            return self.found.len() <= self.most;
        }
        let bit = 1 << cell;
        let with = closed & bit == 0;
        let without = self.description.placed & bit == 0;
        (!with || self.visit(cell + 1, pieces | bit, closed | self.excludes[cell]))
            && (!without || self.visit(cell + 1, pieces, closed))
    }
}

/// True if the pieces are a solution, literally by the definition.
fn is_solution(description: &Description, excludes: &[u64], pieces: u64) -> bool {
    let stands = |cell: &usize| pieces >> cell & 1 == 1;
    let board_rule = (0..description.cells())
        .filter(stands)
        .all(|cell| (0..description.cells()).filter(stands).all(|b| excludes[cell] >> b & 1 == 0));
    let groups = description.groups.iter().all(|group| {
        let number = (pieces & group.cells).count_ones();
        number >= group.lower && group.upper.is_none_or(|upper| number <= upper)
    });
    let decisions =
        pieces & description.placed == description.placed && pieces & description.excluded == 0;
    board_rule && groups && decisions && pieces & description.holes == 0
}

#[test]
fn the_search_finds_what_trying_all_sets_of_cells_finds() {
    let group = |cells, lower, upper| Group { cells, lower, upper };
    let rows = |upper| vec![group(0b111, 1, upper), group(0b11_1000, 1, upper)];
    for piece in ["knight", "king", "rook", "bishop", "camel", "fN", "R2", "flbrFF"] {
        for (torus, groups, placed, excluded) in [
            (false, vec![], 0, 0),
            (true, rows(None), 0, 0b10),
            (false, rows(Some(1)), 0b1_0000, 0),
            (false, vec![group(u64::MAX >> 52, 2, Some(3))], 0b1000_0000_0001, 0b110),
            (true, vec![group(0b1_1110, 0, Some(1)), group(0b111_1000_0000, 2, None)], 0, 0),
        ] {
            let description = Description {
                rows: 4,
                columns: 3,
                holes: 0b100_0000,
                torus,
                piece,
                groups,
                board_rules: u64::MAX,
                placed,
                excluded,
            };
            let mut found = description.solutions(usize::MAX).unwrap();
            found.sort_unstable();
            let excludes = description.excludes();
            let all: Vec<u64> = (0..1 << 12)
                .filter(|&pieces| is_solution(&description, &excludes, pieces))
                .collect();
            assert_eq!(found, all, "{description:?}");
        }
    }
}

#[test]
fn the_reference_agrees_with_the_textbook() {
    let knight = Description {
        rows: 8,
        columns: 8,
        holes: 0,
        torus: false,
        piece: "knight",
        groups: (0..8)
            .map(|row| Group { cells: 0xff << (8 * row), lower: 1, upper: None })
            .collect(),
        board_rules: u64::MAX,
        placed: 0,
        excluded: 0,
    };
    // a1 attacks c2 and b3.
    assert_eq!(knight.reaches(0), 1 << 10 | 1 << 17);
    let queens = Description { piece: "queen", ..knight };
    assert_eq!(queens.reaches(0).count_ones(), 21);
    assert_eq!(queens.solutions(1000).unwrap().len(), 92);
    assert_eq!(queens.solutions(91), None);
}
