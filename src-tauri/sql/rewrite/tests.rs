use super::*;

mod normal_form;
mod odd_names;
mod told;

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
    // A renamed rule must not lose its turn before the others.
    assert_eq!(names.iter().filter(|name| only_plans(name)).count(), 4);
    for rule in RULES {
        assert!(rule.says.ends_with('.') && rule.sound.ends_with('.'), "{}", rule.name);
        assert!(!rule.source.is_empty() && !rule.leaves.is_empty(), "{}", rule.name);
    }
}

#[test]
fn on_postgres_a_sum_of_sums_has_the_type_of_the_sum_and_floats_are_left_alone() {
    let rule = RULES.iter().find(|r| r.name == "preaggregate").unwrap();
    let after = |figure: &str, declared: Option<(&str, TypeKind)>| {
        let mut catalog = home::home(Dialect::Postgres);
        if let Some((declared, kind)) = declared {
            let orders = catalog.tables.iter_mut().find(|t| t.name == "orders").unwrap();
            let column = orders.columns.iter_mut().find(|c| c.name == "shop_id").unwrap();
            (column.declared_type, column.kind) = (declared.into(), kind);
        }
        let sql = format!(
            "SELECT c.country, {figure} AS f FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.country"
        );
        let query = qualify(&parse::query(&sql, Dialect::Postgres).unwrap(), &catalog).unwrap();
        steps_of(rule, &query, &catalog).pop().map(|s| s.query.to_string())
    };
    for (figure, declared, becomes) in [
        ("SUM(o.shop_id)", None, "CAST(sum(o.part2) AS BIGINT) AS f"),
        ("SUM(o.shop_id * 2 + 1)", None, "CAST(sum(o.part2) AS BIGINT) AS f"),
        ("SUM(o.shop_id * 1.5)", None, "SELECT c.country, sum(o.part2) AS f"),
        (
            "SUM(o.shop_id)",
            Some(("bigint", TypeKind::Integer)),
            "SELECT c.country, sum(o.part2) AS f",
        ),
        ("SUM(o.total)", None, "SELECT c.country, sum(o.part2) AS f"),
        ("COUNT(o.shop_id)", None, "CAST(SUM(o.part2) AS BIGINT) AS f"),
        ("MAX(o.placed)", None, "SELECT c.country, max(o.part2) AS f"),
        (
            "AVG(o.total)",
            None,
            "(CAST(SUM(o.part2) AS NUMERIC) / NULLIF(SUM(o.part3), 0)) AS f",
        ),
    ] {
        let made = after(figure, declared).unwrap_or_else(|| panic!("nothing is made of {figure}"));
        assert!(made.contains(becomes), "{figure}: {made}");
    }
    for float in ["double precision", "real"] {
        for figure in ["SUM(o.shop_id)", "AVG(o.shop_id)", "SUM(o.shop_id * o.total)"] {
            assert_eq!(
                after(figure, Some((float, TypeKind::Real))),
                None,
                "{figure} of {float}"
            );
        }
    }
    assert_eq!(after("SUM(o.shop_id / 2)", None), None);
    assert!(after("MIN(o.shop_id)", Some(("real", TypeKind::Real))).is_some());
}

#[test]
fn a_change_is_told_with_the_names_of_what_was_changed() {
    let mut wrong = Vec::new();
    let mut told = 0;
    for rule in RULES {
        let Some(dialect) = rule.engines.first() else { continue };
        let query = qualified(rule.before, *dialect).unwrap();
        let says = steps_of(rule, &query, &home::home(*dialect)).pop().unwrap().says;
        let golden = match rule.name {
            "scalar_to_join" => {
                "The average of orders.total for each shop_id was worked out again for every row; now it is worked out once for \
                 each and joined."
            }
            "scalar_to_left_join" => {
                "The number of rows of orders for each customer_id was worked out again for every row; now it is worked out once \
                 for each."
            }
            "scalar_to_window" => {
                "The table orders was read again for every row to find the greatest orders.placed for each shop_id; now one pass \
                 gives both."
            }
            "exists_to_membership" => {
                "Whether a row of orders matches was looked up for every row; now its values of customer_id are listed once."
            }
            "preaggregate" => {
                "Every row of orders was joined before it was added up; now rows are added up by customer_id first, and few are \
                 joined."
            }
            "join_after_grouping" => {
                "Every row was joined with customers before it was added up; now rows are added up by customer_id first, and few \
                 are joined with customers."
            }
            "or_to_union" => {
                "An OR over customer_id and shop_id made the database read everything; now each branch is looked up by itself."
            }
            "function_to_range" => {
                "A part of each customers.country was worked out to be compared; now customers.country itself is compared with a \
                 range."
            }
            other => told::TOLD
                .iter()
                .find(|(of, _)| *of == other)
                .map_or(rule.says, |(_, says)| says),
        };
        told += usize::from(golden != rule.says);
        if says != golden {
            wrong.push(format!("{}\n  is   {says}\n  not  {golden}", rule.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(told, RULES.iter().filter(|rule| rule.tells.is_some()).count());
}

#[test]
fn where_the_names_would_explain_nothing_the_rule_speaks_and_several_places_are_told_together() {
    let says = |rule: &str, sql: &str| {
        let rule = RULES.iter().find(|r| r.name == rule).unwrap();
        let query = qualified(sql, Dialect::Sqlite).unwrap();
        let all = steps_of(rule, &query, &home::home(Dialect::Sqlite));
        (all.into_iter().map(|s| s.says).collect::<Vec<_>>(), rule.says)
    };
    let (odd, own) = says(
        "scalar_to_join",
        "SELECT o.id FROM orders o WHERE o.total > (SELECT AVG(p.total) * 2 FROM orders p WHERE p.shop_id = o.shop_id)",
    );
    assert_eq!(odd, [own]);
    let of = |value: &str| {
        let sql = format!(
            "SELECT o.id FROM orders o WHERE o.total > (SELECT AVG({value}) FROM orders p WHERE p.shop_id = o.shop_id)"
        );
        says("scalar_to_join", &sql).0.concat()
    };
    assert!(
        of("p.total - (p.id + p.shop_id)").starts_with("The average of total - (id + shop_id) for each shop_id was")
    );
    // A value of the statement is not told.
    assert_eq!(of("p.total - 20"), own);
    let (two, _) = says(
        "scalar_to_left_join",
        "WITH a AS (SELECT c.id, (SELECT COUNT(o.total) FROM orders o WHERE o.customer_id = c.id) AS n FROM customers c), b AS \
         (SELECT s.id, (SELECT SUM(o.total) FROM orders o WHERE o.shop_id = s.id) AS t FROM shops s) SELECT a.n, b.t FROM a, b",
    );
    assert_eq!(two.len(), 3);
    assert!(
        two[0].starts_with("The number of rows with orders.total for each customer_id was"),
        "{two:?}"
    );
    assert!(
        two[1].starts_with("The sum of orders.total for each shop_id was"),
        "{two:?}"
    );
    assert_eq!(two[2], format!("{} {}", two[0], two[1]));
}

#[test]
fn a_rule_is_noted_at_the_part_that_it_would_change_with_what_it_would_do() {
    let parts = |sql: &str| annotated(&qualified(sql, Dialect::Duckdb).unwrap(), &home::home(Dialect::Duckdb));
    let noted = |sql: &str, rule: &str| -> Vec<String> {
        let has = |part: &&Part| part.may_change.iter().any(|t| t.rule == rule);
        parts(sql).iter().filter(has).map(|part| part.called.clone()).collect()
    };
    let sql = "WITH dear AS (SELECT o.id, o.shop_id FROM orders o WHERE o.total > (SELECT AVG(p.total) FROM orders p WHERE p.shop_id \
               = o.shop_id)) SELECT s.id FROM shops s WHERE s.town = 'Ulm' OR s.id = 3 UNION ALL SELECT d.id FROM dear d WHERE d.id IN \
               (SELECT l.order_id FROM lines l WHERE EXISTS (SELECT 1 FROM orders x WHERE x.id = l.order_id))";
    assert_eq!(noted(sql, "scalar_to_join"), ["dear"]);
    assert_eq!(
        noted(sql, "exists_to_membership"),
        ["subquery 1 of second branch of main query"]
    );
    let of_dear = parts(sql).into_iter().find(|p| p.called == "dear").unwrap();
    let target = of_dear.may_change.iter().find(|t| t.rule == "scalar_to_join").unwrap();
    assert!(target
        .because
        .starts_with("The average of orders.total for each shop_id"));
    // Two that read alike are two places.
    let twice = "SELECT a.id FROM shops a WHERE a.id IN (SELECT DISTINCT o.shop_id FROM orders o) AND a.id + 1 IN (SELECT DISTINCT \
                 o.shop_id FROM orders o)";
    assert!(!noted(twice, "distinct_in_membership_dropped").is_empty());
    assert!(parts("SELECT s.id FROM shops s")
        .iter()
        .all(|p| p.may_change.is_empty()));
}

#[test]
fn a_dimension_is_met_by_its_key_and_far_smaller() {
    let of = |sql: &str, sizes: [u64; 4]| {
        let mut catalog = home::home(Dialect::Duckdb);
        for (table, count) in catalog.tables.iter_mut().zip(sizes) {
            table.rows = Some(askwell_contract::RowCount { count, exact: true });
        }
        let query = qualify(&parse::query(sql, Dialect::Duckdb).unwrap(), &catalog).unwrap();
        flags::parts(&query, &catalog)
            .into_iter()
            .flat_map(|p| p.dimensions)
            .collect::<Vec<_>>()
    };
    // customers, shops, orders, lines
    let sizes = [500, 20, 5_000, 20_000];
    let star = "SELECT c.country, s.town, SUM(l.price) AS t FROM lines l, orders o, customers c, shops s WHERE o.id = l.order_id AND \
                c.id = o.customer_id AND s.id = o.shop_id GROUP BY c.country, s.town";
    assert_eq!(of(star, sizes), ["customers", "shops"]);
    assert_eq!(of(star, [501, 20, 5_000, 50_000]), ["orders", "shops"]);
    let joined =
        "SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer_id LEFT JOIN shops s ON o.shop_id = s.id";
    assert_eq!(of(joined, sizes), ["customers", "shops"]);
    // Met by something that is no key, or of unknown size, it is none.
    assert!(of("SELECT o.id FROM orders o JOIN shops s ON s.town = o.status", sizes).is_empty());
    let plain = qualified(joined, Dialect::Duckdb).unwrap();
    assert!(flags::parts(&plain, &home::home(Dialect::Duckdb))
        .iter()
        .all(|p| p.dimensions.is_empty()));
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
    let first = |sql: &str| settled::obstacle(&parse::query(sql, Dialect::Postgres).unwrap(), Dialect::Postgres);
    let plain = "SELECT DISTINCT ON (shop_id) shop_id, id FROM orders ORDER BY shop_id, id";
    assert_eq!(first(plain), None);
    let by_chance = "SELECT DISTINCT ON (shop_id) shop_id, total FROM orders ORDER BY shop_id, id";
    assert!(first(by_chance).is_some());
    assert!(first(&format!("WITH t AS ({plain}) {by_chance}")).is_some());
    assert!(first(&format!(
        "{} UNION ALL SELECT 1, 2",
        by_chance.split(" ORDER").next().unwrap()
    ))
    .is_some());
    assert!(why("SELECT id FROM (SELECT id FROM orders LIMIT 3) t").is_some());
    assert!(why("SELECT random() FROM orders").is_some());
    assert!(why("SELECT datetime('now') FROM orders").is_some());
    assert_eq!(why("SELECT id FROM orders WHERE placed > date('now')"), None);
    assert_eq!(
        why("SELECT id FROM orders o WHERE total = (SELECT total FROM orders ORDER BY total DESC LIMIT 1)"),
        None
    );
}

#[test]
fn a_branch_of_a_union_is_a_place_like_any_query_and_the_others_stay_as_they_are() {
    let rule = RULES.iter().find(|r| r.name == "exists_to_membership").unwrap();
    let sql = "SELECT s.id, s.town FROM shops s UNION ALL SELECT c.id, c.name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o \
               WHERE o.customer_id = c.id) UNION ALL SELECT p.id, p.status FROM orders p ORDER BY 1";
    let query = qualified(sql, Dialect::Sqlite).unwrap();
    let made = steps_of(rule, &query, &home::home(Dialect::Sqlite));
    let [one] = made.as_slice() else { panic!("{made:?}") };
    assert_eq!(
        one.query.to_string(),
        "SELECT s.id, s.town FROM shops s UNION ALL SELECT c.id, c.name FROM customers c WHERE c.id IN (SELECT o.customer_id FROM \
         orders o) UNION ALL SELECT p.id, p.status FROM orders p ORDER BY 1"
    );
}

#[test]
fn a_branch_that_gets_named_parts_of_its_own_stands_between_parentheses() {
    let rule = RULES.iter().find(|r| r.name == "subquery_worked_out_apart").unwrap();
    let sql = "SELECT s.id FROM shops s UNION ALL SELECT c.id FROM customers c JOIN (SELECT o.customer_id AS k FROM orders o) t ON t.k = c.id";
    let query = qualified(sql, Dialect::Postgres).unwrap();
    let made = steps_of(rule, &query, &home::home(Dialect::Postgres)).pop().unwrap();
    assert_eq!(
        made.query.to_string(),
        "SELECT s.id FROM shops s UNION ALL (WITH apart1 AS MATERIALIZED (SELECT o.customer_id AS k FROM orders o) SELECT c.id FROM \
         customers c JOIN apart1 AS t ON t.k = c.id)"
    );
}
