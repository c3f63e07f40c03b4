//! The columns of the table, and how a pair is tried.

use std::panic::{self, AssertUnwindSafe};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, bail, ensure};
use serde_json::Value as Json;

use super::kinds::{Kind, kinds};

/// A command, and what it has to say about each kind of problem.
pub(super) struct Column {
    /// The words of the command line. The options of the kind follow, unless `BOARD` stands among the words:
    /// its board file.
    pub words: &'static str,
    scope: Scope,
    refusals: Vec<Refusal>,
    check: Check,
}

/// The kinds that a command is tried with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    All,
    /// Those with few cells, where it writes many files.
    Small,
    /// One of them, since what it does has nothing to do with the problem, or takes long.
    One,
}

/// A refusal that the table expects.
struct Refusal {
    is_refused: fn(&Kind) -> bool,
    code: i32,
    /// A part of the sentence.
    part: &'static str,
}

/// How an answer is compared with the brute force.
#[derive(Clone, Copy)]
pub(super) enum Check {
    /// The answer of one run.
    Answer(fn(&Kind, &Answer) -> anyhow::Result<()>),
    /// Several runs.
    Runs(fn(&Kind) -> anyhow::Result<()>),
    /// All kinds are refused.
    Never,
}

/// What the program answered.
pub(super) struct Answer {
    pub code: i32,
    pub bytes: Vec<u8>,
    pub stderr: String,
}

/// A command whose answer about each kind is compared.
pub(super) fn column(
    words: &'static str,
    check: fn(&Kind, &Answer) -> anyhow::Result<()>,
) -> Column {
    Column { words, scope: Scope::All, refusals: Vec::new(), check: Check::Answer(check) }
}

/// A command that is run several times for each kind.
pub(super) fn runs(words: &'static str, check: fn(&Kind) -> anyhow::Result<()>) -> Column {
    Column { words, scope: Scope::All, refusals: Vec::new(), check: Check::Runs(check) }
}

/// A command that is refused with this sentence, whatever the kind is.
pub(super) fn refused(words: &'static str, part: &'static str) -> Column {
    let column = Column { words, scope: Scope::One, refusals: Vec::new(), check: Check::Never };
    column.unless(|_| true, part)
}

impl Column {
    /// Refused with exit code 2 where this is so.
    pub(super) fn unless(self, is_refused: fn(&Kind) -> bool, part: &'static str) -> Self {
        self.ending(2, is_refused, part)
    }

    /// Ends with this exit code and sentence where this is so.
    pub(super) fn ending(
        mut self,
        code: i32,
        is_refused: fn(&Kind) -> bool,
        part: &'static str,
    ) -> Self {
        self.refusals.push(Refusal { is_refused, code, part });
        self
    }

    /// Tried with one kind only.
    pub(super) fn with_one_kind(self) -> Self {
        Self { scope: Scope::One, ..self }
    }

    /// Tried with kinds of few cells only.
    pub(super) fn with_small_kinds(self) -> Self {
        Self { scope: Scope::Small, ..self }
    }

    /// The kinds that it is tried with.
    fn kinds(&self) -> impl Iterator<Item = &'static Kind> {
        let most = if self.scope == Scope::Small { 16 } else { usize::MAX };
        let number = if self.scope == Scope::One { 1 } else { usize::MAX };
        kinds().iter().take(number).filter(move |kind| kind.case.size().cells() <= most)
    }

    fn try_with(&self, kind: &Kind) -> anyhow::Result<()> {
        if let Some(Refusal { code, part, .. }) =
            self.refusals.iter().find(|refusal| (refusal.is_refused)(kind))
        {
            let answer = ask(kind, self.words)?;
            return answer.is_refusal(*code, part);
        }
        match self.check {
            Check::Answer(check) => {
                let answer = ask(kind, self.words)?;
                let told = || {
                    let text = String::from_utf8_lossy(&answer.bytes);
                    let text: String = text.chars().take(600).collect();
                    format!("exit code {}: {text} {}", answer.code, answer.stderr)
                };
                check(kind, &answer).with_context(told)
            }
            Check::Runs(check) => check(kind),
            Check::Never => bail!("the table names no refusal"),
        }
    }
}

/// Runs the program about a kind.
pub(super) fn ask(kind: &Kind, words: &str) -> anyhow::Result<Answer> {
    let has_board = words.split(' ').any(|word| word == "BOARD");
    let certificate = format!("{}/certificate-{}", env!("CARGO_TARGET_TMPDIR"), kind.slug());
    let words = words.split(' ').map(|word| match word {
        "BOARD" => kind.file(),
        "CERTIFICATE" => &certificate,
        word => word,
    });
    let options = if has_board { String::new() } else { kind.options() };
    let words: Vec<&str> = words.chain(options.split_whitespace()).collect();
    run(&words)
}

/// Runs the program.
pub(super) fn run(words: &[&str]) -> anyhow::Result<Answer> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_configurator"));
    command.env("XDG_CONFIG_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/none"));
    let output = command.args(words).stdin(Stdio::null()).output()?;
    Ok(Answer {
        code: output.status.code().context("ended by a signal")?,
        bytes: output.stdout,
        stderr: String::from_utf8(output.stderr)?,
    })
}

impl Answer {
    /// One sentence on stderr, and this exit code.
    pub(super) fn is_refusal(&self, code: i32, part: &str) -> anyhow::Result<()> {
        let sentence = self.stderr.strip_suffix('\n').unwrap_or_default();
        ensure!(
            self.code == code && sentence.contains(part) && !sentence.contains('\n'),
            "not refused with exit code {code} and '{part}', but {} {}",
            self.code,
            self.stderr
        );
        ensure!(sentence.starts_with("configurator: "), "{sentence}");
        Ok(())
    }

    /// What was printed, without complaint.
    pub(super) fn text(&self) -> anyhow::Result<&str> {
        ensure!(self.code == 0 && self.stderr.is_empty(), "complaint");
        Ok(std::str::from_utf8(&self.bytes)?)
    }

    /// The object that was printed, whatever else was said.
    pub(super) fn any_json(&self) -> anyhow::Result<Json> {
        let json: Json = serde_json::from_slice(&self.bytes)?;
        ensure!(json.is_object());
        Ok(json)
    }

    /// The object that was printed, without complaint.
    pub(super) fn json(&self) -> anyhow::Result<Json> {
        self.text()?;
        self.any_json()
    }

    /// The object that was printed. Where there is no solution, that is said, too.
    pub(super) fn json_of_solutions(&self, kind: &Kind) -> anyhow::Result<Json> {
        if kind.number() == 0 {
            self.is_refusal(1, "no solution exists")?;
            return self.any_json();
        }
        self.json()
    }
}

/// Goes through the columns with all kinds.
///
/// # Panics
/// With all pairs that are not as the table says.
pub(super) fn go_through(columns: &[Column]) {
    let pairs: Vec<(&Column, &Kind)> =
        columns.iter().flat_map(|column| column.kinds().map(move |kind| (column, kind))).collect();
    let next = AtomicUsize::new(0);
    let faults = Mutex::new(Vec::new());
    let threads = thread::available_parallelism().map_or(2, usize::from).min(4);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(&(column, kind)) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let tried = panic::catch_unwind(AssertUnwindSafe(|| column.try_with(kind)));
                    let fault = match tried {
                        Ok(Ok(())) => continue,
                        Ok(Err(error)) => format!("{error:#}"),
                        Err(_) => "panicked".to_owned(),
                    };
                    let pair =
                        format!("'{}' with {} ({})", column.words, kind.name, kind.options());
                    faults.lock().unwrap().push(format!("{pair}: {fault}"));
                }
            });
        }
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{} of {} pairs:\n{}", faults.len(), pairs.len(), faults.join("\n"));
}
