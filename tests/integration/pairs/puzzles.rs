//! The columns of `puzzle`: the board files and links that it makes from each kind of problem.

use std::path::Path;

use anyhow::{Context, ensure};
use configurator::problem::{BoardFile, BoardSource, Problem};
use configurator::session::steps::Grade;

use super::kinds::{Kind, folder};
use super::table::{Answer, Column, column, refused, run, runs};
use super::verbs::{has_facts, has_problem};
use crate::cases::{Case, Described};
use crate::html;

/// The columns of `puzzle`.
pub(super) fn columns() -> Vec<Column> {
    let coloured = |column: Column| {
        column
            .unless(|kind| has_option(kind, "--regions"), "--regions")
            .unless(|kind| kind.limit.is_some() && !kind.has_regions(), "do not add up costs")
            .unless(|kind| !wants_regions(kind), "--coloured: 'regions' is none of the rules")
    };
    let starred = |column: Column| {
        column
            .unless(|kind| has_option(kind, "--regions"), "--regions")
            .unless(|kind| has_option(kind, "--rules") || has_option(kind, "--piece"), "--stars")
    };
    vec![
        column("puzzle --seed 1", |kind, answer| board(kind, answer).map(drop)),
        column("puzzle --seed 1 --verify --json", |kind, answer| {
            if kind.number() == 0 {
                return answer.is_refusal(1, "no solution exists");
            }
            ensure!(answer.json()?["verified_by"] == "sat");
            Ok(())
        }),
        column("puzzle --seed 1 --givens 2 --to toml", |kind, answer| {
            let Some(problem) = board(kind, answer)? else { return Ok(()) };
            let more =
                problem.decisions().givens().count() - kind.case.placed.count_ones() as usize;
            ensure!(more == 2, "{more} pieces are given");
            Ok(())
        }),
        column("puzzle --seed 1 --difficulty easy --engine auto", |kind, answer| {
            graded(kind, answer, Grade::Easy)
        }),
        column("puzzle --seed 1 --difficulty medium", |kind, answer| {
            graded(kind, answer, Grade::Medium)
        }),
        // For kinds without hard puzzles, finding this out takes long.
        column("puzzle --seed 1 --difficulty hard", |kind, answer| {
            graded(kind, answer, Grade::Hard)
        })
        .with_one_kind(),
        column("puzzle --seed 1 --difficulty expert", |kind, answer| {
            graded(kind, answer, Grade::Expert)
        })
        .with_one_kind(),
        coloured(column("puzzle --seed 1 --coloured", new_regions)),
        coloured(column("puzzle --seed 1 --coloured --difficulty easy", new_regions)),
        starred(column("puzzle --seed 1 --coloured --stars 1", |kind, answer| {
            let Some(problem) = with_regions(kind, answer)? else { return Ok(()) };
            let rules = problem.rules();
            ensure!(rules.piece().name() == "king");
            ensure!(rules.requirements().iter().map(ToString::to_string).eq(STAR_BATTLE));
            Ok(())
        })),
        runs("puzzle --seed 1 --json --engine bdd --number 2 --output DIR", |kind| {
            let folder = folder(&format!("puzzles/{}", kind.slug()));
            let name = folder.to_str().context("no name")?;
            let words = "puzzle --seed 1 --json --engine bdd --number 2 --output";
            let options = kind.options();
            let words: Vec<&str> =
                words.split(' ').chain([name]).chain(options.split_whitespace()).collect();
            let answer = run(&words)?;
            if kind.number() == 0 {
                answer.is_refusal(1, "no solution exists")?;
                return has_problem(kind, &answer.any_json()?);
            }
            let json = answer.json()?;
            has_problem(kind, &json)?;
            for (index, file) in ["1.toml", "2.toml"].iter().enumerate() {
                let problem = BoardFile::read(&folder.join(file))?.problem;
                is_puzzle(kind, &problem)?;
                let told = &json["puzzles"][index];
                let givens = problem.decisions().givens().map(|cell| cell.to_string());
                ensure!(told["givens"] == givens.collect::<serde_json::Value>(), "{told}");
                has_facts(kind, told)?;
            }
            Ok(())
        }),
        page(),
        sheet(),
        column("puzzle --seed 1 --link", link)
            .unless(|kind| !kind.has_regions(), "--link: a link needs regions")
            .ending(1, |kind| kind.number() == 0, "no solution exists")
            .unless(|kind| kind.case.torus, "a link cannot say that opposite edges are joined")
            .unless(|kind| kind.case.holes != 0, "a link cannot say where holes are")
            .unless(|kind| kind.number() > 1, "a link cannot say which pieces are given")
            .unless(|kind| kind.limit.is_some(), "a link cannot say what the pieces may cost")
            .unless(|kind| kind.case.excluded != 0, "a link cannot say which cells are excluded"),
        repair(),
        refused("puzzle --engine sat", "--engine: 'sat' does not answer puzzle"),
        refused("puzzle --engine count", "--engine: 'count' does not answer puzzle"),
        refused("puzzle --engine search", "--engine: 'search' does not answer puzzle"),
        refused("puzzle --engine estimate", "--engine: 'estimate' does not answer puzzle"),
    ]
}

/// The page of a puzzle, whose data leave its solution.
fn page() -> Column {
    column("puzzle --seed 1 --to html", |kind, answer| {
        if kind.number() == 0 {
            return answer.is_refusal(1, "no solution exists");
        }
        let found = html::remaining(&html::data(answer.text()?));
        ensure!(found.len() == 1 && kind.solutions.contains(&found[0]), "{found:?}");
        Ok(())
    })
}

/// The drawing of a puzzle, on which all pieces are given.
fn sheet() -> Column {
    column("puzzle --seed 1 --to svg", |kind, answer| {
        if kind.number() == 0 {
            return answer.is_refusal(1, "no solution exists");
        }
        // All of its pieces are given.
        let drawing = roxmltree::Document::parse(answer.text()?)?;
        let mut cells = drawing.descendants().filter(|node| node.attribute("id").is_some());
        let is_placed = |class: &str| class.contains("placed");
        ensure!(!cells.any(|cell| cell.attribute("class").is_some_and(is_placed)));
        Ok(())
    })
}

fn has_option(kind: &Kind, name: &str) -> bool {
    kind.options.as_ref().is_some_and(|options| options.split(' ').any(|word| word == name))
}

/// True if the rules of `puzzle --coloured` have regions, by default or because of options.
fn wants_regions(kind: &Kind) -> bool {
    let is_usual = kind.options.is_some() && !has_option(kind, "--rules");
    is_usual || kind.case.needs.iter().any(configurator::problem::Requirement::needs_regions)
}

/// Reads the printed board file, a puzzle of the kind. `None` if no puzzle is possible and the program says so.
fn board(kind: &Kind, answer: &Answer) -> anyhow::Result<Option<Problem>> {
    if kind.number() == 0 {
        return answer.is_refusal(1, "no solution exists").map(|()| None);
    }
    if answer.code == 3 {
        return answer.is_refusal(3, "no attempt found a puzzle").map(|()| None);
    }
    let problem = BoardFile::parse(answer.text()?, "puzzle")?.problem;
    is_puzzle(kind, &problem)?;
    Ok(Some(problem))
}

/// Checks that a problem has the rules and the decisions of the kind, and exactly one solution.
fn is_puzzle(kind: &Kind, problem: &Problem) -> anyhow::Result<()> {
    ensure!(problem.rules() == kind.problem().rules(), "other rules");
    let own = kind.case.decisions();
    ensure!(problem.includes(&own), "a decision is lost");
    let case = Case::of(problem);
    ensure!(case.excluded == kind.case.excluded);
    let is_left = |solution: &&u64| **solution & case.placed == case.placed;
    let left = kind.solutions.iter().filter(is_left).count();
    ensure!(left == 1, "it has {left} solutions");
    Ok(())
}

/// Checks a puzzle of a grade with `explain --steps`. The program may also say that there is no such puzzle.
fn graded(kind: &Kind, answer: &Answer, grade: Grade) -> anyhow::Result<()> {
    if kind.number() > 0 && answer.code == 1 {
        return answer.is_refusal(1, "no puzzle");
    }
    let Some(problem) = board(kind, answer)? else { return Ok(()) };
    let path = folder(&format!("graded/{grade}/{}", kind.slug())).join("it.toml");
    let board = BoardFile { problem, assist: kind.assist };
    board.write(&path)?;
    let path = path.to_str().context("no name")?;
    let told = run(&["explain", "--steps", "--json", "--board", path])?.json()?;
    ensure!(told["grade"] == <&str>::from(grade), "its grade is {}", told["grade"]);
    Ok(())
}

/// The rules of a star battle with one star.
const STAR_BATTLE: [&str; 3] = ["rows=1", "columns=1", "regions=1"];

/// The column of `--repair`, which counts the solutions of the kind.
fn repair() -> Column {
    column("puzzle --repair --json", |kind, answer| {
        let json = answer.json()?;
        has_problem(kind, &json)?;
        has_facts(kind, &json)?;
        let number = kind.number();
        let is_right = match json["solutions"].as_str() {
            Some(solutions) => solutions == number.to_string(),
            None => json["at_least"] == "101" && number > 100,
        };
        ensure!(is_right, "{} of {number} solutions", json["solutions"]);
        Ok(())
    })
    .unless(|kind| !kind.has_regions(), "--repair: it changes regions")
    .unless(|kind| kind.has_regions() && kind.limit.is_some(), "--repair: it does not add up costs")
}

/// Checks a puzzle with the rules of the kind. Its regions are new unless the kind has regions.
fn new_regions(kind: &Kind, answer: &Answer) -> anyhow::Result<()> {
    let Some(problem) = with_regions(kind, answer)? else { return Ok(()) };
    let (made, own) = (problem.rules(), kind.problem());
    let own = own.rules();
    ensure!(kind.options.is_some() || made.requirements() == own.requirements());
    ensure!(kind.options.is_some() || made.piece() == own.piece());
    Ok(())
}

/// Checks a puzzle with regions, and returns it. `None` if no puzzle is possible and the program says so.
fn with_regions(kind: &Kind, answer: &Answer) -> anyhow::Result<Option<Problem>> {
    if answer.code == 1 {
        return answer.is_refusal(1, "no solution exists, so no puzzle").map(|()| None);
    }
    if answer.code == 3 {
        return answer.is_refusal(3, "no attempt found").map(|()| None);
    }
    let problem = BoardFile::parse(answer.text()?, "puzzle")?.problem;
    let (case, rules, own) = (Case::of(&problem), problem.rules(), kind.problem());
    ensure!(rules.regions().is_some());
    ensure!((case.rows, case.columns) == (kind.case.rows, kind.case.columns));
    ensure!(case.holes == kind.case.holes && case.torus == kind.case.torus);
    ensure!(case.board_rule == kind.case.board_rule);
    ensure!(rules.weights() == own.rules().weights(), "the weights are lost");
    ensure!(rules.max_cost() == own.rules().max_cost(), "the limit is lost");
    ensure!(problem.includes(&kind.case.decisions()), "a decision is lost");
    ensure!(!kind.has_regions() || case.regions == kind.case.regions, "the regions are lost");
    let mut solutions = case.solutions().context("too many solutions")?;
    solutions.retain(|&solution| kind.limit.is_none_or(|limit| kind.cost(solution) <= limit));
    ensure!(solutions.len() == 1, "it has {} solutions", solutions.len());
    Ok(Some(problem))
}

/// Checks that the problem of a link has the same only solution.
fn link(kind: &Kind, answer: &Answer) -> anyhow::Result<()> {
    let link = answer.text()?.trim_end();
    let BoardSource::Board(BoardFile { problem, .. }) = BoardSource::read(Path::new(link))? else {
        anyhow::bail!("the link is no board");
    };
    ensure!(Case::of(&problem).regions == kind.case.regions);
    ensure!(Case::of(&problem).solutions() == Some(kind.solutions.clone()));
    Ok(())
}
