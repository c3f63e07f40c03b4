//! Claims on the board: reasons in words and by marks, and their judgement.

use crossterm::event::{KeyCode, MouseButton};

use crate::modes::Mode;
use crate::testing::{Play, cell};
use session::Verdict;

fn verdict(play: &Play) -> &Verdict {
    let view = play.model.claim_view().expect("a claim is shown");
    view.verdict.as_ref().expect("it is judged")
}

/// Four queens with one on b1. The cursor is on d2, the only cell of row 2 that b1 does not attack.
fn four_queens() -> Play {
    let mut play = Play::queens(4);
    play.settled(":b1\n :d2\n");
    play
}

#[test]
fn reasons_are_marked_on_the_board_and_judged_at_once() {
    let mut play = four_queens();
    play.settled(":prove\n");
    // Nothing but the board rule is named, so a piece on d2 alone is a counterexample.
    let Verdict::Refuted { counterexample } = verdict(&play) else {
        panic!("{:?}", verdict(&play))
    };
    assert_eq!(counterexample.iter().collect::<Vec<_>>(), [cell("d2")]);
    play.settled("fr");
    assert!(matches!(verdict(&play), Verdict::Refuted { .. }));
    assert!(play.text(120, 40).contains("row 2 would allow a piece on "));
    play.click(MouseButton::Left, "b1");
    play.settle();
    assert!(matches!(verdict(&play), Verdict::Proved { .. }));
    assert!(play.text(120, 40).contains("because of row 2 and b1"));
    // Row 1 is about other cells.
    play.settled("r");
    let text = play.text(120, 40);
    assert!(text.contains("row 1 is") && text.contains("superfluous"), "{text}");
    play.settled("r ");
    assert!(matches!(verdict(&play), Verdict::Refuted { .. }));
    play.press(KeyCode::Esc);
    assert!(matches!(play.model.mode(), Mode::Board));
    assert_eq!(play.decisions(), "b1");
}

#[test]
fn the_edge_of_the_board_names_rows_and_columns() {
    let mut play = four_queens();
    play.settled(":rules rows,columns\n:prove\nf");
    let board = play.model.view.layout.board;
    let (x, y) = play.model.view.layout.middle(cell("d2")).unwrap();
    let reasons =
        |play: &Play| play.model.claim_view().unwrap().claim.reasons_in_words(session::PLAIN_NAMES);
    for ((x, y), expected) in [
        ((board.x - 1, y), "row 2"),
        ((x, board.bottom()), "row 2 and column d"),
        ((board.x - 1, y), "column d"),
        ((board.x - 1, board.bottom()), "column d"),
    ] {
        play.click_at(MouseButton::Left, x, y);
        play.settle();
        assert_eq!(reasons(&play), expected);
    }
    assert_eq!(play.model.view.cursor, cell("d2"));
}

#[test]
fn a_claim_in_words_opens_with_its_verdict() {
    let mut play = four_queens();
    play.settled(":prove d2 forced because rows 2, 3 and b1\n");
    let Verdict::Proved { needed } = verdict(&play) else { panic!("{:?}", verdict(&play)) };
    assert_eq!(needed.reasons_in_words(session::PLAIN_NAMES), "row 2 and b1");
    let mut play = four_queens();
    for (line, sentence) in [
        (":prove because row 9\n", "no rule speaks of row 9"),
        (":prove b1 because row 2\n", "b1 is decided: go to an open cell"),
        (":prove a1, row 2\n", "a1 is not decided: a claim names decided cells and groups"),
    ] {
        play.settled(line);
        assert_eq!(play.notice(), sentence, "{line}");
        assert!(play.model.claim_view().is_none(), "{line}");
    }
}

#[test]
fn what_the_position_lacks_cannot_be_marked() {
    let mut play = four_queens();
    play.settled(":prove\n");
    for (key, sentence) in [
        ("c", "no rule speaks of the column of d2"),
        ("g", "no rule speaks of a region of d2"),
        (" ", "d2 is not decided"),
    ] {
        play.settled(key);
        assert_eq!(play.notice(), sentence);
    }
    // The position is unchanged at every assist.
    play.press(KeyCode::Esc);
    play.settled(":assist none\n:prove because row 2 and b1\nf");
    assert!(matches!(verdict(&play), Verdict::Proved { .. }));
}

#[test]
fn the_clock_of_a_puzzle_goes_on_and_a_pause_hides_the_claim() {
    let mut play = Play::queens(6);
    play.settled(":assist attacks\n:play board\n:prove because row 2\n");
    assert!(matches!(verdict(&play), Verdict::Refuted { .. }));
    assert!(play.model.app.playing().is_some() && play.model.app.is_timed());
    play.press(KeyCode::Esc);
    play.settled("p:prove because row 2\n");
    assert!(play.model.app.is_hidden());
}
