//! The JSON Schemas of `src/cli/schema`. All that the integration tests have printed as JSON is compared with them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Output;
use std::sync::LazyLock;

use clap::CommandFactory;
use configurator::cli::Arguments;
use itertools::Itertools;
use jsonschema::Validator;
use serde_json::{Value, json};

use super::{run, run_with_input};

/// The schemas by verb, each with its validator.
static SCHEMAS: LazyLock<BTreeMap<String, (Value, Validator)>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli/schema");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let schema = |path: &Path| {
        let schema: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        let validator = jsonschema::draft202012::new(&schema).unwrap();
        (path.file_stem().unwrap().to_str().unwrap().to_owned(), (schema, validator))
    };
    files.map(|path| schema(&path)).collect()
});

/// Returns the first of the words that is a verb with a schema.
fn verb<'a>(words: &[&'a str]) -> Option<&'a str> {
    words.iter().copied().find(|word| SCHEMAS.contains_key(*word))
}

/// Checks what the program has printed as JSON: each line is an object that the schema of its verb allows. With `--json`
/// there is an object for each answer, also if there is no solution or a budget has ended.
///
/// # Panics
/// If the output is not what the schema says.
pub(crate) fn check(words: &[&str], output: &Output) {
    check_printed(words, output.status.code(), &output.stdout);
}

/// As [`check`], for a run that ended with this exit code.
///
/// # Panics
/// If the output is not what the schema says.
pub(crate) fn check_printed(words: &[&str], code: Option<i32>, stdout: &[u8]) {
    let has = |option: &str| words.contains(&option);
    let Some(verb) = verb(words).filter(|_| !has("--json-schema") && !has("--help")) else {
        return;
    };
    if verb == "export" && has("--output") {
        return;
    }
    if has("--json") {
        // Parts, lists of parts and exports are whole, or there is none.
        let is_whole = has("--shard") || has("--split") || has("--checkpoint") || verb == "export";
        // A session answers only the lines that it reads.
        let is_answered = match code {
            Some(3) => !is_whole,
            code => verb != "session" && matches!(code, Some(0 | 1 | 4)),
        };
        assert!(!is_answered || !stdout.is_empty(), "no object: {}", words.join(" "));
    } else if !stdout.starts_with(b"{") {
        return;
    }
    for line in std::str::from_utf8(stdout).unwrap().lines() {
        let shown =
            || format!("{}: {}", words.join(" "), line.chars().take(2000).collect::<String>());
        let value: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{}", shown()));
        check_object(verb, &value, shown);
    }
}

/// Checks an object that a verb has printed.
///
/// # Panics
/// If the object is not what the schema says. The message begins with `shown`.
pub(crate) fn check_object(verb: &str, object: &Value, shown: impl Fn() -> String) {
    if let Err(error) = SCHEMAS[verb].1.validate(object) {
        panic!("{} at '{}': {error}", shown(), error.instance_path());
    }
}

/// Commands that print each kind of object that a schema describes. After `<` follow the lines of standard input,
/// separated by `; `.
const COMMANDS: &[&str] = &[
    "count --size 4 --json --verify",
    "count --size 4 --json --by-pieces --rules none",
    "count --size 3x4 --json --symmetric --up-to-symmetry --place a1 --holes b2",
    "count --json --sizes 3,3x4 --torus --exclude a2 --by-pieces --verify",
    "count --json --size 8 --estimate --seed 1 --precision 50",
    "count --json --size 3 --estimate --seed 1",
    "count --json --size 300 --estimate --timeout 0.0001",
    "count --size 5 --shard 1/2 --no-board-rule",
    "count --sizes 4..5 --shard 1/2",
    "count --size 5 --split 2 --json",
    "count --sizes 4,3x5 --split 2 --json",
    "count --size 20 --engine bdd --timeout 0.01 --json",
    "count --sizes 4,20 --engine bdd --timeout 0.1 --json",
    "solve --size 4 --json --all --stats",
    "solve --size 3 --json",
    "solve --size 4 --json --random --seed 1 --engine sat --verify",
    "solve --size 4 --json --trace",
    "solve --json --compare weak,strong --sizes 4,3x5",
    "solve --json --all --sizes 4,20 --engine bdd --timeout 0.1",
    "solve --size 4 --json --most --limit 2",
    "solve --size 3 --json --fewest",
    "solve --json --board assets/boards/costs-8.toml --cheapest",
    "solve --size 20 --json --fewest --engine bdd --timeout 0.01",
    "domains --size 3 --json --consistency --holes a1",
    "domains --json --board assets/boards/costs-8.toml --place a1",
    "domains --size 4 --json --engine estimate --seed 1 --holes a1",
    "domains --size 30 --json --engine estimate --timeout 0.0001",
    "compare 4 4 --json",
    "compare 8 assets/boards/costs-8.toml --json",
    "compare 6 assets/boards/kings-6.toml --json --limit 2",
    "compare 30 30 --json --timeout 0.2",
    "explain c4 --place a1,g2 --json --verify",
    "explain --place a1,g2 --json",
    "explain --json --size 3",
    "explain d9 --json --size 20 --engine sat",
    "explain --place a1 --json --size 30 --timeout 0.0001",
    "explain c4 --place a1,g2 --json --claim row,3,a1",
    "explain c4 --place a1,g2 --json --claim rows,3,6,8,a1,g2",
    "explain a1 --json --size 60 --timeout 0.0001 --claim row,2",
    "explain --steps --json --board assets/boards/coloured-7.toml",
    "explain --steps --json --board assets/boards/star-battle-10.toml",
    "explain --steps --json --size 3",
    "explain --steps --json --size 200 --timeout 0.001",
    "puzzle --json --size 5 --seed 1 --difficulty easy",
    "puzzle --json --size 6 --seed 3 --coloured --link --verify",
    "puzzle --json --size 3",
    "puzzle --json --size 20 --timeout 0.01",
    "puzzle --json --repair --board assets/boards/coloured-7.toml",
    "puzzle --json --size 3 --number 2 --output FOLDER",
    "puzzle --json --size 6 --seed 1 --number 2 --output FOLDER --verify",
    "inspect --json --size 3 --steps --place a1",
    "inspect --json --size 3 --order sifted --verify",
    "inspect --json --size 20 --timeout 0.01",
    "inspect --json --size 2 --order - < b1 a1; b2 a2",
    "inspect --json tests/fixtures/diagrams/cudd4-rows.dddmp",
    "judge --json tests/fixtures/diagrams/cudd4-rows.dddmp",
    "judge --json tests/fixtures/diagrams/cudd4-rows.dddmp --piece knight --place a1",
    "judge --json tests/fixtures/diagrams/cudd6-random.dddmp --timeout 0.0001",
    "export --to json --size 2 --exclude a1",
    "export --to json --rule board --cell a1 --size 2",
    "pieces NN queen --json",
    "session --json < place a1; why c4; count; cells; solutions 2; best; hint; steps; diagram; complete; nonsense",
];

#[test]
fn answers_are_exact_if_they_are_whole_and_proved() {
    for (command, engine, is_exact) in [
        ("count --size 6", Some("bdd"), true),
        ("count --size 20 --engine bdd --timeout 0.01", Some("bdd"), false),
        ("count --sizes 4,5", None, true),
        ("count --size 8 --estimate --seed 1 --precision 50", Some("estimate"), false),
        ("count --size 300 --estimate --timeout 0.0001", Some("estimate"), false),
        ("domains --size 30 --engine estimate --timeout 0.0001", Some("estimate"), false),
        ("solve --size 6 --all --engine search", Some("search"), true),
        ("solve --size 3", None, true),
        ("solve --random --engine bdd", Some("bdd"), true),
        ("solve --random --engine sat", Some("sat"), false),
        ("solve --most --engine bdd", Some("bdd"), true),
        ("solve --fewest --size 20 --engine bdd --timeout 0.01", Some("bdd"), false),
        ("domains --engine bdd", Some("bdd"), true),
        ("domains --engine sat", Some("sat"), false),
        ("explain a1 --engine bdd", Some("bdd"), true),
        ("explain a1 --engine sat", Some("sat"), false),
        ("explain c4 --place a1,g2 --engine sat", Some("sat"), true),
        ("explain --steps --size 4 --place b1", None, true),
        ("explain --steps --size 200 --timeout 0.001", None, false),
        ("puzzle --size 5 --seed 1", None, true),
        ("puzzle --size 3", None, true),
        ("puzzle --size 20 --timeout 0.01", None, false),
        ("inspect --size 5", Some("bdd"), true),
        ("inspect --size 20 --timeout 0.01", Some("bdd"), false),
    ] {
        let json = run(&format!("{command} --json")).json();
        assert_eq!(json["exact"], is_exact, "{command}");
        assert!(engine.is_none_or(|engine| json["engine"] == engine), "{command}: {json}");
        assert_eq!(
            json.get("interrupted").is_some(),
            json["exact"] == false && command.contains("--timeout")
        );
    }
}

/// Otherwise `null` would say that there is nothing, and `false` or an empty list that it is known.
#[test]
fn what_a_budget_leaves_open_is_left_out() {
    for (command, open) in [
        ("explain a1 --size 60 --claim row,2", &["needed", "superfluous", "counterexample"][..]),
        ("explain --steps --size 200", &["solved", "grade", "difficulty", "steps"]),
        ("puzzle --size 20", &["givens"]),
        (
            "puzzle --repair --board assets/boards/coloured-7.toml",
            &["superfluous_givens", "superfluous_borders"],
        ),
        ("solve --fewest --size 20 --engine bdd", &["bound"]),
        ("domains --board assets/boards/costs-8.toml", &["cheapest"]),
    ] {
        let run = run(&format!("{command} --json --timeout 0.000001"));
        let json: Value = serde_json::from_str(run.stdout()).unwrap();
        assert!(run.code() == 3 && json["interrupted"].is_string(), "{command}: {json}");
        for name in open {
            assert_eq!(json.get(name), None, "{command}");
        }
    }
    // What is known to be nothing is `null`.
    for (command, name) in [
        ("explain a1 --size 4 --claim row,2", "needed"),
        ("explain --steps --size 3", "grade"),
        ("puzzle --size 3", "givens"),
        ("solve --fewest --size 3", "bound"),
        ("domains --board assets/boards/costs-8.toml --place a1,b2", "cheapest"),
    ] {
        assert_eq!(
            run(&format!("{command} --json")).json().get(name),
            Some(&Value::Null),
            "{command}"
        );
    }
}

/// A problem without a solution has an answer, too.
#[test]
fn every_verb_prints_an_object_if_there_is_no_solution() {
    let folder = tempfile::tempdir().unwrap();
    let puzzles = folder.path().join("puzzles");
    let puzzles = format!("puzzle --number 2 --output {}", puzzles.display());
    for verb in [
        "count",
        "solve",
        "solve --all",
        "solve --random",
        "solve --fewest",
        "solve --trace",
        "domains",
        "explain",
        "explain a1",
        "explain --steps",
        "puzzle",
        "puzzle --coloured",
        &puzzles,
        "inspect",
        "export --to json",
    ] {
        let run = run(&format!("{verb} --size 3 --json"));
        let last: Value = serde_json::from_str(run.stdout().lines().last().unwrap()).unwrap();
        assert_eq!((&last["problem"]["rows"], &last["problem"]["cols"]), (&json!(3), &json!(3)));
        let code = i32::from(verb.starts_with("solve") || verb.starts_with("puzzle"));
        assert_eq!(run.code(), code, "{verb}");
    }
}

/// Returns copies of a value. Each has an undocumented field in another one of its objects.
fn with_undocumented_field(value: &Value) -> Vec<Value> {
    let mut copies = Vec::new();
    match value {
        Value::Object(fields) => {
            let mut copy = fields.clone();
            copy.insert("undocumented".to_owned(), json!(1));
            copies.push(copy.into());
            for (name, field) in fields {
                copies.extend(with_undocumented_field(field).into_iter().map(|field| {
                    let mut copy = fields.clone();
                    copy.insert(name.clone(), field);
                    copy.into()
                }));
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                copies.extend(with_undocumented_field(item).into_iter().map(|item| {
                    let mut copy = items.clone();
                    copy[index] = item;
                    copy.into()
                }));
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    copies
}

#[test]
fn schemas_refuse_an_undocumented_field_in_every_object() {
    let folder = tempfile::tempdir().unwrap();
    let mut shapes: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for command in COMMANDS {
        let path = folder.path().join("puzzles");
        let command = command.replace("FOLDER", path.to_str().unwrap());
        let (words, input) = command.split_once(" < ").unwrap_or((&command, ""));
        let run = run_with_input(words, &input.replace("; ", "\n"));
        let verb = SCHEMAS.keys().find(|key| words.starts_with(key.as_str())).unwrap();
        let (schema, validator) = &SCHEMAS[verb];
        assert!(!run.stdout().is_empty(), "{command}: {}", run.stderr());
        for line in run.stdout().lines() {
            let value: Value = serde_json::from_str(line).unwrap();
            let copies = with_undocumented_field(&value);
            let found = copies.iter().find(|copy| validator.is_valid(copy));
            assert!(!copies.is_empty() && found.is_none(), "{command}: {found:?}");
            let is_of = |shape: &Value| {
                let only = json!({"$defs": schema["$defs"], "$ref": shape["$ref"]});
                jsonschema::draft202012::is_valid(&only, &value)
            };
            let of_verb = shapes.entry(verb).or_default();
            of_verb.extend(kinds(schema).iter().positions(is_of));
        }
    }
    for (verb, (schema, _)) in &*SCHEMAS {
        let seen = shapes.get(verb.as_str()).map_or(0, BTreeSet::len);
        // Whether a session prints events depends on the time that counting takes.
        let is_seen = seen == kinds(schema).len() || verb == "session" && seen > 0;
        assert!(is_seen, "some kind of object of {verb} is not printed");
    }
}

/// Returns the kinds of objects that a schema allows.
fn kinds(schema: &Value) -> Vec<Value> {
    match &schema["oneOf"] {
        Value::Array(kinds) => kinds.clone(),
        _ => vec![schema.clone()],
    }
}

#[test]
fn verbs_that_print_json_have_a_schema_and_others_do_not() {
    let mut with_schema = BTreeSet::new();
    for verb in Arguments::command().get_subcommands() {
        let name = verb.get_name();
        let shell = if name == "completions" { " bash" } else { "" };
        let run = run(&format!("{name}{shell} --json-schema"));
        if SCHEMAS.contains_key(name) {
            let printed: Value = serde_json::from_str(run.answer()).unwrap();
            assert_eq!(printed, SCHEMAS[name].0, "{name}");
            assert!(jsonschema::meta::is_valid(&printed), "{name}");
            with_schema.insert(name.to_owned());
        } else {
            let sentence = run.refusal(2);
            assert!(sentence.starts_with("--json-schema needs a verb that prints data: "));
        }
    }
    assert_eq!(with_schema, SCHEMAS.keys().cloned().collect());
    assert!(run("--json-schema").refusal(2).starts_with("--json-schema needs a verb"));
}

/// The files stand alone, so that what they share is written several times.
#[test]
fn a_name_means_the_same_in_all_schemas() {
    let mut known: BTreeMap<&str, &Value> = BTreeMap::new();
    for (schema, _) in SCHEMAS.values() {
        for (name, definition) in schema["$defs"].as_object().unwrap() {
            assert_eq!(*known.entry(name).or_insert(definition), definition, "{name}");
        }
    }
}

/// Calls `visit` with the name and the schema of each field that a schema describes.
fn for_each_field(schema: &Value, visit: &mut impl FnMut(&str, &Value)) {
    if let Some(fields) = schema.get("properties").and_then(Value::as_object) {
        fields.iter().for_each(|(name, field)| visit(name, field));
    }
    let parts: Vec<&Value> = match schema {
        Value::Object(entries) => entries.values().collect(),
        Value::Array(items) => items.iter().collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    };
    for part in parts {
        for_each_field(part, visit);
    }
}

/// True if a field, or what its reference leads to, says what it means.
fn is_described(whole: &Value, field: &Value) -> bool {
    let is_list = field["items"].get("$ref").is_some();
    let described = || target(whole, field).is_some_and(|target| is_described(whole, target));
    field.get("description").is_some() || is_list || described()
}

#[test]
fn all_fields_are_described() {
    for (verb, (schema, _)) in &*SCHEMAS {
        for_each_field(schema, &mut |name, field| {
            assert!(is_described(schema, field), "{verb}: {name}");
        });
    }
}

/// The page tells of each entry at the top of an object.
#[test]
fn the_manual_has_every_entry() {
    let page = include_str!("../../../src/manual/pages/json.md");
    for (verb, (schema, _)) in &*SCHEMAS {
        for kind in kinds(schema) {
            let fields = target(schema, &kind).unwrap()["properties"].as_object().unwrap();
            let missing = fields.keys().find(|name| !page.contains(&format!("`{name}`")));
            assert_eq!(missing, None, "src/manual/pages/json.md lacks an entry of {verb}");
        }
    }
}

/// Returns what the reference of a schema leads to, if it has one.
fn target<'a>(whole: &'a Value, schema: &Value) -> Option<&'a Value> {
    whole.pointer(schema["$ref"].as_str()?.trim_start_matches('#'))
}

/// Returns the types of the values that a schema allows.
fn types(whole: &Value, schema: &Value) -> BTreeSet<String> {
    if let Some(target) = target(whole, schema) {
        return types(whole, target);
    }
    if let Some(options) = schema["anyOf"].as_array() {
        return options.iter().flat_map(|option| types(whole, option)).collect();
    }
    let of_value = |value: &Value| match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let values = schema["enum"].as_array().into_iter().flatten().chain(schema.get("const"));
    let named = schema["type"].as_str().into_iter().map(str::to_owned);
    values.map(|value| of_value(value).to_owned()).chain(named).collect()
}

/// Kinds of objects with the common entries that they lack: those without a problem, steps of a trace, lists of parts that
/// are not counted yet, and exported diagrams, which are the same in each run.
const LACKING: &[(&str, &[&str])] = &[
    ("pieces", &["problem", "elapsed_ms", "exact"]),
    ("inspected_file", &["problem", "elapsed_ms", "exact"]),
    ("trace_step", &["problem", "elapsed_ms", "exact"]),
    ("count_split", &["elapsed_ms", "exact"]),
    ("diagram", &["elapsed_ms", "exact"]),
    ("progress", &["problem", "exact"]),
    ("counted", &["problem", "elapsed_ms"]),
    ("notice", &["problem", "elapsed_ms", "exact"]),
];

#[test]
fn what_all_verbs_print_has_one_type() {
    let common: [(&str, &[&str]); 7] = [
        ("problem", &["object"]),
        ("engine", &["string"]),
        ("elapsed_ms", &["number"]),
        ("exact", &["boolean"]),
        ("interrupted", &["string"]),
        ("verified_by", &["null", "string"]),
        ("disagreement", &["object"]),
    ];
    for (verb, (schema, _)) in &*SCHEMAS {
        for kind in kinds(schema) {
            let name = kind["$ref"].as_str().unwrap().trim_start_matches("#/$defs/");
            let fields = &target(schema, &kind).unwrap()["properties"];
            for (field, expected) in common {
                if let Some(found) = fields.get(field) {
                    let found = types(schema, found);
                    assert!(found.iter().eq(expected), "{verb} {name}: {field} is {found:?}");
                }
            }
            let lacking = LACKING.iter().find(|(kind, _)| *kind == name);
            let lacking = lacking.map_or(&[][..], |(_, entries)| entries);
            for field in ["problem", "elapsed_ms", "exact"] {
                let is_lacking = fields.get(field).is_none();
                assert_eq!(is_lacking, lacking.contains(&field), "{verb} {name}: {field}");
            }
        }
    }
}
