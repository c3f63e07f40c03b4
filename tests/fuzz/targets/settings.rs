//! Settings that are read stay the same when a comment follows.
#![no_main]

use configurator::tui::Config;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Config::parse(text, "config.toml") {
        Ok(config) => {
            assert_eq!(Config::parse(&format!("{text}\n# the end"), "config.toml"), Ok(config));
        }
        Err(error) => fuzz::check_sentence(&error),
    }
});
