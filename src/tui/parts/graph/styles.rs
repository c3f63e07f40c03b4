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
    decided: Style,
    forced: Style,
    open: Style,
    /// Nodes and edges without a remaining solution.
    pub gone: Style,
    walked: Style,
    /// The background of the cursor's level.
    pub band: Style,
    low: Style,
    high: Style,
    gone_edge: Style,
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
                decided: bold,
                forced: bold,
                open: plain,
                gone: dim,
                walked: bold.reversed(),
                band: plain,
                low: plain,
                high: bold,
                gone_edge: dim,
                has_signs,
            };
        }
        let palette = look.palette;
        let is_basic = look.depth == ColorDepth::Sixteen;
        let ink = |tint| Style::new().fg(look.color(tint));
        let ground = |tint| Style::new().bg(look.color(tint));
        Self {
            decided: ground(palette.placed.light).fg(look.color(palette.placed.mark)).bold(),
            forced: ground(palette.forced.light).fg(look.color(palette.forced.mark)).bold(),
            open: ground(palette.excluded.light).fg(look.color(palette.text)).bold(),
            gone: if is_basic {
                ink(palette.dead)
            } else {
                ground(palette.bar).fg(look.color(palette.dim))
            },
            walked: if is_basic {
                bold.reversed()
            } else {
                ground(palette.ring).fg(look.color(palette.win)).bold()
            },
            band: ground(palette.bar),
            low: ink(palette.text),
            high: ink(palette.lit),
            gone_edge: ink(palette.dead),
            has_signs,
        }
    }

    /// The style of a node, and the characters around its name.
    pub(super) fn chip(&self, chip: Chip, is_walked: bool) -> (Style, [char; 2]) {
        let (style, signs) = match chip {
            Chip::Decided => (self.decided, ['#', '#']),
            Chip::Forced => (self.forced, ['=', '=']),
            Chip::Open => (self.open, ['(', ')']),
            Chip::Gone => (self.gone, [' ', ' ']),
        };
        let signs = if self.has_signs { signs } else { [' ', ' '] };
        if is_walked {
            let signs = if self.has_signs { ['[', ']'] } else { [' ', ' '] };
            return (self.walked, signs);
        }
        (style, signs)
    }

    /// The legend of the kinds of edges and nodes that a graph has.
    pub(crate) fn meaning(&self, chips: &[Chip], styles: &Styles) -> Vec<Vec<Span<'static>>> {
        let [high, low, gone] = styles.glyphs.or(["⠒⠒⠒", "⠒⠀⠒", "⠒⠒⠒"], ["|", ":", "|"]);
        let has = |chip: Chip| chips.contains(&chip);
        let edge = |sign: &'static str, style: Style, word: &'static str| {
            vec![Span::styled(sign, style), Span::styled(format!(" {word}"), styles.dim)]
        };
        let mut meaning = vec![edge(high, self.high, "piece"), edge(low, self.low, "none")];
        if has(Chip::Gone) {
            meaning.push(edge(gone, self.gone_edge, "decided away"));
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
        match edge {
            EdgeStyle::Gone => self.gone_edge,
            EdgeStyle::Low => self.low,
            EdgeStyle::High => self.high,
        }
    }
}
