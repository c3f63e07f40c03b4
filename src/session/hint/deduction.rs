use std::collections::BTreeSet;
use std::fmt;

use itertools::Itertools;

use crate::engine::{Budget, Interrupted, Progress};
use crate::geometry::{Cell, CellSet};
use crate::problem::{Bounds, Family, Group, Problem, Requirement, Rules, Value};
use crate::session::reason::List;

/// So many lines are taken together at the most: more are hard to see at once.
const TOGETHER: usize = 3;

/// So many cells are named at the most.
const NAMED: usize = 6;

/// A step that follows from the groups and from what is seen on the board: decisions, and what placed
/// pieces attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deduction {
    /// The cells that are thereby settled, at least one.
    pub cells: Vec<Cell>,
    /// How.
    pub value: Value,
    /// Why.
    pub ground: Ground,
}

/// Why a step follows. Groups are told by their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The group needs all cells that are left to it.
    Needed(String),
    /// The group has all the pieces it may have.
    Full(String),
    /// A piece there leaves the group too few cells.
    Starved(String),
    /// All cells left to some groups lie within others, which have no room for more.
    Within(Vec<String>, Vec<String>),
}

/// A group as it is seen.
struct Seen {
    name: String,
    /// Its cells that are neither decided nor attacked.
    open: Vec<Cell>,
    /// How many pieces it needs besides those it has.
    lacks: usize,
    /// How many more pieces it may have, where there is a limit.
    room: Option<usize>,
}

impl Deduction {
    /// The simplest one; of those alike the one that needs a look at the fewest cells. `None` if there
    /// is none of these kinds, which does not mean that nothing follows.
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

/// What can be seen on the board.
struct Sight {
    open: CellSet,
    /// Groups that have no cell in common, for each family.
    families: [Vec<Seen>; FAMILIES.len()],
}

impl Sight {
    fn new(problem: &Problem) -> Self {
        let (rules, decisions) = (problem.rules(), problem.decisions());
        let attacked = rules.attacked_by(decisions.cells(Value::Placed));
        let undecided = rules.grid().standing().filter(|&cell| decisions.get(cell).is_none());
        let open = CellSet::from_cells(rules.size(), undecided.filter(|&c| !attacked.contains(c)));
        let lines = rules.required_lines();
        let [rows, columns] = lines.map(|lines| lines.iter().map(Option::is_some).collect_vec());
        let seen = |family: Family, place: usize, group: &Group| {
            let Bounds { lower, upper } = group.bounds();
            let is_required = match family {
                Family::Rows => rows[place],
                Family::Columns => columns[place],
                Family::Regions | Family::Pieces => false,
            };
            let placed = |&&cell: &&Cell| decisions.get(cell) == Some(Value::Placed);
            let pieces = group.cells().iter().filter(placed).count();
            Seen {
                name: group.name().to_owned(),
                open: group.cells().iter().copied().filter(|&cell| open.contains(cell)).collect(),
                lacks: (lower.max(is_required.into()) as usize).saturating_sub(pieces),
                room: upper.map(|upper| (upper as usize).saturating_sub(pieces)),
            }
        };
        let families = FAMILIES.map(|family| {
            let groups = rules.groups_of(Requirement { family, bounds: bounds(rules, family) });
            groups.iter().enumerate().map(|(place, group)| seen(family, place, group)).collect()
        });
        Self { open, families }
    }

    fn groups(&self) -> impl Iterator<Item = &Seen> {
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

    /// So many groups of one family whose cells lie within groups of another that have no room for
    /// more than they lack.
    fn within(&self, number: usize, budget: &Budget) -> Result<Option<Deduction>, Interrupted> {
        let families = self.families.iter().permutations(2);
        let pairs = families.map(|pair| (pair[0].as_slice(), pair[1].as_slice()));
        for (inner, outer) in pairs {
            for chosen in self.narrow(inner, outer).iter().combinations(number) {
                budget.check(Progress::default())?;
                let around: BTreeSet<_> = chosen.iter().flat_map(|(_, touched)| touched).collect();
                let around = around.into_iter().map(|&place| &outer[place]).collect_vec();
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

    /// The groups that need pieces and whose cells lie within few groups of another family, and which
    /// those are.
    fn narrow<'a>(&self, inner: &'a [Seen], outer: &[Seen]) -> Vec<(&'a Seen, BTreeSet<usize>)> {
        let size = self.open.size();
        let mut home = vec![None; size.cells()];
        for (place, group) in outer.iter().enumerate() {
            group.open.iter().for_each(|&cell| home[size.index(cell)] = Some(place));
        }
        let touched = |group: &Seen| -> Option<BTreeSet<usize>> {
            group.open.iter().map(|&cell| home[size.index(cell)]).collect()
        };
        (inner.iter().filter(|group| group.lacks > 0))
            .filter_map(|group| Some((group, touched(group)?)))
            .filter(|(_, touched)| touched.len() <= TOGETHER)
            .collect()
    }
}

/// All that the requirements say of this family, and that a piece with the rook move fills at most one
/// cell of a line.
fn bounds(rules: &Rules, family: Family) -> Bounds {
    let line = matches!(family, Family::Rows | Family::Columns);
    let alone = (line && rules.piece().has_rook_move()).then_some(1);
    let required = rules.requirements().iter().filter(|requirement| requirement.family == family);
    required.fold(Bounds { lower: 0, upper: alone }, |bounds, requirement| Bounds {
        lower: bounds.lower.max(requirement.bounds.lower),
        upper: bounds.upper.into_iter().chain(requirement.bounds.upper).min(),
    })
}

/// All cells of some groups that are not in the chosen ones are impossible, if there are any.
fn others(chosen: &[&Seen], around: &[&Seen]) -> Option<Deduction> {
    let own = |cell: &&Cell| chosen.iter().any(|group| group.open.contains(cell));
    let others = around.iter().flat_map(|group| &group.open).filter(|cell| !own(cell));
    let cells = others.copied().sorted_unstable().collect_vec();
    let names = |groups: &[&Seen]| groups.iter().map(|group| group.name.clone()).collect();
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
