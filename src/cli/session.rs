//! The whole session in lines: words on standard input, sentences or JSON objects on standard output.

mod answer;
mod event;
mod input;
mod lines;
mod sentences;
mod told;

use std::io::{self, BufReader, IsTerminal, Write};
use std::time::{Duration, Instant};

use anyhow::ensure;
use serde_json::Value;

use super::arguments::SessionArguments;
use super::format::{self, milliseconds};
use super::{board, problem};
use answer::{Answer, Event, Request};
use app::effect::Exit;
use app::{Settings, WordNames};
use event::{LineAnswer, LineEvent};
use files::{is_stdin, printable};
use input::{MAX_LINE_BYTES, Printer};
use lines::LineBoard;

/// Number of the signal for a lost terminal.
const SIGHUP: i32 = 1;

/// Minimum time between two events about the progress of a line.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

/// The interval for a person, who hears or reads each line.
const SPOKEN_PROGRESS_INTERVAL: Duration = Duration::from_secs(5);

/// Answers each line of standard input until the input ends or `quit`.
///
/// # Errors
/// When the problem is invalid, the output cannot be written, or a signal ended the session.
pub(super) fn run(arguments: &SessionArguments, json: bool) -> anyhow::Result<()> {
    ensure!(
        !arguments.problem.files().any(is_stdin),
        "'-': the session reads its lines from standard input; name a file"
    );
    let (described, assumed) = problem::interactive_board(&arguments.problem, None)?;
    let settings = board::config(&arguments.engine, Settings::default())?.settings;
    let file = board::file_to_save(arguments.problem.board.as_ref(), None);
    let asked = (arguments.resume, arguments.assist);
    let Some(setup) = board::board_setup(asked, file, described, assumed, &WordNames)? else {
        return Ok(());
    };
    let limits = (arguments.engine.memory, arguments.engine.timeout);
    let mut board = LineBoard::open(setup, settings, limits)?;
    let is_terminal = io::stdin().is_terminal();
    let is_typed = is_terminal && !json && io::stdout().is_terminal();
    // A terminal that cannot edit lines is read as a file.
    let printer = if is_typed { board.listen_to_typing().ok() } else { None };
    if printer.is_none() {
        board.listen(BufReader::new(io::stdin()))?;
    }
    if is_terminal && !json {
        format::print_aside("'help' lists the words, 'quit' ends the session");
    }
    let mut speaker = Speaker { json, id: None, printer };
    let result = speaker.answer_lines(&mut board, is_terminal && !json);
    system::restore_terminal();
    let mut left = board.leave();
    if is_terminal && !io::stdin().is_terminal() {
        // The terminal went away, though its signal may not have come. It takes no more answers.
        left.exit = Exit::Signal(SIGHUP);
    } else {
        result?;
    }
    board::end_board(left, is_terminal.then_some("configurator session --resume"))
}

/// A session for the fuzz targets of `tests/fuzz`.
#[cfg(fuzzing)]
pub struct FuzzedSession(LineBoard);

#[cfg(fuzzing)]
impl FuzzedSession {
    /// Opens a session as [`run`] does.
    pub fn open(
        setup: app::BoardSetup,
        settings: app::Settings,
        limits: (usize, Option<Duration>),
    ) -> io::Result<Self> {
        LineBoard::open(setup, settings, limits).map(Self)
    }

    /// Answers a line; true if the line ends the session.
    pub fn answer(&mut self, line: &str, json: bool) -> io::Result<bool> {
        Speaker { json, id: None, printer: None }.answer(&mut self.0, line)
    }

    /// The position, and the known facts about it.
    pub fn session(&self) -> &session::Session {
        self.0.session()
    }
}

/// Prints answers and events.
struct Speaker {
    json: bool,
    /// The `id` of the last line, if it had one.
    id: Option<Value>,
    /// Prints while a person types; `None` if lines are not edited.
    printer: Option<Printer>,
}

impl Speaker {
    /// Answers lines until the session ends.
    fn answer_lines(&mut self, board: &mut LineBoard, has_prompt: bool) -> io::Result<()> {
        let mut needs_prompt = has_prompt;
        loop {
            if needs_prompt && self.printer.is_some() {
                board.permit_line();
            } else if needs_prompt {
                // The result is ignored, because stderr may be closed.
                let _ = write!(io::stderr(), "> ");
            }
            needs_prompt = false;
            match board.next_event()? {
                LineEvent::Line(line) => {
                    let ends = self.answer(board, &line)?;
                    if ends {
                        return Ok(());
                    }
                    needs_prompt = has_prompt;
                }
                LineEvent::LongLine(start) => {
                    self.id = answer::first_id(&start).filter(|_| self.json);
                    let sentence = format!("the line is longer than {MAX_LINE_BYTES} bytes");
                    self.print(board, Err(sentence), Instant::now())?;
                    needs_prompt = has_prompt;
                }
                LineEvent::Counted => self.tell_count(board)?,
                LineEvent::Notice(text) if self.json => {
                    let text = sentences::told(&text);
                    format::print_json(&Event::Notice { id: self.id.as_ref(), text })?;
                }
                LineEvent::Notice(text) => self.print_meanwhile(&sentences::sentence(&text))?,
                LineEvent::End => return Ok(()),
            }
        }
    }

    /// Answers a line; true if it ends the session.
    fn answer(&mut self, board: &mut LineBoard, line: &str) -> io::Result<bool> {
        let begun = Instant::now();
        let Request { id, line } = match Request::read(line, self.json) {
            Ok(request) => request,
            Err((id, sentence)) => {
                self.id = id;
                self.print(board, Err(sentence), begun)?;
                return Ok(false);
            }
        };
        self.id = id;
        let (json, id, mut told) = (self.json, &self.id, begun);
        let (is_told, interval) = if json {
            (true, PROGRESS_INTERVAL)
        } else {
            (io::stderr().is_terminal(), SPOKEN_PROGRESS_INTERVAL)
        };
        let mut failure = Ok(());
        let answer = board.run(&line, &mut |activity, progress, elapsed| {
            if is_told && told.elapsed() >= interval && failure.is_ok() {
                told = Instant::now();
                if !json {
                    let text = sentences::told(&progress.to_string());
                    return format::print_aside(&text);
                }
                let elapsed_ms = milliseconds(elapsed);
                let id = id.as_ref();
                let event = Event::Progress {
                    id,
                    activity,
                    reached: sentences::told(&progress.to_string()),
                    elapsed_ms,
                };
                failure = format::print_json(&event);
            }
        })?;
        failure?;
        let ends = answer == Ok(LineAnswer::Quit);
        self.print(board, answer, begun)?;
        Ok(ends)
    }

    fn print(
        &self,
        board: &mut LineBoard,
        answer: Result<LineAnswer, String>,
        begun: Instant,
    ) -> io::Result<()> {
        let notice = board.take_notice();
        let text = answer.as_ref().map_err(|sentence| sentences::told(sentence));
        let text = text.map(|answer| sentences::of_answer(board, answer, notice.as_deref()));
        if self.json {
            let elapsed = begun.elapsed();
            let answer = Answer::new(self.id.as_ref(), board, answer.ok().as_ref(), text, elapsed);
            return format::print_json(&answer);
        }
        format::print_lines(text.unwrap_or_else(|sentence| vec![format!("error: {sentence}")]))
    }

    /// Prints a sentence that answers no line.
    fn print_meanwhile(&mut self, sentence: &str) -> io::Result<()> {
        match &mut self.printer {
            Some(print) => print(format!("{}\n", printable(sentence))),
            None => format::print_lines([sentence.to_owned()]),
        }
    }

    /// Tells the exact number of solutions after an answer without it.
    fn tell_count(&mut self, board: &LineBoard) -> io::Result<()> {
        if self.json {
            let solutions = board.session().knowledge().solutions().map(ToString::to_string);
            let id = self.id.as_ref();
            return format::print_json(&Event::Counted { id, solutions, exact: true });
        }
        let solutions = board.session().solutions_in_words();
        self.print_meanwhile(&sentences::told(&format!("Counted: {solutions}.")))
    }
}
