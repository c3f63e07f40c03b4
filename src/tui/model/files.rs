use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::problem::Rules;

/// The files that this session has opened or written. Other files are not replaced without
/// confirmation.
#[derive(Clone, Debug, Default)]
pub(in crate::tui) struct Files {
    /// The default file for saving the board, and the rules that the board had when it was opened
    /// or saved.
    board: Option<(PathBuf, Arc<Rules>)>,
    own: Vec<PathBuf>,
}

impl Files {
    /// The default file for saving a board with these rules.
    ///
    /// # Errors
    /// A sentence for the user if there is no such file, or if it belongs to other rules: after
    /// undo it may hold another board.
    pub(in crate::tui) fn board(&self, rules: &Arc<Rules>) -> Result<PathBuf, String> {
        match &self.board {
            Some((path, saved)) if Arc::ptr_eq(saved, rules) => Ok(path.clone()),
            Some((path, _)) => {
                let path = path.display();
                Err(format!("this is another board than that of {path}; ':w {path}' replaces it"))
            }
            None => Err("'w' needs a file, as in ':w board.toml'".to_owned()),
        }
    }

    /// Makes a file the default for boards with these rules.
    pub(in crate::tui) fn keep(&mut self, path: PathBuf, rules: &Arc<Rules>) {
        self.own.push(path.clone());
        self.board = Some((path, Arc::clone(rules)));
    }

    /// Remembers an exported file.
    pub(in crate::tui) fn export(&mut self, path: PathBuf) {
        self.own.push(path);
    }

    /// True if the session has opened or written the file.
    pub(in crate::tui) fn is_own(&self, path: &Path) -> bool {
        self.own.iter().any(|own| own == path)
    }
}
