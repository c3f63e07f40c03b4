//! The notices of the board.

use std::time::Duration;

use super::*;
use crate::modes::Mode;
use crate::testing::{Play, opened};
use app::AppEvent;
use app::job::{QuestionId, Report};
use app::notice::ASSIST_REFUSAL;
use engine::Completion;
use engine::Progress;
use problem::Assist;
use problem::Value;
use problem::{BoardFile, Problem};

#[test]
fn a_decision_that_is_not_listed_is_named_when_it_is_taken_back() {
    let mut play = Play::queens(50);
    let rules = play.rules().clone();
    let placed = rules.size().iter().take(60).map(|cell| (cell, Value::Excluded)).collect();
    let board = Problem::with_decisions(rules, placed).unwrap();
    play.send(opened("a.toml", BoardFile { problem: board, assist: Assist::None }));
    play.screen(80, 24);
    // The list shows only the first and the last decisions.
    play.keys("2");
    assert_eq!(play.notice(), "decision 2, b1, is taken back (u undoes)");
    let mut play = Play::queens(8);
    play.settled(" ");
    play.screen(80, 24);
    play.keys("1");
    assert_eq!((play.notice(), play.decisions().as_str()), ("", ""));
}

#[test]
fn the_solution_looked_at_is_the_one_that_completes_the_board() {
    let mut play = Play::queens(8);
    play.settled("nnn");
    let placed = play.browsed().unwrap().placed.clone();
    play.settled("a");
    assert!(play.browsed().is_none());
    assert_eq!(play.model.app.session.decisions().cells(Value::Placed).count(), 8);
    assert!(placed.iter().all(|cell| play.model.app.session.decisions().get(cell).is_some()));
}

#[test]
fn solutions_without_an_order_have_none_before_them() {
    let mut play = Play::queens(8);
    play.settled("n");
    let seen = Completion { rank: None, ..play.browsed().unwrap().clone() };
    play.model.enter(Mode::Browse(seen.clone()));
    assert!(play.keys("N").is_empty());
    let sentence = "these solutions have no order, for they are not counted; n looks for another";
    assert_eq!((play.notice(), play.browsed()), (sentence, Some(&seen)));
    assert!(matches!(play.keys("n")[..], [Effect::Ask(_)]));
}

#[test]
fn it_is_said_whose_the_mouse_is() {
    let mut play = Play::queens(8);
    play.keys("M");
    assert_eq!(
        play.notice(),
        "mouse clicks go to the terminal now; M gives them back to the board"
    );
    play.keys("M");
    assert_eq!(
        (play.notice(), play.model.view.mouse),
        ("the board handles mouse clicks again", true)
    );
}

#[test]
fn a_puzzle_is_completed_where_solutions_are_not_looked_at() {
    let mut play = Play::queens(6);
    play.settled(":puzzle\n");
    play.settled("s");
    assert_eq!(play.notice(), ASSIST_REFUSAL);
    play.settled("a");
    assert!(play.model.app.session.is_solved());
}

#[test]
fn the_panel_says_what_is_at_work_and_what_is_not() {
    let text = |play: &mut Play| {
        let screen = play.screen(120, 40);
        screen.content.iter().map(ratatui::buffer::Cell::symbol).collect::<String>()
    };
    let mut play = Play::queens(8);
    play.keys(":puzzle\n");
    let progress = Progress { done: 3, steps: 8, ..Progress::default() };
    play.say(Report::Progress(progress, Duration::from_secs(2)));
    assert!(text(&mut play).contains("making a puzzle, 2.0 s (Esc cancels)"));
    let mut play = Play::queens(24);
    assert_eq!(play.solutions(), "?");
    let seen = text(&mut play);
    assert!(seen.contains("estimating …"), "{seen}");
    // The estimate ends without a result because no particle survived.
    let asked = QuestionId {
        number: play.model.app.jobs.estimating.as_ref().unwrap().question,
        stamp: play.model.app.session.stamp(),
    };
    play.send(AppEvent::Report(asked, Report::Done));
    let seen = text(&mut play);
    assert!(seen.contains("too many to count: place"), "{seen}");
}
