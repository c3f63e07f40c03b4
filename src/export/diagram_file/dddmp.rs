//! Reads the text form of DDDMP 2.0 and 3.0, as CUDD, dd and OxiDD write it.
//!
//! A node names its variable by the rank among the variables that have nodes. `.ids` are the numbers of these variables,
//! ascending, and `.permids` their levels.

use std::collections::HashMap;

use super::nodes::{FileNodes, Link};
use super::{Contents, Mistake, at_line, check_variables};

/// The keywords of the header, except `.nodes`, which ends it.
const KEYWORDS: &str = ".ver .mode .varinfo .dd .nnodes .nvars .nsuppvars .varnames .suppvarnames \
                        .orderedvarnames .ids .permids .auxids .nroots .rootids .rootnames .add";

/// The lines of the header by keyword, with the number of the line and the words.
struct Header<'a> {
    lines: HashMap<&'a str, (usize, Vec<&'a str>)>,
    /// The number of the line that ends the header.
    end: usize,
}

impl<'a> Header<'a> {
    fn line(&self, keyword: &str) -> (usize, &[&'a str]) {
        self.lines.get(keyword).map_or((self.end, &[]), |(line, words)| (*line, words))
    }

    /// The word of a line that must have exactly one word.
    fn word(&self, keyword: &str) -> Result<(usize, &'a str), Mistake> {
        match self.line(keyword) {
            (line, [word]) => Ok((line, word)),
            (line, _) => Err(at_line(line, format!("'{keyword}' needs one word"))),
        }
    }

    fn number(&self, keyword: &str) -> Result<usize, Mistake> {
        let (line, word) = self.word(keyword)?;
        number(line, word)
    }

    /// The words of a line that must have `count` words; `None` if the line is missing.
    fn words(&self, keyword: &str, count: usize) -> Result<Option<&[&'a str]>, Mistake> {
        let Some((line, words)) = self.lines.get(keyword) else { return Ok(None) };
        if words.len() == count {
            return Ok(Some(words));
        }
        Err(at_line(*line, format!("'{keyword}' has {} words, not {count}", words.len())))
    }

    /// The words of a line that must be there and have `count` words.
    fn needed(&self, keyword: &str, count: usize) -> Result<&[&'a str], Mistake> {
        let missing = || at_line(self.line(keyword).0, format!("'{keyword}' is missing"));
        self.words(keyword, count)?.ok_or_else(missing)
    }

    /// Reads `count` different numbers below `end`.
    fn numbers(&self, keyword: &str, count: usize, end: usize) -> Result<Vec<usize>, Mistake> {
        let line = self.line(keyword).0;
        let words = self.needed(keyword, count)?;
        let mut taken = vec![false; end];
        let number = |word: &&str| {
            let number: usize = number(line, word)?;
            let taken = taken.get_mut(number);
            let taken =
                taken.ok_or_else(|| at_line(line, format!("{number} is not below {end}")))?;
            if std::mem::replace(taken, true) {
                return Err(at_line(line, format!("{number} occurs twice")));
            }
            Ok(number)
        };
        words.iter().map(number).collect()
    }
}

fn number<N: std::str::FromStr>(line: usize, word: &str) -> Result<N, Mistake> {
    word.parse().map_err(|_| at_line(line, format!("'{word}' is not a number, or too large")))
}

/// Reads a diagram with all its roots.
pub(super) fn read(text: &str) -> Result<Contents, Mistake> {
    let mut lines = (1..).zip(text.lines());
    let header = header(&mut lines)?;
    let (line, version) = header.word(".ver")?;
    if !["DDDMP-2.0", "DDDMP-3.0"].contains(&version) {
        return Err(at_line(
            line,
            format!("version '{version}' is not read: only DDDMP-2.0 and 3.0"),
        ));
    }
    if let (line, "B") = header.word(".mode")? {
        return Err(at_line(line, "the binary mode is not read: only '.mode A'"));
    }
    if let Some((line, _)) = header.lines.get(".add") {
        return Err(at_line(*line, "this is an ADD, not a BDD"));
    }
    let words_of_node = if header.number(".varinfo")? == 4 { 4 } else { 5 };
    let variables = header.number(".nvars")?;
    check_variables(variables).map_err(|reason| at_line(header.line(".nvars").0, reason))?;
    let ids = header.line(".ids").1.len();
    if header.lines.contains_key(".nsuppvars") && header.number(".nsuppvars")? != ids {
        return Err(at_line(header.line(".ids").0, "'.nsuppvars' is not the number of '.ids'"));
    }
    let ids = header.numbers(".ids", ids, variables)?;
    let levels = header.numbers(".permids", ids.len(), variables)?;
    let names = names(&header, &ids, &levels, variables)?;
    let mut by_rank = levels;
    by_rank.sort_unstable();

    let mut nodes = FileNodes::new(variables);
    let last = loop {
        let Some((line, text)) = lines.next() else {
            return Err(at_line(
                header.end,
                "the end is missing: there is no '.end' after the nodes",
            ));
        };
        if text.trim() == ".end" {
            break line;
        }
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        if words.len() != words_of_node {
            return Err(at_line(
                line,
                format!("a node has {words_of_node} words, not {}", words.len()),
            ));
        }
        add_node(&mut nodes, &words, &by_rank).map_err(|reason| at_line(line, reason))?;
    };
    if let Some((line, _)) = lines.find(|(_, text)| !text.trim().is_empty()) {
        return Err(at_line(line, "there is text after '.end'"));
    }
    let stated = header.number(".nnodes")?;
    if stated != nodes.len() {
        return Err(at_line(
            last,
            format!("there are {} nodes, but '.nnodes' is {stated}", nodes.len()),
        ));
    }
    let count = header.number(".nroots")?;
    let line = header.line(".rootids").0;
    let roots = header.needed(".rootids", count)?;
    let root_names = header.words(".rootnames", count)?;
    let root = |(index, word): (usize, &&str)| {
        let target = link(&mut nodes, word).map_err(|reason| at_line(line, reason))?;
        Ok((root_names.map_or_else(|| (index + 1).to_string(), |it| it[index].to_owned()), target))
    };
    let roots = roots.iter().enumerate().map(root).collect::<Result<_, Mistake>>()?;
    Ok(Contents { names, nodes, roots })
}

fn header<'a>(lines: &mut impl Iterator<Item = (usize, &'a str)>) -> Result<Header<'a>, Mistake> {
    let (mut found, mut last) = (HashMap::new(), 1);
    for (line, text) in lines {
        last = line;
        let mut words = text.split_ascii_whitespace();
        let Some(keyword) = words.next() else { continue };
        if keyword == ".nodes" {
            return Ok(Header { lines: found, end: line });
        }
        if !KEYWORDS.split(' ').any(|known| known == keyword) {
            return Err(at_line(line, format!("'{keyword}' is not a keyword of DDDMP")));
        }
        if found.insert(keyword, (line, words.collect())).is_some() {
            return Err(at_line(line, format!("'{keyword}' occurs twice")));
        }
    }
    Err(at_line(last, "the nodes are missing: there is no '.nodes'"))
}

/// The names of all variables in variable order; `None` if the file has no names. A variable without nodes has a known
/// level only if the names are listed in order. Otherwise it takes a level that is left.
fn names(
    header: &Header<'_>,
    ids: &[usize],
    levels: &[usize],
    variables: usize,
) -> Result<(Vec<String>, bool), Mistake> {
    let ordered = header.words(".orderedvarnames", variables)?;
    let by_id = header.words(".varnames", variables)?;
    let support = header.words(".suppvarnames", ids.len())?;
    let has_names = ordered.is_some() || by_id.is_some() || support.is_some();
    if let Some(ordered) = ordered {
        let named = support.into_iter().flatten().zip(levels);
        if let Some((name, _)) = named.into_iter().find(|&(name, &level)| ordered[level] != *name) {
            let reason = format!("'{name}' is elsewhere in '.orderedvarnames'");
            return Err(at_line(header.line(".suppvarnames").0, reason));
        }
        return Ok((ordered.iter().map(ToString::to_string).collect(), has_names));
    }
    // For each level its variable, and for each variable its place among those with nodes.
    let (mut id_at, mut place) = (vec![None; variables], vec![None; variables]);
    for (index, (&id, &level)) in ids.iter().zip(levels).enumerate() {
        (id_at[level], place[id]) = (Some(id), Some(index));
    }
    let mut others = (0..variables).filter(|&id| place[id].is_none());
    let name = |id: usize| match (by_id, support, place[id]) {
        (Some(names), ..) => names[id].to_owned(),
        (None, Some(names), Some(index)) => names[index].to_owned(),
        (None, ..) => format!("x{id}"),
    };
    let ids = id_at.into_iter().filter_map(|id: Option<usize>| id.or_else(|| others.next()));
    Ok((ids.map(name).collect(), has_names))
}

/// Adds the node described by a line: its number, an optional name of its variable, the rank of its variable, its high edge and
/// its low edge.
fn add_node(nodes: &mut FileNodes, words: &[&str], levels: &[usize]) -> Result<(), String> {
    let [first, .., variable, high, low] = words else {
        return Err("words are missing".to_owned());
    };
    if first.parse() != Ok(nodes.len() + 1) {
        return Err(format!("'{first}' is not the number of the next node, {}", nodes.len() + 1));
    }
    if [*high, *low] == ["0", "0"] {
        let value = match *variable {
            "1" | "T" => true,
            "0" | "F" => false,
            other => return Err(format!("'{other}' is not a terminal")),
        };
        nodes.add_terminal(value);
        return Ok(());
    }
    let level = variable.parse().ok().and_then(|rank: usize| levels.get(rank));
    let level = level.ok_or_else(|| format!("'{variable}' is not the place of a variable"))?;
    let (low, high) = (link(nodes, low)?, link(nodes, high)?);
    nodes.add(*level, low, high).map(drop)
}

/// The target of an edge: the number of an earlier node, negative for the complement.
fn link(nodes: &mut FileNodes, word: &str) -> Result<Link, String> {
    let number: i64 = word.parse().map_err(|_| format!("'{word}' is not an edge"))?;
    let index =
        usize::try_from(number.unsigned_abs()).ok().and_then(|number| number.checked_sub(1));
    let link = index.and_then(|index| nodes.get(index));
    let link = link.ok_or_else(|| format!("'{word}' is not the number of an earlier node"))?;
    Ok(if number < 0 { nodes.complement(link) } else { link })
}
