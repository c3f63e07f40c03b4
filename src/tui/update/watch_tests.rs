//! Searches watched step by step, and the size of the diagram after each decision.

use crossterm::event::{KeyCode, MouseButton};
use insta::assert_snapshot;
use proptest::prelude::*;
use ratatui::buffer::Buffer;
use strum::VariantNames;

use super::*;
use crate::testing::{Play, cell};
use engine::search::{Event, MAX_STEPS, Propagation, RecordingEnd, SearchSnapshot};
use geometry::Cell;
use geometry::CellSet;
use geometry::Grid;
use problem::Value;
use problem::random::in_full;
use problem::{Problem, Rules};
use session::CellState;
use session::Replay;

fn playback(size: u16, command: &str) -> Play {
    let mut play = Play::queens(size);
    play.settled(command);
    assert!(play.model.playback().is_some(), "{}", play.notice());
    play
}

fn replay(play: &Play) -> &Replay {
    &play.model.playback().unwrap().first
}

fn text(screen: &Buffer) -> String {
    let line = |y| (0..screen.area.width).map(move |x| screen[(x, y)].symbol()).collect::<String>();
    (0..screen.area.height).map(|y| line(y).trim_end().to_owned() + "\n").collect()
}

/// The search for 4 queens in the OR-Tools documentation, as in `tests/integration/search.rs`: the cell of each
/// step up to the first solution.
const WALK: [&str; 33] = [
    "a1", "a2", "b2", "a3", "c3", "a4", "d4", "c2", "b3", "d3", "failure:", "c2", "d2", "d3", "b4",
    "b3", "c4", "failure:", "a1", "b1", "a2", "b2", "c2", "b3", "d3", "b4", "d2", "c3", "d4", "a3",
    "a4", "c4", "solution",
];

#[test]
fn four_queens_are_drawn_step_by_step() {
    let mut play = playback(4, ":search values=min\n");
    play.model.view.depth = crate::ColorDepth::None;
    let (mut drawn, mut told) = (String::new(), Vec::new());
    for _ in 0..=WALK.len() {
        let screen = text(&play.screen(72, 13));
        let panel = screen.lines().nth(2).unwrap().chars();
        let panel = panel.skip(usize::from(play.model.view.layout.panel.x) + 2);
        told.push(panel.collect::<String>().split(' ').next().unwrap().to_owned());
        let board = screen.lines().take(11);
        let part = |line: &str| line.chars().take(24).collect::<String>().trim_end().to_owned();
        drawn.extend(board.map(|line| part(line) + "\n"));
        play.press(KeyCode::Right);
    }
    assert_eq!(told[1..], WALK);
    assert_snapshot!(drawn);
}

#[test]
fn solutions_are_those_of_the_board_and_one_is_adopted() {
    let mut play = playback(6, ":search labeling=leftmost values=max propagation=strong\n");
    let mut found = Vec::new();
    while replay(&play).snapshot.solutions < 4 {
        play.keys("}");
        found.extend(replay(&play).solution());
    }
    assert_eq!(found.len(), 4);
    play.keys("}");
    assert_eq!(play.notice(), "no solution comes after this");
    play.press(KeyCode::End);
    assert_eq!(replay(&play).steps_done, replay(&play).len());
    assert_eq!(replay(&play).recording.end, RecordingEnd::Whole);
    play.keys("\n");
    assert_eq!(play.notice(), "no solution here: } goes to the next one");
    play.press(KeyCode::Home);
    assert_eq!(
        (replay(&play).steps_done, &replay(&play).snapshot),
        (0, &SearchSnapshot::default())
    );
    play.keys("}");
    play.settled("\n");
    assert!(play.model.playback().is_none());
    assert!(play.model.app.session.is_solved());
    let placed = play.model.app.session.decisions().cells(Value::Placed);
    assert_eq!(CellSet::from_cells(play.rules().size(), placed), found[0]);
    assert_eq!(play.solutions(), "1");
    play.control('u');
    assert_eq!(play.decisions(), "");
}

#[test]
fn decisions_are_part_of_the_search() {
    let mut play = Play::queens(8);
    play.settled(":b4\n :d5\n :a1\nx");
    play.settled(":search\n");
    let state = |play: &Play, name: &str| replay(play).state(cell(name));
    assert_eq!(state(&play, "b4"), CellState::Placed);
    assert_eq!(state(&play, "a1"), CellState::Excluded);
    assert_eq!(state(&play, "h4"), CellState::Attacked);
    assert_eq!(state(&play, "b5"), CellState::Attacked);
    assert_eq!(state(&play, "c8"), CellState::Possible);
    // The pieces on the board are not called tried, before and after the search has come to them.
    let screen = text(&play.screen(120, 40));
    assert!(screen.contains("the search starts with the 2 pieces on the board"), "{screen}");
    assert!(screen.contains("decided 2") && !screen.contains("tried 2"), "{screen}");
    play.press(KeyCode::Right);
    let screen = text(&play.screen(120, 40));
    assert!(screen.contains("b4 stands already in row 4"), "{screen}");
    assert!(screen.contains("decided before the search"), "{screen}");
    while !matches!(replay(&play).event(), Some(Event::Assign { .. })) {
        play.press(KeyCode::Right);
    }
    let screen = text(&play.screen(160, 40));
    assert!(screen.contains("decided 2") && screen.contains("tried 1"), "{screen}");
    // Nauck's problem has two solutions.
    play.keys("}}");
    assert_eq!(replay(&play).snapshot.solutions, 2);
}

#[test]
fn a_failing_row_is_shown_and_the_cursor_tells_who_pruned() {
    let mut play = playback(4, ":search values=min\n");
    while !matches!(replay(&play).event(), Some(Event::Fail { .. })) {
        play.press(KeyCode::Right);
    }
    let screen = text(&play.screen(120, 40));
    assert!(screen.contains("failure: row 3 has nothing left"), "{screen}");
    let marks = screen.lines().filter(|line| line.contains(" !") && !line.contains("! failed"));
    assert_eq!(marks.count(), 1, "{screen}");
    // a1 removed a3. Then c2 removed d3, the last cell of row 3.
    for (name, told) in [
        ("a3", "gone at step 4: a1 attacks it along the column"),
        ("d3", "gone at step 10: c2 attacks it along the"),
        ("c2", "a piece is tried there"),
        ("b1", "row 1 has its piece elsewhere"),
    ] {
        play.click(MouseButton::Left, name);
        let screen = text(&play.screen(120, 40));
        assert!(screen.contains(&format!("─ {name} ─")), "{screen}");
        assert!(screen.contains(told), "{told}\n{screen}");
    }
    assert_eq!(play.decisions(), "", "clicks decide nothing meanwhile");
    play.press(KeyCode::Right);
    let screen = text(&play.screen(120, 40));
    assert!(screen.contains("c2 is explored (no solution)"), "{screen}");
    assert!(replay(&play).failed_line().is_none());
}

#[test]
fn strong_propagation_names_the_row_it_spares() {
    let mut play = playback(4, ":search values=min propagation=strong\n");
    let mut told = Vec::new();
    while replay(&play).steps_done < replay(&play).len() {
        play.press(KeyCode::Right);
        told.push(text(&play.screen(120, 40)));
    }
    assert!(told.iter().any(|screen| screen.contains("it attacks all that is left in row")));
}

#[test]
fn it_plays_until_a_solution() {
    let mut play = playback(6, ":search\n");
    assert!(!play.model.is_busy());
    play.keys("p");
    assert!(play.model.is_busy());
    // Playback runs at five steps per second.
    for _ in 0..10 {
        play.send(Message::Tick);
    }
    assert_eq!(replay(&play).steps_done, 5);
    play.keys("+++");
    for _ in 0..1000 {
        play.send(Message::Tick);
    }
    assert!(replay(&play).solution().is_some() && !play.model.is_busy());
    play.keys("p-----");
    assert_eq!(play.watched().unwrap().steps_per_second(), 1);
    play.keys("h");
    assert!(!play.model.is_busy(), "a step by hand stops it");
    play.press(KeyCode::Esc);
    assert!(play.model.playback().is_none());
    assert!(play.send(Message::Tick).is_empty());
}

#[test]
fn other_things_can_be_done_meanwhile_and_end_it_where_they_change_the_board() {
    let mut play = playback(6, ":search\n");
    assert!(play.keys("a").is_empty() && play.keys("x").is_empty() && play.keys("2").is_empty());
    play.keys("?");
    assert!(play.explained().is_some());
    play.keys("?jjL:d5\n");
    assert_eq!((play.model.view.cursor, play.model.playback().is_some()), (cell("d5"), true));
    assert!(matches!(play.keys("q")[..], [Effect::Exit(Exit::Quit)]));
    play.settled(":size 5\n");
    assert!(play.model.playback().is_none());
}

/// Regression test: the title was still the title of the search, the footer was the footer of paint mode, and
/// Esc returned to the search.
#[test]
fn painting_leaves_the_search_that_was_watched() {
    let mut play = Play::queens(6);
    play.settled(":search\n");
    play.keys("l:paint\n");
    let screen = text(&play.screen(80, 24));
    let (title, footer) = (screen.lines().next().unwrap(), screen.lines().last().unwrap());
    assert!(title.ends_with("4 solutions") && footer.contains("a-z 0-9 region"), "{screen}");
    play.press(KeyCode::Esc);
    let screen = text(&play.screen(80, 24));
    let (title, footer) = (screen.lines().next().unwrap(), screen.lines().last().unwrap());
    assert!(title.ends_with("4 solutions") && footer.contains(" q quit"), "{screen}");
}

/// Regression test: a late answer showed the solution even if the mode had changed.
#[test]
fn a_solution_that_comes_late_is_not_shown_over_another_mode() {
    let mut play = Play::queens(6);
    play.keys("nP");
    play.settle();
    let screen = text(&play.screen(80, 24));
    let (title, footer) = (screen.lines().next().unwrap(), screen.lines().last().unwrap());
    assert!(title.ends_with("4 solutions") && footer.contains("a-z 0-9 region"), "{screen}");
    assert_eq!(play.notice(), "a solution was found; on the board n shows it");
}

#[test]
fn the_same_seed_searches_the_same_way() {
    let events = |seed: &str| {
        let play = playback(8, &format!(":search seed={seed} values=random\n"));
        replay(&play).recording.events.clone()
    };
    assert_eq!(events("7"), events("7"));
    assert_ne!(events("7"), events("8"));
}

#[test]
fn what_cannot_be_searched_is_said() {
    let mut play = Play::queens(5);
    for (command, notice) in [
        (":search depth\n", "'depth' is no option of 'search': labeling=, first-fail,"),
        (":search values=least\n", "--values: 'least' is none of middle, min, max, random"),
        (":search propagation=\n", "--propagation: the value is missing (naive, weak,"),
        (
            ":search values=random seed=-1\n",
            "--seed: '-1' is not a seed (a whole number from 0 to 18446744073709551615)",
        ),
        (
            ":search values=random seed=+5\n",
            "--seed: '+5' is not a seed (a whole number from 0 to 18446744073709551615)",
        ),
        (":search seed=7\n", "'seed' is for 'values=random'"),
    ] {
        assert!(play.keys(command).is_empty());
        assert!(play.notice().starts_with(notice), "{}", play.notice());
    }
    play.settled(":piece knight\n");
    play.settled(":search\n");
    assert!(play.notice().contains("the knight does not"), "{}", play.notice());
    assert!(play.model.playback().is_none());
    play.settled(":piece queen\n:assist attacks\n");
    play.keys(":search\n");
    assert!(play.notice().contains("tell too much"));
}

#[test]
fn another_search_is_chosen_from_the_list_of_settings() {
    let mut play = playback(6, ":search\n");
    assert!(replay(&play).recording.options.propagation == Propagation::Weak);
    play.keys("o");
    let text = text(&play.screen(100, 30));
    assert!(["first-fail", "strong", "vs"].iter().all(|word| text.contains(word)), "{text}");
    play.settled("strong\n");
    assert!(replay(&play).recording.options.propagation == Propagation::Strong);
}

#[test]
fn a_long_search_is_cut_and_says_so() {
    let mut play = Play::answered(problem("rook", "8"));
    play.settled(":search\n");
    assert_eq!((replay(&play).len(), replay(&play).recording.end), (MAX_STEPS, RecordingEnd::Cut));
    let last = replay(&play).len();
    play.watched().unwrap().go_to(last);
    let screen = text(&play.screen(160, 40));
    assert!(screen.contains("only 100000 steps are kept"), "{screen}");
}

#[test]
fn without_a_panel_the_notice_says_it() {
    let mut play = playback(8, ":search values=min\n");
    assert!(text(&play.screen(30, 11)).contains("the search has not begun"));
    play.keys("l");
    assert!(text(&play.screen(30, 11)).contains("a1 is tried in row 1"));
    play.press(KeyCode::Esc);
    play.screen(30, 11);
    play.keys("g");
    assert_eq!(play.notice(), "a larger window has room for the diagram");
    play.keys("g");
    assert_eq!(play.notice(), "the diagram put away; g: as a silhouette");
}

#[test]
fn the_panel_has_the_nodes_of_the_diagram_and_of_each_decision() {
    let mut play = Play::queens(8);
    play.settled(":a1\n ");
    play.settled(":g2\n ");
    let diagram = play.model.app.session.knowledge().diagram.as_ref().unwrap().clone();
    assert_eq!((diagram.nodes, diagram.levels.iter().sum::<usize>()), (98, 96));
    let silhouette = text(&play.screen(80, 24));
    assert!(silhouette.contains("98 of 2,453 nodes") && silhouette.contains("▀"), "{silhouette}");
    let screen = text(&play.screen(200, 60));
    for line in ["after each decision", "start 2,453 ▆▆", "a1      193 ▆", "g2       98 ▆"]
    {
        assert!(screen.contains(line), "{line}\n{screen}");
    }
    play.settled("u");
    assert!(!text(&play.screen(200, 60)).contains("g2       98"));
    play.settled("ug");
    assert!(text(&play.screen(80, 24)).contains("2,453 nodes"));
    // The whole graph, then none.
    play.settled("gg");
    assert!(!text(&play.screen(80, 24)).contains("nodes"));
    play.screen(80, 12);
    play.keys("g");
    assert_eq!(play.notice(), "a larger window has room for the diagram");
    play.settled(":assist none\n");
    play.keys("g");
    assert!(play.notice().contains("tell too much"));
}

fn problem(piece: &str, size: &str) -> Problem {
    let rules = Rules::queens(8).unwrap().with_piece(piece.parse().unwrap());
    Problem::new(rules.with_grid(Grid::new(size.parse().unwrap())))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(in_full(8, 24)))]

    /// The screen of a step does not depend on the steps displayed before.
    #[test]
    fn forward_and_back_show_the_same(
        piece in proptest::sample::select(vec!["queen", "amazon", "rook"]),
        size in proptest::sample::select(vec!["4", "5", "6", "4x6"]),
        labeling in proptest::sample::select(vec!["leftmost", "first-fail", "dual"]),
        propagation in proptest::sample::select(Propagation::VARIANTS),
        places in proptest::collection::vec(any::<prop::sample::Index>(), 2..6),
    ) {
        let mut play = Play::answered(problem(piece, size));
        play.settled(&format!(":search labeling={labeling} propagation={propagation}\n"));
        let steps = replay(&play).len();
        for place in places {
            let at = place.index(steps + 1);
            let cursor = play.model.view.cursor;
            let once = replay(&play).recording.snapshot(at);
            play.watched().unwrap().go_to(at);
            prop_assert_eq!(&replay(&play).snapshot, &once);
            let screen = play.screen(80, 24);
            if at > 0 {
                play.keys("hl");
                play.model.view.cursor = cursor;
                prop_assert_eq!(play.screen(80, 24), screen.clone());
            }
            if at < steps {
                play.keys("lh");
                play.model.view.cursor = cursor;
                prop_assert_eq!(play.screen(80, 24), screen);
            }
            // The pieces of a solution do not attack each other, and each row has one piece.
            if let Some(solution) = replay(&play).solution() {
                let cells: Vec<Cell> = solution.iter().collect();
                let free = |&(a, b): &(Cell, Cell)| !play.rules().exclusions().exclude_each_other(a, b);
                let pairs = cells.iter().flat_map(|&a| cells.iter().map(move |&b| (a, b)));
                prop_assert!(pairs.filter(|(a, b)| a != b).all(|pair| free(&pair)));
                prop_assert_eq!(cells.len(), usize::from(play.rules().size().rows()));
            }
        }
    }
}
