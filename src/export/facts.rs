use serde::Serialize;

use problem::{Problem, Rules, Value};

/// The JSON description of a problem.
#[derive(Serialize)]
pub struct ProblemFacts {
    rows: u16,
    cols: u16,
    #[serde(flatten)]
    rules: RuleFacts,
}

/// The JSON description of rules, without the size.
#[derive(Serialize)]
pub struct RuleFacts {
    piece: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    torus: bool,
    rules: Vec<String>,
    /// False if pieces may attack each other; `None` if the board rule applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    board_rule: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    holes: Vec<String>,
    /// One line for each row, the top row first.
    #[serde(skip_serializing_if = "Option::is_none")]
    regions: Option<Vec<String>>,
    /// One line for each row, the top row first.
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_cost: Option<String>,
}

impl From<&Problem> for ProblemFacts {
    fn from(problem: &Problem) -> Self {
        let size = problem.rules().size();
        let rules = problem.rules().as_ref().into();
        Self { rows: size.rows(), cols: size.columns(), rules }
    }
}

impl From<&Rules> for RuleFacts {
    fn from(rules: &Rules) -> Self {
        let lines = |drawing: String| drawing.lines().map(str::to_owned).collect();
        Self {
            piece: rules.piece().name().to_owned(),
            torus: rules.grid().is_torus(),
            rules: rules.requirements().iter().map(ToString::to_string).collect(),
            board_rule: (!rules.has_board_rule()).then_some(false),
            holes: rules.grid().holes().iter().map(|hole| hole.to_string()).collect(),
            regions: rules.regions().map(|regions| lines(regions.to_string())),
            weights: rules.weights().map(|weights| lines(weights.to_string())),
            max_cost: rules.max_cost().map(|limit| limit.to_string()),
        }
    }
}

/// The JSON description of a diagram: its problem and decisions.
#[derive(Serialize)]
pub struct DiagramFacts {
    #[serde(flatten)]
    problem: ProblemFacts,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    placed: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    excluded: Vec<String>,
    /// The title of a single rule's diagram.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
}

impl DiagramFacts {
    /// Describes the diagram of a problem. `rule` is the title of the diagram if it shows only a single
    /// rule.
    pub fn new(problem: &Problem, rule: Option<String>) -> Self {
        let decided = |value| {
            let mut cells: Vec<_> = problem.decisions().cells(value).collect();
            cells.sort_unstable();
            cells.iter().map(ToString::to_string).collect()
        };
        let (placed, excluded) = (decided(Value::Placed), decided(Value::Excluded));
        Self { problem: problem.into(), placed, excluded, rule }
    }
}
