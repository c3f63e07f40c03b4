//! Handles the reports of workers.

use crate::app::Reply;
use crate::app::action::Action;
use crate::app::job::{AnyJob, Ending, QuestionId, Report, RunningQuestion, WorkerKind};
use crate::app::jobs::{self, Explanations, FindReason, MakeGame, Measure, Recognise, WrittenFile};
use crate::app::notice::{AnswerNotice, DecisionNotice, FAR_FROM_ESTIMATE};
use crate::model::Model;
use crate::modes::{browse, graph, prove, series, watch};
use crate::operations::{command_line, replace};
use crate::update::message::Effect;
use crate::update::{board, hint, play};
use engine::{
    Cause, Completion, Consistency, Interrupted, Objective, Optimum, PartialAnswer, PricedSolution,
};
use problem::{Assist, BoardFile};
use session::puzzle::Outcome;
use session::steps::SolvingPath;
use session::{Finding, Stamp};

/// Ends the work on a question, if the question is current.
fn end(model: &mut Model, asked: QuestionId, cause: Option<Cause>) -> Option<RunningQuestion> {
    let jobs = &mut model.app.jobs;
    let ended = jobs.current(asked).and_then(Option::take)?;
    if ended.job.worker() == WorkerKind::Answering {
        let is_cancelled = cause == Some(Cause::Cancelled) && !ended.job.is_awaited();
        jobs.ended = Some((ended.job.clone(), is_cancelled));
    }
    Some(ended)
}

/// Handles a report of a worker. A finding about the position and the result of an export count even if a newer
/// question was asked. All other reports count only while their question is current.
pub(super) fn handle(model: &mut Model, asked: QuestionId, report: Report) {
    match report {
        Report::Finding(finding) => {
            let work = model.app.jobs.current(asked).and_then(|slot| slot.as_ref());
            let job = work.map(|work| work.job.clone());
            return learn(model, asked.stamp, finding, job.as_ref());
        }
        Report::Reply(reply @ Reply::Exported(_)) => return take(model, reply),
        _ if model.app.jobs.current(asked).is_none() => {}
        Report::Reply(reply) => return take(model, reply),
        Report::Progress(progress, elapsed) => {
            if let Some(work) = model.app.jobs.current(asked).and_then(Option::as_mut) {
                work.progress = Some((progress, elapsed));
            }
        }
        Report::Done => drop(end(model, asked, None)),
        Report::Interrupted(interrupted) => {
            if let Some(work) = end(model, asked, Some(interrupted.cause)) {
                return interrupt(model, asked.stamp, &work.job, interrupted);
            }
        }
        Report::Panicked(panic) => {
            if let Some(RunningQuestion { job, .. }) = end(model, asked, None) {
                model.refuse(AnswerNotice::Panicked { panic });
                if let Some(reply) = job.failed() {
                    take(model, reply);
                }
                // While a puzzle is being made, no questions about the position are asked.
                if job.is::<MakeGame>() || job.is::<Recognise>() {
                    model.app.ask_position();
                }
            }
        }
    }
}

/// Takes a part of an answer.
fn take(model: &mut Model, reply: Reply) {
    match reply {
        Reply::Exported(Ok(WrittenFile { path, version, what })) => {
            model.app.files.known_versions.insert(path.clone(), version);
            model.say(AnswerNotice::Exported { what, path });
        }
        Reply::Exported(Err(reason)) => model.refuse(AnswerNotice::NotExported { reason }),
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
        Reply::Completion(None) => model.refuse(DecisionNotice::NothingToComplete),
        Reply::Completion(Some(completion)) => complete(model, &completion),
        Reply::Best(aim, measure, found) => take_best(model, aim, measure, found),
        Reply::Steps(path) => show_steps(model, path),
        Reply::Solution(None) => model.refuse(AnswerNotice::NoSolution),
        Reply::Solution(Some(solution)) => browse::show(model, solution),
        Reply::Puzzle(outcome) => show_puzzle(model, outcome),
        Reply::Game(wanted, seed, outcome) => play::open(model, wanted, seed, outcome),
        Reply::NextPuzzle(next) => play::keep_next(model, next),
        Reply::Assessed(found) => return play::assessed(model, found),
        Reply::NotAssessed => play::give_up_assessment(model),
        Reply::Recognised(drawn, fitting) => return play::recognised(model, drawn, &fitting),
        Reply::StillRight(right) => {
            model.say(match right {
                true if model.app.session.is_solved() => AnswerNotice::Right,
                true => AnswerNotice::StillRight,
                false => AnswerNotice::NotRight { has_hint: model.can(Action::HINT) },
            });
        }
        Reply::Hint(None) if model.app.session.is_solved() => model.say(AnswerNotice::Complete),
        Reply::Hint(None) => model.say(AnswerNotice::NothingFollows),
        Reply::Hint(Some(hint)) => hint::show(model, hint),
        Reply::Supposition(cell, found) => hint::show_supposition(model, cell, found),
        Reply::NoConsistency(interrupted) => {
            let stamp = model.app.session.stamp();
            model.say(AnswerNotice::NoFilters { interrupted });
            return learn(model, stamp, Finding::Consistency(Consistency::default()), None);
        }
    }
}

/// Stores a finding, and returns the effects that it causes.
fn learn(model: &mut Model, stamp: Stamp, finding: Finding, job: Option<&AnyJob>) {
    let is_counts =
        matches!(finding, Finding::Robdd(..) | Finding::Layer(PartialAnswer::Census(..), _));
    let is_learnt = model.app.session.learn(stamp, finding);
    check_estimate(model);
    if is_learnt && is_counts {
        report_disagreement(model);
    }
    // The cursor may have left the cell that was asked about.
    if let Some(Explanations(wish)) = job.and_then(AnyJob::get).filter(|_| is_learnt)
        && model.app.session.wish(model.view.cursor) == Some(*wish)
    {
        board::show_next_explanation(model, model.view.cursor);
    }
    if let Some(&job) = job.and_then(AnyJob::get::<FindReason>).filter(|_| is_learnt) {
        board::reason_found(model, job);
    }
}

/// Handles the end of a budget before the answer.
fn interrupt(model: &mut Model, stamp: Stamp, job: &AnyJob, interrupted: Interrupted) {
    match job.interrupted(interrupted) {
        Ending::Silence => {}
        Ending::Unknown(finding) => learn(model, stamp, finding, Some(job)),
        Ending::Reply(reply) => take(model, reply),
        Ending::Notice => model.refuse(AnswerNotice::Interrupted { interrupted }),
    }
}

/// Opens a puzzle that was made, or shows why there is none.
fn show_puzzle(model: &mut Model, outcome: Outcome) {
    match outcome {
        Outcome::Puzzle(problem) => {
            let dropped = replace::dropped_costs(model.app.session.rules(), problem.rules());
            model.app.session.open(BoardFile { problem, assist: Assist::Attacks });
            model.say(AnswerNotice::PuzzleMade { dropped });
        }
        outcome => model.refuse(AnswerNotice::NoPuzzle { outcome }),
    }
}

/// Decides the whole board, and shows a notice if the solution was not drawn uniformly.
fn complete(model: &mut Model, completion: &Completion) {
    play::mark_given_up(model);
    let is_even = completion.rank.is_some() || model.app.session.has_one_solution();
    if !model.app.session.complete(completion) {
        model.say(AnswerNotice::CompleteAlready);
    } else if !is_even {
        let is_nearly_uniform = completion.is_nearly_uniform;
        model.say(AnswerNotice::Uneven { is_nearly_uniform });
    }
}

/// Shows how many steps the solution takes, and its grade.
fn show_steps(model: &mut Model, path: SolvingPath) {
    model.say(AnswerNotice::Steps { path: Box::new(path.clone()) });
    model.app.solving_path = Some(path);
}

/// Decides the whole board by the best solution. Shows its measure, and whether it is proved to be optimal.
fn take_best(model: &mut Model, aim: Objective, measure: Measure, found: Optimum) {
    let Some(PricedSolution { cells, .. }) = found.solutions.first() else {
        return model.refuse(AnswerNotice::Best { aim, measure, found, is_new: true });
    };
    play::mark_given_up(model);
    let completion = Completion::of_solution(model.app.session.problem(), cells.clone());
    let is_new = model.app.session.complete(&completion);
    model.say(AnswerNotice::Best { aim, measure, found, is_new });
}

/// Saves a position on which two engines disagree, once, and asks for a report.
pub(super) fn report_disagreement(model: &mut Model) {
    let Some(disagreement) = model.app.disagreement() else { return };
    model.say(AnswerNotice::Disagreement { disagreement: Box::new(disagreement.clone()) });
    let (problem, assist) = (model.app.session.problem().clone(), model.app.session.assist());
    let line = command_line::command_line(&problem, assist);
    let said = format!(
        "a fault of the program: engines disagree: {disagreement}; please report this board: {line}"
    );
    if model.app.faults.contains(&said) {
        return;
    }
    model.app.faults.push(said);
    let board = BoardFile { problem, assist };
    model.app.emit(Effect::SaveDisagreement { board, disagreement });
}

/// Ends the estimate once the solutions are counted, and reports a fault if the count contradicts the estimate.
fn check_estimate(model: &mut Model) {
    if model.app.session.solutions().is_none() || model.app.jobs.estimating.take().is_none() {
        return;
    }
    if !model.app.session.is_estimate_plausible() {
        let line =
            command_line::command_line(model.app.session.problem(), model.app.session.assist());
        model.app.faults.push(format!("{FAR_FROM_ESTIMATE}; {line}"));
        model.say(AnswerNotice::FarFromEstimate);
    }
    model.app.emit(Effect::CancelEstimate);
}
