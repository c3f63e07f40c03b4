use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Maximum number of characters of a line, which is the maximum length of a path.
const MAX_LENGTH: usize = 4096;

/// The command line after `:`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Prompt {
    line: Vec<char>,
    /// The cursor, as the number of characters before it.
    cursor_index: usize,
    /// The distance of the shown line from the end of the history; 0 is the line being typed.
    history_offset: usize,
    /// The line that was being typed before the history was shown.
    draft: Vec<char>,
}

impl Prompt {
    /// Creates a prompt with this text.
    pub(crate) fn beginning_with(text: &str) -> Self {
        let mut prompt = Self::default();
        prompt.insert(text);
        prompt
    }

    pub(crate) fn text(&self) -> String {
        self.line.iter().collect()
    }

    /// The text before the cursor, and the text after it.
    pub(crate) fn parts(&self) -> (String, String) {
        let (before, after) = self.line.split_at(self.cursor_index);
        (before.iter().collect(), after.iter().collect())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.line.is_empty()
    }

    /// True if the line has its maximum length.
    pub(crate) fn is_full(&self) -> bool {
        self.line.len() >= MAX_LENGTH
    }

    /// Inserts a text before the cursor, cut to the room in the line.
    pub(crate) fn insert(&mut self, text: &str) {
        let before = self.line.len();
        let room = MAX_LENGTH.saturating_sub(before);
        self.line.splice(self.cursor_index..self.cursor_index, text.chars().take(room));
        self.cursor_index += self.line.len() - before;
    }

    /// Handles a key.
    pub(crate) fn edit(&mut self, event: KeyEvent) {
        self.history_offset = 0;
        let has_control = event.modifiers.contains(KeyModifiers::CONTROL);
        match event.code {
            KeyCode::Char('u') if has_control => self.erase_from(0),
            KeyCode::Char('w') if has_control => self.erase_from(self.word_start()),
            KeyCode::Char(_) if has_control => {}
            KeyCode::Char(character) => self.insert(character.encode_utf8(&mut [0; 4])),
            KeyCode::Backspace => self.erase_from(self.cursor_index.saturating_sub(1)),
            KeyCode::Delete if self.cursor_index < self.line.len() => {
                self.line.remove(self.cursor_index);
            }
            KeyCode::Left => self.cursor_index = self.cursor_index.saturating_sub(1),
            KeyCode::Right => self.cursor_index = (self.cursor_index + 1).min(self.line.len()),
            KeyCode::Home => self.cursor_index = 0,
            KeyCode::End => self.cursor_index = self.line.len(),
            _ => {}
        }
    }

    /// Deletes the characters from `first` to the cursor.
    fn erase_from(&mut self, first: usize) {
        self.line.drain(first..self.cursor_index);
        self.cursor_index = first;
    }

    /// The start of the word before the cursor.
    fn word_start(&self) -> usize {
        let is_space = |index: &usize| self.line[*index].is_whitespace();
        let end = (0..self.cursor_index).rev().find(|index| !is_space(index)).unwrap_or_default();
        (0..end).rev().find(is_space).map_or(0, |space| space + 1)
    }

    /// Moves by `by` lines back in the `past` lines, or forward if negative. After the latest line comes the text that was being
    /// typed.
    pub(crate) fn recall(&mut self, past: &[String], by: isize) {
        let back = self.history_offset.saturating_add_signed(by);
        if back == self.history_offset || back > past.len() {
            return;
        }
        if self.history_offset == 0 {
            self.draft = std::mem::take(&mut self.line);
        }
        self.line = match back {
            0 => std::mem::take(&mut self.draft),
            _ => past[past.len() - back].chars().collect(),
        };
        (self.history_offset, self.cursor_index) = (back, self.line.len());
    }

    /// True while the prompt shows an unedited line of the history.
    pub(crate) fn is_recalled(&self) -> bool {
        self.history_offset > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(prompt: &mut Prompt, code: KeyCode) {
        prompt.edit(KeyEvent::new(code, KeyModifiers::NONE));
    }

    fn control(prompt: &mut Prompt, letter: char) {
        prompt.edit(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL));
    }

    /// The line with `|` at the cursor.
    fn shown(prompt: &Prompt) -> String {
        let (before, after) = prompt.parts();
        format!("{before}|{after}")
    }

    #[test]
    fn keys_edit_the_line() {
        use KeyCode::{Backspace, Char, Delete, End, Home, Left, Right};
        let mut prompt = Prompt::beginning_with("size 8");
        for (code, expected) in [
            (Right, "size 8|"),
            (Delete, "size 8|"),
            (Left, "size |8"),
            (Char('漢'), "size 漢|8"),
            (Backspace, "size |8"),
            (Delete, "size |"),
            (Home, "|size "),
            (Left, "|size "),
            (Backspace, "|size "),
            (Delete, "|ize "),
            (Char('é'), "é|ize "),
            (End, "éize |"),
        ] {
            press(&mut prompt, code);
            assert_eq!(shown(&prompt), expected, "{code}");
        }
        control(&mut prompt, 'x');
        assert_eq!(prompt.text(), "éize ");
    }

    #[test]
    fn words_and_all_before_the_cursor_are_erased_at_once() {
        let mut prompt = Prompt::beginning_with("rules rows  columns  ");
        press(&mut prompt, KeyCode::Left);
        control(&mut prompt, 'w');
        assert_eq!(shown(&prompt), "rules rows  | ");
        control(&mut prompt, 'w');
        assert_eq!(shown(&prompt), "rules | ");
        control(&mut prompt, 'u');
        assert_eq!(shown(&prompt), "| ");
        control(&mut prompt, 'w');
        assert_eq!(shown(&prompt), "| ");
        control(&mut prompt, 'u');
        assert_eq!(shown(&prompt), "| ");
        let mut spaces = Prompt::beginning_with("   ");
        control(&mut spaces, 'w');
        assert_eq!(shown(&spaces), "|");
    }

    #[test]
    fn earlier_lines_come_back_and_so_does_what_was_being_typed() {
        let past = ["size 6".to_owned(), "piece rook".to_owned()];
        let mut prompt = Prompt::beginning_with("tor");
        prompt.recall(&past, -1);
        assert_eq!(shown(&prompt), "tor|");
        for expected in ["piece rook|", "size 6|", "size 6|"] {
            prompt.recall(&past, 1);
            assert_eq!(shown(&prompt), expected);
        }
        for expected in ["piece rook|", "tor|", "tor|"] {
            prompt.recall(&past, -1);
            assert_eq!(shown(&prompt), expected);
        }
        prompt.recall(&[], 1);
        assert_eq!(shown(&prompt), "tor|");
    }
}
