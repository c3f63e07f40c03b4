//! How large cells are, and what parts them.

/// How large cells are drawn, and what is between them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::tui) struct Form {
    /// The width and height of a cell.
    pub cell: (u16, u16),
    pub lines: Lines,
}

/// What parts the regions of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::tui) enum Lines {
    /// There are none.
    #[default]
    None,
    /// Lines around each region, for which there is a column and a row between cells.
    Boxes,
    /// Bars in a cell's first column; a border below a cell is drawn at the foot of its own row.
    Bars,
}

impl Form {
    const fn new(cell: (u16, u16), lines: Lines) -> Self {
        Self { cell, lines }
    }

    /// The form in which cells stand closest: a column for the piece, one that neighbours share.
    pub(in crate::tui) fn is_tight(self) -> bool {
        self.cell.0 == 2
    }

    /// How many columns and rows of the screen are before the first cells.
    pub(in crate::tui) fn before(self) -> (u16, u16) {
        match self.lines {
            Lines::None => (0, 0),
            Lines::Boxes => (1, 1),
            // The topmost cells have a line above them where rows are not scarce.
            Lines::Bars => (0, u16::from(!self.is_tight())),
        }
    }

    /// How many columns are after the last cell: for its bar, or for the cursor's bracket.
    pub(super) fn after(self) -> u16 {
        u16::from(self.lines == Lines::Bars || self.is_tight())
    }

    /// How far it is from one cell to the next.
    pub(in crate::tui) fn pitch(self) -> (u16, u16) {
        let between = u16::from(self.lines == Lines::Boxes);
        (self.cell.0 + between, self.cell.1 + between)
    }

    pub(super) fn width(self, columns: u16) -> u16 {
        self.before().0 + columns * self.pitch().0 + self.after()
    }

    pub(super) fn height(self, rows: u16) -> u16 {
        self.before().1 + rows * self.pitch().1
    }

    /// How many columns and rows of cells a part of the screen holds.
    pub(super) fn hold(self, width: u16, height: u16) -> (u16, u16) {
        let width = width - self.before().0 - self.after();
        (width / self.pitch().0, (height - self.before().1) / self.pitch().1)
    }

    /// Where in a cell its glyph stands.
    pub(in crate::tui) fn middle(self) -> (u16, u16) {
        (self.cell.0 / 2, self.cell.1 / 2)
    }

    /// How far brackets are from the glyph.
    pub(in crate::tui) fn reach(self) -> u16 {
        ((self.cell.0 - 1) / 2).max(1)
    }
}

/// The forms that cells can have, the largest that fits is taken: about twice as wide as high.
pub(super) const PLAIN: &[Form] = &[
    Form::new((11, 5), Lines::None),
    Form::new((7, 3), Lines::None),
    Form::new((3, 1), Lines::None),
    Form::new((2, 1), Lines::None),
];

/// The same for a board with regions, where rows stand closer if there is no room for lines.
pub(super) const PARTED: &[Form] = &[
    Form::new((11, 5), Lines::Boxes),
    Form::new((7, 3), Lines::Boxes),
    Form::new((3, 1), Lines::Boxes),
    Form::new((4, 1), Lines::Bars),
    Form::new((3, 1), Lines::Bars),
    Form::new((2, 1), Lines::Bars),
];
