use strum::{Display, EnumString, VariantNames};

use geometry::{did_you_mean, nearest};

/// How much help the board shows. The problem stays the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Display, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[strum(parse_err_fn = UnknownAssist::new, parse_err_ty = UnknownAssist)]
pub enum Assist {
    /// All states and counts. When only one solution remains, its cells are shown as forced.
    #[default]
    Full,
    /// Only the cells that placed pieces attack, in addition to the decisions.
    Attacks,
    /// No help: only the decisions are shown.
    None,
}

/// The error for a text that is not an assist level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is not a level of assistance: {}", .suggestion.map_or_else(
    || "full, attacks or none".to_owned(),
    did_you_mean
))]
pub struct UnknownAssist {
    text: String,
    suggestion: Option<&'static str>,
}

impl UnknownAssist {
    fn new(text: &str) -> Self {
        let near = nearest(text, Assist::VARIANTS.iter().copied());
        Self { text: text.to_owned(), suggestion: near }
    }
}
