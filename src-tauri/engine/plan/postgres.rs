//! Steps of PostgreSQL: `Seq Scan on orders (Filter: (status = 'open'::text))`, `Index Scan on customers (by customers_pkey)`.

use super::{joins, label, short, Scene};

pub(super) fn says(scene: &Scene<'_>, text: &str) -> Option<String> {
    let label = label(text);
    let (kind, on) = match label.name.split_once(" on ") {
        Some((kind, on)) => (kind, Some(on)),
        None => (label.name, None),
    };
    let of = |key: &str| label.get(key).map(condition);
    let index = label.about.iter().find_map(|part| part.strip_prefix("by "));
    let kept = of("Filter")
        .map(|filter| format!(", and keeps those where {filter}"))
        .unwrap_or_default();
    let said = match (kind, on) {
        ("Seq Scan", Some(on)) => format!("Reads {}{kept}", scene.whole(on)),
        ("Index Scan" | "Index Only Scan", Some(on)) => match (of("Index Cond"), index) {
            (Some(by), Some(index)) if index.ends_with("_pkey") => {
                format!("Looks up {} by its key, where {by}{kept}", scene.name(on))
            }
            (Some(by), Some(index)) => format!("Looks up {} where {by}, with the index {index}{kept}", scene.name(on)),
            (_, Some(index)) => format!("Reads {} in the order of the index {index}{kept}", scene.whole(on)),
            _ => return None,
        },
        ("Bitmap Heap Scan", Some(on)) => format!("Reads the rows of {} that the index found{kept}", scene.name(on)),
        ("Bitmap Index Scan", _) => match (of("Index Cond"), index) {
            (Some(by), Some(index)) => format!("Looks up where {by} in the index {index}"),
            _ => "Looks up in an index".into(),
        },
        ("CTE Scan" | "WorkTable Scan", Some(on)) => format!("Reads what was worked out as {on}{kept}"),
        ("Subquery Scan", _) => format!("Takes the rows of an inner query{kept}"),
        ("Function Scan", Some(on)) => format!("Takes the rows that the function {on} gives{kept}"),
        ("Hash Join" | "Merge Join" | "Nested Loop", _) => {
            let by = of("Hash Cond")
                .or_else(|| of("Merge Cond"))
                .or_else(|| of("Join Filter"));
            let kind_of = label.get("Join Type").unwrap_or("Inner");
            match (kind, &by, kind_of) {
                ("Nested Loop", None, "Inner") => {
                    "Finds the partners of each row of the first step in the second".into()
                }
                _ => joins(kind_of, by.as_deref()),
            }
        }
        ("Aggregate", _) => "Works out the figures, of each group where there are groups".into(),
        ("Sort", _) => "Sorts the rows".into(),
        ("Incremental Sort", _) => "Sorts by what their order does not give yet".into(),
        ("Limit", _) => "Stops after the rows that are asked for".into(),
        ("Hash", _) => "Keeps these rows so that they can be looked up".into(),
        ("Materialize", _) => "Keeps these rows to read them again".into(),
        ("Memoize", _) => "Keeps what was looked up before".into(),
        ("Unique", _) => "Keeps each different row once".into(),
        ("WindowAgg", _) => "Works out figures over rows that go together".into(),
        ("Append" | "Merge Append", _) => "Puts the rows of several steps together".into(),
        ("SetOp", _) => "Compares the rows of two queries".into(),
        ("Gather" | "Gather Merge", _) => "Collects what several workers did at once".into(),
        ("BitmapAnd", _) => "Keeps what each of the look-ups found".into(),
        ("BitmapOr", _) => "Puts together what the look-ups found".into(),
        ("Values Scan", _) => "Reads a short list of values".into(),
        ("Result", _) => "Makes rows without reading a table".into(),
        ("ProjectSet", _) => "Makes a row of each part of a list".into(),
        ("Recursive Union", _) => "Finds further rows from those before, until there are none".into(),
        _ => return None,
    };
    let from_disk = label
        .get("From Disk")
        .map(|blocks| format!("; {blocks} came from the disk"));
    Some(said + &from_disk.unwrap_or_default())
}

/// Without the outermost parentheses, and without the types that the server writes behind values.
fn condition(text: &str) -> String {
    const LONGER: [&str; 4] = [" varying", " precision", " without time zone", " with time zone"];
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("::") {
        out.push_str(before);
        let end = after.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '[' | ']' | '"')));
        rest = after.get(end.unwrap_or(after.len())..).unwrap_or_default();
        for more in LONGER {
            rest = rest.strip_prefix(more).unwrap_or(rest);
        }
    }
    out.push_str(rest);
    let inner = out.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
    short(inner.filter(|inner| balanced(inner)).unwrap_or(&out))
}

fn balanced(text: &str) -> bool {
    let mut depth = 0_i32;
    let goes_on = |c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth >= 0
    };
    text.chars().all(goes_on)
}
