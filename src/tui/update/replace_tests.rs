//! Which parts of a problem are kept and dropped when rules are replaced.

use std::path::Path;

use crossterm::event::KeyCode;

use super::*;
use crate::modes::Mode;
use crate::testing::{Play, options};
use app::AppEvent;
use problem::{Assist, BoardSource, Problem, Regions, Rules};

const DRAWN: &str = "aabb\naabb\nccdd\nccdd\n";

fn regions() -> Regions {
    Regions::parse(DRAWN).unwrap()
}

/// A board of 4×4 with regions, two holes and two decisions.
fn coloured() -> Play {
    let rules = Rules::queens(4).unwrap();
    let needs = ["rows", "regions=1"].map(|need| need.parse().unwrap());
    let grid = rules.grid().clone();
    let grid = grid.with_holes(["b2", "d4"].map(|name| name.parse().unwrap())).unwrap();
    let rules = Rules::new(grid, rules.piece().clone(), needs).with_regions(&regions()).unwrap();
    let mut play = Play::open(Problem::new(rules), &options());
    play.keys(":c2\nx:a1\nx");
    play
}

fn notice(play: &Play) -> String {
    play.notice().to_owned()
}

fn needs(play: &Play) -> Vec<String> {
    play.rules().requirements().iter().map(ToString::to_string).collect()
}

#[test]
fn another_size_keeps_holes_and_rules_and_says_what_it_drops() {
    let mut play = coloured();
    play.keys("+");
    assert_eq!(
        notice(&play),
        "dropped: the regions, the rule 'regions=1', 2 decisions (u brings back)"
    );
    assert_eq!(play.rules().grid().holes().iter().count(), 2);
    assert_eq!(needs(&play), ["rows"]);
    play.keys("u");
    assert_eq!((needs(&play).len(), play.decisions().as_str()), (2, "-c2 -a1"));
    assert!(play.rules().regions().is_some());

    let mut play = coloured();
    play.keys(":size 3\n");
    assert!(notice(&play).contains("'regions=1', 1 hole, 2 decisions"), "{}", notice(&play));
    assert_eq!(play.rules().grid().holes().iter().count(), 1);
    let mut play = Play::queens(4);
    play.keys("+");
    assert_eq!(notice(&play), "");
    play.settled(":a2\n :c1\n x");
    let decided = play.model.app.session.decisions().len();
    play.keys("-");
    let decisions =
        if decided == 1 { "1 decision".to_owned() } else { format!("{decided} decisions") };
    assert_eq!(notice(&play), format!("4×4; u brings back the 5×5 with its {decisions}"));
    play.keys("u");
    assert_eq!(play.model.app.session.decisions().len(), decided);
}

#[test]
fn another_piece_drops_decisions_only_and_says_so() {
    let mut play = coloured();
    play.keys(":piece king\n");
    assert_eq!(notice(&play), "dropped: 2 decisions (u brings back)");
    assert!(play.rules().regions().is_some() && needs(&play).len() == 2);
}

#[test]
fn drawn_regions_keep_what_fits_and_say_where_no_rule_asks_for_them() {
    let mut play = Play::queens(4);
    play.keys(":a1\nx");
    play.send(AppEvent::Drawn("today.txt".into(), Ok(regions())));
    assert_eq!(
        notice(&play),
        "opened today.txt: 4 regions on 4×4; no rule asks for a piece in each region: R \
         offers rules that do"
    );
    assert_eq!(play.rules().regions(), Some(&regions()));
    assert_eq!(play.decisions(), "-a1");
    // Saving the board does not overwrite the drawing.
    play.keys(":w\n");
    assert!(notice(&play).contains("'w' needs a file"), "{}", notice(&play));
    play.press(KeyCode::Esc);
    play.keys(":rules rows,regions\n");
    play.send(AppEvent::Drawn("small.txt".into(), Ok(Regions::parse("ab\nab\n").unwrap())));
    let dropped = "opened small.txt: 2 regions on 2×2; dropped: 1 decision (u brings back)";
    assert_eq!(notice(&play), dropped);
    let missing = Regions::read(Path::new("/nowhere/today.txt"));
    play.send(AppEvent::Drawn("/nowhere/today.txt".into(), missing));
    assert_eq!(notice(&play), "/nowhere/today.txt: there is no such file");
    assert!(matches!(play.keys(":regions today.txt\n")[..], [Effect::Draw(_)]));
}

#[test]
fn a_puzzle_is_pasted_as_a_drawing_or_a_link() {
    let mut play = Play::queens(4);
    play.keys(":b1\n ");
    play.send(Message::Pasted(DRAWN.replace('\n', "\r")));
    let dropped = "dropped: 1 decision (u brings back)";
    let to_play = "':play' plays it";
    assert_eq!(
        notice(&play),
        format!("pasted: a puzzle of 4 regions on 4×4; {to_play}; {dropped}")
    );
    assert_eq!(play.rules().regions(), Some(&regions()));
    assert_eq!(play.rules().piece().name(), "RF");
    assert_eq!(play.model.app.session.assist(), Assist::Attacks);
    // Rules that use regions are kept.
    play.keys(":piece king\n:rules regions=1\n");
    play.send(Message::Pasted("🟥🟥\r\n🟦🟥".into()));
    assert_eq!(play.rules().regions().unwrap().to_string(), "aa\nba\n");
    assert_eq!((play.rules().piece().name(), needs(&play).len()), ("king", 1));
    play.keys(":rules rows=1,columns=1,regions=1\n");
    let effects = play.keys(":link\n");
    let link = "https://puzz.link/p?starbattle/2/2/1/8g";
    assert!(matches!(&effects[..], [Effect::Copy(copied)] if copied == link), "{effects:?}");
    assert_eq!(notice(&play), format!("copied: {link}"));
    play.send(Message::Pasted("https://puzz.link/p?starbattle/3/2/1/e8\n".into()));
    assert_eq!(play.rules().regions().unwrap().to_string(), "aab\nacb\n");
    play.send(Message::Pasted("https://puzz.link/p?slither/5/5/gch".into()));
    assert!(notice(&play).starts_with("what is pasted: this link is no"), "{}", notice(&play));
    play.keys("u");
    assert_eq!(play.rules().regions().unwrap().to_string(), "aa\nba\n");
    play.keys(":size 4\n:link\n");
    assert_eq!(notice(&play), "a link needs regions, and none are drawn");
    // A board opened from a link has no default file.
    let link = "https://puzz.link/p?starbattle/3/2/1/e8";
    let Ok(BoardSource::Board(board)) = BoardSource::read(Path::new(link)) else { panic!() };
    play.send(AppEvent::Opened(link.into(), None, Ok(board)));
    assert_eq!(notice(&play), format!("opened the link: a puzzle of 3 regions on 2×3; {to_play}"));
    play.keys(":w\n");
    assert!(notice(&play).contains("'w' needs a file"), "{}", notice(&play));
}

#[test]
fn a_link_that_says_no_number_of_stars_says_what_is_assumed() {
    let mut play = Play::queens(4);
    play.send(AppEvent::Linked(regions()));
    assert_eq!(
        notice(&play),
        "opened the link: a puzzle of 4 regions on 4×4; the link does not say how many stars are in each row, \
         column and region: one is assumed (':rules rows=2,columns=2,regions=2' for two); \
         ':play' plays it"
    );
    assert_eq!(needs(&play), ["rows=1", "columns=1", "regions=1"]);
    assert_eq!(play.rules().piece().name(), "king");
    // Rules that require pieces in regions are kept.
    play.keys(":rules rows=2,columns=2,regions=2\n");
    play.send(AppEvent::Linked(regions()));
    let said = "the link does not say how many stars: the rules stay as they were";
    let to_play = "':play' plays it";
    assert_eq!(
        notice(&play),
        format!("opened the link: a puzzle of 4 regions on 4×4; {said}; {to_play}")
    );
    assert_eq!(needs(&play), ["rows=2", "columns=2", "regions=2"]);
}

#[test]
fn a_drawing_is_pasted_while_painting_as_terminals_end_lines() {
    let mut play = Play::queens(4);
    let pasted = DRAWN.replace('\n', "\r");
    play.keys("P");
    play.send(Message::Pasted(pasted));
    assert_eq!(play.rules().regions(), Some(&regions()));
    assert!(notice(&play).starts_with("pasted: 4 regions on 4×4; no rule asks"));
    // In paint mode, letters choose brushes, so the notice names a command instead of a key.
    assert!(notice(&play).ends_with("':rules rows,columns,regions' does"), "{}", notice(&play));
    assert!(matches!(play.model.mode(), Mode::Paint(_)));
    play.send(Message::Pasted("🟥🟥\r\n🟦?".into()));
    assert!(notice(&play).starts_with("line 2 of what is pasted: '?' in place 2"));
    assert_eq!(play.rules().regions(), Some(&regions()));
}
