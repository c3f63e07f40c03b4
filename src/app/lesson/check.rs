//! Conditions that can never hold.

use std::collections::BTreeSet;

use super::{Answer, Condition, GraphPlace, MODE_NAMES, ModeName};
use engine::search::MAX_STEPS;
use files::toml_file::Quoted;
use geometry::{Cell, Grid, ParseSizeError, counted};
use problem::{Assist, BoardFile};
use session::CellState;

/// What the steps of a lesson so far tell about the board.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownBoard {
    grid: Option<Grid>,
    /// The board that was opened last, until a condition names another size or piece.
    file: Option<BoardFile>,
}

impl KnownBoard {
    /// Takes the board of a step.
    pub(super) fn open(&mut self, board: &BoardFile) {
        *self =
            Self { grid: Some(board.problem.rules().grid().clone()), file: Some(board.clone()) };
    }

    /// Takes size and piece of a condition.
    ///
    /// # Errors
    /// When boards of this size are not supported.
    pub(super) fn learn(&mut self, condition: &Condition) -> Result<(), ParseSizeError> {
        let size = condition.size.map(|size| size.size()).transpose()?;
        if let Some(size) =
            size.filter(|&it| self.grid.as_ref().is_none_or(|grid| grid.size() != it))
        {
            *self = Self { grid: Some(Grid::new(size)), file: None };
        }
        let piece = condition.piece.as_ref();
        self.file
            .take_if(|file| piece.is_some_and(|Quoted(it)| it != file.problem.rules().piece()));
        Ok(())
    }

    /// Checks that a place of the graph can be on the board.
    pub(super) fn check_place(&self, place: GraphPlace) -> Result<(), String> {
        let (GraphPlace::Level(cell), Some(grid)) = (place, &self.grid) else { return Ok(()) };
        grid.check(cell).map_err(|error| error.to_string())
    }
}

/// The modes that show a series of diagrams.
const SERIES: &[&str] = &["grow", "reduce", "restrict"];

/// The modes in which a cell can be the answer.
const WITH_ANSWERS: &[&str] = &["board", "graph"];

/// The modes beside which a diagram of the whole board is drawn.
const WITH_ORDERS: &[&str] = &["board", "graph", "browse", "ways", "search"];

/// The reason why a condition can never hold, as far as its keys and the known board tell.
pub(super) fn contradiction(condition: &Condition, board: &KnownBoard) -> Option<String> {
    let empty = (*condition == Condition::default())
        .then(|| "a condition needs a key, as in { size = 4 }".to_owned());
    empty
        .or_else(|| of_cells(condition, board))
        .or_else(|| of_decisions(condition, board))
        .or_else(|| of_views(condition))
}

/// Cells that are not on the board, or that have two values.
fn of_cells(condition: &Condition, board: &KnownBoard) -> Option<String> {
    let Condition { placed, excluded, cells, answer, .. } = condition;
    if answer.as_ref() == Some(&Answer::Cells(Vec::new())) {
        return Some("an answer needs a cell or a number".to_owned());
    }
    let is_hole = |cell| board.grid.as_ref().is_some_and(|grid| grid.is_hole(cell));
    let wants_hole = |cell| cells.get(&Quoted(cell)) == Some(&CellState::Hole);
    condition.named_cells().find_map(|cell| {
        if let Some(Err(error)) = board.grid.as_ref().map(|grid| grid.check(cell)) {
            return Some(error.to_string());
        }
        let decided = [(placed, CellState::Placed), (excluded, CellState::Excluded)];
        let decided = decided.into_iter().filter(|(list, _)| list.contains(&Quoted(cell)));
        let stated = cells.get(&Quoted(cell)).copied();
        let states: Vec<_> = decided.map(|(_, state)| state).chain(stated).collect();
        match states[..] {
            _ if is_hole(cell) && !wants_hole(cell) => Some(format!("{cell} is a hole")),
            _ if board.grid.is_some() && wants_hole(cell) && !is_hole(cell) => {
                Some(format!("{cell} is no hole"))
            }
            [one, other, ..] if one != other => {
                Some(format!("{cell} cannot be {one} and {other} at once"))
            }
            _ => None,
        }
    })
}

/// More decisions than cells, fewer than the decided cells, or pieces that attack each other.
fn of_decisions(condition: &Condition, board: &KnownBoard) -> Option<String> {
    let placed = condition.placed.iter().map(|&Quoted(cell)| cell);
    if let (Some(number), Some(grid)) = (condition.decisions, &board.grid) {
        let cells = grid.standing_cells().count();
        if number > cells {
            let cells = counted(cells, "cell", "cells");
            return Some(format!("{} are more than {cells}", decisions(number)));
        }
    }
    let file = board.file.as_ref();
    // On an unknown board, each piece may be a given.
    let is_given = |&cell: &Cell| file.is_none_or(|it| it.problem.decisions().is_given(cell));
    let own: BTreeSet<Cell> = placed.clone().filter(|cell| !is_given(cell)).collect();
    let excluded: BTreeSet<_> = condition.excluded.iter().collect();
    let needed = own.len() + excluded.len();
    if let Some(number) = condition.decisions.filter(|&number| number < needed) {
        return Some(format!("these cells need {}, not {number}", decisions(needed)));
    }
    let rules = file.filter(|it| it.assist != Assist::None)?.problem.rules();
    let mut pairs = placed.clone().flat_map(|one| placed.clone().map(move |other| (one, other)));
    let (one, other) = pairs.find(|&(one, other)| rules.board_rule(one).any(|it| it == other))?;
    Some(format!("pieces on {one} and {other} attack each other"))
}

fn decisions(number: usize) -> String {
    counted(number, "decision", "decisions")
}

/// Numbers that no view reaches, and views that are not shown together.
fn of_views(condition: &Condition) -> Option<String> {
    let Condition { rule, searches, at, answer, order, .. } = condition;
    if *rule == Some(0) {
        return Some("rules and steps are counted from 1".to_owned());
    }
    if searches.is_some_and(|number| !(1..=2).contains(&number)) {
        return Some("one or two searches are watched, more are a table".to_owned());
    }
    if at.is_some_and(|at| at > MAX_STEPS) {
        return Some(format!("a search is watched for at most {MAX_STEPS} steps"));
    }
    let asks_cell = matches!(answer, Some(Answer::Cells(_)));
    let needs: [(bool, &str, &[&str]); 5] = [
        (rule.is_some(), "'rule'", SERIES),
        (searches.is_some(), "'searches'", &["search"]),
        (at.is_some(), "'at'", &["search"]),
        (asks_cell, "a cell as answer", WITH_ANSWERS),
        (order.is_some(), "'order'", WITH_ORDERS),
    ];
    let named = condition.mode.map(|ModeName(name)| name);
    let mut modes: Vec<&str> = MODE_NAMES.to_vec();
    modes.retain(|mode| named.is_none_or(|it| it == *mode));
    let mut before = named.map_or_else(String::new, |mode| format!("mode '{mode}'"));
    for (_, what, having) in needs.into_iter().filter(|(is_given, ..)| *is_given) {
        modes.retain(|mode| having.contains(mode));
        if modes.is_empty() {
            return Some(format!("{before} and {what} never come together"));
        }
        before = what.to_owned();
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::lesson::Lesson;

    /// A lesson of two steps: the first one opens a board, the second one has this condition.
    fn reading(board: &str, condition: &str) -> String {
        let first = "[[step]]\ndo = \"x\"\nuntil = { decisions = 1 }\nsay = \"y\"";
        let text = format!(
            "title = \"t\"\n{first}\n{board}\n[[step]]\ndo = \"x\"\nuntil = {{ {condition} }}\nsay = \"y\"\n"
        );
        Lesson::parse(&text, "l").map_or_else(|error| error.to_string(), |_| "a lesson".to_owned())
    }

    #[test]
    fn a_condition_that_can_never_hold_is_told_with_its_reason() {
        let board = "board = { size = 4, holes = [\"d4\"], givens = [\"b1\"] }";
        for (condition, reason) in [
            ("placed = [\"e1\"]", "e1 is off the 4×4 grid"),
            ("excluded = [\"d4\"]", "d4 is a hole"),
            ("cells = { a1 = \"hole\" }", "a1 is no hole"),
            (
                "placed = [\"a3\"], excluded = [\"c4\", \"a3\"]",
                "a3 cannot be placed and excluded at once",
            ),
            (
                "placed = [\"a3\"], cells = { a3 = \"forced\" }",
                "a3 cannot be placed and forced at once",
            ),
            ("decisions = 16", "16 decisions are more than 15 cells"),
            (
                "placed = [\"a3\"], excluded = [\"a1\"], decisions = 1",
                "these cells need 2 decisions, not 1",
            ),
            ("placed = [\"b1\", \"c1\"]", "pieces on b1 and c1 attack each other"),
            ("rule = 0", "rules and steps are counted from 1"),
            ("searches = 3", "one or two searches are watched, more are a table"),
            ("at = 100001", "a search is watched for at most 100000 steps"),
            ("mode = \"grow\", searches = 1", "mode 'grow' and 'searches' never come together"),
            ("rule = 2, at = 3", "'rule' and 'at' never come together"),
            ("answer = [\"a3\"], rule = 2", "'rule' and a cell as answer never come together"),
            (
                "order = \"diagonal\", mode = \"reduce\"",
                "mode 'reduce' and 'order' never come together",
            ),
            ("answer = []", "an answer needs a cell or a number"),
        ] {
            assert_eq!(reading(board, condition), format!("l:8: {reason}"), "{condition}");
        }
        for (condition, reason) in [
            ("order = \"rows\"", "unknown word 'rows' (known are row-major, column-major, "),
            (
                "answer = -3",
                "'answer' must be a list of cells in quotes, as in [\"a1\", \"c2\"], or a number",
            ),
            (
                "answer = \"a1\"",
                "'answer' must be a list of cells in quotes, as in [\"a1\", \"c2\"], or a number",
            ),
        ] {
            let told = reading(board, condition);
            assert!(told.starts_with(&format!("l:8: {reason}")), "{condition}: {told}");
        }
    }

    #[test]
    fn a_condition_that_may_hold_is_accepted() {
        let given = "board = { size = 4, givens = [\"b1\"] }";
        let free = "board = { size = 4, board_rule = false }";
        for (board, condition) in [
            (given, "placed = [\"b1\", \"d2\"], decisions = 1"),
            (given, "cells = { b1 = \"placed\" }, decisions = 16"),
            (given, "piece = \"knight\", placed = [\"b1\", \"c1\"]"),
            (given, "size = 5, placed = [\"e1\"], decisions = 25"),
            (free, "placed = [\"b1\", \"c1\"]"),
            ("board = { size = 4, assist = \"none\" }", "placed = [\"b1\", \"c1\"]"),
            ("", "placed = [\"z26\"], decisions = 0"),
            (given, "searches = 2, at = 100000, order = \"sifted\""),
            (given, "mode = \"graph\", answer = [\"a1\"], order = \"row-major\""),
            (given, "mode = \"reduce\", rule = 3, answer = 31"),
        ] {
            assert_eq!(reading(board, condition), "a lesson", "{condition}");
        }
    }

    #[test]
    fn a_place_off_the_board_and_an_answer_without_a_question_are_refused() {
        let step = |lines: &str| {
            let text = format!(
                "title = \"t\"\n[[step]]\nboard = {{ size = 4 }}\ndo = \"x\"\nsay = \"y\"\nuntil = {{ size = 4 }}\n{lines}"
            );
            Lesson::parse(&text, "l").unwrap_err().to_string()
        };
        assert_eq!(step("show = \"e1\""), "l:7: e1 is off the 4×4 grid, whose last cell is d4");
        assert!(step("show = \"terminal 2\"").starts_with("l:7: 'terminal 2' is not "));
        let detour = step("[[step.detour]]\nwhen = { answer = 3 }\nsay = \"z\"");
        assert_eq!(detour, "l:8: a detour can wait for an answer only if 'until' has one");
        let long = step(&format!(
            "[[step]]\ndo = \"{}\"\nuntil = {{ answer = 3 }}\nsay = \"y\"",
            "x".repeat(55)
        ));
        assert_eq!(long, "l:8: a question for a number has 1 to 54 characters, this one 55");
    }
}
