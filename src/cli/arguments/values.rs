//! Parsers for the values of options. Errors are sentences that are printed after the option's name.

use std::ops::RangeInclusive;
use std::time::Duration;

use bytesize::ByteSize;

pub(super) use app::options::{integer_in_range, seed};
use geometry::parse_digits;
use problem::ParseRequirementError;

use super::{NamedRule, NamedRules};

/// Parses a percentage above 0.
pub(super) fn percent(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|&percent: &f64| percent > 0.0 && percent.is_finite() && !text.starts_with('+'))
        .ok_or_else(|| format!("'{text}' is not a precision (percent above 0, as in '5' or '0.5')"))
}

/// Maximum number of columns and of rows of a window.
const MAX_CHARACTERS: u16 = 1000;

/// Parses the columns and rows of a window, such as `120x40`.
pub(super) fn window(text: &str) -> Result<(u16, u16), String> {
    let side = |side| parse_digits(side).filter(|side| (1..=MAX_CHARACTERS).contains(side));
    text.split_once(['x', '×'])
        .and_then(|(columns, rows)| Some((side(columns)?, side(rows)?)))
        .ok_or_else(|| {
            format!("'{text}' is not a window (COLSxROWS, each from 1 to {MAX_CHARACTERS}, as in '120x40')")
        })
}

/// Parses rules separated by commas, or `none`.
pub(super) fn rules(text: &str) -> Result<NamedRules, String> {
    let rule = |rule: &str| match rule {
        "pieces=n" => Ok(NamedRule::PieceForEachRow),
        _ => rule
            .parse()
            .map(NamedRule::Requirement)
            .map_err(|error: ParseRequirementError| error.message_with_suggestion()),
    };
    match text {
        "none" => Ok(Vec::new()),
        _ => text.split(',').map(rule).collect(),
    }
}

/// Parses an amount of memory. Returns bytes.
pub(super) fn memory(text: &str) -> Result<usize, String> {
    let size = text.parse::<ByteSize>().ok();
    match size.and_then(|size| usize::try_from(size.as_u64()).ok()) {
        Some(0) => Err(format!("'{text}' leaves no memory to work with (as in '500MB' or '4GiB')")),
        Some(bytes) => Ok(bytes),
        None => Err(format!("'{text}' is not an amount of memory (as in '500MB' or '4GiB')")),
    }
}

/// The valid time limits, in seconds. Clocks do not resolve shorter times, and sums of longer times
/// might overflow.
const SECONDS: RangeInclusive<f64> = 1e-6..=1e9;

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    (text.parse().ok())
        .filter(|seconds| SECONDS.contains(seconds) && !text.starts_with('+'))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| {
            format!(
                "'{text}' is not a time (seconds from 0.000001 to 1000000000, as in '10' or '0.5')"
            )
        })
}
