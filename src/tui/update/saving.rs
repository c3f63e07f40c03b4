//! The picture of the displayed board, written to a file.

use crate::model::Model;
use crate::model::scene::Scene;
use app::ExportRequest;
use app::notice::Notice;
use app::operations::parameters::EXPORT;
use app::operations::{Operation, Takes, saving};

pub(super) static ROWS: &[Operation<Model>] =
    &[Operation::new("", "export", &Takes(&EXPORT, export))];

/// Exports the position, or the displayed board.
fn export(model: &mut Model, request: ExportRequest) -> Result<(), Notice> {
    let content = saving::content(&model.app, &request, || Scene::of(model).picture())?;
    saving::write(&mut model.app, request, content);
    Ok(())
}
