//! Answers of the worker, and questions that are still pending.

use crossterm::event::KeyCode;

use super::tests::{amazons, asked, interrupted};
use super::*;
use crate::testing::{Play, cell, options};
use app::job::Report;
use app::{AppEvent, jobs};
use engine::{Progress, Rank};
use geometry::Size;
use problem::Value;
use problem::{Problem, Rules};
use session::{CellState, NearestSize};

#[test]
fn escape_cancels_what_is_computed_and_the_board_goes_on() {
    let mut play = Play::open(Problem::new(Rules::queens(8).unwrap()), &options());
    assert!(matches!(play.press(KeyCode::Esc)[..], [Effect::CancelWork]));
    assert!(play.say(interrupted()).is_empty());
    assert!(!play.model.is_busy());
    assert!(play.model.app.session.knowledge().interrupted.is_some());
    assert_eq!((play.solutions().as_str(), play.state("a1")), ("?", CellState::Unknown));
    // Pressing Esc again repeats the question, and so does the next decision.
    let effects = play.press(KeyCode::Esc);
    assert_eq!(asked(&play, &effects), jobs::ExaminePosition);
    assert!(matches!(play.press(KeyCode::Esc)[..], [Effect::CancelWork]));
    play.say(interrupted());
    play.settled(" ");
    assert_eq!(play.solutions(), "4");
    assert_eq!(play.model.app.session.knowledge().interrupted, None);
}

#[test]
fn escape_does_what_its_hint_says() {
    // Esc leaves the displayed solution, even during a computation.
    let mut play = Play::queens(8);
    play.settled("n");
    play.keys("n");
    assert!(play.model.app.jobs.answering.as_ref().is_some_and(|it| it.job.is::<jobs::Solution>()));
    let late = play.reports();
    assert!(matches!(play.press(KeyCode::Esc)[..], [Effect::CancelWork]));
    for (asked, report) in late {
        play.send(AppEvent::Report(asked, report));
    }
    assert!(play.browsed().is_none() && !play.model.is_busy());

    // Esc also leaves the displayed solution while the position is unknown, and then asks about the position.
    let mut play = Play::open(Problem::new(Rules::queens(8).unwrap()), &options());
    play.keys("n");
    for (asked, report) in play.reports().into_iter().take(1) {
        play.send(AppEvent::Report(asked, report));
    }
    assert!(play.browsed().is_some());
    let effects = play.press(KeyCode::Esc);
    assert_eq!(asked(&play, &effects), jobs::ExaminePosition);
    assert!(play.browsed().is_none());

    // If Esc has another meaning, the screen does not say that Esc cancels.
    let progress = Progress { done: 3, steps: 64, ..Progress::default() };
    play.say(Report::Progress(progress, std::time::Duration::from_secs(1)));
    let hint = |play: &mut Play| {
        let screen = play.screen(120, 40);
        let text: String = screen.content.iter().map(ratatui::buffer::Cell::symbol).collect();
        text.contains("Esc cancels")
    };
    assert!(hint(&mut play));
    play.keys("P");
    assert!(!hint(&mut play));
    assert!(play.press(KeyCode::Esc).is_empty());
    assert!(hint(&mut play));
}

#[test]
fn a_heat_map_without_counts_says_what_it_lacks() {
    let mut play = Play::open(Problem::new(Rules::queens(8).unwrap()), &options());
    for _ in 0..2 {
        play.keys("m");
        assert_eq!(play.notice(), "the heat map needs counts, which are not known");
    }
    play.keys("m");
    assert_eq!(play.notice(), "");
    play.keys("m");
    play.settle();
    play.keys("m");
    assert_eq!(play.notice(), "");
    play.settled("a");
    play.keys("mm");
    assert_eq!(play.notice(), "no cell is open: the heat map has nothing to show");
}

#[test]
fn completing_asks_and_decides_the_whole_board_as_one_step() {
    let mut play = Play::queens(8);
    play.settled(" ");
    let effects = play.keys("a");
    assert_eq!(asked(&play, &effects), jobs::Complete);
    assert_eq!(play.decisions(), "a1");
    let mut questions = Vec::new();
    for (asked, report) in play.reports() {
        questions.extend(play.send(AppEvent::Report(asked, report)));
    }
    assert_eq!(asked(&play, &questions), jobs::ExaminePosition);
    play.settle();
    assert_eq!((play.solutions().as_str(), play.model.app.session.decisions().len()), ("1", 8));
    play.settled("a");
    assert_eq!(play.notice(), "the board is complete already");
    play.settled("u");
    assert_eq!((play.decisions().as_str(), play.solutions().as_str()), ("a1", "4"));
}

#[test]
fn completing_before_the_counts_have_come_gets_them_afterwards() {
    let mut play = Play::open(Problem::new(Rules::queens(6).unwrap()), &options());
    let effects = play.keys("a");
    assert_eq!(asked(&play, &effects), jobs::Complete);
    play.settle();
    assert_eq!((play.solutions().as_str(), play.model.app.session.decisions().len()), ("1", 6));
    // The new board is not known to be complete yet. The question for a completion finds nothing to
    // decide, and the solutions are counted.
    let mut play = Play::open(play.model.app.session.problem().clone(), &options());
    play.settled("a");
    assert_eq!((play.notice(), play.solutions().as_str()), ("the board is complete already", "1"));
}

#[test]
fn nothing_completes_a_board_without_solutions() {
    let mut play = Play::answered(amazons(4));
    assert!(play.keys("a").is_empty());
    assert_eq!(play.notice(), "no solution: nothing to complete");
    // The answer is the same before the position is known.
    let mut play = Play::open(amazons(4), &options());
    play.settled("a");
    assert_eq!(play.notice(), "no solution: nothing to complete");
    assert_eq!(play.solutions(), "0");
    assert!(!play.model.is_busy());
}

#[test]
fn a_panic_of_the_worker_is_told_and_the_board_goes_on() {
    let mut play = Play::open(Problem::new(Rules::queens(8).unwrap()), &options());
    play.say(Report::Panicked("index out of bounds".into()));
    assert_eq!(
        play.notice(),
        "a fault of the program, the question is dropped: index out of bounds"
    );
    assert!(!play.model.is_busy());
    play.settled(" ");
    assert_eq!((play.solutions().as_str(), play.notice()), ("4", ""));
}

#[test]
fn the_exclamation_mark_goes_to_the_nearest_size_with_a_solution() {
    let mut play = Play::answered(amazons(8));
    let found = NearestSize::Found(Size::square(10).unwrap());
    assert_eq!(play.model.app.session.knowledge().nearest_size, Some(found));
    let effects = play.keys("!");
    assert_eq!(asked(&play, &effects), jobs::ExaminePosition);
    play.settle();
    assert_eq!(play.rules().size(), Size::square(10).unwrap());
    assert_eq!((play.rules().piece().name(), play.solutions().as_str()), ("amazon", "4"));
    assert!(play.keys("!").is_empty());
    let because = "taking back decisions cannot help: it is so because of row";
    assert!(play.notice().starts_with(because), "{}", play.notice());
    play.settled("u");
    assert_eq!((play.rules().size().rows(), play.solutions().as_str()), (8, "0"));
}

#[test]
fn what_cannot_be_done_is_done_anyway_in_one_step() {
    let mut play = Play::queens(8);
    play.settled(":a1\n :g2\n :c4\n");
    let before = play.model.app.session.problem().clone();
    play.settled(" ");
    assert_eq!(play.notice(), "c4 is impossible because of a1 and g2");
    play.settled("!\n");
    assert_eq!((play.decisions().as_str(), play.notice()), ("g2 c4", "took back a1"));
    play.settled("u");
    assert_eq!(play.model.app.session.problem(), &before);
    assert_eq!(play.decisions(), "a1 g2");
    // A forced cell is excluded.
    play.settled(":c8\nx");
    play.settled("!1");
    assert_eq!(play.decisions(), "g2 -c8");
}

#[test]
fn a_position_without_solutions_is_mended_on_one_of_its_pieces() {
    let rules = Rules::queens(8).unwrap();
    let clash = ["a1", "b2", "h5"].map(|name| (cell(name), Value::Placed));
    let mut play =
        Play::answered(Problem::with_decisions(rules.into(), clash.into_iter().collect()).unwrap());
    assert_eq!(play.solutions(), "0");
    play.settled("!1");
    assert_ne!(play.solutions(), "0");
    assert_eq!(play.model.app.session.decisions().len(), 2);
}

#[test]
fn the_most_informative_cell_splits_the_solutions_most_evenly() {
    let mut play = Play::queens(8);
    play.keys("i");
    let with = |cell| play.model.app.session.solutions_with(cell).unwrap().clone();
    let size = Size::square(8).unwrap();
    let most = size.iter().map(with).max().unwrap();
    assert_eq!(with(play.model.view.cursor), most);
    assert_eq!(play.model.view.cursor, cell("d1"));
}

#[test]
fn the_heat_map_goes_through_its_forms() {
    use export::face::{Palette, heat};
    let mut play = Play::queens(8);
    let shown = |play: &mut Play| {
        let screen = play.screen(120, 40);
        let (area, (_, y)) = (
            play.model.view.layout.area(cell("d1")),
            play.model.view.layout.middle(cell("d1")).unwrap(),
        );
        let area = area.unwrap();
        let written: String = (area.x..area.right()).map(|x| screen[(x, y)].symbol()).collect();
        (
            screen[(area.x, y)].bg,
            written.replace(|symbol: char| !symbol.is_ascii(), "").trim().to_owned(),
        )
    };
    // 18 of 92 solutions have a queen on d1. No cell has a higher share.
    let hot = play.model.look().color(heat::tint(1.0));
    let usual = play.model.look().color(Palette::DARK.possible.light);
    for (ground, written) in [(usual, ""), (hot, ""), (hot, "20")] {
        assert_eq!(shown(&mut play), (ground, written.to_owned()));
        play.keys("m");
    }
}

#[test]
fn solutions_are_browsed_in_a_circle_and_adopted_in_one_step() {
    let mut play = Play::queens(6);
    play.settled(":b1\n ");
    assert_eq!(play.solutions(), "1");
    play.settled("un");
    let seen = |play: &Play| play.browsed().cloned().unwrap();
    let first = seen(&play);
    let rank = Rank { number: 0_u8.into(), total: 4_u8.into() };
    assert_eq!(first.rank, Some(rank));
    let mut places = vec![first.placed.clone()];
    for _ in 0..3 {
        play.settled("n");
        places.push(seen(&play).placed);
    }
    assert!(places.iter().enumerate().all(|(at, place)| !places[..at].contains(place)));
    play.settled("n");
    assert_eq!(seen(&play), first);
    play.settled("N");
    assert_eq!(seen(&play).placed, places[3]);
    play.settled("s");
    assert!(places.contains(&seen(&play).placed));
    assert_eq!(play.decisions(), "");
    // Esc leaves the solution, Enter adopts it, and u undoes the adoption.
    play.press(KeyCode::Esc);
    assert_eq!(play.browsed(), None);
    play.settled("N");
    play.settled("\n");
    assert_eq!(play.model.app.session.decisions().len(), 6);
    assert_eq!((play.solutions().as_str(), play.browsed()), ("1", None));
    play.settled("u");
    assert_eq!(play.decisions(), "");
}
