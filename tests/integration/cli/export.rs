use std::fs;

use biodivine_lib_bdd::Bdd;

use super::run;

#[test]
fn every_format_is_printed() {
    for (options, begins) in [
        ("--to svg --size 4", "<svg xmlns=\"http://www.w3.org/2000/svg\""),
        ("--to svg --rule board --cell d4 --size 7", "<svg"),
        ("--to svg --rule queens --row 3", "<svg"),
        ("--to svg --picture --place a1,g2", "<svg"),
        ("--picture --theme dark --cursor c4 --place a1,g2", "<svg"),
        ("--picture --screen 80x24", "<svg"),
        ("--to dot --size 5", "digraph bdd {"),
        ("--to dimacs", "c 8×8, queen\nc 1 a1\n"),
        ("--to minizinc --piece knight", "% 8×8, knight\n"),
        ("--to json --size 4", "{\"problem\":{\"rows\":4"),
        ("--to dddmp --size 4", ".ver DDDMP-2.0\n.mode A\n"),
        ("--to dddmp --rule queens --size 4", ".ver DDDMP-2.0\n.mode A\n"),
        ("--to minizinc --model dual", "% 8×8, queen\n"),
        ("--to html --place a1,g2", "<!DOCTYPE html>\n<html lang=\"en\">\n"),
    ] {
        let printed = run(&format!("export {options}"));
        assert!(printed.answer().starts_with(begins), "{options}: {}", printed.answer());
        if options.contains("minizinc") {
            crate::minizinc::check(printed.answer());
        }
    }
    let json = run("export --to json --json --place a1 --size 5").json();
    assert_eq!(json["problem"]["placed"], serde_json::json!(["a1"]));
    assert_eq!(json["variables"].as_array().unwrap().len(), 25);
    let json = run("export --to json --order column-major --size 5").json();
    assert_eq!(json["variables"][1], "a2");
    let drawn = run("export --to svg --order diagonal --size 4");
    assert!(drawn.answer().contains("<title id=\"title\">4×4, queen, diagonal order</title>"));
    let json = run("export --to json --rule queens --row 2 --size 5").json();
    assert_eq!(json["rule"], "Queens rule of row 2, 5 columns");
}

/// Returns the number of paths from the root to the terminal 1, and the number of assignments (out of 2^16) that lead
/// to this terminal.
fn paths_and_solutions(json: &serde_json::Value) -> (u64, u64) {
    let nodes = json["nodes"].as_array().unwrap();
    let mut counted: Vec<(u64, u64)> = vec![(0, 0), (1, 1 << 16)];
    for node in &nodes[2..] {
        let [low, high] =
            ["low", "high"].map(|link| counted[node[link].as_u64().unwrap() as usize]);
        counted.push((low.0 + high.0, u64::midpoint(low.1, high.1)));
    }
    counted[json["root"].as_u64().unwrap() as usize]
}

#[test]
fn the_queens_rules_of_the_whole_board_are_one_diagram() {
    let json = run("export --rule queens --size 4 --to json").json();
    assert_eq!(json["rule"], "Queens rules of all rows, 4×4");
    // Four disjunctions of four cells: one node for each cell, and both terminals.
    assert_eq!(json["nodes"].as_array().unwrap().len(), 18);
    assert_eq!(paths_and_solutions(&json), (4_u64.pow(4), 15_u64.pow(4)));
    let row = run("export --rule queens --row 3 --size 4 --to json").json();
    assert_eq!(paths_and_solutions(&row), (4, (1 << 16) / 16 * 15));
    for size in 4..=8 {
        let drawn = run(&format!("export --rule queens --size {size} --to svg"));
        // Both terminals are drawn even if the diagram is large.
        assert!(drawn.answer().contains("class=\"terminal zero\""));
        let without = run(&format!("export --rule queens --size {size} --to svg --without-zero"));
        assert!(!without.answer().contains("to-zero\""));
    }
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("diagram");
    let to = |options: &str| format!("export {options} --output {}", path.display());
    assert_eq!(run(&to("--to bdd --size 6")).answer(), "");
    let bytes = fs::read(&path).unwrap();
    assert_eq!(Bdd::read_as_bytes(&mut bytes.as_slice()).unwrap().size(), 131);
    // A pipe gets the same bytes.
    let mut command = assert_cmd::Command::cargo_bin("configurator").unwrap();
    let piped = command.args(["export", "--to", "bdd", "--size", "6", "--output", "-"]).output();
    assert_eq!(piped.unwrap().stdout, bytes);
    run(&to("--to svg --size 7 --replace")).refusal(2);
    let ended = run(&to("--to dimacs --size 400 --timeout 0.001 --replace"));
    assert!(ended.refusal(3).starts_with("the time budget"), "{}", ended.sentence());
    assert_eq!(fs::read(&path).unwrap(), bytes);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let nowhere = folder.path().join("none/file");
    let refusal = run(&format!("export --to dimacs --output {}", nowhere.display()));
    assert!(refusal.refusal(2).contains("there is no directory"), "{}", refusal.sentence());
}

#[cfg(target_os = "linux")]
#[test]
fn devices_and_pipes_are_written_to() {
    let expected = run("export --to dot --size 4").answer().to_owned();
    assert_eq!(run("export --to dot --size 4 --output /dev/null").answer(), "");
    // If stdout is a pipe, /dev/stdout means this pipe.
    assert_eq!(run("export --to dot --size 4 --output /dev/stdout").answer(), expected);
    let full = run("export --to dot --size 4 --output /dev/full");
    assert!(full.refusal(2).contains("no space is left on the device"), "{}", full.sentence());

    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).unwrap()
    });
    run(&format!("export --to dot --size 4 --output {}", pipe.display())).answer();
    assert_eq!(reader.join().unwrap(), expected);
}

#[test]
fn a_series_of_drawings_goes_into_a_directory() {
    let folder = tempfile::tempdir().unwrap();
    let series = folder.path().join("new/series");
    let export = |options: &str| run(&format!("export {options} --growth {}", series.display()));
    assert_eq!(export("--size 4 --place b1").answer(), "");
    let names = || {
        let files = fs::read_dir(&series).unwrap();
        let mut names: Vec<String> =
            files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort_unstable();
        names
    };
    let first = names();
    assert_eq!(first.len(), 4 + 16 + 1);
    assert_eq!(
        [&first[0], &first[2], &first[20]],
        ["01-row-4-at-least-1.svg", "03-board-rule-of-b4.svg", "21-place-b1.svg"]
    );
    let drawn = |name: &str| fs::read_to_string(series.join(name)).unwrap();
    let last = drawn("20-board-rule-of-d1.svg");
    assert!(
        last.contains("<title id=\"title\">4×4, queen, growth, step 20: board rule of d1</title>")
    );
    assert!(last.contains(">31 nodes · ") && last.contains("edges to 0 are left out"));
    // The operands are beside the result: 52 nodes so far, and the 13 of the rule alone.
    for part in [">so far<", ">52 nodes · ", ">board rule of d1<", ">13 nodes · ", ">together<"] {
        assert!(last.contains(part), "{part}");
    }
    roxmltree::Document::parse(&last).unwrap();
    // Exporting the same series again replaces its files. Other files stay, and are reported.
    fs::write(series.join("notes.txt"), "mine").unwrap();
    fs::write(series.join("99-mine.svg"), "mine").unwrap();
    let again = export("--to svg --size 4 --place b1 --force");
    assert_eq!((again.code(), names().len()), (0, 23));
    assert!(again.stderr().starts_with("note: "), "{}", again.stderr());
    assert!(again.stderr().contains("1 numbered drawing"));
    assert_eq!((drawn("99-mine.svg"), drawn("notes.txt")), ("mine".into(), "mine".into()));
}

/// Returns the drawings in a folder, by their names.
fn drawings(folder: &std::path::Path) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|file| {
            let file = file.unwrap();
            let name = file.file_name().into_string().unwrap();
            (name, fs::read_to_string(file.path()).unwrap())
        })
        .collect();
    found.sort();
    found
}

/// The size of a drawing as in its first element.
fn size(svg: &str) -> &str {
    svg.split("viewBox=\"").nth(1).unwrap().split('"').next().unwrap()
}

#[test]
fn steps_of_a_diagram_are_drawings_of_one_size() {
    // From the decision tree with 84 inner nodes to the diagram with 29, each step takes one away.
    for (series, options, count, first, last) in [
        ("reduce", "--size 4", Some(56), ">86 nodes · ", ">31 nodes · "),
        ("restrict:b1", "--size 4", None, ">31 nodes · ", ">17 nodes · "),
        ("restrict:b1=0", "--size 4 --order column-major", None, ">31 nodes · ", ">17 nodes · "),
        ("passes", "--size 4", None, ">31 nodes · ", "paths above × solutions below"),
        ("growth", "--size 4", Some(20), ">6 nodes · ", ">31 nodes · "),
        // Without a piece on a1 the three other cells are free, and with one they are empty.
        ("passes", "--size 2 --rule board --cell a1", None, ">6 nodes · ", "board rule of a1"),
        ("reduce", "--size 2 --rule queens --row 1", None, "queens rule of row 1", ">4 nodes · "),
        ("growth", "--size 4 --zdd", Some(20), "ZDD: skipped", ">10 nodes · "),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let output = format!("--output {}", folder.path().display());
        assert_eq!(run(&format!("export --series {series} {options} {output}")).answer(), "");
        let found = drawings(folder.path());
        assert!(count.is_none_or(|count| found.len() == count), "{series}");
        assert!(found[0].1.contains(first), "{series}: {}", found[0].1);
        assert!(found[found.len() - 1].1.contains(last), "{series}: {}", found[found.len() - 1].1);
        assert!(found.iter().all(|(_, svg)| size(svg) == size(&found[0].1)), "{series}");
        // All but the last drawing mark the nodes of their sentences.
        if !series.starts_with("re") {
            continue;
        }
        let marks = found.iter().filter(|(_, svg)| svg.contains("class=\"node marked\"")).count();
        assert_eq!(marks, found.len() - 1, "{series}");
    }
}

#[test]
fn a_zdd_is_drawn() {
    // Published numbers of nodes of 8 queens: BDD 2453, ZDD 373 and the terminals.
    let drawn = run("export --to svg --zdd");
    assert_eq!(drawn.answer().matches("<g class=\"node\"").count(), 373);
    assert!(drawn.answer().contains(">375 nodes · "));
}

#[test]
fn a_window_after_each_key_is_an_animation() {
    let picture = "export --picture --screen 80x24 --size 4 --cursor b1 --key Space --key g";
    let animated = run(&format!("{picture} --animate"));
    let document = roxmltree::Document::parse(animated.answer()).unwrap();
    let frames = document
        .descendants()
        .filter(|node| node.attribute("class").is_some_and(|class| class.starts_with('f')));
    assert_eq!(frames.count(), 2);
    assert!(!animated.answer().contains("<script"));
    // Three windows, the last one twice as long.
    assert!(animated.answer().contains("animation:f2 12s step-end infinite"));
    assert!(animated.answer().contains("f1{0%{visibility:hidden}25.00%,to{visibility:visible}}"));
    assert!(animated.answer().contains(">key 1 of 2: Space<"));
    assert!(run(&format!("{picture} --animate=5")).answer().contains("animation:f1 20s "));
    assert!(run(&format!("{picture} --animate=0")).refusal(2).starts_with("--animate: "));
    let refused = run("export --picture --screen 80x24 --animate");
    assert!(refused.refusal(2).contains("--key"), "{}", refused.sentence());
}

#[test]
fn a_series_that_does_not_exist_is_refused() {
    for (options, sentence) in [
        ("--series growth", "--output"),
        ("--series shrink --output x", "--series: 'shrink' is no series (growth, reduce, "),
        ("--series restrict:z --output x", "--series: 'z' is not a cell name"),
        ("--series restrict:b1=2 --output x", "--series: '2' is neither 0 nor 1"),
        ("--series restrict:i9 --output x", "--series: i9 is off the 8×8 grid"),
        ("--series restrict:a1 --place a1 --output x", "--series: a1 is decided already"),
        ("--series reduce --output x", "--series: in this order, the decision tree has more than"),
        ("--series reduce --to dot --output x", "--series: only --to svg draws a series"),
        ("--series reduce --zdd --output x", "--zdd: a reduction or restriction is that of a BDD"),
        (
            "--series growth --rule board --cell a1 --output x",
            "--rule: a growth has all rules, one after the other",
        ),
        (
            "--series reduce --rule queens --output x",
            "--rule: a series shows the queens rule of one row (--row N)",
        ),
        ("--to dot --zdd", "--zdd: only --to svg draws the ZDD"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("x");
        let options = options.replace("--output x", &format!("--output {}", output.display()));
        let refused = run(&format!("export {options}"));
        assert!(refused.refusal(2).contains(sentence), "{options}: {}", refused.sentence());
    }
}

/// Formerly existing drawings were replaced without a warning.
#[test]
fn a_series_replaces_no_drawing_unless_forced() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().display();
    let first = folder.path().join("01-row-4-at-least-1.svg");
    fs::write(&first, "mine").unwrap();
    let refused = run(&format!("export --size 4 --growth {name}"));
    assert_eq!(
        refused.refusal(2),
        format!(
            "--growth: {name} has 1 numbered drawing already; --replace replaces those of the same names"
        )
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    assert_eq!(fs::read_to_string(&first).unwrap(), "mine");
    assert_eq!(run(&format!("export --size 4 --replace --growth {name}")).answer(), "");
    // An earlier version called the option so.
    assert_eq!(run(&format!("export --size 4 --force --growth {name}")).answer(), "");
    assert!(fs::read_to_string(&first).unwrap().starts_with("<svg"));
}

#[test]
fn a_series_draws_large_diagrams_in_outline() {
    let folder = tempfile::tempdir().unwrap();
    let to = |options: &str| run(&format!("export {options} --growth {}", folder.path().display()));
    to("--size 8 --order diagonal").answer();
    let files = fs::read_dir(folder.path()).unwrap();
    let texts: Vec<String> =
        files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap()).collect();
    assert_eq!(texts.len(), 72);
    let outlines = texts.iter().filter(|text| text.contains("a bar for each cell")).count();
    assert!((10..60).contains(&outlines), "{outlines}");
    assert!(texts.iter().all(|text| text.contains("8×8, queen, diagonal order, growth, step ")));
}

#[test]
fn a_series_that_cannot_be_written_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "mine").unwrap();
    let file = file.display();
    assert_eq!(
        run(&format!("export --size 4 --growth {file}")).refusal(2),
        format!("--growth: {file}: this is not a directory")
    );
    let beneath = run(&format!("export --size 4 --growth {file}/series"));
    assert!(beneath.refusal(2).starts_with(&format!("--growth: {file}/series: ")));
    assert_eq!(
        run(&format!("export --size 4 --to dot --growth {file}")).refusal(2),
        "--growth: only --to svg draws a series"
    );
    let series = folder.path().join("series");
    let ended = run(&format!("export --size 12 --memory 1MB --growth {}", series.display()));
    assert_eq!((ended.code(), ended.stdout()), (3, ""));
    // The first rows are drawn nevertheless.
    let drawn = fs::read_dir(&series).unwrap().count();
    assert!(drawn > 0);
    let (note, sentence) = ended.stderr().split_once('\n').unwrap();
    assert_eq!(note, format!("note: {drawn} files are written to {}", series.display()));
    assert!(sentence.starts_with("configurator: the memory budget of 1.0 MB ended"), "{sentence}");
}

/// The program formerly said that Graphviz can draw 100 000 nodes, but it needs ten minutes for 2453.
#[test]
fn a_diagram_that_graphviz_takes_minutes_for_is_said_to() {
    let large = run("export --to dot");
    assert_eq!(
        (large.code(), large.sentence_of("note: ")),
        (
            0,
            "Graphviz takes minutes to draw more than 500 nodes, and these are 2453; --without-zero \
             leaves out the edges to 0, '--to svg --force' draws them at once"
        )
    );
    run("export --to dot --without-zero").answer();
    let huge = run("export --to dot --size 9 --without-zero");
    assert!(
        huge.sentence_of("note: ").starts_with("Graphviz takes minutes to draw more than 3000")
    );
    assert!(!huge.stderr().contains("--without-zero"));
    run("export --to dot --size 5").answer();
}

#[test]
fn large_diagrams_need_force() {
    assert_eq!(
        run("export --to svg").refusal(2),
        "the diagram has 2453 nodes, more than the 500 that are exported this way unless --force \
         is given; a smaller size or more decisions make it smaller, and 'export --picture' draws the board, \
         with '--screen 120x40 --key g' beside the folded diagram"
    );
    assert!(run("export --to dot --size 12").refusal(2).contains("435172 nodes"));
    assert!(run("export --to svg --size 7 --force").answer().contains("1101 nodes"));
    assert!(run("export --to svg --picture --size 101").refusal(2).contains("10201 cells"));
    assert_eq!(run("export --to svg --size 16 --memory 1MB").code(), 3);
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    for (options, sentence) in [
        ("--to dot --json", "--json: export prints what --to says (--to json)"),
        ("--to dot --picture", "--picture: only --to svg draws the board"),
        (
            "--picture --output board.png",
            "--output: the ending of 'board.png' names no format (.svg); '--to svg' does",
        ),
        (
            "--picture --screen 80x24 --output board.dot",
            "--output: the ending of 'board.dot' names no format (.svg); '--to svg' does",
        ),
        ("--to json --without-zero", "--without-zero: only --to dot and --to svg draw edges"),
        (
            "--to dimacs --rule queens",
            "--rule: a single rule is exported as a diagram (--to dot, svg, json, bdd or dddmp)",
        ),
        ("--to svg --rule board", "--rule: 'board' needs a cell, as in --cell d4"),
        ("--to svg --cell d4", "--cell: it belongs to --rule board"),
        ("--to svg --row 1", "--row: it belongs to --rule queens"),
        (
            "--to svg --rule board --cell i9",
            "--cell: i9 is off the 8×8 grid (its cells go from a1 to h8)",
        ),
        (
            "--to minizinc --order diagonal",
            "--order: only a diagram has an order (--to dot, svg, json, bdd or dddmp)",
        ),
        (
            "--to svg --picture --order diagonal",
            "--order: only a diagram has an order (--to dot, svg, json, bdd or dddmp)",
        ),
        (
            "--to svg --rule queens --order diagonal",
            "--order: the queens rules of all rows are drawn row by row; --row N takes one of them",
        ),
        ("--picture --cursor i9", "--cursor: i9 is off the 8×8 grid (its cells go from a1 to h8)"),
        (
            "--picture --screen 80",
            "--screen: '80' is not a window (COLSxROWS, each from 1 to 1000, as in '120x40')",
        ),
        ("--to dot --model dual", "--model: only --to minizinc has a choice of models"),
        (
            "--to minizinc --model rows --ground",
            "--ground: only --model catalogue is written with the values of a solution",
        ),
        (
            "--to minizinc --model catalogue --ground --size 4 --place b1,d2",
            "--model: --ground needs a solution that is placed; this is no solution: row 3 has 0",
        ),
        (
            "--to minizinc --piece knight --model dual",
            "--model: 'dual' needs a piece with the rook move, in rules that want one in each row; \
             use 'cells'",
        ),
        (
            "--to minizinc --rules none --model rows",
            "--model: 'rows' needs a piece with the rook move, in rules that want one in each row; \
             use 'cells'",
        ),
        (
            "--to minizinc --size 4x5 --model dual",
            "--model: 'dual' needs as many rows as columns; use 'rows' or 'cells'",
        ),
        ("--to svg --rule queens --row 9", "--row: '9' is not a row (a whole number from 1 to 8)"),
    ] {
        assert_eq!(run(&format!("export {options}")).refusal(2), sentence, "{options}");
    }
    assert_eq!(run("export").code(), 2);
}

#[test]
fn pictures_are_light_and_screens_dark_unless_a_theme_is_given() {
    let place = "export --picture --place a1,g2";
    let drawn = |options: &str| run(&format!("{place} {options}")).answer().to_owned();
    let (dark, light) = ("fill=\"#14161b\"", "fill=\"#f7f5f0\"");
    for (options, ground) in [
        ("", light),
        ("--theme light", light),
        ("--theme dark", dark),
        ("--screen 80x24", dark),
        ("--screen 80x24 --theme light", light),
        ("--screen 120x40 --theme dark", dark),
    ] {
        let found = drawn(options);
        let grounds = [dark, light].map(|ground| found.contains(ground));
        assert_eq!(grounds, [ground == dark, ground == light], "{options}");
    }
    assert!(drawn("--screen 120x40").contains("width=\"1216\" height=\"816\""));
    for options in ["--screen 80x24", "--theme dark", "--cursor a1"] {
        assert_eq!(run(&format!("export --to svg {options}")).code(), 2, "{options}");
    }
}

/// Formerly pictures of coloured queens were labelled RF, and pictures of star battles showed kings.
#[test]
fn pictures_of_puzzles_have_queens_and_stars() {
    let picture =
        |board: &str| run(&format!("export --picture --board {board}")).answer().to_owned();
    let queens = picture("assets/boards/coloured-8.toml");
    assert!(queens.contains("<title id=\"title\">8×8 coloured queens"), "{queens}");
    let stars = picture("assets/boards/star-battle-10.toml");
    assert!(stars.contains("<title id=\"title\">10×10 star battle, 2 stars"), "{stars}");
    let solved = |board: &str| {
        let solved = run(&format!("solve --board assets/boards/{board}.toml")).answer().to_owned();
        ['Q', 'S', 'K'].map(|letter| solved.matches(letter).count())
    };
    assert_eq!(solved("coloured-8"), [8, 0, 0]);
    assert_eq!(solved("star-battle-10"), [0, 20, 0]);
    let rule = "--to svg --rule board --cell d4";
    let drawn = |piece: &str| {
        let drawn = run(&format!("export {rule} --piece {piece}")).answer().to_owned();
        drawn.split("fill:#1d3f72").nth(1).unwrap().split("/>").next().unwrap().to_owned()
    };
    assert_ne!(drawn("queen"), drawn("knight"), "the board beside a rule has the piece");
}

#[test]
fn standard_output_by_another_name_is_not_a_file_of_its_own() {
    let plain = run("export --size 4 --to dot").answer().to_owned();
    for name in ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.txt");
        let mut file = std::fs::File::create(&path).unwrap();
        std::io::Write::write_all(&mut file, b"before\n").unwrap();
        let status = std::process::Command::new(env!("CARGO_BIN_EXE_configurator"))
            .args(["export", "--size", "4", "--to", "dot", "--output", name])
            .stdout(file)
            .status()
            .unwrap();
        assert!(status.success());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("before\n{plain}"), "{name}");
    }
}

/// The conjunction of the n-amazons problem in the Global Constraint Catalog. The values were checked by hand.
#[test]
fn a_placed_solution_stands_in_the_catalogues_constraints() {
    let options = "export --to minizinc --model catalogue --ground";
    let amazons = "--piece amazon --size 10 --place c1,f2,i3,a4,d5,g6,j7,b8,e9,h10";
    let lines = [
        "alldifferent([3,6,9,1,4,7,10,2,5,8])",
        "alldifferent([4,8,12,5,9,13,17,10,14,18])",
        "alldifferent([2,4,6,-3,-1,1,3,-6,-4,-2])",
        "smooth(9, 2, [3,6,9,1,4,7,10,2,5,8])",
        "smooth(4, 2, [3,9,4,10,5])",
        "smooth(4, 2, [6,1,7,2,8])",
        "inverse([3,6,9,1,4,7,10,2,5,8], [4,8,1,5,9,2,6,10,3,7])",
    ];
    assert_eq!(run(&format!("{options} {amazons}")).answer().lines().collect::<Vec<_>>(), lines);
    // What the catalogue has no name for stands in plain terms.
    let rook = run(&format!("{options} --piece RN --size 2x4 --place a1,d2"));
    let plain = ["alldifferent([1,4])", "4 - 1 != -2", "4 - 1 != 2"];
    assert_eq!(rook.answer().lines().collect::<Vec<_>>(), plain);
}

/// Formerly `--output` and `--certificate` replaced any file.
#[test]
fn a_file_is_replaced_only_by_its_own_format_or_on_demand() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let name = path.display();
    let formats = ["svg", "dot", "json", "bdd", "dddmp", "dimacs", "minizinc", "html"];
    let exports = formats.map(|to| format!("export --size 4 --to {to} --output {name}"));
    let sheet = format!("puzzle --size 5 --seed 1 --to svg --output {name}");
    let ground = format!(
        "export --model catalogue --ground --to minizinc --size 4 --place b1,d2,a3,c4 -o {name}"
    );
    let certificate = format!("count --size 4 --certificate {name}");
    for command in exports.iter().chain([&sheet, &ground, &certificate]) {
        fs::write(&path, "precious").unwrap();
        let option = if command.starts_with("count") { "--certificate" } else { "--output" };
        let refused = run(command);
        let sentence = refused.refusal(2);
        assert!(sentence.starts_with(&format!("{option}: {name} exists and is no")), "{sentence}");
        assert!(sentence.ends_with("; --replace replaces it"), "{sentence}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "precious", "{command}");
        assert_eq!(run(&format!("{command} --replace")).code(), 0, "{command}");
        // What the program wrote itself is replaced, as is an empty file.
        let written = fs::read(&path).unwrap();
        assert_eq!(run(command).code(), 0, "{command}");
        fs::write(&path, "").unwrap();
        assert_eq!(run(command).code(), 0, "{command}");
        assert_eq!(fs::read(&path).unwrap().get(..10), written.get(..10), "{command}");
    }
    // A puzzle replaces a puzzle, but no page.
    let puzzle = folder.path().join("p.toml");
    let make = format!("puzzle --size 5 --seed 1 --to toml --output {}", puzzle.display());
    assert_eq!([run(&make).code(), run(&make).code()], [0, 0]);
    let over_page = make.replace("p.toml", "p.html");
    fs::write(folder.path().join("p.html"), "<!DOCTYPE html>").unwrap();
    assert!(run(&over_page).refusal(2).contains("exists and is no puzzle"));
    // Of another format of the program.
    assert!(run(&exports[0]).refusal(2).contains("is not of the format 'svg'"));
    assert_eq!(run(&format!("{} --force", exports[0])).code(), 0);
}
