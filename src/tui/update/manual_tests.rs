//! Pages of the manual over the board.

use super::*;
use crate::testing::Play;
use crossterm::event::{KeyCode, MouseEventKind};

fn shown(play: &mut Play) -> String {
    play.text(80, 24)
}

#[test]
fn a_page_is_read_scrolled_and_closed() {
    let mut play = Play::queens(8);
    play.keys(":help regions\n");
    let first = shown(&mut play);
    assert!(first.contains("manual: regions") && first.contains("Regions and rules"), "{first}");
    play.press(KeyCode::PageDown);
    let second = shown(&mut play);
    assert!(!second.contains("Regions and rules"), "{second}");
    play.point(MouseEventKind::ScrollUp, (10, 10));
    assert_ne!(shown(&mut play), second);
    play.press(KeyCode::End);
    let last = shown(&mut play);
    assert!(last.contains("cells that remain, and u undoes them."), "{last}");
    play.press(KeyCode::Home);
    assert_eq!(shown(&mut play), first);
    // Other keys do not act on the board.
    play.keys(" xa");
    assert_eq!((play.model.app.session.decisions().len(), shown(&mut play)), (0, first));
    play.keys("q");
    assert!(matches!(play.model.overlay, Overlay::None));
    play.keys(":help regions\n:");
    assert!(matches!(play.model.overlay, Overlay::Palette(_)));
}

#[test]
fn topics_are_completed_and_wrong_ones_answered() {
    let mut play = Play::queens(8);
    play.keys(":help \n");
    assert!(matches!(play.model.overlay, Overlay::Keys { .. } | Overlay::Manual { .. }));
    play.press(KeyCode::Esc);
    play.keys(":help regoins\n");
    let is_answered = match &play.model.overlay {
        Overlay::Manual { page, .. } => page.topic == "regions",
        _ => play.notice().contains("did you mean 'regions'?"),
    };
    assert!(is_answered, "{:?} {}", play.model.overlay, play.notice());
}
