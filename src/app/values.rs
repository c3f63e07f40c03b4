//! The facts about the board on which the values depend that the palette offers.

/// Facts about the board that determine the offered values.
#[derive(Clone, Debug, Default)]
pub struct ValueSources {
    /// Names of the board files that were found.
    pub boards: Vec<String>,
    /// Unfinished puzzles and solved puzzles of the day, as `:play` takes them, with what is said about each.
    pub games: Vec<(String, String)>,
    /// Suggested file name for the present board.
    pub file: String,
    /// Letters of the regions, and one unused letter.
    pub regions: Vec<char>,
}
