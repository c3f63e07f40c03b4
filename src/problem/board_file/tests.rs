use std::fs;
use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::{Regions, Requirement, Value, Weights};
use geometry::{Cell, Grid, Piece, Size};

fn problem() -> impl Strategy<Value = Problem> {
    let requirement = prop_oneof![
        Just("rows"),
        Just("columns"),
        Just("rows=1"),
        Just("columns=2"),
        Just("regions"),
        Just("regions=3"),
        Just("pieces=5"),
        Just("pieces=0"),
        Just("dominate")
    ];
    let piece = proptest::sample::select(Piece::names().collect::<Vec<_>>());
    let requirements = proptest::collection::vec(requirement, 0..4);
    let cells = proptest::collection::vec((0..30_u16, 0..30_u16, 0..4_u8), 0..40);
    let region = proptest::char::ranges(vec!['a'..='e', 'Q'..='S', '7'..='9'].into());
    let regions = proptest::option::of(proptest::collection::vec(region, 900));
    let weights = proptest::option::of(proptest::collection::vec(-99..1_000_000_i64, 900));
    let costs = (weights, proptest::option::of(any::<i64>()));
    let flags = (any::<bool>(), any::<bool>());
    (1..30_u16, 1..30_u16, piece, flags, requirements, regions, cells, costs).prop_map(
        |(
            rows,
            columns,
            piece,
            (torus, board_rule),
            requirements,
            regions,
            cells,
            (weights, limit),
        )| {
            let size = Size::new(rows, columns).unwrap();
            let on_grid = |row, column| Cell::new(row % rows, column % columns);
            let holes = cells.iter().filter(|cell| cell.2 == 0);
            let holes = holes.map(|&(row, column, _)| on_grid(row, column));
            let grid = Grid::new(size).with_torus(torus).with_holes(holes).unwrap();
            let requirements = requirements.iter().map(|text| text.parse::<Requirement>().unwrap());
            let requirements =
                requirements.filter(|need| regions.is_some() || !need.needs_regions());
            let rules = Rules::new(grid.clone(), piece.parse().unwrap(), requirements);
            let rules = rules.with_board_rule(board_rule);
            let rules = match regions {
                Some(letters) => {
                    let regions = Regions::new(&grid, |cell| Some(letters[size.index(cell)]));
                    rules.with_regions(&regions).unwrap()
                }
                None => rules,
            };
            let problem = Problem::new(match weights {
                Some(mut weights) => {
                    weights.truncate(size.cells());
                    let weights = Some(Weights::new(size, weights).unwrap());
                    rules.with_weights(weights).unwrap().with_max_cost(limit).unwrap()
                }
                None => rules,
            });
            cells.iter().fold(problem, |problem, &(row, column, what)| {
                let (cell, before) = (on_grid(row, column), problem.clone());
                match what {
                    1 => problem.with_given(cell),
                    2 => problem.with(cell, Value::Placed),
                    _ => problem.with(cell, Value::Excluded),
                }
                .unwrap_or(before)
            })
        },
    )
}

fn assist() -> impl Strategy<Value = Assist> {
    prop_oneof![Just(Assist::Full), Just(Assist::Attacks), Just(Assist::None)]
}

proptest! {
    #[test]
    fn what_is_written_reads_back_equal(problem in problem(), assist in assist()) {
        let board = BoardFile { problem, assist };
        prop_assert_eq!(BoardFile::parse(&board.to_toml(), "board.toml"), Ok(board));
    }

    /// Valid files in which pieces are removed, duplicated or overwritten.
    #[test]
    fn a_damaged_file_is_read_or_refused_in_a_short_sentence(
        problem in problem(),
        damages in proptest::collection::vec((any::<usize>(), 0..40_usize, any::<String>()), 1..5),
    ) {
        let mut text = BoardFile { problem, assist: Assist::Full }.to_toml();
        for (place, length, put) in damages {
            let characters: Vec<char> = text.chars().collect();
            let start = place % (characters.len() + 1);
            let end = (start + length).min(characters.len());
            text = characters[..start].iter().chain(&put.chars().collect::<Vec<_>>())
                .chain(&characters[end..]).collect();
        }
        match BoardFile::parse(&text, "board.toml") {
            Ok(board) => {
                prop_assert_eq!(BoardFile::parse(&board.to_toml(), "board.toml"), Ok(board));
            }
            Err(error) => {
                let sentence = error.to_string();
                prop_assert!(sentence.starts_with("board.toml"), "{}", sentence);
                prop_assert!(!sentence.contains(char::is_control), "{}", sentence);
                prop_assert!(sentence.len() < 2000, "{}", sentence);
            }
        }
    }

    #[test]
    fn no_text_panics_or_leaves_a_control_character(text in "[a-z1-9=\\[\\]\",\n\\p{Cc}]{0,60}") {
        if let Err(error) = BoardFile::parse(&text, "board.toml") {
            prop_assert!(!error.to_string().contains(char::is_control), "{}", error);
        }
    }
}

#[test]
fn a_file_reads_as_people_write_it() {
    let text = "size = [2, 3] # small\npiece = 'Rook'\ntorus = true\nrules = ['rows=1']\n\
                holes = ['b1']\ngivens = [\"A1\"]\nplaced = ['c2']\nexcluded = ['a2']\n\
                assist = 'attacks'\n";
    let board = BoardFile::parse(text, "board.toml").unwrap();
    assert_eq!(
        board.to_toml(),
        "size = [2, 3]\npiece = \"rook\"\ntorus = true\nrules = [\"rows=1\"]\nholes = [\"b1\"]\n\
         givens = [\"a1\"]\nplaced = [\"c2\"]\nexcluded = [\"a2\"]\nassist = \"attacks\"\n"
    );
    assert_eq!(BoardFile::parse("", "board.toml"), Ok(BoardFile::default()));
}

#[test]
fn brackets_without_end_are_refused_at_once() {
    for open in ["[", "{a=", "a=[", "[["] {
        let text = format!("a={}", open.repeat(1 << 20));
        assert!(BoardFile::parse(&text, "board.toml").is_err());
    }
}

#[test]
fn a_file_is_replaced_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.toml");
    let board = BoardFile::default();
    board.write(&path).unwrap();
    assert_eq!(BoardFile::read(&path), Ok(board.clone()));
    let six = BoardFile { problem: Problem::new(Rules::queens(6).unwrap()), ..board };
    six.write(&path).unwrap();
    assert_eq!(BoardFile::read(&path), Ok(six.clone()));
    // No other file is left in the folder.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let message = |path: &Path| six.write(path).unwrap_err().to_string();
    assert!(message(folder.path()).ends_with(": this is not a file that can be replaced"));
    // The board does not wait for the reader of a pipe.
    #[cfg(unix)]
    assert!(message(Path::new("/dev/null")).ends_with(": this is not a file that can be replaced"));
    let nowhere = folder.path().join("nowhere");
    let reason = format!(": there is no directory '{}'", nowhere.display());
    assert!(message(&nowhere.join("board.toml")).ends_with(&reason));
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    assert!(message(&path).ends_with(": this file is read-only"));
}

#[cfg(unix)]
#[test]
fn a_file_keeps_its_permissions_and_a_link_stays_one() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let (path, link) = (folder.path().join("board.toml"), folder.path().join("link.toml"));
    fs::write(&path, "size = 5").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&path, &link).unwrap();
    BoardFile::default().write(&link).unwrap();
    assert_eq!(BoardFile::read(&path), Ok(BoardFile::default()));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn numbered_files_replace_none() {
    let folder = tempfile::tempdir().unwrap();
    for number in 1..=2 {
        let path = BoardFile::default().write_numbered(folder.path(), "disagreement").unwrap();
        assert_eq!(path, folder.path().join(format!("disagreement-{number}.toml")));
        assert!(path.is_file());
    }
}

#[test]
fn boards_in_journals_may_lack_their_regions() {
    let read = |text: &str| BoardFile::parse_journalled(text).map(|board| board.problem);
    let plain = read("size = 5\nrules = [\"rows\"]\nplaced = [\"c3\"]").unwrap();
    assert_eq!((plain.rules().size().cells(), plain.decisions().len()), (25, 1));
    let without = read("size = 5\nrules = [\"rows\", \"regions\"]\nplaced = [\"c3\"]").unwrap();
    assert_eq!(without, plain);
}

#[test]
fn a_mistake_in_a_drawing_is_in_the_line_of_the_file() {
    let line = |text: &str| {
        let error = BoardFile::parse(text, "board.toml").unwrap_err().to_string();
        error.split([':', ' ']).find_map(|word| word.parse::<usize>().ok())
    };
    assert_eq!(line("size = 3\nregions = \"\"\"\naab\na!b\nabb\n\"\"\"\n"), Some(4));
    assert_eq!(line("size = 3\nregions = \"\"\"aab\naab\na!b\n\"\"\"\n"), Some(4));
    assert_eq!(line("size = 3\nregions = '''a!b\naab\nabb\n'''\n"), Some(2));
}

#[test]
fn a_value_of_the_wrong_type_is_told_what_it_must_be() {
    let flags = ["torus", "board_rule"];
    let others = ["piece", "rules", "regions", "weights", "max_cost", "assist"];
    let cells = ["holes", "givens", "placed", "excluded"];
    for key in flags.iter().chain(&others).chain(&cells).chain(&["size"]) {
        let error =
            BoardFile::parse(&format!("{key} = 1.5"), "board.toml").unwrap_err().to_string();
        assert!(error.starts_with(&format!("board.toml:1: '{key}' must be ")), "{error}");
        assert_eq!(error.contains("true or false"), flags.contains(key), "{error}");
        assert_eq!(error.contains("a list of cells"), cells.contains(key), "{error}");
    }
}
