//! The columns of the verbs that answer questions, with checks of their answers.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::BufReader;

use anyhow::{Context, bail, ensure};
use configurator::geometry::Cell;
use configurator::problem::{Rule, Value};
use configurator::session::CellState;
use itertools::Itertools;
use serde_json::Value as Json;

use super::exports::robdd;
use super::kinds::{Drawn, Kind, folder};
use super::table::{Answer, Column, ask, column, refused, runs};
use crate::cases::{Described, bits};
use crate::domains::states;
use crate::symmetry::image;
use crate::verify::certificate;

/// The columns of `count`.
pub(super) fn count() -> Vec<Column> {
    vec![
        column("count", |kind, answer| {
            ensure!(answer.text()? == format!("{}\n", kind.number()));
            Ok(())
        }),
        column("count --json", count_json),
        column("count --json --engine auto --memory 1GiB --timeout 100", count_json),
        column("count --json --engine bdd", count_json),
        by_rows(column("count --json --engine count --threads 2", count_json)),
        column("count --json --verify", count_verified),
        column("count --json --by-pieces --verify", |kind, answer| {
            is(&answer.any_json()?["solutions"], kind.number())
        }),
        column("count --json --certificate CERTIFICATE", |kind, answer| {
            count_verified(kind, answer)?;
            let file = answer.json()?["certificate"].as_str().context("no file")?.to_owned();
            let proof =
                certificate::verify(BufReader::new(File::open(file)?), Some(kind.problem()));
            let proof = proof.map_err(anyhow::Error::msg)?;
            let is_complete = kind.problem().rules().limit().is_none();
            ensure!(answer.json()?["certificate_is_complete"] == is_complete);
            ensure!(proof.solutions == kind.number().into() && proof.is_complete == is_complete);
            ensure!(proof.is_complete || proof.second.is_some());
            Ok(())
        }),
        refused("count --verify --shard 1/3", "--verify cannot be used with --shard"),
        refused(
            "count --verify --engine estimate",
            "an estimate is no answer that a second engine",
        ),
        refused("count --certificate CERTIFICATE --engine count", "only the engine 'bdd'"),
        refused("count --engine sat", "--engine: 'sat' does not answer count"),
        refused("count --engine search", "--engine: 'search' does not answer count"),
        estimated(column("count --json --engine estimate --seed 1 --precision 50", estimate)),
        estimated(column("count --json --estimate --seed 1 --precision 50", estimate))
            .with_one_kind(),
        column("count --json --up-to-symmetry", |kind, answer| {
            is(&answer.json()?["solutions"], kind.classes())
        }),
        column("count --json --symmetric", symmetric),
        column("count --json --by-pieces", |kind, answer| {
            let json = answer.json()?;
            is(&json["solutions"], kind.number())?;
            let part = |part: &Json| Some((part["pieces"].as_u64()? as u32, number(part).ok()?));
            let parts: Option<BTreeMap<u32, usize>> =
                json["pieces"].as_array().context("no parts")?.iter().map(part).collect();
            let mut parts = parts.context("parts without a number")?;
            parts.retain(|_, number| *number > 0);
            ensure!(parts == kind.by_pieces());
            Ok(())
        }),
        column("count --csv", |kind, answer| {
            let size = kind.case.size();
            let size = if kind.is_square() {
                size.rows().to_string()
            } else {
                format!("{}x{}", size.rows(), size.columns())
            };
            ensure!(answer.text()? == format!("size,solutions\n{size},{}\n", kind.number()));
            Ok(())
        }),
        column("count --bfile", |kind, answer| {
            ensure!(answer.text()? == format!("{} {}\n", kind.case.rows, kind.number()));
            Ok(())
        })
        .unless(|kind| !kind.is_square(), "is no index, which is the side of a square"),
        column("count --json --shard 1/3", |kind, answer| {
            let mut sum = number(&answer.json()?)?;
            for shard in ["2/3", "3/3"] {
                sum += number(&ask(kind, &format!("count --json --shard {shard}"))?.json()?)?;
            }
            ensure!(sum == kind.number(), "the parts are {sum}");
            Ok(())
        }),
        column("count --split 3", three_parts),
        runs("count --json --merge PARTS", merged),
        refused("count --checkpoint nowhere/count.parts", "nowhere/count.parts"),
        runs("count --json --board BOARD --sizes SIZES", |kind| {
            let size = kind.case.size();
            let size = format!("{}x{}", size.rows(), size.columns());
            let json = ask(kind, &format!("count --json --board BOARD --sizes {size}"))?.json()?;
            ensure!(json["problem"]["rows"].is_null() && json["problem"]["cols"].is_null());
            has_rules(kind, &json["problem"])?;
            is(&json["sizes"][0]["solutions"], kind.number())
        }),
    ]
}

/// Adds the parts of a problem, which its options describe.
fn merged(kind: &Kind) -> anyhow::Result<()> {
    let path = format!("{}/count-{}.parts", env!("CARGO_TARGET_TMPDIR"), kind.slug());
    let part = |shard| Ok(ask(kind, &format!("count --shard {shard}"))?.text()?.to_owned());
    let parts: anyhow::Result<Vec<String>> = ["1/2", "2/2"].into_iter().map(part).collect();
    std::fs::write(&path, parts?.concat())?;
    is(&ask(kind, &format!("count --json --merge {path}"))?.json()?["solutions"], kind.number())
}

/// The names of three parts, each once.
fn three_parts(_: &Kind, answer: &Answer) -> anyhow::Result<()> {
    let mut names: Vec<&str> = answer.text()?.lines().collect();
    names.sort_unstable();
    ensure!(names == ["1/3", "2/3", "3/3"], "{names:?}");
    Ok(())
}

/// Adds the refusals of the engine `count`, which handles only pieces with the rook move, row by row.
fn by_rows(column: Column) -> Column {
    column
        .unless(|kind| !kind.case.board_rule, "without the board rule")
        .unless(|kind| kind.limit.is_some(), "keeps no limit of cost")
        .unless(|kind| !kind.excludes_in_lines(), "needs a piece with the rook move")
        .unless(|kind| !wants_lines(kind), "")
}

/// True if the rules require a piece in each row or in each column.
fn wants_lines(kind: &Kind) -> bool {
    let mut needs = kind.case.needs.iter().map(ToString::to_string);
    needs.any(|need| need.starts_with("rows") || need.starts_with("columns"))
}

/// Checks that a second engine or the checker of solutions confirmed the answer.
fn is_verified(json: &Json) -> anyhow::Result<()> {
    let (by, disagreement) = (&json["verified_by"], &json["disagreement"]);
    ensure!(by.is_string() && disagreement.is_null(), "verified by {by}: {disagreement}");
    Ok(())
}

fn count_verified(kind: &Kind, answer: &Answer) -> anyhow::Result<()> {
    count_json(kind, answer)?;
    is_verified(&answer.json()?)
}

fn is_verified_solution(kind: &Kind, answer: &Answer) -> anyhow::Result<()> {
    is_verified(&answer.json_of_solutions(kind)?)
}

fn count_json(kind: &Kind, answer: &Answer) -> anyhow::Result<()> {
    let json = answer.json()?;
    ensure!(json["exact"] == true);
    is(&json["solutions"], kind.number())?;
    has_problem(kind, &json)?;
    has_facts(kind, &json)
}

/// Adds the refusals of the engine `estimate`.
fn estimated(column: Column) -> Column {
    column.unless(|kind| kind.limit.is_some(), "an estimate keeps no limit of cost")
}

fn estimate(kind: &Kind, answer: &Answer) -> anyhow::Result<()> {
    if kind.number() == 0 {
        answer.is_refusal(3, "no estimate: ")?;
        ensure!(answer.any_json()?["estimate"].is_null());
        return Ok(());
    }
    let json = answer.json()?;
    ensure!(json["exact"] == false && json["solutions"].is_null());
    let number = |name: &str| -> anyhow::Result<f64> {
        Ok(json["estimate"][name].as_str().context("no estimate")?.parse()?)
    };
    // With a fixed seed the estimate is always the same, so its precision can be checked.
    let solutions = kind.number() as f64;
    ensure!(number("low")? <= solutions * 1.2 && solutions <= number("high")? * 1.2);
    if let Some(proved) = json["at_least"].as_str() {
        ensure!(proved.parse::<usize>()? <= kind.number(), "too many are proved");
    }
    Ok(())
}

fn symmetric(kind: &Kind, answer: &Answer) -> anyhow::Result<()> {
    let json = answer.json()?;
    is(&json["solutions"], kind.number())?;
    let symmetries = kind.symmetries();
    let is_plain = |solution: &&u64| {
        symmetries.iter().filter(|map| image(map, **solution) == **solution).count() == 1
    };
    let plain = kind.solutions.iter().filter(is_plain).count();
    let mut sum = 0;
    for part in json["symmetric"].as_array().context("no parts")? {
        let number = number(part)?;
        sum += number;
        // On a single row, several maps are equal.
        ensure!(part["symmetry"] != "none" || number == plain || kind.case.rows == 1);
    }
    ensure!(sum == kind.number(), "the kinds have {sum} solutions");
    Ok(())
}

/// The columns of `solve`.
#[expect(clippy::too_many_lines, reason = "a table")]
pub(super) fn solve() -> Vec<Column> {
    let listed = |column: Column| {
        column.unless(
            |kind| {
                let row =
                    |row: u16| (u64::MAX >> (64 - kind.case.columns)) << (row * kind.case.columns);
                let is_list = |solution: &u64| {
                    (0..kind.case.rows).all(|index| (solution & row(index)).is_power_of_two())
                };
                !kind.solutions.iter().all(is_list)
            },
            "--format: 'list' needs one piece in each row",
        )
    };
    vec![
        column("solve --all --json", all),
        column("solve --all --json --engine auto", all),
        column("solve --all --json --engine bdd", all),
        column("solve --all --json --engine sat", all),
        searched(column("solve --all --json --engine search", all)),
        column("solve --all --json --verify", |kind, answer| {
            all(kind, answer)?;
            is_verified(&answer.any_json()?)
        }),
        column("solve --limit 2 --json --engine sat --verify", is_verified_solution),
        column("solve --fewest --json --verify", is_verified_solution),
        refused("solve --engine count", "--engine: 'count' does not answer solve"),
        refused("solve --engine estimate", "--engine: 'estimate' does not answer solve"),
        searched(column(
            "solve --all --json --labeling leftmost --values min --propagation naive",
            all,
        )),
        searched(column(
            "solve --all --json --labeling first-fail --values middle --propagation weak",
            all,
        )),
        searched(column(
            "solve --all --json --labeling dual --values max --propagation bounds",
            all,
        )),
        searched(column(
            "solve --all --json --values random --seed 1 --propagation alldifferent",
            all,
        )),
        searched(column("solve --all --json --propagation strong", all)),
        searched(column("solve --all --json --propagation bounded", all)),
        searched(column("solve --json --compare weak,strong", |kind, answer| {
            let json = answer.json()?;
            for search in json["sizes"][0]["searches"].as_array().context("no searches")? {
                is(&search["solutions"], kind.number())?;
            }
            Ok(())
        })),
        runs("solve --all --json --board BOARD --sizes SIZES", |kind| {
            let size = kind.case.size();
            let size = format!("{}x{}", size.rows(), size.columns());
            let words = format!("solve --all --json --board BOARD --sizes {size}");
            let json = ask(kind, &words)?.json()?;
            has_rules(kind, &json["problem"])?;
            is(&json["sizes"][0]["searches"][0]["solutions"], kind.number())
        }),
        column("solve --limit 2 --json", |kind, answer| {
            let found = solutions(kind, &answer.json_of_solutions(kind)?)?;
            ensure!(found.len() == kind.number().min(2));
            Ok(())
        }),
        column("solve --all --up-to-symmetry --json", |kind, answer| {
            let found = solutions(kind, &answer.json_of_solutions(kind)?)?;
            ensure!(found.len() == kind.classes(), "{} classes", found.len());
            let first: BTreeSet<u64> =
                found.into_iter().map(|solution| kind.first_of_class(solution)).collect();
            ensure!(first.len() == kind.classes(), "some are of one class");
            Ok(())
        }),
        column("solve --all --format board", |kind, answer| {
            let boards = plain(kind, answer)?;
            let lines: Vec<&str> = boards.lines().filter(|line| !line.is_empty()).collect();
            let rows = usize::from(kind.case.rows) + 1;
            let has_heading = |line: &&&str| line.starts_with("solution ");
            let lines: Vec<&str> =
                lines.iter().filter(|line| !has_heading(line)).copied().collect();
            let found: Result<Vec<u64>, _> =
                lines.chunks(rows).map(|lines| drawn(kind, lines)).collect();
            are_all(kind, found?)
        }),
        listed(column("solve --all --format list", |kind, answer| {
            let lists = plain(kind, answer)?;
            let solution = |line: &str| -> anyhow::Result<u64> {
                let list = line.split("  cost ").next().unwrap_or_default();
                let columns: Vec<u16> = serde_json::from_str(list)?;
                let bit = |(row, column): (u16, &u16)| 1 << (row * kind.case.columns + column - 1);
                Ok((0..).zip(&columns).map(bit).sum())
            };
            are_all(kind, lists.lines().map(solution).collect::<Result<_, _>>()?)
        })),
        column("solve --all --format cells", |kind, answer| {
            let lines = plain(kind, answer)?;
            let cells = |line: &str| {
                let cells = line.split("  cost ").next().unwrap_or_default().split_whitespace();
                cells.map(|name| kind.case.bit(name)).sum()
            };
            are_all(kind, lines.lines().map(cells).collect())
        }),
        column("solve --all --format printer", |kind, answer| {
            let (text, columns) = (std::str::from_utf8(&answer.bytes)?, kind.case.columns.into());
            let (boards, end) = text.split_once("Statistics").context("no statistics")?;
            ensure!(end.contains(&format!("  solutions found: {}", kind.number())));
            let lines: Vec<&str> = boards
                .lines()
                .filter(|line| !line.is_empty() && !line.starts_with("Solution "))
                .collect();
            let solution = |lines: &[&str]| {
                let piece = |(column, line): (u16, &&str)| -> u64 {
                    let signs = (0..).zip(line.split(' ')).filter(|(_, sign)| *sign == "Q");
                    signs.map(|(row, _): (u16, _)| 1 << (row * kind.case.columns + column)).sum()
                };
                (0..).zip(lines).map(piece).sum()
            };
            are_all(kind, lines.chunks(columns).map(solution).collect())
        }),
        column("solve --random --seed 1 --json", |kind, answer| {
            let json = answer.json_of_solutions(kind)?;
            ensure!(solutions(kind, &json)?.len() == kind.number().min(1));
            ensure!(json["statistics"]["seed"] == "1");
            Ok(())
        }),
        column("solve --random --seed 1 --engine sat", |kind, answer| {
            if kind.number() == 0 {
                return answer.is_refusal(1, "no solution exists");
            }
            ensure!(answer.code == 0 && answer.stderr.contains("not every solution"));
            let text = std::str::from_utf8(&answer.bytes)?;
            let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("cost")).collect();
            ensure!(kind.has(drawn(kind, &lines)?));
            Ok(())
        }),
        column("solve --stats", |kind, answer| {
            let has_solution = kind.number() > 0;
            ensure!(answer.code == i32::from(!has_solution) && answer.stderr.contains(" engine: "));
            Ok(())
        }),
        searched(column("solve --all --trace --json", |kind, answer| {
            if kind.number() > 0 {
                ensure!(answer.code == 0);
            }
            let lines: Result<Vec<Json>, _> =
                std::str::from_utf8(&answer.bytes)?.lines().map(serde_json::from_str).collect();
            let lines = lines?;
            let found = lines.iter().filter(|line| line["kind"] == "solution").count();
            ensure!(found == kind.number(), "{found} solutions");
            ensure!(lines.last().context("no end")?["kind"] == "end");
            Ok(())
        })),
        column("solve --fewest --json", |kind, answer| {
            let fewest = kind.solutions.iter().map(|solution| solution.count_ones()).min();
            best(kind, answer, |solution| Some(solution.count_ones()) == fewest)
        }),
        column("solve --most --json", |kind, answer| {
            let most = kind.solutions.iter().map(|solution| solution.count_ones()).max();
            best(kind, answer, |solution| Some(solution.count_ones()) == most)
        }),
        priced(column("solve --cheapest --json", |kind, answer| {
            let least = kind.solutions.iter().map(|&solution| kind.cost(solution)).min();
            best(kind, answer, |solution| Some(kind.cost(solution)) == least)
        })),
        priced(column("solve --dearest --json", |kind, answer| {
            let most = kind.solutions.iter().map(|&solution| kind.cost(solution)).max();
            best(kind, answer, |solution| Some(kind.cost(solution)) == most)
        })),
    ]
}

/// Adds the refusals of the search, which places one piece in each row.
fn searched(column: Column) -> Column {
    column
        .unless(|kind| !kind.case.board_rule, "without the board rule there may be more")
        .unless(
            |kind| !kind.excludes_in_lines(),
            "the search engine places pieces that move as a rook",
        )
        .unless(|kind| !wants_lines(kind), "the search engine")
}

fn priced(column: Column) -> Column {
    column.unless(|kind| kind.weights.is_empty(), "there are no weights (--weights FILE)")
}

fn all(kind: &Kind, answer: &Answer) -> anyhow::Result<()> {
    let json = answer.json_of_solutions(kind)?;
    ensure!(json["complete"] == true);
    let found = solutions(kind, &json)?;
    ensure!(found.len() == kind.number(), "{} solutions", found.len());
    Ok(())
}

/// Returns the printed solutions, after checking that all are different and that their costs are right.
fn solutions(kind: &Kind, json: &Json) -> anyhow::Result<BTreeSet<u64>> {
    has_problem(kind, json)?;
    let listed = json["solutions"].as_array().context("no solutions")?;
    let mut found = BTreeSet::new();
    for (index, cells) in listed.iter().enumerate() {
        let solution = cells_of(kind, cells)?;
        ensure!(kind.has(solution), "{cells} is no solution");
        ensure!(found.insert(solution), "{cells} is there twice");
        let cost = json["costs"][index].as_str();
        let expected = (!kind.weights.is_empty()).then(|| kind.cost(solution).to_string());
        ensure!(cost == expected.as_deref(), "{cells} costs {expected:?}, not {cost:?}");
    }
    Ok(found)
}

/// Returns the bit mask of cells, given by their names.
fn cells_of(kind: &Kind, cells: &Json) -> anyhow::Result<u64> {
    let names: Vec<String> = serde_json::from_value(cells.clone())?;
    Ok(names.iter().fold(0, |mask, name| mask | kind.case.bit(name)))
}

/// Returns the printed text. If the kind has no solution, the run must say so.
fn plain<'a>(kind: &Kind, answer: &'a Answer) -> anyhow::Result<&'a str> {
    if kind.number() == 0 {
        answer.is_refusal(1, "no solution exists")?;
        return Ok("");
    }
    answer.text()
}

/// Reads a solution from a drawing with labels on both axes.
fn drawn(kind: &Kind, lines: &[&str]) -> anyhow::Result<u64> {
    let mut solution = 0;
    for line in &lines[..lines.len() - 1] {
        let mut words = line.split_whitespace();
        let row: u16 = words.next().context("no label")?.parse()?;
        let cells: Vec<&str> = words.collect();
        ensure!(cells.len() == usize::from(kind.case.columns), "{line}");
        for (bit, cell) in (kind.case.columns * (row - 1)..).zip(cells) {
            let is_hole = kind.case.holes >> bit & 1 == 1;
            ensure!(is_hole == (cell == "#"), "{line}");
            solution |= u64::from(!matches!(cell, "." | "#")) << bit;
        }
    }
    Ok(solution)
}

fn are_all(kind: &Kind, mut found: Vec<u64>) -> anyhow::Result<()> {
    found.sort_unstable();
    ensure!(found == kind.solutions, "{} solutions", found.len());
    Ok(())
}

/// Checks the only printed solution.
fn best(kind: &Kind, answer: &Answer, is_best: impl Fn(u64) -> bool) -> anyhow::Result<()> {
    let json = answer.json_of_solutions(kind)?;
    let found = solutions(kind, &json)?;
    ensure!(found.len() == kind.number().min(1));
    ensure!(found.into_iter().all(is_best), "it is not the best one");
    ensure!(json["proved"] == kind.number().min(1));
    Ok(())
}

/// The columns of `domains`.
pub(super) fn domains() -> Vec<Column> {
    vec![
        column("domains", |kind, answer| {
            let states = states(&kind.case, &kind.solutions);
            let lines: Vec<&str> = answer.text()?.lines().skip(1).collect();
            ensure!(lines.len() == states.len());
            for ((bit, line), state) in lines.iter().enumerate().zip(states) {
                let words: Vec<&str> = line.split_whitespace().collect();
                let mut expected = vec![kind.cell(bit).to_string(), state.to_string()];
                if state != CellState::Hole {
                    expected.push(with(kind, bit).count().to_string());
                }
                if state != CellState::Hole && !kind.weights.is_empty() {
                    let cheapest = with(kind, bit).map(|solution| kind.cost(solution)).min();
                    expected.push(cheapest.map_or("-".to_owned(), |cost| cost.to_string()));
                }
                ensure!(words == expected, "{line}");
            }
            Ok(())
        }),
        column("domains --json", domains_json),
        column("domains --json --engine auto", domains_json),
        column("domains --json --engine bdd", domains_json),
        by_rows(column("domains --json --engine count", domains_json)),
        column("domains --json --engine sat", |kind, answer| {
            let json = answer.json()?;
            for (cell, state) in cells(kind, &json)? {
                ensure!(cell["state"] == <&str>::from(state), "{cell}");
            }
            Ok(())
        }),
        column("domains --json --verify", |kind, answer| {
            domains_json(kind, answer)?;
            is_verified(&answer.json()?)
        }),
        refused("domains --engine search", "--engine: 'search' does not answer domains"),
        estimated(column(
            "domains --json --engine estimate --seed 1 --precision 50",
            |kind, it| {
                estimate(kind, it)?;
                if kind.number() == 0 {
                    return Ok(());
                }
                for (cell, state) in cells(kind, &it.json()?)? {
                    let told = &cell["state"];
                    ensure!(
                        *told == <&str>::from(state) || told == "unknown",
                        "{cell}, not {state}"
                    );
                }
                Ok(())
            },
        )),
        column("domains --json --consistency", |kind, answer| {
            domains_json(kind, answer)?;
            for (cell, state) in cells(kind, &answer.json()?)? {
                let is_ruled_out = matches!(state, CellState::Impossible | CellState::Attacked);
                ensure!(is_ruled_out == cell["consistency"]["filter"].is_string(), "{cell}");
            }
            Ok(())
        }),
    ]
}

/// Returns the solutions with a piece on a cell.
fn with(kind: &Kind, bit: usize) -> impl Iterator<Item = u64> {
    kind.solutions.iter().copied().filter(move |solution| solution >> bit & 1 == 1)
}

/// Returns the printed facts of each cell, and the cell's state by the brute force.
fn cells(kind: &Kind, json: &Json) -> anyhow::Result<Vec<(Json, CellState)>> {
    let states = states(&kind.case, &kind.solutions);
    let told = json["cells"].as_object().context("no cells")?;
    ensure!(told.len() == states.len());
    let name = |bit: usize| kind.cell(bit).to_string();
    Ok((0..).zip(states).map(|(bit, state)| (told[&name(bit)].clone(), state)).collect())
}

fn domains_json(kind: &Kind, answer: &Answer) -> anyhow::Result<()> {
    let json = answer.json()?;
    ensure!(json["exact"] == true);
    is(&json["solutions"], kind.number())?;
    has_problem(kind, &json)?;
    has_facts(kind, &json)?;
    let cheapest = |solutions: &mut dyn Iterator<Item = u64>| {
        solutions.map(|solution| kind.cost(solution)).min().map(|cost| cost.to_string())
    };
    let has_weights = !kind.weights.is_empty();
    if has_weights {
        let least = cheapest(&mut kind.solutions.iter().copied());
        ensure!(json["cheapest"].as_str() == least.as_deref(), "{least:?}");
    }
    for (bit, (cell, state)) in cells(kind, &json)?.into_iter().enumerate() {
        ensure!(cell["state"] == <&str>::from(state), "{cell}, not {state}");
        if state == CellState::Hole {
            continue;
        }
        is(&cell["solutions"], with(kind, bit).count())?;
        if has_weights {
            let least = cheapest(&mut with(kind, bit));
            ensure!(cell["cheapest"].as_str() == least.as_deref(), "{cell}, not {least:?}");
        }
    }
    Ok(())
}

/// The columns of `explain`.
pub(super) fn explain() -> Vec<Column> {
    vec![
        runs("explain --json CELL", |kind| explain_cells(kind, "explain --json")),
        runs("explain --json CELL --engine bdd", |kind| {
            explain_cells(kind, "explain --json --engine bdd")
        }),
        runs("explain --json CELL --engine sat", |kind| {
            explain_cells(kind, "explain --json --engine sat")
        }),
        runs("explain CELL --engine auto", |kind| {
            let states = states(&kind.case, &kind.solutions);
            let standing = (0..).zip(states).find(|(_, state)| *state != CellState::Hole);
            let Some((bit, state)) = standing else { return Ok(()) };
            let cell = kind.cell(bit);
            let answer = ask(kind, &format!("explain {cell} --engine auto"))?;
            let words = match state {
                CellState::Placed if kind.givens >> bit & 1 == 1 => "is given".to_owned(),
                CellState::Attacked => "is ".to_owned(),
                other => format!("is {other}"),
            };
            ensure!(answer.text()?.starts_with(&format!("{cell} {words}")), "{}", answer.text()?);
            Ok(())
        }),
        runs("explain --json CELL --verify", |kind| explain_cells(kind, "explain --json --verify")),
        runs("explain CELL --json --claim REASONS", claims),
        column("explain --json --steps --verify", |kind, answer| {
            steps(kind, answer)?;
            is_verified(&answer.json()?)
        }),
        runs("explain --json --steps --picture DIR", |kind| {
            let folder = folder(&format!("steps/{}", kind.slug()));
            let name = folder.to_str().context("no name")?;
            let answer = ask(kind, &format!("explain --json --steps --picture {name}"))?;
            steps(kind, &answer)?;
            let pictures = |step: &Json| step["then"].as_array().map_or(1, |then| 1 + then.len());
            let json = answer.json()?;
            let all = json["steps"].as_array().context("no steps")?.iter().map(pictures);
            ensure!(fs::read_dir(&folder)?.count() == all.sum::<usize>());
            Ok(())
        }),
        refused("explain --engine count", "--engine: 'count' does not answer explain"),
        refused("explain --engine search", "--engine: 'search' does not answer explain"),
        refused("explain --engine estimate", "--engine: 'estimate' does not answer explain"),
        column("explain --json", |kind, answer| {
            let json = answer.json()?;
            has_problem(kind, &json)?;
            is(&json["solutions"], kind.number())?;
            if kind.number() == 0 {
                reason(kind, &json, None)?;
            }
            let decisions = kind.problem().decisions().clone();
            for (cell, _) in decisions.iter().filter(|(cell, _)| !decisions.is_given(*cell)) {
                let (mut case, bit) = (kind.case.clone(), kind.case.bit(&cell.to_string()));
                case.placed &= !bit;
                case.excluded &= !bit;
                let within =
                    |solution: &u64| kind.limit.is_none_or(|limit| kind.cost(*solution) <= limit);
                let without = case.solutions().context("too many")?;
                let without = without.iter().filter(|solution| within(solution)).count();
                let told = &json["decisions"][cell.to_string()];
                is(&told["without"], without)?;
                is(&told["brings_back"], without - kind.number())?;
            }
            Ok(())
        }),
        column("explain --json --steps", steps),
        column("explain --steps", |kind, answer| {
            let text = answer.text()?;
            let is_solved = text.contains("solved in ");
            ensure!(!is_solved || kind.number() == 1, "solved");
            ensure!(is_solved || text.contains("no") && !text.contains("grade"));
            Ok(())
        }),
    ]
}

/// Claims that all groups and decisions together rule out a piece on each undecided cell.
fn claims(kind: &Kind) -> anyhow::Result<()> {
    let problem = kind.problem();
    let rules = problem.rules().rule_list();
    let reasons = rules.iter().filter_map(Rule::group).map(|group| group.to_string());
    let decided: Vec<_> = problem.decisions().iter().collect();
    let reasons = reasons.chain(decided.iter().map(|(cell, _)| cell.to_string())).join(",");
    let reasons = reasons.replace(' ', ",");
    let used: Vec<Rule> =
        rules.into_iter().filter(|rule| !matches!(rule, Rule::MaxCost(_))).collect();
    let standing = problem.rules().grid().standing_cells();
    for cell in standing.filter(|cell| problem.decisions().get(*cell).is_none()).take(3) {
        let asked = format!("explain {cell} --json --claim because,{reasons}");
        let answer = ask(kind, &asked)?;
        let wished = [decided.as_slice(), &[(cell, Value::Placed)]].concat();
        let expected = !kind.is_satisfiable(Some(&used), &wished);
        let json = if expected {
            answer.json()?
        } else {
            answer.is_refusal(1, "the claim fails")?;
            answer.any_json()?
        };
        ensure!(json["proved"] == expected, "{asked}: {json}");
    }
    Ok(())
}

/// Asks for an explanation of one cell of each state.
fn explain_cells(kind: &Kind, words: &str) -> anyhow::Result<()> {
    let mut seen = BTreeSet::new();
    for (bit, state) in states(&kind.case, &kind.solutions).into_iter().enumerate() {
        if !seen.insert(<&str>::from(state)) {
            continue;
        }
        let cell = kind.cell(bit);
        let answer = ask(kind, &words.replacen("--json", &format!("{cell} --json"), 1))?;
        explained(kind, (cell, bit), state, &answer).with_context(|| {
            format!("{cell}: {} {}", String::from_utf8_lossy(&answer.bytes), answer.stderr)
        })?;
    }
    Ok(())
}

fn explained(
    kind: &Kind,
    (cell, bit): (Cell, usize),
    state: CellState,
    answer: &Answer,
) -> anyhow::Result<()> {
    if state == CellState::Hole {
        return answer.is_refusal(2, "is a hole: nothing stands there");
    }
    let json = answer.json()?;
    has_problem(kind, &json)?;
    ensure!(json["state"] == <&str>::from(state), "{state}");
    match state {
        // The engine 'sat' does not count.
        CellState::Possible if json["solutions"].is_null() => is(&json["at_least"], 1),
        CellState::Possible => is(&json["solutions"], with(kind, bit).count()),
        CellState::Placed | CellState::Excluded => {
            ensure!(json["because"] == serde_json::json!([cell.to_string()]));
            let is_given = kind.givens >> bit & 1 == 1;
            ensure!(json["restore"].is_null() == is_given);
            Ok(())
        }
        CellState::Forced => reason(kind, &json, Some((cell, Value::Excluded))),
        _ => reason(kind, &json, Some((cell, Value::Placed))),
    }
}

/// Checks a reason and its restoration. The named decisions and rules exclude the wish, and all of them are needed.
/// Taking back the named cells makes the wish possible, and no smaller number of cells does.
fn reason(kind: &Kind, json: &Json, wish: Option<(Cell, Value)>) -> anyhow::Result<()> {
    let cells = |json: &Json| -> anyhow::Result<Vec<Cell>> {
        let names: Vec<String> = serde_json::from_value(json.clone())?;
        Ok(names.iter().map(|name| name.parse()).collect::<Result<_, _>>()?)
    };
    let decisions = kind.problem().decisions().clone();
    let because = cells(&json["because"])?;
    let decided = |cells: &[Cell]| -> anyhow::Result<Vec<(Cell, Value)>> {
        let decided = cells.iter().map(|&cell| Some((cell, decisions.get(cell)?)));
        decided
            .chain([wish.map(Some)].into_iter().flatten())
            .collect::<Option<_>>()
            .context("no decision")
    };
    ensure!(!kind.is_satisfiable(None, &decided(&because)?), "the reason is not sufficient");
    for left_out in 0..because.len() {
        let mut fewer = because.clone();
        fewer.remove(left_out);
        let is_needed = kind.is_satisfiable(None, &decided(&fewer)?);
        ensure!(is_needed || json["minimal"] == false, "the reason is not minimal");
    }
    if because.is_empty() {
        let names: Vec<String> = serde_json::from_value(json["rules"].clone())?;
        let mut rules = kind.problem().rules().rule_list();
        rules.retain(|rule| names.contains(&rule.to_string()));
        ensure!(rules.len() == names.len(), "rules that the problem does not have: {names:?}");
        let wish = decided(&[])?;
        ensure!(!kind.is_satisfiable(Some(&rules), &wish), "the rules are not sufficient");
        for left_out in 0..rules.len() {
            let mut fewer = rules.clone();
            fewer.remove(left_out);
            let is_needed = kind.is_satisfiable(Some(&fewer), &wish);
            ensure!(is_needed || json["minimal"] == false, "the rules are not minimal");
        }
    }
    let own: Vec<Cell> = decisions
        .iter()
        .map(|(cell, _)| cell)
        .filter(|&cell| !decisions.is_given(cell) && Some(cell) != wish.map(|(cell, _)| cell))
        .collect();
    let helps = |cells: &[Cell]| {
        let mut kept = kind.decisions_without(cells);
        kept.extend(wish);
        kind.is_satisfiable(None, &kept)
    };
    let sets = (0..1_u32 << own.len()).map(|set| -> Vec<Cell> {
        (0..).zip(&own).filter(|(bit, _)| set >> bit & 1 == 1).map(|(_, &cell)| cell).collect()
    });
    let helpful: Vec<_> = sets.filter(|set| helps(set)).collect();
    let fewest = helpful.iter().map(Vec::len).min();
    let smallest: BTreeSet<Vec<Cell>> =
        helpful.into_iter().filter(|set| Some(set.len()) == fewest).map(sorted).collect();
    match (json["restore"].is_null(), fewest) {
        (true, None) => ensure!(json.get("restorations").is_none(), "a way that does not help"),
        (true, Some(_)) => bail!("taking back helps, but nothing is named"),
        (false, None) => bail!("taking back does not help"),
        (false, Some(_)) => {
            let listed = json["restorations"].as_array().context("no list")?;
            ensure!(listed[0] == json["restore"], "the first way is another");
            let named: BTreeSet<_> =
                listed.iter().map(|set| Ok(sorted(cells(set)?))).collect::<anyhow::Result<_>>()?;
            ensure!(named.len() == listed.len() && named.is_subset(&smallest), "not all smallest");
            let is_one_of_several = json["one_of_several"] == true;
            ensure!(is_one_of_several == (smallest.len() > 1), "{} ways", smallest.len());
            ensure!(named == smallest || listed.len() == 16 || json["engine"] == "sat");
        }
    }
    Ok(())
}

fn sorted(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort_unstable();
    cells
}

/// Checks that each step follows from the rules, and that the puzzle is solved only if it has one solution.
fn steps(kind: &Kind, answer: &Answer) -> anyhow::Result<()> {
    let json = answer.json()?;
    has_problem(kind, &json)?;
    let is_solved = json["solved"] == true;
    ensure!(is_solved == json["grade"].is_string());
    if !is_solved && json.get("satisfiable").is_some() {
        ensure!(json["satisfiable"] == (kind.number() > 0));
    }
    let mut pieces = kind.case.placed;
    for step in json["steps"].as_array().context("no steps")? {
        let (place, exclude) = (cells_of(kind, &step["place"])?, cells_of(kind, &step["exclude"])?);
        pieces |= place;
        let follows = |solution: &u64| solution & place == place && solution & exclude == 0;
        ensure!(kind.solutions.iter().all(follows), "{step} does not follow");
    }
    ensure!(!is_solved || kind.solutions == [pieces], "solved, but not by the only solution");
    Ok(())
}

/// The columns of `inspect`.
pub(super) fn inspect() -> Vec<Column> {
    let nodes = |kind: &Kind, answer: &Answer| {
        let json = answer.json()?;
        is(&json["solutions"], kind.number())?;
        has_problem(kind, &json)?;
        has_facts(kind, &json)?;
        let mut order: Vec<usize> = bits(kind.case.all() & !kind.case.holes).collect();
        ensure!(json["variables"] == order.len());
        // Decided cells have no nodes.
        order.retain(|bit| (kind.case.placed | kind.case.excluded) >> bit & 1 == 0);
        ensure!(
            json["nodes"] == robdd(&kind.solutions, &order),
            "{}",
            robdd(&kind.solutions, &order)
        );
        Ok(())
    };
    let solutions = |kind: &Kind, answer: &Answer| {
        let json = answer.json()?;
        is(&json["solutions"], kind.number())
    };
    vec![
        column("inspect --json", nodes),
        column("inspect", |kind, answer| {
            let text = answer.text()?;
            let title = text.lines().next().unwrap_or_default();
            let words = kind.case.needs.iter().map(ToString::to_string);
            let words = words.filter(|need| need != "rows" && !is_known_puzzle(kind));
            let limit = kind.limit.map(|limit| format!("cost at most {limit}"));
            let cells = bits(kind.case.holes | kind.case.placed | kind.case.excluded);
            let cells = cells.map(|bit| kind.cell(bit).to_string());
            let words: Vec<String> = words.chain(limit).chain(cells).collect();
            ensure!(words.iter().all(|word| title.contains(word)), "{words:?} in {title}");
            ensure!(text.contains(&format!("\nsolutions  {}\n", kind.number())));
            Ok(())
        }),
        column("inspect --json --order row-major --engine bdd", nodes),
        column("inspect --json --order column-major", |kind, answer| {
            let json = answer.json()?;
            is(&json["solutions"], kind.number())?;
            let mut order: Vec<usize> = bits(kind.case.all() & !kind.case.holes).collect();
            order.sort_by_key(|bit| (bit % usize::from(kind.case.columns), *bit));
            order.retain(|bit| (kind.case.placed | kind.case.excluded) >> bit & 1 == 0);
            ensure!(json["nodes"] == robdd(&kind.solutions, &order));
            Ok(())
        }),
        column("inspect --json --order diagonal", solutions),
        column("inspect --json --order inside-out", solutions),
        column("inspect --json --order sifted", |kind, answer| {
            let json = answer.json()?;
            is(&json["solutions"], kind.number())?;
            let names: Vec<String> = serde_json::from_value(json["sifted"]["order"].clone())?;
            let bit = |name: &String| kind.case.bit(name).trailing_zeros() as usize;
            let order: Vec<usize> = names.iter().map(bit).collect();
            ensure!(json["sifted"]["nodes"] == robdd(&kind.solutions, &order));
            Ok(())
        }),
        column("inspect --json --steps --engine auto", |kind, answer| {
            let json = answer.json()?;
            is(&json["solutions"], kind.number())?;
            // The diagram after the last decision, or else after the last rule, is the finished diagram.
            let last = |name: &str| json[name].as_array().and_then(|all| all.last());
            let is_decided = kind.case.placed | kind.case.excluded != 0;
            let last = last(if is_decided { "clicks" } else { "steps" });
            ensure!(last.is_none_or(|last| last["nodes"] == json["nodes"]), "{last:?}");
            ensure!(last.is_some() || kind.problem().rules().rule_list().is_empty());
            Ok(())
        }),
        column("inspect --json --verify", |kind, answer| {
            let json = answer.json()?;
            is(&json["solutions"], kind.number())?;
            is_verified(&json)
        }),
        refused("inspect --engine sat", "--engine: 'sat' does not answer inspect"),
        refused("inspect --engine count", "--engine: 'count' does not answer inspect"),
        refused("inspect --engine search", "--engine: 'search' does not answer inspect"),
        refused("inspect --engine estimate", "--engine: 'estimate' does not answer inspect"),
    ]
}

/// True for coloured queens and star battles, whose name implies the rules.
fn is_known_puzzle(kind: &Kind) -> bool {
    kind.has_regions() && matches!(kind.case.piece, "RF" | "dragon-king" | "king")
}

/// Returns the number of solutions in a JSON object.
fn number(json: &Json) -> anyhow::Result<usize> {
    Ok(json["solutions"].as_str().context("no number of solutions")?.parse()?)
}

fn is(number: &Json, expected: usize) -> anyhow::Result<()> {
    ensure!(number.as_str() == Some(&expected.to_string()), "{number}, not {expected}");
    Ok(())
}

/// Checks that a JSON answer describes the problem.
pub(super) fn has_facts(kind: &Kind, json: &Json) -> anyhow::Result<()> {
    let described = &json["problem"];
    ensure!(described["rows"] == kind.case.rows && described["cols"] == kind.case.columns);
    has_rules(kind, described)
}

/// Checks that the entry `problem` of a JSON answer describes the problem, with its decisions.
pub(super) fn has_problem(kind: &Kind, json: &Json) -> anyhow::Result<()> {
    let problem = &json["problem"];
    ensure!(problem["rows"] == kind.case.rows && problem["cols"] == kind.case.columns);
    let list = |mask: u64| bits(mask).map(|bit| kind.cell(bit).to_string()).collect::<Json>();
    ensure!(problem["placed"] == list(kind.case.placed & !kind.givens), "{problem}");
    ensure!(problem["excluded"] == list(kind.case.excluded), "{problem}");
    let givens = (kind.givens != 0).then(|| list(kind.givens));
    ensure!(problem.get("givens") == givens.as_ref(), "{problem}");
    has_rules(kind, problem)
}

/// Checks that a JSON answer describes the rules; the size is not checked.
fn has_rules(kind: &Kind, json: &Json) -> anyhow::Result<()> {
    let problem = kind.problem();
    let rules = problem.rules();
    let list = |value: &Json| -> Vec<String> {
        value.as_array().into_iter().flatten().map(|it| it.as_str().unwrap().to_owned()).collect()
    };
    let lines = |text: String| text.lines().map(str::to_owned).collect::<Vec<_>>();
    ensure!(json["piece"] == rules.piece().name(), "{}", json["piece"]);
    ensure!((json["torus"] == true) == kind.case.torus);
    let needs: Vec<String> = rules.requirements().iter().map(ToString::to_string).collect();
    ensure!(list(&json["rules"]) == needs, "{needs:?}");
    ensure!((json["board_rule"] == false) == !kind.case.board_rule);
    let names = |mask: u64| bits(mask).map(|bit| kind.cell(bit).to_string()).collect::<Vec<_>>();
    ensure!(list(&json["holes"]) == names(kind.case.holes));
    let regions = rules.regions().map(ToString::to_string).unwrap_or_default();
    ensure!(list(&json["regions"]) == lines(regions));
    let weights = rules.weights().map(ToString::to_string).unwrap_or_default();
    ensure!(list(&json["weights"]) == lines(weights));
    let limit = kind.limit.map(|limit| limit.to_string());
    ensure!(json["max_cost"].as_str() == limit.as_deref(), "{limit:?}");
    Ok(())
}
