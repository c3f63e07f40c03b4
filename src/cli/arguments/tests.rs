//! Tests arbitrary command lines, up to the point where an engine would be asked.

use std::ffi::OsString;

use clap::{Arg, Command, CommandFactory};
use proptest::prelude::*;
use proptest::sample::select;

use super::super::{ExitCode, board, problem};
use super::*;
use app::options::Played;
use files::{is_stdin, printable};
use session::puzzle::PuzzleSpec;

/// Valid and invalid values of options.
const VALUES: &[&str] = &[
    "-h",
    "always",
    "never",
    "--",
    "-",
    "8",
    "0",
    "-3",
    "2x6",
    "6x",
    "1000",
    "1001",
    "1..8",
    "queen",
    "QN",
    "RF",
    "W2",
    "(3,4)",
    "knight",
    "rows",
    "rows=1,columns",
    "regions",
    "pieces=3",
    "none",
    "a1",
    "b2,c3",
    "a1,,b3",
    "zz99",
    "h8",
    "nowhere.toml",
    "bdd",
    "sat",
    "search",
    "auto",
    "1MB",
    "1",
    "inf",
    "7",
    "list",
    "dual",
    "max",
    "strong",
    "diagonal",
    "2/8",
    "9/8",
    "attacks",
    "",
    "4..8",
];

/// All verbs and options, and some values.
fn words() -> Vec<String> {
    let mut program = Arguments::command();
    program.build();
    let commands = || program.get_subcommands().chain([&program]);
    let options = commands().flat_map(Command::get_arguments).filter_map(Arg::get_long);
    let mut words: Vec<String> = options.map(|option| format!("--{option}")).collect();
    words.sort();
    words.dedup();
    words.extend(program.get_subcommands().map(|verb| verb.get_name().to_owned()));
    words.extend(VALUES.iter().map(|&value| value.to_owned()));
    words
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        12 => select(words()),
        2 => (select(words()), select(words())).prop_map(|(option, value)| format!("{option}={value}")),
        1 => "\\PC{0,6}",
        1 => "[a-z0-9,=.x\\-\\p{Cc}]{0,8}",
    ]
}

/// Processes the arguments up to the point where an engine would be asked.
fn prepare(arguments: &Arguments) -> anyhow::Result<()> {
    let (problem, engine) = match &arguments.verb {
        None => (&arguments.problem, &arguments.engine),
        Some(
            Verb::Count(CountArguments { task, .. })
            | Verb::Solve(SolveArguments { task, .. })
            | Verb::Domains(DomainsArguments { task, .. })
            | Verb::Explain(ExplainArguments { task, .. })
            | Verb::Inspect(InspectArguments { task, .. }),
        ) => (&task.problem, &task.engine),
        Some(Verb::Puzzle(asked)) => {
            if asked.is_coloured() {
                problem::build_coloured(&asked.task.problem, asked.options.stars)?;
            }
            (&asked.task.problem, &asked.task.engine)
        }
        Some(Verb::Judge(asked)) => (&asked.problem, &asked.engine),
        Some(Verb::Export(asked)) => (&asked.problem, &asked.engine),
        Some(Verb::Session(asked)) => (&asked.problem, &asked.engine),
        Some(Verb::Play(asked)) => {
            let asked = &asked.puzzle;
            if let Played::Kind(kind) = asked.puzzle {
                PuzzleSpec::of_difficulty(kind, asked.difficulty, asked.size, asked.stars)?;
            }
            return Ok(());
        }
        Some(Verb::Compare(asked)) => {
            for compared in [&asked.first, &asked.second].into_iter().flatten() {
                let problem = compared.options();
                if !problem.files().any(is_stdin) {
                    problem::build(&problem)?;
                }
            }
            return Ok(());
        }
        Some(
            Verb::Lesson(_)
            | Verb::View(_)
            | Verb::Pieces { .. }
            | Verb::Config
            | Verb::Completions { .. }
            | Verb::Man { .. }
            | Verb::Help { .. },
        ) => {
            return Ok(());
        }
    };
    engine.budget();
    // The test must not read standard input.
    let reads_input = arguments.files().chain(problem.files()).any(is_stdin);
    if !reads_input {
        problem::build(problem)?;
        board::options(&arguments.engine, &arguments.look)?;
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
            Err(error) if error.use_stderr() => {
                prop_assert_eq!(error.exit_code(), 2);
                let words: Vec<OsString> = ["configurator".to_owned()].iter().chain(&words)
                    .map(|word| printable(word).into()).collect();
                let error = Arguments::from_words(&words).err().unwrap_or(error);
                let message = Arguments::mistake(&words, &error);
                prop_assert!(!message.is_empty() && !message.contains('\n'), "{}", message);
                prop_assert!(!message.ends_with([' ', ':']), "{}", message);
            }
            Err(help) => prop_assert_eq!(help.exit_code(), 0),
        }
    }
}

#[test]
fn the_help_of_a_verb_fits_sixty_lines_and_names_all_options() {
    let mut program = short_help::program().term_width(80);
    program.build();
    let names: Vec<String> =
        program.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    for name in names {
        let verb = program.find_subcommand_mut(&name).unwrap();
        let help = verb.render_help().to_string();
        assert!(help.lines().count() <= 60, "{name}: {} lines", help.lines().count());
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
        let own = verb.get_arguments().filter(|option| !option.is_global_set());
        for option in own.filter_map(Arg::get_long) {
            assert!(help.contains(&format!("--{option}")), "{name}: {option}");
        }
    }
}
