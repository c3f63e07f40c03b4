//! The picture of the board as it is shown, written to a file.

use crate::app::ExportRequest;
use crate::app::notice::Notice;
use crate::app::operations::parameters::EXPORT;
use crate::app::operations::{Operation, Takes, saving};
use crate::model::Model;
use crate::model::scene::Scene;

pub(super) static ROWS: &[Operation<Model>] =
    &[Operation::new("", "export", &Takes(&EXPORT, export))];

/// Exports the position, or the board as it is shown.
fn export(model: &mut Model, request: ExportRequest) -> Result<(), Notice> {
    let content = saving::content(&model.app, &request, || Scene::of(model).picture())?;
    saving::write(&mut model.app, request, content);
    Ok(())
}
