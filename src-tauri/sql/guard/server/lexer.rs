//! A statement cut up as a PostgreSQL server cuts it up, every text in one form.
//!
//! In: a statement. Out: its pieces, without comments: words, quoted names, texts, numbers, signs. A text written as
//! `E'...'`, `U&'...'`, `$$...$$`, or in parts over several lines comes out as one plain `'...'`, so that no reader
//! behind this one has to know the other forms. Source: the manual's chapter 4.1 for versions 12 to 18. Deliberately
//! absent: the forms that versions read differently, which are refused: `N'...'`, `U&"..."`, `UESCAPE`, numbers such as
//! `0x1F`, `1_000` or `1a`, and parameters.

use askwell_contract::run::Finding;

#[cfg(test)]
mod tests;

/// The server cuts a longer name off here, in bytes.
const NAME_BYTES: usize = 63;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A keyword or a name without quotes.
    Word,
    /// A name in quotes.
    Name,
    Text,
    Bits,
    Number,
    Sign,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    pub kind: Kind,
    /// As it is sent.
    pub text: String,
    /// A name as the server knows it: without quotes, and in lower case where it had none.
    pub name: String,
    /// Its first character's place in the statement, from 0.
    pub at: usize,
}

impl Piece {
    pub fn is_sign(&self, sign: &str) -> bool {
        self.kind == Kind::Sign && self.text == sign
    }

    pub fn is_word(&self, word: &str) -> bool {
        self.kind == Kind::Word && self.name == word
    }

    pub fn is_name(&self) -> bool {
        matches!(self.kind, Kind::Word | Kind::Name)
    }
}

pub fn pieces(sql: &str) -> Result<Vec<Piece>, Finding> {
    let chars: Vec<char> = sql.chars().collect();
    let mut lexer = Lexer { chars: &chars, at: 0 };
    let mut found: Vec<Piece> = Vec::new();
    loop {
        lexer.skip()?;
        if lexer.at == chars.len() {
            break;
        }
        let piece = lexer.piece()?;
        let last = found.last();
        if last.is_some_and(|last| last.is_sign(";")) {
            return Err(unclear("something follows the semicolon at its end"));
        }
        if piece.kind == Kind::Text && last.is_some_and(|last| last.kind == Kind::Text) {
            return Err(unclear("two texts stand side by side"));
        }
        found.push(piece);
    }
    if found.last().is_some_and(|last| last.is_sign(";")) {
        found.pop();
    }
    Ok(found)
}

fn unclear(why: &str) -> Finding {
    Finding::error("syntax", format!("The statement is not clear enough to be run: {why}."))
}

struct Lexer<'a> {
    chars: &'a [char],
    at: usize,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    /// Blanks and comments; comments may stand in comments.
    fn skip(&mut self) -> Result<(), Finding> {
        loop {
            match (self.peek(0), self.peek(1)) {
                (Some(' ' | '\t' | '\n' | '\r'), _) => self.at += 1,
                (Some('-'), Some('-')) => self.line(),
                (Some('/'), Some('*')) => self.block()?,
                _ => return Ok(()),
            }
        }
    }

    fn line(&mut self) {
        while self.peek(0).is_some_and(|c| c != '\n' && c != '\r') {
            self.at += 1;
        }
    }

    fn block(&mut self) -> Result<(), Finding> {
        let mut open = 0;
        loop {
            match (self.peek(0), self.peek(1)) {
                (Some('/'), Some('*')) => (open, self.at) = (open + 1, self.at + 2),
                (Some('*'), Some('/')) => (open, self.at) = (open - 1, self.at + 2),
                (Some(_), _) => self.at += 1,
                (None, _) => return Err(unclear("a comment in it never ends")),
            }
            if open == 0 {
                return Ok(());
            }
        }
    }

    fn piece(&mut self) -> Result<Piece, Finding> {
        let start = self.at;
        let c = self.peek(0).unwrap_or_default();
        let next = self.peek(1);
        let (kind, text, name) = match (c, next) {
            ('\'', _) => text(self.quoted(Form::Plain)?),
            ('e' | 'E', Some('\'')) => {
                self.at += 1;
                text(self.quoted(Form::Escapes)?)
            }
            ('u' | 'U', Some('&')) if self.peek(2) == Some('\'') => {
                self.at += 2;
                let read = self.quoted(Form::Unicode)?;
                self.no_uescape()?;
                text(read)
            }
            ('u' | 'U', Some('&')) if self.peek(2) == Some('"') => {
                return Err(unclear("it holds a name that is spelled in numbers"));
            }
            ('b' | 'B' | 'x' | 'X', Some('\'')) => self.bits(c)?,
            ('n' | 'N', Some('\'')) => return Err(unclear("it holds a text marked N")),
            ('$', _) => text(self.dollars()?),
            ('"', _) => self.name()?,
            (c, _) if starts_word(c) => self.word(),
            ('0'..='9', _) | ('.', Some('0'..='9')) => self.number()?,
            (',' | '(' | ')' | '[' | ']' | ';', _) => {
                self.at += 1;
                (Kind::Sign, c.to_string(), String::new())
            }
            ('.', next) => {
                if next == Some('.') {
                    return Err(unclear("it holds two dots side by side"));
                }
                self.at += 1;
                (Kind::Sign, ".".into(), String::new())
            }
            (':', next) => {
                let sign = match next {
                    Some(':') => "::",
                    Some('=') => ":=",
                    _ => ":",
                };
                self.at += sign.len();
                (Kind::Sign, sign.into(), String::new())
            }
            (c, _) if OPERATOR.contains(c) => self.operator(),
            (c, _) => {
                return Err(unclear(&format!(
                    "it holds the sign {c}, which PostgreSQL does not have"
                )))
            }
        };
        Ok(Piece {
            kind,
            text,
            name,
            at: start,
        })
    }

    /// One text, with what the server adds to it from the following lines.
    fn quoted(&mut self, form: Form) -> Result<String, Finding> {
        let mut read = String::new();
        loop {
            self.part(form, &mut read)?;
            if !self.continues() {
                break;
            }
        }
        if read.contains('\0') {
            return Err(unclear("a text in it holds a character of code zero"));
        }
        Ok(read)
    }

    /// From the opening quote to behind the closing one.
    fn part(&mut self, form: Form, read: &mut String) -> Result<(), Finding> {
        self.at += 1;
        while let Some(c) = self.peek(0) {
            self.at += 1;
            match c {
                '\'' if self.peek(0) == Some('\'') => {
                    self.at += 1;
                    read.push('\'');
                }
                '\'' => return Ok(()),
                '\\' if form == Form::Escapes => {
                    let escaped = self.escaped()?;
                    read.push(escaped);
                }
                '\\' if form == Form::Unicode => {
                    let numbered = self.numbered()?;
                    read.push(numbered);
                }
                c => read.push(c),
            }
        }
        Err(unclear("a text in it never ends"))
    }

    /// A text goes on after a line break; nothing but blanks and `--` comments may stand between.
    fn continues(&mut self) -> bool {
        let back = self.at;
        let mut broken = false;
        loop {
            match (self.peek(0), self.peek(1)) {
                (Some('\n' | '\r'), _) => (broken, self.at) = (true, self.at + 1),
                (Some(' ' | '\t'), _) => self.at += 1,
                (Some('-'), Some('-')) => self.line(),
                (Some('\''), _) if broken => return true,
                _ => break,
            }
        }
        self.at = back;
        false
    }

    /// Behind a backslash of `E'...'`.
    fn escaped(&mut self) -> Result<char, Finding> {
        let c = self.peek(0).ok_or_else(|| unclear("a text in it never ends"))?;
        self.at += 1;
        let number = match c {
            'b' => return Ok('\u{8}'),
            'f' => return Ok('\u{c}'),
            'n' => return Ok('\n'),
            'r' => return Ok('\r'),
            't' => return Ok('\t'),
            '0'..='7' => {
                self.at -= 1;
                self.digits(8, 1, 3)
            }
            'x' => match self.digits(16, 1, 2) {
                // The server takes `\x` without a number for an x.
                None => return Ok('x'),
                number => number,
            },
            'u' => self.digits(16, 4, 4).map(|n| n | WHOLE),
            'U' => self.digits(16, 8, 8).map(|n| n | WHOLE),
            c => return Ok(c),
        };
        match number {
            Some(n) if n & WHOLE != 0 => char::from_u32(n & !WHOLE),
            // Single bytes beyond ASCII are parts of characters.
            Some(n) if n < 128 => char::from_u32(n),
            _ => None,
        }
        .ok_or_else(|| unclear("a text in it holds a character that cannot be told"))
    }

    /// Behind a backslash of `U&'...'`.
    fn numbered(&mut self) -> Result<char, Finding> {
        if self.peek(0) == Some('\\') {
            self.at += 1;
            return Ok('\\');
        }
        let number = if self.peek(0) == Some('+') {
            self.at += 1;
            self.digits(16, 6, 6)
        } else {
            self.digits(16, 4, 4)
        };
        number
            .and_then(char::from_u32)
            .ok_or_else(|| unclear("a text in it holds a character that cannot be told"))
    }

    fn digits(&mut self, base: u32, least: usize, most: usize) -> Option<u32> {
        let mut number: u32 = 0;
        let mut taken = 0;
        while let Some(digit) = self.peek(0).and_then(|c| c.to_digit(base)).filter(|_| taken < most) {
            number = number.checked_mul(base)?.checked_add(digit)?;
            (taken, self.at) = (taken + 1, self.at + 1);
        }
        (taken >= least && number & WHOLE == 0).then_some(number)
    }

    fn no_uescape(&mut self) -> Result<(), Finding> {
        let back = self.at;
        self.skip()?;
        let word: String = self.chars[self.at..].iter().take(7).collect();
        self.at = back;
        if word.eq_ignore_ascii_case("uescape") {
            return Err(unclear("it chooses its own sign for escapes"));
        }
        Ok(())
    }

    fn bits(&mut self, mark: char) -> Result<(Kind, String, String), Finding> {
        self.at += 1;
        let digits = self.quoted(Form::Plain)?;
        let base = if matches!(mark, 'b' | 'B') { 2 } else { 16 };
        if !digits.chars().all(|c| c.is_digit(base)) {
            return Err(unclear("a row of bits in it holds something else"));
        }
        let mark = mark.to_ascii_uppercase();
        Ok((Kind::Bits, format!("{mark}'{digits}'"), String::new()))
    }

    /// `$$...$$` or `$word$...$word$`; anything else with a dollar sign in front waits for a parameter.
    fn dollars(&mut self) -> Result<String, Finding> {
        let rest = &self.chars[self.at + 1..];
        let word = rest.iter().take_while(|c| **c != '$' && in_word(**c)).count();
        if rest.get(word) != Some(&'$') || rest.first().is_some_and(char::is_ascii_digit) {
            return Err(unclear("it waits for a parameter"));
        }
        let mark = &self.chars[self.at..self.at + word + 2];
        let inside = self.at + mark.len();
        let length = self.chars[inside..].windows(mark.len()).position(|end| end == mark);
        let length = length.ok_or_else(|| unclear("a text in it never ends"))?;
        self.at = inside + length + mark.len();
        Ok(self.chars[inside..inside + length].iter().collect())
    }

    fn name(&mut self) -> Result<(Kind, String, String), Finding> {
        let mut read = String::new();
        self.at += 1;
        loop {
            let Some(c) = self.peek(0) else {
                return Err(unclear("a name in it never ends"));
            };
            self.at += 1;
            match c {
                '"' if self.peek(0) == Some('"') => {
                    self.at += 1;
                    read.push('"');
                }
                '"' => break,
                c => read.push(c),
            }
        }
        if read.is_empty() || read.contains('\0') {
            return Err(unclear("a name in it is empty"));
        }
        let name = cut(read);
        Ok((Kind::Name, format!("\"{}\"", name.replace('"', "\"\"")), name))
    }

    fn word(&mut self) -> (Kind, String, String) {
        let start = self.at;
        while self.peek(0).is_some_and(in_word) {
            self.at += 1;
        }
        let word = cut(self.chars[start..self.at].iter().collect());
        let name = word.to_ascii_lowercase();
        (Kind::Word, word, name)
    }

    fn number(&mut self) -> Result<(Kind, String, String), Finding> {
        let start = self.at;
        let digits = |lexer: &mut Self| {
            while lexer.peek(0).is_some_and(|c| c.is_ascii_digit()) {
                lexer.at += 1;
            }
        };
        digits(self);
        if self.peek(0) == Some('.') && self.peek(1) != Some('.') {
            self.at += 1;
            digits(self);
        }
        let signed = usize::from(matches!(self.peek(1), Some('+' | '-')));
        if matches!(self.peek(0), Some('e' | 'E')) && self.peek(1 + signed).is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1 + signed;
            digits(self);
        }
        if self.peek(0).is_some_and(|c| in_word(c) || c == '.') {
            return Err(unclear("a number in it runs into a word"));
        }
        let number = self.chars[start..self.at].iter().collect();
        Ok((Kind::Number, number, String::new()))
    }

    /// As long as it can be, but for a comment, and for a sign that it would only seem to end with.
    fn operator(&mut self) -> (Kind, String, String) {
        let rest = &self.chars[self.at..];
        let mut length = rest.iter().take_while(|c| OPERATOR.contains(**c)).count();
        let comment = rest[..length]
            .windows(2)
            .position(|two| two == ['-', '-'] || two == ['/', '*']);
        length = comment.filter(|at| *at > 0).unwrap_or(length);
        let may_end_so = rest[..length].iter().any(|c| "~!@#%^&|`?".contains(*c));
        while length > 1 && !may_end_so && matches!(rest[length - 1], '+' | '-') {
            length -= 1;
        }
        self.at += length;
        (Kind::Sign, rest[..length].iter().collect(), String::new())
    }
}

/// Tells a whole character from a byte of one.
const WHOLE: u32 = 1 << 31;
const OPERATOR: &str = "~!@#^&|`?+-*/%<>=";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Plain,
    Escapes,
    Unicode,
}

fn text(read: String) -> (Kind, String, String) {
    (Kind::Text, format!("'{}'", read.replace('\'', "''")), read)
}

/// A name as the server cuts it off.
fn cut(mut name: String) -> String {
    let mut end = NAME_BYTES.min(name.len());
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    name.truncate(end);
    name
}

fn starts_word(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_' || !c.is_ascii()
}

fn in_word(c: char) -> bool {
    starts_word(c) || c.is_ascii_digit() || c == '$'
}
