//! Entries of the palette, and the search for them by name or description.
//!
//! [`find`] filters and ranks entries for a typed text and returns the positions of the matching
//! letters.

use std::cmp::Reverse;

use nucleo_matcher::pattern::{Atom, AtomKind, CaseMatching, Normalization};
use nucleo_matcher::{Matcher, Utf32Str};

use app::action::Action;

/// An action or a value that can be chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PaletteEntry {
    /// Heading above the entry. Entries of the same group are adjacent.
    pub group: &'static str,
    /// Keys as displayed; empty without keys.
    pub key: String,
    /// First word of the command that does the same, or empty. An entry whose word is typed in full is listed first.
    pub word: String,
    /// Name.
    pub name: String,
    /// Description in one line.
    pub help: String,
    /// Effect of choosing the entry.
    pub choice: EntryEffect,
    /// Actions that the entry performs; empty for values and files.
    pub actions: Vec<Action>,
    /// True if the entry is not available now.
    pub is_later: bool,
}

impl PaletteEntry {
    /// An entry without keys, command or actions.
    pub(crate) fn new(group: &'static str, name: &str, help: &str, choice: EntryEffect) -> Self {
        Self { group, name: name.to_owned(), help: help.to_owned(), choice, ..Self::default() }
    }
}

/// The effect of choosing an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EntryEffect {
    /// Performs an action.
    Do(Action),
    /// Runs a command line.
    Run(String),
    /// Opens the palette with this text, so that the user can add a value.
    Begin(String),
}

impl Default for EntryEffect {
    fn default() -> Self {
        Self::Run(String::new())
    }
}

/// An entry that matches the typed text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EntryMatch {
    /// Index of the entry in the list.
    pub index: usize,
    /// Positions of the matching letters in the name, counted from 0, ascending.
    pub name_letters: Vec<usize>,
    /// Positions of the matching letters in the description, counted from 0, ascending.
    pub help_letters: Vec<usize>,
}

/// Returns the entries that match every word of a text, best first: (1) the first typed word is the command of the
/// entry, (2) the text is a key of the entry, (3) more words match the name. A word matches a name if its letters
/// occur there as one run or at the beginnings of words. It matches a description that contains it, and a command
/// or a group that begins with it. An empty text finds all entries, in their original order.
pub(crate) fn find(text: &str, entries: &[PaletteEntry]) -> Vec<EntryMatch> {
    let mut matcher = Matcher::default();
    let text = text.trim();
    let mut found: Vec<(MatchRank, EntryMatch)> = entries
        .iter()
        .enumerate()
        .filter_map(|(index, entry)| find_words(text, index, entry, &mut matcher))
        .collect();
    found.sort_by_key(|(rank, _)| Reverse(*rank));
    found.into_iter().map(|(_, found)| found).collect()
}

/// The rank of an entry and its matching letters; `None` if it does not match every word.
fn find_words(
    text: &str,
    index: usize,
    entry: &PaletteEntry,
    matcher: &mut Matcher,
) -> Option<(MatchRank, EntryMatch)> {
    let is_key = entry.key.split(' ').any(|key| key == text);
    let mut rank = MatchRank {
        is_word: text.split_whitespace().next() == Some(&entry.word),
        is_key: !text.is_empty() && is_key,
        ..MatchRank::default()
    };
    let mut found = EntryMatch { index, ..EntryMatch::default() };
    // If the first word is the entry's command, the other words are the value of the command.
    let words = if rank.is_word { 1 } else { usize::MAX };
    for word in text.split_whitespace().take(words) {
        let mut letters = |text, kind| letters(word, text, kind, matcher);
        let in_name = letters(&entry.name, AtomKind::Fuzzy);
        let in_name = in_name.filter(|(_, letters)| is_good_match(&entry.name, letters));
        if let Some((score, letters)) = in_name {
            rank.in_name += 1;
            rank.score += u32::from(score);
            found.name_letters.extend(letters);
        } else if let Some((score, letters)) = letters(&entry.help, AtomKind::Substring) {
            rank.score += u32::from(score);
            found.help_letters.extend(letters);
        } else if entry.word.starts_with(word) {
            rank.in_name += 1;
        } else if letters(entry.group, AtomKind::Prefix).is_none() && !rank.is_key {
            return None;
        }
    }
    for letters in [&mut found.name_letters, &mut found.help_letters] {
        letters.sort_unstable();
        letters.dedup();
    }
    Some((rank, found))
}

/// Returns the score of a word in a text, and the positions of the matching letters. `None` if the word does not
/// match.
fn letters(
    word: &str,
    text: &str,
    kind: AtomKind,
    matcher: &mut Matcher,
) -> Option<(u16, Vec<usize>)> {
    let atom = Atom::new(word, CaseMatching::Ignore, Normalization::Smart, kind, false);
    let (mut characters, mut letters) = (Vec::new(), Vec::new());
    let score = atom.indices(Utf32Str::new(text, &mut characters), matcher, &mut letters)?;
    Some((score, letters.into_iter().map(|letter| letter as usize).collect()))
}

/// True if the matching letters form one run, or if each run begins a word.
fn is_good_match(name: &str, letters: &[usize]) -> bool {
    let name: Vec<char> = name.chars().collect();
    let is_next = |index: usize| index > 0 && letters[index] == letters[index - 1] + 1;
    let begins_word = |letter: usize| letter == 0 || !name[letter - 1].is_alphanumeric();
    let mut pieces = (0..letters.len()).filter(|&index| !is_next(index));
    pieces.clone().count() <= 1 || pieces.all(|index| begins_word(letters[index]))
}

/// Rank of a match; higher is better. Compared field by field, in this order.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct MatchRank {
    is_word: bool,
    is_key: bool,
    /// Number of typed words that occur in the entry's name or are a prefix of its command.
    in_name: usize,
    score: u32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::testing::entries;

    fn found(text: &str) -> Vec<String> {
        let entries = entries();
        let found = find(text, &entries);
        found.into_iter().map(|found| entries[found.index].name.clone()).collect()
    }

    #[test]
    fn nothing_typed_finds_everything_in_its_order() {
        let names: Vec<_> = entries().into_iter().map(|entry| entry.name).collect();
        assert_eq!(found(""), names);
        assert_eq!(found("  "), names);
    }

    #[test]
    fn names_come_before_descriptions() {
        let names = found("sol");
        assert_eq!(names[..2], ["browse solutions", "a random solution"]);
        assert!(names.contains(&"complete the board".to_owned()));
        assert!(names.contains(&"heat map".to_owned()));
        assert!(!names.contains(&"undo".to_owned()));
    }

    #[test]
    fn beginnings_of_words_come_before_letters_within() {
        assert_eq!(found("hm")[0], "heat map");
        assert_eq!(found("search")[0], "watch a search");
        assert_eq!(found("rand sol"), ["a random solution"]);
        assert_eq!(found("THEME")[0], "theme");
    }

    #[test]
    fn a_word_or_a_key_in_full_comes_first() {
        assert_eq!(found("w")[0], "save");
        assert_eq!(found("o")[0], "open");
        assert_eq!(found("g")[0], "diagram");
        assert_eq!(found("^R")[0], "redo");
        assert_eq!(found("x")[0], "exclude");
        assert_eq!(found("size 10")[0], "size");
        assert_eq!(found("w today.toml"), ["save"]);
    }

    #[test]
    fn what_a_user_types_first_is_found() {
        for (text, name) in [
            ("why", "explain why"),
            ("heat", "heat map"),
            ("puzzle", "make a puzzle"),
            ("knight", "piece"),
            ("save", "save"),
            ("export", "save"),
            ("hint", "hint"),
            ("dark", "theme"),
            ("size", "size"),
        ] {
            assert_eq!(found(text).first().map(String::as_str), Some(name), "{text}");
        }
        assert!(found("xyzzy").is_empty());
        assert!(!found("sol").contains(&"most telling cell".to_owned()));
    }

    #[test]
    fn the_letters_found_are_told() {
        let entries = entries();
        let found = find("sol", &entries);
        assert_eq!(entries[found[0].index].name, "browse solutions");
        assert_eq!(found[0].name_letters, [7, 8, 9]);
        let by_help = found.iter().find(|found| entries[found.index].name == "heat map").unwrap();
        let start = "where the ".len();
        assert_eq!(by_help.help_letters, [start, start + 1, start + 2]);
    }
}
