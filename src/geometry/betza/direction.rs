use super::super::offset::Offset;

/// A directional modifier of one or two letters, which selects some steps of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// One letter, possibly doubled: `f`, `ff`.
    Toward(char),
    /// One letter for each axis: `fr`. The second letter is for the longer part of an oblique step.
    Both(char, char),
    /// A letter and `h`: all steps to the side of the letter.
    Half(char),
    /// `h` and `r` or `l`: the right-handed or left-handed half of an oblique atom.
    Handed(char),
}

/// Modifiers that can be the only modifier of an atom, the simplest first.
const SINGLE_MODIFIERS: &[&str] = &[
    "f", "b", "l", "r", "v", "s", "fs", "bs", "fl", "fr", "bl", "br", "fh", "bh", "lh", "rh", "hl",
    "hr",
];

/// Modifiers of two letters, which never pair with their neighbours. Modifiers that select most steps
/// come first.
const COMBINABLE_MODIFIERS: &[&str] = &[
    "vv", "ss", "ff", "bb", "ll", "rr", "fs", "bs", "lv", "rv", "fl", "fr", "bl", "br", "lf", "rf",
    "lb", "rb",
];

/// True for letters that can begin a directional modifier.
pub(super) fn is_direction(letter: char) -> bool {
    "fblrvsh".contains(letter)
}

fn is_vertical(letter: char) -> bool {
    "fbv".contains(letter)
}

fn is_horizontal(letter: char) -> bool {
    "lrs".contains(letter)
}

impl Direction {
    /// Parses the direction that begins with `first`, given the next letter. Returns the direction and
    /// its number of letters.
    pub(super) fn read(first: char, second: Option<char>) -> Option<(Self, usize)> {
        let both = |second| {
            is_vertical(first) && is_horizontal(second)
                || is_horizontal(first) && is_vertical(second)
        };
        match (first, second) {
            ('h', Some(hand @ ('l' | 'r'))) => Some((Self::Handed(hand), 2)),
            ('h', _) => None,
            ('f' | 'b' | 'l' | 'r', Some('h')) => Some((Self::Half(first), 2)),
            (_, Some(second)) if second == first => Some((Self::Toward(first), 2)),
            (_, Some(second)) if both(second) => Some((Self::Both(first, second), 2)),
            _ => Some((Self::Toward(first), 1)),
        }
    }

    /// True if the modifier selects this step.
    pub(super) fn selects(self, step: Offset) -> bool {
        let Offset { rows, columns } = step;
        let orthogonal = rows == 0 || columns == 0;
        let oblique = !orthogonal && rows.abs() != columns.abs();
        // The longer and the shorter component of an oblique step.
        let upright = rows.abs() > columns.abs();
        let (long, short) = if upright {
            (Offset::new(rows, 0), Offset::new(0, columns))
        } else {
            (Offset::new(0, columns), Offset::new(rows, 0))
        };
        match self {
            Self::Toward(letter) => leads(letter, if oblique { long } else { step }),
            Self::Half(letter) => leads(letter, step),
            Self::Both(first, second) if oblique => leads(first, short) && leads(second, long),
            Self::Both(first, second) if orthogonal => leads(first, step) || leads(second, step),
            Self::Both(first, second) => leads(first, step) && leads(second, step),
            // A quarter turn maps right-handed steps to right-handed ones.
            Self::Handed(hand) => {
                let rising = (rows > 0) == (columns > 0);
                oblique && (hand == 'r') == (rising == upright)
            }
        }
    }
}

fn leads(letter: char, step: Offset) -> bool {
    match letter {
        'f' => step.rows > 0,
        'b' => step.rows < 0,
        'l' => step.columns < 0,
        'r' => step.columns > 0,
        'v' => step.rows != 0,
        's' => step.columns != 0,
        _ => false,
    }
}

/// The modifiers that select exactly these steps of their shape; empty if `kept` contains all steps of
/// the shape.
///
/// # Panics
/// When there is no step.
pub(super) fn modifiers(kept: &[Offset]) -> String {
    let all = Offset::of_shape(kept[0].shape());
    if kept.len() == all.len() {
        return String::new();
    }
    let read = |token: &str| {
        let mut letters = token.chars();
        let first = letters.next().expect("a token is not empty");
        Direction::read(first, letters.next()).expect("a token is a direction").0
    };
    let steps = |token: &str| -> Vec<Offset> {
        let direction = read(token);
        all.iter().copied().filter(|&step| direction.selects(step)).collect()
    };
    // Several modifiers are written with doubled letters, so that neighbouring letters do not pair.
    if let Some(token) = SINGLE_MODIFIERS.iter().find(|token| steps(token) == kept) {
        return (*token).to_owned();
    }
    let (mut text, mut left) = (String::new(), kept.to_vec());
    for token in COMBINABLE_MODIFIERS {
        let steps = steps(token);
        if steps.iter().all(|step| kept.contains(step)) && steps.iter().any(|s| left.contains(s)) {
            text.push_str(token);
            left.retain(|step| !steps.contains(step));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps of an atom that modifiers select, drawn as `*` around the piece `o`.
    fn drawn(modifiers: &str, shape: (i32, i32)) -> Vec<String> {
        let letters: Vec<char> = modifiers.chars().collect();
        let (mut directions, mut at) = (Vec::new(), 0);
        while at < letters.len() {
            let (direction, length) =
                Direction::read(letters[at], letters.get(at + 1).copied()).unwrap();
            directions.push(direction);
            at += length;
        }
        let steps = Offset::of_shape(shape);
        let kept = |step| steps.contains(&step) && directions.iter().any(|way| way.selects(step));
        let side = shape.1;
        let mark = |row, column| match Offset::new(row, column) {
            Offset { rows: 0, columns: 0 } => 'o',
            step if kept(step) => '*',
            _ => '.',
        };
        (-side..=side)
            .rev()
            .map(|row| (-side..=side).map(|column| mark(row, column)).collect())
            .collect()
    }

    #[test]
    fn oblique_steps_are_told_apart_as_the_field_does() {
        for (modifiers, picture) in [
            ("f", [".*.*.", ".....", "..o..", ".....", "....."]),
            ("ff", [".*.*.", ".....", "..o..", ".....", "....."]),
            ("fs", [".....", "*...*", "..o..", ".....", "....."]),
            ("fh", [".*.*.", "*...*", "..o..", ".....", "....."]),
            ("rf", ["...*.", ".....", "..o..", ".....", "....."]),
            ("fr", [".....", "....*", "..o..", ".....", "....."]),
            ("rv", ["...*.", ".....", "..o..", ".....", "...*."]),
            ("v", [".*.*.", ".....", "..o..", ".....", ".*.*."]),
            ("s", [".....", "*...*", "..o..", "*...*", "....."]),
            ("rh", ["...*.", "....*", "..o..", "....*", "...*."]),
            ("hr", ["...*.", "*....", "..o..", "....*", ".*..."]),
            ("hl", [".*...", "....*", "..o..", "*....", "...*."]),
            ("ffbs", [".*.*.", ".....", "..o..", "*...*", "....."]),
            ("flbb", [".....", "*....", "..o..", ".....", ".*.*."]),
        ] {
            assert_eq!(drawn(modifiers, (1, 2)), picture, "{modifiers}");
        }
    }

    #[test]
    fn straight_steps_join_and_diagonal_steps_cross() {
        for (modifiers, orthogonal, diagonal) in [
            ("f", [".*.", ".o.", "..."], ["*.*", ".o.", "..."]),
            ("fr", [".*.", ".o*", "..."], ["..*", ".o.", "..."]),
            ("v", [".*.", ".o.", ".*."], ["*.*", ".o.", "*.*"]),
            ("s", ["...", "*o*", "..."], ["*.*", ".o.", "*.*"]),
            ("fs", [".*.", "*o*", "..."], ["*.*", ".o.", "..."]),
            ("fb", [".*.", ".o.", ".*."], ["*.*", ".o.", "*.*"]),
            ("bfl", [".*.", "*o.", ".*."], ["*..", ".o.", "*.*"]),
            ("rh", ["...", ".o*", "..."], ["..*", ".o.", "..*"]),
        ] {
            assert_eq!(drawn(modifiers, (0, 1)), orthogonal, "{modifiers}W");
            assert_eq!(drawn(modifiers, (1, 1)), diagonal, "{modifiers}F");
        }
    }
}
