//! The position as a command line, for the clipboard and for reports of faults.

use itertools::Itertools;

use geometry::Size;
use problem::{Assist, BoardFile, Problem, Requirement, Rules, Value};

/// Returns a command line that opens a board on this position. Regions or weights are piped through standard input. A
/// problem with both or with givens is piped as a board file.
pub(crate) fn command_line(problem: &Problem, assist: Assist) -> String {
    let (rules, decisions) = (problem.rules(), problem.decisions());
    let drawing = match (rules.regions(), rules.weights()) {
        (Some(regions), None) => Some(regions.to_string()),
        (None, Some(weights)) => Some(weights.to_string()),
        (None, None) | (Some(_), Some(_)) => None,
    };
    let has_both = rules.regions().is_some() && rules.weights().is_some();
    if has_both || decisions.givens().next().is_some() {
        let board = BoardFile { problem: problem.clone(), assist }.to_toml();
        return piped(&board, "configurator --board /dev/stdin");
    }
    let mut words = vec!["configurator".to_owned()];
    let mut option = |name: &str, value: String| words.extend([name.to_owned(), value]);
    // A drawing of the regions also gives the size and the holes.
    match rules.regions() {
        Some(_) => option("--regions", "-".to_owned()),
        None => option("--size", sides(rules.size())),
    }
    if rules.piece().name() != "queen" {
        option("--piece", rules.piece().name().to_owned());
    }
    if rules.requirements() != [Requirement::QUEENS_RULE] {
        option("--rules", requirements(rules));
    }
    if !rules.has_board_rule() {
        words.push("--no-board-rule".to_owned());
    }
    let mut option = |name: &str, value: String| words.extend([name.to_owned(), value]);
    if rules.weights().is_some() {
        option("--weights", "-".to_owned());
    }
    if let Some(limit) = rules.max_cost() {
        option("--max-cost", limit.to_string());
    }
    let lists = [
        ("--holes", rules.grid().holes().iter().filter(|_| rules.regions().is_none()).join(",")),
        ("--place", decisions.cells(Value::Placed).join(",")),
        ("--exclude", decisions.cells(Value::Excluded).join(",")),
    ];
    for (name, cells) in lists.into_iter().filter(|(_, cells)| !cells.is_empty()) {
        option(name, cells);
    }
    if assist != Assist::default() {
        option("--assist", assist.to_string());
    }
    if rules.grid().is_torus() {
        words.push("--torus".to_owned());
    }
    let command = shell_words::join(words);
    drawing.map_or_else(|| command.clone(), |drawing| piped(&drawing, &command))
}

/// The size as `--size` and `:size` take it.
pub fn sides(size: Size) -> String {
    if size.is_square() {
        size.rows().to_string()
    } else {
        format!("{}x{}", size.rows(), size.columns())
    }
}

/// The requirements as `--rules` and `:rules` take them.
pub(crate) fn requirements(rules: &Rules) -> String {
    match rules.requirements() {
        [] => "none".to_owned(),
        requirements => requirements.iter().join(","),
    }
}

/// Returns a command with `text` on its standard input, printed by `printf`.
fn piped(text: &str, command: &str) -> String {
    format!("printf '%s\\n' {} | {command}", shell_words::join(text.lines()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Grid;
    use problem::Rules;

    #[test]
    fn only_what_is_not_as_usual_is_written() {
        let cell = |name: &str| name.parse().unwrap();
        let problem = Problem::new(Rules::queens(8).unwrap());
        let placed = |problem: Problem, name| problem.with(cell(name), Value::Placed).unwrap();
        let problem = placed(placed(problem, "a1"), "g2");
        assert_eq!(command_line(&problem, Assist::Full), "configurator --size 8 --place a1,g2");

        let grid = Grid::new("2x3".parse().unwrap()).with_torus(true);
        let grid = grid.with_holes([cell("b1")]).unwrap();
        let rules = Rules::new(grid.clone(), "rook".parse().unwrap(), []);
        let problem = Problem::new(rules).with(cell("a2"), Value::Excluded).unwrap();
        assert_eq!(
            command_line(&problem, Assist::None),
            "configurator --size 2x3 --piece rook --rules none --holes b1 --exclude a2 --assist none \
             --torus"
        );
        let regions = problem::Regions::parse("ab.\naéb").unwrap();
        let rules =
            Rules::queens(2).unwrap().with_grid(Grid::new("2x3".parse().unwrap()).with_torus(true));
        let rules = rules.with_regions(&regions).unwrap();
        assert_eq!(
            command_line(&Problem::new(rules), Assist::Full),
            "printf '%s\\n' ab. aéb | configurator --regions - --torus"
        );
        let requirements = ["dominate", "pieces=5"].map(|text| text.parse().unwrap());
        let rules = Rules::queens(8).unwrap().with_requirements(requirements);
        let text = command_line(&Problem::new(rules.with_board_rule(false)), Assist::Full);
        assert_eq!(text, "configurator --size 8 --rules 'pieces=5,dominate' --no-board-rule");
        let weights = problem::Weights::parse("1 -2\n. 3\n").unwrap();
        let rules = Rules::queens(2).unwrap().with_weights(Some(weights)).unwrap();
        let rules = rules.with_max_cost(Some(-1)).unwrap();
        assert_eq!(
            command_line(&Problem::new(rules.clone()), Assist::Full),
            "printf '%s\\n' ' 1 -2' ' .  3' | configurator --size 2 --weights - --max-cost -1"
        );
        let regions = problem::Regions::parse("ab\nab").unwrap();
        let both = Problem::new(rules.with_regions(&regions).unwrap());
        let text = command_line(&both, Assist::Full);
        assert!(
            text.starts_with("printf '%s\\n' 'size = 2' ") && text.ends_with(" --board /dev/stdin")
        );
        // The option '--place' places pieces that can be taken back.
        let given = Problem::new(Rules::queens(4).unwrap()).with_given(cell("b1")).unwrap();
        let text = command_line(&given, Assist::Full);
        assert!(
            text.contains("'givens = [\"b1\"]'") && text.ends_with(" --board /dev/stdin"),
            "{text}"
        );
        let requirements = ["rows=1", "columns"].map(|text| text.parse().unwrap());
        let rules = Rules::new(grid, "queen".parse().unwrap(), requirements);
        let text = command_line(&Problem::new(rules), Assist::Full);
        assert_eq!(text, "configurator --size 2x3 --rules 'rows=1,columns' --holes b1 --torus");
    }
}
