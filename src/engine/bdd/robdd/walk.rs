//! Enumerates the nodes of the BDD depth first. Each node comes after its children.

use std::ops::Range;

use super::chains::{Chains, NodeRun};
use super::rests::EMPTY_SUFFIX;
use super::{BddNodes, InnerNode};
use crate::bdd::diagram::{Branch, OrientedNode};
use crate::bdd::order::Variable;
use crate::budget::{Interrupted, Phase, Progress};
use crate::heap::Heap;

/// A rest, as a node of the BDD.
#[derive(Clone, Copy)]
struct Rest {
    level: usize,
    /// The number of the rest.
    number: u32,
    /// The variable of the node, which is the first node of the rest's chain.
    variable: usize,
    /// The index of the rest's first branch in [`Walk::branches`].
    branch: usize,
    /// True if the rest is a whole list.
    is_whole: bool,
}

/// A node of the BDD whose number the search needs.
#[derive(Clone, Copy)]
enum SoughtNode {
    /// The terminal 0.
    False,
    /// A node of a level. `variable` belongs to the previous step (then the node waits), or is the first variable of
    /// the node's own step.
    Node {
        level: usize,
        oriented: OrientedNode,
        variable: usize,
    },
    Rest(Rest),
}

/// A chain of nodes on the stack. The nodes are created once the node below the chain has a number.
enum Frame {
    /// The nodes of a rest, and the number of the child with a piece; `None` until it is known.
    Rest(Rest, Option<u32>),
    /// The chain of a node that waits for the end of a step.
    Waiting { index: usize, variables: Range<usize> },
}

/// The next action of the walk.
enum WalkAction {
    Find(SoughtNode),
    /// The sought node has this number.
    Found(u32),
}

/// The kind of a chain.
#[derive(Clone, Copy)]
enum ChainKind {
    /// A chain of a waiting node. There is one for each node of a level in each orientation.
    Waiting,
    /// A chain of a rest.
    Rest,
}

/// The depth-first search.
pub(super) struct Walk<'a, F> {
    nodes: &'a BddNodes<'a>,
    /// The chains of each [`ChainKind`], indexed by kind.
    chains: [Chains; 2],
    /// The branch lists of the nodes on the path from the root to the current node, one after the other.
    branches: Vec<Branch>,
    stack: Vec<Frame>,
    /// Number of nodes found so far, terminals included.
    found: u32,
    /// The memory of the diagram and of the numbers of its rests, in bytes.
    held: usize,
    each: F,
}

/// The number of nodes between two checks of the budget.
const NODES_BETWEEN_CHECKS: u32 = 1 << 14;

impl<'a, E: From<Interrupted>, F: FnMut(InnerNode) -> Result<(), E>> Walk<'a, F> {
    pub(super) fn new(nodes: &'a BddNodes<'a>, each: F) -> Self {
        Self {
            nodes,
            chains: nodes.chains().map(Chains::new),
            branches: Vec::new(),
            stack: Vec::new(),
            found: 2,
            held: nodes.memory(),
            each,
        }
    }

    pub(super) fn run(&mut self) -> Result<(), E> {
        let mut turn = WalkAction::Find(SoughtNode::Node {
            level: 0,
            oriented: OrientedNode::ROOT,
            variable: 0,
        });
        loop {
            turn = match turn {
                WalkAction::Find(sought) => self.find(sought)?,
                WalkAction::Found(number) => match self.stack.pop() {
                    Some(frame) => self.resume(frame, number)?,
                    None => return Ok(()),
                },
            };
        }
    }

    fn find(&mut self, sought: SoughtNode) -> Result<WalkAction, E> {
        match sought {
            SoughtNode::False => Ok(WalkAction::Found(0)),
            SoughtNode::Node { level, oriented, variable } => {
                let first = self.nodes.diagram.span(level).start;
                let index = self.nodes.numbering.index(level, oriented);
                if variable < first {
                    if let Some(number) = self.existing_node(ChainKind::Waiting, index, variable)? {
                        return Ok(WalkAction::Found(number));
                    }
                    self.stack.push(Frame::Waiting { index, variables: variable..first });
                    return Ok(WalkAction::Find(SoughtNode::Node {
                        level,
                        oriented,
                        variable: first,
                    }));
                }
                let number = self.nodes.numbering.list_numbers[index];
                if let Some(number) =
                    self.existing_node(ChainKind::Rest, number as usize, variable)?
                {
                    return Ok(WalkAction::Found(number));
                }
                let branch = self.branches.len();
                if level < self.nodes.diagram.steps.len() {
                    self.nodes.diagram.branches(level, oriented, &mut self.branches);
                }
                self.begin(Rest { level, number, variable, branch, is_whole: true })
            }
            SoughtNode::Rest(rest) => {
                match self.existing_node(ChainKind::Rest, rest.number as usize, rest.variable)? {
                    Some(number) => Ok(WalkAction::Found(number)),
                    None => self.begin(rest),
                }
            }
        }
    }

    /// Starts a rest whose nodes do not exist yet.
    fn begin(&mut self, rest: Rest) -> Result<WalkAction, E> {
        if rest.level == self.nodes.diagram.steps.len() {
            // After the last step, only variables with one value in every solution remain.
            let variables = rest.variable..self.nodes.diagram.order.len();
            return self
                .extend_chain(ChainKind::Rest, rest.number as usize, variables, 1)
                .map(WalkAction::Found);
        }
        self.stack.push(Frame::Rest(rest, None));
        // The child with a piece on the variable.
        let to = self.branches[rest.branch];
        let has_piece = to.index.is_some();
        Ok(WalkAction::Find(if has_piece {
            self.branch_target(rest.level, to)
        } else {
            SoughtNode::False
        }))
    }

    /// The child without a piece on the variable of a rest.
    fn low(&self, Rest { level, number, branch, .. }: Rest) -> SoughtNode {
        let step = &self.nodes.diagram.steps[level];
        if step.must_place {
            let number = self.nodes.numbering.next_numbers[number as usize];
            let variable = self.branch_variable(level, self.branches[branch]) + 1;
            let rest = Rest { level, number, variable, branch: branch + 1, is_whole: false };
            return if number == EMPTY_SUFFIX { SoughtNode::False } else { SoughtNode::Rest(rest) };
        }
        let without = self.branches[branch..].iter().find(|branch| branch.index.is_none());
        without.map_or(SoughtNode::False, |&without| self.branch_target(level, without))
    }

    /// The target of a branch: a node after the end of the step.
    fn branch_target(&self, level: usize, branch: Branch) -> SoughtNode {
        let variable = self.branch_variable(level, branch) + 1;
        SoughtNode::Node { level: level + 1, oriented: branch.to, variable }
    }

    /// The index of the variable that a branch decides.
    fn branch_variable(&self, level: usize, branch: Branch) -> usize {
        self.nodes.diagram.steps[level].variables[branch.index.unwrap_or_default() as usize].index()
    }

    /// Resumes a frame with the number of the sought node.
    fn resume(&mut self, frame: Frame, number: u32) -> Result<WalkAction, E> {
        match frame {
            Frame::Waiting { index, variables } => self
                .extend_chain(ChainKind::Waiting, index, variables, number)
                .map(WalkAction::Found),
            Frame::Rest(rest, None) => {
                self.stack.push(Frame::Rest(rest, Some(number)));
                Ok(WalkAction::Find(self.low(rest)))
            }
            Frame::Rest(rest, Some(high)) => {
                let own = self.branch_variable(rest.level, self.branches[rest.branch]);
                // If the children are equal, the BDD has no node for the variable.
                let number = if number == high { high } else { self.node(own, number, high)? };
                let number = self.create_fixed_nodes(rest.variable..own, number)?;
                let run = NodeRun::new(number, rest.variable, own + 1);
                self.chains[ChainKind::Rest as usize].add(rest.number as usize, run);
                if rest.is_whole {
                    self.branches.truncate(rest.branch);
                }
                Ok(WalkAction::Found(number))
            }
        }
    }

    /// The number of a chain's node on a variable; `None` if the chain has no nodes yet. Creates the missing nodes of
    /// the chain.
    fn existing_node(
        &mut self,
        kind: ChainKind,
        chain: usize,
        variable: usize,
    ) -> Result<Option<u32>, E> {
        let chains = &self.chains[kind as usize];
        let Some(last) = chains.last(chain) else { return Ok(None) };
        if variable >= last.first() {
            return Ok(Some(chains.get(chain, variable)));
        }
        self.extend_chain(kind, chain, variable..last.first(), last.number).map(Some)
    }

    /// Creates the missing nodes of a chain, and returns the number of the first node.
    fn extend_chain(
        &mut self,
        kind: ChainKind,
        chain: usize,
        variables: Range<usize>,
        below: u32,
    ) -> Result<u32, E> {
        let number = self.create_fixed_nodes(variables.clone(), below)?;
        self.chains[kind as usize].add(chain, NodeRun::new(number, variables.start, variables.end));
        Ok(number)
    }

    /// Creates a node for each of `variables`, which have one value in every solution. Returns the number of the first
    /// node.
    fn create_fixed_nodes(&mut self, variables: Range<usize>, below: u32) -> Result<u32, E> {
        let mut number = below;
        for variable in variables.rev() {
            let (low, high) = if self.nodes.is_fixed[variable] { (0, number) } else { (number, 0) };
            number = self.node(variable, low, high)?;
        }
        Ok(number)
    }

    /// Creates a node and returns its number.
    fn node(&mut self, variable: usize, low: u32, high: u32) -> Result<u32, E> {
        if self.found.is_multiple_of(NODES_BETWEEN_CHECKS) {
            let memory = self.held + self.chains.iter().map(Chains::memory).sum::<usize>();
            let (phase, nodes) = (Phase::Writing, self.found as usize);
            self.nodes.budget.check(Progress { phase, nodes, memory, ..Progress::default() })?;
        }
        let id = self.found;
        self.found = id.checked_add(1).expect("fewer than 2^32 nodes");
        (self.each)(InnerNode { id, variable: Variable::from_index(variable), low, high })?;
        Ok(id)
    }
}
