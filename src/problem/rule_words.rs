//! Rules in words, for titles and for players.

use super::family::HeaderForm;
use super::group::Requirement;
use super::rules::Rules;
use geometry::Cell;

impl Rules {
    /// The requirements on rows, columns and regions: `one in each row, column`.
    pub fn requirements_in_words(&self) -> String {
        let mut parts: Vec<(String, Vec<&str>)> = Vec::new();
        for &Requirement { family, bounds } in self.requirements() {
            let number = number(bounds.lower);
            // If pieces exclude each other along a row, a row has at most one piece, so a lower bound of one is exact.
            let is_exact = bounds.upper.is_some() || self.at_most_one_in_line();
            let many = if is_exact { number } else { format!("at least {number}") };
            let declaration = family.properties();
            let place = match declaration.header {
                HeaderForm::InEach => declaration.group,
                HeaderForm::InAll => {
                    parts.push((format!("{} in all", bounds.lower), Vec::new()));
                    continue;
                }
                HeaderForm::Words(words) => {
                    parts.push((words.to_owned(), Vec::new()));
                    continue;
                }
            };
            match parts.iter_mut().find(|(text, places)| *text == many && !places.is_empty()) {
                Some((_, places)) => places.push(place),
                None => parts.push((many, vec![place])),
            }
        }
        let part = |(text, places): (String, Vec<&str>)| match places[..] {
            [] => text,
            _ => format!("{text} in each {}", places.join(", ")),
        };
        let mut parts: Vec<String> = parts.into_iter().map(part).collect();
        parts.extend(self.max_cost().map(|limit| format!("cost at most {limit}")));
        if parts.is_empty() { "nothing required".to_owned() } else { parts.join("; ") }
    }

    /// The rules for a player, in two short lines: where pieces stand, and which pieces exclude each
    /// other.
    ///
    /// ```
    /// # use problem::Rules;
    /// let rules = Rules::star_battle(geometry::Grid::new("10".parse()?), 2);
    /// assert_eq!(rules.in_two_lines(), ["2 in each row, column, region", "none touch, even diagonally"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn in_two_lines(&self) -> [String; 2] {
        let exclusion = match self.known_puzzle() {
            Some(_) => "none touch, even diagonally",
            None if self.has_board_rule() => "no two attack each other",
            None => "pieces may attack each other",
        };
        // Digits are short enough for one line of a narrow panel.
        let words = self.requirements_in_words();
        let digits = (1..).zip(&NUMBERS[1..]).find_map(|(digit, word)| {
            words.strip_prefix(word).map(|rest| format!("{digit}{rest}"))
        });
        [digits.filter(|_| self.known_puzzle().is_some()).unwrap_or(words), exclusion.to_owned()]
    }

    /// Says that pieces on two cells exclude each other, in the words of the puzzle: `touch`, or `attack each other`.
    pub fn clash_in_words(&self, one: Cell, other: Cell) -> &'static str {
        let are_neighbours =
            one.row().abs_diff(other.row()) <= 1 && one.column().abs_diff(other.column()) <= 1;
        let is_puzzle = self.known_puzzle().is_some();
        if is_puzzle && are_neighbours { "touch" } else { "attack each other" }
    }
}

const NUMBERS: [&str; 7] = ["no", "one", "two", "three", "four", "five", "six"];

/// A small number as a word, a larger one in digits.
fn number(number: u32) -> String {
    NUMBERS.get(number as usize).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requirements_are_said_in_words() {
        for (piece, rules, words) in [
            ("queen", "rows", "one in each row"),
            ("knight", "rows", "at least one in each row"),
            ("king", "rows=1,columns=1", "one in each row, column"),
            ("knight", "rows=2,columns", "two in each row; at least one in each column"),
            ("queen", "pieces=5", "5 in all"),
            ("queen", "dominate,pieces=5", "5 in all; every cell covered"),
            ("queen", "", "nothing required"),
        ] {
            let needs = rules.split(',').filter(|rule| !rule.is_empty());
            let requirements = needs.map(|rule| rule.parse::<Requirement>().unwrap());
            let rules = Rules::queens(8).unwrap().with_piece(piece.parse().unwrap());
            assert_eq!(rules.with_requirements(requirements).requirements_in_words(), words);
        }
    }

    #[test]
    fn a_player_reads_two_lines() {
        let rules = Rules::queens(8).unwrap();
        assert_eq!(rules.in_two_lines(), ["one in each row", "no two attack each other"]);
        let free = rules.with_board_rule(false);
        assert_eq!(
            free.in_two_lines(),
            ["at least one in each row", "pieces may attack each other"]
        );
    }

    #[test]
    fn a_star_battle_has_digits_and_no_touching() {
        let grid = || geometry::Grid::new("8".parse().unwrap());
        let none_touch = "none touch, even diagonally";
        for (stars, words) in [
            (1, "1 in each row, column, region"),
            (2, "2 in each row, column, region"),
            (6, "6 in each row, column, region"),
            (7, "7 in each row, column, region"),
        ] {
            let lines = Rules::star_battle(grid(), stars).in_two_lines();
            assert_eq!(lines, [words, none_touch]);
        }
        let weights = crate::weights::Weights::new(grid().size(), vec![1; 64]).unwrap();
        let priced = Rules::queens(8).unwrap().with_weights(Some(weights)).unwrap();
        let limited = priced.with_max_cost(Some(5)).unwrap();
        assert_eq!(limited.requirements_in_words(), "one in each row; cost at most 5");
    }

    #[test]
    fn only_neighbouring_stars_touch() {
        let grid = geometry::Grid::new("8".parse().unwrap());
        let (stars, queens) = (Rules::star_battle(grid, 1), Rules::queens(8).unwrap());
        let star = "d4".parse().unwrap();
        let neighbours = Cell::parse_list("c3,c4,c5,d3,d5,e3,e4,e5").unwrap();
        for other in stars.size().iter().filter(|&cell| cell != star) {
            let touches = neighbours.contains(&other);
            let words = if touches { "touch" } else { "attack each other" };
            assert_eq!(stars.clash_in_words(star, other), words, "{other}");
            assert_eq!(queens.clash_in_words(star, other), "attack each other", "{other}");
        }
    }
}
