//! Regions, holes, torus and rules changed on the board.

use crossterm::event::{KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::*;
use crate::model::Hit;
use crate::testing::{Play, cell, opened};
use app::operations::brush::Brush;
use geometry::Grid;
use problem::Assist;
use problem::Value;
use problem::{BoardFile, Problem, Regions, Rules};
use session::{CellState, JournalEntry};

fn drawn(text: &str) -> Problem {
    let regions = Regions::parse(text).unwrap();
    let rules = Rules::new(Grid::new(regions.size()), "king".parse().unwrap(), []);
    Problem::new(rules.with_regions(&regions).unwrap())
}

fn regions(play: &Play) -> String {
    play.rules().regions().map(ToString::to_string).unwrap_or_default()
}

fn mouse(play: &mut Play, kind: MouseEventKind, name: &str) -> Vec<Effect> {
    let rect = play.model.view.layout.area(cell(name)).unwrap();
    let (column, row) = (rect.x + rect.width / 2, rect.y + rect.height / 2);
    play.send(Message::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }))
}

const LEFT: MouseEventKind = MouseEventKind::Down(MouseButton::Left);
const DRAG: MouseEventKind = MouseEventKind::Drag(MouseButton::Left);
const LET_GO: MouseEventKind = MouseEventKind::Up(MouseButton::Left);

/// Changes the problem. Asserts that the board asks about the new position, that the change is one step for
/// undo and redo, and that the journal records it.
fn one_step(play: &mut Play, change: impl FnOnce(&mut Play) -> Vec<Effect>) {
    play.model.app.session = play.model.app.session.clone().recorded();
    let before = play.model.app.session.problem().clone();
    let effects = change(play);
    let written: Vec<_> = effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Journal(entries) => Some(entries.as_slice()),
            _ => None,
        })
        .collect();
    let [[session::JournalEntry::Board(board)]] = written[..] else { panic!("{effects:?}") };
    let asked = effects.iter().filter(|effect| matches!(effect, Effect::Ask(_))).count();
    assert_eq!(asked, 1, "{effects:?}");
    let after = play.model.app.session.problem().clone();
    assert_eq!(board.problem, after);
    assert_ne!(before, after);
    play.control('u');
    assert_eq!(play.model.app.session.problem(), &before);
    play.control('r');
    assert_eq!(play.model.app.session.problem(), &after);
}

/// A click on the row of letters chooses the brush of the mouse.
#[test]
fn a_letter_is_chosen_and_painted_by_mouse() {
    let mut play = Play::queens(4);
    play.keys("P");
    play.screen(80, 24);
    let at = |play: &Play, brush: Brush| {
        let is_brush = |&&(_, hit): &&(_, Hit)| hit == Hit::Brush(brush);
        play.model.view.hits.areas.iter().find(is_brush).map(|(area, _)| (area.x + 1, area.y))
    };
    let click = |play: &mut Play, brush: Brush| {
        play.screen(80, 24);
        let (column, row) = at(play, brush).unwrap();
        play.send(Message::Mouse(MouseEvent {
            kind: LEFT,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        }));
    };
    assert!(at(&play, Brush::Region('c')).is_none());
    for (name, brush) in [("b2", 'b'), ("c1", 'c'), ("d4", 'b'), ("a1", 'a')] {
        click(&mut play, Brush::Region(brush));
        assert_eq!(play.painting().unwrap().brush, Brush::Region(brush));
        mouse(&mut play, LEFT, name);
        mouse(&mut play, LET_GO, name);
    }
    assert_eq!(regions(&play), "aaab\naaaa\nabaa\naaca\n");
    click(&mut play, Brush::Hole);
    mouse(&mut play, LEFT, "d1");
    mouse(&mut play, LET_GO, "d1");
    assert!(play.rules().grid().is_hole(cell("d1")));
    // The right button chooses nothing.
    let (column, row) = at(&play, Brush::Region('a')).unwrap();
    let kind = MouseEventKind::Down(MouseButton::Right);
    play.send(Message::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    assert_eq!(play.painting().unwrap().brush, Brush::Hole);
}

#[test]
fn unused_regions_are_told_until_a_rule_uses_them() {
    let says = |play: &mut Play, size: (u16, u16)| {
        let screen = play.screen(size.0, size.1);
        let text: String = screen.content.iter().map(ratatui::buffer::Cell::symbol).collect();
        text.contains("no rule uses regions yet")
    };
    let mut play = Play::queens(4);
    play.settled(":piece amazon\n");
    for size in [(80, 24), (120, 40), (200, 60)] {
        assert!(!says(&mut play, size));
    }
    play.keys("Pb ");
    for keys in ["", "\u{1b}"] {
        if !keys.is_empty() {
            play.press(KeyCode::Esc);
        }
        play.settle();
        for size in [(80, 24), (120, 40), (200, 60)] {
            assert!(says(&mut play, size), "{keys:?} {size:?}");
        }
    }
    assert_eq!(play.model.rules_with_regions().as_deref(), Some("rows,regions"));
    play.settled(":rules rows,regions\n");
    assert!(!says(&mut play, (120, 40)));
    play.keys("P");
    assert!(!says(&mut play, (120, 40)));
}

/// Earlier, it was a board of chess queens whose regions no rule used.
#[test]
fn regions_painted_on_the_board_of_n_queens_make_coloured_queens() {
    let mut play = Play::queens(6);
    play.keys("Pb ");
    let expected = Rules::coloured_queens(play.rules().grid().clone());
    let expected = expected.with_regions(play.rules().regions().unwrap()).unwrap();
    assert_eq!(**play.rules(), expected);
    assert!(play.notice().contains("coloured queens"), "{}", play.notice());
    // Other boards keep their rules.
    let mut play = Play::queens(6);
    play.settled(":piece knight\n");
    play.keys("Pb ");
    assert_eq!(play.rules().piece().name(), "knight");
    assert!(!play.notice().contains("coloured queens"), "{}", play.notice());
}

#[test]
fn the_first_region_makes_another_of_all_other_cells() {
    let mut play = Play::queens(4);
    play.settled(":b1\n ");
    play.keys("P");
    play.press(KeyCode::Right);
    one_step(&mut play, |play| play.keys("b "));
    assert_eq!(regions(&play), "aaaa\naaaa\naaaa\naaba\n");
    assert_eq!(play.decisions(), "b1");
    play.keys("c");
    assert_eq!(play.notice(), "");
    play.control('u');
    play.keys("b ");
    assert!(
        play.notice().starts_with("all other cells are region a (blue) now"),
        "{}",
        play.notice()
    );
    // Letters choose brushes, even if they have another meaning on the board.
    for letter in ['h', 'j', 'q', 'u', 'x', '7', 'P'] {
        assert!(play.press(KeyCode::Char(letter)).is_empty());
        assert_eq!(play.painting().unwrap().brush, Brush::Region(letter));
    }
    play.press(KeyCode::Esc);
    assert!(play.painting().is_none());
    play.keys("h");
    assert_eq!(play.model.view.cursor, cell("b1"));
}

#[test]
fn a_hole_takes_the_decision_on_its_cell_and_no_other() {
    let problem = drawn("aab\nacb\nccb");
    let problem = problem.with(cell("a1"), Value::Excluded).unwrap();
    let problem = problem.with_given(cell("c3")).unwrap();
    let problem = problem.with(cell("b1"), Value::Excluded).unwrap();
    let mut play = Play::answered(problem);
    play.keys(":paint\n.");
    one_step(&mut play, |play| play.keys(" "));
    assert_eq!((regions(&play).as_str(), play.decisions().as_str()), ("aab\nacb\n.cb\n", "c3 -b1"));
    assert!(play.model.app.session.decisions().is_given(cell("c3")));
    // The given is not removed.
    play.keys(":c3\n ");
    assert_eq!(play.notice(), "c3 is given: it cannot be taken back");
    // The restored cell joins a neighbouring region.
    play.keys(":a1\n");
    one_step(&mut play, |play| play.press(KeyCode::Backspace));
    assert_eq!(regions(&play), "aab\nacb\nacb\n");
    assert!(play.press(KeyCode::Backspace).is_empty());
    assert_eq!(play.notice(), "a1 is no hole");
    assert_eq!(play.state("a1"), CellState::Unknown);
}

#[test]
fn a_stroke_is_one_step_and_shown_before_it_ends() {
    let mut play = Play::answered(drawn("aaaa\naaaa\naaaa\naaaa"));
    play.settled(":c2\nx");
    play.keys("Pd");
    one_step(&mut play, |play| {
        for (kind, name) in [(LEFT, "a1"), (DRAG, "b1"), (DRAG, "b1"), (DRAG, "b2")] {
            let effects = mouse(play, kind, name);
            // The journal contains the cursor's position.
            assert!(effects.iter().all(|effect| matches!(
                effect,
                Effect::Journal(entries) if matches!(entries[..], [JournalEntry::Note(_)])
            )));
        }
        assert_eq!(regions(play), "aaaa\naaaa\naaaa\naaaa\n");
        let text = play.model.problem().rules().regions().unwrap().to_string();
        assert_eq!(text, "aaaa\naaaa\nadaa\nddaa\n");
        mouse(play, LET_GO, "b2")
    });
    assert_eq!(regions(&play), "aaaa\naaaa\nadaa\nddaa\n");
    assert_eq!((play.decisions().as_str(), play.model.view.cursor), ("-c2", cell("b2")));
    // A key also ends a stroke. Outside paint mode, a drag has no effect.
    play.keys("#");
    mouse(&mut play, LEFT, "d4");
    assert_eq!(play.model.shown_state(cell("d4")), Some(CellState::Hole));
    play.press(KeyCode::Esc);
    assert_eq!(regions(&play), "aaa.\naaaa\nadaa\nddaa\n");
    let before = play.model.app.session.problem().clone();
    assert!(mouse(&mut play, DRAG, "a4").is_empty());
    assert_eq!(play.model.app.session.problem(), &before);
    // The right button turns a hole into a cell.
    play.keys("P");
    let right = MouseEventKind::Down(MouseButton::Right);
    one_step(&mut play, |play| mouse(play, right, "d4"));
    assert_eq!(regions(&play), "aaaa\naaaa\nadaa\nddaa\n");
}

#[test]
fn a_stroke_gives_way_to_a_board_that_is_opened_meanwhile() {
    let mut play = Play::queens(6);
    play.keys("Pb");
    mouse(&mut play, LEFT, "f6");
    play.model.app.session.set_rules(Rules::queens(4).unwrap());
    play.send(opened("a.toml", BoardFile::default()));
    play.screen(80, 24);
    mouse(&mut play, LET_GO, "a1");
    assert_eq!((regions(&play).as_str(), play.rules().size().rows()), ("", 8));
}

#[test]
fn commands_change_torus_rules_holes_and_regions() {
    let mut play = Play::queens(4);
    play.settled(":b1\n ");
    one_step(&mut play, |play| play.keys(":torus\n"));
    assert!(play.rules().grid().is_torus());
    assert_eq!(play.decisions(), "b1");
    assert!(play.keys(":torus on\n").is_empty());
    one_step(&mut play, |play| play.keys(":torus off\n"));
    one_step(&mut play, |play| play.keys(":rules rows, columns=1\n"));
    let names: Vec<_> = play.rules().requirements().iter().map(ToString::to_string).collect();
    assert_eq!((names.join(" ").as_str(), play.decisions().as_str()), ("rows columns=1", "b1"));
    play.keys(":d4\n");
    one_step(&mut play, |play| play.keys(":region b\n"));
    assert_eq!(regions(&play), "aaab\naaaa\naaaa\naaaa\n");
    one_step(&mut play, |play| play.keys(":rules rows,regions\n"));
    one_step(&mut play, |play| play.keys(":hole b1\n"));
    assert_eq!(
        (regions(&play).as_str(), play.decisions().as_str()),
        ("aaab\naaaa\naaaa\na.aa\n", "")
    );
    one_step(&mut play, |play| play.keys(":hole b1\n"));
    one_step(&mut play, |play| play.keys(":hole\n"));
    assert_eq!(regions(&play), "aaa.\naaaa\naaaa\naaaa\n");
    one_step(&mut play, |play| play.keys(":rules none\n"));
    assert!(play.rules().groups().is_empty());
}

#[test]
fn a_click_on_a_line_is_one_on_the_cell_beside_it() {
    let options = crate::Options { depth: crate::ColorDepth::None, ..crate::testing::options() };
    let mut play = Play::open(drawn("aab\nabb\nccc"), &options);
    play.settle();
    play.screen(80, 24);
    let rect = play.model.view.layout.area(cell("b2")).unwrap();
    // The border lines to the left of the square and above it.
    for (column, row) in [(rect.x, rect.y + 2), (rect.x + 2, rect.y)] {
        play.click_at(MouseButton::Left, column, row);
        assert_eq!(play.decisions(), "b2");
        play.click_at(MouseButton::Left, column, row);
        assert_eq!(play.decisions(), "");
    }
}

#[test]
fn holes_and_regions_take_lists_as_one_step() {
    let mut play = Play::queens(4);
    one_step(&mut play, |play| play.keys(":region b a4,b4, c4\n"));
    assert_eq!(regions(&play), "bbba\naaaa\naaaa\naaaa\n");
    one_step(&mut play, |play| play.keys(":hole a1\n"));
    // Not all of these cells are holes yet.
    one_step(&mut play, |play| play.keys(":hole a1,b2\n"));
    assert_eq!(regions(&play), "bbba\naaaa\na.aa\n.aaa\n");
    one_step(&mut play, |play| play.keys(":hole b2,a1\n"));
    assert!(play.rules().grid().holes().is_empty());
    let given = play.model.app.session.problem().clone().with_given(cell("c1")).unwrap();
    play.send(opened("a.toml", BoardFile { problem: given, assist: Assist::Full }));
    assert!(play.keys(":hole a1,c1\n").is_empty());
    assert_eq!(play.notice(), "c1 is given: it cannot be taken back");
    assert!(play.rules().grid().holes().is_empty());
}

#[test]
fn commands_that_make_no_sense_say_why_and_change_nothing() {
    let mut play = Play::queens(4);
    let before = play.model.app.session.problem().clone();
    for (command, sentence) in [
        ("torus maybe", "'maybe' is neither 'on' nor 'off'"),
        ("rules regions", "'regions' is a rule, but no regions are drawn (P paints them)"),
        ("rules lines", "'lines' is not a rule"),
        ("rules rows=x", "'rows=x' needs a whole number"),
        ("region ab", "'ab' is not a region"),
        ("region .", "'.' is not a region"),
        ("hole e5", "e5 is off the 4×4 grid (its cells go from a1 to d4)"),
        ("hole x", "'x' is not a cell"),
        ("hole a1,e5", "e5 is off the 4×4 grid (its cells go from a1 to d4)"),
        ("hole a1,", "a cell name is missing"),
        ("region b a1 b", "'b' is not a cell name"),
    ] {
        assert!(play.keys(&format!(":{command}\n")).is_empty(), "{command}");
        assert!(play.notice().starts_with(sentence), "{command}: {}", play.notice());
        assert_eq!(play.model.app.session.problem(), &before);
    }
}

#[test]
fn keys_longer_than_the_window_scroll_and_a_click_closes_them() {
    let mut play = Play::queens(8);
    play.screen(50, 12);
    let text = |play: &mut Play| {
        let screen = play.screen(50, 12);
        screen.content.iter().map(ratatui::buffer::Cell::symbol).collect::<String>()
    };
    play.keys("?");
    let begin = text(&mut play);
    assert!(begin.contains("place or take back") && !begin.contains("theme"), "{begin}");
    play.press(KeyCode::Down);
    assert!(!text(&mut play).contains("place or take back"));
    play.press(KeyCode::Up);
    play.press(KeyCode::Up);
    assert_eq!(text(&mut play), begin);
    play.press(KeyCode::End);
    let end = text(&mut play);
    assert!(end.contains("quit"), "{end}");
    for code in [KeyCode::PageDown, KeyCode::Down] {
        play.press(code);
        assert_eq!(text(&mut play), end);
    }
    let wheel = |play: &mut Play, kind| {
        let event = MouseEvent { kind, column: 3, row: 3, modifiers: KeyModifiers::NONE };
        play.send(Message::Mouse(event));
    };
    wheel(&mut play, MouseEventKind::ScrollUp);
    assert_ne!(text(&mut play), end);
    wheel(&mut play, MouseEventKind::ScrollDown);
    assert_eq!(text(&mut play), end);
    wheel(&mut play, LEFT);
    assert_eq!((play.explained(), play.decisions().as_str()), (None, ""));
}

#[test]
fn a_long_notice_is_read_in_full_and_hides_no_cell_from_a_click() {
    let mut play = Play::queens(8);
    play.screen(30, 12);
    play.keys(":nonsense\n");
    let screen = play.screen(30, 12);
    let text: String = screen.content.iter().map(ratatui::buffer::Cell::symbol).collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(words.join(" ").contains("is no cell and no command: ':' alone lists"), "{words:?}");
    let rect = play.model.view.layout.area(cell("a1")).unwrap();
    assert_eq!(play.model.hit(rect.x, rect.y), Some(Hit::Notice));
    play.click(MouseButton::Left, "a1");
    assert_eq!((play.notice(), play.decisions().as_str()), ("", ""));
    play.screen(30, 12);
    play.click(MouseButton::Left, "a1");
    assert_eq!(play.decisions(), "a1");
}

/// Regression test: the borders drawn with the first region moved the cells under the mouse.
#[test]
fn a_stroke_paints_the_cells_that_it_passes() {
    let mut play = Play::queens(6);
    play.keys("P");
    play.screen(80, 24);
    let row: Vec<_> =
        ["a5", "b5", "c5"].map(|name| play.model.view.layout.area(cell(name)).unwrap()).into();
    for (kind, rect) in [LEFT, DRAG, DRAG].into_iter().zip(&row) {
        play.point(kind, (rect.x + rect.width / 2, rect.y));
        play.screen(80, 24);
    }
    play.point(LET_GO, (row[2].x, row[2].y));
    assert_eq!(regions(&play).lines().nth(1), Some("bbbaaa"));
    play.screen(80, 24);
    assert_eq!(play.model.view.layout.area(cell("a5")), Some(row[0]));
}

#[test]
fn holes_say_what_they_took() {
    let mut play = Play::queens(6);
    play.settled(":b1\n ");
    play.settled(":hole b1,e5\n");
    assert_eq!(play.notice(), "2 cells are holes; the decision on b1 is taken back");
    assert_eq!(play.decisions(), "");
    play.settled(":hole b1\n");
    assert_eq!(play.notice(), "b1 is a cell again");
    play.settled(":hole a1\n");
    assert_eq!(play.notice(), "a1 is a hole");
}

/// Regression: between two events of a quick drag, cells were left out.
#[test]
fn a_quick_stroke_has_no_gaps() {
    let mut play = Play::queens(4);
    play.keys("Pb");
    mouse(&mut play, LEFT, "a1");
    mouse(&mut play, DRAG, "d1");
    mouse(&mut play, DRAG, "a4");
    mouse(&mut play, LET_GO, "a4");
    assert_eq!(regions(&play), "baaa\nabaa\naaba\nbbbb\n");
}
