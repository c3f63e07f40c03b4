//! Diagrams of other programs, read from files.
//!
//! | file | contents |
//! | --- | --- |
//! | `dddmp`, `json`, `library` | the formats |
//! | `nodes` | the nodes of a file, checked and reduced |

mod dddmp;
mod json;
mod library;
mod nodes;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::str;

use biodivine_lib_bdd::{Bdd, BddNode};
use itertools::Itertools;

use crate::format::Format;
use engine::SmallDiagram;
use engine::bdd::{GivenDiagram, TooManyVariables};
use files::{FileError, read_bytes};
use geometry::{Cell, Size};
use nodes::{FileNodes, Link};

pub use nodes::NodeFacts;

/// Maximum size of a file with a diagram, in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// A mistake in a file, with its line if the format has lines.
type Mistake = (Option<usize>, String);

fn at_line(line: usize, reason: impl Into<String>) -> Mistake {
    (Some(line), reason.into())
}

/// Checks that the library supports this number of variables.
fn check_variables(variables: usize) -> Result<(), String> {
    TooManyVariables::check(variables).map(drop).map_err(|error| error.to_string())
}

/// The contents of a file before a root is chosen.
#[derive(Debug)]
struct Contents {
    /// The names of the variables in variable order, and true if the file contains them.
    names: (Vec<String>, bool),
    nodes: FileNodes,
    /// The roots by their names, or by their numbers from 1.
    roots: Vec<(String, Link)>,
}

/// A diagram that was read from a file, reduced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagramFile {
    /// The format of the file.
    pub format: Format,
    /// The names of the variables, in variable order.
    pub names: Vec<String>,
    /// True if the file contains the names.
    pub has_names: bool,
    /// The reduced ordered BDD in the order of the file.
    pub bdd: Bdd,
    /// Facts about the nodes of the file.
    pub facts: NodeFacts,
}

/// The cells that variables stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableCells {
    /// The size of the board.
    pub size: Size,
    /// The cells of the variables, in variable order.
    pub cells: Vec<Cell>,
    /// True if the names of the variables determine the cells.
    pub are_named: bool,
}

impl DiagramFile {
    /// Reads a diagram from a file, or from standard input if the path is `-`. If the file has several roots, `root` is
    /// the name of one, or its number from 1.
    ///
    /// # Errors
    /// When the file cannot be read, is larger than 256 MiB, has another format or too many nodes or variables, or has
    /// several roots and `root` names none of them.
    pub fn read(path: &Path, root: Option<&str>) -> Result<Self, FileError> {
        let (bytes, name) = read_bytes(path, MAX_BYTES)?;
        Self::parse(&bytes, root).map_err(|(line, reason)| FileError::new(&name, line, &reason))
    }

    /// Like [`DiagramFile::read`], for the bytes of a file. Errors name a line if the format has lines.
    ///
    /// # Errors
    /// The errors of [`DiagramFile::read`].
    pub fn parse(bytes: &[u8], root: Option<&str>) -> Result<Self, (Option<usize>, String)> {
        let decoded = str::from_utf8(bytes);
        let text = decoded.ok().map(|text| text.trim_start_matches('\u{feff}'));
        let first = text.and_then(|text| Some((text, text.trim_start().chars().next()?)));
        let (format, contents) = match first {
            // Before the texts: in the binary format, 46 variables begin with a '.'.
            _ if Format::Bdd.is_beginning(bytes) => (Format::Bdd, library::read_bytes(bytes)?),
            Some((text, '.')) => (Format::Dddmp, dddmp::read(text)?),
            Some((text, '{')) => (Format::Json, json::read(text)?),
            Some((text, '|')) => (Format::Bdd, library::read_text(text)?),
            None if bytes.starts_with(b".ver DDDMP") => {
                let valid = decoded.map_or_else(|error| error.valid_up_to(), str::len);
                let line = bytes[..valid].split(|&byte| byte == b'\n').count();
                let reason = "this DDDMP file is not a text: only '.mode A' is read";
                return Err((Some(line), reason.to_owned()));
            }
            Some(_) | None => {
                let reason = "this is not a diagram: DDDMP as text, JSON of this program or of dd, or the format of \
                              biodivine-lib-bdd";
                return Err((None, reason.to_owned()));
            }
        };
        let Contents { names: (names, has_names), nodes, roots } = contents;
        if let Some(name) = names.iter().duplicates().next() {
            return Err((None, format!("two variables are named '{name}'")));
        }
        let chosen = |root: &str| {
            let by_number = root.parse().ok().and_then(|number: usize| number.checked_sub(1));
            let by_name = roots.iter().position(|(name, _)| name == root);
            by_name.or(by_number).and_then(|index| roots.get(index))
        };
        let (_, link) = match (root, &roots[..]) {
            (None, [only]) => Some(only),
            (None, _) => None,
            (Some(root), _) => chosen(root),
        }
        .ok_or_else(|| {
            let all = roots.iter().take(10).map(|(name, _)| name).join(", ");
            (None, format!("choose one of its {} roots with --root: {all}", roots.len()))
        })?;
        let (bdd, facts) = nodes.finish(*link);
        Ok(Self { format, names, has_names, bdd, facts })
    }

    /// The cells of the variables. Variables with names of cells, such as `a1` or `x_a1`, stand for these cells, on a board
    /// of `size` or on the smallest board that contains the cells. Other variables are laid out row by row on a board of
    /// `size`. `None` if a size is needed but missing, or if the board is too small.
    pub fn cells(&self, size: Option<Size>) -> Option<VariableCells> {
        self.named_cells(size).or_else(|| {
            let size = size?;
            let cells: Vec<Cell> = size.iter().take(self.names.len()).collect();
            (cells.len() == self.names.len()).then_some(VariableCells {
                size,
                cells,
                are_named: false,
            })
        })
    }

    /// The cells that the variables are named after. Without a size, at least a fourth of the board must be named: `x1`
    /// to `x9` are not cells.
    fn named_cells(&self, size: Option<Size>) -> Option<VariableCells> {
        let cell = |name: &String| name.rsplit('_').next()?.parse::<Cell>().ok();
        let cells: Vec<Cell> = self.names.iter().map(cell).collect::<Option<_>>()?;
        let end = |side: fn(&Cell) -> u16| cells.iter().map(side).max().map_or(1, |last| last + 1);
        let least = Size::new(end(|cell| cell.row()), end(|cell| cell.column())).ok()?;
        let fits = |size: Size| least.rows() <= size.rows() && least.columns() <= size.columns();
        let is_dense = 4 * cells.len() >= least.cells();
        let size =
            size.map_or_else(|| is_dense.then_some(least), |size| fits(size).then_some(size))?;
        cells.iter().all_unique().then_some(VariableCells { size, cells, are_named: true })
    }

    /// The BDD with further variables after all others. Its function does not depend on them.
    ///
    /// # Panics
    /// When there are more variables than the library supports.
    pub fn with_variables(&self, further: usize) -> Bdd {
        let variables = TooManyVariables::check(self.names.len() + further);
        let variables = variables.expect("as many as the library supports");
        let mut nodes = self.bdd.clone().to_nodes();
        let terminals = [BddNode::mk_zero(variables), BddNode::mk_one(variables)];
        nodes.iter_mut().zip(terminals).for_each(|(node, terminal)| *node = terminal);
        Bdd::from_nodes(&nodes).expect("only the terminals are others")
    }

    /// The zero-suppressed diagram, with any cells; `None` if it would be too large.
    pub fn zdd(&self) -> Option<SmallDiagram> {
        let cells: Vec<Cell> = (0..self.names.len() as u16).map(|it| Cell::new(it, 0)).collect();
        let is_small = self.bdd.size() <= GivenDiagram::MAX_NODES;
        let bdd = is_small.then(|| SmallDiagram::of_bdd(&self.bdd, &cells));
        bdd.filter(SmallDiagram::has_small_zdd).map(|bdd| bdd.to_zdd())
    }
}
