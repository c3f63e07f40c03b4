//! The options of `:search`, as in `leftmost min weak` or `weak vs strong`.

use strum::VariantNames;

use engine::search::{Labeling, Propagation, SearchOptions, Values};
use geometry::{digits, nearest};

/// The searches to watch: one, or two beside each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Searches {
    pub first: SearchOptions,
    pub beside: Option<SearchOptions>,
}

/// The word between two settings.
const VERSUS: &str = "vs";

/// The beginnings of the options, for completion.
pub(crate) const NAMES: [&str; 4] = ["labeling=", "values=", "propagation=", "seed="];

/// Parses the options of one search, or of two with `vs` between them. What is not named for the second is
/// as for the first. The name of an option may be left out: its values belong to no other.
///
/// # Errors
/// A sentence for the user that names the invalid word and what is expected.
pub(crate) fn parse(text: &str) -> Result<Searches, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut settings = words.split(|word| *word == VERSUS);
    let first = setting(SearchOptions::default(), settings.next().unwrap_or_default())?;
    let beside = settings.next().map(|words| setting(first, words)).transpose()?;
    if settings.next().is_some() {
        return Err(format!("two searches go beside each other, but '{text}' names more"));
    }
    if beside == Some(first) {
        return Err(format!("the two searches of '{text}' are the same, as in 'weak vs strong'"));
    }
    Ok(Searches { first, beside })
}

/// The options of one search, on top of earlier ones.
fn setting(mut options: SearchOptions, words: &[&str]) -> Result<SearchOptions, String> {
    for word in words {
        let (name, value) = word.split_once('=').unwrap_or(("", word));
        let is = |option| name.is_empty() || name == option;
        let is_option = is("labeling") && set(&mut options.labeling, value)
            || is("values") && set(&mut options.values, value)
            || is("propagation") && set(&mut options.propagation, value)
            || name == "seed" && digits(value).map(|seed| options.seed = seed).is_some();
        if !is_option {
            let known = if name.is_empty() { self::words() } else { choices(name).to_vec() };
            let expected = match (nearest(value, known), choices(name)) {
                (Some(near), _) => format!("did you mean '{near}'?"),
                _ if name == "seed" => format!("a whole number from 0 to {}", u64::MAX),
                (None, []) => NAMES.map(|name| format!("{name}…")).join(", "),
                (None, choices) => choices.join(", "),
            };
            return Err(format!("'{word}' is no option of the search: {expected}"));
        }
    }
    let has_seed = words.iter().any(|word| word.starts_with("seed="));
    if has_seed && options.values != Values::Random {
        return Err("'seed' is for 'values=random'".to_owned());
    }
    Ok(options)
}

/// Sets an option to the value of this word. Returns false if it has no such value.
fn set<T: std::str::FromStr>(option: &mut T, word: &str) -> bool {
    word.parse().map(|value| *option = value).is_ok()
}

/// Searches worth a look, with what they do.
pub(crate) fn examples() -> impl Iterator<Item = (&'static str, &'static str)> {
    [
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
    ]
    .into_iter()
}

/// The words that the option of this name can have.
pub(crate) fn choices(name: &str) -> &'static [&'static str] {
    match name {
        "labeling" => Labeling::VARIANTS,
        "values" => Values::VARIANTS,
        "propagation" => Propagation::VARIANTS,
        _ => &[],
    }
}

/// All words that can begin an option, for completion.
pub(crate) fn words() -> Vec<&'static str> {
    let values = ["labeling", "values", "propagation"].into_iter().flat_map(choices).copied();
    NAMES.into_iter().chain(values).chain([VERSUS]).collect()
}

/// The options as words.
fn parts(options: SearchOptions) -> [String; 3] {
    let seed = match options.values {
        Values::Random => format!(" from {}", options.seed),
        _ => String::new(),
    };
    let [labeling, values, propagation]: [&str; 3] =
        [options.labeling.into(), options.values.into(), options.propagation.into()];
    [labeling.to_owned(), format!("{values}{seed}"), propagation.to_owned()]
}

/// The options as a text.
pub(crate) fn described(options: SearchOptions) -> String {
    parts(options).join(", ")
}

/// Those options that differ from another setting, as a text.
pub(crate) fn difference(options: SearchOptions, other: SearchOptions) -> String {
    let pairs = parts(options).into_iter().zip(parts(other));
    let differing: Vec<_> = pairs.filter(|(own, other)| own != other).map(|(own, _)| own).collect();
    differing.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_value_belongs_to_two_options() {
        let mut words = words();
        let number = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), number);
    }

    #[test]
    fn a_second_setting_is_as_the_first_but_for_what_it_names() {
        let described = |text| {
            let Searches { first, beside } = parse(text).unwrap();
            (super::described(first), beside.map(super::described))
        };
        let both = |one: &str, other: &str| (one.to_owned(), Some(other.to_owned()));
        assert_eq!(described(""), ("first-fail, middle, weak".to_owned(), None));
        assert_eq!(
            described("leftmost min"),
            ("leftmost, min, weak".to_owned(), None),
            "names can be left out"
        );
        assert_eq!(
            described("weak vs strong"),
            both("first-fail, middle, weak", "first-fail, middle, strong")
        );
        assert_eq!(
            described("values=min leftmost vs labeling=dual strong"),
            both("leftmost, min, weak", "dual, min, strong")
        );
        assert_eq!(
            described("random seed=1 vs seed=2"),
            both("first-fail, random from 1, weak", "first-fail, random from 2, weak")
        );
        for (text, sentence) in [
            ("weak vs strong vs bounded", "two searches go beside each other, but "),
            ("strong vs propagation=strong", "the two searches of "),
            ("weak vs", "the two searches of "),
            ("weak vs deep", "'deep' is no option of the search: labeling=…"),
        ] {
            assert!(parse(text).unwrap_err().starts_with(sentence), "{text}");
        }
    }
}
