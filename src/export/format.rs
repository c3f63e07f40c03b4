use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use strum::IntoStaticStr;

use super::{
    DiagramFacts, ExportError, Graph, MOST_WITH_ZERO, Stream, bytes, dddmp, dimacs, dot, json,
    minizinc, svg,
};
use crate::engine::Budget;
use crate::engine::bdd::{Arrangement, VariableOrder, compile};
use crate::problem::Problem;

/// The format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Format {
    /// A drawing of the diagram.
    Svg,
    /// The diagram for Graphviz.
    Dot,
    /// The diagram as JSON.
    Json,
    /// The diagram as the BDD library's bytes.
    Bdd,
    /// The diagram as text that CUDD reads.
    Dddmp,
    /// Clauses.
    Dimacs,
    /// A constraint model.
    Minizinc,
}

impl Format {
    /// The format that belongs to a file name extension.
    ///
    /// ```
    /// # use configurator::export::Format;
    /// assert_eq!(Format::of_file("eight.svg".as_ref()), Some(Format::Svg));
    /// assert_eq!(Format::of_file("eight.txt".as_ref()), None);
    /// ```
    #[must_use]
    pub fn of_file(path: &Path) -> Option<Self> {
        Some(match path.extension()?.to_str()?.to_lowercase().as_str() {
            "svg" => Self::Svg,
            "dot" | "gv" => Self::Dot,
            "json" => Self::Json,
            "bdd" => Self::Bdd,
            "dddmp" => Self::Dddmp,
            "cnf" | "dimacs" => Self::Dimacs,
            "mzn" => Self::Minizinc,
            _ => return None,
        })
    }

    /// True if the diagram is written, so that it must be built first.
    #[must_use]
    pub const fn is_diagram(self) -> bool {
        matches!(self, Self::Svg | Self::Dot | Self::Json | Self::Bdd | Self::Dddmp)
    }

    /// True if nodes are written one by one; drawings need all of them at once.
    #[must_use]
    pub const fn is_streamed(self) -> bool {
        matches!(self, Self::Json | Self::Bdd | Self::Dddmp)
    }

    /// The largest number of nodes that is written by default, if there is a limit. Larger drawings
    /// cannot be read, and larger texts are rarely wanted.
    #[must_use]
    pub const fn most_nodes(self) -> Option<usize> {
        match self {
            Self::Svg => Some(500),
            Self::Dot | Self::Json => Some(100_000),
            Self::Bdd | Self::Dddmp | Self::Dimacs | Self::Minizinc => None,
        }
    }

    /// What to do about a diagram with too many nodes.
    #[must_use]
    pub const fn way_out(self) -> &'static str {
        match self {
            Self::Svg => "a smaller size or more decisions make it smaller",
            _ => "'bdd' has no such limit",
        }
    }

    /// Writes a problem: rules and decisions.
    ///
    /// # Errors
    /// When the diagram is too large for the format, the budget ends, or it cannot be written.
    pub fn write(
        self,
        problem: &Problem,
        budget: &Budget,
        out: &mut dyn Write,
    ) -> Result<(), ExportError> {
        match self {
            Self::Dimacs => return dimacs(problem, budget, out),
            Self::Minizinc => return minizinc(problem, None, out),
            Self::Svg | Self::Dot | Self::Json | Self::Bdd | Self::Dddmp => {}
        }
        let order = Arc::new(VariableOrder::new(problem.rules().grid(), Arrangement::default()));
        let diagram = compile(problem, &order, budget)?.diagram;
        let nodes = diagram.bdd_size(budget)?.nodes;
        if let Some(most) = self.most_nodes().filter(|&most| nodes > most) {
            return Err(ExportError::TooLarge { nodes, most, way_out: self.way_out() });
        }
        let graph = || Graph::of_problem(problem, &diagram, nodes, budget);
        let stream = || Stream::new(&diagram, nodes, budget);
        match self {
            Self::Svg => {
                let drawing = svg(&graph()?, nodes <= MOST_WITH_ZERO, budget)?;
                out.write_all(drawing.as_bytes())?;
                Ok(())
            }
            Self::Json => json(&stream()?, &DiagramFacts::new(problem, None), out),
            Self::Bdd => bytes(&stream()?, out),
            Self::Dddmp => dddmp(&stream()?, budget, out),
            _ => Ok(dot(&graph()?, true, out)?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Rules;

    fn written(size: u16, format: Format) -> Result<String, ExportError> {
        let mut text = Vec::new();
        let problem = Problem::new(Rules::queens(size).unwrap());
        format.write(&problem, &Budget::default(), &mut text)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    #[test]
    fn each_format_begins_as_it_does() {
        for (format, beginning) in [
            (Format::Svg, "<svg"),
            (Format::Dot, "digraph"),
            (Format::Json, "{\"rows\":4"),
            (Format::Dddmp, ".ver DDDMP-2.0"),
            (Format::Dimacs, "c "),
            (Format::Minizinc, "% 4"),
        ] {
            let text = written(4, format).unwrap();
            assert!(text.starts_with(beginning), "{format:?}: {text}");
        }
        assert!(!written(4, Format::Bdd).unwrap().is_empty());
    }

    #[test]
    fn a_diagram_too_large_to_be_drawn_is_refused_with_a_sentence() {
        assert_eq!(
            written(8, Format::Svg).unwrap_err().to_string(),
            "the diagram has 2453 nodes, more than the 500 that are exported this way; a smaller size \
             or more decisions make it smaller"
        );
    }
}
