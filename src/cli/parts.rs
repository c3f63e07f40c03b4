//! Parts of counts: `--shard`, `--split`, `--merge` and `--checkpoint`.

mod checkpoint;
mod record;

use std::io::Write;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use itertools::Itertools;
use serde::Serialize;

use super::arguments::{PartArguments, TaskArguments};
use super::format::{self, ProblemFacts};
use super::task::Task;
use checkpoint::{Checkpoint, usual_parts};
use engine::count::Shard;
use engine::plan::CounterEngine;
use engine::{Answer, Budget, EngineKind, Polynomial};
use export::title;
use geometry::{Size, Sizes};
use problem::{Assist, BoardFile, Problem};
pub(super) use record::{Counts, PartQuestion};
use record::{Part, check, read};
use session::MessageList;

/// A count that is divided into parts.
pub(super) struct Divided {
    pub question: PartQuestion,
    /// The boards that are counted, each with its engine. There are several in a table of sizes.
    pub boards: Vec<(Problem, EngineKind)>,
}

/// The sums of all parts of a count.
pub(super) struct MergedParts {
    pub question: PartQuestion,
    boards: Vec<(Problem, EngineKind)>,
    /// For each board, the sums of the numbers that each part has.
    sums: Vec<Vec<Polynomial>>,
    /// The number of parts.
    pub parts: usize,
}

/// The parts of a count, and an estimate of the share of each part in the work.
#[derive(Serialize)]
struct Split {
    #[serde(flatten)]
    problem: Option<ProblemFacts>,
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
    /// The texts of the boards, as board files without what does not change the count.
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
    fn facts(&self) -> Option<ProblemFacts> {
        match self.boards.as_slice() {
            [(problem, _)] => Some(problem.into()),
            boards => boards.first().map(|(problem, _)| ProblemFacts::of_sizes(problem)),
        }
    }

    /// A part of this count.
    fn part(&self, shard: Shard, counts: Counts, elapsed_ms: f64) -> Part {
        Part::new(self, shard, counts, elapsed_ms)
    }

    /// Prints a part that `count` counts.
    fn print_part(
        &self,
        task: &Task,
        shard: Shard,
        count: impl Fn(Shard, &Budget) -> Answer<Counts>,
    ) -> anyhow::Result<()> {
        let counts = task.run_and_clear_bar(|| count(shard, &task.budget))?;
        let part = self.part(shard, counts, format::milliseconds(task.budget.elapsed()));
        let mut out = format::stdout();
        writeln!(out, "{}", part.line(self.facts())?)?;
        Ok(out.flush()?)
    }

    /// Prints the parts, the one with the most work first. `work` gives the work of each part.
    fn print_split(&self, work: &[f64], json: bool) -> anyhow::Result<()> {
        let whole = work.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        let of = NonZeroU32::new(work.len() as u32).context("--split: there is a part at least")?;
        let mut parts: Vec<(Shard, f64)> = Shard::all(of).zip(work.iter().copied()).collect();
        parts.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let parts: Vec<SplitPart> = parts
            .into_iter()
            .map(|(shard, work)| SplitPart { shard: shard.to_string(), share: work / whole })
            .collect();
        if json {
            let empty = self.part(Shard::WHOLE, Counts::default(), 0.0);
            return Ok(format::print_json(&Split {
                problem: self.facts(),
                question: self.question.clone(),
                fingerprint: empty.fingerprint,
                version: env!("CARGO_PKG_VERSION"),
                engine: self.engines(),
                parts,
            })?);
        }
        let lines = parts.iter().map(|part| &part.shard).join("\n") + "\n";
        Ok(format::print(&lines)?)
    }

    /// Prints a part of the count or a list of its parts. With `--checkpoint`, counts all parts that the file does not
    /// have yet, and returns the sums. `counters` count the boards, on `threads` threads together.
    pub(super) fn run(
        &self,
        task: &Task,
        arguments: &PartArguments,
        counters: &[CounterEngine],
        threads: NonZeroUsize,
        count: impl Fn(Shard, &Budget) -> Answer<Counts> + Sync,
    ) -> anyhow::Result<Option<MergedParts>> {
        let count_on = |threads: NonZeroUsize| {
            let count = &count;
            move |shard, budget: &Budget| count(shard, &budget.clone().with_threads(threads))
        };
        if let Some(shard) = arguments.shard {
            return self.print_part(task, shard, count_on(threads)).map(|()| None);
        }
        if let Some(parts) = arguments.split.filter(|_| arguments.prints_parts()) {
            let mut sums = vec![0.0; parts.get() as usize];
            for ((problem, _), counter) in self.boards.iter().zip(counters) {
                let work = || counter.work(problem, parts, &task.budget);
                let work = task.run_and_clear_bar(work)?;
                sums.iter_mut().zip(work).for_each(|(sum, work)| *sum += work);
            }
            return self.print_split(&sums, task.json).map(|()| None);
        }
        let Some(path) = &arguments.checkpoint else { return Ok(None) };
        // Searches share the threads part by part. A diagram uses all threads and the whole memory.
        let searches = counters.iter().all(|counter| counter.kind() == EngineKind::Count);
        let one = NonZeroUsize::MIN;
        let (workers, threads) = if searches { (threads, one) } else { (one, threads) };
        let checkpoint = Checkpoint::open(path, self, arguments.split, usual_parts(searches))?;
        let parts = checkpoint.complete(task, workers, count_on(threads))?;
        MergedParts::of_parts(&parts).map(Some)
    }
}

impl MergedParts {
    /// Adds the parts in the files of `--merge`.
    ///
    /// # Errors
    /// When a part is missing, there twice, of another count or damaged.
    pub(super) fn read(paths: &[PathBuf]) -> anyhow::Result<Self> {
        let (mut parts, mut faults) = (Vec::new(), MessageList::default());
        for path in paths {
            if let Err(error) = read(path, &mut parts, &mut faults) {
                faults.push(&error);
            }
        }
        check(parts, faults).and_then(|parts| Self::of_parts(&parts)).context("--merge: no total")
    }

    fn of_parts(parts: &[Part]) -> anyhow::Result<Self> {
        let Some(first) = parts.first() else { bail!("there is no part") };
        let mut merged = Self {
            question: first.question.clone(),
            boards: first.boards()?,
            sums: Vec::new(),
            parts: parts.len(),
        };
        for part in parts {
            let numbers = part.numbers()?;
            merged.sums.resize(merged.sums.len().max(numbers.len()), Vec::new());
            for (sums, numbers) in merged.sums.iter_mut().zip(&numbers) {
                sums.resize(sums.len().max(numbers.len()), Polynomial::default());
                sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
            }
        }
        ensure!(
            merged.sums.len() == merged.boards.len(),
            "the parts do not have numbers for each board"
        );
        Ok(merged)
    }

    /// Checks that the parts are of this verb, and of the other options, the engine and `boards` if options name these.
    pub(super) fn checked(
        self,
        asked: &PartQuestion,
        task: &TaskArguments,
        boards: impl FnOnce() -> anyhow::Result<Vec<Problem>>,
    ) -> anyhow::Result<Self> {
        let own = &self.question;
        let is_bare = *asked == PartQuestion::of_count();
        ensure!(
            own == asked || is_bare && own.verb == asked.verb,
            "--merge: these are parts of {own}, not of {asked}"
        );
        for (engine, (_, own)) in task.engine.engine.kind().iter().cartesian_product(&self.boards) {
            ensure!(engine == own, "--merge: the engine {own} counted these parts, not {engine}");
        }
        if task.problem.is_given() || asked.sizes.is_some() {
            let boards = boards()?;
            let all = self.titles();
            let asked = MessageList::of(boards.iter().map(title)).joined("; ");
            let detail = if asked == all { " with other cells, regions or weights" } else { "" };
            ensure!(
                self.problems().eq(&boards),
                "--merge: these are parts of {all}, not of {asked}{detail}"
            );
        }
        Ok(self)
    }

    /// Says on stderr what the total is of, unless JSON says it.
    pub(super) fn print_note(&self, json: bool) {
        if !json {
            let (parts, all) = (geometry::counted(self.parts, "part", "parts"), self.titles());
            format::print_note(format_args!("the total of {parts} of {all}"));
        }
    }

    /// The titles of the boards.
    fn titles(&self) -> String {
        MessageList::of(self.problems().map(title)).joined("; ")
    }

    /// The boards in order.
    pub(super) fn problems(&self) -> impl Iterator<Item = &Problem> {
        self.boards.iter().map(|(problem, _)| problem)
    }

    /// The first board.
    pub(super) fn problem(&self) -> Problem {
        self.boards[0].0.clone()
    }

    /// The boards of a table of sizes, with the sizes as they were named; `None` if there is no table.
    pub(super) fn sizes(&self) -> Option<Sizes> {
        self.question.sizes.as_ref()?.parse().ok()
    }

    /// The board at a place of the table.
    pub(super) fn board_of(&self, size: Size) -> Option<Problem> {
        self.found(|problem| problem.rules().size() == size)
            .map(|index| self.boards[index].0.clone())
    }

    /// The engine that counted a board.
    pub(super) fn engine(&self, problem: &Problem) -> Option<EngineKind> {
        self.found(|other| other == problem).map(|index| self.boards[index].1)
    }

    /// The sums for a board.
    pub(super) fn sums(&self, problem: &Problem) -> Vec<Polynomial> {
        let index = self.found(|other| other == problem);
        index.map_or_else(Vec::new, |index| self.sums[index].clone())
    }

    fn found(&self, is_it: impl Fn(&Problem) -> bool) -> Option<usize> {
        self.boards.iter().position(|(problem, _)| is_it(problem))
    }
}
