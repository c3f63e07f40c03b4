//! Reads which modules of a crate import which: `use` declarations and paths in code, with the modules that re-exports
//! lead to. Modules and items that only tests have are left out.

use std::collections::{BTreeMap, BTreeSet};

use super::tokens::{Token, tokens as tokens_of};

/// The names of modules from the root of the crate to a module.
pub(super) type ModulePath = Vec<String>;

/// A path to something of the same crate.
#[derive(Clone, Debug)]
pub(super) struct Import {
    pub(super) file: String,
    pub(super) line: usize,
    /// The path as it is written.
    pub(super) path: Vec<String>,
    /// The module that has the path.
    pub(super) from: ModulePath,
}

/// A file, or a module within a file.
#[derive(Debug, Default)]
struct Module {
    children: BTreeSet<String>,
    /// The paths of names that `use` brings.
    names: BTreeMap<String, Vec<String>>,
}

/// The modules of a crate.
#[derive(Debug, Default)]
pub(super) struct Crate {
    modules: BTreeMap<ModulePath, Module>,
    pub(super) imports: Vec<Import>,
}

/// Returns the index behind the bracket that closes the one at `open`.
fn behind_bracket(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// Returns the index behind the item at `start`, with its attributes.
fn behind_item(tokens: &[Token], start: usize) -> usize {
    let mut at = start;
    while let Some(token) = tokens.get(at) {
        match token.text.as_str() {
            ";" => return at + 1,
            "{" => return behind_bracket(tokens, at),
            "(" | "[" => at = behind_bracket(tokens, at),
            _ => at += 1,
        }
    }
    at
}

/// Returns the paths of a `use` declaration, with the name that each of them gets. `tokens` begins behind `use`, or
/// behind a bracket within it.
fn use_paths(tokens: &[Token], prefix: &[String]) -> Vec<(String, Vec<String>)> {
    let (mut found, mut path, mut at) = (Vec::new(), prefix.to_vec(), 0);
    let mut name = None;
    loop {
        let text = tokens.get(at).map_or(";", |token| &token.text);
        match text {
            "{" => {
                let end = behind_bracket(tokens, at);
                found.extend(use_paths(&tokens[at + 1..end - 1], &path));
                (path, at) = (Vec::new(), end);
                continue;
            }
            "," | ";" => {
                let path = std::mem::replace(&mut path, prefix.to_vec());
                let name = name.take().or_else(|| path.last().cloned());
                found.extend(name.filter(|_| path.len() > prefix.len()).map(|it| (it, path)));
                if text == ";" {
                    return found;
                }
            }
            "as" => {
                name = Some(tokens[at + 1].text.clone());
                at += 1;
            }
            "self" if !path.is_empty() => {
                found.extend(path.last().cloned().map(|name| (name, path.clone())));
                path.clear();
            }
            "::" | "*" => {}
            word => path.push(word.to_owned()),
        }
        at += 1;
    }
}

impl Crate {
    /// Reads a crate from its `lib.rs`. `source` returns the contents of a file by its path below the crate's folder.
    pub(super) fn read(source: &impl Fn(&str) -> Option<String>) -> Self {
        let mut all = Self::default();
        let root = source("lib.rs").expect("a crate has lib.rs");
        all.read_module(&tokens_of(&root), &[], "lib.rs", source);
        all
    }

    fn read_module(
        &mut self,
        tokens: &[Token],
        module: &[String],
        file: &str,
        source: &impl Fn(&str) -> Option<String>,
    ) {
        self.modules.entry(module.to_vec()).or_default();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let text = |offset: usize| tokens.get(at + offset).map_or("", |it| it.text.as_str());
            let mut import = |path: Vec<String>| {
                let (file, from) = (file.to_owned(), module.to_vec());
                self.imports.push(Import { file, line: token.line, path, from });
            };
            match token.text.as_str() {
                "#" if text(1) == "[" => {
                    let end = behind_bracket(tokens, at + 1);
                    let words: Vec<&str> = tokens[at..end].iter().map(|it| &*it.text).collect();
                    let is_for_tests = words[2] == "cfg" && words.contains(&"test");
                    if is_for_tests && !words.contains(&"not") {
                        at = behind_item(tokens, end);
                    } else {
                        // Paths in attributes are read, too.
                        at += 2;
                    }
                }
                "mod" if matches!(text(2), ";" | "{") => {
                    let name = text(1).to_owned();
                    let child = [module, std::slice::from_ref(&name)].concat();
                    let entry = self.modules.entry(module.to_vec()).or_default();
                    entry.children.insert(name);
                    if text(2) == ";" {
                        let file = format!("{}.rs", child.join("/"));
                        let contents = source(&file).unwrap_or_else(|| panic!("{file} is missing"));
                        self.read_module(&tokens_of(&contents), &child, &file, source);
                        at += 3;
                    } else {
                        let end = behind_bracket(tokens, at + 2);
                        self.read_module(&tokens[at + 3..end - 1], &child, file, source);
                        at = end;
                    }
                }
                // Not the `use<'a>` of a type.
                "use" if text(1) != "<" => {
                    let length = tokens[at..].iter().position(|token| token.text == ";");
                    let end = length.map_or(tokens.len(), |length| at + length);
                    for (name, path) in use_paths(&tokens[at + 1..end], &[]) {
                        import(path.clone());
                        self.modules.entry(module.to_vec()).or_default().names.insert(name, path);
                    }
                    at = end + 1;
                }
                _ if token.is_word()
                    && text(1) == "::"
                    && (at == 0 || tokens[at - 1].text != "::") =>
                {
                    let mut path = vec![token.text.clone()];
                    while tokens.get(at + 1).is_some_and(|it| it.text == "::")
                        && tokens.get(at + 2).is_some_and(Token::is_word)
                    {
                        path.push(tokens[at + 2].text.clone());
                        at += 2;
                    }
                    import(path);
                    at += 1;
                }
                _ => at += 1,
            }
        }
    }

    /// Returns the modules of this crate that a path of a module leads to: the one that has the last name, and those
    /// that pass names on to it. None for a path to another crate.
    pub(super) fn reached(&self, from: &[String], path: &[String]) -> BTreeSet<ModulePath> {
        let mut reached = BTreeSet::new();
        self.follow(from, path, &mut BTreeSet::new(), &mut reached);
        reached
    }

    fn follow(
        &self,
        from: &[String],
        path: &[String],
        seen: &mut BTreeSet<(ModulePath, String)>,
        reached: &mut BTreeSet<ModulePath>,
    ) {
        let (mut module, mut path) = (from.to_vec(), path);
        let mut is_here = true;
        while let [first, rest @ ..] = path {
            match first.as_str() {
                "crate" => module.clear(),
                "self" => {}
                "super" => {
                    module.pop();
                }
                name => {
                    let Some(known) = self.modules.get(&module) else {
                        return;
                    };
                    if known.children.contains(name) {
                        module.push(name.to_owned());
                    } else if let Some(other) = known.names.get(name) {
                        if !is_here {
                            reached.insert(module.clone());
                        }
                        if seen.insert((module.clone(), name.to_owned())) {
                            let other = [other, rest].concat();
                            self.follow(&module, &other, seen, reached);
                        }
                        return;
                    } else if is_here {
                        // Another crate.
                        return;
                    } else {
                        break;
                    }
                }
            }
            (path, is_here) = (rest, false);
        }
        reached.insert(module);
    }
}
