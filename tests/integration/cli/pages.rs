//! Pages for a browser, as `export` and `puzzle` write them.

use super::run;
use crate::html::{between, data, decisions, numbers, solutions};

#[test]
fn pages_are_small_and_large_ones_are_refused() {
    for (size, most) in [(8, 100_000), (10, 200_000), (12, 1_200_000)] {
        let page = run(&format!("export --to html --size {size}"));
        assert!(page.answer().len() < most, "{size} queens: {}", page.answer().len());
    }
    let large = run("export --to html --size 14");
    let sentence = "nodes, more than the 150000 that are exported this way unless --force is given; a page \
                    counts them at each click, and more take a browser too long; a smaller size or more \
                    decisions make it smaller";
    assert!(large.refusal(2).ends_with(sentence), "{}", large.refusal(2));
    // With enough decisions the page has the solutions of the position.
    let page = run("export --to html --size 14 --place a1,c2,e3");
    let data = data(page.answer());
    assert_eq!(data["kept"].as_array().unwrap().len(), 3);
    assert_eq!(data["decisions"], serde_json::json!([]));
}

#[test]
fn a_puzzle_has_its_steps_and_only_the_solution() {
    let page = run("puzzle --coloured --size 6 --seed 1 --to html");
    let puzzle = data(page.answer());
    assert_eq!((&puzzle["assist"], solutions(&puzzle).len()), (&"attacks".into(), 1));
    let solution = solutions(&puzzle)[0];
    let steps = puzzle["steps"].as_array().unwrap();
    let all = |word: &str| {
        let cells = steps.iter().flat_map(|step| numbers(&step[word]));
        cells.fold(0_u64, |set, cell| set | 1 << cell)
    };
    assert_eq!(all("place"), solution);
    assert_eq!(all("exclude") & solution, 0);
    let file = run("puzzle --coloured --size 6 --seed 1");
    let drawn = between(file.answer(), "regions = \"\"\"\n", "\n\"\"\"");
    let upward: String = drawn.lines().rev().collect();
    assert_eq!(puzzle["regions"], upward);
    // Marks that are not givens can be changed, and do not change the hints.
    let board =
        run("export --to html --board assets/boards/coloured-8.toml --place a3 --exclude h8");
    let marked = data(board.answer());
    assert_eq!(decisions(&marked["decisions"]), [1 << 16, 1 << 63]);
    assert!(!marked["steps"].as_array().unwrap().is_empty());
    assert_eq!(solutions(&marked).len(), 1);
}

#[test]
fn several_puzzles_are_pages_of_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("pages");
    let command =
        format!("puzzle --size 5 --seed 1 --number 2 --to html --output {}", folder.display());
    run(&command).answer();
    for name in ["1.html", "2.html"] {
        let page = std::fs::read_to_string(folder.join(name)).unwrap();
        assert!(page.starts_with("<!DOCTYPE html>"));
    }
    assert!(run(&command).refusal(2).contains("--force"));
    assert_eq!(
        run("puzzle --size 5 --to html --json").refusal(2),
        "--json: puzzle prints the page or the sheet that --to asks for (--output FILE writes it to a file)"
    );
}
