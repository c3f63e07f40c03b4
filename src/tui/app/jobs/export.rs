//! A file to export.

use std::path::PathBuf;

use crate::app::App;
use crate::app::file_access;
use crate::app::files::Replaceable;
use crate::app::job::{Desk, Job};
use crate::app::notice::AnswerNotice;
use crate::app::part::Part;
use ::files::FileVersion;
use engine::Answer;
use export::Format;
use problem::Assist;

/// Writes a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Export {
    pub path: PathBuf,
    pub content: ExportContent,
    /// How much help an exported page shows.
    pub assist: Assist,
    /// Which content of an existing file may be replaced.
    pub replaceable: Replaceable,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ExportContent {
    /// The drawn board.
    Picture(String),
    /// The position in this format.
    Position(Format),
}

impl ExportContent {
    /// The kind of content, in one word.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::Picture(_) => "picture",
            Self::Position(Format::Dimacs) => "clauses",
            Self::Position(Format::Minizinc) => "model",
            Self::Position(Format::Html) => "page",
            Self::Position(
                Format::Svg | Format::Dot | Format::Json | Format::Bdd | Format::Dddmp,
            ) => "diagram",
        }
    }
}

/// A file that was exported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WrittenFile {
    pub path: PathBuf,
    /// The version of the written file.
    pub version: FileVersion,
    /// The kind of content, as in "exported the picture".
    pub what: &'static str,
}

impl Job for Export {
    fn activity(&self) -> &'static str {
        "exporting"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let written = file_access::export(self, desk.problem, desk.budget)?;
        desk.answer(Part::Exported(written));
        Ok(())
    }
}

/// Says where the file was written, or why it was not.
pub(crate) fn take(app: &mut App, written: Result<WrittenFile, String>) {
    match written {
        Ok(WrittenFile { path, version, what }) => {
            app.files.known_versions.insert(path.clone(), version);
            app.say(AnswerNotice::Exported { what, path });
        }
        Err(reason) => app.refuse(AnswerNotice::NotExported { reason }),
    }
}
