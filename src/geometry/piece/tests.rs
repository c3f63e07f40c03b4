use super::*;

fn piece(text: &str) -> Piece {
    text.parse().unwrap()
}

#[test]
fn every_name_is_a_piece_and_reads_back() {
    for name in Piece::names() {
        assert_eq!(piece(name).name(), name);
        assert_eq!(piece(name).usual_name(), Some(name), "no two pieces move alike");
        for alias in piece(name).aliases() {
            assert_eq!(piece(alias).name(), name);
        }
        assert_eq!(piece(&piece(name).notation()), piece(name));
    }
}

#[test]
fn notations_are_written_as_in_the_table() {
    for named in USUAL_PIECES {
        let notation = Piece::from_usual(named).notation();
        // These notations differ from the table, which has them as in the literature.
        let usual = match named.name {
            "marquis" => "WN",
            "priest" => "FN",
            "fiveleaper" => "(0,5)(3,4)",
            "gold-general" => "WfF",
            "silver-general" => "fWF",
            "crab" => "ffbsN",
            _ => named.notation,
        };
        assert_eq!(notation, usual);
    }
}

#[test]
fn moves_are_those_of_fairy_chess() {
    let count = |text: &str| {
        let piece = piece(text);
        let leaps = piece.moves().filter(|step| step.max_steps == Some(1)).count();
        (leaps, piece.moves().count() - leaps)
    };
    assert_eq!(count("queen"), (0, 8));
    assert_eq!(count("rook"), (0, 4));
    assert_eq!(count("king"), (8, 0));
    assert_eq!(count("centaur"), (16, 0));
    assert_eq!(count("amazon"), (8, 8));
    assert_eq!(count("princess"), (8, 4));
    assert_eq!(count("nightrider"), (0, 8));
    assert_eq!(count("alfil"), (4, 0));
    assert_eq!(count("root-50-leaper"), (12, 0));
    assert_eq!(count("lance"), (0, 1));
}

#[test]
fn pieces_that_move_alike_are_equal() {
    for (one, other) in [
        ("amazon", "NQ"),
        ("Q", "RB"),
        ("WW", "R0"),
        ("W2W", "R2"),
        ("RW2W", "R"),
        ("K2", "W2F2"),
        ("L", "(3,1)"),
        ("J", "Z1"),
        ("(1,2)(2,1)", "nightrider"),
    ] {
        assert_eq!(piece(one), piece(other));
    }
    assert_ne!(piece("R2"), piece("R3"));
    assert_ne!(piece("fN"), piece("bN"));
    assert_eq!((piece("NQ").name(), piece("NQ").usual_name()), ("NQ", Some("amazon")));
    assert_eq!(piece("WWF3").usual_name(), None);
}

#[test]
fn what_is_no_piece_is_told_by_what_it_looks_like() {
    let error = |text: &str| text.parse::<Piece>().unwrap_err().to_string();
    assert_eq!(error("quen"), "'quen' is not a piece: did you mean 'queen'?");
    assert_eq!(error("QUEN"), "'QUEN' is not a piece: did you mean 'queen'?");
    assert_eq!(
        error("pawnn"),
        "'pawnn' is not a piece; some are queen, rook, bishop, knight, king, amazon, princess, empress (the verb \
         'pieces' lists all), others have moves such as 'QN'"
    );
    assert!(error("QX").starts_with("'QX': 'X' at character 2 is no atom"));
    assert_eq!(
        error("fmW"),
        "'fmW': 'm' at character 2 (a move that does not capture) makes no sense here: every move attacks"
    );
}

#[test]
fn what_was_probably_meant_is_offered() {
    let error = |text: &str| text.parse::<Piece>().unwrap_err().to_string();
    for (text, near) in [("qn", "QN"), ("r", "R"), ("qnn", "QNN"), ("(1,4)n", "(1,4)N")] {
        assert_eq!(
            error(text),
            format!("'{text}' is not a piece: did you mean '{near}'? Atoms are capital letters")
        );
    }
    for (text, near) in [
        ("Q+N", "QN"),
        ("Q N", "QN"),
        ("q+n", "QN"),
        ("queen+knight", "QN"),
        ("rook & Ferz", "RF"),
        ("(1,4)+N", "N(1,4)"),
        ("queen,", "queen"),
        ("quen", "queen"),
    ] {
        assert_eq!(error(text), format!("'{text}' is not a piece: did you mean '{near}'?"));
        assert!(near.parse::<Piece>().is_ok());
    }
    for (text, named) in [
        ("W-1", "'-' at character 2"),
        ("QNf", "'f' at character 3"),
        ("1,2", "'1' at character 1"),
    ] {
        assert!(error(text).contains(named), "{text}");
    }
    assert_eq!(piece(" queen "), piece("Q"));
    assert_eq!(piece(" QN ").name(), "QN");
}

#[test]
fn letters_are_those_of_chess() {
    for (name, letter) in [
        ("rook", 'R'),
        ("bishop", 'B'),
        ("knight", 'N'),
        ("king", 'K'),
        ("queen", 'Q'),
        ("camel", 'Q'),
    ] {
        assert_eq!(piece(name).letter(), letter, "{name}");
    }
    assert_eq!(piece("FW").letter(), 'K');
}

#[test]
fn a_piece_is_printed_by_its_name() {
    assert_eq!(format!("{:>6}|{:<4}", piece("QN"), piece("rook")), "    QN|rook");
    assert_eq!(Piece::default(), piece("queen"));
    assert!(piece("empress").aliases().contains(&"chancellor") && piece("W3").aliases().is_empty());
}
