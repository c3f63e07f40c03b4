//! Counts in parts: `--shard`, `--split`, `--merge` and `--checkpoint`.

use std::fs;
use std::path::{Path, PathBuf};

use itertools::Itertools;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Run, run, run_words};

/// Counts all parts of a problem, and writes each to a file of its own.
fn parts(folder: &Path, verb: &str, parts: u32) -> Vec<PathBuf> {
    (1..=parts)
        .map(|part| {
            let path = folder.join(format!("{part}.json"));
            fs::write(&path, run(&format!("{verb} --shard {part}/{parts}")).answer()).unwrap();
            path
        })
        .collect()
}

fn merge(verb: &str, files: &[PathBuf], options: &[&str]) -> Run {
    let mut words = vec![verb, "--merge"];
    words.extend(files.iter().map(|file| file.to_str().unwrap()));
    words.extend(options);
    run_words(&words)
}

/// A problem with few solutions, as options.
fn problem(random: &mut ChaCha8Rng) -> String {
    let pick = |random: &mut ChaCha8Rng, words: &[&'static str]| *words.choose(random).unwrap();
    let piece = pick(random, &["queen", "queen", "rook", "amazon", "knight", "king", "bishop"]);
    let size = pick(random, &["4", "5", "3x5", "5x3", "4x5"]);
    let rules = pick(random, &["rows", "rows=1", "rows=1,columns=1", "none", "pieces=4"]);
    let torus = pick(random, &["", "", "", " --torus"]);
    let decided = pick(random, &["", "", " --place a1", " --exclude b2", " --holes c2"]);
    format!("--size {size} --piece {piece} --rules {rules}{torus}{decided}")
}

/// Divides random problems in all kinds of counts. What the parts add up to is what the undivided count prints.
#[test]
fn all_kinds_of_counts_can_be_divided() {
    let mut random = ChaCha8Rng::seed_from_u64(32);
    let kinds = ["", "--by-pieces", "--symmetric", "--up-to-symmetry"];
    for number in 0..50 {
        let folder = tempfile::tempdir().unwrap();
        let problem = problem(&mut random);
        let kind = kinds[number % kinds.len()];
        let engine = if number % 5 == 0 { "--engine bdd" } else { "" };
        let verb = format!("count {problem} {kind} {engine}");
        let files = parts(folder.path(), &verb, random.gen_range(1..=40));
        let whole = run(&format!("count {problem} {kind}"));
        assert_eq!(merge("count", &files, &[]).answer(), whole.answer(), "{verb}");
        if number % 5 == 1 {
            let verb = format!("domains {problem}");
            let folder = tempfile::tempdir().unwrap();
            let files = parts(folder.path(), &verb, random.gen_range(1..=5));
            let (merged, whole) =
                (merge("domains", &files, &["--json"]), run(&format!("{verb} --json")));
            let (merged, whole) = (merged.json(), whole.json());
            for key in ["solutions", "cells"] {
                assert_eq!(merged[key], whole[key], "{verb}");
            }
        }
        refuses_what_is_wrong(&mut random, folder.path(), &files, &problem);
    }
}

/// Removes, doubles, alters and replaces a part. No total is printed.
fn refuses_what_is_wrong(random: &mut ChaCha8Rng, folder: &Path, files: &[PathBuf], problem: &str) {
    let place = random.gen_range(0..files.len());
    let name = format!("{}/{}", place + 1, files.len());
    let refused = |files: &[PathBuf], words: &str| {
        let run = merge("count", files, &[]);
        let sentence = run.refusal(2);
        assert!(sentence.contains("no total") && sentence.contains(words), "{problem}: {sentence}");
    };
    let mut fewer = files.to_vec();
    fewer.remove(place);
    if !fewer.is_empty() {
        refused(&fewer, &format!("missing: {name}"));
    }
    let twice = [files, &files[place..=place]].concat();
    refused(&twice, &format!("part {name} is there 2 times"));
    let mut bytes = fs::read(&files[place]).unwrap();
    let index = random.gen_range(0..bytes.len());
    bytes[index] = loop {
        let byte = random.gen_range(b' '..=b'~');
        if byte != bytes[index] {
            break byte;
        }
    };
    let altered = folder.join("altered.json");
    fs::write(&altered, bytes).unwrap();
    let mut files_with = files.to_vec();
    files_with[place].clone_from(&altered);
    refused(&files_with, "altered.json is damaged, or no part");
    let foreign = folder.join("foreign.json");
    let part = run(&format!("count {problem} --exclude a2 --shard {name}"));
    fs::write(&foreign, part.answer()).unwrap();
    files_with[place] = foreign;
    if files.len() > 1 {
        refused(&files_with, "of another count");
    }
}

#[test]
fn tables_of_sizes_are_divided_and_keep_their_forms() {
    let folder = tempfile::tempdir().unwrap();
    for (options, forms) in [
        ("--sizes 4..7,3x5 --up-to-symmetry", &["--csv"][..]),
        ("--sizes 4..7", &["--csv", "--bfile"]),
        ("--sizes 2x3..3x4 --rules none --by-pieces", &["--csv"]),
        ("--sizes 4..6 --symmetric", &["--csv"]),
    ] {
        let files = parts(folder.path(), &format!("count {options}"), 3);
        for form in forms {
            let whole = run(&format!("count {options} {form}"));
            assert_eq!(merge("count", &files, &[form]).answer(), whole.answer(), "{options}");
        }
        let json = merge("count", &files, &["--json"]).json();
        let whole = run(&format!("count {options} --json")).json();
        let numbers = |json: &serde_json::Value| {
            let sizes = json["sizes"].as_array().unwrap().iter();
            sizes.map(|size| (size["size"].clone(), size["solutions"].clone())).collect::<Vec<_>>()
        };
        assert_eq!(numbers(&json), numbers(&whole), "{options}");
    }
}

#[test]
fn estimates_of_parts_are_one_estimate() {
    let folder = tempfile::tempdir().unwrap();
    let verb = "count --size 12 --estimate --seed 7 --precision 4";
    let files = parts(folder.path(), verb, 3);
    let json = merge("count", &files, &["--json"]).json();
    let end = |name: &str| json["estimate"][name].as_str().unwrap().parse::<f64>().unwrap();
    assert!(end("low") < end("value") && end("value") < end("high"), "{json}");
    // 12 queens have 14,200 solutions. The interval of all runs is narrower than that of each part.
    assert!((end("value") / 14_200.0 - 1.0).abs() < 0.12, "{json}");
    assert!((end("high") - end("low")) / end("value") < 0.08, "{json}");
    assert_eq!(json["merged"], 3);
    assert!(merge("domains", &files, &[]).refusal(2).contains("count --estimate, not of domains"));
}

#[test]
fn parts_are_listed_the_largest_first() {
    let json = run("count --size 12 --split 64 --json").json();
    let parts = json["parts"].as_array().unwrap();
    let shares: Vec<f64> = parts.iter().map(|part| part["share"].as_f64().unwrap()).collect();
    assert!(shares.is_sorted_by(|one, other| one >= other));
    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    let mut names: Vec<_> = parts.iter().map(|part| part["shard"].to_string()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 64);
    let lines = run("count --size 6 --piece king --split 5");
    assert_eq!(lines.answer().lines().count(), 5);
}

#[test]
fn a_checkpoint_is_continued_and_belongs_to_one_count() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("count.parts");
    let name = path.to_str().unwrap();
    let with = |options: &str| run(&format!("count {options} --checkpoint {name}"));
    assert_eq!(with("--size 9 --split 20").answer(), "352\n");
    let whole = fs::read_to_string(&path).unwrap();
    // Half of the parts are lost.
    let half = whole.lines().step_by(2).join("\n") + "\n";
    fs::write(&path, half).unwrap();
    assert_eq!(with("--size 9").answer(), "352\n");
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 20);
    assert_eq!(run(&format!("count --merge {name}")).answer(), "352\n");
    assert!(with("--size 8").refusal(2).contains("parts of another count"));
    assert!(with("--size 9 --split 30").refusal(2).contains("has parts of 20"));
    fs::write(&path, whole.replacen("352", "353", 1).replacen("queen", "quern", 1)).unwrap();
    assert!(with("--size 9").refusal(2).contains("is damaged"));
}

/// A count that is killed again and again continues, and nothing is counted twice.
#[cfg(unix)]
#[test]
fn a_killed_count_continues() {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("count.parts");
    let mut random = ChaCha8Rng::seed_from_u64(20);
    let words = ["count", "--size", "11", "--split", "200", "--checkpoint"];
    for _ in 0..20 {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("configurator"));
        let mut child = command.args(words).arg(&path).stdout(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(random.gen_range(5..120)));
        // The child may have ended already.
        let _ = child.kill();
        child.wait().unwrap();
    }
    let mut last: Vec<&str> = words.to_vec();
    last.push(path.to_str().unwrap());
    assert_eq!(run_words(&last).answer(), "2680\n");
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 200);
}
