//! Completion of the command line by Tab.

use itertools::Itertools;

use crate::model::Prompt;
use crate::update::table::TABLE;
use app::words::Definition;

/// Completes the word before the cursor by the common prefix of all candidates.
pub(super) fn complete(prompt: &mut Prompt) {
    let (before, _) = prompt.parts();
    let line = before.trim_start();
    let (begun, words) = TABLE.candidates(line, Definition::word);
    let fitting = words.iter().filter(|word| word.starts_with(begun));
    // The common beginning of all words is the common beginning of the first and the last one in alphabetical order.
    let Some((first, last)) = fitting.minmax().into_option() else { return };
    prompt.insert(&first[begun.len()..common_prefix_length(first, last)]);
    if first == last && begun.len() == line.len() {
        prompt.insert(" ");
    }
}

/// Length of the common prefix of two words, in bytes.
fn common_prefix_length(one: &str, other: &str) -> usize {
    let both = one.chars().zip(other.chars());
    both.take_while(|(one, other)| one == other).map(|(one, _)| one.len_utf8()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completed(text: &str) -> String {
        let mut prompt = Prompt::beginning_with(text);
        complete(&mut prompt);
        prompt.text()
    }

    #[test]
    fn a_word_is_completed_as_far_as_it_is_certain() {
        for (text, expected) in [
            ("si", "size "),
            ("  to", "  torus "),
            ("q", "q "),
            ("piece nightr", "piece nightrider"),
            ("theme co", "theme colour-blind"),
            ("assist a", "assist attacks"),
            ("torus of", "torus off"),
            ("puzzle c", "puzzle coloured"),
            ("puzzle coloured ea", "puzzle coloured easy"),
            ("rules rows,co", "rules rows,columns"),
            ("export pi", "export picture"),
            ("rules pi", "rules pieces="),
            ("search la", "search labeling="),
            ("search labeling=du", "search labeling=dual"),
            ("search values=min prop", "search values=min propagation="),
            ("search propagation=st", "search propagation=strong"),
            ("search depth=", "search depth="),
            ("d4", "d4"),
            ("w bo", "w bo"),
            ("漢", "漢"),
        ] {
            assert_eq!(completed(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_open_stays_open() {
        assert_eq!(completed(""), "");
        assert_eq!(completed("p"), "p");
        assert_eq!(completed("reg"), "region");
        assert_eq!(completed("regions"), "regions ");
        assert_eq!(completed("torus "), "torus o");
        let (_, values) = TABLE.candidates("search labeling=", Definition::word);
        assert_eq!(values, ["first-fail", "leftmost", "dual"]);
        assert_eq!(completed("rules r"), "rules r");
    }

    #[test]
    fn what_follows_the_cursor_stays() {
        let mut prompt = Prompt::beginning_with("si 9");
        for _ in 0..2 {
            prompt.edit(crossterm::event::KeyEvent::from(crossterm::event::KeyCode::Left));
        }
        complete(&mut prompt);
        assert_eq!(prompt.parts(), ("size ".to_owned(), " 9".to_owned()));
    }
}
