//! The colours of regions, and their assignment to regions.

use std::collections::{BTreeMap, BTreeSet};

use super::color::Rgb;
use super::palette::{BasicColor, Palette, State, Tint};
use geometry::{Cell, Size};

/// The colour of a region in all depths. With 256 colours, the index nearest to the 24-bit colour would
/// often be the same for light and dark squares. So the indices are listed here, chosen for one hue in both squares and
/// for the distance from other regions.
struct RegionColor {
    name: &'static str,
    hex: u32,
    /// The indices in the 256 colours for light and dark squares.
    indexed: [u8; 2],
    /// The number in the sixteen colours.
    basic: u8,
}

const fn color(name: &'static str, hex: u32, indexed: [u8; 2], basic: u8) -> RegionColor {
    RegionColor { name, hex, indexed, basic }
}

const COLORS: [RegionColor; 12] = [
    color("blue", 0x87_a0_f0, [111, 68], 12),
    color("yellow", 0xd6_cf_6e, [186, 143], 11),
    color("green", 0x92_af_83, [108, 65], 2),
    color("lilac", 0xed_cd_fb, [189, 146], 13),
    color("orange", 0xd0_99_45, [172, 130], 3),
    color("teal", 0x48_8d_8d, [73, 66], 6),
    color("rose", 0xca_b0_b1, [181, 138], 7),
    color("mint", 0x9f_f1_b1, [121, 78], 10),
    color("pink", 0xda_85_b6, [175, 132], 5),
    color("pale", 0xc6_e2_db, [253, 251], 14),
    color("violet", 0x8c_6e_bd, [140, 97], 4),
    color("olive", 0x83_82_6d, [100, 58], 8),
];

/// Number of colours for regions.
pub const COUNT: usize = COLORS.len();

/// Maximum number of regions for which only the first `SMALL_PALETTE_SIZE` colours are used.
const SMALL_PALETTE_SIZE: usize = 8;

/// The colour with this number. After [`COUNT`] colours, the colours repeat.
pub fn tint(color: usize) -> Tint {
    let RegionColor { hex, indexed, basic, .. } = COLORS[color % COUNT];
    Tint { rgb: Rgb::new(hex), indexed: indexed[0], basic: BasicColor::Number(basic) }
}

/// The name of the colour with this number.
pub fn name(color: usize) -> &'static str {
    COLORS[color % COUNT].name
}

/// True if a region with a lower number has the same colour, so that this region needs a mark.
pub const fn is_repeated(color: usize) -> bool {
    color >= COUNT
}

/// The ground of a square in a region. Attacked, excluded, impossible and unknown cells are mixed with
/// the window. Dark squares are a little darker. With sixteen or 256 colours, the ground is not mixed, because mixtures
/// would look like other regions.
pub fn ground(color: usize, state: State, is_dark: bool, palette: &Palette) -> Tint {
    let plain = tint(color);
    // Mixed with a light window, pale colours change little, and the chequer would hide that.
    let is_light = palette.is_light();
    let share = match state {
        State::Attacked if is_light => 0.6,
        State::Attacked => 0.48,
        State::Excluded => 0.40,
        State::Impossible => 0.56,
        State::Unknown => 0.20,
        _ => 0.0,
    };
    let mixed = plain.rgb.mix(palette.window.rgb, share);
    let darker = if is_light { 0.03 } else { 0.05 };
    let rgb = if is_dark { mixed.mix(Rgb::new(0), darker) } else { mixed };
    let indexed = COLORS[color % COUNT].indexed[usize::from(is_dark)];
    Tint { rgb, indexed, ..plain }
}

/// True if an attacked cell of a region has another ground than an open cell, where colours look as `rgb` says.
pub(super) fn is_mixed(color: usize, rgb: impl Fn(Tint) -> Rgb, palette: &Palette) -> bool {
    let looks = |state| rgb(ground(color, state, false, palette));
    looks(State::Attacked) != looks(State::Possible)
}

/// Assigns a colour to each region. The letters from `a` have the colours in their order, so that a region keeps its colour while
/// it is painted, and in the file. Of other regions, those with more neighbours come first. Each gets the unused colour that
/// differs most from the colours of its neighbours. With more than [`COUNT`] regions, colours are used again, and each use gets
/// its own number: see [`is_repeated`].
///
/// `region` returns the region of a cell, if it has one. Regions are neighbours if two of their cells
/// share an edge or a corner. The first [`COUNT`] colours also differ with sixteen colours.
pub fn assign(size: Size, region: impl Fn(Cell) -> Option<char>) -> BTreeMap<char, usize> {
    let meeting = neighbours(size, region);
    let mut regions: Vec<(&char, &BTreeSet<char>)> = meeting.iter().collect();
    regions.sort_by_key(|(region, around)| (std::cmp::Reverse(around.len()), **region));
    let count = if regions.len() <= SMALL_PALETTE_SIZE { SMALL_PALETTE_SIZE } else { COUNT };
    let own = ('a'..).zip(0..COUNT).filter(|(letter, _)| meeting.contains_key(letter));
    let mut colors: BTreeMap<char, usize> = own.collect();
    let mut uses = [0_usize; COUNT];
    for &color in colors.values() {
        uses[color] = 1;
    }
    for (&region, around) in regions {
        if colors.contains_key(&region) {
            continue;
        }
        let beside: Vec<usize> =
            around.iter().filter_map(|beside| Some(colors.get(beside)? % COUNT)).collect();
        let least = |color: usize| {
            beside.iter().map(|&other| difference(color, other)).fold(f32::INFINITY, f32::min)
        };
        let rounds = uses[..count].iter().min().copied().unwrap_or(0);
        // Best is a colour that no neighbour has and that is used least; second best is any colour that
        // no neighbour has.
        let rank = |color: usize| (!beside.contains(&color), uses[color] == rounds);
        let best = (0..count).max_by(|&one, &other| {
            let ranks = rank(one).cmp(&rank(other));
            ranks.then(least(one).total_cmp(&least(other))).then(other.cmp(&one))
        });
        let color = best.unwrap_or_default();
        colors.insert(region, color + COUNT * uses[color]);
        uses[color] += 1;
    }
    colors
}

/// For each region, the neighbouring regions.
fn neighbours(size: Size, region: impl Fn(Cell) -> Option<char>) -> BTreeMap<char, BTreeSet<char>> {
    let mut meet: BTreeMap<char, BTreeSet<char>> = BTreeMap::new();
    for cell in size.iter() {
        let Some(here) = region(cell) else { continue };
        meet.entry(here).or_default();
        let before = [(0, -1), (-1, -1), (-1, 0), (-1, 1)].into_iter().filter_map(|(up, right)| {
            let row = cell.row().checked_add_signed(up)?;
            let beside = Cell::new(row, cell.column().checked_add_signed(right)?);
            region(Some(beside).filter(|&cell| size.contains(cell))?).filter(|&there| there != here)
        });
        for there in before {
            meet.entry(here).or_default().insert(there);
            meet.entry(there).or_default().insert(here);
        }
    }
    meet
}

/// The visible difference of two colours, from the table of differences.
fn difference(one: usize, other: usize) -> f32 {
    f32::from(DIFFERENCES[one][other])
}

/// The differences of the colours by CIEDE2000, in tenths: the minimum of the difference in normal
/// vision and 1.5 times the difference for each kind of dichromat.
const DIFFERENCES: [[u16; COUNT]; COUNT] = [
    [0, 548, 413, 218, 480, 277, 258, 460, 166, 299, 185, 375],
    [548, 0, 179, 485, 152, 372, 303, 156, 506, 244, 624, 273],
    [413, 179, 0, 458, 173, 215, 165, 167, 322, 186, 426, 171],
    [218, 485, 458, 0, 437, 377, 169, 385, 184, 173, 280, 406],
    [480, 152, 173, 437, 0, 375, 254, 267, 432, 327, 509, 226],
    [277, 372, 215, 377, 375, 0, 217, 322, 175, 270, 200, 198],
    [258, 303, 165, 169, 254, 217, 0, 205, 182, 145, 288, 251],
    [460, 156, 167, 385, 267, 322, 205, 0, 395, 171, 519, 324],
    [166, 506, 322, 184, 432, 175, 182, 395, 0, 226, 194, 310],
    [299, 244, 186, 173, 327, 270, 145, 171, 226, 0, 387, 285],
    [185, 624, 426, 280, 509, 200, 288, 519, 194, 387, 0, 378],
    [375, 273, 171, 406, 226, 198, 251, 324, 310, 285, 378, 0],
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::vision::{Vision, distance};

    #[test]
    fn the_table_of_differences_is_what_is_measured() {
        for (one, row) in DIFFERENCES.iter().enumerate() {
            for (other, &tenths) in row.iter().enumerate() {
                let [normal, deuteranopia, protanopia] = least(&[(one, other)]);
                let measured = normal.min(1.5 * deuteranopia).min(1.5 * protanopia);
                assert!((measured - f64::from(tenths) / 10.0).abs() < 0.051, "{one} {other}");
            }
        }
    }

    const VISIONS: [Vision; 3] = [Vision::Normal, Vision::Deuteranopia, Vision::Protanopia];

    /// The minimum difference of pairs of colours, for each kind of vision.
    fn least(pairs: &[(usize, usize)]) -> [f64; 3] {
        VISIONS.map(|vision| {
            let differences =
                pairs.iter().map(|&(one, other)| distance(tint(one).rgb, tint(other).rgb, vision));
            differences.fold(f64::INFINITY, f64::min)
        })
    }

    fn pairs() -> Vec<(usize, usize)> {
        (0..COUNT).flat_map(|one| (0..one).map(move |other| (one, other))).collect()
    }

    #[test]
    fn the_colours_differ_for_all_kinds_of_colour_vision_as_measured() {
        let found = least(&pairs());
        for (found, measured) in found.into_iter().zip([16.7, 9.7, 10.4]) {
            assert!((found - measured).abs() < 0.2, "{found} {measured}");
        }
        let indexed = |color| Rgb::of_index(tint(color).indexed);
        for (one, other) in pairs() {
            let found = distance(indexed(one), indexed(other), Vision::Normal);
            assert!(found > 14.9, "{one} {other} {found}");
            assert_ne!(tint(one).basic, tint(other).basic);
        }
        for color in 0..COUNT {
            let crimson = Palette::DARK.conflict.light.rgb;
            assert!(distance(tint(color).rgb, crimson, Vision::Normal) > 30.0, "{color}");
            let ink = Palette::DARK.region_ink.rgb.contrast(tint(color).rgb);
            assert!((4.4..=14.0).contains(&ink), "{color} {ink}");
        }
    }

    fn regions(drawing: &str) -> (Size, BTreeMap<Cell, char>) {
        let rows: Vec<&str> = drawing.split_whitespace().rev().collect();
        let size = Size::new(rows.len() as u16, rows[0].len() as u16).unwrap();
        let letters = rows.concat();
        (size, size.iter().zip(letters.chars()).filter(|&(_, letter)| letter != '.').collect())
    }

    fn assigned(drawing: &str) -> (BTreeMap<char, usize>, Vec<(usize, usize)>) {
        let (size, regions) = regions(drawing);
        let region = |cell: Cell| regions.get(&cell).copied();
        let assigned = assign(size, region);
        let meet = neighbours(size, region);
        let pair = |one: &char, other: &char| (assigned[one], assigned[other]);
        let pairs = meet
            .iter()
            .flat_map(|(one, others)| others.iter().map(move |other| pair(one, other)))
            .collect();
        (assigned, pairs)
    }

    #[test]
    fn regions_that_meet_are_further_apart_than_any_two() {
        let (assigned, meet) = assigned(
            "AABBCCCCDD ABBBCDDDDD BBBBBBDDDD EBBBBDDDDF EEBBBDDDDF
             EEEGGDDDFF HHHHGGIDFF HHHGGGIIFF JHHHGGGFFF JJHHHHGFFF",
        );
        let different: BTreeSet<_> = assigned.values().collect();
        assert_eq!(different.len(), 10);
        let found = least(&meet);
        for (found, measured) in found.into_iter().zip([16.7, 13.7, 15.3]) {
            assert!(found > measured - 0.2, "{found} {measured}");
        }
    }

    #[test]
    fn up_to_eight_regions_take_the_first_eight_colours() {
        for drawing in ["abcd efgh", "ABCD EFGH", "ABCD Efah"] {
            let colors: BTreeSet<usize> = assigned(drawing).0.into_values().collect();
            assert_eq!(colors, (0..8).collect(), "{drawing}");
        }
    }

    /// Earlier, painting one cell could change the colours of all regions, and so could opening the file of a painted board.
    #[test]
    fn the_first_letters_have_the_same_colours_on_every_board() {
        for drawing in ["bl ad", "dabl", "bbb adl bmm", "abcdef ghijkl mnopqr"] {
            let (assigned, _) = assigned(drawing);
            let of = |letter: char| assigned[&letter];
            assert_eq!(['a', 'b', 'd', 'l'].map(of), [0, 1, 3, 11], "{drawing}");
        }
    }

    #[test]
    fn more_regions_than_colours_use_them_again_but_not_side_by_side() {
        let drawing = "abcdef ghijkl mnopqr stuvwx ABCDEF GHIJKL";
        let (assigned, meet) = assigned(drawing);
        assert_eq!(assigned.len(), 36);
        assert!(meet.iter().all(|(one, other)| one % COUNT != other % COUNT));
        assert_eq!(
            assigned.values().map(|color| color % COUNT).collect::<BTreeSet<_>>().len(),
            COUNT
        );
        // Earlier, two regions of the same colour could not be distinguished.
        assert_eq!(assigned.values().collect::<BTreeSet<_>>().len(), 36);
        assert_eq!(assigned.values().filter(|&&color| is_repeated(color)).count(), 24);
    }

    #[test]
    fn attacked_and_excluded_cells_are_darker_and_black_marks_are_seen() {
        for color in 0..COUNT {
            for is_dark in [false, true] {
                let lightness =
                    |state| ground(color, state, is_dark, Palette::DARK).rgb.oklab().lightness;
                assert!(lightness(State::Attacked) < lightness(State::Excluded));
                assert!(lightness(State::Excluded) < lightness(State::Possible));
            }
        }
    }

    /// Earlier, light and dark squares had the same index in the 256 colours.
    #[test]
    fn in_256_colours_the_chequer_of_a_region_is_seen() {
        for (color, palette) in (0..COUNT)
            .flat_map(|color| [Palette::DARK, Palette::LIGHT].map(|palette| (color, palette)))
        {
            let [light, dark] = [false, true].map(|is_dark| {
                Rgb::of_index(ground(color, State::Possible, is_dark, palette).indexed)
            });
            let found = distance(light, dark, Vision::Normal);
            assert!(found > 3.4, "{color} {found}");
            assert!(light.luminance() > dark.luminance(), "{color}");
        }
    }

    /// Earlier, light squares of an orange region were orange and dark ones olive.
    #[test]
    fn in_256_colours_both_squares_of_a_region_have_one_hue() {
        for RegionColor { name, indexed, .. } in COLORS {
            let [light, dark] = indexed.map(|index| Rgb::of_index(index).oklab());
            let chroma = light.a.hypot(light.b).min(dark.a.hypot(dark.b));
            let turn = (light.b.atan2(light.a) - dark.b.atan2(dark.a)).to_degrees().abs();
            assert!(chroma < 0.02 || turn.min(360.0 - turn) < 11.0, "{name} {turn}");
        }
    }

    #[test]
    fn in_256_colours_squares_of_different_regions_differ() {
        let pairs = pairs();
        let open = |color, is_dark| {
            Rgb::of_index(ground(color, State::Possible, is_dark, Palette::DARK).indexed)
        };
        for (one, other) in pairs {
            for (first, second) in [(false, false), (false, true), (true, false), (true, true)] {
                let found = distance(open(one, first), open(other, second), Vision::Normal);
                assert!(found > 13.0, "{one} {other} {found}");
            }
        }
    }

    /// Earlier, attacked cells of a blue region looked like a teal region.
    #[test]
    fn in_256_colours_all_cells_of_a_region_have_its_ground() {
        let indexed = |tint: Tint| Rgb::of_index(tint.indexed);
        for color in 0..COUNT {
            for (state, is_dark) in
                State::ALL.into_iter().flat_map(|state| [(state, false), (state, true)])
            {
                let index = |state| ground(color, state, is_dark, Palette::DARK).indexed;
                assert_eq!(index(state), index(State::Possible), "{color} {state:?}");
            }
            assert!(!is_mixed(color, indexed, Palette::DARK), "{color}");
            assert!(is_mixed(color, |tint| tint.rgb, Palette::DARK), "{color}");
        }
    }
}
