//! The type of the table's columns, and the run of a pair.

use std::panic::{self, AssertUnwindSafe};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, bail, ensure};
use configurator::cli::{self, CommandOutput};
use serde_json::Value as Json;

use super::kinds::{Kind, drawn, kinds};
use crate::cli::schemas;

/// A column: a command, with a check of its answer for each kind of problem.
pub(super) struct Column {
    /// The words of the command line. The word `BOARD` is replaced by the kind's board file. Without this word, the
    /// options of the kind are appended.
    pub words: &'static str,
    scope: Scope,
    refusals: Vec<Refusal>,
    check: Check,
}

/// Which kinds a command is tried with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    All,
    /// Kinds with at most 16 cells, for commands that write many files.
    Small,
    /// A single kind, for commands that are slow or do not depend on the problem.
    One,
}

/// A refusal that the table expects.
struct Refusal {
    is_refused: fn(&Kind) -> bool,
    code: i32,
    /// A part of the message.
    part: &'static str,
}

/// How the answers are compared with the brute force.
#[derive(Clone, Copy)]
pub(super) enum Check {
    /// Compares the answer of one run.
    Answer(fn(&Kind, &Answer) -> anyhow::Result<()>),
    /// Runs the program several times, and compares all answers.
    Runs(fn(&Kind) -> anyhow::Result<()>),
    /// No comparison: all kinds are refused.
    Never,
}

/// The answer of a run of the program.
pub(super) struct Answer {
    pub code: i32,
    pub bytes: Vec<u8>,
    pub stderr: String,
}

/// A column: a command whose answer is checked for each kind.
pub(super) fn column(
    words: &'static str,
    check: fn(&Kind, &Answer) -> anyhow::Result<()>,
) -> Column {
    Column { words, scope: Scope::All, refusals: Vec::new(), check: Check::Answer(check) }
}

/// A column: a command that is run several times for each kind.
pub(super) fn runs(words: &'static str, check: fn(&Kind) -> anyhow::Result<()>) -> Column {
    Column { words, scope: Scope::All, refusals: Vec::new(), check: Check::Runs(check) }
}

/// A column: a command that is refused for all kinds, with a message that contains `part`.
pub(super) fn refused(words: &'static str, part: &'static str) -> Column {
    let column = Column { words, scope: Scope::One, refusals: Vec::new(), check: Check::Never };
    column.unless(|_| true, part)
}

impl Column {
    /// Expects a refusal with exit code 2 for the kinds for which `is_refused` is true.
    pub(super) fn unless(self, is_refused: fn(&Kind) -> bool, part: &'static str) -> Self {
        self.ending(2, is_refused, part)
    }

    /// Expects this exit code, and a message that contains `part`, for the kinds for which `is_refused` is true.
    pub(super) fn ending(
        mut self,
        code: i32,
        is_refused: fn(&Kind) -> bool,
        part: &'static str,
    ) -> Self {
        self.refusals.push(Refusal { is_refused, code, part });
        self
    }

    /// Restricts the column to a single kind.
    pub(super) fn with_one_kind(self) -> Self {
        Self { scope: Scope::One, ..self }
    }

    /// Restricts the column to kinds with few cells.
    pub(super) fn with_small_kinds(self) -> Self {
        Self { scope: Scope::Small, ..self }
    }

    /// The kinds that the column with this number is tried with.
    fn kinds(&self, number: usize) -> impl Iterator<Item = &'static Kind> {
        let most = if self.scope == Scope::Small { 16 } else { usize::MAX };
        let all: Vec<&Kind> = match self.scope {
            Scope::One => kinds().iter().take(1).collect(),
            Scope::All | Scope::Small => drawn(number).collect(),
        };
        all.into_iter().filter(move |kind| kind.case.size().cells() <= most)
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

/// Runs the program with a kind's problem.
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
    run_inside(&words)
}

/// Runs a command in the process of the tests, which is several times faster than to start the program.
pub(super) fn run_inside(words: &[&str]) -> anyhow::Result<Answer> {
    let CommandOutput { code, stdout, stderr } = cli::run_inside(words);
    Answer::checked(words, u8::from(code).into(), stdout, stderr)
}

/// Starts the program.
pub(super) fn run(words: &[&str]) -> anyhow::Result<Answer> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_configurator"));
    command.env("XDG_CONFIG_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/none"));
    command.env("XDG_STATE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/state"));
    let output = command.args(words).stdin(Stdio::null()).output()?;
    let code = output.status.code().context("ended by a signal")?;
    Answer::checked(words, code, output.stdout, output.stderr)
}

impl Answer {
    /// An answer whose JSON is what the schema of the verb says.
    fn checked(words: &[&str], code: i32, bytes: Vec<u8>, stderr: Vec<u8>) -> anyhow::Result<Self> {
        schemas::check_printed(words, Some(code), &bytes);
        Ok(Self { code, bytes, stderr: String::from_utf8(stderr)? })
    }

    /// Checks that the answer is a refusal: this exit code, and one sentence on stderr that contains `part`.
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

    /// Returns the text on stdout of a run that succeeded without a message.
    pub(super) fn text(&self) -> anyhow::Result<&str> {
        ensure!(self.code == 0 && self.stderr.is_empty(), "complaint");
        Ok(std::str::from_utf8(&self.bytes)?)
    }

    /// Returns the printed JSON object, whatever the exit code and the messages.
    pub(super) fn any_json(&self) -> anyhow::Result<Json> {
        let json: Json = serde_json::from_slice(&self.bytes)?;
        ensure!(json.is_object());
        Ok(json)
    }

    /// Returns the printed JSON object of a run that succeeded without a message.
    pub(super) fn json(&self) -> anyhow::Result<Json> {
        self.text()?;
        self.any_json()
    }

    /// Returns the printed JSON object. If the kind has no solution, the run must also say so, with exit code 1.
    pub(super) fn json_of_solutions(&self, kind: &Kind) -> anyhow::Result<Json> {
        if kind.number() == 0 {
            self.is_refusal(1, "no solution exists")?;
            return self.any_json();
        }
        self.json()
    }
}

/// Tries all columns with all their kinds, on several threads.
///
/// # Panics
/// If a pair fails. The message lists all failed pairs.
pub(super) fn go_through(columns: &[Column]) {
    let columns = columns.iter().enumerate();
    let pairs: Vec<(&Column, &Kind)> = columns
        .flat_map(|(number, column)| column.kinds(number).map(move |kind| (column, kind)))
        .collect();
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
