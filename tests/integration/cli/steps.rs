use serde_json::json;

use super::run;

#[test]
fn the_shape_of_the_contract() {
    let run = run("explain --steps --size 4 --place b1 --exclude d3 --json");
    let answer = run.json();
    assert_eq!((answer["solved"].clone(), answer["grade"].clone()), (json!(true), json!("easy")));
    assert_eq!(
        answer["steps"][0],
        json!({
            "technique": "last-cell", "place": ["d2"], "exclude": [],
            "groups": ["row 2"], "cells": ["a2", "b2", "c2"],
        })
    );
}

#[test]
fn a_contradiction_has_its_assumption_and_its_steps() {
    let answer = run("explain --steps --size 8 --place c1,e2 --json").json();
    let steps = answer["steps"].as_array().unwrap();
    // A chain is a short contradiction.
    let refuted = steps.iter().find(|step| !step["then"].is_null()).unwrap();
    let place = refuted["assume"]["place"][0].clone();
    assert_eq!(refuted["exclude"], json!([place]));
    assert!(!refuted["then"].as_array().unwrap().is_empty());
    assert_eq!(refuted["groups"], json!([refuted["empty"]]));
    let text = run("explain --steps --size 8 --place c1,e2").answer().to_owned();
    assert!(text.contains(&format!("exclude {}: with a queen there, ", place.as_str().unwrap())));
}

#[test]
fn the_way_ends_honestly() {
    let open = run("explain --steps --size 8 --place a1");
    assert!(open.answer().contains("\nnothing more follows: several solutions remain\n"));
    let answer = run("explain --steps --size 8 --place a1 --json").json();
    assert_eq!((&answer["solved"], &answer["satisfiable"]), (&json!(false), &json!(true)));
    assert_eq!(answer["grade"], json!(null));
    let none = run("explain --steps --size 8 --place a1,b2");
    assert!(none.answer().ends_with("no solution remains ('explain' says why)\n"));
    assert!(run("explain --steps --size 3").answer().contains("no solution"));
    let refused = run("explain c4 --steps");
    assert!(refused.code() == 2 && refused.stderr().contains("cannot be used with --steps"));
}

#[test]
fn each_step_and_each_step_of_a_contradiction_is_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("new");
    let line =
        format!("explain --steps --size 8 --place c1,e2 --json --picture {}", folder.display());
    let answer = run(&line).json();
    let steps = answer["steps"].as_array().unwrap();
    let pictures =
        |step: &serde_json::Value| step["then"].as_array().map_or(1, |then| 1 + then.len());
    let names = || {
        let files = std::fs::read_dir(&folder).unwrap();
        let mut names: Vec<_> =
            files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    assert_eq!(names().len(), steps.iter().map(pictures).sum::<usize>());
    // The pictures of the first contradiction: the assumption, then each step, the group at the end.
    let number = steps.iter().position(|step| !step["then"].is_null()).unwrap();
    let refuted = &steps[number];
    let technique = refuted["technique"].as_str().unwrap();
    let read = |part: usize| {
        let name = format!("{:02}-{technique}-{part:02}.svg", number + 1);
        std::fs::read_to_string(folder.join(name)).unwrap()
    };
    let assumed = refuted["assume"]["place"][0].as_str().unwrap();
    let is_supposed =
        |svg: &str, cell: &str| svg.contains(&format!("class=\"cell forced\" id=\"{cell}\""));
    let then = refuted["then"].as_array().unwrap();
    for part in 1..=then.len() + 1 {
        let svg = read(part);
        roxmltree::Document::parse(&svg).unwrap();
        assert!(is_supposed(&svg, assumed));
        for (index, step) in then.iter().enumerate() {
            let is_shown = index + 1 < part;
            for cell in step["place"].as_array().unwrap() {
                assert_eq!(is_supposed(&svg, cell.as_str().unwrap()), is_shown);
            }
            if step["exclude"].as_array().is_some_and(|cells| !cells.is_empty()) {
                assert_eq!(svg.contains(&format!(">×{}<", index + 1)), is_shown);
            }
        }
        assert_eq!(svg.contains("cannot be completed"), part == then.len() + 1);
    }
    // Drawings are replaced only with --replace.
    let all = names();
    let again = run(&line);
    assert!(again.code() == 2 && again.stderr().contains("--replace"), "{}", again.stderr());
    assert_eq!(run(&format!("{line} --replace")).code(), 0);
    assert_eq!(names(), all);
    assert!(run("explain c4 --picture x").code() == 2);
}
