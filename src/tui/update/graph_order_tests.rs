//! The graph in other orders of the cells, and as other kinds of diagrams.

use std::sync::Arc;

use crossterm::event::KeyCode;

use super::*;
use crate::model::scene::Scene;
use crate::modes::Mode;
use crate::testing::{Play, cell};
use app::AppEvent;
use app::jobs::{Export, ExportContent};
use engine::bdd::VariableOrder;
use engine::{Budget, DiagramKind};
use export::face::State;
use export::{ExportPlan, Format, OrderRequest, size_in_order};
use files::FileError;
use geometry::Cell;

/// A board of n queens whose graph is walked, in a window of 120×40.
fn walked(size: u16) -> Play {
    let mut play = Play::queens(size);
    play.settled("g");
    play.screen(120, 40);
    press(&mut play, KeyCode::Tab);
    play
}

/// The word shows the ZDD with the number of nodes of the BDD, and the BDD again.
#[test]
fn the_zdd_has_a_word() {
    let mut play = Play::queens(4);
    play.screen(120, 40);
    play.settled(":zdd\n");
    // Published: 8 inner nodes of the ZDD of 4 queens, and 29 of the BDD.
    let screen = play.text(120, 40);
    assert!(screen.contains("─ ZDD ─") && screen.contains("10 nodes (as BDD 31)"), "{screen}");
    play.settled(":zdd\n");
    assert!(play.text(120, 40).contains("31 nodes"));
}

/// Regression: the diagram was written row by row, whatever the graph showed.
#[test]
fn the_shown_diagram_is_exported() {
    let mut play = walked(4);
    play.settled(":order column-major\n");
    play.keys(":export diagram d.json\n");
    let question = play.question.take().unwrap();
    let Some(Export { content, .. }) = question.job.get() else { panic!() };
    let ExportContent::Shown(Format::Json, request) = content else { panic!("{content:?}") };
    assert_eq!(request.order.name(), "column-major");
    let problem = play.model.problem();
    let export = ExportPlan::new(Format::Json, problem);
    let export = export.showing(request, &Budget::default()).unwrap();
    let mut text = Vec::new();
    let prepared = export.prepare(&Budget::default()).unwrap();
    export.write(&prepared, &Budget::default(), &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("[\"a1\",\"a2\",\"a3\",\"a4\",\"b1\""), "{text}");
}

/// Presses a key, lets the worker answer, and draws.
fn press(play: &mut Play, code: KeyCode) {
    play.press(code);
    play.settle();
    play.screen(120, 40);
}

/// The text of the screen with single blanks.
fn squeezed(play: &mut Play) -> String {
    play.text(120, 40).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The number of nodes of the drawn diagram.
fn nodes(play: &Play) -> usize {
    play.model.drawn().unwrap().nodes()
}

fn order_name(play: &Play) -> &'static str {
    play.model.drawn().unwrap().request.order.name()
}

#[test]
fn the_sizes_of_all_orders_stand_beside_each_other() {
    let names = ["row-major", "column-major", "diagonal", "inside-out", "sifted"];
    for (size, sizes) in [
        (4, ["31", "31", "31", "25", "25"]),
        (6, ["131", "131", "131", "113", "71"]),
        (8, ["2,453", "2,453", "2,789", "3,031", "2,335"]),
    ] {
        let mut play = walked(size);
        let screen = squeezed(&mut play);
        for (name, nodes) in names.iter().zip(sizes) {
            assert!(screen.contains(&format!("{name} {nodes} ")), "{name} {nodes}: {screen}");
        }
    }
}

#[test]
fn a_level_is_moved_and_the_size_follows() {
    let mut play = walked(5);
    let board = play.model.app.session.problem().clone();
    play.settled(":c2\n");
    let mut cells: Vec<_> = board.rules().size().iter().collect();
    let level = cells.iter().position(|&other| other == cell("c2")).unwrap();
    for (key, from) in [(']', level), (']', level + 1), (']', level + 2), ('[', level + 2)] {
        press(&mut play, KeyCode::Char(key));
        cells.swap(from, from + 1);
        let order = VariableOrder::from_cells(board.rules().grid(), cells.clone()).unwrap();
        let order = OrderRequest::Own(Arc::new(order));
        let size = size_in_order(&board, None, &order, &Budget::default()).unwrap().unwrap();
        assert_eq!((nodes(&play), order_name(&play)), (size.nodes, "own order"));
        assert_eq!(
            (play.model.drawn().unwrap().diagram.cells.clone(), play.model.view.cursor),
            (cells.clone(), cell("c2"))
        );
        assert!(matches!(play.model.mode(), Mode::Graph(_)));
    }
    assert!(play.text(120, 40).contains("diagram, own order"));
    // The next board does not have this order.
    play.settled(":size 4\n");
    assert_eq!(order_name(&play), "row-major");
}

#[test]
fn the_first_level_cannot_move_up() {
    let mut play = walked(4);
    press(&mut play, KeyCode::Char('['));
    assert_eq!((nodes(&play), order_name(&play)), (31, "row-major"));
}

#[test]
fn orders_are_words_and_files() {
    let mut play = Play::queens(6);
    for (word, size) in [("sifted", 71), ("inside-out", 113), ("row-major", 131)] {
        play.settled(&format!(":order {word}\n"));
        assert_eq!((nodes(&play), order_name(&play)), (size, word));
    }
    let effects = play.keys(":order mine.txt\n");
    assert!(matches!(&effects[..], [Effect::ReadOrder(path, _)] if path.ends_with("mine.txt")));
    let cells = play.rules().size().iter().collect::<Vec<_>>().into_iter().rev();
    let order = VariableOrder::from_cells(play.rules().grid(), cells).unwrap();
    play.send(AppEvent::Ordered(Ok(order)));
    play.settle();
    assert_eq!((nodes(&play), order_name(&play)), (131, "own order"));
    let missing = export::read_order(play.rules().grid(), "nowhere/mine.txt".as_ref());
    play.send(AppEvent::Ordered(missing.map_err(|error: FileError| error)));
    assert!(play.notice().contains("nowhere"), "{}", play.notice());
    play.keys(":order sfted\n");
    assert!(play.notice().ends_with("did you mean 'sifted'?"), "{}", play.notice());
    play.keys("\u{1b}:assist attacks\n:order sifted\n");
    assert!(play.notice().contains("tell too much"), "{}", play.notice());
}

#[test]
fn d_shows_the_zdd_and_the_decision_tree() {
    let mut play = walked(4);
    let kind = |play: &Play| play.model.drawn().unwrap().request.kind;
    for (name, expected, number) in [
        ("ZDD ─", DiagramKind::Zdd, 10),
        ("decision tree up to broken rules ─", DiagramKind::Tree, 86),
        ("diagram ─", DiagramKind::Bdd, 31),
    ] {
        press(&mut play, KeyCode::Char('d'));
        let screen = play.text(120, 40);
        assert!(screen.contains(name), "{name}");
        assert_eq!((kind(&play), nodes(&play)), (expected, number), "{name}");
    }
    // Nine queens have fewer nodes as a ZDD.
    let mut play = Play::queens(9);
    play.settled("g");
    assert_eq!(nodes(&play), 9_559);
    play.press(KeyCode::Tab);
    press(&mut play, KeyCode::Char('d'));
    let screen = play.text(120, 40);
    assert!(screen.contains("─ ZDD") && kind(&play) == DiagramKind::Zdd, "{screen}");
    assert!(screen.contains("(as BDD 9,559)"), "{screen}");
    // A decision tree has too many.
    press(&mut play, KeyCode::Char('d'));
    assert!(play.notice().contains("16 cells"), "{}", play.notice());
    assert_eq!(kind(&play), DiagramKind::Bdd);
    // Five queens have 25 cells: the tree is left out.
    let mut play = walked(5);
    press(&mut play, KeyCode::Char('d'));
    press(&mut play, KeyCode::Char('d'));
    assert_eq!(kind(&play), DiagramKind::Bdd);
    assert!(play.notice().contains("16 cells"), "{}", play.notice());
}

#[test]
fn an_order_with_many_nodes_is_drawn_around_one() {
    let mut play = walked(8);
    for (nodes_of, name) in [(2_453, "column-major"), (2_789, "diagonal"), (3_031, "inside-out")] {
        press(&mut play, KeyCode::Char('o'));
        assert_eq!((nodes(&play), order_name(&play)), (nodes_of, name));
        let screen = play.text(120, 40);
        assert!(screen.contains("around one node"), "{screen}");
    }
}

/// With a1 placed, the previous diagram is small in row-major order, but has too many nodes in inside-out order.
#[test]
fn an_order_with_too_many_nodes_without_decisions_is_drawn_with_them() {
    let mut play = Play::queens(8);
    play.settled(":place a1\n");
    play.settled(":order inside-out\n");
    let drawn = play.model.drawn().unwrap();
    assert!(drawn.nodes() < 3_000 && order_name(&play) == "inside-out");
    assert_eq!(drawn.problem.decisions(), play.model.app.session.decisions());
    assert!(play.model.app.is_graph_known());
}

/// Formerly the board called the cells that an edge of a ZDD skips "not decided".
#[test]
fn in_a_zdd_the_cells_of_skipped_levels_stay_empty() {
    let mut play = walked(4);
    press(&mut play, KeyCode::Char('d'));
    assert_eq!(play.model.drawn().unwrap().request.kind, DiagramKind::Zdd);
    press(&mut play, KeyCode::Home);
    press(&mut play, KeyCode::Char('1'));
    let placed = |play: &Play| {
        let state = |cell: &Cell| Scene::of(&play.model).square(*cell).state;
        let cells: Vec<Cell> = play.rules().size().iter().collect();
        let of = |wanted: State| cells.iter().filter(|cell| state(cell) == wanted).count();
        (of(State::Placed), of(State::Excluded), of(State::Possible))
    };
    for pieces in 1..=3 {
        let (placed, excluded, open) = placed(&play);
        let node = play.model.walked_node().unwrap();
        let level = play.model.drawn().unwrap().diagram.nodes[node].level;
        assert_eq!((placed, placed + excluded, open), (pieces, level, 16 - level));
        press(&mut play, KeyCode::Char('1'));
    }
}
