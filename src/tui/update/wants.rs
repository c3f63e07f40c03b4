//! The information on the screen that determines the questions to the workers.

use crate::model::Model;
use app::operations::reasons::MAX_LISTED_RESTORATIONS;
use app::questions::Wants;
use app::{DiagramView, jobs};
use export::DrawnOrder;
use strum::VariantArray;

/// The answers that the screen needs.
pub(super) fn of_screen(model: &Model) -> Wants {
    let has_cell = model.playback().is_none() && model.series_view().is_none();
    Wants {
        marks_full_groups: true,
        cell: Some(model.view.cursor).filter(|_| has_cell),
        ways: uncounted_ways(model),
        filters: model.shows_consistency(),
        graph: (model.playback())
            .map_or(model.app.diagram == DiagramView::Graph, |playback| playback.shows_graph),
        around: model.unknown_surroundings().map(jobs::Around),
        sizes: unknown_sizes(model),
        check: model.painting().is_some(),
        repairs: model.repaints().is_some(),
    }
}

/// The listed ways of which it is not known how many solutions they leave.
fn uncounted_ways(model: &Model) -> Option<jobs::Ways> {
    let (restoration, _) = model.restoration_list()?;
    let listed = restoration.first(MAX_LISTED_RESTORATIONS).iter();
    let unknown = listed.filter(|way| way.solutions_left.is_none());
    let ways: Vec<_> = unknown.map(|way| way.take_back.clone()).collect();
    let wish = model.app.session.wish(model.view.cursor)?;
    (!ways.is_empty()).then_some(jobs::Ways { wish, ways })
}

/// The walked diagram, if its sizes in some orders are not known.
fn unknown_sizes(model: &Model) -> Option<jobs::OrderSizes> {
    model.walked_node().filter(|_| model.app.is_graph_known())?;
    let known = model.order_sizes().map_or(0, |sizes| sizes.sizes.len());
    let drawn = model.drawn().filter(|_| known < DrawnOrder::VARIANTS.len())?;
    Some(jobs::OrderSizes { problem: drawn.problem.clone(), alone: drawn.request.alone.clone() })
}
