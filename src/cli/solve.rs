use std::io::{self, Write};
use std::iter;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{anyhow, ensure};
use rand::RngCore;
use rand::rngs::OsRng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::Serialize;

use super::arguments::EngineChoice;
use super::arguments::{SolutionArguments, SolutionFormat};
use super::exit::NoSolution;
use super::format::{self, milliseconds};
use super::task::Task;
use crate::engine::bdd::{Classes, Diagram, Engine, Ranking};
use crate::engine::sat::{Effort, Solutions};
use crate::engine::{Budget, Interrupted, Phase, Progress};
use crate::geometry::CellSet;

/// How far the printing has come.
#[derive(Default)]
struct Printed {
    solutions: u64,
    /// Whether these are all solutions.
    complete: bool,
    /// The budget that ended before the next.
    interrupted: Option<Interrupted>,
}

/// What it took.
#[derive(Serialize)]
struct Statistics {
    engine: &'static str,
    /// Solutions printed.
    printed: u64,
    /// Of the reduced ordered BDD, terminals included.
    nodes: Option<usize>,
    /// What the search for satisfying values did.
    #[serde(flatten)]
    effort: Option<EffortFacts>,
    /// What random solutions were drawn with.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    elapsed_ms: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<String>,
}

#[derive(Serialize)]
struct EffortFacts {
    conflicts: u64,
    decisions: u64,
    propagations: u64,
}

impl From<Effort> for EffortFacts {
    fn from(effort: Effort) -> Self {
        let Effort { conflicts, decisions, propagations } = effort;
        Self { conflicts, decisions, propagations }
    }
}

/// Which solutions are asked for.
#[derive(Clone, Copy)]
enum Choice {
    InOrder,
    UpToSymmetry,
    Random { seed: u64 },
}

impl Choice {
    const fn seed(self) -> Option<u64> {
        match self {
            Self::Random { seed } => Some(seed),
            Self::InOrder | Self::UpToSymmetry => None,
        }
    }
}

/// What yields the solutions that are asked for.
enum Chosen {
    InOrder(Arc<Diagram>),
    UpToSymmetry(Classes),
    Random(Ranking, u64),
    Searched(Box<Searched>),
}

/// How long a solution beyond the last one asked for is looked for, where the search has no end known
/// beforehand.
const LAST_LOOK: Duration = Duration::from_millis(100);

impl Chosen {
    fn new(
        choice: Choice,
        by_sat: bool,
        Task { problem, budget, .. }: &Task,
    ) -> Result<Self, Interrupted> {
        if by_sat {
            let solutions = Solutions::new(problem, budget)?;
            let random = choice.seed().map(ChaCha8Rng::seed_from_u64);
            return Ok(Self::Searched(Box::new(Searched { solutions, random })));
        }
        let mut engine = Engine::new();
        Ok(match choice {
            Choice::InOrder => Self::InOrder(engine.diagram(problem, budget)?),
            Choice::UpToSymmetry => Self::UpToSymmetry(engine.classes(problem, budget)?),
            Choice::Random { seed } => Self::Random(engine.ranking(problem, budget)?, seed),
        })
    }

    fn diagram(&self) -> Option<&Diagram> {
        match self {
            Self::InOrder(diagram) => Some(diagram),
            Self::UpToSymmetry(classes) => Some(classes.diagram()),
            Self::Random(ranking, _) => Some(ranking.diagram()),
            Self::Searched(_) => None,
        }
    }

    fn effort(&self) -> Option<Effort> {
        match self {
            Self::Searched(searched) => Some(searched.solutions.effort()),
            Self::InOrder(_) | Self::UpToSymmetry(_) | Self::Random(..) => None,
        }
    }

    fn progress(&self) -> Progress {
        let progress = Progress { phase: Phase::Asking, ..Progress::default() };
        match self.diagram() {
            Some(diagram) => {
                Progress { nodes: diagram.len(), memory: diagram.memory(), ..progress }
            }
            None => progress,
        }
    }

    /// The solutions one after the other; in between `None`, where looking for the next takes long.
    fn solutions(&mut self) -> Box<dyn Source + '_> {
        match self {
            Self::InOrder(diagram) => Box::new(AtHand(diagram.solutions().map(Some))),
            Self::UpToSymmetry(classes) => Box::new(AtHand(classes.representatives())),
            Self::Random(ranking, seed) => {
                let mut random = ChaCha8Rng::seed_from_u64(*seed);
                let ranking = &*ranking;
                let draws = iter::from_fn(move || ranking.random(&mut random));
                Box::new(AtHand(draws.map(Some)))
            }
            Self::Searched(searched) => Box::new(searched.as_mut()),
        }
    }
}

/// Where solutions come from.
trait Source {
    /// The next solution, if there is one; in between `Ok(None)`, where looking for it takes long.
    fn next(&mut self, budget: &Budget) -> Option<Result<Option<CellSet>, Interrupted>>;

    /// Is it known at once that there is none left?
    fn is_at_its_end(&mut self, budget: &Budget) -> bool;
}

/// Solutions of a diagram.
struct AtHand<I>(I);

impl<I: Iterator<Item = Option<CellSet>>> Source for AtHand<I> {
    fn next(&mut self, _: &Budget) -> Option<Result<Option<CellSet>, Interrupted>> {
        self.0.next().map(Ok)
    }

    fn is_at_its_end(&mut self, _: &Budget) -> bool {
        self.0.next().is_none()
    }
}

/// Solutions by satisfiability, in no set order.
struct Searched {
    solutions: Solutions,
    /// What leads to them, if they are drawn.
    random: Option<ChaCha8Rng>,
}

impl Source for &mut Searched {
    fn next(&mut self, budget: &Budget) -> Option<Result<Option<CellSet>, Interrupted>> {
        let solution = match &mut self.random {
            None => self.solutions.next(budget),
            Some(random) => self.solutions.draw(random, budget),
        };
        solution.map(|solution| solution.map(Some)).transpose()
    }

    fn is_at_its_end(&mut self, budget: &Budget) -> bool {
        self.random.is_none() && matches!(self.solutions.next(&budget.slice(LAST_LOOK)), Ok(None))
    }
}

/// Prints solutions one after the other.
pub(super) fn run(task: &Task, arguments: &SolutionArguments) -> anyhow::Result<()> {
    let limit = limit(arguments)?;
    let choice = choice(arguments)?;
    ensure!(
        !(task.json && arguments.format.is_some()),
        "--format is for plain text: leave it out with --json"
    );
    let by_sat = by_sat(task, arguments)?;
    let mut built = task.work(|| Chosen::new(choice, by_sat, task));
    let mut out = format::stdout();
    if task.json {
        write!(out, "{{\"solutions\":[")?;
    }
    let printed = match &mut built {
        Err(interrupted) => Printed { interrupted: Some(*interrupted), ..Printed::default() },
        Ok(chosen) => print(task, chosen, limit, |number, solution| {
            if task.json {
                let comma = if number > 0 { "," } else { "" };
                write!(out, "{comma}")?;
                return Ok(format::write_json(&mut out, &format::names(solution))?);
            }
            write_text(&mut out, task, arguments.format.unwrap_or_default(), number, solution)
        })?,
    };
    let statistics = || Statistics {
        engine: if by_sat { "sat" } else { task.engine },
        printed: printed.solutions,
        nodes: built.as_ref().ok().and_then(Chosen::diagram).map(Diagram::bdd_nodes),
        effort: built.as_ref().ok().and_then(Chosen::effort).map(EffortFacts::from),
        seed: choice.seed(),
        elapsed_ms: milliseconds(task.budget.elapsed()),
        interrupted: printed.interrupted.as_ref().map(Interrupted::to_string),
    };
    if task.json {
        write!(out, "],\"complete\":{},\"statistics\":", printed.complete)?;
        format::write_json(&mut out, &statistics())?;
        writeln!(out, "}}")?;
    }
    out.flush()?;
    if by_sat && arguments.random && printed.solutions > 0 {
        writeln!(io::stderr(), "drawn by satisfiability: not every solution is equally probable")?;
    }
    if arguments.stats {
        tell(&statistics(), printed.complete)?;
    }
    match printed {
        Printed { interrupted: Some(interrupted), .. } => Err(interrupted.into()),
        Printed { solutions: 0, .. } => Err(NoSolution::AtAll.into()),
        Printed { .. } => Ok(()),
    }
}

/// Is it the engine of satisfiability that finds them? If it was not said, where the diagram is not
/// quick and they are not all wanted.
fn by_sat(task: &Task, arguments: &SolutionArguments) -> anyhow::Result<bool> {
    let all = arguments.all || arguments.up_to_symmetry;
    if arguments.up_to_symmetry {
        task.refuse_sat("does not tell solutions up to symmetry: use bdd")?;
    }
    Ok(task.prefers_sat() && !(task.choice == EngineChoice::Auto && all))
}

/// How many solutions to print at most.
fn limit(arguments: &SolutionArguments) -> anyhow::Result<u64> {
    match &arguments.limit {
        _ if arguments.all => Ok(u64::MAX),
        None => Ok(1),
        Some(text) => text.parse().ok().filter(|&limit| limit > 0).ok_or_else(|| {
            anyhow!("--limit: '{text}' is not a number of solutions (a whole number from 1)")
        }),
    }
}

/// Which solutions are asked for.
fn choice(arguments: &SolutionArguments) -> anyhow::Result<Choice> {
    let seed = match &arguments.seed {
        None => None,
        Some(text) => Some(text.parse::<u64>().map_err(|_| {
            anyhow!("--seed: '{text}' is not a seed (a whole number from 0 to {})", u64::MAX)
        })?),
    };
    if !arguments.random {
        ensure!(seed.is_none(), "--seed is for random solutions: give --random too");
        return Ok(if arguments.up_to_symmetry { Choice::UpToSymmetry } else { Choice::InOrder });
    }
    ensure!(
        !arguments.up_to_symmetry,
        "--random draws from all solutions, not one of each class: leave out --up-to-symmetry"
    );
    ensure!(!arguments.all, "--random has no end: give --limit in place of --all");
    Ok(Choice::Random { seed: seed.unwrap_or_else(|| OsRng.next_u64()) })
}

/// Hands solutions to `write`, each with its number from 0, until the limit or the budget ends.
fn print(
    task: &Task,
    chosen: &mut Chosen,
    limit: u64,
    mut write: impl FnMut(u64, &CellSet) -> anyhow::Result<()>,
) -> anyhow::Result<Printed> {
    let mut printed = Printed::default();
    let progress = chosen.progress();
    let mut solutions = chosen.solutions();
    while printed.solutions < limit {
        let next = match task.budget.check(progress) {
            Ok(()) => solutions.next(&task.budget),
            Err(interrupted) => Some(Err(interrupted)),
        };
        let solution = match next {
            Some(Ok(Some(solution))) => solution,
            Some(Ok(None)) => continue,
            None => {
                printed.complete = true;
                return Ok(printed);
            }
            Some(Err(interrupted)) => {
                printed.interrupted = Some(interrupted);
                return Ok(printed);
            }
        };
        write(printed.solutions, &solution)?;
        printed.solutions += 1;
    }
    printed.complete = solutions.is_at_its_end(&task.budget);
    Ok(printed)
}

fn write_text(
    out: &mut impl Write,
    task: &Task,
    format: SolutionFormat,
    number: u64,
    solution: &CellSet,
) -> anyhow::Result<()> {
    match format {
        SolutionFormat::Board => {
            if number > 0 {
                writeln!(out)?;
            }
            format::write_board(out, task.problem.rules().grid(), solution)?;
        }
        SolutionFormat::List => writeln!(out, "{}", format::list(solution)?)?,
        SolutionFormat::Cells => writeln!(out, "{}", format::names(solution).join(" "))?,
    }
    Ok(())
}

fn tell(statistics: &Statistics, complete: bool) -> io::Result<()> {
    let Statistics { engine, printed, elapsed_ms, .. } = statistics;
    let all = if complete { " (all there are)" } else { "" };
    let mut out = io::stderr().lock();
    write!(out, "solutions printed: {printed}{all}, engine: {engine}")?;
    if let Some(nodes) = statistics.nodes {
        write!(out, ", diagram: {nodes} nodes")?;
    }
    if let Some(EffortFacts { conflicts, decisions, propagations }) = statistics.effort {
        write!(out, ", {conflicts} conflicts, {decisions} decisions, {propagations} propagations")?;
    }
    if let Some(seed) = statistics.seed {
        write!(out, ", seed: {seed}")?;
    }
    writeln!(out, ", time: {elapsed_ms:.1} ms")
}
