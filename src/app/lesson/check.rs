//! Conditions that can never hold.

use std::collections::BTreeMap;

use super::{Answer, Condition, MODE_NAMES, ModeName};
use engine::search::MAX_STEPS;
use files::toml_file::Quoted;
use geometry::{Grid, ParseSizeError};
use problem::WrittenSize;
use session::CellState;

/// Facts about the board that the steps of a lesson so far imply.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownBoard {
    pub grid: Option<Grid>,
}

/// The modes that show a series of diagrams.
const SERIES: &[&str] = &["grow", "reduce", "restrict", "passes"];

impl KnownBoard {
    /// The reason why a condition can never hold, derived from its keys and the known facts about the board. If the
    /// condition names a size, it is known afterwards.
    ///
    /// # Errors
    /// When boards of this size are not supported.
    pub(super) fn contradiction(
        &mut self,
        condition: &Condition,
    ) -> Result<Option<String>, ParseSizeError> {
        let size = condition.size.map(WrittenSize::size).transpose()?;
        if size.is_some_and(|it| self.grid.as_ref().is_none_or(|grid| grid.size() != it)) {
            self.grid = size.map(Grid::new);
        }
        Ok(of_keys(condition).map(str::to_owned).or_else(|| self.of_cells(condition)))
    }

    /// The mistake of a condition on cells: a cell off the grid or with two states, or more decisions than cells.
    fn of_cells(&self, condition: &Condition) -> Option<String> {
        let Condition { placed, excluded, cells, .. } = condition;
        let grid = self.grid.as_ref();
        let off_grid = |cell| Some(grid?.check(cell).err()?.to_string());
        let holes = condition.named_cells().filter(|&cell| grid.is_some_and(|it| it.is_hole(cell)));
        let mut states: BTreeMap<_, _> = holes.map(|cell| (cell, CellState::Hole)).collect();
        let placed = placed.iter().map(|cell| (cell, CellState::Placed));
        let excluded = excluded.iter().map(|cell| (cell, CellState::Excluded));
        let of_cells = cells.iter().map(|(cell, &state)| (cell, state));
        let mut with_two =
            placed.chain(excluded).chain(of_cells).filter_map(|(&Quoted(cell), state)| {
                let before = *states.entry(cell).or_insert(state);
                (before != state).then(|| format!("{cell} cannot be {before} and {state} at once"))
            });
        let beyond = || {
            let cells = grid?.standing_cells().count();
            let number = condition.decisions.filter(|&number| number > cells)?;
            Some(format!("{number} decisions are more than the {cells} cells"))
        };
        condition.named_cells().find_map(off_grid).or_else(|| with_two.next()).or_else(beyond)
    }
}

/// Keys that can never hold, or not at the same time.
fn of_keys(condition: &Condition) -> Option<&'static str> {
    let Condition { rule, searches, at, answer, mode, .. } = condition;
    let needs: [(bool, &[&str]); 3] = [
        (rule.is_some(), SERIES),
        (searches.is_some() || at.is_some(), &["search"]),
        (matches!(answer, Some(Answer::Cells(_))), &["board", "graph"]),
    ];
    let fits = |name: &&str| {
        mode.is_none_or(|ModeName(mode)| mode == *name)
            && needs.iter().all(|(is_given, modes)| !is_given || modes.contains(name))
    };
    let never = [
        (*condition == Condition::default(), "a condition needs a key, as in { size = 4 }"),
        (
            answer.as_ref().is_some_and(|it| *it == Answer::Cells(Vec::new())),
            "an answer needs a cell or a number",
        ),
        (*rule == Some(0), "rules and steps are counted from 1"),
        (
            searches.is_some_and(|number| !(1..=2).contains(&number)),
            "one or two searches are watched, more are a table",
        ),
        (at.is_some_and(|at| at > MAX_STEPS), "a search is watched for at most 100,000 steps"),
        (
            !MODE_NAMES.iter().any(fits),
            "no mode fits: 'rule' needs slow motion, 'searches' and 'at' a search, a cell as answer the board",
        ),
    ];
    never.into_iter().find_map(|(is_so, reason)| is_so.then_some(reason))
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
            ("excluded = [\"d4\"]", "d4 cannot be hole and excluded at once"),
            (
                "placed = [\"a3\"], excluded = [\"c4\", \"a3\"]",
                "a3 cannot be placed and excluded at once",
            ),
            (
                "placed = [\"a3\"], cells = { a3 = \"forced\" }",
                "a3 cannot be placed and forced at once",
            ),
            ("decisions = 16", "16 decisions are more than the 15 cells"),
            ("answer = []", "an answer needs a cell or a number"),
            ("rule = 0", "rules and steps are counted from 1"),
            ("searches = 3", "one or two searches are watched, more are a table"),
            ("at = 100001", "a search is watched for at most 100,000 steps"),
            (
                "mode = \"grow\", searches = 1",
                "no mode fits: 'rule' needs slow motion, 'searches' and 'at' a search, a cell as answer the board",
            ),
            (
                "rule = 2, at = 3",
                "no mode fits: 'rule' needs slow motion, 'searches' and 'at' a search, a cell as answer the board",
            ),
            (
                "answer = [\"a3\"], rule = 2",
                "no mode fits: 'rule' needs slow motion, 'searches' and 'at' a search, a cell as answer the board",
            ),
        ] {
            let told = reading(board, condition);
            assert!(told.starts_with(&format!("l:9: {reason}")), "{condition}: {told}");
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
            assert!(told.starts_with(&format!("l:9: {reason}")), "{condition}: {told}");
        }
    }

    #[test]
    fn a_condition_that_may_hold_is_accepted() {
        let given = "board = { size = 4, givens = [\"b1\"] }";
        for (board, condition) in [
            (given, "placed = [\"b1\", \"d2\"], decisions = 1"),
            (given, "cells = { b1 = \"placed\" }, decisions = 16"),
            (given, "size = 5, placed = [\"e1\"], decisions = 25"),
            ("", "placed = [\"z26\"], decisions = 0"),
            (given, "searches = 2, at = 100000, order = \"sifted\""),
            (given, "mode = \"graph\", answer = [\"a1\"], order = \"row-major\""),
            (given, "mode = \"reduce\", rule = 3, answer = 31"),
        ] {
            assert_eq!(reading(board, condition), "a lesson", "{condition}");
        }
    }

    #[test]
    fn a_place_off_the_board_is_refused() {
        let step = |lines: &str| {
            let text = format!(
                "title = \"t\"\n[[step]]\nboard = {{ size = 4 }}\ndo = \"x\"\nsay = \"y\"\nuntil = {{ size = 4 }}\n{lines}"
            );
            Lesson::parse(&text, "l").unwrap_err().to_string()
        };
        assert_eq!(
            step("show = \"e1\""),
            "l:7: e1 is off the 4×4 grid (its cells go from a1 to d4)"
        );
        assert!(step("show = \"terminal 2\"").starts_with("l:7: 'terminal 2' is not "));
    }
}
