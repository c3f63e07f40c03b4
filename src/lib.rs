//! `configurator` configures a chess board interactively, with decision diagrams.
//!
//! Each cell of a grid is a Boolean variable: a piece stands there or not. The *board rule* lets no
//! two pieces attack each other, the *queens rule* wants one in each row. From the diagram of all
//! solutions follows, after each choice, what every cell can still be and how many solutions remain.
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
//! assert_eq!(session.solutions(), Some(&2_u8.into()));
//! assert_eq!(session.state("c8".parse()?), CellState::Forced);
//! assert_eq!(session.state("c4".parse()?), CellState::Impossible);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where things are
//!
//! Each room knows only those below it.
//!
//! | room | what is there |
//! | --- | --- |
//! | [`cli`] | arguments, one file per verb, output formats |
//! | [`tui`] | the board: message, update, effects; view; worker |
//! | [`export`] | diagrams, positions and models in other programs' formats; drawings |
//! | [`puzzle`] | making positions with exactly one completion |
//! | [`session`] | decisions with undo and redo; what is known of a position; the journal |
//! | [`engine`] | who answers: budgets, answers; the decision diagram, satisfiability, search |
//! | [`problem`] | grid, piece, groups and decisions as data; the board file |
//! | [`face`] | how a board looks, whatever draws it: art of the pieces, colours |
//! | [`geometry`] | cells, grids, pieces, attacks, symmetries |
//!
//! # How a click travels
//!
//! The input thread sends the click as a message. The update finds the cell in the frame's layout and
//! decides it in the [`Session`](session::Session), which forgets what it knew and takes a new
//! [`Stamp`](session::Stamp). The step is appended to the [`Journal`](session::Journal), and the board
//! drawn at once, attacked cells included. Meanwhile the worker gets the new
//! [`Problem`](problem::Problem), cancels the question before, and asks the
//! [`Engine`](engine::auto::Engine) that chooses. Where the diagram is quick, the one at hand, restricted
//! to the decisions, is walked once up and once down for all counts. Beyond, what every cell can still
//! be comes by satisfiability, layer by layer, and a second worker counts beside if that has an end.
//! Each answer comes back with its stamp; if the position is still the same, the session learns it and
//! the board is drawn again.
//!
//! The whole way, and who answers what, is told in [`architecture`].

#[doc = include_str!("architecture.md")]
pub mod architecture {}
pub mod cli;
pub mod engine;
pub mod export;
pub mod face;
pub mod geometry;
pub mod problem;
pub mod puzzle;
pub mod session;
pub mod tui;
