use ratatui::style::Style;
use ratatui::text::Span;

use super::super::styles::Styles;
use crate::look::{ColorDepth, Glyphs, Look};

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeKind {
    /// The cell of the node is decided.
    Decided,
    /// The node remains, and its paths without a piece lead to no solution.
    Forced,
    /// The node remains, and is neither decided nor forced.
    Open,
    /// No remaining solution passes the node.
    Gone,
    /// A search has lost its last solution at the node.
    Lost,
}

/// The kind of an edge. Later kinds hide earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum EdgeStyle {
    Gone,
    Low,
    High,
    /// An edge of the marked node.
    Marked,
}

/// How nodes and edges are drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GraphStyles {
    /// The styles of nodes, by their kinds.
    pub chips: [Style; 5],
    selected: Style,
    /// The background of the cursor's level.
    pub band: Style,
    /// The styles of edges, by their kinds.
    pub(super) edges: [Style; 4],
    /// The background of the part of the outline that the window shows.
    pub view: Style,
    /// The dots of nodes that remain, on the map in the corner. They must not outshine the drawing.
    pub map_dot: Style,
    /// True if signs mark the kinds of nodes: without colours, or with ASCII characters.
    pub has_signs: bool,
}

impl GraphStyles {
    /// The styles of a look.
    pub(crate) fn of(look: &Look) -> Self {
        let has_signs = look.has_signs();
        let (plain, bold) = (Style::new(), Style::new().bold());
        let dim = plain.dim();
        if look.depth == ColorDepth::None {
            return Self {
                chips: [bold, bold, plain, dim, bold],
                selected: bold.reversed(),
                band: plain,
                edges: [dim, plain, bold, bold],
                view: plain.reversed(),
                map_dot: dim,
                has_signs,
            };
        }
        let palette = look.palette;
        let is_basic = look.depth == ColorDepth::Sixteen;
        let ink = |tint| Style::new().fg(look.color(tint));
        let ground = |tint| Style::new().bg(look.color(tint));
        let on = |tint, mark| ground(tint).fg(look.color(mark));
        let gone = if is_basic { ink(palette.removed) } else { on(palette.bar, palette.dim) };
        let ring = on(palette.cursor, palette.window);
        Self {
            chips: [
                on(palette.placed.light, palette.placed.mark).bold(),
                on(palette.forced.light, palette.forced.mark).bold(),
                on(palette.excluded.light, palette.text).bold(),
                gone,
                on(palette.conflict.light, palette.conflict.mark).bold(),
            ],
            selected: if is_basic { bold.reversed() } else { ring.bold() },
            band: ground(palette.bar),
            edges: [palette.removed, palette.text, palette.highlighted, palette.cursor].map(ink),
            view: if is_basic { plain.reversed() } else { ground(palette.excluded.light) },
            map_dot: ink(palette.dim),
            has_signs,
        }
    }

    /// The style of a node, and the characters around its name.
    pub(super) fn chip(&self, chip: NodeKind, is_walked: bool) -> (Style, [char; 2]) {
        let signs = match chip {
            _ if !self.has_signs => [' ', ' '],
            _ if is_walked => ['[', ']'],
            NodeKind::Decided => ['#', '#'],
            NodeKind::Forced => ['=', '='],
            NodeKind::Open => ['(', ')'],
            NodeKind::Lost => ['!', '!'],
            NodeKind::Gone => [' ', ' '],
        };
        (if is_walked { self.selected } else { self.chips[chip as usize] }, signs)
    }

    /// The style of a node that is drawn as a mark or a dot.
    pub(super) fn mark(&self, chip: NodeKind, is_walked: bool) -> Style {
        let style = match chip {
            _ if is_walked => return self.selected,
            NodeKind::Gone => return self.edge(EdgeStyle::Gone),
            kind => self.chips[kind as usize],
        };
        match (chip, style.bg) {
            (NodeKind::Open, _) => self.edge(EdgeStyle::High),
            (_, Some(ground)) => Style::new().fg(ground).bold(),
            (_, None) => style,
        }
    }

    /// The character of a node that is drawn as a mark.
    pub(super) fn mark_sign(&self, chip: NodeKind, glyphs: Glyphs) -> &'static str {
        match chip {
            NodeKind::Gone => glyphs.or("·", "."),
            NodeKind::Lost => "!",
            NodeKind::Decided if self.has_signs => "#",
            NodeKind::Forced if self.has_signs => "=",
            NodeKind::Decided | NodeKind::Forced | NodeKind::Open => glyphs.or("●", "o"),
        }
    }

    /// The legend of the kinds of edges and nodes that a graph has. `gone_word` says why no remaining solution passes a node.
    /// `has_marked` tells whether a node is marked, `has_names` whether nodes are chips with names. Where signs stand for colours, they are explained as well.
    pub(crate) fn meaning(
        &self,
        chips: &[NodeKind],
        gone_word: &'static str,
        has_marked: bool,
        has_names: bool,
        styles: &Styles,
    ) -> Vec<Vec<Span<'static>>> {
        let [high, low] = styles.glyphs.or(["⠒⠒⠒", "⠒⠀⠒"], ["|", ":"]);
        let gone = if self.has_signs { styles.glyphs.or("⠂⠀⠂", ".") } else { high };
        let has = |chip: NodeKind| chips.contains(&chip);
        let edge = |sign: &'static str, style: Style, word: &'static str| {
            vec![Span::styled(sign, style), Span::styled(format!(" {word}"), styles.dim)]
        };
        let mut meaning = vec![
            edge(high, self.edge(EdgeStyle::High), "piece"),
            edge(low, self.edge(EdgeStyle::Low), "none"),
        ];
        if has(NodeKind::Gone) {
            meaning.push(edge(gone, self.edge(EdgeStyle::Gone), gone_word));
        }
        for (is_shown, chip, is_marked, word) in [
            (has(NodeKind::Lost), NodeKind::Lost, false, "last solution lost"),
            (has(NodeKind::Decided), NodeKind::Decided, false, "decided"),
            (has(NodeKind::Forced), NodeKind::Forced, false, "must stand here"),
            (has(NodeKind::Open), NodeKind::Open, false, "open"),
            (has_marked && self.has_signs, NodeKind::Open, true, "marked"),
        ] {
            if is_shown {
                let (style, [open, close]) = self.chip(chip, is_marked);
                let sign = if has_names {
                    Span::styled(format!("{open}{close}"), style)
                } else {
                    let sign = self.mark_sign(chip, styles.glyphs);
                    Span::styled(sign, self.mark(chip, is_marked))
                };
                meaning.push(vec![sign, Span::styled(format!(" {word}"), styles.dim)]);
            }
        }
        meaning
    }

    pub(super) const fn edge(&self, edge: EdgeStyle) -> Style {
        self.edges[edge as usize]
    }
}
