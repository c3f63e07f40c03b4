//! Reads the nodes of a BDD or ZDD from the row diagram one by one, without building the others.

use std::ops::AddAssign;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use indexmap::IndexSet;
use num_bigint::BigUint;
use num_traits::Zero;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::access::NodeAccess;
use super::{DiagramKind, NodeCounts, SmallNode, Target};
use crate::bdd::{Branch, Diagram, DiagramStep, OrientedNode, Ranking, SumTable, Variable};
use crate::budget::{Answer, Budget, Phase, Progress};
use geometry::Cell;
use problem::Decisions;

/// Number of nodes of the row diagram that are read between two checks of the budget.
const NODES_BETWEEN_CHECKS: usize = 1 << 12;

/// The nodes of the BDD or ZDD that is equivalent to a row diagram. A node gets its index when it is read first.
#[derive(Debug)]
pub struct NodeReader {
    diagram: Arc<Diagram>,
    kind: DiagramKind,
    /// For each variable, true if it is true in every solution.
    is_fixed: Vec<bool>,
    /// For each variable, true if its cell is decided. Decided cells have no nodes.
    is_decided: Vec<bool>,
    /// The number of solutions below each node of the row diagram.
    below: Arc<dyn SumTable<BigUint>>,
    total: BigUint,
    places: Mutex<IndexSet<Place, FxBuildHasher>>,
}

/// A place on a path through the variables. Two paths that are at the same place continue in the same ways.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Place {
    /// The next variable.
    variable: usize,
    /// The step that decides next.
    step: usize,
    at: Reached,
}

/// The node or terminal that the path has reached.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Reached {
    /// A node of the row diagram, before the variables of its step.
    Node(OrientedNode),
    /// The branches that are left of a node of the row diagram.
    Rest(SmallVec<[Branch; 8]>),
}

impl NodeReader {
    /// Prepares to read the nodes of a diagram whose decisions are `decisions`. Takes one pass over the diagram.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn new(
        diagram: &Arc<Diagram>,
        decisions: &Decisions,
        kind: DiagramKind,
        budget: &Budget,
    ) -> Answer<Self> {
        let ranking = Ranking::new(Arc::clone(diagram), budget)?;
        let variables = (0..diagram.order.len()).map(Variable::from_index);
        let is_fixed = variables.clone().map(|it| diagram.fixed.binary_search(&it).is_ok());
        let is_decided = variables.map(|it| decisions.get(diagram.order.cell(it)).is_some());
        Ok(Self {
            diagram: Arc::clone(diagram),
            kind,
            is_fixed: is_fixed.collect(),
            is_decided: is_decided.collect(),
            below: Arc::clone(ranking.below()),
            total: ranking.total(),
            places: Mutex::default(),
        })
    }

    fn lock_places(&self) -> MutexGuard<'_, IndexSet<Place, FxBuildHasher>> {
        // A poisoned lock is usable: each change is one insertion.
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn place(&self, node: usize) -> Place {
        self.lock_places()[node].clone()
    }

    fn target(&self, place: Option<Place>) -> Target {
        match place.map(|place| self.settled(place)) {
            None => Target::False,
            Some(None) => Target::True,
            Some(Some(place)) => Target::Node(self.lock_places().insert_full(place).0),
        }
    }

    /// The variable that a branch of a step decides.
    fn variable_of(step: &DiagramStep, branch: &Branch) -> usize {
        step.variables[usize::from(branch.index.unwrap_or_default())].index()
    }

    /// The first place from `place` on that is a node; `None` for the terminal 1.
    fn settled(&self, mut place: Place) -> Option<Place> {
        while place.variable < self.is_fixed.len() {
            if let Reached::Node(node) = place.at
                && place.step < self.diagram.steps.len()
                && place.variable >= self.diagram.span(place.step).start
            {
                let mut branches = Vec::new();
                self.diagram.branches(place.step, node, &mut branches);
                place.at = Reached::Rest(branches.into());
            }
            let is_decided = self.is_decided[place.variable];
            place = match self.edges(&place) {
                [Some(low), None] if is_decided || self.kind == DiagramKind::Zdd => low,
                [None, Some(high)] if is_decided => high,
                [Some(low), Some(high)] if low == high && self.kind == DiagramKind::Bdd => low,
                _ => return Some(place),
            };
        }
        None
    }

    /// The places after a place without and with a piece; `None` if no solution follows.
    fn edges(&self, Place { variable, step, at }: &Place) -> [Option<Place>; 2] {
        let after = |step, at| Some(Place { variable: variable + 1, step, at });
        if let Reached::Rest(branches) = at {
            let of = &self.diagram.steps[*step];
            let first = &branches[0];
            let node = |branch: &Branch| after(step + 1, Reached::Node(branch.to));
            if Self::variable_of(of, first) == *variable {
                let has_piece = first.index.is_some();
                let rest = &branches[usize::from(has_piece)..];
                let low = match rest.first() {
                    Some(_) if of.must_place => after(*step, Reached::Rest(rest.into())),
                    without => without.and_then(node),
                };
                return [low, if has_piece { node(first) } else { None }];
            }
        }
        let next = after(*step, at.clone());
        if self.is_fixed[*variable] { [None, next] } else { [next, None] }
    }

    /// Calls `each` for each node of the row diagram before a step in each orientation, with its branches.
    fn for_each_node(
        &self,
        step: usize,
        budget: &Budget,
        mut each: impl FnMut(OrientedNode, &[Branch]),
    ) -> Answer<()> {
        let (phase, steps) = (Phase::Asking, self.diagram.steps.len());
        let progress = Progress { phase, done: step, steps, ..Progress::default() };
        let mut number = 0;
        for (index, group) in self.diagram.levels[step].iter().enumerate() {
            for is_mirrored in [false, true].into_iter().take(self.diagram.orientations()) {
                let mut oriented = OrientedNode { group: index as u32, node: 0, is_mirrored };
                self.diagram.for_each_list(step, index, is_mirrored, |branches| {
                    let is_palindrome =
                        group.is_own_image && group.palindromes[oriented.node as usize];
                    if !(is_mirrored && is_palindrome) {
                        each(oriented, branches);
                    }
                    oriented.node += 1;
                    number += 1;
                    if number % NODES_BETWEEN_CHECKS == 0 {
                        budget.check(progress)?;
                    }
                    Ok(())
                })?;
            }
        }
        budget.check(progress)
    }

    /// The branches of a node of the row diagram that lead to `place` before its variable: for each, the branch's index in
    /// the list. For a rest at the beginning of the node, the length of the list before it is 0.
    fn arrivals<'a>(
        of: &'a DiagramStep,
        place: &'a Place,
        branches: &'a [Branch],
    ) -> impl Iterator<Item = usize> + 'a {
        let rest = match &place.at {
            Reached::Rest(rest) if branches.ends_with(rest) => Some(branches.len() - rest.len()),
            Reached::Rest(_) | Reached::Node(_) => None,
        };
        let before_rest = rest.into_iter().filter_map(|length| length.checked_sub(1));
        let to = (0..branches.len()).filter(|&at| Reached::Node(branches[at].to) == place.at);
        before_rest.chain(to).filter(|&at| Self::variable_of(of, &branches[at]) < place.variable)
    }

    /// The step whose nodes lead to a place; `None` if no path before the place has a choice.
    fn step_before(place: &Place) -> Option<usize> {
        match place.at {
            Reached::Rest(_) => Some(place.step),
            Reached::Node(_) => place.step.checked_sub(1),
        }
    }

    /// The places that are nodes with an edge to the node at `place`.
    fn parents_of(&self, place: &Place, budget: &Budget) -> Answer<IndexSet<Place>> {
        let mut found = IndexSet::new();
        let mut open = vec![place.clone()];
        while let Some(place) = open.pop() {
            // The places with a branch to this place, and the node of the row diagram whose list is the rest.
            let (mut sources, mut whole) = (IndexSet::new(), None);
            let step = Self::step_before(&place);
            if let Some(step) = step {
                let of = &self.diagram.steps[step];
                self.for_each_node(step, budget, |node, branches| {
                    if matches!(&place.at, Reached::Rest(rest) if rest[..] == *branches) {
                        whole = Some((node, step, self.diagram.span(step).start));
                    }
                    for at in Self::arrivals(of, &place, branches) {
                        let rest = if of.must_place { &branches[at..] } else { branches };
                        let variable = Self::variable_of(of, &branches[at]);
                        sources.insert(Place { variable, step, at: Reached::Rest(rest.into()) });
                    }
                })?;
            }
            // Without a previous step, all variables before the place have one value.
            let first = if step.is_none() { Some(0) } else { whole.map(|(.., first)| first) };
            let first = sources.iter().map(|it| it.variable + 1).chain(first).min();
            let mut is_passed = true;
            for variable in (first.unwrap_or(place.variable)..=place.variable).rev() {
                if variable < place.variable {
                    // Between the branch and the place, the path passes each variable.
                    let here = Place { variable, ..place.clone() };
                    is_passed = self.settled(here.clone()).as_ref() != Some(&here);
                    if !is_passed {
                        found.insert(here);
                        break;
                    }
                }
                for source in sources.iter().filter(|it| it.variable + 1 == variable) {
                    if self.settled(source.clone()).as_ref() == Some(source) {
                        found.insert(source.clone());
                    } else {
                        open.push(source.clone());
                    }
                }
            }
            if let Some((node, step, variable)) = whole.filter(|_| is_passed) {
                open.push(Place { variable, step, at: Reached::Node(node) });
            }
        }
        Ok(found)
    }

    /// The number of paths from the root to each of `places`. Takes one pass down to the last of them.
    fn paths_above<V>(&self, places: &[Place], budget: &Budget) -> Answer<Vec<BigUint>>
    where
        V: Clone + Zero + From<u8> + Into<BigUint> + for<'a> AddAssign<&'a V>,
    {
        let one_path = |place: &Place| {
            if Self::step_before(place).is_none() { V::from(1) } else { V::zero() }
        };
        let mut paths: Vec<V> = places.iter().map(one_path).collect();
        let zeros = |level: usize| -> Vec<Vec<[V; 2]>> {
            let groups = self.diagram.levels[level].iter();
            groups.map(|group| vec![[V::zero(), V::zero()]; group.len]).collect()
        };
        let mut above = zeros(0);
        above[0][0][0] = V::from(1);
        for step in 0..=places.iter().filter_map(Self::step_before).max().unwrap_or(0) {
            let Some(of) = self.diagram.steps.get(step) else { break };
            let mut next = zeros(step + 1);
            let here = || (0..).zip(places).filter(|(_, it)| Self::step_before(it) == Some(step));
            let here: Vec<(usize, &Place)> = here().collect();
            self.for_each_node(step, budget, |node, branches| {
                let value = |node: OrientedNode| {
                    (node.group as usize, node.node as usize, usize::from(node.is_mirrored))
                };
                let (group, number, side) = value(node);
                let value_here = &above[group][number][side];
                // A BDD has no node whose edges lead to the same place.
                let is_skipped = self.kind == DiagramKind::Bdd
                    && !of.must_place
                    && matches!(branches, [one, other] if one.to == other.to);
                let taken = &branches[usize::from(is_skipped)..];
                for &(index, place) in &here {
                    let whole = matches!(&place.at, Reached::Rest(rest) if rest[..] == *branches);
                    let times = Self::arrivals(of, place, taken).count();
                    (0..times + usize::from(whole)).for_each(|_| paths[index] += value_here);
                }
                for branch in taken {
                    let (group, number, side) = value(branch.to);
                    next[group][number][side] += value_here;
                }
            })?;
            above = next;
        }
        Ok(paths.into_iter().map(Into::into).collect())
    }
}

impl NodeAccess for NodeReader {
    fn cells(&self) -> &[Cell] {
        self.diagram.order.cells()
    }

    fn root(&self) -> Target {
        let root = Place { variable: 0, step: 0, at: Reached::Node(OrientedNode::ROOT) };
        self.target(Some(root).filter(|_| !self.diagram.is_false()))
    }

    fn has(&self, node: usize) -> bool {
        node < self.lock_places().len()
    }

    fn node(&self, node: usize) -> SmallNode {
        let place = self.place(node);
        let [low, high] = self.edges(&place).map(|to| self.target(to));
        SmallNode { level: place.variable, low, high }
    }

    fn parents(&self, node: usize, budget: &Budget) -> Answer<Vec<(usize, bool)>> {
        let mut parents = Vec::new();
        for place in self.parents_of(&self.place(node), budget)? {
            let Target::Node(parent) = self.target(Some(place)) else { continue };
            let leads = |high: &bool| self.node(parent).target(*high) == Target::Node(node);
            parents.extend([false, true].into_iter().filter(leads).map(|high| (parent, high)));
        }
        Ok(parents)
    }

    fn counts(&self, nodes: &[usize], budget: &Budget) -> Answer<Vec<NodeCounts>> {
        if nodes.is_empty() {
            return Ok(Vec::new());
        }
        let places: Vec<Place> = nodes.iter().map(|&node| self.place(node)).collect();
        // Each path leads to a different solution.
        let above = if self.total.bits() <= u128::BITS.into() {
            self.paths_above::<u128>(&places, budget)?
        } else {
            self.paths_above::<BigUint>(&places, budget)?
        };
        let counts = |(place, paths_above): (&Place, BigUint)| {
            let solutions_below = match &place.at {
                Reached::Node(node) => self.below.below(place.step, *node),
                Reached::Rest(rest) => {
                    rest.iter().map(|branch| self.below.below(place.step + 1, branch.to)).sum()
                }
            };
            NodeCounts { solutions_below, paths_above }
        };
        Ok(places.iter().zip(above).map(counts).collect())
    }
}
