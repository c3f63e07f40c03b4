//! The manual: one page per topic, as Markdown in `src/manual/pages`. The same pages appear in this documentation,
//! on the board, and as text on any terminal (by [`Page::rows`]).
//!
//! | file | contents |
//! | --- | --- |
//! | `markdown` | parses a page into `Block`s |
//! | `layout` | lays out blocks in rows of a given width |

mod layout;
mod markdown;

pub use layout::Row;
pub use markdown::{Emphasis, Text};

use markdown::Block;

use std::cmp::Reverse;

use geometry::{did_you_mean, nearest};

/// A page of the manual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// The name of the topic, by which the page is found.
    pub topic: &'static str,
    /// The contents of the page in a few words.
    pub summary: &'static str,
    /// The text of the page, as Markdown. Its first line is the title.
    pub text: &'static str,
}

macro_rules! pages {
    ($($topic:literal $module:ident $summary:literal)*) => {
        /// All pages, in the recommended order of reading.
        pub const PAGES: &[Page] = &[$(Page {
            topic: $topic,
            summary: $summary,
            text: include_str!(concat!("pages/", $topic, ".md")),
        }),*];

        $(
            #[allow(clippy::doc_markdown, reason = "names of keys are no code")]
            #[doc = include_str!(concat!("pages/", $topic, ".md"))]
            pub mod $module {}
        )*
    };
}

pages! {
    "lesson" lesson "lessons that the board takes with you, and how to write your own"
    "board" board "the keys, the words after `:`, decisions, the mouse"
    "puzzles" puzzles "making puzzles and playing them"
    "techniques" techniques "steps that a person can see, grades of puzzles"
    "regions" regions "rules, colour regions, holes"
    "costs" costs "weights, the cheapest solutions, a limit of cost"
    "pieces" pieces "pieces by name and by Betza notation"
    "verbs" verbs "what the program does without the board"
    "json" json "what verbs print with `--json`, and the schemas"
    "session" session "the board in lines, for scripts and screen readers"
    "counting" counting "numbers of solutions, tables, estimates"
    "certificates" certificates "files from which other programs prove numbers of solutions"
    "diagram" diagram "the decision diagram, and how it grows"
    "searching" searching "finite-domain search, and how to watch it"
    "machines" machines "counting on several machines"
    "exports" exports "formats of other programs, pictures, pages for a browser"
    "board-files" board_files "board files, saving, sessions"
    "settings" settings "installing, colours, characters, keys, completions"
    "performance" performance "how fast the program is, and others are"
    "sources" sources "where it comes from: the texts, their numbers, names elsewhere"
}

impl Page {
    /// Finds the page of a topic.
    ///
    /// # Errors
    /// When there is no such topic. The error is a sentence that names the nearest topic, the pages that
    /// contain the word, or all topics.
    pub fn find(topic: &str) -> Result<Self, String> {
        let topic = topic.to_lowercase();
        if let Some(page) = PAGES.iter().find(|page| page.topic == topic) {
            return Ok(*page);
        }
        let topics = || PAGES.iter().map(|page| page.topic);
        let pages: Vec<&str> =
            Self::mentioning(&topic).into_iter().map(|page| page.topic).collect();
        let hint = match (nearest(&topic, topics()), pages.as_slice()) {
            (Some(near), _) => did_you_mean(near),
            (None, []) => format!("the topics are {}", topics().collect::<Vec<_>>().join(", ")),
            (None, pages) => format!("the word is found in {}", pages.join(", ")),
        };
        Err(format!("'{topic}' is no topic: {hint}"))
    }

    /// Returns up to three pages that contain, for each of the words, words with this beginning, most occurrences
    /// first; none for an empty text. `_` counts as a hyphen.
    pub fn mentioning(beginnings: &str) -> Vec<Self> {
        let plain = |text: &str| text.to_lowercase().replace('_', "-");
        let beginnings = plain(beginnings);
        let number = |page: &Self| {
            let text = plain(page.text);
            let begins = |(at, _): &(usize, &str)| !text[..*at].ends_with(char::is_alphanumeric);
            let of_beginning = |word| text.match_indices(word).filter(begins).count();
            beginnings.split_whitespace().map(of_beginning).min().unwrap_or(0)
        };
        let mut pages: Vec<(usize, Self)> = PAGES
            .iter()
            .map(|page| (number(page), *page))
            .filter(|(times, _)| *times > 0)
            .collect();
        pages.sort_by_key(|(times, _)| Reverse(*times));
        pages.into_iter().map(|(_, page)| page).take(3).collect()
    }

    /// The blocks of the page.
    fn blocks(self) -> Vec<Block> {
        markdown::parse(self.text)
    }

    /// The page laid out in rows of at most `width` columns. Examples are not broken and can be wider.
    pub fn rows(self, width: usize) -> Vec<Row> {
        layout::rows(&self.blocks(), width)
    }
}

/// The list of topics as text. Each line contains a name and a summary.
pub fn topics() -> String {
    let widest = PAGES.iter().map(|page| page.topic.len()).max().unwrap_or(0);
    let line =
        |page: &Page| format!("  {:widest$}  {}\n", page.topic, page.summary.replace('`', ""));
    PAGES.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_are_found_and_others_answered_with_the_nearest() {
        assert_eq!(Page::find("Regions").unwrap().topic, "regions");
        assert_eq!(
            Page::find("region").unwrap_err(),
            "'region' is no topic: did you mean 'regions'?"
        );
        let sentence = Page::find("theme").unwrap_err();
        assert!(
            sentence.starts_with("'theme' is no topic: the word is found in settings, "),
            "{sentence}"
        );
        // Words with hyphens and underscores were not found.
        for (word, page) in [
            ("CHOOSE_FIRST_UNBOUND", "searching"),
            ("choose-first-unbound", "searching"),
            ("or-tools", "searching"),
            ("CP-SAT", "performance"),
            ("row-major", "diagram"),
        ] {
            let sentence = Page::find(word).unwrap_err();
            assert!(sentence.contains("is found in ") && sentence.contains(page), "{sentence}");
        }
        assert!(Page::find("croquet").unwrap_err().contains("the topics are lesson, board"));
    }

    #[test]
    fn every_page_has_a_title_and_a_file_that_is_listed() {
        for page in PAGES {
            let Some(Block::Heading(1, _)) = page.blocks().first().cloned() else {
                panic!("{}", page.topic)
            };
        }
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/pages");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = files.map(|name| name.into_string().unwrap()).collect();
        let mut listed: Vec<String> =
            PAGES.iter().map(|page| format!("{}.md", page.topic)).collect();
        names.sort();
        listed.sort();
        assert_eq!(names, listed);
    }

    #[test]
    fn the_readme_lists_the_topics() {
        let readme = include_str!("../../README.md");
        let line = |page: &Page| {
            format!("| [{0}](src/manual/pages/{0}.md) | {1} |\n", page.topic, page.summary)
        };
        let table: String = PAGES.iter().map(line).collect();
        assert!(readme.contains(&table), "put this into README.md:\n{table}");
    }
}
