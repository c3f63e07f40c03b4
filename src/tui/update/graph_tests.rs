//! The diagram as a graph: moving, clicks, other orders, and rule by rule.

use std::sync::Arc;

use crossterm::event::{KeyCode, MouseButton, MouseEventKind};
use ratatui::buffer::Buffer;

use super::*;
use crate::model::Hit;
use crate::model::scene::Scene;
use crate::modes::Mode;
use crate::testing::{Play, cell, options};
use crate::{ColorDepth, Glyphs, Options};
use app::job::{Change, Report};
use app::{AppEvent, DiagramView, jobs};
use engine::{Cause, Interrupted, Progress};
use export::face::State;
use export::text_graph::GraphScale;
use export::{DiagramRequest, DrawnOrder, OrderRequest, SeriesRequest};
use geometry::Cell;
use problem::{Problem, Rules, Value};
use session::CellState;

fn text(screen: &Buffer) -> String {
    let line = |y| (0..screen.area.width).map(move |x| screen[(x, y)].symbol()).collect::<String>();
    (0..screen.area.height).map(|y| line(y).trim_end().to_owned() + "\n").collect()
}

/// A board of n queens with the whole graph, in a window of 120×40.
fn graph(size: u16) -> Play {
    let mut play = Play::queens(size);
    play.settled("g");
    (play.model.view.graph.is_folded, play.model.view.graph.shows_whole) = (Some(false), true);
    play.screen(120, 40);
    play
}

/// Presses a key, lets the worker answer, and returns the text of the screen.
fn press(play: &mut Play, code: KeyCode) -> String {
    play.press(code);
    play.settle();
    text(&play.screen(120, 40))
}

fn node(play: &Play) -> Option<usize> {
    match play.model.mode() {
        Mode::Graph(node) => Some(*node),
        _ => None,
    }
}

/// The screen position of the chip of a node.
fn chip(play: &Play, node: usize) -> (u16, u16) {
    let all = (0..40).flat_map(|y| (0..120).map(move |x| (x, y)));
    let is_there = |&(x, y): &(u16, u16)| play.model.hit(x, y) == Some(Hit::GraphNode(node));
    all.into_iter().find(is_there).unwrap()
}

fn names(play: &Play) -> Vec<String> {
    let diagram = play.model.small_diagram().unwrap();
    play.model.view.graph.layout.nodes().map(|node| diagram.cell(node).to_string()).collect()
}

#[test]
fn g_goes_from_the_silhouette_to_the_graph_and_puts_both_away() {
    let mut play = Play::queens(4);
    assert!(!text(&play.screen(120, 40)).contains("must stand"));
    let seen = |play: &mut Play| {
        play.settled("g");
        text(&play.screen(120, 40))
    };
    let screen = seen(&mut play);
    assert!(screen.contains("must stand") && screen.contains("─ 31 nodes ─"), "{screen}");
    assert_eq!(play.model.scope(), crate::input::bindings::Scope::Board);
    let screen = seen(&mut play);
    assert!(!screen.contains("╭─ diagram ─"), "{screen}");
    assert!(!seen(&mut play).contains("must stand"));
}

#[test]
fn a_click_on_the_board_cuts_a_strand_off() {
    let mut play = graph(4);
    play.click(MouseButton::Left, "b1");
    // The graph stays while the worker is busy.
    assert!(text(&play.screen(120, 40)).contains("cut off"));
    play.settle();
    let screen = text(&play.screen(120, 40));
    assert!(screen.contains("17 of 31 nodes remain"), "{screen}");
    play.settled("u");
    assert!(text(&play.screen(120, 40)).contains("─ 31 nodes ─"));
}

#[test]
fn tab_walks_the_graph_and_the_cursor_follows() {
    let mut play = graph(4);
    let all = names(&play);
    assert_eq!(all[..6], ["a1", "b1", "c1", "c1", "d1", "d1"]);
    assert_eq!((all.len(), all[28].as_str()), (29, "d4"));
    for name in &all {
        press(&mut play, KeyCode::Tab);
        assert_eq!((play.model.view.cursor, node(&play).is_some()), (cell(name), true));
    }
    press(&mut play, KeyCode::Tab);
    assert_eq!(play.model.view.cursor, cell("a1"));
    for name in all.iter().rev() {
        press(&mut play, KeyCode::BackTab);
        assert_eq!(play.model.view.cursor, cell(name));
    }
    press(&mut play, KeyCode::Esc);
    assert!(node(&play).is_none() && play.model.drawn().is_some());
    // If the graph is entered from the board, the first marked node belongs to the cell under the cursor.
    play.keys(":c3\n");
    press(&mut play, KeyCode::Tab);
    assert_eq!(play.model.view.cursor, cell("c3"));
}

#[test]
fn arrows_go_from_level_to_level_and_from_node_to_node() {
    use KeyCode::{Down, End, Home, Left, PageDown, PageUp, Right, Tab, Up};
    let mut play = graph(4);
    press(&mut play, Tab);
    let mut seen = Vec::new();
    let keys = [Up, Down, Down, Right, Right, Down, Up, Left, PageDown, End, PageUp, Home];
    for key in keys {
        press(&mut play, key);
        let column = chip(&play, node(&play).unwrap()).0;
        seen.push(format!(
            "{} {}",
            play.model.view.cursor,
            if column < 70 { "left" } else { "right" }
        ));
    }
    let expected = [
        "a1 right", "b1 right", "c1 left", "c1 right", "c1 right", "d1 right", "c1 right",
        "c1 left", "c3 left", "d4 right", "d2 left", "a1 right",
    ];
    assert_eq!(seen, expected);
}

#[test]
fn decisions_can_be_made_while_the_graph_is_walked() {
    let mut play = graph(4);
    press(&mut play, KeyCode::Tab);
    press(&mut play, KeyCode::Tab);
    let screen = press(&mut play, KeyCode::Char(' '));
    assert_eq!((play.decisions().as_str(), play.model.view.cursor), ("b1", cell("b1")));
    assert!(node(&play).is_some() && screen.contains("17 of 31 nodes remain"), "{screen}");
    // The selection follows the cursor to a remaining node.
    play.keys(":c1\n");
    let remaining = play.model.drawn().unwrap().remaining(play.model.app.session.problem());
    assert!(remaining.nodes[node(&play).unwrap()]);
    // Another board has another diagram.
    play.keys(":size 6\n");
    play.screen(120, 40);
    assert!(node(&play).is_none() && play.model.drawn().is_none());
}

#[test]
fn a_click_on_a_node_goes_there_and_the_wheel_scrolls() {
    let mut play = graph(4);
    for node in [0, 3, 17] {
        let (x, y) = chip(&play, node);
        play.click_at(MouseButton::Left, x + 1, y);
        play.screen(120, 40);
        assert_eq!(play.model.view.cursor, play.model.small_diagram().unwrap().cell(node));
        assert_eq!(self::node(&play), Some(node));
    }
    assert!(play.decisions().is_empty());
    play.press(KeyCode::Home);
    play.point(MouseEventKind::ScrollDown, (100, 30));
    assert_eq!(play.model.view.cursor, cell("d1"));
    play.press(KeyCode::Esc);
    play.point(MouseEventKind::ScrollDown, (100, 30));
    assert_eq!(play.model.view.cursor, cell("c2"));
    play.point(MouseEventKind::ScrollUp, (100, 30));
    assert_eq!((play.model.view.cursor, node(&play)), (cell("d1"), None));
}

#[test]
fn a_click_on_the_diagram_shows_it_as_a_graph() {
    let mut play = Play::queens(4);
    play.send(Message::Resized(120, 40));
    let text = text(&play.screen(120, 40));
    let is_title = |(_, line): &(usize, &str)| line.contains("─ ROBDD: 31 nodes ─");
    let (row, line) = text.lines().enumerate().find(is_title).unwrap();
    let column = line.split_once("─ ROBDD: 31 nodes ─").unwrap().0.chars().count();
    play.click_at(MouseButton::Left, column as u16 + 4, row as u16 + 2);
    assert_eq!(play.model.app.diagram, DiagramView::Graph);
}

#[test]
fn a_reduction_is_offered_where_it_can_begin() {
    for (size, begins) in [(5, true), (6, false)] {
        let mut play = graph(size);
        let offered = play.text(120, 40).contains(":reduce how it shrinks");
        play.settled(":reduce\n");
        assert_eq!((offered, play.model.series_view().is_some()), (begins, begins), "{size}");
    }
}

#[test]
fn o_shows_other_orders_and_what_they_gain() {
    let mut play = graph(4);
    press(&mut play, KeyCode::Tab);
    for (name, gain) in [
        ("diagram, column-major", "31 nodes, as many as row-major"),
        ("diagram, diagonal", "31 nodes, as many as row-major"),
        ("diagram, inside-out", "row-major"),
        ("diagram, sifted", "25 nodes, 6 fewer than row-major (-19 %)"),
        ("diagram ─", "─ 31 nodes ─"),
    ] {
        let screen = press(&mut play, KeyCode::Char('o'));
        assert!(screen.contains(name) && screen.contains(gain), "{name}\n{screen}");
        assert!(node(&play).is_some());
    }
}

#[test]
fn an_order_that_takes_long_is_passed_over() {
    let mut play = graph(4);
    press(&mut play, KeyCode::Tab);
    play.keys("o");
    play.say(Report::Answer(Change::of(jobs::graph::take, Err(export::NotDrawn::InThisOrder))));
    assert_eq!(play.notice(), "the diagram in column-major order takes too long");
    assert_eq!(play.model.app.graph.request.order, OrderRequest::Known(DrawnOrder::Diagonal));
    assert!(play.model.drawn().is_some());
    play.say(Report::Done);
    play.settle();
    let drawn = play.model.drawn().unwrap();
    assert_eq!(drawn.request.order, OrderRequest::Known(DrawnOrder::Diagonal));
}

#[test]
fn a_cancelled_order_leaves_the_graph_as_it_was() {
    let mut play = graph(4);
    press(&mut play, KeyCode::Tab);
    play.keys("oooo");
    let interrupted = Interrupted { cause: Cause::Cancelled, reached: Progress::default() };
    play.say(Report::Interrupted(interrupted));
    assert_eq!(play.model.app.graph.request, DiagramRequest::default());
    assert!(play.model.drawn().is_some() && play.model.app.is_graph_known());
    // Without an earlier graph, a cancelled question also counts as answered.
    let mut play = Play::queens(4);
    play.keys("g");
    play.say(Report::Interrupted(interrupted));
    assert!(play.model.app.is_graph_known() && play.model.app.jobs.answering.is_none());
    assert!(text(&play.screen(120, 40)).contains("no graph: the diagram takes too long"));
    play.settled(":b1\n ");
    play.screen(120, 40);
    assert!(play.model.drawn().is_some());
}

#[test]
fn edges_to_0_can_be_left_out() {
    let mut play = graph(4);
    press(&mut play, KeyCode::Tab);
    assert!(!press(&mut play, KeyCode::Char('Z')).contains("──0"));
    assert!(press(&mut play, KeyCode::Char('Z')).contains("──0"));
}

#[test]
fn a_large_graph_is_folded_zoomed_and_moved() {
    let mut play = graph(8);
    assert!(text(&play.screen(120, 40)).contains("2,453 nodes"));
    press(&mut play, KeyCode::Tab);
    let row = |play: &Play| play.model.view.graph.window.first_row;
    let (width, height) = play.model.graph_room();
    assert!(play.model.is_graph_cut() && row(&play) == 0);
    // The last node is in view after End, and the wheel moves the window without moving the cursor.
    press(&mut play, KeyCode::End);
    assert_eq!(
        (play.model.view.cursor, row(&play) + height),
        (cell("h8"), play.model.view.graph.layout.rows)
    );
    let last = row(&play);
    play.point(MouseEventKind::ScrollUp, (100, 20));
    play.screen(120, 40);
    assert_eq!((play.model.view.cursor, row(&play)), (cell("h8"), last - 3));
    play.point(MouseEventKind::Down(MouseButton::Left), (100, 10));
    play.point(MouseEventKind::Drag(MouseButton::Left), (100, 15));
    play.screen(120, 40);
    assert_eq!(row(&play), last - 8);
    play.point(MouseEventKind::Up(MouseButton::Left), (100, 15));
    // Wide drawings move to the side as well.
    press(&mut play, KeyCode::Home);
    press(&mut play, KeyCode::Char('+'));
    assert_eq!(play.model.view.graph.layout.columns, 2 * width);
    let column = play.model.view.graph.window.first_column;
    press(&mut play, KeyCode::Char('-'));
    press(&mut play, KeyCode::Char('+'));
    assert_eq!((play.model.view.graph.window.first_column, row(&play)), (column, 0));
    play.send(Message::Key(crossterm::event::KeyEvent::new(
        KeyCode::Right,
        crossterm::event::KeyModifiers::SHIFT,
    )));
    assert!(play.model.view.graph.window.first_column > column);
    // Smaller scales: marks, then the whole graph.
    for _ in 0..3 {
        press(&mut play, KeyCode::Char('-'));
    }
    assert!(!play.model.is_graph_cut());
    let mut shown: Vec<usize> =
        play.model.view.hits.areas.iter().filter_map(|(_, hit)| hit.try_as_graph_node()).collect();
    shown.sort_unstable();
    assert_eq!(shown, (0..2451).collect::<Vec<_>>());
}

#[test]
fn a_click_between_nodes_finds_the_nearest() {
    let mut play = graph(4);
    let (x, y) = chip(&play, 3);
    play.click_at(MouseButton::Left, x + 1, y + 1);
    assert_eq!(node(&play), Some(3));
    // In the map of a large graph, a click moves the window.
    let mut play = graph(7);
    let map = play.model.view.hits.areas.iter().find(|(_, hit)| *hit == Hit::GraphMap).unwrap().0;
    play.click_at(MouseButton::Left, map.x + 2, map.bottom() - 1);
    let (_, height) = play.model.graph_room();
    let end = play.model.view.graph.window.first_row + height;
    assert!(10 * end > 9 * play.model.view.graph.layout.rows);
    assert_eq!((node(&play), play.model.view.cursor), (None, cell("a1")));
}

/// The numbers of a marked node: of all solutions 16 have a queen on c1.
#[test]
fn a_marked_node_says_its_numbers_and_what_a_click_cuts() {
    let mut play = graph(8);
    let screen = press(&mut play, KeyCode::Tab);
    let left = |value| {
        let drawn = play.model.drawn().unwrap();
        let problem = play.model.app.session.problem().clone().with(cell("a1"), value).unwrap();
        2453 - drawn.nodes_at(&problem)
    };
    let (placed, excluded) = (left(Value::Placed), left(Value::Excluded));
    let placed = crate::widgets::grouped(placed);
    let note =
        format!("a1: 92 solutions below, 1 path above; Space cuts {placed} nodes, x {excluded}");
    assert!(screen.contains(&note), "{note}\n{screen}");
}

#[test]
fn a_large_graph_is_shown_around_one_node() {
    use KeyCode::{BackTab, Backspace, Char, Down, Home, Tab};
    let mut play = Play::queens(8);
    play.screen(120, 40);
    play.settled("g");
    let screen = press(&mut play, Tab);
    assert!(
        screen.contains("around one node") && screen.contains("2,453 nodes, level 1"),
        "{screen}"
    );
    assert!(screen.contains("a1  92 solutions below, 1 path above"), "{screen}");
    // Of the 92 solutions, 4 have a queen on a1.
    let screen = press(&mut play, Char('1'));
    assert!(screen.contains("from the root   a1  stands"), "{screen}");
    assert!(screen.contains("4 solutions below, 1 path above"), "{screen}");
    let shown =
        |play: &Play, name| play.model.mode().behavior().cell_state(&play.model, cell(name));
    assert_eq!(shown(&play, "a1"), Some(CellState::Placed));
    assert_eq!(shown(&play, "h8"), Some(CellState::Possible));
    press(&mut play, Backspace);
    assert_eq!(play.model.view.cursor, cell("a1"));
    press(&mut play, Backspace);
    assert!(play.notice().contains("this is the root"), "{}", play.notice());
    assert!(press(&mut play, Char('0')).contains("88 solutions below"));
    // Moving among the drawn nodes leaves the drawing as it is.
    let before = play.model.app.graph.around.clone().unwrap();
    press(&mut play, Down);
    press(&mut play, Tab);
    press(&mut play, BackTab);
    assert!(Arc::ptr_eq(&before, play.model.app.graph.around.as_ref().unwrap()));
    // A cell's name selects its level, Home selects the root.
    play.settled(":e4\n");
    assert_eq!(play.model.view.cursor, cell("e4"));
    assert!(text(&play.screen(120, 40)).contains("level 29"));
    assert!(press(&mut play, Home).contains("level 1 "));
    // Unfolded, the run after a1 is a chip for each cell.
    press(&mut play, Char('1'));
    assert!(text(&play.screen(120, 40)).contains("b1–"));
    assert!(!press(&mut play, Char('f')).contains("b1–"));
    press(&mut play, Char('f'));
    // A click opens a fold.
    let run = play.model.around().unwrap().centre;
    let (x, y) = chip(&play, run);
    play.click_at(MouseButton::Left, x, y);
    play.settle();
    assert!(!text(&play.screen(120, 40)).contains("b1–"));
    // The key shows the whole graph, folded but for the 11 nodes from b1 to d2, and then puts it away.
    let screen = press(&mut play, Char('g'));
    assert!(screen.contains("2,453 nodes, folded into 335"), "{screen}");
    assert!(!press(&mut play, Char('g')).contains("folded"));
}

/// The cells of the path that the board shows with a piece.
fn placed_on_path(play: &Play) -> Vec<String> {
    let path = play.model.view.graph.path.iter().flat_map(problem::Decisions::iter);
    let mut placed: Vec<String> = path
        .filter(|(_, value)| *value == Value::Placed)
        .map(|(cell, _)| cell.to_string())
        .collect();
    placed.sort();
    placed
}

/// The paths of all four solutions of 6 queens end at the same node.
#[test]
fn a_walked_path_is_kept_where_nodes_merge() {
    use KeyCode::{Backspace, Char, Home, Tab};
    let mut play = Play::queens(6);
    play.screen(100, 30);
    play.settled("g");
    for key in [Tab, Home, Char('0'), Char('1')] {
        press(&mut play, key);
    }
    let (run, path) = (node(&play), play.model.marked_path());
    assert_eq!(placed_on_path(&play), ["b1"]);
    press(&mut play, Char('1'));
    assert!(play.notice().contains("c1–e6: no choice"), "{}", play.notice());
    // The only solution with a queen on b1.
    assert_eq!(placed_on_path(&play), ["a4", "b1", "c5", "d2", "e6", "f3"]);
    press(&mut play, Backspace);
    assert_eq!((node(&play), play.model.marked_path()), (run, path));
    assert_eq!(play.model.view.cursor, cell("c1"));
}

#[test]
fn the_path_is_kept_across_kinds_and_orders_of_the_diagram() {
    use KeyCode::{Char, Down, Tab};
    let mut play = Play::queens(8);
    play.screen(100, 30);
    play.settled("g");
    for key in [Tab, Char('0'), Char('1'), Char('0')] {
        press(&mut play, key);
    }
    let before = (node(&play), play.model.marked_path(), play.model.view.cursor);
    assert_eq!(placed_on_path(&play), ["b1"]);
    press(&mut play, Char('d'));
    assert_eq!(play.model.app.graph.request.kind, engine::DiagramKind::Zdd);
    assert_eq!(placed_on_path(&play), ["b1"]);
    assert!(node(&play).is_some() && play.model.view.cursor == before.2);
    press(&mut play, Char('d'));
    let after = (node(&play), play.model.marked_path(), play.model.view.cursor);
    assert_eq!(after, before);
    // The order by columns has no node after b1 alone; back in the first order, the place is the same.
    while play.model.app.graph.request.order.next() != OrderRequest::default() {
        press(&mut play, Char('o'));
    }
    press(&mut play, Char('o'));
    assert_eq!((node(&play), play.model.marked_path(), play.model.view.cursor), before);
    // A step ends the kept place.
    press(&mut play, Down);
    assert!(play.model.view.graph.kept.is_none() && node(&play) != before.0);
}

#[test]
fn a_narrow_frame_has_the_last_piece_of_a_path_and_the_level_of_the_marked_node() {
    let mut play = Play::queens(8);
    play.screen(120, 40);
    play.settled("g");
    for key in [KeyCode::Tab, KeyCode::Char('1'), KeyCode::Char('0'), KeyCode::Char('1')] {
        press(&mut play, key);
    }
    play.screen(80, 24);
    play.settle();
    let screen = text(&play.screen(80, 24));
    let path = play.model.marked_path().unwrap();
    let source = play.model.drawn().unwrap().source();
    let placed = path.iter().filter(|(_, high)| *high);
    let placed: Vec<Cell> =
        placed.map(|(node, _)| source.cells()[source.node(*node).level]).collect();
    let last = placed.last().unwrap();
    assert!(placed.len() > 1 && screen.contains(&format!(" {last}  stand, ")), "{screen}");
    assert!(screen.contains("│ … ") && !screen.contains("from the root"), "{screen}");
    let level = source.node(play.model.walked_node().unwrap()).level + 1;
    assert!(screen.contains(&format!(" nodes, level {level} ")), "{screen}");
}

#[test]
fn nodes_of_a_very_large_graph_are_read_one_by_one() {
    let mut play = Play::queens(11);
    play.screen(120, 40);
    play.settled("g\t");
    let screen = text(&play.screen(120, 40));
    assert!(play.model.drawn().unwrap().is_read_by_node());
    assert!(screen.contains("2,680 solutions below, 1 path above"), "{screen}");
    // The whole graph cannot be drawn.
    play.settled("-");
    assert!(play.notice().contains("too many to draw"), "{}", play.notice());
    press(&mut play, KeyCode::Char('0'));
    press(&mut play, KeyCode::Char('1'));
    let part = play.model.drawn().unwrap().nodes();
    // After decisions, the remaining nodes are shown.
    play.settled(":d1\n :f2\n ");
    play.screen(120, 40);
    assert!(play.model.drawn().unwrap().nodes() < part && play.model.app.is_graph_known());
    play.settled("r");
    assert!(text(&play.screen(120, 40)).contains("around one node"));
}

#[test]
fn folds_of_a_drawn_graph_are_opened_by_a_click() {
    let mut play = Play::queens(6);
    play.screen(120, 40);
    play.settled("g\t");
    let screen = text(&play.screen(120, 40));
    assert!(screen.contains("131 nodes, folded into 11") && screen.contains("c1–e6"), "{screen}");
    let chips = &play.model.chip_graph().unwrap().part.chips;
    let run = chips.iter().position(|chip| chip.name() == "c1–e6").unwrap();
    let (nodes, (x, y)) = (chips[run].nodes.len(), chip(&play, run));
    play.click_at(MouseButton::Left, x, y);
    play.settle();
    play.screen(120, 40);
    assert_eq!(play.model.chip_graph().unwrap().part.chips.len(), 11 - 1 + nodes);
    assert_eq!(play.model.view.cursor, cell("c1"));
    // The board shows the path to c1: a1 is empty, b1 stands.
    let state = |name| play.model.mode().behavior().cell_state(&play.model, cell(name));
    assert_eq!((state("a1"), state("b1")), (Some(CellState::Excluded), Some(CellState::Placed)));
    let screen = press(&mut play, KeyCode::Char('f'));
    assert!(!screen.contains("chips"), "{} {screen}", play.notice());
}

#[test]
fn a_diagram_without_nodes_is_said_in_words() {
    assert!(text(&graph(3).screen(120, 40)).contains("only the terminal 0 is left"));
    let mut play = graph(1);
    play.settled(":rules none\n");
    assert!(text(&play.screen(120, 40)).contains("only the terminal 1 is left"));
    press(&mut play, KeyCode::Tab);
    assert!(node(&play).is_none());
}

#[test]
fn a_small_window_says_what_the_graph_needs() {
    let mut play = graph(4);
    press(&mut play, KeyCode::Tab);
    let screen = text(&play.screen(71, 40));
    assert!(node(&play).is_none() && !screen.contains("must stand"), "{screen}");
    let screen = text(&play.screen(80, 19));
    assert!(screen.contains("the graph needs a window of"), "{screen}");
    assert!(text(&play.screen(72, 20)).contains("31 nodes"));
    assert!(!play.model.view.layout.graph.is_empty());
}

#[test]
fn the_graph_tells_no_more_than_the_assist() {
    let mut play = graph(4);
    press(&mut play, KeyCode::Tab);
    play.settled(":assist attacks\n");
    let screen = text(&play.screen(120, 40));
    assert!(node(&play).is_none() && !screen.contains("must stand"), "{screen}");
    for keys in ["g", "\t", ":grow\n"] {
        match keys {
            "\t" => play.press(KeyCode::Tab),
            keys => play.keys(keys),
        };
        assert!(play.notice().contains("tell too much"), "{keys:?}");
    }
    assert_eq!(play.model.app.diagram, DiagramView::Graph);
}

#[test]
fn a_late_answer_is_about_the_position_that_asked() {
    let mut play = Play::queens(4);
    play.keys("g");
    let late = play.reports();
    play.keys(":size 5\n");
    for (asked, report) in late {
        play.send(AppEvent::Report(asked, report));
    }
    assert!(play.model.drawn().is_none());
    play.settle();
    assert_eq!(play.model.drawn().unwrap().problem.rules(), play.rules());
}

#[test]
fn rules_are_stepped_through_one_by_one() {
    use KeyCode::{Char, End, Home, Left, Right};
    let mut play = Play::queens(4);
    play.settled(":b1\n ");
    let effects = play.keys(":grow\n");
    let asks = effects
        .iter()
        .any(|effect| matches!(effect, Effect::Ask(question) if question.job == jobs::Series(SeriesRequest::Growth)));
    assert!(asks);
    play.settle();
    let seen = |play: &mut Play, key| {
        press(play, key);
        let view = play.model.series_view().unwrap();
        (view.stage_index, view.stage().name.clone(), view.stage().nodes, play.model.view.cursor)
    };
    let at = |index, part: &str, nodes, name: &str| -> (usize, String, usize, Cell) {
        (index, part.to_owned(), nodes, cell(name))
    };
    assert_eq!(seen(&mut play, Home), at(0, "row 4: at least 1", 6, "a4"));
    assert_eq!(seen(&mut play, Right), at(1, "board rule of a4", 9, "a4"));
    // With room for one graph, the rule alone comes before the result: a4 and its three neighbours.
    let shown = |play: &Play| {
        let view = play.model.series_view().unwrap();
        (view.shows_operand, view.net().unwrap().diagram.nodes.len())
    };
    assert_eq!(shown(&play), (true, 4));
    let screen = text(&play.screen(120, 40));
    for part in ["board rule of a4 alone ─", " 6 nodes ─", "6 so far, 6 alone, together 9 nodes"]
    {
        assert!(screen.contains(part), "{part}\n{screen}");
    }
    assert_eq!(seen(&mut play, Right), at(1, "board rule of a4", 9, "a4"));
    assert_eq!(shown(&play), (false, 7));
    assert_eq!(seen(&mut play, Char(']')), at(2, "board rule of b4", 9, "b4"));
    assert_eq!(seen(&mut play, Char('[')), at(1, "board rule of a4", 9, "a4"));
    assert_eq!(seen(&mut play, End), at(20, "place b1", 17, "b1"));
    assert_eq!(seen(&mut play, Right), at(20, "place b1", 17, "b1"));
    assert_eq!(seen(&mut play, Left), at(19, "board rule of d1", 31, "d1"));
    let screen = text(&play.screen(120, 40));
    for part in ["rule 20 of 21", "board rule of d1 ─", "31 nodes", "nodes after each"] {
        assert!(screen.contains(part), "{part}\n{screen}");
    }
    press(&mut play, Home);
    press(&mut play, Left);
    press(&mut play, KeyCode::Esc);
    assert!(play.model.series_view().is_none());
    assert_eq!(play.decisions(), "b1");
}

/// Regression test: the board showed all cells that a4 attacks, the diagram only the attacked cells of row 4.
#[test]
fn the_board_shows_as_much_of_a_rule_as_the_diagram() {
    let mut play = Play::queens(4);
    play.settled(":grow\n");
    press(&mut play, KeyCode::Right);
    let dark = |play: &Play| {
        let scene = Scene::of(&play.model);
        let is_dark = |cell: &Cell| scene.square(*cell).state == State::Attacked;
        play.rules().size().iter().filter(is_dark).map(|cell| cell.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(dark(&play), ["b4", "c4", "d4"]);
    let screen = text(&play.screen(120, 40));
    assert!(screen.contains("cells below come"), "{screen}");
    while play.model.series_view().unwrap().stage().name != "board rule of a1" {
        press(&mut play, KeyCode::Right);
    }
    assert_eq!(dark(&play), ["b1", "c1", "d1", "a2", "b2", "a3", "c3", "a4", "d4"]);
    assert!(!text(&play.screen(120, 40)).contains("cells below come"));
    // On larger boards, all rules of a row form one stage.
    let mut play = Play::queens(9);
    play.settled(":grow\n");
    assert!(text(&play.screen(120, 40)).contains("all rules of the lit cells"));
}

/// In a wide window, both operands and the result are side by side, and a step needs one key.
#[test]
fn a_wide_window_shows_both_operands_and_the_result() {
    let mut play = Play::queens(4);
    play.settled(":grow\n");
    let screen = text(&play.screen(200, 50));
    for part in ["─ so far ─", "no rule so far", "─ row 4: at least 1 ─", "─ together ─"]
    {
        assert!(screen.contains(part), "{part}\n{screen}");
    }
    play.press(KeyCode::Right);
    play.press(KeyCode::Right);
    let screen = text(&play.screen(200, 50));
    let view = play.model.series_view().unwrap();
    assert_eq!((view.stage_index, view.shows_operand), (2, false));
    // The rule alone has a node of a4, two of b4, one of c4, one of d4, and the terminals.
    for part in ["─ so far ─", "─ board rule of b4 ─", " 7 nodes ─", "─ together ─", " 9 nodes ─"]
    {
        assert!(screen.contains(part), "{part}\n{screen}");
    }
    // In a smaller window, the result stays.
    assert!(text(&play.screen(80, 24)).contains("─ board rule of b4 ─"));
}

#[test]
fn a_step_too_large_for_a_graph_is_a_silhouette() {
    let mut play = Play::queens(5);
    play.settled(":grow\n");
    press(&mut play, KeyCode::End);
    assert!(play.model.series_view().unwrap().stage().diagram.is_none());
    let screen = text(&play.screen(120, 40));
    assert!(screen.contains("nodes: too many to draw") && screen.contains("█"), "{screen}");
    assert!(text(&play.screen(60, 44)).contains("a larger window"));
    assert!(text(&play.screen(30, 10)).contains("board rule of e1"));
}

#[test]
fn without_rules_there_is_nothing_to_step_through() {
    let mut play = Play::queens(1);
    play.settled(":rules none\n");
    play.settled(":hole a1\n");
    play.settled(":grow\n");
    assert!(play.model.series_view().is_none());
    assert_eq!(play.notice(), "there are no rules to look at");
}

#[test]
fn a_board_with_too_many_cells_has_no_rules_to_step_through() {
    let mut play =
        Play::open(Problem::new(Rules::queens(300).unwrap()), &crate::testing::options());
    play.keys(":grow\n");
    for (asked, report) in play.reports() {
        play.send(AppEvent::Report(asked, report));
    }
    assert!(play.notice().contains("90000 variables are more"), "{}", play.notice());
}

#[test]
fn a_graph_in_another_order_is_walked_before_it_is_drawn() {
    for size in [4, 5] {
        let mut play = graph(size);
        play.press(KeyCode::Tab);
        for _ in 0..5 {
            play.settled("o");
            for key in [KeyCode::End, KeyCode::Tab, KeyCode::Right, KeyCode::Up] {
                play.press(key);
            }
            let nodes = play.model.small_diagram().map_or(0, |diagram| diagram.nodes.len());
            assert!(play.model.view.graph.layout.nodes().all(|node| node < nodes));
        }
    }
}

/// Regression: after a click on a node while a hint was shown, Esc ended the hint and did not leave the graph.
#[test]
fn a_click_on_a_node_ends_a_hint() {
    let mut play = graph(4);
    play.settled("H");
    assert!(play.model.app.hint.is_some());
    play.screen(120, 40);
    let is_node = |&&(_, hit): &&(_, Hit)| matches!(hit, Hit::GraphNode(_));
    let (area, _) = *play.model.view.hits.areas.iter().find(is_node).unwrap();
    play.point(MouseEventKind::Down(MouseButton::Left), (area.x, area.y));
    assert!(node(&play).is_some() && play.model.app.hint.is_none());
    play.press(KeyCode::Esc);
    assert!(matches!(play.model.mode(), Mode::Board));
}

/// Regression: after `g`, the keys `+` and `-` gave the board another size.
#[test]
fn the_keys_for_larger_and_smaller_boards_zoom_a_graph() {
    let mut play = Play::queens(4);
    play.screen(120, 40);
    // Also while the graph is not drawn.
    play.keys("g");
    assert!(play.notice().contains("drawing"), "{}", play.notice());
    play.keys("-");
    play.settle();
    assert_eq!(play.model.view.graph.scale, GraphScale::Marks);
    let screen = press(&mut play, KeyCode::Char('-'));
    assert_eq!(play.model.view.graph.scale, GraphScale::Whole);
    assert!(screen.contains("+ - zoom") && screen.contains("g: put away"), "{screen}");
    // With a row for each level, edges are drawn between the nodes.
    assert!(screen.contains('●') && screen.contains('⠒'), "{screen}");
    press(&mut play, KeyCode::Char('-'));
    assert_eq!(play.notice(), "the graph is at its smallest");
    press(&mut play, KeyCode::Char('+'));
    assert_eq!(play.model.view.graph.scale, GraphScale::Marks);
    assert_eq!(play.rules().size(), "4".parse().unwrap());
    // The board has its keys again.
    play.settled("g+");
    assert_eq!(play.rules().size(), "5".parse().unwrap());
}

#[test]
fn far_keys_of_the_board_move_a_graph_that_is_cut() {
    let mut play = graph(8);
    let shift = |code| {
        Message::Key(crossterm::event::KeyEvent::new(code, crossterm::event::KeyModifiers::SHIFT))
    };
    play.send(shift(KeyCode::Down));
    assert!(play.model.view.graph.window.first_row > 0);
    assert_eq!((play.model.view.cursor, node(&play)), (cell("a1"), None));
}

#[test]
fn the_map_covers_no_node() {
    let mut maps = 0;
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        let mut play = graph(8);
        play.screen(width, height);
        for _ in 0..20 {
            let areas = |wanted: fn(&Hit) -> bool| {
                let areas = play.model.view.hits.areas.iter().filter(move |(_, hit)| wanted(hit));
                areas.map(|(area, _)| *area).collect::<Vec<_>>()
            };
            let nodes = areas(|hit| matches!(hit, Hit::GraphNode(_)));
            for map in areas(|hit| *hit == Hit::GraphMap) {
                maps += 1;
                assert!(!nodes.iter().any(|node| node.intersects(map)), "{map} {width}x{height}");
            }
            play.model.pan_graph(9, 0);
            play.screen(width, height);
        }
    }
    assert!(maps > 0);
}

#[test]
fn without_room_for_edges_to_0_the_key_says_so() {
    let mut play = graph(8);
    press(&mut play, KeyCode::Tab);
    let screen = press(&mut play, KeyCode::Char('Z'));
    assert!(play.notice().contains("no room for the edges to 0"), "{}", play.notice());
    assert!(!screen.contains("──0") && !play.model.view.graph.hides_zeros);
    press(&mut play, KeyCode::Char('-'));
    press(&mut play, KeyCode::Char('Z'));
    assert!(play.notice().contains("nodes with names"), "{}", play.notice());
}

#[test]
fn a_restriction_names_the_cell_of_the_cursor_and_its_state() {
    for (keys, notice) in [
        (
            ":restrict\n",
            "a1 (the cell of the cursor) is impossible: with a piece there, only the terminal 0 is left",
        ),
        (":restrict exclude a1\n", "a1 is impossible: with no piece there, no solution is lost"),
        (
            ":b1\n:restrict\n",
            "restricted to a piece on b1 (the cell of the cursor); ':restrict CELL' takes another",
        ),
        (":restrict b1\n", ""),
        (
            ":b1\n :restrict\n",
            "b1 (the cell of the cursor) is decided already; ':back b1' takes that back",
        ),
    ] {
        let mut play = graph(4);
        play.settled(keys);
        assert_eq!(play.notice(), notice, "{keys:?}");
    }
}

#[test]
fn the_legend_gives_its_rows_to_a_graph_that_needs_them() {
    let ascii = Options { glyphs: Glyphs::Ascii, depth: ColorDepth::None, ..options() };
    for (options, legend) in [(options(), "⠒⠒⠒ piece"), (ascii, "| piece")] {
        let mut play = Play::open(Problem::new(Rules::queens(4).unwrap()), &options);
        play.settled("g");
        for (height, is_cut) in [(37, true), (38, false), (41, false)] {
            let screen = text(&play.screen(120, height));
            assert_eq!(play.model.is_graph_cut(), is_cut, "{height}\n{screen}");
            assert!(screen.contains(legend), "{height}\n{screen}");
            let is_last = |line: &str| line.ends_with("d4 │") || line.ends_with("d4 |");
            assert!(is_cut || screen.lines().any(is_last), "{height}\n{screen}");
        }
    }
}

/// Regression: a graph that was zoomed on a large board kept its scale on a small one, and half of it was out of view.
#[test]
fn another_diagram_begins_in_the_usual_scale() {
    for keys in [":size 4\n", "o", "d", ":rule board a1\n"] {
        let mut play = graph(7);
        press(&mut play, KeyCode::Tab);
        press(&mut play, KeyCode::Char('+'));
        assert_eq!(play.model.view.graph.scale, GraphScale::Wide(1));
        // A decision keeps the scale.
        play.settled(" ");
        assert_eq!(play.model.view.graph.scale, GraphScale::Wide(1));
        play.settled(keys);
        assert_eq!(play.model.view.graph.scale, GraphScale::Chips, "{keys}");
    }
}

#[test]
fn tab_passes_over_nodes_that_are_gone_and_arrows_follow_edges() {
    let mut play = graph(4);
    play.settled(":b1\n ");
    let drawn = play.model.drawn().unwrap().clone();
    let remaining = drawn.remaining(play.model.app.session.problem());
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..2 * drawn.nodes() {
        press(&mut play, KeyCode::Tab);
        seen.insert(node(&play).unwrap());
    }
    let alive = (0..drawn.diagram.nodes.len()).filter(|&node| remaining.nodes[node]);
    assert!(seen.into_iter().eq(alive));
    for from in 0..drawn.diagram.nodes.len() {
        let inner = drawn.diagram.nodes[from];
        let edges =
            [false, true].map(|high| (inner.target(high).node(), remaining.edge(from, high)));
        crate::modes::graph::go_to(&mut play.model, from);
        play.press(KeyCode::Down);
        let to = node(&play).unwrap();
        if edges.iter().all(|(child, _)| child.is_none()) {
            assert_eq!(to, from);
            continue;
        }
        let has_live_child = edges.iter().any(|(child, is_live)| child.is_some() && *is_live);
        assert!(
            edges.iter().any(|&(child, is_live)| child == Some(to) && is_live == has_live_child),
            "{from} {to}"
        );
        play.press(KeyCode::Up);
        let parent = drawn.diagram.nodes[node(&play).unwrap()];
        assert!([parent.low, parent.high].iter().any(|target| target.node() == Some(to)));
    }
}

#[test]
fn keys_of_the_graph_work_from_the_board() {
    let mut play = graph(4);
    assert!(text(&play.screen(120, 40)).contains("──0"));
    assert!(!press(&mut play, KeyCode::Char('Z')).contains("──0"));
    assert!(press(&mut play, KeyCode::Char('d')).contains("ZDD"));
    assert!(node(&play).is_none() && play.decisions().is_empty());
}

#[test]
fn a_node_that_is_gone_says_why_and_offers_no_cut() {
    let mut play = graph(4);
    play.settled(":b1\n ");
    let drawn = play.model.drawn().unwrap().clone();
    let problem = play.model.app.session.problem().clone();
    let remaining = drawn.remaining(&problem);
    let counts = drawn.diagram.node_counts(problem.decisions());
    for (node, count) in counts.iter().enumerate() {
        crate::modes::graph::go_to(&mut play.model, node);
        let screen = text(&play.screen(120, 40));
        let is_reached = count.paths_above != 0_u8.into();
        assert_eq!(screen.contains("no path of what remains leads here"), !is_reached, "{screen}");
        // One solution remains, so no decision can cut off nodes.
        assert!(!screen.contains(" cuts "), "{screen}");
        assert!(is_reached || !remaining.nodes[node]);
    }
}

/// The number of remaining nodes in view, and of remaining nodes on the level of the cursor.
fn remaining_in_view(play: &mut Play) -> (usize, usize) {
    play.screen(80, 24);
    let drawn = play.model.drawn().unwrap();
    let part = drawn.remaining(play.model.app.session.problem());
    let areas = &play.model.view.hits.areas;
    let nodes = areas.iter().filter_map(|(_, hit)| hit.try_as_graph_node());
    let nodes: Vec<usize> = nodes.filter(|&node| part.nodes[node]).collect();
    let is_here = |&&node: &&usize| drawn.diagram.cell(node) == play.model.view.cursor;
    (nodes.len(), nodes.iter().filter(is_here).count())
}

/// Regression: after a decision, the window of the graph showed nodes that are cut off, and none that remains.
#[test]
fn the_window_shows_what_remains_until_the_user_moves_it() {
    for zoom in ["", "++", "++++", "-"] {
        for name in ["a4", "e5", "h8"] {
            let mut play = graph(8);
            play.settled(&format!(":{name}\n "));
            play.screen(80, 24);
            play.settled(zoom);
            let (all, here) = remaining_in_view(&mut play);
            assert!(all > 1 && here > 0, "{zoom:?} {name}: {all} {here}");
        }
    }
    // If a decision cuts off the nodes in view, the window moves, unless the user has moved it.
    let mut play = graph(8);
    play.settled("++++:d5\n");
    play.screen(80, 24);
    play.settled(" ");
    assert!(remaining_in_view(&mut play).1 > 0);
    play.model.pan_graph(-9, 0);
    let window = play.model.view.graph.window;
    play.settled(" ");
    play.screen(80, 24);
    assert_eq!(play.model.view.graph.window, window);
}

#[test]
fn f_leaves_out_what_is_cut_off() {
    let mut play = graph(8);
    play.settled(":a4\n ");
    let screen = text(&play.screen(120, 40));
    assert!(screen.contains("F: what remains, g: put away"), "{screen}");
    let shown = |play: &Play| play.model.view.graph.layout.nodes().count();
    assert_eq!(shown(&play), 2451);
    press(&mut play, KeyCode::Tab);
    press(&mut play, KeyCode::Down);
    let (marked, below) = (node(&play).unwrap(), play.model.view.cursor);
    let screen = press(&mut play, KeyCode::Char('F'));
    assert!(screen.contains("706 of 2,453 nodes remain"), "{screen}");
    assert!(!screen.lines().any(|line| line.contains("⠒⠒⠒ cut off")), "{screen}");
    assert_eq!((shown(&play), play.model.view.cursor), (704, below));
    assert_eq!(play.model.drawn().unwrap().diagram.cell(node(&play).unwrap()), below);
    let drawn = play.model.drawn().unwrap();
    let problem = play.model.app.session.problem();
    assert_eq!(drawn.remaining(problem).size(), drawn.diagram.size());
    // The same node is marked in the whole diagram as before.
    press(&mut play, KeyCode::Char('F'));
    assert_eq!((shown(&play), node(&play)), (2451, Some(marked)));
    // A further decision leaves less, and an undo more.
    press(&mut play, KeyCode::Char('F'));
    play.settled(":b6\n ");
    assert_eq!(shown(&play), 166);
    play.settled("u");
    assert_eq!((shown(&play), node(&play).is_some()), (704, true));
    // The command does the same, also from the silhouette.
    press(&mut play, KeyCode::Esc);
    play.settled("gg");
    play.model.view.graph.shows_whole = true;
    play.settled(":remaining\n");
    assert_eq!(shown(&play), 704);
    play.settled("r");
    assert_eq!(shown(&play), 2451);
    play.settled(":remaining\n");
    assert!(!play.model.view.graph.hides_cut);
}

#[test]
fn the_legend_names_all_kinds_in_view_and_no_others() {
    let legend = |play: &mut Play| {
        let screen = text(&play.screen(120, 40));
        let lines = screen.lines().skip_while(|line| !line.contains("─ diagram"));
        lines.skip(1).take(2).collect::<String>()
    };
    let mut play = graph(4);
    for word in ["piece", "none", "must stand", "must stay empty", "open"] {
        assert!(legend(&mut play).contains(word), "{word}");
    }
    assert!(!legend(&mut play).contains("decided") && !legend(&mut play).contains("marked"));
    play.settled(":b1\n ");
    for word in ["piece", "none", "cut off", "decided", "must stand", "must stay empty"] {
        assert!(legend(&mut play).contains(word), "{word}");
    }
    // One solution remains, so no cell is open.
    assert!(!legend(&mut play).contains("open"));
    press(&mut play, KeyCode::Tab);
    press(&mut play, KeyCode::Tab);
    let screen = text(&play.screen(120, 40));
    assert!(
        screen.contains("must stay empty: 1 solution below")
            && legend(&mut play).contains("marked"),
        "{screen}"
    );
}

/// Regression: names of keys were cut at 80 columns.
#[test]
fn the_keys_of_each_mode_are_told_without_cuts() {
    for keys in [":search\n?", "?"] {
        let mut play = Play::queens(8);
        play.settled("g");
        play.screen(80, 24);
        play.settled(keys);
        let screen = text(&play.screen(80, 24));
        assert!(screen.contains("─ keys ─") && !screen.contains('…'), "{keys:?}\n{screen}");
    }
    let mut play = Play::queens(8);
    play.settled("g");
    play.screen(80, 24);
    play.press(KeyCode::Tab);
    play.settled("?");
    let first = text(&play.screen(80, 24));
    assert!(!first.contains('…'), "{first}");
    assert!(first.contains("more: PgDn") && first.contains("learn :lesson"), "{first}");
    assert!(first.contains("the root, the last node") && !first.contains("quit"), "{first}");
    play.press(KeyCode::PageDown);
    play.press(KeyCode::PageDown);
    assert!(text(&play.screen(80, 24)).contains("q quit"));
}
