//! What is told of a statement that is to be made faster: its parts, its plan, what was tried, rewrites that helped elsewhere.
//! Plans quote literals in ways of their own, so that below `Values` only names and words of plans pass.

use std::fmt::Write as _;

use askwell_contract::model::Privacy;
use askwell_contract::optimise::Part;
use askwell_contract::run::Explain;
use askwell_contract::Catalog;
use askwell_sql::dialect;

use super::sql::pieces;
use super::{Piece, Sealed, Voice};
use crate::optimise::gold::Gold;
use crate::optimise::written::Tried;
use crate::words::among;

/// What SQLite, DuckDB and PostgreSQL call the steps of a plan.
const STEPS: &str = "aggregate anti append bitmap by column_data_scan compound constant cross cte delim distinct empty external \
    filter for from full gather group hash hash_group_by hash_join heap in incremental index inner join last left limit list \
    materialize memoize merge mixed nested loop nested_loop_join only operator order order_by outer part partitioned \
    perfect_hash_group_by piecewise_merge_join plan primary projection query queries recursive right result row scalar scan \
    search semi seq seq_scan set setop sort streaming_window subplan subquery subqueries table temp top top_n union \
    ungrouped_aggregate unique use using values window with correlated b-tree";

impl Sealed {
    /// The graph of a statement. Names that only the statement has may have come from the data.
    pub fn parts(parts: &[Part], catalog: &Catalog) -> Self {
        let mut out = String::new();
        let ident = |name: &String| dialect::ident(name, catalog.dialect);
        let list = |names: &[String]| names.iter().map(ident).collect::<Vec<_>>().join(", ");
        for part in parts {
            // A number by itself would be hidden as a literal.
            let _ = write!(out, "part_{} {}", part.id, part.called.replace(' ', "_"));
            let mut says = |what: &str, list: String| {
                if !list.is_empty() {
                    let _ = write!(out, "; {what} {list}");
                }
            };
            says("part of", part.parent.map(|p| format!("part_{p}")).unwrap_or_default());
            says("reads", list(&part.reads));
            says("gives", list(&part.gives));
            says("its rows differ in", list(&part.keys));
            let flags = part.flags.iter().map(|f| word(&format!("{f:?}")));
            says("stands out:", flags.collect::<Vec<_>>().join(", "));
            says("meets by key and far smaller:", list(&part.dimensions));
            let rules: Vec<&str> = part.may_change.iter().map(|t| t.rule.as_str()).collect();
            says("may change by:", rules.join(", "));
            out.push('\n');
        }
        let named = Self::absent().with(Privacy::Names, Voice::Data, pieces(&out, catalog, ""));
        // Sizes tell of the data.
        let mut costs = String::new();
        for part in parts {
            let Some(share) = part.share else { continue };
            let rows = part
                .rows
                .map_or(String::new(), |rows| format!(", rows expected {rows:.0}"));
            let _ = writeln!(costs, "part_{} takes {share:.0} of 100 of the cost{rows}", part.id);
        }
        match costs.as_str() {
            "" => named,
            _ => {
                let mut all = pieces(&out, catalog, "");
                all.push(Piece::Plain(costs));
                named.with(Privacy::Profile, Voice::Data, all)
            }
        }
    }

    /// A plan, step by step, with the rows that each is thought to give or gave.
    pub fn plan(plan: &Explain, catalog: &Catalog) -> Self {
        let write = |tidy: &dyn Fn(&str) -> String| {
            let mut out = String::new();
            step(plan, 0, tidy, &mut out);
            out
        };
        Self::absent()
            .data(Privacy::Profile, write(&|label| known(label, catalog)))
            .data(Privacy::Values, write(&str::to_owned))
    }

    /// Statements that were tried, with what became of each, and how many more there were.
    pub fn attempts(tried: &[Tried], left_out: usize, catalog: &Catalog) -> Self {
        let write = |hide: bool| {
            let mut out: Vec<Piece> = Vec::new();
            for one in tried {
                out.push(Piece::Plain(format!("{}\n", one.says())));
                match hide {
                    true => out.extend(pieces(&one.sql, catalog, "")),
                    false => out.push(Piece::Plain(one.sql.clone())),
                }
                out.push(Piece::Plain("\n\n".into()));
            }
            if left_out > 0 {
                let more = match left_out {
                    1 => "One more is".to_string(),
                    many => format!("{many} more are"),
                };
                out.push(Piece::Plain(format!(
                    "({more} left out, none of them faster than these.)\n"
                )));
            }
            out
        };
        Self::absent()
            .with(Privacy::Names, Voice::Data, write(true))
            .with(Privacy::Values, Voice::Data, write(false))
    }

    /// Rewrites that come with Askwell; nothing of them is from a person's database.
    pub fn rewrites(gold: &[&Gold]) -> Self {
        let told: Vec<String> = gold
            .iter()
            .map(|one| {
                format!(
                    "Before:\n{}\nAfter, {:.1} times faster:\n{}\nWhy: {}\nNot where: {}\n",
                    one.before, one.gain, one.after, one.why, one.when_not
                )
            })
            .collect();
        Self::absent().told(Privacy::Names, told.join("\n"))
    }

    /// What our own rules say of earlier rounds.
    pub fn analysis(text: &str) -> Self {
        Self::absent().told(Privacy::Names, text.trim())
    }
}

/// `InSubquery`: in subquery.
fn word(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !out.is_empty() {
            out.push(' ');
        }
        out.extend(c.to_lowercase());
    }
    out
}

fn step(plan: &Explain, depth: usize, tidy: &dyn Fn(&str) -> String, out: &mut String) {
    let _ = write!(out, "{}{}", "  ".repeat(depth), tidy(&plan.label));
    for (what, figure) in [
        ("rows expected", plan.estimated_rows),
        ("rows", plan.rows),
        ("cost", plan.cost),
        ("ms", plan.ms),
    ] {
        if let Some(figure) = figure {
            let _ = write!(out, ", {what} {figure:.0}");
        }
    }
    out.push('\n');
    for child in &plan.children {
        step(child, depth + 1, tidy, out);
    }
}

/// The words of a label that are names of the catalog or words of plans.
fn known(label: &str, catalog: &Catalog) -> String {
    let is_name = |word: &str| {
        let same = |other: &str| other.eq_ignore_ascii_case(word);
        catalog
            .tables
            .iter()
            .any(|t| same(&t.name) || t.columns.iter().any(|c| same(&c.name)))
    };
    let words = label.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'));
    let known = words.filter(|w| !w.is_empty()).filter(|word| {
        let lower = word.to_lowercase();
        among(STEPS, &lower) || is_name(word)
    });
    known.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::fake;

    #[test]
    fn of_a_plan_only_names_and_words_of_plans_are_told_below_the_level_of_values() {
        let catalog = fake::catalog(vec![fake::table("orders", &["id int", "town text"])]);
        let plan = Explain {
            label: "Seq Scan on orders (town = Geheimdorf)".into(),
            estimated_rows: Some(12.0),
            cost: None,
            rows: None,
            ms: None,
            children: vec![],
        };
        let sealed = Sealed::plan(&plan, &catalog);
        assert!(sealed.is_absent(Privacy::Names));
        let at = |level| match sealed.at(level).unwrap().pieces.as_slice() {
            [Piece::Plain(text)] => text.clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!(at(Privacy::Profile), "Seq Scan orders town, rows expected 12\n");
        assert!(at(Privacy::Values).contains("Geheimdorf"));
    }

    #[test]
    fn what_each_part_costs_is_told_from_the_level_on_that_tells_of_the_datas_size() {
        use askwell_contract::Dialect;
        use askwell_sql::rewrite::{annotated, home::home, qualify};

        let catalog = home(Dialect::Sqlite);
        let sql =
            "SELECT o.id FROM orders o WHERE o.total > (SELECT AVG(p.total) FROM orders p WHERE p.shop_id = o.shop_id)";
        let query = qualify(&askwell_sql::guard::checked(sql, Dialect::Sqlite).unwrap(), &catalog).unwrap();
        let mut parts = annotated(&query, &catalog);
        (parts[0].share, parts[0].rows, parts[1].share) = (Some(7.6), Some(12_000.0), Some(92.4));
        let at = |privacy| {
            let sealed = Sealed::parts(&parts, &catalog);
            let pieces = sealed.at(privacy).unwrap().pieces.clone();
            let text = pieces.iter().map(|piece| match piece {
                Piece::Plain(text) => text.clone(),
                other => format!("{other:?}"),
            });
            text.collect::<String>()
        };
        let costs = "part_0 takes 8 of 100 of the cost, rows expected 12000\npart_1 takes 92 of 100 of the cost\n";
        let whole = at(Privacy::Profile);
        assert!(
            whole.starts_with("part_0 main_query; reads orders; gives id; "),
            "{whole}"
        );
        assert!(
            whole.contains("\npart_1 subquery_1_of_main_query; part of part_0; reads orders; "),
            "{whole}"
        );
        assert_eq!(whole.strip_suffix(costs), Some(at(Privacy::Names).as_str()));
    }

    #[test]
    fn of_many_attempts_the_fastest_are_told_with_their_rules_and_how_many_more_there_were() {
        use askwell_contract::optimise::Status;

        use crate::optimise::written::{input, About};
        let knowledge = crate::scripted::Scripted::shop().knowledge();
        let tried: Vec<Tried> = (1..=14_u32)
            .map(|n| Tried {
                sql: format!("SELECT {n}"),
                status: Status::Win,
                speedup: Some(f64::from(n)),
                turned_down: None,
                rules: vec![format!("rule_{n}"), "or_to_in".into()],
            })
            .collect();
        let said = |count: usize| {
            let about = About {
                sql: "SELECT id FROM orders",
                plan: None,
                parts: &[],
                tried: &tried[..count],
                analysis: "",
            };
            let sealed = input(&knowledge, &about).tried;
            let pieces = sealed.at(Privacy::Values).unwrap().pieces.clone();
            let text = pieces.iter().map(|piece| match piece {
                Piece::Plain(text) => text.clone(),
                other => format!("{other:?}"),
            });
            text.collect::<String>()
        };
        let all = said(14);
        assert!(
            all.starts_with("WIN, by rule_14, or_to_in: the same rows, 14.00 times as fast\nSELECT 14\n"),
            "{all}"
        );
        assert!(all.contains("rule_3,") && !all.contains("rule_2,"), "{all}");
        assert!(
            all.ends_with("(2 more are left out, none of them faster than these.)\n"),
            "{all}"
        );
        assert!(said(13).ends_with("(One more is left out, none of them faster than these.)\n"));
        assert!(!said(12).contains("left out"));
    }
}
