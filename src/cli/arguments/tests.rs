//! Words that nobody would type, up to where an engine would be asked.

use proptest::prelude::*;
use proptest::sample::select;

use super::super::{ExitCode, board, check_engine, problem};
use super::*;
use crate::puzzle::Wanted;

const WORDS: &[&str] = &[
    "count",
    "solve",
    "domains",
    "explain",
    "inspect",
    "puzzle",
    "pieces",
    "help",
    "--help",
    "-h",
    "--version",
    "--json",
    "--color",
    "always",
    "never",
    "--",
    "-",
    "--size",
    "8",
    "0",
    "-3",
    "2x6",
    "6x",
    "1000",
    "1001",
    "1..8",
    "--sizes",
    "--piece",
    "queen",
    "QN",
    "RF",
    "W2",
    "(3,4)",
    "knight",
    "--torus",
    "--rules",
    "rows",
    "rows=1,columns",
    "regions",
    "pieces=3",
    "none",
    "--regions",
    "--holes",
    "--place",
    "--exclude",
    "a1",
    "b2,c3",
    "a1,,b3",
    "zz99",
    "h8",
    "--board",
    "nowhere.toml",
    "--engine",
    "bdd",
    "sat",
    "search",
    "count",
    "auto",
    "--memory",
    "1MB",
    "0",
    "--timeout",
    "1",
    "inf",
    "--limit",
    "--all",
    "--random",
    "--seed",
    "7",
    "--format",
    "list",
    "--stats",
    "--trace",
    "--labeling",
    "dual",
    "--values",
    "max",
    "--propagation",
    "strong",
    "--order",
    "diagonal",
    "--up-to-symmetry",
    "--shard",
    "2/8",
    "9/8",
    "--threads",
    "--givens",
    "--coloured",
    "--no-mouse",
    "--ascii",
    "--assist",
    "attacks",
    "--resume",
];

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        12 => select(WORDS).prop_map(str::to_owned),
        2 => (select(WORDS), select(WORDS)).prop_map(|(option, value)| format!("{option}={value}")),
        1 => "\\PC{0,6}",
        1 => "[a-z0-9,=.x\\-\\p{Cc}]{0,8}",
    ]
}

/// All that is done with arguments before an engine is asked.
fn prepare(arguments: &Arguments) -> anyhow::Result<()> {
    check_engine(arguments)?;
    let (problem, engine) = match &arguments.verb {
        None => (&arguments.problem, &arguments.engine),
        Some(Verb::Count(asked)) => (&asked.problem, &asked.engine),
        Some(Verb::Solve(asked)) => (&asked.problem, &asked.engine),
        Some(Verb::Domains(asked)) => (&asked.problem, &asked.engine),
        Some(Verb::Explain(asked)) => (&asked.problem, &asked.engine),
        Some(Verb::Puzzle(asked)) if asked.coloured => {
            problem::build_uncoloured(&asked.problem, asked.stars)?;
            (&asked.problem, &asked.engine)
        }
        Some(Verb::Puzzle(asked)) => (&asked.problem, &asked.engine),
        Some(Verb::Export(asked)) => (&asked.problem, &asked.engine),
        Some(Verb::Inspect(asked)) => (&asked.problem, &asked.engine),
        Some(Verb::Play(asked)) => {
            Wanted::new(asked.kind, asked.difficulty, asked.size, asked.stars)?;
            return Ok(());
        }
        Some(Verb::Pieces(_) | Verb::Config | Verb::Completions(_) | Verb::Man | Verb::Help(_)) => {
            return Ok(());
        }
    };
    engine.budget();
    // Standard input is the test's own.
    if problem.regions.as_deref().is_none_or(|file| file.as_os_str() != "-") {
        problem::build(problem)?;
        board::options(&arguments.engine, &arguments.board.look, arguments.color)?;
    }
    Ok(())
}

proptest! {
    #[test]
    fn no_words_panic_and_all_that_is_wrong_is_told(
        words in proptest::collection::vec(word(), 0..9),
    ) {
        match Arguments::from_words(["configurator".to_owned()].iter().chain(&words)) {
            Ok(arguments) => if let Err(error) = prepare(&arguments) {
                prop_assert_eq!(ExitCode::from_error(&error), ExitCode::Usage);
                let message = printable(&format!("{error:#}"));
                prop_assert!(!message.contains(char::is_control), "{}", message);
            },
            Err(error) => prop_assert!(matches!(error.exit_code(), 0 | 2), "{}", error),
        }
    }
}
