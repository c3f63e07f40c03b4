//! Answers of paint mode for makers: the number of solutions, the cells where two solutions differ, and the effect of repaints.

use crossterm::event::{KeyCode, MouseButton};

use super::*;
use crate::model::Hit;
use crate::testing::{Play, cell, notice, opened};
use app::jobs;
use app::operations::brush::Brush;
use itertools::Itertools;
use problem::{Assist, BoardFile, Problem, Regions};
use session::puzzle::{Repaint, coloured_rules};

/// Six regions with 24 solutions.
const REGIONS: &str = "aaabbb\naaabbb\ncccbbb\ncccddd\neeeddd\neeefff\n";

fn drawn(regions: &str) -> Problem {
    let regions = Regions::parse(regions).unwrap();
    let rules = coloured_rules(geometry::Grid::new(regions.size()));
    Problem::new(rules.with_regions(&regions).unwrap())
}

/// The list of repaints of [`REGIONS`], open and complete.
fn listed() -> Play {
    let mut play = Play::answered(drawn(REGIONS));
    play.settled("P");
    play.press(KeyCode::Tab);
    play.settle();
    play
}

fn marked(play: &Play) -> &Repaint {
    let (repaints, marked) = play.model.repaints().unwrap();
    repaints[marked]
}

#[test]
fn the_list_is_sorted_by_hardest_once_there_are_puzzles() {
    let mut play = listed();
    // Repaints are made until some of the next ones leave a single solution.
    while !play.model.repaints().unwrap().0.iter().any(|it| it.difficulty().is_some()) {
        play.press(KeyCode::Enter);
        play.settle();
    }
    let order = |play: &Play| -> Vec<Option<u32>> {
        play.model.repaints().unwrap().0.iter().map(|it| it.difficulty()).collect()
    };
    let easiest = order(&play);
    play.settled("s");
    let mut expected = easiest.clone();
    expected.sort_by(|one, other| other.cmp(one));
    assert_eq!(order(&play), expected);
    assert!(play.text(120, 40).contains("hardest first"));
    play.settled("s");
    assert_eq!(order(&play), easiest);
}

/// Regression test: the header had the exact number, and the panel said "at least 101 solutions".
#[test]
fn the_panel_has_the_exact_number_of_solutions() {
    let rows = ('a'..='h').flat_map(|region| [region; 8].into_iter().chain(['\n']));
    let rows: String = rows.collect();
    let mut play = Play::answered(drawn(&rows));
    play.settled("P");
    let text = play.text(120, 40);
    assert!(text.contains("5,242 solutions; = where two differ"), "{text}");
}

#[test]
fn locked_regions_are_not_made_anew() {
    let mut play = Play::answered(drawn(REGIONS));
    play.settled(":lock c,f\n");
    let said = notice(&play.model);
    assert!(said.starts_with("locked when 'puzzle coloured' makes regions: region c"), "{said}");
    play.settled("P");
    assert!(play.text(120, 40).contains("locked: (c), (f)"));
    let regions = play.rules().regions().unwrap().clone();
    play.press(KeyCode::Esc);
    play.settled(":puzzle coloured --seed 1\n");
    let made = play.rules().regions().unwrap();
    assert_ne!(*made, regions);
    for cell in regions.size().iter() {
        let locked = |regions: &Regions| regions.region(cell).filter(|it| ['c', 'f'].contains(it));
        assert_eq!(locked(made), locked(&regions), "{cell}");
    }
    // The new board has no locks, and undoing it brings them back.
    assert!(play.model.app.locked_regions().is_empty());
    play.settled("u");
    assert_eq!(play.model.app.locked_regions(), ['c', 'f']);
    play.settled(":lock z\n");
    assert_eq!(notice(&play.model), "there is no region z here");
    play.settled(":unlock f\n");
    assert_eq!(play.model.app.locked_regions(), ['c']);
    play.settled(":unlock\n");
    assert!(play.model.app.locked_regions().is_empty());
}

/// Regression test: painted regions grew without a word and lost their colours, `:puzzle star-battle` dropped them, and a
/// drawing that was not finished had no solution.
#[test]
fn a_begun_drawing_is_finished_and_the_notice_names_the_regions_that_have_grown() {
    for line in [":puzzle seed=1\n", ":puzzle star-battle seed=1\n"] {
        let mut play = Play::queens(8);
        play.settled(":region b a1,b1,c1,a2,b2\n:region k f8,g8,h8\nP");
        let text = play.text(120, 40);
        assert!(text.contains("5 more regions needed"), "{text}");
        assert!(text.contains(":puzzle finishes the drawing"), "{text}");
        play.press(KeyCode::Esc);
        let colors = |play: &Play| ['b', 'k'].map(|it| play.model.view.region_colors.color(it));
        let (drawn, painted) = (play.rules().regions().unwrap().cells(), colors(&play));
        play.settled(line);
        let made = play.rules().regions().unwrap().cells();
        assert_eq!((made.len(), colors(&play)), (8, painted));
        let cells = |regions: &[(char, Vec<geometry::Cell>)], letter| {
            regions.iter().find(|it| it.0 == letter).unwrap().1.clone()
        };
        let mut grown = Vec::new();
        for letter in ['b', 'k'] {
            let (drawn, made) = (cells(&drawn, letter), cells(&made, letter));
            assert!(drawn.iter().all(|cell| made.contains(cell)), "{letter}: {made:?}");
            grown.extend((drawn.len() < made.len()).then_some(letter));
        }
        assert_eq!(grown, ['b', 'k']);
        let said = "regions b,k have grown (u, then ':lock b,k' keeps them as drawn)";
        assert!(play.notice().contains(said), "{}", play.notice());
        play.settled("u:stars 2\n");
        let said = "the drawing is not finished: 5 more regions needed (':puzzle' finishes it)";
        assert_eq!(play.notice(), said);
        let text = play.text(120, 40);
        assert!(text.contains("unfinished drawing") && !text.contains("nearest size"), "{text}");
    }
    // All regions of a finished drawing are new.
    let mut play = Play::answered(drawn(REGIONS));
    play.settled(":puzzle coloured seed=1\n");
    assert!(play.notice().contains("dropped: the regions (u brings back)"), "{}", play.notice());
}

/// Formerly only locked regions stayed as they were drawn.
#[test]
fn drawn_regions_stay_if_a_puzzle_is_found_soon_and_strokes_of_one_cell_grow() {
    let drawing = [":region b a1,b1,c1,a2,b2\n", ":region k f8,g8,h8\n"].concat();
    for (line, stays) in [(":region m e3,e4\n", true), (":region m e3\n", false)] {
        let mut play = Play::queens(8);
        play.settled(&format!("{drawing}{line}"));
        let regions = |play: &Play| play.rules().regions().unwrap().cells();
        let painted = |regions: Vec<(char, Vec<geometry::Cell>)>| {
            regions.into_iter().filter(|(letter, _)| ['b', 'k', 'm'].contains(letter)).collect_vec()
        };
        let drawn = painted(regions(&play));
        play.settled(":puzzle\n");
        let made = regions(&play);
        assert_eq!(made.len(), 8, "{}", play.notice());
        assert_eq!((painted(made) == drawn, play.notice().contains("grown")), (stays, !stays));
    }
}

/// Formerly a link to a board that is no puzzle was copied without a word.
#[test]
fn a_link_says_that_there_are_several_solutions() {
    let mut play = Play::answered(drawn(REGIONS));
    play.settled(":assist full\n");
    let number = play.model.app.session.knowledge().solutions().unwrap().to_string();
    assert_ne!(number, "1");
    play.keys(":link\n");
    let said = format!("copied, though no puzzle yet with {number} solutions: https://");
    assert!(play.notice().starts_with(&said), "{}", play.notice());
}

#[test]
fn torn_regions_are_told_before_a_link_is_asked_for() {
    let mut play = Play::answered(drawn(REGIONS));
    play.settled("P");
    assert!(!play.text(120, 40).contains("several parts"));
    play.settled(":region f a6\n");
    let text = play.text(120, 40);
    assert!(text.contains("region f (") && text.contains("has several parts:"), "{text}");
    play.press(KeyCode::Tab);
    play.settle();
    let (repaints, _) = play.model.repaints().unwrap();
    let whole = repaints.iter().position(|it| it.breaks).unwrap();
    assert!(repaints[whole..].iter().all(|it| it.breaks));
    assert!(whole + 1 == repaints.len(), "one repaint tears a region");
    assert!(!play.text(120, 40).contains("falls apart"));
    play.press(KeyCode::End);
    let text = play.text(120, 40);
    assert!(text.contains("region falls apart"), "{text}");
}

/// The grade of what is made, of what is painted and of what is played is one number.
#[test]
fn a_puzzle_that_is_made_or_painted_says_the_grade_that_it_has_in_play() {
    let mut play = Play::queens(7);
    play.settled(":puzzle coloured medium seed=1\n");
    let made = play.notice();
    let title: String = play.text(80, 24).chars().take(80).collect();
    play.settled("P");
    let painted = play.text(120, 40);
    play.press(KeyCode::Esc);
    play.settled(":play board\n");
    let (grade, difficulty) = play.model.app.playing().unwrap().assessment.graded.unwrap();
    // The bounds of the manual for 7×7 and 8×8.
    let words = format!("{grade}, {difficulty} (12 to 14)");
    let to_play = "':play' plays it";
    assert_eq!(made, format!("one solution, {words}; {to_play}"));
    assert!(title.trim_end().ends_with(&words), "{title}");
    assert!(painted.contains(&format!("1 solution: {words}")), "{painted}");
    for (width, height) in [(80, 24), (120, 40)] {
        let text = play.text(width, height);
        // The grade stands in the header and in the panel.
        assert_eq!(text.matches(&words).count(), 2, "{text}");
    }
}

#[test]
fn paint_mode_counts_the_solutions_with_every_assist() {
    for assist in [Assist::Full, Assist::Attacks, Assist::None] {
        let mut play = Play::answered(drawn(REGIONS));
        play.send(opened("b.toml", BoardFile { problem: drawn(REGIONS), assist }));
        play.settled("P");
        let text = play.text(120, 40);
        assert!(text.contains("24 solutions"), "{assist:?}: {text}");
        // A stroke is counted when it ends.
        play.settled(":region a c4\n");
        play.settled("P");
        let text = play.text(120, 40);
        assert!(!text.contains("24 solutions") && text.contains(" solution"), "{assist:?}: {text}");
    }
}

#[test]
fn m_shows_where_two_solutions_differ_unless_it_is_a_region() {
    let mut play = Play::answered(drawn(REGIONS));
    play.settled("Pm");
    let repairs = &play.model.app.session.knowledge().repairs;
    let [one, other] = repairs.two.clone().unwrap();
    assert_eq!(play.painting().unwrap().brush, Brush::Region('b'));
    let scene = crate::model::scene::Scene::of(&play.model);
    for at in play.rules().size().iter() {
        let number = match (one.contains(at), other.contains(at)) {
            (true, false) => Some([' ', '1', ' ']),
            (false, true) => Some([' ', '2', ' ']),
            _ => None,
        };
        assert_eq!(scene.square(at).text, number, "{at}");
    }
    play.settled("m");
    assert!(!play.painting().unwrap().differs);
    let mut play = Play::answered(drawn(&REGIONS.replace('f', "m")));
    play.settled("Pm");
    assert_eq!(play.painting().unwrap().brush, Brush::Region('m'));
    assert!(!play.painting().unwrap().differs);
    play.settled("=");
    assert!(play.painting().unwrap().differs);
}

#[test]
fn enter_does_the_marked_repaint_and_lists_those_of_the_new_board() {
    let mut play = listed();
    let first = marked(&play).clone();
    play.press(KeyCode::Down);
    let second = marked(&play).clone();
    assert_ne!((first.cell, first.region), (second.cell, second.region));
    assert_eq!(play.model.view.cursor, second.cell);
    play.press(KeyCode::Home);
    play.press(KeyCode::Enter);
    play.settle();
    let region = |play: &Play, at| play.rules().regions().unwrap().region(at);
    assert_eq!(region(&play, first.cell), Some(first.region));
    let repairs = &play.model.app.session.knowledge().repairs;
    assert!(repairs.is_complete);
    assert_eq!(repairs.solutions.as_ref(), Some(&first.solutions));
    play.control('r');
    play.settled("u");
    assert_eq!(play.model.app.session.problem(), &drawn(REGIONS));
    assert!(play.model.repaints().is_some());
}

#[test]
fn repairing_step_by_step_leads_to_one_solution() {
    let mut play = listed();
    for _ in 0..20 {
        if play.solutions() == "1" {
            return;
        }
        play.press(KeyCode::Enter);
        play.settle();
    }
    panic!("{} solutions are left", play.solutions());
}

#[test]
fn a_click_does_a_repaint_and_escape_leaves() {
    let mut play = listed();
    let screen = play.text(120, 40);
    assert!(screen.contains(" repair "), "{screen}");
    let (at, region) = (marked(&play).cell, marked(&play).region);
    let hits = &play.model.view.hits;
    let place = (0..120).flat_map(|x| (0..40).map(move |y| (x, y)));
    let place = place.clone().find(|&(x, y)| hits.at(x, y) == Some(Hit::Repaint(at, region)));
    let (x, y) = place.unwrap();
    play.click_at(MouseButton::Left, x, y);
    play.settle();
    assert_eq!(play.rules().regions().unwrap().region(at), Some(region));
    play.press(KeyCode::Tab);
    assert!(play.painting().is_some() && play.model.repaints().is_none());
    play.settled(":repair\n");
    assert!(play.model.repaints().is_some());
    play.press(KeyCode::Esc);
    assert!(play.painting().is_none());
}

#[test]
fn escape_cancels_the_list_and_the_position_is_asked_again() {
    let mut play = Play::answered(drawn(REGIONS));
    play.keys("P");
    play.settle();
    play.press(KeyCode::Tab);
    let is_asked = |play: &Play| play.model.app.jobs.answering::<jobs::Repair>().is_some();
    assert!(is_asked(&play));
    let effects = play.press(KeyCode::Esc);
    assert!(effects.iter().any(|effect| matches!(effect, Effect::CancelWork)), "{effects:?}");
    assert!(play.model.app.jobs.answering.is_none());
    // A repaint while the list is open asks for the list first and then for the position.
    play.keys("P");
    play.press(KeyCode::Tab);
    play.settle();
    play.press(KeyCode::Enter);
    assert!(is_asked(&play));
    play.settle();
    assert!(play.model.app.session.knows_all_cells());
    // Closing the list before it is answered does not lose the question about the position.
    play.press(KeyCode::Enter);
    assert!(!play.model.app.session.knows_all_cells());
    play.press(KeyCode::Tab);
    assert!(play.model.repaints().is_none());
    play.settle();
    assert!(play.model.app.session.knows_all_cells());
}

#[test]
fn without_regions_there_is_nothing_to_repair() {
    let mut play = Play::queens(6);
    play.settled(":repair\n");
    assert_eq!(play.notice(), "repair changes drawn regions: paint some first");
    assert!(play.painting().is_none());
    assert_eq!(play.model.view.cursor, cell("a1"));
}
