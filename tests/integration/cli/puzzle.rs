use std::fs;

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
        // Without any one of them there are several solutions.
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
    assert_eq!(run("puzzle --size 3").refusal(1), "no solution exists");
    assert!(
        run("puzzle --seed x").refusal(2).starts_with("--seed: 'x' is not a seed (a whole number")
    );
}

/// Not to find one in some attempts is no proof.
#[test]
fn where_none_is_found_the_exit_code_is_3() {
    assert_eq!(
        run("puzzle --givens 8 --seed 1").refusal(3),
        "no attempt found a puzzle with 8 given pieces; another --seed may find one"
    );
}

#[test]
fn a_game_that_cannot_be_is_refused_before_the_terminal_is_touched() {
    for (arguments, sentence) in [
        ("queens --size 3", "coloured queens is played in sizes 4 to 16, not 3"),
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
