//! Whether a text can be written by a grammar: GBNF as far as ours uses it. For tests alone.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

enum Piece {
    Text(Vec<char>),
    /// Ranges, and whether it is what is not in them.
    Class(Vec<(char, char)>, bool),
    /// By its place.
    Rule(usize),
    Group(Vec<Vec<Piece>>),
    Times(Box<Piece>, usize, usize),
}

pub struct Grammar {
    rules: Vec<Vec<Vec<Piece>>>,
    root: usize,
}

impl Grammar {
    pub fn read(text: &str) -> Self {
        let lines: Vec<(&str, &str)> = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .map(|line| line.split_once(" ::= ").unwrap_or_else(|| panic!("no rule: {line}")))
            .collect();
        let names: BTreeMap<&str, usize> = lines.iter().enumerate().map(|(at, (name, _))| (*name, at)).collect();
        let rules = lines.iter().map(|(name, body)| {
            let mut read = Read {
                chars: body.chars().collect(),
                at: 0,
                names: &names,
            };
            let alternatives = read.alternatives();
            assert_eq!(read.at, read.chars.len(), "not read to its end: {name} ::= {body}");
            alternatives
        });
        Self {
            rules: rules.collect(),
            root: names["root"],
        }
    }

    pub fn accepts(&self, text: &str) -> bool {
        self.furthest(text).is_none()
    }

    /// `None`: it is accepted. Else the text up to where nothing goes on.
    pub fn furthest(&self, text: &str) -> Option<String> {
        let text: Vec<char> = text.chars().collect();
        let run = Run {
            grammar: self,
            memo: RefCell::new(vec![Vec::new(); text.len() + 1]),
            text,
            far: Cell::new(0),
        };
        let ends = run.rule(self.root, 0);
        (!ends.contains(&run.text.len())).then(|| run.text[..run.far.get()].iter().collect())
    }
}

/// Places in the text, each once; most often one or none.
type Places = Vec<usize>;

fn add(places: &mut Places, place: usize) {
    if !places.contains(&place) {
        places.push(place);
    }
}

/// The rules that were tried at a place, with where each may end.
type Tried = Vec<(usize, Rc<Places>)>;

struct Run<'g> {
    grammar: &'g Grammar,
    text: Vec<char>,
    /// For each place of the text.
    memo: RefCell<Vec<Tried>>,
    far: Cell<usize>,
}

impl Run<'_> {
    fn rule(&self, rule: usize, at: usize) -> Rc<Places> {
        if let Some((_, known)) = self.memo.borrow()[at].iter().find(|tried| tried.0 == rule) {
            return known.clone();
        }
        let mut ends = Places::new();
        self.alternatives(&self.grammar.rules[rule], at, &mut ends);
        let ends = Rc::new(ends);
        self.memo.borrow_mut()[at].push((rule, ends.clone()));
        ends
    }

    fn alternatives(&self, all: &[Vec<Piece>], at: usize, ends: &mut Places) {
        for one in all {
            self.sequence(one, at, ends);
        }
    }

    fn sequence(&self, pieces: &[Piece], at: usize, ends: &mut Places) {
        let mut places = vec![at];
        for piece in pieces {
            let mut next = Places::new();
            for place in places {
                self.piece(piece, place, &mut next);
            }
            if next.is_empty() {
                return;
            }
            places = next;
        }
        for place in places {
            add(ends, place);
        }
    }

    fn reached(&self, place: usize) {
        self.far.set(self.far.get().max(place));
    }

    fn piece(&self, piece: &Piece, at: usize, ends: &mut Places) {
        match piece {
            Piece::Text(wanted) => {
                let mut same = 0;
                while same < wanted.len() && self.text.get(at + same) == Some(&wanted[same]) {
                    same += 1;
                }
                self.reached(at + same);
                if same == wanted.len() {
                    add(ends, at + same);
                }
            }
            Piece::Class(ranges, not) => {
                let Some(c) = self.text.get(at) else { return };
                let within = ranges.iter().any(|(from, to)| from <= c && c <= to);
                if within != *not {
                    self.reached(at + 1);
                    add(ends, at + 1);
                }
            }
            Piece::Rule(rule) => {
                for end in self.rule(*rule, at).iter() {
                    add(ends, *end);
                }
            }
            Piece::Group(inner) => self.alternatives(inner, at, ends),
            Piece::Times(inner, least, most) => {
                let mut all = Places::new();
                let mut now = vec![at];
                for count in 0.. {
                    if count >= *least {
                        for place in &now {
                            add(&mut all, *place);
                        }
                    }
                    if count == *most || now.is_empty() {
                        break;
                    }
                    let mut next = Places::new();
                    for place in now {
                        self.piece(inner, place, &mut next);
                    }
                    if count >= *least {
                        next.retain(|place| !all.contains(place));
                    }
                    now = next;
                }
                for place in all {
                    add(ends, place);
                }
            }
        }
    }
}

struct Read<'n> {
    chars: Vec<char>,
    at: usize,
    names: &'n BTreeMap<&'n str, usize>,
}

impl Read<'_> {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }
    fn next(&mut self) -> char {
        self.at += 1;
        self.chars[self.at - 1]
    }
    fn blanks(&mut self) {
        while self.peek() == Some(' ') {
            self.at += 1;
        }
    }

    fn alternatives(&mut self) -> Vec<Vec<Piece>> {
        let mut all = vec![Vec::new()];
        loop {
            self.blanks();
            match self.peek() {
                None | Some(')') => return all,
                Some('|') => {
                    self.at += 1;
                    all.push(Vec::new());
                }
                Some(_) => {
                    let piece = self.piece();
                    let piece = self.times(piece);
                    all.last_mut().unwrap().push(piece);
                }
            }
        }
    }

    fn piece(&mut self) -> Piece {
        match self.next() {
            '"' => {
                let mut text = Vec::new();
                while self.peek() != Some('"') {
                    text.push(self.letter());
                }
                self.at += 1;
                Piece::Text(text)
            }
            '[' => {
                let not = self.peek() == Some('^');
                self.at += usize::from(not);
                let mut ranges = Vec::new();
                while self.peek() != Some(']') {
                    let from = self.letter();
                    let range = self.peek() == Some('-') && self.chars.get(self.at + 1) != Some(&']');
                    self.at += usize::from(range);
                    ranges.push((from, if range { self.letter() } else { from }));
                }
                self.at += 1;
                Piece::Class(ranges, not)
            }
            '(' => {
                let inner = self.alternatives();
                assert_eq!(self.next(), ')');
                Piece::Group(inner)
            }
            first => {
                let mut name = String::from(first);
                while self.peek().is_some_and(|c| c.is_ascii_alphanumeric() || c == '-') {
                    name.push(self.next());
                }
                let rule = self.names.get(name.as_str());
                Piece::Rule(*rule.unwrap_or_else(|| panic!("no rule {name}")))
            }
        }
    }

    fn letter(&mut self) -> char {
        match self.next() {
            '\\' => match self.next() {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                'x' => {
                    let digits: String = [self.next(), self.next()].iter().collect();
                    char::from(u8::from_str_radix(&digits, 16).unwrap())
                }
                other => other,
            },
            plain => plain,
        }
    }

    fn times(&mut self, piece: Piece) -> Piece {
        let (least, most) = match self.peek() {
            Some('?') => (0, 1),
            Some('*') => (0, usize::MAX),
            Some('+') => (1, usize::MAX),
            Some('{') => {
                let end = self.chars[self.at..].iter().position(|c| *c == '}').unwrap() + self.at;
                let inner: String = self.chars[self.at + 1..end].iter().collect();
                self.at = end;
                match inner.split_once(',') {
                    Some((a, "")) => (a.parse().unwrap(), usize::MAX),
                    Some((a, b)) => (a.parse().unwrap(), b.parse().unwrap()),
                    None => (inner.parse().unwrap(), inner.parse().unwrap()),
                }
            }
            _ => return piece,
        };
        self.at += 1;
        Piece::Times(Box::new(piece), least, most)
    }
}
