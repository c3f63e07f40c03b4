//! The board completes itself when only one solution remains.

use crossterm::event::{KeyCode, MouseButton};

use crate::testing::{Play, cell};
use crate::update::message::Effect;
use app::jobs::{Export, ExportContent};
use problem::{Assist, BoardSource, Problem, Regions, Rules, Value};
use session::CellState;

const WORDS: &str = "complete: 3 placed by you, 5 by the program";
const DECISIONS: &str = "a1 g2 d3";
const REST: [&str; 5] = ["f4", "h5", "b6", "e7", "c8"];

/// 8 queens after three decisions that leave one solution.
fn complete() -> Play {
    let mut play = Play::queens(8);
    play.settled(":a1\n :g2\n :d3\n ");
    play
}

/// The names of the cells of the pieces that the program has placed.
fn completed(play: &Play) -> String {
    play.model.app.completed().iter().map(|cell| cell.to_string()).collect::<Vec<_>>().join(" ")
}

fn pieces(problem: &Problem) -> Vec<String> {
    let mut names: Vec<_> =
        problem.decisions().cells(Value::Placed).map(|cell| cell.to_string()).collect();
    names.sort();
    names
}

fn whole() -> Vec<String> {
    ["a1", "b6", "c8", "d3", "e7", "f4", "g2", "h5"].map(str::to_owned).to_vec()
}

#[test]
fn the_rest_of_the_only_solution_is_placed_and_said() {
    let mut play = Play::queens(8);
    play.settled(":a1\n :g2\n ");
    assert_eq!(completed(&play), "");
    play.settled(":d3\n ");
    assert_eq!(completed(&play), REST.join(" "));
    for (width, height) in [(80, 24), (120, 40)] {
        let text = play.text(width, height);
        // The header and the panel have the same sentence, and the legend has the number of completed pieces.
        assert_eq!(text.matches("complete: 3 placed by you,").count(), 2, "{text}");
        assert!(text.contains(WORDS), "{text}");
        assert!(text.contains("completed 5") && !text.contains("only you decide"), "{text}");
    }
    assert!(play.text(50, 20).contains("complete"));
    // The states and the decisions are as before.
    assert_eq!((play.state("h5"), play.decisions()), (CellState::Forced, DECISIONS.to_owned()));
}

#[test]
fn undo_and_taking_back_take_completed_pieces_away() {
    for keys in ["u", "3", ":d3\n "] {
        let mut play = complete();
        play.settled(keys);
        assert_eq!((completed(&play).as_str(), play.decisions().as_str()), ("", "a1 g2"), "{keys}");
    }
}

#[test]
fn a_completed_piece_becomes_a_decision() {
    let mut play = complete();
    play.keys(":h5\n");
    let text = play.text(120, 40);
    assert!(text.contains("by the program") && text.contains("make it yours"), "{text}");
    play.press(KeyCode::Enter);
    play.settle();
    assert_eq!(play.decisions(), "a1 g2 d3 h5");
    play.screen(80, 24);
    play.click(MouseButton::Left, "f4");
    play.settle();
    play.settled(":c8\n ");
    assert_eq!(play.decisions(), "a1 g2 d3 h5 f4 c8");
    assert_eq!(completed(&play), "b6 e7");
    assert!(play.text(120, 40).contains("complete: 6 placed by you, 2 by the program"));
    play.settled("a");
    assert_eq!(completed(&play), "");
    // A completed piece cannot be excluded, like a forced piece.
    let mut play = complete();
    play.settled(":h5\nx");
    assert_eq!(play.decisions(), DECISIONS);
}

#[test]
fn what_is_saved_copied_and_exported_is_the_whole_solution() {
    let mut play = complete();
    let effects = play.keys(":w whole.toml\n");
    let [Effect::Save { board, .. }] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!(pieces(&board.problem), whole());
    let effects = play.keys("y");
    let [Effect::Copy(line)] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!(line, "configurator --size 8 --place a1,g2,d3,f4,h5,b6,e7,c8");
    let mut exported = |line: &str| {
        play.keys(line);
        let question = play.question.take().unwrap();
        let Some(Export { content, .. }) = question.job.get() else { panic!() };
        (question.problem, content.clone())
    };
    assert_eq!(pieces(&exported(":export whole.mzn\n").0), whole());
    // An HTML page computes the completed board itself.
    assert_eq!(pieces(&exported(":export whole.html\n").0), ["a1", "d3", "g2"]);
    let (_, ExportContent::Picture(drawn)) = exported(":export whole.svg\n") else { panic!() };
    assert!(drawn.contains("completed 5") && drawn.contains("placed 3"), "{drawn}");
    assert_eq!(play.decisions(), DECISIONS);
}

#[test]
fn the_setting_leaves_forced_cells_marked_only() {
    let mut play = complete();
    play.settled(":set autocomplete off\n");
    assert_eq!(completed(&play), "");
    let text = play.text(120, 40);
    assert!(text.contains("complete: the rest is forced") && text.contains("only you decide"));
    let effects = play.keys("y");
    let [Effect::Copy(line)] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!(line, "configurator --size 8 --place a1,g2,d3");
    play.settled(":set autocomplete on\n");
    assert_eq!(completed(&play), REST.join(" "));
}

#[test]
fn nothing_is_completed_in_play_while_painting_or_without_a_decision() {
    let mut play = complete();
    play.settled(":assist attacks\n");
    assert_eq!(completed(&play), "");
    let mut play = complete();
    play.settled("P");
    assert_eq!(completed(&play), "");
    play.press(KeyCode::Esc);
    assert_eq!(completed(&play), REST.join(" "));
    let mut play = complete();
    play.settled(":play board\n:assist full\n");
    assert!(
        play.model.app.has_full_assist() && play.model.app.session.knowledge().has_one_solution()
    );
    assert_eq!(completed(&play), "");
    // Givens are no decisions of the user.
    let rules = Rules::queens(8).unwrap();
    let givens = ["a1", "g2", "d3"].map(cell);
    let given = givens.into_iter().try_fold(Problem::new(rules), Problem::with_given).unwrap();
    let mut play = Play::answered(given);
    assert!(play.model.app.session.knowledge().has_one_solution());
    assert_eq!(completed(&play), "");
    play.settled(":h5\n ");
    assert_eq!(completed(&play), "f4 b6 e7 c8");
    assert!(play.text(120, 40).contains("complete: 1 placed by you, 4 by the program"));
    play.settled("u:b2\nx");
    assert!(play.text(120, 40).contains("complete: 0 placed by you, 5 by the program"));
}

#[test]
fn counters_of_rows_and_regions_count_completed_pieces() {
    let regions = Regions::parse("aabb\nabbd\ncabd\nccdd").unwrap();
    let needs = ["rows=1", "columns=1", "regions=1"].map(|need| need.parse().unwrap());
    let rules = Rules::new(geometry::Grid::new(regions.size()), "king".parse().unwrap(), needs);
    let mut play = Play::answered(Problem::new(rules.with_regions(&regions).unwrap()));
    let possible: Vec<_> = play.rules().size().iter().collect();
    let first = possible.into_iter().find(|&cell| {
        play.model.app.session.solutions_with(cell).is_some_and(|with| *with == 1_u8.into())
    });
    play.settled(&format!(":{}\n ", first.unwrap()));
    assert!(!completed(&play).is_empty());
    let room = crate::model::room::GroupProgress::of(&play.model);
    for group in play.rules().bounded_groups() {
        let tally = room.tally(&play.model, group);
        assert_eq!(tally.pieces, 1, "{:?}", group.id());
    }
}

/// Regression: a painted puzzle was saved with its solution and with full assist, so that it opened solved.
#[test]
fn a_painted_puzzle_is_saved_to_be_played() {
    let link = "https://puzz.link/p?starbattle/6/6/1/cc8as201ud9b";
    let Ok(BoardSource::Board(board)) = BoardSource::read(link.as_ref()) else { panic!() };
    let mut play = Play::answered(board.problem);
    assert_eq!(play.solutions(), "1");
    let is_piece = |cell: &geometry::Cell| play.state(&cell.to_string()) == CellState::Forced;
    let piece = play.rules().size().iter().find(is_piece).unwrap();
    for decisions in [0, 1] {
        let effects = play.keys(":w mine.toml\n");
        let Some(Effect::Save { board, .. }) = effects.last() else { panic!("{effects:?}") };
        assert_eq!((board.assist, board.problem.decisions().len()), (Assist::Attacks, decisions));
        play.settled(&format!(":{piece}\n "));
    }
    play.send(crate::testing::saved("mine.toml"));
    assert_eq!(play.notice(), "saved as mine.toml, as a puzzle to play");
}
