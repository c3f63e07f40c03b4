//! Counts in parts: `--shard`, `--split`, `--merge` and `--checkpoint`.

use std::fs;
use std::path::{Path, PathBuf};

use configurator::engine::count::Shard;
use configurator::files::FileVersion;
use itertools::Itertools;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Run, run, run_with_input, run_words};
use crate::cases::in_full;

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

/// Returns what `--merge` prints. It says on stderr what the total is of.
fn total(run: &Run) -> &str {
    assert_eq!((run.code(), run.stderr().lines().count()), (0, 1), "{}", run.stderr());
    assert!(run.sentence_of("note: ").starts_with("the total of "), "{}", run.stderr());
    run.stdout()
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

/// Divides random problems in parts. What the parts add up to is what the undivided count prints, and no set of wrong
/// parts has a total.
///
/// `verb` is the verb with its options. A `SIZE` in it becomes the size of the problem. `form` is the option for an answer
/// without times.
fn divide_random_problems(verb: &str, form: &str, seed: u64) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for number in 0..in_full(10, 50) {
        let folder = tempfile::tempdir().unwrap();
        let problem = problem(&mut random);
        let size = problem.split_whitespace().nth(1).unwrap();
        let options = if verb.contains("SIZE") {
            problem.replacen(&format!("--size {size}"), "", 1)
        } else {
            problem.clone()
        };
        let whole = format!("{} {options}", verb.replace("SIZE", size));
        let verb = format!("{whole} {}", if number % 5 == 0 { "--engine bdd" } else { "" });
        let parts = random.gen_range(1..=40);
        let file = folder.path().join("parts");
        let path = file.to_str().unwrap();
        // The text names the engine.
        let unnamed = |text: &str| {
            ["bdd", "count"]
                .iter()
                .fold(text.to_owned(), |text, engine| text.replace(&format!(", by {engine})"), ")"))
        };
        let answer = |run: &Run| unnamed(run.answer());
        let expected = answer(&run(&format!("{whole} {form}")));
        // The first part says how many parts there are.
        fs::write(&file, run(&format!("{verb} --shard 1/{parts}")).answer()).unwrap();
        let counted = run(&format!("{verb} --checkpoint {path} {form}"));
        assert_eq!(answer(&counted), expected, "{verb}");
        let text = fs::read_to_string(&file).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), parts);
        // A part that is counted alone takes the place of the one of the checkpoint.
        let place = random.gen_range(0..parts);
        let shard = format!("--shard {}/{parts}", place + 1);
        lines.sort_by_key(|line| part_number(line));
        run(&format!("{verb} {shard}")).answer().trim_end().clone_into(&mut lines[place]);
        fs::write(&file, lines.join("\n") + "\n").unwrap();
        let command = verb.split_whitespace().next().unwrap();
        // The options of the count say what the total is of; without them the program says it.
        for options in ["", verb.strip_prefix(command).unwrap()] {
            let merged = run(&format!("{command} {options} --merge {path} {form}"));
            assert_eq!(unnamed(total(&merged)), expected, "{verb}");
            assert!(merged.stderr().starts_with(&format!("note: the total of {parts} part")));
        }
        let other = run(&format!("{verb} --holes c1 --merge {path}"));
        assert!(other.refusal(2).contains("these are parts of"), "{}", other.sentence());
        let foreign = run(&format!("{verb} --exclude a2 {shard}"));
        refuses_what_is_wrong(&mut random, command, &lines, place, foreign.answer());
    }
}

/// The number of a part, from 1.
fn part_number(line: &str) -> u64 {
    serde_json::from_str::<serde_json::Value>(line).unwrap()["part"].as_u64().unwrap()
}

/// Removes a part, doubles it, alters a byte of it, and replaces it by one of another problem. No total is printed.
fn refuses_what_is_wrong(
    random: &mut ChaCha8Rng,
    verb: &str,
    lines: &[String],
    place: usize,
    foreign: &str,
) {
    let name = format!("{}/{}", place + 1, lines.len());
    let refused = |lines: &[String], words: &str| {
        let run = run_with_input(&format!("{verb} --merge -"), &lines.join("\n"));
        let sentence = run.refusal(2);
        assert!(sentence.contains("no total") && sentence.contains(words), "{lines:?}: {sentence}");
    };
    let mut fewer = lines.to_vec();
    fewer.remove(place);
    let missing = format!("missing: {name}");
    refused(&fewer, if fewer.is_empty() { "is empty" } else { &missing });
    // A copy of a part is dropped, but a part that was counted again has another time.
    let again = forged(&lines[place], &[("\"elapsed_ms\":", "\"elapsed_ms\":1")]);
    refused(
        &[lines, &[again.trim_end().to_owned()]].concat(),
        &format!("part {name} is there 2 times"),
    );
    let twice = [lines, &lines[place..=place]].concat();
    total(&run_with_input(&format!("{verb} --merge -"), &twice.join("\n")));
    let mut bytes = lines[place].clone().into_bytes();
    let index = random.gen_range(0..bytes.len());
    bytes[index] = loop {
        let byte = random.gen_range(b' '..=b'~');
        if byte != bytes[index] {
            break byte;
        }
    };
    let mut wrong = lines.to_vec();
    wrong[place] = String::from_utf8(bytes).unwrap();
    refused(&wrong, "is damaged, or no part");
    if lines.len() > 1 {
        foreign.trim_end().clone_into(&mut wrong[place]);
        refused(&wrong, "of another count");
    }
}

// One test for each kind of count, so that they run side by side.

#[test]
fn counts_can_be_divided() {
    divide_random_problems("count", "", 32);
}

#[test]
fn counts_by_pieces_can_be_divided() {
    divide_random_problems("count --by-pieces", "", 33);
}

#[test]
fn counts_up_to_symmetry_can_be_divided() {
    divide_random_problems("count --up-to-symmetry", "", 34);
}

#[test]
fn counts_by_symmetry_can_be_divided() {
    divide_random_problems("count --symmetric", "", 35);
}

#[test]
fn counts_of_classes_by_pieces_can_be_divided() {
    divide_random_problems("count --by-pieces --up-to-symmetry", "", 36);
}

#[test]
fn tables_of_sizes_can_be_divided() {
    divide_random_problems("count --sizes 3x4,SIZE", "--csv", 37);
}

/// The line of a part as another version of the program would have written it.
fn of_version(line: &str, version: &str) -> String {
    let own = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    let (body, rest) = line.rsplit_once(",\"checksum\":\"").unwrap();
    assert!(body.contains(&own) && rest.ends_with("\"}"));
    let body = body.replace(&own, &format!("\"version\":\"{version}\""));
    let checksum = configurator::files::FileVersion::of_text(&body);
    format!("{body},\"checksum\":\"{checksum}\"}}")
}

#[test]
fn parts_of_another_version_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let own = parts(folder.path(), "count --size 6", 2);
    let own = own.iter().map(|path| fs::read_to_string(path).unwrap());
    let own: Vec<String> = own.map(|line| line.trim_end().to_owned()).collect();
    let file = folder.path().join("parts");
    let path = file.to_str().unwrap();
    let merged = |lines: &[String]| {
        fs::write(&file, lines.join("\n") + "\n").unwrap();
        run(&format!("count --merge {path}"))
    };
    assert_eq!(total(&merged(&own)), "4\n");
    let same = own.iter().map(|line| of_version(line, env!("CARGO_PKG_VERSION"))).collect_vec();
    assert_eq!(total(&merged(&same)), "4\n");
    // The program writes the lines of its version only.
    let earlier = own.iter().map(|line| of_version(line, "0.1.0")).collect_vec();
    let sentence = format!(
        "the parts were counted by version 0.1.0, but this is {}",
        env!("CARGO_PKG_VERSION")
    );
    assert_eq!(merged(&earlier).refusal(2), format!("--merge: no total: {sentence}"));
    let mixed = merged(&[own[0].clone(), earlier[1].clone()]);
    assert!(mixed.refusal(2).contains("of another count"), "{}", mixed.sentence());
    fs::write(&file, earlier.join("\n") + "\n").unwrap();
    let checkpoint = run(&format!("count --size 6 --checkpoint {path}"));
    assert_eq!(checkpoint.refusal(2), format!("--checkpoint: {sentence}"));
    assert_eq!(fs::read_to_string(&file).unwrap(), earlier.join("\n") + "\n");
    // Version 0.1.0 itself printed a bare number.
    let bare = merged(&["2".to_owned(), "2".to_owned()]);
    assert!(bare.refusal(2).contains("is damaged, or no part"), "{}", bare.sentence());
}

/// A division that changes must have another version: the fingerprints of its parts differ then, so that they are not
/// added to parts of the division before.
#[test]
fn a_division_keeps_its_version() {
    for (options, solutions, expected) in [
        ("--size 10", 724, [92, 96, 108, 108, 80, 148, 60, 32]),
        ("--size 6 --piece knight --rules rows=1", 4898, [802, 759, 401, 404, 384, 642, 651, 855]),
    ] {
        let parts: [u32; 8] = std::array::from_fn(|part| {
            let json = run(&format!("count {options} --shard {}/8", part + 1)).json();
            json["solutions"].as_str().unwrap().parse().unwrap()
        });
        assert_eq!(parts.iter().sum::<u32>(), solutions, "{options}");
        let version = Shard::DIVISION;
        assert_eq!((version, parts), (2, expected), "{options}: the division needs a new version");
    }
}

/// The parts that are listed for 18 queens hardly differ in their work.
#[test]
fn many_parts_are_even() {
    let json = run("count --size 18 --split 1000 --json").json();
    let parts = json["parts"].as_array().unwrap();
    let share = |place: usize| parts[place]["share"].as_f64().unwrap();
    assert!(share(0) < 2.0 * share(500) && share(500) < 2.0 * share(999), "{json}");
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
            assert_eq!(total(&merge("count", &files, &[form])), whole.answer(), "{options}");
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
    fs::write(&path, run("count --size 9 --shard 7/20").answer()).unwrap();
    assert_eq!(with("--size 9").answer(), "352\n");
    let whole = fs::read_to_string(&path).unwrap();
    // Half of the parts are lost.
    let half = whole.lines().step_by(2).join("\n") + "\n";
    fs::write(&path, half).unwrap();
    assert_eq!(with("--size 9").answer(), "352\n");
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 20);
    assert_eq!(total(&run(&format!("count --merge {name}"))), "352\n");
    for (options, words) in [
        ("--size 8", "of 9×9, queen, not of 8×8, queen"),
        ("--size 9 --by-pieces", "of count, not of count --by-pieces"),
        ("--size 9 --piece rook", "of 9×9, queen, not of 9×9, rook"),
    ] {
        let sentence = format!("--checkpoint: {name}: these are parts {words}");
        assert_eq!(with(options).refusal(2), sentence);
        assert_eq!(with(&format!("{options} --split 20")).refusal(2), sentence);
    }
    let other_engine = with("--size 9 --engine bdd");
    assert!(other_engine.refusal(2).ends_with("the engine count counted these parts, not bdd"));
    assert!(with("--size 9 --split 30").refusal(2).contains("has parts of 20"));
    fs::write(&path, whole.replacen("352", "353", 1).replacen("queen", "quern", 1)).unwrap();
    assert!(with("--size 9").refusal(2).contains("is damaged"));
}

/// What a scheduler still has to start is what the file lacks.
#[test]
fn with_a_checkpoint_only_the_missing_parts_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("count.parts");
    let list = format!("count --size 7 --split 9 --checkpoint {}", path.display());
    let listed = || run(&list).answer().lines().map(str::to_owned).collect_vec();
    let mut missing = listed();
    assert_eq!(missing, run("count --size 7 --split 9").answer().lines().collect_vec());
    assert!(!path.exists());
    fs::write(&path, "").unwrap();
    while let Some(shard) = missing.pop() {
        let part = run(&format!("count --size 7 --shard {shard}"));
        fs::write(&path, fs::read_to_string(&path).unwrap() + part.answer()).unwrap();
        assert_eq!(listed(), missing);
    }
    assert_eq!(total(&run(&format!("count --merge {}", path.display()))), "40\n");
    let json = run(&format!("{list} --json")).json();
    assert_eq!(json["parts"], serde_json::json!([]));
}

/// Whoever appended the last line was killed. The rest of the line is no part, but no damage either.
#[test]
fn a_torn_last_line_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("count.parts");
    let part = run("count --size 7 --shard 1/2").answer().to_owned();
    let other = run("count --size 7 --shard 2/2").answer().to_owned();
    let list = format!("count --size 7 --split 2 --checkpoint {}", path.display());
    for length in [1, 20, other.len() - 2] {
        fs::write(&path, format!("{part}{}", &other[..length])).unwrap();
        assert_eq!(run(&list).answer(), "2/2\n", "{length}");
        assert_eq!(fs::read_to_string(&path).unwrap(), part);
    }
    // A line that lacks only its end is whole.
    fs::write(&path, format!("{part}{}", other.trim_end())).unwrap();
    assert_eq!(run(&list).answer(), "");
    // These are no lines that a killed program has left.
    for text in [format!("{part}{}\n", &other[..20]), "{\"name\":\"other\"}".to_owned()] {
        fs::write(&path, &text).unwrap();
        assert!(run(&list).refusal(2).contains("is damaged, or no part"));
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

/// Returns the number of parts in a file of parts.
fn parts_in(path: &Path) -> usize {
    fs::read_to_string(path).unwrap().lines().count()
}

#[test]
fn a_count_whose_time_is_over_says_what_the_checkpoint_has() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("count.parts");
    let name = path.display();
    fs::write(&path, run("count --size 18 --shard 1/5000").answer()).unwrap();
    let run = run(&format!("count --size 18 --timeout 0.5 --checkpoint {name}"));
    assert_eq!((run.code(), run.stdout()), (3, ""));
    let lines = run.stderr().lines().collect_vec();
    let parts = parts_in(&path);
    let are = if parts == 1 { "part is" } else { "parts are" };
    let note = format!("note: {parts} of 5000 {are} in {name}; the same command continues");
    assert_eq!(lines[0], note);
    assert!(lines[1].starts_with("configurator: the time budget of 0.5 s ended"), "{lines:?}");
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "a lock file is left");
}

/// The signal is SIGTERM, as a shell lets programs in the background ignore SIGINT.
#[cfg(unix)]
#[test]
fn after_a_signal_a_count_says_what_the_checkpoint_has() {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("count.parts");
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("configurator"));
    let mut child = command
        .args(["count", "--size", "19", "--checkpoint"])
        .arg(&path)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !path.exists() || parts_in(&path) == 0 {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(10));
    }
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(143), &b""[..]));
    let parts = parts_in(&path);
    let are = if parts == 1 { "part is" } else { "parts are" };
    let name = path.display();
    let note = format!("note: {parts} of 1000 {are} in {name}; the same command continues\n");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), note);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "a lock file is left");
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
    let words = ["count", "--size", "11", "--checkpoint"];
    fs::write(&path, run("count --size 11 --shard 200/200").answer()).unwrap();
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
    assert_eq!(parts_in(&path), 200);
}

/// Replaces texts of a part and gives it the right checksum again.
fn forged(part: &str, changes: &[(&str, &str)]) -> String {
    let (body, _) = part.split_once(",\"checksum\"").unwrap();
    let body = changes.iter().fold(body.to_owned(), |body, (from, to)| {
        assert!(body.contains(from), "{body} lacks {from}");
        body.replacen(from, to, 1)
    });
    format!("{body},\"checksum\":\"{}\"}}\n", FileVersion::of_text(&body))
}

/// Each of these parts ended the program by a panic, or filled the memory with the names of missing parts.
#[test]
fn a_part_with_a_right_checksum_and_wrong_content_is_refused() {
    let plain = run("count --size 4 --engine bdd --shard 1/1").answer().to_owned();
    let symmetric = run("count --size 4 --engine bdd --symmetric --shard 1/1").answer().to_owned();
    let number = "\"numbers\":[[[\"2\"]]]";
    for (part, changes, words) in [
        (&plain, vec![("\"parts\":1", "\"parts\":4000000000")], "is damaged, or no part"),
        (&plain, vec![("\"engine\":\"bdd\"", "\"engine\":\"bdd,bdd\"")], "the number of engines"),
        (&plain, vec![(number, "\"numbers\":[]")], "do not have numbers for each board"),
        (&symmetric, vec![("[],[\"2\"]]]", "[],[\"1\"]]]")], "contradict each other"),
        (
            &plain,
            vec![("\"engine\":\"bdd\"", "\"engine\":\"estimate\"")],
            "no engine 'estimate' that counts parts",
        ),
    ] {
        let forged = forged(part, &changes);
        let sentence = run_with_input("count --merge -", &forged).refusal(2).to_owned();
        assert!(sentence.contains(words), "{forged}: {sentence}");
    }
    assert_eq!(total(&run_with_input("count --merge -", &forged(&plain, &[]))), "2\n");
}

#[test]
fn a_total_of_another_board_is_refused_and_both_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let files = parts(folder.path(), "count --size 7", 2);
    let merged = |options: &[&str]| merge("count", &files, options);
    assert_eq!(total(&merged(&["--size", "7"])), "40\n");
    assert_eq!(merged(&[]).sentence_of("note: "), "the total of 2 parts of 7×7, queen");
    for (options, sentence) in [
        (&["--size", "8"][..], "these are parts of 7×7, queen, not of 8×8, queen"),
        (
            &["--size", "7", "--holes", "a1"],
            "these are parts of 7×7, queen, not of 7×7, queen; holes: a1",
        ),
        (&["--by-pieces"], "these are parts of count, not of count --by-pieces"),
        (
            &["--sizes", "6,7", "--up-to-symmetry"],
            "these are parts of count, not of count --up-to-symmetry --sizes 6,7",
        ),
        (&["--engine", "bdd"], "the engine count counted these parts, not bdd"),
    ] {
        assert_eq!(merged(options).refusal(2), format!("--merge: {sentence}"));
    }
    let weights = folder.path().join("weights");
    fs::write(&weights, "1 2\n3 4\n").unwrap();
    let of_costs = format!("--size 2 --piece rook --weights {}", weights.display());
    let files = parts(folder.path(), &format!("count {of_costs}"), 1);
    let other = merge("count", &files, &["--size", "2", "--piece", "rook"]);
    assert!(other.refusal(2).ends_with("with other cells, regions or weights"));
}

/// The lines of this file filled the memory and the screen with sentences.
#[test]
fn a_foreign_checkpoint_is_refused_with_a_short_message() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.log");
    fs::write(&path, "x\n".repeat(100_000)).unwrap();
    let run = run(&format!("count --size 6 --checkpoint {}", path.display()));
    assert!(run.refusal(2).ends_with("; and 99980 more"), "{}", run.sentence());
    assert!(run.sentence().len() < 40 * folder.path().as_os_str().len() + 2000);
}
