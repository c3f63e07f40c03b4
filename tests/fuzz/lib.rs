//! What several fuzz targets check.

use std::error::Error;

/// Checks that an error can be shown on a terminal as it is.
///
/// # Panics
/// When the sentence has control characters.
pub fn check_sentence(error: &dyn Error) {
    let sentence = error.to_string();
    assert!(!sentence.contains(char::is_control), "{sentence:?}");
}
