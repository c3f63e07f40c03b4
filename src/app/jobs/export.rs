//! A file to export.

use std::io::{self, Write as _};
use std::path::PathBuf;

use crate::files::Replaceable;
use crate::job::{Change, Desk, Job, Report};
use crate::notice::AnswerNotice;
use crate::{App, file_access};
use ::files::{FileVersion, reason, replace_file};
use engine::{Answer, Budget};
use export::{DiagramRequest, ExportError, ExportPlan, Format};
use problem::{Assist, Problem};

/// Writes a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// The file to write.
    pub path: PathBuf,
    /// The content to write.
    pub content: ExportContent,
    /// How much help an exported page shows.
    pub assist: Assist,
    /// Which content of an existing file may be replaced.
    pub replaceable: Replaceable,
    /// The options as they were typed, for the advice how to replace a file.
    pub options: String,
}

/// The content of an exported file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExportContent {
    /// The drawn board.
    Picture(String),
    /// The position in this format.
    Position(Format),
    /// The diagram that the graph shows, in this format.
    Shown(Format, DiagramRequest),
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
            )
            | Self::Shown(..) => "diagram",
        }
    }
}

/// A file that was exported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenFile {
    /// The file.
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
        let written = export(self, desk.problem, desk.budget)?;
        let mut change = Change::of(take, written);
        change.counts_late = true;
        (desk.report)(Report::Answer(change));
        Ok(())
    }
}

/// Says where the file was written, or why it was not.
pub fn take(app: &mut App, written: Result<WrittenFile, String>) {
    match written {
        Ok(WrittenFile { path, version, what }) => {
            app.files.known_versions.insert(path.clone(), version);
            app.say(AnswerNotice::Exported { what, path });
        }
        Err(reason) => app.refuse(AnswerNotice::NotExported { reason }),
    }
}

/// Writes an export of a problem. The file appears once it is complete. The inner error is a sentence to show
/// the user.
///
/// # Errors
/// When the budget ends first.
pub(crate) fn export(
    Export { path, content, assist, replaceable, options }: &Export,
    problem: &Problem,
    budget: &Budget,
) -> Answer<Result<WrittenFile, String>> {
    let anyway = format!("export! {options}");
    let write = |()| {
        replace_file(path, |out| match content {
            ExportContent::Picture(drawing) => Ok(out.write_all(drawing.as_bytes())?),
            ExportContent::Position(format) => format.write(problem, *assist, budget, out),
            ExportContent::Shown(format, request) => {
                let plan = ExportPlan { assist: *assist, ..ExportPlan::new(*format, problem) };
                let plan = plan.showing(request, budget)?;
                plan.write(&plan.prepare(budget)?, budget, out)
            }
        })
    };
    let free =
        file_access::check_free(path, *replaceable, anyway.trim_end()).map_err(ExportError::from);
    let version = |()| {
        let gone = || io::Error::other("another program has removed this file");
        Ok(FileVersion::read(path)?.ok_or_else(gone)?)
    };
    match free.and_then(write).and_then(version) {
        Ok(version) => Ok(Ok(WrittenFile { path: path.clone(), version, what: content.word() })),
        Err(ExportError::Interrupted(interrupted)) => Err(interrupted),
        Err(ExportError::Io(error)) => Ok(Err(format!("{}: {}", path.display(), reason(&error)))),
        Err(error) => Ok(Err(error.to_string())),
    }
}
