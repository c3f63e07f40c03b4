//! `--order`: arrangements, the order that sifting finds, and orders from files.

use std::fs;

use super::run;

#[test]
fn a_sifted_order_comes_with_its_gain_and_can_be_used_again() {
    let json = run("inspect --size 6 --order sifted --json").json();
    assert_eq!((&json["order"], &json["solutions"]), (&"sifted".into(), &"4".into()));
    let sifted = &json["sifted"];
    assert_eq!((&sifted["nodes"], &sifted["row_major"]), (&json["nodes"], &131.into()));
    assert!(json["nodes"].as_u64().unwrap() < 131 && sifted.get("interrupted").is_none());
    let names: Vec<&str> =
        sifted["order"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    assert_eq!(names.len(), 36);

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine");
    fs::write(&path, names.join("\n")).unwrap();
    let again = run(&format!("inspect --size 6 --order {} --json", path.display())).json();
    assert_eq!((&again["nodes"], &again["order"]), (&json["nodes"], &path.to_str().into()));
    assert!(again.get("sifted").is_none());
    let exported = run(&format!("export --size 6 --order {} --to json", path.display())).json();
    assert_eq!(exported["variables"], sifted["order"]);
    assert_eq!(exported["nodes"].as_array().unwrap().len() as u64, json["nodes"]);

    let text = run("inspect --size 6 --order sifted");
    let gain = "order found: 71 nodes, 45.8 % fewer than the 131 of row-major order";
    assert!(text.answer().lines().any(|line| line == gain), "{}", text.answer());
    assert!(text.answer().starts_with("6×6, queen, sifted order\n"));
}

#[test]
fn sifting_ends_with_the_budget_and_says_so() {
    let json = run("inspect --size 10 --order sifted --timeout 2 --json").json();
    let sifted = &json["sifted"];
    let told = sifted["interrupted"].as_str().unwrap();
    assert!(told.starts_with("the time budget") && told.contains("sifting"), "{told}");
    assert_eq!((&sifted["row_major"], &json["solutions"]), (&25947.into(), &"724".into()));
    assert!(sifted["nodes"].as_u64().unwrap() <= 25947);
    let ended = run("inspect --size 16 --order sifted --memory 1MB --json");
    assert_eq!(ended.code(), 3);
    assert_eq!(ended.json()["interrupted"], ended.sentence());
    assert_eq!(run("export --to bdd --size 16 --order sifted --memory 1MB").code(), 3);
}

#[test]
fn what_is_no_order_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("order.txt");
    let file = path.display();
    for (text, sentence) in [
        (
            "a1 b1 # the first row\nb2, a9",
            format!("{file}:2: a9 is off the 2×2 grid (its cells go from a1 to b2)"),
        ),
        ("a1 b1\na1", format!("{file}:2: a1 is named twice")),
        ("a1 b1 b2", format!("{file}: a2 is not named (1 of 4 cells missing)")),
        (
            "a1 a2 b1 b2 ½",
            format!(
                "{file}:1: '½' is not a cell name (column letters, then a row number from 1, as in 'c4')"
            ),
        ),
    ] {
        fs::write(&path, text).unwrap();
        let told = run(&format!("inspect --size 2 --order {file}"));
        assert_eq!(told.refusal(2), format!("--order: {sentence}"));
    }
    fs::write(&path, "a1 b1 a2 b2").unwrap();
    let hole = run(&format!("export --to dot --size 2 --holes a2 --order {file}"));
    assert_eq!(hole.refusal(2), format!("--order: {file}:1: a2 is a hole: it has no variable"));
    assert_eq!(
        run("inspect --order random").refusal(2),
        "--order: 'random' is neither an order (row-major, column-major, diagonal, inside-out, \
         sifted) nor a file"
    );
    assert_eq!(
        run("inspect --order none.txt").refusal(2),
        "--order: none.txt: there is no such file"
    );
}
