use super::*;
use crate::face::vision::{Vision, distance};

const BOTH: [(&str, &Palette); 2] = [("dark", Palette::DARK), ("light", Palette::LIGHT)];

/// The colour of a tint in 24 bits, and its colour on a terminal with 256 colours.
fn depths(tint: Tint) -> [Rgb; 2] {
    [tint.rgb, Rgb::of_index(tint.indexed)]
}

fn contrast(one: Tint, other: Tint) -> f32 {
    one.rgb.contrast(other.rgb)
}

#[test]
fn text_contrasts_with_the_window_as_measured() {
    let measured = [
        ("dark", [13.3, 6.2, 9.9, 12.9, 10.3, 8.2, 10.3]),
        ("light", [14.1, 5.7, 7.4, 6.2, 5.3, 6.0, 5.8]),
    ];
    for ((name, palette), (_, measured)) in BOTH.into_iter().zip(measured) {
        let Palette { text, dim, title, key, culprit_name: cause, wrong, good, .. } = *palette;
        for (tint, measured) in
            [text, dim, title, key, cause, wrong, good].into_iter().zip(measured)
        {
            let found = contrast(tint, palette.window);
            assert!((found - measured).abs() < 0.1, "{name} {tint:?} {found}");
            for ground in [palette.window, palette.bar] {
                let [in_24_bits, in_256] =
                    [0, 1].map(|depth| depths(tint)[depth].contrast(depths(ground)[depth]));
                assert!(in_24_bits >= 4.5, "{name} {tint:?} {in_24_bits}");
                assert!(in_256 >= 4.2, "{name} {tint:?} {in_256}");
            }
        }
    }
}

#[test]
fn marks_contrast_with_their_squares() {
    for (name, palette) in BOTH {
        for state in State::ALL {
            let Some(colors) = palette.state(state).filter(|_| state != State::Attacked) else {
                continue;
            };
            for is_dark in [false, true] {
                let ground = colors.ground(is_dark);
                assert!(contrast(colors.mark, ground) >= 3.0, "{name} {state:?}");
            }
        }
        for is_dark in [false, true] {
            let cause = contrast(palette.culprit_mark, palette.placed.ground(is_dark));
            assert!(cause >= 3.4, "{name} {cause}");
            assert!(contrast(palette.conflict.mark, palette.conflict.ground(is_dark)) >= 7.2);
        }
    }
}

#[test]
fn the_cursor_is_seen_on_every_square() {
    for (name, palette) in BOTH {
        for state in State::ALL {
            let Some(colors) = palette.state(state) else { continue };
            for ground in [colors.light, colors.dark] {
                let best =
                    contrast(palette.cursor, ground).max(contrast(palette.cursor_fallback, ground));
                assert!(best >= 2.9, "{name} {state:?} {best}");
            }
        }
    }
}

#[test]
fn states_differ_for_all_kinds_of_colour_vision_as_measured() {
    let palette = Palette::DARK;
    for (one, other, measured) in [
        (&palette.possible, &palette.impossible, [33.0, 35.0, 31.0]),
        (&palette.impossible, &palette.attacked, [15.0, 15.0, 15.0]),
        (&palette.placed, &palette.forced, [31.0, 20.0, 23.0]),
        (&palette.forced, &palette.possible, [33.0, 29.0, 21.0]),
        (&palette.forced, &palette.conflict, [56.0, 25.0, 19.0]),
        (&palette.possible, &palette.conflict, [31.0, 11.0, 20.0]),
        (&palette.given, &palette.placed, [13.0, 6.0, 8.0]),
    ] {
        let visions = [Vision::Normal, Vision::Deuteranopia, Vision::Protanopia];
        let is_measured = |one: Tint, other: Tint| {
            visions.into_iter().zip(measured).all(|(vision, measured)| {
                (distance(one.rgb, other.rgb, vision) - measured).abs() < 1.0
            })
        };
        let pairs = [one.light, one.dark]
            .into_iter()
            .flat_map(|one| [other.light, other.dark].map(|other| (one, other)));
        assert!(pairs.into_iter().any(|(one, other)| is_measured(one, other)), "{measured:?}");
    }
}

#[test]
fn grounds_of_states_differ_in_24_bits_and_neighbours_of_the_chequer_in_256() {
    for (name, palette) in BOTH {
        // A completed piece has the colours of a forced one, and another form.
        let states = State::ALL.into_iter().filter(|&state| state != State::Completed);
        let grounds: Vec<_> = states
            .filter_map(|state| palette.state(state).map(|colors| (state, colors)))
            .flat_map(|(state, colors)| [(state, colors.light), (state, colors.dark)])
            .collect();
        for (index, (state, ground)) in grounds.iter().enumerate() {
            for (other, another) in &grounds[index + 1..] {
                assert_ne!(ground.rgb, another.rgb, "{name} {state:?} {other:?}");
                if state == other {
                    assert_ne!(ground.indexed, another.indexed, "{name} {state:?}");
                }
            }
        }
    }
}
