//! The parsed arguments of the commands `play`, `puzzle`, `search`, `compare` and `export`.

use std::path::PathBuf;

use clap::Args;
use itertools::Itertools;
use strum::IntoEnumIterator;

use crate::options::{self, PlayOptions, Played, PuzzleOptions, SearchChoices, seed};
use crate::words;
use engine::search::{SearchOptions, Values};
use export::Format;
use geometry::{Cell, Piece, Sizes};
use problem::{Family, MaxCost, Requirement, Value};
use session::puzzle::{Difficulty, PuzzleSpec};

/// A puzzle to make from the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PuzzleOrder {
    /// Kind of puzzle. `None` chooses coloured regions if the rules need regions and a difficulty is given or the drawing is not
    /// finished, givens otherwise.
    pub kind: Option<WantedClues>,
    /// Difficulty; `None` allows any difficulty.
    pub difficulty: Option<Difficulty>,
    /// Seed; `None` chooses a random seed.
    pub seed: Option<u64>,
}

/// The kind of clues that make the solution unique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WantedClues {
    /// Given pieces. `None` means as few as possible.
    Givens(Option<usize>),
    /// Coloured regions.
    Coloured,
    /// Regions of a star battle. `None` means the usual number of stars.
    StarBattle(Option<u32>),
}

/// The kind of puzzle to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlayOrder {
    /// The present board.
    Board,
    /// A puzzle of coloured queens with this number of rows, whose regions the user paints.
    Own(u16),
    /// The unfinished puzzle with this number. The latest has the number 1.
    Continue(usize),
    /// A puzzle to make; without `wanted`, with the specification of the last puzzle.
    Puzzle { wanted: Option<PuzzleSpec>, seed: Option<u64> },
}

/// The searches to watch: one, or two side by side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Searches {
    /// The search that is watched, or the left one of two.
    pub first: SearchOptions,
    /// The second search beside the first, if there is one.
    pub second_search: Option<SearchOptions>,
}

/// Searches for all solutions whose effort is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchComparison {
    /// The searches, each with the words that name it.
    pub searches: Vec<(String, SearchOptions)>,
    /// The sizes of the boards; `None` for the usual sizes.
    pub sizes: Option<Sizes>,
}

/// The searches of `:search`: watched, or compared in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SearchOrder {
    /// Searches on the board, step by step.
    Watch(Searches),
    /// Searches in a table, by their effort.
    Compare(SearchComparison),
}

/// The word that separates the options of two searches.
const VERSUS: &str = "vs";

/// Options of `:puzzle`.
#[derive(Args)]
struct PuzzleLine {
    #[command(flatten)]
    options: PuzzleOptions,
    /// A star battle with the usual number of stars
    #[arg(long, conflicts_with_all = ["givens", "coloured", "stars"])]
    star_battle: bool,
    /// As few givens as possible
    #[arg(long, conflicts_with_all = ["givens", "coloured", "stars", "star_battle"])]
    few_givens: bool,
}

/// Options of one search of `:search`.
#[derive(Args)]
struct SearchLine {
    #[command(flatten)]
    choices: SearchChoices,
    /// The same seed tries the same values, with `--values random`
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = seed())]
    seed: Option<u64>,
    /// Compare the searches for these sizes in a table
    #[arg(long, value_name = "SIZES", allow_hyphen_values = true)]
    sizes: Option<Sizes>,
}

/// Options of `:export`, before the file.
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
struct ExportLine {
    /// The format
    #[arg(long, value_parser = options::variants::<Format>())]
    to: Option<Format>,
    /// Draw the board
    #[arg(long, conflicts_with_all = ["to", "diagram"])]
    picture: bool,
    /// Draw the diagram
    #[arg(long, conflicts_with = "to")]
    diagram: bool,
    /// Draw the puzzle with its solution
    #[arg(long, conflicts_with_all = ["to", "diagram"])]
    solutions: bool,
    /// Replace a file that is there
    #[arg(long)]
    force: bool,
}

/// The part of an argument that is being typed, and the words that complete it. `words` lists the words for the value of
/// an option, or without an option all others.
fn completions(text: &str, words: impl FnOnce(Option<&str>) -> Vec<String>) -> (&str, Vec<String>) {
    let last = text.rsplit(' ').next().unwrap_or_default().trim_start_matches("--");
    let (option, value) = last.split_once('=').unzip();
    (value.unwrap_or(last), words(option))
}

/// The words that complete the argument of `:play`.
pub(crate) fn play_completions(text: &str) -> (&str, Vec<String>) {
    completions(text, |option| options::completions::<PlayOptions>("play", option))
}

/// The words that complete the argument of `:puzzle`.
pub(crate) fn puzzle_completions(text: &str) -> (&str, Vec<String>) {
    completions(text, |option| options::completions::<PuzzleLine>("puzzle", option))
}

/// The words that complete the argument of `:search`.
pub(crate) fn search_completions(text: &str) -> (&str, Vec<String>) {
    completions(text, |option| {
        let mut words = options::completions::<SearchLine>("search", option);
        words.extend(option.is_none().then(|| VERSUS.to_owned()));
        words
    })
}

/// The words that complete the argument of `:export`.
pub(crate) fn export_completions(text: &str) -> (&str, Vec<String>) {
    completions(text, |option| {
        let mut words = options::completions::<ExportLine>("export", option);
        // A word that is neither an option nor its value is the name of the file.
        let is_format = |word: &str| Format::iter().any(|format| <&str>::from(format) == word);
        words.retain(|word| option.is_some() || !is_format(word));
        words
    })
}

/// Parses the argument of `:play`: the puzzle and the seed. An empty argument repeats the last specification.
pub(crate) fn play(text: &str) -> Result<(Option<PuzzleSpec>, Option<u64>), String> {
    if text.is_empty() {
        return Ok((None, None));
    }
    // A word after `daily` is another option, not its date.
    let words =
        text.split_whitespace().map(|word| if word == "daily" { "daily=today" } else { word });
    let text = words.collect::<Vec<_>>().join(" ");
    let options: PlayOptions = options::parse("play", "size", &text)?;
    let PlayOptions { puzzle: Played::Kind(kind), size, difficulty, stars, .. } = options else {
        return Err("':o FILE' opens a puzzle, and ':play' plays it".to_owned());
    };
    let wanted = PuzzleSpec::of_difficulty(kind, difficulty, size, stars)
        .map_err(|error| error.to_string())?;
    Ok((Some(wanted), options.seed()))
}

/// Parses the argument of `:puzzle`.
pub(crate) fn puzzle(text: &str) -> Result<PuzzleOrder, String> {
    let mut words =
        text.split_whitespace().map(|word| if word == "givens" { "few-givens" } else { word });

    let PuzzleLine { options, star_battle, few_givens } =
        options::parse("puzzle", "givens", &words.join(" "))?;
    let kind = match options {
        PuzzleOptions { stars: Some(stars), .. } => Some(WantedClues::StarBattle(Some(stars))),
        PuzzleOptions { coloured: true, .. } => Some(WantedClues::Coloured),
        PuzzleOptions { givens: Some(number), .. } => Some(WantedClues::Givens(Some(number))),
        _ if star_battle => Some(WantedClues::StarBattle(None)),
        _ => few_givens.then_some(WantedClues::Givens(None)),
    };
    Ok(PuzzleOrder { kind, difficulty: options.difficulty, seed: options.seed })
}

/// Parses the argument of `:search`: the options of searches separated by `vs`. A later search takes the options
/// that it does not name from the first search. More than two searches, or searches for several sizes, are compared
/// in a table.
pub(crate) fn search(text: &str) -> Result<SearchOrder, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut sizes = None;
    let mut searches: Vec<(String, SearchOptions)> = Vec::new();
    for words in words.split(|word| *word == VERSUS) {
        let line: SearchLine = options::parse("search", "", &words.join(" "))?;
        let earlier = searches.first().map_or_else(SearchOptions::default, |(_, first)| *first);
        let search = search_options(earlier, &line)?;
        let name = line.choices.words();
        let name = if name.is_empty() { described(search) } else { name };
        searches.push((name, search));
        sizes = sizes.or(line.sizes);
    }
    if !searches.iter().map(|(_, search)| search).all_unique() {
        let which = if searches.len() == 2 { "the two" } else { "two of the" };
        return Err(format!("{which} searches of '{text}' are the same, as in 'weak vs strong'"));
    }
    Ok(match (&searches[..], sizes) {
        (&[(_, first)], None) => SearchOrder::Watch(Searches { first, second_search: None }),
        (&[(_, first), (_, second)], None) => {
            SearchOrder::Watch(Searches { first, second_search: Some(second) })
        }
        (_, sizes) => SearchOrder::Compare(SearchComparison { searches, sizes }),
    })
}

/// The options of a search; options that the line does not name stay as in `earlier`.
fn search_options(earlier: SearchOptions, line: &SearchLine) -> Result<SearchOptions, String> {
    let seed = line.seed.unwrap_or(earlier.seed);
    let options = SearchOptions { seed, ..line.choices.or(earlier) };
    if line.seed.is_some() && options.values != Values::Random {
        return Err("'seed' is for 'values=random'".to_owned());
    }
    Ok(options)
}

/// The three options of a search as words.
fn parts(options: SearchOptions) -> [String; 3] {
    let seed = match options.values {
        Values::Random => format!(" from {}", options.seed),
        Values::Middle | Values::Min | Values::Max => String::new(),
    };
    let [labeling, values, propagation]: [&str; 3] =
        [options.labeling.into(), options.values.into(), options.propagation.into()];
    [labeling.to_owned(), format!("{values}{seed}"), propagation.to_owned()]
}

/// The options of a search as text.
pub fn described(options: SearchOptions) -> String {
    parts(options).join(", ")
}

/// The options of a search that differ from the options of `other`, as text.
pub fn difference(options: SearchOptions, other: SearchOptions) -> String {
    let pairs = parts(options).into_iter().zip(parts(other));
    pairs.filter(|(own, other)| own != other).map(|(own, _)| own).join(", ")
}

/// A setting of a search with its meaning, as in `weak: cells that a piece attacks go`, long and short; `None` for other
/// words.
pub fn meaning(setting: &str) -> Option<[String; 2]> {
    let name = setting.split(' ').next()?;
    Some(words::setting_in_words(name)?.map(|text| format!("{setting}: {text}")))
}

/// The settings of a search that differ from the settings of `other`, with their meanings, long and short.
pub fn meanings(options: SearchOptions, other: SearchOptions) -> Vec<[String; 2]> {
    let pairs = parts(options).into_iter().zip(parts(other));
    pairs.filter(|(own, other)| own != other).filter_map(|(own, _)| meaning(&own)).collect()
}

/// A request of `:export`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportRequest {
    /// The file to write.
    pub path: PathBuf,
    /// The format of the diagram, the model or the page; `None` for a picture of the board.
    pub format: Option<Format>,
    /// True if the picture of a puzzle shows its solution.
    pub shows_solution: bool,
    /// True if an existing file may be replaced.
    pub may_replace: bool,
    /// The options as they were typed, except `force`.
    pub options: String,
}

/// Parses the argument of `:export`: options, then the file, whose name may contain spaces.
pub(crate) fn export(text: &str) -> Result<ExportRequest, String> {
    let is_option = |word: &str| {
        let name = word.split('=').next();
        word.starts_with("--")
            || matches!(name, Some("picture" | "diagram" | "solutions" | "to" | "force"))
    };
    let (mut rest, mut words) = (text, Vec::<&str>::new());
    while let Some(word) = rest.split(' ').next() {
        if !is_option(word) && words.last().is_none_or(|last| last.trim_start_matches("--") != "to")
        {
            break;
        }
        words.push(word);
        rest = rest[word.len()..].trim_start();
    }
    let ExportLine { to, picture, diagram, solutions, force } =
        options::parse("export", "", &words.join(" "))?;
    let path = PathBuf::from(rest);
    if rest.is_empty() {
        let examples = "':export board.svg' or ':export diagram eight.svg'";
        return Err(format!("'export' needs a file, as in {examples}"));
    }
    let format = match (to, Format::of_file(&path)) {
        (Some(to), _) => Some(to),
        (None, Some(format)) if diagram && format.is_diagram() => Some(format),
        (None, _) if diagram => {
            let endings = ".svg, .dot, .json, .bdd or .dddmp";
            return Err(format!("a diagram needs a file whose name ends in {endings}"));
        }
        // On the board, an SVG is the picture of the board.
        (None, Some(Format::Svg)) => None,
        (None, _) if picture || solutions => {
            return Err("a picture needs a file whose name ends in '.svg'".to_owned());
        }
        (None, Some(format)) => Some(format),
        (None, None) => {
            let endings = Format::endings();
            return Err(format!("the ending of '{text}' names no format ({endings})"));
        }
    };
    words.retain(|word| word.trim_start_matches("--") != "force");
    let options = words.join(" ");
    Ok(ExportRequest { path, format, shows_solution: solutions, may_replace: force, options })
}

/// The problem to compare the board with.
#[derive(Clone, Debug)]
pub(crate) enum Compared {
    /// The board of a file.
    File(PathBuf),
    /// The board with these changes, and the changes as typed.
    Changes(String, Vec<Change>),
}

/// A change of a problem that keeps its cells.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    /// Another piece.
    Piece(Piece),
    /// Opposite edges joined or parted; `None` toggles.
    Torus(Option<bool>),
    /// Switches the board rule on or off; `None` toggles.
    BoardRule(Option<bool>),
    /// Other rules.
    Rules(Vec<Requirement>),
    /// Another cost limit.
    MaxCost(MaxCost),
    /// Additional decisions.
    Decide(Value, Vec<Cell>),
    /// No rule for these regions.
    WithoutRegions(Vec<char>),
    /// No rule of this family.
    WithoutRule(Family),
    /// No decisions on these cells.
    WithoutDecisions(Vec<Cell>),
}

#[cfg(test)]
mod tests {
    use strum::VariantNames;

    use super::*;
    use engine::search::{Labeling, Propagation};
    use session::puzzle::Kind;
    use session::steps::Grade;

    #[test]
    fn words_say_what_is_played_in_any_order() {
        let new = |kind, grade, size, stars| PuzzleSpec::new(kind, grade, size, stars).ok();
        for (text, (wanted, seed)) in [
            ("", (None, None)),
            ("queens", (new(Kind::Queens, Grade::Easy, None, None), None)),
            ("hard star-battle", (new(Kind::StarBattle, Grade::Hard, Some(10), Some(2)), None)),
            (
                "star-battle 6 stars=1 seed=7",
                (new(Kind::StarBattle, Grade::Easy, Some(6), Some(1)), Some(7)),
            ),
            (
                "star-battle --size 6 --stars=1 --seed 7",
                (new(Kind::StarBattle, Grade::Easy, Some(6), Some(1)), Some(7)),
            ),
            ("medium 9", (new(Kind::Queens, Grade::Medium, Some(9), None), None)),
        ] {
            assert_eq!(play(text), Ok((wanted, seed)), "{text}");
        }
        for (text, sentence) in [
            ("chess", "'chess' is no option of 'play': queens, star-battle, queens-g"),
            ("quens", "'quens' is no option of 'play': did you mean 'queens'?"),
            ("stars", "--stars: the value is missing (--stars <N>)"),
            ("easy=1", "'easy=1' is no option of 'play'"),
            ("seed=x", "--seed: 'x' is not a seed (a whole number from 0 to"),
            ("queens stars=2", "queens have no stars: 'star-battle' has"),
            (
                "star-battle stars=4",
                "--stars: '4' is not a number of stars (a whole number from 1 to 3)",
            ),
            ("star-battle 9 stars=3", "star battle, 3 stars is played in sizes 12 to 16, not 9"),
        ] {
            let found = play(text).unwrap_err();
            assert!(found.starts_with(sentence), "{found}");
        }
    }

    #[test]
    fn every_setting_of_a_search_has_a_meaning() {
        let words = Labeling::VARIANTS.iter().chain(Values::VARIANTS).chain(Propagation::VARIANTS);
        for word in words {
            assert!(meaning(word).is_some_and(|[text, _]| !text.contains("heuristic")), "{word}");
        }
        let random = SearchOptions { values: Values::Random, seed: 7, ..SearchOptions::default() };
        assert_eq!(
            meanings(random, SearchOptions::default()),
            [["random from 7: in random order"; 2]]
        );
        assert_eq!(meaning("wasted"), None);
    }

    #[test]
    fn kind_and_grade_are_read_in_any_order() {
        let order = |kind, grade: Option<Grade>| {
            Ok(PuzzleOrder { kind, difficulty: grade.map(Difficulty::Grade), seed: None })
        };
        assert_eq!(puzzle(""), order(None, None));
        assert_eq!(puzzle("hard"), order(None, Some(Grade::Hard)));
        let star_battle = order(Some(WantedClues::StarBattle(None)), Some(Grade::Easy));
        assert_eq!(puzzle("star-battle easy"), star_battle);
        assert_eq!(puzzle(" easy  star-battle "), star_battle);
        assert_eq!(puzzle("3"), order(Some(WantedClues::Givens(Some(3))), None));
        assert_eq!(puzzle("givens"), order(Some(WantedClues::Givens(None)), None));
        let both = "--coloured --stars 2 --difficulty hard";
        let stars = Some(WantedClues::StarBattle(Some(2)));
        assert_eq!(puzzle(both), order(stars, Some(Grade::Hard)));
        let sentence = puzzle("colored hard").unwrap_err();
        assert_eq!(sentence, "'colored' is no option of 'puzzle': did you mean 'coloured'?");
        let sentence = puzzle("coloured --size 6").unwrap_err();
        assert!(
            sentence.starts_with("'--size' is no option of 'puzzle': seed=, givens="),
            "{sentence}"
        );
        let sentence = puzzle("--colored hard").unwrap_err();
        assert_eq!(sentence, "'--colored' is no option of 'puzzle': did you mean 'coloured'?");
        for wrong in ["nonsense", "hard easy", "coloured 3", "-1"] {
            assert!(puzzle(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_second_setting_is_as_the_first_but_for_what_it_names() {
        let described = |text: &str| {
            let SearchOrder::Watch(Searches { first, second_search: beside }) =
                search(text).unwrap()
            else {
                panic!("{text}");
            };
            (super::described(first), beside.map(super::described))
        };
        let both = |one: &str, other: &str| (one.to_owned(), Some(other.to_owned()));
        assert_eq!(described(""), ("first-fail, middle, weak".to_owned(), None));
        assert_eq!(
            described("leftmost min"),
            ("leftmost, min, weak".to_owned(), None),
            "names can be left out"
        );
        assert_eq!(
            described("weak vs strong"),
            both("first-fail, middle, weak", "first-fail, middle, strong")
        );
        assert_eq!(
            described("values=min leftmost vs --labeling dual strong"),
            both("leftmost, min, weak", "dual, min, strong")
        );
        assert_eq!(
            described("random seed=1 vs seed=2"),
            both("first-fail, random from 1, weak", "first-fail, random from 2, weak")
        );
        for (text, sentence) in [
            ("weak vs strong vs propagation=weak", "two of the searches of "),
            ("weak vs strong sizes=4..3", "--sizes: '4..3' is no range of sizes"),
            ("strong vs propagation=strong", "the two searches of "),
            ("weak vs", "the two searches of "),
            ("weak vs deep", "'deep' is no option of 'search': labeling="),
        ] {
            assert!(search(text).unwrap_err().starts_with(sentence), "{text}");
        }
    }

    #[test]
    fn an_export_takes_the_options_of_the_command_line() {
        let file = |options: &str, name: &str, format, may_replace| {
            let (path, options) = (name.into(), options.to_owned());
            Ok(ExportRequest { path, format, shows_solution: false, may_replace, options })
        };
        let dot = Some(Format::Dot);
        assert_eq!(export("--to dot my board"), file("--to dot", "my board", dot, false));
        assert_eq!(export("to dot my board"), file("to dot", "my board", dot, false));
        assert_eq!(export("to=dot --force f"), file("to=dot", "f", dot, true));
        assert_eq!(export("diagram f.dot"), file("diagram", "f.dot", dot, false));
        assert_eq!(export("f.svg"), file("", "f.svg", None, false));
        assert!(export("solutions f.svg").is_ok_and(|request| request.shows_solution));
        assert_eq!(
            export("solutions f.html"),
            Err("a picture needs a file whose name ends in '.svg'".to_owned())
        );
    }

    #[test]
    fn a_refused_diagram_is_told_the_endings_of_all_diagrams() {
        let sentence = export("diagram it.txt").unwrap_err();
        for ending in Format::endings().split(", ") {
            let format = Format::of_file(format!("it{ending}").as_ref()).unwrap();
            assert_eq!(sentence.contains(ending), format.is_diagram(), "{ending}: {sentence}");
        }
    }

    #[test]
    fn no_value_belongs_to_two_options() {
        let all = [play_completions, puzzle_completions, search_completions, export_completions];
        for (_, mut words) in all.map(|completions| completions("")) {
            let number = words.len();
            words.sort_unstable();
            words.dedup();
            assert_eq!(words.len(), number, "{words:?}");
        }
    }
}
