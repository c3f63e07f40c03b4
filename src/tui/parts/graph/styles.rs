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
    /// The node remains, and its paths with a piece lead to no solution.
    Empty,
    /// The node remains, is not decided, and both values of its cell lead to solutions.
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
    pub chips: [Style; 6],
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
                chips: [bold, bold, plain, plain, dim, bold],
                selected: bold.reversed(),
                band: plain,
                // They are drawn over nodes that are gone, which are dim.
                edges: [dim, plain.not_dim(), bold.not_dim(), bold.not_dim()],
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
                on(palette.impossible.dark, palette.text),
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
            NodeKind::Empty => ['_', '_'],
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
            (NodeKind::Empty, _) => self.edge(EdgeStyle::Low),
            (_, Some(ground)) => Style::new().fg(ground).bold(),
            (_, None) => style,
        }
    }

    /// The character of a node that is drawn as a mark.
    pub(super) fn mark_sign(&self, chip: NodeKind, glyphs: Glyphs) -> char {
        match chip {
            NodeKind::Gone => glyphs.or('·', '.'),
            NodeKind::Lost => '!',
            NodeKind::Decided if self.has_signs => '#',
            NodeKind::Forced if self.has_signs => '=',
            NodeKind::Empty if self.has_signs => '_',
            NodeKind::Decided | NodeKind::Forced | NodeKind::Empty | NodeKind::Open => {
                glyphs.or('●', 'o')
            }
        }
    }

    /// The legend of the kinds of edges and nodes that are visible: `chips` and `edges`. `gone_word` says why no remaining
    /// solution passes a node. `has_marked` tells whether a marked node is visible, `has_names` whether nodes are chips with
    /// names. With `is_short`, the words are short.
    pub(crate) fn meaning(
        &self,
        (chips, edges): (&[NodeKind], [bool; 4]),
        gone_word: &'static str,
        (has_marked, has_names, is_short): (bool, bool, bool),
        styles: &Styles,
    ) -> Vec<Vec<Span<'static>>> {
        let [high, low] = styles.glyphs.or(["⠒⠒⠒", "⠒⠀⠒"], ["|", ":"]);
        let gone = if self.has_signs { styles.glyphs.or("⠂⠀⠂", ".") } else { high };
        let entry = |sign: Span<'static>, word: &'static str| {
            vec![sign, Span::styled(format!(" {word}"), styles.dim)]
        };
        let [has_gone, has_low, has_high, _] = edges;
        let lines = [
            (has_high, high, EdgeStyle::High, "piece"),
            (has_low, low, EdgeStyle::Low, "none"),
            (has_gone, gone, EdgeStyle::Gone, gone_word),
        ];
        let lines = lines.into_iter().filter(|(is_shown, ..)| *is_shown);
        let lines =
            lines.map(|(_, sign, edge, word)| entry(Span::styled(sign, self.edge(edge)), word));
        let has = |chip: NodeKind| chips.contains(&chip);
        let word = |long: &'static str, short: &'static str| if is_short { short } else { long };
        let nodes = [
            (has(NodeKind::Gone) && !has_gone, NodeKind::Gone, false, gone_word),
            (has(NodeKind::Lost), NodeKind::Lost, false, "last solution lost"),
            (has(NodeKind::Decided), NodeKind::Decided, false, "decided"),
            (has(NodeKind::Forced), NodeKind::Forced, false, word("must stand", "stands")),
            (has(NodeKind::Empty), NodeKind::Empty, false, word("must stay empty", "empty")),
            (has(NodeKind::Open), NodeKind::Open, false, "open"),
            (has_marked, NodeKind::Open, true, "marked"),
        ];
        let nodes = nodes.into_iter().filter(|(is_shown, ..)| *is_shown);
        let nodes = nodes.map(|(_, chip, is_marked, word)| {
            let (style, [open, close]) = self.chip(chip, is_marked);
            let sign = if has_names {
                Span::styled(format!("{open}{close}"), style)
            } else {
                Span::styled(
                    self.mark_sign(chip, styles.glyphs).to_string(),
                    self.mark(chip, is_marked),
                )
            };
            entry(sign, word)
        });
        lines.chain(nodes).collect()
    }

    pub(super) const fn edge(&self, edge: EdgeStyle) -> Style {
        self.edges[edge as usize]
    }
}
