//! `configurator` configures a chess board interactively, with decision diagrams.
//!
//! Each cell of a grid is a Boolean variable: a piece stands there or not. The *board rule* lets no
//! two pieces attack each other, the *queens rule* requires one in each row. After each decision, the
//! diagram of all solutions gives the valid values of every cell and the number of solutions.
//!
//! ```
//! use configurator::engine::{Budget, bdd::Engine};
//! use configurator::problem::{Problem, Rules, Value};
//! use configurator::session::{CellState, Session};
//!
//! let mut session = Session::new(Problem::new(Rules::queens(8)?));
//! session.decide("a1".parse()?, Value::Placed)?;
//! session.decide("g2".parse()?, Value::Placed)?;
//! session.ask(&mut Engine::new(), &Budget::default())?;
//! assert_eq!(session.knowledge().solutions(), Some(&2_u8.into()));
//! assert_eq!(session.state("c8".parse()?), CellState::Forced);
//! assert_eq!(session.state("c4".parse()?), CellState::Impossible);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where things are
//!
//! Each is a member of the workspace, or a part of one: `puzzle` of `session`, `face` of `export`. A module imports
//! only modules below it in this table; where they are members, the compiler sees to that.
//!
//! | module | content |
//! | --- | --- |
//! | [`cli`] | arguments, one file per verb, output formats |
//! | [`tui`] | the terminal board |
//! | [`app`] | the application without a screen: operations, jobs, the puzzle that is played, files |
//! | [`export`] | diagrams, positions and models in other programs' formats; drawings; pages for a browser |
//! | [`puzzle`] | making positions with exactly one completion |
//! | [`session`] | decisions with undo and redo; knowledge of a position; the journal |
//! | [`engine`] | questions, answers, budgets; the engines that answer: decision diagram, SAT, search, counting, estimates |
//! | [`problem`] | grid, piece, groups and decisions as data; the board file |
//! | [`system`] | threads, signals and limits of the operating system; the end of the process by a signal |
//! | [`files`] | text and TOML files read with errors that name the line; files replaced as a whole |
//! | [`face`] | how a board looks, whatever draws it: art of the pieces, colours |
//! | [`manual`] | the manual, page by page |
//! | [`geometry`] | cells, grids, pieces, attacks, symmetries |
//!
//! # How a click travels
//!
//! 1. The input thread sends the click as a message.
//! 2. `update` finds the cell in the layout of the last frame and decides it in the
//!    [`Session`](session::Session), which forgets its knowledge and takes a new
//!    [`Stamp`](session::Stamp).
//! 3. The decision is appended to the [`Journal`](session::Journal), and the board is drawn at once with
//!    the attacked cells.
//! 4. The worker cancels the previous question and asks the [`auto`](engine::auto::Engine) engine about the
//!    new [`Problem`](problem::Problem). If a diagram is fast, one pass up and one pass down through it
//!    give all counts. Otherwise the SAT engine finds the domains step by step, and a second worker
//!    counts if that can finish.
//! 5. Each answer carries the stamp of its position. If the position is still the same, the session learns
//!    the answer and the board is drawn again.
//!
//! [`architecture`] describes all this in detail, [`contributing`] how to add a piece, a rule, a verb, a key or a
//! question.

#[doc = include_str!("architecture.md")]
#[doc = concat!("\n<div>", include_str!("members.svg"), "</div>")]
pub mod architecture {}
#[doc = include_str!("contributing.md")]
pub mod contributing {}

mod board;

pub use board::{Board, BoardError, Solutions};
#[cfg(feature = "terminal")]
pub use export::face;
pub use session::puzzle;
#[cfg(feature = "terminal")]
pub use {app, cli, export, manual, system, tui};
pub use {engine, files, geometry, num_bigint, problem, rand, session};
