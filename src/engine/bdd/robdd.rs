//! The reduced ordered BDD that a diagram stands for, node by node.
//!
//! Before a step's piece a node of the BDD is a *rest* of a list of branches, those with the piece on this
//! variable or a later one; after it, a node of the next level that waits for the end of the step. Variables
//! that are the same in every solution have a node for each of these. So rests and nodes that wait have
//! *chains* of nodes, one for each variable until the next choice.

use std::ops::Range;

use biodivine_lib_bdd::{Bdd, BddNode, BddPointer, BddVariable};

use super::chains::{Chains, Run};
use super::diagram::{Branch, Diagram, Visit};
use super::list;
use super::monitor::Monitor;
use super::order::Variable;
use super::parallel::{parallel, threads_for};
use super::rests::NOTHING;
use crate::engine::{Budget, Interrupted, Phase, Progress};

/// A diagram has more variables than the BDD library supports.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} variables are more than a BDD of the library can have ({MAX_VARIABLES})")]
pub struct TooManyVariables(usize);

impl TooManyVariables {
    /// The number of variables in the library's type.
    ///
    /// # Errors
    /// When they are too many.
    pub fn check(variables: usize) -> Result<u16, Self> {
        u16::try_from(variables)
            .ok()
            .filter(|&variables| usize::from(variables) <= MAX_VARIABLES)
            .ok_or(Self(variables))
    }
}

/// The most variables that the library supports.
pub const MAX_VARIABLES: usize = 65_533;

/// An inner node of a reduced ordered BDD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InnerNode {
    /// Its number, counted from 2: 0 and 1 are the terminals.
    pub id: u32,
    /// The variable that it decides.
    pub variable: Variable,
    /// The number of the node without a piece.
    pub low: u32,
    /// The number of the node with a piece.
    pub high: u32,
}

impl Diagram {
    /// The reduced ordered BDD, its nodes in the order of the library's binary operations, so that
    /// `==` tells whether two are the same.
    ///
    /// # Errors
    /// When there are more variables than the library takes.
    ///
    /// # Panics
    /// When the BDD has 2³² nodes or more.
    pub fn to_bdd(&self) -> Result<Bdd, TooManyVariables> {
        let variables = TooManyVariables::check(self.order.len())?;
        let mut nodes = Vec::with_capacity(self.bdd_nodes());
        nodes.push(BddNode::mk_zero(variables));
        if !self.is_false() {
            nodes.push(BddNode::mk_one(variables));
        }
        let pointer = |number: u32| BddPointer::from_index(number as usize);
        let push = |node: InnerNode| {
            let variable = BddVariable::from_index(node.variable.index());
            nodes.push(BddNode::mk_node(variable, pointer(node.low), pointer(node.high)));
            Ok::<(), Interrupted>(())
        };
        let budget = Budget::new(usize::MAX);
        let all = self.nodes_of_bdd(&budget).and_then(|all| all.for_each(push));
        all.expect("there are no limits");
        Ok(Bdd::from_nodes(&nodes).expect("children come before parents"))
    }

    /// The index of a variable from which on a node of the BDD and its complement may both be nodes. Before it
    /// nothing without a piece in a later row, or with a wrong value of a later variable that is the same in
    /// every solution, is a solution; so both would be false there.
    #[must_use]
    pub fn complements_from(&self) -> usize {
        let mut is_settled = vec![true; self.order.len()];
        let mut from = 0;
        for step in &self.steps {
            step.variables.iter().for_each(|variable| is_settled[variable.index()] = false);
            if let Some(first) = step.variables.first().filter(|_| step.must_place) {
                from = from.max(first.index() + 1);
            }
        }
        from.max(is_settled.iter().rposition(|&settled| settled).map_or(0, |last| last + 1))
    }

    /// Prepares to go through the nodes of the reduced ordered BDD, which is not built. Memory is taken for each
    /// rest of a row, not for each node.
    ///
    /// # Errors
    /// When the budget ends first.
    ///
    /// # Panics
    /// When the diagram has more variables than the library takes.
    pub fn nodes_of_bdd<'a>(&'a self, budget: &'a Budget) -> Result<BddNodes<'a>, Interrupted> {
        TooManyVariables::check(self.order.len()).expect("few variables");
        let mut is_fixed = vec![false; self.order.len()];
        self.fixed.iter().for_each(|variable| is_fixed[variable.index()] = true);
        let nodes =
            BddNodes { diagram: self, numbering: Numbering::new(self, budget)?, is_fixed, budget };
        let memory = nodes.memory() + nodes.chains().iter().sum::<usize>() * size_of::<Run>();
        budget.check(Progress { phase: Phase::Writing, memory, ..Progress::default() })?;
        Ok(nodes)
    }
}

/// The inner nodes of a diagram's reduced ordered BDD, made one after the other.
#[derive(Debug)]
pub struct BddNodes<'a> {
    diagram: &'a Diagram,
    numbering: Numbering,
    /// For each variable whether it is true in every solution.
    is_fixed: Vec<bool>,
    budget: &'a Budget,
}

impl BddNodes<'_> {
    /// Calls `each` for the nodes in the order of the library's binary operations: depth first, high child
    /// first, each after its children.
    ///
    /// # Errors
    /// When the budget ends first, or with the first error of `each`.
    ///
    /// # Panics
    /// When there are 2³² nodes or more.
    pub fn for_each<E: From<Interrupted>>(
        &self,
        each: impl FnMut(InnerNode) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.diagram.is_false() {
            return Ok(());
        }
        let mut walk = Walk {
            nodes: self,
            chains: self.chains().map(Chains::new),
            branches: Vec::new(),
            stack: Vec::new(),
            found: 2,
            held: self.memory(),
            each,
        };
        walk.run()
    }

    /// The number of chains by [`Kind`].
    fn chains(&self) -> [usize; 2] {
        [self.numbering.first.len(), self.numbering.next.len()]
    }

    /// The memory of the diagram and of what is known of its rests, in bytes.
    fn memory(&self) -> usize {
        self.diagram.memory() + self.numbering.memory()
    }
}

/// The rests of all lists of branches.
#[derive(Debug)]
struct Numbering {
    /// For each level the number of the first node of each group, counted over all levels.
    starts: Vec<Vec<usize>>,
    orientations: usize,
    /// The rest that is the whole list of each node in each orientation.
    first: Vec<u32>,
    /// The rest after each one's first branch.
    next: Vec<u32>,
}

impl Numbering {
    fn new(diagram: &Diagram, budget: &Budget) -> Result<Self, Interrupted> {
        let monitor = Monitor::new(budget);
        let orientations = diagram.orientations();
        let mut nodes = 0;
        let starts = diagram.levels.iter().map(|level| {
            let starts = level.iter().map(|group| {
                nodes += group.len;
                nodes - group.len
            });
            starts.collect()
        });
        let starts = starts.collect();
        let mut numbering = Self { starts, orientations, first: Vec::new(), next: Vec::new() };
        let held = diagram.memory();
        for (level, groups) in diagram.levels.iter().enumerate() {
            let nodes = groups.iter().map(|group| group.len).sum::<usize>();
            monitor.begin(Progress {
                phase: Phase::Asking,
                done: level,
                steps: diagram.levels.len(),
                memory: held + numbering.memory(),
                ..Progress::default()
            })?;
            if diagram.steps.get(level).is_none_or(|step| !step.must_place) {
                // A single variable has no rests but the whole lists.
                let lists = nodes * orientations;
                let from = numbering.next.len() as u32;
                numbering.first.extend(from..from + lists as u32);
                numbering.next.resize(numbering.next.len() + lists, NOTHING);
                continue;
            }
            let threads = threads_for(nodes, budget.threads());
            let parts = parallel(threads, groups.len(), |group| {
                let mut first = vec![NOTHING; groups[group].len * orientations];
                let mut next = Vec::new();
                diagram.for_each_rest(level, group, &monitor, |rest| {
                    if rest.is_new {
                        list::push(&mut next, rest.next);
                    }
                    // The last rest of a list that is told is the whole of it.
                    first[rest.list.node * orientations + rest.list.orientation] = rest.number;
                })?;
                Ok::<_, Interrupted>((first, next))
            });
            for part in parts {
                let (first, next) = part?;
                let from = numbering.next.len() as u32;
                let shifted = |rest: u32| if rest == NOTHING { NOTHING } else { rest + from };
                numbering.first.extend(first.into_iter().map(shifted));
                numbering.next.extend(next.into_iter().map(shifted));
            }
        }
        numbering.first.shrink_to_fit();
        numbering.next.shrink_to_fit();
        Ok(numbering)
    }

    /// The index of a node of a level in one orientation.
    fn index(&self, level: usize, visit: Visit) -> usize {
        let node = self.starts[level][visit.group as usize] + visit.node as usize;
        node * self.orientations + usize::from(visit.is_mirrored)
    }

    fn memory(&self) -> usize {
        (self.first.capacity() + self.next.capacity()) * size_of::<u32>()
    }
}

/// A node of the BDD that is looked for.
#[derive(Clone, Copy)]
enum Wanted {
    /// The terminal 0.
    False,
    /// Where a node of a level is reached, on a variable that is left to the step before or the first of its own.
    Node { level: usize, visit: Visit, variable: usize },
    /// A rest that begins on a variable, with the index of its first branch among those on the way.
    Rest { level: usize, rest: u32, variable: usize, branch: usize },
}

/// A chain of nodes on the way, to be made once what is below is known.
enum Frame {
    /// The nodes of a rest.
    Rest {
        level: usize,
        rest: u32,
        /// The variable that it is reached on.
        variable: usize,
        branch: usize,
        /// True if it is the whole list.
        is_whole: bool,
        /// The number of the node with a piece, once it is known.
        high: Option<u32>,
    },
    /// The nodes that wait for the end of a step.
    Waiting { index: usize, variables: Range<usize> },
}

/// What to do next.
enum Turn {
    Find(Wanted),
    /// The node that was looked for has this number.
    Found(u32),
}

/// The chains of nodes.
#[derive(Clone, Copy)]
enum Kind {
    /// Those that wait, for each node of a level in each orientation.
    Waiting,
    /// Those of rests.
    Rest,
}

/// Goes through the nodes of the BDD.
struct Walk<'a, F> {
    nodes: &'a BddNodes<'a>,
    /// By [`Kind`].
    chains: [Chains; 2],
    /// The branches of the nodes on the way.
    branches: Vec<Branch>,
    stack: Vec<Frame>,
    /// The nodes found so far, terminals included.
    found: u32,
    /// The memory of the diagram and of what is known of its rests, in bytes.
    held: usize,
    each: F,
}

/// The number of nodes between two looks at the budget.
const STRIDE: u32 = 1 << 14;

impl<E: From<Interrupted>, F: FnMut(InnerNode) -> Result<(), E>> Walk<'_, F> {
    fn run(&mut self) -> Result<(), E> {
        let mut turn = Turn::Find(Wanted::Node { level: 0, visit: Visit::ROOT, variable: 0 });
        loop {
            turn = match turn {
                Turn::Find(wanted) => self.find(wanted)?,
                Turn::Found(number) => match self.stack.pop() {
                    Some(frame) => self.resume(frame, number)?,
                    None => return Ok(()),
                },
            };
        }
    }

    fn find(&mut self, wanted: Wanted) -> Result<Turn, E> {
        match wanted {
            Wanted::False => Ok(Turn::Found(0)),
            Wanted::Node { level, visit, variable } => {
                let first = self.nodes.diagram.span(level).start;
                let index = self.nodes.numbering.index(level, visit);
                if variable < first {
                    if let Some(number) = self.known(Kind::Waiting, index, variable)? {
                        return Ok(Turn::Found(number));
                    }
                    self.stack.push(Frame::Waiting { index, variables: variable..first });
                    return Ok(Turn::Find(Wanted::Node { level, visit, variable: first }));
                }
                let rest = self.nodes.numbering.first[index];
                if let Some(number) = self.known(Kind::Rest, rest as usize, variable)? {
                    return Ok(Turn::Found(number));
                }
                let branch = self.branches.len();
                if level < self.nodes.diagram.steps.len() {
                    self.nodes.diagram.branches(level, visit, &mut self.branches);
                }
                self.begin(level, rest, variable, branch, true)
            }
            Wanted::Rest { level, rest, variable, branch } => {
                match self.known(Kind::Rest, rest as usize, variable)? {
                    Some(number) => Ok(Turn::Found(number)),
                    None => self.begin(level, rest, variable, branch, false),
                }
            }
        }
    }

    /// Begins with a rest that has no nodes yet.
    fn begin(
        &mut self,
        level: usize,
        rest: u32,
        variable: usize,
        branch: usize,
        is_whole: bool,
    ) -> Result<Turn, E> {
        if level == self.nodes.diagram.steps.len() {
            // After the last step: only variables that are the same in every solution are left.
            let variables = variable..self.nodes.diagram.order.len();
            return self.chain(Kind::Rest, rest as usize, variables, 1).map(Turn::Found);
        }
        let high = self.high(level, branch);
        self.stack.push(Frame::Rest { level, rest, variable, branch, is_whole, high: None });
        Ok(Turn::Find(high))
    }

    /// The node with a piece on the variable of a rest.
    fn high(&self, level: usize, branch: usize) -> Wanted {
        let to = self.branches[branch];
        match to.index {
            Some(_) => self.after(level, to),
            None => Wanted::False,
        }
    }

    /// The node without a piece on the variable of a rest.
    fn low(&self, level: usize, rest: u32, branch: usize) -> Wanted {
        let step = &self.nodes.diagram.steps[level];
        if step.must_place {
            let rest = self.nodes.numbering.next[rest as usize];
            let variable = self.own(level, self.branches[branch]) + 1;
            return match rest {
                NOTHING => Wanted::False,
                _ => Wanted::Rest { level, rest, variable, branch: branch + 1 },
            };
        }
        let without = self.branches[branch..].iter().find(|branch| branch.index.is_none());
        without.map_or(Wanted::False, |&without| self.after(level, without))
    }

    /// Where a step's arc leads: to a node that waits for the end of the step.
    fn after(&self, level: usize, branch: Branch) -> Wanted {
        let variable = self.own(level, branch) + 1;
        Wanted::Node { level: level + 1, visit: branch.to, variable }
    }

    /// The variable that a branch decides.
    fn own(&self, level: usize, branch: Branch) -> usize {
        self.nodes.diagram.steps[level].variables[branch.index.unwrap_or_default() as usize].index()
    }

    /// Goes on with a frame, given the number of the node that it waits for.
    fn resume(&mut self, frame: Frame, number: u32) -> Result<Turn, E> {
        match frame {
            Frame::Waiting { index, variables } => {
                self.chain(Kind::Waiting, index, variables, number).map(Turn::Found)
            }
            Frame::Rest { high: None, level, rest, variable, branch, is_whole } => {
                let low = self.low(level, rest, branch);
                let high = Some(number);
                self.stack.push(Frame::Rest { high, level, rest, variable, branch, is_whole });
                Ok(Turn::Find(low))
            }
            Frame::Rest { high: Some(high), level, rest, variable, branch, is_whole } => {
                let own = self.own(level, self.branches[branch]);
                // A variable that does not matter has no node.
                let number = if number == high { high } else { self.node(own, number, high)? };
                let number = self.settled(variable..own, number)?;
                let run = Run::new(number, variable, own + 1);
                self.chains[Kind::Rest as usize].add(rest as usize, run);
                if is_whole {
                    self.branches.truncate(branch);
                }
                Ok(Turn::Found(number))
            }
        }
    }

    /// The number of a chain's node on a variable, if the chain was met before: then what it lacks is made.
    fn known(&mut self, kind: Kind, chain: usize, variable: usize) -> Result<Option<u32>, E> {
        let chains = &self.chains[kind as usize];
        let Some(last) = chains.last(chain) else { return Ok(None) };
        if variable >= last.first() {
            return Ok(Some(chains.get(chain, variable)));
        }
        self.chain(kind, chain, variable..last.first(), last.number()).map(Some)
    }

    /// Makes the missing nodes of a chain, and returns the number of the first one.
    fn chain(
        &mut self,
        kind: Kind,
        chain: usize,
        variables: Range<usize>,
        below: u32,
    ) -> Result<u32, E> {
        let number = self.settled(variables.clone(), below)?;
        self.chains[kind as usize].add(chain, Run::new(number, variables.start, variables.end));
        Ok(number)
    }

    /// Makes a node for each of some variables that are the same in every solution, and returns the number of the
    /// first one.
    fn settled(&mut self, variables: Range<usize>, below: u32) -> Result<u32, E> {
        let mut number = below;
        for variable in variables.rev() {
            let (low, high) = if self.nodes.is_fixed[variable] { (0, number) } else { (number, 0) };
            number = self.node(variable, low, high)?;
        }
        Ok(number)
    }

    /// Makes a node and returns its number.
    fn node(&mut self, variable: usize, low: u32, high: u32) -> Result<u32, E> {
        if self.found.is_multiple_of(STRIDE) {
            let chains = self.chains.iter().map(Chains::memory).sum::<usize>();
            self.nodes.budget.check(Progress {
                phase: Phase::Writing,
                nodes: self.found as usize,
                memory: self.held + chains,
                ..Progress::default()
            })?;
        }
        let id = self.found;
        self.found = id.checked_add(1).expect("fewer than 2^32 nodes");
        (self.each)(InnerNode { id, variable: Variable::from_index(variable), low, high })?;
        Ok(id)
    }
}
