//! The words after `:` and their texts, which `words.txt` in this folder lists.

use std::fmt::{self, Display};
use std::path::Path;
use std::sync::LazyLock;

use crate::action::{self, Action, ActionItem, columns};
use geometry::nearest;

/// The texts of an operation that is typed.
pub struct Definition {
    /// Words of the command. Completion and help offer the first word; the others have nearly the same meaning.
    words: Vec<&'static str>,
    /// Form of the argument, for help.
    form: &'static str,
    /// The noun phrase for a missing argument.
    pub needs: &'static str,
    /// Description.
    pub help: &'static str,
    /// Entry of the palette: group, name, description, and the actions whose keys have the same effect. Without a
    /// name, the palette has only the entry of the first action.
    pub item: ActionItem,
    /// Values that the palette offers. Further values are found at run time.
    pub values: Vec<ListedValue>,
}

/// A value that the palette offers for a command.
pub struct ListedValue {
    /// The value, as it is typed.
    pub value: &'static str,
    /// The meaning of the word.
    pub(super) meaning: &'static str,
    /// The topic, shown before the meaning; empty if the value needs none.
    kind: &'static str,
    /// The meaning in few words, for narrow frames; empty if it is short.
    short: &'static str,
}

impl ListedValue {
    /// The description in the palette.
    pub fn help(&self) -> String {
        match self.kind {
            "" => self.meaning.to_owned(),
            kind => format!("{kind}: {}", self.meaning),
        }
    }
}

/// All commands, in the order of display.
pub static COMMANDS: LazyLock<Vec<Definition>> = LazyLock::new(|| {
    let mut commands: Vec<Definition> = Vec::new();
    for line in include_str!("words.txt").lines().filter(|line| line.contains('|')) {
        if let Some(value) = line.strip_prefix("  ") {
            let [value, meaning, kind, short] = columns(value);
            let values = &mut commands.last_mut().expect("a command").values;
            values.push(ListedValue { value, meaning, kind, short });
            continue;
        }
        let [words, form, help, name, summary, actions, needs] = columns(line);
        let (group, name) = name.split_once(": ").unwrap_or_default();
        let actions = action::actions(actions);
        let item = ActionItem { group, actions, name, help: summary };
        let words = words.split(' ').collect();
        commands.push(Definition { words, form, needs, help, item, values: Vec::new() });
    }
    commands
});

/// Words that people search for, each with the command line that has the meaning of the word.
static SEARCHED_WORDS: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let lines = include_str!("search_words.txt").lines().filter(|line| !line.starts_with('#'));
    let lines = lines.filter_map(|line| line.split_once(": "));
    lines.flat_map(|(line, words)| words.split(", ").map(move |word| (word, line))).collect()
});

/// The command line with the meaning of a searched word, and true if the word is spelled correctly. `None` if no
/// known word is similar.
pub fn meant_by(word: &str) -> Option<(&'static str, bool)> {
    let word = word.trim().to_lowercase().replace(['-', '_'], " ");
    let near = nearest(&word, SEARCHED_WORDS.iter().map(|(known, _)| *known))?;
    let (known, line) = SEARCHED_WORDS.iter().find(|(known, _)| *known == near)?;
    Some((line, *known == word))
}

/// The meaning of a setting of a search, such as `weak`, from long to short; `None` for other words.
pub(super) fn setting_in_words(setting: &str) -> Option<[&'static str; 2]> {
    let (_, ListedValue { meaning, short, .. }) = search_settings().find(|it| it.0 == setting)?;
    Some([meaning, if short.is_empty() { meaning } else { short }])
}

/// The settings of a search, such as `weak`, with the lines that list them.
pub(super) fn search_settings() -> impl Iterator<Item = (&'static str, &'static ListedValue)> {
    let values = named("search").map_or(&[][..], |definition| &definition.values);
    values.iter().filter_map(|listed| {
        let (_, value) = listed.value.split(' ').next()?.split_once('=')?;
        Some((value, listed))
    })
}

impl Definition {
    /// The word that completion and help offer.
    pub fn word(&self) -> &'static str {
        self.words[0]
    }

    /// The word for one of its words in a session in lines, which has no abbreviations: `save!` for `w!`.
    pub fn full_word(&self, word: &str) -> &'static str {
        let is_full =
            |other: &&&str| other.len() > 2 && other.ends_with('!') == word.ends_with('!');
        let same = self.words.iter().find(|same| **same == word && word.len() > 2);
        same.or_else(|| self.words.iter().find(is_full)).map_or(self.words[0], |same| *same)
    }

    /// True if the argument may be the name of a file.
    pub fn takes_file(&self) -> bool {
        self.form.contains("FILE")
    }

    /// True if the palette has a separate entry for the command.
    pub fn has_entry(&self) -> bool {
        !self.item.name.is_empty()
    }

    /// The values that the palette lists.
    pub(crate) fn listed(&self) -> Vec<String> {
        self.values.iter().map(|listed| listed.value.to_owned()).collect()
    }
}

/// Displays the command by its first word of several letters, with its form and its description.
impl Display for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { form, help, .. } = self;
        let word = self.full_word("");
        write!(f, "'{word}{}{form}': {help}", if form.is_empty() { "" } else { " " })
    }
}

/// The command with this word.
pub fn named(word: &str) -> Option<&'static Definition> {
    COMMANDS.iter().find(|definition| definition.words.contains(&word))
}

/// The command that does the same as the keys of an action.
pub fn of_action(action: Action) -> Option<&'static Definition> {
    COMMANDS.iter().find(|definition| definition.item.actions.first() == Some(&action))
}

/// Words of earlier versions, and verbs for files, each with what to use instead.
const ELSEWHERE: [(&str, &str); 6] = [
    ("share", "is now ':link'"),
    ("print", "is now ':export'"),
    ("sheet", "is now ':export'"),
    ("inspect", "is a verb for diagrams in files: 'configurator inspect FILE'"),
    ("judge", "is a verb for diagrams in files: 'configurator judge FILE'"),
    ("view", "is a verb for diagrams in files: 'configurator view FILE'"),
];

/// What to use instead of a word that is no command of the board.
pub(crate) fn elsewhere(word: &str) -> Option<&'static str> {
    ELSEWHERE.iter().find(|(other, _)| *other == word).map(|(_, instead)| *instead)
}

/// The command word nearest to a misspelled word, if any.
pub(crate) fn nearest_command(word: &str) -> Option<&'static str> {
    nearest(word, COMMANDS.iter().flat_map(|one| &one.words).copied())
}

/// True if a text contains a folder separator or ends like the name of a board file.
pub(crate) fn looks_like_a_path(text: &str) -> bool {
    let ending = Path::new(text).extension().and_then(|ending| ending.to_str());
    text.contains(['/', '\\']) || matches!(ending, Some("toml" | "txt"))
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    /// The table of commands in Markdown, as in the manual.
    fn command_table() -> String {
        let mut table = String::from("| command | what it does |\n| --- | --- |\n");
        for Definition { words, form, help, .. } in COMMANDS.iter() {
            let form = if form.is_empty() { String::new() } else { format!(" {form}") };
            writeln!(table, "| `:{}{form}` | {help} |", words[0])
                .expect("a string takes every line");
        }
        table
    }

    #[test]
    fn no_word_has_two_commands() {
        let words = COMMANDS.iter().flat_map(|definition| &definition.words);
        let mut words: Vec<&str> = words.copied().collect();
        let number = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), number);
    }

    #[test]
    fn the_manual_has_this_table() {
        let page = include_str!("../manual/pages/board.md");
        assert!(
            page.contains(&command_table()),
            "put this into src/manual/pages/board.md:\n{}",
            command_table()
        );
    }
}
