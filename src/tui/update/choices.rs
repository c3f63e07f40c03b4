//! The choices of the palette for the typed line, and the effect of Enter.

use std::mem;

use crate::input::{EntryEffect, EntryMatch, PaletteEntry, entries};
use crate::model::CommandPalette;
use crate::update::row::ScreenRow;
use crate::update::table::TABLE;
use app::ValueSources;
use app::operations::Asks;
use app::operations::table::Row as _;
use app::words::{self, Definition, ListedValue};
use geometry::Cell;
use manual::Page;

/// Minimum length of a word that is looked up in the manual.
const SHORTEST_WORD: usize = 3;

impl CommandPalette {
    /// Finds the entries that match the line: actions and commands, or the values of the typed command. Updates all
    /// fields except the prompt.
    ///
    /// `current` is the present value of the setting that the typed command changes.
    pub(crate) fn find(
        &mut self,
        entries: Vec<PaletteEntry>,
        sources: &ValueSources,
        current: Option<String>,
    ) {
        let line = self.prompt.text();
        let command = split_command(&line);
        let text = if let Some((operation, definition, value)) = command {
            self.entries = operation.entries(definition, value, sources);
            for entry in &mut self.entries {
                if current.as_ref() == Some(&entry.name) {
                    entry.help += if entry.help.is_empty() { "now" } else { ", now" };
                }
            }
            value
        } else {
            self.entries = entries;
            if !line.trim().is_empty() {
                self.entries.extend(sources.boards.iter().map(|board| of_board(board)));
            }
            &line
        };
        self.matches = entries::find(text, &self.entries);
        let is_text = |letter: char| letter.is_alphabetic() || " -_".contains(letter);
        let has_words = line.trim().len() >= SHORTEST_WORD && line.chars().all(is_text);
        if has_words && command.is_none() && is_wrong(&line) {
            self.find_searched_words(text);
        }
        let is_without_value = command.is_some_and(|(.., value)| value.is_empty());
        self.chosen = current.filter(|_| is_without_value).and_then(|present| {
            self.matches.iter().position(|found| self.entries[found.index].name == present)
        });
        self.searched = Some(line);
    }

    /// Adds meanings of an unknown word: values of commands, a command with another name, or pages of the manual.
    fn find_searched_words(&mut self, text: &str) {
        self.find_values(text);
        let has_matches = !self.matches.is_empty();
        let searched = words::meant_by(text).filter(|(_, is_known)| *is_known || !has_matches);
        if let Some((line, _)) = searched {
            let found = mem::take(&mut self.matches);
            self.append(of_line(line));
            self.matches.extend(found);
        }
        if !has_matches {
            self.find_pages(text);
        }
    }

    /// Adds the values of commands that contain a word or are described by it.
    fn find_values(&mut self, word: &str) {
        let word = word.trim().to_lowercase();
        let entry_row = |entry: &PaletteEntry| {
            let values = words::named(&entry.word).map_or(&[][..], |found| &found.values);
            let matches_word = |listed: &&ListedValue| {
                let texts = [listed.value, &listed.help()];
                texts.into_iter().any(|text| text.to_lowercase().contains(&word))
            };
            let entry_of_value = |listed: &ListedValue| {
                let line = format!("{} {}", entry.word, listed.value);
                let choice = EntryEffect::Begin(line.clone());
                let found = PaletteEntry::new(entry.group, &line, &listed.help(), choice);
                PaletteEntry { is_later: entry.is_later, ..found }
            };
            values.iter().filter(matches_word).map(entry_of_value).collect::<Vec<_>>()
        };
        let values: Vec<PaletteEntry> = self.entries.iter().flat_map(entry_row).collect();
        self.append(values);
    }

    /// Adds entries that match, after all others.
    fn append(&mut self, entries: impl IntoIterator<Item = PaletteEntry>) {
        let first = self.entries.len();
        self.entries.extend(entries);
        let matches = first..self.entries.len();
        self.matches.extend(matches.map(|index| EntryMatch { index, ..EntryMatch::default() }));
    }

    /// Adds the pages of the manual that mention all words of a text.
    fn find_pages(&mut self, text: &str) {
        let pages = Page::mentioning(text);
        let entries = pages.iter().map(|page| {
            let (line, help) = (format!("help {}", page.topic), page.summary.replace('`', ""));
            PaletteEntry::new("manual", &line, &help, EntryEffect::Run(line.clone()))
        });
        self.append(entries);
    }

    /// The title: the name of the command whose value is chosen, or `do`.
    pub(crate) fn title(&self) -> &'static str {
        let text = self.prompt.text();
        let command = split_command(&text).map(|(_, definition, _)| definition);
        command.filter(|it| it.has_entry()).map_or("do", |definition| definition.item.name)
    }

    /// The entry that Enter chooses; `None` if Enter runs the typed line, or shows its error.
    pub(crate) fn chosen_entry(&self) -> Option<&PaletteEntry> {
        self.selected().map(|index| &self.entries[self.matches[index].index])
    }

    /// Index in `matches` of the entry that Enter chooses: the entry that the user has selected, or else the best
    /// match if the typed line is not a command.
    pub(crate) fn selected(&self) -> Option<usize> {
        let line = self.prompt.text();
        let is_suggested = || match split_command(&line) {
            // A number answers a question of a lesson. If typed late, it must not open an entry with this digit in its name.
            None => line.contains(|letter: char| !letter.is_ascii_digit()) && is_wrong(&line),
            Some((operation, _, value)) => {
                let value = value.trim_end();
                let facts = operation.parameter();
                match facts.asks {
                    Asks::Not | Asks::ForText => false,
                    Asks::ForTextOrOffered => value.is_empty(),
                    Asks::ForOffered => {
                        value.is_empty() || is_wrong(&line) || (facts.is_begun)(value)
                    }
                }
            }
        };
        self.chosen
            .or_else(|| is_suggested().then_some(0))
            .filter(|&index| index < self.matches.len())
    }

    /// Moves the selection by `by` entries. Moving up from the first entry clears the selection, and returns
    /// false if the user had selected no entry.
    pub(crate) fn move_selection(&mut self, by: isize) -> bool {
        let Some(last) = self.matches.len().checked_sub(1) else { return by > 0 };
        let to = match self.selected() {
            Some(at) => at.checked_add_signed(by).map(|to| to.min(last)),
            None => (by > 0).then_some(0),
        };
        match to {
            Some(to) => self.chosen = Some(to),
            None if self.selected().is_some_and(|at| at > 0) => self.chosen = Some(0),
            None => return self.chosen.take().is_some(),
        }
        true
    }

    /// The line completed by the selected entry, or by the best match.
    pub(crate) fn completed(&self) -> Option<String> {
        let index = self.selected().unwrap_or(0);
        let entry = &self.entries[self.matches.get(index)?.index];
        Some(match &entry.choice {
            EntryEffect::Begin(line) | EntryEffect::Run(line) => line.clone(),
            EntryEffect::Do(_) if entry.word.is_empty() => entry.name.clone(),
            EntryEffect::Do(_) => entry.word.clone(),
        })
    }
}

/// The operation of a line, its texts, and the value typed so far, with its spaces at the end; `None` without a space after the word.
pub(crate) fn split_command(line: &str) -> Option<(ScreenRow, &'static Definition, &str)> {
    let (word, value) = line.trim_start().split_once(' ')?;
    Some((TABLE.of_word(word)?, words::named(word)?, value.trim_start()))
}

/// True if a line cannot be run, wherever the cursor is.
fn is_wrong(line: &str) -> bool {
    TABLE.parse(line, Cell::new(0, 0)).is_err()
}

/// The entry of a line after `:`; `None` if there is no such command.
fn of_line(line: &'static str) -> Option<PaletteEntry> {
    let word = line.split(' ').next()?;
    let choice = if line.contains(' ') {
        EntryEffect::Run(line.to_owned())
    } else {
        TABLE.of_word(word)?.choice()
    };
    Some(PaletteEntry::new("meant", line, words::named(word)?.help, choice))
}

/// The entry of a board file. Board files are listed only after the user has typed something.
fn of_board(board: &str) -> PaletteEntry {
    let name = board.rsplit(['/', '\\']).next().unwrap_or(board);
    let name = format!("open {}", name.trim_end_matches(".toml"));
    PaletteEntry::new("file", &name, board, EntryEffect::Run(format!("o {board}")))
}
