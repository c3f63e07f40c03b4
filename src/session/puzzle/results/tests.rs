use proptest::prelude::*;

use super::*;

fn wanted(kind: Kind, size: u16, stars: u32, grade: Grade) -> PuzzleSpec {
    PuzzleSpec::new(kind, grade, Some(size), Some(stars)).unwrap()
}

fn seconds(number: u64) -> Duration {
    Duration::from_secs(number)
}

fn result(time: u64, hints: u32) -> PuzzleResult {
    PuzzleResult { time: seconds(time), hints, mistakes: 0 }
}

#[test]
fn best_and_average_are_those_without_hints_and_mistakes() {
    let mut results = Results::default();
    let easy = wanted(Kind::Queens, 8, 1, Grade::Easy);
    let stars = wanted(Kind::StarBattle, 10, 2, Grade::Hard);
    results.add(stars, result(300, 2));
    assert_eq!((results.scores()[0].average(), results.scores()[0].hints), (None, 2));
    for time in [60, 40, 80] {
        results.add(easy, result(time, 0));
    }
    results.add(easy, result(1, 5));
    let score = results.add(easy, PuzzleResult { mistakes: 2, ..result(1, 0) });
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
        let score = Results::record(&path, easy, result(time, 0)).unwrap();
        assert!(score.best == seconds(time));
    }
    assert_eq!(Results::read(&path).unwrap().scores()[0].average(), Some(seconds(15)));
    // A damaged file is not overwritten.
    std::fs::write(&path, "[[solved]]\nkind = 'queens'\nsize = 8\n").unwrap();
    let error = Results::record(&path, easy, result(1, 0)).unwrap_err().to_string();
    assert!(error.ends_with("results.toml:1: 'stars' is missing"), "{error}");
    assert!(std::fs::read_to_string(&path).unwrap().ends_with("size = 8\n"));
}

/// Regression test: of two boards that solved a puzzle at the same time, one lost its result.
#[test]
fn results_of_several_boards_at_once_are_all_kept() {
    const EACH: u32 = 20;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    let easy = wanted(Kind::Queens, 8, 1, Grade::Easy);
    let record = || {
        for _ in 0..EACH {
            Results::record(&path, easy, result(1, 0)).unwrap();
        }
    };
    std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(record))));
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
        for (wanted, time, hints) in all {
            let time = Duration::from_millis(time);
            results.add(wanted, PuzzleResult { time, hints, mistakes: hints / 2 });
        }
        prop_assert_eq!(Results::parse(&results.to_toml(), "results"), Ok(results));
    }
}
