//! Explains syntax errors of TOML in words for people who do not know TOML.

use std::ops::Range;

/// Maximum length of a quotation in an error, in characters.
const MAX_QUOTED_CHARACTERS: usize = 30;

/// Translates an error message of the TOML parser about a span of the text.
pub(super) fn sentence(message: &str, text: &str, span: &Range<usize>) -> String {
    let here = text.get(span.start..).unwrap_or_default();
    let line = here.lines().next().unwrap_or_default().trim();
    // A value ends at the next delimiter.
    let value = line.split([',', ']', '}', '#']).next().unwrap_or_default().trim();
    let part = if value.is_empty() { line } else { value };
    let quoted: String = part.chars().take(MAX_QUOTED_CHARACTERS).collect();
    let more = if quoted.len() < part.len() { "…" } else { "" };
    let found = format!("'{quoted}{more}'");
    let key: String =
        text.get(span.clone()).unwrap_or_default().chars().take(MAX_QUOTED_CHARACTERS).collect();
    let lacks_quotes = match value.chars().next() {
        None => "the value behind '=' is missing".to_owned(),
        Some('0'..='9') => format!("{found} is no number"),
        Some(_) => format!("{found} is no value: texts are in quotes, as in \"queen\""),
    };
    let form = "a line is a key, '=' and a value, as in 'size = 8'";
    let other = message.lines().collect::<Vec<_>>().join(", ");
    let other = format!("this is not TOML ({other}): {form}");
    let no_end = "a text in quotes has no end";
    let no_key = format!("{found} is no key: {form}");
    let is_twice = format!("'{key}' is there twice");
    let too_much = format!("{found} is too much in this line");
    let in_small = format!("{found} is no value: true and false are in small letters");
    let key_missing = format!("the key before '=' is missing: {form}");
    let sentences: [(&str, &str); 18] = [
        ("string values must be quoted", &lacks_quotes),
        ("key with no value", form),
        ("invalid key-value pair", form),
        ("unquoted keys cannot be empty", &key_missing),
        ("invalid unquoted key", &no_key),
        ("duplicate key", &is_twice),
        ("invalid basic string", no_end),
        ("invalid literal string", no_end),
        ("invalid multi-line", no_end),
        ("missing escaped value", "a backslash in a text is written twice, as in \"\\\\\""),
        ("unclosed array", "a list has no end: ']' is missing"),
        ("missing comma", "a list lacks a comma between two values"),
        ("extra comma", "a list has a comma too many"),
        ("unexpected key or value", &too_much),
        ("unexpected leading zero", "a number does not begin with 0"),
        ("invalid boolean", &in_small),
        ("cannot recurse further", "too many brackets within brackets"),
        ("carriage return", "a line ends with a carriage return alone"),
    ];
    let found = sentences.iter().find(|(start, _)| message.starts_with(start));
    found.map_or(other, |(_, sentence)| (*sentence).to_owned())
}
