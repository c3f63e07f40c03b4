use std::collections::BTreeSet;

use proptest::prelude::*;

use super::super::Piece;
use super::*;

fn steps(text: &str) -> BTreeSet<(i32, i32, Option<u16>)> {
    let moves = parse(text).unwrap().into_iter();
    moves.map(|way| (way.step.rows, way.step.columns, way.max_steps)).collect()
}

fn set(steps: &[(i32, i32, Option<u16>)]) -> BTreeSet<(i32, i32, Option<u16>)> {
    steps.iter().copied().collect()
}

#[test]
fn atoms_are_leaps_of_their_distances() {
    for (text, shape) in [
        ("W", (0, 1)),
        ("F", (1, 1)),
        ("D", (0, 2)),
        ("N", (1, 2)),
        ("A", (2, 2)),
        ("H", (0, 3)),
        ("C", (1, 3)),
        ("L", (1, 3)),
        ("Z", (2, 3)),
        ("J", (2, 3)),
        ("G", (3, 3)),
        ("(0,7)", (0, 7)),
        ("(999,4)", (4, 999)),
    ] {
        let moves = parse(text).unwrap();
        assert!(moves.iter().all(|way| way.step.shape() == shape && way.max_steps == Some(1)));
        let number = if shape.0 == 0 || shape.0 == shape.1 { 4 } else { 8 };
        assert_eq!(moves.len(), number, "{text}");
    }
}

#[test]
fn numbers_and_doubling_make_rides() {
    let up = |most| set(&[(1, 0, most)]);
    assert_eq!(steps("fW"), up(Some(1)));
    assert_eq!(steps("fW1"), up(Some(1)));
    assert_eq!(steps("fW2"), up(Some(2)));
    assert_eq!(steps("fWW999"), up(Some(999)));
    for unlimited in ["fWW", "fW0", "fR", "fRR", "fR0", "f(0,1)(1,0)"] {
        assert_eq!(steps(unlimited), up(None), "{unlimited}");
    }
    assert_eq!(steps("fR3"), up(Some(3)));
    assert_eq!(steps("fK2"), set(&[(1, 0, Some(2)), (1, 1, Some(2)), (1, -1, Some(2))]));
    assert_eq!(steps("fKK"), steps("fQ"));
    assert_eq!(steps("f(1,4)(1,4)2"), set(&[(4, 1, Some(2)), (4, -1, Some(2))]));
    // Two different leaps do not make a ride.
    assert_eq!(steps("(1,4)(1,5)").len(), 16);
    assert_eq!(steps("NN").len(), 8);
}

#[test]
fn modifiers_hold_for_one_atom() {
    let (fw, f) = (steps("fW"), steps("F"));
    assert_eq!(steps("fWF"), fw.union(&f).copied().collect());
    assert_eq!(steps("ffNbsN"), steps("ffbsN"));
    assert_eq!(steps("fsN"), set(&[(1, 2, Some(1)), (1, -2, Some(1))]));
    assert_eq!(steps("fN"), set(&[(2, 1, Some(1)), (2, -1, Some(1))]));
}

#[test]
fn errors_point_at_the_character() {
    for (text, position, reason) in [
        ("", 1, "'' is empty"),
        (
            "QX",
            2,
            "'QX': 'X' at character 2 is no atom (W F D N A H C Z G, L = C, J = Z, K R B Q or (a,b))",
        ),
        ("Ná", 2, "'Ná': 'á' at character 2 is no atom"),
        ("2W", 1, "'2W': '2' at character 1 must follow an atom, as in 'W2'"),
        ("QNf", 3, "'QNf': 'f' at character 3 needs an atom behind it"),
        ("W1000", 2, "'W1000': '1' at character 2 begins a number above 999"),
        ("W99999999999999999999", 2, "'W99999999999999999999': '9' at character 2 begins a number"),
        ("N(1,2", 6, "'N(1,2' lacks ')' at its end, as in '(1,4)'"),
        ("N(1,", 5, "'N(1,' lacks a number at its end"),
        ("(0,0)", 1, "'(0,0)': '(' at character 1 begins a leap that stays where it is"),
        ("(1,1000)", 4, "'(1,1000)': '1' at character 4 begins a distance above 999"),
        ("(1;2)", 3, "'(1;2)': ';' at character 3 must be ',', as in '(1,4)'"),
        ("(a,b)", 2, "'(a,b)': 'a' at character 2 must be a number"),
        ("cN", 1, "'cN': 'c' at character 1 (a way to capture)"),
        ("fnN", 2, "'fnN': 'n' at character 2 (lame)"),
        ("QpR", 2, "'QpR': 'p' at character 2 (hopper)"),
        ("WafsF", 2, "'WafsF': 'a' at character 2 (moves of several legs)"),
        ("zB", 1, "'zB': 'z' at character 1 (circular and crooked rides)"),
        ("wN", 1, "'wN': 'w' at character 1 is no modifier"),
        ("hN", 1, "'hN': 'h' at character 1 (half) follows"),
        ("NhlK", 2, "'NhlK': 'h' at character 2 (right-handed or left-handed steps)"),
    ] {
        let error = parse(text).unwrap_err();
        assert_eq!(error.position(), position, "{text}");
        assert!(error.to_string().starts_with(reason), "{error}");
    }
    assert!(parse(&"W".repeat(200)).is_ok());
    assert_eq!(parse(&"W".repeat(201)).unwrap_err().position(), 201);
}

/// The leaps of three shapes that each modifier selects.
#[test]
fn modifiers_select_directions() {
    for (text, expected) in [
        ("fW", &[(1, 0)][..]),
        ("bW", &[(-1, 0)]),
        ("lW", &[(0, -1)]),
        ("rW", &[(0, 1)]),
        ("vW", &[(-1, 0), (1, 0)]),
        ("sW", &[(0, -1), (0, 1)]),
        ("frW", &[(0, 1), (1, 0)]),
        ("flbW", &[(-1, 0), (0, -1), (1, 0)]),
        ("fF", &[(1, -1), (1, 1)]),
        ("bF", &[(-1, -1), (-1, 1)]),
        ("lF", &[(-1, -1), (1, -1)]),
        ("frF", &[(1, 1)]),
        ("blF", &[(-1, -1)]),
        ("frblF", &[(-1, -1), (1, 1)]),
        ("fN", &[(2, -1), (2, 1)]),
        ("bN", &[(-2, -1), (-2, 1)]),
        ("rN", &[(-1, 2), (1, 2)]),
        ("lfN", &[(2, -1)]),
        ("flN", &[(1, -2)]),
        ("rbN", &[(-2, 1)]),
        ("brN", &[(-1, 2)]),
        ("fsN", &[(1, -2), (1, 2)]),
        ("vN", &[(-2, -1), (-2, 1), (2, -1), (2, 1)]),
        ("sN", &[(-1, -2), (-1, 2), (1, -2), (1, 2)]),
        ("fhN", &[(1, -2), (1, 2), (2, -1), (2, 1)]),
        ("rhN", &[(-2, 1), (-1, 2), (1, 2), (2, 1)]),
        ("hrN", &[(-2, -1), (-1, 2), (1, -2), (2, 1)]),
        ("hlN", &[(-2, 1), (-1, -2), (1, 2), (2, -1)]),
    ] {
        let expected: Vec<_> = expected.iter().map(|&(a, b)| (a, b, Some(1))).collect();
        assert_eq!(steps(text), set(&expected), "{text}");
    }
}

#[test]
fn modifiers_that_make_no_sense_are_named() {
    for (letters, reason) in [
        ("m", "a move that does not capture"),
        ("cdekx", "a way to capture"),
        ("i", "first move only"),
        ("n", "lame"),
        ("j", "jumping"),
        ("pg", "hopper"),
        ("atuy", "moves of several legs"),
        ("qz", "circular and crooked rides"),
        ("o", "cylinder"),
    ] {
        for letter in letters.chars() {
            let error = parse(&format!("f{letter}N")).unwrap_err().to_string();
            assert!(error.contains(&format!("'{letter}' at character 2 ({reason})")), "{error}");
        }
    }
    for letter in ['w', '-', '?'] {
        assert!(parse(&format!("{letter}N")).unwrap_err().to_string().contains(" is no "));
    }
}

#[test]
fn moves_are_written_shortly() {
    for (text, written) in [
        ("WF", "K"),
        ("WWFF", "Q"),
        ("W2F2", "Q2"),
        ("WW", "R"),
        ("FF3", "B3"),
        ("NN", "NN"),
        ("N3", "N3"),
        ("NN3", "N3"),
        ("fWfF", "fK"),
        ("(1,4)(1,4)", "(1,4)(1,4)"),
        ("NW", "WN"),
        ("frW", "frW"),
        ("bsN", "bsN"),
    ] {
        assert_eq!(write(&parse(text).unwrap()), written, "{text}");
    }
}

/// Random notations.
fn notation() -> impl Strategy<Value = String> {
    let modifiers = prop_oneof![
        Just(String::new()),
        "[fblrvs]{1,4}",
        "(ff|ss|fl|fr|bl|br|lf|rf|lb|rb|fs|bs|lv|rv|fh|bh|lh|rh){1,3}"
    ];
    let atom = prop_oneof!["[WFDNAHCZGLJKRBQ]", "\\([0-9]{1,2},[1-9][0-9]{0,2}\\)"];
    let range = prop_oneof![
        4 => Just(None),
        1 => Just(Some(String::new())),
        2 => (0..20_u16).prop_map(|most| Some(most.to_string())),
    ];
    let term = (modifiers, atom, range).prop_map(|(modifiers, atom, range)| match range {
        None => format!("{modifiers}{atom}"),
        Some(range) if range.is_empty() => format!("{modifiers}{atom}{atom}"),
        Some(range) => format!("{modifiers}{atom}{range}"),
    });
    proptest::collection::vec(term, 1..6).prop_map(|terms| terms.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_is_written_reads_back(text in notation()) {
        let piece: Piece = text.parse().unwrap();
        let written = piece.notation();
        let again: Piece = written.parse().unwrap();
        prop_assert_eq!(&again, &piece);
        prop_assert_eq!(again.notation(), written);
    }

    #[test]
    fn no_text_panics_and_errors_point_into_it(text in "[WFDNAHCZGLJKRBQfblrvshmnc0-9(),]{0,12}|\\PC{0,8}|.{0,300}") {
        if let Err(error) = parse(&text) {
            prop_assert!((1..=text.chars().count() + 1).contains(&error.position()));
        }
        if let Err(error) = text.parse::<Piece>() {
            prop_assert!(!error.to_string().is_empty());
        }
    }

    #[test]
    fn every_choice_of_directions_can_be_written(
        shape in prop_oneof![Just((0, 2)), Just((3, 3)), Just((1, 2))],
        chosen in 1..256_u16,
    ) {
        let steps = Offset::of_shape(shape).into_iter().enumerate();
        let chosen: Vec<Move> = steps
            .filter(|(index, _)| chosen >> index & 1 == 1)
            .map(|(_, step)| Move { step, max_steps: Some(1) })
            .collect();
        prop_assume!(!chosen.is_empty());
        let read: BTreeSet<Move> = parse(&write(&chosen)).unwrap().into_iter().collect();
        prop_assert_eq!(read, chosen.into_iter().collect::<BTreeSet<_>>());
    }
}
