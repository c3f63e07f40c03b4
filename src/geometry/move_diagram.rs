use std::collections::BTreeSet;
use std::fmt;

use super::moves::Move;
use super::offset::Offset;
use super::piece::Piece;

/// The mark of a cell around a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// No move reaches the cell.
    Empty,
    /// The piece stands on the cell.
    Piece,
    /// A move of this component of a compound piece reaches the cell. Components are counted from 1.
    Component(u8),
    /// A leap reaches the cell.
    Reached,
    /// A limited ride reaches the cell with this step, counted from 1.
    Stepped(u8),
    /// A ride without limit with this step reaches the cell.
    Ridden(Offset),
}

impl Mark {
    /// The character of the mark: `o` for the piece, the number of a part, `*` for a leap, `1 2 3` for the steps of a
    /// limited ride. A ride without limit is `|`, `-`, `/` or `\` if its line runs in this direction, and `+`
    /// otherwise.
    pub const fn character(self) -> char {
        match self {
            Self::Empty => '.',
            Self::Piece => 'o',
            Self::Reached => '*',
            Self::Component(number) | Self::Stepped(number) => (b'0' + number) as char,
            Self::Ridden(Offset { columns: 0, .. }) => '|',
            Self::Ridden(Offset { rows: 0, .. }) => '-',
            Self::Ridden(Offset { rows, columns }) if rows == columns => '/',
            Self::Ridden(Offset { rows, columns }) if rows == -columns => '\\',
            Self::Ridden(_) => '+',
        }
    }

    /// The meaning of the mark's character; `None` if it needs no explanation.
    pub const fn legend(self) -> Option<&'static str> {
        match self {
            Self::Empty | Self::Piece | Self::Component(_) => None,
            Self::Reached => Some("* leap"),
            Self::Stepped(_) => Some("1 2 3 limited ride, by steps"),
            Self::Ridden(_) => Some("- | / \\ + ride without limit"),
        }
    }

    /// The rank of the mark. Of several marks on a cell, only the mark with the highest rank is drawn.
    const fn weight(self) -> u8 {
        match self {
            Self::Empty => 0,
            Self::Reached | Self::Component(_) => 1,
            Self::Stepped(_) => 2,
            Self::Ridden(_) => 3,
            Self::Piece => 4,
        }
    }
}

/// A drawing of a piece and of the cells that it reaches, from 5×5 to 9×9 cells.
///
/// ```text
/// \ . | . /    . 2 1 2 .
/// . \ | / .    2 . 1 . 2
/// - - o - -    1 1 o 1 1
/// . / | \ .    2 . 1 . 2
/// / . | . \    . 2 1 2 .
///              1 rook  2 knight
/// ```
///
/// A queen, and an empress, whose parts are numbered because it combines several pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveDiagram {
    radius: i32,
    /// The marks row by row, the bottom row first.
    marks: Vec<Mark>,
    outside: Vec<Move>,
    /// Limited rides whose first steps are inside the drawing and whose last steps are outside.
    cut_rides: Vec<Move>,
    /// The parts of a compound piece with their numbers; empty for other pieces.
    parts: String,
}

/// Maximum number of parts that are numbered. More parts are drawn as a piece that is not compound.
const MAX_PARTS: usize = 9;

/// The range of the number of cells from the piece to the edge of the drawing.
const RADII: std::ops::RangeInclusive<i32> = 2..=4;

impl MoveDiagram {
    /// The drawing of a piece's moves.
    pub fn new(piece: &Piece) -> Self {
        let extent = |step: Move| {
            let (_, length) = step.step.shape();
            // Two steps of a ride without limit are enough to show its direction.
            length * step.max_steps.map_or(2, i32::from)
        };
        let largest = piece.moves().map(extent).max().unwrap_or_default();
        let radius = largest.clamp(*RADII.start(), *RADII.end());
        let cells = (-radius..=radius).count().pow(2);
        let marks = vec![Mark::Empty; cells];
        let parts = piece.parts();
        let is_compound = (2..=MAX_PARTS).contains(&parts.len());
        let numbered = (1..).zip(&parts).filter(|_| is_compound);
        let names: Vec<_> = numbered.map(|(number, part)| format!("{number} {part}")).collect();
        let (outside, cut_rides) = (Vec::new(), Vec::new());
        let mut diagram = Self { radius, marks, outside, cut_rides, parts: names.join("  ") };
        diagram.set(Offset::new(0, 0), Mark::Piece);
        // The first parts come last, so that their marks stay.
        for (index, part) in parts.iter().enumerate().rev() {
            let mark = is_compound.then_some(Mark::Component(index as u8 + 1));
            part.moves().for_each(|step| diagram.draw(step, mark));
        }
        diagram
    }

    /// Draws a move, with `part` as the mark if the piece is compound.
    fn draw(&mut self, step: Move, part: Option<Mark>) {
        let within =
            std::iter::successors(Some(step.step), |reached| Some(reached.plus(step.step)))
                .take(usize::from(step.max_steps.unwrap_or(u16::MAX)))
                .take_while(|&reached| self.index(reached).is_some());
        let cells: Vec<Offset> = within.collect();
        if cells.is_empty() {
            self.outside.push(step);
        } else if step.max_steps.is_some_and(|most| usize::from(most) > cells.len()) {
            self.cut_rides.push(step);
        }
        for (number, cell) in (1..).zip(cells) {
            let mark = part.unwrap_or(match step.max_steps {
                None => Mark::Ridden(step.step),
                Some(1) => Mark::Reached,
                Some(_) => Mark::Stepped(number),
            });
            if mark.weight() >= self.mark(cell).weight() {
                self.set(cell, mark);
            }
        }
    }

    fn index(&self, offset: Offset) -> Option<usize> {
        let side = 2 * self.radius + 1;
        let (row, column) = (offset.rows + self.radius, offset.columns + self.radius);
        let within = (0..side).contains(&row) && (0..side).contains(&column);
        within.then(|| usize::try_from(row * side + column).expect("it is not negative"))
    }

    fn set(&mut self, offset: Offset, mark: Mark) {
        if let Some(index) = self.index(offset) {
            self.marks[index] = mark;
        }
    }

    /// The number of cells from the piece to the edge of the drawing, which has `2 * radius + 1` rows and columns.
    #[cfg(test)]
    const fn radius(&self) -> i32 {
        self.radius
    }

    /// The mark at an offset from the piece; empty outside the drawing.
    pub fn mark(&self, offset: Offset) -> Mark {
        self.index(offset).map_or(Mark::Empty, |index| self.marks[index])
    }

    /// The marks row by row, the top row first.
    pub fn rows(&self) -> impl Iterator<Item = impl Iterator<Item = Mark> + '_> + '_ {
        let along = -self.radius..=self.radius;
        let row = move |row| along.clone().map(move |column| self.mark(Offset::new(row, column)));
        (-self.radius..=self.radius).rev().map(row)
    }

    /// The moves whose first step is outside the drawing.
    #[cfg(test)]
    fn outside(&self) -> &[Move] {
        &self.outside
    }
}

/// Explanations of the marks that occur in the drawings.
pub fn legend<'a>(diagrams: impl IntoIterator<Item = &'a MoveDiagram>) -> Vec<&'static str> {
    let mut marks: Vec<Mark> =
        diagrams.into_iter().flat_map(|diagram| diagram.marks.iter().copied()).collect();
    marks.sort_by_key(|mark| mark.weight());
    let mut words: Vec<_> = marks.into_iter().filter_map(Mark::legend).collect();
    words.dedup();
    words
}

impl fmt::Display for MoveDiagram {
    /// Writes rows of characters separated by spaces, the top row first. Below the rows it writes the parts of a compound
    /// piece, the shapes of the moves outside the drawing, and the limits of the rides that continue outside.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |row: &mut dyn Iterator<Item = Mark>| {
            row.map(|mark| mark.character().to_string()).collect::<Vec<_>>().join(" ")
        };
        let rows: Vec<String> = self.rows().map(|mut marks| row(&mut marks)).collect();
        f.write_str(&rows.join("\n"))?;
        if !self.parts.is_empty() {
            write!(f, "\n{}", self.parts)?;
        }
        let mut shapes: Vec<_> = self.outside.iter().map(|step| step.step.shape()).collect();
        shapes.sort_unstable();
        shapes.dedup();
        if !shapes.is_empty() {
            let shapes: Vec<_> = shapes.iter().map(|(a, b)| format!("({a},{b})")).collect();
            write!(f, "\nand outside {}", shapes.join(" "))?;
        }
        let limit = |step: &Move| Some((step.step.shape(), step.max_steps?));
        let limits: BTreeSet<_> = self.cut_rides.iter().filter_map(limit).collect();
        for ((a, b), most) in limits {
            write!(f, "\n({a},{b}) up to {most} steps")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(piece: &str) -> Vec<String> {
        let text = MoveDiagram::new(&piece.parse().unwrap()).to_string();
        text.lines().map(|line| line.replace(' ', "")).collect()
    }

    #[test]
    fn leaps_limited_rides_and_rides_without_limit_differ() {
        assert_eq!(drawn("queen"), ["\\.|./", ".\\|/.", "--o--", "./|\\.", "/.|.\\"]);
        assert_eq!(drawn("knight"), [".*.*.", "*...*", "..o..", "*...*", ".*.*."]);
        assert_eq!(drawn("R2"), ["..2..", "..1..", "21o12", "..1..", "..2.."]);
        assert_eq!(
            drawn("fNN"),
            [
                "..+...+..",
                ".........",
                "...+.+...",
                ".........",
                "....o....",
                ".........",
                ".........",
                ".........",
                "........."
            ]
        );
    }

    /// The picture of the n-amazons problem in the Global Constraint Catalog: 1 for a queen's moves, 2 for a knight's.
    #[test]
    fn a_compound_piece_numbers_its_parts() {
        let amazon = ["12121", "21112", "11o11", "21112", "12121", "1queen2knight"];
        assert_eq!(drawn("amazon"), amazon);
        assert_eq!(drawn("NQ"), amazon);
        let empress = [".212.", "2.1.2", "11o11", "2.1.2", ".212.", "1rook2knight"];
        assert_eq!(drawn("empress"), empress);
        let limited = [".212.", "..1..", "3.o.3", ".....", ".....", "1fR22fN3sdabbaba"];
        assert_eq!(drawn("fR2fsDfN")[..5], limited[..5]);
        assert_eq!(drawn("NAD")[5], "1knight2alfil3dabbaba");
        let silver = [".....", ".212.", "..o..", ".2.2.", ".....", "1fW2ferz"];
        assert_eq!(drawn("silver-general"), silver);
        // Where moves of two parts meet, the first part is drawn.
        assert_eq!(drawn("R2D")[2], "11o11");
    }

    #[test]
    fn what_lies_outside_is_named() {
        let lines = drawn("root-50-leaper");
        assert_eq!(lines[9..], ["1(1,7)2(5,5)", "andoutside(1,7)(5,5)"]);
        // If a limited ride has more steps than the drawing shows, the limit is written below.
        assert_eq!(drawn("fW9")[..4], ["....4....", "....3....", "....2....", "....1...."]);
        assert_eq!(drawn("fW9")[9], "(0,1)upto9steps");
        assert_eq!(drawn("fW4").len(), 9);
        // A ride that is completely outside the drawing is mentioned only once.
        assert_eq!(drawn("(0,5)3")[9..], ["andoutside(0,5)"]);
        let largest: Piece = "(999,999)(999,999)".parse().unwrap();
        assert_eq!(MoveDiagram::new(&largest).outside().len(), 4);
    }

    #[test]
    fn marks_have_characters_and_a_legend() {
        let ridden = |rows, columns| Mark::Ridden(Offset::new(rows, columns)).character();
        assert_eq!(
            [ridden(3, 0), ridden(0, -1), ridden(2, 2), ridden(-1, -1)],
            ['|', '-', '/', '/']
        );
        assert_eq!([ridden(1, -1), ridden(-2, 2), ridden(1, 2)], ['\\', '\\', '+']);
        let diagram = |piece: &str| MoveDiagram::new(&piece.parse().unwrap());
        let words = |pieces: &[&str]| {
            let diagrams: Vec<_> = pieces.iter().map(|piece| diagram(piece)).collect();
            legend(&diagrams).join("; ")
        };
        assert_eq!(words(&[]), "");
        assert_eq!(words(&["knight"]), "* leap");
        assert_eq!(words(&["rook"]), "- | / \\ + ride without limit");
        let all = "* leap; 1 2 3 limited ride, by steps; - | / \\ + ride without limit";
        assert_eq!(words(&["rook", "R2", "knight"]), all);
        assert_eq!(words(&["amazon"]), "");
        for (piece, radius) in [("king", 2), ("knight", 2), ("camel", 3), ("rook", 2), ("(1,6)", 4)]
        {
            assert_eq!(diagram(piece).radius(), radius, "{piece}");
        }
        assert_eq!(diagram("R3").radius(), 3);
        assert_eq!(diagram("rook").mark(Offset::new(9, 9)), Mark::Empty);
        assert_eq!(diagram("rook").mark(Offset::new(0, 0)), Mark::Piece);
    }
}
