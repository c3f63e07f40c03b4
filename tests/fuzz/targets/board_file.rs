//! A board file that is read and written again is the same board.
#![no_main]

use configurator::problem::BoardFile;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match BoardFile::parse(text, "board.toml") {
        Ok(board) => assert_eq!(BoardFile::parse(&board.to_toml(), "written.toml"), Ok(board)),
        Err(error) => fuzz::check_sentence(&error),
    }
});
