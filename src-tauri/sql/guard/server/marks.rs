//! What our parser took each name of a statement for.
//!
//! In: the parsed statement, and its pieces with the line that each stands on. Out: a mark for every piece that is a
//! table, a column, a function, a type or a name that the statement itself gives, and the tables and types that the
//! catalog has to know. A name that `WITH` gives is no table within its reach. Deliberately absent: any judgement.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use askwell_contract::run::Finding;
use sqlparser::ast::{
    ArrayElemTypeDef, DataType, Expr, Ident, ObjectName, ObjectNamePart, Query, Select, SelectItem,
    SelectItemQualifiedWildcardKind, SetExpr, TableAlias, TableFactor, Visitor,
};

use super::lexer::Piece;
use super::{Named, Place};
use crate::tree;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    Table,
    Column,
    Function,
    Type,
    /// Of something after FROM.
    Alias,
    /// By WITH.
    Named,
}

#[derive(Debug, Default)]
pub struct Marks {
    marks: BTreeMap<usize, Mark>,
    pub tables: Vec<Place>,
    pub types: Vec<Place>,
}

impl Marks {
    pub fn of(&self, piece: usize) -> Option<Mark> {
        self.marks.get(&piece).copied()
    }

    /// Whether a column without a table has the name of one, which makes it that table's whole row.
    pub fn whole_rows(&self, pieces: &[Piece]) -> bool {
        let named = |mark: &Mark| matches!(mark, Mark::Table | Mark::Alias | Mark::Named);
        let is = |piece: &usize, of: &usize| pieces.get(*piece).map(|p| &p.name) == pieces.get(*of).map(|p| &p.name);
        let tables: Vec<&usize> = self
            .marks
            .iter()
            .filter(|(_, mark)| named(mark))
            .map(|(i, _)| i)
            .collect();
        let columns = self
            .marks
            .iter()
            .filter(|(_, mark)| **mark == Mark::Column)
            .map(|(i, _)| i);
        let alone = |i: &usize| !pieces.get(i + 1).is_some_and(|next| next.is_sign("."));
        columns
            .filter(|i| alone(i))
            .any(|i| tables.iter().any(|table| is(i, table)))
    }
}

pub fn marks(query: &Query, lines: &BTreeMap<u64, usize>, pieces: &[Piece]) -> Result<Marks, Finding> {
    let bare = pieces
        .windows(2)
        .enumerate()
        .filter(|(_, two)| two[0].is_word("table") && two[1].is_name());
    let mut marker = Marker {
        lines,
        pieces,
        found: Marks::default(),
        withs: Vec::new(),
        within: BTreeMap::new(),
        left: Vec::new(),
        bare: bare.map(|(i, _)| i + 1).rev().collect(),
    };
    match tree::read(query, &mut marker) {
        ControlFlow::Continue(()) => Ok(marker.found),
        ControlFlow::Break(()) => Err(Finding::error(
            "syntax",
            "The statement is not clear enough to be run: a name in it cannot be found again.",
        )),
    }
}

/// The names of one WITH, and how many of them can be seen from where the walk stands.
struct With {
    names: Vec<String>,
    seen: usize,
}

struct Marker<'a> {
    lines: &'a BTreeMap<u64, usize>,
    pieces: &'a [Piece],
    found: Marks,
    withs: Vec<With>,
    /// By the address of a query in a WITH: which WITH, and how many of its names that query can see.
    within: BTreeMap<usize, (usize, usize)>,
    /// What to put back when the walk leaves a query.
    left: Vec<Option<(usize, usize)>>,
    /// Names behind `TABLE`, which the parser gives no place; the last one first.
    bare: Vec<usize>,
}

type Flow = ControlFlow<()>;

impl Marker<'_> {
    /// The piece that a name was read from.
    fn piece(&self, ident: &Ident) -> Option<usize> {
        let piece = *self.lines.get(&ident.span.start.line)?;
        let read = self.pieces.get(piece)?;
        let same =
            ident.span.start.column == 1 && read.is_name() && (read.name == ident.value || read.text == ident.value);
        same.then_some(piece)
    }

    fn mark(&mut self, ident: &Ident, mark: Mark) -> Flow {
        match self.piece(ident) {
            Some(piece) => {
                self.found.marks.insert(piece, mark);
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    }

    /// Words that only look like names to the parser (`CURRENT_DATE`) need no place.
    fn mark_if_there(&mut self, ident: &Ident, mark: Mark) {
        let _ = self.mark(ident, mark);
    }

    fn parts<'b>(&self, name: &'b ObjectName) -> Option<Vec<&'b Ident>> {
        let ident = |part: &'b ObjectNamePart| match part {
            ObjectNamePart::Identifier(ident) => Some(ident),
            ObjectNamePart::Function(_) => None,
        };
        name.0.iter().map(ident).collect()
    }

    fn mark_all(&mut self, name: &ObjectName, mark: Mark) -> Option<(usize, usize)> {
        let parts = self.parts(name)?;
        for part in &parts {
            if self.mark(part, mark).is_break() {
                return None;
            }
        }
        Some((self.piece(parts.first()?)?, self.piece(parts.last()?)?))
    }

    fn place(&self, first: usize, last: usize) -> Place {
        let name = |piece: usize| self.pieces.get(piece).map(|p| p.name.clone()).unwrap_or_default();
        Place {
            first,
            last,
            named: Named {
                schema: (last > first).then(|| name(last - 2)),
                name: name(last),
            },
        }
    }

    fn table(&mut self, first: usize, last: usize) {
        let place = self.place(first, last);
        let given = |with: &With| with.names[..with.seen].contains(&place.named.name);
        if place.named.schema.is_some() || !self.withs.iter().any(given) {
            self.found.tables.push(place);
        }
    }

    fn alias(&mut self, alias: Option<&TableAlias>) -> Flow {
        let Some(alias) = alias else {
            return ControlFlow::Continue(());
        };
        for column in &alias.columns {
            self.data_type(column.data_type.as_ref());
        }
        self.mark(&alias.name, Mark::Alias)
    }

    /// A type of somebody's own, on its own or in a list.
    fn data_type(&mut self, kind: Option<&DataType>) {
        match kind {
            Some(DataType::Custom(name, _)) => {
                if let Some((first, last)) = self.mark_all(name, Mark::Type) {
                    self.found.types.push(self.place(first, last));
                }
            }
            Some(DataType::Array(
                ArrayElemTypeDef::SquareBracket(inner, _)
                | ArrayElemTypeDef::Qualified(inner, _)
                | ArrayElemTypeDef::AngleBracket(inner)
                | ArrayElemTypeDef::Parenthesis(inner),
            )) => self.data_type(Some(inner)),
            _ => {}
        }
    }

    fn columns(&mut self, name: &ObjectName) -> Flow {
        self.mark_all(name, Mark::Column)
            .map_or(ControlFlow::Break(()), |_| ControlFlow::Continue(()))
    }

    /// `TABLE name` has no place in the tree; the words stand in the same order as the walk comes to them.
    fn bare(&mut self, body: &SetExpr) -> Flow {
        match body {
            SetExpr::Table(_) => {
                let Some(first) = self.bare.pop() else {
                    return ControlFlow::Break(());
                };
                let dotted = self.pieces.get(first + 1).is_some_and(|p| p.is_sign("."));
                let last = if dotted { first + 2 } else { first };
                for piece in [first, last] {
                    self.found.marks.insert(piece, Mark::Table);
                }
                self.table(first, last);
                ControlFlow::Continue(())
            }
            SetExpr::SetOperation { left, right, .. } => {
                self.bare(left)?;
                self.bare(right)
            }
            _ => ControlFlow::Continue(()),
        }
    }
}

/// The walk goes over one tree that nobody changes, so an address tells a query.
fn address(query: &Query) -> usize {
    std::ptr::from_ref(query).addr()
}

impl Visitor for Marker<'_> {
    type Break = ();

    fn pre_visit_query(&mut self, query: &Query) -> Flow {
        let inside = self.within.remove(&address(query));
        let before = inside.and_then(|(with, seen)| {
            let with_names = self.withs.get_mut(with)?;
            Some((with, std::mem::replace(&mut with_names.seen, seen)))
        });
        self.left.push(before);
        let mut own = With {
            names: Vec::new(),
            seen: 0,
        };
        if let Some(with) = &query.with {
            for (i, cte) in with.cte_tables.iter().enumerate() {
                self.mark(&cte.alias.name, Mark::Named)?;
                let Some(piece) = self.piece(&cte.alias.name).and_then(|piece| self.pieces.get(piece)) else {
                    return ControlFlow::Break(());
                };
                own.names.push(piece.name.clone());
                let seen = if with.recursive { with.cte_tables.len() } else { i };
                self.within.insert(address(&cte.query), (self.withs.len(), seen));
            }
            own.seen = own.names.len();
        }
        self.withs.push(own);
        self.bare(&query.body)
    }

    fn post_visit_query(&mut self, _: &Query) -> Flow {
        self.withs.pop();
        if let Some(Some((with, seen))) = self.left.pop() {
            if let Some(with) = self.withs.get_mut(with) {
                with.seen = seen;
            }
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_select(&mut self, select: &Select) -> Flow {
        for item in &select.projection {
            if let SelectItem::QualifiedWildcard(SelectItemQualifiedWildcardKind::ObjectName(name), _) = item {
                self.columns(name)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_table_factor(&mut self, factor: &TableFactor) -> Flow {
        let alias = match factor {
            TableFactor::Table { name, alias, args, .. } => {
                let mark = if args.is_some() { Mark::Function } else { Mark::Table };
                let Some((first, last)) = self.mark_all(name, mark) else {
                    return ControlFlow::Break(());
                };
                if mark == Mark::Table {
                    self.table(first, last);
                }
                alias
            }
            TableFactor::Function { name, alias, .. } => {
                if self.mark_all(name, Mark::Function).is_none() {
                    return ControlFlow::Break(());
                }
                alias
            }
            TableFactor::UNNEST { alias, .. }
            | TableFactor::XmlTable { alias, .. }
            | TableFactor::JsonTable { alias, .. }
            | TableFactor::Derived { alias, .. }
            | TableFactor::TableFunction { alias, .. }
            | TableFactor::NestedJoin { alias, .. } => alias,
            _ => return ControlFlow::Break(()),
        };
        self.alias(alias.as_ref())
    }

    fn pre_visit_expr(&mut self, expr: &Expr) -> Flow {
        match expr {
            Expr::Function(function) => {
                let Some(parts) = self.parts(&function.name) else {
                    return ControlFlow::Break(());
                };
                for part in parts {
                    self.mark_if_there(part, Mark::Function);
                }
            }
            Expr::CompoundIdentifier(parts) => {
                for part in parts {
                    self.mark(part, Mark::Column)?;
                }
            }
            Expr::Identifier(ident) => self.mark_if_there(ident, Mark::Column),
            Expr::Cast { data_type, .. } => self.data_type(Some(data_type)),
            Expr::TypedString(typed) => self.data_type(Some(&typed.data_type)),
            Expr::QualifiedWildcard(name, _) => self.columns(name)?,
            _ => {}
        }
        ControlFlow::Continue(())
    }
}
