//! Reads claims in words.

use super::Claim;
use geometry::{Cell, ParseCellError, parse_digits};
use problem::{Family, GroupId, Problem, Value};

/// Why a text is no claim about a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseClaimError {
    /// A word that no claim can contain.
    #[error("'{0}' is no part of a claim (groups and decided cells, as in 'rows 3, 6 and a1')")]
    Word(String),
    /// The claim names a group on which no rule sets bounds.
    #[error("no rule speaks of {0}")]
    NoGroup(GroupId),
    /// A named cell, other than the subject, has no decision.
    #[error("{0} is not decided: a claim names decided cells and groups")]
    Undecided(Cell),
    /// The name of a decided cell, in a list of covers.
    #[error(
        "'{0}' may be the cover of {0} or the decision on it: name decisions first, covers as in 'cover {0}'"
    )]
    Ambiguous(Cell),
    /// The subject is named as its own reason.
    #[error("{0} cannot be its own reason")]
    Circular(Cell),
    /// The subject is a hole or off the grid, or not the name of a cell.
    #[error("{0}")]
    Subject(String),
}

/// Words that separate the statement from its reasons.
const BECAUSE: [&str; 3] = ["because", "by", "from"];

/// Words that the parser ignores.
const FILLERS: [&str; 7] = ["is", "of", "and", "the", "it", "must", "be"];

impl Claim {
    /// Parses a claim: `c4 is impossible because of rows 3, 6 and a1`. The statement stands before `because`. Its cell
    /// may be left out (then the cell is `subject`), and so may `impossible`. Without `because`, the whole text lists
    /// reasons.
    ///
    /// # Errors
    /// When a word is unknown, or names something that the position does not have.
    pub fn parse(text: &str, subject: Cell, problem: &Problem) -> Result<Self, ParseClaimError> {
        let words: Vec<String> = text
            .split(|character: char| character.is_whitespace() || ",;.:".contains(character))
            // Names of regions may come with their colours: `region d (blue)`.
            .filter(|word| !word.is_empty() && !word.starts_with('('))
            .map(str::to_lowercase)
            .collect();
        let is_because = |word: &String| BECAUSE.contains(&word.as_str());
        let (statement, reasons) = match words.iter().position(is_because) {
            Some(index) => (&words[..index], &words[index + 1..]),
            None => (&[][..], &words[..]),
        };
        let mut claim = Self::impossible(subject);
        claim.read_statement(statement)?;
        let checked = problem.rules().check(claim.cell);
        checked.map_err(|error| ParseClaimError::Subject(error.to_string()))?;
        let mut reader = ReasonReader { problem, family: None, last: None, is_range: false };
        for word in reasons.iter().filter(|word| !FILLERS.contains(&word.as_str())) {
            reader.read(word, &mut claim)?;
        }
        if claim.decided.contains(&claim.cell) {
            return Err(ParseClaimError::Circular(claim.cell));
        }
        Ok(claim)
    }

    fn read_statement(&mut self, words: &[String]) -> Result<(), ParseClaimError> {
        for word in words.iter().filter(|word| !FILLERS.contains(&word.as_str())) {
            match word.as_str() {
                "impossible" | "out" | "empty" | "excluded" => self.refuted = Value::Placed,
                "forced" | "placed" | "piece" | "in" => self.refuted = Value::Excluded,
                word => {
                    self.cell = word.parse().map_err(|error: ParseCellError| {
                        ParseClaimError::Subject(error.to_string())
                    })?;
                }
            }
        }
        Ok(())
    }
}

/// Reads the reasons of a claim, word by word.
struct ReasonReader<'a> {
    problem: &'a Problem,
    /// The family whose groups are named by the next words: after `rows`, the numbers of rows.
    family: Option<Family>,
    /// The last group that was named. `None` directly after the word `cover`.
    last: Option<GroupId>,
    /// True after `to`: the names on both sides form a range.
    is_range: bool,
}

impl ReasonReader<'_> {
    fn read(&mut self, word: &str, claim: &mut Claim) -> Result<(), ParseClaimError> {
        let family = match word {
            "row" | "rows" => Some(Family::Rows),
            "column" | "columns" => Some(Family::Columns),
            "region" | "regions" => Some(Family::Regions),
            "cover" | "covers" => Some(Family::Dominate),
            _ => None,
        };
        if family.is_some() {
            self.family = family;
            self.last = self.last.filter(|_| family != Some(Family::Dominate));
            return Ok(());
        }
        if word == "to" && self.last.is_some() {
            self.is_range = true;
            return Ok(());
        }
        if word.split('=').next() == Some("pieces") {
            let mut ids = self.problem.rules().groups().iter().map(problem::Group::id);
            let whole = ids.find(|id| id.family() == Family::Pieces);
            let whole = whole.ok_or(ParseClaimError::NoGroup(GroupId::Pieces(None)))?;
            return self.name(whole, claim);
        }
        if let Some(group) = self.group(word) {
            let decided = |cell: &Cell| self.problem.decisions().get(*cell).is_some();
            if let Some(cell) = group.center().filter(|cell| self.last.is_some() && decided(cell)) {
                return Err(ParseClaimError::Ambiguous(cell));
            }
            let first = self.last.filter(|_| std::mem::take(&mut self.is_range));
            for group in range(first, group) {
                self.name(group, claim)?;
            }
            return Ok(());
        }
        let cell: Cell = word.parse().map_err(|_| ParseClaimError::Word(word.to_owned()))?;
        if cell != claim.cell && self.problem.decisions().get(cell).is_none() {
            return Err(ParseClaimError::Undecided(cell));
        }
        if !claim.decided.contains(&cell) {
            claim.decided.push(cell);
        }
        Ok(())
    }

    /// The group of the family that a word names.
    fn group(&self, word: &str) -> Option<GroupId> {
        let one = || {
            let mut letters = word.chars();
            letters.next().filter(|_| letters.next().is_none())
        };
        match self.family? {
            Family::Rows => {
                let number: u16 = parse_digits(word)?;
                number.checked_sub(1).map(GroupId::Row)
            }
            // The cell of the column in row 1 has the letters of the column.
            Family::Columns => format!("{word}1")
                .parse()
                .ok()
                .map(|cell: Cell| GroupId::Column(cell.column()))
                .filter(|_| word.chars().all(char::is_alphabetic)),
            Family::Regions => one().map(GroupId::Region),
            Family::Dominate => {
                word.parse().ok().map(|cell| GroupId::Around(Family::Dominate, cell))
            }
            Family::Pieces => None,
        }
    }

    fn name(&mut self, group: GroupId, claim: &mut Claim) -> Result<(), ParseClaimError> {
        if !self.problem.rules().groups().iter().any(|other| other.id() == group) {
            return Err(ParseClaimError::NoGroup(group));
        }
        if !claim.groups.contains(&group) {
            claim.groups.push(group);
        }
        self.last = Some(group);
        Ok(())
    }
}

/// All groups from `first` to `last`, if these are two rows or two columns, otherwise `last` alone.
fn range(first: Option<GroupId>, last: GroupId) -> Vec<GroupId> {
    match (first, last) {
        (Some(GroupId::Row(first)), GroupId::Row(last)) => {
            (first..=last).map(GroupId::Row).collect()
        }
        (Some(GroupId::Column(first)), GroupId::Column(last)) => {
            (first..=last).map(GroupId::Column).collect()
        }
        (_, last) => vec![last],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use problem::{BoardFile, Regions, Rules};

    fn read(text: &str, problem: &Problem) -> Result<String, String> {
        let claim = Claim::parse(text, "b2".parse().unwrap(), problem);
        let claim = claim.map_err(|error| error.to_string())?;
        let reasons = claim.reasons_in_words(crate::PLAIN_NAMES);
        Ok(format!("{} because of {reasons}", claim.statement()))
    }

    #[test]
    fn claims_are_read_as_people_write_them() {
        let text = "size = 8\nrules = [\"rows\", \"columns\", \"pieces=8\"]\nplaced = [\"a1\"]\nexcluded = [\"h8\"]";
        let problem = BoardFile::parse(text, "b").unwrap().problem;
        for (text, meant) in [
            (
                "c4 is impossible because of rows 3 and 6 and a1",
                "c4 is impossible because of row 3, row 6 and a1",
            ),
            ("row 3, row 6, a1", "b2 is impossible because of row 3, row 6 and a1"),
            ("row 3 to row 6", "b2 is impossible because of row 3, row 4, row 5 and row 6"),
            ("rows 3 and 6, a1, 7", "b2 is impossible because of row 3, row 6, row 7 and a1"),
            (
                "E5 forced by columns a to c, h8",
                "e5 is forced because of column a, column b, column c and h8",
            ),
            ("pieces=8, Row 8", "b2 is impossible because of 8 pieces in all and row 8"),
            ("pieces", "b2 is impossible because of 8 pieces in all"),
            ("", "b2 is impossible because of the board rule"),
        ] {
            assert_eq!(read(text, &problem).as_deref(), Ok(meant), "{text}");
        }
        for (text, sentence) in [
            ("row 9", "no rule speaks of row 9"),
            ("region a", "no rule speaks of region a"),
            ("rows 3, c5", "c5 is not decided: a claim names decided cells and groups"),
            ("b2", "b2 cannot be its own reason"),
            ("diagonal 3", "'diagonal' is no part of a claim"),
            ("k9 because row 3", "k9 is off the 8×8 grid"),
            ("row 0", "'0' is no part of a claim"),
        ] {
            let error = read(text, &problem).unwrap_err();
            assert!(error.starts_with(sentence), "{text}: {error}");
        }
    }

    /// The last a1 was silently read as another cover, so that the claim was not proved.
    #[test]
    fn a_decided_cell_in_a_list_of_covers_is_ambiguous() {
        let text = "size = 3\npiece = \"R2\"\nrules = [\"dominate\", \"pieces=3\"]\nboard_rule = false\n\
                    excluded = [\"a1\"]";
        let problem = BoardFile::parse(text, "b").unwrap().problem;
        for text in ["cover a1, pieces, a1", "covers b1 and a1"] {
            let error = read(text, &problem).unwrap_err();
            assert!(
                error.starts_with("'a1' may be the cover of a1 or the decision on it"),
                "{error}"
            );
        }
        for (text, reasons) in [
            ("a1, cover a1, pieces", "the cover of a1, 3 pieces in all and a1"),
            ("cover a1, pieces", "the cover of a1 and 3 pieces in all"),
            ("cover of a1, b1, c3", "the cover of a1, the cover of b1 and the cover of c3"),
            ("covers b1, c3, cover a1", "the cover of b1, the cover of c3 and the cover of a1"),
        ] {
            let claim = format!("b2 is impossible because of {reasons}");
            assert_eq!(read(text, &problem), Ok(claim), "{text}");
        }
    }

    #[test]
    fn regions_may_come_with_their_colours() {
        let regions = Regions::parse("aab\nabb\nabb").unwrap();
        let needs = ["rows", "columns", "regions"].map(|need| need.parse().unwrap());
        let rules = Rules::queens(3).unwrap().with_requirements(needs);
        let rules = rules.with_regions(&regions).unwrap();
        assert_eq!(
            read("region b (blue) and column a", &Problem::new(rules)).as_deref(),
            Ok("b2 is impossible because of region b and column a")
        );
    }
}
