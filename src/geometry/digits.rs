use std::fmt::Display;
use std::str::FromStr;

/// Parses a number that consists of digits only. `str::parse` accepts a sign for some types.
pub fn parse_digits<T: FromStr>(text: &str) -> Option<T> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

/// A number with its noun: `1 solution`, `2,057 solutions`.
#[expect(clippy::needless_pass_by_value, reason = "most numbers are small")]
pub fn counted<N: Display + From<u8> + PartialEq>(number: N, one: &str, several: &str) -> String {
    let noun = if number == N::from(1) { one } else { several };
    format!("{} {noun}", group_digits(&number.to_string()))
}

/// Writes the digits of a number in groups of three: `39,029,188,884`. A text with other characters is
/// returned unchanged.
pub fn group_digits(digits: &str) -> String {
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return digits.to_owned();
    }
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_digits_and_nothing_else() {
        assert_eq!(parse_digits("0"), Some(0_u16));
        assert_eq!(parse_digits("0012"), Some(12_u16));
        for text in ["", "+1", "-0", "1.5", " 1", "65536", "٣"] {
            assert_eq!(parse_digits::<u16>(text), None, "{text}");
        }
    }

    #[test]
    fn long_numbers_are_grouped() {
        for (digits, text) in [
            ("", ""),
            ("7", "7"),
            ("123", "123"),
            ("1234", "1,234"),
            ("12345", "12,345"),
            ("123456", "123,456"),
            ("1234567", "1,234,567"),
            ("1.5e9000", "1.5e9000"),
        ] {
            assert_eq!(group_digits(digits), text);
        }
    }
}
