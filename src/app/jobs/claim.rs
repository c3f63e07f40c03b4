//! The judgement of a claim: whether the named decisions and groups suffice as reasons.

use crate::Reply;
use crate::job::{Desk, Job};
use engine::Answer;
use session::Claim;

/// Judges a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgeClaim(pub Claim);

impl Job for JudgeClaim {
    fn activity(&self) -> &'static str {
        "judging the claim"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let verdict = self.0.judge(desk.problem, desk.budget)?;
        desk.answer(
            |app, (claim, verdict)| app.reply(Reply::Judged(claim, verdict)),
            (self.0.clone(), verdict),
        );
        Ok(())
    }
}
