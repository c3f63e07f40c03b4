//! Jumps in watched searches, the reasons of removals, the search's path in the diagram, and compared searches.

use std::collections::BTreeSet;

use crossterm::event::KeyCode;
use itertools::Itertools;

use super::*;
use crate::modes::watch::SearchPlayback;
use crate::testing::Play;
use app::{AppEvent, jobs};
use engine::search::{
    ColumnModel, Event, NodeId, NodeOutcome, Propagation, Recording, RecordingEnd, RemovalKind,
    SearchMark, SearchOptions, SearchTree,
};
use engine::{Budget, SmallDiagram};
use geometry::Cell;
use problem::{Problem, Rules, Value};
use session::CellState;
use session::Replay;
use session::SolutionLoss;

fn watching(size: u16, command: &str) -> Play {
    let mut play = Play::queens(size);
    play.settled(command);
    assert!(play.model.playback().is_some(), "{}", play.notice());
    play
}

fn playback(play: &Play) -> &SearchPlayback {
    play.model.playback().unwrap()
}

fn replay(play: &Play) -> &Replay {
    &playback(play).first
}

/// All solutions of n queens, as the column of each row.
fn solutions(size: u16) -> Vec<Vec<u16>> {
    let is_free = |columns: &[u16]| {
        (0..columns.len())
            .tuple_combinations()
            .all(|(low, high)| usize::from(columns[low].abs_diff(columns[high])) != high - low)
    };
    (0..size).permutations(size.into()).filter(|columns| is_free(columns)).collect()
}

fn keeps(columns: &[u16], (cell, value): (Cell, Value)) -> bool {
    (columns[usize::from(cell.row())] == cell.column()) == (value == Value::Placed)
}

/// For each node of a tree, true if no solution keeps the decisions on its path.
fn without_solution(tree: &SearchTree, solutions: &[Vec<u16>]) -> Vec<bool> {
    let decisions = |id| tree.path(id).filter_map(|above| tree.node(above).decision).collect_vec();
    let is_lost = |id| {
        let decisions = decisions(id);
        !solutions.iter().any(|columns| decisions.iter().all(|&decision| keeps(columns, decision)))
    };
    tree.nodes().map(|(id, _)| is_lost(id)).collect()
}

/// The nodes without a solution whose parents have a solution.
fn wrong_branches(tree: &SearchTree, solutions: &[Vec<u16>]) -> Vec<NodeId> {
    let lost = without_solution(tree, solutions);
    let begins = |id: &NodeId| lost[id.index()] && !lost[tree.node(*id).parent.index()];
    tree.nodes().map(|(id, _)| id).filter(begins).collect()
}

#[test]
fn the_next_wasted_branch_has_no_solution_but_the_branch_above_has() {
    let all = solutions(6);
    for command in [":search\n", ":search leftmost min strong\n", ":search dual max bounds\n"] {
        let mut play = watching(6, command);
        let expected = wrong_branches(replay(&play).tree(), &all);
        assert!(expected.len() > 3);
        for id in expected {
            play.keys("w");
            assert_eq!(replay(&play).node(), id, "{command}");
            let (cell, value) = replay(&play).tree().node(id).decision.unwrap();
            let verb = if value == Value::Placed { "tried" } else { "explored" };
            let said = format!("wasted: {cell} is {verb}; ");
            assert!(play.notice().starts_with(&said), "{}", play.notice());
            assert_eq!(play.model.view.cursor, cell);
        }
        let step = replay(&play).steps_done;
        play.keys("w");
        assert_eq!(play.notice(), "no wasted branch after this");
        assert_eq!(replay(&play).steps_done, step);
    }
    let mut play = watching(3, ":search\n");
    play.keys("w");
    assert_eq!(play.notice(), "there is no solution: every branch is wasted");
}

/// Without the counts of a diagram, the tree itself shows wasted branches, even if its recording was cut.
#[test]
fn wasted_branches_need_no_counts() {
    let problem = Problem::new(Rules::queens(6).unwrap());
    let model = ColumnModel::new(&problem).unwrap();
    let options = SearchOptions::default();
    let recording = Recording::record(&model, options, &Budget::default()).unwrap();
    let all = solutions(6);
    let expected = wrong_branches(&recording.tree, &all);
    let whole = Replay::new(recording.clone(), problem.clone());
    assert_eq!(whole.wrong_branches().collect_vec(), expected);
    for steps in (0..recording.events.len()).step_by(7) {
        let events = recording.events[..steps].to_vec();
        let cut = Recording {
            tree: SearchTree::new(&events),
            events,
            end: RecordingEnd::Cut,
            ..recording.clone()
        };
        let cut = Replay::new(cut, problem.clone());
        let found = cut.wrong_branches().collect_vec();
        let is_wasted = without_solution(cut.tree(), &all);
        assert!(found.iter().all(|id| is_wasted[id.index()]), "{steps}");
        // All that the search has left behind are found.
        let last = NodeId::from_index(cut.tree().branches());
        let is_left = |id: &&NodeId| {
            cut.tree().nodes().any(|(other, _)| other == **id)
                && cut.tree().node(**id).last_descendant < last
        };
        assert!(expected.iter().filter(is_left).all(|id| found.contains(id)), "{steps}");
    }
}

#[test]
fn searches_part_at_the_first_node_that_differs() {
    for (size, command) in [
        (6, ":search weak vs strong\n"),
        (8, ":search weak vs bounds\n"),
        (6, ":search min vs max\n"),
        (8, ":search leftmost min vs first-fail\n"),
    ] {
        let mut play = watching(size, command);
        play.press(KeyCode::End);
        play.keys("d");
        let at = playback(&play).steps_done();
        let [first, second] = [0, 1].map(|number| playback(&play).searches().nth(number).unwrap());
        let decision = |search: &Replay, index: usize| {
            let tree = search.tree();
            (index <= tree.branches()).then(|| tree.node(NodeId::from_index(index)).decision)
        };
        assert!((0..at).all(|index| decision(first, index) == decision(second, index)));
        assert_ne!(decision(first, at), decision(second, at), "{command}");
        assert!(play.notice().starts_with(&format!("the searches part at branch {at}: ")));
    }
    // Both propagations remove the same values.
    let mut play = watching(6, ":search strong vs bounded\n");
    play.keys("d");
    assert_eq!(play.notice(), "both searches take the same branches");
    play.settled("v");
    play.keys("d");
    assert_eq!(play.notice(), "one search has no other to part from: v adds one");
}

#[test]
fn no_failure_is_deeper_than_the_deepest_one() {
    let mut play = watching(7, ":search leftmost min\n");
    play.keys("D");
    let search = replay(&play);
    let here = search.node();
    let depth = search.tree().node(here).depth;
    for (id, node) in search.tree().nodes().filter(|(_, it)| it.outcome == NodeOutcome::Failure) {
        assert!(node.depth < depth || node.depth == depth && id >= here);
    }
    assert_eq!(play.notice(), format!("the deepest failure: {depth} pieces tried"));
    let mut play = watching(1, ":search\n");
    play.keys("D");
    assert_eq!(play.notice(), "there is no failure");
}

#[test]
fn each_removed_cell_tells_the_kind_of_its_cause() {
    for (piece, propagation) in
        [("queen", "weak"), ("amazon", "strong"), ("queen", "alldifferent"), ("amazon", "naive")]
    {
        let mut play = Play::queens(6);
        play.settled(&format!(":piece {piece}\n:search {propagation}\n"));
        let (size, mut seen) = (play.rules().size(), Vec::new());
        for _ in 0..replay(&play).len().min(400) {
            play.press(KeyCode::Right);
            let search = replay(&play);
            let pieces = search.snapshot.pieces().collect_vec();
            for cell in size.iter() {
                let is_gone =
                    matches!(search.state(cell), CellState::Attacked | CellState::Impossible);
                let kind = search.removal_kind(cell);
                assert_eq!(kind.is_some(), is_gone, "{cell}");
                let Some(kind) = kind else { continue };
                seen.push(kind);
                let from = |rows: u16, columns: u16| {
                    pieces.iter().any(|piece| {
                        (piece.row().abs_diff(cell.row()), piece.column().abs_diff(cell.column()))
                            == (rows, columns)
                    })
                };
                match kind {
                    RemovalKind::Row => assert!((1..6).any(|far| from(0, far))),
                    RemovalKind::Column => assert!((1..6).any(|far| from(far, 0))),
                    RemovalKind::Diagonal => assert!((1..6).any(|far| from(far, far))),
                    RemovalKind::Knight => assert!(from(1, 2) || from(2, 1)),
                    RemovalKind::Explored => {
                        assert!(matches!(
                            search.snapshot.mark(cell),
                            Some(SearchMark::Explored(_))
                        ));
                    }
                    RemovalKind::Support => assert_eq!(propagation, "strong"),
                    RemovalKind::AllDifferent => assert_eq!(propagation, "alldifferent"),
                    RemovalKind::Attack | RemovalKind::Group | RemovalKind::Cost => {
                        panic!("{cell} {kind}")
                    }
                }
            }
        }
        let has = |kind| seen.contains(&kind);
        assert!(has(RemovalKind::Row) && has(RemovalKind::Column) && has(RemovalKind::Diagonal));
        assert_eq!(has(RemovalKind::Knight), piece == "amazon");
        assert_eq!(has(RemovalKind::Support), propagation == "strong");
        assert_eq!(has(RemovalKind::AllDifferent), propagation == "alldifferent");
    }
}

/// The diagram of the board, and the watched search after some steps.
fn diagram_of(play: &Play) -> &SmallDiagram {
    play.model.small_diagram().unwrap()
}

#[test]
fn the_path_in_the_diagram_is_that_of_the_settled_cells() {
    let mut play = watching(6, ":search\n");
    play.model.arrange(Rect::new(0, 0, 120, 40));
    assert!(play.model.small_diagram().is_none());
    play.settled("g");
    assert!(!play.model.view.layout.graph.is_empty(), "{}", play.notice());
    let all = solutions(6);
    let mut lost_at = Vec::new();
    for _ in 0..replay(&play).len() {
        play.press(KeyCode::Right);
        let (search, diagram) = (replay(&play), diagram_of(&play));
        let assignment = search.assignment();
        for cell in diagram.cells.iter().copied() {
            let expected = match search.state(cell) {
                CellState::Placed | CellState::Forced => Some(Value::Placed),
                CellState::Possible => None,
                _ => Some(Value::Excluded),
            };
            assert_eq!(assignment.get(cell), expected);
        }
        let path = search.tree().path(search.node()).collect_vec();
        let decisions =
            path.iter().rev().filter_map(|&id| search.tree().node(id).decision).collect_vec();
        let left = |number: usize| {
            let keeps_all = |columns: &&Vec<u16>| {
                decisions[..number].iter().all(|&decision| keeps(columns, decision))
            };
            all.iter().filter(keeps_all).collect_vec()
        };
        let first_without = (0..=decisions.len()).find(|&number| left(number).is_empty());
        let lost = search.loss_in(diagram);
        assert_eq!(
            lost.as_ref().map(|loss| loss.decision),
            first_without.map(|number| decisions[number - 1])
        );
        let Some(SolutionLoss { decision: (cell, value), nodes }) = lost else { continue };
        assert!(!nodes.is_empty() && nodes.iter().all(|&node| diagram.cell(node) == cell));
        assert!(nodes.contains(&search.node_in(diagram).unwrap()));
        // Each solution that was left before passes one of the nodes, and takes the other edge there.
        for columns in left(first_without.unwrap() - 1) {
            let mut target = diagram.root;
            let mut passed = Vec::new();
            while let Some(node) = target.node() {
                let at = diagram.cell(node);
                let high = columns[usize::from(at.row())] == at.column();
                passed.extend(nodes.contains(&node).then_some(high));
                target = diagram.nodes[node].target(high);
            }
            assert_eq!(passed, [value != Value::Placed]);
        }
        lost_at.push(cell);
    }
    assert!(lost_at.iter().unique().count() > 3);
    let drawn = play.text(120, 40);
    assert!(drawn.contains("nodes on the search's path"), "{drawn}");
    // A click on the graph stays in the search.
    let (area, node) = (play.model.view.hits.areas.iter())
        .find_map(|(area, hit)| Some((*area, hit.try_as_graph_node()?)))
        .unwrap();
    let cell = diagram_of(&play).cell(node);
    play.click_at(crossterm::event::MouseButton::Left, area.x, area.y);
    assert_eq!(play.model.view.cursor, cell);
    assert!(play.model.playback().is_some());
    play.keys("g");
    assert!(play.model.view.layout.graph.is_empty());
}

/// An explored branch is counted by its own decisions, so it may have solutions.
#[test]
fn an_explored_branch_tells_its_solutions() {
    let mut play = watching(6, ":search\n");
    let all = solutions(6);
    let events = replay(&play).recording.events.clone();
    let mut decisions: Vec<(Cell, Value)> = Vec::new();
    let mut seen = BTreeSet::new();
    for (step, event) in events.iter().enumerate() {
        match *event {
            Event::Assign { cell, .. } => decisions.push((cell, Value::Placed)),
            Event::Backtrack { cell, .. } => {
                while decisions.last() != Some(&(cell, Value::Placed)) {
                    decisions.pop();
                }
                let keeps_all = |columns: &&Vec<u16>| {
                    decisions.iter().all(|&decision| keeps(columns, decision))
                };
                let expected = all.iter().filter(keeps_all).count();
                assert_eq!(replay(&play).solutions_explored(step), expected, "{step}");
                seen.insert(expected);
                decisions.pop();
                decisions.push((cell, Value::Excluded));
                play.keys(&format!(":step {}\n:{cell}\n", step + 1));
                let told = match expected {
                    0 => "no solution".to_owned(),
                    1 => "1 solution".to_owned(),
                    number => format!("{number} solutions"),
                };
                let screen = play.text(120, 40);
                let panel = format!("explored at step {}: {told}", step + 1);
                assert!(screen.contains(&panel), "{panel}\n{screen}");
                assert!(screen.contains(" explored "), "{screen}");
            }
            _ => {}
        }
    }
    assert!(seen.contains(&0) && seen.contains(&1), "{seen:?}");
}

fn compared(play: &Play) -> Vec<[String; 7]> {
    match &play.model.overlay {
        Overlay::Comparison { searches, .. } => {
            searches.iter().map(engine::search::ComparedSearch::cells).collect()
        }
        other => panic!("{other:?}"),
    }
}

/// OR-Tools documents 304 failures and 790 branches for its search; the others are numbers of solutions.
#[test]
fn three_searches_are_compared_in_a_table() {
    let mut play = Play::queens(5);
    play.settled(":search bounds leftmost min vs weak vs strong sizes=4,8\n");
    let rows = compared(&play);
    let short = |row: &[String; 7]| row[..3].join(" ");
    assert_eq!(
        rows.iter().map(short).collect_vec(),
        [
            "4 bounds leftmost min 2",
            "4 weak 2",
            "4 strong 2",
            "8 bounds leftmost min 92",
            "8 weak 92",
            "8 strong 92",
        ]
    );
    assert_eq!(rows[3][3..5], ["304", "790"]);
    let screen = play.text(80, 24);
    assert!(
        screen.contains("searches compared") && screen.contains("each search finds"),
        "{screen}"
    );
    play.press(KeyCode::Esc);
    assert!(matches!(play.model.overlay, Overlay::None));
    // A board with decisions is compared as it is.
    play.settled(":a1\n ");
    play.settled(":search weak vs strong vs bounds\n");
    assert_eq!(
        compared(&play).iter().map(short).collect_vec(),
        ["5 weak 2", "5 strong 2", "5 bounds 2"]
    );
    // Other keys change neither the table nor the board.
    for key in " xrahlv?!1".chars() {
        assert!(play.press(KeyCode::Char(key)).is_empty());
        assert_eq!((play.decisions().as_str(), compared(&play).len()), ("a1", 3), "{key:?}");
    }
    play.press(KeyCode::Enter);
    assert!(matches!(play.model.overlay, Overlay::None));
    assert_eq!(play.decisions(), "a1");
    play.settled(":search weak vs strong vs bounds\n");
    assert!(play.keys("q").is_empty() && matches!(play.model.overlay, Overlay::None));
    play.keys(":search weak vs strong sizes=4..5\n");
    assert!(play.notice().starts_with("decisions, regions and weights fit only this board"));
    play.settled("u:piece knight\n");
    play.settled(":search weak vs strong vs bounds\n");
    assert!(play.notice().contains("the knight does not"), "{}", play.notice());
    assert!(matches!(play.model.overlay, Overlay::None));
}

#[test]
fn a_closed_table_cancels_its_searches() {
    let mut play = Play::queens(6);
    play.keys(":search weak vs strong vs bounds\n");
    let question = play.question.as_ref().unwrap();
    let Some(jobs::Compare { sizes, .. }) = question.job.get() else { panic!() };
    assert_eq!(sizes.iter().map(ToString::to_string).join(" "), "4 5 6 7 8 9 10 11 12");
    play.keys(":search weak vs strong vs bounds sizes=4..5\n");
    let screen = play.text(120, 40);
    assert!(screen.contains("0 of 6 searches are done; Esc cancels"), "{screen}");
    let reports = play.reports();
    let (asked, first) = reports.into_iter().next().unwrap();
    play.send(AppEvent::Report(asked, first.clone()));
    assert_eq!(compared(&play).len(), 1);
    let effects = play.press(KeyCode::Esc);
    assert!(matches!(effects[..], [Effect::CancelWork]), "{effects:?}");
    assert!(play.model.app.jobs.answering.is_none());
    // A late report opens nothing.
    play.send(AppEvent::Report(asked, first));
    assert!(matches!(play.model.overlay, Overlay::None));
    // Another question is not cancelled.
    play.keys(":search weak\n");
    assert!(play.press(KeyCode::Char('?')).is_empty());
    assert!(play.model.app.jobs.answering::<jobs::Search>().is_some());
}

/// The panel shows the numbers of runs of the whole search at its end, and they never fall.
#[test]
fn the_panel_tells_how_often_propagators_ran() {
    let mut play = watching(6, ":search strong\n");
    let mut before = 0;
    let attacks = |play: &Play| replay(play).runs().of(engine::search::Propagator::Attacks);
    while replay(&play).steps_done < replay(&play).len() {
        play.press(KeyCode::Right);
        assert!(attacks(&play) >= before);
        before = attacks(&play);
    }
    let problem = Problem::new(Rules::queens(6).unwrap());
    let options = SearchOptions { propagation: Propagation::Strong, ..SearchOptions::default() };
    let model = ColumnModel::new(&problem).unwrap();
    let whole = engine::search::MeasuredSearch::run(&model, options, &Budget::default(), |_| true);
    let runs = whole.outcome.unwrap().1.unwrap().runs;
    assert_eq!(replay(&play).runs(), runs);
    let screen = play.text(120, 40);
    assert!(screen.contains(&format!("runs of propagators  {}", runs.in_words())), "{screen}");
}
