use strum::{Display, EnumString, VariantNames};

use geometry::{UnknownWord, did_you_mean, nearest};

/// How much help the board shows. The problem stays the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Display, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[strum(parse_err_fn = unknown_assist, parse_err_ty = UnknownWord)]
pub enum Assist {
    /// All states and counts. When only one solution remains, its cells are shown as forced.
    #[default]
    Full,
    /// Only the cells that placed pieces attack, in addition to the decisions.
    Attacks,
    /// No help: only the decisions are shown.
    None,
}

fn unknown_assist(text: &str) -> UnknownWord {
    let near = nearest(text, Assist::VARIANTS.iter().copied());
    let words = near.map_or_else(|| "full, attacks or none".to_owned(), did_you_mean);
    UnknownWord::new(text, format!("is not a level of assistance: {words}"))
}
