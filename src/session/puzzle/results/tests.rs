use proptest::prelude::*;

use super::*;

fn wanted(kind: Kind, size: u16, stars: u32, grade: Grade) -> PuzzleSpec {
    PuzzleSpec::new(kind, grade, Some(size), Some(stars)).unwrap()
}

fn seconds(number: u64) -> Duration {
    Duration::from_secs(number)
}

fn result(time: u64, hints: u32) -> PuzzleResult {
    PuzzleResult { time: seconds(time), hints, ..PuzzleResult::default() }
}

/// Identities of different puzzles.
fn puzzle(number: u64) -> PuzzleId {
    PuzzleId(number.to_string())
}

/// Regression test: six finishes of the same puzzle were six results.
#[test]
fn only_the_first_result_of_a_puzzle_counts() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    let easy = wanted(Kind::Queens, 8, 1, Grade::Easy);
    let record =
        |number, time| Results::record(&path, easy, puzzle(number), result(time, 0)).unwrap();
    let first = record(1, 60);
    assert!(!first.is_repeated);
    let again = record(1, 10);
    assert!(again.is_repeated && again.score == first.score);
    let other = record(2, 20).score;
    assert_eq!((other.solved, other.best), (2, seconds(20)));
}

#[test]
fn a_puzzle_is_the_same_whatever_its_player_has_decided() {
    let cell = |name: &str| name.parse().unwrap();
    let empty = Problem::new(problem::Rules::queens(5).unwrap());
    let given = empty.clone().with_given(cell("a1")).unwrap();
    let played = given.clone().with(cell("c2"), problem::Value::Placed).unwrap();
    assert_eq!(PuzzleId::of(&played), PuzzleId::of(&given));
    assert_ne!(PuzzleId::of(&given), PuzzleId::of(&empty));
}

#[test]
fn best_and_average_are_those_without_hints_and_mistakes() {
    let mut results = Results::default();
    let easy = wanted(Kind::Queens, 8, 1, Grade::Easy);
    let stars = wanted(Kind::StarBattle, 10, 2, Grade::Hard);
    results.add(stars, puzzle(0), result(300, 2));
    assert_eq!((results.scores()[0].average(), results.scores()[0].hints), (None, 2));
    for time in [60, 40, 80] {
        results.add(easy, puzzle(time), result(time, 0));
    }
    results.add(easy, puzzle(1), result(1, 5));
    let mistaken = PuzzleResult { mistakes: 2, ..result(1, 0) };
    let recorded = results.add(easy, puzzle(2), mistaken);
    assert!(!recorded.is_repeated);
    let score = recorded.score;
    assert_eq!((score.solved, score.unaided, score.hints, score.mistakes), (5, 3, 5, 2));
    assert_eq!((score.best, score.average()), (seconds(40), Some(seconds(60))));
    let kinds: Vec<_> = results.scores().iter().map(|score| score.wanted).collect();
    assert_eq!(kinds, [easy, stars]);
}

#[test]
fn results_are_kept_in_a_file_that_is_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    assert_eq!(Results::read(&path), Ok(Results::default()));
    let easy = wanted(Kind::QueensGivens, 6, 1, Grade::Easy);
    for time in [20, 10] {
        let recorded = Results::record(&path, easy, puzzle(time), result(time, 0)).unwrap();
        assert_eq!(recorded.score.best, seconds(time));
    }
    assert_eq!(Results::read(&path).unwrap().scores()[0].average(), Some(seconds(15)));
    // A damaged file is not overwritten.
    std::fs::write(&path, "[[solved]]\nkind = 'queens'\nsize = 8\n").unwrap();
    let error = Results::record(&path, easy, puzzle(1), result(1, 0)).unwrap_err().to_string();
    assert!(error.ends_with("results.toml:1: 'stars' is missing"), "{error}");
    assert!(std::fs::read_to_string(&path).unwrap().ends_with("size = 8\n"));
}

/// Regression test: when two boards solved a puzzle at the same time, one result was lost.
#[test]
fn results_of_several_boards_at_once_are_all_kept() {
    const EACH: u32 = 20;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    let easy = wanted(Kind::Queens, 8, 1, Grade::Easy);
    let record = |board: u64| {
        for number in 0..u64::from(EACH) {
            let puzzle = puzzle(board * u64::from(EACH) + number);
            Results::record(&path, easy, puzzle, result(1, 0)).unwrap();
        }
    };
    std::thread::scope(|scope| (0..4).for_each(|board| drop(scope.spawn(move || record(board)))));
    assert_eq!(Results::read(&path).unwrap().score(easy).unwrap().solved, 4 * EACH);
}

#[test]
fn a_damaged_file_is_refused_with_line_and_reason() {
    let whole = "[[solved]]\nkind = 'queens'\nsize = 8\nstars = 1\ngrade = 'easy'\nsolved = 1\n\
                 unaided = 1\nbest = 1\ntotal = 1\nhints = 0\n";
    assert_eq!(Results::parse(whole, "r").unwrap().scores().len(), 1);
    for (from, to, reason) in [
        ("[[solved]]", "[solved]", "r:1: 'solved' must be tables"),
        ("'queens'", "'chess'", "r:2: 'chess' is not a kind of puzzle"),
        ("size = 8", "size = 3", "r:1: coloured queens is played in sizes 4 to 16, not 3"),
        ("best = 1", "best = -1", "r:8: 'best' must be a whole number from 0 on"),
        ("hints", "tips", "r:10: unknown key 'tips'"),
    ] {
        let error = Results::parse(&whole.replace(from, to), "r").unwrap_err().to_string();
        assert!(error.starts_with(reason), "{error}");
    }
}

#[test]
fn puzzles_of_the_day_are_counted_in_a_row_and_shown_week_by_week() {
    let wanted = PuzzleSpec::default();
    let date = |text: &str| text.parse::<Date>().unwrap();
    let mut results = Results::default();
    assert!(results.dailies_in_lines(date("2026-11-23")).is_empty());
    // The last two days of February and the first of March, twice in different grades; then three days in November.
    let solved = [
        "2024-02-28",
        "2024-02-29",
        "2024-03-01",
        "2024-03-01",
        "2026-11-20",
        "2026-11-21",
        "2026-11-22",
    ];
    let mut days = Vec::new();
    for (number, day) in (0..).zip(solved) {
        let result = PuzzleResult { daily: Some(date(day)), ..result(1, 0) };
        days.push(results.add(wanted, puzzle(number), result).days_in_a_row);
    }
    days.push(results.add(wanted, puzzle(99), result(1, 0)).days_in_a_row);
    assert_eq!(days, [1, 2, 3, 3, 1, 2, 3, 0]);
    let line = |today: &str| results.dailies_in_lines(date(today))[0].clone();
    for (today, now) in [("2026-11-22", 3), ("2026-11-23", 3), ("2026-11-24", 0), ("2026-11-21", 2)]
    {
        assert_eq!(
            line(today),
            format!("6 puzzles of the day; days in a row: {now} now, 3 at best")
        );
    }
    // 2026-11-23 is a Monday.
    let lines = results.dailies_in_lines(date("2026-11-25"));
    assert_eq!(
        lines[1..],
        [
            "week of     Mo Tu We Th Fr Sa Su",
            "2026-10-26   .  .  .  .  .  .  .",
            "2026-11-02   .  .  .  .  .  .  .",
            "2026-11-09   .  .  .  .  .  .  .",
            "2026-11-16   .  .  .  .  *  *  *",
            "2026-11-23   .  .  ."
        ]
    );
    let error = Results::parse("dailies = [\"2026-02-30\"]", "r").unwrap_err().to_string();
    assert_eq!(error, "r:1: '2026-02-30' is not a date from 2000 on, as in 2026-11-23");
}

fn score() -> impl Strategy<Value = (PuzzleSpec, u64, u32)> {
    let kinds = prop_oneof![Just(Kind::Queens), Just(Kind::StarBattle), Just(Kind::QueensGivens)];
    let grades =
        prop_oneof![Just(Grade::Easy), Just(Grade::Medium), Just(Grade::Hard), Just(Grade::Expert)];
    let wanted = (kinds, 4..=12_u16, grades)
        .prop_map(|(kind, size, grade)| PuzzleSpec::new(kind, grade, Some(size), None).unwrap());
    (wanted, 0..10_000_000_u64, 0..3_u32)
}

proptest! {
    #[test]
    fn what_is_written_reads_back(all in proptest::collection::vec(score(), 0..20)) {
        let mut results = Results::default();
        for (number, (wanted, time, hints)) in (0..).zip(all) {
            let time = Duration::from_millis(time);
            let daily = Date::of_seed(20_260_100 + number).filter(|_| hints > 0);
            results.add(wanted, puzzle(number), PuzzleResult { time, hints, mistakes: hints / 2, daily });
        }
        prop_assert_eq!(Results::parse(&results.to_toml(), "results"), Ok(results));
    }
}
