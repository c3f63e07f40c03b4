//! The property tests of the board, driven by the fuzz targets of `tests/fuzz`.

use proptest::test_runner::{RngAlgorithm, TestRng};

use super::*;

/// Maximum number of events or lines of an input.
const MAX_EVENTS: usize = 60;

/// Number of bytes that draw a board or an event.
const SEED_BYTES: usize = 2;

/// Applies random events to a random board. The first two bytes draw the board, and every two bytes after them an event,
/// so that a part of an input has the same meaning in another input.
///
/// # Panics
/// When the board panics, or differs from a fresh engine.
pub fn events(bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_at_checked(SEED_BYTES) else { return };
    let event = event();
    let events = rest.chunks_exact(SEED_BYTES).take(MAX_EVENTS);
    let events = events.flat_map(|seed| match drawn(&event, seed) {
        Event::Typed(text) => typed(&text),
        event => vec![event],
    });
    run_on_board(drawn(&resume::boards(), first), events);
}

/// Types lines after `:` on the board of 4 queens. After each line, Esc closes whatever the line has opened. At an
/// empty line, all questions are answered.
///
/// # Panics
/// When the board panics, or differs from a fresh engine.
pub fn lines(text: &str) {
    let settle_or_type = |line: &str| match line {
        "" => vec![Event::Settle(0)],
        line => {
            let mut events = typed(&format!(":{line}\n"));
            events.extend([KeyCode::Esc; 2].map(|code| Event::Key(KeyEvent::from(code))));
            events
        }
    };
    let problem = Problem::new(Rules::queens(4).unwrap());
    let events = text.lines().take(MAX_EVENTS).flat_map(settle_or_type);
    run_on_board(BoardFile { problem, assist: Assist::Full }, events);
}

/// The events that type a text. A line after `:` is pasted, because the palette searches its entries at each key.
fn typed(text: &str) -> Vec<Event> {
    let keys = |keys: &str| Event::Typed(keys.to_owned());
    match text.strip_prefix(':').and_then(|line| line.strip_suffix('\n')) {
        Some(line) => {
            vec![Event::Burst(3), keys(":"), Event::Pasted(line.to_owned()), keys("\n")]
        }
        None => vec![keys(text)],
    }
}

/// The value of a strategy for a seed of up to 32 bytes.
fn drawn<S: Strategy>(strategy: &S, seed: &[u8]) -> S::Value {
    let mut bytes = [0; 32];
    bytes[..seed.len()].copy_from_slice(seed);
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(ProptestConfig::default(), random);
    strategy.new_tree(&mut runner).unwrap().current()
}
