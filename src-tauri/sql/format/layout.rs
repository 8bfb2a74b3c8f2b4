//! From pieces to lines: brackets make a tree, clause words make lines.

use super::Piece;

/// A piece, or what stands between a pair of round brackets.
#[derive(Debug, Clone, PartialEq)]
pub enum Node {
    Piece(Piece),
    Group { glued: bool, inner: Vec<Node> },
}

/// First words of clauses, each of which begins a line.
const CLAUSES: &[&str] = &[
    "SELECT",
    "FROM",
    "WHERE",
    "GROUP",
    "HAVING",
    "QUALIFY",
    "WINDOW",
    "ORDER",
    "LIMIT",
    "OFFSET",
    "FETCH",
    "UNION",
    "EXCEPT",
    "INTERSECT",
    "VALUES",
    "JOIN",
    "LEFT",
    "RIGHT",
    "FULL",
    "INNER",
    "CROSS",
    "NATURAL",
    "ASOF",
    "POSITIONAL",
    "WITH",
];

/// Words that go on with a clause that has just begun (`LEFT JOIN`, `UNION ALL SELECT` not).
const FOLLOWERS: &[&str] = &["JOIN", "OUTER", "LEFT", "RIGHT", "FULL", "INNER", "CROSS"];

pub fn tree(pieces: &[Piece]) -> Vec<Node> {
    let mut stack: Vec<(bool, Vec<Node>)> = vec![(true, Vec::new())];
    for piece in pieces {
        match piece.text.as_str() {
            "(" => stack.push((piece.glued, Vec::new())),
            ")" if stack.len() > 1 => {
                if let Some((glued, inner)) = stack.pop() {
                    push(&mut stack, Node::Group { glued, inner });
                }
            }
            _ => push(&mut stack, Node::Piece(piece.clone())),
        }
    }
    // An unclosed bracket: the text does not parse anyway; print what there is.
    while stack.len() > 1 {
        if let Some((glued, inner)) = stack.pop() {
            push(&mut stack, Node::Group { glued, inner });
        }
    }
    stack.pop().map(|(_, nodes)| nodes).unwrap_or_default()
}

fn push(stack: &mut [(bool, Vec<Node>)], node: Node) {
    if let Some((_, nodes)) = stack.last_mut() {
        nodes.push(node);
    }
}

/// Lines of a query, without indentation.
pub fn lines(nodes: &[Node], width: usize) -> Vec<String> {
    clauses(nodes)
        .iter()
        .flat_map(|clause| clause_lines(clause, width))
        .collect()
}

fn word(node: &Node) -> Option<&str> {
    match node {
        Node::Piece(p) if p.keyword => Some(&p.text),
        _ => None,
    }
}

fn clauses(nodes: &[Node]) -> Vec<Vec<&Node>> {
    let mut out: Vec<Vec<&Node>> = Vec::new();
    for (i, node) in nodes.iter().enumerate() {
        let before = i.checked_sub(1).and_then(|j| nodes.get(j)).and_then(word);
        let begins = word(node).is_some_and(|w| {
            let goes_on = FOLLOWERS.contains(&w)
                && before.is_some_and(|b| {
                    [
                        "LEFT",
                        "RIGHT",
                        "FULL",
                        "INNER",
                        "CROSS",
                        "OUTER",
                        "NATURAL",
                        "ASOF",
                        "POSITIONAL",
                        "SEMI",
                        "ANTI",
                    ]
                    .contains(&b)
                });
            // "IS DISTINCT FROM" compares.
            let compares = w == "FROM" && before == Some("DISTINCT");
            CLAUSES.contains(&w) && !goes_on && !compares
        });
        if begins || out.is_empty() {
            out.push(Vec::new());
        }
        if let Some(clause) = out.last_mut() {
            clause.push(node);
        }
    }
    out
}

fn clause_lines(clause: &[&Node], width: usize) -> Vec<String> {
    let first = clause.first().and_then(|n| word(n)).unwrap_or_default();
    let parts = match first {
        "WHERE" | "HAVING" => conjunctions(clause),
        _ => vec![clause.to_vec()],
    };
    let flat = inline(clause);
    if parts.len() == 1
        && flat.chars().count() > width
        && matches!(first, "SELECT" | "VALUES")
        && !clause.iter().any(|n| is_query(n))
    {
        return at_commas(clause);
    }
    let mut out = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        let indent = if i == 0 { "" } else { "  " };
        out.extend(nested(part, width).into_iter().map(|line| format!("{indent}{line}")));
    }
    out
}

/// `SELECT` on a line, then an item a line.
fn at_commas(clause: &[&Node]) -> Vec<String> {
    let head = clause
        .iter()
        .take_while(|n| matches!(word(n), Some("SELECT" | "DISTINCT" | "ALL" | "VALUES")))
        .count();
    let (head, rest) = clause.split_at(head);
    let mut out = vec![inline(head)];
    let items = rest.split(|n| matches!(n, Node::Piece(p) if p.text == ","));
    let items: Vec<String> = items.map(|item| format!("  {}", inline(item).trim())).collect();
    let last = items.len().saturating_sub(1);
    out.extend(
        items
            .into_iter()
            .enumerate()
            .map(|(i, item)| if i < last { format!("{item},") } else { item }),
    );
    out
}

/// `WHERE a`, `AND b`, `OR c`; the AND of BETWEEN and words inside CASE stay where they are.
fn conjunctions<'a>(clause: &[&'a Node]) -> Vec<Vec<&'a Node>> {
    let mut out: Vec<Vec<&Node>> = vec![Vec::new()];
    let (mut between, mut case) = (false, 0_i32);
    for node in clause {
        match word(node) {
            Some("BETWEEN") => between = true,
            Some("CASE") => case += 1,
            Some("END") => case -= 1,
            Some("AND") if between => between = false,
            Some("AND" | "OR") if case <= 0 => out.push(Vec::new()),
            _ => {}
        }
        if let Some(part) = out.last_mut() {
            part.push(node);
        }
    }
    out
}

fn is_query(node: &Node) -> bool {
    match node {
        Node::Group { inner, .. } => {
            inner
                .first()
                .and_then(word)
                .is_some_and(|w| matches!(w, "SELECT" | "WITH" | "FROM"))
                || inner.iter().any(is_query)
        }
        Node::Piece(_) => false,
    }
}

/// One line, or several where it holds a subquery.
fn nested(nodes: &[&Node], width: usize) -> Vec<String> {
    let mut out = vec![String::new()];
    for node in nodes {
        match node {
            Node::Group { glued, inner } if is_query(node) => {
                append(&mut out, "(", *glued);
                out.extend(lines(inner, width).into_iter().map(|line| format!("  {line}")));
                out.push(")".to_string());
            }
            Node::Group { glued, inner } => {
                let inner: Vec<&Node> = inner.iter().collect();
                append(&mut out, &format!("({})", inline(&inner)), *glued);
            }
            Node::Piece(p) => append(&mut out, &p.text, p.glued),
        }
    }
    out
}

fn append(out: &mut [String], text: &str, glued: bool) {
    if let Some(line) = out.last_mut() {
        if !glued && !line.is_empty() {
            line.push(' ');
        }
        line.push_str(text);
    }
}

fn inline(nodes: &[&Node]) -> String {
    let mut out = vec![String::new()];
    for node in nodes {
        match node {
            Node::Piece(p) => append(&mut out, &p.text, p.glued),
            Node::Group { glued, inner } => {
                let inner: Vec<&Node> = inner.iter().collect();
                append(&mut out, &format!("({})", inline(&inner)), *glued);
            }
        }
    }
    out.pop().unwrap_or_default()
}
