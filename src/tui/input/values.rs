//! The values that the palette offers for a command: themes, pieces, rules, files …

use strum::{IntoEnumIterator, VariantNames};

use crate::input::command::{Argument, Definition};
use crate::input::entries::{Entry, EntryEffect};
use crate::input::settings::Setting;
use crate::input::{play_options, search_options};
use crate::look::theme::Theme;
use geometry::Piece;
use manual::{PAGES, Page};
use problem::Assist;

/// What values depend on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    /// Board files that were found.
    pub boards: Vec<String>,
    /// A name for the file of the present board.
    pub file: String,
    /// The present regions and a letter for one more.
    pub regions: Vec<char>,
    /// The present value of each argument that has one.
    pub present: Vec<(Argument, String)>,
}

impl Facts {
    /// The present value of an argument.
    pub(crate) fn present(&self, argument: Argument) -> Option<&str> {
        let present = self.present.iter().find(|(of, _)| *of == argument);
        present.map(|(_, value)| value.as_str())
    }
}

impl Argument {
    /// True if a value of the list is meant where what is typed is none.
    pub(crate) const fn is_closed(self) -> bool {
        matches!(
            self,
            Self::Piece
                | Self::Theme
                | Self::Assist
                | Self::Torus
                | Self::BoardRule
                | Self::Puzzle
                | Self::Play
                | Self::Set
                | Self::Rules
                | Self::Open
        )
    }
}

/// The values of a command of which some is typed; none for one that has no list.
pub(crate) fn values(definition: &Definition, typed: &str, facts: &Facts) -> Vec<Entry> {
    let mut values: Vec<(String, String)> = match definition.argument {
        Argument::Save => vec![(facts.file.clone(), "a board file, which 'o' opens".into())],
        Argument::Open => facts.boards.iter().map(|board| (board.clone(), String::new())).collect(),
        Argument::Size => texts(SIZES),
        Argument::Region => {
            let help = |_: &char| "the cell under the cursor".to_owned();
            facts.regions.iter().map(|region| (region.to_string(), help(region))).collect()
        }
        Argument::Piece => Piece::names().map(|name| (name.to_owned(), notation(name))).collect(),
        Argument::Torus => texts(TORUS),
        Argument::BoardRule => texts(BOARD_RULE),
        Argument::Rules => texts(RULES),
        Argument::Assist => {
            let help = |name: &str| match name.parse() {
                Ok(Assist::Full) => "states, counts, what is forced",
                Ok(Assist::Attacks) => "only what placed pieces attack, as puzzles do",
                Ok(Assist::None) => "nothing but the decisions",
                Err(_) => "",
            };
            Assist::VARIANTS
                .iter()
                .map(|name| ((*name).to_owned(), help(name).to_owned()))
                .collect()
        }
        Argument::Theme => {
            let help = |name: &str| name.parse().map(Theme::help).unwrap_or_default();
            Theme::NAMES.map(|name| (name.to_owned(), help(name).to_owned())).to_vec()
        }
        Argument::Puzzle => texts(PUZZLES),
        Argument::Search => search_options::examples()
            .map(|(text, help)| (text.to_owned(), help.to_owned()))
            .collect(),
        Argument::Export => texts(EXPORTS),
        Argument::Set => Setting::iter()
            .map(|setting| (setting.to_string(), setting.help().to_owned()))
            .collect(),
        // These go on.
        Argument::Play => return play_options::entries(typed),
        Argument::Topic => {
            let page = |page: &Page| (page.topic.to_owned(), page.summary.replace('`', ""));
            PAGES.iter().map(page).collect()
        }
        Argument::Step | Argument::Other => Vec::new(),
    };
    if let Some(present) = facts.present(definition.argument) {
        for (_, help) in values.iter_mut().filter(|(value, _)| value == present) {
            *help = format!("{help}{}now", if help.is_empty() { "" } else { ", " });
        }
    }
    let entry = |(name, help): (String, String)| Entry {
        choice: EntryEffect::Run(format!("{} {name}", definition.word())),
        name,
        help,
        ..Entry::default()
    };
    values.into_iter().map(entry).collect()
}

const SIZES: &[(&str, &str)] = &[
    ("4", "2 solutions of queens"),
    ("5", "10 solutions of queens"),
    ("6", "4 solutions of queens"),
    ("8", "the usual board, 92 solutions of queens"),
    ("10", "724 solutions of queens"),
    ("12", "14,200 solutions of queens"),
    ("5x8", "5 rows, 8 columns: any rows and columns from 1 to 1000"),
    ("20", "too many solutions to count soon"),
    ("30", ""),
    ("100", ""),
];

const TORUS: &[(&str, &str)] =
    &[("on", "opposite edges are joined: attacks go on there"), ("off", "edges are edges")];

const BOARD_RULE: &[(&str, &str)] =
    &[("on", "no piece attacks another"), ("off", "pieces may attack each other")];

const RULES: &[(&str, &str)] = &[
    ("rows", "at least one piece in each row"),
    ("rows,columns", "at least one in each row and each column"),
    ("rows=1,columns=1", "exactly one in each row and each column"),
    ("rows,columns,regions", "at least one in each row, column and region"),
    ("rows=2,columns=2,regions=2", "exactly two in each: a star battle"),
    ("pieces=8", "so many pieces in all"),
    ("dominate", "each cell holds a piece or is attacked: domination"),
    ("dominate,pieces=5", "five pieces cover the board, as five queens do"),
    ("none", "pieces only must not attack each other"),
];

const PUZZLES: &[(&str, &str)] = &[
    ("coloured", "one in each row, column and region"),
    ("star-battle", "kings, one or two in each region"),
    ("givens", "this board, with few given pieces"),
    ("3", "with so many given pieces"),
    ("coloured easy", "by looking at one group at a time"),
    ("star-battle medium", "by comparing groups, too"),
    ("coloured hard", "by short contradictions, or three groups at once"),
    ("givens expert", "by long contradictions"),
];

const EXPORTS: &[(&str, &str)] = &[
    ("board.svg", "a drawing of the board as it is seen"),
    ("diagram diagram.svg", "a drawing of the diagram"),
    ("diagram.dot", "the diagram, for Graphviz"),
    ("diagram.json", "the diagram, for your own programs"),
    ("diagram.bdd", "the diagram, for biodivine-lib-bdd"),
    ("board.cnf", "clauses, for SAT solvers"),
    ("board.mzn", "a model, for MiniZinc"),
];

fn texts(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter().map(|(value, help)| ((*value).to_owned(), (*help).to_owned())).collect()
}

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
        let facts = Facts {
            boards: vec!["assets/boards/kings-6.toml".into()],
            file: "8-queens.toml".into(),
            regions: vec!['a', 'b'],
            present: Vec::new(),
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
        let offered = || RULES.iter().flat_map(|(value, _)| value.split(','));
        for family in Family::iter() {
            let is_offered = offered().any(|rule| rule.starts_with(family.completion()));
            assert!(is_offered, "RULES lack {family}");
        }
    }

    #[test]
    fn what_holds_at_present_is_marked() {
        let definition = COMMANDS.iter().find(|one| one.argument == Argument::Theme).unwrap();
        let present = vec![(Argument::Theme, "dark".to_owned())];
        let marked = values(definition, "", &Facts { present, ..Facts::default() });
        let marked: Vec<_> = marked.iter().filter(|entry| entry.help.ends_with(", now")).collect();
        assert!(marked.len() == 1 && marked[0].name == "dark");
    }
}
