//! Plays the lesson of the manual, key by key: the board shows what the page describes.

use crossterm::event::KeyCode;

use crate::testing::Play;
use manual::Page;

/// Plays the steps of the manual's lesson on a board, and checks its statements.
struct Class {
    play: Play,
    lesson: String,
}

impl Class {
    fn new() -> Self {
        let lesson = Page::find("lesson").unwrap().text.split_whitespace().collect::<Vec<_>>();
        Self { play: Play::queens(8), lesson: lesson.join(" ") }
    }

    fn says(&self, words: &str) {
        assert!(self.lesson.contains(words), "the lesson does not say '{words}'");
    }

    /// Checks that the lesson contains `line`, and types it.
    fn line(&mut self, line: &str) {
        self.says(&format!("`{line}`"));
        self.play.settled(&format!("{line}\n"));
    }

    fn keys(&mut self, keys: &str) {
        self.play.settled(keys);
    }

    fn press(&mut self, code: KeyCode) {
        self.play.press(code);
        self.play.settle();
    }

    fn sees(&mut self, parts: &[&str]) {
        let screen = self.play.screen(120, 40);
        let text = screen
            .content
            .chunks(120)
            .map(|line| line.iter().map(ratatui::buffer::Cell::symbol).collect::<String>() + "\n")
            .collect::<String>();
        for part in parts {
            assert!(text.contains(part), "'{part}' is not in\n{text}");
        }
    }
}

#[test]
fn four_queens_from_rules_to_a_click() {
    let mut class = Class::new();
    class.line(":size 4");
    class.sees(&["2 solutions", "possible 8", "impossible 8"]);
    class.line(":grow");
    class.sees(&["rule 1 of 20", "6 nodes"]);
    class.press(KeyCode::Right);
    class.sees(&["rule 2 of 20", "board rule of a4 alone", "6 nodes"]);
    class.press(KeyCode::Right);
    class.sees(&["rule 2 of 20", "board rule of a4", "9 nodes"]);
    class.press(KeyCode::End);
    class.sees(&["rule 20 of 20", "31 nodes"]);
    class.press(KeyCode::Left);
    class.sees(&["52 nodes"]);
    class.press(KeyCode::Esc);
    class.keys("g");
    class.sees(&["─ diagram ─", "31 nodes"]);
    class.press(KeyCode::Tab);
    class.sees(&["tab next node"]);
    for _ in 0..3 {
        class.keys("o");
    }
    class.sees(&["inside-out", "25 nodes"]);
    class.press(KeyCode::Esc);
    class.line(":b1");
    class.keys(" ");
    class.says("*1 of 2 solutions*");
    class.sees(&["complete: 1 placed by you, 3 by the program", "completed 3"]);
}

#[test]
fn eight_queens_why_and_where() {
    let mut class = Class::new();
    // The first part of the lesson has switched to the graph.
    class.keys("g");
    class.line(":size 8");
    class.sees(&["92 solutions", "2,453 nodes", "possible 64"]);
    class.line(":d2");
    class.keys(" ");
    class.sees(&["8 of 92 solutions"]);
    class.line(":a4");
    class.keys(" ");
    class.sees(&["2 of 92 solutions"]);
    class.line(":h1");
    class.sees(&["because of d2 and a4", "neither alone rules it out"]);
    class.keys("!");
    class.says("*2 ways*");
    class.sees(&["place h1", "2 ways"]);
    class.keys("1");
    class.says("*took back d2*");
    class.says("*1 of 92 solutions*");
    class.sees(&["took back d2", "complete: 2 placed by you", "64 of 2,453 nodes", "decided"]);
    class.keys("r");
    class.keys("m");
    class.sees(&["4 %", "20 % of the solutions"]);
    class.line(":d1");
    class.sees(&["in 18 of 92"]);
}

#[test]
fn six_queens_searched_and_seen() {
    let mut class = Class::new();
    class.line(":size 6");
    class.line(":search leftmost min weak vs strong");
    class.press(KeyCode::Right);
    class.press(KeyCode::Right);
    class.sees(&["failure: row 6 has nothing left", "no solution lies below, since a1 was tried"]);
    class.keys("}");
    class.sees(&["branch 8 of 78", "solution 1"]);
    class.keys("}");
    class.sees(&["branch 18 of 78", "solution 2"]);
    class.keys("}");
    class.sees(&["branch 19 of 78", "solution 1"]);
    class.press(KeyCode::End);
    for (figures, told) in [
        (
            "branches 78  × failures 36  ◆ solutions 4  □ wasted 58",
            "78 branches, 36 failures and 58 wasted",
        ),
        (
            "branches 40  × failures 17  ◆ solutions 4  □ wasted 24",
            "40 branches, 17 failures and 24 wasted",
        ),
    ] {
        class.sees(&[figures]);
        class.says(told);
    }
    class.press(KeyCode::Esc);
    class.line(":consistency");
    class.sees(&["diagram 12", "possible 24"]);
    class.line(":a1");
    class.sees(&["only the diagram of all solutions"]);
    class.line(":consistency");
    class.sees(&["impossible 12"]);
}
