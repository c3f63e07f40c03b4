//! The board compared with another problem.

use crossterm::event::KeyCode;
use insta::assert_snapshot;

use crate::model::scene::Scene;
use crate::modes::Mode;
use crate::modes::compare::panel;
use crate::testing::{Play, cell};
use app::AppEvent;
use engine::{Budget, Part, bdd};
use geometry::Cell;
use problem::{BoardFile, Problem, Regions};

/// The rows of a window.
fn rows(play: &mut Play, width: u16, height: u16) -> String {
    let screen = play.screen(width, height);
    let rows = screen.content.chunks(width.into());
    let row = |row: &[ratatui::buffer::Cell]| {
        row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>().trim_end().to_owned()
    };
    rows.map(row).collect::<Vec<_>>().join("\n")
}

/// The two numbers before a part's name in the panel.
fn line(play: &mut Play, name: &str) -> String {
    let text = rows(play, 120, 40);
    let line = text.lines().find(|line| line.contains(&format!("  {name}")));
    let line = line.unwrap_or_else(|| panic!("no {name}: {text}"));
    let (before, _) = line.split_once(name).unwrap();
    let numbers = before.rsplit('│').next().unwrap();
    numbers.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The sentence of the panel about the cell under the cursor.
fn sentence(play: &Play) -> String {
    panel::sentence(play.model.pair_view().unwrap(), play.model.view.cursor)
}

fn leave(play: &mut Play) {
    play.press(KeyCode::Esc);
    assert!(matches!(play.model.mode(), Mode::Board));
}

/// 6 queens have four solutions. On a torus they have none, because 6 is divisible by 2.
#[test]
fn the_numbers_of_each_cell_are_shown_and_then_the_examples() {
    let mut play = Play::queens(6);
    play.settled(":compare torus on\n:b1\n");
    assert!(matches!(play.model.mode(), Mode::Compare(_)));
    assert_eq!(line(&mut play, "in both"), "0 0");
    assert_eq!(line(&mut play, "only this board"), "4 1");
    assert_eq!(line(&mut play, "only torus on"), "0 0");
    assert_snapshot!("six_queens_and_a_torus", rows(&mut play, 120, 40));
    let mut seen = Vec::new();
    for number in 1..=4 {
        play.settled("n");
        let text = play.text(120, 40);
        // The header names the set, as its number is not that of all examples.
        let title = format!("only this board: example {number}");
        assert!(text.contains(&format!("{title} of 4")), "{text}");
        assert_eq!(text.matches(&title).count(), 2, "{text}");
        assert!(text.contains("the other forbids it: ") && text.contains(" attacks "), "{text}");
        let states = play.rules().size().iter();
        let scene = Scene::of(&play.model);
        let is_piece = |cell: &Cell| scene.square(*cell).state.has_piece();
        seen.push(states.filter(is_piece).collect::<Vec<_>>());
    }
    // Four different solutions with one queen in each row, then the numbers again.
    assert!(seen.iter().all(|pieces| pieces.len() == 6));
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 4);
    play.settled("n");
    assert!(play.text(120, 40).contains("colours: solutions of only one"));
    play.settled("p");
    assert!(play.text(120, 40).contains("only this board: example 4"));
    play.settled("o");
    assert!(play.text(120, 40).contains("colours: solutions of only one"));
    leave(&mut play);
    assert_eq!(play.decisions(), "");
}

/// All attacks between the queens of a solution of 8 queens go across the edge of the torus.
#[test]
fn some_of_many_examples_are_shown_and_attacks_across_the_edge_are_named() {
    let mut play = Play::queens(8);
    play.settled(":compare torus on\n");
    play.settled("n");
    let text = play.text(120, 40);
    for part in ["example 1 of the first 12", "across the edge", "example 8 "] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn the_problem_that_forbids_a_cell_is_named_and_says_why() {
    let mut play = Play::queens(5);
    play.settled(":compare piece amazon\n:b1\n");
    assert_snapshot!("five_queens_and_amazons", rows(&mut play, 80, 24));
    assert_eq!(sentence(&play), "only the other forbids b1");
    play.settled("t");
    let told = sentence(&play);
    assert!(told.starts_with("only the other forbids b1 because of "), "{told}");
    leave(&mut play);
    // A queen on a1 attacks b1.
    play.settled(":compare place a1\n");
    assert_eq!(sentence(&play), "only the other forbids b1");
    leave(&mut play);
    play.settled(":compare rules pieces=5\n");
    assert_eq!(sentence(&play), "both allow b1");
}

#[test]
fn tab_goes_from_one_kind_of_example_to_the_next() {
    let mut play = Play::queens(6);
    play.settled(":b1\n :compare without b1; place c1\n");
    for part in ["only this board", "only without b1; place c1"] {
        play.press(KeyCode::Tab);
        assert!(play.text(120, 40).contains(&format!("{part}: example 1")));
    }
    play.press(KeyCode::Tab);
    // No solution has queens on both cells, so there are no common solutions, and the numbers follow.
    assert!(play.text(120, 40).contains("colours: solutions of only one"));
}

#[test]
fn without_a_region_its_cells_stay_and_its_rule_goes() {
    let drawing = "aaab\nacbb\ndccb\nddcc\n";
    let rules = problem::Rules::queens(4).unwrap();
    let rules = rules.with_grid_of(&Regions::parse(drawing).unwrap());
    let needs = ["rows=1", "columns=1", "regions=1"].map(|need| need.parse().unwrap());
    let rules = rules.with_piece("RF".parse().unwrap()).with_requirements(needs);
    let mut play = Play::answered(Problem::new(rules));
    play.settled(":compare without region d\n");
    let view = play.model.pair_view().unwrap();
    let [first, second] = view.pair.problems().clone();
    assert_eq!(second.rules().groups().len() + 1, first.rules().groups().len());
    assert_eq!(second.rules().grid(), first.rules().grid());
    let found = view.found.clone().unwrap();
    let sum = |only| {
        let number = |part| found.part(part).solutions().unwrap().clone();
        number(Part::Common) + number(only)
    };
    for (problem, only) in [(first, Part::OnlyFirst), (second, Part::OnlySecond)] {
        let counted = bdd::Engine::new().census(&problem, &Budget::default()).unwrap();
        assert_eq!(counted.solutions, sum(only));
    }
    leave(&mut play);
    play.settled(":compare without region z\n");
    assert!(play.notice().contains("region z"), "{}", play.notice());
}

#[test]
fn what_cannot_be_compared_is_refused_in_a_sentence() {
    let mut play = Play::queens(6);
    for (line, sentence) in [
        ("compare croquet", "'croquet' is neither a board file nor a change of the board"),
        ("compare pice amazon", "did you mean 'piece'?"),
        ("compare piece pawnn", "is not a piece"),
        ("compare without region a", "no regions are drawn"),
        ("compare max-cost 3", "':weights FILE' does"),
        ("compare place z9", "z9"),
        ("compare torus maybe", "neither 'on' nor 'off'"),
    ] {
        play.keys(&format!(":{line}\n"));
        let text = play.text(120, 40);
        assert!(text.contains(sentence), "{line}: {text}");
        play.press(KeyCode::Esc);
        play.press(KeyCode::Esc);
    }
    let other = |text: &str| {
        AppEvent::ReadOther("folder/other.toml".into(), BoardFile::parse(text, "other.toml"))
    };
    play.send(other("size = 4\n"));
    let sentence = "boards of different sizes have no solutions to compare: 6×6 and 4×4";
    assert_eq!(play.notice(), sentence);
    play.send(other("size = 6\npiece = 'knight'\nrules = ['pieces=1']\n"));
    play.settle();
    // No board has one knight and a queen in each row.
    assert!(play.text(120, 40).contains("compared with other.toml"));
    assert_eq!(line(&mut play, "only other.toml"), "36 1");
    assert_eq!(play.model.view.cursor, cell("a1"));
}
