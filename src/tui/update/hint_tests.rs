//! Checks and hints.

use crate::face::region;
use crate::problem::{Problem, Regions, Rules};
use crate::tui::model::scene::Scene;
use crate::tui::testing::{Play, options};

#[test]
fn a_hint_leads_to_the_next_step() {
    let mut play = Play::queens(4);
    play.keys(":assist attacks\nl ");
    play.settled("H");
    assert_eq!(play.notice(), "d2 is forced: row 2 has no other cell left");
    assert_eq!(play.model.cursor.to_string(), "d2");
    // It is marked until the position changes.
    play.keys("h");
    assert_eq!(play.model.hinted(), [crate::tui::testing::cell("d2")]);
    play.keys("l");
    play.keys(" ");
    assert!(play.model.hinted().is_empty());
    play.settled("H");
    assert_eq!(play.notice(), "a3 is forced: row 3 has no other cell left");
    play.keys(" ");
    play.settled("H");
    assert_eq!(play.notice(), "c4 is forced: row 4 has no other cell left");
    play.keys(" ");
    play.settled("H");
    assert_eq!(play.notice(), "the board is complete");
    play.settled("c");
    assert_eq!(play.notice(), "right: the board is complete");
}

#[test]
fn a_hint_says_what_is_wrong() {
    let mut play = Play::queens(8);
    play.keys(":assist attacks\n :b3\n ");
    play.settled("c");
    assert_eq!(play.notice(), "not right: no solution remains");
    play.settled("H");
    assert_eq!(play.notice(), "no solution remains because of a1 and b3; take back a1");
    assert_eq!(play.model.cursor.to_string(), "a1");
}

#[test]
fn a_hint_marks_the_cells_of_the_groups_that_it_speaks_of() {
    let regions = Regions::parse("aabb\naabb\nccdd\nccdd").unwrap();
    let rules = Rules::queens(4).unwrap().with_piece("knight".parse().unwrap());
    let rules = rules.with_requirements(["regions=1".parse().unwrap()]).with_regions(&regions);
    let mut play = Play::open(Problem::new(rules.unwrap()), &options());
    play.keys(":assist attacks\n ");
    play.settled("H");
    assert_eq!(play.notice(), "b1, a2 and b2 are impossible: region c has all its pieces");
    let marked = |play: &Play| {
        let scene = Scene::of(&play.model);
        let cells = play.rules().size().iter();
        let marked = cells.filter(|&cell| scene.square(cell).is_in_hint);
        marked.map(|cell| cell.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(marked(&play), "a1 b1 a2 b2");
    let screen = play.screen(120, 40);
    let text: String = screen.content.iter().map(ratatui::buffer::Cell::symbol).collect();
    let color = region::name(play.model.region_colors.color('c'));
    assert!(text.contains(&format!("region c ({color}) has all its pieces")), "{text}");
    play.press(crossterm::event::KeyCode::Esc);
    assert_eq!(marked(&play), "");
}

#[test]
fn the_first_key_of_the_footer_does_what_the_hint_says() {
    let footer = |play: &mut Play| {
        let screen = play.screen(120, 40);
        let line = screen.content.chunks(120).last().unwrap();
        line.iter().map(ratatui::buffer::Cell::symbol).collect::<String>()
    };
    let mut play = Play::queens(4);
    play.keys(":assist attacks\n");
    play.settled("H");
    assert!(play.notice().contains("is impossible"), "{}", play.notice());
    assert!(footer(&mut play).starts_with(" x exclude "), "{}", footer(&mut play));
    play.settled("x");
    assert_eq!(play.decisions(), format!("-{}", play.model.cursor));
    play.keys("u:b1\n ");
    play.settled("H");
    assert!(footer(&mut play).starts_with(" space place "), "{}", footer(&mut play));
}
