//! The link of the star battle that a link describes is stable. A text that is no link becomes the drawing in a link of
//! penpa-edit.
#![no_main]

use base64::Engine as _;
use configurator::geometry::Grid;
use configurator::problem::{Problem, Rules, is_link, link_title, read_link, write_link};
use libfuzzer_sys::fuzz_target;
use miniz_oxide::deflate::compress_to_vec;

fuzz_target!(|text: &str| {
    let link = if is_link(text) {
        text.to_owned()
    } else {
        let drawing =
            base64::engine::general_purpose::STANDARD.encode(compress_to_vec(text.as_bytes(), 1));
        format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={drawing}")
    };
    let title = link_title(&link).unwrap_or_default();
    assert!(!title.contains(char::is_control), "{title:?}");
    let Ok(content) = read_link(&link) else { return };
    let stars = content.stars.unwrap_or(1);
    let rules = Rules::star_battle(Grid::new(content.regions.size()), stars);
    let Ok(rules) = rules.with_regions(&content.regions) else { return };
    let Ok(written) = write_link(&Problem::new(rules)) else { return };
    let again = read_link(&written).expect("a written link can be read");
    let rules = Rules::star_battle(Grid::new(again.regions.size()), again.stars.expect("a number"));
    let problem = Problem::new(rules.with_regions(&again.regions).expect("regions of the grid"));
    assert_eq!(write_link(&problem).as_ref(), Ok(&written));
});
