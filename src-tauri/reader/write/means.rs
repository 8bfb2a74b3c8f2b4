//! What a column stands for that is not simply read: words of the person's own, yes and no, texts in several spellings.

use askwell_contract::{Dialect, TypeKind};
use askwell_sql::dialect;

use super::{function, Writer};
use crate::asked::Style;
use crate::known::{yes_or_no, Col, Column, Role, Told};
use crate::query::{Agg, Expr};

/// A figure as it stands in a query, in both spellings.
pub(super) struct Figure<'a> {
    alone: &'a str,
    joined: &'a str,
}

impl Figure<'_> {
    pub(super) fn of_rows(&self, alone: bool) -> String {
        let text = if alone { self.alone } else { self.joined };
        text.to_owned()
    }
}

impl Writer<'_> {
    /// As it would stand in a list of columns.
    pub(super) fn own(&self, told: &Told, alone: bool) -> String {
        let (Told::Condition { alone: a, joined } | Told::Figure { alone: a, joined, .. }) = told;
        let text = if alone { a } else { joined };
        match told {
            Told::Condition { .. } => format!("CASE WHEN {text} THEN 'yes' ELSE 'no' END"),
            Told::Figure { .. } => text.clone(),
        }
    }

    /// Which rows a word means, or which not.
    pub(super) fn holds(&self, c: Col, yes: bool, alone: bool) -> Option<String> {
        let Some(Told::Condition { alone: a, joined }) = &self.known.column(c).told else {
            return None;
        };
        let text = if alone { a } else { joined };
        Some(format!("{}({text})", if yes { "" } else { "NOT " }))
    }

    /// What a word is for one row; a figure that no single row has is none.
    pub(super) fn of_row(&self, c: Col, alone: bool) -> Option<String> {
        match self.known.column(c).told.as_ref()? {
            told @ Told::Condition { .. } => Some(self.own(told, alone)),
            Told::Figure { each, .. } => {
                let each = each.as_ref()?;
                Some(if alone { &each.alone } else { &each.joined }.clone())
            }
        }
    }

    /// The figure as the person wrote it, where a function of it would only say the same; an average of a sum is taken over
    /// what each row adds to it.
    pub(super) fn figure(&self, of: &Expr, agg: Agg) -> Option<Figure<'_>> {
        let Expr::Col(c) = of else { return None };
        let Some(Told::Figure { alone, joined, each }) = &self.known.column(*c).told else {
            return None;
        };
        let same = each.as_ref().is_none_or(|e| function(agg) == Some(e.function.as_str()));
        (same || matches!(agg, Agg::Sum | Agg::Count)).then_some(Figure { alone, joined })
    }

    /// Whether a flag is set, or a word of the person's own holds.
    pub(super) fn yes(&self, c: Col, yes: bool, alone: bool) -> Option<String> {
        let column = self.known.column(c);
        if column.is_condition() {
            return self.holds(c, yes, alone);
        }
        let raw = self.raw(c, alone);
        Some(match column.kind {
            TypeKind::Boolean if self.known.dialect == Dialect::Sqlite => format!("{raw} = {}", u8::from(yes)),
            TypeKind::Boolean if yes => raw,
            TypeKind::Boolean => format!("NOT {raw}"),
            kind if kind.is_number() => format!("{raw} = {}", u8::from(yes)),
            _ => {
                let of = |side| column.top.iter().filter(move |t| yes_or_no(t) == Some(side));
                let list = |side| of(side).map(|t| dialect::text(t)).collect::<Vec<_>>().join(", ");
                let first = of(true).next()?;
                match (of(true).count(), of(false).count()) {
                    // What is left blank says no.
                    (_, 0) if !yes => format!("({raw} IS NULL OR {raw} NOT IN ({}))", list(true)),
                    (1, 0..=1) if yes || column.gaps.is_empty() && column.says_yes_or_no() => {
                        format!("{raw} {} {}", if yes { "=" } else { "<>" }, dialect::text(first))
                    }
                    // In several spellings neither is all that the other is not.
                    _ if of(yes).count() == 1 => format!("{raw} = {}", list(yes)),
                    _ => format!("{raw} IN ({})", list(yes)),
                }
            }
        })
    }

    /// Whether spellings of one text are shown as one.
    pub(super) fn is_mended(&self, c: Col) -> bool {
        let column = self.known.column(c);
        let refers = matches!(column.role, Role::Key | Role::Reference);
        self.style == Style::People
            && column.is_text()
            && !refers
            && (!column.spellings.is_empty() || !unsaid(column).is_empty())
    }

    /// These texts in every spelling that the column has of them.
    pub(super) fn spelt(&self, c: Col, values: &[String]) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for value in values {
            let groups = self.known.column(c).spellings.iter().filter(|_| self.is_mended(c));
            let mut all = groups
                .into_iter()
                .find(|g| g.contains(value))
                .cloned()
                .unwrap_or_else(|| vec![value.clone()]);
            all.sort();
            for text in all {
                if !out.contains(&text) {
                    out.push(text);
                }
            }
        }
        out
    }

    /// The commonest spelling in place of each other one, and nothing in place of what says nothing.
    pub(super) fn once(&self, c: Col, text: String) -> String {
        if !self.is_mended(c) {
            return text;
        }
        let column = self.known.column(c);
        let when = |texts: &[String], then: &str| {
            let texts: Vec<String> = texts.iter().map(|t| dialect::text(t)).collect();
            match texts.as_slice() {
                [] => None,
                [one] => Some(format!("WHEN {text} = {one} THEN {then}")),
                several => Some(format!("WHEN {text} IN ({}) THEN {then}", several.join(", "))),
            }
        };
        let spelt = column.spellings.iter().filter_map(|g| {
            let (first, others) = g.split_first()?;
            when(others, &dialect::text(first))
        });
        let ways: Vec<String> = spelt.chain(when(&unsaid(column), "NULL")).collect();
        format!("CASE {} ELSE {text} END", ways.join(" "))
    }
}

/// Texts in which nothing is said, where the column has more than one way to say nothing: 'N/A' beside NULL. "None" may be
/// an answer.
fn unsaid(column: &Column) -> Vec<String> {
    let none = |text: &&String| !matches!(text.trim().to_lowercase().as_str(), "none" | "nil");
    let texts: Vec<String> = column.gaps.iter().filter(none).cloned().collect();
    let ways = texts.len() + usize::from(column.nulls > 0);
    if ways > 1 {
        texts
    } else {
        Vec::new()
    }
}
