use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::engine::{Budget, Interrupted, Phase, Progress};
use crate::geometry::{Cell, CellSet};
use crate::problem::{Bounds, Group, Problem, Rules, Value};

/// After so many choices the first search begins anew with other ones; each later one gets twice as
/// many as the one before.
const FIRST_CHOICES: usize = 1000;

/// How many choices are made between two looks at the budget.
const STRIDE: usize = 64;

/// A solution with so many `pieces`, drawn at random: each can be drawn, not all equally likely. `None`
/// if there is none.
///
/// The group that has least to choose from gets its next piece on one of its open cells, until all
/// have enough. A search that goes on for long has begun badly and is begun anew, with more patience
/// each time, so that it ends at the latest when it sees all there is (C. P. Gomes, B. Selman and H.
/// Kautz, "Boosting combinatorial search through randomization", AAAI 1998).
pub(super) fn draw_solution(
    problem: &Problem,
    pieces: Bounds,
    random: &mut ChaCha8Rng,
    budget: &Budget,
) -> Result<Option<CellSet>, Interrupted> {
    let mut choices = FIRST_CHOICES;
    let mut made = 0;
    loop {
        let mut search = Search::new(problem.rules(), pieces, choices, made);
        let end = if search.decide(problem) { search.visit(random, budget)? } else { End::Dead };
        match end {
            End::Found => {
                return Ok(Some(CellSet::from_cells(problem.rules().size(), search.pieces)));
            }
            End::Dead => return Ok(None),
            End::GivenUp => {}
        }
        made += choices;
        choices = choices.saturating_mul(2);
    }
}

/// How a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The pieces are a solution.
    Found,
    /// There is no solution with the pieces placed so far and the open cells.
    Dead,
    /// It has made as many choices as it may.
    GivenUp,
}

struct Search<'a> {
    rules: &'a Rules,
    groups: Vec<Group>,
    /// The groups of each cell.
    groups_of: Vec<Vec<usize>>,
    /// How often each cell is closed: by pieces that attack it or fill its group, and by choice.
    closed: Vec<u32>,
    /// The pieces in each group.
    placed: Vec<u32>,
    /// The open cells of each group.
    open: Vec<u32>,
    pieces: Vec<Cell>,
    /// Choices that may still be made, and those made before.
    choices: usize,
    made: usize,
}

impl<'a> Search<'a> {
    fn new(rules: &'a Rules, pieces: Bounds, choices: usize, made: usize) -> Self {
        let board = Group::new("the board", rules.grid().standing().collect(), pieces);
        let mut groups = rules.groups().to_vec();
        groups.extend(rules.implied_groups());
        groups.push(board);
        let mut groups_of = vec![Vec::new(); rules.size().cells()];
        for (number, group) in groups.iter().enumerate() {
            for &cell in group.cells() {
                groups_of[rules.size().index(cell)].push(number);
            }
        }
        let open = groups.iter().map(|group| group.cells().len() as u32).collect();
        Self {
            rules,
            closed: vec![0; groups_of.len()],
            placed: vec![0; groups.len()],
            open,
            groups,
            groups_of,
            pieces: Vec::new(),
            choices,
            made,
        }
    }

    /// Does what the problem has decided, and tells whether that can be.
    fn decide(&mut self, problem: &Problem) -> bool {
        for number in 0..self.groups.len() {
            if self.groups[number].bounds().upper == Some(0) {
                self.close_group(number);
            }
        }
        for cell in problem.decisions().cells(Value::Excluded) {
            self.close(cell);
        }
        problem.decisions().cells(Value::Placed).all(|cell| {
            let open = self.is_open(cell);
            if open {
                self.place(cell);
            }
            open
        })
    }

    fn visit(&mut self, random: &mut ChaCha8Rng, budget: &Budget) -> Result<End, Interrupted> {
        let mut least = Vec::new();
        let mut slack = u32::MAX;
        for (number, group) in self.groups.iter().enumerate() {
            let lacking = group.bounds().lower.saturating_sub(self.placed[number]);
            let Some(spare) = self.open[number].checked_sub(lacking) else {
                return Ok(End::Dead);
            };
            if lacking == 0 || spare > slack {
                continue;
            }
            if spare < slack {
                least.clear();
                slack = spare;
            }
            least.push(number);
        }
        let Some(&group) = least.choose(random) else { return Ok(End::Found) };
        let mut cells = self.groups[group].cells().to_vec();
        cells.retain(|&cell| self.is_open(cell));
        cells.shuffle(random);
        let mut end = End::Dead;
        let mut tried = 0;
        for &cell in cells.iter().take(slack as usize + 1) {
            if self.choices == 0 {
                end = End::GivenUp;
                break;
            }
            if self.choices.is_multiple_of(STRIDE) {
                let states = self.made + self.choices;
                budget.check(Progress { phase: Phase::Building, states, ..Progress::default() })?;
            }
            self.choices -= 1;
            self.place(cell);
            end = self.visit(random, budget)?;
            if end != End::Dead {
                // The pieces of a solution stay.
                return Ok(end);
            }
            self.take_back(cell);
            // All solutions with it have been tried.
            self.close(cell);
            tried += 1;
        }
        for &cell in &cells[..tried] {
            self.reopen(cell);
        }
        Ok(end)
    }

    fn is_open(&self, cell: Cell) -> bool {
        self.closed[self.rules.size().index(cell)] == 0
    }

    fn close(&mut self, cell: Cell) {
        let cell = self.rules.size().index(cell);
        self.closed[cell] += 1;
        if self.closed[cell] == 1 {
            self.groups_of[cell].iter().for_each(|&group| self.open[group] -= 1);
        }
    }

    fn reopen(&mut self, cell: Cell) {
        let cell = self.rules.size().index(cell);
        self.closed[cell] -= 1;
        if self.closed[cell] == 0 {
            self.groups_of[cell].iter().for_each(|&group| self.open[group] += 1);
        }
    }

    fn close_group(&mut self, number: usize) {
        for place in 0..self.groups[number].cells().len() {
            self.close(self.groups[number].cells()[place]);
        }
    }

    fn is_full(&self, group: usize) -> bool {
        self.groups[group].bounds().upper == Some(self.placed[group])
    }

    fn place(&mut self, cell: Cell) {
        let rules = self.rules;
        self.pieces.push(cell);
        self.close(cell);
        rules.board_rule(cell).for_each(|other| self.close(other));
        for group in self.groups_of[rules.size().index(cell)].clone() {
            self.placed[group] += 1;
            if self.is_full(group) {
                self.close_group(group);
            }
        }
    }

    /// Takes the piece back that was placed last.
    fn take_back(&mut self, cell: Cell) {
        let rules = self.rules;
        for group in self.groups_of[rules.size().index(cell)].clone() {
            if self.is_full(group) {
                for place in 0..self.groups[group].cells().len() {
                    self.reopen(self.groups[group].cells()[place]);
                }
            }
            self.placed[group] -= 1;
        }
        rules.board_rule(cell).for_each(|other| self.reopen(other));
        self.reopen(cell);
        self.pieces.pop();
    }
}
