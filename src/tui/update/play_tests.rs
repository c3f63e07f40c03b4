//! Puzzles that are played against the clock.

use session::PLAIN_NAMES;
use std::time::Duration;

use crossterm::event::{KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::*;
use crate::input::Scope;
use crate::look::GroupSatisfaction;
use crate::model::room::{GroupBreach, GroupProgress};
use crate::model::scene::Scene;
use crate::testing::{Play, cell, options};
use app::job::{Change, WorkerQuestion};
use app::jobs::{self, Export, ExportContent};
use app::{AppEvent, Forfeit, Game, NextPuzzle, Origin};
use engine::{Budget, bdd};
use export::face::{CandidateMark, Figure};
use geometry::{Cell, Piece};
use problem::{GroupId, Problem, Regions, Rules, Value};
use session::puzzle::{Kind, Outcome, PuzzleId, PuzzleResult, PuzzleSpec, Results};
use session::steps::Grade;

/// A board on which a 5×5 puzzle is being played.
fn playing() -> Play {
    let mut play = Play::queens(4);
    play.settled(":play queens 5 seed=3\n");
    assert!(play.model.app.playing().is_some(), "{}", play.notice());
    play
}

/// The seed of the puzzle that is played.
fn seed(play: &Play) -> Option<u64> {
    match play.model.app.playing()?.origin {
        Origin::Made { seed, .. } => Some(seed),
        Origin::Opened(_) => None,
    }
}

/// Regression test: undo led to an empty board without a puzzle.
#[test]
fn undo_ends_where_the_puzzle_begins_that_the_program_was_started_for() {
    let mut play = Play::queens(5);
    let wanted = PuzzleSpec::new(Kind::Queens, Grade::Easy, Some(5), None).unwrap();
    let effects = start_game(&mut play.model, app::game::Play::Made(wanted, Some(3)));
    play.perform(effects);
    play.settle();
    assert_eq!(seed(&play), Some(3));
    let first = solution(&play)[0];
    play.keys(&format!(":{first}\n uuu"));
    assert_eq!(
        (play.decisions().as_str(), play.model.app.session.history().can_undo()),
        ("", false)
    );
    assert_eq!(seed(&play), Some(3));
    // Opening the next puzzle can be undone.
    play.settled(":play queens 5 seed=4\n");
    assert!(play.model.app.session.history().can_undo());
}

/// Regression test: the new board had the puzzle's piece, two of them in each row and no solution.
#[test]
fn another_size_leaves_a_puzzle_for_a_board_of_queens() {
    let mut play = playing();
    play.settled(":size 6\n");
    assert_eq!(play.notice(), "6×6 queens, one in each row; u brings back the puzzle");
    assert_eq!((play.solutions().as_str(), play.model.app.playing().is_some()), ("4", false));
    play.settled("u");
    assert_eq!(seed(&play), Some(3));
}

/// A board with regions that shows only attacks.
fn coloured(regions: &str, piece: &str, rules: &str) -> Play {
    let regions = Regions::parse(regions).unwrap();
    let needs = rules.split(',').map(|rule| rule.parse().unwrap());
    let grid = geometry::Grid::new(regions.size());
    let rules = Rules::new(grid, piece.parse().unwrap(), needs).with_regions(&regions).unwrap();
    let mut play = Play::open(Problem::new(rules), &options());
    play.settled(":assist attacks\n");
    play
}

fn solution(play: &Play) -> Vec<Cell> {
    let mut random = ChaCha8Rng::seed_from_u64(0);
    let problem = Problem::new(std::sync::Arc::clone(play.rules()));
    let found = bdd::Engine::new().complete(&problem, &mut random, &Budget::default());
    found.unwrap().unwrap().placed.iter().collect()
}

/// Places the pieces of the solution and returns the effects of the last piece.
fn solve(play: &mut Play) -> Vec<Effect> {
    let mut effects = Vec::new();
    for cell in solution(play) {
        effects = play.keys(&format!(":{cell}\n "));
    }
    effects
}

fn clock(play: &mut Play, seconds: u64) -> u64 {
    play.send(AppEvent::Clock(Duration::from_secs(seconds)));
    play.model.app.game.as_ref().unwrap().clock.elapsed().as_secs()
}

#[test]
fn a_puzzle_is_made_solved_recorded_and_followed_by_the_next() {
    let mut play = playing();
    let game = play.model.app.playing().unwrap();
    let wanted = game.wanted.unwrap();
    assert_eq!((wanted.size(), wanted.grade(), seed(&play)), (5, Grade::Easy, Some(3)));
    assert_eq!(play.notice(), "5×5 coloured queens, easy, seed 3; c checks, H hints");
    for second in [0, 2, 4] {
        clock(&mut play, second);
    }
    let effects = solve(&mut play);
    let Some(&Effect::Record(wanted, ref puzzle, result)) =
        effects.iter().find(|effect| matches!(effect, Effect::Record(..)))
    else {
        panic!("{effects:?}")
    };
    let time = Duration::from_secs(4);
    assert_eq!(result, PuzzleResult { time, ..PuzzleResult::default() });
    assert_eq!(play.model.scope(), Scope::Solved);
    let score = Results::default().add(wanted, puzzle.clone(), result);
    play.send(AppEvent::Recorded(Ok(score)));
    assert_eq!(play.model.app.game.as_ref().unwrap().solved.unwrap().score, Some(score));
    // The clock is stopped, and solving the puzzle again gives no second result.
    assert_eq!(clock(&mut play, 5), 4);
    play.keys("u");
    assert_eq!(play.model.scope(), Scope::Play);
    let effects = play.control('r');
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::Record(..))));
    assert_eq!(play.model.scope(), Scope::Solved);
    let effects = play.keys("\n");
    let asked = effects.iter().find_map(|effect| match effect {
        Effect::Ask(WorkerQuestion { job, .. }) => {
            job.get().map(|jobs::MakeGame { wanted, seed }| (*wanted, *seed))
        }
        _ => None,
    });
    assert_eq!(asked, Some((wanted, Some(4))));
    play.settle();
    assert_eq!(seed(&play), Some(4));
    assert_eq!((play.model.scope(), play.decisions().as_str()), (Scope::Play, ""));
}

#[test]
fn the_next_puzzle_is_made_while_this_one_is_played() {
    let mut play = playing();
    let ahead = |play: &Play| play.model.app.jobs.ahead().cloned();
    let wanted = play.model.app.playing().unwrap().wanted.unwrap();
    assert_eq!(ahead(&play), Some(jobs::MakeAhead { wanted, seed: Some(4) }));
    // Decisions do not stop it. A question does, and it begins again after the answer.
    let first = solution(&play)[0];
    play.keys(&format!(":{first}\n "));
    assert_eq!(play.decisions(), first.to_string());
    let asked = play.model.app.jobs.estimating.clone().unwrap();
    let effects = play.keys("H");
    assert!(effects.iter().any(|it| matches!(it, Effect::CancelEstimate)), "{effects:?}");
    assert_eq!(ahead(&play), None);
    play.settle();
    let again = play.model.app.jobs.estimating.clone().unwrap();
    assert_ne!(again.question, asked.question);
    // The report of a cancelled question is ignored.
    let outcome = wanted.make(4, &Budget::default()).unwrap();
    let report = |play: &mut Play, work: &app::job::RunningQuestion, outcome: &Outcome| {
        let stamp = play.model.app.session.stamp();
        let asked = app::job::QuestionId { number: work.question, stamp };
        let report = app::job::Report::Answer(Change::of(
            jobs::play::take_next,
            NextPuzzle::of(wanted, 4, outcome.clone()),
        ));
        play.send(AppEvent::Report(asked, report));
    };
    report(&mut play, &asked, &outcome);
    assert_eq!(play.model.app.playing().unwrap().next, NextPuzzle::Unmade);
    report(&mut play, &again, &outcome);
    play.keys("u");
    // The next puzzle is available immediately, and equals the one that would have been made.
    solve(&mut play);
    play.settle();
    let effects = play.keys("\n");
    let is_making =
        |it: &Effect| matches!(it, Effect::Ask(question) if question.job.is::<jobs::MakeGame>());
    assert!(!effects.iter().any(is_making), "{effects:?}");
    assert_eq!((seed(&play), play.decisions().as_str()), (Some(4), ""));
    assert_eq!(Outcome::Puzzle(play.model.app.session.problem().clone()), outcome);
}

#[test]
fn the_clock_stops_without_focus_and_while_suspended() {
    let mut play = playing();
    assert_eq!([1, 3].map(|second| clock(&mut play, second)), [0, 2]);
    play.send(Message::Focus(false));
    assert!(!play.model.app.is_timed() && play.model.app.next_second().is_none());
    assert_eq!([4, 5].map(|second| clock(&mut play, second)), [2, 2]);
    play.send(Message::Focus(true));
    assert_eq!([6, 8].map(|second| clock(&mut play, second)), [2, 4]);
    play.control('z');
    play.send(Message::Resumed);
    assert_eq!([10, 11].map(|second| clock(&mut play, second)), [4, 5]);
    // Another board has no clock; undo returns to the puzzle and its time.
    play.keys(":size 4\n");
    assert!(!play.model.app.is_timed());
    clock(&mut play, 12);
    play.keys("u");
    assert!(play.model.app.is_timed());
    play.send(Message::Focus(true));
    assert_eq!([13, 14].map(|second| clock(&mut play, second)), [5, 6]);
}

#[test]
fn a_second_is_drawn_once_and_only_if_the_clock_is_seen() {
    let mut play = playing();
    let is_idle = |play: &Play, millis: u64| {
        super::changes_nothing(&play.model, &AppEvent::Clock(Duration::from_millis(millis)).into())
    };
    clock(&mut play, 1);
    assert_eq!(play.model.app.next_second(), Some(Duration::from_secs(1)));
    assert!(is_idle(&play, 1900) && !is_idle(&play, 2000));
    play.send(AppEvent::Clock(Duration::from_millis(1900)));
    assert_eq!(play.model.app.next_second(), Some(Duration::from_millis(100)));
    play.keys(":set clock off\n");
    assert!(is_idle(&play, 2000));
    let screen = play.screen(120, 40);
    let title: String = (0..120).map(|x| screen[(x, 0)].symbol()).collect();
    assert!(title.contains("easy") && !title.contains("0:0"), "{title}");
    play.keys(":set clock\n");
    assert!(!is_idle(&play, 2000));
    play.send(Message::Focus(false));
    assert!(is_idle(&play, 2000) && super::changes_nothing(&play.model, &Message::Focus(true)));
}

#[test]
fn hints_are_counted_and_giving_up_is_no_result() {
    let mut play = playing();
    // A hint counts once, not once per stage.
    play.settled("H");
    play.settled("HHH");
    assert_eq!(play.model.app.playing().unwrap().hints, 1);
    // It counts once at a position, also if it is read again.
    play.press(KeyCode::Esc);
    play.settled("H");
    assert!(play.model.app.hint.is_some());
    assert_eq!(play.model.app.playing().unwrap().hints, 1);
    let effects = solve(&mut play);
    assert!(
        effects
            .iter()
            .any(|effect| matches!(effect, Effect::Record(_, _, PuzzleResult { hints: 1, .. }))),
        "{effects:?}"
    );
    for give_up in ["aa", ":assist full\n:assist attacks\n"] {
        let mut play = playing();
        play.settled(give_up);
        solve(&mut play);
        let game = play.model.app.game.as_ref().unwrap();
        assert!(game.is_given_up() && game.solved.is_some_and(|solved| solved.score.is_none()));
    }
}

#[test]
fn enter_does_what_hints_say_until_the_puzzle_is_solved() {
    let mut play = playing();
    let first = seed(&play);
    for hints in 1..100 {
        play.settled("H");
        play.keys("HH");
        play.keys("\n");
        let game = play.model.app.game.as_ref().unwrap();
        assert_eq!(game.hints, hints);
        if game.solved.is_some() {
            play.settled("\n");
            assert_ne!(seed(&play), first);
            return;
        }
    }
    panic!("the hints lead nowhere");
}

/// Regression: who took back several decisions lost the puzzle.
#[test]
fn undo_asks_before_it_leaves_a_puzzle() {
    let mut play = playing();
    let first = play.rules().size().iter().next().unwrap();
    play.keys(" u");
    assert_eq!((play.model.app.session.decisions().get(first), play.notice()), (None, ""));
    play.settled("u");
    assert_eq!(
        play.notice(),
        "the puzzle begins here; u once more goes back to the board before it"
    );
    assert!(play.model.app.playing().is_some());
    // A decision in between makes it ask again.
    play.settled(" uu");
    assert!(play.model.app.playing().is_some());
    play.settled("u");
    assert_eq!(play.notice(), "4×4 queen: the board before the puzzle; Ctrl-R goes back");
    assert!(play.model.app.playing().is_none());
    play.send(Message::Key(KeyEvent::new(KeyCode::Char('r'), KeyModifiers::CONTROL)));
    assert!(play.model.app.playing().is_some());
}

/// Regression: only `--resume` led back to the puzzle of an earlier session.
#[test]
fn the_unfinished_puzzle_of_an_earlier_session_comes_first_in_the_menu() {
    let mut left = playing();
    let (first, open) = (solution(&left)[0], cell("e5"));
    left.keys(&format!(":{open}\nm:{first}\n "));
    assert_eq!((1..=34).map(|second| clock(&mut left, second)).last(), Some(33));
    let game = left.model.app.playing().unwrap().clone();
    let earlier = (game, left.model.problem().clone());
    left.settled(":play queens 5 seed=6\n");
    left.keys(":b2\n ");
    let before = (left.model.app.playing().unwrap().clone(), left.model.problem().clone());
    let earlier = AppEvent::EarlierGames(vec![earlier, before]);

    let mut play = Play::queens(4);
    play.keys(":play continue\n");
    assert_eq!(play.notice(), "no unfinished puzzle is known");
    play.keys("l");
    play.send(earlier.clone());
    let words = "5×5 coloured queens, easy: 1 queen, 0:33";
    assert_eq!(play.notice(), format!("Enter goes on with {words} (e: 1 more)"));
    play.keys("e");
    // The puzzle before it comes next.
    let found = ["continue", "continue 2"];
    assert_eq!((&play.found()[..2], &play.found()[2..]), (&found[..], &PUZZLES[..]));
    assert!(play.text(80, 24).contains(words), "{}", play.text(80, 24));
    play.settled("\n");
    let game = play.model.app.playing().unwrap();
    assert_eq!(
        (game.clock.elapsed().as_secs(), game.marks.get(open)),
        (33, Some(CandidateMark::Dot))
    );
    assert_eq!(play.decisions(), first.to_string());
    let mut again = Play::queens(4);
    again.send(earlier.clone());
    assert!(again.text(80, 24).contains("enter your puzzle"), "{}", again.text(80, 24));
    again.settled("\n");
    assert_eq!(again.decisions(), first.to_string());
    // Undo takes back the decisions of the puzzle. The empty board that waited for it cannot be returned to.
    again.settled("u");
    assert_eq!((again.notice(), again.decisions().as_str()), ("", ""));
    let marks = |play: &Play| play.model.app.playing().unwrap().marks.get(open);
    assert!(marks(&again).is_some());
    again.settled("uu");
    assert_eq!(marks(&again), None);
    assert_eq!((again.notice(), again.model.app.playing().is_some()), ("nothing to undo", true));
    // A look into the menu changes nothing.
    let mut again = Play::queens(4);
    again.send(earlier.clone());
    again.keys("e");
    again.press(KeyCode::Esc);
    again.settled("\n");
    assert_eq!(again.decisions(), first.to_string());
    // After a move of the cursor, Enter places a queen.
    let mut other = Play::queens(4);
    other.send(earlier.clone());
    other.keys("l\n");
    assert_eq!((other.decisions().as_str(), other.model.app.playing().is_none()), ("b1", true));
    // It is no puzzle of an earlier session any more, and the one before it is the latest.
    play.keys("e");
    assert_eq!((play.found()[0], &play.found()[1..]), ("continue", &PUZZLES[..]));
    play.press(KeyCode::Esc);
    play.keys(":play continue 3\n");
    assert_eq!(play.notice(), "only one unfinished puzzle is known");
    play.keys(":play continue x\n");
    let wrong = "'continue x' names no unfinished puzzle; 'continue 2' is the second";
    assert_eq!(play.notice(), wrong);
    // The puzzle that is left comes before those of earlier sessions.
    play.settled(":play continue\n");
    assert_eq!(play.decisions(), "b2");
    play.keys("e");
    assert_eq!((play.found()[0], &play.found()[1..]), ("continue", &PUZZLES[..]));
    assert!(play.text(80, 24).contains(words), "{}", play.text(80, 24));
    play.settled("\n");
    assert_eq!(play.decisions(), first.to_string());

    // Playing the same puzzle goes on with it, too; and a puzzle in play is not interrupted by a notice.
    let mut play = Play::queens(4);
    play.settled(":play queens 5 seed=4\n");
    let notice = play.notice();
    play.send(earlier);
    assert_eq!(play.notice(), notice);
    play.settled(":play queens 5 seed=3\n");
    assert_eq!(play.decisions(), first.to_string());
}

#[test]
fn a_puzzle_of_the_day_that_is_solved_says_so() {
    let mut play = Play::queens(4);
    play.settled(":play daily\n");
    assert_eq!((1..=41).map(|second| clock(&mut play, second)).last(), Some(40));
    for cell in solution(&play) {
        play.keys(&format!(":{cell}\n "));
    }
    let game = play.model.app.playing().unwrap().clone();
    assert!(game.solved.is_some());
    let earlier = AppEvent::EarlierGames(vec![(game, play.model.problem().clone())]);
    let mut again = Play::queens(4);
    again.send(earlier);
    for mut play in std::iter::once(play).chain([again]) {
        play.keys("e");
        let text = play.text(80, 24);
        assert!(text.contains("daily                  solved today in 0:40"), "{text}");
        assert_eq!(play.found(), PUZZLES);
        play.press(KeyCode::Esc);
        play.settled(":play daily\n");
        assert!(play.notice().ends_with(": solved in 0:40 before, so it counts no more"));
        assert_eq!(play.decisions(), "");
    }
}

/// Regression: Esc closed all lists of the menu at once.
#[test]
fn escape_leads_back_through_the_lists_of_puzzles() {
    let mut play = Play::queens(4);
    play.keys("estar\n8\n");
    let lines = ["play star-battle 8 ", "play star-battle 8", "play star"];
    for line in lines {
        assert_eq!(play.typed().as_deref(), Some(line));
        play.press(KeyCode::Esc);
    }
    assert_eq!(play.typed(), None);
}

#[test]
fn the_menu_offers_the_other_numbers_of_stars() {
    for (typed, offered) in [
        ("", &["star-battle stars=1", "star-battle stars=3"][..]),
        (" 6", &[]),
        (" 8", &["star-battle 8 stars=1"]),
        (" 12", &["star-battle 12 stars=1", "star-battle 12 stars=3"]),
        (" stars=3", &[]),
    ] {
        let mut play = Play::queens(4);
        play.keys(&format!("estar-battle{typed}\n"));
        let is_offered =
            |entry: &&str| entry.rsplit(' ').next().is_some_and(|last| last.starts_with("stars="));
        let found: Vec<&str> = play.found().into_iter().filter(is_offered).collect();
        assert_eq!(found, offered, "{typed}");
    }
    let mut play = Play::queens(4);
    play.settled("estar-battle\nstars=3\n12\neasy\n");
    assert_eq!(
        play.model.app.playing().unwrap().wanted.unwrap().to_string(),
        "12×12 star battle, 3 stars, easy"
    );
}

/// Regression: a puzzle in play was lost when another one took its place.
#[test]
fn a_puzzle_that_is_left_goes_on_when_it_is_played_again() {
    let mut play = playing();
    let (first, open) = (solution(&play)[0], cell("e5"));
    play.keys(&format!(":{open}\nm:{first}\n "));
    let state = |play: &mut Play| {
        let game = play.model.app.playing().unwrap();
        let mark = game.marks.get(open);
        (seed(play), play.decisions(), game.clock.elapsed().as_secs(), mark)
    };
    assert_eq!([1, 4].map(|second| clock(&mut play, second)), [0, 3]);
    let left = (Some(3), first.to_string(), 3, Some(CandidateMark::Dot));
    play.settled(":play queens 5 seed=4\n");
    assert_eq!(
        play.notice(),
        "5×5 coloured queens, easy; u brings back the puzzle before (1 queen)"
    );
    assert_eq!(play.model.view.cursor, cell("a1"));
    assert_eq!(state(&mut play), (Some(4), String::new(), 0, None));
    // Undo goes back to the puzzle with its clock, and redo to the other one.
    play.settled("u");
    play.settled("u");
    assert_eq!(state(&mut play), left);
    play.send(Message::Key(KeyEvent::new(KeyCode::Char('r'), KeyModifiers::CONTROL)));
    assert_eq!(seed(&play), Some(4));
    // A puzzle that is played again goes on, and until then the palette lists it.
    let other = solution(&play)[0];
    play.keys(&format!(":{other}\n "));
    play.keys(":play ");
    assert_eq!(play.found()[0], "continue");
    play.press(KeyCode::Esc);
    play.settled(":play queens 5 seed=3\n");
    let resumed = "5×5 coloured queens, easy: as you left it, with 1 queen; u brings back";
    assert!(play.notice().starts_with(resumed), "{}", play.notice());
    assert_eq!(state(&mut play), left);
    // On its own board, nothing changes.
    let steps = play.model.app.session.history().steps();
    play.settled(":play queens 5 seed=3\n");
    assert_eq!((state(&mut play), play.model.app.session.history().steps()), (left, steps));
    // A solved puzzle begins anew.
    play.keys(":reset\n");
    solve(&mut play);
    play.settled(":play queens 5 seed=4\n");
    assert_eq!(play.decisions(), other.to_string());
    play.settled(":play queens 5 seed=3\n");
    assert_eq!(state(&mut play), (Some(3), String::new(), 0, None));
}

/// Regression: a link that was opened in play had no clock, and the rules of the puzzle before were told as dropped.
#[test]
fn a_puzzle_that_is_opened_in_play_is_played() {
    let link = "https://puzz.link/p?starbattle/3/2/1/e8";
    let Ok(problem::BoardSource::Board(board)) = problem::BoardSource::read(link.as_ref()) else {
        panic!()
    };
    let mut play = playing();
    let first = solution(&play)[0];
    play.keys(&format!(":{first}\n "));
    play.send(AppEvent::Opened(link.into(), None, Ok(board.clone())));
    assert!(play.model.app.playing().is_some_and(|game| matches!(game.origin, Origin::Opened(_))));
    let left = "; u brings back the puzzle before (1 queen)";
    assert!(play.notice().ends_with(left), "{}", play.notice());
    play.send(crate::testing::opened("mine.toml", board.clone()));
    assert_eq!(play.model.app.playing().unwrap().origin, Origin::Opened("mine".to_owned()));
    // The menu goes on with it, too.
    play.keys(":a1\n ");
    play.settled(":play queens 5 seed=9\n");
    play.settled(":play continue\n");
    assert_eq!(
        (play.model.app.playing().unwrap().origin.name(), play.decisions()),
        ("mine".to_owned(), "a1".to_owned())
    );
    // A board whose solutions are shown is no puzzle to play.
    let mut play = playing();
    play.keys(&format!(":{first}\n "));
    play.send(crate::testing::opened("eight.toml", problem::BoardFile::default()));
    assert_eq!(play.notice(), format!("opened eight.toml: 8×8 queen, no pieces{left}"));
    // Without a game, the notice says how to play.
    play.send(crate::testing::opened("mine.toml", board));
    assert!(play.notice().ends_with("; ':play' plays it"), "{}", play.notice());
    assert!(play.text(80, 24).contains("enter play"), "{}", play.text(80, 24));
    play.settled(&format!(":{first}\n "));
    assert!(!play.text(80, 24).contains("enter play"), "{}", play.text(80, 24));
    play.settled("u\n");
    assert_eq!(play.model.app.playing().unwrap().origin.name(), "mine");
}

#[test]
fn the_footer_of_a_puzzle_offers_hints_and_not_to_give_up() {
    let mut play = playing();
    let screen = play.screen(80, 24);
    let text: String = screen.content.iter().map(ratatui::buffer::Cell::symbol).collect();
    assert!(text.contains("H hint") && !text.contains("a complete"), "{text}");
    // With only givens on the board, undo is not offered.
    play.settled(":play queens-givens 6 seed=3\n");
    let text = |play: &mut Play| {
        let screen = play.screen(120, 40);
        screen.content.iter().map(ratatui::buffer::Cell::symbol).collect::<String>()
    };
    assert!(!text(&mut play).contains("undo the last step"));
    play.settled("Hx:a1\nx:b1\nx");
    assert!(text(&mut play).contains("undo the last step"));
}

/// Regression test: while a puzzle was made, the previous board was shown with its hints, and accepted decisions.
#[test]
fn while_a_puzzle_is_made_the_board_of_before_is_neither_shown_nor_offered() {
    let mut play = Play::queens(6);
    play.settled(":b1\n ");
    play.keys(":play queens 5 seed=3\n");
    assert_eq!(play.model.scope(), Scope::Making);
    let seen = crate::widgets::testing::text(&play.screen(120, 40));
    for word in ["hint", "space", "what next", "▙█▟", "placed 1", "1 of 4"] {
        assert!(!seen.contains(word), "{word}\n{seen}");
    }
    let (title, footer) = (seen.lines().next().unwrap(), seen.lines().last().unwrap());
    assert!(title.contains("5×5 coloured queens, easy"), "{title}");
    assert!(footer.starts_with(" esc cancel "), "{footer}");
    assert_eq!(
        (play.model.view.layout.rows().len(), play.model.view.layout.columns().len()),
        (5, 5)
    );
    play.keys(" xaHu1");
    play.click(MouseButton::Left, "c3");
    assert!(play.question.as_ref().is_some_and(|it| it.job.is::<jobs::MakeGame>()));
    play.settle();
    assert!(play.model.app.playing().is_some());
    play.settled("uu");
    assert_eq!((play.rules().size().rows(), play.decisions().as_str()), (6, "b1"));
    // The board also waits while `:puzzle` makes a puzzle under the same rules.
    play.keys(":puzzle\n");
    assert_eq!(play.model.scope(), Scope::Making);
    play.keys("?");
    assert!(!crate::widgets::testing::text(&play.screen(120, 40)).contains("heat map"));
}

#[test]
fn what_changes_meanwhile_does_not_stop_the_making() {
    let mut play = Play::queens(4);
    play.keys(":play queens 5 seed=3\n");
    play.keys(":torus on\n");
    assert!(play.question.as_ref().is_some_and(|it| it.job.is::<jobs::MakeGame>()));
    play.settle();
    assert!(play.model.app.playing().is_some());
    play.keys("uu");
    assert!(play.rules().size().rows() == 4 && play.rules().grid().is_torus());
    play.settle();
    // After the cancellation, the board asks about the position as usual.
    let mut play = Play::queens(4);
    play.settled(":b1\n ");
    play.keys(":play queens 5 seed=3\n:torus on\n:torus off\n");
    assert!(matches!(play.press(KeyCode::Esc)[..], [Effect::CancelWork]));
    let cut = engine::Interrupted {
        cause: engine::Cause::Cancelled,
        reached: engine::Progress::default(),
    };
    play.say(app::job::Report::Interrupted(cut));
    play.settle();
    assert_eq!(play.solutions(), "1");
}

#[test]
fn what_cannot_be_made_is_said() {
    let mut play = Play::queens(4);
    play.keys(":play star-battle 5\n");
    assert_eq!(play.notice(), "");
    play.press(KeyCode::Esc);
    play.press(KeyCode::Esc);
    play.keys(":play star-battle 5 stars=2\n");
    assert_eq!(play.notice(), "star battle, 2 stars is played in sizes 8 to 16, not 5");
    play.keys(":results\n");
    play.send(AppEvent::Results(Ok(Results::default())));
    assert_eq!(play.notice(), "no puzzle is solved yet; e makes one to play");
    play.keys(":set colour\n");
    assert_eq!(
        play.notice(),
        "'colour' is none of clock, counters, broken, auto-mark, verify, autocomplete, totals, uniqueness, mistakes, click"
    );
    play.keys(":set coutners\n");
    assert!(play.notice().ends_with("did you mean 'counters'?"), "{}", play.notice());
}

#[test]
fn results_are_listed_and_closed() {
    let mut play = Play::queens(4);
    let mut results = Results::default();
    for size in 4..12 {
        let wanted = PuzzleSpec::new(Kind::default(), Grade::Easy, Some(size), None).unwrap();
        let time = Duration::from_secs(60 + u64::from(size));
        let hints = u32::from(size) % 2;
        let puzzle = PuzzleId::of(&Problem::new(Rules::queens(size).unwrap()));
        results.add(wanted, puzzle, PuzzleResult { time, hints, ..PuzzleResult::default() });
    }
    play.send(AppEvent::Results(Ok(results)));
    let text = |play: &mut Play, height: u16| {
        let screen = play.screen(80, height);
        let line = |y| (0..80).map(|x| screen[(x, y)].symbol()).collect::<String>() + "\n";
        (0..height).map(line).collect::<String>()
    };
    let shown = text(&mut play, 24);
    assert!(
        shown.contains("coloured queens    4×4  easy (up to 10)       1  1:04     1:04      0"),
        "{shown}"
    );
    assert!(
        shown.contains("coloured queens    5×5  easy (up to 10)       1     -        -      1"),
        "{shown}"
    );
    let shown = text(&mut play, 12);
    assert!(shown.contains("4×4") && !shown.contains("11×11"), "{shown}");
    for _ in 0..9 {
        play.press(KeyCode::Down);
    }
    let shown = text(&mut play, 12);
    assert!(!shown.contains("4×4  ") && shown.contains("11×11"), "{shown}");
    play.press(KeyCode::Esc);
    assert_eq!(play.model.scope(), Scope::Board);
}

fn drag(play: &mut Play, button: MouseButton, name: &str) {
    let (column, row) = play.model.view.layout.middle(cell(name)).unwrap();
    let kind = MouseEventKind::Drag(button);
    let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
    play.send(Message::Mouse(event));
}

#[test]
fn while_a_puzzle_is_played_a_drag_with_the_left_button_marks() {
    let mut play = playing();
    play.keys(":set click place\n");
    play.screen(120, 40);
    play.click(MouseButton::Left, "a1");
    assert_eq!(play.decisions(), "a1");
    drag(&mut play, MouseButton::Left, "a1");
    assert_eq!(play.decisions(), "a1");
    for name in ["b1", "c1"] {
        drag(&mut play, MouseButton::Left, name);
    }
    assert_eq!(play.decisions(), "-a1 -b1 -c1");
    assert_eq!(play.model.app.session.history().decision_lines().len(), 1);
    // A drag from an excluded cell clears cells.
    play.click(MouseButton::Left, "b1");
    drag(&mut play, MouseButton::Left, "c1");
    assert_eq!(play.decisions(), "-a1");
    // A drag from an attacked cell, where no piece can be placed, also excludes cells.
    play.keys("r");
    play.click(MouseButton::Left, "e5");
    play.click(MouseButton::Left, "d4");
    assert!(play.notice().contains("attacked by e5"), "{}", play.notice());
    drag(&mut play, MouseButton::Left, "d3");
    assert_eq!((play.decisions().as_str(), play.notice()), ("e5 -d4 -d3", ""));
    play.keys("u");
    assert_eq!(play.decisions(), "e5");
    // Taking a piece back does not start a drag. Without a puzzle, the left button does not start a drag either.
    play.click(MouseButton::Left, "e5");
    drag(&mut play, MouseButton::Left, "d5");
    assert_eq!(play.decisions(), "");
    let mut play = Play::queens(5);
    play.screen(120, 40);
    play.click(MouseButton::Left, "a1");
    drag(&mut play, MouseButton::Left, "b1");
    assert_eq!(play.decisions(), "a1");
}

#[test]
fn what_is_broken_is_seen_at_once() {
    let mut play = coloured("aab\nabb\nacc\n", "K", "rows=1,columns=1,regions=1");
    let room = |play: &Play| GroupProgress::of(&play.model);
    assert!(room(&play).breaches().is_empty());
    // Row 1 already has its piece, so no cell of region c remains.
    play.keys(":a1\n :a3\n ");
    let text = |play: &Play| {
        let room = room(play);
        room.breaches()
            .iter()
            .map(|breach| breach.in_words("star", PLAIN_NAMES))
            .collect::<Vec<_>>()
            .join(", ")
    };
    assert_eq!(
        text(&play),
        "column a: too many stars, column b: no room, region a: too many, region c: no room"
    );
    let orange = |_| "region i (orange)".to_owned();
    let is_short = |breach: &GroupBreach| breach.in_words("queen", &orange).len() <= 28;
    assert!(room(&play).breaches().iter().skip(1).all(is_short));
    let scene = Scene::of(&play.model);
    let is_wrong = |name: &str| {
        let square = scene.square(cell(name));
        (square.is_conflict, square.lacks_room)
    };
    assert_eq!(["a1", "b2", "c2"].map(is_wrong), [(true, false), (false, true), (false, false)]);
    let group = play.rules().groups().iter().find(|group| group.id() == GroupId::Column(0));
    let group = group.unwrap().clone();
    let counter =
        |play: &Play| room(play).tally(&play.model, &group).counter(play.model.shows_breaches());
    assert_eq!(counter(&play), GroupSatisfaction::Broken);
    // The setting `broken` hides broken groups.
    play.keys(":set broken off\n");
    assert_eq!((text(&play).as_str(), counter(&play)), ("", GroupSatisfaction::Open));
    play.keys(":set broken\n:assist none\n");
    assert_eq!(text(&play), "");
    play.keys(":assist attacks\n:set counters off\n");
    assert!(!play.model.has_counters());
    assert!(text(&play).starts_with("column a"));
    play.keys(":assist full\n");
    assert!(play.model.has_counters());
    assert_eq!(text(&play), "");
}

#[test]
fn pieces_that_attack_each_other_are_broken() {
    let regions = "ab\nab\n";
    let mut play = coloured(regions, "RF", "rows,columns,regions");
    play.keys(":assist none\n:a1\n :b2\n ");
    assert_eq!(play.decisions(), "a1 b2");
    play.keys(":assist attacks\n");
    assert_eq!(
        GroupProgress::of(&play.model).breaches()[0].in_words("star", PLAIN_NAMES),
        "a1 attacks b2"
    );
}

/// A board that was resumed or opened from a file is not being played, but shows queens and stars as in play.
/// Regression test: such boards once showed the letters `RF`, and kings.
#[test]
fn puzzles_that_are_not_played_have_queens_and_stars() {
    let regions = "aaab\nccab\ncdab\ncddd\n";
    let mut queens = coloured(regions, "RF", "rows,columns,regions");
    assert!(queens.model.app.playing().is_none());
    assert_eq!(queens.model.figure(), Figure::new(&Piece::default()));
    assert!(queens.text(80, 24).contains("4×4 coloured queens"), "{}", queens.text(80, 24));
    let mut stars = coloured(regions, "king", "rows=1,columns=1,regions=1");
    assert_eq!(stars.model.figure(), Figure::star());
    assert!(stars.text(80, 24).contains("4×4 star battle, 1 star"), "{}", stars.text(80, 24));
    let kings = coloured(regions, "king", "regions");
    assert_eq!(kings.model.figure(), Figure::new(&"king".parse().unwrap()));
}

#[test]
fn what_a_piece_rules_out_is_crossed_out_if_that_is_wanted() {
    use export::face::State;
    let mut play = coloured("aaaa\nbbbb\ncccc\ndddd\n", "K", "rows=1,columns=1,regions=1");
    play.keys(":a1\n ");
    let state = |play: &Play, name: &str| Scene::of(&play.model).square(cell(name)).state;
    assert_eq!(state(&play, "b2"), State::Attacked);
    // d1 is in a row that has its piece.
    assert_eq!(state(&play, "d1"), State::Attacked);
    // The word that players look for means ":set auto-mark on".
    play.keys(":auto\n");
    // b2 is attacked; d1 and a4 are in a row or column that already has its piece.
    for name in ["b2", "d1", "a4"] {
        assert_eq!(state(&play, name), State::Excluded, "{name}");
    }
    assert_eq!([state(&play, "c3"), state(&play, "a1")], [State::Possible, State::Placed]);
    assert_eq!(play.decisions(), "a1");
    let mut found = Play::queens(4);
    found.keys(":cross");
    assert!(found.found().contains(&"set auto-mark on"), "{:?}", found.found());
    // The automatic marks disappear with the piece.
    play.keys("u");
    assert_eq!(state(&play, "b2"), State::Possible);
}

/// Regression test: hints crossed out cells that the board showed as ruled out.
#[test]
fn hints_leave_out_what_looks_ruled_out() {
    use session::Hint;
    let mut play = Play::queens(4);
    play.settled(":play star-battle easy 10 stars=2 seed=7\n");
    play.settled(":place h10,j10\n");
    let is_drawn = |play: &Play| -> Vec<bool> {
        let Some(Hint::Step(step)) = play.model.app.hint.as_ref().map(|it| &it.hint) else {
            panic!("{}", play.notice())
        };
        let room = GroupProgress::of(&play.model);
        step.settles().map(|(cell, _)| room.rules_out(cell)).collect()
    };
    for hints in 0..5 {
        play.settled("H");
        assert!(is_drawn(&play).iter().all(|&is_drawn| !is_drawn), "{hints}");
        play.settled("HH\n");
    }
}

/// Each of the four regions needs a piece, and four rows contain four pieces in total. So a region with one
/// piece is full, although its own rule would allow more.
#[test]
fn regions_that_all_rules_together_fill_are_crossed_out_and_hold_no_second_piece() {
    use export::face::State;
    let mut play = coloured("aaab\nacbb\nccdb\nccdd\n", "RF", "rows,columns,regions");
    play.keys(":set auto-mark on\n:a1\n ");
    let state = |play: &Play, name: &str| Scene::of(&play.model).square(cell(name)).state;
    // Region c consists of a1, a2, b1, b2 and b3. No piece attacks b3.
    for name in ["b1", "a4", "b2", "b3"] {
        assert_eq!(state(&play, name), State::Excluded, "{name}");
    }
    assert_eq!(["c2", "d3", "b4"].map(|name| state(&play, name)), [State::Possible; 3]);
    play.keys(":b3\n ");
    let room = GroupProgress::of(&play.model);
    let breaches: Vec<String> =
        room.breaches().iter().map(|breach| breach.in_words("star", PLAIN_NAMES)).collect();
    assert!(breaches.contains(&"region c: too many".to_owned()), "{breaches:?}");
}

/// Regression test: the clock of a complete board ran, and the puzzle was never solved.
#[test]
fn a_board_that_is_complete_is_solved_until_it_is_begun_again() {
    let mut play = coloured("aaaa\nbbbb\ncccc\ndddd\n", "K", "rows=1,columns=1,regions=1");
    let pieces = ["b1", "d2", "a3", "c4"];
    let place = |play: &mut Play, cells: &[&str]| {
        for cell in cells {
            play.keys(&format!(":{cell}\n "));
        }
    };
    place(&mut play, &pieces);
    play.keys(":play board\n");
    let begins_again = "star battle, 1 star: solved already; r begins again";
    assert_eq!((play.notice(), play.model.scope()), (begins_again, Scope::Solved));
    assert_eq!([0, 5].map(|second| clock(&mut play, second)), [0, 0]);
    assert!(play.text(120, 40).contains("was complete when it was opened"));
    let forfeit = |play: &Play| play.model.app.playing().unwrap().forfeit;
    play.keys("r");
    assert_eq!((play.model.scope(), forfeit(&play)), (Scope::Play, Forfeit::None));
    assert_eq!([6, 9].map(|second| clock(&mut play, second)), [0, 3]);
    place(&mut play, &pieces);
    assert_eq!((play.model.scope(), forfeit(&play)), (Scope::Solved, Forfeit::None));
    // The solution that comes back by undo is no result.
    let mut play = coloured("aaaa\nbbbb\ncccc\ndddd\n", "K", "rows=1,columns=1,regions=1");
    place(&mut play, &pieces);
    play.settled(":play board\n");
    play.keys("ru");
    assert_eq!(forfeit(&play), Forfeit::Completed);
    // A board that is decided in part begins as it is.
    let mut play = coloured("aaaa\nbbbb\ncccc\ndddd\n", "K", "rows=1,columns=1,regions=1");
    place(&mut play, &pieces[..2]);
    play.settled(":play board\n");
    assert_eq!((play.decisions().as_str(), play.model.scope()), ("b1 d2", Scope::Play));
}

/// The first list of puzzles.
const PUZZLES: [&str; 7] =
    ["queens", "star-battle", "queens-givens", "board", "own", "daily", "daily star-battle"];

#[test]
fn the_palette_asks_for_kind_and_grade() {
    let mut play = Play::queens(4);
    play.keys("e");
    assert_eq!(play.typed().as_deref(), Some("play "));
    assert_eq!(play.found(), PUZZLES);
    play.press(KeyCode::Down);
    play.keys("\n");
    assert_eq!(play.typed().as_deref(), Some("play star-battle "));
    assert_eq!(play.found()[2], "star-battle hard");
    play.press(KeyCode::Down);
    let effects = play.keys("\n");
    let asked = effects.iter().find_map(|effect| match effect {
        Effect::Ask(question) => question
            .job
            .get()
            .filter(|job: &&jobs::MakeGame| job.seed.is_none())
            .map(|job| job.wanted),
        _ => None,
    });
    assert_eq!(asked.unwrap().to_string(), "10×10 star battle, 2 stars, medium");
    // A size is followed by a grade.
    let mut play = Play::queens(4);
    play.keys("e\n");
    let at = play.found().iter().position(|found| *found == "queens 10").unwrap();
    for _ in 0..at {
        play.press(KeyCode::Down);
    }
    play.keys("\n");
    assert_eq!(play.typed().as_deref(), Some("play queens 10 "));
    let grades = ["easy", "medium", "hard", "expert", "daily"];
    assert_eq!(play.found(), grades.map(|grade| format!("queens 10 {grade}")));
    // So is a typed size, listed or not.
    for size in ["10", "11"] {
        let mut play = Play::queens(4);
        play.keys(&format!("e\n{size}\n"));
        assert_eq!(play.typed(), Some(format!("play queens {size} ")));
        assert_eq!(play.found(), grades.map(|grade| format!("queens {size} {grade}")));
    }
    // No description is cut, and sizes and grades of star battles say the number of stars.
    for (keys, said) in [
        ("e", "stars, 1 to 3 in each row, column and region"),
        ("estar-battle\n", "8×8 star battle, 2 stars; then how hard"),
        ("estar-battle 10\n", "10×10, 2 stars; patterns of groups or room"),
        ("estar-battle 6\n", "6×6, 1 star; hardest patterns, or chains"),
        ("equeens-givens\n", "12×12 queens with givens; then how hard"),
        (":puzzle ", "stars, 1 to 3 in each row, column and region"),
        (":stars ", "three stars in each row, column and region"),
    ] {
        let mut play = Play::queens(4);
        play.keys(keys);
        let text = play.text(80, 24);
        let list = text.split('╰').next().unwrap();
        assert!(list.contains(said) && !list.contains('…'), "{text}");
    }
    // A prefix of a word is enough.
    let mut play = Play::queens(4);
    play.keys("estar\n");
    assert_eq!(play.typed().as_deref(), Some("play star-battle "));
    let effects = play.keys("ha\n");
    let asks = |effect: &Effect| matches!(effect, Effect::Ask(question) if question.job.is::<jobs::MakeGame>());
    assert!(effects.iter().any(asks), "{}", play.notice());
}

#[test]
fn givens_are_played_with_counters_and_stay() {
    let mut play = Play::queens(4);
    play.settled(":play queens-givens 5 seed=1\n");
    let game = play.model.app.playing().expect("a puzzle");
    assert_eq!(game.origin.name(), "queens with givens");
    assert!(play.model.has_counters());
    let given = play.model.app.session.decisions().givens().next().unwrap();
    play.keys(&format!(":{given}\n "));
    assert!(play.notice().contains("cannot be taken back"));
    solve(&mut play);
    let has_piece =
        |cell: &Cell| play.model.app.session.decisions().get(*cell) == Some(Value::Placed);
    assert!(has_piece(&given));
}

/// A star battle with two stars that the program has made, and a link to it.
fn two_stars() -> (String, Problem) {
    let wanted = PuzzleSpec::new(Kind::StarBattle, Grade::Easy, Some(8), Some(2)).unwrap();
    let made = wanted.make(1, &Budget::default()).unwrap();
    let session::puzzle::Outcome::Puzzle(problem) = made else { panic!("no puzzle") };
    (problem::write_link(&problem).unwrap(), problem)
}

#[test]
fn a_pasted_link_is_played_graded_and_recorded_while_another_puzzle_is_played() {
    let (link, problem) = two_stars();
    let mut play = playing();
    play.send(Message::Pasted(link.clone()));
    let game = play.model.app.playing().expect("a puzzle");
    assert_eq!(game.origin, Origin::Opened(problem.rules().name()));
    assert_eq!(game.grade_in_words(problem.rules()), None);
    assert_eq!(play.rules(), problem.rules());
    play.settle();
    let game = play.model.app.playing().unwrap();
    let graded = session::puzzle::grade_of(&problem, &Budget::default()).unwrap();
    let (grade, difficulty) = graded.expect("steps solve it");
    let in_words = Some(format!("easy, {difficulty} (up to 24)"));
    let grade_in_words = |game: &Game| game.grade_in_words(problem.rules());
    assert_eq!((grade, grade_in_words(game)), (Grade::Easy, in_words.clone()));
    let wanted = game.wanted.unwrap();
    assert_eq!((wanted.kind(), wanted.size(), wanted.stars()), (Kind::StarBattle, 8, 2));
    let effects = solve(&mut play);
    let is_recorded =
        |effect: &Effect| matches!(effect, Effect::Record(spec, ..) if *spec == wanted);
    assert!(effects.iter().any(is_recorded));
    // On another board, a pasted link is opened and not played.
    let mut play = Play::queens(4);
    play.send(Message::Pasted(link));
    assert!(play.model.app.playing().is_none() && play.rules() == problem.rules());
    // `:play` plays the board at hand.
    play.settled(":play board\n");
    assert_eq!(play.model.app.playing().and_then(grade_in_words), in_words);
}

/// Regression: the clock of a puzzle in play went back to 0, and its hints were forgotten.
#[test]
fn the_board_that_is_played_goes_on_with_its_clock_and_hints() {
    let mut play = playing();
    play.settled("H");
    assert_eq!((1..=34).map(|second| clock(&mut play, second)).last(), Some(33));
    for decided in ["nothing decided", "1 queen"] {
        play.settled(":play board\n");
        let said = format!("5×5 coloured queens, easy: as you left it, with {decided}");
        assert_eq!(play.notice(), said);
        let game = play.model.app.playing().unwrap();
        assert_eq!((game.clock.elapsed().as_secs(), game.hints), (33, 1));
        let first = solution(&play)[0];
        play.keys(&format!(":{first}\n "));
    }
}

#[test]
fn a_puzzle_of_ones_own_is_drawn_graded_and_played() {
    let mut play = playing();
    play.keys("eown\n");
    assert_eq!(play.found()[..2], ["own 8", "own 5"]);
    play.press(KeyCode::Down);
    play.settled("\n");
    assert_eq!(
        (play.model.scope(), play.notice()),
        (Scope::Paint, "paint the regions; each holds one queen")
    );
    play.settled(
        ":region b b1,c1,d1,e1\n:region c c3,c4,d4\n:region d e3,e4,e5\n:region e a5,b5\n",
    );
    play.press(KeyCode::Esc);
    play.settle();
    let text = play.text(120, 40);
    for said in ["enter play", ":play board plays it", ":w FILE saves it"] {
        assert!(text.contains(said), "{said}: {text}");
    }
}

#[test]
fn drawn_regions_get_the_only_number_of_stars_that_fits_or_it_is_asked() {
    let (_, problem) = two_stars();
    let regions = problem.rules().regions().unwrap();
    let fitting = session::puzzle::fitting_stars(regions, &Budget::default()).unwrap();
    assert_eq!(fitting, [2]);
    let mut play = playing();
    play.send(Message::Pasted(regions.to_string().replace('\n', "\r")));
    assert_eq!(play.model.scope(), Scope::Making);
    play.settle();
    assert_eq!(play.rules(), problem.rules());
    assert!(play.model.app.playing().is_some());
    // No number of stars leaves exactly one solution.
    let several = "aabb\naabb\nccdd\nccdd\n";
    play.send(Message::Pasted(several.to_owned()));
    play.settle();
    assert_eq!(play.typed().as_deref(), Some("stars "));
    play.keys("1\n");
    assert_eq!(play.rules().known_puzzle(), Some(problem::KnownPuzzle::StarBattle { stars: 1 }));
    play.settle();
    assert!(play.model.app.playing().is_some_and(|game| game.grade().is_none()));
    assert!(play.text(80, 24).contains("there are several solutions"), "{}", play.text(80, 24));
    // It can still be solved, but no result is kept.
    let effects = solve(&mut play);
    assert_eq!(play.model.scope(), Scope::Solved);
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::Record(..))));
}

#[test]
fn a_click_goes_from_empty_to_cross_to_piece_to_empty_each_as_one_step() {
    let mut play = playing();
    play.screen(120, 40);
    for expected in ["-a1", "a1", "", "-a1"] {
        play.click(MouseButton::Left, "a1");
        assert_eq!(play.decisions(), expected);
    }
    play.keys("u");
    assert_eq!(play.decisions(), "");
    play.keys("uu");
    assert_eq!(play.decisions(), "-a1");
    // The right button crosses out, and Space places a piece.
    play.click(MouseButton::Right, "a1");
    assert_eq!(play.decisions(), "");
    play.keys(":a1\n ");
    assert_eq!(play.decisions(), "a1");
    // No piece fits where another one attacks: the cross is taken back.
    play.click(MouseButton::Left, "b2");
    assert_eq!(play.decisions(), "a1 -b2");
    play.click(MouseButton::Left, "b2");
    assert_eq!(
        (play.decisions().as_str(), play.notice()),
        ("a1", "b2 is attacked by a1: it is empty again")
    );
    // A drag from an empty cell crosses out, a drag from a cross clears.
    play.keys("r");
    play.click(MouseButton::Left, "c1");
    drag(&mut play, MouseButton::Left, "e1");
    assert_eq!(play.decisions(), "-c1 -d1 -e1");
    play.click(MouseButton::Left, "c1");
    drag(&mut play, MouseButton::Left, "d1");
    assert_eq!(play.decisions(), "-e1");
}

#[test]
fn a_pause_stops_the_clock_hides_the_board_and_takes_no_decisions() {
    let mut play = playing();
    assert_eq!([1, 3].map(|second| clock(&mut play, second)), [0, 2]);
    play.keys("p");
    assert_eq!(play.model.scope(), Scope::Paused);
    assert!(!play.model.app.is_timed());
    assert_eq!([4, 9].map(|second| clock(&mut play, second)), [2, 2]);
    let seen = crate::widgets::testing::text(&play.screen(80, 24));
    assert!(seen.contains("paused at 0:02") && !seen.contains("open cells"), "{seen}");
    play.keys(":b1\nx1aHcu");
    assert_eq!((play.decisions().as_str(), play.model.scope()), ("", Scope::Paused));
    // A click ends the pause, and decides nothing.
    play.click(MouseButton::Left, "a1");
    assert_eq!((play.decisions().as_str(), play.model.scope()), ("", Scope::Play));
    assert_eq!([10, 11].map(|second| clock(&mut play, second)), [2, 3]);
}

#[test]
fn mistakes_are_counted_or_refused_only_if_that_is_set() {
    let mut play = playing();
    play.settle();
    let solution = solution(&play);
    let wrong = play.rules().size().iter().find(|cell| !solution.contains(cell)).unwrap();
    let mistakes = |play: &Play| play.model.app.playing().unwrap().mistakes;
    let place = |play: &mut Play| play.keys(&format!(":{wrong}\n "));
    place(&mut play);
    assert_eq!((play.decisions(), mistakes(&play)), (wrong.to_string(), 0));
    place(&mut play);
    play.keys(":set mistakes count\n");
    place(&mut play);
    assert_eq!((play.decisions(), mistakes(&play)), (wrong.to_string(), 1));
    place(&mut play);
    play.keys(":set mistakes refuse\n");
    place(&mut play);
    assert_eq!((play.decisions(), mistakes(&play)), (String::new(), 2));
    assert_eq!(play.notice(), format!("{wrong}: no piece belongs there (mistake 2)"));
    // A click takes the cross of a refused piece back.
    play.screen(120, 40);
    for expected in [format!("-{wrong}"), String::new()] {
        play.click(MouseButton::Left, &wrong.to_string());
        assert_eq!(play.decisions(), expected);
    }
    let effects = solve(&mut play);
    let is_recorded = |effect: &Effect| {
        matches!(effect, Effect::Record(_, _, PuzzleResult { mistakes: 3, hints: 0, .. }))
    };
    assert!(effects.iter().any(is_recorded), "{effects:?}");
    assert!(play.text(80, 24).contains("no hint, 3 mistakes"), "{}", play.text(80, 24));
}

#[test]
fn a_solved_board_is_lit() {
    use export::face::State;
    let mut play = playing();
    let empty = play.rules().size().iter().find(|cell| !solution(&play).contains(cell)).unwrap();
    play.keys(&format!(":{empty}\nx"));
    solve(&mut play);
    let scene = Scene::of(&play.model);
    let solution = solution(&play);
    for cell in play.rules().size().iter() {
        let square = scene.square(cell);
        let is_golden = solution.contains(&cell);
        let state = if is_golden { State::Placed } else { State::Possible };
        assert!(
            square.is_blank && square.is_golden == is_golden && square.state == state,
            "{cell}"
        );
    }
}

#[test]
fn the_puzzle_of_a_day_is_that_of_its_date_and_the_next_one_is_not_that_of_tomorrow() {
    let mut play = Play::queens(4);
    play.settled(":play 5 daily=2026-11-23\n");
    assert_eq!(seed(&play), Some(20_261_123));
    assert!(
        play.notice().starts_with("5×5 coloured queens, easy, 2026-11-23;"),
        "{}",
        play.notice()
    );
    let text = play.text(80, 24);
    assert!(
        text.lines().any(|line| line.contains("queens, 2026-11-23 ") && line.contains(" easy "))
    );
    solve(&mut play);
    let effects = play.keys("\n");
    let is_random = |effect: &Effect| {
        matches!(effect, Effect::Ask(question)
            if question.job.get().is_some_and(|job: &jobs::MakeGame| job.seed.is_none()))
    };
    assert!(effects.iter().any(is_random), "{effects:?}");
}

#[test]
fn help_in_play_lists_only_keys_that_work_there_and_the_rules() {
    let mut play = playing();
    play.keys("?");
    let seen = crate::widgets::testing::text(&play.screen(80, 24));
    for word in ["pause", "hint", "give up", "1 in each row, column, region; none touch"] {
        assert!(seen.contains(word), "{word}\n{seen}");
    }
    for word in ["heat map", "+ - size", "paint", "R rules"] {
        assert!(!seen.contains(word), "{word}\n{seen}");
    }
}

#[test]
fn open_cells_have_marks_by_key_and_by_mouse() {
    let mut play = playing();
    let cell: Cell = "a1".parse().unwrap();
    let mark = |play: &Play| Scene::of(&play.model).square(cell).candidate;
    play.keys(":a1\n");
    assert_eq!(mark(&play), None);
    play.keys("m");
    assert_eq!(mark(&play), Some(CandidateMark::Dot), "{}", play.notice());
    play.click(MouseButton::Middle, "a1");
    assert_eq!(mark(&play), Some(CandidateMark::Ring));
    // A decided cell shows its decision; a mark is no decision.
    assert!(play.model.app.session.decisions().is_empty());
    play.keys("x");
    assert_eq!(mark(&play), None);
    play.keys("m");
    assert!(play.notice().contains("a1"), "{}", play.notice());
    play.keys("u");
    assert_eq!(mark(&play), Some(CandidateMark::Ring));
    play.keys("m");
    assert_eq!(mark(&play), None);
}

#[test]
fn undo_takes_back_marks_and_decisions_in_their_order() {
    let mut play = playing();
    let cell: Cell = "a1".parse().unwrap();
    let seen = |play: &Play| {
        let game = play.model.app.playing().expect("undo does not leave the puzzle");
        (game.marks.get(cell), play.model.app.session.decisions().len())
    };
    let (dot, ring) = (Some(CandidateMark::Dot), Some(CandidateMark::Ring));
    play.keys(":a1\nm:b1\nx:a1\nm:c1\nx");
    let states = [(ring, 2), (ring, 1), (dot, 1), (dot, 0), (None, 0)];
    for expected in states {
        assert_eq!(seen(&play), expected);
        play.keys("u");
    }
    // The first undo beyond the beginning of the puzzle only asks.
    assert_eq!(seen(&play), states[4]);
    for expected in states.into_iter().rev().skip(1) {
        play.control('r');
        assert_eq!(seen(&play), expected);
    }
    // A mark that was undone before another decision does not come back.
    play.keys("uuuu:d1\nxu");
    play.control('r');
    assert_eq!(seen(&play), (None, 1));
    // Neither does a mark that was undone before another mark.
    play.keys(":a1\nmumm");
    assert_eq!(seen(&play), (ring, 1));
    play.control('r');
    assert_eq!(seen(&play), (ring, 1));
}

/// Regression test: `r` said that nothing is decided, and left the marks.
#[test]
fn reset_removes_all_marks_and_undo_brings_them_back() {
    let mut play = playing();
    let seen = |play: &Play| {
        let mark = |name| Scene::of(&play.model).square(cell(name)).candidate;
        (["a1", "b1"].map(mark), play.model.app.session.decisions().len())
    };
    let marks = [Some(CandidateMark::Ring), Some(CandidateMark::Dot)];
    play.keys(":a1\nmm:b1\nmr");
    assert_eq!((seen(&play), play.notice()), (([None, None], 0), ""));
    play.keys("u");
    assert_eq!(seen(&play), (marks, 0));
    play.control('r');
    assert_eq!(seen(&play), ([None, None], 0));
    // Marks and decisions are taken back together.
    play.keys("u:c1\nx");
    assert_eq!(seen(&play), (marks, 1));
    play.keys("r");
    assert_eq!(seen(&play), ([None, None], 0));
    play.keys("uu");
    assert_eq!(seen(&play), (marks, 1));
    play.keys("rr");
    assert_eq!(play.notice(), "nothing is decided");
}

#[test]
fn keys_of_the_last_line_keep_their_places_in_play() {
    let mut play = playing();
    let place = |play: &mut Play, word: &str| {
        let text: Vec<char> = play.text(80, 24).chars().collect();
        let line: String = text[23 * 80..].iter().collect();
        line.rsplit_once(word).map(|(before, _)| before.chars().count())
    };
    let words = ["pause", "hint", "help", "quit"];
    assert!(place(&mut play, "x cross out").is_some());
    let first = words.map(|word| place(&mut play, word));
    assert!(first.iter().all(Option::is_some), "{first:?}");
    for keys in [" ", "l", "x", "lj", "u"] {
        play.keys(keys);
        assert_eq!(words.map(|word| place(&mut play, word)), first, "{keys}");
    }
    // A click on the same place goes through all stages of a hint.
    for _ in 0..3 {
        play.settled("H");
        assert_eq!(words.map(|word| place(&mut play, word)), first);
    }
}

/// Giving up by accident is taken back by undo; what is done again is no result of the player. A completed puzzle that
/// begins again has no result.
#[test]
fn undoing_the_completion_makes_a_result_possible_again() {
    let is_recorded =
        |effects: &[Effect]| effects.iter().any(|effect| matches!(effect, Effect::Record(..)));
    let mut play = playing();
    play.settled("aa");
    play.keys("u");
    let game = play.model.app.playing().unwrap();
    assert!(!game.is_given_up() && game.solved.is_none());
    play.control('r');
    assert!(play.model.app.session.is_solved());
    assert!(play.model.app.playing().unwrap().is_given_up());
    play.keys("u");
    assert!(is_recorded(&solve(&mut play)));
    let mut play = playing();
    play.settled("aa");
    for again in ["r", ":play queens 5 seed=4\n:play queens 5 seed=3\n"] {
        play.settled(again);
        let said = ": given up before, so it counts no more";
        assert!(play.notice().ends_with(said), "{}", play.notice());
        assert_eq!(play.decisions(), "");
        assert!(!is_recorded(&solve(&mut play)));
    }
}

/// Regression test: the clock of a solved puzzle that was begun again stood still, and old hints counted.
#[test]
fn a_solved_puzzle_begins_anew_and_its_second_time_does_not_count() {
    let mut play = playing();
    play.settled("H");
    assert_eq!((1..=21).map(|second| clock(&mut play, second)).last(), Some(20));
    let effects = solve(&mut play);
    let puzzle = |effects: Vec<Effect>| {
        effects.into_iter().find_map(|effect| match effect {
            Effect::Record(_, puzzle, result) => Some((puzzle, result)),
            _ => None,
        })
    };
    let (first, _) = puzzle(effects).unwrap();
    play.settled("p");
    assert_eq!(play.notice(), "the puzzle is over: Enter is the next one, u goes back");
    play.settled("r");
    let said = "5×5 coloured queens, easy: solved in 0:20 before, so it counts no more";
    assert_eq!(play.notice(), said);
    // Undo goes back to the solved puzzle with its time.
    play.keys("u");
    let seen = play.text(120, 40);
    assert!(seen.contains("solved in 0:20") && !seen.contains("given up"), "{seen}");
    assert!(seen.contains("hardest first: ") && seen.contains("difficulty easy, "), "{seen}");
    for seen in [seen, play.text(80, 24)] {
        assert!(seen.contains("e another"), "{seen}");
    }
    play.settled("r");
    assert_eq!([30, 33].map(|second| clock(&mut play, second)), [0, 3]);
    // The file of results knows the puzzle and keeps its first time.
    let (second, result) = puzzle(solve(&mut play)).unwrap();
    assert_eq!((second, result.hints, result.time.as_secs()), (first, 0, 3));
}

/// Regression test: with a wrong piece, `a` said that there is nothing to complete. The result was called a solution in
/// some seconds.
#[test]
fn giving_up_drops_wrong_decisions_and_shows_the_solution() {
    for wrong in [" ", "x"] {
        let mut play = playing();
        let solution = solution(&play);
        let is_wrong = |cell: &Cell| (wrong == "x") == solution.contains(cell);
        let cell = play.rules().size().iter().find(is_wrong).unwrap();
        for second in 0..=26 {
            clock(&mut play, second);
        }
        play.keys(&format!(":{cell}\n{wrong}"));
        play.settled("a");
        assert!(!play.model.app.session.is_solved(), "it asks first");
        assert!(play.notice().contains("once more"), "{}", play.notice());
        play.settled("a");
        let pieces: Vec<Cell> = play.model.app.session.decisions().cells(Value::Placed).collect();
        assert!(play.model.app.session.is_solved(), "{wrong}: {}", play.notice());
        assert!(
            pieces.iter().all(|cell| solution.contains(cell)) && pieces.len() == solution.len()
        );
        let seen = play.text(120, 40);
        assert!(seen.contains("0:26 given up") && !seen.contains("solved"), "{seen}");
        assert!(seen.contains("given up after 0:26 "), "{seen}");
        assert!(seen.contains("this is no result"), "{seen}");
        let is_golden = Scene::of(&play.model).square(solution[0]).is_golden;
        assert!(!is_golden);
        // One undo step takes back everything.
        play.keys("u");
        assert_eq!(play.model.app.session.decisions().len(), 1);
    }
}

/// Regression test: hints after the finish changed the result, and a stray click un-solved the board.
#[test]
fn a_finished_board_takes_no_decisions_and_gives_no_hints() {
    let mut play = playing();
    solve(&mut play);
    play.settle();
    let (decided, result) = (play.decisions(), play.model.app.game.as_ref().unwrap().solved);
    for keys in [" ", "x", "H", "HHH", "c", "a", "1", ":place a1\n", ":back\n", ":hint\n"] {
        play.settled(keys);
        assert_eq!(play.decisions(), decided, "{keys}");
        assert!(play.model.app.hint.is_none(), "{keys}");
        let said = "the puzzle is over: Enter is the next one, u goes back";
        assert_eq!(play.notice(), said, "{keys}");
    }
    play.screen(120, 40);
    for (button, name) in
        [(MouseButton::Left, "b2"), (MouseButton::Right, "c3"), (MouseButton::Left, "a1")]
    {
        play.click(button, name);
        assert_eq!((play.decisions(), play.model.view.cursor), (decided.clone(), cell(name)));
        drag(&mut play, button, "e1");
        assert_eq!(play.decisions(), decided);
    }
    let game = play.model.app.game.as_ref().unwrap();
    assert_eq!((game.hints, game.solved, game.is_given_up()), (0, result, false));
    assert!(play.text(80, 24).contains("no hint"), "{}", play.text(80, 24));
    // Undo continues the puzzle. Later actions do not change the result either.
    play.keys("u");
    assert_eq!(play.model.scope(), Scope::Play);
    play.settled("H");
    play.settled("a");
    let game = play.model.app.game.as_ref().unwrap();
    assert_eq!((game.hints, game.solved, game.is_given_up()), (0, result, false));
}

/// Regression test: after a puzzle was solved, exports and the copied command gave its solution away.
#[test]
fn a_puzzle_is_passed_on_without_its_solution() {
    let mut play = playing();
    let puzzle = play.model.app.session.problem().clone();
    let asked = |play: &mut Play, line: &str| {
        play.keys(line);
        let question = play.question.take().unwrap();
        let Some(Export { content, assist, .. }) = question.job.get() else {
            panic!("{:?}", question.job)
        };
        (question.problem, content.clone(), *assist)
    };
    let (_, before, _) = asked(&mut play, ":export p.svg\n");
    solve(&mut play);
    play.settle();
    let effects = play.keys("y");
    let is_puzzle =
        |effect: &Effect| matches!(effect, Effect::Copy(text) if !text.contains("--place"));
    assert!(effects.iter().any(is_puzzle), "{effects:?}");
    for line in [":export p.svg\n", ":export picture p.svg\n"] {
        assert_eq!(asked(&mut play, line).1, before, "{line}");
    }
    let (problem, content, assist) = asked(&mut play, ":export p.html\n");
    assert_eq!((problem, assist), (puzzle.clone(), problem::Assist::Attacks));
    assert_eq!(content, ExportContent::Position(export::Format::Html));
    let (_, solved, _) = asked(&mut play, ":export solutions p.svg\n");
    assert_ne!(solved, before);
    // Full assist shows the solution of a puzzle; its picture does not.
    let mut play = Play::answered(puzzle);
    assert!(play.model.app.session.knowledge().has_one_solution());
    assert_eq!(asked(&mut play, ":export p.svg\n").1, before);
    assert_eq!(asked(&mut play, ":export solutions p.svg\n").1, solved);
    let first = play.model.app.known_solution().unwrap().iter().next().unwrap();
    play.settled(&format!(":{first}\n "));
    // Decisions are drawn.
    assert_ne!(asked(&mut play, ":export p.svg\n").1, before);
    let seen = play.text(120, 60);
    assert!(seen.contains(":link the puzzle as a link"), "{seen}");
    assert!(seen.contains(":export FILE.svg or .html"), "{seen}");
    // Other boards are drawn as on the screen.
    let mut play = Play::queens(6);
    let (_, empty, _) = asked(&mut play, ":export p.svg\n");
    play.settled(":b1\n ");
    assert_ne!(asked(&mut play, ":export p.svg\n").1, empty);
    play.keys(":export solutions p.svg\n");
    assert_eq!(play.notice(), "only a puzzle with one solution is drawn with its solution");
}

/// Regression test: a row with one of its two stars looked like an empty row.
#[test]
fn half_full_groups_look_half_full_and_pieces_are_counted() {
    let mut play = Play::queens(4);
    let (link, _) = two_stars();
    play.keys(":play board\n");
    play.send(Message::Pasted(link));
    play.settle();
    let stars = solution(&play);
    let counter = |play: &Play| {
        let group = play.rules().groups().iter().find(|group| group.id() == GroupId::Row(0));
        let group = group.unwrap().clone();
        GroupProgress::of(&play.model).tally(&play.model, &group).counter(true)
    };
    assert_eq!(counter(&play), GroupSatisfaction::Open);
    let row: Vec<Cell> = stars.into_iter().filter(|cell| cell.row() == 0).collect();
    play.keys(&format!(":{}\n ", row[0]));
    assert_eq!(counter(&play), GroupSatisfaction::Begun);
    let seen = play.text(120, 40);
    assert!(seen.contains('◐') && seen.contains("1 of 16 stars placed"), "{seen}");
    play.keys(&format!(":{}\n ", row[1]));
    assert_eq!(counter(&play), GroupSatisfaction::Satisfied);
}

/// Regression test: the panel said `because of d6, by a (1,1) leap`.
#[test]
fn pieces_of_a_puzzle_touch() {
    let mut play = coloured("aaaa\nbbbb\ncccc\ndddd\n", "K", "rows=1,columns=1,regions=1");
    play.keys(":a1\n :b2\n");
    let seen = play.text(120, 40);
    assert!(seen.contains("touches a1") && !seen.contains("leap"), "{seen}");
}

/// Regression test: a puzzle solved twice was a new best time.
#[test]
fn a_puzzle_solved_again_says_that_only_the_first_time_counts() {
    let mut play = playing();
    let effects = solve(&mut play);
    let recorded = effects.into_iter().find_map(|effect| match effect {
        Effect::Record(wanted, puzzle, result) => Some((wanted, puzzle, result)),
        _ => None,
    });
    let (wanted, puzzle, result) = recorded.unwrap();
    let mut results = Results::default();
    results.add(wanted, puzzle.clone(), PuzzleResult { time: Duration::from_secs(9), ..result });
    play.send(AppEvent::Recorded(Ok(results.add(wanted, puzzle, result))));
    let seen = play.text(120, 40);
    assert!(seen.contains("only the first time counts"), "{seen}");
    assert!(seen.contains("best 0:09, average 0:09 of 1"), "{seen}");
}
