use itertools::Itertools;
use strum::IntoEnumIterator;

use super::*;
use crate::testing::{Play, cell};
use app::ValueSources;
use app::operations::Command;
use app::operations::parameters::SaveOrder;
use geometry::Cell;
use geometry::Size;
use problem::Family;

/// The sentence of a notice.
fn sentence(notice: &Notice) -> String {
    notice.in_words(&Play::queens(4).model)
}

fn parsed(line: &str) -> Result<Command<ScreenRow>, String> {
    TABLE.parse(line, cell("d4")).map_err(|notice| sentence(&notice))
}

/// The argument of a line.
fn argument<T: Clone + 'static>(line: &str) -> T {
    parsed(line).unwrap().argument::<T>().unwrap().clone()
}

#[test]
fn every_name_has_one_row_and_every_row_a_name() {
    let of_palette = |id: &Action| {
        Scope::Palette.keys().lines.iter().any(|line| line.actions.contains(id))
            || *id == Action::INSERT
    };
    let of_keys = Scope::iter().flat_map(|scope| &scope.keys().lines).flat_map(|it| &it.actions);
    for id in of_keys.chain(Action::NAMED).filter(|id| !of_palette(id)) {
        assert!(TABLE.operation(*id).is_some(), "{id:?}");
    }
    for definition in COMMANDS.iter() {
        assert!(
            TABLE.of_word(definition.word()).is_some(),
            "no row has the word '{}'",
            definition.word()
        );
    }
    let words = || TABLE.rows().map(|operation| operation.word).filter(|word| !word.is_empty());
    assert!(words().all_unique());
    for operation in TABLE.rows() {
        let (id, word) = (operation.id, operation.word);
        let has_key =
            Scope::iter().any(|it| it.keys().lines.iter().any(|it| it.actions.contains(&id)));
        let is_reached = has_key || words::named(word).is_some() || word.is_empty();
        assert!(is_reached, "neither a key nor a word runs {id:?}");
    }
}

/// Formerly five lists repeated the words, and a misspelled one did nothing.
#[test]
fn keys_that_do_the_same_as_a_word_belong_to_its_row() {
    for definition in COMMANDS.iter().filter(|it| it.item.actions.len() == 1) {
        let (id, word) = (definition.item.actions[0], definition.word());
        let own = TABLE.of_word(word).unwrap().id;
        // A key decides or takes back, a word only decides.
        let is_other = [Action::PLACE, Action::EXCLUDE].contains(&id);
        assert!(own == id || is_other, "{word}: {id:?}");
    }
}

#[test]
fn a_line_is_a_typed_value_or_a_sentence() {
    assert_eq!(argument::<Size>("  size   6x5 "), "6x5".parse().unwrap());
    assert_eq!(argument::<Cell>("d4"), cell("d4"));
    let cells = Cell::parse_list("c3,e5").unwrap();
    for line in ["region b c3,e5", "region b c3 e5", "region b c3, e5"] {
        assert_eq!(argument::<(char, Vec<Cell>)>(line), ('b', cells.clone()), "{line}");
    }
    assert_eq!(argument::<std::path::PathBuf>("open a.toml").to_str(), Some("a.toml"));
    for (line, hint) in [
        ("quitt", "did you mean 'quit'?"),
        ("solve", "':' alone lists everything that can be done, ':help' the keys"),
    ] {
        let sentence = format!("'{line}' is no cell and no command: {hint}");
        assert_eq!(parsed(line).unwrap_err(), sentence);
    }
    let (path, may_replace) = (Some("a b.toml".into()), false);
    assert_eq!(argument::<SaveOrder>("wq a b.toml"), SaveOrder { path, may_replace, quits: true });
    assert_eq!(parsed("redo").unwrap().row.id, Action::REDO);
    assert_eq!(parsed(" ").unwrap().row.id, Action::NOTHING);
    for (line, near) in [
        ("theme drak", "dark"),
        ("assist atacks", "attacks"),
        ("rules rows,colums=1", "columns"),
        ("search values=midle", "middle"),
        ("search weak vs strnog", "strong"),
    ] {
        let sentence = parsed(line).unwrap_err();
        assert!(sentence.ends_with(&format!(" did you mean '{near}'?")), "{sentence}");
    }
    assert!(parsed("search depth").unwrap_err().starts_with("'depth' is no option"));
}

#[test]
fn words_of_earlier_versions_name_the_present_ones() {
    for (line, sentence) in [
        ("share", "'share' is now ':link'"),
        ("print board.svg", "'print' is now ':export'"),
        ("sheet", "'sheet' is now ':export'"),
        ("judge a.dddmp", "'judge' is a verb for diagrams in files: 'configurator judge FILE'"),
        ("view a.dddmp", "'view' is a verb for diagrams in files: 'configurator view FILE'"),
    ] {
        assert_eq!(parsed(line).unwrap_err(), sentence);
    }
}

#[test]
fn a_cell_that_is_not_named_is_that_of_the_cursor() {
    for line in ["why", "place", "hole", "back"] {
        assert_eq!(parsed(line).unwrap().cells, [cell("d4")], "{line}");
    }
    assert_eq!(parsed("why c3").unwrap().cells, [cell("c3")]);
}

fn values(word: &str) -> Vec<PaletteEntry> {
    let sources = ValueSources {
        boards: vec!["assets/boards/kings-6.toml".into()],
        games: vec![("queens easy 8 seed=3".into(), "goes on with 1 queen at 0:07".into())],
        file: "8-queens.toml".into(),
        regions: vec!['a', 'b'],
    };
    let operation = TABLE.of_word(word).unwrap();
    operation.entries(words::named(word).unwrap(), "", &sources)
}

#[test]
fn every_value_that_is_offered_can_be_run() {
    let mut count = 0;
    for entry in COMMANDS.iter().map(words::Definition::word).flat_map(values) {
        let (EntryEffect::Run(line) | EntryEffect::Begin(line)) = &entry.choice else {
            panic!("{entry:?}")
        };
        assert!(parsed(line).is_ok(), "{line}: {:?}", parsed(line));
        count += 1;
    }
    assert!(count > 50);
}

#[test]
fn every_rule_is_offered() {
    let rules = values("rules");
    let offered = || rules.iter().flat_map(|entry| entry.name.split(','));
    for family in Family::iter() {
        let is_offered = offered().any(|rule| rule.starts_with(family.completion()));
        assert!(is_offered, "the values of 'rules' lack {family}");
    }
}

#[test]
fn what_holds_at_present_is_marked() {
    let mut play = Play::queens(4);
    play.keys(":piece ");
    let entries = &play.palette().entries;
    let marked: Vec<_> = entries.iter().filter(|entry| entry.help.ends_with(", now")).collect();
    assert!(marked.len() == 1 && marked[0].name == "queen");
}
