use std::path::Path;

use assert_cmd::Command;

use super::{run, run_words, schemas};

/// Invalid options of `count`, each with its message.
const REFUSED: &[(&str, &str)] = &[
    ("--size 0", "--size: size '0' is out of range: rows and columns go from 1 to 1000"),
    ("--size -3", "--size: size '-3' is out of range: rows and columns go from 1 to 1000"),
    ("--size 3x0", "--size: size '3x0' is out of range: rows and columns go from 1 to 1000"),
    ("--size 1001", "--size: size '1001' is out of range: rows and columns go from 1 to 1000"),
    (
        "--size 99999999999999999999",
        "--size: size '99999999999999999999' is out of range: rows and columns go from 1 to 1000",
    ),
    ("--size 8x", "--size: '8x' is not a size (N or ROWSxCOLUMNS, as in '8' or '6x10')"),
    ("--size eight", "--size: 'eight' is not a size (N or ROWSxCOLUMNS, as in '8' or '6x10')"),
    ("--place i9", "--place: i9 is off the 8×8 grid (its cells go from a1 to h8)"),
    ("--holes i9", "--holes: i9 is off the 8×8 grid (its cells go from a1 to h8)"),
    ("--holes d4 --place d4", "--place: d4 is a hole: nothing stands there"),
    ("--holes d4 --exclude d4", "--exclude: d4 is a hole: nothing stands there"),
    (
        "--place a1 --exclude a1",
        "--exclude: a1 is both placed and excluded: a cell can be only one of them",
    ),
    (
        "--place a1,,b3",
        "--place: a cell name is missing (names stand between commas, without spaces, as in 'a1,c4')",
    ),
    (
        "--exclude 4d",
        "--exclude: '4d' is not a cell name (column letters, then a row number from 1, as in 'c4')",
    ),
    (
        "--rules rank",
        "--rules: 'rank' is not a rule (rows, columns, regions, or one of these with =K; pieces=K; dominate)",
    ),
    ("--rules rows,pieces", "--rules: 'pieces' needs a number, as in 'pieces=8'"),
    ("--memory= --size 4", "--memory: '' is not an amount of memory (as in '500MB' or '4GiB')"),
    (
        "--rules=",
        "--rules: a rule is missing (rows, columns, regions, or one of these with =K; pieces=K; dominate; \
         none is no rule at all)",
    ),
    (
        "--rules rows,",
        "--rules: a rule is missing (rows, columns, regions, or one of these with =K; pieces=K; dominate; \
         none is no rule at all)",
    ),
    (
        "--rules rows=x",
        "--rules: 'rows=x' needs a whole number up to 1000000 after '=', as in 'rows=1'",
    ),
    ("--piece quen", "--piece: 'quen' is not a piece: did you mean 'queen'?"),
    (
        "--piece QX",
        "--piece: 'QX': 'X' at character 2 is no atom (W F D N A H C Z G, L = C, J = Z, K R B Q or \
         (a,b))",
    ),
    (
        "--piece fmW",
        "--piece: 'fmW': 'm' at character 2 (a move that does not capture) makes no sense here: every move attacks",
    ),
    ("--memory 0", "--memory: '0' leaves no memory to work with (as in '500MB' or '4GiB')"),
    ("--memory much", "--memory: 'much' is not an amount of memory (as in '500MB' or '4GiB')"),
    ("--memory -1", "--memory: '-1' is not an amount of memory (as in '500MB' or '4GiB')"),
];

#[test]
fn bad_input_is_refused_in_one_sentence() {
    for (options, sentence) in REFUSED {
        assert_eq!(run(&format!("count {options}")).refusal(2), *sentence);
    }
    let piece = run("count --piece pawnn");
    assert!(piece.refusal(2).starts_with("--piece: 'pawnn' is not a piece; some are queen, rook,"));
    // The board checks its problem before it checks for a terminal.
    assert!(run("--size 0").refusal(2).starts_with("--size: size '0' is out of range"));
}

#[test]
fn a_timeout_that_cannot_be_kept_is_refused_in_one_way() {
    for timeout in
        ["0", "-0", "-1", "inf", "NaN", "1e300", "1e400", "1e19", "1e10", "1e-10", "", "x"]
    {
        assert_eq!(
            run_words(&["count", "--timeout", timeout]).refusal(2),
            format!(
                "--timeout: '{timeout}' is not a time (seconds from 0.000001 to 1000000000, as in \
                 '10' or '0.5')"
            )
        );
    }
    for timeout in ["1000000000", "1e9", "20.5"] {
        assert_eq!(run(&format!("count --size 6 --timeout {timeout}")).answer(), "4\n");
    }
}

#[test]
fn numbers_have_no_sign() {
    for (arguments, option) in [
        ("count --size +8", "--size"),
        ("count --sizes 1..+3", "--sizes"),
        ("count --sizes +1..3", "--sizes"),
        ("count --rules rows=+1", "--rules"),
        ("count --threads +2", "--threads"),
        ("count --shard +1/2", "--shard"),
        ("count --memory +1GB", "--memory"),
        ("count --timeout +1", "--timeout"),
        ("solve --limit +2", "--limit"),
        ("solve --random --seed +2", "--seed"),
        ("puzzle --seed +2", "--seed"),
        ("puzzle --givens +2", "--givens"),
        ("export --to dot --rule queens --row +2", "--row"),
        ("count --place a+1", "--place"),
    ] {
        let run = run(arguments);
        assert!(run.refusal(2).starts_with(&format!("{option}: ")), "{arguments}");
    }
}

#[test]
fn wrong_usage_ends_with_2() {
    for arguments in [
        "--bogu",
        "--siz 8",
        "count --engine magic",
        "--color sometimes",
        "count --color always",
        "solve --all --limit 3",
        "solve --format picture",
        "--size",
    ] {
        let run = run(arguments);
        assert_eq!((run.code(), run.stdout()), (2, ""), "{arguments}");
    }
}

#[test]
fn a_bare_number_is_a_size() {
    assert_eq!(run("count 10").stdout(), "724\n");
    assert_eq!(run("count --threads 1 6").stdout(), "4\n");
    assert_eq!(run("count 5x8").stdout(), run("count --size 5x8").stdout());
    assert_eq!(run("solve --limit 1 6 --format list").stdout().lines().count(), 1);
    assert_eq!(
        run("explain c4 --place a1,g2 8").stdout(),
        run("explain c4 --place a1,g2").stdout()
    );
    // Numbers after other options are their values.
    assert_eq!(run("count --sizes 4").stdout().lines().count(), 2);
    let twice = run("count 8 --size 6");
    assert_eq!((twice.code(), twice.sentence()), (2, "--size can be given once only"));
    // Without a terminal, the board of this size says that it needs one.
    assert_eq!(run("10").sentence(), run("--size 10").sentence());
}

#[test]
fn a_wrong_command_line_is_told_what_is_probably_meant() {
    let folder = tempfile::tempdir().unwrap();
    let drawn = folder.path().join("drawn.txt");
    std::fs::write(&drawn, "aab\naab\nccb\n").unwrap();
    let drawn = drawn.display();
    for (arguments, sentence) in [
        ("count queens", "'queens' is unexpected here: did you mean '--piece queen'?"),
        (
            "count --place a1 b2",
            "'b2' is unexpected here: did you mean '--place b2'? Lists of cells have commas and no \
             spaces, as in 'a1,c4'",
        ),
        ("play queens easy", "'easy' is unexpected here: did you mean '--difficulty easy'?"),
        ("solve p.toml", "'p.toml' is unexpected here: did you mean '--board p.toml'?"),
        (
            "count extra",
            "'extra' is unexpected here; 'configurator count --help' lists what there is",
        ),
        (
            "config count",
            "'count' is unexpected here; 'configurator config --help' lists what there is",
        ),
        ("knight", "'knight' is neither a file nor a verb: did you mean '--piece knight'?"),
        ("count --all", "--all is no option of count, but of solve"),
        ("--all", "--all is no option of the board, but of solve"),
        (
            "count --rule rows",
            "--rule is no option of count, but of export; did you mean '--rules'?",
        ),
        ("count --format list", "--format is no option of count, but of solve"),
        ("domains --resume", "--resume is no option of domains, but of the board, session"),
        (
            "domains --xyzzy",
            "there is no option --xyzzy; 'configurator domains --help' lists what there is",
        ),
        ("--xyzzy", "there is no option --xyzzy; 'configurator --help' lists what there is"),
        ("-size 8", "'-size' is no option: did you mean '--size'?"),
        ("count -size=8", "'-size=8' is no option: did you mean '--size'?"),
        ("count -n 8", "-n: --limit is no option of count, but of solve"),
        ("completions", "completions needs <SHELL>: bash, elvish, fish, powershell, zsh"),
        (
            "export",
            "export needs --to <FORMAT>: dot, svg, dimacs, minizinc, json, bdd, dddmp, html",
        ),
        (
            "puzzle --number 3",
            "--number: several puzzles need a folder (--output DIR), a sheet of paper (--to svg) or a page \
             (--to html)",
        ),
        (
            "puzzle --to html --json",
            "--json: puzzle prints the page or the sheet that --to asks for (--output FILE writes it to a \
             file)",
        ),
        ("export a.toml --to html --solutions", "--solutions: a page shows no solutions"),
        (
            "export --picture --screen 80x24 --theme print",
            "--theme: a terminal is drawn dark or light; 'print' is for boards",
        ),
        (
            "export --to svg --cursor a1",
            "export needs --picture: Draw the board instead of the diagram (--to svg)",
        ),
        ("export four.svg", "'four.svg' is unexpected here: did you mean '--output four.svg'?"),
        (
            "export p.toml",
            "'p.toml' is unexpected here: '--picture p.toml' draws a board file, '--board p.toml' takes \
             it as the problem",
        ),
        (
            "export --output a.pdf",
            "--output: the ending of 'a.pdf' names no format (.svg, .dot, .json, .bdd, .dddmp, .cnf, \
             .mzn, .html); '--to FORMAT' does",
        ),
        ("count --rules colums", "--rules: 'colums' is not a rule"),
        ("count --place a1,", "--place: a cell name is missing (names stand between commas"),
        (
            "--assist atacks",
            "--assist: 'atacks' is not a level of assistance: did you mean 'attacks'?",
        ),
        ("help coutn", "'coutn' is neither a topic nor a verb: did you mean 'count'?"),
        ("help keys", "'keys' is no topic: the word is found in "),
        (
            "count --shard 1/4 --piece knight --engine count",
            "--engine: the engine 'count' needs a piece with the rook move",
        ),
    ] {
        let told = run(arguments).refusal(2).to_owned();
        assert!(told.starts_with(sentence), "{arguments}: {told}");
    }
    let told = run(&format!("count {drawn}")).refusal(2).to_owned();
    assert!(told.ends_with(&format!("did you mean '--regions {drawn}'?")), "{told}");
    let told = run(&format!("count --board {drawn}")).refusal(2).to_owned();
    assert!(told.ends_with("'--regions FILE' or ':regions FILE' takes it"), "{told}");
    let told = run("count --rules colums").refusal(2).to_owned();
    assert!(told.ends_with("did you mean 'columns'?"), "{told}");
}

#[test]
fn an_export_is_in_the_format_of_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("four.dot");
    run(&format!("export --size 4 --output {}", file.display())).answer();
    assert!(std::fs::read_to_string(file).unwrap().starts_with("digraph"));
}

#[test]
fn a_word_that_is_no_verb_and_no_file_is_told_the_nearest_verb() {
    for (arguments, sentence) in [
        ("cuont", "'cuont' is neither a file nor a verb: did you mean 'count'?"),
        ("cuont --size 6", "'cuont' is neither a file nor a verb: did you mean 'count'?"),
        ("explian c4", "'explian' is neither a file nor a verb: did you mean 'explain'?"),
        ("domain --consistency", "'domain' is neither a file nor a verb: did you mean 'domains'?"),
        (
            "bogus",
            "'bogus' is neither a file nor a verb: the verbs are play, lesson, count, solve, \
             domains, explain, puzzle, inspect, view, judge, export, compare, session, pieces, config, completions, \
             man, help",
        ),
        ("today.txt", "today.txt: there is no such file"),
    ] {
        assert_eq!(run(arguments).refusal(2), sentence, "{arguments}");
    }
}

#[test]
fn a_file_is_opened_on_the_board_and_read_before_a_terminal_is_looked_for() {
    let folder = tempfile::tempdir().unwrap();
    let opened = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        run_words(&[path.to_str().unwrap()]).refusal(2).to_owned()
    };
    assert!(opened("a.txt", "aab\naab\nccb\n").starts_with("the board needs a terminal"));
    assert!(opened("a.toml", "size = 6\n").starts_with("the board needs a terminal"));
    assert!(opened("b.txt", "aab\na?b\n").contains("b.txt:2: '?' in place 2"));
    assert!(opened("b.toml", "size = 0\n").contains("b.toml:1: "));
}

#[test]
fn options_before_the_verb_are_not_lost() {
    for (arguments, option) in [("--size 6 count", "--size"), ("--ascii count", "--ascii")] {
        let run = run(arguments);
        assert_eq!((run.code(), run.stdout()), (2, ""));
        let expected = format!("options follow the verb, as in 'count {option}'");
        assert_eq!(run.sentence(), expected);
    }
    assert_eq!(run("--json count").json()["solutions"], "92");
}

#[test]
fn a_file_before_the_verb_is_not_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("four.toml");
    std::fs::write(&path, "size = 4").unwrap();
    for (verb, expected) in [
        ("count", "a file follows the verb, as in 'count --board FILE'"),
        ("pieces", "'pieces' takes no board file"),
    ] {
        let run = run_words(&[path.to_str().unwrap(), verb]);
        assert_eq!((run.code(), run.stdout()), (2, ""));
        assert!(run.stderr().contains(expected), "{}", run.stderr());
    }
}

#[test]
fn memory_is_given_as_people_write_it() {
    for memory in ["500MB", "4GiB", "1G", "512M", "600000K", "1000000000", "0.5GiB"] {
        assert_eq!(run(&format!("count --memory {memory}")).answer(), "92\n");
    }
}

#[test]
fn help_teaches_by_examples() {
    let help = run("--help");
    for part in ["Examples:", "configurator solve --all --format list", "Verbs:", "Exit codes:"] {
        assert!(help.answer().contains(part), "{part}");
    }
    for verb in ["count", "solve", "domains", "explain", "inspect"] {
        let help = run(&format!("{verb} --help"));
        assert!(help.answer().contains("-s/--size SIZE"), "{verb}");
    }
    let version = concat!("configurator ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(run("--version").answer(), version);
}

#[test]
fn every_example_of_the_help_runs() {
    let folder = tempfile::tempdir().unwrap();
    let help = run("--help");
    let (_, examples) = help.answer().split_once("Examples:").unwrap();
    let (examples, _) = examples.split_once("Exit codes:").unwrap();
    let examples = examples.lines().filter(|line| line.starts_with("  configurator"));
    let mut tried = 0;
    for example in examples.map(str::trim) {
        // The purpose of an example follows after several spaces. The pipe to `man` is removed, as `man` is not
        // installed everywhere.
        let command = example.split("   ").next().unwrap().replace(" | man -l -", "");
        let (command, file) = command.split_once(" > ").unwrap_or((&command, ""));
        let mut program = Command::cargo_bin("configurator").unwrap();
        let words: Vec<&str> = command.split_whitespace().skip(1).collect();
        program.current_dir(&folder).args(&words);
        let output = program.output().unwrap();
        schemas::check(&words, &output);
        let told = String::from_utf8(output.stderr).unwrap();
        // Without a verb, and with `play`, `lesson` or `view`, the program opens the board, which fails here without a terminal.
        let is_board = told.contains("the board needs a terminal");
        let is_compared = words.first() == Some(&"compare");
        let code = if is_board { 2 } else { i32::from(is_compared) };
        assert_eq!(output.status.code(), Some(code), "{example}: {told}");
        let verb = command.split_whitespace().nth(1).unwrap_or("--");
        let is_file = Path::new(verb).extension().is_some_and(|ending| ending == "toml");
        let opens = verb.starts_with("--") || is_file || matches!(verb, "play" | "lesson" | "view");
        assert_eq!(is_board, opens, "{example}");
        if !file.is_empty() {
            std::fs::write(folder.path().join(file), output.stdout).unwrap();
        }
        tried += 1;
    }
    assert!(tried > 20);
}

#[test]
fn the_board_needs_a_terminal() {
    for arguments in ["", "--size 6 --ascii --no-mouse --color never"] {
        assert_eq!(
            run(arguments).refusal(2),
            "the board needs a terminal for input and output; without one use a verb: count, \
             solve, domains, explain, puzzle, inspect, judge, export, compare, session or pieces \
             (see 'configurator --help')"
        );
    }
    assert!(run("--json").refusal(2).starts_with("--json needs a verb that prints data"));
}

#[test]
fn control_characters_never_reach_the_terminal() {
    let escape = "a\u{1b}]0;x\u{7}\u{9b}31m\u{202e}";
    let options = ["--size", "--piece", "--place", "--holes", "--rules", "--memory", "--timeout"];
    let verb = |option| vec!["count", option, escape];
    let mut commands: Vec<Vec<&str>> = options.into_iter().map(verb).collect();
    // The argument parser refuses these arguments, and quotes them in its message.
    commands.extend([vec!["--board", escape], vec!["explain", escape], vec!["pieces", escape]]);
    commands.extend([vec![escape], vec!["count", escape], vec!["count", "--engine", escape]]);
    let unknown = format!("--{escape}");
    commands.push(vec!["count", &unknown]);
    commands.push(vec!["count", "--regions", escape]);
    for words in commands {
        let run = run_words(&words);
        assert_eq!((run.code(), run.stdout()), (2, ""), "{words:?}");
        let told = run.stderr();
        assert!(told.contains(r"\u{1b}") && told.contains(r"\u{202e}"), "{words:?}: {told:?}");
        assert!(told.lines().count() == 1 && !acts(told), "{words:?}: {told:?}");
    }
}

/// True if a text contains control characters other than line ends, or a character that reverses the direction of text.
fn acts(text: &str) -> bool {
    text.contains(|character: char| character.is_control() && character != '\n')
        || text.contains('\u{202e}')
}

/// Formerly the path of the settings was printed without escaping control characters.
#[cfg(unix)]
#[test]
fn what_comes_from_outside_is_filtered_on_standard_output_too() {
    let escape = "a\u{1b}]0;x\u{7}\u{9b}31m\u{202e}";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(escape);
    let path = path.to_str().unwrap();
    std::fs::create_dir(path).unwrap();
    let order = format!("{path}/order.txt");
    std::fs::write(&order, "a1 b1 a2 b2").unwrap();
    let output = |words: &[&str]| {
        let mut program = Command::cargo_bin("configurator").unwrap();
        let program = program.args(words).env("XDG_CONFIG_HOME", path).env("HOME", path);
        let output = program.output().unwrap();
        schemas::check(words, &output);
        let [printed, told] =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        assert!(output.status.success(), "{words:?}: {told}");
        assert!(!acts(&printed) && !acts(&told), "{words:?}: {printed:?} {told:?}");
        printed
    };
    assert!(output(&["config"]).contains(r"a\u{1b}]0;x\u{7}"));
    for to in ["svg", "dot", "json", "dddmp"] {
        output(&["export", "--to", to, "--size", "2", "--order", &order]);
    }
    output(&["inspect", "--size", "2", "--order", &order]);
    let json = output(&["inspect", "--json", "--size", "2", "--order", &order]);
    serde_json::from_str::<serde_json::Value>(&json).unwrap();
    let puzzles = format!("{path}/puzzles");
    output(&["puzzle", "--size", "5", "--number", "1", "--output", &puzzles]);
    let words = ["puzzle", "--size", "5", "--number", "2", "--output", &puzzles, "--force"];
    let json = output(&[&words[..], &["--json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    // JSON output contains the name unchanged.
    assert_eq!(json["puzzles"][1]["file"], format!("{puzzles}/2.toml"));
    let slides = format!("{path}/slides");
    output(&["export", "--size", "2", "--growth", &slides]);
    output(&["export", "--size", "1", "--growth", &slides, "--force"]);
    // Styles are the program's own.
    let page = Command::cargo_bin("configurator")
        .unwrap()
        .args(["help", "pieces", "--color", "always"])
        .output();
    assert!(String::from_utf8(page.unwrap().stdout).unwrap().starts_with('\u{1b}'));
}

/// Formerly some messages came from the argument parser, with several lines and unused options. Others ended in `: ` or
/// used terms that only programmers know.
#[test]
fn every_error_is_one_sentence_that_says_what_to_do() {
    for (arguments, sentence) in [
        ("count --engine magic", "--engine: 'magic' is none of auto, bdd, count, estimate"),
        (
            "completions tcsh",
            "SHELL: 'tcsh' is none of bash, elvish, fish, powershell, zsh; did you mean 'zsh'?",
        ),
        ("count --size", "--size: the value is missing (--size <SIZE>)"),
        ("count --board=", "--board: the value is missing (--board <FILE>)"),
        ("help --color=", "--color: the value is missing (auto, always, never)"),
        (
            "count --color never",
            "--color is no option of count, but of the board, play, lesson, view, help",
        ),
        ("count --torus=1", "--torus takes no value"),
        ("count --size 4 --size 5", "--size can be given once only"),
        ("count --szie 4", "there is no option --szie: did you mean '--size'?"),
        ("solve --all --limit 3", "--all cannot be used with --limit"),
        ("count --shard 1/4 --split 4", "--shard cannot be used with --split"),
        ("count --estimate --shard 1/4", "--estimate cannot be used with --shard"),
        ("count --estimate --merge parts", "--estimate cannot be used with --merge"),
        ("count --estimate --split 4", "--estimate cannot be used with --split"),
        ("count --estimate --checkpoint parts", "--estimate cannot be used with --checkpoint"),
        ("domains --shard 1/4", "--shard is no option of domains, but of count"),
        ("explain a1 --steps", "CELL cannot be used with --steps"),
        (
            "export --solutions",
            "export needs <BOARD>...: Board files, or folders with board files, to draw on one sheet (with \
             --picture)",
        ),
        ("play --size abc", "--size: 'abc' is not a size of puzzles (a whole number from 4 to 16)"),
        (
            "play --size 99999",
            "--size: '99999' is not a size of puzzles (a whole number from 4 to 16)",
        ),
        ("play --stars x", "--stars: 'x' is not a number of stars (a whole number from 1 to 3)"),
        (
            "solve --limit 99999999999999999999",
            "--limit: '99999999999999999999' is not a number of solutions (a whole number from 1 to \
             18446744073709551615)",
        ),
        (
            "puzzle --output d --number 99999999999999999999",
            "--number: '99999999999999999999' is not a number of puzzles (a whole number from 1 to \
             18446744073709551615)",
        ),
        (
            "count --size 12 --engine bdd --piece knight --memory 1MB",
            "the memory budget of 1.0 MB ended before the answer (reached: ",
        ),
    ] {
        let run = run(arguments);
        let code = if arguments.contains("--memory") { 3 } else { 2 };
        let told = run.refusal(code);
        assert!(told.starts_with(sentence), "{arguments}: {told}");
        assert!(!told.contains("KiB") && !told.contains("MiB"), "{arguments}: {told}");
    }
}

/// Formerly messages contained error numbers of the system and names of temporary files.
#[cfg(unix)]
#[test]
fn files_that_cannot_be_used_are_refused_in_plain_words() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.toml");
    std::fs::write(&file, "size = 5\n").unwrap();
    let file = file.display();
    for (arguments, sentence) in [
        (
            format!("puzzle --number 2 --output {file}"),
            format!(
                "--output: {file}: this is not a directory; the 2 puzzles are files of their own in one"
            ),
        ),
        (
            format!("puzzle --number 2 --output {file}/x"),
            format!("--output: {file}/x: a part of this path is a file, not a directory"),
        ),
        (
            format!("count --board {file}/x"),
            format!("{file}/x: a part of this path is a file, not a directory"),
        ),
        (
            format!("export --to dot --output {file}/x"),
            format!("--output: {file}/x: there is no directory '{file}'"),
        ),
    ] {
        assert_eq!(run(&arguments).refusal(2), sentence);
    }
    // Not even root can create files in this folder.
    #[cfg(target_os = "linux")]
    assert_eq!(
        run("export --to dot --output /proc/x").refusal(2),
        "--output: /proc/x: no file can be made in '/proc': this file system takes no new files"
    );
}

#[test]
fn no_rule_goes_with_none() {
    for rules in ["none,rows", "rows,none"] {
        let output = run(&format!("count --rules {rules}"));
        assert_eq!(
            output.refusal(2),
            "--rules: 'none' stands alone: it is the word for no rule at all"
        );
    }
}

#[test]
fn short_options_are_the_long_ones() {
    for (short, long) in [
        ("solve -s 6 -n 2", "solve --size 6 --limit 2"),
        ("solve -s6 -n2", "solve --size 6 --limit 2"),
        ("solve 6 -qn 2", "solve --size 6 --limit 2"),
        ("solve -n 2 6", "solve --size 6 --limit 2"),
        ("count -p knight 5 -j 2", "count --piece knight --size 5 --threads 2"),
        ("puzzle -s 5 --seed 1", "puzzle --size 5 --seed 1"),
        ("export --to dot -s 3 -o -", "export --to dot --size 3"),
    ] {
        assert_eq!(run(short).answer(), run(long).answer(), "{short}");
    }
}

#[test]
fn words_with_one_dash_are_told_what_is_probably_meant() {
    for (arguments, sentence) in [
        ("count -x", "'-x' is no option; 'configurator count --help' lists what there is"),
        ("count -torus", "'-torus' is no option: did you mean '--torus'?"),
        ("export -output four.svg", "'-output' is no option: did you mean '--output'?"),
        (
            "solve -n x",
            "--limit: 'x' is not a number of solutions (a whole number from 1 to 18446744073709551615)",
        ),
    ] {
        assert_eq!(run(arguments).refusal(2), sentence, "{arguments}");
    }
}

#[test]
fn a_quiet_verb_prints_its_answer_and_its_errors_alone() {
    let triangle = "count --sizes 1..3 --rules none --by-pieces --bfile";
    assert!(run(triangle).stderr().starts_with("note: "));
    let quiet = run(&format!("{triangle} --quiet"));
    assert_eq!((quiet.stdout(), quiet.stderr()), (run(triangle).stdout(), ""));
    assert_eq!(run("count --verify").stderr(), "verified by count\n");
    assert_eq!(run("count --verify -q").stderr(), "");
    assert_eq!(run("solve 3 -q").code(), 1);
    assert!(!run("solve 3 -q").stderr().is_empty());
}

/// An engine that does not answer a verb is refused, so help and completions do not offer it.
#[test]
fn each_verb_offers_the_engines_that_answer_it() {
    for (verb, engines) in [
        ("count", &["auto", "bdd", "count", "estimate"][..]),
        ("solve", &["auto", "bdd", "sat", "search"]),
        ("domains", &["auto", "bdd", "sat", "count", "estimate"]),
        ("explain", &["auto", "bdd", "sat"]),
        ("puzzle", &["auto", "bdd"]),
        ("inspect", &["auto", "bdd"]),
        ("export", &["auto", "bdd"]),
    ] {
        let help = run(&format!("{verb} --help"));
        let (_, option) = help.answer().split_once("--engine ").unwrap();
        let offered: Vec<&str> = option.split([',', '\n']).next().unwrap().split('|').collect();
        assert_eq!(offered, engines, "{verb}");
    }
}
