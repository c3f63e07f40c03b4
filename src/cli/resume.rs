//! Asks which kept session to continue.

use std::io::{self, BufRead, IsTerminal, Write};
use std::time::{Duration, SystemTime};

use itertools::Itertools;

use super::format;
use session::{ResumedSession, Session};

/// Maximum number of characters of a session in the list, so that a line with its number and age has 80 columns.
const MAX_SUMMARY: usize = 58;

/// The index of the session to continue. The user chooses, unless there is only one session or no
/// terminal; then it is the latest session. `None` if the user chooses no session.
pub(super) fn choose(kept: &[ResumedSession]) -> io::Result<Option<usize>> {
    if kept.len() < 2 || !io::stdin().is_terminal() {
        return Ok(Some(0));
    }
    let now = SystemTime::now();
    let line = |resumed: &ResumedSession| {
        let age = now.duration_since(resumed.last_change).unwrap_or_default();
        let played = app::memo::resumed_in_words(resumed);
        (summary(&resumed.session, played), age_in_words(age))
    };
    let lines: Vec<_> = kept.iter().map(line).collect();
    ask(&lines, &mut io::stdin().lock(), &mut format::stdout())
}

/// Lists sessions with their ages, and asks until the answer is a session or `q`.
fn ask(
    lines: &[(String, String)],
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<Option<usize>> {
    let width = lines.iter().map(|(summary, _)| summary.chars().count()).max().unwrap_or_default();
    writeln!(output, "Sessions, the latest first:\n")?;
    for (number, (summary, age)) in (1..).zip(lines) {
        writeln!(output, "{number:>3}  {summary:width$}   {age}")?;
    }
    writeln!(output)?;
    loop {
        write!(output, "Enter continues 1, a number another one, q none: ")?;
        output.flush()?;
        let mut answer = String::new();
        if input.read_line(&mut answer)? == 0 {
            return Ok(None);
        }
        let answer = answer.trim();
        match answer.parse::<usize>() {
            _ if answer.is_empty() => return Ok(Some(0)),
            _ if answer == "q" => return Ok(None),
            Ok(number) if (1..=lines.len()).contains(&number) => return Ok(Some(number - 1)),
            _ => writeln!(output, "'{}' is none of these", answer.escape_debug())?,
        }
    }
}

/// A session in a few words: its puzzle, or its size, piece and regions, followed by its first
/// decisions.
fn summary(session: &Session, played: Option<String>) -> String {
    let rules = session.rules();
    let regions = if rules.regions().is_some() { ", regions" } else { "" };
    let decisions = session.decisions();
    let named = decisions.iter().take(3).map(|(cell, _)| cell).join(" ");
    let decided = match decisions.len() {
        0 => "nothing decided".to_owned(),
        1..=3 => format!("decided {named}"),
        more => format!("decided {named} and {} more", more - 3),
    };
    let text = match played {
        Some(played) => format!("{played}, {decided}"),
        None => format!("{}{regions}, {decided}", rules.sized_name()),
    };
    if text.chars().count() <= MAX_SUMMARY {
        return text;
    }
    text.chars().take(MAX_SUMMARY - 1).chain(['…']).collect()
}

/// An age in words, such as `2 hours ago`.
fn age_in_words(age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    let (number, unit) = match minutes {
        0 => return "just now".to_owned(),
        1..60 => (minutes, "minute"),
        60..1440 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{number} {unit}{} ago", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use problem::{BoardFile, Problem, Rules, Value};

    fn asked(input: &str) -> (Option<usize>, String) {
        let lines = [("8×8 queen, nothing decided", "just now"), ("6×6 rook", "2 days ago")];
        let lines = lines.map(|(summary, age)| (summary.to_owned(), age.to_owned()));
        let mut output = Vec::new();
        let chosen = ask(&lines, &mut input.as_bytes(), &mut output).unwrap();
        (chosen, String::from_utf8(output).unwrap())
    }

    #[test]
    fn enter_takes_the_latest_and_a_number_another_one() {
        for (input, chosen) in [
            ("\n", Some(0)),
            ("1\n", Some(0)),
            (" 2 \n", Some(1)),
            ("q\n", None),
            ("", None),
            ("0\n3\nx\n2\n", Some(1)),
        ] {
            assert_eq!(asked(input).0, chosen, "{input:?}");
        }
        let (_, text) = asked("\u{1b}\n\n");
        assert!(text.contains("  1  8×8 queen, nothing decided   just now\n"), "{text}");
        assert!(text.contains("  2  6×6 rook                     2 days ago\n"), "{text}");
        assert!(text.contains("'\\u{1b}' is none of these"), "{text}");
    }

    #[test]
    fn a_session_and_its_age_are_told_in_a_few_words() {
        let session = |names: &[&str]| {
            let problem = names.iter().fold(BoardFile::default().problem, |problem, name| {
                problem.with(name.parse().unwrap(), Value::Placed).unwrap()
            });
            summary(&Session::new(problem), None)
        };
        assert_eq!(session(&[]), "8×8 queen, nothing decided");
        // A line of 80 columns has room for the number and for the longest age.
        let long = "a puzzle with a very long name, by somebody, from a collection".to_owned();
        let long = summary(&Session::new(BoardFile::default().problem), Some(long));
        assert_eq!(long.chars().count() + "  1  ".len() + "   59 minutes ago".len(), 80);
        assert!(long.ends_with('…'), "{long}");
        assert_eq!(session(&["a1", "g2"]), "8×8 queen, decided a1 g2");
        assert_eq!(session(&["a1", "g2", "b8", "c5"]), "8×8 queen, decided a1 g2 b8 and 1 more");
        let regions = problem::Regions::parse("ab\nab").unwrap();
        let rules = Rules::queens(2).unwrap().with_regions(&regions).unwrap();
        let session = Session::new(Problem::new(rules));
        assert_eq!(summary(&session, None), "2×2 queen, regions, nothing decided");
        let text = summary(&session, Some("8×8 coloured queens, easy".to_owned()));
        assert_eq!(text, "8×8 coloured queens, easy, nothing decided");
        for (seconds, text) in [
            (59, "just now"),
            (60, "1 minute ago"),
            (7199, "1 hour ago"),
            (7200, "2 hours ago"),
            (86_400 * 3, "3 days ago"),
        ] {
            assert_eq!(age_in_words(Duration::from_secs(seconds)), text);
        }
    }
}
