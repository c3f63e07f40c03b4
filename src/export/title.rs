use geometry::Cell;
use problem::{Problem, Value};

/// A line that describes a problem: size, piece, rules, holes and decisions. Long lists of cells are
/// replaced by their number.
pub fn title(problem: &Problem) -> String {
    let rules = problem.rules();
    let torus = if rules.grid().is_torus() { " torus" } else { "" };
    let needs: Vec<String> = rules.requirements().iter().map(ToString::to_string).collect();
    let name = match rules.known_puzzle() {
        Some(_) => format!("{}{torus}", rules.sized_name()),
        None => format!("{}{torus}, {}", rules.size(), rules.name()),
    };
    let mut parts = vec![name];
    // The name of a known puzzle already implies its requirements.
    if rules.known_puzzle().is_none() && needs != ["rows"] && !needs.is_empty() {
        parts[0] = format!("{}, {}", parts[0], needs.join(", "));
    }
    if !rules.has_board_rule() {
        parts[0].push_str(", pieces may attack each other");
    }
    if let Some(limit) = rules.max_cost() {
        parts[0] = format!("{}, cost at most {limit}", parts[0]);
    }
    let names = |cells: &mut dyn Iterator<Item = Cell>| -> Vec<String> {
        cells.map(|cell| cell.to_string()).collect()
    };
    let decided = |value| names(&mut problem.decisions().cells(value));
    for (word, cells) in [
        ("holes", names(&mut rules.grid().holes().iter())),
        ("placed", decided(Value::Placed)),
        ("excluded", decided(Value::Excluded)),
    ] {
        match cells.len() {
            0 => {}
            1..=8 => parts.push(format!("{word}: {}", cells.join(", "))),
            many => parts.push(format!("{word}: {many} cells")),
        }
    }
    parts.join("; ")
}
