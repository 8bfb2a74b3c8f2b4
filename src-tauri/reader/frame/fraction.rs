//! Of what things a part is so, where that is said before: "who won at least half of their games".

use super::Frame;

impl Frame {
    /// What holds for so many of a thing's rows: where nothing behind it does, what was said last.
    pub(super) fn take_part(&mut self) {
        if let Some((_, _, part)) = self.fraction.as_mut().filter(|f| f.2.is_empty()) {
            part.extend(self.filter.pop());
        }
    }
}
