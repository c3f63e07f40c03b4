//! The legend of a graph: the kinds of edges and nodes that are in view.

use engine::Target;
use ratatui::text::{Line, Span};

use super::styles::{EdgeStyle, NodeKind};
use super::{GraphContent, VisibleGraph};

impl GraphContent<'_> {
    /// The legend of visible elements, in lines of at most `width` columns. If there are more than `rows` lines, the words
    /// move onto their chips. If that is not enough, the marked node is left out.
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
                let entries = |is_tight| self.entries(visible, gone_word, is_tight);
                let long = lines(&entries(false), width, 2);
                if long.len() <= rows.into() {
                    return long;
                }
                let tight = entries(true);
                let all = lines(&tight, width, 1);
                // The marked node comes last.
                let is_long = all.len() > rows.into() && self.marks_a_node(visible);
                return if is_long { lines(&tight[..tight.len() - 1], width, 1) } else { all };
            }
        };
        vec![Line::styled(sentence, self.styles.dim)]
    }

    fn marks_a_node(&self, visible: &VisibleGraph) -> bool {
        visible.nodes.iter().any(|(_, node)| self.selected_nodes.contains(node))
    }

    /// The entries of the legend: for each kind a sign and a word, or with `is_tight` the word on the chip.
    fn entries(
        &self,
        visible: &VisibleGraph,
        gone_word: &'static str,
        is_tight: bool,
    ) -> Vec<Vec<Span<'static>>> {
        let (styles, inks, VisibleGraph { nodes, edges }) = (self.styles, self.inks, visible);
        let [high, low] = styles.glyphs.or(["⠒⠒⠒", "⠒⠀⠒"], ["|", ":"]);
        let cut_off = if inks.has_signs { styles.glyphs.or("⠂⠀⠂", ".") } else { high };
        let [has_gone, has_low, has_high, _] = *edges;
        let lines = [
            (has_high, high, EdgeStyle::High, "piece"),
            (has_low, low, EdgeStyle::Low, "none"),
            (has_gone, cut_off, EdgeStyle::Gone, gone_word),
        ];
        let word = |text: &str| Span::styled(format!(" {text}"), styles.dim);
        let lines = lines.into_iter().filter(|(is_shown, ..)| *is_shown);
        let lines = lines
            .map(|(_, sign, edge, text)| vec![Span::styled(sign, inks.edge(edge)), word(text)]);
        let is_marked = |node: usize| self.selected_nodes.contains(&node);
        let has = |kind: NodeKind| {
            nodes.iter().any(|&(_, node)| !is_marked(node) && self.chips[node] == kind)
        };
        let kinds = [
            (has(NodeKind::Gone) && !has_gone, NodeKind::Gone, false, gone_word),
            (has(NodeKind::Run), NodeKind::Run, false, "no choice"),
            (has(NodeKind::Lost), NodeKind::Lost, false, "last solution lost"),
            (has(NodeKind::Decided), NodeKind::Decided, false, "decided"),
            (has(NodeKind::Forced), NodeKind::Forced, false, "must stand"),
            (has(NodeKind::Empty), NodeKind::Empty, false, "must stay empty"),
            (has(NodeKind::Open), NodeKind::Open, false, "open"),
            (self.marks_a_node(visible), NodeKind::Open, true, "marked"),
        ];
        let kinds = kinds.into_iter().filter(|(is_shown, ..)| *is_shown);
        let kinds = kinds.map(|(_, kind, is_marked, text)| {
            let (style, [open, close]) = inks.chip(kind, is_marked);
            if self.layout.chip <= 1 {
                let sign = inks.mark_sign(kind, styles.glyphs).to_string();
                return vec![Span::styled(sign, inks.mark(kind, is_marked)), word(text)];
            }
            if is_tight {
                return vec![Span::styled(format!("{open}{text}{close}"), style)];
            }
            vec![Span::styled(format!("{open}{close}"), style), word(text)]
        });
        lines.chain(kinds).collect()
    }
}

/// Joins entries to lines of at most `width` columns, with `gap` columns between them.
fn lines(entries: &[Vec<Span<'static>>], width: u16, gap: usize) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    for entry in entries.iter().cloned() {
        let wide: usize = entry.iter().map(Span::width).sum();
        match lines.last_mut() {
            Some(line) if line.spans.is_empty() => line.extend(entry),
            Some(line) if line.width() + gap + wide <= usize::from(width) => {
                line.push_span(Span::raw(" ".repeat(gap)));
                line.extend(entry);
            }
            Some(_) | None => lines.push(Line::from_iter(entry)),
        }
    }
    lines
}
