//! Ends pastes. The library that reads events keeps all bytes of a paste and reports no events until its end, which may never come.
//! So the library reads a pipe instead of the terminal, and this module fills the pipe.

use std::fs::File;
use std::io::{self, PipeWriter, Read, Write};
use std::time::{Duration, Instant};

use crossterm::event;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_setfl};
use rustix::io::Errno;
use rustix::stdio::{dup2_stdin, stdin};
use rustix::termios::isatty;

use super::background::EventSource;

/// The bytes before and after a pasted text.
const MARKERS: [[u8; 6]; 2] = [*b"\x1b[200~", *b"\x1b[201~"];

/// Maximum time between two reads of a paste.
const MAX_GAP: Duration = Duration::from_secs(1);

/// Maximum length of a paste in bytes. Further bytes are dropped.
const MAX_LENGTH: usize = 4 << 20;

/// Time in which the library turns bytes into events. With no time, it does not look at its input.
const PARSING_TIME: Duration = Duration::from_millis(1);

/// Number of times that the library is asked again after it had no event, and the time between them. On a busy machine,
/// its time may pass before it has looked at its input. Then events would wait for the next key.
const REPEATED_LOOKS: u8 = 5;
const LOOK_GAP: Duration = Duration::from_millis(20);

/// Follows pastes in bytes that arrive in pieces.
#[derive(Debug, Default)]
struct PasteLimit {
    /// Number of bytes of the unfinished paste so far.
    length: Option<usize>,
    /// The last bytes.
    tail: [u8; 6],
}

impl PasteLimit {
    /// Returns the bytes, except those that exceed the maximum length of a paste.
    fn limited(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut kept = Vec::new();
        for &byte in bytes {
            self.tail.rotate_left(1);
            self.tail[5] = byte;
            if self.tail == MARKERS[usize::from(self.length.is_some())] {
                if self.length.is_some_and(|length| length >= MAX_LENGTH) {
                    kept.extend(&MARKERS[1][..5]);
                }
                self.length = if self.length.is_none() { Some(0) } else { None };
                kept.push(byte);
            } else {
                self.length = self.length.map(|length| length + 1);
                kept.extend(self.length.is_none_or(|length| length < MAX_LENGTH).then_some(byte));
            }
        }
        kept
    }
}

/// The pipe from the terminal to the library.
#[derive(Debug)]
pub(super) struct TerminalPipe {
    terminal: File,
    library: PipeWriter,
    limit: PasteLimit,
    /// When bytes arrived last.
    last_read: Instant,
    /// Number of times that the library had no event since bytes were passed on or an event was found.
    looks: u8,
}

impl TerminalPipe {
    /// Replaces the standard input, which must have been read before.
    ///
    /// # Errors
    /// When the process has no terminal of its own. Then the standard input is left as it is.
    pub(super) fn new() -> io::Result<Self> {
        let terminal = File::open("/dev/tty")?;
        let (reader, library) = io::pipe()?;
        fcntl_setfl(&reader, OFlags::NONBLOCK)?;
        if !isatty(stdin()) {
            dup2_stdin(&terminal)?;
        }
        // The library stores the file descriptor of its present input.
        event::poll(Duration::ZERO)?;
        dup2_stdin(reader)?;
        let limit = PasteLimit::default();
        Ok(Self { terminal, library, limit, last_read: Instant::now(), looks: 0 })
    }

    /// Waits for an event for at most `time`; false if none arrives. `look` asks the library for at most the given time.
    ///
    /// # Errors
    /// When the terminal cannot be read.
    fn poll(
        &mut self,
        time: Duration,
        mut look: impl FnMut(Duration) -> io::Result<bool>,
    ) -> io::Result<bool> {
        let begun = Instant::now();
        loop {
            if look(PARSING_TIME)? {
                self.looks = 0;
                return Ok(true);
            }
            let left = time.saturating_sub(begun.elapsed());
            let wait = if self.looks < REPEATED_LOOKS { left.min(LOOK_GAP) } else { left };
            self.looks = self.looks.saturating_add(1);
            if self.fill(wait)? {
                self.looks = 0;
            } else if wait == left {
                return Ok(false);
            }
        }
    }

    /// Waits for bytes for at most `time`, and passes them on. Ends a paste that has paused for too long. Returns false
    /// if the time has passed.
    ///
    /// # Errors
    /// When the terminal cannot be read.
    fn fill(&mut self, time: Duration) -> io::Result<bool> {
        let gap = MAX_GAP.saturating_sub(self.last_read.elapsed());
        let is_pasting = self.limit.length.is_some();
        let wait = Timespec::try_from(if is_pasting { time.min(gap) } else { time });
        let mut input = [PollFd::new(&self.terminal, PollFlags::IN)];
        let ready = match poll(&mut input, Some(&wait.map_err(io::Error::other)?)) {
            Err(Errno::INTR) => return Ok(true),
            ready => ready?,
        };
        if ready > 0 {
            let mut bytes = [0; 1 << 10];
            let length = self.terminal.read(&mut bytes)?;
            if length == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            self.last_read = Instant::now();
            self.library.write_all(&self.limit.limited(&bytes[..length]))?;
        } else if is_pasting && gap <= time {
            self.limit.length = None;
            self.library.write_all(&MARKERS[1])?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }
}

/// The events of the terminal; `None` if the library reads the terminal itself.
impl EventSource for Option<TerminalPipe> {
    fn poll(&mut self, time: Duration) -> io::Result<bool> {
        match self {
            Some(pipe) => pipe.poll(time, event::poll),
            None => event::poll(time),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pastes_are_followed_wherever_the_input_is_cut() {
        let input = b"a\x1b[A\x1b[200~b\x1b[200~1\x1b[20c\x1b[201~q\x1b[201~\x1b[200~e";
        for cut in 0..=input.len() {
            let mut limit = PasteLimit::default();
            let (first, second) = input.split_at(cut);
            assert_eq!([limit.limited(first), limit.limited(second)].concat(), input);
            assert_eq!(limit.length, Some(1), "{cut}");
        }
    }

    /// Regression test: on a busy machine the rest of a typed line waited for the next key.
    #[test]
    fn the_library_is_asked_again_if_it_did_not_look_at_its_input() {
        let (terminal, _keys) = io::pipe().unwrap();
        let (_events, library) = io::pipe().unwrap();
        let mut pipe = TerminalPipe {
            terminal: File::from(std::os::fd::OwnedFd::from(terminal)),
            library,
            limit: PasteLimit::default(),
            last_read: Instant::now(),
            looks: 0,
        };
        let mut looks = 0;
        let mut look = |_| {
            looks += 1;
            Ok(looks == 3)
        };
        assert!(pipe.poll(Duration::from_secs(20), &mut look).unwrap());
        assert!(!pipe.poll(Duration::from_millis(50), look).unwrap());
    }

    #[test]
    fn a_paste_that_is_too_long_loses_bytes_but_not_its_end() {
        let mut limit = PasteLimit::default();
        assert_eq!(limit.limited(&MARKERS[0]), MARKERS[0]);
        let all: usize = (0..5).map(|_| limit.limited(&b"a".repeat(1 << 20)).len()).sum();
        assert_eq!(all, MAX_LENGTH - 1);
        assert_eq!(limit.limited(b"\x1b[201~q"), b"\x1b[201~q");
        assert_eq!(limit.length, None);
    }
}
