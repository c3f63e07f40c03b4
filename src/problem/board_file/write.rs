use std::fmt::{Display, Write as _};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::BoardFile;
use crate::decisions::Value;
use files::{FileError, replace_file};

/// Maximum number of cells on a line of a list.
const PER_LINE: usize = 12;

impl BoardFile {
    /// Writes this board as the text of a board file.
    pub fn to_toml(&self) -> String {
        let (rules, decisions) = (self.problem.rules(), self.problem.decisions());
        let size = rules.size();
        let size = if size.is_square() {
            size.rows().to_string()
        } else {
            format!("[{}, {}]", size.rows(), size.columns())
        };
        let requirements: Vec<_> = rules.requirements().iter().map(quoted).collect();
        let chosen = |value| decisions.cells(value).filter(|&cell| !decisions.is_given(cell));
        let mut lines = vec![("size", size), ("piece", quoted(&rules.piece()))];
        if rules.grid().is_torus() {
            lines.push(("torus", "true".to_owned()));
        }
        lines.push(("rules", format!("[{}]", requirements.join(", "))));
        if !rules.has_board_rule() {
            lines.push(("board_rule", "false".to_owned()));
        }
        let regions = rules.regions();
        // In a drawing of regions, holes look like cells that still need a region.
        let holes = rules.grid().holes().iter();
        if let Some(regions) = regions {
            lines.push(("regions", format!("\"\"\"\n{regions}\"\"\"")));
        }
        if let Some(weights) = rules.weights() {
            lines.push(("weights", format!("\"\"\"\n{weights}\"\"\"")));
        }
        if let Some(limit) = rules.max_cost() {
            lines.push(("max_cost", limit.to_string()));
        }
        let lists = [
            ("holes", list(holes)),
            ("givens", list(decisions.givens())),
            ("placed", list(chosen(Value::Placed))),
            ("excluded", list(chosen(Value::Excluded))),
        ];
        lines.extend(lists.into_iter().filter_map(|(key, list)| Some((key, list?))));
        lines.push(("assist", quoted(&self.assist)));
        let mut toml = String::new();
        for (key, value) in lines {
            writeln!(toml, "{key} = {value}").expect("a string takes every line");
        }
        toml
    }

    /// Writes the board to the first of the files `NAME-1.toml`, `NAME-2.toml`, … in a folder that does
    /// not exist yet. Returns the path of the file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write_numbered(&self, folder: &Path, name: &str) -> Result<PathBuf, FileError> {
        let mut paths = (1_u32..).map(|number| folder.join(format!("{name}-{number}.toml")));
        let path = paths.find(|path| !path.exists()).unwrap_or_default();
        self.write(&path)?;
        Ok(path)
    }

    /// Writes the board to a file. An existing file is replaced atomically, so it is never incomplete.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        replace_file(path, |file| {
            file.write_all(self.to_toml().as_bytes())
                .map_err(|error| FileError::of_io(path, &error))
        })
    }
}

fn quoted(value: &impl Display) -> String {
    toml::Value::String(value.to_string()).to_string()
}

/// Writes a list of cells; `None` if the list is empty.
fn list(cells: impl Iterator<Item = impl Display>) -> Option<String> {
    let names: Vec<_> = cells.map(|cell| quoted(&cell)).collect();
    match names.len() {
        0 => None,
        1..=PER_LINE => Some(format!("[{}]", names.join(", "))),
        _ => {
            let lines = names.chunks(PER_LINE).map(|line| format!("  {},\n", line.join(", ")));
            Some(format!("[\n{}]", lines.collect::<String>()))
        }
    }
}
