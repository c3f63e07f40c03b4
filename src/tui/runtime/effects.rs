//! Performs effects in order: one interpreter for the terminal, the headless board and tests.

use std::collections::VecDeque;
use std::io;

use crate::model::Model;
use crate::update;
use crate::update::message::{Effect, Exit};
use app::AppEvent;

/// A terminal, workers and files, or replacements for them.
pub(crate) trait EffectHandler {
    /// Performs an effect. Returns the message that it causes immediately, if any.
    ///
    /// # Errors
    /// When the terminal cannot be written.
    fn act(&mut self, effect: Effect) -> io::Result<Option<AppEvent>>;
}

/// Performs effects and the effects that their messages cause. Stops at an effect that leaves the board.
///
/// # Errors
/// When the terminal cannot be written.
pub(crate) fn perform(
    handler: &mut impl EffectHandler,
    model: &mut Model,
    effects: Vec<Effect>,
) -> io::Result<Option<Exit>> {
    let mut effects = VecDeque::from(effects);
    while let Some(effect) = effects.pop_front() {
        let exit = if let Effect::Exit(exit) = &effect { Some(exit.clone()) } else { None };
        if let Some(message) = handler.act(effect)? {
            effects.extend(update::update(model, message.into()));
        }
        if exit.is_some() {
            return Ok(exit);
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{self, options};
    use problem::{BoardFile, Problem, Rules};
    use session::Session;

    /// Records the performed effects. Opening a file and writing the journal cause a message.
    #[derive(Default)]
    struct Notes(Vec<String>);

    impl EffectHandler for Notes {
        fn act(&mut self, effect: Effect) -> io::Result<Option<AppEvent>> {
            self.0.push(format!("{effect:?}").split(['(', ' ']).next().unwrap().to_owned());
            Ok(match effect {
                Effect::Open(path) => {
                    Some(testing::opened(&path.to_string_lossy(), BoardFile::default()))
                }
                Effect::Journal(_) => Some(AppEvent::JournalLost("no room".to_owned())),
                _ => None,
            })
        }
    }

    #[test]
    fn effects_are_performed_in_their_order_up_to_the_end() {
        let problem = Problem::new(Rules::queens(4).unwrap());
        let mut model =
            Model::of(app::App::new(Session::new(problem), options().settings), &options());
        let mut notes = Notes::default();
        let open = Effect::Open("a.toml".into());
        let effects = vec![open, Effect::Journal(Vec::new()), Effect::CancelWork];
        assert_eq!(perform(&mut notes, &mut model, effects).unwrap(), None);
        // The effects caused by opening a file are performed after all effects requested earlier.
        assert_eq!(notes.0[..4], ["Open", "Journal", "CancelWork", "Ask"]);
        let notice = "what follows is not kept for --resume: no room";
        assert_eq!(testing::notice(&model), notice);
        let effects = vec![Effect::Exit(Exit::Quit), Effect::CancelWork];
        let exit = perform(&mut notes, &mut model, effects).unwrap();
        assert_eq!((exit, notes.0.last().unwrap().as_str()), (Some(Exit::Quit), "Exit"));
    }
}
