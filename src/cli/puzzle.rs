use std::io::Write;

use anyhow::Context;
use rand::RngCore;
use serde::Serialize;

use super::arguments::PuzzleArguments;
use super::exit::{NoSolution, PuzzleNotFound};
use super::format::{self, ProblemFacts};
use super::problem;
use super::task::Task;
use crate::problem::{Assist, BoardFile, write_link};
use crate::puzzle::{self, Outcome};

#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    problem: ProblemFacts,
    seed: String,
    givens: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<String>,
}

/// Prints a board file with exactly one completion.
pub(super) fn run(arguments: &PuzzleArguments, json: bool) -> anyhow::Result<()> {
    let build = || {
        if arguments.coloured {
            problem::build_uncoloured(&arguments.problem)
        } else {
            Ok(problem::build(&arguments.problem)?.problem)
        }
    };
    let task = Task::about(build, &arguments.engine, json)?;
    let seed = arguments.seed.unwrap_or_else(|| rand::thread_rng().next_u64());
    let made = task.work(|| {
        if arguments.coloured {
            puzzle::make_coloured(&task.problem, seed, &task.budget)
        } else {
            puzzle::make(&task.problem, arguments.givens, seed, &task.budget)
        }
    })?;
    let problem = match made {
        Outcome::Puzzle(problem) => problem,
        Outcome::NoSolution => return Err(NoSolution.into()),
        Outcome::NotFound if arguments.coloured => return Err(PuzzleNotFound::Regions.into()),
        Outcome::NotFound => {
            return Err(PuzzleNotFound::Givens(arguments.givens.unwrap_or_default()).into());
        }
    };
    let link = arguments.link.then(|| write_link(&problem)).transpose().context("--link")?;
    if task.json {
        let givens = problem.decisions().givens().map(|cell| cell.to_string()).collect();
        let (facts, seed) = ((&problem).into(), seed.to_string());
        let answer = Answer { problem: facts, seed, givens, link };
        return Ok(format::print_json(&answer)?);
    }
    let mut out = format::stdout();
    if let Some(link) = link {
        writeln!(out, "{link}")?;
        return Ok(out.flush()?);
    }
    writeln!(out, "# A puzzle with exactly one solution, made from seed {seed}.")?;
    write!(out, "{}", BoardFile { problem, assist: Assist::Attacks }.to_toml())?;
    Ok(out.flush()?)
}
