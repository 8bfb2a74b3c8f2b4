use super::*;

fn qualified(sql: &str, dialect: Dialect) -> Option<Query> {
    let query = parse::query(sql, dialect).ok()?;
    qualify(&query, &home::home(dialect))
}

/// What a rule makes of a statement at all places at once, on the first engine that it looks at.
fn changed(rule: &'static Rule, sql: &str) -> Option<String> {
    rule.engines.iter().find_map(|dialect| {
        let query = qualified(sql, *dialect)?;
        let last = steps_of(rule, &query, &home::home(*dialect)).pop()?;
        Some(last.query.to_string())
    })
}

#[test]
fn every_rule_makes_before_into_after_and_leaves_after_alone() {
    let mut wrong = Vec::new();
    for rule in RULES {
        let after = changed(rule, rule.before);
        if after.as_deref() != Some(rule.after) {
            wrong.push(format!("{}\n  is   {:?}\n  not  {:?}", rule.name, after, rule.after));
        }
        if let Some(again) = after.and_then(|after| changed(rule, &after)) {
            wrong.push(format!("{} changes its own result into {again}", rule.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_rule_changes_its_further_statements_and_leaves_its_counter_examples() {
    let mut wrong = Vec::new();
    for rule in RULES {
        for sql in rule.also {
            if changed(rule, sql).is_none() {
                wrong.push(format!("{} does nothing to {sql}", rule.name));
            }
        }
        for sql in rule.leaves {
            assert!(rule.engines.iter().all(|d| qualified(sql, *d).is_some()), "{sql}");
            if let Some(made) = changed(rule, sql) {
                wrong.push(format!("{} makes {made} of {sql}", rule.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_rule_says_what_it_does_why_it_may_and_where_that_is_written() {
    let mut names: Vec<&str> = RULES.iter().map(|r| r.name).collect();
    names.dedup();
    assert!(names.len() >= 24);
    for rule in RULES {
        assert!(rule.says.ends_with('.') && rule.sound.ends_with('.'), "{}", rule.name);
        assert!(!rule.source.is_empty() && !rule.leaves.is_empty(), "{}", rule.name);
    }
}

#[test]
fn what_a_rule_makes_can_be_read_again_and_only_reads() {
    for rule in RULES {
        for dialect in rule.engines {
            for sql in std::iter::once(&rule.before).chain(rule.also) {
                let Some(query) = qualified(sql, *dialect) else {
                    continue;
                };
                for step in steps_of(rule, &query, &home::home(*dialect)) {
                    let text = step.query.to_string();
                    assert!(crate::guard::check(&text, *dialect).is_ok(), "{}: {text}", rule.name);
                    let again = parse::query(&text, *dialect).unwrap();
                    assert_eq!(again.to_string(), text, "{}", rule.name);
                }
            }
        }
    }
}

#[test]
fn names_are_told_only_where_they_are_certain() {
    let full = |sql: &str| qualified(sql, Dialect::Sqlite).map(|q| q.to_string());
    assert_eq!(
        full("SELECT name, total FROM customers, orders WHERE customers.id = customer_id ORDER BY total, since").as_deref(),
        Some("SELECT customers.name, orders.total FROM customers, orders WHERE customers.id = orders.customer_id ORDER BY total, customers.since")
    );
    assert_eq!(
        full("SELECT * FROM shops").as_deref(),
        Some("SELECT shops.id, shops.town FROM shops")
    );
    assert_eq!(full("SELECT id FROM customers, orders"), None);
    assert_eq!(full("SELECT name FROM customers JOIN orders USING (id)"), None);
    assert_eq!(full("SELECT nothing FROM customers"), None);
    assert!(
        full("WITH t AS (SELECT id AS k FROM shops) SELECT k FROM t").is_some_and(|s| s.ends_with("SELECT t.k FROM t"))
    );
}

#[test]
fn what_is_left_to_chance_is_named() {
    let why = |sql: &str| settled::obstacle(&parse::query(sql, Dialect::Sqlite).unwrap(), Dialect::Sqlite);
    assert_eq!(why("SELECT id FROM orders ORDER BY total LIMIT 3"), None);
    assert!(why("SELECT id FROM (SELECT id FROM orders LIMIT 3) t").is_some());
    assert!(why("SELECT random() FROM orders").is_some());
    assert!(why("SELECT datetime('now') FROM orders").is_some());
    assert_eq!(why("SELECT id FROM orders WHERE placed > date('now')"), None);
    assert_eq!(
        why("SELECT id FROM orders o WHERE total = (SELECT total FROM orders ORDER BY total DESC LIMIT 1)"),
        None
    );
}
