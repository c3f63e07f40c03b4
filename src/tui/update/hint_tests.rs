//! Checks and hints.

use crossterm::event::KeyCode;
use ratatui::buffer::Cell;
use ratatui::style::Color;

use crate::model::scene::Scene;
use crate::testing::{Play, cell, options};
use app::notice::ASSIST_REFUSAL;
use export::face::{Palette, State, region};
use itertools::Itertools;
use problem::{GroupId, Problem, Regions, Rules, Value};
use session::steps::Step;
use session::{CellState, Hint, PLAIN_NAMES, Stage};
use strum::IntoEnumIterator;

/// The text of the hint at its present stage; empty without a hint.
fn told(play: &Play) -> String {
    let hint = play.model.app.hint.as_ref();
    hint.map(|hint| hint.sentence(play.rules(), PLAIN_NAMES)).unwrap_or_default()
}

/// The first key of the footer.
fn footer(play: &mut Play) -> String {
    let screen = play.screen(120, 40);
    let line = screen.content.chunks(120).last().unwrap();
    let line: String = line.iter().map(ratatui::buffer::Cell::symbol).collect();
    line.trim().split("  ").next().unwrap_or_default().trim().to_owned()
}

fn marked(play: &Play, is_marked: impl Fn(&Scene<'_>, geometry::Cell) -> bool) -> String {
    let scene = Scene::of(&play.model);
    let cells = play.rules().size().iter().filter(|&cell| is_marked(&scene, cell));
    cells.map(|cell| cell.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_hint_is_told_in_stages_and_enter_does_it() {
    let mut play = Play::queens(4);
    play.keys(":assist attacks\nl ");
    play.settled("H");
    assert_eq!((told(&play).as_str(), footer(&mut play).as_str()), ("look at row 2", "H why"));
    assert_eq!(marked(&play, |scene, cell| scene.square(cell).is_hint), "");
    assert_eq!(marked(&play, |scene, cell| scene.square(cell).is_in_hint), "a2 b2 c2 d2");
    play.keys("H");
    assert_eq!(told(&play), "row 2 has no other cell left");
    assert_eq!(footer(&mut play), "H what to do");
    // Keys that move the cursor keep the hint.
    play.keys("hk");
    play.keys("H");
    assert_eq!(told(&play), "place d2: row 2 has no other cell left");
    assert_eq!(
        (play.model.view.cursor, footer(&mut play).as_str()),
        (cell("d2"), "enter place d2")
    );
    assert_eq!(marked(&play, |scene, cell| scene.square(cell).is_hint), "d2");
    play.keys("H\n");
    assert_eq!((play.decisions().as_str(), told(&play).as_str()), ("b1 d2", ""));
    for step in ["a3", "c4"] {
        play.settled("H");
        play.keys("HH");
        assert_eq!(play.model.view.cursor, cell(step));
        play.keys("\n");
    }
    assert_eq!(play.decisions(), "b1 d2 a3 c4");
    play.settled("H");
    assert_eq!(play.notice(), "the board is complete");
    play.settled("c");
    assert_eq!(play.notice(), "right: the board is complete");
    play.keys("u");
    assert_eq!(play.decisions(), "b1 d2 a3");
}

/// The cells with a white ground on the screen.
fn white_cells(play: &mut Play) -> String {
    let (screen, white) = (play.screen(120, 40), Palette::DARK.placed.mark.rgb);
    let white = Color::Rgb(white.red, white.green, white.blue);
    let layout = &play.model.view.layout;
    let is_white = |cell: &geometry::Cell| {
        let (x, y) = layout.offset(*cell).unwrap();
        // Left of the mark, right of a border.
        let at = (layout.board.x + x + 1, layout.board.y + y / 2 + layout.side / 4);
        screen[at].bg == white
    };
    play.rules().size().iter().filter(is_white).join(" ")
}

/// The step of the hint.
fn hinted_step(play: &Play) -> Step {
    let hint = play.model.app.hint.as_ref().map(|it| it.hint.clone());
    let Some(Hint::Step(step)) = hint else { panic!("{}", play.notice()) };
    step
}

/// Regression: in a puzzle, cells for pieces and cells to cross out had the same mark.
#[test]
fn the_last_stage_in_a_puzzle_shows_crosses_where_it_crosses_out() {
    let mut play = Play::queens(4);
    play.settled(":play queens 8 medium seed=3\n");
    for _ in 0..12 {
        play.settled("H");
        let step = hinted_step(&play);
        let (place, exclude) = (step.place.iter().join(" "), step.exclude.iter().join(" "));
        // The frame surrounds what the reason counts.
        let counted = step.counted_cells(play.rules());
        let framed = marked(&play, |scene, cell| scene.square(cell).is_in_hint);
        assert!(counted.is_empty() || framed == counted.iter().join(" "), "{framed}");
        let is_crossed = |scene: &Scene<'_>, cell: geometry::Cell| {
            exclude.split(' ').any(|it| it == cell.to_string())
                && scene.square(cell).state == State::Excluded
        };
        play.keys("H");
        assert_eq!(marked(&play, is_crossed), "");
        play.keys("H");
        assert_eq!(marked(&play, is_crossed), exclude);
        assert_eq!(marked(&play, |scene, cell| scene.square(cell).is_hint), place);
        assert_eq!(white_cells(&mut play), exclude);
        // The legend counts only the crosses that are made.
        let made = play.model.app.session.decisions().cells(Value::Excluded).count();
        let crossed = format!("crossed out {made}");
        assert_eq!(play.text(120, 40).contains("crossed out"), made > 0);
        assert!(made == 0 || play.text(120, 40).contains(&crossed), "{crossed}");
        play.keys("\n");
    }
}

/// Regression: keys were lost while the hint was searched, and help ended the hint, so that Enter placed a piece.
#[test]
fn keys_during_the_search_and_the_help_keep_a_hint() {
    let mut play = Play::queens(4);
    play.keys(":assist attacks\nl ");
    play.keys("HHH");
    assert!(play.text(80, 24).contains("looking for a hint"), "{}", play.text(80, 24));
    play.settle();
    assert!(!play.text(80, 24).contains("looking"), "{}", play.text(80, 24));
    assert_eq!(told(&play), "place d2: row 2 has no other cell left");
    assert_eq!(play.model.view.cursor, cell("d2"));
    play.keys("?");
    assert!(play.explained().is_some());
    play.press(KeyCode::Esc);
    play.keys("\n");
    assert_eq!(play.decisions(), "b1 d2");
}

#[test]
fn other_keys_end_a_hint_and_do_what_they_do() {
    let mut play = Play::queens(4);
    let at_last_stage = |play: &mut Play| {
        play.settled(":assist attacks\nr:b1\n H");
        play.keys("HH");
        assert_eq!(play.model.app.hint.as_ref().unwrap().stage, Stage::What);
    };
    at_last_stage(&mut play);
    play.press(KeyCode::Esc);
    assert_eq!((play.decisions().as_str(), told(&play).as_str()), ("b1", ""));
    // The cursor goes back, unless it was moved.
    assert_eq!(play.model.view.cursor, cell("b1"));
    at_last_stage(&mut play);
    play.keys("k");
    let moved = play.model.view.cursor;
    play.press(KeyCode::Esc);
    assert_eq!(play.model.view.cursor, moved);
    // Space places a piece, even if the hint is about another cell.
    at_last_stage(&mut play);
    play.keys(":c4\n ");
    assert_eq!((play.decisions().as_str(), told(&play).as_str()), ("b1 c4", ""));
    // Before the last stage, Enter goes to the next stage. Regression test: it placed a piece.
    play.keys("u");
    play.settled("H");
    let stage = |play: &Play| play.model.app.hint.as_ref().map(|hint| hint.stage);
    for expected in [Stage::Why, Stage::What] {
        play.keys("k\n");
        assert_eq!((play.decisions().as_str(), stage(&play)), ("b1", Some(expected)));
    }
    play.keys("\n");
    assert_eq!((play.decisions().as_str(), stage(&play)), ("b1 d2", None));
    at_last_stage(&mut play);
    play.keys("m");
    assert_eq!(told(&play), "");
}

#[test]
fn a_hint_says_what_is_wrong_and_takes_it_back() {
    let mut play = Play::queens(8);
    play.keys(":assist attacks\n :b3\n ");
    play.settled("c");
    assert_eq!(play.notice(), "not right: no solution remains; H says which decision");
    play.settled("H");
    assert_eq!(told(&play), "something is wrong: look at a1 and b3");
    assert_eq!(marked(&play, |scene, cell| scene.square(cell).is_hint), "a1 b3");
    play.keys("H");
    assert_eq!(told(&play), "no solution remains because of a1 and b3");
    play.keys("H");
    let wrong = "take back the queen on a1: no solution remains because of a1 and b3";
    assert_eq!((told(&play).as_str(), play.model.view.cursor), (wrong, cell("a1")));
    play.keys("\n");
    assert_eq!(play.decisions(), "b3");
    // If the hint has no action, the footer offers none.
    let mut play = Play::queens(3);
    play.settled("H");
    play.keys("HH");
    assert_eq!(told(&play), "taking back decisions cannot help");
    assert_eq!(footer(&mut play), "esc close");
    play.keys("\n");
    assert_eq!((play.decisions().as_str(), told(&play).as_str()), ("", ""));
}

#[test]
fn a_hint_marks_the_groups_that_it_speaks_of() {
    let regions = Regions::parse("aabb\naabb\nccdd\nccdd").unwrap();
    let rules = Rules::queens(4).unwrap().with_piece("knight".parse().unwrap());
    let rules = rules.with_requirements(["regions=1".parse().unwrap()]).with_regions(&regions);
    let mut play = Play::open(Problem::new(rules.unwrap()), &options());
    // With more help, full regions are shown without a hint.
    play.keys(":assist none\n ");
    play.settled("H");
    play.keys("H");
    assert_eq!(told(&play), "region c has its piece");
    assert_eq!(marked(&play, |scene, cell| scene.square(cell).is_in_hint), "a1 b1 a2 b2");
    let color = region::name(play.model.view.region_colors.color('c'));
    for (width, height) in [(120, 40), (80, 24)] {
        let screen = play.screen(width, height);
        let lines = screen.content.chunks(width.into());
        let lines: Vec<String> =
            lines.map(|line| line.iter().map(ratatui::buffer::Cell::symbol).collect()).collect();
        for said in ["has its", &format!("({color})")] {
            assert!(lines.iter().any(|line| line.contains(said)), "{lines:#?}");
        }
        // The names of the columns remain visible.
        let files = &lines[usize::from(play.model.view.layout.board.bottom())];
        let names: Vec<&str> =
            files.split(|it: char| !it.is_ascii_alphabetic()).filter(|it| !it.is_empty()).collect();
        assert_eq!(names[..4], ["a", "b", "c", "d"], "{lines:#?}");
        // The hint and the list of regions have the letter on the colour of the region.
        let tint = region::tint(play.model.view.region_colors.color('c'));
        let grounds =
            [Color::Rgb(tint.rgb.red, tint.rgb.green, tint.rgb.blue), Color::Indexed(tint.indexed)];
        let is_chip = |it: &&Cell| it.symbol() == "c" && grounds.contains(&it.bg);
        assert_eq!(screen.content.iter().filter(is_chip).count(), 2);
    }
    // Without a panel, a notice shows the hint.
    let screen = play.screen(50, 20);
    let text: String = screen.content.iter().map(ratatui::buffer::Cell::symbol).collect();
    assert!(text.contains("has its piece"), "{text}");
    play.press(KeyCode::Esc);
    assert_eq!(marked(&play, |scene, cell| scene.square(cell).is_in_hint), "");
}

/// Earlier, only a region alone had its letter on its colour.
#[test]
fn each_of_several_regions_in_a_hint_has_its_letter_on_its_colour() {
    let mut play = Play::queens(4);
    play.settled(":play queens 8 medium seed=3\n");
    for _ in 0..30 {
        play.settled("H");
        play.keys("HH");
        let step = hinted_step(&play);
        let letter = |group| if let GroupId::Region(letter) = group { Some(letter) } else { None };
        let letters: Vec<char> = step.groups().filter_map(letter).collect();
        if letters.len() > 1 {
            for letter in letters {
                let tint = region::tint(play.model.view.region_colors.color(letter)).rgb;
                let ground = Color::Rgb(tint.red, tint.green, tint.blue);
                let is_chip = |it: &&Cell| it.symbol() == letter.to_string() && it.bg == ground;
                // In the hint and in the list of regions.
                assert_eq!(play.screen(120, 40).content.iter().filter(is_chip).count(), 2);
            }
            return;
        }
        play.keys("\n");
    }
    panic!("no hint is about several regions");
}

/// A position whose easiest step is a contradiction, with the hint at its last stage.
fn at_contradiction() -> Play {
    let mut play = Play::queens(8);
    play.keys(":assist attacks\n:c1\n :e2\n ");
    loop {
        play.settled("H");
        play.keys("HH");
        if play.model.app.hint.as_ref().unwrap().pictures() > 0 {
            return play;
        }
        play.keys("\n");
    }
}

#[test]
fn a_contradiction_is_shown_step_by_step() {
    let mut play = at_contradiction();
    let hint = play.model.app.hint.clone().unwrap().hint;
    let refuted = hint.refuted().unwrap().clone();
    let (assumed, value) = refuted.assume;
    // The last line offers the pictures and names the effect of Enter.
    let text = play.text(120, 40);
    assert!(text.contains("→ step by step"), "{text}");
    assert!(text.contains(&format!("enter excludes {assumed}")), "{text}");
    assert!(text.contains(&format!(" enter exclude {assumed} ")), "{text}");
    assert_eq!(value, problem::Value::Placed);
    let before = play.decisions();
    let mut excluded = Vec::new();
    let mut supposed = vec![assumed];
    for number in 0..=refuted.then.len() {
        play.press(KeyCode::Right);
        if let Some(step) = number.checked_sub(1).map(|index| &refuted.then[index]) {
            supposed.extend(&step.place);
            excluded.extend(step.exclude.iter().map(|&cell| (cell, number)));
        }
        let is_last = number == refuted.then.len();
        let scene = Scene::of(&play.model);
        for cell in play.rules().size().iter() {
            let square = scene.square(cell);
            assert_eq!(square.state == State::Forced, supposed.contains(&cell), "{cell} {number}");
            let cross = excluded.iter().find(|(other, _)| *other == cell);
            let text =
                cross.map(|(_, number)| [' ', '×', number.to_string().chars().next().unwrap()]);
            assert_eq!(square.text, text, "{cell} {number}");
            let is_starved = match refuted.empty {
                GroupId::Row(row) => cell.row() == row,
                GroupId::Column(column) => cell.column() == column,
                other => panic!("{other:?}"),
            };
            let is_crimson = square.lacks_room || square.is_conflict;
            assert_eq!(is_crimson, is_last && is_starved, "{cell} {number}");
            assert_eq!(square.is_culprit, cell == assumed);
        }
        let text = play.text(120, 40);
        let fact = format!("{} of {} ─╮", number + 1, refuted.then.len() + 1);
        assert!(text.contains(&format!("╭─ what if {assumed} ─")), "{text}");
        assert!(text.contains(&fact), "{fact}: {text}");
        // First the two keys that end it.
        let keys = format!("enter exclude {assumed}  esc back  ← before");
        assert!(text.contains(&keys) && !text.contains("←→ move"), "{text}");
        assert_eq!(text.contains("there is no further step"), is_last, "{text}");
        assert_eq!(text.contains("→ next step"), !is_last, "{text}");
        assert_eq!(told(&play).contains("cannot be completed"), is_last, "{}", told(&play));
    }
    // The last picture is followed by the first picture, then by the hint.
    let last = told(&play);
    play.press(KeyCode::Right);
    assert_eq!(told(&play), last);
    for _ in &refuted.then {
        play.press(KeyCode::Left);
    }
    assert_eq!(told(&play), format!("suppose a queen on {assumed}"));
    play.press(KeyCode::Left);
    assert!(told(&play).starts_with(&format!("exclude {assumed}: ")));
    assert_eq!(play.decisions(), before);
    // Enter does the step from any picture, and Esc leaves the hint.
    play.press(KeyCode::Right);
    play.keys("\n");
    assert_eq!(play.decisions(), format!("{before} -{assumed}"));
    assert_eq!(told(&play), "");
    let mut play = at_contradiction();
    play.press(KeyCode::Right);
    play.press(KeyCode::Esc);
    assert_eq!(told(&play), "");
}

#[test]
fn arrows_move_the_cursor_where_a_hint_has_no_pictures() {
    let mut play = Play::queens(4);
    play.keys(":assist attacks\nl ");
    play.settled("H");
    play.keys("HH");
    assert_eq!(
        (play.model.view.cursor, play.model.app.hint.as_ref().unwrap().pictures()),
        (cell("d2"), 0)
    );
    play.press(KeyCode::Left);
    assert_eq!(play.model.view.cursor, cell("c2"));
    assert_eq!(told(&play), "place d2: row 2 has no other cell left");
}

/// Two queens, and the cursor on an impossible cell that no queen attacks.
fn at_impossible() -> Play {
    let mut play = Play::queens(8);
    play.settled(":a1\n :g2\n :c4\n");
    assert_eq!(play.state("c4"), CellState::Impossible);
    play
}

#[test]
fn the_last_round_of_the_reasons_of_a_cell_refutes_a_piece_there() {
    let mut play = at_impossible();
    assert!(play.text(120, 40).contains("t other reasons, or a proof in steps"));
    // The panel shows the only explanation already, so one key begins the steps.
    play.settled("t");
    assert_eq!(play.model.app.session.explanations(cell("c4")).map(<[_]>::len), Some(1));
    assert_eq!(told(&play), "suppose a queen on c4");
    let pictures = play.model.app.hint.as_ref().unwrap().pictures();
    for _ in 1..pictures {
        assert!(!told(&play).contains("cannot be completed"));
        play.keys("t");
    }
    let last = told(&play);
    assert!(last.ends_with("cannot be completed, so no queen belongs on c4"), "{last}");
    for key in [KeyCode::Char('t'), KeyCode::Right, KeyCode::Char('H')] {
        play.press(key);
        assert_eq!((play.notice(), told(&play)), ("there is no further step", last.clone()));
    }
    play.press(KeyCode::Left);
    assert_ne!(told(&play), last);
    assert_eq!(play.decisions(), "a1 g2");
}

#[test]
fn the_graph_is_that_of_the_supposed_position() {
    let mut play = Play::queens(6);
    play.settled(":b1\n g");
    let text = play.text(200, 60);
    assert!(text.contains("─ diagram ─") && text.contains("37 of 131 nodes remain"), "{text}");
    play.settled(":suppose e3\n");
    let text = play.text(200, 60);
    assert!(text.contains("─ diagram, what if e3 ─"), "{text}");
    assert!(text.contains("1 of 131 nodes remain"), "{text}");
}

#[test]
fn the_reasons_of_a_cell_have_an_end_and_only_attacks_are_called_so() {
    let mut play = at_impossible();
    // a1 attacks d1, and no other rule excludes d1.
    play.settled(":d1\n");
    play.settled("t");
    assert_eq!(
        play.notice(),
        "the only minimal explanation: because of a1; there is no further one"
    );
    // g2 attacks c2. a1 does not, but rules it out as well.
    play.settled(":c2\n");
    let panel = play.text(80, 24);
    assert!(panel.contains("attacked") && panel.contains("because of g2, along the row"));
    play.settled("t");
    assert_eq!(play.notice(), "explanation 2 of 2: because of a1; there is no further one");
    let panel = play.text(120, 40);
    assert!(panel.contains("even without g2, which attacks it"), "{panel}");
    assert!(panel.contains("t the first reason again"), "{panel}");
    let cell_part = panel.split_once("─ c2 ─").unwrap().1.split_once("taking").unwrap().0;
    assert!(cell_part.contains("impossible") && !cell_part.contains("attacked"), "{cell_part}");
}

/// Regression test: the parts of the panel showed the position while the board showed a supposition.
#[test]
fn during_a_supposition_all_parts_say_what_they_show() {
    let mut play = at_impossible();
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        play.settled(":suppose c4\n");
        let text = play.text(width, height);
        for part in ["what if c4: no solution", "what if c4: none", "without the what if: 2 of 92"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("all that remain") && !text.contains("2 of 92 ─╮"), "{text}");
        assert!(!text.contains("╭─ diagram ─"), "{text}");
        play.press(KeyCode::Esc);
        assert!(!play.text(width, height).contains("what if"));
        play.press(KeyCode::Esc);
    }
}

#[test]
fn a_piece_is_supposed_by_a_command_and_refused_where_there_is_nothing_to_refute() {
    let mut play = at_impossible();
    play.settled(":a1\n:suppose c4\n");
    assert_eq!(
        (told(&play).as_str(), play.model.view.cursor),
        ("suppose a queen on c4", cell("c4"))
    );
    // A piece, an attacked cell and a cell of a solution.
    for name in ["g2", "a2", "b5"] {
        play.settled(&format!(":suppose {name}\n"));
        assert!(play.model.app.is_refusal && told(&play).is_empty(), "{name}");
    }
    for word in ["proof", "argument", "why", "suppose"] {
        play.keys(&format!(":{word}"));
        assert!(play.found().contains(&"suppose a piece"), "{word}: {:?}", play.found());
        play.press(KeyCode::Esc);
    }
}

/// The question is the same for every open cell if the board does not show which cells are impossible.
#[test]
fn a_supposition_tells_no_more_than_a_hint() {
    let mut play = at_impossible();
    play.settled(":assist attacks\n");
    play.settled("t");
    assert_eq!((play.notice(), told(&play).as_str()), (ASSIST_REFUSAL, ""));
    play.settled(":suppose b5\n");
    assert_eq!(play.notice(), "no contradiction: a piece may stand on b5");
    play.settled(":suppose c4\n");
    assert_eq!(told(&play), "suppose a queen on c4");
    assert!(play.keys(":suppose a2\n").is_empty() && play.model.app.is_refusal);
}

#[test]
fn in_play_a_supposition_counts_as_a_hint() {
    let mut play = Play::queens(8);
    play.settled(":a1\n :g2\n :play board\n:suppose c4\n");
    assert_eq!(told(&play), "suppose a queen on c4");
    assert_eq!(play.model.app.playing().unwrap().hints, 1);
    // This answer reveals where a piece stands.
    play.settled(":suppose b5\n");
    assert_eq!(play.model.app.playing().unwrap().hints, 2);
}

#[test]
fn a_supposition_on_a_lost_board_tells_the_mistake() {
    let mut play = Play::queens(4);
    play.settled(":assist attacks\n:a1\n :suppose c2\n");
    assert!(told(&play).starts_with("something is wrong"), "{}", told(&play));
}

/// The upper left corners of all frames in a window of 80x24.
fn corners(play: &mut Play) -> Vec<(u16, u16)> {
    let screen = play.screen(80, 24);
    screen.area.positions().filter(|&at| screen[at].symbol() == "╭").map(Into::into).collect()
}

/// Earlier, the list of regions moved by a row or two with the length of the hint, and went into one column.
#[test]
fn the_frames_beside_a_hint_stand_still_and_regions_keep_their_columns() {
    let mut play = Play::queens(4);
    play.settled(":play queens 7 expert seed=1\n");
    let before = corners(&mut play);
    assert_eq!(before.len(), 3, "the puzzle, the cell and the regions: {before:?}");
    for _ in 0..10 {
        for _ in Stage::iter() {
            play.settled("H");
            assert_eq!(corners(&mut play), before, "{}", told(&play));
            let screen = play.screen(80, 24);
            let first = screen.content.chunks(80).nth(usize::from(before[2].1) + 1).unwrap();
            let first: String = first.iter().map(ratatui::buffer::Cell::symbol).collect();
            assert!(first.contains(" a ") && first.contains(" e "), "{first}");
        }
        play.keys("\n");
    }
}

#[test]
fn right_shows_the_steps_from_the_second_stage_on() {
    let mut play = at_contradiction();
    for (stage, has_picture) in [(Stage::Where, false), (Stage::Why, true), (Stage::What, true)] {
        let hint = play.model.app.hint.as_mut().unwrap();
        (hint.stage, hint.picture) = (stage, None);
        play.press(KeyCode::Right);
        assert_eq!(told(&play).starts_with("suppose a queen on "), has_picture, "{}", told(&play));
    }
}
