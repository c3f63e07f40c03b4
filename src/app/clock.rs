//! The clock of a puzzle.

use std::time::Duration;

/// Maximum time between two readings. A longer gap means that the program was stopped or the machine slept.
const MAX_READING_GAP: Duration = Duration::from_secs(5);

/// A stopwatch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    elapsed: Duration,
    /// The time of the last reading; `None` while the clock is stopped.
    last_reading: Option<Duration>,
}

impl Clock {
    /// Creates a stopped clock that shows `elapsed`.
    pub(crate) const fn at(elapsed: Duration) -> Self {
        Self { elapsed, last_reading: None }
    }

    /// Adds the time since the last reading; `now` is counted from the start of the program.
    pub(crate) fn advance_to(&mut self, now: Duration) {
        let passed = self.last_reading.map(|seen| now.saturating_sub(seen));
        self.elapsed += passed.filter(|passed| *passed <= MAX_READING_GAP).unwrap_or_default();
        self.last_reading = Some(now);
    }

    /// Stops the clock until the next reading.
    pub(crate) fn stop(&mut self) {
        self.last_reading = None;
    }

    /// The measured time.
    pub const fn elapsed(&self) -> Duration {
        self.elapsed
    }
}

/// A time as `0:42`, or with hours as `1:02:03`.
pub fn clock_text(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_while_it_is_stopped_do_not_count() {
        let mut clock = Clock::default();
        let go_on = |clock: &mut Clock, tenths: u64| {
            clock.advance_to(Duration::from_millis(100 * tenths));
            clock.elapsed().as_millis() / 100
        };
        assert_eq!(go_on(&mut clock, 70), 0);
        assert_eq!(go_on(&mut clock, 85), 15);
        assert_eq!(go_on(&mut clock, 95), 25);
        clock.stop();
        assert_eq!(go_on(&mut clock, 125), 25);
        assert_eq!(go_on(&mut clock, 127), 27);
        // The machine slept.
        assert_eq!(go_on(&mut clock, 100_000), 27);
        assert_eq!(go_on(&mut clock, 100_010), 37);
        // A reading with an earlier time adds nothing.
        assert_eq!(go_on(&mut clock, 0), 37);
    }

    #[test]
    fn times_are_told_in_minutes() {
        for (seconds, text) in [(0, "0:00"), (42, "0:42"), (3599, "59:59"), (3723, "1:02:03")] {
            assert_eq!(clock_text(Duration::from_millis(seconds * 1000 + 999)), text);
        }
    }
}
