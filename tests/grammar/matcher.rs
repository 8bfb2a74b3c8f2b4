//! Whether a text can be written by a grammar: GBNF as far as ours uses it. For tests alone; slow and plain.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

enum Piece {
    Text(Vec<char>),
    /// Ranges, and whether it is what is not in them.
    Class(Vec<(char, char)>, bool),
    Rule(String),
    Group(Rc<Vec<Vec<Piece>>>),
    Times(Box<Piece>, usize, usize),
}

pub struct Grammar(BTreeMap<String, Rc<Vec<Vec<Piece>>>>);

impl Grammar {
    pub fn read(text: &str) -> Self {
        let rules = text.lines().filter(|line| !line.trim().is_empty()).map(|line| {
            let (name, body) = line.split_once(" ::= ").unwrap_or_else(|| panic!("no rule: {line}"));
            let chars: Vec<char> = body.chars().collect();
            let mut read = Read { chars, at: 0 };
            let alternatives = read.alternatives();
            assert_eq!(read.at, read.chars.len(), "not read to its end: {line}");
            (name.to_owned(), Rc::new(alternatives))
        });
        let all = Self(rules.collect());
        for body in all.0.values() {
            all.known(body);
        }
        all
    }

    /// Every rule that is named is there.
    fn known(&self, alternatives: &[Vec<Piece>]) {
        for piece in alternatives.iter().flatten() {
            match piece {
                Piece::Rule(name) => assert!(self.0.contains_key(name), "no rule {name}"),
                Piece::Group(inner) => self.known(inner),
                Piece::Times(inner, ..) => {
                    if let Piece::Group(inner) = &**inner {
                        self.known(inner);
                    }
                }
                _ => {}
            }
        }
    }

    pub fn accepts(&self, text: &str) -> bool {
        self.furthest(text).is_none()
    }

    /// `None`: it is accepted. Else the text up to where nothing goes on.
    pub fn furthest(&self, text: &str) -> Option<String> {
        let run = Run {
            grammar: self,
            text: text.chars().collect(),
            memo: RefCell::default(),
            far: RefCell::default(),
        };
        let ends = run.rule("root", 0);
        let far = *run.far.borrow();
        (!ends.contains(&run.text.len())).then(|| run.text[..far].iter().collect())
    }
}

/// Where each rule may end, by its name and where it begins.
type Memo = HashMap<(String, usize), Rc<BTreeSet<usize>>>;

struct Run<'g> {
    grammar: &'g Grammar,
    text: Vec<char>,
    memo: RefCell<Memo>,
    far: RefCell<usize>,
}

impl Run<'_> {
    fn rule(&self, name: &str, at: usize) -> Rc<BTreeSet<usize>> {
        let key = (name.to_owned(), at);
        if let Some(known) = self.memo.borrow().get(&key) {
            return known.clone();
        }
        let ends = Rc::new(self.alternatives(&self.grammar.0[name], at));
        self.memo.borrow_mut().insert(key, ends.clone());
        ends
    }

    fn alternatives(&self, all: &[Vec<Piece>], at: usize) -> BTreeSet<usize> {
        all.iter().flat_map(|one| self.sequence(one, at)).collect()
    }

    fn sequence(&self, pieces: &[Piece], at: usize) -> BTreeSet<usize> {
        let mut places = BTreeSet::from([at]);
        for piece in pieces {
            places = places.iter().flat_map(|at| self.piece(piece, *at)).collect();
            if places.is_empty() {
                break;
            }
        }
        places
    }

    fn piece(&self, piece: &Piece, at: usize) -> BTreeSet<usize> {
        match piece {
            Piece::Text(wanted) => {
                let same = self.text[at..].iter().zip(wanted).take_while(|(a, b)| a == b).count();
                let mut far = self.far.borrow_mut();
                *far = (*far).max(at + same);
                (same == wanted.len()).then_some(at + same).into_iter().collect()
            }
            Piece::Class(ranges, not) => {
                let Some(c) = self.text.get(at) else {
                    return BTreeSet::new();
                };
                let within = ranges.iter().any(|(from, to)| from <= c && c <= to);
                match within != *not {
                    true => {
                        let mut far = self.far.borrow_mut();
                        *far = (*far).max(at + 1);
                        BTreeSet::from([at + 1])
                    }
                    false => BTreeSet::new(),
                }
            }
            Piece::Rule(name) => (*self.rule(name, at)).clone(),
            Piece::Group(inner) => self.alternatives(inner, at),
            Piece::Times(inner, least, most) => {
                let mut all = BTreeSet::new();
                let mut now = BTreeSet::from([at]);
                for count in 0.. {
                    if count >= *least {
                        all.extend(&now);
                    }
                    if count == *most || now.is_empty() {
                        break;
                    }
                    let next: BTreeSet<usize> = now.iter().flat_map(|at| self.piece(inner, *at)).collect();
                    let next: BTreeSet<usize> = match count >= *least {
                        true => next.difference(&all).copied().collect(),
                        false => next,
                    };
                    now = next;
                }
                all
            }
        }
    }
}

struct Read {
    chars: Vec<char>,
    at: usize,
}

impl Read {
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
                Piece::Group(Rc::new(inner))
            }
            first => {
                let mut name = String::from(first);
                while self.peek().is_some_and(|c| c.is_ascii_alphanumeric() || c == '-') {
                    name.push(self.next());
                }
                Piece::Rule(name)
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
