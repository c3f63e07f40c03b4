//! Finds the number of stars in the words of a title or of rules.

/// The number words from one to six.
const NUMBERS: [&str; 6] = ["one", "two", "three", "four", "five", "six"];

/// Verbs after "two stars" in a sentence about the relation of stars ("two stars may not touch"), not
/// about their number.
const VERBS: [&str; 9] = ["are", "can", "cannot", "do", "may", "must", "never", "should", "touch"];

/// The number of stars in each group, if the text names exactly one number: `2 stars`, `two-star`, `2★`
/// or `★★`.
pub(super) fn stars_in(text: &str) -> Option<u32> {
    let words = words(text);
    let is_star = |word: Option<&String>| {
        word.is_some_and(|word| matches!(word.as_str(), "★" | "star" | "stars"))
    };
    let mut found = Vec::new();
    for (index, word) in words.iter().enumerate().filter(|&(index, _)| is_star(words.get(index))) {
        let before = |back: usize| index.checked_sub(back).map(|index| &words[index]);
        let is_negated = before(2).is_some_and(|word| word == "no" || word == "any");
        let is_about_two = words.get(index + 1).is_some_and(|next| VERBS.contains(&&**next));
        if let Some(stars) = before(1).and_then(|word| number(word)) {
            found.extend(Some(stars).filter(|_| !is_negated && !is_about_two));
        } else if word == "★" && before(1).is_none_or(|before| before != "★") {
            // A single ★ is the symbol of the piece, not a number.
            let run = words[index..].iter().take_while(|word| *word == "★").count();
            found.extend(Some(run as u32).filter(|&run| run > 1));
        }
    }
    found.sort_unstable();
    found.dedup();
    match found[..] {
        [stars] => Some(stars),
        _ => None,
    }
}

/// Splits a text into words and numbers in lower case. Each star is a separate word.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for character in text.chars() {
        match character {
            '★' | '☆' | '⭐' => words.extend(["★".to_owned(), String::new()]),
            _ if character.is_alphanumeric() => {
                if let Some(word) = words.last_mut() {
                    word.extend(character.to_lowercase());
                }
            }
            _ => words.push(String::new()),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Parses a positive number in digits or as a word.
fn number(word: &str) -> Option<u32> {
    let named = NUMBERS.iter().position(|name| *name == word).map(|index| index as u32 + 1);
    named.or_else(|| word.parse().ok()).filter(|&number| number > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_and_rules_say_how_many_stars_there_are() {
        for (text, stars) in [
            ("Title: Star Battle (2 stars)", Some(2)),
            ("2★ Star Battle", Some(2)),
            ("Star Battle ★★★", Some(3)),
            ("A two-star battle", Some(2)),
            ("Place two stars in each row, column and region. No two stars touch.", Some(2)),
            ("Place 1 star in every row; two stars may not touch, not even diagonally", Some(1)),
            ("Each row has exactly three stars, and no 2 stars share a corner.", Some(3)),
            // The text names no number of stars, or more than one.
            ("Star Battle 12", None),
            ("Place ★ so that no two stars touch", None),
            ("1 star in rows, 2 stars in columns", None),
            ("0 stars", None),
            ("", None),
        ] {
            assert_eq!(stars_in(text), stars, "{text}");
        }
    }
}
