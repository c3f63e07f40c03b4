use clap::Args;

use engine::counting::Breakdown;
use geometry::Sizes;

/// The options that determine which numbers of solutions are printed, and how.
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own, as it was typed")]
#[derive(Args, Debug)]
#[command(next_help_heading = "Table")]
#[group(id = "table", multiple = true)]
pub(crate) struct TableArguments {
    /// Count several sizes: ranges and lists, as in 1..12, 4,8,12, 3x3..6x6 or 4,6x8. Each size has the
    /// time of --timeout; a size that takes longer is printed as '?'
    #[arg(long, value_name = "SIZES", conflicts_with = "size", allow_hyphen_values = true)]
    pub sizes: Option<Sizes>,
    /// Print the number of solutions for each number of pieces
    #[arg(long)]
    pub by_pieces: bool,
    /// Print the number of solutions for each set of symmetries. These are mirrors, half turn, quarter turn
    /// and all ('configurator help counting')
    #[arg(long, conflicts_with = "by_pieces")]
    pub symmetric: bool,
    /// Print comma-separated values: size, pieces or symmetry, solutions, and classes with
    /// --up-to-symmetry
    #[arg(long)]
    pub csv: bool,
    /// Print a b-file of the OEIS: an index and a value on each line. The index is the size, for one size with
    /// --by-pieces the number of pieces. The value is the number of solutions, with --up-to-symmetry of
    /// classes. --sizes with --by-pieces makes a triangle, read by rows: its indices go on from the first size
    #[arg(long, conflicts_with = "csv")]
    pub bfile: bool,
}

impl TableArguments {
    /// The property by which the solutions are broken down, if any.
    pub(crate) fn breakdown(&self) -> Option<Breakdown> {
        let by_pieces = self.by_pieces.then_some(Breakdown::Pieces);
        by_pieces.or(self.symmetric.then_some(Breakdown::Symmetry))
    }

    /// The verb with the first given option, for messages; `None` if no option is given.
    pub(crate) fn question(&self) -> Option<&'static str> {
        let options = [
            (self.sizes.is_some(), "count --sizes"),
            (self.by_pieces, "count --by-pieces"),
            (self.symmetric, "count --symmetric"),
            (self.csv, "count --csv"),
            (self.bfile, "count --bfile"),
        ];
        options.into_iter().find_map(|(is_given, question)| is_given.then_some(question))
    }
}
