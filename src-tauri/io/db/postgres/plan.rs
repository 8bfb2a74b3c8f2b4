//! A plan as the server writes it in JSON. In: its text. Out: its nodes, each with its own time and its own blocks from the
//! disk, where the server counts them with all below. Deliberately absent: words for a person (`engine/plan`).

use askwell_contract::run::Explain;
use askwell_contract::{Problem, Result};

pub(super) fn tree(json: &str) -> Result<Explain> {
    fn node(value: &serde_json::Value) -> Explain {
        let text = |key: &str| value.get(key).and_then(|v| v.as_str());
        let number = |key: &str| value.get(key).and_then(serde_json::Value::as_f64);
        let kind = text("Node Type").unwrap_or_default();
        let on = text("Relation Name")
            .or_else(|| text("CTE Name"))
            .or_else(|| text("Function Name"));
        let by = text("Index Name").map(|name| format!("by {name}"));
        // What decides which rows there are; the rest of a node says how it is done.
        const ABOUT: [&str; 6] = [
            "Join Type",
            "Hash Cond",
            "Merge Cond",
            "Index Cond",
            "Join Filter",
            "Filter",
        ];
        let about = ABOUT.iter().filter_map(|key| Some(format!("{key}: {}", text(key)?)));
        let children = value.get("Plans").and_then(|v| v.as_array());
        let blocks = |of: &serde_json::Value| of.get("Shared Read Blocks").and_then(serde_json::Value::as_u64);
        // The server counts a node with all below it.
        let blocks_below: u64 = children.into_iter().flatten().filter_map(blocks).sum();
        let from_disk = blocks(value).unwrap_or_default().saturating_sub(blocks_below);
        let from_disk = (from_disk > 0).then(|| format!("From Disk: {from_disk} blocks"));
        let about: Vec<String> = by.into_iter().chain(about).chain(from_disk).collect();
        let mut label = kind.to_string();
        if let Some(on) = on {
            label.push_str(&format!(" on {on}"));
        }
        if !about.is_empty() {
            label.push_str(&format!(" ({})", about.join("; ")));
        }
        let all = |of: &serde_json::Value, key: &str| {
            let number = |key: &str| of.get(key).and_then(serde_json::Value::as_f64);
            Some(number(key)? * number("Actual Loops")?)
        };
        let below: f64 = children
            .into_iter()
            .flatten()
            .filter_map(|c| all(c, "Actual Total Time"))
            .sum();
        Explain {
            label,
            // Of one run of the node, like the rows that the server counts.
            estimated_rows: number("Plan Rows").map(|rows| rows * number("Actual Loops").unwrap_or(1.0).max(1.0)),
            cost: number("Total Cost"),
            rows: all(value, "Actual Rows"),
            ms: all(value, "Actual Total Time").map(|ms| (ms - below).max(0.0)),
            children: children.into_iter().flatten().map(node).collect(),
        }
    }
    let plan: serde_json::Value = serde_json::from_str(json).map_err(Problem::internal)?;
    let roots: Vec<Explain> = plan
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|root| root.get("Plan"))
        .map(node)
        .collect();
    Ok(Explain {
        label: "QUERY PLAN".into(),
        estimated_rows: None,
        cost: roots.first().and_then(|root| root.cost),
        rows: None,
        ms: plan
            .as_array()
            .and_then(|plans| plans.first()?.get("Execution Time")?.as_f64()),
        children: roots,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measured_node_tells_its_own_blocks_from_the_disk_and_time_and_not_those_below_it() {
        let plan = tree(
            r#"[{"Plan": {"Node Type": "Hash Join", "Join Type": "Inner", "Actual Rows": 5, "Actual Loops": 1, "Actual Total Time": 9.0,
                "Shared Read Blocks": 12, "Plans": [{"Node Type": "Seq Scan", "Relation Name": "t", "Plan Rows": 5, "Actual Rows": 7, "Actual Loops": 2,
                "Actual Total Time": 2.0, "Shared Read Blocks": 12}, {"Node Type": "Result", "Actual Rows": 1, "Actual Loops": 1,
                "Actual Total Time": 1.0, "Shared Read Blocks": 0}]}, "Execution Time": 9.5}]"#,
        )
        .unwrap();
        let join = &plan.children[0];
        assert_eq!(
            (join.label.as_str(), join.ms),
            ("Hash Join (Join Type: Inner)", Some(4.0))
        );
        let scan = &join.children[0];
        assert_eq!(
            (scan.label.as_str(), scan.rows, scan.ms),
            ("Seq Scan on t (From Disk: 12 blocks)", Some(14.0), Some(4.0))
        );
        assert_eq!(scan.estimated_rows, Some(10.0));
        assert_eq!((join.children[1].label.as_str(), plan.ms), ("Result", Some(9.5)));
    }
}
