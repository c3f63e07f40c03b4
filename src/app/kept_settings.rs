//! The settings of a player that are saved when they change. Later boards begin with them.

use std::io::Write;
use std::path::Path;

use crate::{SettingChange, Settings};
use files::{FileError, read_file, replace_file};

/// The name of the file, in the directory of the results.
pub const FILE: &str = "settings";

/// Reads the kept settings. A missing or damaged file, or a damaged line, keeps nothing.
pub fn read(path: &Path) -> Settings {
    let mut settings = Settings::default();
    for change in lines(path).iter().filter_map(|line| line.split_once(' ')) {
        if let Ok(change) = SettingChange::parse(change.0, change.1) {
            settings.change(change);
        }
    }
    settings
}

/// Keeps the value of a setting.
///
/// # Errors
/// When the file cannot be written.
pub(crate) fn keep(path: &Path, change: SettingChange) -> Result<(), FileError> {
    let kept = change.to_string();
    let name = |line: &str| line.split(' ').next().map(str::to_owned);
    let others = lines(path).into_iter().filter(|line| name(line) != name(&kept));
    let text: String = others.chain([kept.clone()]).map(|line| line + "\n").collect();
    replace_file(path, |out| {
        out.write_all(text.as_bytes()).map_err(|error| FileError::of_io(path, &error))
    })
}

fn lines(path: &Path) -> Vec<String> {
    let text = read_file(path).ok().flatten().unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Click, Setting};

    #[test]
    fn the_last_value_of_each_setting_is_kept() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join(FILE);
        assert_eq!(read(&path), Settings::default());
        let auto_mark = |value| SettingChange::Switch(Setting::AutoMark, Some(value));
        for change in [auto_mark(true), SettingChange::Click(Click::Place), auto_mark(false)] {
            keep(&path, change).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "click place\nauto-mark off\n");
        keep(&path, auto_mark(true)).unwrap();
        let kept = read(&path);
        assert!(kept.has(Setting::AutoMark) && kept.click == Click::Place);
        // A line of another version is no error.
        std::fs::write(&path, "colour red\nauto-mark on\n\u{1b}").unwrap();
        assert!(read(&path).has(Setting::AutoMark));
    }
}
