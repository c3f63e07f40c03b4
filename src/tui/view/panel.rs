mod work;

pub(in crate::tui) use work::cause;
use work::{BOUND, at_work, time, work_lines};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::{growth, print, replay, shortened};
use crate::geometry::Cell;
use crate::problem::Value;
use crate::session::{CellState, NearestSize, Reason};
use crate::tui::action::Action;
use crate::tui::model::Model;

/// Where the lines on the position begin: below those on the cell under the cursor.
const POSITION: u16 = 4;

/// What is known of the cell under the cursor, of the position, and the decisions.
pub(super) fn render(buffer: &mut Buffer, model: &Model) {
    for (area, line) in Composition::new(model).lines {
        print(buffer, area, line);
    }
}

/// The decision shown at a place of the screen.
pub(in crate::tui) fn decision_at(model: &Model, x: u16, y: u16) -> Option<Cell> {
    let decisions = Composition::new(model).decisions;
    decisions.into_iter().find(|(area, _)| area.contains((x, y).into())).map(|(_, cell)| cell)
}

/// Is the cell's decision among those shown?
pub(in crate::tui) fn lists(model: &Model, cell: Cell) -> bool {
    Composition::new(model).decisions.iter().any(|&(_, listed)| listed == cell)
}

/// The panel's lines where they stand, and where its decisions are.
struct Composition {
    /// What is left of the panel.
    rest: Rect,
    lines: Vec<(Rect, Line<'static>)>,
    decisions: Vec<(Rect, Cell)>,
}

impl Composition {
    fn new(model: &Model) -> Self {
        let area = model.layout.panel;
        let mut composition = Self { rest: area, lines: Vec::new(), decisions: Vec::new() };
        if let Some(replay) = &model.replay {
            for line in replay::lines(model, replay) {
                composition.add(line);
            }
            return composition;
        }
        for line in cell_lines(model) {
            composition.add(line);
        }
        let beside = area.y == model.layout.board.y;
        while beside && composition.rest.height > 0 && composition.rest.y < area.y + POSITION {
            composition.add(Line::default());
        }
        for line in position_lines(model) {
            composition.add(line);
        }
        if model.growth.is_shown {
            for line in growth::lines(model, composition.rest.width, composition.rest.height) {
                composition.add(line);
            }
        } else {
            composition.add_decisions(model);
        }
        composition
    }

    /// Adds a line below the others, wrapped if it is too long.
    fn add(&mut self, line: Line<'static>) {
        let width = usize::from(self.rest.width);
        if line.width() <= width {
            self.add_fitting(line);
            return;
        }
        let text = line.to_string();
        let indent = " ".repeat(text.len() - text.trim_start().len());
        let options = textwrap::Options::new(width.max(1)).subsequent_indent(&indent);
        for part in textwrap::wrap(&text, options) {
            self.add_fitting(Line::styled(part.into_owned(), line.style));
        }
    }

    fn add_fitting(&mut self, mut line: Line<'static>) {
        for span in &mut line.spans {
            if span.content.contains(BOUND) {
                span.content = span.content.replace(BOUND, " ").into();
            }
        }
        if self.rest.height > 0 {
            self.lines.push((Rect { height: 1, ..self.rest }, line));
            self.rest.y += 1;
            self.rest.height -= 1;
        }
    }

    /// Adds the decisions in the order in which they were made; the last ones if they are too many.
    fn add_decisions(&mut self, model: &Model) {
        let decisions = model.session.decisions();
        if decisions.is_empty() || self.rest.height < 2 {
            return;
        }
        let entry = |(number, (cell, value)): (usize, (Cell, Value))| {
            let word = match value {
                Value::Placed if decisions.is_given(cell) => "given",
                Value::Placed => "place",
                Value::Excluded => "exclude",
            };
            (cell, format!("  {} {word} {cell}", number + 1))
        };
        let entries: Vec<_> = decisions.iter().enumerate().map(entry).collect();
        let wide = entries.iter().map(|(_, text)| text.len() + 2).max().unwrap_or_default();
        let per_line = (usize::from(self.rest.width) / wide).max(1);
        let shown = entries.len().min((usize::from(self.rest.height) - 1) * per_line);
        let skipped = entries.len() - shown;
        self.add(Line::raw(match skipped {
            0 => "decisions".to_owned(),
            _ => format!("decisions (the last {shown})"),
        }));
        for entries in entries[skipped..].chunks(per_line) {
            for (x, (cell, text)) in (self.rest.x..).step_by(wide).zip(entries) {
                let area = Rect { x, width: text.len() as u16, height: 1, ..self.rest };
                self.decisions.push((area, *cell));
            }
            let spans = entries.iter().map(|(_, text)| Span::raw(format!("{text:<wide$}")));
            self.add_fitting(spans.collect());
        }
    }
}

fn cell_lines(model: &Model) -> Vec<Line<'static>> {
    let (session, cell) = (&model.session, model.cursor);
    let told = model.told(cell);
    let region = model.problem().rules().regions().and_then(|regions| regions.of(cell));
    let head = Line::from(vec![
        Span::styled(format!("{cell}  "), model.theme.strong()),
        Span::raw(told.map_or("open", CellState::name)),
        Span::raw(region.map(|region| format!("   region {region}")).unwrap_or_default()),
    ]);
    let mut lines = vec![head];
    let Some(state) = told else { return lines };
    match state {
        CellState::Possible => {
            if let (Some(with), Some(all)) = (session.solutions_with(cell), session.solutions()) {
                lines.push(Line::raw(format!("    in {with} of {all} solutions")));
                lines.push(Line::raw(format!("    place leaves {with}, exclude {}", all - with)));
            }
        }
        CellState::Attacked if !session.reason(cell).is_some_and(is_by_decisions) => {
            lines.extend(session.attacker(cell).map(|by| Line::raw(format!("    by {by}"))));
            if session.reason(cell).is_some() {
                lines.push(Line::raw("    and impossible by the rules alone"));
            }
        }
        CellState::Unknown if model.is_busy() => lines.push(Line::raw("    not settled yet")),
        CellState::Attacked | CellState::Impossible | CellState::Forced => {
            lines.extend(reason_lines(model, cell).into_iter().map(Line::raw));
        }
        CellState::Placed if session.decisions().is_given(cell) => {
            lines.push(Line::raw("    given: it cannot be taken back"));
        }
        _ => {}
    }
    lines
}

/// What matters most in one line, where there is no panel: why there is no solution, or else the cell
/// under the cursor.
pub(super) fn summary(model: &Model, width: usize) -> Line<'static> {
    let is_lost = model.tells_all() && model.session.is_satisfiable() == Some(false);
    let (mut line, rest) = if is_lost {
        (Line::styled(" ", model.theme.alert()), no_solution(model))
    } else {
        let mut lines = cell_lines(model).into_iter();
        let mut line = Line::raw(" ");
        line.extend(lines.next().into_iter().flatten());
        let rest: Vec<_> = lines.map(|line| line.to_string().trim().to_owned()).collect();
        if !rest.is_empty() {
            line.push_span("  ");
        }
        (line, rest)
    };
    line.push_span(shortened(&rest.join("; "), width.saturating_sub(line.width() + 1)));
    line
}

/// Do decisions rule it out, rather than the rules alone?
fn is_by_decisions(reason: &Reason) -> bool {
    !reason.explanation.because.is_empty()
}

/// Why a cell cannot be otherwise, and what `!` would do.
fn reason_lines(model: &Model, cell: Cell) -> Vec<String> {
    let (session, state) = (&model.session, model.session.state(cell));
    let Some(wish) = session.wish(cell) else { return Vec::new() };
    let Some(reason) = session.reason(cell) else {
        let known = session.knowledge().reason(wish).is_some();
        let text = if known { "the reason was not found" } else { "looking for the reason" };
        let hint = if known { "" } else { escape(model, " (Esc cancels)") };
        return vec![format!("    {text}{hint}")];
    };
    let attack = match (state, reason.explanation.because[..].first()) {
        (CellState::Attacked, Some(&by)) => session.rules().attack(by, cell),
        _ => None,
    };
    let why = attack.map_or_else(
        || reason.explanation.to_string(),
        |attack| format!("{}, {attack}", reason.explanation),
    );
    let verb = if state == CellState::Forced { "excludes" } else { "places" };
    let way = reason.restoration.as_ref().map_or_else(
        || {
            let unknown = reason.interrupted.is_some();
            if unknown { "what to take back is not known" } else { "nothing helps" }.to_owned()
        },
        |restoration| format!("{} {verb} it and {restoration}", model.keys.key(Action::Anyway)),
    );
    vec![format!("    {why}"), format!("    {way}")]
}

fn position_lines(model: &Model) -> Vec<Line<'static>> {
    let session = &model.session;
    let mut lines = Vec::new();
    if !model.tells_all() {
        if session.is_solved() {
            lines.push(Line::styled("solved", model.theme.alert()));
        }
    } else if session.is_satisfiable() == Some(false) {
        lines.extend(
            no_solution(model).into_iter().map(|line| Line::styled(line, model.theme.alert())),
        );
    } else if session.is_complete() {
        let forced = count(model, CellState::Forced);
        let text = if forced == 0 { "complete" } else { "complete: the rest is forced" };
        lines.push(Line::styled(text, model.theme.alert()));
    }
    if model.tells_all() && session.is_satisfiable().is_some() {
        let counts = [CellState::Placed, CellState::Forced, CellState::Possible]
            .map(|state| format!("{state} {}", count(model, state)));
        lines.push(Line::raw(counts.join("   ")));
        if session.solutions().is_some() {
            lines.extend(
                model.heat.legend().map(|legend| Line::styled(legend, model.theme.faint())),
            );
        }
    } else {
        lines.push(Line::raw(format!("placed {}", count(model, CellState::Placed))));
    }
    if let Some(source) = session.knowledge().source().filter(|_| model.tells_all()) {
        let how = match session.knowledge().nodes() {
            Some(1) => "diagram 1 node".to_owned(),
            Some(nodes) => format!("diagram {nodes} nodes"),
            None => "counted".to_owned(),
        };
        lines.push(Line::raw(format!("{how}, {}", time(source.elapsed))));
        // What else was asked for and takes its time.
        if let Some(work) = at_work(model).filter(|work| work.progress.is_some()) {
            lines.extend(work_lines(model, &work.topic, work.progress));
        }
    } else if let Some(work) = at_work(model) {
        lines.extend(work_lines(model, &work.topic, work.progress));
    } else if let Some(interrupted) = session.knowledge().interrupted() {
        lines.push(Line::styled(
            format!("{}{}", cause(interrupted), escape(model, "; Esc counts again")),
            model.theme.alert(),
        ));
        lines.push(Line::raw(format!("reached: {}", interrupted.how_far())));
    } else if model.tells_all() && session.is_satisfiable() == Some(true) {
        lines.push(Line::raw("too many to count: place some pieces"));
    }
    lines
}

fn count(model: &Model, state: CellState) -> usize {
    let session = &model.session;
    match state {
        CellState::Placed => session.decisions().cells(Value::Placed).count(),
        _ => session.rules().size().iter().filter(|&cell| session.state(cell) == state).count(),
    }
}

/// Why there is no solution, and where to go.
fn no_solution(model: &Model) -> Vec<String> {
    let (session, anyway) = (&model.session, model.keys.key(Action::Anyway));
    if !session.decisions().is_empty() {
        let Some(reason) = session.knowledge().reason(None).flatten() else {
            let known = session.knowledge().reason(None).is_some();
            let why = if known {
                "the reason was not found".to_owned()
            } else {
                format!("looking for the reason{}", escape(model, " (Esc cancels)"))
            };
            return vec!["no solution with these decisions".to_owned(), why];
        };
        let way = reason.restoration.as_ref();
        return vec![
            format!("no solution {}", reason.explanation),
            match way {
                Some(way) => format!("on any piece, {anyway} {way}"),
                None if reason.interrupted.is_some() => "what to take back is not known".to_owned(),
                None => "taking back decisions does not help".to_owned(),
            },
        ];
    }
    let why = "no solution by the rules alone".to_owned();
    let way = match session.knowledge().nearest_size() {
        Some(NearestSize::Found(size)) => {
            format!("{anyway} opens the nearest size that has one: {size}")
        }
        Some(NearestSize::NoneNearby) => "no size nearby has one".to_owned(),
        Some(NearestSize::Unknown) => "no size with one was found in time".to_owned(),
        None => "looking for the nearest size that has one …".to_owned(),
    };
    vec![why, way]
}

/// What Esc does, where it does not leave what the footer tells of.
fn escape<'a>(model: &Model, hint: &'a str) -> &'a str {
    if model.escape_cancels() { hint } else { "" }
}
