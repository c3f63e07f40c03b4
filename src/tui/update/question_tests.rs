//! Which late answers still count.

use std::time::Duration;

use super::tests::interrupted;
use super::*;
use num_bigint::BigUint;

use crate::testing::{Play, cell, options};
use app::job::{Change, QuestionId, Report};
use app::{AppEvent, jobs};
use crossterm::event::KeyCode;
use engine::{Budget, Census, DiagramSize, Domains, EngineKind, Progress, auto};
use engine::{PartialAnswer, estimate::EstimatedCensus};
use problem::{Problem, Rules};
use session::{Finding, NearestSize};

#[test]
fn late_reports_change_nothing() {
    let mut play = Play::queens(8);
    play.keys(" ");
    let late = play.reports();
    play.keys("u");
    for (asked, report) in late {
        assert!(play.send(AppEvent::Report(asked, report)).is_empty());
    }
    assert_eq!(play.solutions(), "?");
    assert!(play.model.is_busy(), "the end of the old question is not that of the new one");
    assert!(play.model.app.session.knowledge().bdd_nodes().is_none());
    let old = play.question.as_ref().unwrap().id;
    play.settle();
    assert_eq!(play.solutions(), "92");
    play.settled(" ");
    play.settled("u");
    assert_ne!(old.stamp, play.model.app.session.stamp());
    for report in [
        interrupted(),
        Report::Panicked("late".into()),
        Report::Answer(Change::of(jobs::completion::take, None)),
        Report::Finding(Finding::NearestSize(NearestSize::NoneNearby)),
    ] {
        assert!(play.send(AppEvent::Report(old, report)).is_empty());
    }
    assert_eq!((play.notice(), play.solutions().as_str()), ("", "92"));
    assert_eq!(play.model.app.session.knowledge().interrupted, None);
}

/// One report of each kind without a finding, to be sent for an older question about the same position.
fn ends() -> [Report; 6] {
    [
        Report::Progress(Progress::default(), Duration::ZERO),
        Report::Answer(Change::of(jobs::still_right::take, false)),
        Report::Answer(Change::of(jobs::hint::take, None)),
        Report::Answer(Change::of(jobs::solution::take, None)),
        interrupted(),
        Report::Done,
    ]
}

#[test]
fn the_end_of_a_question_is_not_that_of_another_about_the_same_position() {
    let mut play = Play::queens(8);
    play.settled(" ");
    // The board asks why c2 is impossible. Before the answer arrives, the board is completed.
    play.keys("kll");
    let reason = play.question.take().unwrap();
    assert!(reason.job.is::<jobs::FindReason>());
    play.keys("a");
    let completing = play.model.app.jobs.answering.clone();
    let panic = Report::Panicked("late".into());
    for report in
        ends().into_iter().chain([panic, Report::Answer(Change::of(jobs::completion::take, None))])
    {
        assert!(play.send(AppEvent::Report(reason.id, report)).is_empty());
        assert_eq!((&play.model.app.jobs.answering, play.notice()), (&completing, ""));
    }
    assert_eq!((play.model.view.cursor, play.browsed().is_none()), (cell("c2"), true));
    play.settle();
    assert_eq!(play.model.app.session.decisions().len(), 8);
}

#[test]
fn what_was_found_out_of_a_position_is_learnt_whoever_asked() {
    let mut play = Play::open(Problem::new(Rules::queens(8).unwrap()), &options());
    let found = play.reports();
    play.keys("c");
    for (asked, report) in found {
        play.send(AppEvent::Report(asked, report));
    }
    assert_eq!(play.solutions(), "92");
    assert_eq!(play.model.app.jobs.answering.as_ref().unwrap().job, jobs::StillRight);
}

#[test]
fn a_count_that_was_given_up_does_not_end_the_one_asked_for_anew() {
    let mut play = Play::open(Problem::new(Rules::queens(18).unwrap()), &options());
    let mut domains = Domains::from_attacks(play.model.app.session.problem());
    domains.satisfiable = Some(true);
    let position = play.question.take().unwrap().id;
    let finding = Finding::Layer(PartialAnswer::Domains(domains), Duration::ZERO);
    play.send(AppEvent::Report(position, Report::Finding(finding)));
    play.send(AppEvent::Report(position, Report::Done));
    let given_up = play.question.take().unwrap();
    assert_eq!(given_up.job, jobs::Counts);
    play.keys(":assist full\n");
    assert_eq!(play.question.as_ref().unwrap().job, jobs::ExaminePosition);
    let at = play.model.app.jobs.answering.clone();
    for report in ends() {
        assert!(play.send(AppEvent::Report(given_up.id, report)).is_empty());
    }
    assert_eq!((&play.model.app.jobs.answering, &play.model.app.jobs.counting), (&at, &None));
    assert_eq!(play.model.app.session.knowledge().interrupted, None);
}

#[test]
fn progress_is_kept_while_something_is_computed() {
    let mut play = Play::open(Problem::new(Rules::queens(8).unwrap()), &options());
    let asked = play.question.as_ref().unwrap().id;
    let progress = Progress { done: 3, steps: 64, ..Progress::default() };
    let report = || Report::Progress(progress, Duration::from_secs(1));
    assert!(play.send(AppEvent::Report(asked, report())).is_empty());
    assert_eq!(
        play.model.app.jobs.answering.as_ref().unwrap().progress,
        Some((progress, Duration::from_secs(1)))
    );
    play.settle();
    play.send(AppEvent::Report(asked, report()));
    assert_eq!(play.model.app.jobs.answering, None);
}

#[test]
fn a_solution_that_is_not_drawn_evenly_says_so() {
    let mut play = Play::queens(8);
    play.settled("a");
    assert_eq!(play.notice(), "");
    let mut play = Play::open(Problem::new(Rules::queens(30).unwrap()), &options());
    play.keys("s");
    for (asked, report) in play.reports() {
        play.send(AppEvent::Report(asked, report));
    }
    let screen = play.screen(80, 24);
    let text: String = screen.content.iter().map(ratatui::buffer::Cell::symbol).collect();
    assert!(text.contains("drawn nearly, not exactly, evenly"), "{text}");
    play.press(KeyCode::Esc);
    play.keys("a");
    for (asked, report) in play.reports() {
        play.send(AppEvent::Report(asked, report));
    }
    let reason = "the diagram of all solutions would be too large";
    assert_eq!(play.notice(), format!("a solution, only nearly evenly drawn: {reason}"));
}

/// The question of the worker that estimates.
fn estimating(play: &Play) -> QuestionId {
    let number = play.model.app.jobs.estimating.as_ref().unwrap().question;
    QuestionId { number, stamp: play.model.app.session.stamp() }
}

/// Sends an estimate as the worker that estimates.
fn estimate(play: &mut Play, census: EstimatedCensus) {
    let finding = Report::Finding(Finding::Layer(PartialAnswer::Estimate(census), Duration::ZERO));
    let asked = estimating(play);
    play.send(AppEvent::Report(asked, finding));
}

fn first_estimate(play: &Play) -> EstimatedCensus {
    auto::first_estimate(play.model.app.session.problem(), &Budget::default()).unwrap().unwrap()
}

#[test]
fn an_estimate_is_shown_where_nothing_is_counted() {
    let mut play = Play::open(Problem::new(Rules::queens(30).unwrap()), &options());
    let (census, late) = (first_estimate(&play), estimating(&play));
    estimate(&mut play, census.clone());
    play.settle();
    let about = census.solutions.to_string();
    let seen = play.text(120, 40);
    assert!(seen.contains(&format!("{about} solutions")), "{about}: {seen}");
    assert!(seen.contains("% of the solutions"), "{seen}");
    play.keys("mi");
    assert_eq!(play.notice(), "");
    let share = |cell| play.model.app.session.share(cell).unwrap();
    let most = play.model.app.session.rules().size().iter().map(share).fold(0.0, f64::max);
    assert!((share(play.model.view.cursor) - most).abs() < 1e-9);
    // A late answer about the previous position changes nothing.
    play.keys(" ");
    play.send(AppEvent::Report(
        late,
        Report::Finding(Finding::Layer(PartialAnswer::Estimate(census), Duration::ZERO)),
    ));
    assert_eq!(play.model.app.session.knowledge().estimate(), None);
    let here = first_estimate(&play);
    estimate(&mut play, here.clone());
    play.settle();
    let seen = play.text(120, 40);
    assert!(seen.contains(&format!("{} of ≈", here.solutions)), "{seen}");
}

#[test]
fn a_count_ends_the_estimate_and_must_agree() {
    for (solutions, agrees) in [(365_596_u32, true), (36_559, false)] {
        let mut play = Play::open(Problem::new(Rules::queens(14).unwrap()), &options());
        let census = first_estimate(&play);
        estimate(&mut play, census);
        let cells = vec![BigUint::ZERO; 14 * 14];
        let census = Census { solutions: solutions.into(), cells };
        let layer = PartialAnswer::Census(census, EngineKind::Count);
        let effects = play.say(Report::Finding(Finding::Layer(layer, Duration::ZERO)));
        assert!(matches!(effects[..], [Effect::CancelEstimate]), "{effects:?}");
        assert_eq!(
            (&play.model.app.jobs.estimating, play.model.app.session.knowledge().estimate()),
            (&None, None)
        );
        assert_eq!(play.model.app.faults.is_empty(), agrees);
        assert_eq!(play.notice().contains("far from the estimate"), !agrees);
    }
}

/// The known numbers of solutions along the decisions a1 and g2 on a board of 8 queens.
fn trail(play: &Play) -> Vec<Option<String>> {
    let known = |number| {
        let waypoint = play.model.app.session.waypoint(number)?;
        Some(waypoint.solutions.as_ref()?.exact()?.to_string())
    };
    (0..=play.model.app.session.decisions().len()).map(known).collect()
}

#[test]
fn what_earlier_decisions_left_is_asked_when_nothing_else_is() {
    let board = Problem::new(Rules::queens(8).unwrap());
    let board = ["a1", "g2"]
        .into_iter()
        .fold(board, |board, name| board.with(cell(name), problem::Value::Placed).unwrap());
    let mut play = Play::open(board, &options());
    play.keys(":c4\n");
    for (asked, report) in play.reports() {
        play.send(AppEvent::Report(asked, report));
    }
    // The reason for the cell under the cursor is asked first.
    assert!(play.question.as_ref().unwrap().job.is::<jobs::FindReason>());
    assert_eq!(trail(&play), [None, None, Some("2".into())]);
    for (asked, report) in play.reports() {
        play.send(AppEvent::Report(asked, report));
    }
    assert!(play.question.as_ref().unwrap().job.is::<jobs::Trail>());
    assert!(!play.model.is_busy(), "nobody waits for it");
    // The reason for another cell interrupts the current question, which is asked again afterwards.
    play.keys(":d8\n");
    assert!(play.question.as_ref().unwrap().job.is::<jobs::FindReason>());
    play.settle();
    assert_eq!(trail(&play), ["92", "4", "2"].map(|count| Some(count.to_owned())));
}

/// The board of 8 queens, in the state of a board whose diagram is so large that the counts come without its size.
fn without_size() -> Play {
    let mut play = Play::open(Problem::new(Rules::queens(8).unwrap()), &options());
    for (asked, report) in play.reports() {
        if !matches!(report, Report::Finding(Finding::Layer(PartialAnswer::Diagram(_), _))) {
            play.send(AppEvent::Report(asked, report));
        }
    }
    play
}

#[test]
fn the_size_of_a_large_diagram_follows_its_row_nodes() {
    let mut play = without_size();
    assert_eq!(play.question.as_ref().unwrap().job, jobs::Size);
    assert_eq!(
        (play.solutions().as_str(), play.model.app.session.knowledge().bdd_nodes()),
        ("92", None)
    );
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        let text = play.text(width, height);
        assert!(text.contains(" row diagram ") && text.contains(" 145 nodes "), "{text}");
        assert!(text.contains("as BDD: counting"), "{text}");
    }
    play.settle();
    assert_eq!(play.model.app.session.knowledge().bdd_nodes(), Some(2453));
    assert!(!play.text(120, 40).contains("row diagram"));
}

#[test]
fn the_size_of_a_large_diagram_gives_way_to_every_question() {
    let mut play = without_size();
    play.keys(" ");
    assert_eq!(play.question.as_ref().unwrap().job, jobs::ExaminePosition);
    play.settle();
    // The size is asked for again, but not after a failure.
    let mut play = without_size();
    play.say(interrupted());
    assert!(
        play.model.app.jobs.answering.is_none() && play.notice().is_empty(),
        "{}",
        play.notice()
    );
    assert!(play.text(120, 40).contains("as BDD: not counted"));
    play.settled("c");
    assert_eq!(play.model.app.session.knowledge().bdd_nodes(), Some(2453));
}

#[test]
fn the_nodes_of_a_large_diagram_are_told_apart() {
    let mut play = Play::open(Problem::new(Rules::queens(16).unwrap()), &options());
    let stamp = play.model.app.session.stamp();
    let levels = vec![1; 256];
    let (nodes, zdd_nodes, zdd_levels) = (292_364_275, 26_398_069, levels.clone());
    let size = DiagramSize { nodes, levels, zdd_nodes, zdd_levels };
    play.model
        .app
        .session
        .learn(stamp, Finding::Layer(PartialAnswer::RowNodes(8_470_892), Duration::ZERO));
    assert!(play.text(120, 40).contains("8,470,892 nodes"));
    play.model
        .app
        .session
        .learn(stamp, Finding::Layer(PartialAnswer::Diagram(size), Duration::ZERO));
    assert!(play.text(120, 40).contains("as BDD 292,364,275 nodes"));
}

/// Regression test: the answer was taken for an answer about the cell under the cursor.
#[test]
fn explanations_that_come_late_say_nothing_about_another_cell() {
    let mut play = Play::queens(8);
    play.settled(":a1\n :g2\n :c4\n");
    play.keys("t");
    assert!(play.question.as_ref().unwrap().job.is::<jobs::Explanations>());
    let late = play.reports();
    play.press(KeyCode::Right);
    for (asked, report) in late {
        play.send(AppEvent::Report(asked, report));
    }
    play.settle();
    let session = &play.model.app.session;
    assert!(
        session.explanations(cell("c4")).is_some() && session.explanations(cell("d4")).is_none()
    );
    assert_eq!((play.model.view.cursor, play.notice()), (cell("d4"), ""));
}
