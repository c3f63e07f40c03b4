//! The number of solutions, and the share of each cell, where exact counts end: sequential Monte Carlo.
//!
//! A run moves a thousand *particles*: parts of solutions, all of them empty at first. Each step settles a
//! group of each particle that has the fewest ways for it, at random, and with it all that follows; where
//! no group has a known number of pieces, a few cells are decided one by one. Which one is settled next
//! depends on the particle alone, so that each solution is reached in one way only, with a known
//! probability. A particle's weight is the reciprocal of that probability; it is 0 as soon as a group
//! cannot be satisfied any more. When few particles carry most of the weight they are drawn anew, each as
//! often as its weight and a guess of what remains for it are worth.
//!
//! What is proved: the mean weight of a run has the number of solutions as its expected value, whatever
//! the guesses are, for each step and each drawing keeps expected values; and the lower bound, which needs
//! nothing else. What is only measured: that the interval of Student's t distribution holds as often as it
//! says, for the mean of few runs of a skewed distribution is not normal; and that solutions drawn are
//! nearly uniform. Where some solutions are much harder to reach than others, all runs may miss them.
//!
//! Sources: Y. Chen, P. Diaconis, S. P. Holmes, J. S. Liu, "Sequential Monte Carlo methods for statistical
//! analysis of tables" (2005), counting by sequential importance sampling; D. E. Knuth, "Estimating the
//! efficiency of backtrack programs" (1975), its root; P. Del Moral, A. Doucet, A. Jasra, "Sequential
//! Monte Carlo samplers" (2006), with resampling; N. Whiteley, A. Lee, K. Heine, "On the role of
//! interaction in sequential Monte Carlo algorithms" (2016), resampling only when it pays keeps the mean;
//! Z. I. Botev, D. P. Kroese, "Efficient Monte Carlo simulation via the generalized splitting method"
//! (2012), counting by particles that multiply; C. Zhang, J. Ma, "Counting solutions for the N-queens and
//! Latin-square problems by Monte Carlo simulations" (2009), queens.

mod estimator;
mod lines;
mod magnitude;
mod model;
mod particle;
mod run;
mod runs;

pub use estimator::Estimator;
pub use magnitude::Magnitude;
pub use runs::{CONFIDENCE, CONFIDENCE_OF_BOUND, Estimate, FEWEST_RUNS, Share};
