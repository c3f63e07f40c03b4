//! Domination and the board rule, on the board.

use crate::testing::Play;
use session::CellState;

/// A 6×6 board that three queens must cover. They may attack each other, and there are four solutions.
fn three_of_six() -> Play {
    let mut play = Play::queens(6);
    play.settled(":rules dominate,pieces=3\n");
    play.settled(":board-rule off\n");
    play
}

#[test]
fn cells_that_no_piece_covers_yet_are_counted_and_marked() {
    let mut play = Play::queens(6);
    play.settled(":rules dominate\n:board-rule off\n");
    // Before the first piece, no cell is covered, and the panel does not mention covering.
    assert!(!play.text(120, 40).contains("not covered"));
    play.settled(":c3\n ");
    let text = play.text(120, 40);
    assert!(text.contains("16 cells not covered yet"), "{text}");
    assert!(text.contains("not covered 16"), "{text}");
    assert!(text.contains("every cell covered · may attack"), "{text}");
    // If there is room, the legend of the squares also lists uncovered cells.
    let text = play.text(200, 60);
    assert!(text.contains("▛  not covered  16  by no piece yet"), "{text}");
    // An attack does not exclude pieces, but it covers cells.
    assert_eq!(play.state("c4"), CellState::Possible);
    play.settled(":b1\n");
    assert!(play.text(120, 40).contains("no piece covers it yet"));
    play.settled(":c4\n");
    assert!(!play.text(120, 40).contains("no piece covers it yet"));
}

#[test]
fn what_must_cover_is_forced_and_says_why() {
    let mut play = three_of_six();
    assert_eq!(play.solutions(), "4");
    play.settled(":a1\n ");
    assert_eq!(play.solutions(), "1");
    let text = play.text(120, 40);
    assert!(text.contains("every cell is covered"), "{text}");
    assert_eq!(play.state("c5"), CellState::Forced);
    assert_eq!(play.state("f1"), CellState::Impossible);
    // The attack is not the reason why f1 cannot have a piece.
    play.settled(":f1\n");
    let text = play.text(160, 50);
    assert!(text.contains("because of a1") && !text.contains("along the row"), "{text}");
}

#[test]
fn where_only_attacks_are_told_none_is_without_the_board_rule() {
    let mut play = three_of_six();
    play.settled(":assist attacks\n:a1\n :a2\n");
    assert_eq!(play.model.shown_state("a2".parse().unwrap()), None);
    play.settled(" ");
    assert_eq!(play.decisions(), "a1 a2");
    play.settled(":board-rule on\n");
    assert!(!play.model.app.session.is_solved());
}

#[test]
fn rules_that_are_too_large_are_refused() {
    let mut play = Play::queens(6);
    play.settled(":rules dominate\n");
    play.keys(":size 200\n");
    assert!(play.notice().contains("pairs of a cell and an attacker"), "{}", play.notice());
    assert_eq!(play.rules().size().rows(), 6);
    play.keys(":board-rule perhaps\n");
    assert_eq!(play.notice(), "'perhaps' is neither 'on' nor 'off'");
}
