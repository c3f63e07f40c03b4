//! The manual, page by page.

use super::conventions::verbs;
use super::run;
use clap::{Arg, CommandFactory};
use configurator::cli::Arguments;
use configurator::manual::PAGES;

#[test]
fn a_page_is_plain_in_a_pipe() {
    let page = run("help regions");
    let page = page.answer();
    assert!(page.starts_with("Regions and rules\n\n"), "{page}");
    assert!(!page.contains('\x1b') && !page.contains('`'), "{page}");
    assert!(page.contains("  $ configurator solve --piece RF"), "{page}");
    let styled = run("help regions --color always");
    assert!(styled.answer().starts_with("\x1b[1;4mRegions and rules\x1b[0m\n"));
}

#[test]
fn without_a_topic_all_are_listed() {
    let list = run("help");
    for page in PAGES {
        assert!(list.answer().contains(&format!("  {} ", page.topic)), "{}", page.topic);
    }
}

#[test]
fn a_verb_has_its_options_and_other_words_the_nearest_topic() {
    let count = run("help count");
    let (_, merge) = count.answer().split_once("--merge <FILES>...\n").unwrap();
    assert!(merge.contains("Each part must be there exactly once"), "{merge}");
    let wrong = run("help region");
    assert_eq!(wrong.refusal(2), "'region' is no topic: did you mean 'regions'?");
}

/// `session`, `pieces` and `lesson` are also names of pages, which hid their options.
#[test]
fn the_help_of_each_verb_lists_its_options() {
    for verb in verbs() {
        let help = run(&format!("help {verb}"));
        let program = Arguments::command();
        let options = program.find_subcommand(&verb).unwrap().get_arguments();
        for option in options.filter(|it| !it.is_hide_set()).filter_map(Arg::get_long) {
            assert!(help.answer().contains(&format!("--{option}")), "{verb}: {option}");
        }
    }
}
