//! The values that the palette offers for a command: themes, pieces, rules, files.

use strum::IntoEnumIterator;

use crate::input::command::Definition;
use crate::input::entries::{EntryEffect, PaletteEntry};
use crate::input::settings::Setting;
use geometry::Piece;
use manual::{PAGES, Page};
use session::puzzle::Kind;
use session::steps::Grade;

/// Facts about the board that determine the offered values.
#[derive(Clone, Debug, Default)]
pub(crate) struct ValueSources {
    /// Names of the board files that were found.
    pub boards: Vec<String>,
    /// Suggested file name for the present board.
    pub file: String,
    /// Letters of the regions, and one unused letter.
    pub regions: Vec<char>,
    /// Present values, by the word of the command that changes the value.
    pub current_values: Vec<(&'static str, String)>,
}

impl ValueSources {
    /// The present value of the setting that a command changes, if known.
    pub(crate) fn current_value(&self, word: &str) -> Option<&str> {
        let present = self.current_values.iter().find(|(of, _)| *of == word);
        present.map(|(_, value)| value.as_str())
    }
}

/// The entries for the values of a command. `typed` is the text typed so far as a value.
pub(crate) fn values(
    definition: &Definition,
    typed: &str,
    facts: &ValueSources,
) -> Vec<PaletteEntry> {
    let owned = |&(value, help): &(&str, &str)| (value.to_owned(), help.to_owned());
    let mut values: Vec<(String, String)> = definition.values.iter().map(owned).collect();
    match definition.word() {
        "w" => values.push((facts.file.clone(), "a board file, which 'o' opens".into())),
        "o" | "regions" | "weights" => {
            values.extend(facts.boards.iter().map(|board| (board.clone(), String::new())));
        }
        "region" => {
            let help = "the cell under the cursor";
            values.extend(facts.regions.iter().map(|region| (region.to_string(), help.to_owned())));
        }
        "piece" => values.extend(Piece::names().map(|name| (name.to_owned(), notation(name)))),
        "set" => values.extend(
            Setting::iter().map(|setting| (setting.to_string(), setting.help().to_owned())),
        ),
        // The kind is followed by a grade.
        "play" => return puzzles(definition, typed),
        "help" => {
            let page = |page: &Page| (page.topic.to_owned(), page.summary.replace('`', ""));
            values.extend(PAGES.iter().map(page));
        }
        _ => {}
    }
    if let Some(present) = facts.current_value(definition.word()) {
        for (_, help) in values.iter_mut().filter(|(value, _)| value == present) {
            *help = format!("{help}{}now", if help.is_empty() { "" } else { ", " });
        }
    }
    let entry = |(name, help): (String, String)| {
        let choice = EntryEffect::Run(format!("{} {name}", definition.word()));
        PaletteEntry::new("", &name, &help, choice)
    };
    values.into_iter().map(entry).collect()
}

/// Entries for the kinds of puzzles or, if `typed` begins with a kind, for the grades of that kind.
fn puzzles(definition: &Definition, typed: &str) -> Vec<PaletteEntry> {
    let entry = |name: String, help: &str, choice| PaletteEntry::new("", &name, help, choice);
    let Some(Ok(kind)) = typed.split_whitespace().next().map(str::parse::<Kind>) else {
        let begin = |kind: &str| match kind {
            "board" => EntryEffect::Run("play board".to_owned()),
            kind => EntryEffect::Begin(format!("play {kind} ")),
        };
        let kinds = definition.values.iter();
        return kinds.map(|&(kind, help)| entry(kind.to_owned(), help, begin(kind))).collect();
    };
    let run = |grade| EntryEffect::Run(format!("play {kind} {grade}"));
    let of_grade = |(grade, help)| entry(format!("{kind} {grade}"), help, run(grade));
    GRADES.map(of_grade).to_vec()
}

/// The grades, and how the puzzles of each grade feel.
const GRADES: [(Grade, &str); 4] = [
    (Grade::Easy, "simple steps, most of the time several at once"),
    (Grade::Medium, "some groups within groups"),
    (Grade::Hard, "many patterns, or a short chain"),
    (Grade::Expert, "chains and contradictions"),
];

fn notation(name: &str) -> String {
    let piece = name.parse::<Piece>();
    piece.map(|piece| format!("Betza {}", piece.notation())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::command::{COMMANDS, parse};
    use problem::Family;

    #[test]
    fn every_value_that_is_offered_can_be_run() {
        let facts = ValueSources {
            boards: vec!["assets/boards/kings-6.toml".into()],
            file: "8-queens.toml".into(),
            regions: vec!['a', 'b'],
            current_values: Vec::new(),
        };
        let mut count = 0;
        for entry in COMMANDS.iter().flat_map(|definition| values(definition, "", &facts)) {
            let (EntryEffect::Run(line) | EntryEffect::Begin(line)) = &entry.choice else {
                panic!("{entry:?}")
            };
            assert!(parse(line).is_ok(), "{line}: {:?}", parse(line));
            count += 1;
        }
        assert!(count > 50);
    }

    #[test]
    fn every_rule_is_offered() {
        let rules = COMMANDS.iter().find(|one| one.word() == "rules").unwrap();
        let offered = || rules.values.iter().flat_map(|(value, _)| value.split(','));
        for family in Family::iter() {
            let is_offered = offered().any(|rule| rule.starts_with(family.completion()));
            assert!(is_offered, "the values of 'rules' lack {family}");
        }
    }

    #[test]
    fn what_holds_at_present_is_marked() {
        let definition = COMMANDS.iter().find(|one| one.word() == "theme").unwrap();
        let present = vec![("theme", "dark".to_owned())];
        let marked = values(
            definition,
            "",
            &ValueSources { current_values: present, ..ValueSources::default() },
        );
        let marked: Vec<_> = marked.iter().filter(|entry| entry.help.ends_with(", now")).collect();
        assert!(marked.len() == 1 && marked[0].name == "dark");
    }
}
