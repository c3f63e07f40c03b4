//! Completion of typed lines by Tab.

use std::fs;

use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

use app::operations::table::WITHOUT_SCREEN;
use app::words::{self, Definition};

/// Completes the words of a session, their arguments and the names of files.
pub(super) struct WordCompleter;

impl Helper for WordCompleter {}
impl Highlighter for WordCompleter {}
impl Validator for WordCompleter {}

impl Hinter for WordCompleter {
    type Hint = String;
}

impl Completer for WordCompleter {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let (begun, completions) = completions(&line[..cursor]);
        Ok((cursor - begun.len(), completions))
    }
}

/// The incomplete last word of a line, and the words that begin with it, sorted. The only possible command ends with a
/// space.
fn completions(line: &str) -> (&str, Vec<String>) {
    let line = line.trim_start_matches([' ', ':']);
    let (begun, mut words) = WITHOUT_SCREEN.candidates(line, |definition| definition.full_word(""));
    words.retain(|word| word.starts_with(begun));
    let word = line.split(' ').next().unwrap_or_default();
    if words.is_empty() && words::named(word).is_some_and(Definition::takes_file) {
        words = files(begun);
    }
    words.sort();
    words.dedup();
    if let [word] = &mut words[..]
        && begun.len() == line.len()
    {
        word.push(' ');
    }
    (begun, words)
}

/// The files and folders whose path begins with `begun`. Folders end with a slash; hidden files need their dot.
fn files(begun: &str) -> Vec<String> {
    let (folder, name) = begun.split_at(begun.rfind('/').map_or(0, |slash| slash + 1));
    let entries = fs::read_dir(if folder.is_empty() { "." } else { folder });
    let entries = entries.into_iter().flatten().flatten();
    let paths = entries.filter_map(|entry| {
        let found = entry.file_name().into_string().ok()?;
        let is_meant = found.starts_with(name) && found.starts_with('.') == name.starts_with('.');
        let slash = if entry.path().is_dir() { "/" } else { "" };
        is_meant.then(|| format!("{folder}{found}{slash}"))
    });
    paths.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_arguments_are_completed() {
        for (line, expected) in [
            ("si", &["size "][..]),
            (" :ex", &["exclude", "export"]),
            ("piece nightr", &["nightrider"]),
            ("torus o", &["off", "on"]),
            ("puzzle coloured ea", &["easy"]),
            ("rules rows,co", &["columns"]),
            ("help sess", &["session"]),
            ("help exc", &["exclude"]),
            // A word and a page of the manual.
            ("help less", &["lesson"]),
            ("place a", &[]),
            ("unknown a", &[]),
        ] {
            assert_eq!(completions(line).1, expected, "{line}");
        }
    }

    /// A session refuses the words of the screen and tells the full words.
    #[test]
    fn only_words_of_a_session_are_offered_and_no_abbreviations() {
        let (begun, words) = completions("");
        assert_eq!(begun, "");
        assert!(
            ["save", "open", "quit", "why"].iter().all(|word| words.contains(&word.to_string()))
        );
        assert!(
            ["w", "o", "theme", "lesson"].iter().all(|word| !words.contains(&word.to_string()))
        );
    }

    #[test]
    fn names_of_files_are_completed_where_a_file_is_meant() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a b.toml"), "").unwrap();
        fs::write(folder.path().join(".hidden"), "").unwrap();
        fs::create_dir(folder.path().join("boards")).unwrap();
        let path = |name: &str| format!("{}/{name}", folder.path().display());
        let completed = |line: String| completions(&line).1;
        assert_eq!(completed(format!("open {}", path(""))), [path("a b.toml"), path("boards/")]);
        assert_eq!(completed(format!("save {}", path("a "))), [path("a b.toml")]);
        assert_eq!(completed(format!("export diagram {}", path("b"))), [path("boards/")]);
        assert_eq!(completed(format!("regions {}", path("."))), [path(".hidden")]);
        assert!(completed(format!("place {}", path("a"))).is_empty());
    }
}
