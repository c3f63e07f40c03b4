//! The reduced ordered BDD that a diagram stands for.
//!
//! Before a step's piece a node of the BDD is a *rest* of a list of branches, those with the piece on this
//! variable or a later one; after it, a node of the next level that waits for the end of the step. Variables
//! that are the same in every solution have a node for each of these.

use biodivine_lib_bdd::{Bdd, BddNode, BddPointer, BddVariable};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::diagram::{Diagram, Visit};
use super::order::Variable;

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
        let nodes = if self.is_false() {
            vec![BddNode::mk_zero(variables)]
        } else {
            let mut unfolding = Unfolding::new(self);
            let root = unfolding.run();
            in_library_order(&unfolding.nodes, root, variables)
        };
        Ok(Bdd::from_nodes(&nodes).expect("children come before parents"))
    }
}

/// A node of the BDD, by its index; 0 and 1 are the terminals.
type Id = u32;

/// A node of the BDD.
#[derive(Clone, Copy)]
struct Node {
    variable: u16,
    low: Id,
    high: Id,
}

/// A number for each orientation of each node of a level, by group.
type Ids = Vec<Vec<[Id; 2]>>;

/// Makes the nodes of the BDD, from the last variable to the first.
struct Unfolding<'a> {
    diagram: &'a Diagram,
    nodes: Vec<Node>,
    /// The nodes of one variable.
    unique: HashMap<(Id, Id), Id, FxBuildHasher>,
}

impl<'a> Unfolding<'a> {
    fn new(diagram: &'a Diagram) -> Self {
        let terminal = Node { variable: u16::MAX, low: 0, high: 0 };
        Self { diagram, nodes: vec![terminal; 2], unique: HashMap::default() }
    }

    fn node(&mut self, variable: usize, low: Id, high: Id) -> Id {
        if low == high {
            return low;
        }
        *self.unique.entry((low, high)).or_insert_with(|| {
            self.nodes.push(Node { variable: variable as u16, low, high });
            u32::try_from(self.nodes.len() - 1).expect("fewer than 2^32 nodes")
        })
    }

    /// A node whose variable is the same in every solution.
    fn settled(&mut self, variable: usize, below: Id) -> Id {
        if below == 0 {
            return 0;
        }
        if self.diagram.fixed.binary_search(&Variable::from_index(variable)).is_ok() {
            self.node(variable, 0, below)
        } else {
            self.node(variable, below, 0)
        }
    }

    /// Makes all nodes and returns the root.
    fn run(&mut self) -> Id {
        let steps = self.diagram.steps.len();
        let mut root = 1;
        for variable in self.diagram.span(steps).rev() {
            self.unique.clear();
            root = self.settled(variable, root);
        }
        let mut below = vec![vec![[root; 2]]];
        for step in (0..steps).rev() {
            below = self.step(step, below);
        }
        below[0][0][0]
    }

    /// The nodes before a step, given those after it.
    fn step(&mut self, step: usize, mut below: Ids) -> Ids {
        let diagram = self.diagram;
        let variables = &diagram.steps[step].variables;
        let ids = |id: usize| -> Ids {
            let level = diagram.levels[step].iter();
            level.map(|group| vec![[id as Id; 2]; group.len]).collect()
        };
        let mut rests = ids(0);
        diagram.for_each_branch(step, None, |[group, node, orientation], to| {
            rests[group][node][orientation] = below.id(to);
        });
        let first = first_uses(diagram, step);
        let mut highs = ids(0);
        let mut index = variables.len();
        for variable in diagram.span(step).rev() {
            self.unique.clear();
            if index > 0 && variables[index - 1].index() == variable {
                index -= 1;
                highs.iter_mut().flatten().for_each(|highs| *highs = [0; 2]);
                diagram.for_each_branch(step, Some(index), |[group, node, orientation], to| {
                    highs[group][node][orientation] = below.id(to);
                });
                let highs = highs.iter().flatten().flatten();
                for (rest, &high) in rests.iter_mut().flatten().flatten().zip(highs) {
                    *rest = self.node(variable, *rest, high);
                }
            } else {
                for rest in rests.iter_mut().flatten().flatten() {
                    *rest = self.settled(variable, *rest);
                }
            }
            // Nodes after a piece wait for the variables that are left.
            let waiting = below.iter_mut().flatten().flatten();
            for (waiting, &first) in waiting.zip(first.iter().flatten().flatten()) {
                if (first as usize) < variable {
                    *waiting = self.settled(variable, *waiting);
                }
            }
        }
        rests
    }
}

trait Lookup {
    fn id(&self, visit: Visit) -> Id;
}

impl Lookup for Ids {
    fn id(&self, visit: Visit) -> Id {
        self[visit.group as usize][visit.node as usize][usize::from(visit.is_mirrored)]
    }
}

/// For each orientation of each node after a step the first variable with a piece that leads there.
pub(super) fn first_uses(diagram: &Diagram, step: usize) -> Ids {
    let next = diagram.levels[step + 1].iter();
    let mut first: Ids = next.map(|group| vec![[Id::MAX; 2]; group.len]).collect();
    for (index, variable) in diagram.steps[step].variables.iter().enumerate() {
        diagram.for_each_branch(step, Some(index), |_, to| {
            let first = &mut first[to.group as usize][to.node as usize];
            let first = &mut first[usize::from(to.is_mirrored)];
            *first = (*first).min(variable.index() as Id);
        });
    }
    first
}

/// The nodes below a root in the order of the library: depth first, high child first, each after its
/// children.
fn in_library_order(nodes: &[Node], root: Id, variables: u16) -> Vec<BddNode> {
    let mut ordered = Vec::with_capacity(nodes.len());
    ordered.extend([BddNode::mk_zero(variables), BddNode::mk_one(variables)]);
    let mut pointers = vec![BddPointer::zero(); nodes.len()];
    pointers[1] = BddPointer::one();
    let mut path = vec![root];
    while let Some(&id) = path.last() {
        let Node { variable, low, high } = nodes[id as usize];
        let child =
            [high, low].into_iter().find(|&child| child > 1 && pointers[child as usize].is_zero());
        if id > 1 && pointers[id as usize].is_zero() {
            if let Some(child) = child {
                path.push(child);
                continue;
            }
            pointers[id as usize] = BddPointer::from_index(ordered.len());
            let (low, high) = (pointers[low as usize], pointers[high as usize]);
            ordered.push(BddNode::mk_node(BddVariable::from_index(variable.into()), low, high));
        }
        path.pop();
    }
    ordered
}
