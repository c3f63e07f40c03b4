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
    let refuted = steps.iter().find(|step| step["technique"] == "contradiction").unwrap();
    let place = refuted["assume"]["place"][0].clone();
    assert_eq!(refuted["exclude"], json!([place]));
    assert!(!refuted["then"].as_array().unwrap().is_empty());
    assert_eq!(refuted["groups"], json!([refuted["empty"]]));
    let text = run("explain --steps --size 8 --place c1,e2").answer().to_owned();
    assert!(text.contains(&format!("exclude {}: with a piece there, ", place.as_str().unwrap())));
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
