//! A watched search in words.

use super::{Replay, SolutionLoss};
use crate::CellState;
use engine::search::{
    Event, MAX_STEPS, NodeOutcome, RecordingEnd, RemovalCause, RemovalKind, SearchMark,
};
use geometry::{Cell, counted, group_digits};
use problem::Value;

impl Replay {
    /// The options of the search, and the size of its tree.
    pub fn in_words(&self) -> String {
        let (tree, options) = (self.tree(), self.recording.options);
        let words: [&str; 3] =
            [options.labeling.into(), options.values.into(), options.propagation.into()];
        let wasted = self.wasted_branches().map_or_else(String::new, |of| {
            format!(", {} of {} branches wasted", of.wasted, of.counted_branches)
        });
        format!(
            "{}: {} branches, {} failures, {} solutions{wasted}",
            words.join(" "),
            tree.branches(),
            tree.count(NodeOutcome::Failure),
            tree.count(NodeOutcome::Solution)
        )
    }

    /// The last step as a sentence.
    pub fn last_step_in_words(&self) -> String {
        let group = |cell| self.recording.group(cell);
        match self.event() {
            None => match self.problem.decisions().cells(Value::Placed).count() {
                0 => "the search has not begun".to_owned(),
                1 => "the search starts with the piece on the board".to_owned(),
                pieces => format!("the search starts with the {pieces} pieces on the board"),
            },
            Some(Event::Assign { cell, .. }) => format!("{cell} is tried in {}", group(cell)),
            Some(Event::Force { cell }) if self.decided(cell).is_some() => {
                format!("{cell} stands already in {}", group(cell))
            }
            Some(Event::Force { cell }) => format!("{cell} is all that is left in {}", group(cell)),
            Some(Event::Prune { cell, cause }) => {
                format!("{cell} goes: {}", cause_in_words(cell, cause))
            }
            Some(Event::Fail { .. }) => match self.failed_line() {
                Some(line) => {
                    format!("failure: {} has nothing left", self.recording.group_of(line))
                }
                None => "failure: a rule cannot hold any more".to_owned(),
            },
            Some(Event::Backtrack { cell, .. }) => {
                let found = self.found_below(self.steps_done - 1);
                format!("{cell} is explored ({found}): it is taken back with all that followed")
            }
            Some(Event::Restart) => "all is taken back: the search begins anew".to_owned(),
            Some(Event::Solution { .. }) => format!("solution {}", self.snapshot.solutions),
        }
    }

    /// The number of solutions that the search found with the piece that a step takes back. `step` is counted from 0.
    fn found_below(&self, step: usize) -> String {
        match self.solutions_explored(step) {
            0 => "no solution".to_owned(),
            number => counted(number, "solution", "solutions"),
        }
    }

    /// Why the recording ends, and the state of the board at its end.
    pub fn end_in_words(&self) -> String {
        match self.recording.end {
            RecordingEnd::Whole => {
                let shown = match self.event() {
                    Some(Event::Fail { .. }) => "; the board shows its last failure",
                    Some(Event::Solution { .. }) => "; the board shows its last solution",
                    _ => "",
                };
                format!("this was the whole search{shown}")
            }
            RecordingEnd::Cut => format!("it goes on, but only {MAX_STEPS} steps are kept"),
            RecordingEnd::Interrupted(interrupted) => {
                format!("the search would go on, but {}", interrupted.cause)
            }
        }
    }

    /// The state of a cell in the search. `names_step` adds the step that removed the cell.
    pub fn state_in_words(&self, cell: Cell, names_step: bool) -> String {
        if self.decided(cell) == Some(Value::Placed) {
            return "decided before the search".to_owned();
        }
        let at =
            |step: usize| if names_step { format!(" at step {}", step + 1) } else { String::new() };
        match (self.snapshot.mark(cell), self.state(cell)) {
            (Some(SearchMark::Tried), _) => "a piece is tried there".to_owned(),
            (Some(SearchMark::Forced), _) => "a piece has to be there".to_owned(),
            (Some(SearchMark::Pruned(step, cause)), _) => {
                format!("gone{}: {}", at(step), cause_in_words(cell, cause))
            }
            (Some(SearchMark::Explored(step)), _) => {
                format!("explored{}: {}", at(step), self.found_below(step))
            }
            (None, CellState::Possible) => "a candidate".to_owned(),
            (None, CellState::Attacked) => {
                format!("{} has its piece elsewhere", self.recording.group(cell))
            }
            (None, state) => state.to_string(),
        }
    }
}

impl SolutionLoss {
    /// Sentences about the loss, the longer one first.
    pub fn in_words(&self) -> [String; 2] {
        let (cell, value) = self.decision;
        let nodes = match self.nodes.len() {
            // A path of a ZDD skips cells without a piece.
            0 => "every path".to_owned(),
            1 => "its node".to_owned(),
            number => format!("its {} nodes", group_digits(&number.to_string())),
        };
        let (after, leads) = match value {
            Value::Placed => ("a piece on", "with a piece"),
            Value::Excluded => ("exploring", "without a piece"),
        };
        let lead = if self.nodes.len() > 1 { "lead" } else { "leads" };
        [
            format!("no solution since {after} {cell}: {nodes} {lead} to 0 {leads}"),
            format!("no solution since {cell}: {nodes} {lead} to 0"),
        ]
    }
}

/// Why propagation removed a cell.
fn cause_in_words(cell: Cell, cause: RemovalCause) -> String {
    match cause {
        RemovalCause::Attack(piece) => match cause.kind(cell) {
            RemovalKind::Attack => format!("{piece} attacks it"),
            RemovalKind::Knight => format!("{piece} attacks it by a knight's move"),
            line => format!("{piece} attacks it along the {line}"),
        },
        RemovalCause::NoSupport(group) => {
            format!("no support: it attacks all that is left in {group}")
        }
        RemovalCause::AllDifferent(lines) => {
            format!("the pieces on different {lines} leave it no room")
        }
        RemovalCause::Group(group) => {
            format!("{group} has all its pieces, or needs all cells that are left")
        }
        RemovalCause::CostLimit => "it would cost too much".to_owned(),
    }
}
