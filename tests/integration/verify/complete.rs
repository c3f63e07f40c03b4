//! Complete certificates: compared with the reference, and altered.

use configurator::engine::bdd::{IncompleteReason, MAX_CERTIFICATE_STATES, write_complete};
use configurator::engine::{Budget, Cause, Interrupted};
use configurator::problem::{BoardFile, Problem};
use num_bigint::BigUint;
use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{altered, cases, certificate, diagram};
use crate::cases::{Described, case, in_full};

/// Writes a complete certificate that should prove a number of solutions.
fn write(problem: &Problem, solutions: usize, most: usize) -> Result<String, IncompleteReason> {
    let mut text = Vec::new();
    let limits = (&Budget::default(), most);
    write_complete(problem, "", &solutions.into(), limits, &mut text)?;
    Ok(String::from_utf8(text).unwrap())
}

fn verify(text: &str, problem: &Problem) -> Result<BigUint, String> {
    let proof = certificate::verify(text.as_bytes(), Some(problem.clone()))?;
    assert!(proof.is_complete, "{text}");
    Ok(proof.solutions)
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn a_complete_certificate_proves_the_number_of_solutions(case in case(4)) {
        let problem = case.problem();
        let Some(solutions) = case.solutions() else { return Ok(()) };
        let text = match write(&problem, solutions.len(), MAX_CERTIFICATE_STATES) {
            Err(IncompleteReason::CostLimit) => {
                prop_assert!(problem.rules().limit().is_some());
                return Ok(());
            }
            text => text.unwrap(),
        };
        prop_assert_eq!(verify(&text, &problem), Ok(solutions.len().into()), "{}", text);
        let other = write(&problem, solutions.len() + 1, MAX_CERTIFICATE_STATES);
        let is_noticed = matches!(&other, Err(IncompleteReason::OtherNumber(number)) if *number == solutions.len().into());
        prop_assert!(is_noticed, "{:?}", other);
    }
}

/// A complete certificate in parts. A line of a state is its open cells, its numbers and its arcs.
#[derive(Clone)]
struct Parts {
    header: Vec<String>,
    /// For each step, the lines of the states before it.
    levels: Vec<Vec<Line>>,
}

#[derive(Clone)]
struct Line {
    state: Vec<String>,
    arcs: Vec<(String, usize)>,
}

impl Parts {
    fn new(text: &str) -> Self {
        let mut parts = Self { header: Vec::new(), levels: Vec::new() };
        for line in text.lines() {
            if line.starts_with("before ") {
                parts.levels.push(Vec::new());
            } else if let Some(level) = parts.levels.last_mut() {
                let words = line.split(' ').map(str::to_owned);
                let (arcs, state) = words.partition::<Vec<_>, _>(|word| word.contains('>'));
                let arc = |arc: String| {
                    let (name, to) = arc.split_once('>').unwrap();
                    (name.to_owned(), to.parse().unwrap())
                };
                level.push(Line { state, arcs: arcs.into_iter().map(arc).collect() });
            } else {
                parts.header.push(line.to_owned());
            }
        }
        // The last line is the word `end`.
        parts.levels.last_mut().unwrap().pop();
        parts
    }

    fn text(&self) -> String {
        let mut lines = self.header.clone();
        for (step, level) in (1..).zip(&self.levels) {
            lines.push(format!("before {step}"));
            for Line { state, arcs } in level {
                let arcs = arcs.iter().map(|(name, to)| format!("{name}>{to}"));
                lines.push(state.iter().cloned().chain(arcs).collect::<Vec<_>>().join(" "));
            }
        }
        lines.join("\n") + "\nend\n"
    }

    /// The number of paths from the root to the end, as the arcs say.
    fn paths(&self) -> BigUint {
        let mut ways = vec![BigUint::from(u8::from(!self.levels[0].is_empty()))];
        for level in &self.levels {
            let mut next = Vec::new();
            for (line, ways) in level.iter().zip(&ways) {
                for &(_, to) in &line.arcs {
                    next.resize(next.len().max(to + 1), BigUint::ZERO);
                    next[to] += ways;
                }
            }
            ways = next;
        }
        ways.into_iter().sum()
    }

    /// States the number of solutions.
    fn state(&mut self, number: &BigUint) {
        let line = self.header.iter_mut().find(|line| line.starts_with("solutions ")).unwrap();
        *line = format!("solutions {number}");
    }

    /// Removes the line of a state and the arcs to it. Leads arcs to later states to their new places.
    fn remove(&mut self, level: usize, index: usize) {
        self.levels[level].remove(index);
        let before = level.checked_sub(1).map(|level| &mut self.levels[level]);
        for line in before.into_iter().flatten() {
            line.arcs.retain(|&(_, to)| to != index);
            line.arcs.iter_mut().for_each(|(_, to)| *to -= usize::from(*to > index));
        }
    }

    /// For each level and state, true if a path leads from the state to the end.
    fn alive(&self) -> Vec<Vec<bool>> {
        let mut next = vec![true];
        let mut alive = Vec::new();
        for level in self.levels.iter().rev() {
            let leads = |line: &Line| line.arcs.iter().any(|&(_, to)| next[to]);
            let now: Vec<bool> = level.iter().map(leads).collect();
            alive.push(now.clone());
            next = now;
        }
        alive.reverse();
        alive
    }

    /// Changes one place with the meaning of the certificate in mind. Returns the kind of change.
    fn alter(&mut self, random: &mut ChaCha8Rng) -> &'static str {
        let levels: Vec<usize> =
            (0..self.levels.len()).filter(|&level| !self.levels[level].is_empty()).collect();
        if levels.is_empty() {
            self.state(&1_u8.into());
            return "a number changed";
        }
        let level = levels[random.gen_range(0..levels.len())];
        let index = random.gen_range(0..self.levels[level].len());
        let states_after = self.levels.get(level + 1).map_or(1, Vec::len).max(1);
        let line = &mut self.levels[level][index];
        let arc = random.gen_range(0..line.arcs.len().max(1));
        match random.gen_range(0..8) {
            0 if !line.arcs.is_empty() => {
                line.arcs.remove(arc);
                "an arc removed"
            }
            1 if !line.arcs.is_empty() => {
                line.arcs[arc].1 = random.gen_range(0..=states_after);
                "an arc that leads elsewhere"
            }
            2 => {
                let to = random.gen_range(0..states_after);
                line.arcs.insert(arc, (random.gen_range(0..6).to_string(), to));
                "an arc added"
            }
            3 => {
                let mut open = BigUint::parse_bytes(line.state[0].as_bytes(), 16).unwrap();
                let bit = random.gen_range(0..open.bits() + 2);
                open.set_bit(bit, !open.bit(bit));
                line.state[0] = format!("{open:x}");
                "a state enlarged or shrunk"
            }
            4 => {
                self.remove(level, index);
                "a line dropped with the arcs to it"
            }
            5 => {
                // Two states become one.
                let other = random.gen_range(0..self.levels[level].len());
                let before = level.checked_sub(1).map(|level| &mut self.levels[level]);
                let arcs = before.into_iter().flatten().flat_map(|line| &mut line.arcs);
                arcs.filter(|arc| arc.1 == index).for_each(|arc| arc.1 = other);
                if other != index {
                    self.remove(level, index);
                }
                "two states as one"
            }
            6 => {
                let sum = random.gen_range(0..9);
                let number = random.gen_range(0..3);
                let number = format!("{sum}:{number}");
                match line.state.get_mut(1) {
                    Some(word) => *word = number,
                    None => line.state.push(number),
                }
                "a number changed"
            }
            _ => {
                self.levels[level].remove(index);
                "a line dropped"
            }
        }
    }
}

/// Small problems of all kinds, with their certificates and numbers of solutions.
fn examples() -> Vec<(Problem, String, BigUint)> {
    let boards = [
        "size = 6",
        "size = 5\nplaced = [\"b1\"]\nexcluded = [\"e5\"]",
        "size = 4\npiece = \"knight\"",
        "size = [4, 5]\npiece = \"king\"\nrules = [\"rows=2\"]",
        "size = 4\npiece = \"bishop\"\nrules = [\"dominate\"]",
        "size = 5\ntorus = true\npiece = \"rook\"\nrules = [\"pieces=3\"]\nholes = [\"c3\"]",
        "size = 4\nrules = [\"rows=1\", \"columns=1\"]\nboard_rule = false",
        "size = 5\nrules = [\"regions=1\"]\nregions = \"\"\"\naabbb\naabbb\nccbdd\nccddd\nceeee\n\"\"\"",
        "size = 3",
    ];
    let example = |board: &&str| {
        let problem = BoardFile::parse(board, "it").unwrap().problem;
        let number = diagram(&problem).count(&Budget::default()).unwrap();
        let solutions = number.to_string().parse().unwrap();
        let text = write(&problem, solutions, MAX_CERTIFICATE_STATES).unwrap();
        assert_eq!(Parts::new(&text).text(), text);
        (problem, text, number)
    };
    boards.iter().map(example).collect()
}

#[test]
fn altered_complete_certificates_prove_no_other_number() {
    let number = in_full(1_500, 10_000);
    let examples = examples();
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let (mut changed, mut refused) = (0, 0);
    while changed < number {
        let (problem, text, truth) = &examples[random.gen_range(0..examples.len())];
        let (altered, kind) = if random.gen_range(0..4) == 0 {
            (altered(text, &mut random), "a place changed")
        } else {
            let mut parts = Parts::new(text);
            let kind = parts.alter(&mut random);
            // Half of the files state the number that their arcs have.
            if random.gen_bool(0.5) {
                let paths = parts.paths();
                parts.state(&paths);
            }
            (parts.text(), kind)
        };
        if altered == *text {
            continue;
        }
        changed += 1;
        match verify(&altered, problem) {
            Err(_) => refused += 1,
            Ok(number) => assert_eq!(number, *truth, "{kind}: {altered}"),
        }
    }
    println!("{refused} of {changed} are refused");
    assert!(refused * 100 > changed * 95, "{refused} of {changed} are refused");
}

#[test]
fn a_complete_certificate_without_an_arc_or_a_dead_state_is_refused() {
    let (mut arcs, mut dead) = (0, 0);
    for (problem, text, _) in examples() {
        let parts = Parts::new(&text);
        let alive = parts.alive();
        for (level, lines) in parts.levels.iter().enumerate() {
            for (index, line) in lines.iter().enumerate() {
                for arc in 0..line.arcs.len() {
                    let mut parts = parts.clone();
                    parts.levels[level][index].arcs.remove(arc);
                    parts.state(&parts.paths());
                    let proof = verify(&parts.text(), &problem);
                    assert!(proof.is_err(), "{proof:?}: {}", parts.text());
                    arcs += 1;
                }
                if !alive[level][index] {
                    let mut parts = parts.clone();
                    parts.remove(level, index);
                    assert_eq!(parts.paths(), Parts::new(&text).paths());
                    let proof = verify(&parts.text(), &problem);
                    assert!(proof.is_err(), "{proof:?}: {}", parts.text());
                    dead += 1;
                }
            }
        }
    }
    assert!(arcs > 500 && dead > 9, "{arcs} arcs, {dead} dead states");
}

#[test]
fn a_complete_certificate_has_a_limit_of_states() {
    let queens = BoardFile::parse("size = 8", "it").unwrap().problem;
    let result = write(&queens, 92, 100);
    assert!(matches!(result, Err(IncompleteReason::TooManyStates(100))), "{result:?}");
    let limited = "size = 3\nrules = []\nweights = \"1 2 3\\n4 5 6\\n-7 8 9\"\nmax_cost = 5";
    let limited = BoardFile::parse(limited, "it").unwrap().problem;
    assert!(matches!(write(&limited, 1, MAX_CERTIFICATE_STATES), Err(IncompleteReason::CostLimit)));
    // States do not contain the cost, so they prove nothing about a problem with a limit.
    let free = limited.without_cost_limit();
    let text = write(&free, 18, MAX_CERTIFICATE_STATES).unwrap();
    let with_cost = text.replacen("steps", "sum cost\nsteps", 1);
    assert_eq!(verify(&text, &free), Ok(18_u8.into()));
    assert!(verify(&text, &limited).is_err() && verify(&with_cost, &limited).is_err());
}

#[test]
fn a_budget_ends_a_complete_certificate() {
    let queens = BoardFile::parse("size = 9", "it").unwrap().problem;
    let whole = write(&queens, 352, MAX_CERTIFICATE_STATES).unwrap();
    let mut answers = [0; 2];
    for budget in (8..24).map(|power| Budget::new(1 << power)) {
        let mut text = Vec::new();
        match write_complete(
            &queens,
            "",
            &352_u16.into(),
            (&budget, MAX_CERTIFICATE_STATES),
            &mut text,
        ) {
            Ok(()) => assert_eq!(text, whole.as_bytes()),
            Err(IncompleteReason::Interrupted(ended)) => {
                assert_eq!(ended.cause, Cause::Memory(budget.memory()));
            }
            Err(other) => panic!("{other}"),
        }
        answers[usize::from(text == whole.as_bytes())] += 1;
    }
    assert!(answers[0] > 4 && answers[1] > 2, "{answers:?}");
    let cancelled = Budget::default();
    cancelled.cancel();
    let mut text = Vec::new();
    let result = write_complete(
        &queens,
        "",
        &352_u16.into(),
        (&cancelled, MAX_CERTIFICATE_STATES),
        &mut text,
    );
    let is_cancelled = |ended: &Interrupted| ended.cause == Cause::Cancelled;
    assert!(matches!(&result, Err(IncompleteReason::Interrupted(ended)) if is_cancelled(ended)));
}

#[test]
fn the_manual_shows_a_complete_certificate() {
    let board = "size = 4";
    let queens = BoardFile::parse(board, "it").unwrap().problem;
    let (limits, mut text) = ((&Budget::default(), MAX_CERTIFICATE_STATES), Vec::new());
    write_complete(&queens, board, &2_u8.into(), limits, &mut text).unwrap();
    let page = include_str!("../../../src/manual/pages/certificates.md");
    assert!(page.contains(std::str::from_utf8(&text).unwrap()));
}
