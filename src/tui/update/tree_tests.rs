//! The trees of watched searches: jumps, clicks, two synchronized searches, and counts from the diagram.

use crossterm::event::{KeyCode, MouseButton, MouseEventKind};
use insta::assert_snapshot;
use num_traits::Zero;
use proptest::prelude::*;
use ratatui::buffer::Buffer;

use crate::model::Hit;
use crate::modes::watch::SearchPlayback;
use crate::testing::{Play, cell};
use engine::search::{NodeId, NodeOutcome};
use session::CellState;
use session::{Replay, WastedBranches};

pub(super) fn playback(size: u16, command: &str) -> Play {
    let mut play = Play::queens(size);
    play.settled(command);
    assert!(play.model.playback().is_some(), "{}", play.notice());
    play
}

pub(super) fn watched(play: &Play) -> &SearchPlayback {
    play.model.playback().unwrap()
}

pub(super) fn searches(play: &Play) -> Vec<&Replay> {
    watched(play).searches().collect()
}

pub(super) fn text(screen: &Buffer) -> String {
    let line = |y| (0..screen.area.width).map(move |x| screen[(x, y)].symbol()).collect::<String>();
    (0..screen.area.height).map(|y| line(y).trim_end().to_owned() + "\n").collect()
}

/// The screen position of an area with this target.
fn place_of(play: &mut Play, hit: Hit) -> (u16, u16) {
    let screen = play.screen(120, 40);
    let found = screen.area.positions().find(|at| play.model.hit(at.x, at.y) == Some(hit));
    let Some(at) = found else { panic!("{hit:?} is not drawn") };
    (at.x, at.y)
}

/// Number of branches without a solution in their subtree, computed from the recorded tree.
fn wasted(search: &Replay) -> usize {
    let tree = search.tree();
    let is_wasted = |(id, last): (NodeId, NodeId)| {
        let below = tree.nodes().filter(|(below, _)| (id..=last).contains(below));
        !below.into_iter().any(|(_, node)| node.outcome == NodeOutcome::Solution)
    };
    tree.nodes().skip(1).filter(|(id, node)| is_wasted((*id, node.last_descendant))).count()
}

/// Regression test: the steps that emptied row 6 were cut off without an indication.
#[test]
fn the_step_that_empties_a_row_is_told_or_what_is_left_out_is_counted() {
    let mut play = playback(6, ":search leftmost min weak vs strong\n");
    play.keys("ll");
    let screen = text(&play.screen(120, 40));
    for told in ["failure: row 6 has nothing left", "d5 alone is left in row 5"] {
        assert!(screen.contains(told), "{told}\n{screen}");
    }
    // In every window, omitted reasons are indicated.
    for height in 16..50 {
        let screen = text(&play.screen(120, height));
        let is_whole = screen.contains("b4 alone is left") && screen.contains("d5 alone is left");
        let is_told = screen.contains("failure: row 6");
        assert!(is_whole || !is_told || screen.contains('…'), "{height}\n{screen}");
    }
}

#[test]
fn a_click_on_a_removed_cell_tells_why_it_was_removed_in_each_search() {
    let mut play = playback(6, ":search leftmost min weak vs strong\n");
    play.keys("ll");
    for (name, told) in [
        ("b3", ["b3  gone: c2 attacks it along the diagonal"; 2]),
        ("b6", ["b6  a candidate", "b6  gone: b4 attacks it along the column"]),
    ] {
        play.screen(120, 40);
        play.click(MouseButton::Left, name);
        let screen = text(&play.screen(120, 40));
        let mut lines = screen.lines();
        for part in told {
            assert!(lines.any(|line| line.contains(part)), "{part}\n{screen}");
        }
    }
}

#[test]
fn each_setting_is_told_what_it_wastes() {
    let play = playback(6, ":search leftmost min weak vs strong\n");
    let sums: Vec<_> = searches(&play)
        .into_iter()
        .map(|search| {
            let WastedBranches { wasted: told, counted_branches: of } =
                search.wasted_branches().unwrap();
            assert_eq!(told, wasted(search));
            assert_eq!(of, search.tree().branches());
            (told, of, search.tree().count(NodeOutcome::Failure))
        })
        .collect();
    assert_eq!(sums, [(58, 78, 36), (24, 40, 17)]);
    let mut play = playback(6, ":search leftmost min\n");
    let screen = text(&play.screen(120, 40));
    assert!(screen.contains("wasted 58 of all 78 branches"), "{screen}");
    assert!(screen.contains("78 branches, 36 failures, 4 solutions"), "{screen}");
    assert!(screen.contains("(no solution lies below)"), "{screen}");
}

#[test]
fn the_words_of_a_search_are_explained() {
    let mut play = playback(6, ":search leftmost min weak vs strong\n");
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        let screen = text(&play.screen(width, height));
        for meaning in [
            "weak: cells that a piece attacks go",
            "strong: also cells that would leave a row empty",
        ] {
            assert!(screen.contains(meaning), "{meaning}\n{screen}");
        }
        assert!(screen.contains("branch 0 of 78") && !screen.contains("step 0"), "{screen}");
    }
    play.keys("?");
    let screen = text(&play.screen(80, 24));
    for word in ["weak: ", "strong: ", "bounds: ", "first-fail: ", "no support: ", "wasted: "] {
        assert!(screen.contains(&format!("│ {word}")), "{word}\n{screen}");
    }
}

#[test]
fn the_palette_offers_settings_of_the_second_search() {
    let mut play = Play::queens(6);
    play.keys(":search leftmost weak vs ");
    let screen = text(&play.screen(100, 30));
    assert!(screen.contains("leftmost weak vs strong"), "{screen}");
    // The first search again is no second search.
    assert!(!screen.contains("leftmost weak vs weak"), "{screen}");
}

/// Searches that differ in several settings have short forms in narrow frames.
#[test]
fn a_narrow_frame_names_all_settings_of_a_search() {
    let mut play = playback(8, ":search leftmost weak vs first-fail strong\n");
    let screen = text(&play.screen(80, 24));
    for note in [
        "leftmost: from the bottom; weak: attacked cells go",
        "first-fail: fewest cells; strong: no row empty",
    ] {
        assert!(screen.contains(note), "{note}\n{screen}");
    }
}

#[test]
fn a_narrow_footer_keeps_the_keys_that_go_on_and_change_the_search() {
    for (command, keys) in [
        (":search\n", " → next step  ← back  esc leave  o settings  c causes "),
        (
            ":search weak vs strong\n",
            " → next branch  ← back  esc leave  w wasted  d part  f failures ",
        ),
    ] {
        let mut play = playback(6, command);
        play.press(KeyCode::Right);
        let screen = text(&play.screen(80, 24));
        assert!(screen.lines().last().unwrap().starts_with(keys), "{screen}");
    }
}

#[test]
fn a_number_that_has_no_room_on_the_right_is_on_the_left() {
    let mut play = playback(6, ":search leftmost min weak vs strong\n");
    let screen = text(&play.screen(120, 46));
    let strong = screen.split("leftmost, min, strong").nth(1).unwrap();
    let (tree, _) = strong.split_once("◇ path").unwrap();
    let numbers = tree.lines().skip(1).map(|line| line.chars().skip(38).collect::<String>());
    // One number for each first piece with a solution, and one number for a piece below.
    assert_eq!(numbers.map(|line| line.matches('1').count()).sum::<usize>(), 5, "{screen}");
    let screen = text(&play.screen(120, 40));
    assert!(screen.contains("1 number of solutions"), "{screen}");
}

#[test]
fn a_node_says_since_when_its_search_is_lost() {
    let mut play = playback(6, ":search leftmost min\n");
    assert!(text(&play.screen(120, 40)).contains("4 solutions lie below"));
    play.keys("]");
    let screen = text(&play.screen(120, 40));
    assert!(screen.contains("no solution lies below, since a1 was tried"), "{screen}");
    assert_eq!(searches(&play)[0].first_wasted_node(), Some(NodeId::from_index(1)));
    play.keys("}");
    assert!(text(&play.screen(120, 40)).contains("1 solution lies below"));
    // 6 amazons have no solution.
    let mut play = Play::queens(6);
    play.settled(":piece amazon\n");
    play.settled(":search\n");
    assert!(text(&play.screen(120, 40)).contains("no solution lies below, from the beginning"));
}

/// Decisions of the user are part of the position whose solutions are counted.
#[test]
fn the_counts_are_those_under_the_users_decisions() {
    let mut play = Play::queens(8);
    play.settled(":b4\n :d5\n ");
    play.settled(":search\n");
    let search = searches(&play)[0];
    assert_eq!(search.solutions_at(NodeId::ROOT), Some(&2_u8.into()));
    for (id, node) in search.tree().nodes() {
        let solved = node.outcome == NodeOutcome::Solution;
        let count = search.solutions_at(id).unwrap();
        assert!(!solved || *count == 1_u8.into());
        assert!(node.outcome != NodeOutcome::Failure || count.is_zero());
    }
}

#[test]
fn jumps_visit_each_failure_and_each_solution() {
    let mut play = playback(6, ":search\n");
    for (outcome, forward, back) in
        [(NodeOutcome::Failure, "]", "["), (NodeOutcome::Solution, "}", "{")]
    {
        let tree = searches(&play)[0].tree().clone();
        let ends: Vec<_> = tree.nodes().filter(|(_, node)| node.outcome == outcome).collect();
        let ends: Vec<_> = ends.into_iter().map(|(_, node)| node.end_step as usize).collect();
        play.press(KeyCode::Home);
        let visit = |play: &mut Play, key: &str| {
            play.keys(key);
            watched(play).steps_done()
        };
        let visited: Vec<_> = ends.iter().map(|_| visit(&mut play, forward)).collect();
        assert_eq!(visited, ends);
        visit(&mut play, forward);
        assert!(play.notice().ends_with("comes after this"), "{}", play.notice());
        play.press(KeyCode::End);
        let last = watched(&play).steps_done();
        let before: Vec<_> = ends.iter().rev().filter(|&&end| end < last).copied().collect();
        let visited: Vec<_> = before.iter().map(|_| visit(&mut play, back)).collect();
        assert_eq!(visited, before);
        visit(&mut play, back);
        assert!(play.notice().ends_with("comes before this"), "{}", play.notice());
    }
}

#[test]
fn a_step_is_reached_by_its_number() {
    let mut play = Play::queens(6);
    play.keys(":step 3\n");
    assert_eq!(play.notice(), "':step' is for a search that is watched, which v begins");
    play.settled("v");
    play.keys(":step 20\n");
    assert_eq!(watched(&play).steps_done(), 20);
    for (command, notice) in [
        (":step 604\n", "the last step is 603"),
        (":step -1\n", "'-1' is no number of a step, as in ':step 20'"),
    ] {
        play.keys(command);
        assert_eq!((play.notice(), watched(&play).steps_done()), (notice, 20));
    }
    play.keys(":step 0\n");
    assert_eq!(watched(&play).steps_done(), 0);
}

/// At any node, the board shows the state after the propagation of the node.
#[test]
fn a_click_on_a_node_or_on_the_timeline_goes_there() {
    let mut play = playback(6, ":search leftmost min\n");
    let tree = searches(&play)[0].tree().clone();
    let solution = tree.nodes().find(|(_, node)| node.outcome == NodeOutcome::Solution).unwrap().0;
    let step_of = |play: &Play, id| Hit::Step(watched(play).step_of(searches(play)[0], id));
    let step = step_of(&play, solution);
    let (x, y) = place_of(&mut play, step);
    play.click_at(MouseButton::Left, x, y);
    assert_eq!(searches(&play)[0].node(), solution);
    assert!(watched(&play).solution().is_some());
    let pieces = searches(&play)[0].snapshot.pieces().count();
    assert_eq!(pieces, 6);
    let step = step_of(&play, NodeId::from_index(1));
    let (x, y) = place_of(&mut play, step);
    play.click_at(MouseButton::Left, x, y);
    let state = |play: &Play, name: &str| searches(play)[0].state(cell(name));
    assert_eq!(state(&play, "a1"), CellState::Placed);
    assert_eq!(state(&play, "b2"), CellState::Attacked);
    assert_eq!(state(&play, "c2"), CellState::Possible);
    let end = Hit::Step(watched(&play).len());
    let (x, y) = place_of(&mut play, end);
    play.click_at(MouseButton::Left, x, y);
    assert_eq!(watched(&play).steps_done(), watched(&play).len());
    let (x, y) = place_of(&mut play, Hit::Step(0));
    play.click_at(MouseButton::Left, x, y);
    assert_eq!(watched(&play).steps_done(), 0);
    assert_eq!(play.decisions(), "");
}

#[test]
fn pages_and_the_wheel_go_by_branches() {
    let mut play = playback(6, ":search\n");
    for branches in 1..=5 {
        play.press(KeyCode::PageDown);
        // The root has nothing to propagate and ends before the first step, so PageDown goes to the first branch.
        assert_eq!(searches(&play)[0].node().index(), branches);
        assert_eq!(searches(&play)[0].snapshot.branches, branches);
    }
    play.point(MouseEventKind::ScrollUp, (60, 20));
    play.press(KeyCode::PageUp);
    assert_eq!(searches(&play)[0].node().index(), 3);
    play.point(MouseEventKind::ScrollDown, (60, 20));
    assert_eq!(searches(&play)[0].node().index(), 4);
}

#[test]
fn what_is_folded_is_drawn_as_one_node() {
    let mut play = playback(6, ":search leftmost min\n");
    let leaves = |play: &Play| searches(play)[0].shape.leaves;
    let all = leaves(&play);
    play.press(KeyCode::PageDown);
    play.press(KeyCode::Tab);
    let folded = leaves(&play);
    assert!(folded < all);
    assert!(text(&play.screen(120, 40)).contains("■ folded"));
    play.press(KeyCode::Tab);
    assert_eq!(leaves(&play), all);
    // At a leaf, the parent is folded. At the root, all nodes are unfolded or folded.
    play.keys("]");
    play.press(KeyCode::Tab);
    assert!(leaves(&play) < all);
    play.press(KeyCode::Home);
    play.press(KeyCode::Tab);
    assert_eq!(leaves(&play), all);
    play.press(KeyCode::Tab);
    assert_eq!(searches(&play)[0].shape.levels, 2);
}

#[test]
fn two_searches_are_in_step_by_their_branches() {
    let mut play = playback(6, ":search leftmost min weak vs strong\n");
    let longest = watched(&play).len();
    assert_eq!(longest, 78);
    for step in 1..=longest {
        play.press(KeyCode::Right);
        assert_eq!(watched(&play).steps_done(), step);
        for search in searches(&play) {
            let branches = step.min(search.tree().branches());
            assert_eq!((search.node().index(), search.snapshot.branches), (branches, branches));
        }
    }
    let solutions: Vec<_> =
        searches(&play).iter().map(|search| search.snapshot.solutions).collect();
    assert_eq!(solutions, [4, 4]);
    play.press(KeyCode::Home);
    play.keys("}");
    // The search with strong propagation reaches a solution first.
    let found: Vec<_> = searches(&play).iter().map(|search| search.solution().is_some()).collect();
    assert_eq!(found, [false, true]);
    assert!(watched(&play).steps_done() < longest);
    let solution = watched(&play).solution().unwrap();
    play.settled("\n");
    assert!(play.model.app.session.is_solved());
    assert!(solution.iter().all(|cell| play.model.app.session.decisions().get(cell).is_some()));
}

#[test]
fn one_key_puts_another_search_beside_and_away() {
    let mut play = playback(6, ":search leftmost\n");
    play.settled("v");
    let described = |play: &Play| {
        let options = searches(play).into_iter().map(|search| search.recording.options);
        options.map(app::orders::described).collect::<Vec<_>>()
    };
    assert_eq!(described(&play), ["leftmost, middle, weak", "leftmost, middle, strong"]);
    play.settled("]]");
    let node = searches(&play)[0].node();
    assert!(node.index() > 0);
    play.settled("v");
    assert_eq!(searches(&play)[0].node(), node);
    assert!(play.notice().starts_with("one search again"), "{}", play.notice());
    assert_eq!(described(&play), ["leftmost, middle, weak"]);
    play.settled(":search strong\n");
    play.settled("v");
    assert_eq!(described(&play), ["first-fail, middle, strong", "first-fail, middle, weak"]);
    play.press(KeyCode::Esc);
    assert!(play.model.playback().is_none());
}

/// Regression test: a name was at the end of one line and its number in the next line.
#[test]
fn a_number_stays_in_the_line_of_its_name() {
    for command in [":search leftmost min\n", ":search leftmost min weak vs strong\n"] {
        let mut play = playback(6, command);
        for _ in 0..5 {
            play.keys("]");
            let screen = text(&play.screen(80, 24));
            let names = ["failures ", "wasted "];
            for name in names {
                // The lower line of a frame has the legend.
                let mut lines = screen.lines().filter(|line| !line.contains('╯'));
                let line = lines.find(|line| line.contains(name)).unwrap_or(&screen);
                let rest = line.split(name).nth(1).unwrap_or_default();
                assert!(rest.starts_with(|digit: char| digit.is_ascii_digit()), "{name}\n{screen}");
            }
        }
    }
}

#[test]
fn the_tree_is_beside_the_board() {
    let mut play = playback(6, ":search leftmost min\n");
    play.keys("]]");
    play.press(KeyCode::PageDown);
    assert_snapshot!(text(&play.screen(80, 24)));
}

#[test]
fn two_trees_are_beside_their_boards() {
    let mut play = playback(6, ":search leftmost min weak vs strong\n");
    play.keys(":step 12\n");
    assert_snapshot!(text(&play.screen(80, 24)));
}

#[test]
fn without_braille_the_tree_has_plain_lines() {
    let mut play = playback(4, ":search leftmost min\n");
    play.model.view.glyphs = crate::Glyphs::Ascii;
    play.keys("}");
    let screen = text(&play.screen(100, 30));
    assert!(screen.is_ascii(), "{screen}");
    assert_snapshot!(screen);
}

#[test]
fn of_a_large_tree_the_part_around_here_is_drawn() {
    let mut play = playback(8, ":search\n");
    play.keys(":step 3000\n");
    let screen = play.screen(80, 24);
    assert!(searches(&play)[0].shape.leaves > 2 * 80);
    assert!(text(&screen).contains("▂▆"), "{}", text(&screen));
    let chip = searches(&play)[0].tree().node(searches(&play)[0].node()).decision.unwrap().0;
    assert!(text(&screen).contains(&format!("{chip} ")));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// In any window, with any characters and colours, all clickable areas of nodes belong to the tree.
    #[test]
    fn a_tree_fits_any_window(
        size in 1..=7_u16,
        command in prop::sample::select(vec!["v", ":search weak vs strong\n", ":search dual max\n"]),
        windows in prop::collection::vec((0..140_u16, 0..50_u16, 0..100_usize), 1..6),
        glyphs in prop::sample::select(<crate::Glyphs as strum::VariantArray>::VARIANTS),
        depth in prop::sample::select(vec![
            crate::ColorDepth::None,
            crate::ColorDepth::Sixteen,
            crate::ColorDepth::True,
        ]),
    ) {
        let mut play = Play::queens(size);
        play.settled(command);
        prop_assume!(play.model.playback().is_some());
        (play.model.view.glyphs, play.model.view.depth) = (glyphs, depth);
        for (width, height, share) in windows {
            let steps = watched(&play).len() * share / 99;
            play.watched().unwrap().go_to(steps);
            let screen = play.screen(width, height);
            // The message about a window that is too small contains the same sign with all character sets.
            if glyphs == crate::Glyphs::Ascii && play.model.view.layout.fits {
                prop_assert!(text(&screen).is_ascii());
            }
            for position in screen.area.positions() {
                if let Some(Hit::Step(steps)) = play.model.hit(position.x, position.y) {
                    prop_assert!(steps <= watched(&play).len());
                }
            }
        }
    }
}
