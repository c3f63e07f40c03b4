//! A drawing of regions that is read and written again has the same regions.
#![no_main]

use configurator::problem::Regions;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Regions::parse(text) {
        Ok(regions) => assert_eq!(Regions::parse(&regions.to_string()), Ok(regions)),
        Err(error) => fuzz::check_sentence(&error),
    }
});
