use serde_json::json;

use super::run;

#[test]
fn pieces_are_drawn_side_by_side() {
    assert_eq!(
        run("pieces rook W2 chancellor").answer(),
        "rook  R      W2  R2       empress  RN\n\
         . . | . .    . . 2 . .    . 2 1 2 .\n\
         . . | . .    . . 1 . .    2 . 1 . 2\n\
         - - o - -    2 1 o 1 2    1 1 o 1 1\n\
         . . | . .    . . 1 . .    2 . 1 . 2\n\
         . . | . .    . . 2 . .    . 2 1 2 .\n\
         \x20                         1 rook  2 knight\n\
         \x20                         (chancellor, marshal, marshall)\n\n\
         1 2 3 limited ride, by steps   - | / \\ + ride without limit\n"
    );
}

/// The picture of the n-amazons problem in the Global Constraint Catalog.
#[test]
fn the_moves_of_an_amazon_are_numbered_by_its_parts() {
    assert_eq!(
        run("pieces amazon").answer(),
        "amazon  QN\n\
         1 2 1 2 1\n\
         2 1 1 1 2\n\
         1 1 o 1 1\n\
         2 1 1 1 2\n\
         1 2 1 2 1\n\
         1 queen  2 knight\n\
         (superqueen)\n"
    );
}

#[test]
fn all_usual_pieces_fit_into_eighty_columns() {
    let run = run("pieces");
    let answer = run.answer();
    assert!(answer.lines().all(|line| line.chars().count() <= 80));
    for piece in ["queen  Q", "nightrider  NN", "giraffe  (1,4)", "empress  RN", "crab  ffbsN"] {
        assert!(answer.contains(piece), "{piece}");
    }
}

#[test]
fn json() {
    let listed = run("pieces W2 fFF wildebeest --json").json();
    let pieces = listed["pieces"].as_array().unwrap();
    let text = |piece: usize, key: &str| pieces[piece][key].as_str().unwrap().to_owned();
    assert_eq!((text(0, "name"), text(0, "notation")), ("W2".into(), "R2".into()));
    assert_eq!(pieces[0]["moves"].as_array().unwrap().len(), 4);
    assert_eq!(pieces[0]["moves"][3], json!({"rows": 1, "cols": 0, "most": 2}));
    let up = json!([{"rows": 1, "cols": -1, "most": null}, {"rows": 1, "cols": 1, "most": null}]);
    assert_eq!(pieces[1]["moves"], up);
    assert_eq!((text(2, "name"), &pieces[2]["aliases"]), ("gnu".into(), &json!(["wildebeest"])));
    assert!(run("pieces --json").json()["pieces"].as_array().unwrap().len() > 50);
}

#[test]
fn what_is_no_piece_is_refused() {
    let sentence = "pieces: 'QNf': 'f' at character 3 needs an atom behind it, as in 'fN'";
    assert_eq!(run("pieces queen QNf").refusal(2), sentence);
    assert_eq!(run("pieces rok").refusal(2), "pieces: 'rok' is not a piece: did you mean 'rook'?");
}
