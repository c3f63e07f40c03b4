//! Tests of the texts in the panel's parts.

use crate::model::Hit;
use crate::testing::{Play, cell, options};
use problem::{Problem, Rules, Value};

/// The board of 8 queens with a1 and g2 placed and the cursor on a cell.
fn position(cursor: &str) -> Play {
    let mut play = Play::queens(8);
    play.settled(" :g2\n :");
    play.settled(cursor);
    play.settled("\n");
    play
}

fn text(play: &mut Play, width: u16, height: u16) -> String {
    let screen = play.screen(width, height);
    let lines = screen.content.chunks(width.into());
    let line = |line: &[ratatui::buffer::Cell]| {
        line.iter().map(ratatui::buffer::Cell::symbol).collect::<String>() + "\n"
    };
    lines.map(line).collect()
}

#[track_caller]
fn assert_says(play: &mut Play, (width, height): (u16, u16), parts: &[&str]) {
    let text = text(play, width, height);
    for part in parts {
        assert!(text.contains(part), "'{part}' is not in\n{text}");
    }
}

#[test]
fn an_impossible_cell_says_why_and_what_can_be_done() {
    let parts = [
        "─ c4 ─",
        "row 4, level 27",
        "impossible",
        "because of a1 and g2",
        "neither alone rules it out",
        "! places it all the same,",
        "taking back a1",
    ];
    let mut play = position("c4");
    assert_says(&mut play, (80, 24), &parts);
    // The rules of an explanation are shown on request.
    for (keys, is_shown) in [("", false), ("t", true), ("h", false), ("l", true)] {
        play.settled(keys);
        // The key also begins the steps, which two keys leave.
        while play.model.app.hint.is_some() {
            play.press(crossterm::event::KeyCode::Esc);
        }
        let text = text(&mut play, 80, 24);
        assert_eq!(text.contains("together with row"), is_shown, "after '{keys}':\n{text}");
    }
}

#[test]
fn a_graph_is_offered_whatever_its_size() {
    for size in [8, 10] {
        let mut play = Play::queens(size);
        for (width, height) in [(80, 24), (120, 40), (200, 60)] {
            let text = text(&mut play, width, height);
            assert!(text.contains("solutions"), "{text}");
            assert!(text.contains("as a graph"), "{text}");
        }
    }
}

#[test]
fn a_possible_cell_says_what_placing_and_excluding_leave() {
    let parts = ["in 1 of 2", "space leaves 1", "x leaves 1"];
    assert_says(&mut position("b6"), (80, 24), &parts);
}

#[test]
fn the_next_view_of_the_diagram_is_offered_as_it_is() {
    let mut play = Play::queens(4);
    play.settled(":b1\n ");
    assert_says(&mut play, (120, 40), &["g the diagram: one path is left"]);
    play.settled("g");
    assert_says(&mut play, (120, 40), &["g put the diagram away"]);
}

#[test]
fn the_level_of_a_cell_is_that_of_the_graph() {
    let mut play = Play::queens(4);
    play.settled("g");
    assert_says(&mut play, (120, 40), &["row 1, level 1 "]);
    play.settled(":order inside-out\n");
    assert_says(&mut play, (120, 40), &["diagram, inside-out", "row 1, level 13 "]);
}

#[test]
fn every_decision_has_the_count_that_it_left() {
    let parts = ["2 of 92", "start   92 ▆", "1 ▙▟ a1    4 ▆", "2 ▙▟ g2    2 ▆"];
    assert_says(&mut position("c4"), (80, 24), &parts);
    assert_says(&mut position("c4"), (120, 40), &["▀▀█  of 92 remain", "exact, in 1.3 ms"]);
}

/// Regression: nothing named the scale of the bars next to decisions.
#[test]
fn bars_on_a_logarithmic_scale_say_so() {
    assert_says(&mut position("c4"), (80, 24), &[" log scale ─╯"]);
    for keys in ["", ":assist attacks\n"] {
        let mut play = if keys.is_empty() { Play::queens(8) } else { position("c4") };
        play.settled(keys);
        assert!(!text(&mut play, 80, 24).contains("log"));
    }
}

#[test]
fn the_first_row_is_on_top_of_the_outline() {
    let text = text(&mut Play::queens(8), 200, 60);
    assert!(text.find("row 1 ").unwrap() < text.find("row 8 ").unwrap(), "{text}");
}

/// Regression: in paint mode, the explanation `part of the puzzle` was wrapped to below its chip.
#[test]
fn a_wrapped_meaning_stays_in_its_column() {
    let board = Problem::new(Rules::queens(8).unwrap()).with_given(cell("b4")).unwrap();
    let mut play = Play::answered(board);
    play.settled("P");
    let text = text(&mut play, 100, 40);
    let column = |part: &str| {
        let line = text.lines().find(|line| line.contains(part)).unwrap();
        line[..line.find(part).unwrap()].chars().count()
    };
    assert_eq!(column("part of the "), column("puzzle "), "{text}");
}

/// Regression: the panel began with the board rules of 32 cells.
#[test]
fn a_board_without_solutions_offers_another_before_its_short_proof() {
    let amazons = Rules::queens(8).unwrap().with_piece("amazon".parse().unwrap());
    let mut play = Play::answered(Problem::new(amazons));
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        let text = text(&mut play, width, height);
        let panel = &text[text.find("impossible").unwrap()..];
        let places = ["no solution", "! opens the", "10×10", "rows 2 to 7"]
            .map(|part| panel.find(part).unwrap());
        assert!(places.is_sorted(), "{text}");
        assert!(!panel.contains("more cells"), "{text}");
    }
    // Few board rules are named.
    assert_says(&mut Play::queens(3), (80, 24), &["because of rows 1 to 3"]);
}

/// The reason why the only solution is not placed fits into one line.
#[test]
fn forced_cells_are_said_to_stay_undecided() {
    let mut play = Play::queens(4);
    play.keys(":set autocomplete off\n");
    let why = "not placed: only you decide";
    assert!(!text(&mut play, 80, 24).contains(why));
    play.settled(":b1\n ");
    assert_says(&mut play, (80, 24), &["complete: the rest is forced", why]);
    play.settled("a");
    let text = text(&mut play, 80, 24);
    assert!(text.contains("complete") && !text.contains(why), "{text}");
}

#[test]
fn what_next_is_chosen_by_the_position() {
    let mut play = position("c4");
    assert_says(
        &mut play,
        (120, 40),
        &["settles most: it leaves 1 or 1", "n look at the 2 solutions"],
    );
    let amazons = Rules::queens(8).unwrap().with_piece("amazon".parse().unwrap());
    let mut play = Play::answered(Problem::new(amazons));
    let parts = ["pieces for rows 2 to 7 always", "! opens the nearest size"];
    assert_says(&mut play, (120, 40), &parts);
    let mut play = Play::queens(8);
    play.settled(":assist none\n");
    assert_says(
        &mut play,
        (120, 40),
        &["H a hint: the next step and why", "nothing is decided yet"],
    );
    let shown = text(&mut play, 120, 40);
    assert!(!shown.contains("solutions") && !shown.contains("nodes"), "{shown}");
}

#[test]
fn without_counts_bars_show_open_cells() {
    let problem = Problem::new(Rules::queens(30).unwrap());
    let problem = problem.with(cell("a1"), Value::Placed).unwrap();
    let mut play = Play::open(problem, &options());
    play.answer();
    let parts = ["≥ ", "open cells after each decision", "start  900 ▆", " 812 ▆"];
    assert_says(&mut play, (160, 50), &parts);
}

#[test]
fn a_wide_panel_says_what_the_diagram_is_shown_as_next() {
    let mut play = position("c4");
    let text = text(&mut play, 200, 60);
    assert_eq!(text.matches("g the diagram as a graph").count(), 2, "{text}");
}

#[test]
fn a_small_window_has_one_line() {
    assert_says(&mut position("c4"), (60, 24), &["c4 impossible: a1 and g2  ", "2 of 92 "]);
}

#[test]
fn long_lists_scroll_under_the_wheel() {
    use crossterm::event::MouseEventKind::{ScrollDown, ScrollUp};
    let mut play = Play::queens(8);
    for row in 1..=8 {
        play.keys(&format!(":a{row}\nx:b{row}\nx:c{row}\nx"));
    }
    play.settle();
    play.screen(80, 24);
    let is_list = |&(x, y): &(u16, u16)| play.model.view.hits.at(x, y) == Some(Hit::List);
    let (x, y) = (0..24).flat_map(|y| (0..80).map(move |x| (x, y))).find(is_list).unwrap();
    let cursor = play.model.view.cursor;
    play.point(ScrollUp, (x, y));
    assert!(play.model.view.list_scroll > 0);
    play.point(ScrollDown, (x, y));
    assert_eq!((play.model.view.list_scroll, play.model.view.cursor), (0, cursor));
}

#[test]
fn everything_offered_can_be_clicked() {
    let mut play = position("c4");
    play.screen(120, 40);
    let key = |name: &str| Hit::Key(name.parse().unwrap());
    for hit in [key("!"), key("n"), key("i"), key("m"), key("g"), key("q")] {
        assert!(play.model.view.hits.contains(hit), "{hit:?}");
    }
    assert!(play.model.view.hits.contains(Hit::Decision(cell("a1"))));
}

#[test]
fn few_remaining_solutions_are_drawn_and_a_click_shows_one() {
    use crossterm::event::MouseButton;
    let mut play = position("c4");
    assert_says(&mut play, (200, 60), &["─ all that remain ─"]);
    let all = play.model.app.session.knowledge().remaining.as_deref().unwrap().to_vec();
    assert_eq!(all.len(), 2);
    let spot = |play: &Play, index: usize| {
        let is_it =
            |&(x, y): &(u16, u16)| play.model.view.hits.at(x, y) == Some(Hit::Solution(index));
        (0..60).flat_map(|y| (0..200).map(move |x| (x, y))).find(is_it)
    };
    let (x, y) = spot(&play, 1).unwrap();
    // Names of rows would overlap the frame.
    let (left, top) = spot(&play, 0).unwrap();
    let screen = play.screen(200, 60);
    assert_eq!((screen[(left - 2, top)].symbol(), screen[(left - 1, top)].symbol()), ("│", " "));
    play.click_at(MouseButton::Left, x, y);
    assert_eq!(play.browsed(), Some(&all[1]));
    // Data about a position is dropped when the position changes.
    play.press(crossterm::event::KeyCode::Esc);
    play.settled("u");
    assert!(
        play.model.app.session.knowledge().remaining.as_deref().is_some_and(|all| all.len() == 4)
    );
    play.settled("u");
    assert_eq!(play.model.app.session.knowledge().remaining.as_deref(), None);
    play.screen(200, 60);
    assert_eq!(spot(&play, 0), None);
}

#[test]
fn the_welcome_moves_the_other_parts_down_and_covers_none() {
    let mut play = Play::queens(8);
    play.model.app.is_first_run = true;
    let text = text(&mut play, 120, 40);
    let edges = |edge: char| text.matches(edge).count();
    assert_eq!(edges('╭'), edges('╰'), "{text}");
    assert!(text.contains("─ welcome ─") && text.contains("─ a1 ─"), "{text}");
}

#[test]
fn what_has_no_key_while_painting_is_not_offered() {
    let mut play = Play::queens(8);
    play.settled("P");
    let text = text(&mut play, 120, 40);
    assert!(text.contains("92") && !text.contains("shows them"), "{text}");
}

#[test]
fn the_count_is_in_the_title_where_the_font_has_no_large_digits() {
    let mut play = position("c4");
    play.model.view.glyphs = crate::Glyphs::Ascii;
    assert_says(&mut play, (120, 40), &["- 2 of 92 -+"]);
}

#[test]
fn what_excluded_means_stands_on_one_line() {
    let mut play = Play::queens(8);
    play.settled(":piece amazon\nx");
    assert_says(&mut play, (120, 40), &["kept empty by you"]);
}

#[test]
fn bars_of_open_cells_are_never_without_their_heading() {
    let mut play = Play::queens(30);
    play.keys(" ");
    play.answer();
    for height in 16..60 {
        let text = text(&mut play, 200, height);
        let has_bars = text.contains(" start ");
        assert!(!has_bars || text.contains("open cells after each decision"), "{text}");
    }
}

#[test]
fn a_region_without_room_for_its_piece_is_marked() {
    let mut play = Play::queens(4);
    let regions = problem::Regions::parse("abbb\nbbbb\nbbbb\nbbbb").unwrap();
    let needs = ["regions".parse().unwrap()];
    let rules = Rules::queens(4).unwrap().with_requirements(needs);
    let rules = rules.with_regions(&regions).unwrap();
    play.model.app.session.open(problem::BoardFile {
        problem: Problem::new(rules),
        assist: problem::Assist::Attacks,
    });
    play.keys(":a3\n ");
    let text = text(&mut play, 120, 40);
    assert!(text.contains(" a  !   0"), "{text}");
}

/// Counted by hand from the two solutions with a1 and g2: a1 g2 c8 and five more pieces each.
#[test]
fn thumbnails_part_what_is_common_from_what_differs() {
    use crate::model::scene::Scene;
    use export::face::State;

    let mut play = position("c4");
    assert_says(&mut play, (200, 60), &["they agree on a1 g2 c8; 5 rows differ"]);
    let remaining = play.model.app.session.knowledge().remaining.clone().unwrap();
    let [one, other] = &remaining[..] else { panic!("{remaining:?}") };
    let scene = Scene::of(&play.model);
    let placed = |cell| [one, other].map(|solution| solution.placed.contains(cell));
    for cell in play.rules().size().iter() {
        let state = scene.square_of(one, cell).state;
        let expected = match placed(cell) {
            [true, true] => matches!(state, State::Placed | State::Forced),
            [true, false] => state == State::Possible,
            [false, _] => state == State::Attacked,
        };
        assert!(expected, "{cell}: {state:?}");
    }
}

/// The heat map of 8 queens: 4 of 92 solutions have a1, 18 have d1, as is well known.
#[test]
fn the_heat_map_tells_its_scale_the_hottest_and_the_most_telling_cell() {
    let mut play = Play::queens(8);
    let parts = ["heat map ─", "─ hottest ─", "─ most telling ─"];
    let shown = text(&mut play, 120, 40);
    assert!(parts.iter().all(|part| !shown.contains(part)), "{shown}");
    play.settled("m");
    assert_says(&mut play, (120, 40), &parts);
    let parts = [
        "how many of the remaining solutions",
        "4 %",
        "20 %",
        "19.6 %",
        "d1 splits them best: placing it leaves",
        "18, excluding it 74",
        "m heat map: numbers",
    ];
    assert_says(&mut play, (120, 40), &parts);
    assert_says(&mut play, (80, 24), &["─ heat map ─", "─ solutions ─"]);
    play.settled("m");
    assert_says(&mut play, (200, 60), &["m heat map off"]);
    play.settled("m");
    assert!(!text(&mut play, 120, 40).contains("hottest"));
}

/// With weights, the cheapest cells are the hottest.
#[test]
fn the_heat_map_of_costs_lists_the_cheapest_cells() {
    let weights = problem::Weights::parse("4 1 . 3\n2 2 5 -1\n. 7 1 1\n6 . 2 2\n").unwrap();
    let rules = Rules::queens(4).unwrap().with_weights(Some(weights)).unwrap();
    let mut play = Play::answered(Problem::new(rules));
    play.settled("mmm");
    assert_says(&mut play, (120, 40), &["what the cheapest solution with a piece", "─ cheapest ─"]);
    assert!(!text(&mut play, 120, 40).contains("most telling"));
    play.settled("m");
    assert_says(&mut play, (120, 40), &["what a piece on the cell costs", "─ cheapest ─"]);
}

/// Two searches are compared by the pieces that stand on both boards.
#[test]
fn two_searches_are_compared_by_their_pieces() {
    let mut play = Play::queens(6);
    play.model.arrange(ratatui::layout::Rect::new(0, 0, 200, 60));
    play.settled(":search weak vs strong\n");
    let shown = text(&mut play, 200, 60);
    assert!(!shown.contains("they agree on"), "{shown}");
    play.settled("l");
    assert_says(&mut play, (200, 60), &["they agree on c1; only here no piece"]);
}
