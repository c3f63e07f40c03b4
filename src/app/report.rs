//! Handles the events of the application: reports of workers, files that were read or written, and the clock.

use std::mem;
use std::sync::Arc;

use crate::effect::{Effect, Exit};
use crate::job::{AnyJob, Ending, QuestionId, Report, RunningQuestion, WorkerKind};
use crate::jobs::{DrawnPuzzle, Explanations, FindReason, MakeGame, Recognise};
use crate::notice::{AnswerNotice, FAR_FROM_ESTIMATE, GameNotice, Notice, Source};
use crate::operations::{compare, diagram, play, reasons, saving};
use crate::{App, AppEvent, Reply, command_line, playing, replace};
use engine::{Cause, Interrupted, PartialAnswer};
use export::OrderRequest;
use problem::{BoardFile, link_title};
use session::{Finding, Stamp};

/// Handles an event.
pub fn handle(app: &mut App, event: AppEvent) {
    match event {
        AppEvent::Report(asked, report) => take_report(app, asked, report),
        AppEvent::Opened(path, Some(version), Ok(board)) => {
            saving::open_board(app, path, version, board);
        }
        // A board from a link has no file to save to.
        AppEvent::Opened(path, None, Ok(board)) if app.playing().is_some() => {
            playing::play_opened(app, board, link_title(&path.to_string_lossy()));
        }
        AppEvent::Opened(_, None, Ok(board)) => replace::open_puzzle(app, Source::Link, board),
        AppEvent::Opened(_, _, Err(error))
        | AppEvent::Drawn(_, Err(error))
        | AppEvent::Lesson(Err(error))
        | AppEvent::ReadOther(_, Err(error))
        | AppEvent::Weighed(_, Err(error))
        | AppEvent::Ordered(Err(error)) => app.refuse(error),
        AppEvent::Linked(regions) if app.playing().is_some() => {
            play::recognise(app, DrawnPuzzle { regions, name: None });
        }
        AppEvent::Linked(regions) => replace::link_puzzle(app, Source::Link, &regions),
        AppEvent::Drawn(path, Ok(regions)) => {
            replace::replace_regions(app, Source::File(path), &regions);
        }
        AppEvent::ReadOther(path, Ok(board)) => compare::with_file(app, &path, board),
        AppEvent::Weighed(path, Ok(weights)) => replace::weigh_file(app, path, weights),
        AppEvent::Ordered(Ok(order)) => {
            diagram::show_in_order(app, OrderRequest::Own(Arc::new(order)));
        }
        AppEvent::Listed(boards) => {
            app.boards = boards;
            app.reply(Reply::Boards);
        }
        AppEvent::Saved(result) => {
            let quits = mem::take(&mut app.quits_when_saved) && result.is_ok();
            saving::confirm_saved(app, result);
            if quits {
                app.emit(Effect::Exit(Exit::Quit));
            }
        }
        AppEvent::DisagreementSaved(disagreement, saved) => {
            let disagreement = Box::new(disagreement);
            app.say(AnswerNotice::DisagreementSaved { disagreement, saved });
        }
        AppEvent::JournalLost(reason) => app.say(Notice::JournalLost { reason }),
        AppEvent::Clock(now) => playing::advance_clock(app, now),
        AppEvent::SettingLost(error) => app.say(GameNotice::NotKept { error }),
        AppEvent::Recorded(result) => playing::recorded(app, result),
        AppEvent::Results(result) => play::show_results(app, result),
        AppEvent::EarlierGames(games) => playing::take_earlier_games(app, games),
        AppEvent::Lesson(Ok(lesson)) => app.reply(Reply::Lesson(lesson)),
    }
}

/// Ends the work on a question, if the question is current.
fn end(app: &mut App, asked: QuestionId, cause: Option<Cause>) -> Option<RunningQuestion> {
    let jobs = &mut app.jobs;
    let ended = jobs.current(asked).and_then(Option::take)?;
    if ended.job.worker() == WorkerKind::Answering {
        let is_cancelled = cause == Some(Cause::Cancelled) && !ended.job.is_awaited();
        jobs.ended = Some((ended.job.clone(), is_cancelled));
    }
    Some(ended)
}

/// Handles a report of a worker. A finding about the position and the result of an export count even if a newer
/// question was asked. All other reports count only while their question is current.
fn take_report(app: &mut App, asked: QuestionId, report: Report) {
    match report {
        Report::Finding(finding) => {
            let work = app.jobs.current(asked).and_then(|slot| slot.as_ref());
            let job = work.map(|work| work.job.clone());
            learn(app, asked.stamp, finding, job.as_ref());
        }
        Report::Answer(change) if change.counts_late => change.apply(app),
        _ if app.jobs.current(asked).is_none() => {}
        Report::Answer(change) => change.apply(app),
        Report::Progress(progress, elapsed) => {
            if let Some(work) = app.jobs.current(asked).and_then(Option::as_mut) {
                work.progress = Some((progress, elapsed));
            }
        }
        Report::Done => drop(end(app, asked, None)),
        Report::Interrupted(interrupted) => {
            if let Some(work) = end(app, asked, Some(interrupted.cause)) {
                interrupt(app, asked.stamp, &work.job, interrupted);
            }
        }
        Report::Panicked(panic) => {
            if let Some(RunningQuestion { job, .. }) = end(app, asked, None) {
                app.refuse(AnswerNotice::Panicked { panic });
                if let Some(change) = job.failed() {
                    change.apply(app);
                }
                // While a puzzle is being made, no questions about the position are asked.
                if job.is::<MakeGame>() || job.is::<Recognise>() {
                    app.ask_position();
                }
            }
        }
    }
}

/// Stores a finding, and handles its consequences.
fn learn(app: &mut App, stamp: Stamp, finding: Finding, job: Option<&AnyJob>) {
    let is_counts =
        matches!(finding, Finding::Robdd(..) | Finding::Layer(PartialAnswer::Census(..), _));
    let is_learnt = app.session.learn(stamp, finding);
    check_estimate(app);
    if is_learnt && is_counts {
        app.report_disagreement();
    }
    // The cursor may have left the cell that was asked about.
    if let Some(Explanations(wish)) = job.and_then(AnyJob::get).filter(|_| is_learnt)
        && let Some(cell) = app.wants.cell
        && app.session.wish(cell) == Some(*wish)
    {
        reasons::show_next_explanation(app, cell);
    }
    if let Some(&job) = job.and_then(AnyJob::get::<FindReason>).filter(|_| is_learnt) {
        reasons::reason_found(app, job);
    }
}

/// Handles the end of a budget before the answer.
fn interrupt(app: &mut App, stamp: Stamp, job: &AnyJob, interrupted: Interrupted) {
    match job.interrupted(interrupted) {
        Ending::Silence => {}
        Ending::Unknown(finding) => learn(app, stamp, *finding, Some(job)),
        Ending::Change(change) => change.apply(app),
        Ending::Notice => app.refuse(AnswerNotice::Interrupted { interrupted }),
    }
}

/// Ends the estimate once the solutions are counted, and reports a fault if the count contradicts the estimate.
fn check_estimate(app: &mut App) {
    if app.session.knowledge().solutions().is_none() || app.jobs.estimating.take().is_none() {
        return;
    }
    if !app.session.knowledge().is_estimate_plausible() {
        let line = command_line::command_line(app.session.problem(), app.session.assist());
        app.faults.push(format!("{FAR_FROM_ESTIMATE}; {line}"));
        app.say(AnswerNotice::FarFromEstimate);
    }
    app.emit(Effect::CancelEstimate);
}

impl App {
    /// Saves a position on which two engines disagree, only once, and asks for a report.
    pub(crate) fn report_disagreement(&mut self) {
        let app = self;
        let Some(disagreement) = app.disagreement() else { return };
        app.say(AnswerNotice::Disagreement { disagreement: Box::new(disagreement.clone()) });
        let (problem, assist) = (app.session.problem().clone(), app.session.assist());
        let line = command_line::command_line(&problem, assist);
        let said = format!(
            "a fault of the program: engines disagree: {disagreement}; please report this board: {line}"
        );
        if app.faults.contains(&said) {
            return;
        }
        app.faults.push(said);
        let board = BoardFile { problem, assist };
        app.emit(Effect::SaveDisagreement { board, disagreement });
    }
}
