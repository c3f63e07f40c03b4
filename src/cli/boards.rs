//! The boards of a table, one for each size.

use anyhow::Context;

use super::arguments::ProblemArguments;
use super::parts::MergedParts;
use super::problem::{BoardDescription, SizeOption, size_option};
use geometry::{Sizes, TableSize};
use problem::{Problem, Rules};

/// The sizes of a table, and the boards of these sizes.
pub(super) struct Boards<'a> {
    source: BoardOrigin<'a>,
    sizes: Option<Sizes>,
    /// The size of the table without `--sizes`.
    single_size: Option<SizeOption>,
}

/// The origin of the boards of a table.
enum BoardOrigin<'a> {
    /// The description from which the board of each size is built.
    Described(Box<BoardDescription<'a>>),
    /// The parts of `--merge`, which contain their boards.
    Merged(&'a MergedParts),
}

impl<'a> Boards<'a> {
    /// The boards that the arguments describe. `sizes` is the value of `--sizes`.
    pub(crate) fn described(
        arguments: &'a ProblemArguments,
        sizes: Option<&Sizes>,
    ) -> anyhow::Result<Self> {
        let described = BoardDescription::read(arguments)?;
        Ok(Self {
            source: BoardOrigin::Described(Box::new(described)),
            sizes: sizes.cloned(),
            single_size: size_option(arguments),
        })
    }

    /// The boards of parts that were counted.
    pub(crate) fn merged(merged: &'a MergedParts) -> Self {
        Self { source: BoardOrigin::Merged(merged), sizes: merged.sizes(), single_size: None }
    }

    /// True if the sizes belong to a table rather than the problem.
    pub(crate) const fn has_sizes(&self) -> bool {
        self.sizes.is_some()
    }

    /// All sizes.
    pub(crate) fn sizes(&self) -> anyhow::Result<Vec<TableSize>> {
        self.chosen(|sizes| sizes.iter().collect())
    }

    /// The first and the last size of each range.
    pub(crate) fn ends(&self) -> anyhow::Result<Vec<TableSize>> {
        self.chosen(|sizes| sizes.ends().collect())
    }

    fn chosen(&self, of: impl Fn(&Sizes) -> Vec<TableSize>) -> anyhow::Result<Vec<TableSize>> {
        Ok(match &self.sizes {
            Some(sizes) => of(sizes),
            None => vec![TableSize::single(self.built(self.single_size)?.rules().size())],
        })
    }

    /// The board of the largest size.
    pub(crate) fn largest(&self) -> anyhow::Result<Problem> {
        let ends = self.ends()?.into_iter();
        let largest = ends.max_by_key(|end| end.size.cells()).context("--sizes: there is none")?;
        self.problem(largest)
    }

    /// The boards of the first and the last size.
    pub(crate) fn first_and_last(&self) -> anyhow::Result<(Problem, Problem)> {
        let sizes = self.sizes()?;
        Ok((self.problem(sizes[0])?, self.problem(sizes[sizes.len() - 1])?))
    }

    /// The board of one of the sizes.
    pub(crate) fn problem(&self, size: TableSize) -> anyhow::Result<Problem> {
        let option = if self.has_sizes() { Some(("--sizes", size.size)) } else { self.single_size };
        self.built(option)
    }

    fn built(&self, option: Option<SizeOption>) -> anyhow::Result<Problem> {
        match &self.source {
            BoardOrigin::Described(described) => Ok(described.board(option)?.problem),
            BoardOrigin::Merged(merged) => match option {
                Some((_, size)) => {
                    let mut boards = merged.boards().map(|(problem, ..)| problem);
                    let board = boards.find(|problem| problem.rules().size() == size);
                    board.cloned().context("--merge: a board is missing")
                }
                None => Ok(merged.problem()),
            },
        }
    }

    /// Prints the notes about the described problem.
    pub(crate) fn print_notes(&self, rules: &Rules) {
        if let BoardOrigin::Described(described) = &self.source {
            described.print_notes(rules);
        }
    }
}

/// The name of a size in JSON: a number for a square, otherwise a text.
pub(super) fn name_of(size: TableSize) -> serde_json::Value {
    size.number().map_or_else(|| size.to_string().into(), Into::into)
}
