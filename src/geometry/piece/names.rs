use crate::similar;

/// A usual piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    /// The name, with a hyphen between two words.
    pub name: &'static str,
    /// Other names in the literature.
    pub aliases: &'static [&'static str],
    /// The moves of the piece in Betza notation.
    pub notation: &'static str,
}

const fn named(
    name: &'static str,
    notation: &'static str,
    aliases: &'static [&'static str],
) -> Named {
    Named { name, aliases, notation }
}

/// The usual pieces, the most usual first. The names are from Wikipedia's list of fairy chess
/// pieces and from Betza's articles. Hoppers, lame and crooked pieces are left out.
pub(super) const NAMED: &[Named] = &[
    named("queen", "Q", &[]),
    named("rook", "R", &[]),
    named("bishop", "B", &[]),
    named("knight", "N", &[]),
    named("king", "K", &["mann", "commoner"]),
    named("amazon", "QN", &["superqueen"]),
    named("princess", "BN", &["archbishop", "cardinal", "janus"]),
    named("empress", "RN", &["chancellor", "marshal", "marshall"]),
    named("centaur", "KN", &[]),
    named("nightrider", "NN", &[]),
    named("camel", "C", &[]),
    named("zebra", "Z", &[]),
    named("giraffe", "(1,4)", &[]),
    named("wazir", "W", &[]),
    named("ferz", "F", &["fers"]),
    named("dabbaba", "D", &[]),
    named("alfil", "A", &[]),
    named("threeleaper", "H", &[]),
    named("tripper", "G", &[]),
    named("dragon-king", "RF", &["dragon", "bers"]),
    named("dragon-horse", "BW", &[]),
    named("gnu", "NC", &["wildebeest"]),
    named("bison", "CZ", &[]),
    named("okapi", "NZ", &[]),
    named("buffalo", "NCZ", &[]),
    named("squirrel", "NAD", &[]),
    named("alibaba", "AD", &[]),
    named("kirin", "FD", &[]),
    named("phoenix", "WA", &["waffle"]),
    named("champion", "WAD", &[]),
    named("wizard", "FC", &[]),
    named("marquis", "NW", &[]),
    named("priest", "NF", &[]),
    named("carpenter", "ND", &[]),
    named("mammoth", "KAD", &["pasha"]),
    named("caliph", "BC", &[]),
    named("canvasser", "RC", &[]),
    named("waran", "RNN", &[]),
    named("unicorn", "BNN", &["banshee"]),
    named("amazonrider", "QNN", &[]),
    named("dabbabarider", "DD", &["dabbabante"]),
    named("alfilrider", "AA", &["alfilante"]),
    named("camelrider", "CC", &[]),
    named("zebrarider", "ZZ", &[]),
    named("fourleaper", "(0,4)", &[]),
    named("antelope", "(3,4)", &[]),
    named("ibis", "(1,5)", &[]),
    named("flamingo", "(1,6)", &[]),
    named("fiveleaper", "(0,5)(3,4)", &["root-25-leaper"]),
    named("root-50-leaper", "(1,7)(5,5)", &[]),
    named("gold-general", "WfF", &["gold"]),
    named("silver-general", "FfW", &["silver"]),
    named("lance", "fR", &[]),
    named("crab", "ffNbsN", &[]),
];

/// Finds the piece with this name, ignoring case. Spaces and underscores count as hyphens.
pub(super) fn find(text: &str) -> Option<&'static Named> {
    let wanted = plain(text);
    NAMED.iter().find(|named| all_names(named).any(|name| name == wanted))
}

fn plain(text: &str) -> String {
    text.to_ascii_lowercase().replace([' ', '_'], "-")
}

fn all_names(named: &Named) -> impl Iterator<Item = &'static str> {
    std::iter::once(named.name).chain(named.aliases.iter().copied())
}

/// The known name most similar to `text`, if one is similar enough.
pub(super) fn nearest(text: &str) -> Option<&'static str> {
    similar::nearest(&plain(text), NAMED.iter().flat_map(all_names))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_name_is_there_twice_or_reads_as_notation() {
        let names: Vec<_> = NAMED.iter().flat_map(all_names).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        assert!(names.iter().all(|name| name.ends_with(|end: char| end.is_ascii_lowercase())));
    }

    #[test]
    fn names_are_found_as_people_write_them() {
        for (text, name) in [
            ("Queen", "queen"),
            ("CHANCELLOR", "empress"),
            ("dragon king", "dragon-king"),
            ("Dragon_Horse", "dragon-horse"),
        ] {
            assert_eq!(find(text).map(|named| named.name), Some(name));
        }
        assert!(find("quee").is_none());
    }

    #[test]
    fn near_names_are_guessed_and_far_ones_not() {
        for (text, name) in [
            ("quen", Some("queen")),
            ("Qeuen", Some("queen")),
            ("nightridr", Some("nightrider")),
            ("archbisop", Some("archbishop")),
            ("pawn", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(nearest(text), name, "{text}");
        }
    }
}
