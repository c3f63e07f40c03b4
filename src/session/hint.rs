//! Hints: the next step, or the mistake in a position, revealed in stages.

use std::time::Duration;

use strum::EnumIter;

use super::list::ListInWords;
use super::puzzle::PuzzleSolutions;
use super::reason::Reason;
use super::rule_words::{GroupNames, group_in_words};
use super::session::Session;
use super::steps::{
    Breach, NAMED, Refutation, Solver, Step, Technique, cells_in_words, piece_word,
};
use engine::auto::Engine;
use engine::{Answer, Budget, Oracle};
use geometry::{Cell, CellSet};
use problem::{GroupId, Problem, Rule, Rules, Value};

/// A suggestion for the next action in a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Hint {
    /// No solution remains.
    Wrong(Wrong),
    /// A step that follows from the position.
    Step(Step),
}

/// A position without solutions.
#[derive(Clone, Debug, PartialEq)]
pub struct Wrong {
    /// The decisions or rules that leave no solution, and the decisions to take back.
    pub reason: Reason,
    /// A mistake that is visible on the board, if there is one.
    pub breach: Option<Breach>,
    /// The decisions to take back that are pieces; the others are exclusions.
    pub pieces: Vec<Cell>,
    /// The steps from the decision to take back to a contradiction, if it is the only wrong decision of a puzzle. `None` if no
    /// steps were found in the time of a hint.
    pub proof: Option<Box<Step>>,
}

/// How much of a hint is revealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumIter)]
pub enum Stage {
    /// Where to look.
    Where,
    /// Which technique or which reason.
    Why,
    /// The cells, and the action.
    What,
}

impl Stage {
    /// The next stage; the last stage is its own successor.
    pub const fn next(self) -> Self {
        match self {
            Self::Where => Self::Why,
            Self::Why | Self::What => Self::What,
        }
    }
}

/// Maximum time for techniques. After this time, an engine is asked for a deduction from the rules.
const TECHNIQUES_TIME: Duration = Duration::from_secs(5);

/// What a hint may take for granted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HintAids {
    /// The puzzle has only one solution. Used only if that is true.
    pub uniqueness: bool,
    /// The board shows that groups with all their pieces take no more.
    pub full_groups: bool,
}

/// The consequence of a supposed piece.
#[derive(Clone, Debug, PartialEq)]
pub enum Supposition {
    /// A remaining solution has a piece on the cell.
    Holds,
    /// No solution has a piece on the cell; these steps prove it. If no solution remains at all, the mistake is shown.
    Refuted(Box<Hint>),
    /// No solution has a piece on the cell, but no steps that prove it were found in the time of a hint.
    Unproved,
}

impl Hint {
    /// Finds a hint; `None` if the position allows no deduction beyond what is taken for granted.
    ///
    /// # Errors
    /// When the budget ends first.
    ///
    /// # Panics
    /// Never.
    pub fn find(
        engine: &mut Engine,
        problem: &Problem,
        aids: HintAids,
        budget: &Budget,
    ) -> Answer<Option<Self>> {
        let solver = Solver::new(problem.rules(), budget)?;
        if let Some(wrong) = Self::find_wrong(engine, problem, &solver, budget)? {
            return Ok(Some(wrong));
        }
        let soon = budget.slice(budget.attempt_time(TECHNIQUES_TIME));
        let is_unique =
            || matches!(PuzzleSolutions::find(problem, &soon), Ok(PuzzleSolutions::One(_)));
        let is_unique: Option<&dyn Fn() -> bool> = aids.uniqueness.then_some(&is_unique);
        let crosses = aids.full_groups.then(|| problem.cells_of_full_groups());
        let shown = (crosses.iter().flat_map(CellSet::iter))
            .try_fold(problem.clone(), |it, cell| it.with(cell, Value::Excluded))
            .expect("the cells are undecided");
        Ok(solver.step(engine, (&shown, is_unique), &soon, budget)?.map(Self::Step))
    }

    /// Supposes a piece on an undecided cell, and finds a contradiction in steps; if no solution remains, the mistake.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn suppose(
        engine: &mut Engine,
        problem: &Problem,
        cell: Cell,
        budget: &Budget,
    ) -> Answer<Supposition> {
        let supposed = problem.clone().with(cell, Value::Placed).ok();
        if let Some(supposed) = supposed
            && engine.is_satisfiable(&supposed, budget)?
        {
            return Ok(Supposition::Holds);
        }
        let solver = Solver::new(problem.rules(), budget)?;
        if let Some(wrong) = Self::find_wrong(engine, problem, &solver, budget)? {
            return Ok(Supposition::Refuted(wrong.into()));
        }
        let found = Self::refute(&solver, problem, (cell, Value::Placed), budget)?;
        Ok(found
            .map_or(Supposition::Unproved, |step| Supposition::Refuted(Self::Step(step).into())))
    }

    /// The mistake in a position without solutions; `None` if a solution remains.
    fn find_wrong(
        engine: &mut Engine,
        problem: &Problem,
        solver: &Solver,
        budget: &Budget,
    ) -> Answer<Option<Self>> {
        if engine.is_satisfiable(problem, budget)? {
            return Ok(None);
        }
        let reason = Reason::find_for_board(engine, problem, None, budget)?;
        let breach = solver.board().breach(problem);
        let is_piece = |cell: &&Cell| problem.decisions().get(**cell) == Some(Value::Placed);
        let take_back = reason.restoration.iter().flat_map(|found| &found.best().take_back);
        let wrong: Vec<Cell> = take_back.copied().collect();
        let pieces = wrong.iter().filter(is_piece).copied().collect();
        let is_puzzle = problem.rules().known_puzzle().is_some();
        let is_alone = is_puzzle && breach.is_none() && reason.explanation.because == wrong;
        let decisions = || problem.decisions().iter();
        let proof = match decisions().find(|&(cell, _)| is_alone && wrong == [cell]) {
            Some(decision) => {
                let others = problem.with_only(decisions().filter(|&it| it != decision));
                Self::refute(solver, &others, decision, budget)?.map(Box::new)
            }
            None => None,
        };
        Ok(Some(Self::Wrong(Wrong { reason, breach, pieces, proof })))
    }

    /// The contradiction that refutes a value of a cell; `None` if none is found in the time of a hint.
    fn refute(
        solver: &Solver,
        problem: &Problem,
        decision: (Cell, Value),
        budget: &Budget,
    ) -> Answer<Option<Step>> {
        let soon = budget.slice(budget.attempt_time(TECHNIQUES_TIME));
        let found = solver.refutation(problem, decision, &soon);
        found.or_else(|interrupted| interrupted.unless_cancelled(None))
    }

    /// The groups that the hint is about.
    pub fn groups(&self) -> impl Iterator<Item = GroupId> + '_ {
        let breached = match self {
            Self::Wrong(Wrong { breach: Some(breach), .. }) => breach.group,
            Self::Wrong(Wrong { breach: None, .. }) | Self::Step(_) => None,
        };
        breached.into_iter().chain(self.rules().iter().filter_map(Rule::group))
    }

    /// The cells whose board rules the hint names.
    pub fn board_rules(&self) -> Vec<Cell> {
        self.rules().iter().filter_map(Rule::cell).collect()
    }

    /// The step of the hint, or the step that refutes the only wrong decision.
    pub fn step(&self) -> Option<&Step> {
        match self {
            Self::Step(step) => Some(step),
            Self::Wrong(Wrong { proof, .. }) => proof.as_deref(),
        }
    }

    fn rules(&self) -> &[Rule] {
        match (self, self.step()) {
            (_, Some(step)) => &step.rules,
            (Self::Wrong(Wrong { reason, breach: None, .. }), None) => &reason.explanation.rules,
            (Self::Wrong(_) | Self::Step(_), None) => &[],
        }
    }

    /// The cells that a stage of the hint highlights.
    pub fn cells(&self, stage: Stage) -> Vec<Cell> {
        match (self, stage) {
            (Self::Step(step), Stage::Why | Stage::What) => {
                step.settles().map(|(cell, _)| cell).collect()
            }
            (Self::Step(step), _) if self.is_about_cells() => {
                step.settles().take(1).map(|(cell, _)| cell).collect()
            }
            (Self::Step(_), _) => Vec::new(),
            (Self::Wrong(Wrong { reason, .. }), Stage::What) if reason.restoration.is_some() => {
                self.take_back().to_vec()
            }
            (Self::Wrong(Wrong { breach: Some(breach), .. }), _) => breach.pieces.clone(),
            (Self::Wrong(Wrong { reason, .. }), stage) => match &reason.explanation.because[..] {
                // The first stage does not give away the only wrong decision.
                [_] if stage == Stage::Where => Vec::new(),
                because => because.to_vec(),
            },
        }
    }

    /// True if the hint is a step about a cell, not about groups.
    fn is_about_cells(&self) -> bool {
        let Self::Step(step) = self else { return false };
        step.technique >= Technique::Uniqueness
    }

    /// True if the first stage points at groups.
    pub fn begins_with_groups(&self) -> bool {
        matches!(self, Self::Step(_)) && !self.is_about_cells()
    }

    /// The decisions to take back.
    pub fn take_back(&self) -> &[Cell] {
        match self {
            Self::Wrong(wrong) => {
                wrong.reason.restoration.as_ref().map_or(&[], |found| &found.best().take_back)
            }
            Self::Step(_) => &[],
        }
    }

    /// True if the hint proposes an action: a step, or decisions to take back.
    pub fn can_be_done(&self) -> bool {
        matches!(self, Self::Step(_)) || !self.take_back().is_empty()
    }

    /// The text of a stage, as a sentence.
    pub fn in_words(&self, stage: Stage, rules: &Rules, names: GroupNames<'_>) -> String {
        match self {
            Self::Step(step) => match stage {
                Stage::Where if self.is_about_cells() => {
                    format!("look at {}", cells(&self.cells(stage)))
                }
                Stage::Where => {
                    let groups = self.groups().map(|group| group_in_words(group, names));
                    let groups: Vec<_> = groups.collect();
                    format!("look at {}", ListInWords(&groups))
                }
                Stage::Why => {
                    let (settled, reason) =
                        (cells(&self.cells(stage)), step.reason(rules, NAMED, names));
                    format!("look at {settled}: {reason}")
                }
                Stage::What => step.in_words(rules, NAMED, names),
            },
            Self::Wrong(wrong) => self.in_words_of_wrong(wrong, stage, (rules, names)),
        }
    }

    fn in_words_of_wrong(
        &self,
        mistake: &Wrong,
        stage: Stage,
        (rules, names): (&Rules, GroupNames<'_>),
    ) -> String {
        let Wrong {
            reason: Reason { explanation, restoration, interrupted },
            breach,
            pieces,
            proof,
        } = mistake;
        let group = breach.as_ref().and_then(|breach| breach.group);
        let why = || match (breach, proof) {
            (Some(breach), _) => in_words_of_breach(breach, rules, names),
            (None, Some(step)) => step.reason(rules, NAMED, names),
            (None, None) => {
                let beside = explanation.added_rules_in_words(NAMED, names);
                let beside =
                    beside.map_or_else(String::new, |rules| format!(", together with {rules}"));
                format!("no solution remains {}{beside}", explanation.in_words(NAMED, names))
            }
        };
        match stage {
            Stage::Where => match (group, &self.cells(stage)[..]) {
                (Some(group), _) => format!("something is wrong: look at {}", whole(group, names)),
                (None, []) if !explanation.because.is_empty() => {
                    "something is wrong: a single decision leaves no solution".to_owned()
                }
                (None, []) => "no solution remains".to_owned(),
                (None, shown) => format!("something is wrong: look at {}", cells(shown)),
            },
            Stage::Why => {
                let look = proof.as_ref().map(|_| format!("look at {}: ", cells(self.take_back())));
                look.unwrap_or_default() + &why()
            }
            Stage::What => match restoration {
                Some(found) => {
                    let several =
                        if found.one_of_several() { " (one of several ways)" } else { "" };
                    let take_back = found.best().take_back.iter();
                    let (placed, crossed): (Vec<Cell>, Vec<Cell>) =
                        take_back.partition(|cell| pieces.contains(cell));
                    let cross_words = match rules.known_puzzle() {
                        Some(_) => ("cross", "crosses"),
                        None => ("exclusion", "exclusions"),
                    };
                    let piece = piece_word(rules);
                    let pieces = on_cells((piece, &format!("{piece}s")), &placed);
                    let wrong = [pieces, on_cells(cross_words, &crossed)];
                    let wrong: Vec<_> = wrong.into_iter().flatten().collect();
                    let wrong = ListInWords(&wrong);
                    format!("take back {wrong}{several}: {}", why())
                }
                None if interrupted.is_some() => "what to take back is not known".to_owned(),
                None => "taking back decisions cannot help".to_owned(),
            },
        }
    }

    /// The assumption that the hint refutes, or the wrong decision; `None` if the hint has no contradiction.
    pub fn refuted(&self) -> Option<&Refutation> {
        match self {
            Self::Step(step) => step.refuted.as_ref(),
            Self::Wrong(Wrong { proof, .. }) => proof.as_ref()?.refuted.as_ref(),
        }
    }

    /// The steps that refute an assumption, one sentence each, for the last stage of a contradiction.
    pub fn refutation(&self, rules: &Rules, names: GroupNames<'_>) -> Vec<String> {
        let Some(refuted) = self.refuted() else { return Vec::new() };
        refuted.then.iter().map(|step| step.in_words(rules, NAMED, names)).collect()
    }
}

/// Cells by name, at most [`NAMED`], in words.
fn cells(cells: &[Cell]) -> String {
    cells_in_words(cells, NAMED)
}

/// Decisions of one kind by their cells, such as `the stars on a1 and b3`; `None` without cells.
fn on_cells((one, several): (&str, &str), on: &[Cell]) -> Option<String> {
    let word = if on.len() == 1 { one } else { several };
    (!on.is_empty()).then(|| format!("the {word} on {}", cells(on)))
}

/// A breach in words.
fn in_words_of_breach(breach: &Breach, rules: &Rules, names: GroupNames<'_>) -> String {
    let whole = |group| whole(group, names);
    match breach.group {
        None => format!(
            "{} {}",
            cells(&breach.pieces),
            rules.clash_in_words(breach.pieces[0], breach.pieces[1])
        ),
        Some(group) if breach.lacks_room => format!("{} has too little room left", whole(group)),
        Some(group) => {
            let (whole, piece) = (whole(group), piece_word(rules));
            format!("{whole} has too many {piece}s, on {}", cells(&breach.pieces))
        }
    }
}

/// The group as the subject of a sentence.
fn whole(group: GroupId, names: GroupNames<'_>) -> String {
    match group {
        GroupId::Pieces(_) => "the board".to_owned(),
        GroupId::Row(_) | GroupId::Column(_) | GroupId::Region(_) | GroupId::Around(..) => {
            names(group)
        }
    }
}

impl Session {
    /// Performs the action of a hint as one undo step. Returns false if nothing changes.
    pub fn follow(&mut self, hint: &Hint) -> bool {
        let changes: Vec<_> = match hint {
            Hint::Step(step) => step.settles().map(|(cell, value)| (cell, Some(value))).collect(),
            Hint::Wrong(_) => hint.take_back().iter().map(|&cell| (cell, None)).collect(),
        };
        self.change(|history| history.change(changes))
    }
}
