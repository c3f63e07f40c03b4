//! Threads, of which the system may create none.

use std::sync::mpsc;
use std::thread;

/// What is done now and then, without waiting, because it has no thread of its own.
pub(super) type Poll = Box<dyn FnMut()>;

/// Starts a thread with a name, which does `work` with `state`. Returns the state if the system creates no thread.
pub(super) fn start<T: Send + 'static>(
    name: &str,
    state: T,
    work: impl FnOnce(T) + Send + 'static,
) -> Option<T> {
    let (sender, receiver) = mpsc::channel();
    let thread = thread::Builder::new().name(name.to_owned());
    match thread.spawn(move || receiver.recv().map(work)) {
        // The thread keeps the receiver until it has received the state.
        Ok(_) => sender.send(state).err().map(|unsent| unsent.0),
        Err(_) => Some(state),
    }
}
