//! Escapes text for XML.

use files::is_unprintable;

/// Returns the text with XML's special characters escaped, and without control characters and invisible characters.
pub(super) fn escape(text: &str) -> String {
    let text = text.replace(is_unprintable, "").replace('&', "&amp;");
    text.replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A title from a file name could change the direction of the text after it.
    #[test]
    fn controls_and_directions_do_not_reach_a_picture() {
        assert_eq!(escape("a\u{9b}31m\u{202e}\u{2066}<é漢>\u{feff}"), "a31m&lt;é漢&gt;");
    }
}
