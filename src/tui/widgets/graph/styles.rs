use ratatui::style::Style;
use strum::VariantArray;

use crate::look::{ColorDepth, Glyphs, Look};

/// The kind of a node. If several nodes share a character, later kinds hide earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
pub(crate) enum NodeKind {
    /// No remaining solution passes the node.
    Gone,
    /// A run of nodes without a choice, in one chip.
    Run,
    /// The node remains, and its paths with a piece lead to no solution.
    Empty,
    /// The node remains, and its paths without a piece lead to no solution.
    Forced,
    /// The node remains, is not decided, and both values of its cell lead to solutions.
    Open,
    /// The cell of the node is decided.
    Decided,
    /// A search has lost its last solution at the node.
    Lost,
}

impl NodeKind {
    /// The characters around the name of a node, if signs replace colours.
    const fn signs(self) -> [char; 2] {
        match self {
            Self::Gone | Self::Run => [' ', ' '],
            Self::Empty => ['_', '_'],
            Self::Forced => ['=', '='],
            Self::Open => ['(', ')'],
            Self::Decided => ['#', '#'],
            Self::Lost => ['!', '!'],
        }
    }
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
    pub chips: [Style; NodeKind::VARIANTS.len()],
    selected: Style,
    /// The background of the cursor's level.
    pub band: Style,
    /// The terminal 1.
    pub(super) one: Style,
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
                chips: [dim, plain, plain, bold, plain, bold, bold],
                selected: bold.reversed(),
                band: plain,
                one: bold.reversed(),
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
        let cut_off = if is_basic { ink(palette.removed) } else { on(palette.bar, palette.dim) };
        let ring = on(palette.cursor, palette.window);
        Self {
            chips: [
                cut_off,
                if is_basic { ink(palette.dim) } else { on(palette.bar, palette.dim) },
                on(palette.impossible.dark, palette.text),
                on(palette.forced.light, palette.forced.mark).bold(),
                on(palette.excluded.light, palette.text).bold(),
                on(palette.placed.light, palette.placed.mark).bold(),
                on(palette.conflict.light, palette.conflict.mark).bold(),
            ],
            selected: if is_basic { bold.reversed() } else { ring.bold() },
            band: ground(palette.bar),
            one: if is_basic { bold.reversed() } else { on(palette.text, palette.window).bold() },
            edges: [palette.removed, palette.text, palette.highlighted, palette.cursor].map(ink),
            view: if is_basic { plain.reversed() } else { ground(palette.excluded.light) },
            map_dot: ink(palette.dim),
            has_signs,
        }
    }

    /// The style of a node, and the characters around its name.
    pub(super) fn chip(&self, chip: NodeKind, is_walked: bool) -> (Style, [char; 2]) {
        let style = if is_walked { self.selected } else { self.chips[chip as usize] };
        let signs = if is_walked { ['[', ']'] } else { chip.signs() };
        (style, if self.has_signs { signs } else { [' ', ' '] })
    }

    /// The style of a node that is drawn as a mark or a dot.
    pub(super) fn mark(&self, chip: NodeKind, is_walked: bool) -> Style {
        let style = self.chips[chip as usize];
        match (chip, style.bg) {
            _ if is_walked => self.selected,
            (NodeKind::Gone, _) => self.edge(EdgeStyle::Gone),
            (NodeKind::Empty | NodeKind::Run, _) => self.edge(EdgeStyle::Low),
            (_, Some(ground)) => Style::new().fg(ground).bold(),
            (_, None) => style,
        }
    }

    /// The character of a node that is drawn as a mark.
    pub(super) fn mark_sign(&self, chip: NodeKind, glyphs: Glyphs) -> char {
        match chip {
            NodeKind::Gone | NodeKind::Run => glyphs.or('·', '.'),
            NodeKind::Lost => '!',
            NodeKind::Decided | NodeKind::Forced | NodeKind::Empty if self.has_signs => {
                chip.signs()[0]
            }
            NodeKind::Decided | NodeKind::Forced | NodeKind::Empty | NodeKind::Open => {
                glyphs.or('●', 'o')
            }
        }
    }

    pub(super) const fn edge(&self, edge: EdgeStyle) -> Style {
        self.edges[edge as usize]
    }
}
