//! Checks and hints.

use crate::tui::testing::Play;

#[test]
fn a_hint_leads_to_the_next_step() {
    let mut play = Play::queens(4);
    play.keys(":assist attacks\nl ");
    play.settled("H");
    assert_eq!(play.notice(), "d2 is forced: row 2 has no other cell left");
    assert_eq!(play.model.cursor.to_string(), "d2");
    // It is marked until the position changes.
    play.keys("h");
    assert_eq!(play.model.hinted, [crate::tui::testing::cell("d2")]);
    play.keys("l");
    play.keys(" ");
    assert!(play.model.hinted.is_empty());
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
