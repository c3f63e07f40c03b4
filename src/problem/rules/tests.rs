use super::*;

fn cells(names: &[&str]) -> Vec<Cell> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

#[test]
fn rules_are_derived_as_data() {
    let grid =
        Grid::new("3".parse().unwrap()).with_holes(cells(&["b2", "a3", "b3", "c3"])).unwrap();
    let requirements = ["rows", "columns=2", "pieces=4"].map(|text| text.parse().unwrap());
    let rules = Rules::new(grid, "rook".parse().unwrap(), requirements);
    let groups: Vec<_> = rules
        .groups()
        .iter()
        .map(|group| (group.id(), group.cells().to_vec(), group.bounds()))
        .collect();
    let one = super::super::Bounds::AT_LEAST_ONE;
    let exactly = super::super::Bounds::exactly;
    assert_eq!(
        groups,
        [
            (GroupId::Row(0), cells(&["a1", "b1", "c1"]), one),
            (GroupId::Row(1), cells(&["a2", "c2"]), one),
            (GroupId::Row(2), vec![], one),
            (GroupId::Column(0), cells(&["a1", "a2"]), exactly(2)),
            (GroupId::Column(1), cells(&["b1"]), exactly(2)),
            (GroupId::Column(2), cells(&["c1", "c2"]), exactly(2)),
            (GroupId::Pieces(Some(4)), cells(&["a1", "b1", "c1", "a2", "c2"]), exactly(4)),
        ]
    );
    let mut attacked: Vec<_> = rules.board_rule(cells(&["a2"])[0]).collect();
    attacked.sort_unstable();
    assert_eq!(attacked, cells(&["a1", "c2"]));
}

#[test]
fn the_attacks_on_a_board_tell_whether_a_line_takes_one_piece() {
    let takes_one = |piece: &str, size: &str, torus: bool| {
        let grid = Grid::new(size.parse().unwrap()).with_torus(torus);
        let rules = Rules::new(grid, piece.parse().unwrap(), []);
        assert!(size == "1" || !rules.clone().with_board_rule(false).at_most_one_in_line());
        rules.at_most_one_in_line()
    };
    let with: Vec<_> = Piece::names().filter(|piece| takes_one(piece, "8", false)).collect();
    assert_eq!(
        with,
        ["queen", "rook", "amazon", "empress", "dragon-king", "canvasser", "waran", "amazonrider"]
    );
    assert!(takes_one("frR", "8", false), "one way along each line is enough");
    assert!(!takes_one("vR", "8", false) && !takes_one("R6", "8", false));
    // Pieces that move like a rook on a small board.
    assert!(takes_one("R3", "4", false) && takes_one("king", "2", false));
    assert!(takes_one("R2", "5", true) && !takes_one("R2", "5", false));
    assert!(!takes_one("R3", "4x5", false) && takes_one("vR", "4x1", false));
    assert!(takes_one("knight", "1", false));
}

#[test]
fn lines_need_a_piece_where_a_group_within_them_does() {
    let names = |piece: &str, needs: &[&str]| {
        let grid = Grid::new("2x3".parse().unwrap()).with_holes(cells(&["b1"])).unwrap();
        let regions = Regions::parse("aab\nc.b").unwrap();
        let needs = needs.iter().map(|need| need.parse().unwrap());
        let rules = Rules::new(grid, piece.parse().unwrap(), needs);
        let rules = rules.with_regions(&regions).unwrap();
        rules.required_lines().map(|lines| {
            let names = lines
                .iter()
                .map(|group| group.as_ref().map_or("-".into(), |it| it.id().to_string()));
            names.collect::<Vec<String>>().join(", ")
        })
    };
    assert_eq!(names("queen", &["rows"]), ["row 1, row 2", "-, -, -"]);
    // Three pieces fill all columns. For a row, a region inside it is enough.
    let all = ["row 1, row 2", "column a, column b, column c"];
    assert_eq!(names("queen", &["rows", "pieces=3"]), all);
    assert_eq!(names("king", &["regions"]), ["region c, region a", "region c, -, region b"]);
    assert_eq!(names("king", &["rows=0"]), ["-, -", "-, -, -"]);
}

#[test]
fn regions_make_holes_and_keep_to_their_grid() {
    let regions = Regions::parse("aab\na.b\nccb").unwrap();
    let grid = Grid::new("3".parse().unwrap()).with_holes(cells(&["a1"])).unwrap();
    let needs = ["rows", "regions=1"].map(|text| text.parse().unwrap());
    let rules = Rules::new(grid, "king".parse().unwrap(), needs);
    assert_eq!(
        rules.clone().with_regions(&Regions::parse("ab").unwrap()),
        Err(Size::new(1, 2).unwrap())
    );
    let rules = rules.with_regions(&regions).unwrap();
    let groups: Vec<_> =
        (rules.groups()[3..].iter()).map(|group| (group.id(), group.cells().to_vec())).collect();
    let groups_of = [
        (GroupId::Region('c'), cells(&["b1"])),
        (GroupId::Region('b'), cells(&["c1", "c2", "c3"])),
        (GroupId::Region('a'), cells(&["a2", "a3", "b3"])),
    ];
    assert_eq!(groups, groups_of);
    assert_eq!(rules.regions().unwrap().to_string(), "aab\na.b\n.cb\n");
    // One hole is removed: its cell joins the region above.
    let grid = rules.grid().clone().with_holes(cells(&["a1"])).unwrap();
    assert_eq!(rules.with_grid(grid).regions().unwrap().to_string(), "aab\naab\n.cb\n");
    let larger = rules.resized("4".parse().unwrap());
    assert_eq!(larger.regions(), None);
    assert_eq!(larger.requirements(), [Requirement::QUEENS_RULE]);
    assert_eq!(larger.grid().holes().iter().collect::<Vec<_>>(), cells(&["a1", "b2"]));
    let smaller = rules.resized("1x2".parse().unwrap());
    assert_eq!(smaller.grid().holes().iter().collect::<Vec<_>>(), cells(&["a1"]));
    assert_eq!(rules.resized(rules.size()), rules);
    let drawn = larger.with_grid_of(&regions);
    assert_eq!((drawn.regions(), drawn.piece()), (Some(&regions), rules.piece()));
    assert_eq!(drawn.grid().holes().iter().collect::<Vec<_>>(), cells(&["b2"]));
}

fn rules(size: &str, piece: &str, needs: &str) -> Rules {
    let needs = needs.split(',').filter(|need| !need.is_empty()).map(|need| need.parse().unwrap());
    Rules::new(Grid::new(size.parse().unwrap()), piece.parse().unwrap(), needs)
}

/// Rules made from other rules compute their groups again.
#[test]
fn changed_rules_have_groups_of_their_own() {
    let regions = |text: &str| Regions::parse(text).unwrap();
    let drawn = regions("aab\ncab\nccb");
    let begin = || rules("3", "queen", "rows,regions").with_regions(&drawn).unwrap();
    let changes: [&dyn Fn(Rules) -> Rules; 10] = [
        &|rules| rules.with_board_rule(false),
        &|rules| rules.with_regions(&regions("abc\nabc\nab.")).unwrap(),
        &|rules| rules.with_incomplete_regions(&regions("abc\nabc\nab.")).unwrap(),
        &|rules| rules.without_regions(),
        &|rules| rules.with_requirements(["columns=2".parse().unwrap()]),
        &|rules| rules.with_piece("knight".parse().unwrap()),
        &|rules| rules.resized("4x2".parse().unwrap()),
        &|rules| rules.with_grid(rules.grid().clone().with_holes(cells(&["b2"])).unwrap()),
        &|rules| rules.with_grid_of(&regions("ab\nab")),
        &|rules| rules.without_limit(),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let known = begin();
        assert!(!known.groups().is_empty() && !known.bounded_groups().is_empty());
        let (found, expected) = (change(known), change(begin()));
        assert_eq!(found, expected, "{number}");
        assert_eq!(found.groups(), expected.groups(), "{number}");
        assert_eq!(found.bounded_groups(), expected.bounded_groups(), "{number}");
        assert!(found == begin() || found.groups() != begin().groups() || number < 6);
    }
}

#[test]
fn each_change_leaves_the_rest() {
    let size = Size::square(3).unwrap();
    let weights = Weights::new(size, (0..9).collect()).unwrap();
    let regions = Regions::parse("aab\ncab\nccb").unwrap();
    let begin = rules("3", "queen", "rows,regions").with_regions(&regions).unwrap();
    let begin = begin.with_weights(Some(weights.clone())).unwrap();
    assert_eq!((begin.limit(), begin.max_cost()), (None, None));
    let priced = begin.clone().with_max_cost(Some(7)).unwrap().with_board_rule(false);
    assert_eq!(priced.limit(), Some((&weights, 7)));
    assert_eq!(begin.without_regions().with_max_cost(None), Ok(begin.without_regions()));
    assert_eq!(priced.clone().with_weights(None).unwrap().max_cost(), None);
    assert_eq!(priced.clone().with_weights(Some(weights.clone())), Ok(priced.clone()));
    assert_eq!(rules("3", "queen", "rows").with_max_cost(Some(1)), Err(NoWeights));
    assert_eq!(rules("2", "queen", "").with_weights(Some(weights.clone())), Err(size));
    let knight = priced.with_piece("knight".parse().unwrap());
    assert_eq!((knight.piece().name(), knight.requirements()), ("knight", priced.requirements()));
    assert_eq!((knight.regions(), knight.limit()), (Some(&regions), Some((&weights, 7))));
    assert!(!knight.has_board_rule() && begin.has_board_rule());
    assert_eq!(knight.without_limit().weights(), Some(&weights));
    assert_eq!(knight.without_limit().max_cost(), None);
    let larger = priced.resized("4".parse().unwrap());
    assert_eq!((larger.weights(), larger.max_cost(), larger.regions()), (None, None, None));
    let torus = priced.with_grid(priced.grid().clone().with_torus(true));
    assert_eq!((torus.limit(), torus.regions()), (Some((&weights, 7)), Some(&regions)));
    assert!(torus.resized("5".parse().unwrap()).grid().is_torus());
    assert!(torus.with_grid_of(&regions).grid().is_torus());
    let unfinished = begin.without_regions();
    assert_eq!((unfinished.regions(), unfinished.requirements()), (None, begin.requirements()));
    assert!(unfinished.groups().iter().all(|group| group.id().family() == Family::Rows));
    let drawing = Regions::parse("aab\n.ab\n.bb").unwrap();
    let unfinished = unfinished.with_incomplete_regions(&drawing).unwrap();
    assert_eq!(unfinished.cells_without_region().collect::<Vec<_>>(), cells(&["a1", "a2"]));
    assert_eq!(begin.cells_without_region().next(), None);
    assert_eq!(
        begin.with_incomplete_regions(&Regions::parse("a").unwrap()),
        Err(Size::square(1).unwrap())
    );
}

/// All sets of cells that keep the rules.
fn solutions(rules: &Rules) -> Vec<CellSet> {
    let standing: Vec<Cell> = rules.grid().standing_cells().collect();
    let set = |bits: u32| {
        let chosen = standing.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 == 1);
        CellSet::from_cells(rules.size(), chosen.map(|(_, &cell)| cell))
    };
    let is_solution = |set: &CellSet| {
        let attacked = rules.excluded_by(set.iter());
        set.overlap(&attacked) == 0 && rules.groups().iter().all(|group| group.allows(set))
    };
    (0..1 << standing.len()).map(set).filter(is_solution).collect()
}

/// The bounds that follow hold in each solution, and the rules fix the number of pieces only if all solutions have
/// the same number.
#[test]
fn what_follows_from_the_rules_holds_in_all_solutions() {
    let drawn = Regions::parse("aab\ncab\nccb").unwrap();
    for piece in ["queen", "rook", "king", "knight", "bishop"] {
        for needs in [
            "",
            "rows",
            "columns=1",
            "rows=1,columns",
            "rows=2,columns",
            "rows,regions=1",
            "pieces=3",
            "pieces=2,rows",
            "regions=2,columns",
            "rows,columns,regions,pieces=4",
            "dominate",
            "rows=0",
            "pieces=5,rows=2",
            "rows=1,columns=2",
        ] {
            for holes in [&[][..], &["a1"], &["b1", "b2", "b3"]] {
                let grid = Grid::new("3".parse().unwrap()).with_holes(cells(holes)).unwrap();
                let rules = rules("3", piece, needs).with_grid(grid);
                for rules in [rules.clone(), rules.with_regions(&drawn).unwrap()] {
                    let all = solutions(&rules);
                    let numbers: std::collections::BTreeSet<usize> =
                        all.iter().map(CellSet::len).collect();
                    let what = format!("{piece} {needs} {holes:?} {:?}", rules.regions());
                    assert!(!rules.fixes_piece_count() || numbers.len() <= 1, "{what}");
                    for &need in rules.requirements() {
                        let least = rules.pieces_required(need);
                        assert!(numbers.iter().all(|&number| number >= least), "{what}");
                    }
                    let implied = rules.implied_groups();
                    for group in rules.bounded_groups().iter().chain(&implied) {
                        assert!(all.iter().all(|set| group.allows(set)), "{group:?} {what}");
                    }
                    for set in &all {
                        let covered = &rules.attacked_by(set.iter()) | set;
                        let uncovered = &(!&covered) - rules.grid().holes();
                        let dominates = rules.requirements().contains(&Requirement::DOMINATE);
                        assert!(rules.uncovered(set).is_empty());
                        assert!(!dominates || uncovered.is_empty(), "{what}");
                    }
                }
            }
        }
    }
}

#[test]
fn rules_that_fix_the_number_of_pieces_are_known() {
    let fixes =
        |size: &str, piece: &str, needs: &str| rules(size, piece, needs).fixes_piece_count();
    for (size, piece, needs) in [
        ("4", "queen", "rows"),
        ("3x4", "rook", "rows"),
        ("4x3", "rook", "columns"),
        ("4", "knight", "rows=1"),
        ("4", "knight", "columns=2"),
        ("4", "knight", "pieces=3"),
    ] {
        assert!(fixes(size, piece, needs), "{size} {piece} {needs}");
    }
    for (size, piece, needs) in [
        ("4", "knight", "rows"),
        ("4", "queen", ""),
        ("4", "queen", "dominate"),
        ("4", "king", "regions=1"),
    ] {
        assert!(!fixes(size, piece, needs), "{size} {piece} {needs}");
    }
    let drawn = Regions::parse("ab\nab").unwrap();
    let stars = rules("2", "king", "regions=1").with_regions(&drawn).unwrap();
    assert!(stars.fixes_piece_count() && !stars.with_requirements([]).fixes_piece_count());
}

/// The groups with their bounds, such as `row 1: 1..1`.
fn bounded(rules: &Rules) -> String {
    let name = |group: &Group| {
        let Bounds { lower, upper } = group.bounds();
        format!("{}: {lower}..{}", group.id(), upper.unwrap())
    };
    rules.bounded_groups().iter().map(name).collect::<Vec<_>>().join(", ")
}

#[test]
fn bounds_follow_from_all_rules_together() {
    let told = |size: &str, piece: &str, needs: &str| bounded(&rules(size, piece, needs));
    // Three pieces in total, and each column needs one.
    let all =
        "row 1: 1..1, row 2: 1..1, row 3: 1..1, column a: 1..1, column b: 1..1, column c: 1..1";
    assert_eq!(told("3", "king", "rows=1,columns"), all);
    assert_eq!(told("3", "queen", "rows"), all);
    // Four columns, three pieces: none is certain.
    let wide = "row 1: 1..1, row 2: 1..1, column a: 0..1, column b: 0..1, column c: 0..1";
    assert_eq!(told("2x3", "rook", "rows"), wide);
    // Four pieces in two rows: each has one to three.
    assert_eq!(told("2x3", "king", "rows,pieces=4"), "row 1: 1..3, row 2: 1..3, pieces=4: 4..4");
    assert_eq!(
        told("2x3", "king", "rows=2,columns"),
        "row 1: 2..2, row 2: 2..2, column a: 1..2, column b: 1..2, column c: 1..2"
    );
    // Five pieces on six cells leave at most one cell empty.
    assert_eq!(
        told("2x3", "king", "rows,pieces=5"),
        "row 1: 2..3, row 2: 2..3, column a: 1..2, column b: 1..2, column c: 1..2, pieces=5: 5..5"
    );
    // Rules that contradict each other keep their own bounds.
    assert_eq!(
        told("3", "king", "rows=2,pieces=1"),
        "row 1: 2..2, row 2: 2..2, row 3: 2..2, pieces=1: 1..1"
    );
    assert_eq!(told("3", "king", ""), "");
    // A king beside another would attack it.
    assert_eq!(told("1x2", "king", "dominate"), "row 1: 0..1, cover a1: 1..2, cover b1: 1..2");
}

#[test]
fn groups_are_those_of_the_families_meant() {
    let rules = rules("2x3", "king", "rows,columns=1,pieces=3,dominate");
    let names = |is_meant: fn(Family) -> bool| {
        let groups = rules.groups_of_families(is_meant);
        groups.map(|group| group.id().to_string()).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(names(|family| family == Family::Rows), "row 1, row 2");
    assert_eq!(names(|family| family == Family::Columns), "column a, column b, column c");
    assert_eq!(names(|family| family == Family::Regions), "");
    let all = "row 1, row 2, column a, column b, column c, pieces=3";
    assert_eq!(names(|family| family != Family::Dominate), all);
}

#[test]
fn covers_that_are_too_many_are_refused() {
    let pairs = |size: &str, needs: &str| rules(size, "queen", needs).check_covers();
    assert_eq!(pairs("100", "dominate"), Ok(()));
    assert_eq!(pairs("1000", "rows"), Ok(()));
    // A queen has 8 offsets of each length up to 199.
    assert_eq!(pairs("200", "dominate"), Err(TooManyCovers(200 * 200 * 8 * 199)));
}

#[test]
fn holes_are_neither_attacked_nor_decided() {
    let grid = Grid::new("3".parse().unwrap()).with_holes(cells(&["b1", "c3"])).unwrap();
    let rules = rules("3", "fR", "rows").with_grid(grid);
    let names = |set: CellSet| set.iter().collect::<Vec<_>>();
    assert_eq!(names(rules.excluded_by(cells(&["b2"]))), cells(&["b3"]));
    assert_eq!(names(rules.excluded_by(cells(&["b3", "c2"]))), cells(&["c1", "b2"]));
    assert_eq!(names(rules.attacked_by(cells(&["a1", "c1"]))), cells(&["a2", "c2", "a3"]));
    assert_eq!(names(rules.attacked_by(cells(&["b3"]))), []);
    assert_eq!(rules.check(cells(&["b1"])[0]), Err(DecisionError::Hole(cells(&["b1"])[0])));
    assert_eq!(rules.check(cells(&["b2"])[0]), Ok(()));
    assert!(matches!(rules.check(cells(&["d1"])[0]), Err(DecisionError::OffGrid(_))));
}
