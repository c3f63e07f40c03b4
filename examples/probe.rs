use configurator::engine::{Budget, bdd::*};
use configurator::problem::*;
use std::sync::Arc;
use std::time::Instant;
fn main() {
    let n: u16 = std::env::args().nth(1).unwrap().parse().unwrap();
    let problem = Problem::new(Rules::queens(n).unwrap());
    let order = Arc::new(VariableOrder::new(
        problem.rules().grid(),
        Arrangement::RowMajor,
    ));
    let budget = Budget::new(8 << 30);
    let t = Instant::now();
    let c = compile(&problem, &order, &budget).unwrap();
    println!(
        "compile {:?} zdd {} states {} peak {} MB",
        t.elapsed(),
        c.diagram.len(),
        c.states.iter().map(|x| x.1).sum::<usize>(),
        c.peak_memory >> 20
    );
    let t = Instant::now();
    println!("bdd nodes {} {:?}", c.diagram.bdd_nodes(), t.elapsed());
    let t = Instant::now();
    let census = c.diagram.census(problem.decisions(), &budget).unwrap();
    println!(
        "census {} a1 {} {:?}",
        census.solutions,
        census.cells[0],
        t.elapsed()
    );
    let t = Instant::now();
    let d: Decisions = [("c1".parse().unwrap(), Value::Excluded)]
        .into_iter()
        .collect();
    let s = c.diagram.select(&d, &budget).unwrap();
    println!("select {:?} {}", t.elapsed(), s.len());
    if n <= 14 {
        let t = Instant::now();
        let b = c.diagram.to_bdd().unwrap();
        println!("to_bdd {} {:?}", b.size(), t.elapsed());
        if n <= 12 {
            let t = Instant::now();
            let k = conjoin(&problem, &order, &budget).unwrap();
            println!("conjoin {} {:?} equal {}", k.size(), t.elapsed(), k == b);
        }
    }
    println!(
        "{}",
        std::fs::read_to_string("/proc/self/status")
            .unwrap()
            .lines()
            .find(|l| l.starts_with("VmHWM"))
            .unwrap()
    );
}
