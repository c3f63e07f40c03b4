//! Which puzzle to make.

use strum::VariantNames;

use geometry::{digits, nearest};
use session::steps::Grade;

/// A puzzle to make from the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PuzzleOrder {
    /// `None` for the kind that suits the rules: with coloured regions if they need regions, or else
    /// with givens.
    pub kind: Option<PuzzleKind>,
    /// `None` for any.
    pub grade: Option<Grade>,
}

/// What makes the solution the only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PuzzleKind {
    /// This number of givens, or as few as possible.
    Givens(Option<usize>),
    /// Coloured regions.
    Coloured,
    /// The regions of a star battle.
    StarBattle,
}

impl PuzzleOrder {
    /// The words of kinds and grades.
    pub(crate) fn words() -> Vec<&'static str> {
        KINDS.into_iter().map(|(word, _)| word).chain(Grade::VARIANTS.iter().copied()).collect()
    }

    /// Parses a kind, a grade, both, or neither.
    ///
    /// # Errors
    /// When a word is none of these, or there are two of a sort.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut order = Self::default();
        for word in text.split_whitespace() {
            let is_new = if let Ok(grade) = word.parse() {
                order.grade.replace(grade).is_none()
            } else if let Some(kind) = kind(word) {
                order.kind.replace(kind).is_none()
            } else {
                return Err(match nearest(word, Self::words()) {
                    Some(near) => format!("'{word}' is no kind of puzzle: did you mean '{near}'?"),
                    None => format!(
                        "'{word}' is no number of givens, as in ':puzzle 3', nor 'givens', 'coloured' or \
                         'star-battle', nor a grade ({})",
                        Grade::VARIANTS.join(", ")
                    ),
                });
            };
            if !is_new {
                return Err(format!("'{text}' names two kinds or two grades of puzzles"));
            }
        }
        Ok(order)
    }
}

const KINDS: [(&str, PuzzleKind); 3] = [
    ("coloured", PuzzleKind::Coloured),
    ("star-battle", PuzzleKind::StarBattle),
    ("givens", PuzzleKind::Givens(None)),
];

fn kind(word: &str) -> Option<PuzzleKind> {
    let named = KINDS.into_iter().find(|(name, _)| *name == word).map(|(_, kind)| kind);
    named.or_else(|| Some(PuzzleKind::Givens(Some(digits(word)?))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kind_and_grade_are_read_in_any_order() {
        let order = |kind, grade| Ok(PuzzleOrder { kind, grade });
        assert_eq!(PuzzleOrder::parse(""), order(None, None));
        assert_eq!(PuzzleOrder::parse("hard"), order(None, Some(Grade::Hard)));
        let star_battle = order(Some(PuzzleKind::StarBattle), Some(Grade::Easy));
        assert_eq!(PuzzleOrder::parse("star-battle easy"), star_battle);
        assert_eq!(PuzzleOrder::parse(" easy  star-battle "), star_battle);
        assert_eq!(PuzzleOrder::parse("3"), order(Some(PuzzleKind::Givens(Some(3))), None));
        let sentence = PuzzleOrder::parse("colored hard").unwrap_err();
        assert_eq!(sentence, "'colored' is no kind of puzzle: did you mean 'coloured'?");
        for wrong in ["nonsense", "hard easy", "coloured 3", "-1"] {
            assert!(PuzzleOrder::parse(wrong).is_err(), "{wrong}");
        }
    }
}
