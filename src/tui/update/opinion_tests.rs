//! The second opinion on counts.

use crate::Options;
use crate::input::Settings;
use crate::model::question::{Report, Topic};
use crate::testing::{Play, options};
use crate::update::message::{Effect, Message};
use engine::{Cause, Interrupted, PartialAnswer, Progress};
use problem::{Problem, Rules};
use session::Finding;

/// A board of queens whose counts are verified, with its first question pending.
fn opened(size: u16) -> Play {
    let options = Options { settings: Settings::default(), ..options() };
    Play::open(Problem::new(Rules::queens(size).unwrap()), &options)
}

fn topic(play: &Play) -> Option<&Topic> {
    play.question.as_ref().map(|question| &question.topic)
}

/// Answers questions until the board asks for a second opinion.
fn answer_shown(play: &mut Play) {
    while topic(play).expect("a second opinion is asked for") != &Topic::SecondOpinion {
        play.answer();
    }
}

#[test]
fn a_count_that_a_second_engine_confirms_is_verified() {
    let mut play = opened(8);
    for keys in ["", " ", ":g2\n "] {
        play.settled(keys);
        assert!(play.model.session.is_verified(), "after '{keys}'");
        for (width, height) in [(80, 24), (120, 40)] {
            let text = play.text(width, height);
            assert!(text.contains("exact, verified by the BDD"), "after '{keys}': {text}");
        }
    }
    assert!(play.model.faults.is_empty());
}

#[test]
fn a_second_opinion_comes_behind_the_answer_and_gives_way_to_the_next_click() {
    let mut play = opened(8);
    answer_shown(&mut play);
    assert_eq!(play.solutions(), "92");
    assert!(play.text(120, 40).contains("exact, in 1.3 ms"));
    assert!(!play.model.is_busy());
    play.keys(" ");
    assert_eq!(topic(&play), Some(&Topic::Position));
    play.settle();
    assert!(play.model.session.is_verified());
}

#[test]
fn a_wrong_answer_is_followed_by_disagrees() {
    for wrong_cell in [false, true] {
        let mut play = opened(6);
        // Plants an error in a count.
        for (asked, mut report) in play.reports() {
            if let Report::Finding(Finding::Layer(PartialAnswer::Census(census, _), _)) =
                &mut report
            {
                *(if wrong_cell { &mut census.cells[1] } else { &mut census.solutions }) += 1_u32;
            }
            play.send(Message::Report(asked, report));
        }
        answer_shown(&mut play);
        let shown = play.text(120, 40);
        assert!(shown.contains("exact, in"), "{shown}");
        let mut effects = Vec::new();
        for (asked, report) in play.reports() {
            effects.extend(play.send(Message::Report(asked, report)));
        }
        let numbers = if wrong_cell {
            "2 solutions with b1, 1 by the BDD"
        } else {
            "5 solutions, 4 by the BDD"
        };
        let [Effect::SaveDisagreement { board, fault }] = &effects[..] else {
            panic!("{effects:?}")
        };
        assert_eq!(&board.problem, play.model.session.problem());
        assert_eq!(fault, &format!("engines disagree: {numbers}"));
        for (width, height) in [(80, 24), (120, 40)] {
            let text = play.text(width, height);
            assert!(text.contains("disagrees"), "{text}");
            assert!(!text.contains("verified"), "{text}");
        }
        let text = play.text(120, 40);
        // The words wrap.
        let part = if wrong_cell { "2 solutions with b1, 1 by" } else { numbers };
        assert!(text.contains(&format!("disagrees: {part}")), "{text}");
        let saved = Message::DisagreementSaved(fault.clone(), Ok("disagreement-1.toml".into()));
        play.send(saved);
        assert_eq!(play.notice(), format!("{fault}; please report disagreement-1.toml"));
        let [said] = &play.model.faults[..] else { panic!() };
        assert!(said.contains("please report this board: configurator"), "{said}");
    }
}

#[test]
fn a_setting_switches_second_opinions_off() {
    let mut play = opened(6);
    answer_shown(&mut play);
    let effects = play.keys(":set verify off\n");
    assert!(effects.iter().any(|effect| matches!(effect, Effect::CancelWork)), "{effects:?}");
    play.question = None;
    assert_eq!(play.notice(), "verify is off: each count is compared with that of the BDD library");
    play.settled(" ");
    assert!(!play.model.session.is_verified());
    play.settled(":set verify on\n");
    assert!(play.model.session.is_verified());
    play.settled(":set verify off\n");
    assert!(play.text(120, 40).contains("exact, in 1.3 ms"));
}

#[test]
fn a_second_opinion_that_ends_early_is_not_asked_for_again() {
    let mut play = opened(6);
    answer_shown(&mut play);
    play.question = None;
    let cut = Interrupted { cause: Cause::Memory(1), reached: Progress::default() };
    play.say(Report::Interrupted(cut));
    play.keys("l");
    assert_ne!(topic(&play), Some(&Topic::SecondOpinion));
    assert!(!play.model.session.is_verified() && play.model.session.disagreement().is_none());
}
