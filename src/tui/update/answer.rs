//! Handles the reports of workers.

use std::path::PathBuf;

use crate::app::Reply;
use crate::app::job::{AnyJob, Ending, QuestionId, Report, RunningQuestion, cause};
use crate::app::jobs::{self, MakeGame, Measure, Recognise, WrittenFile};
use crate::input::action::Action;
use crate::model::Model;
use crate::modes::{browse, graph, prove, series, watch};
use crate::operations::{command_line, replace};
use crate::update::message::Effect;
use crate::update::question::{ask, ask_next, ask_position};
use crate::update::{board, hint, play};
use engine::{
    Completion, Consistency, Interrupted, Objective, Optimum, PartialAnswer, PricedSolution,
};
use files::FileError;
use problem::{Assist, BoardFile};
use session::puzzle::Outcome;
use session::steps::SolvingPath;
use session::{Finding, Stamp};

/// Ends the work on a question, if the question is current.
fn end(model: &mut Model, asked: QuestionId) -> Option<RunningQuestion> {
    model.app.jobs.current(asked).and_then(Option::take)
}

/// Handles a report of a worker. A finding about the position and the result of an export count even if a newer
/// question was asked. All other reports count only while their question is current.
pub(super) fn handle(model: &mut Model, asked: QuestionId, report: Report) -> Vec<Effect> {
    match report {
        Report::Finding(finding) => return learn(model, asked.stamp, finding),
        Report::Reply(reply @ Reply::Exported(_)) => return take(model, reply),
        _ if model.app.jobs.current(asked).is_none() => {}
        Report::Reply(reply) => return take(model, reply),
        Report::Progress(progress, elapsed) => {
            if let Some(work) = model.app.jobs.current(asked).and_then(Option::as_mut) {
                work.progress = Some((progress, elapsed));
            }
        }
        Report::Done => {
            if let Some(work) = end(model, asked) {
                return ask_next(model, &work.job);
            }
        }
        Report::Interrupted(interrupted) => {
            if let Some(work) = end(model, asked) {
                return interrupt(model, asked.stamp, &work.job, interrupted);
            }
        }
        Report::Panicked(panic) => {
            if let Some(RunningQuestion { job, .. }) = end(model, asked) {
                model.refuse(format!("a fault of the program, the question is dropped: {panic}"));
                let effects = job.failed().map_or_else(Vec::new, |reply| take(model, reply));
                // While a puzzle is being made, no questions about the position are asked.
                let is_game = job.is::<MakeGame>() || job.is::<Recognise>();
                return if is_game { ask_position(model) } else { effects };
            }
        }
    }
    Vec::new()
}

/// Takes a part of an answer.
fn take(model: &mut Model, reply: Reply) -> Vec<Effect> {
    match reply {
        Reply::Exported(Ok(WrittenFile { path, version, what })) => {
            model.say(format!("exported the {what} as {}", path.display()));
            model.app.files.known_versions.insert(path, version);
        }
        Reply::Exported(Err(sentence)) => model.refuse(sentence),
        Reply::Recordings(result) => watch::open(model, result),
        Reply::Below(number, counts) => watch::learn(model, number, counts),
        Reply::Compared(result) => watch::compared(model, result),
        Reply::Series(found) => series::open(model, found),
        Reply::Judged(claim, verdict) => prove::judged(model, &claim, verdict),
        Reply::Graph(found) => graph::answer(model, found),
        Reply::NoGraph => graph::record_no_graph(model),
        Reply::OrderSize(order, size) => {
            if let Some(jobs::OrderSizes { problem, rule }) = model.app.jobs.answering() {
                let (problem, rule) = (problem.clone(), *rule);
                graph::keep_size(model, (&problem, rule), order, size);
            }
        }
        Reply::Completion(None) => model.refuse("no solution: nothing to complete"),
        Reply::Completion(Some(completion)) => complete(model, &completion),
        Reply::Best(aim, measure, found) => take_best(model, aim, measure, &found),
        Reply::Steps(path) => show_steps(model, path),
        Reply::Solution(None) => model.refuse("no solution to look at"),
        Reply::Solution(Some(solution)) => browse::show(model, solution),
        Reply::Puzzle(outcome) => show_puzzle(model, outcome),
        Reply::Game(wanted, seed, outcome) => play::open(model, wanted, seed, outcome),
        Reply::NextPuzzle(next) => play::keep_next(model, next),
        Reply::Assessed(found) => return play::assessed(model, found),
        Reply::NotAssessed => play::give_up_assessment(model),
        Reply::Recognised(drawn, fitting) => return play::recognised(model, drawn, &fitting),
        Reply::StillRight(right) => {
            model.say(match right {
                true if model.app.session.is_solved() => "right: the board is complete".to_owned(),
                true => "still right: a solution remains".to_owned(),
                false if model.can(Action::HINT) => {
                    let hint = model.view.keys.key(Action::HINT);
                    format!("not right: no solution remains; {hint} says which mark")
                }
                false => "not right: no solution remains".to_owned(),
            });
        }
        Reply::Hint(None) if model.app.session.is_solved() => model.say("the board is complete"),
        Reply::Hint(None) => model.say("nothing follows from this yet"),
        Reply::Hint(Some(hint)) => hint::show(model, hint),
        Reply::Supposition(cell, found) => hint::show_supposition(model, cell, found),
        Reply::NoConsistency(interrupted) => {
            let stamp = model.app.session.stamp();
            model.say(format!("{} before the filters were found", cause(interrupted)));
            return learn(model, stamp, Finding::Consistency(Consistency::default()));
        }
    }
    Vec::new()
}

/// Stores a finding, and returns the effects that it causes.
fn learn(model: &mut Model, stamp: Stamp, finding: Finding) -> Vec<Effect> {
    let wish = if let Finding::Reason(wish, _) = finding { Some(wish) } else { None };
    let is_counts =
        matches!(finding, Finding::Robdd(..) | Finding::Layer(PartialAnswer::Census(..), _));
    let is_all = matches!(finding, Finding::Explanations(..));
    let is_learnt = model.app.session.learn(stamp, finding);
    let mut effects = check_estimate(model);
    if is_learnt && is_counts {
        effects.extend(report_disagreement(model));
    }
    if is_learnt && is_all {
        effects.extend(board::show_next_explanation(model, model.view.cursor));
    }
    if let Some(wish) = wish.filter(|_| is_learnt) {
        effects.extend(board::reason_found(model, wish));
    }
    effects
}

/// Handles the end of a budget before the answer.
fn interrupt(
    model: &mut Model,
    stamp: Stamp,
    job: &AnyJob,
    interrupted: Interrupted,
) -> Vec<Effect> {
    match job.interrupted(interrupted) {
        Ending::Answered => ask_next(model, job),
        Ending::Silence => Vec::new(),
        Ending::Unknown(finding) => learn(model, stamp, finding),
        Ending::Reply(reply) => take(model, reply),
        Ending::Notice => {
            let (cause, reached) = (cause(interrupted), interrupted.how_far());
            model.refuse(format!("{cause} before the answer (reached: {reached})"));
            let is_open = model.has_full_assist() && !model.app.session.knows_all_cells();
            if is_open { ask(model, jobs::Position) } else { Vec::new() }
        }
    }
}

/// Opens a puzzle that was made, or shows why there is none.
fn show_puzzle(model: &mut Model, outcome: Outcome) {
    if let Some(failure) = outcome.failure() {
        model.refuse(failure);
    } else if let Outcome::Puzzle(problem) = outcome {
        let dropped = replace::dropped_costs(model.app.session.rules(), problem.rules());
        let [check, hint, undo] = [Action::STILL_RIGHT, Action::HINT, Action::UNDO]
            .map(|action| model.view.keys.key(action));
        let dropped = dropped.map_or_else(String::new, |what| {
            format!("; dropped: {} ({undo} brings back)", what.in_words())
        });
        model.app.session.open(BoardFile { problem, assist: Assist::Attacks });
        model.say(format!("a puzzle with one solution; {check} checks, {hint} hints{dropped}"));
    }
}

/// Decides the whole board, and shows a notice if the solution was not drawn uniformly.
fn complete(model: &mut Model, completion: &Completion) {
    play::mark_given_up(model);
    let is_even = completion.rank.is_some() || model.app.session.has_one_solution();
    let evenness = if completion.is_nearly_uniform {
        "only nearly evenly drawn"
    } else {
        "but not drawn evenly"
    };
    if !model.app.session.complete(completion) {
        model.say("the board is complete already");
    } else if !is_even {
        let reason = "the diagram of all solutions would be too large";
        model.say(format!("a solution, {evenness}: {reason}"));
    }
}

/// Shows how many steps the solution takes, and its grade.
fn show_steps(model: &mut Model, path: SolvingPath) {
    model.say(path.in_words());
    model.app.solving_path = Some(path);
}

/// Decides the whole board by the best solution. Shows its measure, and whether it is proved to be optimal.
fn take_best(model: &mut Model, aim: Objective, measure: Measure, found: &Optimum) {
    let (better, beyond) = match (aim, measure) {
        (Objective::Cheapest, Measure::Cost) => ("a cheaper one", "costs less"),
        (Objective::Dearest, Measure::Cost) => ("a dearer one", "costs more"),
        (Objective::Cheapest, Measure::Pieces) => ("one with fewer pieces", "has fewer"),
        (Objective::Dearest, Measure::Pieces) => ("one with more pieces", "has more"),
    };
    let Some(PricedSolution { cost, cells }) = found.solutions.first() else {
        return model.refuse(match found.bound {
            None => "no solution: nothing to complete".to_owned(),
            Some(bound) => {
                format!("no solution was found in time; none {beyond} than {bound}")
            }
        });
    };
    play::mark_given_up(model);
    let completion = Completion::of_solution(model.app.session.problem(), cells.clone());
    let is_new = model.app.session.complete(&completion);
    let value = match (measure, cost) {
        (Measure::Cost, cost) => format!("cost {cost}"),
        (Measure::Pieces, 1) => "1 piece".to_owned(),
        (Measure::Pieces, pieces) => format!("{pieces} pieces"),
    };
    let value = if found.proved(aim) > 0 {
        format!("{value}: no solution {beyond}")
    } else {
        let bound = found.bound.map_or_else(String::new, |bound| format!(" than {bound}"));
        format!("{value}; perhaps there is {better}, but none {beyond}{bound}")
    };
    model.say(if is_new { value } else { format!("the board is complete already; {value}") });
}

/// Saves a position on which two engines disagree, once, and asks for a report.
pub(super) fn report_disagreement(model: &mut Model) -> Option<Effect> {
    let disagreement = model.disagreement()?;
    let fault = format!("engines disagree: {disagreement}");
    model.say(&*fault);
    let (problem, assist) = (model.app.session.problem().clone(), model.app.session.assist());
    let line = command_line::command_line(&problem, assist);
    let said = format!("a fault of the program: {fault}; please report this board: {line}");
    if model.app.faults.contains(&said) {
        return None;
    }
    model.app.faults.push(said);
    Some(Effect::SaveDisagreement { board: BoardFile { problem, assist }, fault })
}

/// Asks the user to report a disagreement, with the saved board if saving succeeded.
pub(super) fn ask_for_report(model: &mut Model, fault: &str, saved: Result<PathBuf, FileError>) {
    model.say(match saved {
        Ok(path) => format!("{fault}; please report {}", path.display()),
        Err(error) => format!("{fault}; please report it ({error})"),
    });
}

/// Ends the estimate once the solutions are counted, and reports a fault if the count contradicts the estimate.
fn check_estimate(model: &mut Model) -> Vec<Effect> {
    if model.app.session.solutions().is_none() || model.app.jobs.estimating.take().is_none() {
        return Vec::new();
    }
    if !model.app.session.is_estimate_plausible() {
        let line =
            command_line::command_line(model.app.session.problem(), model.app.session.assist());
        let fault = "a fault of the program: the count is far from the estimate before";
        model.app.faults.push(format!("{fault}; {line}"));
        model.say(fault);
    }
    vec![Effect::CancelEstimate]
}
