use ratatui::style::{Color, Modifier, Style};

use crate::look::{ColorDepth, Glyphs, Look};

/// The styles of widgets: the colours of the theme in the depth of the terminal, and the characters of
/// its font.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Styles {
    /// The characters for drawing.
    pub glyphs: Glyphs,
    /// Lines of frames.
    pub frame: Style,
    /// Titles of frames, headings, and the lines of frames over the board.
    pub title: Style,
    /// Normal text.
    pub text: Style,
    /// The most important text of a line.
    pub strong: Style,
    /// Facts in frames, descriptions, and unimportant text.
    pub dim: Style,
    /// Keys, and letters that match a search.
    pub key: Style,
    /// The cursor's row among labels.
    pub cursor_label: Style,
    /// Decisions that are part of an explanation.
    pub cause: Style,
    /// Subjects of hints.
    pub hint: Style,
    /// Errors and conflicts.
    pub wrong: Style,
    /// Success.
    pub good: Style,
    /// The first entry of the footer.
    pub chip: Style,
    /// The background of the footer and of frames over the board.
    pub bar: Style,
    /// The background of the selected line.
    pub selected: Style,
    /// The colours of bars and silhouettes; `None` without colours.
    pub chart_colors: Option<ChartColors>,
}

/// The colours of bars and silhouettes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChartColors {
    /// The highlighted part: the diagram of the position, or the last or largest bar.
    pub highlighted: Color,
    /// The remaining part: the diagram of the rules, or the other bars.
    pub normal: Color,
    /// The unfilled part of a bar. If this is the terminal's own colour, dots are drawn instead.
    pub track: Color,
}

impl Styles {
    /// The styles of a look.
    pub(crate) fn of(look: &Look) -> Self {
        let palette = look.palette;
        let has_colors = look.depth != ColorDepth::None;
        let is_basic = matches!(look.depth, ColorDepth::None | ColorDepth::Sixteen);
        // Text keeps the background on which it is printed.
        let ink = |tint| Style { fg: has_colors.then(|| look.color(tint)), ..Style::new() };
        let ground = |tint| Style { bg: has_colors.then(|| look.color(tint)), ..Style::new() };
        let bold = |tint| ink(tint).bold();
        let on_bar = |tint| ground(tint).patch(ink(palette.text));
        Self {
            glyphs: look.glyphs,
            frame: ink(palette.line),
            title: bold(palette.title),
            text: ink(palette.text),
            strong: bold(palette.text),
            dim: if has_colors { ink(palette.dim) } else { Style::new().dim() },
            key: bold(palette.key),
            cursor_label: bold(palette.cursor),
            cause: bold(palette.culprit_name),
            hint: bold(palette.hint),
            wrong: if has_colors { ink(palette.wrong) } else { Style::new().bold() },
            good: if has_colors { ink(palette.good) } else { Style::new().bold() },
            chip: match look.depth {
                ColorDepth::None => Style::new().reversed(),
                ColorDepth::Sixteen => bold(palette.key).reversed(),
                ColorDepth::Palette | ColorDepth::True => {
                    ground(palette.key).patch(bold(palette.window))
                }
            },
            bar: on_bar(palette.bar),
            selected: if is_basic {
                Style::new().reversed()
            } else {
                on_bar(palette.excluded.light)
            },
            chart_colors: has_colors.then(|| ChartColors {
                highlighted: look.color(palette.highlighted),
                normal: look.color(palette.normal),
                track: look.color(palette.bar),
            }),
        }
    }

    /// The style of a part of a chart; `plain` without colours.
    pub(crate) fn chart(&self, is_highlighted: bool, plain: Style) -> Style {
        let color = |inks: ChartColors| if is_highlighted { inks.highlighted } else { inks.normal };
        self.chart_colors.map_or(plain, |inks| Style::new().fg(color(inks)))
    }

    /// The sign for omitted text.
    pub(crate) const fn ellipsis(&self) -> &'static str {
        self.glyphs.or("…", "...")
    }

    /// The style of lines in the colour of titles: not bold.
    pub(super) const fn title_lines(&self) -> Style {
        Style { add_modifier: Modifier::empty(), ..self.title }
    }

    /// A horizontal line.
    pub(super) const fn dash(&self) -> &'static str {
        self.glyphs.or("─", "-")
    }
}
