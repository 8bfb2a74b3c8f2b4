//! `SELECT CustomerName FROM Orders` in PostgreSQL, where the column is called "CustomerName"

use std::ops::ControlFlow;

use askwell_contract::{Dialect, Table};
use sqlparser::ast::{
    Expr, GroupByExpr, Ident, JoinConstraint, JoinOperator, ObjectName, ObjectNamePart, OrderByKind, Query, Select,
    SelectItem, SelectItemQualifiedWildcardKind, SetExpr, TableAlias, TableFactor, TableWithJoins, Visitor,
};
use sqlparser::tokenizer::Span;

use super::{Context, Rule, Statement};
use crate::dialect;
use crate::edit::{self, Edit};
use crate::scope::Meaning;
use crate::tree;

pub const RULE: Rule = Rule {
    name: "folded_name",
    before: "SELECT CustomerName FROM Customers",
    after: "SELECT \"CustomerName\" FROM \"Customers\"",
    safe: "PostgreSQL reads a name without quotes in lower case and the statement did not run; only the one table or \
           column that differs in nothing but case is taken.",
    apply,
};

fn apply(statement: &Statement<'_>, cx: &Context<'_>) -> Option<(String, String)> {
    if statement.dialect != Dialect::Postgres || !cx.failed {
        return None;
    }
    let mut given = Given::default();
    let _ = tree::read(statement.query, &mut given);
    let names = statement.names;
    let tables: Vec<&Table> = names.relations.iter().filter_map(|r| r.table).collect();
    // Where two tables differ only in case, names were looked up in one of them by chance.
    let like = |table: &Table| cx.catalog.tables.iter().filter(|t| same(&t.name, &table.name)).count();
    if tables.iter().any(|t| like(t) > 1) {
        return None;
    }
    let mut quoted = Quoted::default();
    for relation in &names.relations {
        let written = given
            .relations
            .iter()
            .find(|r| r.last().is_some_and(|i| i.span == relation.at));
        if let (Some(table), Some(written)) = (relation.table, written) {
            quoted.table(written, table);
        }
    }
    for written in &given.qualifiers {
        let Some(last) = written.last().filter(|last| !has(&given.aliases, &last.value)) else {
            continue;
        };
        let mut unaliased = names
            .relations
            .iter()
            .filter(|r| r.alias.is_none())
            .filter_map(|r| r.table);
        if let Some(table) = unaliased.find(|t| same(own_name(t), &last.value)) {
            quoted.table(written, table);
        }
    }
    for used in names.uses.iter().filter(|u| !u.quoted && !given.sorted.contains(&u.at)) {
        let in_reach = |q: &String| has(&given.aliases, q) || tables.iter().any(|t| same(own_name(t), q));
        let from = given.beside.iter().find(|(at, _)| *at == used.at).map(|(_, from)| from);
        let beside: Vec<&Table> = from.map_or_else(Vec::new, |from| {
            let read = names.relations.iter().filter(|r| from.contains(&r.at));
            let tables = read.filter_map(|r| r.table);
            tables.filter(|t| t.column(&used.name).is_some()).collect()
        });
        let owners = match &used.meaning {
            Meaning::Column(table, _) => std::slice::from_ref(table),
            Meaning::Derived if !beside.is_empty() => beside.as_slice(),
            Meaning::Ambiguous(tables) => tables.as_slice(),
            // A column that a subquery hands on, by its name or by `*`, keeps the name that it is stored under.
            Meaning::Derived | Meaning::Unsure
                if !has(&given.outputs, &used.name)
                    && !has(&given.aliases, &used.name)
                    && used.qualifier.as_ref().is_none_or(in_reach) =>
            {
                tables.as_slice()
            }
            _ => continue,
        };
        quoted.column(&used.name, used.at, owners);
    }
    for ident in given.using.iter().filter(|i| i.quote_style.is_none()) {
        if !has(&given.outputs, &ident.value) {
            quoted.column(&ident.value, ident.span, &tables);
        }
    }
    (!quoted.edits.is_empty()).then(|| {
        let why = format!(
            "PostgreSQL reads names without quotes in lower case; {} stands between quotes, as it is stored.",
            quoted.names.join(", ")
        );
        (edit::apply(statement.sql, &quoted.edits), why)
    })
}

#[derive(Default)]
struct Quoted {
    edits: Vec<Edit>,
    names: Vec<String>,
}

impl Quoted {
    fn name(&mut self, written: &str, at: Span, stored: &str) {
        if written.to_ascii_lowercase() == stored {
            return;
        }
        self.edits.push(Edit {
            at,
            text: dialect::ident(stored, Dialect::Postgres),
        });
        if !self.names.iter().any(|n| n == stored) {
            self.names.push(stored.to_string());
        }
    }

    fn column(&mut self, written: &str, at: Span, owners: &[&Table]) {
        let columns = owners.iter().flat_map(|t| &t.columns);
        let mut spellings: Vec<&str> = columns.map(|c| c.name.as_str()).filter(|n| same(n, written)).collect();
        spellings.sort_unstable();
        spellings.dedup();
        if let [stored] = spellings[..] {
            self.name(written, at, stored);
        }
    }

    /// A table's name and the schema in front of it.
    fn table(&mut self, written: &[Ident], table: &Table) {
        let stored = [Some(own_name(table)), table.schema.as_deref()];
        for (ident, stored) in written.iter().rev().zip(stored) {
            if let (None, Some(stored)) = (ident.quote_style, stored) {
                self.name(&ident.value, ident.span, stored);
            }
        }
    }
}

/// The table's name without its schema.
fn own_name(table: &Table) -> &str {
    let schema = table.schema.as_deref().unwrap_or_default();
    let rest = table.name.strip_prefix(schema).and_then(|rest| rest.strip_prefix('.'));
    rest.unwrap_or(&table.name)
}

fn same(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b)
}

fn has(names: &[String], name: &str) -> bool {
    names.iter().any(|n| same(n, name))
}

/// A name as PostgreSQL reads it.
fn read(ident: &Ident) -> String {
    match ident.quote_style {
        Some(_) => ident.value.clone(),
        None => ident.value.to_ascii_lowercase(),
    }
}

/// Names that the statement itself gives, and the places of names that `scope` does not tell.
#[derive(Default)]
struct Given {
    /// Of tables and subqueries.
    aliases: Vec<String>,
    /// Output names of the subqueries that stand in FROM or WITH.
    outputs: Vec<String>,
    /// Names in ORDER BY and GROUP BY that mean an output name of their own SELECT.
    sorted: Vec<Span>,
    /// Names inside a SELECT that has an output of the same name, which means nothing there: `SUM(Total) AS Total`; and
    /// the places of the tables that it reads.
    beside: Vec<(Span, Vec<Span>)>,
    /// Output names and tables of the SELECTs around the present place.
    around: Vec<(Vec<String>, Vec<Span>)>,
    using: Vec<Ident>,
    relations: Vec<Vec<Ident>>,
    /// `Orders` in `Orders.Total` and in `Orders.*`
    qualifiers: Vec<Vec<Ident>>,
}

impl Given {
    fn alias(&mut self, alias: &TableAlias) {
        self.aliases.push(alias.name.value.clone());
        self.outputs.extend(alias.columns.iter().map(|c| c.name.value.clone()));
    }
    fn subquery(&mut self, query: &Query) {
        let outputs = outputs(first_select(&query.body));
        self.outputs.extend(outputs.iter().map(|o| o.value.clone()));
    }
    fn by<'e>(&mut self, outputs: &[&Ident], exprs: impl Iterator<Item = &'e Expr>) {
        for expr in exprs {
            if let Expr::Identifier(ident) = expr {
                if outputs.iter().any(|o| read(o) == read(ident)) {
                    self.sorted.push(ident.span);
                }
            }
        }
    }
    fn joins(&mut self, from: &TableWithJoins) {
        use JoinOperator as J;
        for join in &from.joins {
            if let J::Join(on)
            | J::Inner(on)
            | J::Left(on)
            | J::LeftOuter(on)
            | J::Right(on)
            | J::RightOuter(on)
            | J::FullOuter(on) = &join.join_operator
            {
                if let JoinConstraint::Using(names) = on {
                    self.using.extend(names.iter().flat_map(parts));
                }
            }
        }
    }
}

fn parts(name: &ObjectName) -> Vec<Ident> {
    name.0.iter().filter_map(ObjectNamePart::as_ident).cloned().collect()
}

/// The SELECT whose output names a query has.
fn first_select(body: &SetExpr) -> Option<&Select> {
    match body {
        SetExpr::Select(select) => Some(select),
        SetExpr::SetOperation { left, .. } => first_select(left),
        SetExpr::Query(inner) => first_select(&inner.body),
        _ => None,
    }
}

fn outputs(select: Option<&Select>) -> Vec<&Ident> {
    let items = select.into_iter().flat_map(|s| &s.projection);
    let named = items.filter_map(|item| match item {
        SelectItem::ExprWithAlias { alias, .. } => Some(alias),
        _ => None,
    });
    named.collect()
}

impl Visitor for Given {
    type Break = ();

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<()> {
        for cte in query.with.iter().flat_map(|w| &w.cte_tables) {
            self.alias(&cte.alias);
            self.subquery(&cte.query);
        }
        if let Some(OrderByKind::Expressions(by)) = query.order_by.as_ref().map(|o| &o.kind) {
            self.by(&outputs(first_select(&query.body)), by.iter().map(|o| &o.expr));
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_select(&mut self, select: &Select) -> ControlFlow<()> {
        if let GroupByExpr::Expressions(by, _) = &select.group_by {
            self.by(&outputs(Some(select)), by.iter());
        }
        for item in &select.projection {
            if let SelectItem::QualifiedWildcard(SelectItemQualifiedWildcardKind::ObjectName(name), _) = item {
                self.qualifiers.push(parts(name));
            }
        }
        select.from.iter().for_each(|from| self.joins(from));
        let names = outputs(Some(select)).iter().map(|o| o.value.clone()).collect();
        let joined = select
            .from
            .iter()
            .flat_map(|from| from.joins.iter().map(|j| &j.relation));
        let factors = select.from.iter().map(|from| &from.relation).chain(joined);
        let tables = factors.filter_map(|factor| match factor {
            TableFactor::Table { name, .. } => parts(name).last().map(|i| i.span),
            _ => None,
        });
        self.around.push((names, tables.collect()));
        ControlFlow::Continue(())
    }

    fn post_visit_select(&mut self, _: &Select) -> ControlFlow<()> {
        self.around.pop();
        ControlFlow::Continue(())
    }

    fn pre_visit_table_factor(&mut self, factor: &TableFactor) -> ControlFlow<()> {
        match factor {
            TableFactor::Table { alias, .. } | TableFactor::Function { alias, .. } => {
                alias.iter().for_each(|a| self.alias(a));
            }
            TableFactor::Derived { alias, subquery, .. } => {
                alias.iter().for_each(|a| self.alias(a));
                self.subquery(subquery);
            }
            TableFactor::NestedJoin { table_with_joins, .. } => self.joins(table_with_joins),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_relation(&mut self, name: &ObjectName) -> ControlFlow<()> {
        self.relations.push(parts(name));
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        match (expr, self.around.last()) {
            (Expr::CompoundIdentifier(parts), _) => {
                self.qualifiers
                    .extend(parts.split_last().map(|(_, before)| before.to_vec()));
            }
            (Expr::Identifier(ident), Some((names, tables))) if has(names, &ident.value) => {
                self.beside.push((ident.span, tables.clone()));
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::repair::tests::repaired;
    use crate::repair::{apply as applied, Context};
    use askwell_contract::Catalog;

    /// The shop as other programs make it in PostgreSQL: "Customers"(id, "CustomerName", "Country", since, active),
    /// "Orders"(id, "CustomerID", status, "Total", note, placed_at) and "Sales"."Regions"(order_id, product, quantity).
    pub(in crate::repair) fn catalog() -> Catalog {
        let mut catalog = Catalog {
            dialect: Dialect::Postgres,
            ..crate::testing::shop()
        };
        for table in &mut catalog.tables {
            table.name = match table.name.as_str() {
                "customers" => "Customers".into(),
                "orders" => "Orders".into(),
                _ => "Sales.Regions".into(),
            };
            table.schema = (table.name == "Sales.Regions").then(|| "Sales".into());
            for column in &mut table.columns {
                column.name = match (table.name.as_str(), column.name.as_str()) {
                    ("Customers", "id") | ("Orders", "customer_id") => "CustomerID".into(),
                    ("Customers", "name") => "CustomerName".into(),
                    ("Customers", "country") => "Country".into(),
                    ("Orders", "total") => "Total".into(),
                    (_, other) => other.into(),
                };
            }
        }
        catalog
    }

    fn becomes(sql: &str, after: &str) {
        assert_eq!(repaired(&RULE, sql).as_deref(), Some(after), "{sql}");
        assert_eq!(repaired(&RULE, after), None, "{after}");
    }

    #[test]
    fn names_are_quoted_wherever_they_stand() {
        becomes(
            "SELECT c.customername, SUM(o.Total) FROM Customers c JOIN Orders o ON o.CustomerID = c.CustomerID \
             WHERE UPPER(Country) = 'PERU' AND status = 'paid' GROUP BY c.CustomerName ORDER BY SUM(o.TOTAL) DESC",
            "SELECT c.\"CustomerName\", SUM(o.\"Total\") FROM \"Customers\" c JOIN \"Orders\" o ON o.\"CustomerID\" = \
             c.\"CustomerID\" WHERE UPPER(\"Country\") = 'PERU' AND status = 'paid' GROUP BY c.\"CustomerName\" ORDER BY \
             SUM(o.\"Total\") DESC",
        );
        becomes(
            "SELECT Orders.*, Customers.Country FROM public.Orders JOIN Customers USING (CustomerID) ORDER BY CustomerID",
            "SELECT \"Orders\".*, \"Customers\".\"Country\" FROM public.\"Orders\" JOIN \"Customers\" USING \
             (\"CustomerID\") ORDER BY \"CustomerID\"",
        );
        becomes(
            "SELECT Sales.Regions.Product FROM Sales.Regions",
            "SELECT \"Sales\".\"Regions\".Product FROM \"Sales\".\"Regions\"",
        );
    }

    #[test]
    fn a_column_that_a_subquery_hands_on_is_quoted_outside_too() {
        becomes(
            "WITH o AS (SELECT CustomerID, SUM(Total) AS Total FROM Orders GROUP BY CustomerID) \
             SELECT CustomerID, o.Total FROM o",
            "WITH o AS (SELECT \"CustomerID\", SUM(\"Total\") AS Total FROM \"Orders\" GROUP BY \"CustomerID\") \
             SELECT \"CustomerID\", o.Total FROM o",
        );
        becomes(
            "SELECT t.Country AS Country FROM (SELECT * FROM Customers) t",
            "SELECT t.\"Country\" AS Country FROM (SELECT * FROM \"Customers\") t",
        );
        becomes(
            "SELECT Country FROM Customers UNION SELECT note FROM Orders ORDER BY Country",
            "SELECT \"Country\" FROM \"Customers\" UNION SELECT note FROM \"Orders\" ORDER BY \"Country\"",
        );
    }

    #[test]
    fn aliases_functions_and_output_names_stay() {
        becomes(
            "SELECT Total(Orders.note) AS CustomerID FROM Orders GROUP BY CustomerID ORDER BY customerid",
            "SELECT Total(\"Orders\".note) AS CustomerID FROM \"Orders\" GROUP BY CustomerID ORDER BY customerid",
        );
        becomes(
            "SELECT LOWER(Country) AS Country FROM Customers AS Orders WHERE Country > '' AND Orders.Active \
             GROUP BY LOWER(Country) ORDER BY Country",
            "SELECT LOWER(\"Country\") AS Country FROM \"Customers\" AS Orders WHERE \"Country\" > '' AND Orders.Active \
             GROUP BY LOWER(\"Country\") ORDER BY Country",
        );
    }

    #[test]
    fn what_is_right_or_cannot_be_told_stays() {
        for sql in [
            "SELECT \"CustomerName\", SINCE FROM \"Customers\" AS C WHERE c.Active",
            "SELECT nothing FROM nowhere",
        ] {
            assert_eq!(repaired(&RULE, sql), None, "{sql}");
        }
        let sql = "SELECT CustomerName FROM Customers";
        let mut catalog = catalog();
        let changed = |catalog: &Catalog, failed| {
            let cx = Context {
                catalog,
                failed,
                found_nothing: true,
                values: &|_, _, _| Vec::new(),
            };
            applied(&RULE, sql, &cx).map(|r| r.sql)
        };
        assert_eq!(changed(&catalog, false), None);
        let mut twin = catalog.tables[0].columns[1].clone();
        twin.name = "customername".into();
        catalog.tables[0].columns.push(twin);
        assert_eq!(
            changed(&catalog, true).as_deref(),
            Some("SELECT CustomerName FROM \"Customers\"")
        );
        let mut twin = catalog.tables[0].clone();
        twin.name = "customers".into();
        catalog.tables.push(twin);
        assert_eq!(changed(&catalog, true), None);
        catalog.tables.pop();
        catalog.dialect = Dialect::Duckdb;
        assert_eq!(changed(&catalog, true), None);
    }
}
