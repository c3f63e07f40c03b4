//! The checks of answers: the checker of solutions, second engines and certificates. Compared with the reference.

#[path = "../../examples/verify.rs"]
#[expect(dead_code, reason = "its main function is not used")]
pub(crate) mod certificate;
mod complete;
#[cfg(debug_assertions)]
mod planted;

use std::collections::HashSet;
use std::sync::Arc;

use configurator::engine::auto;
use configurator::engine::bdd::{Arrangement, Diagram, Engine, VariableOrder, compile, conjoin};
use configurator::engine::plan::{self, CounterEngine, Question, Verifier};
use configurator::engine::verify::{Checker, Verdict};
use configurator::engine::{Budget, EngineKind};
use configurator::problem::{Assist, BoardFile, Problem, Requirement, Value, Weights};
use configurator::session::steps::Solver;
use configurator::session::{Reason, Session};
use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::cases::{Described, case, in_full, wishes};

fn diagram(problem: &Problem) -> Diagram {
    let order = VariableOrder::new(problem.rules().grid(), Arrangement::suiting(problem.rules()));
    compile(problem, &Arc::new(order), &Budget::default()).unwrap().diagram
}

/// Returns the certificate of a problem's count, which claims that a second engine counted the same.
fn certified(problem: &Problem) -> String {
    let certificate = diagram(problem).certificate(problem, &Budget::default()).unwrap();
    let board = BoardFile { problem: problem.clone(), assist: Assist::default() }.to_toml();
    let mut text = Vec::new();
    let number = certificate.solutions().clone();
    certificate.write(&board, Some(("sat", &number)), &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn is_refuted(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Refuted(_))
}

fn cases(number: u32) -> ProptestConfig {
    ProptestConfig { cases: number, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn the_checker_knows_solutions_from_other_sets_of_cells(
        case in case(4),
        others in proptest::collection::vec(any::<u64>(), 20),
    ) {
        let Some(solutions) = case.solutions() else { return Ok(()) };
        let known: HashSet<u64> = solutions.iter().copied().collect();
        let (problem, checker) = (case.problem(), Checker::new(&case.rules()));
        // Sets with one cell more or less than a solution are almost right.
        let near = solutions.iter().take(50).zip(others.iter().cycle());
        let near = near.map(|(solution, other)| solution ^ 1 << (other % 16) & case.all());
        let others = others.iter().map(|other| other & case.all());
        for set in solutions.iter().take(200).copied().chain(near).chain(others) {
            let verdict = checker.solution(&problem, &case.set(set));
            prop_assert_eq!(verdict == Verdict::Proved, known.contains(&set), "{:?}", verdict);
        }
    }

    #[test]
    fn the_checker_proves_reasons_and_ways_back_and_refutes_others(case in case(4)) {
        let (problem, checker) = (case.problem(), Checker::new(&case.rules()));
        let mut engine = Engine::new();
        for wish in wishes(&case, &mut engine).into_iter().take(6) {
            let reason = Reason::find(&mut engine, &problem, wish, &Budget::default()).unwrap();
            let explanation = &reason.explanation;
            let verdict = |because: &[_], rules: &[_]| {
                checker.reason(&problem, wish, (because, rules, explanation.minimal))
            };
            let (because, rules) = (&explanation.because[..], &explanation.rules[..]);
            prop_assert_eq!(verdict(because, rules), Verdict::Proved, "{:?} {:?}", wish, reason);
            if let Some((_, fewer)) = because.split_first() {
                prop_assert!(is_refuted(&verdict(fewer, rules)), "{:?} {:?}", wish, reason);
            } else if let Some((_, fewer)) = rules.split_first().filter(|(_, it)| !it.is_empty()) {
                prop_assert!(is_refuted(&verdict(because, fewer)), "{:?} {:?}", wish, reason);
            }
            // A decision that the reason does not need.
            let more = problem.decisions().iter().map(|(cell, _)| cell);
            let more = more.filter(|cell| wish.is_none_or(|(wished, _)| wished != *cell));
            if let Some(cell) = more.into_iter().find(|cell| !because.contains(cell)) {
                let more = [because, &[cell]].concat();
                prop_assert!(is_refuted(&checker.reason(&problem, wish, (&more, &[], true))));
            }
            let way = reason.restoration.as_ref().map(|found| &found.best().take_back[..]);
            let proved = checker.restoration(&problem, wish, way);
            prop_assert_eq!(proved, Verdict::Proved, "{:?} {:?}", wish, reason);
            if let Some((first, fewer)) = way.and_then(<[_]>::split_first) {
                prop_assert!(is_refuted(&checker.restoration(&problem, wish, Some(fewer))));
                prop_assert!(is_refuted(&checker.restoration(&problem, wish, None)), "{first}");
            }
        }
    }

    #[test]
    fn the_checker_proves_best_costs_and_steps(case in case(4), seed in any::<u64>()) {
        let Some(solutions) = case.solutions() else { return Ok(()) };
        let (problem, checker) = (case.problem(), Checker::new(&case.rules()));
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let costs = (0..case.size().cells()).map(|_| random.gen_range(-9..20)).collect();
        let weights = Weights::new(case.size(), costs).unwrap();
        let costs = solutions.iter().map(|&solution| weights.cost(&case.set(solution)));
        if let (Some(least), Some(most)) = (costs.clone().min(), costs.max()) {
            let verdict = |is_dearest, cost| checker.best(&problem, &weights, (is_dearest, cost));
            prop_assert_eq!(verdict(false, least), Verdict::Proved);
            prop_assert_eq!(verdict(true, most), Verdict::Proved);
            prop_assert!(is_refuted(&verdict(false, least + 1)));
            prop_assert!(is_refuted(&verdict(true, most - 1)));
        }
        let solver = Solver::new(problem.rules(), &Budget::default()).unwrap();
        let mut engine = auto::Engine::new();
        let way = solver.solve(&mut engine, &problem, &Budget::default()).unwrap();
        let mut decided: Vec<_> = problem.decisions().iter().collect();
        for step in &way.steps {
            for (cell, value) in step.settles() {
                prop_assert_eq!(checker.follows(&decided, (cell, value)), Verdict::Proved);
                let other = if value == Value::Placed { Value::Excluded } else { Value::Placed };
                let wrong = checker.follows(&decided, (cell, other));
                prop_assert_eq!(is_refuted(&wrong), !solutions.is_empty());
            }
            decided.extend(step.settles());
        }
    }

    #[test]
    fn second_engines_agree(case in case(5)) {
        let problem = case.problem();
        let mut session = Session::new(problem.clone());
        session.ask(&mut Engine::new(), &Budget::default()).unwrap();
        let number = session.knowledge().solutions().unwrap();
        let verifiers = Question::ExactCount.verifiers(&problem, EngineKind::Bdd);
        for kind in verifiers.filter_map(|it| if let Verifier::Engine(kind) = it { Some(kind) } else { None }) {
            let counter = plan::counter(&problem, Question::ExactCount, Some(kind)).unwrap();
            let CounterEngine::Count(engine) = counter else { panic!("{kind} is not a second engine") };
            let census = engine.census(&Budget::default()).unwrap();
            prop_assert_eq!(&census.solutions, number);
        }
        let order = VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor);
        let bdd = conjoin(&problem, &order, &Budget::default()).unwrap();
        let census = bdd.census(&order, &Budget::default()).unwrap();
        prop_assert_eq!(&census.solutions, number);
        for cell in problem.rules().grid().standing_cells() {
            let of_cell = &census.cells[case.size().index(cell)];
            prop_assert_eq!(Some(of_cell), session.solutions_with(cell), "{}", cell);
        }
    }

    #[test]
    fn a_certificate_proves_the_number_of_solutions(case in case(4)) {
        let problem = case.problem();
        let Some(solutions) = case.solutions() else { return Ok(()) };
        let text = certified(&problem);
        let proof = certificate::verify(text.as_bytes(), Some(problem)).unwrap();
        prop_assert_eq!((proof.solutions, proof.is_complete), (solutions.len().into(), false));
        // Board files say less than the library: bounds such as 1 to 3 have no word, regions are drawn.
        let is_said = |need: &Requirement| {
            need.to_string().parse() == Ok(*need)
                && !(need.needs_regions() && case.regions.is_empty())
        };
        if case.needs.iter().all(is_said) {
            let proof = certificate::verify(text.as_bytes(), None);
            prop_assert_eq!(proof.map(|proof| proof.solutions), Ok(solutions.len().into()));
        }
    }
}

/// Changes one place: a character, a word, a line, or two words that change places.
fn altered(text: &str, random: &mut ChaCha8Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = random.gen_range(0..lines.len());
    match random.gen_range(0..10) {
        0 => _ = lines.remove(at),
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            let other = random.gen_range(0..lines.len());
            lines.swap(at, other);
        }
        kind => {
            let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
            let word = random.gen_range(0..words.len());
            let other = random.gen_range(0..words.len());
            match kind {
                3 => _ = words.remove(word),
                4 => words.push(words[word].clone()),
                5 => words.swap(word, other),
                _ => {
                    let mut characters: Vec<char> = words[word].chars().collect();
                    let characters_of = "0123456789abcdef>:- +";
                    let new = random.gen_range(0..characters_of.len());
                    let new = characters_of.chars().nth(new).unwrap();
                    let place = random.gen_range(0..=characters.len());
                    match (kind, characters.get_mut(place)) {
                        (6, Some(_)) => _ = characters.remove(place),
                        (7 | 8, Some(old)) => *old = new,
                        _ => characters.insert(place, new),
                    }
                    words[word] = characters.into_iter().collect();
                }
            }
            lines[at] = words.join(" ");
        }
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

#[test]
fn certificates_altered_in_one_place_prove_no_more_than_is_true() {
    let number = in_full(2_000, 10_000);
    let board = |words: &str| BoardFile::parse(words, "it").unwrap().problem;
    let problems = [
        board("size = 6"),
        board("size = 5\nplaced = [\"b1\"]\nexcluded = [\"e5\"]"),
        board("size = 4\npiece = \"knight\""),
        board("size = [4, 5]\npiece = \"king\"\nrules = [\"rows=2\"]"),
        board("size = 4\npiece = \"bishop\"\nrules = [\"dominate\"]"),
        board("size = 5\ntorus = true\npiece = \"rook\"\nrules = [\"pieces=3\"]\nholes = [\"c3\"]"),
        board("size = 3\nrules = []\nweights = \"1 2 3\\n4 5 6\\n-7 8 9\"\nmax_cost = 5"),
        board("size = 3"),
    ];
    let texts = problems.each_ref().map(certified);
    let truths =
        problems.each_ref().map(|problem| diagram(problem).count(&Budget::default()).unwrap());
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let (mut changed, mut refused) = (0, 0);
    while changed < number {
        let index = random.gen_range(0..problems.len());
        let text = altered(&texts[index], &mut random);
        if text == texts[index] {
            continue;
        }
        changed += 1;
        match certificate::verify(text.as_bytes(), Some(problems[index].clone())) {
            Err(_) => refused += 1,
            Ok(proof) => {
                let said = text.lines().find_map(|line| line.strip_prefix("solutions ")).unwrap();
                assert_eq!(said.parse(), Ok(proof.solutions.clone()), "{text}");
                assert!(proof.solutions <= truths[index], "{text}");
            }
        }
    }
    assert!(refused > number / 2, "{refused} of {number} are refused");
}
