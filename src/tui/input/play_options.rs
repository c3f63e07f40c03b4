//! What follows `:play`, as in `star-battle hard 10 stars=2 seed=7`.

use strum::VariantNames;

use crate::input::entries::{Entry, EntryEffect};
use geometry::{digits, nearest};
use session::puzzle::{Kind, Wanted};
use session::steps::Grade;

/// The grades, with what they need.
const GRADES: [(Grade, &str); 4] = [
    (Grade::Easy, "last cells, full groups, what all cells of a group attack"),
    (Grade::Medium, "also groups within groups"),
    (Grade::Hard, "also three groups, halves, short contradictions"),
    (Grade::Expert, "whatever it takes"),
];

/// The words that complete the argument.
pub(crate) fn words() -> Vec<&'static str> {
    let grades = GRADES.iter().map(|(grade, _)| (*grade).into());
    Kind::VARIANTS.iter().copied().chain(grades).chain(["stars=", "seed="]).collect()
}

/// Parses the argument: the puzzle and its seed. Without a puzzle, one like the last is meant.
///
/// # Errors
/// A sentence for the user that names the wrong word and what is expected.
pub(crate) fn parse(text: &str) -> Result<(Option<Wanted>, Option<u64>), String> {
    if text.is_empty() {
        return Ok((None, None));
    }
    let (mut kind, mut grade, mut size, mut stars, mut seed) = Default::default();
    for word in text.split_whitespace() {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let is_option = match name {
            "stars" => digits(value).map(|number| stars = Some(number)).is_some(),
            "seed" => digits(value).map(|number| seed = Some(number)).is_some(),
            _ if name != word => false,
            _ if digits::<u16>(word).is_some() => {
                size = digits(word);
                true
            }
            _ => {
                let found = (word.parse::<Kind>().ok(), word.parse::<Grade>().ok());
                (kind, grade) = (found.0.or(kind), found.1.or(grade));
                found != (None, None)
            }
        };
        if !is_option {
            let hint = match nearest(name, words().iter().map(|word| word.trim_end_matches('='))) {
                Some("stars") => "the number of stars stands behind it, as in 'stars=2'".to_owned(),
                Some("seed") => "a whole number stands behind it, as in 'seed=7'".to_owned(),
                Some(near) => format!("did you mean '{near}'?"),
                None => words().join(", "),
            };
            return Err(format!("'{word}' is no puzzle, no grade and no size: {hint}"));
        }
    }
    let wanted = Wanted::new(kind.unwrap_or_default(), grade.unwrap_or(Grade::Easy), size, stars);
    Ok((Some(wanted.map_err(|error| error.to_string())?), seed))
}

/// What the palette offers: the kinds, then the grades of one.
pub(crate) fn entries(typed: &str) -> Vec<Entry> {
    let kind = typed.split_whitespace().next().and_then(|word| word.parse::<Kind>().ok());
    let Some(kind) = kind else {
        let help = |kind| match kind {
            Kind::Queens => "one in each row, column and coloured region, none touching",
            Kind::StarBattle => "one to three in each row, column and region, none touching",
            Kind::QueensGivens => "chess queens, of which some are given",
        };
        let kinds = [Kind::Queens, Kind::StarBattle, Kind::QueensGivens];
        let entry = |kind: Kind| Entry {
            name: kind.to_string(),
            help: help(kind).to_owned(),
            choice: EntryEffect::Begin(format!("play {kind} ")),
            ..Entry::default()
        };
        return kinds.map(entry).to_vec();
    };
    let entry = |(grade, help): (Grade, &str)| Entry {
        name: format!("{kind} {grade}"),
        help: help.to_owned(),
        choice: EntryEffect::Run(format!("play {kind} {grade}")),
        ..Entry::default()
    };
    GRADES.map(entry).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_say_what_is_played_in_any_order() {
        let new = |kind, grade, size, stars| Wanted::new(kind, grade, size, stars).ok();
        for (text, expected) in [
            ("", (None, None)),
            ("queens", (new(Kind::Queens, Grade::Easy, None, None), None)),
            ("hard star-battle", (new(Kind::StarBattle, Grade::Hard, Some(10), Some(2)), None)),
            (
                "star-battle 6 stars=1 seed=7",
                (new(Kind::StarBattle, Grade::Easy, Some(6), Some(1)), Some(7)),
            ),
            ("medium 9", (new(Kind::Queens, Grade::Medium, Some(9), None), None)),
        ] {
            assert_eq!(parse(text), Ok(expected), "{text}");
        }
        for (text, sentence) in [
            ("chess", "'chess' is no puzzle, no grade and no size: queens, star-battle, queens-g"),
            ("quens", "'quens' is no puzzle, no grade and no size: did you mean 'queens'?"),
            ("stars", "'stars' is no puzzle, no grade and no size: the number of stars stands"),
            ("easy=1", "'easy=1' is no puzzle"),
            ("seed=x", "'seed=x' is no puzzle"),
            ("queens stars=2", "queens have no stars: 'star-battle' has"),
            ("star-battle stars=4", "a star battle has 1 to 3 stars in each row, not 4"),
            ("star-battle 9 stars=3", "star battle, 3 stars is played in sizes 12 to 16, not 9"),
        ] {
            let found = parse(text).unwrap_err();
            assert!(found.starts_with(sentence), "{found}");
        }
    }
}
