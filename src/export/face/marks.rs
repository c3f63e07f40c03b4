//! The marks of squares without a piece. `side` is the side of the square in half rows. A mark is a
//! list of runs of pixels from the top left of the square. A pixel is half a column × half a row, so
//! that two pixels side by side are as wide as a pixel is high.

use super::palette::State;

/// A horizontal run of pixels: column of the first pixel, row, number of pixels.
pub type PixelRun = (i32, i32, i32);

/// The height in half rows nearest to a percentage of the side. It has the parity of the side, so that
/// a mark is centred. Of two equally near heights, the larger is returned.
fn scaled_height(side: i32, percent: i32) -> i32 {
    let lower = (0..=side).filter(|height| (side - height) % 2 == 0);
    lower.min_by_key(|height| ((100 * height - percent * side).abs(), -height)).unwrap_or(1).max(1)
}

/// The mark of a state without a piece. It is empty if the state has no mark or is shown as `?`. In
/// regions, the ground shows which cells are possible. There, excluded cells have a cross and
/// impossible cells a bar, because these two marks differ more than a stroke and a cross.
pub(super) fn state_mark(state: State, side: i32, is_in_region: bool) -> Vec<PixelRun> {
    match state {
        State::Possible if !is_in_region => dot(side),
        State::Excluded if is_in_region && side > 4 => cross(side),
        State::Excluded => stroke(side),
        State::Impossible if is_in_region || side <= 4 => bar(side),
        State::Impossible => cross(side),
        _ => Vec::new(),
    }
}

/// A dot with a diameter of 30 % of the side.
pub(super) fn dot(side: i32) -> Vec<PixelRun> {
    let height = scaled_height(side, 30).max(if side % 2 == 0 { 2 } else { 1 });
    let width = if side <= 4 { 2 } else { 2 * height };
    let top = (side - height) / 2;
    (0..height)
        .map(|y| {
            // The distance from the middle, in doubled pixels so that it is an integer.
            let from_middle = 2 * y + 1 - height;
            let inside = |x: i32| {
                let (x, y) = (2 * x + 1 - width, from_middle);
                height < 3
                    || x * x * height * height + y * y * width * width
                        <= 21 * width * width * height * height / 20
            };
            let first = (0..width / 2).find(|&x| inside(x)).unwrap_or(width / 2 - 1);
            (side - width / 2 + first, top + y, width - 2 * first)
        })
        .collect()
}

/// A wedge in the upper left corner. In large squares with a cursor, which is a ring, the wedge is
/// inside the ring.
pub(super) fn corner(side: i32, is_ringed: bool) -> Vec<PixelRun> {
    match side {
        ..=4 => vec![(0, 0, 1)],
        5 | 6 => vec![(0, 0, 2), (0, 1, 1)],
        _ if is_ringed => vec![(2, 1, 4), (2, 2, 2)],
        _ => vec![(0, 0, 4), (0, 1, 2)],
    }
}

/// The smallest dot, a run of two pixels.
pub(super) fn tiny_dot(side: i32) -> PixelRun {
    (side - 1, (side - 1) / 2, 2)
}

/// A diagonal cross with a height of 45 % of the side.
pub(super) fn cross(side: i32) -> Vec<PixelRun> {
    let height = scaled_height(side, 45).max(if side % 2 == 0 { 4 } else { 3 });
    let corner = (side - height, (side - height) / 2);
    (0..height)
        .flat_map(|y| [y, height - 1 - y].map(|x| (corner.0 + 2 * x, corner.1 + y, 2)))
        .collect()
}

/// A horizontal bar across the middle.
pub(super) fn bar(side: i32) -> Vec<PixelRun> {
    let height = if side % 2 == 0 { 2 } else { 1 };
    let width = if side <= 4 { 2 * side - 2 } else { 2 * scaled_height(side, 55) };
    let top = (side - height) / 2;
    (0..height).map(|y| (side - width / 2, top + y, width)).collect()
}

/// A short horizontal bar. `below` is its distance from the upper edge, in half rows.
pub(super) fn rule_mark(side: i32, below: i32) -> Vec<PixelRun> {
    // On small squares the bar is wide enough for a `?` in its middle.
    let half = if side <= 4 { side - 1 } else { scaled_height(side, 50) };
    vec![(side - half, below, 2 * half)]
}

/// A stroke from the lower left to the upper right. On squares larger than 3 it ends before the
/// corners.
pub(super) fn stroke(side: i32) -> Vec<PixelRun> {
    let inset = i32::from(side > 3);
    (inset..side - inset)
        .map(|y| {
            let x = 2 * (side - 1 - y);
            if side <= 4 { (x, y, 2) } else { (x - 1, y, 4) }
        })
        .collect()
}

/// The outermost pixels of the square: a column of characters at the left and the right, and the half rows at the top and the
/// bottom.
pub(super) fn rim(side: i32) -> Vec<PixelRun> {
    let sides = (0..side).flat_map(|y| [(0, y, 2), (2 * side - 2, y, 2)]);
    sides.chain([0, side - 1].map(|y| (0, y, 2 * side))).collect()
}

/// Brackets in the four corners of the square.
pub(super) fn brackets(side: i32) -> Vec<PixelRun> {
    let arm = (side / 5).max(2);
    let ends = |y: i32, length: i32| [(0, y, 2 * length), (2 * (side - length), y, 2 * length)];
    (0..arm)
        .flat_map(|row| {
            let length = if row == 0 { arm } else { 1 };
            [row, side - 1 - row].into_iter().flat_map(move |y| ends(y, length))
        })
        .collect()
}

/// The height of [`hollow_square`].
fn hollow_height(side: i32) -> i32 {
    scaled_height(side, 33).max(if side % 2 == 0 { 4 } else { 3 })
}

/// A small hollow square in the middle of the cell.
pub(super) fn hollow_square(side: i32) -> Vec<PixelRun> {
    let height = hollow_height(side);
    let (left, top) = (side - height, (side - height) / 2);
    let rows = (0..height).flat_map(|y| {
        let is_edge = y == 0 || y == height - 1;
        let end = if is_edge { (left, y, 2 * height) } else { (left + 2 * height - 2, y, 2) };
        [(left, y, if is_edge { 2 * height } else { 2 }), end]
    });
    rows.map(|(x, y, width)| (x, top + y, width)).collect()
}

/// The pixels inside of [`hollow_square`].
pub(super) fn inside_hollow_square(side: i32) -> Vec<PixelRun> {
    let height = hollow_height(side);
    let (left, top) = (side - height + 2, (side - height) / 2);
    (1..height - 1).map(|y| (left, top + y, 2 * height - 4)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    type Form = fn(i32) -> Vec<PixelRun>;

    const FORMS: [(&str, Form); 6] = [
        ("dot", dot),
        ("cross", cross),
        ("bar", bar),
        ("stroke", stroke),
        ("brackets", brackets),
        ("hollow", hollow_square),
    ];

    #[test]
    fn marks_stay_within_their_square_and_differ() {
        for side in 3..=16 {
            let forms = FORMS.into_iter().filter(|(name, _)| side >= 7 || *name != "brackets");
            let drawn: Vec<_> = forms
                .map(|(name, form)| {
                    let runs = form(side);
                    for &(x, y, width) in &runs {
                        assert!(width > 0 && x >= 0 && x + width <= 2 * side, "{name} {side} {x}");
                        assert!((0..side).contains(&y), "{name} {side} {y}");
                    }
                    let mut pixels: Vec<(i32, i32)> = runs
                        .iter()
                        .flat_map(|&(x, y, width)| (x..x + width).map(move |x| (x, y)))
                        .collect();
                    pixels.sort_unstable();
                    pixels.dedup();
                    (name, pixels)
                })
                .collect();
            for (index, (name, pixels)) in drawn.iter().enumerate() {
                for (other, others) in &drawn[index + 1..] {
                    assert_ne!(pixels, others, "{name} {other} {side}");
                }
            }
        }
    }

    #[test]
    fn dot_and_cross_are_centred() {
        for side in 5..=16 {
            for (form, name) in [(dot as Form, "dot"), (cross, "cross"), (bar, "bar")] {
                for (x, y, width) in form(side) {
                    let mirrored = (2 * side - x - width, side - 1 - y, width);
                    assert!(form(side).contains(&mirrored), "{name} {side}");
                }
            }
        }
    }
}
