use std::collections::HashMap;
use std::fmt;
use std::num::NonZeroU32;
use std::path::Path;

use anyhow::{Context, ensure};
use itertools::Itertools;
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use super::Divided;
use crate::format;
use engine::count::Shard;
use engine::counting::Breakdown;
use engine::{EngineKind, Polynomial};
use export::ProblemObject;
use files::{FileError, FileVersion, read_lines};
use problem::BoardFile;
use session::MessageList;

/// The question of a count in parts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct PartQuestion {
    /// The property by which the solutions are broken down.
    #[serde(default, with = "breakdown_name")]
    pub by: Option<Breakdown>,
    /// True if classes up to symmetry are counted.
    pub up_to_symmetry: bool,
    /// The sizes of a table, as in `4,6x8`.
    pub sizes: Option<String>,
}

/// A breakdown as its name in JSON.
mod breakdown_name {
    use engine::counting::Breakdown;
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::{Serialize, Serializer};

    #[expect(
        clippy::ref_option,
        clippy::trivially_copy_pass_by_ref,
        reason = "serde hands it over"
    )]
    pub(super) fn serialize<S: Serializer>(
        by: &Option<Breakdown>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        by.map(<&str>::from).serialize(to)
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(
        from: D,
    ) -> Result<Option<Breakdown>, D::Error> {
        let name = Option::<String>::deserialize(from)?;
        name.map(|name| name.parse().map_err(Error::custom)).transpose()
    }
}

impl fmt::Display for PartQuestion {
    /// Writes the verb with its options.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("count")?;
        match self.by {
            Some(Breakdown::Pieces) => f.write_str(" --by-pieces")?,
            Some(Breakdown::Symmetry) => f.write_str(" --symmetric")?,
            None => {}
        }
        if self.up_to_symmetry {
            f.write_str(" --up-to-symmetry")?;
        }
        self.sizes.iter().try_for_each(|sizes| write!(f, " --sizes {sizes}"))
    }
}

/// The result of a part, before it is written.
#[derive(Default)]
pub(crate) struct PartCounts {
    /// The number of solutions; `None` if several boards were counted.
    pub solutions: Option<BigUint>,
    /// For each board, numbers that are added up over all parts.
    pub numbers: Vec<Vec<Polynomial>>,
}

/// A part of a count, as it is written.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[expect(clippy::struct_field_names, reason = "the fields are those of the JSON object")]
pub(super) struct Part {
    pub shard: String,
    pub part: u32,
    pub parts: u32,
    /// A string, so that no JSON reader rounds the number.
    solutions: Option<String>,
    exact: bool,
    pub question: PartQuestion,
    engine: String,
    version: String,
    /// Lengths and checksums of the boards, of the question, and of the version of the division into parts.
    pub fingerprint: String,
    /// The texts of board files.
    boards: Vec<String>,
    numbers: Vec<Vec<Vec<String>>>,
    elapsed_ms: f64,
    /// The line as it was written, with its checksum.
    #[serde(skip)]
    pub text: String,
    /// The name of the file that has the part, for messages.
    #[serde(skip)]
    source: String,
}

#[derive(Serialize)]
struct WrittenPart<'a> {
    problem: ProblemObject,
    #[serde(flatten)]
    part: &'a Part,
}

/// The text before the checksum, which is the last entry of a line.
const CHECKSUM: &str = ",\"checksum\":\"";

impl Part {
    /// A part of a count, with its line of JSON. The last entry of the line is the checksum of the preceding text.
    pub(super) fn new(
        divided: &Divided,
        shard: Shard,
        counts: PartCounts,
        elapsed_ms: f64,
    ) -> anyhow::Result<Self> {
        let texts =
            |number: &Polynomial| number.coefficients().iter().map(BigUint::to_string).collect();
        let lists = |numbers: &Vec<Polynomial>| numbers.iter().map(texts).collect();
        let (boards, engine) = (divided.texts(), divided.engines());
        let (question, division) = (&divided.question, Shard::DIVISION);
        let whole = format!("{question:?}\n{engine}\n{division}\n{}", boards.join("\n"));
        let part = Self {
            shard: shard.to_string(),
            part: shard.number(),
            parts: shard.of().get(),
            exact: true,
            solutions: counts.solutions.map(|number| number.to_string()),
            question: divided.question.clone(),
            engine,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            fingerprint: FileVersion::of_text(&whole).to_string(),
            boards,
            numbers: counts.numbers.iter().map(lists).collect(),
            elapsed_ms,
            text: String::new(),
            source: String::new(),
        };
        let mut json = Vec::new();
        format::write_json(&mut json, &WrittenPart { problem: divided.facts(), part: &part })?;
        let json = String::from_utf8(json)?;
        let body = json.strip_suffix('}').unwrap_or(&json);
        let text = format!("{body}{CHECKSUM}{}\"}}", FileVersion::of_text(body));
        Ok(Self { text, ..part })
    }

    /// A part of a count in `of` parts without its numbers: the entries that all parts have in common.
    pub(super) fn sample(divided: &Divided, of: NonZeroU32) -> anyhow::Result<Self> {
        Self::new(divided, Shard::first_of(of), PartCounts::default(), 0.0)
    }

    /// Reads a line; `None` if it is not exactly as a program wrote it.
    fn of_line(line: &str) -> Option<Self> {
        let (body, checksum) = line.rsplit_once(CHECKSUM)?;
        if *checksum.strip_suffix("\"}")? != FileVersion::of_text(body).to_string() {
            return None;
        }
        let part: Self = serde_json::from_str(line).ok()?;
        let shard: Shard = part.shard.parse().ok()?;
        if (shard.number(), shard.of().get()) != (part.part, part.parts) {
            return None;
        }
        Some(Self { text: line.to_owned(), ..part })
    }

    /// The entries that are equal in all parts of one count.
    fn key(&self) -> (u32, &str, &PartQuestion, &str, &str, &[String]) {
        let Self { parts, fingerprint, question, engine, version, boards, .. } = self;
        (*parts, fingerprint, question, engine, version, boards)
    }

    /// True if both are parts of the same count.
    pub(super) fn is_with(&self, other: &Self) -> bool {
        self.key() == other.key()
    }

    /// The count that this part belongs to.
    pub(super) fn divided(&self) -> anyhow::Result<Divided> {
        let own = env!("CARGO_PKG_VERSION");
        let version = &self.version;
        ensure!(version == own, "the parts were counted by version {version}, but this is {own}");
        let kinds = [EngineKind::Bdd, EngineKind::Count];
        let engine = |name: &str| {
            let kind = kinds.into_iter().find(|&kind| <&str>::from(kind) == name);
            kind.with_context(|| format!("there is no engine '{name}' that counts parts"))
        };
        let engines: Vec<&str> = self.engine.split(',').collect();
        ensure!(
            engines.len() == self.boards.len(),
            "{}: the number of engines is not that of boards",
            self.source
        );
        let boards = self.boards.iter().zip(engines);
        let board = |(text, name): (&String, &str)| {
            Ok((BoardFile::parse(text, &self.source)?.problem, engine(name)?))
        };
        let boards = boards.map(board).collect::<anyhow::Result<_>>()?;
        Ok(Divided { question: self.question.clone(), boards })
    }

    /// For each board, numbers that are added up over all parts.
    pub(super) fn numbers(&self) -> anyhow::Result<Vec<Vec<Polynomial>>> {
        let number = |texts: &Vec<String>| {
            let numbers = texts.iter().map(|text| text.parse().ok());
            numbers.collect::<Option<_>>().map(Polynomial::new)
        };
        let numbers = |lists: &Vec<Vec<String>>| lists.iter().map(number).collect();
        let all: Option<_> = self.numbers.iter().map(numbers).collect();
        all.with_context(|| format!("{}: a number is no number", self.source))
    }
}

/// Reads the parts of a file, one on each line. Adds a sentence to `faults` for each line that is not exactly as a
/// program wrote it.
///
/// The last line may be incomplete if the program that wrote it was killed. It is left out if `torn` is the
/// beginning of such a line.
///
/// # Errors
/// When the file cannot be read, or a line is too long.
pub(super) fn read(
    path: &Path,
    torn: Option<&str>,
    parts: &mut Vec<Part>,
    faults: &mut MessageList,
) -> Result<(), FileError> {
    let (lines, name) = read_lines(path)?;
    let mut lines = (1..).zip(lines).peekable();
    let is_empty = lines.peek().is_none();
    while let Some((number, line)) = lines.next() {
        let is_last = lines.peek().is_none();
        let source = if is_last && number == 1 { name.clone() } else { format!("{name}:{number}") };
        let line = line?;
        let is_torn = |torn: &str| line.starts_with(torn) || torn.starts_with(&line);
        match Part::of_line(&line) {
            Some(part) => parts.push(Part { source, ..part }),
            None if is_last && torn.is_some_and(is_torn) => {}
            None => faults.push(&format!("{source} is damaged, or no part")),
        }
    }
    if is_empty {
        faults.push(&format!("{name} is empty"));
    }
    Ok(())
}

/// Sorts parts by number, and drops byte-identical duplicates.
pub(super) fn sort(parts: &mut Vec<Part>) {
    parts.sort_by(|a, b| (a.part, &a.text).cmp(&(b.part, &b.text)));
    parts.dedup_by(|a, b| a.text == b.text);
}

/// Checks that each part is there exactly once. Returns the parts in order. `faults` are sentences about lines that are
/// no parts.
pub(super) fn check(mut parts: Vec<Part>, mut faults: MessageList) -> anyhow::Result<Vec<Part>> {
    let mut counts: HashMap<_, usize> = HashMap::new();
    for part in &parts {
        *counts.entry(part.key()).or_default() += 1;
    }
    let usual = parts.iter().rev().max_by_key(|part| counts[&part.key()]).cloned();
    if let Some(usual) = usual {
        let foreign = parts.iter().filter(|part| !part.is_with(&usual));
        for Part { source, shard, .. } in foreign {
            faults
                .push(&format!("{source} is part {shard} of another count than {}", usual.source));
        }
        parts.retain(|part| part.is_with(&usual));
        sort(&mut parts);
        for same in parts.chunk_by(|one, other| one.part == other.part).filter(|it| it.len() > 1) {
            let sources = MessageList::of(same.iter().map(|part| &part.source)).joined(", ");
            let (part, times) = (&same[0].shard, same.len());
            faults.push(&format!("part {part} is there {times} times ({sources})"));
        }
        let mut present = parts.iter().map(|part| part.part).dedup().peekable();
        let missing = (1..=usual.parts).filter(|&part| present.next_if_eq(&part).is_none());
        let missing = missing.map(|part| format!("{part}/{}", usual.parts));
        let missing = MessageList::of(missing).joined(", ");
        if !missing.is_empty() {
            faults.push(&format!("missing: {missing}"));
        }
    }
    let faults = faults.joined("; ");
    ensure!(faults.is_empty(), faults);
    Ok(parts)
}
