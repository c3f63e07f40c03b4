//! Drawn diagrams, compared with the solutions that trying all sets of cells finds.

#[path = "../engine/brute_force/cases.rs"]
#[expect(dead_code, reason = "the tests of the engines count cells")]
mod cases;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use strum::VariantArray;

use crate::{DiagramRequest, DrawnDiagram, DrawnOrder, OrderRequest, size_in_order};
use cases::{cases, rook_cases};
use engine::{Budget, Census, DiagramKind, auto};

#[test]
fn drawn_diagrams_have_the_paths_of_the_solutions() {
    let mut random = ChaCha8Rng::seed_from_u64(44);
    for case in cases(44, 50).chain(rook_cases(44, 30)) {
        for kind in [DiagramKind::Bdd, DiagramKind::Zdd, DiagramKind::Tree] {
            for &order in DrawnOrder::VARIANTS {
                let request =
                    DiagramRequest { order: OrderRequest::Known(order), kind, alone: None };
                let mut engine = auto::Engine::new();
                let found =
                    DrawnDiagram::find(&mut engine, &case.problem, &request, &Budget::default());
                let Ok(drawn) = found.unwrap() else { continue };
                assert!(drawn.covers(&case.problem), "{case:?}");
                assert!(drawn.answers(&case.problem, &request));
                let other = DiagramRequest { order: request.order.next(), kind, alone: None };
                assert!(!drawn.answers(&case.problem, &other));
                let size = size_in_order(&drawn.problem, None, &request.order, &Budget::default())
                    .unwrap()
                    .unwrap();
                match kind {
                    DiagramKind::Bdd => assert_eq!(drawn.nodes(), size.nodes, "{case:?}"),
                    DiagramKind::Zdd => assert_eq!(drawn.nodes(), size.zdd_nodes, "{case:?}"),
                    DiagramKind::Tree => assert!(drawn.nodes() >= size.nodes, "{case:?}"),
                }
                if order == DrawnOrder::RowMajor {
                    assert_eq!(drawn.row_major_nodes, drawn.nodes(), "{case:?}");
                }
                let remaining = drawn.remaining(&case.problem);
                assert_eq!(remaining.is_satisfiable, !case.solutions.is_empty(), "{case:?}");
                let level = random.gen_range(0..20);
                let cells = drawn.diagram.cells.clone();
                let moved = drawn.with_moved_level(level, true);
                assert_eq!(moved.is_some(), level + 1 < cells.len());
                assert_eq!(
                    drawn.with_moved_level(level, false).is_some(),
                    level > 0 && level < cells.len()
                );
                if let Some(OrderRequest::Own(order)) = moved {
                    let mut expected = cells;
                    expected.swap(level, level + 1);
                    assert!(order.variables().map(|it| order.cell(it)).eq(expected));
                }
            }
        }
    }
}
