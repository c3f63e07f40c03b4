use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::problem::Rules;

/// The files that this session has opened or written: others are not replaced unasked.
#[derive(Clone, Debug, Default)]
pub(in crate::tui) struct Files {
    /// Where the board is saved if no other file is named, and the rules that it had when it was
    /// opened or saved.
    board: Option<(PathBuf, Arc<Rules>)>,
    own: Vec<PathBuf>,
}

impl Files {
    /// Where a board under these rules is saved if no file is named.
    ///
    /// # Errors
    /// A sentence for the user where that would be a guess: after undo the file may be that of another
    /// board.
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

    /// Notes that the board under these rules is that of this file now.
    pub(in crate::tui) fn keep(&mut self, path: PathBuf, rules: &Arc<Rules>) {
        self.own.push(path.clone());
        self.board = Some((path, Arc::clone(rules)));
    }

    /// Notes a file that was written and is no board.
    pub(in crate::tui) fn export(&mut self, path: PathBuf) {
        self.own.push(path);
    }

    /// True if the session has opened or written the file.
    pub(in crate::tui) fn is_own(&self, path: &Path) -> bool {
        self.own.iter().any(|own| own == path)
    }
}
