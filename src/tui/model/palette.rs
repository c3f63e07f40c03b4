//! The palette: the typed line, the entries that match it, and the effect of Enter.

use crate::input::command::{self, Definition, looks_like_a_path};
use crate::input::values::{ValueSources, values};
use crate::input::{EntryEffect, EntryFinder, EntryMatch, PaletteEntry};
use crate::model::prompt::Prompt;
use manual::Page;
use session::puzzle::Kind;

/// The open palette.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CommandPalette {
    pub prompt: Prompt,
    /// All entries: the actions and commands, or the values of the typed command.
    pub entries: Vec<PaletteEntry>,
    /// The matching entries, the best first.
    pub matches: Vec<EntryMatch>,
    /// Index in `found` of the entry selected by the user, or of the present value of the typed command.
    pub chosen: Option<usize>,
}

/// Minimum length of a word that is looked up in the manual.
const SHORTEST_WORD: usize = 3;

/// The effect of Enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EnterEffect<'a> {
    /// Runs the typed line, or shows its error.
    Line,
    /// Chooses an entry.
    Choose(&'a PaletteEntry),
}

impl CommandPalette {
    /// Finds the entries that match the line: actions and commands, or the values of the typed command. Updates all
    /// fields except the prompt.
    pub(crate) fn find(&mut self, entries: Vec<PaletteEntry>, facts: &ValueSources) {
        let line = self.prompt.text();
        let text = if let Some((definition, value)) = split_command(&line) {
            self.entries = values(definition, value, facts);
            value
        } else {
            self.entries = entries;
            if !line.trim().is_empty() {
                self.entries.extend(facts.boards.iter().map(|board| of_board(board)));
            }
            &line
        };
        self.matches = EntryFinder::default().find(text, &self.entries);
        let is_text = |letter: char| letter.is_alphabetic() || " -_".contains(letter);
        let has_words = line.trim().len() >= SHORTEST_WORD && line.chars().all(is_text);
        let is_unknown =
            has_words && split_command(&line).is_none() && command::parse(&line).is_err();
        if is_unknown {
            self.find_values(text);
        }
        let meant = command::meant_by(text).filter(|_| is_unknown);
        if let Some((line, _)) = meant.filter(|(_, is_known)| *is_known || self.matches.is_empty())
        {
            let found = std::mem::take(&mut self.matches);
            self.append(of_line(line));
            self.matches.extend(found);
        } else if is_unknown && self.matches.is_empty() {
            self.find_pages(text);
        }
        self.chosen = split_command(&line).filter(|(_, value)| value.is_empty()).and_then(
            |(definition, _)| {
                let present = facts.current_value(definition.word())?;
                self.matches.iter().position(|found| self.entries[found.index].name == present)
            },
        );
    }

    /// Adds the values of commands that contain a word or are described by it.
    fn find_values(&mut self, word: &str) {
        let word = word.trim().to_lowercase();
        let of_entry = |entry: &PaletteEntry| {
            let values = command::named(&entry.word).map_or(&[][..], |found| &found.values);
            let is_meant = |(value, help): &&(&str, &str)| {
                [value, help].into_iter().any(|text| text.to_lowercase().contains(&word))
            };
            let entry_of_value = |(value, help): &(&str, &str)| {
                let line = format!("{} {value}", entry.word);
                let choice = EntryEffect::Begin(line.clone());
                let found = PaletteEntry::new(entry.group, &line, help, choice);
                PaletteEntry { is_later: entry.is_later, ..found }
            };
            values.iter().filter(is_meant).map(entry_of_value).collect::<Vec<_>>()
        };
        let values: Vec<PaletteEntry> = self.entries.iter().flat_map(of_entry).collect();
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
        let command = split_command(&text).filter(|(definition, _)| definition.has_entry());
        command.map_or("do", |(definition, _)| definition.item.name)
    }

    /// The effect of Enter.
    pub(crate) fn enter_effect(&self) -> EnterEffect<'_> {
        self.selected().map_or(EnterEffect::Line, |index| {
            EnterEffect::Choose(&self.entries[self.matches[index].index])
        })
    }

    /// Index in `found` of the entry that Enter chooses: the entry that the user has selected, or else the best
    /// match if the typed line is not a command.
    pub(crate) fn selected(&self) -> Option<usize> {
        let line = self.prompt.text();
        let is_meant = || match split_command(&line) {
            None => !line.trim().is_empty() && command::parse(&line).is_err(),
            // The kind of puzzle may be followed by a grade.
            Some((definition, value)) if definition.word() == "play" => {
                value.is_empty() || value.parse::<Kind>().is_ok() || command::parse(&line).is_err()
            }
            Some((definition, "")) => {
                definition.prefers_listed_values() || definition.word() == "w"
            }
            Some((definition, value)) => {
                definition.prefers_listed_values()
                    && (command::parse(&line).is_err()
                        || definition.reads_file() && !looks_like_a_path(value))
            }
        };
        self.chosen.or_else(|| is_meant().then_some(0)).filter(|&index| index < self.matches.len())
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
            None => {
                let was = self.chosen.take();
                return was.is_some();
            }
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

/// The command of a line and the value typed so far; `None` without a space after the command.
fn split_command(line: &str) -> Option<(&'static Definition, &str)> {
    let (word, value) = line.trim_start().split_once(' ')?;
    Some((command::named(word)?, value.trim()))
}

/// The entry of a line after `:`; `None` if there is no such command.
fn of_line(line: &'static str) -> Option<PaletteEntry> {
    let definition = command::named(line.split(' ').next()?)?;
    let choice =
        if line.contains(' ') { EntryEffect::Run(line.to_owned()) } else { definition.choice() };
    Some(PaletteEntry::new("meant", line, definition.help, choice))
}

/// The entry of a board file. Board files are listed only after the user has typed something.
fn of_board(board: &str) -> PaletteEntry {
    let name = board.rsplit(['/', '\\']).next().unwrap_or(board);
    let name = format!("open {}", name.trim_end_matches(".toml"));
    PaletteEntry::new("file", &name, board, EntryEffect::Run(format!("o {board}")))
}
