//! The legend of a graph: the kinds of edges and nodes that are in view.

use engine::Target;
use ratatui::text::{Line, Span};

use super::styles::{EdgeStyle, NodeKind};
use super::{GraphContent, VisibleGraph};

impl GraphContent<'_> {
    /// The legend of what is visible, in lines of at most `width` columns. With more than `rows` lines, the words are
    /// short. `gone_word` says why no remaining solution passes a node.
    pub(crate) fn legend(
        &self,
        visible: &VisibleGraph,
        gone_word: &'static str,
        (width, rows): (u16, u16),
    ) -> Vec<Line<'static>> {
        let sentence = match self.diagram.root {
            Target::False => "no solution: only the terminal 0 is left",
            Target::True => "all holds: only the terminal 1 is left",
            Target::Node(_) => {
                let long = lines(self.entries(visible, gone_word, false), width);
                return if long.len() <= rows.into() {
                    long
                } else {
                    lines(self.entries(visible, gone_word, true), width)
                };
            }
        };
        vec![Line::styled(sentence, self.styles.dim)]
    }

    /// The entries of the legend: for each kind a sign and a word.
    fn entries(
        &self,
        VisibleGraph { nodes, edges }: &VisibleGraph,
        gone_word: &'static str,
        is_short: bool,
    ) -> Vec<[Span<'static>; 2]> {
        let (styles, inks) = (self.styles, self.inks);
        let [high, low] = styles.glyphs.or(["⠒⠒⠒", "⠒⠀⠒"], ["|", ":"]);
        let gone = if inks.has_signs { styles.glyphs.or("⠂⠀⠂", ".") } else { high };
        let [has_gone, has_low, has_high, _] = *edges;
        let lines = [
            (has_high, high, EdgeStyle::High, "piece"),
            (has_low, low, EdgeStyle::Low, "none"),
            (has_gone, gone, EdgeStyle::Gone, gone_word),
        ];
        let lines = lines.into_iter().filter(|(is_shown, ..)| *is_shown);
        let lines = lines.map(|(_, sign, edge, word)| (Span::styled(sign, inks.edge(edge)), word));
        let is_marked = |node: usize| self.selected_nodes.contains(&node);
        let has = |kind: NodeKind| {
            nodes.iter().any(|&(_, node)| !is_marked(node) && self.chips[node] == kind)
        };
        let word = |long: &'static str, short: &'static str| if is_short { short } else { long };
        let nodes = [
            (has(NodeKind::Gone) && !has_gone, NodeKind::Gone, false, gone_word),
            (has(NodeKind::Run), NodeKind::Run, false, "no choice"),
            (has(NodeKind::Lost), NodeKind::Lost, false, "last solution lost"),
            (has(NodeKind::Decided), NodeKind::Decided, false, "decided"),
            (has(NodeKind::Forced), NodeKind::Forced, false, word("must stand", "stands")),
            (has(NodeKind::Empty), NodeKind::Empty, false, word("must stay empty", "empty")),
            (has(NodeKind::Open), NodeKind::Open, false, "open"),
            (nodes.iter().any(|&(_, node)| is_marked(node)), NodeKind::Open, true, "marked"),
        ];
        let nodes = nodes.into_iter().filter(|(is_shown, ..)| *is_shown);
        let nodes = nodes.map(|(_, kind, is_marked, word)| {
            let (style, [open, close]) = inks.chip(kind, is_marked);
            let sign = if self.layout.chip > 1 {
                Span::styled(format!("{open}{close}"), style)
            } else {
                let sign = inks.mark_sign(kind, styles.glyphs);
                Span::styled(sign.to_string(), inks.mark(kind, is_marked))
            };
            (sign, word)
        });
        let entry = |(sign, word)| [sign, Span::styled(format!(" {word}"), styles.dim)];
        lines.chain(nodes).map(entry).collect()
    }
}

/// Joins entries to lines of at most `width` columns.
fn lines(entries: Vec<[Span<'static>; 2]>, width: u16) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    for entry in entries {
        let wide: usize = entry.iter().map(Span::width).sum();
        match lines.last_mut() {
            Some(line) if line.spans.is_empty() => line.extend(entry),
            Some(line) if line.width() + 2 + wide <= usize::from(width) => {
                line.push_span(Span::raw("  "));
                line.extend(entry);
            }
            Some(_) | None => lines.push(Line::from_iter(entry)),
        }
    }
    lines
}
