//! Conventions of command-line programs: completions, a manual, a settings file, closed pipes.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use clap::CommandFactory;
use configurator::cli::Arguments;
use configurator::manual::PAGES;

use super::run;

/// Returns the verbs of the program.
pub(super) fn verbs() -> Vec<String> {
    let program = Arguments::command();
    let verbs: Vec<String> =
        program.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    assert!(["export", "play", "help"].iter().all(|name| verbs.iter().any(|verb| verb == name)));
    verbs
}

#[test]
fn completions_know_the_verbs_and_the_themes() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = run(&format!("completions {shell}"));
        assert!(verbs().iter().all(|verb| run.answer().contains(verb)), "{shell}");
        assert!(run.answer().contains("up-to-symmetry"), "{shell}");
        // Only the completions of these shells contain the values of options.
        if ["bash", "zsh", "fish"].contains(&shell) {
            for word in ["colour-blind", "amazon", "board-files", "columns"] {
                assert!(run.answer().contains(word), "{shell}: {word}");
            }
        }
    }
    let zsh = run("completions zsh");
    assert!(!zsh.answer().contains("'::file"), "a file would hide the options of verbs");
    assert!(zsh.stdout().contains("commands \"$@\"\n    _files\n"));
    assert!(
        zsh.stdout()
            .contains("(ten-minutes reduction counting orders searches puzzles)\" \"files:")
    );
    let fish = run("completions fish");
    assert!(fish.answer().contains("subcommand help\" -f -a \"lesson board"));
    // Files may take the place of the name of a lesson.
    assert!(fish.stdout().contains("subcommand lesson\" -a \"ten-minutes reduction"));
    assert!(fish.stdout().contains("subcommand completions\" -f -a \"bash elvish"));
    // The values of options before a verb are completed, too.
    assert!(fish.stdout().contains("-- $cmd 2>/dev/null\n    or return 0\n"));
    let run = run("completions tcsh");
    assert_eq!((run.code(), run.stdout()), (2, ""));
}

#[cfg(unix)]
#[test]
fn completions_are_a_script_of_the_shell() {
    let script = run("completions bash").answer().to_owned();
    let started = Command::new("bash").arg("-n").stdin(Stdio::piped()).spawn();
    // The test needs bash.
    let Ok(mut bash) = started else { return };
    bash.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    assert!(bash.wait().unwrap().success());
}

/// Each line that begins with a dot must be a known roff request.
fn check_roff(page: &str) {
    for line in page.lines().filter(|line| line.starts_with(['.', '\''])) {
        let request = line.split(' ').next().unwrap();
        let known = [
            ".TH", ".SH", ".SS", ".TP", ".nf", ".fi", ".br", ".RS", ".RE", ".IP", ".ie", ".el",
            ".PP",
        ];
        assert!(known.contains(&request), "{line}");
    }
}

#[test]
fn each_verb_has_a_page_with_all_its_options() {
    let folder = tempfile::tempdir().unwrap();
    let all = format!("man --output {}", folder.path().display());
    assert_eq!(run(&all).answer(), "");
    let read = |name: &str| fs::read_to_string(folder.path().join(format!("{name}.1"))).unwrap();
    assert_eq!(read("configurator"), run("man").answer());
    let program = Arguments::command();
    for verb in program.get_subcommands() {
        let name = verb.get_name();
        let page = read(&format!("configurator-{name}"));
        assert_eq!(page, run(&format!("man {name}")).answer());
        check_roff(&page);
        for option in
            verb.get_arguments().filter(|it| !it.is_hide_set()).filter_map(clap::Arg::get_long)
        {
            let option = format!("\\-\\-{}\\fR", option.replace('-', "\\-"));
            assert!(page.contains(&option), "{name}: {option}");
        }
        for section in ["NAME", "SYNOPSIS", "EXIT STATUS", "SEE ALSO"] {
            assert!(page.contains(&format!("\n.SH {section}\n")), "{name}: {section}");
        }
        assert!(page.contains(&format!("\\fBconfigurator {name}\\fR")), "{page}");
    }
    assert!(read("configurator-count").contains("configurator count \\-\\-size 12"));
    // The pages are replaced, other files are not.
    assert_eq!(run(&all).answer(), "");
    fs::write(folder.path().join("configurator-solve.1"), "mine").unwrap();
    let refused = run(&all);
    assert!(refused.refusal(2).ends_with("is no manual page; --replace replaces it"));
    assert_eq!(run(&format!("{all} --replace")).answer(), "");
    assert_eq!(read("configurator-solve"), run("man solve").answer());
}

#[test]
fn the_page_of_man_names_the_pages_of_verbs_and_topics() {
    let run = run("man");
    let lines: Vec<&str> = run.answer().lines().collect();
    for section in [
        "NAME",
        "SYNOPSIS",
        "DESCRIPTION",
        "VERBS",
        "KEYS",
        "FILES",
        "ENVIRONMENT",
        "EXAMPLES",
        "EXIT STATUS",
    ] {
        let heading = format!(".SH {section}");
        assert_eq!(lines.iter().filter(|line| **line == heading).count(), 1, "{section}");
    }
    for verb in verbs() {
        assert!(lines.contains(&&*format!("\\fBconfigurator\\-{verb}(1)\\fR")), "{verb}");
    }
    for page in PAGES {
        let topic = page.topic.replace('-', "\\-");
        assert!(lines.contains(&&*format!("\\fBconfigurator help {topic}\\fR")), "{topic}");
    }
    let version = env!("CARGO_PKG_VERSION");
    for text in ["\\-\\-size", "interrupted, by Ctrl\\-C", version] {
        assert!(run.stdout().contains(text), "{text}");
    }
    check_roff(run.stdout());
}

#[test]
fn every_verb_is_in_the_help_with_its_examples() {
    let help = run("--help");
    for verb in verbs() {
        assert!(help.answer().contains(&format!("\n  {verb} ")), "{verb}");
        assert!(help.stdout().contains(&format!("  configurator {verb}")), "{verb}");
    }
    for code in ["  0  done", "  1  no solution", "  2  wrong", "  3  a budget", "130  ", "143  "] {
        assert!(help.stdout().contains(code), "{code}");
    }
    for verb in ["config", "man", "completions bash"] {
        let sentence = run(&format!("{verb} --json"));
        assert!(sentence.refusal(2).starts_with("--json needs a verb that prints data: "));
    }
}

#[test]
fn every_verb_is_in_the_readme_and_in_an_example_of_the_manual() {
    let readme = include_str!("../../../README.md");
    let (_, rows) = readme.split_once("| verb | what it prints |").unwrap();
    let (rows, _) = rows.split_once("\n\n").unwrap();
    for verb in verbs() {
        // `play`, `lesson` and `view` print nothing: they open the board.
        let is_listed = ["play", "lesson", "view"].contains(&verb.as_str())
            || rows.contains(&format!("`{verb}`"));
        assert!(is_listed, "the table of verbs in README.md lacks {verb}");
        let example = format!("configurator {verb}");
        let is_shown = PAGES.iter().any(|page| page.text.contains(&example));
        assert!(is_shown, "no page of src/manual/pages has an example of {verb}");
    }
}

/// Creates a directory with a settings file of this text.
fn settings(text: &str) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let program = directory.path().join("configurator");
    fs::create_dir(&program).unwrap();
    fs::write(program.join("config.toml"), text).unwrap();
    directory
}

fn run_with(settings: &Path, arguments: &str) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("configurator"));
    command.args(arguments.split_whitespace()).env("XDG_CONFIG_HOME", settings);
    command.stdin(Stdio::null()).output().unwrap()
}

#[cfg(unix)]
#[test]
fn the_template_says_where_it_belongs_and_is_a_file_that_can_be_read() {
    let directory = tempfile::tempdir().unwrap();
    let output = run_with(directory.path(), "config");
    let template = String::from_utf8(output.stdout).unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
    let path = directory.path().join("configurator").join("config.toml");
    assert!(template.contains(path.to_str().unwrap()));
    for line in ["#theme = \"auto\"", "#exclude = [\"x\"]", "#redo = [\"ctrl-r\"]", "[keys]"] {
        assert!(template.lines().any(|other| other == line), "{line}");
    }
    let directory = settings(&template);
    let stderr = run_with(directory.path(), "").stderr;
    assert!(String::from_utf8(stderr).unwrap().contains("the board needs a terminal"));
}

#[cfg(unix)]
#[test]
fn settings_that_cannot_be_are_refused_with_file_and_line() {
    for (text, line, reason) in [
        ("them = \"dark\"\n", 1, "unknown key 'them' (known are theme, glyphs, mouse, play, keys)"),
        ("mouse = true\nmouse = true\n", 2, "'mouse' is there twice"),
        ("[keys]\njump = [\"x\"]\n", 2, "unknown action 'jump' ('configurator config' lists them)"),
        (
            "[keys]\nundo = [\"z\"]\nredo = [\"z\"]\n",
            2,
            "the key 'z' is for two actions: 'undo' and 'redo'",
        ),
    ] {
        let directory = settings(text);
        let output = run_with(directory.path(), "");
        assert_eq!((output.status.code(), output.stdout), (Some(2), Vec::new()));
        let file = directory.path().join("configurator").join("config.toml");
        let sentence = format!("configurator: {}:{line}: {reason}\n", file.display());
        assert_eq!(String::from_utf8(output.stderr).unwrap(), sentence);
        // Settings are for the board only, so wrong settings must not stop a verb, least of all `config`.
        assert_eq!(run_with(directory.path(), "count").stdout, b"92\n");
        assert_eq!(run_with(directory.path(), "config").status.code(), Some(0));
    }
}

#[test]
fn nobody_reading_is_no_error_of_any_verb() {
    let commands = [
        "count",
        "count --json",
        "count --sizes 1..4",
        "solve",
        "solve --all",
        "solve --trace --size 4",
        "solve --trace --size 4 --json",
        "domains",
        "domains --json",
        "explain a1 --place b2",
        "inspect",
        "compare 4 4",
        "judge tests/fixtures/diagrams/cudd4-rows.dddmp",
        "puzzle --size 5",
        "export --to dot --size 4",
        "session",
        "pieces",
        "config",
        "completions zsh",
        "man",
        "help",
        "--help",
        "--version",
        "count --help",
    ];
    for verb in verbs() {
        // `play`, `lesson` and `view` open the board.
        let is_tried = ["play", "lesson", "view"].contains(&verb.as_str())
            || commands.iter().any(|words| words.starts_with(&verb));
        assert!(is_tried, "no command tries {verb}");
    }
    for arguments in commands {
        // The pipe is closed before the program starts, so that writing the first byte fails.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("configurator"));
        command.env("XDG_STATE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/state"));
        command.args(arguments.split_whitespace()).stdout(writer);
        let output = command.stderr(Stdio::piped()).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), stderr.as_str()), (Some(0), ""), "{arguments}");
    }
}
