//! Puzzles written and read again in every form that the program reads: each stays the same problem, with the same grade and
//! the same difficulty.

use std::env;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use configurator::cli::{self, CommandOutput};
use configurator::engine::Budget;
use configurator::export::Format;
use configurator::geometry::Grid;
use configurator::problem::{
    Assist, BoardFile, BoardSource, Problem, Regions, Rules, Value, write_link,
};
use configurator::puzzle::{
    self, Clues, Kind, Outcome, PuzzleSolutions, PuzzleSpec, coloured_rules, fitting_stars,
    grade_of, star_battle,
};
use configurator::session::steps::Grade;
use configurator::session::{Journal, Session};
use miniz_oxide::deflate::compress_to_vec;
use serde_json::Value as Json;

use crate::cases::in_full;
use crate::html;

/// The kinds of puzzles with their number of stars, and the smallest and the largest size that is tried. They are made in
/// turn, except the last one, which takes long.
const KINDS: [(Kind, u32, [u16; 2]); 5] = [
    (Kind::Queens, 1, [4, 9]),
    (Kind::QueensGivens, 1, [5, 8]),
    (Kind::StarBattle, 1, [5, 8]),
    (Kind::StarBattle, 2, [8, 9]),
    (Kind::StarBattle, 3, [12, 13]),
];

/// Environment variable: number of puzzles to exchange.
const NUMBER: &str = "CONFIGURATOR_EXCHANGED_PUZZLES";

/// The program's answer to a command line.
fn answer(words: &[&str]) -> String {
    let CommandOutput { code, stdout, stderr } = cli::run_inside(words);
    assert_eq!(u8::from(code), 0, "{words:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

/// Index of the kind of the puzzle with this number.
fn kind_of(number: u64) -> usize {
    if number % 50 == 49 { KINDS.len() - 1 } else { (number % (KINDS.len() as u64 - 1)) as usize }
}

/// A puzzle of a kind, a size and a grade that follow from its number. `None` if no seed near the number makes one.
fn made(number: u64) -> Option<Problem> {
    let (kind, stars, [least, most]) = KINDS[kind_of(number)];
    let round = number / 4;
    let size = least + (round % u64::from(most - least + 1)) as u16;
    let budget = Budget::default();
    let grade = [Grade::Easy, Grade::Medium, Grade::Hard][(round % 3) as usize];
    let spec = PuzzleSpec::new(kind, grade, Some(size), Some(stars)).unwrap();
    // Every fourth puzzle of a kind is made without a grade, as 'puzzle' makes it by default.
    let outcome = if round % 4 == 3 || stars == 3 {
        let clues = if kind == Kind::QueensGivens { Clues::Givens(None) } else { Clues::Regions };
        puzzle::make(&Problem::new(spec.rules()), clues, None, number, &budget)
    } else {
        spec.make(number, &budget)
    };
    match outcome.unwrap() {
        Outcome::Puzzle(problem) => Some(problem),
        _ => None,
    }
}

/// The regions as a drawing of penpa-edit with this title: its thick lines, by the corners of its cells.
fn penpa(regions: &Regions, title: &str) -> String {
    let side = usize::from(regions.size().rows());
    let columns = side + 4;
    let drawn: Vec<String> = regions.to_string().lines().map(str::to_owned).collect();
    let letter = |row: usize, column: usize| drawn[row].as_bytes()[column];
    let cell = |row: usize, column: usize| (row + 2) * columns + column + 2;
    // The corner at the lower right of a cell.
    let corner = |cell: usize| columns * columns + cell;
    let mut lines = Vec::new();
    for row in 0..side {
        for column in 0..side {
            let here = cell(row, column);
            if column + 1 < side && letter(row, column) != letter(row, column + 1) {
                lines.push(format!("\"{},{}\":2", corner(here - columns), corner(here)));
            }
            if row + 1 < side && letter(row, column) != letter(row + 1, column) {
                lines.push(format!("\"{},{}\":2", corner(here - 1), corner(here)));
            }
        }
    }
    let cells = (0..side).flat_map(|row| (0..side).map(move |column| cell(row, column)));
    let mut before = 0;
    let steps: Vec<usize> = cells.map(|cell| cell - std::mem::replace(&mut before, cell)).collect();
    let text = format!(
        "square,{side},{side},38,0,1,1,190,190,0,0,0,0,0,0,Title: {title},Author: ,,,OFF,false\n\
         [1,1,1,1]\n{{}}\n{{zN:{{}},zY:{{}},zE:{{{}}}}}\n\n{steps:?}\n",
        lines.join(",")
    );
    let data = BASE64_STANDARD.encode(compress_to_vec(text.as_bytes(), 6));
    format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={data}")
}

/// The problem that a link means.
fn linked(link: &str) -> Problem {
    BoardSource::parse(link, "link").unwrap().into_board("link").unwrap().0.problem
}

/// The problem as a resumed session has it.
fn resumed(problem: &Problem) -> Problem {
    let folder = tempfile::tempdir().unwrap();
    let board = BoardFile { problem: problem.clone(), assist: Assist::Attacks };
    let mut session = Session::new(Problem::new(Rules::queens(4).unwrap())).recorded();
    let mut journal = Journal::begin(folder.path(), &session).unwrap();
    session.open(board);
    journal.append(&session.take_entries()).unwrap();
    drop(journal);
    let (resumed, damages) = Journal::resume(folder.path());
    assert_eq!(damages, Vec::<String>::new());
    resumed.unwrap().session.problem().clone()
}

/// The problem that a page shows, with the bounds that it checks. All other rules of a made puzzle follow from its kind.
fn on_page(problem: &Problem) -> (Problem, String) {
    let mut page = Vec::new();
    Format::Html.write(problem, Assist::Attacks, &Budget::default(), &mut page).unwrap();
    let data = html::data(std::str::from_utf8(&page).unwrap());
    let size = problem.rules().size();
    let kept = data["kept"].as_array().unwrap().iter();
    let givens = kept.map(|it| size.iter().nth(it[0].as_u64().unwrap() as usize).unwrap());
    let rules = match data["regions"].as_str() {
        None => Rules::queens(size.rows()).unwrap(),
        Some(letters) => {
            let letters: Vec<char> = letters.chars().collect();
            let letter = |cell| Some(letters[size.index(cell)]);
            let regions = Regions::new(&Grid::new(size), letter);
            // The bound of the regions; the piece of coloured queens bounds rows and columns by its moves.
            let bounds = data["bounded"].as_array().unwrap();
            let stars = bounds.last().map_or(1, |bound| bound[1].as_u64().unwrap());
            match problem.rules().piece().notation().as_str() {
                "RF" => coloured_rules(Grid::new(size)).with_grid_of(&regions),
                _ => star_battle(&regions, stars as u32),
            }
        }
    };
    let shown = givens.fold(Problem::new(rules), |problem, cell| problem.with_given(cell).unwrap());
    (shown, data["rules"].as_str().unwrap().to_owned())
}

/// The ways out of the program and back, each with the puzzle that comes back.
fn exchanged(problem: &Problem) -> Vec<(&'static str, Problem)> {
    let rules = problem.rules();
    let board = BoardFile { problem: problem.clone(), assist: Assist::Attacks }.to_toml();
    let mut ways = vec![
        ("board file", BoardFile::parse(&board, "board").unwrap().problem),
        ("journal", resumed(problem)),
    ];
    // The diagram of a puzzle of three stars is too large for a page.
    if rules.size().rows() < 12 {
        ways.push(("page", on_page(problem).0));
    }
    let Some(regions) = rules.regions() else { return ways };
    let stars =
        rules.known_puzzle().map_or(1, |_| PuzzleSpec::of(problem, Grade::Easy).unwrap().stars());
    ways.push(("link", linked(&write_link(problem).unwrap())));
    ways.push(("penpa-edit", linked(&penpa(regions, &format!("{stars} stars")))));
    let drawn = [regions.to_string(), penpa(regions, "Saturday")];
    for (way, text) in ["drawing", "penpa-edit without a number"].into_iter().zip(drawn) {
        let (BoardSource::Regions(drawn) | BoardSource::Linked(drawn)) =
            BoardSource::parse(&text, way).unwrap()
        else {
            panic!("{way}: {text}")
        };
        let fitting = fitting_stars(&drawn, &Budget::default()).unwrap();
        assert!(fitting.contains(&stars), "{way}: {fitting:?}");
        ways.push((way, Problem::new(star_battle(&drawn, stars))));
    }
    ways
}

/// The grade and the difficulty as 'explain --steps' tells them.
fn explained(board: &str) -> (String, u64) {
    let words = ["explain", "--steps", "--json", "--board", board];
    let json: Json = serde_json::from_str(&answer(&words)).unwrap();
    (json["grade"].as_str().unwrap().to_owned(), json["difficulty"].as_u64().unwrap())
}

/// Tries 12 puzzles in debug builds and 500 in release builds, or the number given by the environment variable.
#[test]
fn a_puzzle_keeps_its_rules_grade_and_difficulty_through_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let budget = Budget::default();
    let mut tried = [0; KINDS.len()];
    let all = env::var(NUMBER).map_or(in_full(12, 500).into(), |text| text.parse().unwrap());
    for number in 0..all {
        let Some(problem) = made(number) else { continue };
        tried[kind_of(number)] += 1;
        let graded = grade_of(&problem, &budget).unwrap();
        let solutions = PuzzleSolutions::find(&problem, &budget).unwrap();
        assert!(matches!(solutions, PuzzleSolutions::One(_)));
        for (way, back) in exchanged(&problem) {
            let what = format!("{number}, {way}: {}", problem.rules().name());
            let usual = |problem: &Problem| {
                let regions = problem.rules().regions().cloned();
                (problem.rules().in_usual_form(), regions.map(|it| shape(&it)))
            };
            let [(one, shape), (other, other_shape)] = [&problem, &back].map(usual);
            // A link has borders instead of letters, and a drawing does not tell a queen from a star.
            assert_eq!(
                (one.piece(), one.requirements()),
                (other.piece(), other.requirements()),
                "{what}"
            );
            assert_eq!(shape, other_shape, "{what}");
            assert!(back.decisions().givens().eq(problem.decisions().givens()), "{what}");
            assert_eq!(back.decisions().cells(Value::Excluded).count(), 0, "{what}");
            assert_eq!(grade_of(&back, &budget).unwrap(), graded, "{what}");
            assert_eq!(PuzzleSolutions::find(&back, &budget).unwrap(), solutions, "{what}");
        }
        // The verbs tell the same grade of the file, of the link and of the page.
        let Some((grade, difficulty)) = graded.filter(|_| number % 5 == 0) else { continue };
        let told = (<&str>::from(grade).to_owned(), u64::from(difficulty));
        let path = folder.path().join("it.toml");
        BoardFile { problem: problem.clone(), assist: Assist::Attacks }.write(&path).unwrap();
        assert_eq!(explained(path.to_str().unwrap()), told, "{number}");
        let page = on_page(&problem).1;
        assert!(page.starts_with(&format!("{grade}, {difficulty} (")), "{number}: {page}");
        if problem.rules().regions().is_some() {
            assert_eq!(explained(&write_link(&problem).unwrap()), told, "{number}");
        }
    }
    assert!(tried[..KINDS.len() - 1].iter().all(|&tried| tried > 1), "{tried:?}");
}

/// The regions with letters in the order of their first cells.
fn shape(regions: &Regions) -> Vec<usize> {
    let cells = regions.cells();
    let index = |letter| cells.iter().position(|&(other, _)| Some(other) == letter).unwrap();
    regions.size().iter().map(|cell| index(regions.region(cell))).collect()
}
