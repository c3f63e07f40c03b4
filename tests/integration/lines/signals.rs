//! Ctrl-C cancels the question, not the session.

use std::io::{BufRead, BufReader, Write};
use std::process::Command;

use serde_json::Value;

#[test]
fn ctrl_c_cancels_the_question_and_not_the_session() {
    let state = tempfile::tempdir().unwrap();
    let mut child = super::command(state.path(), "--json --size 24").spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut objects = BufReader::new(child.stdout.take().unwrap())
        .lines()
        .map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap());
    // Counting that many queens takes days. Steps are tried until they are cancelled.
    writeln!(stdin, "{{\"id\":1,\"do\":\"count exact\"}}\n{{\"id\":2,\"do\":\"place a1\"}}")
        .unwrap();
    let first = objects.next().unwrap();
    let answer = if first["event"] == "progress" {
        assert_eq!(first["id"], 1);
        let pid = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        objects.find(|object| object.get("event").is_none()).unwrap()
    } else {
        first
    };
    assert_eq!((&answer["id"], &answer["exact"]), (&1.into(), &false.into()), "{answer}");
    let next = objects.find(|object| object.get("event").is_none()).unwrap();
    assert_eq!((&next["id"], &next["problem"]["placed"]), (&2.into(), &serde_json::json!(["a1"])));
    drop(stdin);
    assert_eq!(objects.filter(|object| object.get("event").is_none()).count(), 0);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
