//! The rows of the table: problems that together have every feature. Each is small enough to enumerate its solutions.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use configurator::engine::Budget;
use configurator::geometry::Cell;
use configurator::problem::{Assist, BoardFile, Problem, Requirement, Rule, Value, Weights};
use configurator::puzzle::{Kind as PuzzleKind, Outcome, PuzzleSpec};
use configurator::session::steps::Grade;
use strum::IntoEnumIterator;

use crate::brute_force::Description;
use crate::cases::{Case, Described, bits, in_full};
use crate::rule_reasons::under;
use crate::symmetry::{Map, image, symmetries};

/// A row of the table: a problem in the program's form and in the form of the brute force.
pub(crate) struct Kind {
    pub name: &'static str,
    /// The command-line options that describe the problem; `None` if only a board file can describe it.
    pub options: Option<String>,
    pub case: Case,
    /// The cost of a piece on each cell, in row-major order; empty without weights.
    pub weights: Vec<i64>,
    pub limit: Option<i64>,
    /// Placed cells that cannot be taken back.
    pub givens: u64,
    pub assist: Assist,
    /// All solutions, found by the brute force, ascending as numbers.
    pub solutions: Vec<u64>,
    /// The path of the problem's board file.
    pub file: PathBuf,
}

/// Two regions of 4×3 cells and a hole.
const PARTED: &str = "aab\na.b\naab\nabb\n";

/// Five connected regions of 5×5 cells.
const COLOURED: &str = "aabbb\naabbc\nddccc\nddeec\ndeeec\n";

/// Weights of 5×5 cells. The cells of one solution cost nothing.
const COLOURED_PRICES: &str = "1 1 1 . 1\n1 . 1 1 1\n1 1 1 1 .\n1 1 . 1 1\n. 1 1 1 1\n";

/// Weights of 4×4 cells.
const PRICES: &str = "3 . 1 2\n-1 2 3 4\n5 . 2 2\n1 2 9 -4\n";

/// The board file of the kind that has every feature at once.
const ALL: &str = r#"size = [3, 4]
piece = "king"
torus = true
rules = ["rows=2", "regions", "dominate"]
board_rule = false
regions = """
aab.
abbb
cccc
"""
weights = """
1 2 3 .
-1 0 2 2
4 1 1 1
"""
max_cost = 11
givens = ["a1"]
placed = ["b3"]
excluded = ["b2"]
assist = "none"
"#;

/// The kinds that a test tries: all in a release build, every third in a debug build, from the kind with this number or
/// the same number less a multiple of three. Other columns of the table try the others.
pub(crate) fn drawn(
    number: usize,
) -> impl DoubleEndedIterator<Item = &'static Kind> + ExactSizeIterator + Clone {
    let step = in_full(3, 1) as usize;
    kinds().iter().skip(number % step).step_by(step)
}

/// Returns all kinds; the first call makes them and writes their board files.
pub(crate) fn kinds() -> &'static [Kind] {
    static KINDS: OnceLock<Vec<Kind>> = OnceLock::new();
    KINDS.get_or_init(|| {
        let folder = folder("kinds");
        let mut kinds = described(&folder);
        kinds.push(of_board("everything at once", ALL, &folder));
        let given = "size = 5\ngivens = [\"b1\"]\nexcluded = [\"d2\"]\nassist = \"attacks\"\n";
        kinds.push(of_board("givens", given, &folder));
        for kind in PuzzleKind::iter() {
            let problem = puzzle(kind);
            let text = BoardFile { problem, assist: Assist::Attacks }.to_toml();
            kinds.push(of_board(kind.into(), &text, &folder));
        }
        let kinds: Vec<Kind> = kinds.into_iter().map(Kind::enumerated).collect();
        for kind in &kinds {
            kind.board().write(&kind.file).unwrap();
        }
        kinds
    })
}

/// Creates an empty folder with this name for the test run.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pairs").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns the easy puzzle that `play --size 5 --seed 1` makes.
pub(crate) fn puzzle(kind: PuzzleKind) -> Problem {
    let wanted = PuzzleSpec::new(kind, Grade::Easy, Some(5), None).unwrap();
    match wanted.make(1, &Budget::default()).unwrap() {
        Outcome::Puzzle(problem) => problem,
        other => panic!("{wanted}: {other:?}"),
    }
}

/// Returns the kinds that command-line options describe.
#[expect(clippy::too_many_lines, reason = "a table")]
fn described(folder: &Path) -> Vec<Kind> {
    let files = [
        ("parted", PARTED),
        ("coloured", COLOURED),
        ("prices", PRICES),
        ("coloured-prices", COLOURED_PRICES),
        ("dear", "5 5\n5 5\n"),
    ];
    let files = files.map(|(name, text)| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    });
    let [parted, coloured, prices, coloured_prices, dear] = files;
    let square = |side, piece, rules| Case::new(side, side, piece, needs(rules));
    let of = |name, options: &str, case| Kind::new(name, Some(options.to_owned()), case, folder);
    let plain = |name, side: u16, piece, rules| {
        let options = format!("--size {side} --piece {piece} --rules {rules}");
        of(name, &options, square(side, piece, rules))
    };
    vec![
        of("queens by rows", "--size 5", square(5, "queen", "rows")),
        of("placed and excluded", "--size 5 --place c1 --exclude a1,e5", {
            let case = square(5, "queen", "rows");
            Case { placed: case.cells("c1"), excluded: case.cells("a1 e5"), ..case }
        }),
        of("holes", "--size 5 --holes c3,a1", {
            let case = square(5, "queen", "rows");
            Case { holes: case.cells("c3 a1"), ..case }
        }),
        of("a torus", "--size 5 --torus", Case { torus: true, ..square(5, "queen", "rows") }),
        of(
            "regions",
            &format!("--regions {coloured} --piece RF --rules rows,columns,regions"),
            square(5, "RF", "rows,columns,regions").drawn(COLOURED),
        ),
        of(
            "regions and excluded cells",
            &format!(
                "--regions {coloured} --piece RF --rules rows,columns,regions --exclude c1,d1,e1"
            ),
            {
                let case = square(5, "RF", "rows,columns,regions").drawn(COLOURED);
                Case { excluded: case.cells("c1 d1 e1"), ..case }
            },
        ),
        Kind {
            weights: priced(COLOURED_PRICES),
            limit: Some(0),
            ..of(
                "regions and a limit of cost",
                &format!(
                    "--regions {coloured} --piece RF --rules rows,columns,regions --weights \
                     {coloured_prices} --max-cost 0"
                ),
                square(5, "RF", "rows,columns,regions").drawn(COLOURED),
            )
        },
        of(
            "regions with holes",
            &format!("--regions {parted} --piece king --rules regions=2 --exclude a1"),
            {
                let case = Case::new(4, 3, "king", needs("regions=2")).drawn(PARTED);
                Case { excluded: case.cells("a1"), ..case }
            },
        ),
        Kind {
            weights: priced(PRICES),
            ..of("weights", &format!("--size 4 --weights {prices} --piece rook --exclude b2"), {
                let case = square(4, "rook", "rows");
                Case { excluded: case.cells("b2"), ..case }
            })
        },
        Kind {
            weights: priced(PRICES),
            limit: Some(7),
            ..of(
                "a limit of cost",
                &format!("--size 4 --weights {prices} --max-cost 7 --piece rook --place a1"),
                {
                    let case = square(4, "rook", "rows");
                    Case { placed: case.cells("a1"), ..case }
                },
            )
        },
        of(
            "domination",
            "--size 3x4 --rules dominate --piece queen",
            Case::new(3, 4, "queen", needs("dominate")),
        ),
        of(
            "domination by pieces that attack each other",
            "--size 3x4 --rules dominate,pieces=3 --piece king --no-board-rule",
            Case { board_rule: false, ..Case::new(3, 4, "king", needs("dominate,pieces=3")) },
        ),
        plain("groups with bounds", 4, "knight", "rows=2,columns=2"),
        plain("a number of pieces", 4, "bishop", "pieces=6"),
        of("the board rule off", "--size 3 --rules rows=1 --no-board-rule --place a2", {
            let case = Case { board_rule: false, ..square(3, "queen", "rows=1") };
            Case { placed: case.cells("a2"), ..case }
        }),
        of(
            "more rows than columns",
            "--size 4x3 --piece knight --rules columns",
            Case::new(4, 3, "knight", needs("columns")),
        ),
        of(
            "more rows than columns, with the rook move",
            "--size 5x4 --rules columns",
            Case::new(5, 4, "queen", needs("columns")),
        ),
        of("more columns than rows", "--size 3x5", Case::new(3, 5, "queen", needs("rows"))),
        plain("a piece that looks one way", 4, "fN", "rows=1,columns=1"),
        plain("a piece of Betza notation", 5, "NQ", "pieces=3"),
        of("no rules", "--size 3 --rules none --piece king", square(3, "king", "")),
        of("one cell", "--size 1", square(1, "queen", "rows")),
        of("one row", "--size 1x4 --piece knight", Case::new(1, 4, "knight", needs("rows"))),
        of("decisions that clash", "--size 5 --place a1,b2", {
            let case = square(5, "queen", "rows");
            Case { placed: case.cells("a1 b2"), ..case }
        }),
        Kind {
            weights: vec![5; 4],
            limit: Some(3),
            ..of(
                "decisions that cost too much",
                &format!(
                    "--size 2 --rules rows=1 --no-board-rule --weights {dear} --max-cost 3 --place a1,a2"
                ),
                {
                    let case = Case { board_rule: false, ..square(2, "queen", "rows=1") };
                    Case { placed: case.cells("a1 a2"), ..case }
                },
            )
        },
        of("no solution", "--size 3", square(3, "queen", "rows")),
        of("a row of holes", "--size 3x2 --holes a2,b2 --piece king", {
            let case = Case::new(3, 2, "king", needs("rows"));
            Case { holes: case.cells("a2 b2"), ..case }
        }),
    ]
}

/// Returns a kind described by a board file.
fn of_board(name: &'static str, text: &str, folder: &Path) -> Kind {
    let BoardFile { problem, assist } = BoardFile::parse(text, name).unwrap();
    let rules = problem.rules();
    let bit = |cell: Cell| 1_u64 << rules.size().index(cell);
    let givens = problem.decisions().givens().map(bit).sum();
    let kind = Kind::new(name, None, Case::of(&problem), folder);
    Kind {
        weights: rules.weights().map_or_else(Vec::new, |weights| weights.cells().to_vec()),
        limit: rules.max_cost(),
        givens,
        assist,
        ..kind
    }
}

/// Turns a name into a file name.
fn slug(name: &str) -> String {
    name.replace(", ", "-").replace(' ', "-")
}

fn needs(rules: &str) -> Vec<Requirement> {
    rules.split_terminator(',').map(|rule| rule.parse().unwrap()).collect()
}

/// Parses a drawing of weights, with the top row first. Returns the weights in row-major order.
fn priced(drawn: &str) -> Vec<i64> {
    let rows = drawn.lines().rev();
    let weight = |word: &str| if word == "." { 0 } else { word.parse().unwrap() };
    rows.flat_map(|row| row.split(' ').map(weight)).collect()
}

/// Sets of cells by drawings and names.
pub(crate) trait Drawn {
    /// Returns the same case with regions and holes from a drawing, with the top row first.
    fn drawn(self, drawing: &str) -> Self;

    /// Returns the bit mask of cells, given by names separated by spaces.
    fn cells(&self, names: &str) -> u64;

    /// Returns the bit mask of a cell, given by its name.
    fn bit(&self, name: &str) -> u64;
}

impl Drawn for Case {
    fn drawn(self, drawing: &str) -> Self {
        let letters: Vec<char> = drawing.lines().rev().flat_map(str::chars).collect();
        let holes = (0..).zip(&letters).filter(|(_, letter)| **letter == '.');
        let holes = holes.fold(0, |mask, (bit, _)| mask | 1 << bit);
        let region = |letter: &char| if *letter == '.' { 0 } else { *letter as u8 - b'a' };
        Self { holes, regions: letters.iter().map(region).collect(), ..self }
    }

    fn cells(&self, names: &str) -> u64 {
        names.split(' ').fold(0, |mask, name| mask | self.bit(name))
    }

    fn bit(&self, name: &str) -> u64 {
        let letters = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let [letter] = letters.as_bytes() else { panic!("{name}") };
        let row: u16 = name[1..].parse().unwrap();
        1 << ((row - 1) * self.columns + u16::from(letter - b'a'))
    }
}

impl Kind {
    /// A kind without weights and givens, whose solutions are not enumerated yet.
    fn new(name: &'static str, options: Option<String>, case: Case, folder: &Path) -> Self {
        let file = folder.join(format!("{}.toml", slug(name)));
        Self {
            name,
            options,
            case,
            weights: Vec::new(),
            limit: None,
            givens: 0,
            assist: Assist::Full,
            solutions: Vec::new(),
            file,
        }
    }

    fn enumerated(self) -> Self {
        let mut solutions = self.case.solutions().unwrap();
        solutions.retain(|&solution| self.limit.is_none_or(|limit| self.cost(solution) <= limit));
        solutions.sort_unstable();
        Self { solutions, ..self }
    }

    /// For the program.
    pub(crate) fn problem(&self) -> Problem {
        let mut rules = self.case.rules().as_ref().clone();
        if !self.weights.is_empty() {
            let weights = Weights::new(self.case.size(), self.weights.clone()).unwrap();
            rules = rules.with_weights(Some(weights)).unwrap();
        }
        let rules = rules.with_max_cost(self.limit).unwrap();
        let problem = Problem::with_decisions(rules.into(), self.case.decisions()).unwrap();
        let given = bits(self.givens).map(|bit| self.cell(bit));
        given.fold(problem, |problem, cell| problem.with_given(cell).unwrap())
    }

    pub(crate) fn board(&self) -> BoardFile {
        BoardFile { problem: self.problem(), assist: self.assist }
    }

    /// The name of the kind, as a file name.
    pub(crate) fn slug(&self) -> String {
        slug(self.name)
    }

    pub(crate) fn file(&self) -> &str {
        self.file.to_str().unwrap()
    }

    /// The command-line options that describe the problem, or `--board` with its board file.
    pub(crate) fn options(&self) -> String {
        self.options.clone().unwrap_or_else(|| format!("--board {}", self.file()))
    }

    pub(crate) fn cell(&self, bit: usize) -> Cell {
        self.case.size().cell(bit)
    }

    pub(crate) fn number(&self) -> usize {
        self.solutions.len()
    }

    pub(crate) fn cost(&self, solution: u64) -> i64 {
        bits(solution).map(|bit| self.weights[bit]).sum()
    }

    pub(crate) fn has(&self, solution: u64) -> bool {
        self.solutions.binary_search(&solution).is_ok()
    }

    /// Number of solutions for each number of pieces.
    pub(crate) fn by_pieces(&self) -> BTreeMap<u32, usize> {
        let mut number = BTreeMap::new();
        for solution in &self.solutions {
            *number.entry(solution.count_ones()).or_default() += 1;
        }
        number
    }

    /// Number of solutions up to symmetry.
    pub(crate) fn classes(&self) -> usize {
        let first: BTreeSet<u64> =
            self.solutions.iter().map(|&solution| self.first_of_class(solution)).collect();
        first.len()
    }

    /// Returns the representative of a solution's symmetry class.
    pub(crate) fn first_of_class(&self, solution: u64) -> u64 {
        self.symmetries().iter().map(|map| image(map, solution)).max().unwrap_or(solution)
    }

    /// Returns the symmetries of the problem: maps under which the rules and decisions are invariant, and with a cost
    /// limit also the weights.
    pub(crate) fn symmetries(&self) -> Vec<Map> {
        let mut maps = symmetries(&self.case);
        if self.limit.is_some() {
            let weights = &self.weights;
            maps.retain(|map| (0..weights.len()).all(|cell| weights[cell] == weights[map[cell]]));
        }
        maps
    }

    /// True if some solution of `rules` (`None`: all rules) keeps `decisions`.
    pub(crate) fn is_satisfiable(
        &self,
        rules: Option<&[Rule]>,
        decisions: &[(Cell, Value)],
    ) -> bool {
        let all = self.problem().rules().rule_list();
        let rules = rules.unwrap_or(&all);
        let description = under(&self.case, rules, decisions);
        let is_limited = rules.iter().any(|rule| matches!(rule, Rule::MaxCost(_)));
        match self.limit.filter(|_| is_limited) {
            Some(limit) => self.is_affordable(&description, limit),
            None => description.solutions(0).is_none_or(|found| !found.is_empty()),
        }
    }

    /// True if a solution costs at most `limit`.
    fn is_affordable(&self, description: &Description, limit: i64) -> bool {
        let excludes = description.excludes();
        let mut open = vec![(0, 0_u64, self.case.holes | description.excluded, 0_i64)];
        while let Some((cell, pieces, closed, cost)) = open.pop() {
            let rest = u64::MAX.checked_shl(cell as u32).unwrap_or(0) & self.case.all();
            let gain: i64 = bits(rest & !closed).map(|bit| self.weights[bit].min(0)).sum();
            let is_hopeless = description.groups.iter().any(|group| {
                let placed = (pieces & group.cells).count_ones();
                let still = (group.cells & rest & !closed).count_ones();
                placed + still < group.lower || group.upper.is_some_and(|upper| placed > upper)
            });
            if is_hopeless || cost + gain > limit {
                continue;
            }
            if rest == 0 {
                return true;
            }
            let bit = 1 << cell;
            if description.placed & bit == 0 {
                open.push((cell + 1, pieces, closed, cost));
            }
            if closed & bit == 0 {
                let cost = cost + self.weights[cell];
                open.push((cell + 1, pieces | bit, closed | excludes[cell], cost));
            }
        }
        false
    }

    /// Returns the decisions, except those on `cells`.
    pub(crate) fn decisions_without(&self, cells: &[Cell]) -> Vec<(Cell, Value)> {
        let decisions = self.problem().decisions().clone();
        decisions.iter().filter(|(cell, _)| !cells.contains(cell)).collect()
    }

    pub(crate) fn is_square(&self) -> bool {
        self.case.rows == self.case.columns
    }

    /// True if the rules require a piece in each row, and no row can have two pieces.
    pub(crate) fn has_one_in_each_row(&self) -> bool {
        self.has_one_in_line() && {
            let row =
                |row: u16| (u64::MAX >> (64 - self.case.columns)) << (row * self.case.columns);
            let rows = (0..self.case.rows).all(|index| row(index) & !self.case.holes != 0);
            rows && self.case.needs.iter().any(|need| need.to_string().starts_with("rows"))
        }
    }

    /// True if no two pieces can share a row or a column.
    pub(crate) fn has_one_in_line(&self) -> bool {
        self.case.board_rule && self.excludes_in_lines()
    }

    /// True if two cells of a row or of a column always exclude each other.
    pub(crate) fn excludes_in_lines(&self) -> bool {
        self.case.description().lines_take_one_piece()
    }

    pub(crate) fn has_regions(&self) -> bool {
        !self.case.regions.is_empty()
    }
}
