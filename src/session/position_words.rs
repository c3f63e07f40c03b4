//! Describes the known facts about a position in words.

use itertools::Itertools;
use strum::IntoEnumIterator;

use super::knowledge::CellState;
use super::session::Session;
use super::solution_count::SolutionCount;
use geometry::Cell;
use problem::Assist;

impl Session {
    /// The known number of remaining solutions and the number of solutions without decisions, such as `4 of 92
    /// solutions`.
    pub fn solutions_in_words(&self) -> String {
        let all = if self.decisions().is_empty() { None } else { self.waypoint(0) };
        let all =
            all.and_then(|waypoint| waypoint.solutions.as_ref()).and_then(SolutionCount::exact);
        let noun = |number: &str| if number == "1" { "solution" } else { "solutions" };
        match (
            self.knowledge().solutions().map(ToString::to_string),
            self.knowledge().estimate(),
            all,
        ) {
            (Some(remaining), _, Some(all)) => {
                let all = all.to_string();
                format!("{remaining} of {all} {}", noun(&all))
            }
            (Some(remaining), _, None) => format!("{remaining} {}", noun(&remaining)),
            (None, Some(estimate), _) => format!("{estimate} solutions"),
            (None, None, _) => match self.knowledge().lower_bound() {
                Some(least) => format!("at least {least} {}", noun(&least.to_string())),
                None => "an unknown number of solutions".to_owned(),
            },
        }
    }

    /// The cells in a state that the assist shows, in row-major order.
    pub fn cells_in_state(&self, state: CellState, assist: Assist) -> Vec<Cell> {
        let is_in_state = |cell: &Cell| self.shown_state(*cell, assist) == Some(state);
        self.rules().size().iter().filter(is_in_state).collect()
    }

    /// The cells in a state, such as `forced: b5 c8`. Without a state, the number of cells in each state that some cell
    /// has. Cells whose state the assist hides are `open`.
    pub fn cells_in_words(&self, state: Option<CellState>, assist: Assist) -> String {
        if let Some(state) = state {
            let cells = self.cells_in_state(state, assist);
            let cells = if cells.is_empty() { "none".to_owned() } else { cells.iter().join(" ") };
            return format!("{state}: {cells}");
        }
        let size = self.rules().size();
        let shown = size.iter().map(|cell| self.shown_state(cell, assist)).counts();
        let states = CellState::iter().map(|state| (state.to_string(), shown.get(&Some(state))));
        let open = ("open".to_owned(), shown.get(&None));
        let known = states.chain([open]).filter_map(|(name, number)| Some((name, number?)));
        known.map(|(name, number)| format!("{number} {name}")).join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Budget;
    use engine::auto::Engine;
    use problem::{Problem, Rules, Value};

    #[test]
    fn a_position_is_told_as_far_as_it_is_known() {
        let mut session = Session::new(Problem::new(Rules::queens(4).unwrap()));
        assert_eq!(session.solutions_in_words(), "an unknown number of solutions");
        let mut engine = Engine::new();
        session.ask(&mut engine, &Budget::default()).unwrap();
        assert_eq!(session.solutions_in_words(), "2 solutions");
        assert_eq!(session.cells_in_words(None, Assist::Full), "8 possible, 8 impossible");
        session.decide("b1".parse().unwrap(), Value::Placed).unwrap();
        session.ask(&mut engine, &Budget::default()).unwrap();
        assert_eq!(session.solutions_in_words(), "1 of 2 solutions");
        let forced = session.cells_in_words(Some(CellState::Forced), Assist::Full);
        assert_eq!(forced, "forced: d2 a3 c4");
        let hidden = session.cells_in_words(None, Assist::None);
        assert_eq!(hidden, "1 placed, 15 open");
        let excluded = session.cells_in_words(Some(CellState::Excluded), Assist::Full);
        assert_eq!(excluded, "excluded: none");
    }
}
