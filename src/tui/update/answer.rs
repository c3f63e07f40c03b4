//! Handles the reports of workers.

use std::path::PathBuf;
use std::time::Duration;

use crate::input::action::Action;
use crate::model::Model;
use crate::model::question::{Asked, Exported, Report, Topic, Work, cause};
use crate::update::message::Effect;
use crate::update::question::{
    ask, ask_consistency, ask_counts, ask_pieces, ask_position, ask_remaining, ask_second_opinion,
    ask_size, ask_trail, ask_ways, ask_without,
};
use crate::update::{board, browse, command_line, graph, grow, hint, play, replace, watch};
use engine::{Aim, Completion, Consistency, Optimum, Polynomial, PricedSolution, Progress};
use files::FileError;
use problem::{Assist, BoardFile};
use session::Finding;
use session::puzzle::Outcome;

/// True if a report answers the current question.
fn is_awaited(work: Option<&Work>, asked: Asked) -> bool {
    work.is_some_and(|work| work.question == asked.number)
}

/// Notes how far the work on a question has come.
fn note(work: &mut Option<Work>, progress: Progress, elapsed: Duration) {
    if let Some(work) = work {
        work.progress = Some((progress, elapsed));
    }
}

/// What is said when a worker panicked.
fn dropped(panic: &str) -> String {
    format!("a fault of the program, the question is dropped: {panic}")
}

/// Learns a finding, and does what follows.
fn learn(model: &mut Model, asked: Asked, finding: Finding) -> Vec<Effect> {
    let wish = match &finding {
        Finding::Reason(wish, _) => Some(*wish),
        _ => None,
    };
    let is_opinion = matches!(finding, Finding::SecondOpinion(_));
    let is_learnt = model.session.learn(asked.stamp, finding);
    let mut effects = compare(model);
    if is_opinion && is_learnt {
        effects.extend(report_disagreement(model));
    }
    if let Some(wish) = wish.filter(|_| is_learnt) {
        effects.extend(board::reason_found(model, wish));
    }
    effects
}

/// Handles a report of the worker.
pub(super) fn worker(model: &mut Model, asked: Asked, report: Report) -> Vec<Effect> {
    let stamp = asked.stamp;
    match report {
        Report::Finding(finding @ Finding::Explanations(..)) => {
            if model.session.learn(stamp, finding) {
                return board::explain_otherwise(model);
            }
        }
        // It holds for the position, whichever question it answers.
        Report::Finding(finding) => return learn(model, asked, finding),
        // The result of an export is shown even if something else was asked since.
        Report::Exported(result) => {
            model.notice = Some(match result {
                Ok(Exported { path, version, what }) => {
                    let notice = format!("exported the {what} as {}", path.display());
                    model.files.export(path, version);
                    notice
                }
                Err(sentence) => sentence,
            });
        }
        _ if !is_awaited(model.work.as_ref(), asked) => {}
        Report::Progress(progress, elapsed) => note(&mut model.work, progress, elapsed),
        Report::Recordings(result) => watch::open(model, result),
        Report::Below(number, counts) => watch::learn(model, number, counts),
        Report::Growth(found) => grow::open(model, found),
        Report::Graph(found) => graph::answer(model, found),
        Report::Interrupted(interrupted) => match model.work.take().map(|work| work.topic) {
            Some(Topic::Position) => {
                model.session.learn(stamp, Finding::Interrupted(interrupted));
            }
            Some(Topic::Reason(wish)) => {
                model.session.learn(stamp, Finding::Reason(wish, None));
                return board::reason_found(model, wish);
            }
            Some(Topic::Consistency(_)) => {
                model.session.learn(stamp, Finding::Consistency(Consistency::default()));
                model.notice =
                    Some(format!("{} before the filters were found", cause(interrupted)));
            }
            Some(
                Topic::Ways(..)
                | Topic::Trail(_)
                | Topic::Size
                | Topic::Remaining(_)
                | Topic::Without(_),
            ) => {}
            Some(Topic::SecondOpinion) => {
                model.session.learn(stamp, Finding::SecondOpinion(None));
            }
            Some(Topic::Pieces) => {
                model.session.learn(stamp, Finding::Pieces(Polynomial::default()));
            }
            Some(Topic::Graph(_)) => graph::give_up(model),
            _ => {
                let (cause, reached) = (cause(interrupted), interrupted.how_far());
                model.notice = Some(format!("{cause} before the answer (reached: {reached})"));
                if model.tells_all() && !model.session.is_known() {
                    return ask(model, Topic::Position);
                }
            }
        },
        Report::Completion(None) => model.notice = Some("no solution: nothing to complete".into()),
        Report::Completion(Some(completion)) => complete(model, &completion),
        Report::Best(aim, found) => take_best(model, aim, &found),
        Report::Solution(None) => model.notice = Some("no solution to look at".into()),
        Report::Solution(Some(solution)) => browse::show(model, solution),
        Report::Puzzle(outcome) => show_puzzle(model, outcome),
        Report::Game(wanted, seed, outcome) => play::open(model, wanted, seed, outcome),
        Report::StillRight(right) => {
            let answer = match right {
                true if model.session.is_solved() => "right: the board is complete",
                true => "still right: a solution remains",
                false => "not right: no solution remains",
            };
            model.notice = Some(answer.into());
        }
        Report::Hint(None) if model.session.is_solved() => {
            model.notice = Some("the board is complete".into());
        }
        Report::Hint(None) => model.notice = Some("nothing follows from this yet".into()),
        Report::Hint(Some(hint)) => hint::show(model, hint),
        Report::Done => return done(model),
        Report::Panicked(text) => {
            let topic = model.work.take().map(|work| work.topic);
            model.notice = Some(dropped(&text));
            // While a puzzle was made, positions were not asked about.
            if matches!(topic, Some(Topic::Play(..))) {
                return ask_position(model);
            }
        }
    }
    Vec::new()
}

/// Asks what is still open once a question is answered.
fn done(model: &mut Model) -> Vec<Effect> {
    let done = model.work.take().map(|work| work.topic);
    // Another question may have replaced the one about the position.
    if model.tells_all() && !model.session.is_known() && done != Some(Topic::Position) {
        return ask(model, Topic::Position);
    }
    let mut effects = ask_counts(model);
    effects.extend(ask_ways(model));
    effects.extend(ask_consistency(model));
    effects.extend(graph::ask_graph(model));
    // What could not be found is not asked for again.
    if !matches!(
        done,
        Some(
            Topic::Trail(_)
                | Topic::Remaining(_)
                | Topic::Pieces
                | Topic::Without(_)
                | Topic::SecondOpinion
        )
    ) {
        effects.extend(ask_trail(model));
    }
    if !matches!(
        done,
        Some(Topic::Remaining(_) | Topic::Pieces | Topic::Without(_) | Topic::SecondOpinion)
    ) {
        effects.extend(ask_remaining(model));
    }
    effects.extend(ask_pieces(model));
    effects.extend(ask_without(model));
    if !matches!(done, Some(Topic::Size | Topic::SecondOpinion)) {
        effects.extend(ask_size(model));
    }
    effects.extend(ask_second_opinion(model));
    effects
}

/// Opens a puzzle that was made, or says why there is none.
fn show_puzzle(model: &mut Model, outcome: Outcome) {
    model.notice = outcome.failure();
    if let Outcome::Puzzle(problem) = outcome {
        let dropped = replace::dropped_costs(model.session.rules(), problem.rules());
        let [check, hint, undo] =
            [Action::StillRight, Action::Hint, Action::Undo].map(|action| model.keys.key(action));
        let dropped = dropped
            .map_or_else(String::new, |what| format!("; dropped: {what} ({undo} brings back)"));
        model.session.open(BoardFile { problem, assist: Assist::Attacks });
        model.notice =
            Some(format!("a puzzle with one solution; {check} checks, {hint} hints{dropped}"));
    }
}

/// Decides the whole board, and says so if the solution was not drawn evenly.
fn complete(model: &mut Model, completion: &Completion) {
    play::give_up(model);
    let is_even = completion.rank.is_some() || model.session.has_one_solution();
    let evenness = if completion.is_nearly_uniform {
        "only nearly evenly drawn"
    } else {
        "but not drawn evenly"
    };
    if !model.session.complete(completion) {
        model.notice = Some("the board is complete already".into());
    } else if !is_even {
        let reason = "the diagram of all solutions would be too large";
        model.notice = Some(format!("a solution, {evenness}: {reason}"));
    }
}

/// Decides the whole board by the best solution, and says what it costs and whether that is proved.
fn take_best(model: &mut Model, aim: Aim, found: &Optimum) {
    let (better, beyond) = match aim {
        Aim::Cheapest => ("cheaper", "less"),
        Aim::Dearest => ("dearer", "more"),
    };
    let Some(PricedSolution { cost, cells }) = found.solutions.first() else {
        model.notice = Some(match found.bound {
            None => "no solution: nothing to complete".to_owned(),
            Some(bound) => {
                format!("no solution was found in time; none costs {beyond} than {bound}")
            }
        });
        return;
    };
    play::give_up(model);
    let completion = Completion::of_solution(model.session.problem(), cells.clone());
    let is_new = model.session.complete(&completion);
    let cost = if found.proved(aim) > 0 {
        format!("cost {cost}: no solution costs {beyond}")
    } else {
        let bound = found.bound.map_or_else(String::new, |bound| format!(" {beyond} than {bound}"));
        format!("cost {cost}; perhaps there is a {better} one, but none costs{bound}")
    };
    model.notice =
        Some(if is_new { cost } else { format!("the board is complete already; {cost}") });
}

/// Handles a report of the worker that counts.
pub(super) fn counter(model: &mut Model, asked: Asked, report: Report) -> Vec<Effect> {
    let stamp = asked.stamp;
    match report {
        Report::Finding(finding) => {
            model.session.learn(stamp, finding);
            return compare(model);
        }
        _ if !is_awaited(model.counting.as_ref(), asked) => {}
        Report::Progress(progress, elapsed) => note(&mut model.counting, progress, elapsed),
        Report::Interrupted(interrupted) => {
            model.counting = None;
            model.session.learn(stamp, Finding::Interrupted(interrupted));
        }
        Report::Done => {
            model.counting = None;
            let mut effects = ask_without(model);
            effects.extend(ask_second_opinion(model));
            return effects;
        }
        Report::Panicked(text) => {
            model.counting = None;
            model.notice = Some(dropped(&text));
        }
        _ => {}
    }
    Vec::new()
}

/// Handles a report of the worker that estimates. That an estimate ends early says nothing: it only stays
/// as wide as it is.
pub(super) fn estimator(model: &mut Model, asked: Asked, report: Report) -> Vec<Effect> {
    match report {
        Report::Finding(finding) => {
            model.session.learn(asked.stamp, finding);
        }
        _ if !is_awaited(model.estimating.as_ref(), asked) => {}
        Report::Progress(progress, elapsed) => note(&mut model.estimating, progress, elapsed),
        Report::Panicked(text) => {
            model.estimating = None;
            model.notice = Some(dropped(&text));
        }
        _ => {
            model.estimating = None;
            return ask_without(model);
        }
    }
    Vec::new()
}

/// Saves a position on which two engines disagree, once, and asks for a report.
fn report_disagreement(model: &mut Model) -> Option<Effect> {
    let disagreement = model.session.disagreement()?;
    let fault = format!("engines disagree: {disagreement}");
    model.notice = Some(fault.clone());
    let (problem, assist) = (model.session.problem().clone(), model.session.assist());
    let line = command_line::command_line(&problem, assist);
    let said = format!("a fault of the program: {fault}; please report this board: {line}");
    if model.faults.contains(&said) {
        return None;
    }
    model.faults.push(said);
    Some(Effect::SaveDisagreement { board: BoardFile { problem, assist }, fault })
}

/// Asks for a report of a disagreement, whose board was saved or not.
pub(super) fn ask_for_report(
    model: &mut Model,
    fault: &str,
    saved: Result<PathBuf, FileError>,
) -> Vec<Effect> {
    model.notice = Some(match saved {
        Ok(path) => format!("{fault}; please report {}", path.display()),
        Err(error) => format!("{fault}; please report it ({error})"),
    });
    Vec::new()
}

/// Ends the estimate once the solutions are counted, and says so if the two disagree.
fn compare(model: &mut Model) -> Vec<Effect> {
    if model.session.solutions().is_none() || model.estimating.take().is_none() {
        return Vec::new();
    }
    if !model.session.is_estimate_plausible() {
        let line = command_line::command_line(model.session.problem(), model.session.assist());
        let fault = "a fault of the program: the count is far from the estimate before";
        model.faults.push(format!("{fault}; {line}"));
        model.notice = Some(fault.to_owned());
    }
    vec![Effect::CancelEstimate]
}
