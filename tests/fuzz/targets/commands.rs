//! Lines that are typed after `:`. The board shows what a fresh engine finds, and can be resumed.
#![no_main]

use configurator::tui::fuzzed;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzzed::lines(text));
