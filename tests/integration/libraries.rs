//! Libraries are named wherever a change to another one must be known, and the SAT solver nowhere else.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use itertools::Itertools;

/// A file of the repository.
fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn table(name: &str) -> toml::Table {
    fs::read_to_string(path(name)).unwrap().parse().unwrap()
}

/// Returns the names of the libraries that a manifest's table of dependencies takes from the registry.
fn registry_names(dependencies: &toml::Value) -> BTreeSet<String> {
    let dependencies = dependencies.as_table().unwrap().iter();
    dependencies.filter(|(_, it)| it.get("path").is_none()).map(|(name, _)| name.clone()).collect()
}

/// Returns the words between backticks.
fn quoted(text: &str) -> BTreeSet<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_table_of_libraries_has_those_that_the_manifests_declare() {
    let page = include_str!("../../src/architecture.md");
    let (_, section) = page.split_once("\n# Dependencies\n").unwrap();
    let (used, rest) = section.split_once("\n\nSome pieces").unwrap();
    let (_, rest) = rest.split_once("\n\nOnly tests have ").unwrap();
    let (only_elsewhere, _) = rest.split_once("\n\n# ").unwrap();
    let rows = used.lines().filter(|line| line.starts_with("| `"));
    let first_columns = rows.map(|row| row.split('|').nth(1).unwrap()).join(" ");
    let described = &quoted(&first_columns) | &quoted(only_elsewhere);

    let declared = registry_names(&table("Cargo.toml")["workspace"]["dependencies"]);
    let fuzzing = registry_names(&table("tests/fuzz/Cargo.toml")["dependencies"]);
    let missing = declared.difference(&described).collect_vec();
    assert!(missing.is_empty(), "src/architecture.md lacks {missing:?}");
    let known = &declared | &fuzzing;
    let unknown = described.difference(&known).collect_vec();
    assert!(unknown.is_empty(), "no manifest declares {unknown:?} of src/architecture.md");
}

/// Cargo and `cargo deny` only warn of an entry for a package that is not there.
#[test]
fn profiles_and_exceptions_are_for_packages_of_the_lock_file() {
    let lock = table("Cargo.lock");
    let packages = lock["package"].as_array().unwrap().iter();
    let text = |package: &toml::Value, key: &str| package[key].as_str().unwrap().to_owned();
    let locked =
        packages.map(|package| (text(package, "name"), text(package, "version"))).collect_vec();

    let manifest = table("Cargo.toml");
    let profiles = manifest["profile"].as_table().unwrap().values();
    let optimised = profiles.filter_map(|profile| profile.get("package")?.as_table());
    for name in optimised.flat_map(toml::Table::keys).filter(|name| *name != "*") {
        assert!(locked.iter().any(|(other, _)| other == name), "a profile of Cargo.toml: {name}");
    }
    let deny = table("deny.toml");
    for exception in deny["bans"]["skip"].as_array().unwrap() {
        let package = text(exception, "crate");
        let (name, version) = package.split_once('@').unwrap();
        let is_meant = |(other, whole): &(String, String)| {
            other == name && format!("{whole}.").starts_with(&format!("{version}."))
        };
        assert!(locked.iter().any(is_meant), "deny.toml: {package}");
    }
}

/// Returns the files with the ending below a folder.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let nested =
        entries.flat_map(|path| if path.is_dir() { files(&path, ending) } else { vec![path] });
    nested.filter(|path| path.extension().is_some_and(|it| it == ending)).collect()
}

/// Returns the words that can be the name of a library, with `_` for `-`, as Rust writes it.
fn words(text: &str) -> BTreeSet<String> {
    let separates = |letter: char| !letter.is_alphanumeric() && letter != '_';
    text.replace('-', "_").split(separates).map(str::to_owned).collect()
}

#[test]
fn one_file_names_the_sat_solver() {
    let backend = path("src/engine/sat/backend.rs");
    let declared = registry_names(&table("Cargo.toml")["workspace"]["dependencies"]);
    let used = table("src/engine/Cargo.toml")["dependencies"].as_table().unwrap().clone();
    let used = used.keys().filter(|name| declared.contains(*name));
    let libraries: BTreeSet<String> = used.map(|name| name.replace('-', "_")).collect();
    let mut solver = &libraries & &words(&fs::read_to_string(&backend).unwrap());
    // The traits and the encodings, which all solvers share.
    solver.remove("rustsat");
    assert!(!solver.is_empty());

    let sources = files(&path("src"), "rs").into_iter().filter(|file| *file != backend);
    let searched = sources.chain(files(&path("src/manual/pages"), "md")).collect_vec();
    assert!(searched.len() > 100, "{}", searched.len());
    for file in searched {
        let found = &solver & &words(&fs::read_to_string(&file).unwrap());
        assert!(found.is_empty(), "{} names {found:?}", file.display());
    }
}
