//! The options of `:search`, as in `labeling=leftmost values=min`.

use strum::VariantNames;

use crate::engine::search::{Labeling, Options, Propagation, Values};
use crate::geometry::digits;

/// The beginnings of the options, for completion.
pub(in crate::tui) const NAMES: [&str; 4] = ["labeling=", "values=", "propagation=", "seed="];

/// Parses options.
///
/// # Errors
/// A sentence for the user that names the invalid word and what is expected.
pub(in crate::tui) fn parse(text: &str) -> Result<Options, String> {
    let mut options = Options::default();
    let mut seed = None;
    for word in text.split_whitespace() {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let is_option = match name {
            "labeling" => value.parse().map(|value| options.labeling = value).is_ok(),
            "values" => value.parse().map(|value| options.values = value).is_ok(),
            "propagation" => value.parse().map(|value| options.propagation = value).is_ok(),
            "seed" => digits(value).map(|number| seed = Some(number)).is_some(),
            _ => false,
        };
        if !is_option {
            let expected = match choices(name) {
                _ if name == "seed" => format!("a whole number from 0 to {}", u64::MAX),
                [] => NAMES.map(|name| format!("{name}…")).join(", "),
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
        ("propagation=bounds", "also by counting, but only the ends of each row, as OR-Tools"),
        ("propagation=alldifferent", "also by counting rows and columns together"),
        ("labeling=leftmost", "row by row from the bottom"),
        ("labeling=dual", "rows and columns, whichever has the fewest cells"),
        ("values=min", "from the left"),
        ("values=random seed=1", "in random order"),
    ]
    .into_iter()
}

/// The words that the option of this name can have.
pub(in crate::tui) fn choices(name: &str) -> &'static [&'static str] {
    match name {
        "labeling" => Labeling::VARIANTS,
        "values" => Values::VARIANTS,
        "propagation" => Propagation::VARIANTS,
        _ => &[],
    }
}

/// The options as a text.
pub(in crate::tui) fn described(options: Options) -> String {
    let seed = match options.values {
        Values::Random => format!(" from {}", options.seed),
        _ => String::new(),
    };
    let [labeling, values, propagation]: [&str; 3] =
        [options.labeling.into(), options.values.into(), options.propagation.into()];
    format!("{labeling}, {values}{seed}, {propagation}")
}
