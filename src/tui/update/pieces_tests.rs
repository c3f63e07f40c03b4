//! The chart of solutions by number of pieces.

use insta::assert_snapshot;

use crate::testing::{Play, options};
use crate::widgets::testing::text;
use app::job::Report;
use app::{AppEvent, jobs};
use engine::Polynomial;
use geometry::Grid;
use problem::{Problem, Rules};
use session::Finding;

fn problem(size: &str, piece: &str, needs: &[&str]) -> Problem {
    let needs = needs.iter().map(|need| need.parse().unwrap());
    let grid = Grid::new(size.parse().unwrap());
    Problem::new(Rules::new(grid, piece.parse().unwrap(), needs))
}

fn coefficients(play: &Play) -> Vec<String> {
    let pieces = play.model.app.session.knowledge().counts_by_pieces.as_ref();
    let coefficients = pieces.map(|pieces| pieces.coefficients().to_vec());
    coefficients.unwrap_or_default().iter().map(ToString::to_string).collect()
}

#[test]
fn it_is_asked_for_after_the_counts_and_is_of_the_position() {
    let mut play = Play::open(problem("4", "queen", &[]), &options());
    play.answer();
    assert_eq!(play.solutions(), "87");
    assert_eq!(play.question.as_ref().unwrap().job, jobs::Pieces);
    assert!(play.model.app.session.knowledge().counts_by_pieces.is_none());
    play.settle();
    assert_eq!(coefficients(&play), ["1", "16", "44", "24", "2"]);
    play.settled(":b1\n ");
    assert_eq!(coefficients(&play), ["0", "1", "6", "6", "1"]);
    play.settled("u");
    assert_eq!(coefficients(&play), ["1", "16", "44", "24", "2"]);
}

#[test]
fn a_late_answer_is_not_shown_for_another_position() {
    let mut play = Play::open(problem("4", "queen", &[]), &options());
    play.answer();
    let late = play.reports();
    play.keys(":b1\n ");
    assert_eq!(play.question.as_ref().unwrap().job, jobs::ExaminePosition);
    for (asked, report) in late {
        play.send(AppEvent::Report(asked, report));
    }
    assert!(play.model.app.session.knowledge().counts_by_pieces.is_none());
    assert!(!play.text(120, 40).contains("by pieces"));
    play.settle();
    assert_eq!(coefficients(&play), ["0", "1", "6", "6", "1"]);
    assert!(play.text(120, 40).contains("1 to 4 pieces"));
}

#[test]
fn it_is_not_asked_for_where_the_rules_fix_the_pieces_or_the_board_does_not_tell() {
    for (size, piece, needs) in [
        ("6", "queen", &["rows"] as &[&str]),
        ("5x6", "queen", &["rows"]),
        ("6x5", "queen", &["columns"]),
        ("6", "queen", &["pieces=6"]),
        ("4", "knight", &["rows=2"]),
        ("4", "king", &["pieces=3"]),
        // Two kings never share a row here.
        ("1x2", "king", &["rows"]),
    ] {
        let play = Play::answered(problem(size, piece, needs));
        assert!(play.model.app.session.rules().fixes_piece_count(), "{size} {piece}");
        assert!(play.model.app.session.knowledge().counts_by_pieces.is_none(), "{size} {piece}");
    }
    let mut play = Play::answered(problem("4", "king", &["rows"]));
    assert!(play.model.app.session.knowledge().counts_by_pieces.is_some());
    play.settled(":assist attacks\n");
    assert!(!play.text(120, 40).contains("by pieces"));
    // Without a solution nothing is asked, and with only one possible number of pieces no chart is drawn.
    let lost = Play::answered(problem("3x2", "king", &["rows"]));
    assert!(lost.model.app.session.knowledge().counts_by_pieces.is_none());
    let mut full = Play::answered(problem("2x3", "king", &["rows"]));
    assert_eq!(coefficients(&full), ["0", "0", "2"]);
    assert!(!full.text(120, 40).contains("by pieces"));
}

#[test]
fn what_cannot_be_counted_so_is_not_asked_for_again() {
    let mut play = Play::open(problem("4", "queen", &[]), &options());
    play.answer();
    play.question = None;
    play.say(Report::Finding(Finding::Pieces(Polynomial::default())));
    play.say(Report::Done);
    let is_pieces = |play: &Play| play.question.as_ref().is_some_and(|it| it.job == jobs::Pieces);
    assert!(!is_pieces(&play));
    assert!(!play.text(120, 40).contains("by pieces"));
    let mut play = Play::open(problem("4", "queen", &[]), &options());
    play.answer();
    play.question = None;
    play.say(super::tests::interrupted());
    assert!(!is_pieces(&play) && play.model.app.session.knowledge().counts_by_pieces.is_some());
    assert_eq!(play.notice(), "");
}

#[test]
fn the_worker_that_counts_says_it_too() {
    let mut play = Play::open(problem("4", "queen", &[]), &options());
    play.model.app.ask(jobs::Counts);
    let asked = std::mem::take(&mut play.model.app.effects);
    play.perform(asked);
    play.answer();
    assert_eq!(play.solutions(), "87");
    assert_eq!(coefficients(&play), ["1", "16", "44", "24", "2"]);
}

/// The chart in a window, with its frame.
fn chart(play: &mut Play, width: u16, height: u16) -> String {
    let screen = play.screen(width, height);
    let area = play.model.view.layout.panel;
    let mut panel = ratatui::buffer::Buffer::empty(area);
    for position in area.positions() {
        panel[position] = screen[position].clone();
    }
    let text = text(&panel);
    let lines = text.lines().skip_while(|line| !line.contains("by pieces"));
    let rows = lines.clone().position(|line| line.starts_with('╰')).unwrap();
    lines.take(rows + 1).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_chart_stands_below_the_solutions() {
    let mut play = Play::answered(problem("8", "queen", &[]));
    play.settled(":c4\n ");
    assert_snapshot!("queens_80x24", chart(&mut play, 80, 24));
    assert_snapshot!("queens_120x40", chart(&mut play, 120, 40));
    let mut play = Play::answered(problem("6", "knight", &[]));
    play.settled(" u");
    assert_snapshot!("knights_80x24", chart(&mut play, 80, 24));
}

#[test]
fn in_a_low_window_it_is_put_away_with_the_diagram() {
    let mut play = Play::answered(problem("5", "knight", &["rows"]));
    play.settled(" ");
    let shown = |play: &mut Play, window: (u16, u16)| {
        let text = play.text(window.0, window.1);
        [text.contains(" by pieces "), text.contains(" what next ")]
    };
    assert_eq!(shown(&mut play, (80, 24)), [true, false]);
    play.settled("gg");
    assert_eq!(shown(&mut play, (80, 24)), [false, true]);
    assert_eq!(shown(&mut play, (120, 40)), [true, true]);
}
