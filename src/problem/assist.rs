use strum::{Display, EnumString, VariantNames};

/// How much the board shows. It does not change the problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Display, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[strum(parse_err_fn = UnknownAssist::new, parse_err_ty = UnknownAssist)]
pub enum Assist {
    /// All states and counts; when one solution remains, its cells as forced.
    #[default]
    Full,
    /// Only the cells that placed pieces attack.
    Attacks,
    /// Only the decisions.
    None,
}

/// A text that is not a level of assistance.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a level of assistance (full, attacks or none)")]
pub struct UnknownAssist(String);

impl UnknownAssist {
    fn new(text: &str) -> Self {
        Self(text.to_owned())
    }
}
