//! No files of a member import each other in a circle.

mod imports;
mod tokens;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use imports::{Crate, Import, ModulePath};

/// Two siblings, and the imports below the first from below the second.
type Edges<'a> = BTreeMap<(String, String), Vec<&'a Import>>;

/// Returns the edges among the siblings of each folder. A file and the folder of its name are one node, so imports
/// between a file and what is in its folder are no edges.
fn edges(all: &Crate) -> BTreeMap<ModulePath, Edges<'_>> {
    let mut folders: BTreeMap<ModulePath, Edges<'_>> = BTreeMap::new();
    for import in &all.imports {
        for target in all.reached(&import.from, &import.path) {
            let pairs = import.from.iter().zip(&target);
            let shared = pairs.take_while(|(one, other)| one == other).count();
            if let (Some(one), Some(other)) = (import.from.get(shared), target.get(shared)) {
                let folder = folders.entry(target[..shared].to_vec()).or_default();
                let imports = folder.entry((one.clone(), other.clone())).or_default();
                if imports.iter().all(|it| (&it.file, &it.path) != (&import.file, &import.path)) {
                    imports.push(import);
                }
            }
        }
    }
    folders
}

/// Returns a shortest circle through an edge.
fn circle(edges: &Edges<'_>, (first, second): &(String, String)) -> Option<Vec<String>> {
    let mut paths = vec![vec![first.clone(), second.clone()]];
    let mut seen = BTreeSet::from([second]);
    while !paths.is_empty() {
        if let Some(found) = paths.iter().find(|path| path.last() == Some(first)) {
            return Some(found.clone());
        }
        let mut longer = Vec::new();
        for path in &paths {
            for (_, to) in edges.keys().filter(|(from, _)| Some(from) == path.last()) {
                if seen.insert(to) {
                    longer.push([&path[..], std::slice::from_ref(to)].concat());
                }
            }
        }
        paths = longer;
    }
    None
}

/// Describes circles that contain each edge of a circle: the names, and the imports of each edge. `root` is the folder
/// of the crate. The folders `one` in it count as one.
fn circles(all: &Crate, root: &str, one: &[&str]) -> String {
    let mut text = String::new();
    for (parent, mut edges) in edges(all) {
        let is_within = |name: &String| parent.is_empty() && one.contains(&name.as_str());
        edges.retain(|(from, to), _| !is_within(from) || !is_within(to));
        let mut told = BTreeSet::new();
        for edge in edges.keys() {
            let Some(nodes) = circle(&edges, edge).filter(|_| !told.contains(edge)) else {
                continue;
            };
            let folder = [&[root.to_owned()], &parent[..]].concat().join("/");
            writeln!(text, "{folder}: {}", nodes.join(" -> ")).unwrap();
            for pair in nodes.windows(2) {
                let edge = (pair[0].clone(), pair[1].clone());
                for Import { file, line, path, .. } in &edges[&edge] {
                    writeln!(text, "  {root}/{file}:{line}: {}", path.join("::")).unwrap();
                }
                told.insert(edge);
            }
        }
    }
    text
}

#[test]
fn no_files_of_a_member_import_each_other_in_a_circle() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut found, mut members) = (String::new(), 0);
    for entry in fs::read_dir(&sources).unwrap() {
        let folder = entry.unwrap().path();
        if !folder.join("lib.rs").exists() {
            continue;
        }
        let name = folder.file_name().unwrap().to_string_lossy();
        // The model keeps the mode, whose file has its keys and clicks, too.
        let one = if name == "tui" { &["model", "modes", "update"][..] } else { &[] };
        let all = Crate::read(&|file| fs::read_to_string(folder.join(file)).ok());
        found += &circles(&all, &format!("src/{name}"), one);
        members += 1;
    }
    assert!(members > 7, "{members}");
    assert!(found.is_empty(), "circles of files:\n{found}");
}

/// Describes the circles of a crate with these files.
fn circles_of(files: &[(&str, &str)]) -> String {
    let files: BTreeMap<&str, &str> = files.iter().copied().collect();
    let all = Crate::read(&|file| files.get(file).map(|text| (*text).to_owned()));
    circles(&all, "src/made_up", &[])
}

#[test]
fn a_circle_is_told_with_each_import() {
    let files = [
        ("lib.rs", "mod house;\nmod street;\nmod town;"),
        ("house.rs", "//! In a street.\nmod door;\n\nuse crate::{street::{self, Lamp}, town};\n"),
        ("house/door.rs", "fn open() -> super::House { todo!() }"),
        ("street.rs", "fn f() { let house = crate::house::door::open(); }"),
        ("town.rs", "use std::fs;"),
    ];
    assert_eq!(
        circles_of(&files),
        "src/made_up: house -> street -> house\n  \
            src/made_up/house.rs:4: crate::street\n  \
            src/made_up/house.rs:4: crate::street::Lamp\n  \
            src/made_up/street.rs:1: crate::house::door::open\n"
    );
}

#[test]
fn circles_are_found_within_folders_and_through_three_files() {
    let files = [
        ("lib.rs", "mod a;"),
        ("a.rs", "mod b;\nmod c;\nmod d;\nuse b::B;"),
        ("a/b.rs", "use super::c::C as Other;"),
        ("a/c.rs", "use super::d;\nfn f() -> d::D { 'c'; \"super::b::B\" }"),
        ("a/d.rs", "mod e { use super::super::b::B; }"),
    ];
    let found = circles_of(&files);
    assert!(found.starts_with("src/made_up/a: b -> c -> d -> b\n"), "{found}");
    assert!(found.contains("src/made_up/a/d.rs:1: super::super::b::B\n"), "{found}");
}

#[test]
fn re_exports_and_names_that_a_file_above_imports_hide_no_circle() {
    let re_exported = [
        ("lib.rs", "mod a;\nmod b;\npub use a::inner::{A as First, Other};\nuse b::B;"),
        ("a.rs", "mod inner;\npub(crate) use inner::A;"),
        ("a/inner.rs", "use crate::B;"),
        ("b.rs", "use crate::First;"),
    ];
    let found = circles_of(&re_exported);
    assert!(found.starts_with("src/made_up: a -> b -> a\n"), "{found}");
    let passed_on = [
        ("lib.rs", "mod a;\nmod b;\nmod c;"),
        ("a.rs", "use crate::b::C;"),
        ("b.rs", "pub(crate) use crate::c::C;"),
        ("c.rs", "use crate::a::A;"),
    ];
    let found = circles_of(&passed_on);
    assert!(found.contains("a -> c -> a\n"), "{found}");
}

#[test]
fn tests_comments_texts_and_other_crates_are_left_out() {
    let files = [
        ("lib.rs", "mod a;\nmod b;\n#[cfg(any(test, fuzzing))]\nmod testing;"),
        (
            "a.rs",
            "// use crate::b::B;\n/* crate::b */ const A: &str = r#\"crate::b::B\"#;\n\
            #[cfg(test)]\n#[allow(dead_code)]\nfn f([a]: [u8; 1]) { crate::b::f(); }\n\
            #[cfg(test)]\nmod tests {\n    use crate::b::B;\n}",
        ),
        ("b.rs", "use crate::a::A;\nuse a::B;\nuse engine::a;\nfn f<'a>() -> a::C<'a> { '\"' }"),
    ];
    assert_eq!(circles_of(&files), "");
}
