//! The page for a browser: what its script reads is compared with the brute force. `.ci/browser` tries the page itself.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use configurator::engine::Budget;
use configurator::export::{self, Format, PageBoard};
use configurator::problem::{Assist, BoardFile, Problem, Rules};
use proptest::prelude::*;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::cases::{Described, case, in_full};

fn page(problem: &Problem, assist: Assist) -> String {
    let mut page = Vec::new();
    Format::Html.write(problem, assist, &Budget::default(), &mut page).unwrap();
    String::from_utf8(page).unwrap()
}

/// The text between two words of the page.
pub(crate) fn between<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    let start = page.find(from).unwrap() + from.len();
    &page[start..start + page[start..].find(to).unwrap()]
}

/// The data of the boards that the page's script reads.
fn boards(page: &str) -> Vec<Value> {
    serde_json::from_str(between(page, "id=\"data\">", "</script>")).unwrap()
}

/// The data of the page's only board.
pub(crate) fn data(page: &str) -> Value {
    let [board] = boards(page).try_into().unwrap();
    board
}

/// A list of numbers.
pub(crate) fn numbers(list: &Value) -> Vec<usize> {
    list.as_array().unwrap().iter().map(|number| number.as_u64().unwrap() as usize).collect()
}

/// All solutions of the page's diagram, each as many times as paths lead to it.
pub(crate) fn solutions(data: &Value) -> Vec<u64> {
    let Some(levels) = data["levels"].as_array() else { return Vec::new() };
    let fixed = numbers(&data["fixed"]).iter().fold(0_u64, |set, cell| set | 1 << cell);
    let mut at = vec![(0, fixed)];
    for level in levels {
        let cells = numbers(&level["cells"]);
        let (mut nodes, mut rest) = (Vec::new(), &numbers(&level["nodes"])[..]);
        while let Some((&arcs, after)) = rest.split_first() {
            let (own, others) = after.split_at(2 * arcs);
            nodes.push(own.to_vec());
            rest = others;
        }
        let step = |&(node, set): &(usize, u64)| {
            let arcs = nodes[node].chunks(2).map(|arc| (arc[0], arc[1]));
            let piece = |choice: usize| choice.checked_sub(1).map_or(0, |index| 1 << cells[index]);
            arcs.map(|(choice, to)| (to, set | piece(choice))).collect::<Vec<_>>()
        };
        at = at.iter().flat_map(step).collect();
    }
    at.into_iter().map(|(_, set)| set).collect()
}

/// The decisions of a list of the page's data, as sets of placed and of excluded cells.
pub(crate) fn decisions(list: &Value) -> [u64; 2] {
    let mut sets = [0; 2];
    for decision in list.as_array().unwrap() {
        let cell = decision[0].as_u64().unwrap();
        sets[usize::from(decision[1] == Value::Bool(false))] |= 1 << cell;
    }
    sets
}

/// The solutions that agree with the decisions shown at first, ascending.
pub(crate) fn remaining(data: &Value) -> Vec<u64> {
    let [placed, excluded] = decisions(&data["decisions"]);
    let agrees = |set: &u64| set & placed == placed && set & excluded == 0;
    let mut found: Vec<u64> = solutions(data).into_iter().filter(agrees).collect();
    found.sort_unstable();
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(in_full(64, 500)))]

    #[test]
    fn the_page_has_all_solutions_once(case in case(4)) {
        let Some(expected) = case.solutions() else { return Ok(()) };
        let data = data(&page(&case.problem(), Assist::Full));
        let ([kept, out], [placed, excluded]) =
            (decisions(&data["kept"]), decisions(&data["decisions"]));
        prop_assert_eq!((kept | placed, out | excluded), (case.placed, case.excluded));
        let expected: BTreeSet<u64> = expected.into_iter().collect();
        prop_assert!(remaining(&data).into_iter().eq(expected));
    }
}

#[test]
fn each_board_of_a_page_has_its_own_data() {
    let coloured = BoardFile::read("assets/boards/coloured-8.toml".as_ref()).unwrap();
    let stars = BoardFile::read("assets/boards/star-battle-10.toml".as_ref()).unwrap();
    let heading = Some("Stars".to_owned());
    let board = |file: &BoardFile, heading: Option<String>| -> PageBoard {
        (heading, file.problem.clone(), file.assist)
    };
    let all = [board(&coloured, None), board(&stars, heading), board(&coloured, None)];
    let page = export::page(&all, false, &Budget::default()).unwrap();
    let found = boards(&page);
    let words = |key: &str| found.iter().map(|board| board[key].to_string()).collect::<Vec<_>>();
    assert_eq!(
        words("heading"),
        ["\"8×8 coloured queens\"", "\"Stars\"", "\"8×8 coloured queens\""]
    );
    // The same puzzle is known again, and drawn with the same pieces.
    assert!(found[0]["id"] == found[2]["id"] && found[0]["id"] != found[1]["id"]);
    assert_eq!(words("drawings"), ["0", "1", "0"]);
    for (number, board) in found.iter().enumerate() {
        assert!(page.contains(&format!("id=\"placed-{}\"", board["drawings"])));
        // Every colour that a region has is one of the style sheet, and has a name of its own.
        let colors = board["colors"].as_object().unwrap();
        for color in colors.values() {
            assert!(page.contains(&format!(".r{}{{", color[0])), "{color}");
        }
        assert_eq!(colors.len(), board["rows"].as_u64().unwrap() as usize);
        // A group is full when it has as many pieces as in the solution. Sets of cells have room for 64 cells.
        if number == 1 {
            continue;
        }
        let solutions = solutions(board);
        assert_eq!(solutions.len(), 1, "{number}");
        for group in board["bounded"].as_array().unwrap() {
            let pieces =
                numbers(&group[0]).iter().filter(|cell| solutions[0] >> **cell & 1 == 1).count();
            assert_eq!(pieces as u64, group[1].as_u64().unwrap());
        }
    }
}

#[test]
fn hints_of_a_page_name_regions_by_letter_and_colour() {
    let board = BoardFile::read("assets/boards/coloured-8.toml".as_ref()).unwrap();
    let data = data(&page(&board.problem, Assist::Attacks));
    let regions: Vec<char> = data["regions"].as_str().unwrap().chars().collect();
    let mut named = 0;
    for step in data["steps"].as_array().unwrap() {
        let (why, text) = (step["why"].as_str().unwrap(), step["text"].as_str().unwrap());
        assert!(text.ends_with(why) || text.contains("more"), "{text}");
        for (letter, color) in data["colors"].as_object().unwrap() {
            let name = format!("region {letter}");
            for (at, _) in why.match_indices(&name) {
                named += 1;
                let color = format!(" ({})", color[1].as_str().unwrap());
                assert!(why[at + name.len()..].starts_with(&color), "{why}");
                // The cells of the region are marked.
                let of_region = |cell: &usize| regions[*cell] == letter.chars().next().unwrap();
                let marked = numbers(&step["groups"]).into_iter().filter(of_region).count();
                assert_eq!(marked, (0..64).filter(of_region).count(), "{why}");
            }
        }
    }
    assert!(named > 3);
}

#[test]
fn the_policy_allows_this_script_and_this_style_only() {
    let page = page(&Problem::new(Rules::queens(4).unwrap()), Assist::Full);
    let hash = |text: &str| format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)));
    let script = hash(between(&page, "<script>", "</script>"));
    let style = hash(between(&page, "<style>", "</style>"));
    let policy = between(&page, "Content-Security-Policy\" content=\"", "\">");
    assert_eq!(
        policy,
        format!(
            "default-src 'none'; script-src {script}; style-src {style}; base-uri 'none'; \
             form-action 'none'"
        )
    );
    for word in ["{{", "eval(", "innerHTML", "@import", "url(", "src=", " style=", "onclick="] {
        assert!(!page.contains(word), "{word}");
    }
    // The only address is the name of SVG, which is not opened.
    assert_eq!(
        page.matches("http").count(),
        page.matches("http://www.w3.org/2000/svg").count() + 1
    );
    assert_eq!(page.matches("http-equiv").count(), 1);
}
