use super::*;
use crate::tui::look::depth::rgb;

const STATES: [CellState; 8] = [
    CellState::Placed,
    CellState::Forced,
    CellState::Possible,
    CellState::Excluded,
    CellState::Impossible,
    CellState::Attacked,
    CellState::Hole,
    CellState::Unknown,
];

/// The contrast of two colours as the Web Content Accessibility Guidelines define it, 1 to 21.
fn contrast(one: Color, other: Color) -> f64 {
    let luminance = |color| {
        let [red, green, blue] = rgb(color).map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn styles(theme: Theme) -> Vec<Style> {
    let heats = [0.6, 0.3, 0.2, 0.1, 0.03, 0.01].map(|share| theme.heat(share));
    let states = STATES.map(|state| theme.cell(state));
    [theme.key(), theme.alert(), theme.faint()].into_iter().chain(heats).chain(states).collect()
}

#[test]
fn what_is_written_reads_on_the_backgrounds_that_a_theme_is_for() {
    let (white, cream) = (Color::Rgb(255, 255, 255), Color::Rgb(0xfd, 0xf6, 0xe3));
    let (black, charcoal) = (Color::Rgb(0, 0, 0), Color::Rgb(0x28, 0x2c, 0x34));
    for (theme, grounds, least) in [
        (Theme::Light, vec![white, cream], 4.5),
        (Theme::Dark, vec![black, charcoal], 4.5),
        // On all of them, as marks: with the lightness of their own these colours are given.
        (Theme::ColorBlind, vec![white, black], 3.0),
    ] {
        let plain = styles(theme).into_iter().filter(|style| style.bg.is_none());
        for color in plain.filter_map(|style| style.fg) {
            for &ground in &grounds {
                let found = contrast(color, ground);
                assert!(found >= least, "{theme}: {color} on {ground}: {found:.2}");
            }
        }
    }
}

#[test]
fn what_stands_on_a_region_reads() {
    for theme in Theme::ALL {
        for ground in (0..12).filter_map(|color| theme.region(color)) {
            for style in styles(theme) {
                let style = theme.on_region(style, ground);
                assert_eq!(style.bg, Some(ground));
                assert!(contrast(style.fg.unwrap(), ground) >= 4.5, "{theme} {style:?}");
                assert!(!style.add_modifier.contains(Modifier::DIM));
            }
        }
    }
    assert_eq!(Theme::Monochrome.region(0), None);
}

#[test]
fn the_larger_the_share_the_stronger_its_ground() {
    let colored = Theme::ALL.into_iter().filter(|&theme| theme != Theme::Monochrome);
    for theme in colored {
        let heats = [0.6, 0.2, 0.1, 0.03].map(|share| theme.heat(share));
        let read = heats.map(|style| contrast(style.fg.unwrap(), style.bg.unwrap()));
        assert!(read.is_sorted() && read[0] >= 4.5, "{theme}: {read:?}");
        let states = STATES.map(|state| theme.cell(state));
        assert!(heats.iter().all(|heat| states.iter().all(|state| state.fg != heat.bg)));
    }
}

#[test]
fn themes_are_found_by_their_names() {
    for theme in Theme::ALL {
        assert_eq!(theme.name().parse(), Ok(theme));
    }
    assert_eq!(
        "neon".parse::<Theme>().unwrap_err().to_string(),
        "'neon' is not a theme (terminal, light, dark, colour-blind or monochrome)"
    );
}

#[test]
fn without_colour_there_is_none() {
    for style in styles(Theme::Monochrome) {
        assert_eq!((style.fg, style.bg), (None, None));
    }
}
