//! A drawing of weights that is read and written again has the same weights.
#![no_main]

use configurator::problem::Weights;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Weights::parse(text) {
        Ok(weights) => assert_eq!(Weights::parse(&weights.to_string()), Ok(weights)),
        Err(error) => fuzz::check_sentence(&error),
    }
});
