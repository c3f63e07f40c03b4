//! The elements of the panel's sections: lines of text with keys, frames with a text or a drawing, and the
//! progress of the computation that the position waits for.

mod context;
mod item;
mod section;
mod text;
mod work;

pub(crate) use context::{Context, approximate_count, grouped_cost, number};
pub(crate) use item::TextItem;
pub(crate) use section::{Framed, Section, SectionRows, Sections, height, latest, render_items};
pub(crate) use text::Text;
pub(crate) use work::{at_work, diagram_progress, elapsed_time, escape_hint, work_items};
