use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

/// A date of the Gregorian calendar from 2000 on. The puzzle of a day is the puzzle whose seed is the date.
///
/// ```
/// # use session::puzzle::Date;
/// let date: Date = "2026-11-23".parse()?;
/// assert_eq!(date.seed(), 20_261_123);
/// assert_eq!(Date::of_seed(20_261_123), Some(date));
/// # Ok::<(), session::puzzle::ParseDateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: u64,
    month: u64,
    day: u64,
}

/// A text that is not a date.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a date from 2000 on, as in 2026-11-23")]
pub struct ParseDateError(String);

/// The word for the present date.
const TODAY: &str = "today";

impl Date {
    /// The date in UTC.
    pub fn today() -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self::after(now.as_secs() / (24 * 60 * 60))
    }

    /// The date that is `days` days after 1970-01-01. Source: `civil_from_days` of Howard Hinnant's
    /// "chrono-Compatible Low-Level Date Algorithms". Its years begin in March, so that the leap day is the last.
    pub(super) fn after(days: u64) -> Self {
        let days = days + 719_468;
        let (era, day) = (days / 146_097, days % 146_097);
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let (day, month) = (day - (153 * month + 2) / 5 + 1, (month + 2) % 12 + 1);
        Self { year: 400 * era + year + u64::from(month <= 2), month, day }
    }

    /// The number of days since 1970-01-01: the inverse of `after`, `days_from_civil` of the same source.
    pub(super) fn number(self) -> u64 {
        let year = self.year - u64::from(self.month <= 2);
        let day = (153 * ((self.month + 9) % 12) + 2) / 5 + self.day - 1;
        365 * year + year / 4 - year / 100 + year / 400 + day - 719_468
    }

    fn new(year: u64, month: u64, day: u64) -> Option<Self> {
        let is_leap =
            year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
        let days = match month {
            4 | 6 | 9 | 11 => 30,
            2 if is_leap => 29,
            2 => 28,
            1..=12 => 31,
            _ => 0,
        };
        ((2000..10_000).contains(&year) && (1..=days).contains(&day)).then_some(Self {
            year,
            month,
            day,
        })
    }

    /// The date as a number, as in 20261123: the seed of the puzzle of the day.
    pub const fn seed(self) -> u64 {
        (self.year * 100 + self.month) * 100 + self.day
    }

    /// The date of which a puzzle with this seed is the puzzle of the day; `None` for other seeds.
    pub fn of_seed(seed: u64) -> Option<Self> {
        Self::new(seed / 10_000, seed / 100 % 100, seed % 100)
    }
}

impl FromStr for Date {
    type Err = ParseDateError;

    /// Parses a date such as `2026-11-23`, or the word `today`.
    fn from_str(text: &str) -> Result<Self, ParseDateError> {
        if text == TODAY {
            return Ok(Self::today());
        }
        let parts: Vec<Option<u64>> = text.split('-').map(geometry::parse_digits).collect();
        let date = match parts[..] {
            [Some(year), Some(month), Some(day)] => Self::new(year, month, day),
            _ => None,
        };
        date.ok_or_else(|| ParseDateError(text.to_owned()))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_as_the_calendar_has_them() {
        for (days, text) in [
            (0, "1970-01-01"),
            (10_957, "2000-01-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_780, "2026-11-23"),
        ] {
            assert_eq!(Date::after(days).to_string(), text);
        }
        // Each day follows the day before.
        let mut date: Date = "2000-01-01".parse().unwrap();
        for days in 10_958..50_000 {
            let next = Date::after(days);
            let is_next_day =
                (next.year, next.month, next.day) == (date.year, date.month, date.day + 1);
            let is_next_month = next.day == 1
                && Date::new(date.year, date.month, date.day + 1).is_none()
                && (next.year * 12 + next.month) == date.year * 12 + date.month + 1;
            assert!(is_next_day || is_next_month, "{date} {next}");
            assert_eq!(Date::of_seed(next.seed()), Some(next));
            assert_eq!(next.to_string().parse(), Ok(next));
            assert_eq!(next.number(), days);
            date = next;
        }
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for text in
            ["", "2026", "2026-13-01", "2025-02-29", "1999-12-31", "2026-11-31", "x", "1-2-3-4"]
        {
            assert_eq!(text.parse::<Date>(), Err(ParseDateError(text.to_owned())));
        }
        assert_eq!([7, 20_261_199, 0].map(Date::of_seed), [None; 3]);
        assert!("today".parse::<Date>().unwrap().seed() > 20_260_000);
    }
}
