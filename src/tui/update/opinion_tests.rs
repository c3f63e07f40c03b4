//! The ROBDD of the library, and its comparison with another engine.

use crate::Options;
use crate::testing::{Play, options};
use crate::update::message::Effect;
use app::job::{AnyJob, Report};
use app::{AppEvent, Settings, jobs};
use engine::{Cause, Interrupted, PartialAnswer, Progress};
use problem::{Problem, Rules};
use session::Finding;

/// A board of queens whose counts are compared, with its first question pending.
fn opened(size: u16) -> Play {
    let options = Options { settings: Settings::default(), ..options() };
    Play::open(Problem::new(Rules::queens(size).unwrap()), &options)
}

fn job(play: &Play) -> Option<&AnyJob> {
    play.question.as_ref().map(|question| &question.job)
}

/// Answers questions until the board asks for the ROBDD.
fn answer_shown(play: &mut Play) {
    while *job(play).expect("the ROBDD is asked for") != jobs::Robdd(None) {
        play.answer();
    }
}

/// Answers the pending question with an error in a count of the row diagram: in the count of b1, or in the total.
/// Returns the effects.
fn answer_wrongly(play: &mut Play, is_wrong_cell: bool) -> Vec<Effect> {
    let mut effects = Vec::new();
    for (asked, mut report) in play.reports() {
        if let Report::Finding(Finding::Layer(PartialAnswer::Census(census, _), _)) = &mut report {
            *(if is_wrong_cell { &mut census.cells[1] } else { &mut census.solutions }) += 1_u32;
        }
        effects.extend(play.send(AppEvent::Report(asked, report)));
    }
    effects
}

#[test]
fn counts_are_read_from_the_robdd_and_another_engine_agrees() {
    let mut play = opened(8);
    for (keys, nodes) in [
        ("", "ROBDD: 2,453 nodes"),
        (" ", "ROBDD: 193 of 2,453 nodes"),
        (":g2\n ", "ROBDD: 98 of 2,453 nodes"),
        ("u", "ROBDD: 193 of 2,453 nodes"),
    ] {
        play.settled(keys);
        assert!(play.model.app.session.knowledge().is_verified(), "after '{keys}'");
        for (width, height) in [(80, 24), (120, 40)] {
            let text = play.text(width, height);
            assert!(text.contains("exact: two engines agree"), "after '{keys}': {text}");
            assert!(text.contains(nodes), "after '{keys}': {text}");
            assert!(!text.contains("paths"), "{text}");
        }
    }
    assert!(play.model.app.faults.is_empty());
}

#[test]
fn paths_are_told_where_they_are_not_the_solutions() {
    let rules = Rules::queens(4).unwrap().with_piece("knight".parse().unwrap());
    let mut play = Play::answered(Problem::new(rules));
    // As `inspect --size 4 --piece knight` says.
    assert_eq!(play.solutions(), "315");
    let text = play.text(120, 40);
    assert!(text.contains("paths 131"), "{text}");
}

#[test]
fn the_robdd_comes_behind_the_first_answer_and_gives_way_to_the_next_click() {
    let mut play = opened(8);
    answer_shown(&mut play);
    assert_eq!(play.solutions(), "92");
    assert!(play.text(120, 40).contains("exact, in 1.3 ms"));
    assert!(!play.model.is_busy());
    play.keys(" ");
    assert_eq!(*job(&play).unwrap(), jobs::ExaminePosition);
    // The row diagram answers while there is no ROBDD.
    let robdds = |reports: &[(_, Report)]| {
        let is_robdd = |(_, report): &(_, Report)| {
            matches!(report, Report::Finding(Finding::Robdd(Some(_), _)))
        };
        reports.iter().position(is_robdd)
    };
    assert_eq!(robdds(&play.reports()), None);
    play.model.app.jobs.answering = None;
    play.settled("u");
    assert!(play.model.app.session.knowledge().is_verified());
    // Then the ROBDD answers first.
    play.keys(" ");
    assert_eq!(*job(&play).unwrap(), jobs::ExaminePosition);
    assert_eq!(robdds(&play.reports()), Some(0));
}

#[test]
fn a_wrong_answer_is_followed_by_disagrees() {
    for (is_wrong_cell, is_built) in [(false, false), (true, false), (false, true), (true, true)] {
        let mut play = opened(6);
        let mut effects = Vec::new();
        if is_built {
            // The error comes after the answer of the ROBDD, in another position.
            play.settle();
            play.keys(":c1\nx");
        }
        let is_row_first = !is_built;
        effects.extend(answer_wrongly(&mut play, is_wrong_cell));
        if is_row_first {
            answer_shown(&mut play);
            let shown = play.text(120, 40);
            assert!(shown.contains("exact, in"), "{shown}");
            for (asked, report) in play.reports() {
                effects.extend(play.send(AppEvent::Report(asked, report)));
            }
        }
        let [all, more] = if is_built { ["3", "4"] } else { ["4", "5"] };
        let numbers = if is_wrong_cell {
            "1 solutions with b1 by the ROBDD, 2 by another engine".to_owned()
        } else {
            format!("{all} solutions by the ROBDD, {more} by another engine")
        };
        effects.retain(|effect| matches!(effect, Effect::SaveDisagreement { .. }));
        let [Effect::SaveDisagreement { board, disagreement }] = &effects[..] else {
            panic!("{effects:?}")
        };
        assert_eq!(&board.problem, play.model.app.session.problem());
        assert_eq!(disagreement.to_string(), numbers);
        for (width, height) in [(80, 24), (120, 40)] {
            let text = play.text(width, height);
            assert!(text.contains("disagrees"), "{text}");
            assert!(!text.contains("agree "), "{text}");
        }
        let text = play.text(120, 40);
        // The words wrap.
        let part = numbers.split(" by").next().unwrap();
        assert!(text.contains(&format!("disagrees: {part}")), "{text}");
        let saved =
            AppEvent::DisagreementSaved(disagreement.clone(), Ok("disagreement-1.toml".into()));
        play.send(saved);
        assert_eq!(
            play.notice(),
            format!("engines disagree: {numbers}; please report disagreement-1.toml")
        );
        let [said] = &play.model.app.faults[..] else { panic!() };
        assert!(said.contains("please report this board: configurator"), "{said}");
    }
}

#[test]
fn a_setting_switches_comparisons_off() {
    let mut play = opened(6);
    play.keys(":set verify off\n");
    assert_eq!(
        play.notice(),
        "verify is off: counts of the ROBDD are compared with another engine's"
    );
    // The ROBDD still answers.
    let effects = answer_wrongly(&mut play, false);
    let told = |effect: &Effect| matches!(effect, Effect::SaveDisagreement { .. });
    play.settle();
    assert!(!effects.iter().any(told));
    assert_eq!(play.solutions(), "4");
    let text = play.text(120, 40);
    assert!(text.contains("exact, in 1.3 ms") && text.contains("ROBDD: 131 nodes"), "{text}");
    assert!(play.model.app.faults.is_empty());
    // Facts that are already known are shown at once.
    let effects = play.keys(":set verify on\n");
    assert!(effects.iter().any(told), "{effects:?}");
    assert!(play.text(120, 40).contains("disagrees"));
    play.settled(":b1\n ");
    assert!(play.text(120, 40).contains("exact: two engines agree"));
}

#[test]
fn boards_whose_robdd_is_too_large_are_answered_by_the_row_diagram() {
    let mut play = opened(12);
    play.settle();
    assert_eq!(play.solutions(), "14200");
    assert!(play.model.app.session.knowledge().robdd.is_none());
    let text = play.text(120, 40);
    assert!(text.contains("435,172 nodes") && !text.contains("ROBDD"), "{text}");
    assert!(text.contains("exact, in"), "{text}");
}

#[test]
fn a_robdd_that_ends_early_is_not_asked_for_again() {
    let mut play = opened(6);
    answer_shown(&mut play);
    play.question = None;
    let cut = Interrupted { cause: Cause::Memory(1), reached: Progress::default() };
    play.say(Report::Interrupted(cut));
    play.keys("l");
    assert!(job(&play).is_none_or(|job| *job != jobs::Robdd(None)));
    assert!(
        !play.model.app.session.knowledge().is_verified()
            && play.model.app.session.disagreement().is_none()
    );
}
