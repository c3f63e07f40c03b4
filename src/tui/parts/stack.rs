//! The areas of the panel's parts; parts without room are left out.
//!
//! The panel beside the board calls [`columns`] for one or two columns and [`arrange`] for each column; below the
//! board, [`place_side_by_side`] puts the required parts side by side. Parts without room have no area. Where not even
//! a frame fits, there is [`PanelArrangement::Line`]: one line of text.
//!
//! ```text
//! let parts = [
//!     Part { need: Need::Must, least: 4, best: 7 },      // the cell
//!     Part { need: Need::First(3), least: 5, best: 9 },  // solutions, with two decisions
//!     Part { need: Need::Wanted, least: 6, best: 13 },   // the diagram
//!     Part { need: Need::Spare, least: 4, best: 10 },    // what next
//! ];
//! ```

use ratatui::layout::Rect;

/// Minimum width of a panel that has two columns.
const TWO_COLUMNS: u16 = 60;
/// Width of the gap between two columns of the panel, in characters.
const BETWEEN: u16 = 2;
/// Minimum width of parts that stand side by side.
const SIDE_BY_SIDE: u16 = 30;
/// Minimum height of a frame: two border rows and one row between them.
const LEAST_FRAME: u16 = 3;

/// The priority of a part. If rows are scarce, parts of the last kind are left out first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// It is always shown.
    Must,
    /// It is shown if at least this height is left, even if the height is below the part's minimum.
    First(u16),
    /// It is shown if all minimum heights fit.
    Wanted,
    /// It is shown if all parts before it can have their best height.
    Spare,
}

/// The heights that a part of the panel requests, in rows, frame included. A list of parts is in order of importance,
/// the most important part first, and parts are drawn in that order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HeightRequest {
    /// Its priority.
    pub need: Need,
    /// The minimum height.
    pub least: u16,
    /// The height at which the part shows all its content.
    pub best: u16,
}

/// The areas of the parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PanelArrangement {
    /// The area of each part, in the order of the parts; `None` for parts without room.
    Frames(Vec<Option<Rect>>),
    /// There is room for one line of text, without a frame.
    Line(Rect),
}

/// The area of the left column, and of the right column if the panel is wide enough for two. The diagram fills the
/// right column.
pub(crate) fn columns(panel: Rect) -> (Rect, Option<Rect>) {
    if panel.width < TWO_COLUMNS {
        return (panel, None);
    }
    let both = panel.width - BETWEEN;
    // The text at the left is wider than the diagram: 43 columns of 79.
    let width = (u32::from(both) * 43 / 79) as u16;
    let left = Rect { width, ..panel };
    let right = Rect { x: left.right() + BETWEEN, width: both - width, ..panel };
    (left, Some(right))
}

/// Stacks the parts in an area, the first on top.
///
/// ```text
/// ╭─ c4 ─────────╮
/// ╰──────────────╯
/// ╭─ solutions ──╮
/// ╰──────────────╯
/// ```
pub(crate) fn arrange(area: Rect, parts: &[HeightRequest]) -> PanelArrangement {
    if area.height < LEAST_FRAME {
        return PanelArrangement::Line(Rect { height: area.height.min(1), ..area });
    }
    let heights = heights(area.height, parts);
    let mut y = area.y;
    let place = |height: u16| {
        let part = Rect { y, height, ..area };
        y += height;
        (height > 0).then_some(part)
    };
    PanelArrangement::Frames(heights.into_iter().map(place).collect())
}

/// Puts the first parts side by side below the board, as many as fit with the minimum width.
pub(crate) fn place_side_by_side(area: Rect, parts: &[HeightRequest]) -> PanelArrangement {
    let fitting = usize::from((area.width / SIDE_BY_SIDE).max(1)).min(parts.len());
    if area.height < LEAST_FRAME || fitting < 2 {
        return arrange(area, parts);
    }
    let place = |index: usize| {
        let edge = |index: usize| area.x + (usize::from(area.width) * index / fitting) as u16;
        let part = || Rect { x: edge(index), width: edge(index + 1) - edge(index), ..area };
        (index < fitting).then(part)
    };
    PanelArrangement::Frames((0..parts.len()).map(place).collect())
}

/// The height of each part; 0 for parts without room.
fn heights(rows: u16, parts: &[HeightRequest]) -> Vec<u16> {
    let mut heights: Vec<u16> = parts.iter().map(|part| part.least).collect();
    for last in (0..parts.len()).rev() {
        let (before, part) = (&parts[..last], &parts[last]);
        let sum = |height: fn(&HeightRequest) -> u16| {
            before.iter().map(height).fold(0, u16::saturating_add).saturating_add(part.least)
        };
        let fits = match part.need {
            Need::Spare => sum(|part| part.best) <= rows,
            Need::Must | Need::First(_) | Need::Wanted => sum(|part| part.least) <= rows,
        };
        if !fits {
            let others: u16 = before.iter().map(|part| part.least).sum();
            let left = rows.saturating_sub(others);
            heights[last] = match part.need {
                Need::Must => left,
                Need::First(height) if height <= left => height,
                _ => 0,
            };
        }
    }
    grow(rows, parts, &mut heights);
    heights
}

/// Gives the remaining rows to the parts in turn, up to their best heights.
fn grow(rows: u16, parts: &[HeightRequest], heights: &mut [u16]) {
    let mut left = rows.saturating_sub(heights.iter().sum());
    let mut grows = true;
    while left > 0 && grows {
        grows = false;
        for (height, part) in heights.iter_mut().zip(parts) {
            if left > 0 && *height > 0 && *height < part.best {
                *height += 1;
                left -= 1;
                grows = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The parts for 8 queens with two decisions: cell, solutions, diagram, what next, legend and
    /// thumbnails.
    const PARTS: [HeightRequest; 6] = [
        HeightRequest { need: Need::Must, least: 4, best: 7 },
        HeightRequest { need: Need::First(3), least: 5, best: 9 },
        HeightRequest { need: Need::Wanted, least: 6, best: 13 },
        HeightRequest { need: Need::Spare, least: 4, best: 10 },
        HeightRequest { need: Need::Spare, least: 10, best: 10 },
        HeightRequest { need: Need::Spare, least: 12, best: 20 },
    ];

    #[test]
    fn parts_go_in_order_and_shrink_before_they_go() {
        for (rows, expected) in [
            (80, [7, 9, 13, 10, 10, 20]),
            (61, [7, 9, 11, 8, 10, 16]),
            (60, [7, 9, 13, 10, 10, 0]),
            (49, [7, 9, 13, 10, 10, 0]),
            (48, [7, 9, 13, 10, 0, 0]),
            (37, [7, 9, 12, 9, 0, 0]),
            (33, [7, 9, 10, 7, 0, 0]),
            (32, [7, 9, 13, 0, 0, 0]),
            (21, [6, 7, 8, 0, 0, 0]),
            (15, [4, 5, 6, 0, 0, 0]),
            (14, [7, 7, 0, 0, 0, 0]),
            (9, [4, 5, 0, 0, 0, 0]),
            (8, [5, 3, 0, 0, 0, 0]),
            (7, [4, 3, 0, 0, 0, 0]),
            (6, [6, 0, 0, 0, 0, 0]),
            (3, [3, 0, 0, 0, 0, 0]),
        ] {
            assert_eq!(heights(rows, &PARTS), expected, "{rows} rows");
        }
    }

    #[test]
    fn without_room_for_a_frame_there_is_a_line() {
        let area = Rect::new(2, 5, 40, 2);
        assert_eq!(arrange(area, &PARTS), PanelArrangement::Line(Rect::new(2, 5, 40, 1)));
        assert_eq!(
            place_side_by_side(area, &PARTS),
            PanelArrangement::Line(Rect::new(2, 5, 40, 1))
        );
        let nothing = Rect::new(2, 5, 40, 0);
        assert_eq!(arrange(nothing, &PARTS), PanelArrangement::Line(nothing));
    }

    #[test]
    fn a_wide_panel_has_two_columns() {
        let panel = Rect::new(100, 1, 81, 57);
        assert_eq!(columns(panel), (Rect::new(100, 1, 43, 57), Some(Rect::new(145, 1, 36, 57))));
        let panel = Rect::new(50, 1, 59, 57);
        assert_eq!(columns(panel), (panel, None));
    }

    #[test]
    fn below_the_board_parts_stand_side_by_side() {
        let area = Rect::new(0, 20, 64, 6);
        let PanelArrangement::Frames(frames) = place_side_by_side(area, &PARTS) else {
            panic!("a line")
        };
        assert_eq!(frames[..2], [Some(Rect::new(0, 20, 32, 6)), Some(Rect::new(32, 20, 32, 6))]);
        assert_eq!(frames[2..], [None; 4]);
        let narrow = Rect { width: 50, ..area };
        assert_eq!(place_side_by_side(narrow, &PARTS), arrange(narrow, &PARTS));
    }

    fn part() -> impl Strategy<Value = HeightRequest> {
        let need = prop_oneof![
            Just(Need::Must),
            (3_u16..5).prop_map(Need::First),
            Just(Need::Wanted),
            Just(Need::Spare)
        ];
        (need, 3_u16..9, 0_u16..9).prop_map(|(need, least, more)| HeightRequest {
            need,
            least,
            best: least + more,
        })
    }

    proptest! {
        #[test]
        fn parts_never_overlap_or_leave_the_panel_and_keep_their_order(
            parts in prop::collection::vec(part(), 0..8),
            width in 0_u16..100,
            height in 0_u16..70,
            is_below in any::<bool>(),
        ) {
            let area = Rect::new(7, 3, width, height);
            let arrangement = if is_below { place_side_by_side(area, &parts) } else { arrange(area, &parts) };
            let PanelArrangement::Frames(frames) = arrangement else {
                prop_assert!(height < LEAST_FRAME);
                return Ok(());
            };
            prop_assert_eq!(frames.len(), parts.len());
            let there: Vec<Rect> = frames.iter().flatten().copied().collect();
            for frame in &there {
                prop_assert_eq!(frame.intersection(area), *frame);
            }
            for pair in there.windows(2) {
                prop_assert!(!pair[0].intersects(pair[1]));
                prop_assert!((pair[0].y, pair[0].x) < (pair[1].y, pair[1].x));
            }
            if !is_below {
                for (part, frame) in parts.iter().zip(&frames) {
                    let Some(frame) = frame else { continue };
                    prop_assert!(frame.height <= part.best);
                    let least = match part.need {
                        Need::Must => 1,
                        Need::First(height) => height.min(part.least),
                        Need::Wanted | Need::Spare => part.least,
                    };
                    prop_assert!(frame.height >= least);
                }
            }
        }
    }
}
