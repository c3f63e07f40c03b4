use std::time::Duration;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::*;
use crate::explanations;
use engine::{Budget, Domains, bdd, sat};

fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

fn asked(session: &mut Session) {
    session.ask(&mut bdd::Engine::new(), &Budget::default()).unwrap();
}

fn queens(size: u16, placed: &[&str]) -> Session {
    let rules = Rules::queens(size).unwrap();
    let decisions = placed.iter().map(|name| (cell(name), Value::Placed)).collect();
    let mut session = Session::new(Problem::with_decisions(Arc::new(rules), decisions).unwrap());
    asked(&mut session);
    session
}

#[test]
fn states_are_those_of_the_picture_in_the_readme() {
    let session = queens(8, &["a1", "g2"]);
    let glyph = |state| match state {
        CellState::Placed => 'Q',
        CellState::Forced => 'q',
        CellState::Possible => '.',
        CellState::Attacked => '-',
        CellState::Impossible => 'x',
        state => panic!("{state}"),
    };
    let rows: Vec<String> = (0..8)
        .rev()
        .map(|row| (0..8).map(|column| glyph(session.state(Cell::new(row, column)))).collect())
        .collect();
    assert_eq!(
        rows,
        [
            "-xqxxx--", "--xx..-x", "-.-.x--x", "-.x--x-.", "-xx--.-.", "-x-..---", "------Q-",
            "Q-------"
        ]
    );
    assert_eq!(session.knowledge().solutions(), Some(&BigUint::from(2_u8)));
}

#[test]
fn once_time_has_ended_no_decision_is_weighed() {
    let mut session = queens(8, &["a1", "g2"]);
    let over = Budget::default().with_timeout(Duration::ZERO);
    session.ask_retraction_counts(&mut bdd::Engine::new(), &over).unwrap();
    assert_eq!(session.uncounted_retractions().len(), 2);
    session.ask_retraction_counts(&mut bdd::Engine::new(), &Budget::default()).unwrap();
    assert_eq!(session.uncounted_retractions(), Vec::<Vec<Cell>>::new());
    assert_eq!(session.retraction_increase(&[cell("a1")]), Some(Increase::Exact(14_u8.into())));
}

#[test]
fn a_late_answer_is_not_taken_for_another_position() {
    let mut session = queens(8, &[]);
    let (stamp, knowledge) = (session.stamp(), session.knowledge());
    let (census, source) = (knowledge.census.as_ref().unwrap().clone(), knowledge.source.unwrap());
    session.decide(cell("a1"), Value::Placed).unwrap();
    assert_eq!(session.knowledge().solutions(), None);
    assert!(!session.learn(
        stamp,
        Finding::Layer(PartialAnswer::Census(census.clone(), source.engine), source.elapsed)
    ));
    assert_eq!(session.knowledge().solutions(), None);
    // The late answer is rejected even after undo has restored the position, because the stamp is new.
    session.undo();
    assert!(!session.learn(
        stamp,
        Finding::Layer(PartialAnswer::Census(census, source.engine), source.elapsed)
    ));
    asked(&mut session);
    assert_eq!(session.knowledge().solutions(), Some(&BigUint::from(92_u8)));
}

#[test]
fn explanations_are_shown_in_turn() {
    let mut session = queens(8, &["a1", "c5"]);
    // Each of the two queens attacks e5.
    let attacked = cell("e5");
    assert_eq!(session.show_next_explanation(attacked), None);
    let (wish, stamp) = (session.wish(attacked).unwrap(), session.stamp());
    let (mut engine, budget) = (bdd::Engine::new(), Budget::default());
    let all = explanations(&mut engine, session.problem(), wish, 9, &budget).unwrap();
    let reason = Reason::find(&mut engine, session.problem(), wish, &budget).unwrap();
    assert_eq!(all.len(), 2);
    assert!(session.learn(stamp, Finding::Explanations(wish, all.clone())));
    assert!(session.learn(stamp, Finding::Reason(wish, Some(reason))));
    let mut numbers = Vec::new();
    for _ in 0..3 {
        let number = session.show_next_explanation(attacked).unwrap();
        assert_eq!(session.reason(attacked).unwrap().explanation, all[number - 1]);
        numbers.push(number);
    }
    assert!(numbers == [1, 2, 1] || numbers == [2, 1, 2], "{numbers:?}");
}

#[test]
fn what_leads_nowhere_is_refused_with_its_reason() {
    let mut session = queens(8, &["a1", "g2"]);
    let error = |result: Result<(), Refusal>| result.unwrap_err().to_string();
    assert_eq!(error(session.decide(cell("c3"), Value::Placed)), "c3 is attacked by a1");
    assert_eq!(
        error(session.decide(cell("c4"), Value::Placed)),
        "c4 is impossible: no remaining solution has a piece there"
    );
    assert_eq!(
        error(session.decide(cell("c8"), Value::Excluded)),
        "c8 is forced: every remaining solution has a piece there"
    );
    assert_eq!(session.decisions().len(), 2);
    assert!(session.decide(cell("c4"), Value::Excluded).is_ok());
}

#[test]
fn when_one_solution_remains_the_rest_is_forced_and_stays_no_decision() {
    let session = queens(8, &["a1", "g2", "e3"]);
    assert!(session.knowledge().has_one_solution());
    let forced =
        session.rules().size().iter().filter(|&cell| session.state(cell) == CellState::Forced);
    assert_eq!(forced.count(), 5);
    assert_eq!(session.decisions().len(), 3);
}

#[test]
fn completing_decides_the_board_in_one_step() {
    for (piece, requirement) in [("queen", "rows"), ("knight", "rows"), ("knight", "rows=1")] {
        let rules = Rules::queens(6).unwrap().with_piece(piece.parse().unwrap());
        let rules =
            Rules::new(rules.grid().clone(), rules.piece().clone(), [requirement.parse().unwrap()]);
        let mut session = Session::new(Problem::new(rules));
        let mut engine = bdd::Engine::new();
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let completion =
            engine.complete(session.problem(), &mut random, &Budget::default()).unwrap().unwrap();
        assert!(session.complete(&completion));
        asked(&mut session);
        assert!(session.knowledge().has_one_solution());
        let open = |cell: &Cell| {
            !matches!(
                session.state(*cell),
                CellState::Placed
                    | CellState::Excluded
                    | CellState::Attacked
                    | CellState::Impossible
            )
        };
        assert_eq!(session.rules().size().iter().filter(open).count(), 0, "{piece}");
        assert!(session.undo() && session.decisions().is_empty());
    }
}

#[test]
fn two_placed_pieces_that_attack_each_other_leave_nothing() {
    let session = queens(8, &["a1", "b2"]);
    assert_eq!(session.knowledge().solutions(), Some(&BigUint::ZERO));
    assert_eq!(session.state(cell("a1")), CellState::Placed);
    assert_eq!(session.state(cell("b2")), CellState::Placed);
    assert_eq!(session.state(cell("c3")), CellState::Attacked);
    assert_eq!(session.state(cell("d5")), CellState::Impossible);
}

#[test]
fn a_given_is_not_taken_back() {
    let problem = Problem::new(Rules::queens(8).unwrap()).with_given(cell("b4")).unwrap();
    let mut session = Session::new(problem);
    let sentence = "b4 is given: it cannot be taken back";
    assert_eq!(session.retract(cell("b4")).unwrap_err().to_string(), sentence);
    let excluded = session.decide(cell("b4"), Value::Excluded);
    assert_eq!(excluded.unwrap_err().to_string(), sentence);
    assert_eq!(session.decide(cell("b4"), Value::Placed), Ok(()));
    assert_eq!(session.state(cell("b4")), CellState::Placed);
    assert!(!session.reset());
    assert_eq!(session.retract(cell("c1")), Ok(false));
}

#[test]
fn a_level_of_assistance_tells_so_much_and_refuses_no_more() {
    let shown = |session: &Session, name, assist| session.shown_state(cell(name), assist);
    let mut session = queens(8, &["a1", "g2"]);
    assert_eq!(shown(&session, "c4", Assist::Full), Some(CellState::Impossible));
    for assist in [Assist::Attacks, Assist::None] {
        assert_eq!(shown(&session, "a1", assist), Some(CellState::Placed));
        assert_eq!(shown(&session, "c4", assist), None);
        assert_eq!(shown(&session, "c8", assist), None);
    }
    assert_eq!(shown(&session, "c3", Assist::Attacks), Some(CellState::Attacked));
    assert_eq!(shown(&session, "c3", Assist::None), None);
    assert_eq!(session.decide_with_assist(cell("c4"), Value::Placed, Assist::Attacks), Ok(()));
    let refused = session.decide_with_assist(cell("c3"), Value::Placed, Assist::Attacks);
    assert_eq!(refused, Err(Refusal::Attacked { cell: cell("c3"), by: cell("a1") }));
    assert_eq!(session.decide_with_assist(cell("c3"), Value::Placed, Assist::None), Ok(()));
}

#[test]
fn a_board_is_solved_by_its_pieces_alone() {
    let solution = ["a1", "e2", "h3", "f4", "c5", "g6", "b7", "d8"];
    assert!(queens(8, &solution).is_solved());
    assert!(!queens(8, &solution[1..]).is_solved());
    // Each row has its piece, but two attack each other.
    assert!(!queens(4, &["b1", "d2", "a3", "d4"]).is_solved());
}

#[test]
fn domains_tell_the_states_where_nothing_was_counted() {
    let counted = queens(8, &["a1", "g2"]);
    let mut session = Session::new(counted.problem().clone());
    assert_eq!(session.wish(cell("c4")), None);
    session.ask(&mut sat::Engine::new(), &Budget::default()).unwrap();
    assert_eq!(
        (session.knowledge().solutions(), session.knowledge().is_satisfiable()),
        (None, Some(true))
    );
    for cell in session.rules().size().iter() {
        assert_eq!(session.state(cell), counted.state(cell), "{cell}");
        assert_eq!(session.wish(cell), counted.wish(cell), "{cell}");
    }
    assert_eq!((session.share(cell("c4")), session.most_informative()), (None, None));
    assert!(!session.knowledge().has_one_solution());
    let refused = session.decide(cell("c8"), Value::Excluded);
    assert_eq!(refused, Err(Refusal::Forced(cell("c8"))));
    // With counts, the domains are not needed any more.
    asked(&mut session);
    assert_eq!(session.knowledge().solutions(), Some(&BigUint::from(2_u8)));
    session.decide(cell("e3"), Value::Placed).unwrap();
    assert_eq!(session.knowledge().domains.as_ref(), None);
    session.ask(&mut sat::Engine::new(), &Budget::default()).unwrap();
    assert!(session.knowledge().has_one_solution());
}

#[test]
fn what_the_domains_leave_open_is_unknown() {
    let problem = queens(8, &["a1", "g2"]).problem().clone();
    let mut session = Session::new(problem.clone());
    session.learn(
        session.stamp(),
        Finding::Layer(PartialAnswer::Domains(Domains::from_attacks(&problem)), Duration::ZERO),
    );
    assert_eq!(session.state(cell("a1")), CellState::Placed);
    assert_eq!(session.state(cell("c3")), CellState::Attacked);
    assert_eq!(session.state(cell("c4")), CellState::Unknown);
    assert_eq!(session.knowledge().is_satisfiable(), None);
    // A single known solution shows that its pieces are possible, but not whether they are forced.
    let mut domains = Domains::from_attacks(&problem);
    domains.can_hold.insert(cell("c8"));
    session.learn(
        session.stamp(),
        Finding::Layer(PartialAnswer::Domains(domains.clone()), Duration::ZERO),
    );
    assert_eq!(session.state(cell("c8")), CellState::Unknown);
    domains.can_be_empty.insert(cell("c8"));
    session.learn(session.stamp(), Finding::Layer(PartialAnswer::Domains(domains), Duration::ZERO));
    assert_eq!(session.state(cell("c8")), CellState::Possible);
}

/// The stamp of no position is given again, or a late answer would be taken for one about another position.
#[test]
fn going_back_leaves_nothing_of_what_was_done() {
    let mut session = queens(6, &[]).recorded();
    session.decide(cell("b1"), Value::Placed).unwrap();
    session.undo();
    asked(&mut session);
    session.take_entries();
    let before = session.clone();
    session.decide(cell("c1"), Value::Placed).unwrap();
    let left = session.stamp();
    session.go_back_to(before.clone());
    assert_eq!(
        (session.problem(), session.knowledge().solutions()),
        (before.problem(), before.knowledge().solutions())
    );
    assert!(session.take_entries().is_empty() && session.stamp() > left);
    assert!(session.redo() && session.decisions().get(cell("b1")) == Some(Value::Placed));
}
