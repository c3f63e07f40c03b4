use std::sync::Arc;

use itertools::Itertools;

use super::drawn_series::{DrawnSeries, DrawnStage};
use super::layered::LayeredGraph;
use super::svg::{DiagramDrawing, Drawing, MAX_NODES_WITH_ZERO, SheetSize, SideBySide, Silhouette};
use engine::SmallDiagram;
use geometry::Cell;

/// A drawing of a series: of a stage of a diagram, or of a step of a solution.
#[derive(Clone, Debug)]
pub struct Slide {
    /// The file name, such as `03-board-rule-of-b4.svg`.
    pub name: String,
    /// The drawing.
    pub svg: String,
}

/// Maximum number of nodes of diagrams that stand beside each other on a slide of a growth.
const MAX_SIDE_BY_SIDE: usize = DrawnSeries::MAX_NODES;

/// The layouts of a series: of each stage, and of each diagram of a rule or decision alone. `None` stands for a diagram that
/// is not drawn node by node.
pub(crate) type SeriesLayouts<'a> = [&'a [Option<Arc<LayeredGraph>>]; 2];

/// Draws the stages of a series, one after the other, on sheets of one size. Titles begin with the `subject`. A stage
/// without a layout is drawn in outline, with a bar for each of the `cells`. A stage of a growth has both operands beside
/// the result, unless one of them has more than 66 nodes. The terminal 0 is in all drawings or in none: if `wants_zero` is
/// true, unless a stage of a growth has more than [`MAX_NODES_WITH_ZERO`] nodes.
pub fn slides<'a>(
    series: &'a DrawnSeries,
    [layouts, operands]: SeriesLayouts<'a>,
    cells: &'a [Cell],
    subject: &str,
    wants_zero: bool,
) -> impl Iterator<Item = Slide> + use<'a> {
    let has_room =
        |stage: &DrawnStage| stage.step().is_some() || stage.nodes <= MAX_NODES_WITH_ZERO;
    let shows_zero = wants_zero && series.stages.iter().all(has_room);
    let digits = series.stages.len().to_string().len().max(2);
    let drawing = |diagram: Option<&'a Arc<SmallDiagram>>,
                   layout: &'a Option<Arc<LayeredGraph>>,
                   title: &str,
                   stage: Option<&'a DrawnStage>| {
        let (diagram, layout, title) = (diagram?, layout.as_ref()?, title.to_owned());
        Some(DiagramDrawing { diagram, layout, title, stage, shows_zero, inset: None })
    };
    // The diagram so far, the diagram of the rule alone, and the result.
    let conjunction = |index: usize| -> Option<[Option<DiagramDrawing<'a>>; 3]> {
        let (stage, before) = (&series.stages[index], index.checked_sub(1));
        let operand = stage.operand.as_ref()?;
        let earlier = before.map(|before| &series.stages[before]);
        let sizes =
            earlier.map(|stage| stage.nodes).into_iter().chain([stage.nodes, operand.nodes]);
        if sizes.max() > Some(MAX_SIDE_BY_SIDE) {
            return None;
        }
        let so_far = before.and_then(|before| {
            drawing(series.stages[before].diagram.as_ref(), &layouts[before], "so far", None)
        });
        let own = drawing(operand.diagram.as_ref(), &operands[index], &stage.name, None);
        let result = drawing(stage.diagram.as_ref(), &layouts[index], "together", None);
        Some([so_far, own, result])
    };
    let conjunctions: Vec<_> = (0..series.stages.len()).map(conjunction).collect();
    let width = |column: usize| {
        let parts = conjunctions.iter().flatten().filter_map(|parts| parts[column].as_ref());
        parts.map(|part| part.size().width).fold(0.0, f64::max)
    };
    let widths: Vec<f64> = (0..3).map(width).collect();
    let stages = series.stages.iter().zip(layouts).zip(conjunctions);
    let drawing = |(number, ((stage, layout), parts)): (usize, ((&'a DrawnStage, _), _))| {
        let title = format!("{subject}, {}, step {number}: {}", series.request.name(), stage.name);
        let name = format!("{number:0digits$}-{}.svg", slug(&stage.name));
        let parts: Option<[Option<DiagramDrawing<'a>>; 3]> = parts;
        let drawing: Box<dyn Drawing + 'a> = if let Some(parts) = parts {
            let boxed = |part| -> Box<dyn Drawing + 'a> { Box::new(part) };
            let parts = parts.into_iter().map(|part| part.map(boxed)).collect();
            Box::new(SideBySide { title, parts, widths: widths.clone() })
        } else if let Some(drawn) = drawing(stage.diagram.as_ref(), layout, &title, Some(stage)) {
            Box::new(drawn)
        } else {
            Box::new(Silhouette { title, cells, levels: &stage.levels })
        };
        (name, drawing)
    };
    let drawings: Vec<_> = (1..).zip(stages).map(drawing).collect();
    let sizes = drawings.iter().map(|(_, drawing)| drawing.size());
    let size = sizes.fold(SheetSize::default(), SheetSize::max);
    drawings.into_iter().map(move |(name, drawing)| Slide { name, svg: drawing.draw(size) })
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
