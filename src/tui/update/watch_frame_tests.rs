//! The frames and legends of watched searches, what is kept back, and two searches that go on by their failures.

use crossterm::event::{KeyCode, MouseButton};
use ratatui::buffer::Buffer;

use super::tree_tests::{playback, searches, text, watched};
use crate::model::Hit;
use app::Setting;
use engine::search::{Event, NodeOutcome};

const WINDOWS: [(u16, u16); 3] = [(80, 24), (100, 30), (120, 40)];

/// The places of these characters.
fn places(screen: &Buffer, characters: &str) -> Vec<(String, u16, u16)> {
    let symbol = |x, y| screen[(x, y)].symbol();
    let found = screen.area.positions().filter(|at| characters.contains(symbol(at.x, at.y)));
    found.map(|at| (symbol(at.x, at.y).to_owned(), at.x, at.y)).collect()
}

/// The rows of the timelines, whose marks for the present step are the only arrows downwards.
fn timelines(screen: &Buffer) -> Vec<u16> {
    places(screen, "↓").into_iter().map(|(.., y)| y).collect()
}

/// Regression test: the tree jumped at nearly every step, because the text below it grew and shrank.
#[test]
fn frames_stand_still_from_step_to_step() {
    for (size, command) in [
        (6, ":search weak vs strong\n"),
        (6, ":search\n"),
        (8, ":search\n"),
        (8, ":search weak vs bounds\n"),
    ] {
        let mut play = playback(size, command);
        for (width, height) in WINDOWS {
            play.press(KeyCode::Home);
            let first = play.screen(width, height);
            let frames = places(&first, "╭╮╰╯");
            assert!(frames.len() >= 8, "{}", text(&first));
            let rows = timelines(&first);
            for step in 1..=20 {
                play.press(KeyCode::Right);
                let screen = play.screen(width, height);
                let told = text(&screen);
                assert_eq!(places(&screen, "╭╮╰╯"), frames, "{command} {width}: {step}\n{told}");
                assert_eq!(timelines(&screen), rows, "{command} {width}: {step}\n{told}");
            }
            for key in ["]", "}", "w", "D"] {
                play.keys(key);
                assert_eq!(places(&play.screen(width, height), "╭╮╰╯"), frames, "{command} {key}");
            }
            play.press(KeyCode::End);
            assert_eq!(places(&play.screen(width, height), "╭╮╰╯"), frames, "{command}: end");
        }
    }
}

/// Regression: the label of a branch covered leaves of the tree, and only the longer search had a total.
#[test]
fn labels_of_branches_cover_no_leaf() {
    let mut play = playback(6, ":search weak vs strong\n");
    let ends = |play: &mut crate::testing::Play| places(&play.screen(80, 24), "×◆").len();
    let most = ends(&mut play);
    // The first branch is shown at the start.
    for branch in 2..=40 {
        play.keys("]");
        let told = text(&play.screen(80, 24));
        assert!(told.contains(" of 78 and 40"), "{branch}: {told}");
        // In each search, the timeline has its mark on another sign.
        assert!(ends(&mut play) + 2 >= most, "{branch}: {told}");
    }
}

#[test]
fn signs_of_the_tree_and_of_the_rows_have_a_legend_at_every_size() {
    for command in [":search\n", ":search weak vs strong\n"] {
        let mut play = playback(6, command);
        for (width, height) in [(60, 40), (72, 20), (80, 24), (100, 30), (120, 40), (200, 60)] {
            for (key, rows) in [(KeyCode::Home, "○ to do"), (KeyCode::Char(']'), "! failed")] {
                play.press(key);
                let screen = text(&play.screen(width, height)).replace('\u{a0}', " ");
                for sign in ["× fail", "◆ sol", "□ wasted", rows] {
                    assert!(screen.contains(sign), "{width}×{height}: {sign}\n{screen}");
                }
            }
        }
    }
}

#[test]
fn the_numbers_of_the_whole_search_are_kept_back_until_its_end() {
    for (command, of) in [(":search\n", "of 603"), (":search weak vs strong\n", "of 78")] {
        let mut play = playback(6, command);
        let screen = text(&play.screen(120, 40));
        assert!(screen.contains(of) && screen.contains("wasted"), "{screen}");
        play.keys(":set totals off\n");
        assert!(!play.model.app.settings.has(Setting::Totals));
        for (width, height) in WINDOWS {
            play.press(KeyCode::Home);
            for _ in 0..12 {
                let screen = play.screen(width, height);
                let told = text(&screen).replace('\u{a0}', " ");
                for word in [of, "□ wasted", "36 failures", "4 solutions", "below"] {
                    assert!(!told.contains(word), "{word}\n{told}");
                }
                // A timeline shows the failures up to the present step.
                for (search, row) in searches(&play).into_iter().zip(timelines(&screen)) {
                    let line = (0..width).filter(|&x| screen[(x, row)].symbol() == "·");
                    assert!(line.count() <= search.snapshot.failures, "{told}");
                }
                play.press(KeyCode::Right);
            }
        }
        play.press(KeyCode::End);
        let screen = text(&play.screen(120, 40));
        assert!(screen.contains(of) && screen.contains("wasted"), "{screen}");
        play.press(KeyCode::Left);
        play.keys(":set totals on\n");
        assert!(text(&play.screen(120, 40)).contains(of));
    }
}

#[test]
fn each_of_two_searches_goes_on_to_its_own_next_failure() {
    let mut play = playback(6, ":search leftmost min weak vs strong\n");
    play.keys("f");
    assert!(play.notice().starts_with("each search goes on to its own next failure"));
    let counted: Vec<usize> =
        searches(&play).iter().map(|search| search.tree().count(NodeOutcome::Failure)).collect();
    assert_eq!(counted, [36, 17]);
    for step in 1..=36 {
        play.press(KeyCode::Right);
        for (search, failures) in searches(&play).into_iter().zip(&counted) {
            assert_eq!(search.snapshot.failures, step.min(*failures));
            let is_failure = matches!(search.event(), Some(Event::Fail { .. }));
            assert!(is_failure || step > *failures, "{step}");
        }
        let screen = text(&play.screen(80, 24));
        assert!(screen.contains(&format!("failure {step} of 36")), "{screen}");
    }
    play.press(KeyCode::Right);
    assert!(searches(&play).iter().all(|search| search.steps_done == search.len()));
    let screen = text(&play.screen(80, 24));
    assert!(screen.lines().next().unwrap().ends_with("the end"), "{screen}");
    play.keys("hhh");
    assert_eq!(watched(&play).steps_done(), 34);
    // The first search keeps its place when branches are the steps again.
    let node = searches(&play)[0].node().index();
    play.keys("f");
    assert_eq!(watched(&play).steps_done(), node.max(searches(&play)[1].node().index()));
    assert!(text(&play.screen(80, 24)).contains("branch "));
    // By failures, a click on a node selects the next failure.
    play.press(KeyCode::Home);
    play.keys("f");
    let strong = searches(&play)[1].clone();
    let (id, _) = strong.tree().nodes().nth(9).unwrap();
    let failures = strong.failures.iter().filter(|failure| **failure < id).count();
    let step = watched(&play).step_of(&strong, id);
    assert_eq!(step, failures + 1);
    let screen = play.screen(120, 40);
    let mut places = screen.area.positions();
    let at = places.find(|at| play.model.hit(at.x, at.y) == Some(Hit::Step(step))).unwrap();
    play.click_at(MouseButton::Left, at.x, at.y);
    assert_eq!(watched(&play).steps_done(), step);
    // A single search advances by its steps.
    play.keys("v");
    assert_eq!(watched(&play).units(), ["step", "steps"]);
    play.keys("f");
    assert!(play.notice().starts_with("one search goes on step by step"));
}
