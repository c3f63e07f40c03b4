use std::str::FromStr;

/// Parses a number that consists of digits only. `str::parse` accepts a sign for some types.
pub(crate) fn digits<T: FromStr>(text: &str) -> Option<T> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::digits;

    #[test]
    fn a_number_is_digits_and_nothing_else() {
        assert_eq!(digits("0"), Some(0_u16));
        assert_eq!(digits("0012"), Some(12_u16));
        for text in ["", "+1", "-0", "1.5", " 1", "65536", "٣"] {
            assert_eq!(digits::<u16>(text), None, "{text}");
        }
    }
}
