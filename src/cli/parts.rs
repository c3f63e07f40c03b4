//! Parts of counts: `--shard`, `--split`, `--merge` and `--checkpoint`.

mod checkpoint;
mod record;

use std::io::Write;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use serde::Serialize;

use super::arguments::{PartArguments, TaskArguments};
use super::format;
use super::task::Task;
use checkpoint::{Checkpoint, usual_parts};
use engine::count::Shard;
use engine::plan::CounterEngine;
use engine::{Answer, Budget, EngineKind, Polynomial};
use export::{ProblemObject, title};
use geometry::Sizes;
use problem::{Assist, BoardFile, Problem};
use record::{Part, check, read};
pub(super) use record::{PartCounts, PartQuestion};
use session::MessageList;

/// A count that is divided into parts.
pub(super) struct Divided {
    pub question: PartQuestion,
    /// The boards that are counted, each with its engine. There are several in a table of sizes.
    pub boards: Vec<(Problem, EngineKind)>,
}

/// The count that the parts in a file must belong to. Entries that are `None` or missing are not compared.
pub(super) struct AskedCount<'a> {
    pub question: Option<&'a PartQuestion>,
    pub boards: Option<Vec<Problem>>,
    pub engines: Vec<EngineKind>,
}

/// The sums of all parts of a count.
pub(super) struct MergedParts {
    pub divided: Divided,
    /// For each board, the sums of the numbers that each part has.
    sums: Vec<Vec<Polynomial>>,
    /// The number of parts.
    pub parts: usize,
}

/// The parts of a count, and an estimate of the share of each part in the work.
#[derive(Serialize)]
struct Split {
    problem: ProblemObject,
    question: PartQuestion,
    fingerprint: String,
    version: &'static str,
    engine: String,
    parts: Vec<SplitPart>,
}

#[derive(Serialize)]
struct SplitPart {
    shard: String,
    share: f64,
}

impl Divided {
    /// The texts of the boards as board files, without entries that do not change the count.
    fn texts(&self) -> Vec<String> {
        let text = |problem: &Problem| {
            BoardFile { problem: problem.clone(), assist: Assist::default() }.to_toml()
        };
        self.boards.iter().map(|(problem, _)| text(problem)).collect()
    }

    /// The names of the engines, one for each board.
    fn engines(&self) -> String {
        let names: Vec<&str> = self.boards.iter().map(|&(_, engine)| engine.into()).collect();
        names.join(",")
    }

    /// The description of the problem, without a size if there are several.
    fn facts(&self) -> ProblemObject {
        match self.boards.as_slice() {
            [(first, _), .., (last, _)] => ProblemObject::of_sizes(first, last),
            _ => (&self.boards[0].0).into(),
        }
    }

    /// The boards in order.
    fn problems(&self) -> impl Iterator<Item = &Problem> {
        self.boards.iter().map(|(problem, _)| problem)
    }

    /// The titles of the boards.
    fn titles(&self) -> String {
        MessageList::of(self.problems().map(title)).joined("; ")
    }

    /// Prints a part that `count` counts.
    fn print_part(
        &self,
        task: &Task,
        shard: Shard,
        count: impl Fn(Shard, &Budget) -> Answer<PartCounts>,
    ) -> anyhow::Result<()> {
        let counts = task.run_and_clear_bar(|| count(shard, &task.budget))?;
        let elapsed_ms = format::milliseconds(task.budget.elapsed());
        let part = Part::new(self, shard, counts, elapsed_ms)?;
        let mut out = format::stdout();
        writeln!(out, "{}", part.text)?;
        Ok(out.flush()?)
    }

    /// Prints the parts that `is_listed` names, the one with the most work first. `work` gives the work of each part.
    fn print_split(
        &self,
        work: &[f64],
        is_listed: impl Fn(Shard) -> bool,
        json: bool,
    ) -> anyhow::Result<()> {
        let whole = work.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        let of = NonZeroU32::new(work.len() as u32).context("--split: there is a part at least")?;
        let all = Shard::all(of).zip(work.iter().copied());
        let mut parts: Vec<(Shard, f64)> = all.filter(|&(shard, _)| is_listed(shard)).collect();
        parts.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let parts: Vec<SplitPart> = parts
            .into_iter()
            .map(|(shard, work)| SplitPart { shard: shard.to_string(), share: work / whole })
            .collect();
        if json {
            return Ok(format::print_json(&Split {
                problem: self.facts(),
                question: self.question.clone(),
                fingerprint: Part::sample(self, of)?.fingerprint,
                version: env!("CARGO_PKG_VERSION"),
                engine: self.engines(),
                parts,
            })?);
        }
        let lines: String = parts.iter().flat_map(|part| [&part.shard, "\n"]).collect();
        Ok(format::print(&lines)?)
    }

    /// Prints a part of the count or a list of its parts. With `--checkpoint` alone, counts all parts that the file does
    /// not have yet, and returns the sums. `counters` count the boards, on `threads` threads together.
    pub(super) fn run(
        &self,
        task: &Task,
        arguments: &PartArguments,
        counters: &[CounterEngine],
        threads: NonZeroUsize,
        count: impl Fn(Shard, &Budget) -> Answer<PartCounts> + Sync,
    ) -> anyhow::Result<Option<MergedParts>> {
        let count_on = |threads: NonZeroUsize| {
            let count = &count;
            move |shard, budget: &Budget| count(shard, &budget.clone().with_threads(threads))
        };
        if let Some(shard) = arguments.shard {
            return self.print_part(task, shard, count_on(threads)).map(|()| None);
        }
        let searches = counters.iter().all(|counter| counter.kind() == EngineKind::Count);
        let path = arguments.checkpoint.as_deref();
        let open = |path| Checkpoint::open(path, self, arguments.split, usual_parts(searches));
        let checkpoint = path.map(open).transpose().context("--checkpoint")?;
        if let Some(parts) = arguments.split {
            checkpoint.as_ref().map_or(Ok(()), Checkpoint::mend).context("--checkpoint")?;
            let mut sums = vec![0.0; parts.get() as usize];
            for ((problem, _), counter) in self.boards.iter().zip(counters) {
                let work = || counter.work(problem, parts, &task.budget);
                let work = task.run_and_clear_bar(work)?;
                sums.iter_mut().zip(work).for_each(|(sum, work)| *sum += work);
            }
            let is_listed = |shard| checkpoint.as_ref().is_none_or(|it| it.lacks(shard));
            return self.print_split(&sums, is_listed, task.json).map(|()| None);
        }
        let Some(checkpoint) = checkpoint else { return Ok(None) };
        // Searches share the threads part by part. A diagram uses all threads and the whole memory.
        let one = NonZeroUsize::MIN;
        let (workers, threads) = if searches { (threads, one) } else { (one, threads) };
        let parts = checkpoint.complete(task, workers, count_on(threads))?;
        MergedParts::of_parts(&parts).map(Some)
    }
}

impl AskedCount<'_> {
    /// Checks that parts are of the asked count.
    fn refuse_others(&self, own: &Divided) -> anyhow::Result<()> {
        if let Some(asked) = self.question {
            let own = &own.question;
            ensure!(own == asked, "these are parts of {own}, not of {asked}");
        }
        if let Some(boards) = &self.boards {
            let (all, asked) =
                (own.titles(), MessageList::of(boards.iter().map(title)).joined("; "));
            let detail = if asked == all { " with other cells, regions or weights" } else { "" };
            ensure!(own.problems().eq(boards), "these are parts of {all}, not of {asked}{detail}");
        }
        for ((_, own), asked) in own.boards.iter().zip(&self.engines) {
            ensure!(own == asked, "the engine {own} counted these parts, not {asked}");
        }
        Ok(())
    }
}

impl MergedParts {
    /// Adds the parts in the files of `--merge`.
    ///
    /// # Errors
    /// When a part is missing, duplicate, of another count or damaged.
    pub(super) fn read(paths: &[PathBuf]) -> anyhow::Result<Self> {
        let (mut parts, mut faults) = (Vec::new(), MessageList::default());
        for path in paths {
            if let Err(error) = read(path, None, &mut parts, &mut faults) {
                faults.push(&error);
            }
        }
        check(parts, faults).and_then(|parts| Self::of_parts(&parts)).context("--merge: no total")
    }

    fn of_parts(parts: &[Part]) -> anyhow::Result<Self> {
        let Some(first) = parts.first() else { bail!("there is no part") };
        let mut merged = Self { divided: first.divided()?, sums: Vec::new(), parts: parts.len() };
        for part in parts {
            let numbers = part.numbers()?;
            merged.sums.resize(merged.sums.len().max(numbers.len()), Vec::new());
            for (sums, numbers) in merged.sums.iter_mut().zip(&numbers) {
                sums.resize(sums.len().max(numbers.len()), Polynomial::default());
                sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
            }
        }
        ensure!(
            merged.sums.len() == merged.divided.boards.len(),
            "the parts do not have numbers for each board"
        );
        Ok(merged)
    }

    /// Checks that the parts are of the asked question, engine and `boards`, if options name these.
    pub(super) fn checked(
        self,
        asked: &PartQuestion,
        task: &TaskArguments,
        boards: impl FnOnce() -> anyhow::Result<Vec<Problem>>,
    ) -> anyhow::Result<Self> {
        let names_boards = task.problem.is_given() || asked.sizes.is_some();
        let engine = task.engine.engine.kind();
        let asked = AskedCount {
            question: Some(asked).filter(|it| **it != PartQuestion::default()),
            boards: names_boards.then(boards).transpose()?,
            engines: engine.into_iter().cycle().take(self.divided.boards.len()).collect(),
        };
        asked.refuse_others(&self.divided).context("--merge")?;
        Ok(self)
    }

    /// Says on stderr what the total counts. JSON output contains this already.
    pub(super) fn print_note(&self, json: bool) {
        if !json {
            let (parts, all) =
                (geometry::counted(self.parts, "part", "parts"), self.divided.titles());
            format::print_note(format_args!("the total of {parts} of {all}"));
        }
    }

    /// The boards in order, each with the engine that counted it and the sums of its numbers.
    pub(super) fn boards(&self) -> impl Iterator<Item = (&Problem, EngineKind, &Vec<Polynomial>)> {
        let boards = self.divided.boards.iter().zip(&self.sums);
        boards.map(|((problem, engine), sums)| (problem, *engine, sums))
    }

    /// The engine that counted a board, and the sums of its numbers.
    pub(super) fn board(&self, problem: &Problem) -> Option<(EngineKind, &Vec<Polynomial>)> {
        let found = self.boards().find(|(other, ..)| *other == problem);
        found.map(|(_, engine, sums)| (engine, sums))
    }

    /// The first board.
    pub(super) fn problem(&self) -> Problem {
        self.divided.boards[0].0.clone()
    }

    /// The boards of a table of sizes, with the sizes as they were named; `None` if there is no table.
    pub(super) fn sizes(&self) -> Option<Sizes> {
        self.divided.question.sizes.as_ref()?.parse().ok()
    }
}
