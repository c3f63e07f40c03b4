//! A lesson that is read stays the same when a comment follows.
#![no_main]

use configurator::app::lesson::Lesson;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Lesson::parse(text, "lesson.toml") {
        Ok(lesson) => {
            let commented = Lesson::parse(&format!("{text}\n# the end"), "lesson.toml");
            assert_eq!(commented, Ok(lesson));
        }
        Err(error) => fuzz::check_sentence(&error),
    }
});
