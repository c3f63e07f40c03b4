//! Splits Rust source into words and signs, without comments and the contents of texts.

/// A word, a number, `::`, or a single sign.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) text: String,
    /// From 1.
    pub(super) line: usize,
}

impl Token {
    pub(super) fn is_word(&self) -> bool {
        self.text.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
    }
}

/// Returns the number of bytes of a text, a character, a comment or blanks at the beginning; 0 for anything else.
fn skipped(rest: &str) -> usize {
    let up_to = |end: &str, from: usize| {
        rest[from..].find(end).map_or(rest.len(), |at| from + at + end.len())
    };
    let escaped = |quote: char| {
        let mut is_escaped = false;
        let ends = |letter: char| {
            let is_end = letter == quote && !is_escaped;
            is_escaped = letter == '\\' && !is_escaped;
            is_end
        };
        rest[1..].find(ends).map_or(rest.len(), |at| at + 2)
    };
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return up_to("*/", 2);
    }
    if let Some(raw) = rest.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            return up_to(&format!("\"{}", "#".repeat(hashes)), hashes + 2);
        }
    }
    let mut letters = rest.chars();
    match (letters.next(), letters.next(), letters.next()) {
        (Some('"'), ..) => escaped('"'),
        // Not a lifetime.
        (Some('\''), Some('\\'), _) | (Some('\''), Some(_), Some('\'')) => escaped('\''),
        (Some(letter), ..) if letter.is_whitespace() => letter.len_utf8(),
        _ => 0,
    }
}

/// Returns the words and signs of a file.
pub(super) fn tokens(source: &str) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    let (mut rest, mut line) = (source, 1);
    while let Some(first) = rest.chars().next() {
        let skip = skipped(rest);
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let length = match skip {
            0 if is_word(first) => rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()),
            0 if rest.starts_with("::") => 2,
            0 => first.len_utf8(),
            _ => skip,
        };
        let (text, remaining) = rest.split_at(length);
        if skip == 0 {
            found.push(Token { text: text.to_owned(), line });
        }
        line += text.matches('\n').count();
        rest = remaining;
    }
    found
}
