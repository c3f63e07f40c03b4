use std::borrow::Cow;

use ratatui::buffer::Buffer;

use crate::look::{BoardLayout, BoardPicture, GroupSatisfaction};
use crate::model::scene::Scene;
use crate::model::{Model, Surface};
use crate::panel::Context;
use export::face::{Square, State};
use geometry::Cell;
use problem::{Group, Value};
use session::Replay;

/// Draws the visible squares with their labels; two boards if two searches are watched. On tiny squares, a frame marks
/// the cells of the lens.
pub(super) fn render(surface: &mut Surface<'_>, context: &Context<'_>) {
    let model = context.model;
    let layout = &model.view.layout;
    if model.app.is_hidden() {
        // An empty board, while a puzzle is being made or paused.
        let dark = |_| Square::new(State::Attacked);
        return BoardPicture::new(layout, context.look, &context.figure, &dark)
            .render(surface.buffer);
    }
    let lens = surface.hits.lens.filter(|_| layout.side == 1);
    draw(surface.buffer, context, layout, context.scene, lens);
    if let (Some(layout), Some(scene)) = (layout.second_board(), Scene::of_second_search(model)) {
        draw(surface.buffer, context, &layout, &scene, None);
    }
}

/// Draws one board with its labels. The lens is given by its lowest left and its highest right cell.
fn draw(
    buffer: &mut Buffer,
    context: &Context<'_>,
    layout: &BoardLayout,
    scene: &Scene<'_>,
    lens_corners: Option<(Cell, Cell)>,
) {
    let (model, square) = (context.model, |cell| scene.square(cell));
    let [row_counters, column_counters] = counters(model, scene);
    let picture = BoardPicture {
        cursor: Some(model.view.cursor),
        named: scene.named.as_ref(),
        lens_corners,
        is_torus: model.problem().rules().grid().is_torus(),
        row_counters: &row_counters,
        column_counters: &column_counters,
        ..BoardPicture::new(layout, context.look, &context.figure, &square)
    };
    picture.render(buffer);
}

/// The counters of rows and columns. Empty if counters are hidden, or for rows or columns that do not all need pieces.
fn counters(model: &Model, scene: &Scene<'_>) -> [Vec<GroupSatisfaction>; 2] {
    if !model.has_counters() {
        return [Vec::new(), Vec::new()];
    }
    if let Some(replay) = scene.replay {
        return watched_counters(model, replay);
    }
    model.problem().rules().required_lines().map(|lines| {
        let counter = |line: Option<Cow<'_, Group>>| {
            Some(scene.room.tally(model, line.as_deref()?).counter(model.shows_breaches()))
        };
        lines.into_iter().map(counter).collect::<Option<Vec<_>>>().unwrap_or_default()
    })
}

/// The counters of a watched search: of its rows, or of its columns if the search assigns pieces by column.
pub(super) fn watched_counters(model: &Model, replay: &Replay) -> [Vec<GroupSatisfaction>; 2] {
    let (size, recording) = (model.app.session.rules().size(), &replay.recording);
    let lines = if recording.by_column { size.columns() } else { size.rows() };
    let mut counters = vec![GroupSatisfaction::Open; lines.into()];
    let decided = model.app.session.decisions().cells(Value::Placed);
    for cell in replay.snapshot.pieces().chain(decided) {
        counters[usize::from(recording.line(cell))] = GroupSatisfaction::Satisfied;
    }
    if let Some(failing) = replay.failed_line() {
        counters[usize::from(failing)] = GroupSatisfaction::Broken;
    }
    if recording.by_column { [Vec::new(), counters] } else { [counters, Vec::new()] }
}
