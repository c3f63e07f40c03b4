use clap::Args;

use crate::table::Sizes;

/// Which numbers of solutions to print, and how.
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own, as it was typed")]
#[derive(Args, Debug)]
#[command(next_help_heading = "Table")]
#[group(id = "table", multiple = true)]
pub(crate) struct TableArguments {
    /// Count several sizes: ranges and lists, as in 1..12, 4,8,12, 3x3..6x6 or 4,6x8. Each has the time of
    /// --timeout; one that takes longer is printed as '?'
    #[arg(long, value_name = "SIZES", conflicts_with = "size", allow_hyphen_values = true)]
    pub sizes: Option<Sizes>,
    /// Count the solutions by the number of their pieces
    #[arg(long)]
    pub by_pieces: bool,
    /// Count the solutions by the symmetries that they have: mirrors, half turn, quarter turn, all
    /// ('configurator help counting')
    #[arg(long, conflicts_with = "by_pieces")]
    pub symmetric: bool,
    /// Print comma-separated values: size, pieces or symmetry, solutions, and classes if they are counted
    #[arg(long)]
    pub csv: bool,
    /// Print the index and the value of each line, as the OEIS takes them: size (or the number of pieces of
    /// one size) and solutions (or classes, with --up-to-symmetry)
    #[arg(long, conflicts_with = "csv")]
    pub bfile: bool,
}

impl TableArguments {
    /// The verb with the first option that was given, for messages; `None` without options.
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
