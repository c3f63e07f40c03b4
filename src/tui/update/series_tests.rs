//! Reduction, restriction and passes node by node, and the graph of a single rule.

use crossterm::event::KeyCode;

use crate::model::scene::Scene;
use crate::testing::{Play, cell};
use app::DiagramView;
use engine::DiagramKind;
use engine::bdd::SingleRule;
use export::DrawnAlone;
use export::face::State;
use export::{DrawnOrder, DrawnStage};
use problem::Value;

/// Presses a key and returns the number and the name of the stage that is shown.
fn press(play: &mut Play, code: KeyCode) -> (usize, String) {
    play.press(code);
    play.screen(120, 40);
    let view = play.model.series_view().unwrap();
    (view.stage_index, view.stage().name.clone())
}

fn stage(play: &Play) -> &DrawnStage {
    play.model.series_view().unwrap().stage()
}

#[test]
fn the_decision_tree_is_reduced_step_by_step() {
    let mut play = Play::queens(4);
    play.settled(":reduce\n");
    let screen = play.text(120, 40);
    for part in [
        "step 1 of 56",
        "86 nodes",
        "a branch ends at 0 where it breaks a rule",
        "85 of 86 nodes left",
        "no solution",
    ] {
        assert!(screen.contains(part), "{part}\n{screen}");
    }
    // d4 is the last cell; its first node leads to 0 only.
    let first = stage(&play).name.clone();
    assert!(first.starts_with("drop "), "{first}");
    let number = first.strip_prefix("drop ").unwrap();
    assert!(screen.contains(&format!("drop: both branches of node {number} (d4)")), "{screen}");
    assert_eq!(play.model.view.cursor, cell("d4"));
    let merge = (0..56).find(|_| press(&mut play, KeyCode::Right).1.starts_with("merge")).unwrap();
    let screen = play.text(120, 40);
    assert!(screen.contains("have the") && screen.contains("same children"), "{screen}");
    assert_eq!(press(&mut play, KeyCode::Left).0, merge);
    assert_eq!(press(&mut play, KeyCode::End), (55, "reduced".to_owned()));
    let screen = play.text(120, 40);
    assert!(screen.contains("31 nodes") && screen.contains("no two nodes are equal"), "{screen}");
    assert_eq!(press(&mut play, KeyCode::Home), (0, first));
    play.press(KeyCode::Esc);
    assert!(play.model.series_view().is_none());
}

/// The board shows how the visited node is reached, and each chip the number of its node.
#[test]
fn the_board_shows_the_path_to_the_visited_node() {
    let mut play = Play::queens(4);
    play.settled(":reduce\n");
    play.press(KeyCode::End);
    // The last step before the end visits the topmost node that disappears: the node of b1 after a1.
    let (_, name) = press(&mut play, KeyCode::Left);
    let scene = Scene::of(&play.model);
    let state = |name: &str| scene.square(cell(name)).state;
    assert_eq!([state("a1"), state("b1")], [State::Placed, State::Possible], "{name}");
    assert_eq!(play.model.view.cursor, cell("b1"));
    let number = name.strip_prefix("drop ").unwrap().to_owned();
    let screen = play.text(120, 40);
    assert!(screen.contains(&format!("node {number} (b1)")), "{screen}");
    // The line of b1 in the graph: 3 is the node without a piece on a1.
    let line: Vec<char> = screen.chars().collect();
    let line = line.chunks(120).map(|line| line.iter().collect::<String>());
    let line = line.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let expected = format!("3 0┄┄ {number} ──0 b1 │");
    assert!(line.into_iter().any(|line| line.ends_with(&expected)), "{screen}");
}

#[test]
fn a_click_is_a_restriction_node_by_node() {
    let mut play = Play::queens(4);
    play.settled(":restrict d2\n");
    assert_eq!((stage(&play).nodes, play.model.view.cursor), (31, cell("d2")));
    let screen = play.text(120, 40);
    for part in ["has a piece, so", "takes the place of node", "cut off"] {
        assert!(screen.contains(part), "{part}\n{screen}");
    }
    press(&mut play, KeyCode::End);
    // The 18 nodes of the position without the node of d2.
    assert_eq!(stage(&play).nodes, 17);
    assert!(play.text(120, 40).contains("the diagram with a piece there"));
    assert_eq!(Scene::of(&play.model).square(cell("d2")).state, State::Placed);
    play.press(KeyCode::Esc);
    assert_eq!(play.decisions(), "");
    for (line, name, expected) in [
        (":restrict exclude c3\n", "c3", Value::Excluded),
        (":restrict place\n", "c3", Value::Placed),
        (":restrict\n", "c3", Value::Placed),
        (":restrict exclude\n", "c3", Value::Excluded),
    ] {
        play.keys(&format!(":{name}\n"));
        play.settled(line);
        let decisions = &stage(&play).step().unwrap().decisions;
        assert_eq!(decisions.get(cell(name)), Some(expected), "{line}");
        play.press(KeyCode::Esc);
    }
    play.settled(":b1\n ");
    for (line, sentence) in [
        (":restrict b1\n", "b1 is decided already; ':back b1' takes that back"),
        (":restrict e9\n", "e9"),
        (":restrict maybe\n", "maybe"),
    ] {
        play.settled(line);
        assert!(play.model.series_view().is_none(), "{line}");
        let screen = play.text(120, 40);
        assert!(screen.contains(sentence), "{line}\n{screen}");
        play.press(KeyCode::Esc);
        play.press(KeyCode::Esc);
    }
    // Restriction to a value that no solution has leaves the terminal 0.
    play.settled(":restrict a1\n");
    press(&mut play, KeyCode::End);
    assert_eq!(stage(&play).nodes, 1);
}

/// The numbers stay on the nodes that the passes have visited, and the frame states their meaning.
#[test]
fn passes_leave_their_numbers_on_the_nodes() {
    let mut play = Play::queens(4);
    play.settled(":passes\n");
    assert_eq!(play.model.view.cursor, cell("d4"));
    let screen = play.text(120, 40);
    for part in ["step 1 of 60", "up: d4 has 1 solution below", "on a node: solutions below"] {
        assert!(screen.contains(part), "{part}\n{screen}");
    }
    assert!(!screen.contains("1×"), "{screen}");
    press(&mut play, KeyCode::End);
    let screen = play.text(120, 40);
    for part in ["1×2", "on a node: paths above × solutions below", "c1, say: 1 × 0"] {
        assert!(screen.contains(part), "{part}\n{screen}");
    }
    let (_, name) = press(&mut play, KeyCode::Left);
    assert!(name.starts_with("down d4: "), "{name}");
    play.press(KeyCode::Esc);
    play.settled(":rule board a1\n");
    play.settled(":passes\n");
    assert!(play.text(120, 40).contains("board rule of a1, passes: up"));
}

#[test]
fn slow_motion_follows_the_order_of_the_graph() {
    let mut play = Play::queens(4);
    play.settled(":order inside-out\n");
    play.settled(":reduce\n");
    press(&mut play, KeyCode::End);
    assert_eq!(stage(&play).nodes, 25);
    assert!(play.text(120, 40).contains("reduced, inside-out"));
    play.press(KeyCode::Esc);
    play.settled(":restrict b1\n");
    assert_eq!(stage(&play).nodes, 25);
}

#[test]
fn what_is_too_large_for_slow_motion_says_so() {
    let mut play = Play::queens(8);
    play.settled(":reduce\n");
    assert!(play.notice().contains("the decision tree has more than 400 nodes"));
    for line in [":restrict a1\n", ":passes\n"] {
        play.settled(line);
        assert!(play.notice().contains("the diagram has more than 400 nodes"), "{line}");
    }
    play.settled(":assist attacks\n");
    for line in [":reduce\n", ":restrict a1\n", ":passes\n", ":rule board a1\n"] {
        play.settled(line);
        assert!(play.notice().contains("tell too much"), "{line}: {}", play.notice());
        play.settled("\u{1b}");
    }
    assert!(play.model.series_view().is_none());
}

/// The number of nodes and the names of the levels of the graph.
fn graph(play: &mut Play) -> (usize, String) {
    play.screen(120, 40);
    let drawn = play.model.drawn().unwrap();
    let names: Vec<String> = drawn.diagram.cells.iter().map(ToString::to_string).collect();
    (drawn.nodes(), names.join(" "))
}

#[test]
fn a_single_rule_is_drawn_in_the_order_of_the_graph() {
    let mut play = Play::queens(5);
    play.settled(":rule board c3\n");
    assert_eq!(play.model.app.diagram, DiagramView::Graph);
    // c3 attacks 16 cells, eight of them before c3.
    let by_rows = "a1 c1 e1 b2 c2 d2 a3 b3 c3 d3 e3 b4 c4 d4 a5 c5 e5";
    assert_eq!(graph(&mut play), (20, by_rows.to_owned()));
    assert!(play.text(120, 40).contains("─ board rule of c3 ─"));
    play.settled(":order inside-out\n");
    let (nodes, names) = graph(&mut play);
    assert!(nodes == 19 && names.starts_with("c3 "), "{nodes}: {names}");
    let screen = play.text(120, 40);
    assert!(screen.contains("board rule of c3, inside-out"), "{screen}");
    // While the graph is walked, the panel compares the orders, and a level is moved.
    play.settled(":c3\n");
    play.screen(120, 40);
    play.press(KeyCode::Tab);
    play.settle();
    let screen = play.text(120, 40).split_whitespace().collect::<Vec<_>>().join(" ");
    for part in ["row-major 20", "diagonal 20", "inside-out 19"] {
        assert!(screen.contains(part), "{part}: {screen}");
    }
    play.settled("]");
    let (nodes, names) = graph(&mut play);
    assert_eq!((nodes, &names[3..6]), (20, "c3 "));
    play.settled("d");
    assert_eq!(play.model.drawn().unwrap().diagram.kind, DiagramKind::Zdd);
    play.settled("dd");
    play.settled(":order row-major\n");
    play.settled(":rule queens 2\n");
    assert_eq!(graph(&mut play), (7, "a2 b2 c2 d2 e2".to_owned()));
    play.settled(":c3\n");
    play.settled(":rule queens\n");
    assert_eq!(graph(&mut play), (7, "a3 b3 c3 d3 e3".to_owned()));
    // A click cuts off a part: after the piece on c3, the diagram does not depend on the cells behind it.
    play.settled(":c3\n ");
    let drawn = play.model.drawn().unwrap();
    assert_eq!(drawn.request.alone, Some(DrawnAlone::Rule(SingleRule::Queens(2))));
    assert_eq!(drawn.remaining(play.model.app.session.problem()).size(), 5);
    play.settled(":rule all\n");
    assert_eq!(play.model.drawn().unwrap().request.alone, None);
}

#[test]
fn a_rule_that_the_board_lacks_is_refused_or_left() {
    let mut play = Play::queens(5);
    for (line, sentence) in [
        ("rule board f6", "this board has no board rule of f6"),
        ("rule queens 6", "this board has no queens rule of row 6"),
        ("rule queens none", "as in ':rule queens 2'"),
        ("rule bishops", "names no rule that is drawn alone"),
    ] {
        play.settled(&format!(":{line}\n"));
        let screen = play.text(200, 40);
        assert!(screen.contains(sentence), "{line}\n{screen}");
        play.press(KeyCode::Esc);
    }
    play.settled(":rule board e5\n");
    assert_eq!(graph(&mut play).0, 2 + 12 + 1);
    play.settled(":order inside-out\n");
    play.settled(":size 4\n");
    assert_eq!(play.model.drawn().unwrap().request.alone, None);
    assert_eq!(play.model.drawn().unwrap().request.order.name(), DrawnOrder::InsideOut.name());
    play.settled(":rule board a1\n");
    play.settled(":board-rule off\n");
    assert_eq!(play.model.app.graph.request.alone, None);
    play.settled(":board-rule on\n");
    play.settled(":rule queens 1\n");
    play.settled(":order row-major\n");
    play.screen(120, 40);
    play.press(KeyCode::Tab);
    play.settled("d");
    play.settled("d");
    assert_eq!(play.model.drawn().unwrap().diagram.kind, DiagramKind::Tree);
}

#[test]
fn the_palette_finds_slow_motion() {
    let mut play = Play::queens(4);
    for (typed, name) in [
        ("reduc", "reduce"),
        ("merge", "reduce"),
        ("restr", "restrict"),
        ("passes", "passes"),
        ("dynamic", "passes"),
        ("single", "a single rule"),
    ] {
        play.keys(&format!(":{typed}"));
        assert!(play.found().contains(&name), "{typed}: {:?}", play.found());
        play.press(KeyCode::Esc);
    }
}

/// Cells that are not on the path to a node were called possible, though no piece can stand on some of them.
#[test]
fn cells_beside_the_path_of_a_step_are_not_decided_and_not_called_possible() {
    let mut play = Play::queens(4);
    for (keys, open) in [
        (":reduce\n", "not decided 16"),
        (":restrict a2\n", "not decided 15"),
        (":passes\n", "not decided 15"),
        (":b1\n :grow\n", "not decided 15"),
    ] {
        play.settled(keys);
        press(&mut play, KeyCode::End);
        let screen = play.text(120, 40);
        assert!(screen.contains(open) && !screen.contains("possible"), "{screen}");
        play.press(KeyCode::Esc);
    }
}
