//! A given diagram on a board without rules.

use std::sync::Arc;

use app::App;
use crossterm::event::KeyCode;
use engine::Budget;
use engine::bdd::{Arrangement, GivenDiagram, VariableOrder, compile};
use problem::{Problem, Rules};
use session::{CellState, Session};

use crate::testing::{Play, options};

/// A board that shows the diagram of queens in column-major order as a file gives it: without rules.
fn viewed(size: u16) -> Play {
    let problem = Problem::new(Rules::queens(size).unwrap());
    let order = Arc::new(VariableOrder::new(problem.rules().grid(), Arrangement::ColumnMajor));
    let bdd = compile(&problem, &order, &Budget::default()).unwrap().diagram.to_bdd().unwrap();
    let variables = order.cells().iter().map(|cell| format!("v_{cell}")).collect();
    let given = GivenDiagram { name: "queens.dddmp".to_owned(), order, variables, bdd };
    let free = problem.rules().with_requirements([]).with_board_rule(false);
    let mut app = App::new(Session::new(Problem::new(free)), options().settings);
    app.view(&Arc::new(given));
    let mut play = Play::start(app, &options());
    play.settle();
    play
}

#[test]
fn the_counts_and_states_are_those_of_the_diagram() {
    let mut play = viewed(6);
    assert_eq!((play.solutions().as_str(), play.state("a1")), ("4", CellState::Impossible));
    let screen = play.text(120, 40);
    for part in ["queens.dddmp", "131 nodes", "variable v_a1", "no solution of the diagram"] {
        assert!(screen.contains(part), "{part}");
    }
    assert!(!screen.contains("may attack") && !screen.contains("lesson"));
    // b1, d2, f3, a4, c5, e6 is the only solution with b1.
    play.settled(":place b1\n");
    assert_eq!((play.solutions().as_str(), play.state("e6")), ("1", CellState::Forced));
    play.settled(":place c1\n");
    assert_eq!((play.decisions().as_str(), play.solutions().as_str()), ("b1", "1"));
    play.settled("u");
    assert_eq!(play.solutions(), "4");
}

/// Regression: the arrows were refused as if they needed rules.
#[test]
fn the_cursor_moves_and_the_graph_is_walked() {
    let mut play = viewed(4);
    let start = play.model.view.cursor;
    play.press(KeyCode::Right);
    assert_ne!(play.model.view.cursor, start, "{}", play.notice());
    play.text(120, 40);
    play.settle();
    play.press(KeyCode::Tab);
    play.press(KeyCode::Home);
    let root = play.model.walked_node();
    play.press(KeyCode::Down);
    assert!(root.is_some() && play.model.walked_node() != root, "{}", play.notice());
}

#[test]
fn what_needs_rules_is_refused_and_changes_nothing() {
    let mut play = viewed(4);
    let words =
        ["size 5", "w a.toml", "search", "hint", "complete", "grow", "rules rows=2", "play"];
    let lines = words.map(|word| format!(":{word}\n"));
    for keys in ["n", "s", "H", "y", "P"].into_iter().chain(lines.iter().map(String::as_str)) {
        play.settled(keys);
        assert!(play.notice().contains("which has no rules"), "{keys}: {}", play.notice());
        assert_eq!((play.solutions().as_str(), play.decisions().as_str()), ("2", ""), "{keys}");
        play.press(KeyCode::Esc);
        play.settle();
    }
    assert!(play.model.app.viewed().is_some());
}

#[test]
fn the_graph_is_drawn_in_all_orders_and_kinds() {
    let mut play = viewed(4);
    play.text(120, 40);
    play.settle();
    play.press(KeyCode::Tab);
    play.settle();
    let name = |play: &Play| {
        let drawn = play.model.drawn().unwrap();
        (drawn.request.order.name(), drawn.nodes())
    };
    let mut found = vec![name(&play)];
    for _ in 0..6 {
        play.settled("o");
        found.push(name(&play));
    }
    // As the diagram of the rules has them: see `lesson_play_tests`. 25 is the number that sifting finds.
    let expected = [
        ("own order", 31),
        ("row-major", 31),
        ("column-major", 31),
        ("diagonal", 31),
        ("inside-out", 25),
        ("sifted", 25),
        ("own order", 31),
    ];
    assert_eq!(found, expected);
    play.settled("d");
    assert_eq!(name(&play), ("own order", 10));
    play.settled("dd:zdd\n");
    assert_eq!(name(&play), ("own order", 10), "{}", play.notice());
    play.settled("dd");
    play.settled(":passes\n");
    assert!(play.model.series_view().is_some(), "{}", play.notice());
}
