use std::sync::Arc;

use itertools::Itertools;

use super::graph::Graph;
use super::svg::{MOST_WITH_ZERO, silhouette, svg};
use super::title::title;
use engine::bdd::{Growth, GrowthStage, VariableOrder};
use engine::{Budget, Interrupted};
use problem::Problem;

/// A drawing of a series: of a stage of the growth, or of a step.
#[derive(Clone, Debug)]
pub struct Slide {
    /// The file name, such as `03-board-rule-of-b4.svg`.
    pub name: String,
    /// The drawing.
    pub svg: String,
}

/// Draws the stages of a problem's growth, one after the other. If the BDD of a stage was not kept,
/// only its outline is drawn. If there is a `note`, titles end with it. Either all drawings of nodes
/// show the terminal 0, or none does.
pub fn slides<'a>(
    problem: &Problem,
    note: Option<String>,
    order: &'a VariableOrder,
    growth: &'a Growth,
    budget: &'a Budget,
) -> impl Iterator<Item = Result<Slide, Interrupted>> + use<'a> {
    let zero = growth.stages.iter().all(|stage| stage.nodes <= MOST_WITH_ZERO);
    let digits = growth.stages.len().to_string().len().max(2);
    let rules = title(&Problem::new(Arc::clone(problem.rules())));
    let subject = [Some(rules), note].into_iter().flatten().join(", ");
    (1..).zip(&growth.stages).map(move |(number, stage): (usize, &GrowthStage)| {
        let title = format!("{subject}, step {number}: {}", stage.conjunct);
        let cells = order.cells().to_vec();
        let svg = match &stage.bdd {
            Some(bdd) => svg(&Graph::new(title, cells, bdd.clone()), zero, budget)?,
            None => silhouette(&title, &cells, &stage.levels),
        };
        Ok(Slide { name: format!("{number:0digits$}-{}.svg", slug(&stage.conjunct)), svg })
    })
}

/// True if a file name has the form of a slide's name.
pub fn is_slide(name: &str) -> bool {
    name.strip_suffix(".svg").and_then(|name| name.split_once('-')).is_some_and(|(number, _)| {
        number.len() >= 2 && number.bytes().all(|digit| digit.is_ascii_digit())
    })
}

/// The words of a text, joined by hyphens.
fn slug(text: &str) -> String {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).join("-")
}
