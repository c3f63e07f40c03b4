//! The assist level across boards.

use super::*;
use crate::testing::{Play, opened, options};
use problem::Assist;
use problem::{BoardFile, Problem, Rules};

fn assist(play: &Play) -> Assist {
    play.model.app.session.assist()
}

#[test]
fn undoing_a_puzzle_brings_back_what_was_told_before() {
    let mut play = Play::queens(6);
    play.settled("l :puzzle\n");
    assert_eq!((assist(&play), play.solutions().as_str()), (Assist::Attacks, "?"));
    play.settled("u");
    assert_eq!((assist(&play), play.solutions().as_str()), (Assist::Full, "1"));
    let effects = play.control('r');
    assert!(matches!(effects[..], [Effect::Cancel]));
    assert_eq!((assist(&play), play.solutions().as_str()), (Assist::Attacks, "?"));
}

#[test]
fn a_new_size_or_piece_after_a_puzzle_tells_what_the_user_wants() {
    for next in ["+", ":piece rook\n"] {
        let mut play = Play::queens(6);
        play.settled(":puzzle\n");
        play.settled(next);
        assert_eq!(assist(&play), Assist::Full);
        assert_ne!(play.solutions(), "?");

        let mut play = Play::queens(6);
        play.settled(":assist none\n");
        play.settled(":puzzle\n");
        assert_eq!(assist(&play), Assist::Attacks);
        play.settled(next);
        assert_eq!(assist(&play), Assist::None);
    }
}

/// Changes of the grid's shape or the rules do not count as another board.
#[test]
fn what_is_changed_of_a_puzzle_tells_no_more() {
    let mut play = Play::queens(6);
    play.settled(":puzzle\n");
    for command in [":torus\n", ":rules rows\n", ":region b\n"] {
        play.settled(command);
        assert_eq!(assist(&play), Assist::Attacks);
    }
}

#[test]
fn what_the_user_wants_to_be_told_stays() {
    let mut play = Play::queens(6);
    play.settled(":puzzle\n");
    play.settled(":assist none\n");
    for key in ["u", "+"] {
        play.settled(key);
        assert_eq!(assist(&play), Assist::None);
    }
    play.settled("uuu");
    play.control('r');
    assert_eq!(assist(&play), Assist::None);
}

#[test]
fn a_file_brings_along_how_much_it_tells() {
    let mut play = Play::open(Problem::new(Rules::queens(8).unwrap()), &options());
    let problem = play.model.app.session.problem().clone();
    let board = BoardFile { problem, assist: Assist::None };
    // Opening a file counts as another board even if its problem is the same.
    play.send(opened("a.toml", board.clone()));
    assert_eq!(assist(&play), Assist::None);
    play.send(opened("a.toml", board));
    play.settled("u");
    assert_eq!((assist(&play), play.solutions().as_str()), (Assist::Full, "92"));
    play.settled("u");
    assert_eq!(play.notice(), "nothing to undo");
}
