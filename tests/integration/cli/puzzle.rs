use std::fs;

use serde_json::json;

use super::run;

#[test]
fn a_puzzle_is_a_board_file_with_one_solution_the_same_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.toml");
    for arguments in [
        "--size 8 --seed 7",
        "--size 10 --piece amazon --seed 1",
        "--seed 3 --givens 4",
        "--size 6 --piece knight --seed 1",
    ] {
        let text = run(&format!("puzzle {arguments}")).answer().to_owned();
        assert_eq!(run(&format!("puzzle {arguments}")).answer(), text);
        assert!(text.contains("assist = \"attacks\""));
        fs::write(&path, &text).unwrap();
        let board = format!("--board {}", path.display());
        assert_eq!(run(&format!("count {board}")).answer(), "1\n");
        let givens = run(&format!("puzzle {arguments} --json")).json()["givens"].clone();
        let givens: Vec<String> = serde_json::from_value(givens).unwrap();
        assert!(!arguments.contains("--givens 4") || givens.len() == 4);
        // Without any one of the givens, there are several solutions.
        let rules = arguments.replace(" --givens 4", "");
        let rules = rules.split(" --seed").next().unwrap().replace("--seed 3", "");
        for left_out in &givens {
            let kept: Vec<&str> =
                givens.iter().filter(|given| *given != left_out).map(String::as_str).collect();
            let place = format!("--place {}", kept.join(","));
            let place = if kept.is_empty() { "" } else { &place };
            let count: u64 =
                run(&format!("count {rules} {place}")).answer().trim().parse().unwrap();
            assert!(count > 1, "{arguments}: without {left_out}");
        }
    }
}

#[test]
fn where_there_is_none_the_exit_code_is_1() {
    let other = "another size, piece or rule may have one";
    let none = format!("no solution exists, so no puzzle; {other}");
    assert_eq!(run("puzzle --size 3").refusal(1), none);
    assert_eq!(
        run("puzzle --coloured --stars 3 --size 8").refusal(1),
        format!(
            "{none}; stars that do not touch, 3 in each row, column and region, need at least 12 rows"
        )
    );
    assert!(
        run("puzzle --seed x").refusal(2).starts_with("--seed: 'x' is not a seed (a whole number")
    );
}

/// Finding no puzzle in some attempts does not prove that there is none.
#[test]
fn where_none_is_found_the_exit_code_is_3() {
    assert_eq!(
        run("puzzle --givens 8 --seed 1").refusal(3),
        "no attempt found a puzzle with 8 given pieces, none of which can be left out (found: 2 to 4)"
    );
}

#[test]
fn an_output_of_a_single_puzzle_is_a_file_and_a_link_needs_regions() {
    assert_eq!(
        run("puzzle --output p").refusal(2),
        "--output: the name of a file for a single puzzle has an ending, as in --output p.toml; a folder is for \
         the puzzles of --number N"
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("six.txt");
    for number in ["", "--number 1"] {
        let words = format!("puzzle --size 6 --seed 1 {number} --output {}", path.display());
        assert_eq!(run(&words).answer(), format!("{}\n", path.display()));
        assert_eq!(fs::read_to_string(&path).unwrap(), run("puzzle --size 6 --seed 1").answer());
        fs::remove_file(&path).unwrap();
    }
    // Drawn regions that no link can hold are refused before a puzzle is looked for: this board has no solution.
    let torn = folder.path().join("torn.txt");
    fs::write(&torn, "aaa\nbbb\nbba\n").unwrap();
    let words = format!("--regions {} --rules rows=1,columns=1,regions=1", torn.display());
    assert_eq!(run(&format!("puzzle {words}")).code(), 1);
    let refused = run(&format!("puzzle {words} --link")).refusal(2).to_owned();
    assert!(refused.starts_with("--link: ") && refused.contains("region a"), "{refused}");
    assert_eq!(
        run("puzzle --link").refusal(2),
        "--link: a link needs regions; --coloured makes them"
    );
}

#[test]
fn a_puzzle_of_a_grade_is_graded_so_by_explain() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.toml");
    for (arguments, grade) in [
        ("--difficulty easy --seed 2", "easy"),
        ("--coloured --size 7 --difficulty medium --seed 2", "medium"),
        ("--coloured --stars 1 --size 6 --difficulty hard --seed 2", "hard"),
        ("--coloured --stars 2 --size 8 --difficulty easy --seed 2", "easy"),
    ] {
        fs::write(&path, run(&format!("puzzle {arguments}")).answer()).unwrap();
        let way = run(&format!("explain --steps --json --board {}", path.display())).json();
        assert_eq!((&way["solved"], &way["grade"]), (&json!(true), &json!(grade)), "{arguments}");
    }
}

/// If all puzzles can be enumerated, a puzzle of a rare grade is found, and a missing grade is reported.
#[test]
fn grades_of_few_queens_are_found_or_proved_to_be_missing() {
    for (arguments, sentence) in [
        ("--size 5 --difficulty expert", "of grade expert exists here: all are easy"),
        ("--size 5 --difficulty hard", "of grade hard exists here: all are easy"),
        (
            "--size 6 --givens 5 --difficulty hard",
            "with 5 given pieces of grade hard exists here: all are easy",
        ),
        ("--size 8 --givens 1 --difficulty easy", "with 1 given piece exists here, of any grade"),
    ] {
        let none = run(&format!("puzzle {arguments} --seed 1"));
        assert_eq!(none.refusal(1), format!("no puzzle {sentence}"));
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.toml");
    fs::write(&path, run("puzzle --difficulty medium --seed 1").answer()).unwrap();
    let board = format!("--board {}", path.display());
    assert_eq!(run(&format!("explain --steps --json {board}")).json()["grade"], json!("medium"));
    assert_eq!(run(&format!("count {board}")).answer(), "1\n");
}

/// Six regions with several solutions.
const PAINTED: &str = r#"
size = 6
piece = "RF"
rules = ["rows", "columns", "regions"]
regions = """
aaabbb
aaabbb
cccbbb
cccddd
eeeddd
eeefff
"""
"#;

#[test]
fn regions_of_a_board_are_kept_and_pieces_given_until_one_solution_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let (mine, made) = (folder.path().join("mine.toml"), folder.path().join("made.toml"));
    fs::write(&mine, PAINTED).unwrap();
    let drawn = PAINTED.split("\"\"\"").nth(1).unwrap();
    let board = format!("--board {}", mine.display());
    assert!(run(&format!("count {board}")).answer().trim().parse::<u64>().unwrap() > 1);
    for more in ["--coloured", "--coloured --difficulty easy", "--stars 1"] {
        let text = run(&format!("puzzle {more} {board} --seed 1")).answer().to_owned();
        assert!(text.contains(drawn) && text.contains("givens = ["), "{more}: {text}");
        fs::write(&made, &text).unwrap();
        assert_eq!(run(&format!("count --board {}", made.display())).answer(), "1\n", "{more}");
    }
    // A problem with exactly one solution gets no givens.
    let coloured = run("puzzle --coloured --size 5 --holes c3 --seed 1").answer().to_owned();
    fs::write(&mine, &coloured).unwrap();
    assert_eq!(run(&format!("puzzle --coloured {board} --seed 1")).answer(), coloured);
    // Regions without a solution are not silently replaced.
    fs::write(&mine, PAINTED.replace("fff", "ddd")).unwrap();
    let none = run(&format!("puzzle --stars 1 {board}"));
    assert!(none.refusal(1).contains("the regions of --board were kept"), "{}", none.stderr());
}

#[test]
fn a_board_painted_in_part_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    let (mine, made) = (folder.path().join("mine.toml"), folder.path().join("made.toml"));
    let board = format!("--board {}", mine.display());
    let whole = run("puzzle --coloured --size 6 --seed 1").answer().to_owned();
    let drawn = whole.split("\"\"\"\n").nth(1).unwrap();
    // Whole rows, all cells of some regions, and single cells are painted.
    let painted = [
        format!("{}......\n......\n......\n", &drawn[..21]),
        drawn.replace(['a', 'f'], "."),
        drawn
            .chars()
            .enumerate()
            .map(|(at, it)| if it != '\n' && at % 3 > 0 { '.' } else { it })
            .collect(),
    ];
    for painted in painted {
        fs::write(&mine, whole.replace(drawn, &painted)).unwrap();
        let text = run(&format!("puzzle --coloured {board} --seed 1")).answer().to_owned();
        let finished = text.split("\"\"\"\n").nth(1).unwrap();
        assert!(!finished.contains('.') && !text.contains("givens"), "{painted}{text}");
        let keeps = |(before, after): (char, char)| before == '.' || before == after;
        assert!(painted.chars().zip(finished.chars()).all(keeps), "{painted}{text}");
        fs::write(&made, &text).unwrap();
        assert_eq!(
            run(&format!("count --board {}", made.display())).answer(),
            "1\n",
            "{painted}{text}"
        );
    }
    // Cells among the holes stay holes, also in the file that is printed.
    let holed = run("puzzle --coloured --size 6 --holes c3 --seed 1").answer().to_owned();
    assert!(holed.contains("holes = [\"c3\"]"), "{holed}");
    fs::write(&mine, &holed).unwrap();
    assert_eq!(run(&format!("puzzle --coloured {board} --seed 1")).answer(), holed);
    let refused = |drawn: &str| {
        fs::write(&mine, drawn).unwrap();
        run(&format!("puzzle --coloured {board} --seed 1")).refusal(2).to_owned()
    };
    let many = "size = 2\npiece = 'RF'\nrules = ['rows', 'regions']\nregions = \"ab\\nc.\"\n";
    assert!(refused(many).starts_with("--coloured: b1 has no region, but"));
    let limited = "size = 2\nrules = ['regions']\nweights = \"1 1\\n1 1\"\nmax_cost = 3\n";
    assert!(refused(limited).contains("'regions' is a rule, but no regions are drawn"));
    let limited = limited.replace("regions", "rows");
    assert!(refused(&limited).contains("the makers of colour regions do not add up costs"));
}

#[test]
fn repair_prints_what_each_repaint_leaves() {
    let folder = tempfile::tempdir().unwrap();
    let mine = folder.path().join("mine.toml");
    fs::write(&mine, PAINTED).unwrap();
    let board = format!("--board {}", mine.display());
    let number = run(&format!("count {board}")).answer().trim().to_owned();
    let text = run(&format!("puzzle --repair {board}")).answer().to_owned();
    let first = text.lines().next().unwrap();
    assert!(first.starts_with(&format!("{number} solutions; two of them differ on ")), "{text}");
    let json = run(&format!("puzzle --repair --json {board}"));
    let json: serde_json::Value = serde_json::from_str(json.answer()).unwrap();
    assert_eq!(json["solutions"], number.as_str());
    let repaints = json["repaints"].as_array().unwrap();
    assert_eq!(text.lines().count(), 1 + repaints.len());
    let best = &repaints[0];
    let (cell, region) = (best["cell"].as_str().unwrap(), best["region"].as_str().unwrap());
    let line = text.lines().nth(1).unwrap();
    assert!(line.starts_with(&format!("{cell} to {region}: ")), "{line}");
    for (arguments, sentence) in [
        ("--size 6", "--repair: it changes regions, and none are drawn"),
        ("--coloured", "cannot be used with"),
    ] {
        let refused = run(&format!("puzzle --repair {arguments}"));
        assert_eq!(refused.code(), 2);
        assert!(refused.stderr().contains(sentence), "{}", refused.stderr());
    }
}

#[test]
fn stars_imply_coloured_regions() {
    let text = run("puzzle --stars 1 --size 6 --seed 1").answer().to_owned();
    assert_eq!(run("puzzle --coloured --stars 1 --size 6 --seed 1").answer(), text);
    assert!(text.contains("piece = \"king\"") && text.contains("regions = \"\"\""), "{text}");
    let link = run("puzzle --stars 1 --size 6 --seed 1 --link").answer().to_owned();
    assert!(link.starts_with("https://puzz.link/p?starbattle/6/6/1/"), "{link}");
    for other in ["--givens 3", "--piece queen", "--rules rows"] {
        let refused = run(&format!("puzzle --stars 1 {other}"));
        assert_eq!(refused.code(), 2, "{other}");
        assert!(refused.stderr().contains("--stars"), "{}", refused.stderr());
    }
}

/// `puzzle` names kinds as `play` does.
#[test]
fn a_kind_stands_for_its_options_and_usual_size() {
    for (kind, options) in [
        ("queens 6", "--coloured --size 6"),
        ("queens", "--coloured --size 8"),
        ("star-battle 6", "--stars 1 --size 6"),
        ("star-battle", "--stars 2 --size 10"),
        ("queens-givens 6", "--size 6"),
    ] {
        let [made, same] =
            [kind, options].map(|it| run(&format!("puzzle {it} --seed 1")).answer().to_owned());
        assert_eq!(made, same, "{kind}");
    }
    for (words, sentence) in [
        ("star-battle 9 --stars 3", "star battle, 3 stars is played in sizes 12 to 16, not 9"),
        ("queens --stars 2", "queens have no stars: 'star-battle' has"),
        ("queens 6x7", "--size: puzzles of this kind are squares"),
        ("quens", "did you mean 'queens'?"),
        ("queens --givens 3", "KIND cannot be used with --givens"),
    ] {
        let refused = run(&format!("puzzle {words}"));
        assert!(refused.refusal(2).contains(sentence), "{}", refused.stderr());
    }
}

#[test]
fn several_puzzles_are_written_to_a_folder_and_drawn_on_one_sheet() {
    let folder = tempfile::tempdir().unwrap();
    let puzzles = folder.path().join("puzzles");
    let written = run(&format!(
        "puzzle --coloured --size 5 --number 3 --seed 4 --output {}",
        puzzles.display()
    ));
    let files: Vec<&str> = written.stdout().lines().collect();
    assert_eq!(files.len(), 3);
    for (index, file) in files.iter().enumerate() {
        let alone = run(&format!("puzzle --coloured --size 5 --seed {}", 4 + index));
        assert_eq!(fs::read_to_string(file).unwrap(), alone.answer());
    }
    let sheet = |more: &str| {
        let run = run(&format!("export --picture {} {more}", puzzles.display()));
        let svg = run.answer().to_owned();
        roxmltree::Document::parse(&svg).unwrap();
        svg
    };
    let (blank, solutions) = (sheet(""), sheet("--solutions"));
    for svg in [&blank, &solutions] {
        assert_eq!(svg.matches("<g transform=").count(), 3);
        assert!(svg.contains(">2. 5×5 coloured queens</text>"));
    }
    // Each puzzle has the grade and the difficulty that its steps have.
    for number in 1..=3 {
        let path = puzzles.join(format!("{number}.toml"));
        let steps = run(&format!("explain --steps --json --board {}", path.display())).json();
        let grade = steps["grade"].as_str().unwrap();
        let graded = format!(">{grade}, {} (", steps["difficulty"]);
        assert!(blank.contains(&graded), "{graded}");
    }
    // A name that is no number is the title.
    let named = puzzles.join("Monday.toml");
    fs::copy(puzzles.join("2.toml"), &named).unwrap();
    let sheet_of_one = run(&format!("export --picture {}", named.display()));
    assert!(sheet_of_one.answer().contains(">1. Monday</text>"));
    // A sheet leaves out the pieces of a player who has solved the puzzle.
    let placed = &run(&format!("solve --json --board {}", named.display())).json()["solutions"][0];
    let solved = fs::read_to_string(&named).unwrap() + &format!("placed = {placed}\n");
    fs::write(&named, solved).unwrap();
    let unsolved = run(&format!("export --picture {}", named.display()));
    assert_eq!(unsolved.answer(), sheet_of_one.answer());
    assert_eq!(blank.matches("class=\"cell forced\"").count(), 0);
    assert_eq!(solutions.matches("class=\"cell forced\"").count(), 15);
    let refused = run("puzzle --number 3");
    assert!(refused.code() == 2 && refused.stderr().contains("--output DIR"));
    let missing = run(&format!("export --picture {}", folder.path().display()));
    assert!(missing.refusal(2).ends_with("no board files (their names end in .toml)"));
}

/// The sheet and the page have the puzzles of the same seeds, in black and white, and the file's name says which is meant.
#[test]
fn several_puzzles_are_one_sheet_or_one_page() {
    let folder = tempfile::tempdir().unwrap();
    let puzzles = "puzzle --coloured --size 5 --number 3 --seed 4";
    let alone = |seed: u64| {
        let text = run(&format!("puzzle --coloured --size 5 --seed {seed}")).answer().to_owned();
        let regions = text.split("\"\"\"\n").nth(1).unwrap().to_owned();
        regions.lines().rev().collect::<String>()
    };
    let sheet = run(&format!("{puzzles} --to svg")).answer().to_owned();
    let document = roxmltree::Document::parse(&sheet).unwrap();
    let colors = document.descendants().flat_map(|node| {
        ["fill", "stroke"].into_iter().filter_map(move |name| node.attribute(name))
    });
    for color in colors.filter(|color| *color != "none") {
        let [red, green, blue] = [1, 3, 5].map(|at| &color[at..at + 2]);
        assert!(red == green && green == blue, "{color}");
    }
    let drawings = document.descendants().filter(|node| node.attribute("transform").is_some());
    for (seed, drawing) in (4..).zip(drawings) {
        // A thick line stands between two cells of a row exactly if they are of different regions.
        let cells: Vec<_> =
            drawing.children().filter(|node| node.attribute("id").is_some()).collect();
        let borders = drawing.children().find(|node| node.attribute("class") == Some("border"));
        let path = borders.unwrap().attribute("d").unwrap();
        let regions = alone(seed).into_bytes();
        assert_eq!(cells.len(), 25);
        for (index, pair) in cells.windows(2).enumerate().filter(|(index, _)| index % 5 < 4) {
            let number = |name| pair[1].attribute(name).unwrap().parse::<i32>().unwrap();
            let line = format!("M{} {}v-64", number("x"), number("y") + 64);
            assert_eq!(
                path.contains(&line),
                regions[index] != regions[index + 1],
                "{seed} {index}"
            );
        }
    }
    let named = folder.path().join("three.svg");
    assert_eq!(run(&format!("{puzzles} --output {}", named.display())).answer(), "");
    assert_eq!(fs::read_to_string(&named).unwrap(), sheet);
    let page = folder.path().join("three.html");
    let json = run(&format!("{puzzles} --json --output {}", page.display())).json();
    assert_eq!(json["puzzles"].as_array().unwrap().len(), 3);
    let page = fs::read_to_string(page).unwrap();
    let boards: serde_json::Value =
        serde_json::from_str(crate::html::between(&page, "id=\"data\">", "</script>")).unwrap();
    for (index, board) in boards.as_array().unwrap().iter().enumerate() {
        assert_eq!(board["regions"], alone(4 + index as u64));
        assert_eq!(json["puzzles"][index]["seed"], (4 + index).to_string());
    }
    // The same page can be made of board files. Their names are headings.
    for seed in 4..7 {
        let text = run(&format!("puzzle --coloured --size 5 --seed {seed}")).answer().to_owned();
        fs::write(folder.path().join(format!("{}.toml", seed - 3)), text).unwrap();
    }
    let of_files = run(&format!("export {} --to html", folder.path().display()));
    assert_eq!(of_files.answer(), page);
    fs::rename(folder.path().join("1.toml"), folder.path().join("Monday.toml")).unwrap();
    let renamed = run(&format!("export {} --to html", folder.path().display()));
    assert!(renamed.answer().contains("\"heading\":\"Monday\""));
}

/// Formerly existing puzzle files were replaced without a warning.
#[test]
fn puzzles_replace_no_files_unless_forced() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().display();
    let second = folder.path().join("2.toml");
    for file in ["2.toml", "02.toml", "4.toml", "notes.txt"] {
        fs::write(folder.path().join(file), "mine").unwrap();
    }
    let puzzles = format!("puzzle --size 5 --number 3 --seed 4 --output {name}");
    assert_eq!(
        run(&puzzles).refusal(2),
        format!("--output: {name} has 1 file of these names already; --replace replaces them")
    );
    assert_eq!(fs::read_to_string(&second).unwrap(), "mine");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
    // An earlier version called the option so.
    assert_eq!(run(&format!("{puzzles} --force")).answer().lines().count(), 3);
    fs::write(&second, "mine").unwrap();
    assert_eq!(run(&format!("{puzzles} --replace")).answer().lines().count(), 3);
    assert!(fs::read_to_string(&second).unwrap().starts_with("# A puzzle"));
    assert_eq!(fs::read_to_string(folder.path().join("4.toml")).unwrap(), "mine");
}

#[test]
fn a_game_that_cannot_be_is_refused_before_the_terminal_is_touched() {
    for (arguments, sentence) in [
        ("queens --size 3", "--size: '3' is not a size of puzzles (a whole number from 4 to 16)"),
        // `coloured` and `givens` are the kinds' names in `:puzzle`.
        ("coloured --size 3", "--size: '3' is not a size of puzzles (a whole number from 4 to 16)"),
        ("givens --size 13", "queens with givens is played in sizes"),
        (
            "quens",
            "KIND|FILE|LINK: 'quens' is not a kind of puzzle (queens, star-battle or queens-givens)",
        ),
        ("none.toml", "none.toml: "),
        ("assets/boards/coloured-7.toml --size 8", "--size: it is for puzzles that are made"),
        ("assets/boards/coloured-7.toml --daily", "--daily: it is for puzzles that are made"),
        ("assets/boards/amazons-10.toml --stars 2", "--stars: this board has no regions"),
        (
            "--daily 2026-02-29",
            "--daily: '2026-02-29' is not a date from 2000 on, as in 2026-11-23",
        ),
        ("--daily --seed 1", "--daily cannot be used with --seed"),
        (
            "star-battle --stars 3 --size 9",
            "star battle, 3 stars is played in sizes 12 to 16, not 9",
        ),
        ("--stars 2", "queens have no stars: 'star-battle' has"),
        ("chess", "chess"),
        ("--difficulty brutal", "brutal"),
        ("--engine sat", "the board chooses the fastest engine itself"),
        ("--json", "--json needs a verb that prints data"),
        ("", "the board needs a terminal for input and output"),
    ] {
        let refused = run(&format!("play {arguments}"));
        assert_eq!((refused.code(), refused.stdout()), (2, ""), "{arguments}");
        assert!(refused.stderr().contains(sentence), "{}", refused.stderr());
    }
}
