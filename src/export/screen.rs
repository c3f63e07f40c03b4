//! A terminal window as a drawing. Blocks, lines and dots are drawn as exact shapes, all other
//! characters as text.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use itertools::Itertools;

use super::xml::escape;
use crate::face::Rgb;
use crate::face::blocks::{self, dot, quadrants};

/// The width and height of a character, in pixels. Both are even, because blocks can be half a
/// character.
const COLUMN_WIDTH: usize = 10;
const ROW_HEIGHT: usize = 20;
/// Space around the window, in pixels.
const MARGIN: usize = 8;
/// The font size at which a character of the usual fonts is as wide as a column.
const FONT_SIZE: &str = "16.6";
/// The distance from the top of a character to its base line, in pixels.
const BASELINE: usize = 15;

/// A character of a terminal window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Character {
    /// The symbol, which must be one column wide.
    pub symbol: char,
    /// The colour of the symbol.
    pub ink: Rgb,
    /// The colour behind the symbol.
    pub ground: Rgb,
    /// True if the character is bold.
    pub is_bold: bool,
    /// True if the character is underlined.
    pub is_underlined: bool,
}

/// Draws a window as SVG. Its characters are row by row from the top, `columns` per row. `background` is
/// the colour around the window.
///
/// Several windows are drawn one after the other, as an animation without a script. Each window is shown for `seconds`, the
/// last one twice as long, and then the first one again. After the first window, only characters that change are drawn.
/// Where nothing is animated, the last window is seen.
///
/// # Panics
/// When `columns` is 0, or windows differ in size.
pub fn screen(
    title: &str,
    background: Rgb,
    columns: usize,
    windows: &[Vec<Character>],
    seconds: u32,
) -> String {
    let first = windows.first().map_or(&[][..], Vec::as_slice);
    let (width, height) =
        (columns * COLUMN_WIDTH + 2 * MARGIN, first.len() / columns * ROW_HEIGHT + 2 * MARGIN);
    let title = escape(title);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" shape-rendering=\"crispEdges\" role=\"img\" \
         aria-labelledby=\"title\">\n<title id=\"title\">{title}</title>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{background}\"/>\n\
         <g transform=\"translate({MARGIN} {MARGIN})\">\n"
    );
    let cycle = (windows.len() + 1) as f64 * f64::from(seconds);
    svg += &content(columns, Some(background), &first.iter().map(Some).collect::<Vec<_>>());
    for (number, pair) in (1..).zip(windows.windows(2)) {
        let (before, window) = (&pair[0], &pair[1]);
        assert_eq!(before.len(), window.len(), "all windows have the same size");
        let if_new = |(old, new)| (old != new).then_some(new);
        let changes =
            content(columns, None, &before.iter().zip(window).map(if_new).collect::<Vec<_>>());
        let begin = 100.0 * f64::from(number * seconds) / cycle;
        let _ = writeln!(
            svg,
            "<style>@keyframes f{number}{{0%{{visibility:hidden}}{begin:.2}%,to{{visibility:visible}}}}\n\
             @media (prefers-reduced-motion:no-preference){{.f{number}{{animation:f{number} {cycle}s \
             step-end infinite}}}}</style>\n<g class=\"f{number}\">\n{changes}</g>"
        );
    }
    svg + "</g>\n</svg>\n"
}

/// A row of a window; `None` for characters that are not drawn.
type Row<'a> = [Option<&'a Character>];

/// Draws characters. Grounds and blocks of the colour `background` are left out.
fn content(columns: usize, background: Option<Rgb>, characters: &Row<'_>) -> String {
    let rows: Vec<&Row<'_>> = characters.chunks(columns).collect();
    let mut svg = blocks(&rows, columns, background);
    svg += &shapes(&rows);
    let _ = writeln!(
        svg,
        "<g font-family=\"DejaVu Sans Mono,Menlo,Consolas,monospace\" font-size=\"{FONT_SIZE}\" \
         xml:space=\"preserve\">"
    );
    for (y, row) in rows.iter().enumerate() {
        texts(&mut svg, y, row);
    }
    svg + "</g>\n"
}

/// A rectangle: left, top, width, height.
type Rectangle = (usize, usize, usize, usize);

/// Draws the grounds and the blocks of half characters as few rectangles, with one path for each
/// colour.
fn blocks(rows: &[&Row<'_>], columns: usize, background: Option<Rgb>) -> String {
    let pixel = |x: usize, y: usize| {
        let character = (*rows[y / 2].get(x / 2)?)?;
        let is_ink = quadrants(character.symbol) >> (2 * (y % 2) + x % 2) & 1 == 1;
        let color = if is_ink { character.ink } else { character.ground };
        (Some(color) != background).then_some(color)
    };
    let mut paths: BTreeMap<String, String> = BTreeMap::new();
    // Rectangles that may continue in the next row, by their left edge.
    let mut open: BTreeMap<usize, (Rectangle, Rgb)> = BTreeMap::new();
    let mut close = |((x, y, width, height), color): (Rectangle, Rgb)| {
        let path = paths.entry(color.to_string()).or_default();
        let (x, y, width, height) = (
            x * COLUMN_WIDTH / 2,
            y * ROW_HEIGHT / 2,
            width * COLUMN_WIDTH / 2,
            height * ROW_HEIGHT / 2,
        );
        let _ = write!(path, "M{x} {y}h{width}v{height}h-{width}z");
    };
    for y in 0..2 * rows.len() {
        let mut next = BTreeMap::new();
        let mut x = 0;
        while x < 2 * columns {
            let color = pixel(x, y);
            let width = (x..2 * columns).take_while(|&other| pixel(other, y) == color).count();
            if let Some(color) = color {
                let above = open.remove(&x);
                let joined = above.filter(|&((.., wide, _), old)| wide == width && old == color);
                if let Some(((_, top, _, height), _)) = joined {
                    next.insert(x, ((x, top, width, height + 1), color));
                } else {
                    above.into_iter().for_each(&mut close);
                    next.insert(x, ((x, y, width, 1), color));
                }
            }
            x += width;
        }
        std::mem::replace(&mut open, next).into_values().for_each(&mut close);
    }
    open.into_values().for_each(&mut close);
    let drawn =
        paths.into_iter().map(|(color, path)| format!("<path fill=\"{color}\" d=\"{path}\"/>\n"));
    drawn.collect()
}

/// Line characters, indexed by the bits of their arms: left (the highest bit), right, up, down. The
/// second value is true for heavy lines.
const LINES: [(&str, bool); 3] =
    [("   │ ┌└├ ┐┘┤─┬┴┼", false), ("     ╭╰  ╮╯     ", false), ("   ┃ ┏┗  ┓┛ ━   ", true)];

/// The arms of a line character (left, right, up, down), and true if it is heavy.
fn arms(symbol: char) -> Option<([bool; 4], bool)> {
    LINES.iter().find_map(|(lines, is_heavy)| {
        let bits = lines.chars().position(|line| line == symbol && line != ' ')?;
        Some(([8, 4, 2, 1].map(|arm| bits & arm > 0), *is_heavy))
    })
}

/// True if the character is drawn as a shape instead of text.
fn is_shape(symbol: char) -> bool {
    symbol == ' ' || quadrants(symbol) > 0 || arms(symbol).is_some() || rectangles(symbol).is_some()
}

/// The rectangles of a block of eighths or of braille dots, relative to the character.
fn rectangles(symbol: char) -> Option<Vec<Rectangle>> {
    let number = symbol as usize;
    Some(match symbol {
        _ if quadrants(symbol) > 0 => return None,
        '▁'..='▇' => {
            let height = (number - '▁' as usize + 1) * ROW_HEIGHT / 8;
            vec![(0, ROW_HEIGHT - height, COLUMN_WIDTH, height)]
        }
        '▉'..='▏' => vec![(0, 0, ('▏' as usize + 1 - number) * COLUMN_WIDTH / 8, ROW_HEIGHT)],
        _ => {
            let bits = blocks::braille_dots(symbol)?;
            let dots = (0..2).cartesian_product(0..4).filter(|&(x, y)| bits & dot(x, y) > 0);
            let dots = dots.sorted_by_key(|&(x, y)| dot(x, y));
            dots.map(|(x, y)| (x * 5 + 1, y * 5 + 1, 3, 3)).collect()
        }
    })
}

/// Draws lines, blocks of eighths and dots, with one path for each colour.
fn shapes(rows: &[&Row<'_>]) -> String {
    let mut filled: BTreeMap<String, String> = BTreeMap::new();
    let mut lines: BTreeMap<(String, bool), String> = BTreeMap::new();
    for (y, row) in rows.iter().enumerate() {
        let mut x = 0;
        while x < row.len() {
            let Some(&Character { symbol, ink, .. }) = row[x] else {
                x += 1;
                continue;
            };
            let (left, top) = (x * COLUMN_WIDTH, y * ROW_HEIGHT);
            let is_same = |&at: &usize| {
                row[at].is_some_and(|other| other.symbol == symbol && other.ink == ink)
            };
            // A long horizontal line becomes a single stroke.
            let length = if matches!(symbol, '─' | '━') {
                (x..row.len()).take_while(is_same).count()
            } else {
                1
            };
            if let Some((arms, is_heavy)) = arms(symbol) {
                let path = lines.entry((ink.to_string(), is_heavy)).or_default();
                strokes(path, (left, top), length, symbol, arms);
            }
            for (inner, upper, width, height) in rectangles(symbol).into_iter().flatten() {
                let path = filled.entry(ink.to_string()).or_default();
                let (x, y) = (left + inner, top + upper);
                let _ = write!(path, "M{x} {y}h{width}v{height}h-{width}z");
            }
            x += length;
        }
    }
    let mut svg = String::new();
    for (color, path) in filled {
        let _ = writeln!(svg, "<path fill=\"{color}\" d=\"{path}\"/>");
    }
    for ((color, is_heavy), path) in lines {
        let width = if is_heavy { 3 } else { 1 };
        let _ = writeln!(
            svg,
            "<path fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" d=\"{path}\" \
             transform=\"translate(.5 .5)\"/>"
        );
    }
    svg
}

/// Adds the strokes of a line character to `path`. For a horizontal line, `length` is the number of
/// consecutive characters.
fn strokes(
    path: &mut String,
    (left, top): (usize, usize),
    length: usize,
    symbol: char,
    [to_left, to_right, up, down]: [bool; 4],
) {
    let (x, y) = (left + COLUMN_WIDTH / 2, top + ROW_HEIGHT / 2);
    let (right, bottom) = (left + length * COLUMN_WIDTH, top + ROW_HEIGHT);
    let _ = match symbol {
        '╭' => write!(path, "M{right} {y}h-2Q{x} {y} {x} {}V{bottom}", y + 3),
        '╮' => write!(path, "M{left} {y}h2Q{x} {y} {x} {}V{bottom}", y + 3),
        '╰' => write!(path, "M{right} {y}h-2Q{x} {y} {x} {}V{top}", y - 3),
        '╯' => write!(path, "M{left} {y}h2Q{x} {y} {x} {}V{top}", y - 3),
        _ => {
            if to_left || to_right {
                let from = if to_left { left } else { x };
                let to = if to_right { right } else { x };
                let _ = write!(path, "M{from} {y}H{to}");
            }
            if up || down {
                let from = if up { top } else { y };
                let to = if down { bottom } else { y };
                let _ = write!(path, "M{x} {from}V{to}");
            }
            Ok(())
        }
    };
}

/// Writes the texts of a row. Characters with the same look, separated by at most one blank, become one
/// text, which is stretched to the width of its columns.
fn texts(svg: &mut String, y: usize, row: &Row<'_>) {
    let is_text = |character: &Character| !is_shape(character.symbol);
    let drawn = |at: usize| row.get(at).copied().flatten();
    let mut x = 0;
    while x < row.len() {
        let Some(first) = drawn(x).filter(|first| is_text(first)) else {
            x += 1;
            continue;
        };
        let alike = |other: &Character| {
            (other.ink, other.is_bold, other.is_underlined)
                == (first.ink, first.is_bold, first.is_underlined)
        };
        let goes_on = |at: usize| drawn(at).is_some_and(|other| is_text(other) && alike(other));
        let is_blank = |at: usize| drawn(at).is_some_and(|other| other.symbol == ' ');
        let mut end = x + 1;
        loop {
            if goes_on(end) {
                end += 1;
            } else if is_blank(end) && goes_on(end + 1) {
                end += 2;
            } else {
                break;
            }
        }
        let text: String = (x..end).filter_map(drawn).map(|character| character.symbol).collect();
        let bold = if first.is_bold { " font-weight=\"bold\"" } else { "" };
        let line = if first.is_underlined { " text-decoration=\"underline\"" } else { "" };
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" textLength=\"{}\" fill=\"{}\"{bold}{line}>{}</text>",
            x * COLUMN_WIDTH,
            y * ROW_HEIGHT + BASELINE,
            (end - x) * COLUMN_WIDTH,
            first.ink,
            escape(&text)
        );
        x = end;
    }
}

#[cfg(test)]
mod tests {
    use roxmltree::Document;

    use super::*;

    const WINDOW: Rgb = Rgb::new(0x11_11_11);
    const INK: Rgb = Rgb::new(0xff_ff_ff);

    fn characters(text: &str) -> Vec<Character> {
        let of = |symbol| Character {
            symbol,
            ink: INK,
            ground: WINDOW,
            is_bold: false,
            is_underlined: false,
        };
        text.chars().map(of).collect()
    }

    /// The attributes of all paths except the frame's, and all texts.
    fn drawn(columns: usize, characters: &[Character]) -> Vec<String> {
        let svg = screen("<title>", WINDOW, columns, &[characters.to_vec()], 0);
        let document = Document::parse(&svg).unwrap();
        let title = document.descendants().find(|node| node.has_tag_name("title")).unwrap();
        assert_eq!(title.text(), Some("<title>"));
        let shown = document.descendants().filter_map(|node| match node.tag_name().name() {
            "path" => node.attribute("d").map(str::to_owned),
            "text" => {
                let [x, y, length] =
                    ["x", "y", "textLength"].map(|name| node.attribute(name).unwrap());
                Some(format!("{x} {y} {length} {}", node.text().unwrap()))
            }
            _ => None,
        });
        shown.collect()
    }

    #[test]
    fn blocks_of_one_colour_are_as_few_rectangles_as_their_rows_allow() {
        // A square, and a half block beside its lower part.
        let window = characters("██ ██▄");
        assert_eq!(drawn(3, &window), ["M0 0h20v30h-20zM0 30h30v10h-30z"]);
        let quadrants = characters("▘▝▖▗");
        assert_eq!(
            drawn(4, &quadrants),
            ["M0 0h5v10h-5zM15 0h5v10h-5zM20 10h5v10h-5zM35 10h5v10h-5z"]
        );
    }

    #[test]
    fn grounds_are_drawn_behind_text() {
        let mut window = characters("a b");
        window[1].ground = INK;
        let found = drawn(3, &window);
        assert_eq!(found, ["M10 0h10v20h-10z", "0 15 30 a b"]);
    }

    #[test]
    fn text_is_broken_at_gaps_and_where_its_look_changes() {
        let mut window = characters("one two  three!");
        window[14].is_bold = true;
        assert_eq!(drawn(15, &window), ["0 15 70 one two", "90 15 50 three", "140 15 10 !"]);
        assert_eq!(drawn(1, &characters("&")), ["0 15 10 &"]);
    }

    #[test]
    fn lines_eighths_and_dots_are_shapes() {
        let window = characters("╭──│⠁▂");
        let found = drawn(6, &window);
        assert_eq!(
            found,
            ["M41 1h3v3h-3zM50 15h10v5h-10z", "M10 10h-2Q5 10 5 13V20M10 10H30M35 0V20"]
        );
        for symbol in ('▀'..='▟').filter(|symbol| !('░'..='▓').contains(symbol) && *symbol != '▔')
        {
            let is_drawn = is_shape(symbol) || symbol == '▕';
            assert!(is_drawn, "{symbol}");
        }
    }
}
