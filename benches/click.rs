//! Time of a click: until all states and counts are computed, or until the frame is drawn. Each benchmark first checks
//! the known answer.

use std::time::Duration;

use configurator::engine::bdd::Engine;
use configurator::engine::{Budget, DEFAULT_MEMORY};
use configurator::geometry::Cell;
use configurator::problem::{Decisions, Problem, Rules, Value};
use configurator::session::Session;
use configurator::tui::{ColorDepth, Glyphs, Headless, Keymap, Keystrokes, Options, Theme};
use divan::{Bencher, black_box};

/// Board sizes and the numbers of n queens solutions (OEIS A000170).
const SOLUTIONS: [(u16, u32); 5] = [(8, 92), (10, 724), (12, 14_200), (13, 73_712), (14, 365_596)];

fn budget() -> Budget {
    Budget::new(4 << 30)
}

/// Returns an engine that has answered for the empty board and after each of `before` clicks, and the problem after one
/// more click.
fn clicked(size: u16, before: usize, value: Value) -> (Engine, Problem) {
    let rules = Rules::queens(size).expect("a size");
    let mut problem = Problem::new(rules);
    let mut engine = Engine::new();
    let empty = engine.census(&problem, &budget()).expect("within the budget");
    let known = SOLUTIONS.iter().find(|(known, _)| *known == size).expect("known").1;
    assert_eq!(empty.solutions, known.into());
    // Clicked cells come from a solution (or, when excluding, from one row), so that each click is possible.
    let diagram = engine.diagram(&problem, &budget()).expect("within the budget");
    let solution: Vec<Cell> = match value {
        Value::Placed => diagram.solutions().next().expect("it has some").iter().collect(),
        Value::Excluded => (0..size).map(|column| Cell::new(size / 2, column)).collect(),
    };
    for &cell in &solution[..before] {
        problem = problem.with(cell, value).expect("not decided yet");
        engine.diagram(&problem, &budget()).expect("within the budget");
    }
    let last = solution[before];
    let expected = {
        let at = engine.census(&problem, &budget()).expect("within the budget");
        let with = at.cells[problem.rules().size().index(last)].clone();
        if value == Value::Placed { with } else { at.solutions - with }
    };
    problem = problem.with(last, value).expect("not decided yet");
    let census = engine.census(&problem, &budget()).expect("within the budget");
    assert_eq!(census.solutions, expected);
    (engine, problem)
}

#[divan::bench(args = [8, 10, 12, 13, 14], max_time = 3)]
fn place_first(bencher: Bencher, size: u16) {
    click(bencher, size, 0, Value::Placed);
}

#[divan::bench(args = [8, 10, 12, 13, 14], max_time = 3)]
fn place_fifth(bencher: Bencher, size: u16) {
    click(bencher, size, 4, Value::Placed);
}

#[divan::bench(args = [8, 10, 12, 13, 14], max_time = 3)]
fn exclude_first(bencher: Bencher, size: u16) {
    click(bencher, size, 0, Value::Excluded);
}

#[divan::bench(args = [8, 10, 12, 13, 14], max_time = 3)]
fn exclude_fifth(bencher: Bencher, size: u16) {
    click(bencher, size, 4, Value::Excluded);
}

fn click(bencher: Bencher, size: u16, before: usize, value: Value) {
    let (mut engine, problem) = clicked(size, before, value);
    bencher.bench_local(|| engine.census(black_box(&problem), &budget()).expect("in the budget"));
}

fn options() -> Options {
    Options {
        memory: DEFAULT_MEMORY,
        timeout: None,
        mouse: true,
        glyphs: Glyphs::Unicode,
        notice: None,
        theme: Theme::default(),
        depth: ColorDepth::default(),
        keys: Keymap::default(),
        settings: configurator::app::Settings::default(),
    }
}

/// One frame of a board of 100×100 cells in a window of 200×60 characters, where all cells are in view.
#[divan::bench]
fn frame_of_10000_cells(bencher: Bencher) {
    let problem = Problem::new(Rules::queens(100).expect("a size"));
    let options = Options { timeout: Some(Duration::from_secs(1)), ..options() };
    let mut board = Headless::open(Session::new(problem), &options, (200, 60), 0);
    // The title names the visible rows only if other rows are out of view.
    let title: String = (0..200).map(|x| board.screen()[(x, 0)].symbol()).collect();
    assert!(title.contains(" 100×100 queens · "), "{title}");
    bencher.bench_local(|| board.draw());
}

/// Two moves of the window over the graph of 8 queens, by half a window down and up again. Each is measured from the key
/// to the drawn frame.
#[divan::bench]
fn graph_panned_twice(bencher: Bencher) {
    let problem = Problem::new(Rules::queens(8).expect("a size"));
    let key = |name: &str| name.parse::<Keystrokes>().expect("a key");
    let mut board = Headless::open(Session::new(problem), &options(), (120, 40), 0);
    board.press(&key("g"));
    board.press(&key("Tab"));
    let title: String = (0..120).map(|x| board.screen()[(x, 1)].symbol()).collect();
    assert!(title.contains(" 2,453 nodes "), "{title}");
    let (down, up) = (key("Shift-Down"), key("Shift-Up"));
    bencher.bench_local(|| {
        board.press(&down);
        board.press(&up);
    });
}

/// Two clicks on c5 of 8 queens, which place a queen and take it back. Each is measured from the mouse event to the
/// drawn frame.
#[divan::bench]
fn drawn_twice(bencher: Bencher) {
    let problem = Problem::new(Rules::queens(8).expect("a size"));
    let mut board = Headless::open(Session::new(problem), &options(), (80, 24), 0);
    let cell: Cell = "c5".parse().expect("a cell");
    assert!(board.click(cell));
    assert_eq!(board.session().knowledge().solutions(), Some(&12_u8.into()));
    assert_eq!(
        board.session().decisions(),
        &[(cell, Value::Placed)].into_iter().collect::<Decisions>()
    );
    assert!(board.click(cell));
    bencher.bench_local(|| {
        board.click(black_box(cell));
        board.click(black_box(cell))
    });
}
