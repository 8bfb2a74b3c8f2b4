//! What rows of sales are worth, where no column says so: pieces times price, less the discount, and what of it is left once
//! the goods are paid for.
//!
//! In: tables and links. Out: columns made of others, of the row itself and of the goods that it refers to. Deliberately absent:
//! tables that keep a total, and goods that nobody bought.

use askwell_sql::dialect;

use crate::known::{place, Column, Known, Role, Table};
use crate::words::{among, singular};

/// What the two columns are called.
pub const REVENUE: &str = "revenue";
pub const PROFIT: &str = "profit";

const TOTALS: &[&str] = &[
    "total", "amount", "revenue", "sales", "value", "takings", "turnover", "proceeds",
];
const PIECES: &[&str] = &["quantity", "qty", "units", "copies", "pieces"];
const NO_PIECES: &[&str] = &["price", "cost", "unit", "stock", "hand"];
const NOT_ASKED: &[&str] = &["list", "old", "total"];
/// Where nothing else is called a price, it is the list price that was asked.
const NEVER_ASKED: &[&str] = &["old", "total"];
const PROFITS: &[&str] = &["profit", "margin"];
const DISCOUNT: &[&str] = &["discount", "disc"];
/// Where fewer of the rows that keep a total have lines, the lines are extras.
const FEW: f64 = 0.8;
/// Tables of goods that nobody bought, or that somebody gave back.
const NOT_SOLD: &[&str] = &[
    "stock",
    "inventory",
    "purchase",
    "purchases",
    "supplier",
    "suppliers",
    "return",
    "returns",
    "refund",
    "refunds",
    "cart",
    "wishlist",
    "quote",
    "quotes",
    "budget",
    "recipe",
    "ingredient",
    "ingredients",
    "waste",
    "wastage",
    "spoilage",
    "expense",
    "expenses",
];

/// Whether rows of a table called so may be sales.
pub fn is_sold(table: &[String]) -> bool {
    !table
        .iter()
        .any(|w| NOT_SOLD.contains(&w.as_str()) || NOT_SOLD.contains(&singular(w).as_str()))
}

/// The number column that one of these words names and none of those.
fn number(columns: &[Column], words: &[&str], not: &[&str]) -> Option<usize> {
    let has = |c: &Column, list: &[&str]| c.words.iter().any(|w| list.contains(&w.as_str()));
    let counts = |c: &Column| c.is_number() && c.told.is_none() && !matches!(c.role, Role::Key | Role::Reference);
    // A `unit_price_discount` is no price.
    let off = |c: &Column| words.contains(&"price") && c.words.last().is_some_and(|w| w == "discount");
    columns
        .iter()
        .position(|c| counts(c) && has(c, words) && !has(c, not) && !off(c))
}

/// A number of a row, or of the one row of goods that it refers to, as SQL over the row.
struct Number {
    sql: String,
    /// The table of the goods.
    of: Option<usize>,
    distinct: u64,
    missing: bool,
}

fn own(columns: &[Column], at: usize) -> Number {
    Number {
        sql: columns[at].written(at),
        of: None,
        distinct: columns[at].distinct,
        missing: columns[at].nulls > 0,
    }
}

/// The number of the goods that a row of the table refers to, where only one of its links leads to such a number.
fn of_goods(known: &Known, table: usize, words: &[&str], not: &[&str]) -> Option<Number> {
    let mut found = known.links.iter().filter_map(|link| {
        let ([from], [to]) = (link.from.as_slice(), link.to.as_slice()) else {
            return None;
        };
        if from.table != table || to.table == table {
            return None;
        }
        let goods = &known.tables[to.table];
        let at = number(&goods.columns, words, not)?;
        let name = |at: usize| format!("goods.{}", dialect::ident(&goods.columns[at].name, known.dialect));
        let value = match &goods.columns[at].view {
            Some(view) => view.replace("{}", &name(at)),
            None => name(at),
        };
        let sql = format!(
            "(SELECT {value} FROM {} AS goods WHERE goods.{} = {})",
            goods.sql,
            dialect::ident(&goods.columns[to.column].name, known.dialect),
            place(from.column)
        );
        Some(Number {
            sql,
            of: Some(to.table),
            distinct: goods.columns[at].distinct,
            missing: goods.columns[at].nulls > 0 || known.column(*from).nulls > 0,
        })
    });
    found.next().filter(|_| found.next().is_none())
}

/// What is left of the price, as SQL: a discount is a fraction where none is above one, and else percent where its name says so.
fn kept(columns: &[Column]) -> Option<String> {
    let at = number(columns, DISCOUNT, &["price", "amount", "total", "value"])?;
    let column = &columns[at];
    let (least, most) = column.min.zip(column.max)?;
    let percent = column
        .words
        .iter()
        .any(|w| matches!(w.as_str(), "pct" | "percent" | "percentage" | "rate"));
    let discount = format!("COALESCE({}, 0)", column.written(at));
    match () {
        () if least < 0.0 || most > 100.0 => None,
        () if most <= 1.0 => Some(format!("(1 - {discount})")),
        () => percent.then(|| format!("(1 - {discount} / 100.0)")),
    }
}

/// Whether the rows of a table are goods: no people, nothing of theirs, and what has a price or is called so.
pub(crate) fn is_goods(known: &Known, t: usize) -> bool {
    const GOODS: &str =
        "item items product products article articles goods dish dishes sku skus ware wares book books title titles";
    let table = &known.tables[t];
    let priced = number(&table.columns, &["price", "cost"], &["total"]).is_some();
    let called = table.words.iter().any(|w| among(GOODS, w));
    (priced || called) && !known.up(t).into_iter().any(|t| known.is_human(t))
}

/// Whether a column says how many pieces of something its row is of.
pub(crate) fn counts_pieces(c: &Column) -> bool {
    c.is_number() && c.words.iter().any(|w| PIECES.contains(&w.as_str()))
}

/// The place of the column that counts what was sold in rows of sales.
pub fn pieces(table: &Table) -> Option<usize> {
    // Who books three seats has bought three tickets.
    const BOOKED: [&str; 8] = [
        "booking",
        "bookings",
        "ticket",
        "tickets",
        "reservation",
        "reservations",
        "sale",
        "sales",
    ];
    let booked = table.words.iter().any(|w| BOOKED.contains(&w.as_str()));
    let seats = || number(&table.columns, &["seats", "tickets"], NO_PIECES).filter(|_| booked);
    // Of loaves baked and loaves sold, those sold were.
    let sold = |c: &Column| c.words.iter().any(|w| w == "sold") && counts_pieces(c);
    let sold = || table.columns.iter().position(sold);
    let found = sold()
        .or_else(|| number(&table.columns, PIECES, NO_PIECES))
        .or_else(seats);
    found.filter(|_| is_sold(&table.words) && table.rows > 0)
}

/// Whether rows of another table have a total of their own and these are lines of only some of them: the breakfasts of a few
/// bookings are not what the bookings brought in.
pub(crate) fn is_aside(known: &Known, table: usize) -> bool {
    known.links.iter().any(|link| {
        let ([from], [to]) = (link.from.as_slice(), link.to.as_slice()) else {
            return false;
        };
        let whole = &known.tables[to.table];
        let few = (known.column(*from).distinct as f64) < FEW * whole.rows as f64;
        from.table == table && to.table != table && few && number(&whole.columns, TOTALS, NO_PIECES).is_some()
    })
}

/// Lines of orders with a price and no quantity: each is one piece, and what it is worth is its price.
fn by_piece(known: &Known, table: usize) -> Option<Column> {
    let t = &known.tables[table];
    let lines = |w: &String| among("line lines item items detail details", w);
    let links = known.links.iter().filter_map(|l| l.tables());
    let above: Vec<usize> = links.filter(|l| l.0 == table && l.1 != table).map(|l| l.1).collect();
    if above.len() < 2 || t.rows == 0 || !is_sold(&t.words) || !t.words.last().is_some_and(lines) {
        return None;
    }
    // An order that keeps its total came to that, and so do sales and payments that keep theirs.
    let totals = |t: usize| number(&known.tables[t].columns, TOTALS, NO_PIECES).is_some();
    let sales = |t: &usize| {
        known.tables[*t]
            .words
            .iter()
            .any(|w| among("sale sales payment payments", w))
    };
    if above
        .into_iter()
        .chain((0..known.tables.len()).filter(sales))
        .any(totals)
    {
        return None;
    }
    let counted = number(&t.columns, PIECES, &[]).is_some();
    let price = number(&t.columns, &["price"], NOT_ASKED).filter(|_| !counted)?;
    let (sql, column) = (t.columns[price].written(price), &t.columns[price]);
    let sql = match kept(&t.columns) {
        Some(kept) => format!("({sql} * {kept})"),
        None => format!("({sql})"),
    };
    Some(Column::made(REVENUE, t.rows, column.nulls, column.distinct, sql))
}

/// Whether a discount comes off what the rows of a table are worth.
pub(crate) fn is_less(t: &Table) -> bool {
    let made = |c: &Column| c.is_made() && c.name == REVENUE;
    t.columns.iter().any(made) && kept(&t.columns).is_some()
}

/// The columns that a table of sales is given.
pub fn of(known: &Known, table: usize) -> Vec<Column> {
    let t = &known.tables[table];
    let total = number(&t.columns, TOTALS, &["unit", "quantity", "qty"]);
    let (Some(pieces), None) = (pieces(t), total) else {
        let alone = total.is_none().then(|| by_piece(known, table)).flatten();
        return alone.into_iter().collect();
    };
    let here = |words: &[&str], not: &[&str]| number(&t.columns, words, not).map(|at| own(&t.columns, at));
    let cost = here(&["cost"], &["total"]).or_else(|| of_goods(known, table, &["cost"], &["total"]));
    let lists = [NOT_ASKED, NEVER_ASKED];
    let price = lists.iter().find_map(|not| here(&["price"], not));
    let price = price.or_else(|| lists.iter().find_map(|not| of_goods(known, table, &["price"], not)));
    // Where nothing is called a price, what a piece costs is what is asked for it, unless invoices or the jobs that the pieces
    // went into say what was.
    let billed = |t: &Table| {
        let bill = t.words.iter().any(|w| among("invoice invoices bill bills", w));
        bill && number(&t.columns, TOTALS, NO_PIECES).is_some()
    };
    let whole = |to: usize| to != table && number(&known.tables[to].columns, &["total"], NO_PIECES).is_some();
    let billed = known.tables.iter().any(billed) || known.up(table).into_iter().any(whole);
    let (price, cost) = match price {
        Some(price) => (price, cost),
        None => match here(&["cost"], &["total"]) {
            Some(cost) if !billed => (cost, None),
            _ => return Vec::new(),
        },
    };
    let many = own(&t.columns, pieces);
    let each = match kept(&t.columns) {
        Some(kept) => format!("{} * {kept}", price.sql),
        None => price.sql.clone(),
    };
    let column = |name: &str, sql: String, missing: bool| {
        let nulls = if missing { t.columns[pieces].nulls.max(1) } else { 0 };
        Column::made(name, t.rows, nulls, price.distinct.max(many.distinct), sql)
    };
    let missing = many.missing || price.missing;
    let mut out = vec![column(REVENUE, format!("({} * {each})", many.sql), missing)];
    let named = |table: usize| number(&known.tables[table].columns, PROFITS, &[]).is_some();
    if let Some(cost) = cost.filter(|c| !named(table) && !c.of.is_some_and(named)) {
        let sql = format!("({} * ({each} - {}))", many.sql, cost.sql);
        out.push(column(PROFIT, sql, missing || cost.missing));
    }
    out
}

/// What such a column is made of, in words; `None` for any other column.
pub fn meaning(t: &Table, name: &str) -> Option<String> {
    let made = t.columns.iter().find(|c| c.is_made() && c.name == name)?;
    let view = made.view.as_deref()?;
    let said = |place: usize| t.columns[place].words.join(" ");
    let discount = number(&t.columns, DISCOUNT, &[]).filter(|at| view.contains(&place(*at)));
    let less = if discount.is_some() { ", less the discount" } else { "" };
    let Some(pieces) = pieces(t).map(said) else {
        return (name == REVENUE).then(|| format!("the price of each line{less}"));
    };
    match name {
        REVENUE => Some(format!("{pieces} times price{less}")),
        PROFIT => Some(format!("{pieces} times what is left of the price{less} and the cost")),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
