use serde::Serialize;

use geometry::Cell;
use problem::{Family, Problem, Value};

/// The JSON description of a problem. It has the names and values of the board file, except that drawings are lists of
/// lines.
#[derive(Serialize)]
pub struct ProblemObject {
    /// `None` for boards of several sizes.
    rows: Option<u16>,
    /// `None` for boards of several sizes.
    cols: Option<u16>,
    piece: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    torus: bool,
    rules: Vec<String>,
    /// False if pieces may attack each other; `None` if the board rule applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    board_rule: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    holes: Vec<String>,
    /// The rows of the board, the top row first.
    #[serde(skip_serializing_if = "Option::is_none")]
    regions: Option<Vec<String>>,
    /// The rows of the board, the top row first.
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_cost: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    givens: Vec<String>,
    /// The placed cells, without the givens.
    placed: Vec<String>,
    excluded: Vec<String>,
}

impl ProblemObject {
    /// The description of boards of several sizes, the first and the last of which are given. A number of pieces that
    /// differs is that of the rows.
    pub fn of_sizes(first: &Problem, last: &Problem) -> Self {
        let others = last.rules().requirements();
        let rules = first.rules().requirements().iter().map(|rule| match rule.family {
            Family::Pieces if !others.contains(rule) => "pieces=n".to_owned(),
            _ => rule.to_string(),
        });
        Self { rows: None, cols: None, rules: rules.collect(), ..first.into() }
    }
}

impl From<&Problem> for ProblemObject {
    fn from(problem: &Problem) -> Self {
        let (rules, decisions) = (problem.rules(), problem.decisions());
        let given = |&cell: &Cell| decisions.is_given(cell);
        let placed = || decisions.cells(Value::Placed);
        let lines = |drawing: String| drawing.lines().map(str::to_owned).collect();
        Self {
            rows: Some(rules.size().rows()),
            cols: Some(rules.size().columns()),
            piece: rules.piece().name().to_owned(),
            torus: rules.grid().is_torus(),
            rules: rules.requirements().iter().map(ToString::to_string).collect(),
            board_rule: (!rules.has_board_rule()).then_some(false),
            holes: rules.grid().holes().iter().map(|hole| hole.to_string()).collect(),
            regions: rules.regions().map(|regions| lines(regions.to_string())),
            weights: rules.weights().map(|weights| lines(weights.to_string())),
            max_cost: rules.max_cost().map(|limit| limit.to_string()),
            givens: names(placed().filter(given)),
            placed: names(placed().filter(|cell| !given(cell))),
            excluded: names(decisions.cells(Value::Excluded)),
        }
    }
}

/// The names of cells in row-major order.
fn names(cells: impl Iterator<Item = Cell>) -> Vec<String> {
    let mut cells: Vec<Cell> = cells.collect();
    cells.sort_unstable();
    cells.iter().map(Cell::to_string).collect()
}

/// The JSON description of a diagram.
#[derive(Serialize)]
pub struct DiagramFacts {
    problem: ProblemObject,
    /// The title of a single rule's diagram.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
}

impl DiagramFacts {
    /// Describes the diagram of a problem. `rule` is the title of the diagram if it shows only a single
    /// rule.
    pub fn new(problem: &Problem, rule: Option<String>) -> Self {
        Self { problem: problem.into(), rule }
    }
}
