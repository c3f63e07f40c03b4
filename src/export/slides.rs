use std::sync::Arc;

use itertools::Itertools;

use super::drawn_series::{DrawnSeries, DrawnStage};
use super::layered::LayeredGraph;
use super::svg::{DiagramDrawing, Drawing, MOST_WITH_ZERO, SheetSize, Silhouette};
use geometry::Cell;

/// A drawing of a series: of a stage of a diagram, or of a step of a solution.
#[derive(Clone, Debug)]
pub struct Slide {
    /// The file name, such as `03-board-rule-of-b4.svg`.
    pub name: String,
    /// The drawing.
    pub svg: String,
}

/// Draws the stages of a series, one after the other, on sheets of one size. Titles begin with the `subject`. There is a
/// layout for each stage; `None` stands for a stage that is drawn in outline, with a bar for each of the `cells`. The
/// terminal 0 is in all drawings or in none: if `wants_zero` is true, unless a stage of a growth has more than
/// [`MOST_WITH_ZERO`] nodes.
pub fn slides<'a>(
    series: &'a DrawnSeries,
    layouts: &'a [Option<Arc<LayeredGraph>>],
    cells: &'a [Cell],
    subject: &str,
    wants_zero: bool,
) -> impl Iterator<Item = Slide> + use<'a> {
    let has_room = |stage: &DrawnStage| stage.step().is_some() || stage.nodes <= MOST_WITH_ZERO;
    let shows_zero = wants_zero && series.stages.iter().all(has_room);
    let digits = series.stages.len().to_string().len().max(2);
    let drawing =
        |(number, (stage, layout)): (usize, (&'a DrawnStage, &'a Option<Arc<LayeredGraph>>))| {
            let title =
                format!("{subject}, {}, step {number}: {}", series.request.name(), stage.name);
            let name = format!("{number:0digits$}-{}.svg", slug(&stage.name));
            let drawing: Box<dyn Drawing> = match (&stage.diagram, layout) {
                (Some(diagram), Some(layout)) => {
                    let (stage, inset) = (Some(stage), None);
                    Box::new(DiagramDrawing { diagram, layout, title, stage, shows_zero, inset })
                }
                (None, _) | (_, None) => {
                    Box::new(Silhouette { title, cells, levels: &stage.levels })
                }
            };
            (name, drawing)
        };
    let drawings: Vec<_> = (1..).zip(series.stages.iter().zip(layouts)).map(drawing).collect();
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
