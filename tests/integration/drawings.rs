//! Drawings of diagrams against the layout of the terminal: positions of nodes, and crossings of edges.

use configurator::engine::{Budget, SmallDiagram};
use configurator::export::{self, Graph, LayeredGraph};
use configurator::problem::{Problem, Rules};
use itertools::Itertools;
use roxmltree::Document;

use crate::export::graph;

type Point = (f64, f64);

/// Number of straight lines that stand for a curve.
const LINES: u32 = 16;

/// Maximum distance of the end of an edge from an edge that it joins, in pixels.
const JOINT: f64 = 2.0;

fn layout(graph: &Graph) -> LayeredGraph {
    let diagram = SmallDiagram::of_bdd(graph.bdd(), graph.cells());
    LayeredGraph::of_diagram(&diagram, None, &Budget::default()).unwrap()
}

/// Number of crossings between straight links of the layout, counted pair by pair.
fn crossings_of_layout(layout: &LayeredGraph) -> usize {
    let links = layout.below.iter().enumerate();
    let links = links.flat_map(|(from, below)| below.iter().map(move |&to| (from, to)));
    let crosses = |&(one, other): &((usize, usize), (usize, usize))| {
        let x = |item: usize| layout.x[item];
        layout.level_of[one.0] == layout.level_of[other.0]
            && (x(one.0) - x(other.0)) * (x(one.1) - x(other.1)) < 0.0
    };
    links.tuple_combinations().filter(crosses).count()
}

/// The points of a path that begins with `M`, followed by straight lines (`L`) and cubic curves (`C`).
fn points(path: &str) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    for piece in path[1..].replace('L', "\nL").replace('C', "\nC").lines() {
        let is_curve = piece.starts_with('C');
        let numbers = piece.trim_start_matches(['L', 'C']).split(' ');
        let numbers = numbers.map(|number| number.parse::<f64>().unwrap());
        let ends: Vec<Point> = numbers.tuples().collect();
        if !is_curve {
            points.extend(ends);
            continue;
        }
        let start = *points.last().unwrap();
        points.extend((1..=LINES).map(|line| {
            let t = f64::from(line) / f64::from(LINES);
            let mix = |of: fn(Point) -> f64| {
                (1.0 - t).powi(3) * of(start)
                    + 3.0 * (1.0 - t).powi(2) * t * of(ends[0])
                    + 3.0 * (1.0 - t) * t.powi(2) * of(ends[1])
                    + t.powi(3) * of(ends[2])
            };
            (mix(|point| point.0), mix(|point| point.1))
        }));
    }
    points
}

/// The point where two lines cross, if they do.
fn crossing((a, b): (Point, Point), (c, d): (Point, Point)) -> Option<Point> {
    let side = |from: Point, to: Point, at: Point| {
        (to.0 - from.0) * (at.1 - from.1) - (to.1 - from.1) * (at.0 - from.0)
    };
    let (of_a, of_b) = (side(c, d, a), side(c, d, b));
    let crosses = of_a * of_b < 0.0 && side(a, b, c) * side(a, b, d) < 0.0;
    let part = of_a / (of_a - of_b);
    crosses.then_some((a.0 + part * (b.0 - a.0), a.1 + part * (b.1 - a.1)))
}

/// Number of pairs of edges of a drawing that cross. An edge may end on another one, which it joins.
fn crossings_of_drawing(svg: &str) -> usize {
    let document = Document::parse(svg).unwrap();
    let paths = document.descendants().filter(|node| node.has_tag_name("path"));
    let edges: Vec<Vec<Point>> = paths.map(|path| points(path.attribute("d").unwrap())).collect();
    let crosses = |(one, other): &(&Vec<Point>, &Vec<Point>)| {
        let ends = [one.first(), one.last(), other.first(), other.last()].map(Option::unwrap);
        let lines = |edge: &[Point]| edge.iter().copied().tuple_windows().collect::<Vec<_>>();
        lines(one).into_iter().cartesian_product(lines(other)).any(|(line, other_line)| {
            let is_end =
                |at: Point| ends.iter().any(|end| (end.0 - at.0).hypot(end.1 - at.1) < JOINT);
            crossing(line, other_line).is_some_and(|at| !is_end(at))
        })
    };
    edges.iter().tuple_combinations().filter(crosses).count()
}

fn problems() -> impl Iterator<Item = Problem> {
    let boards = [("queen", "4"), ("queen", "5"), ("queen", "6"), ("knight", "3x4"), ("king", "4")];
    boards.into_iter().map(|(piece, size)| {
        let rules = Rules::queens(4).unwrap().with_piece(piece.parse().unwrap());
        let size: configurator::geometry::Size = size.parse().unwrap();
        Problem::new(rules.with_grid(configurator::geometry::Grid::new(size)))
    })
}

/// Formerly the edges to 0 had a part in the layout, and parallel edges of 4 queens crossed three times.
#[test]
fn edges_cross_only_where_the_layout_has_them_cross() {
    for problem in problems() {
        let graph = graph(&problem);
        let most = crossings_of_layout(&layout(&graph));
        for zero in [false, true] {
            let svg = export::svg(&graph, zero, &Budget::default()).unwrap();
            let found = crossings_of_drawing(&svg);
            let title = graph.title();
            assert!(found <= most, "{title}: {found} crossings, {most} in the layout");
            assert!(found == 0 || !title.starts_with("4×4, queen"), "{found}");
        }
    }
}

#[test]
fn nodes_stand_where_the_terminal_has_them() {
    for problem in problems() {
        let graph = graph(&problem);
        let layout = layout(&graph);
        let svg = export::svg(&graph, true, &Budget::default()).unwrap();
        let document = Document::parse(&svg).unwrap();
        let center = |node: usize| {
            let id = format!("n{}", node + 2);
            let group = document.descendants().find(|node| node.attribute("id") == Some(&id));
            let circle = group.unwrap().first_element_child().unwrap();
            ["cx", "cy"].map(|name| circle.attribute(name).unwrap().parse::<f64>().unwrap())
        };
        let centers: Vec<[f64; 2]> = (0..graph.size() - 2).map(center).collect();
        // The leftmost and the rightmost node give the scale.
        let ends = layout.x[..centers.len()].iter().position_minmax_by(|a, b| a.total_cmp(b));
        let (left, right) = ends.into_option().unwrap();
        let scale = (centers[right][0] - centers[left][0]) / (layout.x[right] - layout.x[left]);
        for (node, &[x, _]) in centers.iter().enumerate() {
            let expected = centers[left][0] + scale * (layout.x[node] - layout.x[left]);
            assert!((x - expected).abs() < 0.2, "{}: {x} {expected}", graph.title());
        }
        for (one, other) in (0..centers.len()).tuple_combinations() {
            let is_below = layout.level_of[one] < layout.level_of[other];
            assert_eq!(is_below, centers[one][1] < centers[other][1] - 1.0, "{}", graph.title());
        }
    }
}
