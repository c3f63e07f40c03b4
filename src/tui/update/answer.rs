//! Handles the reports of workers.

use std::path::PathBuf;
use std::time::Duration;

use crate::input::action::Action;
use crate::model::question::{
    InterruptPolicy, Measure, QuestionId, Report, RunningQuestion, Topic, WrittenFile, cause,
};
use crate::model::{Model, NextPuzzle};
use crate::modes::{browse, graph, prove, series, watch};
use crate::update::message::Effect;
use crate::update::question::{ask, ask_next, ask_position};
use crate::update::{board, command_line, hint, play, replace};
use engine::{
    Completion, Consistency, Interrupted, Objective, Optimum, PartialAnswer, Polynomial,
    PricedSolution,
};
use files::FileError;
use problem::{Assist, BoardFile};
use session::puzzle::Outcome;
use session::steps::SolvingPath;
use session::{Finding, Stamp};

/// The slot of the work on a question, if the question is current.
fn current(model: &mut Model, asked: QuestionId) -> Option<&mut Option<RunningQuestion>> {
    let slots = [
        &mut model.app.jobs.answering,
        &mut model.app.jobs.counting,
        &mut model.app.jobs.estimating,
    ];
    let is_it = |slot: &Option<RunningQuestion>| {
        slot.as_ref().is_some_and(|it| it.question == asked.number)
    };
    slots.into_iter().find(|slot| is_it(slot))
}

/// Ends the work on a question, if the question is current.
fn end(model: &mut Model, asked: QuestionId) -> Option<RunningQuestion> {
    current(model, asked).and_then(Option::take)
}

/// Handles a report of a worker. A finding about the position and the result of an export count even if a newer
/// question was asked. All other reports count only while their question is current.
pub(super) fn handle(model: &mut Model, asked: QuestionId, report: Report) -> Vec<Effect> {
    match report {
        Report::Finding(finding) => return learn(model, asked.stamp, finding),
        Report::Exported(Ok(WrittenFile { path, version, what })) => {
            model.say(format!("exported the {what} as {}", path.display()));
            model.app.files.known_versions.insert(path, version);
        }
        Report::Exported(Err(sentence)) => model.refuse(sentence),
        _ if current(model, asked).is_none() => {}
        Report::Progress(progress, elapsed) => {
            if let Some(work) = current(model, asked).and_then(Option::as_mut) {
                work.progress = Some((progress, elapsed));
            }
        }
        Report::Done => {
            if let Some(work) = end(model, asked) {
                return ask_next(model, &work.topic);
            }
        }
        Report::Interrupted(interrupted) => {
            if let Some(work) = end(model, asked) {
                return interrupt(model, asked.stamp, &work.topic, interrupted);
            }
        }
        Report::Panicked(panic) => {
            if let Some(work) = end(model, asked) {
                model.refuse(format!("a fault of the program, the question is dropped: {panic}"));
                match work.topic {
                    Topic::Assess => play::give_up_assessment(model),
                    Topic::Ahead(..) => play::keep_next(model, NextPuzzle::Failed),
                    _ => {}
                }
                // While a puzzle is being made, no questions about the position are asked.
                let is_game = matches!(work.topic, Topic::Play(..) | Topic::Recognise(_));
                return if is_game { ask_position(model) } else { Vec::new() };
            }
        }
        Report::Recordings(result) => watch::open(model, result),
        Report::Below(number, counts) => watch::learn(model, number, counts),
        Report::Compared(result) => watch::compared(model, result),
        Report::Series(found) => series::open(model, found),
        Report::Judged(claim, verdict) => prove::judged(model, &claim, verdict),
        Report::Graph(found) => graph::answer(model, found),
        Report::OrderSize(order, size) => {
            if let Some(RunningQuestion { topic: Topic::OrderSizes(problem, rule), .. }) =
                &model.app.jobs.answering
            {
                let (problem, rule) = (problem.clone(), *rule);
                graph::keep_size(model, (&problem, rule), order, size);
            }
        }
        Report::Completion(None) => model.refuse("no solution: nothing to complete"),
        Report::Completion(Some(completion)) => complete(model, &completion),
        Report::Best(aim, measure, found) => take_best(model, aim, measure, &found),
        Report::Steps(path) => show_steps(model, path),
        Report::Solution(None) => model.refuse("no solution to look at"),
        Report::Solution(Some(solution)) => browse::show(model, solution),
        Report::Puzzle(outcome) => show_puzzle(model, outcome),
        Report::Game(wanted, seed, outcome) => play::open(model, wanted, seed, outcome),
        Report::Ahead(wanted, seed, Outcome::Puzzle(problem)) => {
            play::keep_next(model, NextPuzzle::Made(wanted, seed, Box::new(problem)));
        }
        Report::Ahead(..) => play::keep_next(model, NextPuzzle::Failed),
        Report::Assessed(found) => return play::assessed(model, found),
        Report::Recognised(drawn, fitting) => return play::recognised(model, drawn, &fitting),
        Report::StillRight(right) => {
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
        Report::Hint(None) if model.app.session.is_solved() => model.say("the board is complete"),
        Report::Hint(None) => model.say("nothing follows from this yet"),
        Report::Hint(Some(hint)) => hint::show(model, hint),
        Report::Supposition(cell, found) => hint::show_supposition(model, cell, found),
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
    topic: &Topic,
    interrupted: Interrupted,
) -> Vec<Effect> {
    if let Topic::Ahead(..) = topic {
        play::keep_next(model, NextPuzzle::Failed);
    }
    let cause = cause(interrupted);
    match topic.handling().on_interrupt {
        InterruptPolicy::Answered => return ask_next(model, topic),
        InterruptPolicy::Silence => return Vec::new(),
        InterruptPolicy::Notice => {
            let reached = interrupted.how_far();
            model.refuse(format!("{cause} before the answer (reached: {reached})"));
            let is_open = model.has_full_assist() && !model.app.session.knows_all_cells();
            return if is_open { ask(model, Topic::Position) } else { Vec::new() };
        }
        InterruptPolicy::Unknown => {}
    }
    let finding = match topic {
        Topic::Position | Topic::Counts => Finding::Interrupted(interrupted),
        Topic::Assess => {
            play::give_up_assessment(model);
            return Vec::new();
        }
        Topic::Reason(wish) => Finding::Reason(*wish, None),
        Topic::Pieces => Finding::Pieces(Polynomial::default()),
        Topic::Robdd => Finding::Robdd(None, Duration::ZERO),
        Topic::Consistency(_) => {
            model.say(format!("{cause} before the filters were found"));
            Finding::Consistency(Consistency::default())
        }
        Topic::Graph(_) => {
            graph::record_no_graph(model);
            return Vec::new();
        }
        _ => return Vec::new(),
    };
    learn(model, stamp, finding)
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
