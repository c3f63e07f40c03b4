//! The application without a screen: what it says, and why it refuses.

pub(crate) mod notice;
pub(crate) mod sentences;

pub(crate) use notice::Notice;
pub(crate) use sentences::Names;
