use std::sync::LazyLock;

use itertools::Itertools;

use super::marks::PixelRun;
use super::palette::State;
use geometry::Piece;

/// All bitmaps: for each one a line `name WIDTHxHEIGHT`, then its rows. An empty line separates
/// bitmaps.
const ART_TEXT: &str = include_str!("art.txt");

/// The heights of the bitmaps, in half rows.
const HEIGHTS: std::ops::RangeInclusive<u16> = 2..=13;

/// A bitmap of pixels of half a column × half a row. It is in general twice as wide as high, so that it
/// looks square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Art {
    width: u16,
    /// The rows from the top. Bit `x` is the pixel in column `x` from the left.
    rows: Vec<u32>,
}

impl Art {
    fn parse(rows: &[&str]) -> Self {
        let bits = |row: &&str| {
            row.bytes()
                .enumerate()
                .filter(|&(_, pixel)| pixel == b'#')
                .fold(0, |bits, (x, _)| bits | 1 << x)
        };
        let width = rows.first().map_or(0, |row| row.len() as u16);
        Self { width, rows: rows.iter().map(bits).collect() }
    }

    /// The height in half rows.
    pub fn height(&self) -> u16 {
        self.rows.len() as u16
    }

    /// The width in half columns.
    pub const fn width(&self) -> u16 {
        self.width
    }

    /// True if the pixel in column `x` and row `y` is set, counted from the top left.
    pub fn is_set(&self, x: u16, y: u16) -> bool {
        x < self.width && self.rows.get(usize::from(y)).is_some_and(|row| row >> x & 1 == 1)
    }

    /// The pixels that are set, if the upper left corner of the art is at `(left, top)`.
    pub fn runs(&self, (left, top): (i32, i32)) -> Vec<PixelRun> {
        let mut runs: Vec<PixelRun> = Vec::new();
        for (y, x) in (0..self.height()).cartesian_product(0..self.width) {
            let (column, row) = (left + i32::from(x), top + i32::from(y));
            match runs.last_mut() {
                _ if !self.is_set(x, y) => {}
                Some((first, last, width)) if *last == row && *first + *width == column => {
                    *width += 1;
                }
                _ => runs.push((column, row, 1)),
            }
        }
        runs
    }

    /// The art for a cell in a state: forced pieces are an outline, completed pieces have a foot with a gap.
    pub fn of_state(&self, state: State) -> Self {
        match state {
            State::Forced => self.outline(),
            State::Completed => self.with_gap(),
            _ => self.clone(),
        }
    }

    /// The art without the middle third of its lowest rows. With two rows, this would equal the outline, so the rest
    /// of the lowest row is removed instead.
    fn with_gap(&self) -> Self {
        let side = self.width / 3;
        let middle = ((1 << (self.width - 2 * side)) - 1) << side;
        let gap = if self.rows.len() > 2 { middle } else { !middle };
        let solid = self.rows.len() - self.rows.len().div_ceil(4);
        let row = |(y, &bits): (usize, &u32)| if y < solid { bits } else { bits & !gap };
        Self { width: self.width, rows: self.rows.iter().enumerate().map(row).collect() }
    }

    /// The outline of the art: the pixels with a neighbour outside the art. The neighbours of a pixel
    /// are two pixels to the left, two to the right, one above and one below, because pixels are twice
    /// as high as wide. If all pixels belong to the outline, two pixels in the middle are removed, so
    /// that outline and art always differ.
    fn outline(&self) -> Self {
        let row = |y: Option<usize>| y.and_then(|y| self.rows.get(y)).copied().unwrap_or(0);
        let rim = |y: usize| {
            let bits = self.rows[y];
            let beside = bits << 1 & bits << 2 & bits >> 1 & bits >> 2;
            bits & !(beside & row(y.checked_sub(1)) & row(Some(y + 1)))
        };
        let mut rows: Vec<u32> = (0..self.rows.len()).map(rim).collect();
        if rows == self.rows {
            let (middle, inner) = (rows.len() / 2, 0b11 << (self.width / 2 - 1));
            rows[middle] &= !inner;
        }
        Self { width: self.width, rows }
    }
}

/// How a piece is drawn.
///
/// ```
/// # use export::face::Figure;
/// # use geometry::Piece;
/// let queen = Figure::new(&Piece::default());
/// let art = queen.art(9).expect("a square of this side has room");
/// assert_eq!((art.width(), art.height()), (14, 7));
/// assert_eq!(queen.letters(), None);
/// let okapi = Figure::new(&"NZ".parse::<Piece>().expect("a piece"));
/// assert_eq!(okapi.letters(), Some("NZ"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The index in [`KINDS`].
    kind: usize,
    /// The letters on a plate; `None` for other kinds.
    letters: Option<String>,
    letter: char,
}

/// The kinds of figures with their letters in plain text: the pieces with their own art, the plate for
/// all other pieces, and the star of a star battle.
const KINDS: [(&str, char); 8] = [
    ("queen", 'Q'),
    ("rook", 'R'),
    ("bishop", 'B'),
    ("knight", 'N'),
    ("king", 'K'),
    ("amazon", 'A'),
    ("plate", 'P'),
    ("star", 'S'),
];

/// The indices of the queen, the plate and the star in [`KINDS`]. Only the kinds before the plate are pieces.
const QUEEN: usize = 0;
const PLATE: usize = 6;
const STAR: usize = 7;

impl Figure {
    /// The figure of a piece. A piece with the same moves as a usual piece has the same figure.
    pub fn new(piece: &Piece) -> Self {
        let name = piece.usual_name();
        let kind = KINDS[..PLATE].iter().position(|&(kind, _)| Some(kind) == name);
        if let Some(kind) = kind {
            return Self { kind, letters: None, letter: KINDS[kind].1 };
        }
        let letters = piece.notation();
        let first = letters.chars().find(char::is_ascii_uppercase);
        Self { kind: PLATE, letters: Some(letters), letter: first.unwrap_or(KINDS[PLATE].1) }
    }

    /// The figure of a star in a star battle.
    pub const fn star() -> Self {
        Self { kind: STAR, letters: None, letter: KINDS[STAR].1 }
    }

    /// The capital letter of the figure in plain text.
    pub const fn letter(&self) -> char {
        self.letter
    }

    /// The two-character sign of a piece in this state: a star or a crown, filled or as an outline.
    pub const fn sign(&self, state: State) -> &'static str {
        let is_outline = matches!(state, State::Forced);
        match self.kind {
            STAR if is_outline => "☆ ",
            STAR => "★ ",
            _ if is_outline => "▚▞",
            _ if matches!(state, State::Completed) => "▛▜",
            _ => "▙▟",
        }
    }

    /// True if the figure is a queen.
    pub const fn is_queen(&self) -> bool {
        self.kind == QUEEN
    }

    /// True if the figure is a star.
    pub const fn is_star(&self) -> bool {
        self.kind == STAR
    }

    /// The letters on a plate: the moves in Betza notation. `None` for other figures.
    pub fn letters(&self) -> Option<&str> {
        self.letters.as_deref()
    }

    /// The art for a square of this side in half rows; `None` if the side is less than 3, because there
    /// is no room.
    pub fn art(&self, side: u16) -> Option<&'static Art> {
        let height = match side {
            ..3 => return None,
            3..=5 => side - 1,
            6..=11 => side - 2,
            12.. => side - 3,
        };
        self.of_height(height)
    }

    /// The art of this height in half rows, or the highest art if `height` is greater. `None` if
    /// `height` is less than 2.
    pub fn of_height(&self, height: u16) -> Option<&'static Art> {
        let height = height.min(*HEIGHTS.end());
        let index = height.checked_sub(*HEIGHTS.start())?;
        ART[self.kind].get(usize::from(index))
    }
}

/// The art by kind and by height.
static ART: LazyLock<Vec<Vec<Art>>> = LazyLock::new(|| {
    let drawings: Vec<(&str, Vec<&str>)> = ART_TEXT
        .split("\n\n")
        .map(|drawing| {
            let mut lines = drawing.lines();
            (lines.next().unwrap_or_default(), lines.collect())
        })
        .collect();
    let art = |kind: &str, height: u16| {
        let head = format!("{kind} {}x{height}", 2 * height);
        drawings.iter().find(|(title, _)| *title == head).map(|(_, rows)| Art::parse(rows))
    };
    KINDS.map(|(kind, _)| HEIGHTS.filter_map(|height| art(kind, height)).collect()).into()
});

#[cfg(test)]
mod tests {
    use super::*;

    fn text(art: &Art) -> String {
        let row = |bits: &u32| {
            (0..art.width()).map(|x| if bits >> x & 1 == 1 { '#' } else { '.' }).collect()
        };
        art.rows.iter().map(row).collect::<Vec<String>>().join("|")
    }

    fn figure(name: &str) -> Figure {
        Figure::new(&name.parse().unwrap())
    }

    #[test]
    fn every_figure_has_art_of_every_height() {
        for kind in 0..KINDS.len() {
            assert_eq!(ART[kind].len(), HEIGHTS.count(), "{}", KINDS[kind].0);
            for (height, art) in HEIGHTS.zip(&ART[kind]) {
                assert_eq!(art.height(), height);
                assert!(art.rows.iter().all(|bits| bits >> art.width() == 0));
                assert!(!art.runs((0, 0)).is_empty());
            }
        }
        let all: std::collections::BTreeSet<_> =
            ART.iter().flat_map(|kind| &kind[1..]).map(text).collect();
        assert_eq!(all.len(), KINDS.len() * (HEIGHTS.count() - 1), "all differ from height 3 on");
    }

    #[test]
    fn art_is_chosen_by_moves_and_size() {
        let queen = |side| figure("queen").art(side).map(text).unwrap_or_default();
        assert_eq!(queen(2), "");
        assert_eq!(queen(4), "#.##.#|######|.####.");
        assert_eq!(queen(5), "#..##..#|##.##.##|.######.|########");
        assert_eq!(queen(6), queen(5));
        let heights = [(7, 5), (11, 9), (12, 9), (16, 13), (40, 13)];
        for (side, height) in heights {
            assert_eq!(figure("queen").art(side).map(Art::height), Some(height), "{side}");
        }
        assert_eq!(figure("QN"), figure("amazon"));
        let star = Figure::star();
        assert_eq!((star.letters(), star.letter()), (None, 'S'));
        assert_ne!(star.art(9), figure("king").art(9));
        assert_eq!((figure("RF").letters(), figure("RF").letter()), (Some("RF"), 'R'));
    }

    #[test]
    fn runs_of_an_art_are_its_pixels() {
        let art = figure("knight").of_height(5).unwrap();
        let runs = art.runs((20, 30));
        let found: Vec<(i32, i32)> =
            runs.iter().flat_map(|&(x, y, width)| (x..x + width).map(move |x| (y, x))).collect();
        let pixels = (0..5).cartesian_product(0..10).filter(|&(y, x)| art.is_set(x, y));
        let pixels = pixels.map(|(y, x)| (30 + i32::from(y), 20 + i32::from(x)));
        assert_eq!(found, pixels.collect::<Vec<_>>());
        assert!(runs.len() < found.len() / 4);
    }

    #[test]
    fn a_completed_piece_has_a_gap_in_its_foot() {
        let [small, large] =
            [5, 9].map(|side| figure("queen").art(side).unwrap().of_state(State::Completed));
        assert_eq!(text(&small), "#..##..#|##.##.##|.######.|##....##");
        assert_eq!(
            text(&large).split('|').skip(5).collect::<Vec<_>>(),
            ["..............", "..##......##.."]
        );
        let all = ART.iter().flat_map(|kind| kind.iter().filter(|art| art.height() > 1));
        for art in all {
            let forms =
                [State::Placed, State::Completed, State::Forced].map(|it| text(&art.of_state(it)));
            assert!(forms[0] != forms[1] && forms[1] != forms[2] && forms[0] != forms[2]);
        }
    }

    #[test]
    fn an_outline_leaves_out_what_is_surrounded() {
        let plate = figure("camel").of_height(4).unwrap();
        assert_eq!(text(plate), ".######.|########|.######.|########");
        assert_eq!(text(&plate.outline()), ".######.|##....##|.##..##.|########");
    }
}
