//! Weights and limits of cost on the board.

use crossterm::event::{KeyCode, MouseButton, MouseEventKind};

use super::*;
use crate::model::Hit;
use crate::modes::Mode;
use crate::testing::{Play, cell};
use app::job::{Change, Report};
use app::jobs::best::take as best;
use app::notice::Measure;
use app::operations::brush::Brush;
use app::{AppEvent, Shading};
use engine::{EngineKind, Objective, Optimum, PricedSolution};
use files::FileError;
use geometry::CellSet;
use problem::{BoardFile, Problem, Rules, Weights};
use session::{CellState, PLAIN_NAMES};

const WEIGHTS: &str = "4 1 . 3\n2 2 5 -1\n. 7 1 1\n6 . 2 2\n";

/// A board of 4 queens with weights. The two solutions cost 2 and 3.
fn weighed() -> Play {
    let weights = Weights::parse(WEIGHTS).unwrap();
    let rules = Rules::queens(4).unwrap().with_weights(Some(weights)).unwrap();
    Play::answered(Problem::new(rules))
}

#[test]
fn weights_come_from_a_file_and_go() {
    let mut play = Play::queens(4);
    play.keys(":b1\n ");
    let asked = play.keys(":weights w.txt\n");
    assert!(asked.iter().any(|effect| matches!(effect, Effect::Weigh(_))));
    play.send(AppEvent::Weighed("w.txt".into(), Ok(Weights::parse(WEIGHTS).unwrap())));
    assert_eq!(play.notice(), "opened w.txt: pieces cost -1 to 7");
    assert_eq!(play.decisions(), "b1");
    play.settle();
    assert_eq!(
        (
            play.model.app.session.problem().cost_so_far(),
            play.model.app.session.knowledge().cheapest()
        ),
        (Some(0), Some(3))
    );
    play.keys("u");
    assert!(play.rules().weights().is_none());
    let small = Weights::parse("1 2\n3 4").unwrap();
    play.send(AppEvent::Weighed("w.txt".into(), Ok(small)));
    assert_eq!(
        play.notice(),
        "w.txt: these weights are for 2×2 cells (':size 2x2' makes such a board)"
    );
    let missing: Result<Weights, FileError> = Weights::read("/nowhere/w.txt".as_ref());
    play.send(AppEvent::Weighed("/nowhere/w.txt".into(), missing));
    assert_eq!(play.notice(), "/nowhere/w.txt: there is no such file");
    play.keys(":max-cost 4\n");
    assert!(play.notice().starts_with("a limit of cost needs weights"), "{}", play.notice());
    play.keys("A");
    assert!(play.notice().starts_with("nothing says what pieces cost"), "{}", play.notice());
    let mut play = weighed();
    play.keys("+");
    assert_eq!(play.notice(), "dropped: the weights (u brings back)");
    let mut play = weighed();
    play.keys(":weights none\n");
    assert!(play.rules().weights().is_none());
}

#[test]
fn a_limit_greys_cells_and_the_reason_names_it() {
    let mut play = weighed();
    assert_eq!(play.model.app.session.cheapest_with(cell("b1")), Some(3));
    play.settled(":max-cost 2\n");
    assert_eq!(play.rules().max_cost(), Some(2));
    assert_eq!(play.model.app.session.state(cell("b1")), CellState::Impossible);
    assert_eq!(play.model.app.session.state(cell("c1")), CellState::Forced);
    play.settled(":b1\n");
    let reason = play.model.app.session.reason(cell("b1")).unwrap();
    assert!(reason.explanation.in_words(9, PLAIN_NAMES).contains("cost at most 2"), "{reason:?}");
    play.settled(":max-cost none\n");
    assert_eq!(play.model.app.session.state(cell("b1")), CellState::Possible);
}

#[test]
fn the_cheapest_completion_is_taken() {
    let mut play = weighed();
    play.settled("A");
    assert_eq!(play.notice(), "cost 2: no solution costs less");
    assert!(play.model.app.session.is_solved());
    assert_eq!(play.model.app.session.problem().cost_so_far(), Some(2));
    play.keys("u");
    assert_eq!(play.decisions(), "");
    play.settled(":b1\n :cheapest\n");
    assert_eq!(play.notice(), "cost 3: no solution costs less");
    // On a large board, the optimum may be unproved, or no solution may be found.
    let mut play = weighed();
    for (found, bound, said) in [
        (true, Some(1), "cost 3; perhaps there is a cheaper one, but none costs less than 1"),
        (false, Some(1), "no solution was found in time; none costs less than 1"),
        (false, None, "no solution: nothing to complete"),
    ] {
        play.keys("A");
        let cells = CellSet::from_cells(play.rules().size(), ["b1", "d2", "a3", "c4"].map(cell));
        let solutions = if found { vec![PricedSolution { cost: 3, cells }] } else { Vec::new() };
        let found = Optimum { solutions, bound, engine: EngineKind::Sat };
        play.say(Report::Answer(Change::of(best, (Objective::Cheapest, Measure::Cost, found))));
        assert_eq!(play.notice(), said);
    }
}

#[test]
fn the_dearest_completion_is_taken() {
    let mut play = weighed();
    play.settled(":dearest\n");
    assert_eq!(play.notice(), "cost 3: no solution costs more");
    assert_eq!(play.model.app.session.problem().cost_so_far(), Some(3));
    play.keys("u");
    play.settled(":c1\n :dearest\n");
    assert_eq!(play.notice(), "cost 2: no solution costs more");
    play.keys("u:dearest\n");
    let found = Optimum { solutions: Vec::new(), bound: Some(9), engine: EngineKind::Sat };
    play.say(Report::Answer(Change::of(best, (Objective::Dearest, Measure::Cost, found))));
    assert_eq!(play.notice(), "no solution was found in time; none costs more than 9");
    let mut play = Play::queens(4);
    play.keys(":dearest\n");
    assert!(play.notice().starts_with("nothing says what pieces cost"), "{}", play.notice());
}

#[test]
fn the_heat_map_goes_on_to_costs_and_weights() {
    let mut play = weighed();
    let mut seen = Vec::new();
    for _ in 0..5 {
        play.keys("m");
        seen.push(play.model.app.shading);
    }
    let all = [Shading::Heat, Shading::Percent, Shading::Costs, Shading::Weights, Shading::Off];
    assert_eq!(seen, all);
    let mut play = Play::queens(4);
    play.keys("mmm");
    assert_eq!(play.model.app.shading, Shading::Off);
}

#[test]
fn a_puzzle_with_new_regions_says_that_costs_are_dropped() {
    let regions = problem::Regions::parse("aabb\nacbb\ncccd\ndddd").unwrap();
    let weights = Weights::parse(WEIGHTS).unwrap();
    let rules = session::puzzle::coloured_rules(geometry::Grid::new(regions.size()));
    let rules = rules.with_grid_of(&regions).with_weights(Some(weights)).unwrap();
    let rules = rules.with_max_cost(Some(20)).unwrap();
    let mut play = Play::answered(Problem::new(rules));
    play.settled(":puzzle coloured\n");
    assert!(play.rules().max_cost().is_none());
    let (notice, kept) = (play.notice().to_owned(), play.rules().weights().is_some());
    let dropped = if kept { "the limit of cost" } else { "the weights" };
    assert!(notice.contains(&format!("; dropped: {dropped} (u brings back)")), "{notice}");
    play.keys("u");
    assert_eq!(play.rules().max_cost(), Some(20));
    // The generator of givens keeps the limit of cost, so nothing is dropped.
    play.settled(":puzzle givens\n");
    assert_eq!(play.rules().max_cost(), Some(20));
    assert!(!play.notice().contains("dropped"), "{}", play.notice());
}

/// The weights as a board file draws them.
fn drawn(play: &Play) -> String {
    play.rules().weights().map(ToString::to_string).unwrap_or_default()
}

#[test]
fn weights_are_typed_cell_by_cell() {
    let mut play = Play::queens(4);
    play.settled(":b1\n W");
    play.press(KeyCode::Home);
    for row in WEIGHTS.lines().rev() {
        for (index, number) in row.split_whitespace().enumerate() {
            if index > 0 {
                play.press(KeyCode::Right);
            }
            play.settled(if number == "." { "0" } else { number });
        }
        play.press(KeyCode::Home);
        play.press(KeyCode::Up);
    }
    assert_eq!(play.rules().weights(), Some(&Weights::parse(WEIGHTS).unwrap()));
    assert_eq!(
        (play.decisions(), play.model.app.session.knowledge().cheapest()),
        ("b1".to_owned(), Some(3))
    );
    play.press(KeyCode::Esc);
    assert!(matches!(play.model.mode(), Mode::Board));
    // A saved board has the weights.
    let effects = play.keys(":w nowhere.toml\n");
    let [Effect::Save { board, .. }] = &effects[..] else { panic!("{effects:?}") };
    let read = BoardFile::parse(&board.to_toml(), "w.toml").unwrap();
    assert_eq!(read.problem.rules().weights(), play.rules().weights());
}

/// Keys for one cell are one step, whatever the number of digits.
#[test]
fn a_typed_weight_is_one_step() {
    let mut play = Play::queens(2);
    play.keys("W");
    for (keys, shown) in [
        ("1", ". .\n1 .\n"),
        ("2", " .  .\n12  .\n"),
        ("-", "  .   .\n-12   .\n"),
        ("3", "   .    .\n-123    .\n"),
    ] {
        play.keys(keys);
        assert_eq!(drawn(&play), shown, "{keys}");
    }
    play.press(KeyCode::Backspace);
    assert_eq!(drawn(&play), "  .   .\n-12   .\n");
    play.keys("u");
    assert_eq!(drawn(&play), "");
    // The next digit belongs to a new number, even after a move and back.
    play.keys("5lh6");
    assert_eq!(drawn(&play), ". .\n6 .\n");
    play.keys("u");
    assert_eq!(drawn(&play), ". .\n5 .\n");
    play.keys("k-7");
    assert_eq!(drawn(&play), "-7  .\n 5  .\n");
    // A key that changes nothing makes no step to undo.
    play.keys("j5u");
    assert_eq!(drawn(&play), ". .\n5 .\n");
    play.keys("1234567");
    assert_eq!(drawn(&play), "     .      .\n123456      .\n");
    assert_eq!(play.notice(), "a typed weight has at most 6 digits");
    play.keys("\u{1b}:hole b1\n");
    play.press(KeyCode::Esc);
    play.keys("Wl7");
    assert_eq!(play.notice(), "b1 is a hole");
}

#[test]
fn weights_are_painted_by_mouse() {
    let mut play = Play::queens(4);
    play.keys("W");
    play.screen(80, 24);
    let at = |play: &Play, name: &str| {
        let area = play.model.view.layout.area(cell(name)).unwrap();
        (area.x + area.width / 2, area.y + area.height / 2)
    };
    let seven = |&&(_, hit): &&(_, Hit)| hit == Hit::Brush(Brush::Weight(7));
    let (area, _) = *play.model.view.hits.areas.iter().find(seven).unwrap();
    let (left, right) = (MouseButton::Left, MouseButton::Right);
    play.point(MouseEventKind::Down(left), (area.x, area.y));
    let before = play.model.app.session.problem().clone();
    for (kind, name) in [
        (MouseEventKind::Down(left), "a2"),
        (MouseEventKind::Drag(left), "b2"),
        (MouseEventKind::Drag(left), "c2"),
    ] {
        play.point(kind, at(&play, name));
    }
    // The stroke is shown before it ends.
    assert_eq!((play.model.weight(cell("c2")), drawn(&play).as_str()), (Some(7), ""));
    play.point(MouseEventKind::Up(left), at(&play, "c2"));
    assert_eq!(drawn(&play), ". . . .\n. . . .\n7 7 7 .\n. . . .\n");
    play.point(MouseEventKind::Down(right), at(&play, "b2"));
    assert_eq!(drawn(&play), ". . . .\n. . . .\n7 . 7 .\n. . . .\n");
    let screen = play.screen(80, 24);
    let text: String = screen.content.iter().map(ratatui::buffer::Cell::symbol).collect();
    assert!(text.contains("b2: 0") && text.contains("weight 7"), "{text}");
    play.keys("uu");
    assert_eq!(play.model.app.session.problem(), &before);
    // A digit is for the cell that the mouse was on.
    play.keys("3");
    assert_eq!(play.model.weight(cell("b2")), Some(3));
}

#[test]
fn a_word_sets_the_weight_of_cells() {
    let mut play = Play::queens(4);
    for (line, notice) in [
        (":weight c4 7\n", "a piece on c4 costs 7"),
        (":weight a1,b2 -1\n", "a piece on each of 2 cells costs -1"),
        (":weight d4 x\n", "'x' is no whole number, as in ':weight c4 7'"),
        (":weight e9 1\n", "e9 is off the 4×4 grid"),
    ] {
        play.settled(line);
        assert!(play.notice().starts_with(notice), "{line} {}", play.notice());
    }
    assert_eq!(drawn(&play), " .  .  7  .\n .  .  .  .\n . -1  .  .\n-1  .  .  .\n");
    play.keys("u");
    assert_eq!(drawn(&play), ". . 7 .\n. . . .\n. . . .\n. . . .\n");
    play.settled(":weight 4\n");
    assert_eq!(play.model.weight(play.model.view.cursor), Some(4));
    let largest = i64::MAX;
    play.settled(&format!(":weight {largest}\n"));
    assert!(play.notice().starts_with("the weights add up to more"), "{}", play.notice());
    play.settled(":weight\n");
    assert!(play.painting().is_some_and(crate::modes::paint::Painting::is_of_weights));
}
