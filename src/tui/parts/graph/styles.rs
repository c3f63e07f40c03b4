use ratatui::style::Style;
use ratatui::text::Span;

use super::super::styles::Styles;
use crate::look::{ColorDepth, Glyphs, Look};

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chip {
    /// The cell of the node is decided.
    Decided,
    /// The node remains, and its paths without a piece lead to no solution.
    Forced,
    /// The node remains, and is neither decided nor forced.
    Open,
    /// No remaining solution passes the node.
    Gone,
}

/// The kind of an edge. Later kinds hide earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum EdgeStyle {
    Gone,
    Low,
    High,
}

/// How nodes and edges are drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GraphStyles {
    /// The styles of nodes, by their kinds.
    pub chips: [Style; 4],
    walked: Style,
    /// The background of the cursor's level.
    pub band: Style,
    /// The styles of edges, by their kinds.
    edges: [Style; 3],
    /// True if signs mark the kinds of nodes: without colours, or with ASCII characters.
    pub has_signs: bool,
}

impl GraphStyles {
    /// The styles of a look.
    pub(crate) fn of(look: &Look) -> Self {
        let has_signs = look.depth == ColorDepth::None || look.glyphs == Glyphs::Ascii;
        let (plain, bold) = (Style::new(), Style::new().bold());
        let dim = plain.dim();
        if look.depth == ColorDepth::None {
            return Self {
                chips: [bold, bold, plain, dim],
                walked: bold.reversed(),
                band: plain,
                edges: [dim, plain, bold],
                has_signs,
            };
        }
        let palette = look.palette;
        let is_basic = look.depth == ColorDepth::Sixteen;
        let ink = |tint| Style::new().fg(look.color(tint));
        let ground = |tint| Style::new().bg(look.color(tint));
        let on = |tint, mark| ground(tint).fg(look.color(mark));
        let gone = if is_basic { ink(palette.dead) } else { on(palette.bar, palette.dim) };
        let ring = on(palette.ring, palette.win);
        Self {
            chips: [
                on(palette.placed.light, palette.placed.mark).bold(),
                on(palette.forced.light, palette.forced.mark).bold(),
                on(palette.excluded.light, palette.text).bold(),
                gone,
            ],
            walked: if is_basic { bold.reversed() } else { ring.bold() },
            band: ground(palette.bar),
            edges: [ink(palette.dead), ink(palette.text), ink(palette.lit)],
            has_signs,
        }
    }

    /// The style of a node, and the characters around its name.
    pub(super) fn chip(&self, chip: Chip, is_walked: bool) -> (Style, [char; 2]) {
        let signs = match chip {
            _ if !self.has_signs => [' ', ' '],
            _ if is_walked => ['[', ']'],
            Chip::Decided => ['#', '#'],
            Chip::Forced => ['=', '='],
            Chip::Open => ['(', ')'],
            Chip::Gone => [' ', ' '],
        };
        (if is_walked { self.walked } else { self.chips[chip as usize] }, signs)
    }

    /// The legend of the kinds of edges and nodes that a graph has.
    pub(crate) fn meaning(&self, chips: &[Chip], styles: &Styles) -> Vec<Vec<Span<'static>>> {
        let [high, low, gone] = styles.glyphs.or(["⠒⠒⠒", "⠒⠀⠒", "⠒⠒⠒"], ["|", ":", "|"]);
        let has = |chip: Chip| chips.contains(&chip);
        let edge = |sign: &'static str, style: Style, word: &'static str| {
            vec![Span::styled(sign, style), Span::styled(format!(" {word}"), styles.dim)]
        };
        let mut meaning = vec![
            edge(high, self.edge(EdgeStyle::High), "piece"),
            edge(low, self.edge(EdgeStyle::Low), "none"),
        ];
        if has(Chip::Gone) {
            meaning.push(edge(gone, self.edge(EdgeStyle::Gone), "decided away"));
        }
        for (chip, word) in [(Chip::Decided, "decided"), (Chip::Forced, "must stand")] {
            if has(chip) {
                let (style, [open, close]) = self.chip(chip, false);
                let sign = Span::styled(format!("{open}{close}"), style);
                meaning.push(vec![sign, Span::styled(format!(" {word}"), styles.dim)]);
            }
        }
        meaning
    }

    pub(super) const fn edge(&self, edge: EdgeStyle) -> Style {
        self.edges[edge as usize]
    }
}
