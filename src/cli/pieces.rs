use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::format;
use geometry::{Move, MoveDiagram, Piece, legend};

/// The width of the output, in columns.
const WIDTH: usize = 80;

/// The gap between two drawings, in columns.
const GAP: usize = 4;

#[derive(Serialize)]
struct PieceFacts {
    name: String,
    aliases: Vec<&'static str>,
    notation: String,
    moves: Vec<MoveFacts>,
}

/// A move of a piece in one direction.
#[derive(Serialize)]
struct MoveFacts {
    rows: i32,
    cols: i32,
    /// Maximum number of steps; `null` means without limit.
    most: Option<u16>,
}

impl From<&Piece> for PieceFacts {
    fn from(piece: &Piece) -> Self {
        let moves = piece.moves().map(|way: Move| MoveFacts {
            rows: way.step.rows,
            cols: way.step.columns,
            most: way.max_steps,
        });
        Self {
            name: piece.name().to_owned(),
            aliases: other_names(piece),
            notation: piece.notation(),
            moves: moves.collect(),
        }
    }
}

/// The usual names of a piece, except the name that it has.
fn other_names(piece: &Piece) -> Vec<&'static str> {
    let names = piece.usual_name().into_iter().chain(piece.aliases().iter().copied());
    names.filter(|&name| name != piece.name()).collect()
}

/// Prints the usual pieces, or the requested pieces: names, notation, moves, and the legend of the
/// marks.
pub(super) fn run(asked: &[Piece], json: bool) -> io::Result<()> {
    let pieces: Vec<Piece> = if asked.is_empty() {
        Piece::names().map(|name| name.parse().expect("usual names are pieces")).collect()
    } else {
        asked.to_vec()
    };
    if json {
        let pieces: Vec<_> = pieces.iter().map(PieceFacts::from).collect();
        return format::print_json(&BTreeMap::from([("pieces", pieces)]));
    }
    print_text(&pieces)
}

fn print_text(pieces: &[Piece]) -> io::Result<()> {
    let blocks: Vec<Vec<String>> = pieces.iter().map(piece_lines).collect();
    let width = |block: &[String]| block.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let mut out = format::stdout();
    let mut blocks = blocks.as_slice();
    while !blocks.is_empty() {
        // As many drawings as fit side by side, at least one.
        let mut filled = 0;
        let fitting = blocks.iter().take_while(|block| {
            filled += width(block) + GAP;
            filled <= WIDTH + GAP
        });
        let (beside, rest) = blocks.split_at(fitting.count().max(1));
        for line in 0..beside.iter().map(Vec::len).max().unwrap_or(0) {
            let part = |block: &Vec<String>| {
                let part = block.get(line).map_or("", String::as_str);
                format!("{part:0$}", width(block) + GAP)
            };
            let text: String = beside.iter().map(part).collect();
            writeln!(out, "{}", text.trim_end())?;
        }
        blocks = rest;
        if !blocks.is_empty() {
            writeln!(out)?;
        }
    }
    let diagrams: Vec<MoveDiagram> = pieces.iter().map(MoveDiagram::new).collect();
    let words = legend(&diagrams);
    if !words.is_empty() {
        writeln!(out, "\n{}", words.join("   "))?;
    }
    out.flush()
}

/// The lines of a piece: its name, its notation if it differs from the name, its drawing, and its other
/// names.
fn piece_lines(piece: &Piece) -> Vec<String> {
    let notation = piece.notation();
    let title = if notation == piece.name() { notation } else { format!("{piece}  {notation}") };
    let mut lines = vec![title];
    lines.extend(MoveDiagram::new(piece).to_string().lines().map(str::to_owned));
    let others = other_names(piece);
    if !others.is_empty() {
        lines.push(format!("({})", others.join(", ")));
    }
    lines
}
