//! Escapes text for XML.

/// Returns the text with XML's special characters escaped and control characters removed.
pub(super) fn escape(text: &str) -> String {
    let text = text.replace(char::is_control, "").replace('&', "&amp;");
    text.replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
