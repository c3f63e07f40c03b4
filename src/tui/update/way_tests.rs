//! The list of ways to give a cell the value that it refuses, and the number of solutions that taking a
//! decision back regains.

use crossterm::event::{KeyCode, MouseButton, MouseEventKind};

use crate::model::Hit;
use crate::modes::Mode;
use crate::testing::{Play, cell, opened, options};
use crate::update::message::Effect;
use app::job::Report;
use app::{AppEvent, jobs};
use engine::{Cause, Interrupted, Progress};
use geometry::{Cell, Size};
use problem::{Decisions, Problem, Rules, Value};
use session::{Finding, RetractionSet, SolutionCount};

/// The board of 8 queens with a1 and g2 placed, and the cursor on c4. Each of the two queens makes c4 impossible.
fn two_ways() -> Play {
    let mut play = Play::queens(8);
    play.settled(":a1\n :g2\n :c4\n");
    play
}

/// A board of rooks with two rows. In the first row, all cells but the last are excluded, so the last cell is
/// forced. To exclude it, one of the other exclusions must be taken back.
fn many_ways(columns: u16) -> Play {
    let rules = Rules::queens(8).unwrap().with_piece("rook".parse().unwrap());
    let rules = rules.resized(Size::new(2, columns).unwrap());
    let excluded = (0..columns - 1).map(|column| Cell::new(0, column));
    let decisions: Decisions = excluded.map(|cell| (cell, Value::Excluded)).collect();
    let mut play = Play::answered(Problem::with_decisions(rules.into(), decisions).unwrap());
    let last = Cell::new(0, columns - 1);
    play.settled(&format!(":{last}\n"));
    play
}

fn marked(play: &Play) -> Option<usize> {
    match play.model.mode() {
        Mode::Ways(crate::modes::ways::WayList { marked, .. }) => Some(*marked),
        _ => None,
    }
}

/// For each listed way, the decisions that it takes back and the number of solutions that it leaves, if known.
fn listed(play: &Play) -> Vec<(String, Option<String>)> {
    let (restoration, _) = play.model.restoration_list().unwrap();
    let names =
        |cells: &[Cell]| cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let leaves = |number: &SolutionCount| number.exact().map(ToString::to_string);
    let ways = restoration.sets.iter();
    ways.map(|way| (names(&way.take_back), way.solutions_left.as_ref().and_then(leaves))).collect()
}

#[test]
fn of_several_ways_a_list_opens_and_a_digit_takes_one() {
    let mut play = two_ways();
    let before = play.model.app.session.problem().clone();
    assert!(play.keys("!").is_empty(), "what they leave is known");
    let way = |cells: &str, leaves: &str| (cells.to_owned(), Some(leaves.to_owned()));
    assert_eq!(listed(&play), [way("a1", "2"), way("g2", "1")]);
    assert_eq!((marked(&play), play.decisions().as_str()), (Some(0), "a1 g2"));
    play.settled("2");
    assert_eq!((marked(&play), play.decisions().as_str()), (None, "a1 c4"));
    assert_eq!((play.notice(), play.solutions().as_str()), ("took back g2", "1"));
    // Taking a way is one step.
    play.settled("u");
    assert_eq!(play.model.app.session.problem(), &before);
    assert_eq!(play.decisions(), "a1 g2");
}

#[test]
fn arrows_mark_a_way_and_enter_takes_it() {
    let mut play = two_ways();
    play.keys("!");
    play.press(KeyCode::Down);
    play.press(KeyCode::Down);
    assert_eq!(marked(&play), Some(1));
    for (key, expected) in [(KeyCode::Home, 0), (KeyCode::End, 1), (KeyCode::Up, 0)] {
        play.press(key);
        assert_eq!(marked(&play), Some(expected), "{key:?}");
    }
    play.keys("j");
    play.press(KeyCode::Enter);
    assert_eq!(play.decisions(), "a1 c4");
}

#[test]
fn escape_closes_the_list_and_digits_take_decisions_back_again() {
    let mut play = two_ways();
    play.keys("!");
    play.press(KeyCode::Esc);
    assert_eq!((marked(&play), play.decisions().as_str()), (None, "a1 g2"));
    play.settled("!9");
    assert_eq!((marked(&play), play.notice()), (Some(0), "there is no way 9"));
    play.press(KeyCode::Esc);
    play.settled("2");
    assert_eq!(play.decisions(), "a1");
}

#[test]
fn its_keys_are_explained_and_work_from_there() {
    let mut play = two_ways();
    play.keys("!?");
    let text = play.text(80, 24);
    for part in ["look at another way", "take the marked way", "1 to 9 take that way"] {
        assert!(text.contains(part), "'{part}' is not in\n{text}");
    }
    play.press(KeyCode::Esc);
    assert_eq!((play.explained(), marked(&play)), (None, Some(0)));
    play.settled("?2");
    assert_eq!(play.decisions(), "a1 c4");
}

#[test]
fn clicks_take_a_way_or_close_the_list() {
    let mut play = two_ways();
    play.keys("!");
    play.screen(80, 24);
    let at = |play: &Play, hit: Hit| {
        let positions = (0..24).flat_map(|y| (0..80).map(move |x| (x, y)));
        positions.into_iter().find(|&(x, y)| play.model.hit(x, y) == Some(hit)).unwrap()
    };
    let (x, y) = at(&play, Hit::Way(1));
    play.point(MouseEventKind::ScrollDown, (x, y));
    assert_eq!(marked(&play), Some(1));
    // Clicks on the frame of the list and on the board below have no effect.
    let frame = at(&play, Hit::Notice);
    play.click_at(MouseButton::Left, frame.0, frame.1);
    assert_eq!(marked(&play), Some(1));
    play.click(MouseButton::Left, "h8");
    assert_eq!((marked(&play), play.decisions().as_str()), (None, "a1 g2"));
    assert_eq!(play.model.view.cursor, cell("c4"));
    play.keys("!");
    play.screen(80, 24);
    play.click_at(MouseButton::Left, x, y);
    play.settle();
    assert_eq!(play.decisions(), "a1 c4");
}

#[test]
fn a_single_way_is_taken_at_once() {
    let mut play = Play::queens(8);
    play.settled(":a1\n :b2\n");
    play.settled("!");
    assert_eq!((play.decisions().as_str(), play.notice()), ("b2", "took back a1"));
}

#[test]
fn more_ways_than_digits_are_counted() {
    let mut play = many_ways(12);
    play.keys("!");
    assert_eq!(listed(&play).len(), 11);
    let text = play.text(80, 24);
    assert!(text.contains("exclude l1") && text.contains("9 of 11 ways"), "{text}");
    // All ways leave the same number of solutions, so they are listed in board order.
    for (way, column) in listed(&play).into_iter().zip('a'..) {
        assert_eq!(way, (format!("{column}1"), Some("11".to_owned())));
    }
    play.press(KeyCode::End);
    assert_eq!(marked(&play), Some(8));
    play.settled("\n");
    assert_eq!(play.notice(), "took back i1");
    let mut play = many_ways(18);
    play.keys("!");
    assert!(play.text(80, 24).contains("9 of 16+ ways"));
}

#[test]
fn what_ways_leave_is_filled_in_as_it_comes() {
    let mut play = two_ways();
    play.keys("!");
    let wish = play.model.app.session.wish(cell("c4")).unwrap();
    // Simulates a reason without numbers of solutions.
    let mut reason = play.model.app.session.reason(cell("c4")).unwrap().clone();
    for way in &mut reason.restoration.as_mut().unwrap().sets {
        way.solutions_left = None;
    }
    play.press(KeyCode::Esc);
    let stamp = play.model.app.session.stamp();
    play.model.app.session.learn(stamp, Finding::Reason(wish, Some(reason)));
    let effects = play.keys("!");
    let expected = vec![vec![cell("a1")], vec![cell("g2")]];
    let asked = match &effects[..] {
        [Effect::Ask(question)] => question.job.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(asked, jobs::Ways { wish, ways: expected });
    assert!(!play.model.is_busy());
    let numbers =
        |play: &Play| listed(play).into_iter().map(|(_, leaves)| leaves).collect::<Vec<_>>();
    assert_eq!(numbers(&play), [None, None]);
    let text = play.text(80, 24);
    assert!(text.contains('…'), "{text}");
    // While the list is open, its order does not change when new numbers arrive.
    let mut reports = play.reports();
    reports.reverse();
    let [done, second, first] = &reports[..] else { panic!("{reports:?}") };
    play.send(AppEvent::Report(second.0, second.1.clone()));
    assert_eq!(numbers(&play), [None, Some("1".to_owned())]);
    play.send(AppEvent::Report(first.0, first.1.clone()));
    play.send(AppEvent::Report(done.0, done.1.clone()));
    assert_eq!(numbers(&play), [Some("2".to_owned()), Some("1".to_owned())]);
}

#[test]
fn on_a_large_board_ways_leave_about_so_many() {
    let clash = ["a1", "b2"].map(|name| (cell(name), Value::Placed));
    let decisions = clash.into_iter().collect();
    let board = Problem::with_decisions(Rules::queens(24).unwrap().into(), decisions).unwrap();
    let mut play = Play::answered(board);
    play.settled(":m9\n");
    play.settled("!");
    let (restoration, _) = play.model.restoration_list().unwrap();
    let is_about =
        |way: &RetractionSet| matches!(way.solutions_left, Some(SolutionCount::About(_)));
    assert!(restoration.sets.len() == 2 && restoration.sets.iter().all(is_about));
    let text = play.text(80, 24);
    assert!(text.contains("place m9") && text.contains("1 ▙▟ a1      ≈ "), "{text}");
    // With the cursor on one of the clashing pieces, the list shows ways out of the conflict.
    play.press(KeyCode::Esc);
    play.settled(":a1\n");
    play.settled("!");
    let text = play.text(80, 24);
    assert!(text.contains("a way out") && !text.contains("and places"), "{text}");
}

#[test]
fn a_list_gives_way_when_the_position_changes() {
    let mut play = two_ways();
    play.keys("!");
    let board = problem::BoardFile {
        problem: Problem::new(Rules::queens(6).unwrap()),
        assist: problem::Assist::Full,
    };
    play.send(opened("six.toml", board));
    assert_eq!(marked(&play), None);
    play.settle();
    assert_eq!(play.solutions(), "4");
}

/// The number of solutions that are regained by taking back the decision on a cell, as the panel shows it.
fn brings_back(play: &mut Play, name: &str) -> Option<String> {
    let text = play.screen(120, 40);
    let lines = text.content.chunks(120);
    let line = |line: &[ratatui::buffer::Cell]| -> String {
        line.iter().map(ratatui::buffer::Cell::symbol).collect()
    };
    let list = lines.map(line).skip_while(|line| !line.contains("without it"));
    let line = list.into_iter().find(|line| line.contains(&format!(" {name} ")))?;
    line.split_whitespace().find(|word| word.starts_with('+')).map(str::to_owned)
}

#[test]
fn the_list_says_what_taking_a_decision_back_brings_back() {
    let mut play = two_ways();
    assert_eq!(brings_back(&mut play, "a1").as_deref(), Some("+14"));
    assert_eq!(brings_back(&mut play, "g2").as_deref(), Some("+2"));
    play.settled(":g2\n");
    let text = play.text(120, 40);
    assert!(text.contains("takes it back, leaves 4"), "{text}");
    // Taking back the exclusion of an attacked cell regains no solutions.
    play.settled(":a2\nx");
    assert_eq!(brings_back(&mut play, "a2").as_deref(), Some("+0"));
}

#[test]
fn without_solutions_it_says_which_decision_brings_some_back() {
    let clash = ["a1", "b2", "h5"].map(|name| (cell(name), Value::Placed));
    let decisions = clash.into_iter().collect();
    let board = Problem::with_decisions(Rules::queens(8).unwrap().into(), decisions).unwrap();
    let mut play = Play::answered(board);
    for (name, expected) in [("a1", "+2"), ("b2", "+1"), ("h5", "+0")] {
        assert_eq!(brings_back(&mut play, name).as_deref(), Some(expected), "{name}");
    }
}

#[test]
fn a_sweep_is_weighed_as_the_line_that_it_is() {
    let mut play = Play::queens(6);
    let cells = ["b1", "c1", "d1"].map(cell);
    play.model.app.session.set_excluded(&cells, true);
    play.settled("x");
    // Each of b1, c1, d1 and e1 has a piece in exactly one of the 4 solutions.
    assert_eq!(play.solutions(), "1");
    assert_eq!(brings_back(&mut play, "b1").as_deref(), Some("+3"));
}

#[test]
fn givens_have_no_weight() {
    let board = Problem::new(Rules::queens(8).unwrap()).with_given(cell("a1")).unwrap();
    let mut play = Play::answered(board.with(cell("g2"), Value::Placed).unwrap());
    assert_eq!(brings_back(&mut play, "a1"), None);
    assert_eq!(brings_back(&mut play, "g2").as_deref(), Some("+2"));
}

#[test]
fn decisions_are_weighed_last_and_dropped_by_the_next_click() {
    let mut play = Play::queens(8);
    play.settled(":a1\n ");
    play.keys(":g2\n ");
    let mut asked = Vec::new();
    while let Some(question) = play.question.clone() {
        asked.push(question.job.clone());
        if question.job.is::<jobs::Without>() {
            break;
        }
        play.answer();
    }
    let expected = jobs::Without(vec![vec![cell("a1")], vec![cell("g2")]]);
    assert_eq!(*asked.last().unwrap(), expected, "{asked:?}");
    assert!(asked.len() > 1 && !play.model.is_busy());
    // An answer about an old position is not shown.
    let late = play.reports();
    play.keys(":d3\n ");
    for (asked, report) in late {
        play.send(AppEvent::Report(asked, report));
    }
    assert!(play.model.app.session.knowledge().solutions_without(&[cell("a1")]).is_none());
    play.settle();
    assert!(play.model.app.session.knowledge().solutions_without(&[cell("a1")]).is_some());
}

#[test]
fn what_could_not_be_weighed_is_not_asked_again() {
    let mut play = two_ways();
    play.settled(":d3\n ");
    let stamp = play.model.app.session.stamp();
    for name in ["a1", "g2", "d3"] {
        play.model.app.session.learn(stamp, Finding::Without(vec![cell(name)], None));
    }
    assert_eq!(play.model.app.session.uncounted_retractions(), Vec::<Vec<_>>::new());
    assert_eq!(brings_back(&mut play, "a1"), None);
    // Esc cancels the question like all background work.
    let mut play = Play::open(play.model.app.session.problem().clone(), &options());
    while !play.question.as_ref().unwrap().job.is::<jobs::Without>() {
        play.answer();
    }
    assert!(matches!(play.press(KeyCode::Esc)[..], [Effect::CancelWork]));
    let cancelled = Interrupted { cause: Cause::Cancelled, reached: Progress::default() };
    assert!(play.say(Report::Interrupted(cancelled)).is_empty());
    assert_eq!(play.notice(), "");
}

/// A request that needs a reason is performed once the reason is known.
#[test]
fn a_reason_that_was_waited_for_is_shown_as_soon_as_it_is_known() {
    let waiting = |key: &str| {
        let mut play = Play::queens(8);
        play.settled(":a1\n :g2\n ");
        play.keys(&format!(":c4\n{key}"));
        assert!(play.notice().starts_with("still looking for"), "{}", play.notice());
        play
    };
    let mut play = waiting("!");
    play.settle();
    assert_eq!(play.notice(), "it is so because of a1 and g2; ! does it anyway");
    assert_eq!((marked(&play), play.decisions().as_str()), (None, "a1 g2"));
    let mut play = waiting("t");
    play.settle();
    // The panel shows the only reason, so its steps follow without a further question.
    assert!(play.model.app.hint.as_ref().is_some_and(|hint| hint.picture == Some(0)));
    // The request is dropped if the cursor moves or another action is performed.
    let mut play = waiting("!");
    play.keys("l");
    play.settle();
    assert_eq!(play.notice(), "");
    // The budget may end before the reason is found.
    for (key, said) in
        [("!", "what to take back is not known"), ("t", "no reason was found in time")]
    {
        let mut play = waiting(key);
        play.say(super::tests::interrupted());
        assert_eq!(play.notice(), said);
    }
}
