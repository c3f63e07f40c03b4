use std::fmt::Display;

/// Returns the word that `text` most probably misspells. This is the most similar word if at most two
/// letters, and at most a third of the letters of `text`, are inserted, removed, replaced or swapped.
/// Otherwise, it is the only word that begins with `text`, if `text` has at least three letters.
pub fn nearest<'a>(text: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = text.chars().count();
    if length > 30 {
        return None;
    }
    let words: Vec<&str> = words.into_iter().collect();
    let near = words.iter().map(|word| (strsim::osa_distance(text, word), *word));
    let (distance, word) = near.min_by_key(|(distance, _)| *distance)?;
    if distance <= (length / 3).min(2) {
        return Some(word);
    }
    let mut longer = words.iter().filter(|word| word.starts_with(text));
    match (longer.next(), longer.next()) {
        (Some(word), None) if length >= 3 => Some(word),
        _ => None,
    }
}

/// The question that suggests what was probably meant.
pub fn did_you_mean(meant: impl Display) -> String {
    format!("did you mean '{meant}'?")
}

/// The end of the error message about a wrong word: the question "did you mean …" with the nearest of `words`, or nothing.
pub fn suggestion<'a>(wrong: &str, words: impl IntoIterator<Item = &'a str>) -> String {
    nearest(wrong, words).map_or_else(String::new, |near| format!("; {}", did_you_mean(near)))
}

/// The error for a text that is no word of its kind: quotes the text, and says what it is not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' {1}")]
pub struct UnknownWord(String, String);

impl UnknownWord {
    /// `what` is the rest of the sentence after the quoted text.
    pub fn new(text: &str, what: impl Into<String>) -> Self {
        Self(text.to_owned(), what.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_word_has_a_nearest_one() {
        let words = ["theme", "torus", "size", "w", "export"];
        assert_eq!(nearest("teme", words), Some("theme"));
        assert_eq!(nearest("exprot", words), Some("export"));
        assert_eq!(nearest("siz", words), Some("size"));
        assert_eq!(nearest("v", words), None);
        assert_eq!(nearest("knight", words), None);
        assert_eq!(nearest("", words), None);
        assert_eq!(nearest("exp", words), Some("export"));
        assert_eq!(nearest("exp", ["explain", "export"]), None);
        assert_eq!(nearest("t", ["theme"]), None);
    }
}
