use base64::Engine as _;
use miniz_oxide::deflate::compress_to_vec;
use proptest::prelude::*;
use strum::IntoEnumIterator;

use super::*;
use crate::{Bounds, Requirement, Weights};
use geometry::{Cell, Grid};

fn drawn(link: &str) -> String {
    read_link(link).unwrap().regions.to_string()
}

/// The star battle of a link.
fn star_battle(link: &str) -> Problem {
    let LinkContent { regions, stars } = read_link(link).unwrap();
    let rules = Rules::star_battle(Grid::new(regions.size()), stars.unwrap());
    Problem::new(rules.with_regions(&regions).unwrap())
}

fn puzzle(regions: &str, piece: &str, rules: &str) -> Problem {
    let regions = Regions::parse(regions).unwrap();
    let needs = rules.split(',').filter(|rule| !rule.is_empty());
    let needs = needs.map(|rule| rule.parse::<Requirement>().unwrap());
    let rules = Rules::new(Grid::new(regions.size()), piece.parse().unwrap(), needs);
    Problem::new(rules.with_regions(&regions).unwrap())
}

/// Computed by hand: the vertical borders of `aab / acb` are 01 and 11 from the top, the horizontal
/// borders 010.
#[test]
fn borders_are_bits_from_the_top_left_in_two_parts() {
    let problem = puzzle("aab\nacb", "K", "rows=1,columns=1,regions=1");
    // 0111 and a padding zero are 14, the digit e. 010 and two padding zeros are 8.
    let link = "https://puzz.link/p?starbattle/3/2/1/e8";
    assert_eq!(write_link(&problem).as_deref(), Ok(link));
    assert_eq!(drawn(link), "aab\nacb\n");
}

/// A puzzle of puzz.link, with its regions as another program reads them.
#[test]
fn a_link_of_the_site_reads_as_there() {
    let link = "https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpmk";
    assert_eq!(drawn(link), "aaaabb\nacdabb\nccdddb\ncbbbbb\nceebef\ncceeef\n");
    assert_eq!(write_link(&star_battle(link)).as_deref(), Ok(link));
}

#[test]
fn every_spelling_of_a_link_is_read() {
    let regions = drawn("https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpmk");
    for link in [
        "http://pzv.jp/p.html?starbattle/6/6/1/2u9gn9c9jpmk",
        " https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpmk/\n",
        "https://swaroopg92.github.io/penpa-edit/?p=https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpmk",
    ] {
        assert_eq!(drawn(link), regions);
    }
}

/// An example of the solver noqx: a drawing with a margin of one cell, and `2 ★` above it.
const TWO_STARS: &str = concat!(
    "https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VXNbts8ELz7KQKeeeCfREm3NHV6SZO2SREEgmAojtoYdeDUP0",
    "Uhw++e2eWq/oqmCJpD8BUoZFFjkjsc7nCl1ddNu+y0dfTzhTba4gpl4NvHjG8j18VsPe+qA324Wd8ulgBanx0f60/tfNWNaorE1Yy2fVn1",
    "h7p/U9XKKc23VY3u31fb/m3Vj3V/jiGFubo/AbJKO8DxHl7yOKGj1GkN8KlgwCvA6Ww5nXeTk9Tzrqr7C61onVccTVDdLb51KoXx/+ni7n",
    "pGHdftGptZ3c7uZWS1uVl82chc2+x0f5jkXj0i1+/lEkxyCT0il3ZBclfrdvksqSnwV5Fls9sh2R8gc1LVpPjjHhZ7eF5t0Z5WWxU8hcIP",
    "y46g1/LYFY0FjDkswas5GjzmQcftBbh077l9za3hNuP2hOeMQeNKnBlrVQUqb6L2DmsSthY4CsYcL3OcBy4FYz5pZFwAQxNhj9ggsb7UPs",
    "sSDojNJDbgvOZGMHhy4cnoDMtaGWKjxOaIjRIbwV8If6RCKASDsxROqoVSeCJ4SuEpog5G1ioKYNFcGuBcMGrKCD/yEyQ/iANOGhCng0tr",
    "IQ7YCQa/5BBxwIkHcTr4pAHjwMKDHAbJYUBFh0z0kBdG9mWQWyN7N9iLlT1as/eO/LJJA57Ag4/ImxVOi/xYyQP55QYfwemF04Nz8DoHzg",
    "cM/lz4c/APfpEXUfrJizj0k1+yLvky+MjvKMlzzIEHH7HfOPgIbT+8hrZCtBWYL74j98it+OIoz5J/D7984scTWOZ75Nknfs7zkH+czxDE",
    "xwDOIJwBnEE4gxOPUDSXXDpH3AZucy6pSMX7R+X933J+XvU+KafO5C3/0xX/vr5mVKvxzefu4HSxvGvneL2e37b3ncLXazdS3xXftaeP4b",
    "8P2ot+0Cjx5v927p+QUyOnqIz+TKv7zaSdTBc4UcjYb/pfXD0Kl5OezohqRg8="
);

#[test]
fn a_drawing_of_penpa_edit_reads_as_its_regions() {
    let regions = read_link(TWO_STARS).unwrap().regions;
    let rows = [
        "aaaaabbbbb",
        "accccddddb",
        "accccdeeeb",
        "accccdeeeb",
        "accccddddb",
        "afggfhhhhi",
        "jfggfhhhhi",
        "jfggfhhhhi",
        "jffffhhhhi",
        "jjjjiiiiii",
    ];
    assert_eq!(regions.to_string(), rows.map(|row| format!("{row}\n")).concat());
}

/// The link to a drawing of penpa-edit.
fn drawing(text: &str) -> String {
    let data =
        base64::engine::general_purpose::STANDARD.encode(compress_to_vec(text.as_bytes(), 9));
    format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={data}")
}

/// Reads a drawing of 2×2 cells, see [`link_of_two_by_two`].
fn two_by_two(title: &str, rules: &str, marks: &str) -> LinkContent {
    read_link(&link_of_two_by_two(title, rules, marks)).unwrap()
}

/// A drawing of 2×2 cells in two regions with a margin of one cell. The arguments are its title, its
/// rules, and its numbers and symbols.
fn link_of_two_by_two(title: &str, rules: &str, marks: &str) -> String {
    let header = format!(
        "square,4,4,38,0,1,1,190,190,0,0,0,0,0,0,Title: {title},Author: ,,{rules},OFF,false"
    );
    // Cells are numbered in rows of eight, and corners from 64 on. The line is between the two columns.
    let lines = r#"zE:{"91,99":2,"83,91":2}"#;
    let text = format!("{header}\n[1,1,1,1]\n{{}}\n{{{marks},{lines}}}\n\n[27,1,7,1]\n");
    drawing(&text)
}

#[test]
fn the_title_of_a_drawing_is_read() {
    let title = |title: &str| link_title(&link_of_two_by_two(title, "", "zN:{},zY:{}"));
    assert_eq!(title("Monday%2C \u{202e}hard\u{1b}\u{9b}").as_deref(), Some("Monday, hard"));
    assert_eq!(title(" "), None);
    assert_eq!(link_title("https://puzz.link/p?starbattle/3/2/1/e8"), None);
    assert_eq!(link_title("https://swaroopg92.github.io/penpa-edit/#m=edit&p=?"), None);
}

#[test]
fn the_number_of_stars_of_a_drawing_is_read() {
    assert_eq!(read_link(TWO_STARS).unwrap().stars, Some(2));
    let none = "zN:{},zY:{}";
    let linked = two_by_two("", "", none);
    assert_eq!((linked.regions.to_string().as_str(), linked.stars), ("ab\nab\n", None));
    let stars = |title: &str, rules: &str, marks: &str| two_by_two(title, rules, marks).stars;
    // The number counts if it is beside a star above the grid, before or after it. On the grid it does
    // not count.
    for (marks, expected) in [
        (r#"zN:{"19":["2",1,"1"]},zY:{"20":[2,"star",2]}"#, Some(2)),
        (r#"zN:{"20":["3",1,"1"]},zY:{"19":[2,"star",2]}"#, Some(3)),
        (r#"zN:{"19":["2★",1,"1"]},zY:{"9":[zO,"x}"]}"#, Some(2)),
        (r#"zN:{"27":["2",1,"1"]},zY:{"28":[2,"star",2]}"#, None),
        (r#"zN:{"19":["2",1,"1"]},zY:{"20":[2,"circle_L",2]}"#, None),
        (r#"zN:{"19":["two",1,"1"]},zY:{"20":[2,"star",2]}"#, None),
        (r#"zN:{"18446744073709551615":["2",1,"1"]},zY:{}"#, None),
    ] {
        assert_eq!(stars("", "", marks), expected, "{marks}");
    }
    let rules = "Place 2 stars in each row%2C column and region.%2DNo two stars touch.";
    assert_eq!(stars("Star Battle", rules, none), Some(2));
    assert_eq!(stars("Star Battle (3 stars)", "", none), Some(3));
    assert_eq!(stars("Star Battle (1001 stars)", "", none), None);
}

#[test]
fn coloured_queens_are_written_as_star_battles_of_one_star() {
    let regions = "aabb\naccb\nddcb\nddcc\n";
    let link = write_link(&puzzle(regions, "RF", "rows,columns,regions")).unwrap();
    assert!(link.starts_with("https://puzz.link/p?starbattle/4/4/1/"));
    assert_eq!(drawn(&link), regions);
    assert_eq!(write_link(&star_battle(&link)).unwrap(), link);
}

#[test]
fn what_a_link_cannot_say_is_refused_with_the_reason() {
    let square = "aabb\naccb\nddcb\nddcc\n";
    let king = |rules| puzzle(square, "K", rules);
    let right = king("rows=1,columns=1,regions=1");
    let refused = |problem: &Problem| write_link(problem).unwrap_err().to_string();
    assert_eq!(refused(&Problem::new(Rules::queens(4).unwrap())), LinkError::NoRegions.to_string());
    for rules in [
        "rows=1,columns=1",
        "rows,columns,regions",
        "rows=1,columns=1,regions=2",
        "rows=1,columns=1,regions=1,pieces=4",
        "rows=1001,columns=1001,regions=1001",
    ] {
        assert_eq!(refused(&king(rules)), LinkError::Rules.to_string(), "{rules}");
    }
    for (regions, piece) in [(square, "queen"), ("aabb\naabb\naabb\naabb\n", "RF")] {
        let problem = puzzle(regions, piece, "rows,columns,regions");
        assert_eq!(refused(&problem), LinkError::Rules.to_string());
    }
    let parted = puzzle("aab\nbbb\nbba", "K", "rows=1,columns=1,regions=1");
    assert_eq!(
        refused(&parted),
        "region a has several parts, but regions of a link are connected: join the parts"
    );
    let given = right.clone().with_given("a1".parse().unwrap()).unwrap();
    assert_eq!(refused(&given), "a link cannot say which pieces are given");
    let holes = puzzle("aa.\nbbb\ncca", "K", "rows=1,columns=1,regions=1");
    assert_eq!(refused(&holes), "a link cannot say where holes are");
    let torus = right.rules().with_grid(right.rules().grid().clone().with_torus(true));
    assert_eq!(refused(&Problem::new(torus)), "a link cannot say that opposite edges are joined");
    // Earlier, a cost limit was silently left out of the link.
    let weights = Weights::parse("1 2 3 4\n1 2 3 4\n1 2 3 4\n1 2 3 4").unwrap();
    let weighted = Rules::clone(right.rules()).with_weights(Some(weights)).unwrap();
    assert!(write_link(&Problem::new(weighted.clone())).is_ok());
    let limited = Problem::new(weighted.with_max_cost(Some(9)).unwrap());
    assert_eq!(refused(&limited), "a link cannot say what the pieces may cost");
    // Rules with additional families of groups are refused, whatever their numbers are.
    let exact = Family::iter().map(|family| Requirement { family, bounds: Bounds::exactly(1) });
    let all = right.rules().with_requirements(exact);
    assert_eq!(refused(&Problem::new(all)), LinkError::Rules.to_string());
    assert!(write_link(&right).is_ok());
}

#[test]
fn a_wrong_link_is_refused_with_the_reason() {
    let site = "https://puzz.link/p?";
    for (text, reason) in [
        ("", "this link is no star battle"),
        ("https://example.org/", "this link is no star battle"),
        ("https://puzz.link/p?slither/5/5/gch1222ch331bg222", "this link is no star battle"),
        (
            &format!("{site}starbattle/6/6"),
            "the number of stars of the link, '', is no whole number from 1 to 1000",
        ),
        (&format!("{site}starbattle/6/6/1001/0"), "the number of stars of the link, '1001', is no"),
        (&format!("{site}starbattle/0/6/1/"), "the number of columns of the link, '0', is no"),
        (&format!("{site}starbattle/6/x/1/"), "the number of rows of the link, 'x', is no"),
        (&format!("{site}starbattle/6/6/1/2u9"), "the link has 3 digits of borders, but a board"),
        (&format!("{site}starbattle/6/6/1/2u9gn9c9jpmz"), "'z' in the link is no digit"),
        (&format!("{site}starbattle/2000/2000/1/0"), "size '2000x2000' is out of range"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=%", "the drawing in the link cannot"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=abcd", "the drawing in the link can"),
    ] {
        let error = read_link(text).unwrap_err().to_string();
        assert!(error.starts_with(reason), "{text}: {error}");
    }
}

/// Random connected regions, in which each cell joins a random neighbour.
fn regions() -> impl Strategy<Value = (Regions, u32)> {
    (1..=13_u16, 1..=13_u16, 1..4_u32).prop_flat_map(|(rows, columns, stars)| {
        let size = Size::new(rows, columns).unwrap();
        proptest::collection::vec(0..4_usize, size.cells()).prop_map(move |choices| {
            // A border separates two cells unless one of them has chosen the other.
            let chosen = |cell: Cell| size.neighbours(cell).nth(choices[size.index(cell)]);
            let borders = Borders::new(size, |one, other| {
                chosen(one) != Some(other) && chosen(other) != Some(one)
            });
            (borders.regions(), stars)
        })
    })
}

proptest! {
    #[test]
    fn what_is_written_reads_back((regions, stars) in regions()) {
        let rules = Rules::star_battle(Grid::new(regions.size()), stars);
        let problem = Problem::new(rules.with_regions(&regions).unwrap());
        let link = write_link(&problem).unwrap();
        prop_assert_eq!(&star_battle(&link), &problem);
        prop_assert_eq!(Borders::between(&regions).regions(), regions);
    }

    #[test]
    fn no_text_panics(text in "(https://(puzz.link/p\\?starbattle/|swaroopg92.github.io/penpa-edit/#p=))?[ -~0-9a-v/é]{0,40}") {
        let _ = read_link(&text);
        let sized = format!("https://puzz.link/p?starbattle/3/2/1/{text}");
        if let Err(error) = read_link(&sized) {
            prop_assert!(!error.to_string().contains(char::is_control));
        }
    }
}
