//! Screens as snapshots: their text and, below it, every change of style. The counts are the real
//! engine's; only times are always the same.

use std::time::Duration;

use crate::engine::{Phase, Progress};
use crate::problem::{Problem, Rules};
use crate::tui::Options;
use crate::tui::model::question::Report;
use crate::tui::testing::{Play, options};
use crossterm::event::KeyCode;

fn queens(size: u16) -> Problem {
    Problem::new(Rules::queens(size).unwrap())
}

/// A board that is still waiting for its first answer.
fn waiting(size: u16) -> Play {
    Play::open(queens(size), &options())
}

/// The board of design.md: a1 and g2 are placed, the cursor is on c4.
fn picture() -> Play {
    picture_with(&options())
}

fn picture_with(options: &Options) -> Play {
    let mut play = Play::open(queens(8), options);
    play.settled(" :g2\n :c4\n");
    play
}

#[test]
fn of_a_long_line_the_part_at_the_cursor_is_seen() {
    let mut play = Play::queens(4);
    play.keys(":w 漢");
    play.keys(&"0123456789".repeat(4));
    let line = |play: &mut Play| {
        let screen = play.screen(30, 12);
        (0..30).map(|x| screen[(x, 2)].symbol()).collect::<String>()
    };
    assert!(line(&mut play).contains("3456789 "), "{}", line(&mut play));
    for _ in 0..43 {
        play.press(KeyCode::Left);
    }
    assert!(line(&mut play).contains("› w 漢 0123"), "{}", line(&mut play));
}

#[test]
fn a_large_board_is_solved_before_anything_is_counted() {
    let mut play = waiting(100);
    let progress = Progress { phase: Phase::Solving, memory: 1 << 20, ..Progress::default() };
    play.say(Report::Progress(progress, Duration::from_millis(1234)));
    let screen = format!("{:?}", play.screen(120, 40));
    assert!(screen.contains("solving, 1.2 s"), "{screen}");
}

/// A board with regions and a hole among them.
fn parted(options: &Options) -> Play {
    let text = "caaabbbb\nccaadbbb\ncca.dddb\nccadddde\nfcaddeee\nffaaggee\nfffhhggg\nffhhhggg";
    let regions = crate::problem::Regions::parse(text).unwrap();
    let needs = ["rows", "columns", "regions"].map(|text| text.parse().unwrap());
    let rules = Rules::queens(8).unwrap().with_requirements(needs).with_regions(&regions).unwrap();
    let mut play = Play::open(Problem::new(rules), options);
    play.settled(":d1\n :c4\n");
    play
}

#[test]
fn other_keys_are_shown_where_keys_are() {
    let text = "[keys]\nexclude = [\"E\"]\nanyway = [\"f4\"]\nhelp = [\"f1\"]\n";
    let keys = crate::tui::Config::parse(text, "config.toml").unwrap().keys;
    let mut play = picture_with(&Options { keys, ..options() });
    let text = |play: &mut Play| {
        let screen = play.screen(80, 24);
        screen.content.iter().map(ratatui::buffer::Cell::symbol).collect::<String>()
    };
    let shown = text(&mut play);
    for part in ["F4 places it and takes back a1", " E exclude ", " F1 help "] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    play.press(crossterm::event::KeyCode::F(1));
    assert!(text(&mut play).contains(" E exclude"));
}

fn text(play: &mut Play, width: u16, height: u16) -> Vec<String> {
    let screen = play.screen(width, height);
    let lines = screen.content.chunks(width.into());
    lines.map(|line| line.iter().map(ratatui::buffer::Cell::symbol).collect()).collect()
}

#[test]
fn a_board_that_scrolls_says_which_part_is_seen() {
    let mut play = waiting(30);
    let title = |play: &mut Play, width| text(play, width, 24).remove(0);
    assert!(title(&mut play, 80).starts_with(" 30×30 queens (rows 1-20, columns a-w)  "));
    assert!(title(&mut play, 48).starts_with(" 30×30 (rows 1-"), "{}", title(&mut play, 48));
    play.keys(":ad30\n");
    assert!(title(&mut play, 80).starts_with(" 30×30 queens (rows 11-30, columns h-ad)  "));
    assert!(title(&mut play, 120).starts_with(" 30×30 queens (rows 11-30)  "));
    let mut play = Play::queens(8);
    assert!(title(&mut play, 80).starts_with(" 8×8 queens  "));
    play.settled(":rules none\n");
    assert!(title(&mut play, 80).starts_with(" 8×8 queens, nothing required  "));
}

#[test]
fn the_blank_between_a_key_and_its_word_is_the_keys() {
    use crate::tui::model::hits::Hit;
    let mut play = Play::queens(8);
    let footer = text(&mut play, 80, 24).pop().unwrap();
    let at = footer.find("q quit").unwrap();
    let column = u16::try_from(footer[..at].chars().count()).unwrap();
    let hit = |column| play.model.hit(column, 23);
    let q = Some(Hit::Key("q".parse().unwrap()));
    assert_eq!([0, 1, 2].map(|by| hit(column + by)), [q; 3]);
    assert_eq!(hit(column - 1), None);
}
