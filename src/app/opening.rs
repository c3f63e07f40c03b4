//! Opens and leaves an application.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::effect::Exit;
use crate::game::Play;
use crate::lesson::Lesson;
use crate::services::Services;
use crate::worker::EventSender;
use crate::{App, Notice, Settings};
use engine::bdd::GivenDiagram;
use files::FileVersion;
use session::{Journal, Note, Session};

/// The initial state of a board, and the files that belong to it.
#[derive(Debug)]
pub struct BoardSetup {
    /// The session.
    pub session: Session,
    /// The journal that records each change, if there is one.
    pub journal: Option<Journal>,
    /// The board's notes in the journal; empty unless the session is resumed.
    pub notes: Vec<Note>,
    /// The first notice, if any.
    pub notice: Option<String>,
    /// True on the very first run. The board then explains itself until the first decision.
    pub is_first_run: bool,
    /// The file from which the board was read, and its version. It is the default file for saving.
    pub file: Option<(PathBuf, FileVersion)>,
    /// A puzzle to make and play at the start, if any.
    pub play: Option<Play>,
    /// A lesson to begin at the start, if any and if no puzzle is played.
    pub lesson: Option<Lesson>,
    /// A diagram to view on a board without rules, if any.
    pub view: Option<Arc<GivenDiagram>>,
    /// The file of the results of puzzles; `None` if results cannot be stored.
    pub results: Option<PathBuf>,
}

/// How the user or the system left the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardExit {
    /// The reason.
    pub exit: Exit,
    /// True if the session is kept for `--resume`.
    pub is_kept: bool,
    /// Internal errors to report.
    pub faults: Vec<String>,
}

impl BoardSetup {
    /// Opens the application, whose workers send their events to `sender`. `limits` are the memory of all workers together,
    /// in bytes, and the maximum time for each question. `notice` is shown after the first notice of the setup.
    ///
    /// # Errors
    /// When the system creates no thread.
    pub fn open(
        self,
        settings: Settings,
        notice: Option<&str>,
        limits: (usize, Option<Duration>),
        sender: &EventSender,
    ) -> io::Result<(App, Services)> {
        let services = Services::start(limits, sender, self.journal, self.results)?;
        let session = self.session;
        let session = if services.journal.is_some() { session.recorded() } else { session };
        let mut app = App::new(session, settings);
        let notices = self.notice.into_iter().chain(notice.map(str::to_owned));
        let notices = notices.reduce(|first, second| format!("{first}; {second}"));
        app.notice = notices.map(|text| Notice::Opening { text });
        app.is_first_run = self.is_first_run;
        app.files.folder = std::env::current_dir().unwrap_or_default();
        app.recall(&self.notes);
        if let Some(given) = self.view {
            app.view(&given);
        }
        if let Some((path, version)) = self.file {
            app.keep_file(path, version);
        }
        Ok((app, services))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WordNames;
    use problem::{Problem, Rules};

    #[test]
    fn a_notice_about_an_option_stands_beside_that_of_the_board() {
        let told = "the characters 'narrow' are now 'ascii'";
        let notice = |of_board: Option<&str>| {
            let setup = BoardSetup {
                session: Session::new(Problem::new(Rules::queens(4).unwrap())),
                journal: None,
                notes: Vec::new(),
                notice: of_board.map(str::to_owned),
                is_first_run: false,
                file: None,
                play: None,
                lesson: None,
                view: None,
                results: None,
            };
            let sender: EventSender = Arc::new(|_| false);
            let (app, _) =
                setup.open(Settings::default(), Some(told), (1 << 20, None), &sender).unwrap();
            app.notice.unwrap().in_words(&WordNames)
        };
        assert_eq!(notice(None), told);
        assert_eq!(notice(Some("the last session")), format!("the last session; {told}"));
    }
}
