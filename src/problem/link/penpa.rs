//! Drawings of penpa-edit: the regions that thick lines separate on a square grid, and the number of
//! stars. The number stands beside the grid, or in the title or the rules of the drawing.

mod words;

use std::collections::{BTreeMap, HashMap, HashSet};

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use serde_json::{Map, Value};

use super::borders::Borders;
use super::error::LinkError;
use super::is_number_of_stars;
use crate::regions::Regions;
use files::is_unprintable;
use geometry::{Cell, Grid, Size};
use words::stars_in;

/// Maximum size of a drawing after decompression, in bytes.
const MAX_DRAWING_BYTES: usize = 2 << 20;

/// Number of rows or columns around the grid on each side.
const MARGIN: usize = 2;

/// Base 64 with optional padding, because a user may have removed the padding from a link.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The indices of the title and of the rules in the first line, which is a list separated by commas.
const TITLE_INDEX: usize = 15;
const RULES_INDEX: usize = 18;

/// Reads the data of a link. Returns the regions, and the number of stars if the drawing contains it.
pub(super) fn read(data: &str) -> Result<(Regions, Option<u32>), LinkError> {
    let text = inflated(data)?;
    let lines: Vec<&str> = text.lines().collect();
    let line = |number: usize| lines.get(number).copied().unwrap_or_default();
    let drawing = PenpaDrawing::read(line(0), line(3), line(5))?;
    let stars = drawing.stars(line(3)).or_else(|| stars_in_header(line(0)));
    Ok((drawing.regions()?, stars.filter(|&stars| is_number_of_stars(stars))))
}

/// The title of the drawing in a link; `None` if there is none or the link is damaged.
pub(super) fn title(data: &str) -> Option<String> {
    let title = header_part(inflated(data).ok()?.lines().next()?, TITLE_INDEX)?;
    let title = title.strip_prefix("Title:").unwrap_or(&title).trim();
    let title: String = title.replace(is_unprintable, "");
    (!title.is_empty()).then_some(title)
}

/// The text of a drawing.
fn inflated(data: &str) -> Result<String, LinkError> {
    let wrong = LinkError::Drawing;
    // Browsers percent-encode some characters of base 64.
    let data = data.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=");
    let data = BASE64.decode(data.trim()).map_err(|_| wrong("it is not in base 64"))?;
    let text = decompress_to_vec_with_limit(&data, MAX_DRAWING_BYTES)
        .map_err(|_| wrong("it is no deflated text, or cut off"))?;
    String::from_utf8(text).map_err(|_| wrong("it is no text"))
}

/// The number of stars in the rules of the drawing, or else in the title.
fn stars_in_header(header: &str) -> Option<u32> {
    let mut parts =
        [RULES_INDEX, TITLE_INDEX].into_iter().filter_map(|number| header_part(header, number));
    parts.find_map(|text| stars_in(&text))
}

/// A part of the first line. Inside a title or the rules, commas and some other characters are
/// percent-encoded.
fn header_part(header: &str, number: usize) -> Option<String> {
    let signs = [("%2C", ","), ("%2D", "\n"), ("%2E", "&"), ("%2F", "=")];
    let part = header.split(',').nth(number)?.to_owned();
    Some(signs.iter().fold(part, |text, (sign, character)| text.replace(sign, character)))
}

/// The parts of a drawing that determine its regions.
struct PenpaDrawing {
    /// Number of columns, margins included. Cells and corners are numbered row by row from the top,
    /// from 0.
    columns: usize,
    /// Number of cells, margins included. Corners are numbered after the cells: the index of a corner is this
    /// value plus the index of the cell at its upper left.
    cells: usize,
    /// The numbers of the cells that belong to the drawing.
    board_cells: Vec<usize>,
    /// The thick lines, each given by two neighbouring corners, the smaller number first.
    lines: HashSet<(usize, usize)>,
}

impl PenpaDrawing {
    fn read(header: &str, drawn: &str, shown: &str) -> Result<Self, LinkError> {
        let mut parts = header.split(',');
        if parts.next() != Some("square") {
            return Err(LinkError::Drawing("its grid is not square"));
        }
        let mut side = || parts.next()?.parse::<u16>().ok().map(usize::from);
        let (Some(columns), Some(rows)) = (side(), side()) else {
            return Err(LinkError::Drawing("its size is missing"));
        };
        let (columns, rows) = (columns + 2 * MARGIN, rows + 2 * MARGIN);
        let cells = rows * columns;
        // The first number is the number of the first cell; each further number is the distance from
        // the preceding cell.
        let steps: Vec<usize> =
            serde_json::from_str(shown).map_err(|_| LinkError::Drawing("its cells are missing"))?;
        let shown = steps.iter().scan(0_usize, |cell, &step| {
            *cell = cell.saturating_add(step);
            Some(*cell)
        });
        let shown: Vec<usize> = shown.collect();
        if shown.is_empty() || shown.iter().any(|&cell| cell >= cells) {
            return Err(LinkError::Drawing("its cells are not on its grid"));
        }
        let lines = thick_lines(drawn).ok_or(LinkError::Drawing("it has no lines"))?;
        Ok(Self { columns, cells, board_cells: shown, lines })
    }

    /// The number of stars, if it stands outside the grid: a number beside a star, as penpa-edit
    /// itself writes it, or a text such as `2 stars`.
    fn stars(&self, drawn: &str) -> Option<u32> {
        let shown: HashSet<usize> = self.board_cells.iter().copied().collect();
        let outside = |cell: &usize| !shown.contains(cell);
        let symbols = cells_of(drawn, "zY:").unwrap_or_default();
        let is_star = |cell: usize| {
            let symbol = symbols.get(&cell).and_then(|symbol| symbol.get(1)?.as_str());
            outside(&cell) && symbol.is_some_and(|name| name.starts_with("star"))
        };
        let numbers = cells_of(drawn, "zN:")?.into_iter().filter(|(cell, _)| outside(cell));
        let mut numbers = numbers.filter_map(|(cell, number)| {
            let text = number.first()?.as_str()?.trim();
            let is_beside = [0, 1, usize::MAX].iter().any(|step| is_star(cell.wrapping_add(*step)));
            text.parse().ok().filter(|&stars| is_beside && stars > 0).or_else(|| stars_in(text))
        });
        numbers.next()
    }

    fn regions(&self) -> Result<Regions, LinkError> {
        let places = self.board_cells.iter().map(|cell| (cell / self.columns, cell % self.columns));
        let (rows, columns): (Vec<usize>, Vec<usize>) = places.clone().unzip();
        let span = |numbers: &[usize]| {
            let (least, most) = (numbers.iter().min(), numbers.iter().max());
            least.zip(most).map_or((0, 0), |(least, most)| (*least, most - least + 1))
        };
        let ((top, height), (left, width)) = (span(&rows), span(&columns));
        let short = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
        let size = Size::new(short(height), short(width))?;
        let cell = |(row, column): (usize, usize)| {
            Cell::new(short(top + height - 1 - row), short(column - left))
        };
        let shown: HashMap<Cell, usize> =
            places.map(cell).zip(self.board_cells.iter().copied()).collect();
        let holes = size.iter().filter(|cell| !shown.contains_key(cell));
        let grid = Grid::new(size).with_holes(holes).expect("they are on the grid");
        let borders = Borders::new(size, |one, other| {
            let (Some(&one), Some(&other)) = (shown.get(&one), shown.get(&other)) else {
                return true;
            };
            // The line between two cells ends at the lower right corner of the first one.
            let end = self.cells + one.min(other);
            let is_beside = one.abs_diff(other) == 1;
            let length = if is_beside { self.columns } else { 1 };
            self.lines.contains(&(end - length, end))
        });
        Ok(borders.regions_on(&grid))
    }
}

/// Finds an object of a drawing by its name. penpa-edit writes the names of its own objects without
/// quotes.
fn object(drawn: &str, name: &str) -> Option<Map<String, Value>> {
    let (_, rest) = drawn.split_once(name)?;
    let rest = rest.replace("zO", "null");
    serde_json::Deserializer::from_str(&rest).into_iter().next()?.ok()
}

/// Finds an object that has a list for each of its cells, by cell number.
fn cells_of(drawn: &str, name: &str) -> Option<BTreeMap<usize, Vec<Value>>> {
    let cells = object(drawn, name)?.into_iter().filter_map(|(cell, value)| match value {
        Value::Array(values) => Some((cell.parse().ok()?, values)),
        _ => None,
    });
    Some(cells.collect())
}

/// The thick lines of a drawing: the keys of the object `zE`. Each key names two corners.
fn thick_lines(drawn: &str) -> Option<HashSet<(usize, usize)>> {
    object(drawn, "zE:")?
        .keys()
        .map(|line| {
            let (one, other) = line.split_once(',')?;
            let (one, other): (usize, usize) = (one.parse().ok()?, other.parse().ok()?);
            Some((one.min(other), one.max(other)))
        })
        .collect()
}
