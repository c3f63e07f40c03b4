use std::collections::BTreeSet;
use std::fmt;

use itertools::Itertools;

use crate::engine::{Budget, Interrupted, Progress};
use crate::geometry::{Cell, CellSet};
use crate::problem::{Bounds, Family, Group, Problem, Requirement, Rules, Value};
use crate::session::reason::List;

/// The most lines taken together: more are hard to see at once.
const TOGETHER: usize = 3;

/// The most cells named in a sentence.
const NAMED: usize = 6;

/// A step that follows from the groups, the decisions and the attacked cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deduction {
    /// The cells that it settles, at least one.
    pub cells: Vec<Cell>,
    /// Their value.
    pub value: Value,
    /// Why it follows.
    pub ground: Ground,
}

/// Why a step follows. Groups are given by their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The group needs all its open cells.
    Needed(String),
    /// The group has all its pieces.
    Full(String),
    /// A piece there leaves the group too few cells.
    Starved(String),
    /// The open cells of the first groups lie within the second groups, which have no room for more.
    Within(Vec<String>, Vec<String>),
}

impl Ground {
    /// The rows, columns and regions that it names. The whole board is none of them.
    pub(super) fn groups(&self, rules: &Rules) -> Vec<Group> {
        let [first, second]: [&[String]; 2] = match self {
            Self::Needed(name) | Self::Full(name) | Self::Starved(name) => {
                [std::slice::from_ref(name), &[]]
            }
            Self::Within(inner, outer) => [inner, outer],
        };
        [Family::Rows, Family::Columns, Family::Regions]
            .into_iter()
            .flat_map(|family| {
                rules.groups_of(Requirement { family, bounds: bounds(rules, family) })
            })
            .filter(|group| first.iter().chain(second).any(|name| name == group.name()))
            .collect()
    }
}

/// A group with its open cells.
struct OpenGroup {
    name: String,
    /// Its cells that are neither decided nor attacked.
    open: Vec<Cell>,
    /// How many more pieces it needs.
    lacks: usize,
    /// How many more pieces it may have; `None` without a limit.
    room: Option<usize>,
}

impl Deduction {
    /// The simplest deduction; of the same kind, one about the fewest cells. `None` if there is none of
    /// these kinds, though something else may follow.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn simplest(problem: &Problem, budget: &Budget) -> Result<Option<Self>, Interrupted> {
        let sight = Sight::new(problem);
        let found = sight.needed().or_else(|| sight.full());
        let found = or_else(found, || sight.within(1, budget))?;
        let found = or_else(found, || sight.starved(problem, budget))?;
        (2..=TOGETHER)
            .try_fold(found, |found, number| or_else(found, || sight.within(number, budget)))
    }
}

fn or_else<T, E>(
    found: Option<T>,
    other: impl FnOnce() -> Result<Option<T>, E>,
) -> Result<Option<T>, E> {
    if found.is_some() { Ok(found) } else { other() }
}

const FAMILIES: [Family; 4] = [Family::Rows, Family::Columns, Family::Regions, Family::Pieces];

/// The open cells of a position, in all and by group.
struct Sight {
    open: CellSet,
    /// The groups of each family. Those of one family have no cell in common.
    families: [Vec<OpenGroup>; FAMILIES.len()],
}

impl Sight {
    fn new(problem: &Problem) -> Self {
        let (rules, decisions) = (problem.rules(), problem.decisions());
        let attacked = rules.attacked_by(decisions.cells(Value::Placed));
        let undecided = rules.grid().standing().filter(|&cell| decisions.get(cell).is_none());
        let open = CellSet::from_cells(rules.size(), undecided.filter(|&c| !attacked.contains(c)));
        let lines = rules.required_lines();
        let [rows, columns] = lines.map(|lines| lines.iter().map(Option::is_some).collect_vec());
        let open_group = |family: Family, index: usize, group: &Group| {
            let Bounds { lower, upper } = group.bounds();
            let is_required = match family {
                Family::Rows => rows[index],
                Family::Columns => columns[index],
                Family::Regions | Family::Pieces => false,
            };
            let placed = |&&cell: &&Cell| decisions.get(cell) == Some(Value::Placed);
            let pieces = group.cells().iter().filter(placed).count();
            OpenGroup {
                name: group.name().to_owned(),
                open: group.cells().iter().copied().filter(|&cell| open.contains(cell)).collect(),
                lacks: (lower.max(is_required.into()) as usize).saturating_sub(pieces),
                room: upper.map(|upper| (upper as usize).saturating_sub(pieces)),
            }
        };
        let families = FAMILIES.map(|family| {
            let groups = rules.groups_of(Requirement { family, bounds: bounds(rules, family) });
            groups
                .iter()
                .enumerate()
                .map(|(index, group)| open_group(family, index, group))
                .collect()
        });
        Self { open, families }
    }

    fn groups(&self) -> impl Iterator<Item = &OpenGroup> {
        self.families.iter().flatten()
    }

    fn needed(&self) -> Option<Deduction> {
        let needed =
            self.groups().filter(|group| group.lacks > 0 && group.open.len() == group.lacks);
        needed.min_by_key(|group| group.lacks).map(|group| Deduction {
            cells: group.open.clone(),
            value: Value::Placed,
            ground: Ground::Needed(group.name.clone()),
        })
    }

    fn full(&self) -> Option<Deduction> {
        let full = self.groups().find(|group| group.room == Some(0) && !group.open.is_empty());
        full.map(|group| Deduction {
            cells: group.open.clone(),
            value: Value::Excluded,
            ground: Ground::Full(group.name.clone()),
        })
    }

    fn starved(
        &self,
        problem: &Problem,
        budget: &Budget,
    ) -> Result<Option<Deduction>, Interrupted> {
        let (rules, size) = (problem.rules(), problem.rules().size());
        let mut groups: Vec<_> = self.groups().filter(|group| group.lacks > 0).collect();
        groups.sort_by_key(|group| group.open.len());
        // How many cells of a group a piece on each cell takes from it.
        let mut taken = vec![0; size.cells()];
        for group in groups {
            budget.check(Progress::default())?;
            taken.fill(0);
            for &cell in &group.open {
                rules.board_rule(cell).for_each(|attacker| taken[size.index(attacker)] += 1);
            }
            let left = |cell: &Cell| group.open.len() - taken[size.index(*cell)];
            let cells: Vec<_> = self.open.iter().filter(|cell| left(cell) < group.lacks).collect();
            if !cells.is_empty() {
                let ground = Ground::Starved(group.name.clone());
                return Ok(Some(Deduction { cells, value: Value::Excluded, ground }));
            }
        }
        Ok(None)
    }

    /// A deduction from `number` groups of one family whose open cells lie within groups of another, which
    /// have no room for more than the first lack.
    fn within(&self, number: usize, budget: &Budget) -> Result<Option<Deduction>, Interrupted> {
        let families = self.families.iter().permutations(2);
        let pairs = families.map(|pair| (pair[0].as_slice(), pair[1].as_slice()));
        for (inner, outer) in pairs {
            for chosen in self.narrow(inner, outer).iter().combinations(number) {
                budget.check(Progress::default())?;
                let around: BTreeSet<_> = chosen.iter().flat_map(|(_, touched)| touched).collect();
                let around = around.into_iter().map(|&index| &outer[index]).collect_vec();
                let chosen = chosen.into_iter().map(|(group, _)| *group).collect_vec();
                let room: Option<usize> = around.iter().map(|group| group.room).sum();
                if room == Some(chosen.iter().map(|group| group.lacks).sum())
                    && let Some(found) = others(&chosen, &around)
                {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    /// The groups that need pieces and whose open cells lie within at most [`TOGETHER`] groups of another
    /// family, with the indices of these.
    fn narrow<'a>(
        &self,
        inner: &'a [OpenGroup],
        outer: &[OpenGroup],
    ) -> Vec<(&'a OpenGroup, BTreeSet<usize>)> {
        let size = self.open.size();
        let mut home = vec![None; size.cells()];
        for (index, group) in outer.iter().enumerate() {
            group.open.iter().for_each(|&cell| home[size.index(cell)] = Some(index));
        }
        let touched = |group: &OpenGroup| -> Option<BTreeSet<usize>> {
            group.open.iter().map(|&cell| home[size.index(cell)]).collect()
        };
        (inner.iter().filter(|group| group.lacks > 0))
            .filter_map(|group| Some((group, touched(group)?)))
            .filter(|(_, touched)| touched.len() <= TOGETHER)
            .collect()
    }
}

/// The bounds that all requirements set on a family, and that a piece with the rook move stands at most
/// once on a line.
fn bounds(rules: &Rules, family: Family) -> Bounds {
    let line = matches!(family, Family::Rows | Family::Columns);
    let alone = (line && rules.piece().has_rook_move()).then_some(1);
    let required = rules.requirements().iter().filter(|requirement| requirement.family == family);
    required.fold(Bounds { lower: 0, upper: alone }, |bounds, requirement| Bounds {
        lower: bounds.lower.max(requirement.bounds.lower),
        upper: bounds.upper.into_iter().chain(requirement.bounds.upper).min(),
    })
}

/// The open cells of the groups around that are not in the chosen ones are impossible, if there are any.
fn others(chosen: &[&OpenGroup], around: &[&OpenGroup]) -> Option<Deduction> {
    let own = |cell: &&Cell| chosen.iter().any(|group| group.open.contains(cell));
    let others = around.iter().flat_map(|group| &group.open).filter(|cell| !own(cell));
    let cells = others.copied().sorted_unstable().collect_vec();
    let names = |groups: &[&OpenGroup]| groups.iter().map(|group| group.name.clone()).collect();
    let ground = Ground::Within(names(chosen), names(around));
    (!cells.is_empty()).then_some(Deduction { cells, value: Value::Excluded, ground })
}

impl fmt::Display for Deduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut named = self.cells.iter().take(NAMED).map(Cell::to_string).collect_vec();
        if self.cells.len() > NAMED {
            named.push(format!("{} more", self.cells.len() - NAMED));
        }
        let verb = if self.cells.len() == 1 { "is" } else { "are" };
        let state = match self.value {
            Value::Placed => "forced",
            Value::Excluded => "impossible",
        };
        write!(f, "{} {verb} {state}: {}", List(&named), self.ground)
    }
}

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Needed(group) => write!(f, "{group} has no other cell left"),
            Self::Full(group) => write!(f, "{group} has all its pieces"),
            Self::Starved(group) => write!(f, "a piece there leaves {group} too few cells"),
            Self::Within(inner, outer) => {
                let verb = if inner.len() == 1 { "needs" } else { "need" };
                write!(f, "{} {verb} all the room in {}", List(inner), List(outer))
            }
        }
    }
}
