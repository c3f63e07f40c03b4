//! The values that the palette offers for a command: themes, pieces, rules, files …

use strum::{IntoEnumIterator, VariantNames};

use crate::input::command::Definition;
use crate::input::entries::{Entry, EntryEffect};
use crate::input::settings::Setting;
use crate::look::theme::Theme;
use geometry::Piece;
use manual::{PAGES, Page};
use problem::Assist;
use session::puzzle::Kind;
use session::steps::Grade;

/// What values depend on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    /// Board files that were found.
    pub boards: Vec<String>,
    /// A name for the file of the present board.
    pub file: String,
    /// The present regions and a letter for one more.
    pub regions: Vec<char>,
    /// The present values of commands that change one.
    pub present: Vec<(&'static str, String)>,
}

impl Facts {
    /// The present value of the argument of a command.
    pub(crate) fn present(&self, word: &str) -> Option<&str> {
        let present = self.present.iter().find(|(of, _)| *of == word);
        present.map(|(_, value)| value.as_str())
    }
}

/// The values of a command of which some is typed; none for one that has no list.
pub(crate) fn values(definition: &Definition, typed: &str, facts: &Facts) -> Vec<Entry> {
    let mut values: Vec<(String, String)> = match definition.word() {
        "w" => vec![(facts.file.clone(), "a board file, which 'o' opens".into())],
        "o" | "regions" | "weights" => {
            facts.boards.iter().map(|board| (board.clone(), String::new())).collect()
        }
        "size" => texts(SIZES),
        "region" => {
            let help = |_: &char| "the cell under the cursor".to_owned();
            facts.regions.iter().map(|region| (region.to_string(), help(region))).collect()
        }
        "piece" => Piece::names().map(|name| (name.to_owned(), notation(name))).collect(),
        "torus" => texts(TORUS),
        "board-rule" => texts(BOARD_RULE),
        "rules" => texts(RULES),
        "assist" => {
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
        "theme" => {
            let help = |name: &str| name.parse().map(Theme::help).unwrap_or_default();
            Theme::NAMES.map(|name| (name.to_owned(), help(name).to_owned())).to_vec()
        }
        "puzzle" => texts(PUZZLES),
        "search" => texts(SEARCHES),
        "export" => texts(EXPORTS),
        "set" => Setting::iter()
            .map(|setting| (setting.to_string(), setting.help().to_owned()))
            .collect(),
        // These go on.
        "play" => return puzzles(typed),
        "help" => {
            let page = |page: &Page| (page.topic.to_owned(), page.summary.replace('`', ""));
            PAGES.iter().map(page).collect()
        }
        _ => Vec::new(),
    };
    if let Some(present) = facts.present(definition.word()) {
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

/// The kinds of puzzles, then the grades of one.
fn puzzles(typed: &str) -> Vec<Entry> {
    let kind = typed.split_whitespace().next().and_then(|word| word.parse::<Kind>().ok());
    let Some(kind) = kind else {
        let entry = |(kind, help): &(Kind, &str)| Entry {
            name: kind.to_string(),
            help: (*help).to_owned(),
            choice: EntryEffect::Begin(format!("play {kind} ")),
            ..Entry::default()
        };
        return KINDS.iter().map(entry).collect();
    };
    let entry = |(grade, help): &(Grade, &str)| Entry {
        name: format!("{kind} {grade}"),
        help: (*help).to_owned(),
        choice: EntryEffect::Run(format!("play {kind} {grade}")),
        ..Entry::default()
    };
    GRADES.iter().map(entry).collect()
}

const KINDS: [(Kind, &str); 3] = [
    (Kind::Queens, "one in each row, column and coloured region, none touching"),
    (Kind::StarBattle, "one to three in each row, column and region, none touching"),
    (Kind::QueensGivens, "chess queens, of which some are given"),
];
/// The grades, with what they need.
const GRADES: [(Grade, &str); 4] = [
    (Grade::Easy, "last cells, full groups, what all cells of a group attack"),
    (Grade::Medium, "also groups within groups"),
    (Grade::Hard, "also three groups, halves, short contradictions"),
    (Grade::Expert, "whatever it takes"),
];
/// Searches worth a look, with what they do.
const SEARCHES: &[(&str, &str)] = &[
    ("weak vs strong", "two searches beside each other, in step"),
    ("leftmost vs first-fail", "row by row, beside the row with the fewest cells"),
    ("propagation=weak", "only cells attacked by a piece are removed"),
    ("propagation=strong", "also cells that would leave a row without a cell"),
    ("propagation=bounds", "also by counting, but only the ends of each row, as OR-Tools"),
    ("propagation=alldifferent", "also by counting rows and columns together"),
    ("labeling=leftmost", "row by row from the bottom"),
    ("labeling=dual", "rows and columns, whichever has the fewest cells"),
    ("values=min", "from the left"),
    ("values=random seed=1", "in random order"),
];

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
        let definition = COMMANDS.iter().find(|one| one.word() == "theme").unwrap();
        let present = vec![("theme", "dark".to_owned())];
        let marked = values(definition, "", &Facts { present, ..Facts::default() });
        let marked: Vec<_> = marked.iter().filter(|entry| entry.help.ends_with(", now")).collect();
        assert!(marked.len() == 1 && marked[0].name == "dark");
    }
}
