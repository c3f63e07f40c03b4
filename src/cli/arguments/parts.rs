use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::Args;

use super::{READ, values};
use engine::count::Shard;

/// Maximum number of parts.
const MAX_PARTS: NonZeroU32 = NonZeroU32::new(1_000_000).expect("not 0");

/// The options that divide a count into parts, for several machines or for a count that survives its end.
#[derive(Args, Debug)]
#[command(next_help_heading = "Parts")]
#[group(id = "divided", multiple = true)]
pub(crate) struct PartArguments {
    /// Count part I of K parts, as in 2/8, and print it as one line of JSON for --merge
    /// ('configurator help machines')
    #[arg(long, value_name = "I/K", allow_hyphen_values = true)]
    #[arg(conflicts_with_all = ["split", "merge", "checkpoint", "verify"])]
    pub shard: Option<Shard>,
    /// List N parts, those that probably take longest first; with --checkpoint, only those that FILE lacks
    #[arg(long, value_name = "N", allow_hyphen_values = true, conflicts_with_all = ["merge", "verify"])]
    #[arg(value_parser = values::integer_in_range("a number of parts", NonZeroU32::MIN..=MAX_PARTS))]
    pub split: Option<NonZeroU32>,
    /// Add the parts in FILES, which --shard printed or --checkpoint wrote ('-': standard input). Each part
    /// must be there exactly once. With the options of a count, the parts must be of this count
    #[arg(long, value_name = "FILES", num_args = 1.., value_hint = READ)]
    #[arg(conflicts_with_all = ["checkpoint", "verify"])]
    pub merge: Option<Vec<PathBuf>>,
    /// Count in parts, write each counted part to FILE, and go on from there if FILE has parts already
    #[arg(long, value_name = "FILE", conflicts_with = "verify")]
    pub checkpoint: Option<PathBuf>,
}

impl PartArguments {
    /// True if only parts are printed, not an answer.
    pub(crate) fn prints_parts(&self) -> bool {
        self.shard.is_some() || self.split.is_some()
    }

    /// True if a count in parts is requested.
    pub(crate) fn is_given(&self) -> bool {
        self.prints_parts() || self.merge.is_some() || self.checkpoint.is_some()
    }
}
