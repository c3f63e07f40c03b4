use std::sync::Arc;

use super::history::{Edit, History};
use geometry::Cell;
use problem::{Assist, BoardFile, Decisions, Problem, Value};

/// One line of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JournalEntry {
    /// Rules and decisions were replaced. In the first line of a journal: the first board, with the user's
    /// assist.
    Board(BoardFile),
    /// Rules and decisions were replaced by a board with its own assist.
    Opened(BoardFile),
    /// One step: cells were decided, or their decisions were taken back (`None`).
    Step(Vec<(Cell, Option<Value>)>),
    /// A step was undone.
    Undone,
    /// A step was redone.
    Redone,
    /// All steps were forgotten, so that they can no longer be undone.
    Forgotten,
    /// The user chose an assist.
    Assist(Assist),
    /// A note of the user interface about the present board.
    Note(String),
    /// The user left the board.
    Closed,
}

impl JournalEntry {
    /// The entry for the last step of a history; `None` if there is no step.
    pub(super) fn of_last_step(history: &History) -> Option<Self> {
        let step = history.last_step()?;
        if let [Edit::Replaced(_)] = step {
            return Some(Self::from_board(history.problem().clone(), history.own_assist()));
        }
        let change = |edit: &Edit| match *edit {
            Edit::Decided(_, cell, value) => Some((cell, Some(value))),
            Edit::TakenBack(_, cell, _) => Some((cell, None)),
            Edit::Replaced(_) => None,
        };
        Some(Self::Step(step.iter().filter_map(change).collect()))
    }

    /// The entry for a board, with the board's own assist if it has one.
    pub(super) fn from_board(problem: Problem, assist: Option<Assist>) -> Self {
        match assist {
            Some(assist) => Self::Opened(BoardFile { problem, assist }),
            None => Self::Board(BoardFile { problem, assist: Assist::default() }),
        }
    }

    /// True if the entry changes the session, so that resuming it makes sense.
    pub(super) const fn is_change(&self) -> bool {
        !matches!(self, Self::Note(_) | Self::Closed)
    }

    /// Formats the entry as a line: the CRC-32 checksum of the text after it, then a keyword and its values.
    pub(super) fn line(&self) -> String {
        let text = match self {
            Self::Board(board) => format!("board{}", text_of(board)),
            Self::Opened(board) => format!("open{}", text_of(board)),
            Self::Step(changes) => {
                let change = |(cell, value): &(Cell, Option<Value>)| match value {
                    Some(Value::Placed) => format!(" +{cell}"),
                    Some(Value::Excluded) => format!(" -{cell}"),
                    None => format!(" ~{cell}"),
                };
                format!("step{}", changes.iter().map(change).collect::<String>())
            }
            Self::Undone => "undo".to_owned(),
            Self::Redone => "redo".to_owned(),
            Self::Forgotten => "forget".to_owned(),
            Self::Assist(assist) => format!("assist {assist}"),
            Self::Note(note) => format!("note {}", serde_json::Value::from(note.as_str())),
            Self::Closed => "close".to_owned(),
        };
        format!("{:08x} {text}\n", crc32fast::hash(text.as_bytes()))
    }

    /// Parses a line; `None` if the line is damaged.
    pub(super) fn read(line: &str) -> Option<Self> {
        let (checksum, text) = line.split_once(' ')?;
        if u32::from_str_radix(checksum, 16) != Ok(crc32fast::hash(text.as_bytes())) {
            return None;
        }
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        Some(match word {
            "board" => Self::Board(board(rest)?),
            "open" => Self::Opened(board(rest)?),
            "step" => Self::Step(rest.split(' ').map(change).collect::<Option<_>>()?),
            "undo" => Self::Undone,
            "redo" => Self::Redone,
            "forget" => Self::Forgotten,
            "assist" => Self::Assist(rest.parse().ok()?),
            "note" => Self::Note(serde_json::from_str(rest).ok()?),
            "close" => Self::Closed,
            _ => return None,
        })
    }
}

/// Formats a board: its decisions in the order in which they were made, each after a space (`+b4` placed, `-b4`
/// excluded, `=b4` given), then the board file without decisions as a JSON string, which has no line breaks.
/// The decisions are separate because a board file lists them by kind, not in their order.
fn text_of(board: &BoardFile) -> String {
    let decisions = board.problem.decisions();
    let sign = |cell, value| match value {
        Value::Placed if decisions.is_given(cell) => '=',
        Value::Placed => '+',
        Value::Excluded => '-',
    };
    let decided = decisions.iter().map(|(cell, value)| format!(" {}{cell}", sign(cell, value)));
    let problem = Problem::new(Arc::clone(board.problem.rules()));
    let toml = BoardFile { problem, assist: board.assist }.to_toml();
    format!("{} {}", decided.collect::<String>(), serde_json::Value::from(toml))
}

/// Parses the text of a board, see [`text_of`]. Earlier versions wrote the decisions into the board file.
fn board(text: &str) -> Option<BoardFile> {
    let (decided, json) = text.split_at(text.find('"')?);
    let toml: String = serde_json::from_str(json).ok()?;
    let board = BoardFile::parse_journalled(&toml).ok()?;
    let mut decisions: Decisions = board.problem.decisions().clone();
    for text in decided.split_whitespace() {
        if let Some(given) = text.strip_prefix('=') {
            decisions.insert_given(given.parse().ok()?);
        } else {
            let (cell, value) = change(text)?;
            decisions.insert(cell, value?);
        }
    }
    let problem = Problem::with_decisions(Arc::clone(board.problem.rules()), decisions).ok()?;
    Some(BoardFile { problem, ..board })
}

fn change(text: &str) -> Option<(Cell, Option<Value>)> {
    let mut characters = text.chars();
    let value = match characters.next()? {
        '+' => Some(Value::Placed),
        '-' => Some(Value::Excluded),
        '~' => None,
        _ => return None,
    };
    Some((characters.as_str().parse().ok()?, value))
}
