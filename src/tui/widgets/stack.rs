//! The areas of the panel's sections; sections without room are left out.
//!
//! The panel beside the board calls [`columns`] for one or two columns and [`arrange`] for each column; below the
//! board, [`place_side_by_side`] puts the required sections side by side. Sections without room have no area. Where not
//! even a frame fits, there is [`PanelArrangement::Line`]: one line of text.
//!
//! ```text
//! let sections = [
//!     HeightRequest { need: Need::Must, least: 4, preferred: 7 },      // the cell
//!     HeightRequest { need: Need::First(3), least: 5, preferred: 9 },  // solutions, with two decisions
//!     HeightRequest { need: Need::Wanted, least: 6, preferred: 13 },   // the diagram
//!     HeightRequest { need: Need::Spare, least: 4, preferred: 10 },    // what next
//! ];
//! ```

use ratatui::layout::Rect;

/// Minimum width of a panel that has two columns.
const TWO_COLUMNS: u16 = 60;
/// Width of the gap between two columns of the panel, in characters.
const BETWEEN: u16 = 2;
/// Minimum width of sections that stand side by side.
const SIDE_BY_SIDE: u16 = 30;
/// Minimum height of a frame: two border rows and one row between them.
const MIN_FRAME_HEIGHT: u16 = 3;

/// The priority of a section. If rows are scarce, sections of the last kind are left out first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// The section is always shown.
    Must,
    /// It is shown if at least this height is left, even if the height is below the section's minimum.
    First(u16),
    /// It is shown if all minimum heights fit.
    Wanted,
    /// It is shown if all sections before it can have their preferred height.
    Spare,
}

/// The heights that a section of the panel requests, in rows, frame included. A list of sections is in order of
/// importance, the most important section first, and sections are drawn in that order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HeightRequest {
    /// The priority of the section.
    pub need: Need,
    /// The minimum height.
    pub least: u16,
    /// The height at which the section shows all its content.
    pub preferred: u16,
}

/// The areas of the sections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PanelArrangement {
    /// The area of each section, in the order of the sections; `None` for sections without room.
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

/// Stacks the sections in an area, the first on top.
///
/// ```text
/// ╭─ c4 ─────────╮
/// ╰──────────────╯
/// ╭─ solutions ──╮
/// ╰──────────────╯
/// ```
pub(crate) fn arrange(area: Rect, sections: &[HeightRequest]) -> PanelArrangement {
    if area.height < MIN_FRAME_HEIGHT {
        return PanelArrangement::Line(Rect { height: area.height.min(1), ..area });
    }
    let heights = heights(area.height, sections);
    let mut y = area.y;
    let place = |height: u16| {
        let place = Rect { y, height, ..area };
        y += height;
        (height > 0).then_some(place)
    };
    PanelArrangement::Frames(heights.into_iter().map(place).collect())
}

/// Puts the first sections side by side below the board: all that fit with the minimum width.
pub(crate) fn place_side_by_side(area: Rect, sections: &[HeightRequest]) -> PanelArrangement {
    let fitting = usize::from(area.width / SIDE_BY_SIDE).min(sections.len());
    if area.height < MIN_FRAME_HEIGHT || fitting < 2 {
        return arrange(area, sections);
    }
    let edge = |index: usize| area.x + (usize::from(area.width) * index / fitting) as u16;
    let place = |index| Rect { x: edge(index), width: edge(index + 1) - edge(index), ..area };
    let areas = (0..sections.len()).map(|index| (index < fitting).then(|| place(index)));
    PanelArrangement::Frames(areas.collect())
}

/// The height of each section; 0 for sections without room.
fn heights(rows: u16, sections: &[HeightRequest]) -> Vec<u16> {
    let mut heights: Vec<u16> = sections.iter().map(|section| section.least).collect();
    for (last, section) in sections.iter().enumerate().rev() {
        let sum = |height: fn(&HeightRequest) -> u16| {
            sections[..last].iter().map(height).fold(0, u16::saturating_add)
        };
        let least = sum(|section| section.least);
        let before =
            if section.need == Need::Spare { sum(|section| section.preferred) } else { least };
        if before.saturating_add(section.least) > rows {
            let left = rows.saturating_sub(least);
            heights[last] = match section.need {
                Need::Must => left,
                Need::First(height) if height <= left => height,
                Need::First(_) | Need::Wanted | Need::Spare => 0,
            };
        }
    }
    grow(rows, sections, &mut heights);
    heights
}

/// Gives the remaining rows to the sections in turn, up to their preferred heights.
fn grow(rows: u16, sections: &[HeightRequest], heights: &mut [u16]) {
    let mut left = rows.saturating_sub(heights.iter().sum());
    let mut before = 0;
    while left > 0 && left != before {
        before = left;
        for (height, section) in heights.iter_mut().zip(sections) {
            if left > 0 && *height > 0 && *height < section.preferred {
                *height += 1;
                left -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The sections for 8 queens with two decisions: cell, solutions, diagram, what next, legend and
    /// thumbnails.
    const SECTIONS: [HeightRequest; 6] = [
        HeightRequest { need: Need::Must, least: 4, preferred: 7 },
        HeightRequest { need: Need::First(3), least: 5, preferred: 9 },
        HeightRequest { need: Need::Wanted, least: 6, preferred: 13 },
        HeightRequest { need: Need::Spare, least: 4, preferred: 10 },
        HeightRequest { need: Need::Spare, least: 10, preferred: 10 },
        HeightRequest { need: Need::Spare, least: 12, preferred: 20 },
    ];

    #[test]
    fn sections_go_in_order_and_shrink_before_they_go() {
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
            assert_eq!(heights(rows, &SECTIONS), expected, "{rows} rows");
        }
    }

    #[test]
    fn without_room_for_a_frame_there_is_a_line() {
        let area = Rect::new(2, 5, 40, 2);
        assert_eq!(arrange(area, &SECTIONS), PanelArrangement::Line(Rect::new(2, 5, 40, 1)));
        assert_eq!(
            place_side_by_side(area, &SECTIONS),
            PanelArrangement::Line(Rect::new(2, 5, 40, 1))
        );
        let nothing = Rect::new(2, 5, 40, 0);
        assert_eq!(arrange(nothing, &SECTIONS), PanelArrangement::Line(nothing));
    }

    #[test]
    fn a_wide_panel_has_two_columns() {
        let panel = Rect::new(100, 1, 81, 57);
        assert_eq!(columns(panel), (Rect::new(100, 1, 43, 57), Some(Rect::new(145, 1, 36, 57))));
        let panel = Rect::new(50, 1, 59, 57);
        assert_eq!(columns(panel), (panel, None));
    }

    #[test]
    fn below_the_board_sections_stand_side_by_side() {
        let area = Rect::new(0, 20, 64, 6);
        let PanelArrangement::Frames(frames) = place_side_by_side(area, &SECTIONS) else {
            panic!("a line")
        };
        assert_eq!(frames[..2], [Some(Rect::new(0, 20, 32, 6)), Some(Rect::new(32, 20, 32, 6))]);
        assert_eq!(frames[2..], [None; 4]);
        let narrow = Rect { width: 50, ..area };
        assert_eq!(place_side_by_side(narrow, &SECTIONS), arrange(narrow, &SECTIONS));
    }

    fn section() -> impl Strategy<Value = HeightRequest> {
        let need = prop_oneof![
            Just(Need::Must),
            (3_u16..5).prop_map(Need::First),
            Just(Need::Wanted),
            Just(Need::Spare)
        ];
        (need, 3_u16..9, 0_u16..9).prop_map(|(need, least, more)| HeightRequest {
            need,
            least,
            preferred: least + more,
        })
    }

    proptest! {
        #[test]
        fn sections_never_overlap_or_leave_the_panel_and_keep_their_order(
            sections in prop::collection::vec(section(), 0..8),
            width in 0_u16..100,
            height in 0_u16..70,
            is_below in any::<bool>(),
        ) {
            let area = Rect::new(7, 3, width, height);
            let arrangement = if is_below { place_side_by_side(area, &sections) } else { arrange(area, &sections) };
            let PanelArrangement::Frames(frames) = arrangement else {
                prop_assert!(height < MIN_FRAME_HEIGHT);
                return Ok(());
            };
            prop_assert_eq!(frames.len(), sections.len());
            let there: Vec<Rect> = frames.iter().flatten().copied().collect();
            for frame in &there {
                prop_assert_eq!(frame.intersection(area), *frame);
            }
            for pair in there.windows(2) {
                prop_assert!(!pair[0].intersects(pair[1]));
                prop_assert!((pair[0].y, pair[0].x) < (pair[1].y, pair[1].x));
            }
            if !is_below {
                for (section, frame) in sections.iter().zip(&frames) {
                    let Some(frame) = frame else { continue };
                    prop_assert!(frame.height <= section.preferred);
                    let least = match section.need {
                        Need::Must => 1,
                        Need::First(height) => height.min(section.least),
                        Need::Wanted | Need::Spare => section.least,
                    };
                    prop_assert!(frame.height >= least);
                }
            }
        }
    }
}
