//! Syntax errors of TOML in words for people who do not know TOML.

use std::ops::Range;

/// The longest part of a file that an error quotes, in characters.
const LONGEST: usize = 30;

/// Translates an error message of the TOML parser about a span of the text.
pub(super) fn sentence(message: &str, text: &str, span: &Range<usize>) -> String {
    let here = text.get(span.start..).unwrap_or_default();
    let line = here.lines().next().unwrap_or_default().trim();
    // A value ends at the next delimiter.
    let value = line.split([',', ']', '}', '#']).next().unwrap_or_default().trim();
    let part = if value.is_empty() { line } else { value };
    let quoted: String = part.chars().take(LONGEST).collect();
    let more = if quoted.len() < part.len() { "…" } else { "" };
    let found = format!("'{quoted}{more}'");
    let is = |start: &str| message.starts_with(start);
    let form = "a line is a key, '=' and a value, as in 'size = 8'";
    if is("string values must be quoted") {
        match value.chars().next() {
            None => "the value behind '=' is missing".to_owned(),
            Some('0'..='9') => format!("{found} is no number"),
            Some(_) => {
                format!("{found} is no value: texts are in quotes, as in \"queen\"")
            }
        }
    } else if is("key with no value") || is("invalid key-value pair") {
        form.to_owned()
    } else if is("unquoted keys cannot be empty") {
        format!("the key before '=' is missing: {form}")
    } else if is("invalid unquoted key") {
        format!("{found} is no key: {form}")
    } else if is("duplicate key") {
        let key = text.get(span.clone()).unwrap_or_default().chars();
        let key: String = key.take(LONGEST).collect();
        format!("'{key}' is there twice")
    } else if is("invalid basic string") || is("invalid literal string") || is("invalid multi-line")
    {
        "a text in quotes has no end".to_owned()
    } else if is("missing escaped value") {
        "a backslash in a text is written twice, as in \"\\\\\"".to_owned()
    } else if is("unclosed array") {
        "a list has no end: ']' is missing".to_owned()
    } else if is("missing comma") {
        "a list lacks a comma between two values".to_owned()
    } else if is("extra comma") {
        "a list has a comma too many".to_owned()
    } else if is("unexpected key or value") {
        format!("{found} is too much in this line")
    } else if is("unexpected leading zero") {
        "a number does not begin with 0".to_owned()
    } else if is("invalid boolean") {
        format!("{found} is no value: true and false are in small letters")
    } else if is("cannot recurse further") {
        "too many brackets within brackets".to_owned()
    } else if is("carriage return") {
        "a line ends with a carriage return alone".to_owned()
    } else {
        let message = message.lines().collect::<Vec<_>>().join(", ");
        format!("this is not TOML ({message}): {form}")
    }
}
