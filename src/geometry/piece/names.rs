use crate::similar;

/// A usual piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct UsualPiece {
    /// The name, with a hyphen between two words.
    pub name: &'static str,
    /// Other names in the literature.
    pub aliases: &'static [&'static str],
    /// The moves of the piece in Betza notation.
    pub notation: &'static str,
}

const fn usual_piece(
    name: &'static str,
    notation: &'static str,
    aliases: &'static [&'static str],
) -> UsualPiece {
    UsualPiece { name, aliases, notation }
}

/// The usual pieces, the most usual first. The names are from Wikipedia's list of fairy chess
/// pieces and from Betza's articles. Hoppers, lame and crooked pieces are left out.
pub(super) const USUAL_PIECES: &[UsualPiece] = &[
    usual_piece("queen", "Q", &[]),
    usual_piece("rook", "R", &[]),
    usual_piece("bishop", "B", &[]),
    usual_piece("knight", "N", &[]),
    usual_piece("king", "K", &["mann", "commoner"]),
    usual_piece("amazon", "QN", &["superqueen"]),
    usual_piece("princess", "BN", &["archbishop", "cardinal", "janus"]),
    usual_piece("empress", "RN", &["chancellor", "marshal", "marshall"]),
    usual_piece("centaur", "KN", &[]),
    usual_piece("nightrider", "NN", &[]),
    usual_piece("camel", "C", &[]),
    usual_piece("zebra", "Z", &[]),
    usual_piece("giraffe", "(1,4)", &[]),
    usual_piece("wazir", "W", &[]),
    usual_piece("ferz", "F", &["fers"]),
    usual_piece("dabbaba", "D", &[]),
    usual_piece("alfil", "A", &[]),
    usual_piece("threeleaper", "H", &[]),
    usual_piece("tripper", "G", &[]),
    usual_piece("dragon-king", "RF", &["dragon", "bers"]),
    usual_piece("dragon-horse", "BW", &[]),
    usual_piece("gnu", "NC", &["wildebeest"]),
    usual_piece("bison", "CZ", &[]),
    usual_piece("okapi", "NZ", &[]),
    usual_piece("buffalo", "NCZ", &[]),
    usual_piece("squirrel", "NAD", &[]),
    usual_piece("alibaba", "AD", &[]),
    usual_piece("kirin", "FD", &[]),
    usual_piece("phoenix", "WA", &["waffle"]),
    usual_piece("champion", "WAD", &[]),
    usual_piece("wizard", "FC", &[]),
    usual_piece("marquis", "NW", &[]),
    usual_piece("priest", "NF", &[]),
    usual_piece("carpenter", "ND", &[]),
    usual_piece("mammoth", "KAD", &["pasha"]),
    usual_piece("caliph", "BC", &[]),
    usual_piece("canvasser", "RC", &[]),
    usual_piece("waran", "RNN", &[]),
    usual_piece("unicorn", "BNN", &["banshee"]),
    usual_piece("amazonrider", "QNN", &[]),
    usual_piece("dabbabarider", "DD", &["dabbabante"]),
    usual_piece("alfilrider", "AA", &["alfilante"]),
    usual_piece("camelrider", "CC", &[]),
    usual_piece("zebrarider", "ZZ", &[]),
    usual_piece("fourleaper", "(0,4)", &[]),
    usual_piece("antelope", "(3,4)", &[]),
    usual_piece("ibis", "(1,5)", &[]),
    usual_piece("flamingo", "(1,6)", &[]),
    usual_piece("fiveleaper", "(0,5)(3,4)", &["root-25-leaper"]),
    usual_piece("root-50-leaper", "(1,7)(5,5)", &[]),
    usual_piece("gold-general", "WfF", &["gold"]),
    usual_piece("silver-general", "FfW", &["silver"]),
    usual_piece("lance", "fR", &[]),
    usual_piece("crab", "ffNbsN", &[]),
];

/// Finds the piece with this name, ignoring case. Spaces and underscores count as hyphens.
pub(super) fn find(text: &str) -> Option<&'static UsualPiece> {
    let wanted = normalized_name(text);
    USUAL_PIECES.iter().find(|named| all_names(named).any(|name| name == wanted))
}

fn normalized_name(text: &str) -> String {
    text.to_ascii_lowercase().replace([' ', '_'], "-")
}

fn all_names(named: &UsualPiece) -> impl Iterator<Item = &'static str> {
    std::iter::once(named.name).chain(named.aliases.iter().copied())
}

/// The known name most similar to `text`, if it is similar enough.
pub(super) fn nearest(text: &str) -> Option<&'static str> {
    similar::nearest(&normalized_name(text), USUAL_PIECES.iter().flat_map(all_names))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_name_is_there_twice_or_reads_as_notation() {
        let names: Vec<_> = USUAL_PIECES.iter().flat_map(all_names).collect();
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
