//! A query as the reader thinks of it: columns by position, joins not yet written out.

use askwell_contract::time::WeekStart;

pub use crate::known::Col;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agg {
    Count,
    Sum,
    Avg,
    Median,
    Min,
    Max,
}

/// A part of a day, or the stretch that it lies in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Year,
    Quarter,
    Month,
    Weekday,
    /// Whether it is a Saturday or a Sunday.
    Weekend,
    Hour,
    Decade,
    /// `2024-02`.
    YearMonth,
    /// The first day of the week that begins on this one.
    Week(WeekStart),
    Day,
}

/// A stretch of a number: from where the one before ends up to here; true: what it ends with lies in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Band {
    pub name: String,
    pub to: Option<(f64, bool)>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Expr {
    Col(Col),
    /// All rows of a table; `count(*)` counts them.
    Rows(usize),
    Agg {
        agg: Agg,
        distinct: bool,
        of: Box<Expr>,
    },
    Part(Part, Col),
    Num(f64),
    /// `+ - * /`.
    Math(Box<Expr>, char, Box<Expr>),
    /// The expression where the condition holds, else nothing.
    Only(Box<Cond>, Box<Expr>),
    /// 100 times rows where the condition holds, divided by all rows.
    Percent(Box<Cond>),
    /// A group's figure in percent of that of all groups that have these keys in common.
    OfAll(Box<Expr>, Vec<Expr>),
    /// A group's figure and those of all groups before it in the order of `by`, each of `apart` for itself.
    Running {
        of: Box<Expr>,
        by: Box<Expr>,
        apart: Vec<Expr>,
    },
    /// The place among rows that have these in common, by the expression; true: the most is the first.
    Place(Vec<Expr>, Box<Expr>, bool),
    /// What stands at this place in the rows of the query that this one is made over.
    Out(usize),
    /// The last column's value in the row that the first refers to by the second.
    Linked(Col, Col, Col),
    /// A figure of all rows of the column's table that have the other columns in common with this row.
    Peers(Agg, Col, Vec<Col>),
    /// A group's figure less that of the group before in the order of `by`, each of `apart` for itself.
    Growth {
        of: Box<Expr>,
        by: Box<Expr>,
        apart: Vec<Expr>,
        /// In percent of the one before.
        percent: bool,
    },
    /// Days from the first column to the second.
    Days(Col, Col),
    /// Hours from the first column to the second.
    Hours(Col, Col),
    /// Years from the column's day to this one, ISO; true: only whole ones.
    Age(Col, String, bool),
    Abs(Box<Expr>),
    /// The name of the band that the number lies in.
    Bands(Box<Expr>, Vec<Band>),
    /// The name of the first of these conditions that holds.
    Sides(Vec<(String, Cond)>),
    /// A whole query that gives one value.
    Query(Box<Query>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Op {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// Where in a text another lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spot {
    Anywhere,
    First,
    Last,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Cond {
    Compare(Expr, Op, Expr),
    /// One of these texts, or none of them.
    Is {
        col: Col,
        values: Vec<String>,
        not: bool,
    },
    /// A text within the column's texts, or what they begin or end with.
    Holds {
        col: Col,
        text: String,
        spot: Spot,
        not: bool,
    },
    Between(Expr, f64, f64),
    /// From a day to another, either open; ISO.
    When {
        col: Col,
        from: Option<String>,
        to: Option<String>,
        not: bool,
    },
    /// A part of a day is one of these numbers.
    PartIs(Part, Col, Vec<u32>),
    Null(Expr, bool),
    /// Rows whose column is among the query's values; true: not among them.
    Among(Col, Box<Query>, bool),
    /// A column of yes and no, and which of them.
    Yes(Col, bool),
    Any(Vec<Cond>),
    All(Vec<Cond>),
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Query {
    pub select: Vec<Expr>,
    pub distinct: bool,
    /// Tables that must be in FROM although no column of theirs is named.
    pub tables: Vec<usize>,
    /// The rows are those that this query gives, rather than rows of tables.
    pub over: Option<Box<Query>>,
    /// All must hold.
    pub filter: Vec<Cond>,
    pub group: Vec<Expr>,
    pub having: Vec<Cond>,
    /// `true`: from high to low.
    pub order: Vec<(Expr, bool)>,
    pub limit: Option<u64>,
    /// Rows left out before the first that is shown: "the second highest".
    pub skip: u64,
    /// Links to join by where two tables have several.
    pub via: Vec<usize>,
    /// The table whose rows all stay, with or without rows of the others.
    pub keeps: Option<usize>,
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
        }
    }

    pub fn sql(self) -> &'static str {
        match self {
            Self::Eq => "=",
            Self::Ne => "<>",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
        }
    }
}

impl Expr {
    /// 100 times the different things of which the condition holds for some row, divided by all of them: the condition and the
    /// thing.
    pub fn share_of_things(&self) -> Option<(&Cond, &Expr)> {
        let counted = |e: &Expr| {
            matches!(
                e,
                Self::Agg {
                    agg: Agg::Count,
                    distinct: true,
                    ..
                }
            )
        };
        let Self::Math(part, '/', whole) = self else {
            return None;
        };
        let (Self::Math(_, '*', part), Self::Agg { of, .. }) = (&**part, &**whole) else {
            return None;
        };
        match &**part {
            Self::Agg { of: so, .. } if counted(part) && counted(whole) => match &**so {
                Self::Only(cond, thing) if **thing == **of => Some((cond, of)),
                _ => None,
            },
            _ => None,
        }
    }

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
    pub fn each(agg: Agg, of: Expr) -> Self {
        Self::Agg {
            agg,
            distinct: true,
            of: Box::new(of),
        }
    }
    pub fn math(a: Expr, op: char, b: Expr) -> Self {
        Self::Math(Box::new(a), op, Box::new(b))
    }
    pub fn is_figure(&self) -> bool {
        match self {
            Self::Agg { .. } | Self::Percent(_) | Self::OfAll(..) | Self::Growth { .. } | Self::Running { .. } => true,
            Self::Math(a, _, b) => a.is_figure() || b.is_figure(),
            Self::Abs(a) => a.is_figure(),
            _ => false,
        }
    }
    /// Calls `f` for every column and with every table needed in FROM, subqueries left out.
    pub fn visit(&self, f: &mut dyn FnMut(usize, Option<Col>)) {
        match self {
            Self::Col(c) | Self::Part(_, c) | Self::Linked(c, ..) | Self::Age(c, ..) => f(c.table, Some(*c)),
            Self::Rows(t) => f(*t, None),
            Self::Agg { of, .. } | Self::Abs(of) | Self::Bands(of, _) => of.visit(f),
            Self::OfAll(of, apart) | Self::Place(apart, of, _) => {
                of.visit(f);
                apart.iter().for_each(|e| e.visit(f));
            }
            Self::Math(a, _, b) => {
                a.visit(f);
                b.visit(f);
            }
            Self::Growth { of, by, apart, .. } | Self::Running { of, by, apart } => {
                of.visit(f);
                by.visit(f);
                apart.iter().for_each(|e| e.visit(f));
            }
            Self::Only(c, e) => {
                c.visit(f);
                e.visit(f);
            }
            Self::Percent(c) => c.visit(f),
            Self::Sides(list) => list.iter().for_each(|s| s.1.visit(f)),
            Self::Days(a, b) | Self::Hours(a, b) => {
                f(a.table, Some(*a));
                f(b.table, Some(*b));
            }
            Self::Peers(_, c, same) => {
                f(c.table, Some(*c));
                same.iter().for_each(|c| f(c.table, Some(*c)));
            }
            Self::Num(_) | Self::Query(_) | Self::Out(_) => {}
        }
    }
}

impl Cond {
    /// What holds where this does not (De Morgan); rows without a value are in neither.
    pub fn denied(self) -> Self {
        match self {
            Self::Compare(a, op, b) => Self::Compare(a, op.opposite(), b),
            Self::Is { col, values, not } => Self::Is { col, values, not: !not },
            Self::Holds { col, text, spot, not } => Self::Holds {
                col,
                text,
                spot,
                not: !not,
            },
            Self::Between(e, low, high) => Self::Any(vec![
                Self::Compare(e.clone(), Op::Lt, Expr::Num(low)),
                Self::Compare(e, Op::Gt, Expr::Num(high)),
            ]),
            Self::When { col, from, to, not } => Self::When {
                col,
                from,
                to,
                not: !not,
            },
            Self::PartIs(p, c, list) => Self::PartIs(p, c, list),
            Self::Null(e, known) => Self::Null(e, !known),
            Self::Among(c, q, not) => Self::Among(c, q, !not),
            Self::Yes(c, yes) => Self::Yes(c, !yes),
            Self::Any(list) => Self::All(list.into_iter().map(Self::denied).collect()),
            Self::All(list) => Self::Any(list.into_iter().map(Self::denied).collect()),
        }
    }

    pub fn visit(&self, f: &mut dyn FnMut(usize, Option<Col>)) {
        match self {
            Self::Compare(a, _, b) => {
                a.visit(f);
                b.visit(f);
            }
            Self::Between(e, ..) | Self::Null(e, _) => e.visit(f),
            Self::Is { col, .. } | Self::Holds { col, .. } | Self::When { col, .. } => f(col.table, Some(*col)),
            Self::PartIs(_, col, _) | Self::Among(col, ..) | Self::Yes(col, _) => f(col.table, Some(*col)),
            Self::Any(list) | Self::All(list) => list.iter().for_each(|c| c.visit(f)),
        }
    }
}

impl Query {
    /// A query over another one as if it were one: what its rows are made of, and what is made of them.
    pub fn flat(&self) -> Query {
        let Some(inner) = &self.over else { return self.clone() };
        let mut flat = (**inner).clone();
        flat.select.retain(|e| !matches!(e, Expr::Place(..)));
        flat.limit = self.limit;
        flat
    }

    /// Every table of this level, subqueries left out, each once, in the order of first mention.
    pub fn needed(&self) -> Vec<usize> {
        let mut out: Vec<usize> = Vec::new();
        let mut add = |t: usize, _: Option<Col>| {
            if !out.contains(&t) {
                out.push(t);
            }
        };
        let inner = self.over.iter().flat_map(|q| q.needed());
        inner.for_each(|t| add(t, None));
        self.keeps.iter().for_each(|t| add(*t, None));
        self.tables.iter().for_each(|t| add(*t, None));
        self.select.iter().for_each(|e| e.visit(&mut add));
        self.filter.iter().chain(&self.having).for_each(|c| c.visit(&mut add));
        self.group.iter().for_each(|e| e.visit(&mut add));
        self.order.iter().for_each(|(e, _)| e.visit(&mut add));
        out
    }
}
