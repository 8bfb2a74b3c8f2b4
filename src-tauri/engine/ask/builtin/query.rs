//! A query as the built-in engine thinks of it: columns by position, joins not yet written out.

use askwell_contract::time::WeekStart;

/// Position of a column in the catalog.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Col {
    pub table: usize,
    pub column: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agg {
    Count,
    Sum,
    Avg,
    Median,
    Min,
    Max,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Year,
    Quarter,
    Month,
    Weekday,
    /// `2024-02`.
    YearMonth,
    /// The first day of the week, which begins on this one.
    Week(WeekStart),
    Day,
    /// Fiscal years and their quarters, from the month that they begin with.
    FiscalYear(u32),
    FiscalQuarter(u32),
}

/// A term of the glossary that stands for SQL over one table, by its place among the terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    pub index: usize,
    pub table: usize,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Expr {
    Column(Col),
    /// Rows of a table: `count(*)` counts them.
    Rows(usize),
    Agg {
        agg: Agg,
        distinct: bool,
        of: Box<Expr>,
    },
    Part(Part, Col),
    /// Rows where the condition holds as a part of all rows; true: in percent.
    Share(Box<Cond>, bool),
    /// The number of rows where the condition holds.
    RowsWith(Box<Cond>),
    /// A group's aggregate as a part of that of all groups; true: in percent.
    ShareOfAll(Box<Expr>, bool),
    /// Exact arithmetic between two expressions; `*`, `-`, `/`, `+`.
    Arith(Box<Expr>, char, Box<Expr>),
    /// A figure of the glossary, aggregated already.
    Term(Term),
    Number(String),
    /// A group's aggregate added up over the groups so far, in the order of the second.
    Running(Box<Expr>, Box<Expr>),
    /// A group's aggregate less that of the group before, in the order of the second; true: in percent of it.
    Change(Box<Expr>, Box<Expr>, bool),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Like,
    NotLike,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Text(String),
    Number(String),
    /// ISO day, written as the column keeps dates.
    Date(String),
    Expr(Expr),
    Query(Box<Query>),
}

#[derive(Debug, Clone, PartialEq)]
pub enum Cond {
    Compare(Expr, Op, Value),
    Between(Expr, Value, Value),
    Null(Expr, bool),
    /// `left [NOT] IN (query)`; true: NOT.
    In(Expr, Box<Query>, bool),
    Any(Vec<Cond>),
    All(Vec<Cond>),
    /// A condition of the glossary; true: its opposite.
    Term(Term, bool),
}

impl Op {
    pub fn opposite(self) -> Self {
        match self {
            Self::Gt => Self::Le,
            Self::Ge => Self::Lt,
            Self::Lt => Self::Ge,
            Self::Le => Self::Gt,
            Self::Eq => Self::Ne,
            Self::Ne => Self::Eq,
            Self::Like => Self::NotLike,
            Self::NotLike => Self::Like,
        }
    }
}

impl Cond {
    /// What holds where this does not (De Morgan), rows without a value left out of both.
    pub fn denied(self) -> Self {
        match self {
            Self::Compare(e, op, v) => Self::Compare(e, op.opposite(), v),
            Self::Between(e, low, high) => Self::Any(vec![
                Self::Compare(e.clone(), Op::Lt, low),
                Self::Compare(e, Op::Gt, high),
            ]),
            Self::Null(e, known) => Self::Null(e, !known),
            Self::In(e, q, not) => Self::In(e, q, !not),
            Self::Any(list) => Self::All(list.into_iter().map(Self::denied).collect()),
            Self::All(list) => Self::Any(list.into_iter().map(Self::denied).collect()),
            Self::Term(term, not) => Self::Term(term, !not),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetOp {
    Union,
    Intersect,
    Except,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Query {
    pub select: Vec<Expr>,
    pub distinct: bool,
    /// Tables that must be in FROM although no column of theirs is named.
    pub tables: Vec<usize>,
    /// All must hold.
    pub filter: Vec<Cond>,
    pub group: Vec<Expr>,
    pub having: Vec<Cond>,
    /// `true`: descending.
    pub order: Vec<(Expr, bool)>,
    pub limit: Option<u64>,
    pub offset: u64,
    pub set: Option<(SetOp, Box<Query>)>,
    /// Which of several ways to join: bit i chooses the alternative of the i-th ambiguous step.
    pub route: usize,
    /// Keep rows of the first table that have no partner (counts of zero).
    pub outer: bool,
    /// Only the first so many rows of each group.
    pub each: Option<FirstOfEach>,
    /// Each row of this table counts once in its group, however often a join repeats it there.
    pub once: Option<usize>,
}

/// "The 3 most expensive of each category".
#[derive(Debug, Clone, PartialEq)]
pub struct FirstOfEach {
    pub of: Vec<Expr>,
    pub by: Expr,
    pub desc: bool,
    pub rows: u64,
}

impl Expr {
    pub fn agg(agg: Agg, of: Expr) -> Self {
        Self::Agg {
            agg,
            distinct: false,
            of: Box::new(of),
        }
    }
    pub fn count(table: usize) -> Self {
        Self::agg(Agg::Count, Self::Rows(table))
    }
    pub fn is_aggregate(&self) -> bool {
        match self {
            Self::Agg { .. } | Self::Share(..) | Self::RowsWith(_) | Self::ShareOfAll(..) | Self::Term(_) => true,
            Self::Running(..) | Self::Change(..) => true,
            Self::Arith(a, _, b) => a.is_aggregate() || b.is_aggregate(),
            _ => false,
        }
    }
    /// A highest or lowest figure.
    pub fn is_extreme(&self) -> bool {
        let Self::Agg { agg, .. } = self else { return false };
        matches!(agg, Agg::Min | Agg::Max)
    }
    fn columns(&self, f: &mut dyn FnMut(Col)) {
        match self {
            Self::Column(c) | Self::Part(_, c) => f(*c),
            Self::Agg { of, .. } | Self::ShareOfAll(of, _) => of.columns(f),
            Self::Share(c, _) | Self::RowsWith(c) => c.columns(f),
            Self::Arith(a, _, b) | Self::Running(a, b) | Self::Change(a, b, _) => {
                a.columns(f);
                b.columns(f);
            }
            Self::Rows(_) | Self::Term(_) | Self::Number(_) => {}
        }
    }
    /// Calls `f` for every table that this expression needs in FROM.
    pub fn tables(&self, f: &mut dyn FnMut(usize)) {
        match self {
            Self::Column(c) | Self::Part(_, c) => f(c.table),
            Self::Rows(t) => f(*t),
            Self::Term(term) => f(term.table),
            Self::Agg { of, .. } => of.tables(f),
            Self::Share(c, _) | Self::RowsWith(c) => c.tables(f),
            Self::ShareOfAll(e, _) => e.tables(f),
            Self::Number(_) => {}
            Self::Running(e, by) | Self::Change(e, by, _) => {
                e.tables(f);
                by.tables(f);
            }
            Self::Arith(a, _, b) => {
                a.tables(f);
                b.tables(f);
            }
        }
    }
}

impl Cond {
    pub fn eq(col: Col, value: Value) -> Self {
        Self::Compare(Expr::Column(col), Op::Eq, value)
    }

    /// A text that a column holds, or that its texts hold.
    pub fn text(col: Col, text: String, part: bool) -> Self {
        match part {
            true => Self::Compare(Expr::Column(col), Op::Like, Value::Text(format!("%{text}%"))),
            false => Self::eq(col, Value::Text(text)),
        }
    }

    pub fn tables(&self, f: &mut dyn FnMut(usize)) {
        match self {
            Self::Compare(e, _, v) => {
                e.tables(f);
                if let Value::Expr(e) = v {
                    e.tables(f);
                }
            }
            Self::Between(e, ..) | Self::Null(e, _) | Self::In(e, ..) => e.tables(f),
            Self::Any(list) | Self::All(list) => list.iter().for_each(|c| c.tables(f)),
            Self::Term(term, _) => f(term.table),
        }
    }
}

impl Cond {
    fn columns(&self, f: &mut dyn FnMut(Col)) {
        match self {
            Self::Compare(e, _, v) => {
                e.columns(f);
                match v {
                    Value::Expr(e) => e.columns(f),
                    Value::Query(q) => q.columns(f),
                    _ => {}
                }
            }
            Self::Between(e, ..) | Self::Null(e, _) => e.columns(f),
            Self::In(e, q, _) => {
                e.columns(f);
                q.columns(f);
            }
            Self::Any(list) | Self::All(list) => list.iter().for_each(|c| c.columns(f)),
            Self::Term(..) => {}
        }
    }
}

impl Query {
    /// Calls `f` for every column named anywhere.
    pub fn columns(&self, f: &mut dyn FnMut(Col)) {
        self.select.iter().chain(&self.group).for_each(|e| e.columns(f));
        self.filter.iter().chain(&self.having).for_each(|c| c.columns(f));
        self.order.iter().for_each(|(e, _)| e.columns(f));
    }

    /// Every table of this level (subqueries left out), each once, in the order of first mention.
    pub fn needed(&self) -> Vec<usize> {
        let mut out: Vec<usize> = Vec::new();
        let mut add = |t: usize| {
            if !out.contains(&t) {
                out.push(t);
            }
        };
        self.select.iter().for_each(|e| e.tables(&mut add));
        self.tables.iter().copied().for_each(&mut add);
        self.filter.iter().chain(&self.having).for_each(|c| c.tables(&mut add));
        self.group.iter().for_each(|e| e.tables(&mut add));
        self.order.iter().for_each(|(e, _)| e.tables(&mut add));
        if let Some(each) = &self.each {
            each.of.iter().chain([&each.by]).for_each(|e| e.tables(&mut add));
        }
        out
    }
}
