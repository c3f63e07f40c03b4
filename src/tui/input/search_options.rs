//! The options of `:search`, as in `labeling=leftmost values=min`.

use crate::engine::search::{Labeling, Options, Propagation, Values};
use crate::geometry::digits;

/// The names of the options, as completion begins them.
pub(in crate::tui) const NAMES: [&str; 4] = ["labeling=", "values=", "propagation=", "seed="];

const LABELINGS: [(&str, Labeling); 3] = [
    ("first-fail", Labeling::FirstFail),
    ("leftmost", Labeling::Leftmost),
    ("dual", Labeling::Dual),
];

const VALUES: [(&str, Values); 4] = [
    ("middle", Values::Middle),
    ("min", Values::Min),
    ("max", Values::Max),
    ("random", Values::Random),
];

const PROPAGATIONS: [(&str, Propagation); 4] = [
    ("weak", Propagation::Weak),
    ("strong", Propagation::Strong),
    ("bounded", Propagation::Bounded),
    ("alldifferent", Propagation::AllDifferent),
];

/// Reads options.
///
/// # Errors
/// A sentence for the user: which word is no option, and what is expected in its place.
pub(in crate::tui) fn parse(text: &str) -> Result<Options, String> {
    let mut options = Options::default();
    let mut seed = None;
    for word in text.split_whitespace() {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let is_option = match name {
            "labeling" => choose(&mut options.labeling, value, &LABELINGS),
            "values" => choose(&mut options.values, value, &VALUES),
            "propagation" => choose(&mut options.propagation, value, &PROPAGATIONS),
            "seed" => digits(value).map(|number| seed = Some(number)).is_some(),
            _ => false,
        };
        if !is_option {
            let expected = match choices(name) {
                _ if name == "seed" => format!("a whole number from 0 to {}", u64::MAX),
                none if none.is_empty() => NAMES.map(|name| format!("{name}…")).join(", "),
                choices => choices.join(", "),
            };
            return Err(format!("'{word}' is no option of the search ({expected})"));
        }
    }
    if seed.is_some() && options.values != Values::Random {
        return Err("'seed' is for 'values=random'".to_owned());
    }
    options.seed = seed.unwrap_or_default();
    Ok(options)
}

/// Options worth a look, with what they do.
pub(in crate::tui) fn examples() -> impl Iterator<Item = (&'static str, &'static str)> {
    [
        ("propagation=weak", "only cells attacked by a piece are removed"),
        ("propagation=strong", "also cells that would leave a row without a cell"),
        ("propagation=alldifferent", "also by counting rows and columns together"),
        ("labeling=leftmost", "row by row from the bottom"),
        ("labeling=dual", "rows and columns, whichever has the fewest cells"),
        ("values=min", "from the left"),
        ("values=random seed=1", "in random order"),
    ]
    .into_iter()
}

/// The words that the option of this name can have.
pub(in crate::tui) fn choices(name: &str) -> Vec<&'static str> {
    fn words<T>(choices: &[(&'static str, T)]) -> Vec<&'static str> {
        choices.iter().map(|(word, _)| *word).collect()
    }
    match name {
        "labeling" => words(&LABELINGS),
        "values" => words(&VALUES),
        "propagation" => words(&PROPAGATIONS),
        _ => Vec::new(),
    }
}

/// The options as a text: how it was searched.
pub(in crate::tui) fn described(options: Options) -> String {
    let seed = match options.values {
        Values::Random => format!(" from {}", options.seed),
        _ => String::new(),
    };
    let labeling = word(&LABELINGS, options.labeling);
    let values = word(&VALUES, options.values);
    let propagation = word(&PROPAGATIONS, options.propagation);
    format!("{labeling}, {values}{seed}, {propagation}")
}

fn word<T: Copy + PartialEq>(choices: &[(&'static str, T)], chosen: T) -> &'static str {
    choices.iter().find(|(_, choice)| *choice == chosen).map_or("", |(word, _)| word)
}

/// Sets an option by its word; false if there is no such word.
fn choose<T: Copy>(option: &mut T, word: &str, choices: &[(&str, T)]) -> bool {
    let found = choices.iter().find(|(name, _)| *name == word);
    if let Some((_, choice)) = found {
        *option = *choice;
    }
    found.is_some()
}
