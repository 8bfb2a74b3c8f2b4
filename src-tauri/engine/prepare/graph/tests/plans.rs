use proptest::prelude::*;

use super::super::ways::{Way, HUB};
use super::*;

/// `a.x > b.y` for each key, tables in the order they are first named; a number behind it is a confidence.
fn graph(keys: &[&str]) -> JoinGraph {
    let mut catalog = catalog(Vec::new());
    for key in keys {
        let words: Vec<&str> = key.split_whitespace().collect();
        for end in [words[0], words[2]] {
            let name = end.split_once('.').unwrap().0;
            if catalog.table(name).is_none() {
                catalog.tables.push(table(name, &["id int"]));
            }
        }
        refer(&mut catalog, words[0], words[2]);
        if let Some(confidence) = words.get(3) {
            let from = words[0].split_once('.').unwrap().0;
            let table = catalog.tables.iter_mut().find(|t| t.name == from).unwrap();
            table.foreign_keys.last_mut().unwrap().origin = KeyOrigin::Inferred {
                confidence: confidence.parse().unwrap(),
                why: String::new(),
                untidy: false,
            };
        }
    }
    JoinGraph::build(&catalog)
}

/// The tables that each way goes over, or for a single join its key.
fn over(paths: &[Vec<JoinStep>]) -> Vec<String> {
    let tables = |p: &Vec<JoinStep>| match p.as_slice() {
        [one] => format!("{}={}", one.left_column, one.right_column),
        [first, rest @ ..] => rest
            .iter()
            .fold(first.left_column.clone(), |said, s| said + ">" + &s.left_table),
        [] => String::new(),
    };
    paths.iter().map(tables).collect()
}

#[test]
fn the_k_shortest_ways_are_known_ones_with_parallel_keys_told_apart() {
    let graph = graph(&[
        "game.home > team.id",
        "game.away > team.id",
        "team.city > city.id",
        "game.arena > arena.id",
        "arena.city > city.id 0.9",
        "city.land > land.id",
        "team.land > land.id",
    ]);
    let paths = graph.paths("game", "city", 9);
    assert_eq!(
        over(&paths),
        [
            "home>team",
            "away>team",
            "arena>arena",
            // Up to the land and down again to its cities.
            "home>team>land",
            "away>team>land"
        ]
    );
    for k in 1..=5 {
        assert_eq!(graph.paths("game", "city", k), paths[..k]);
    }
    let shortest = graph.find("game").zip(graph.find("city")).unwrap();
    let costs = graph.shortest(shortest.0, shortest.1, 9);
    assert_eq!(
        costs.iter().map(|c| c.0).collect::<Vec<_>>(),
        [2000, 2000, 2089, 4100, 4100]
    );
}

/// Every way of up to four joins without a table twice, by trying all of them.
fn every_way(graph: &JoinGraph, from: usize, to: usize) -> Vec<(u32, Vec<Way>)> {
    fn go(graph: &JoinGraph, from: usize, to: usize, ways: &mut Vec<Way>, out: &mut Vec<(u32, Vec<Way>)>) {
        let at = ways.last().map_or(from, |w| w.to);
        if at == to {
            let joins = ways
                .iter()
                .map(|w| 1000 + ((1.0 - graph.edges[w.edge].confidence) * 900.0) as u32);
            let traps = ways.windows(2).filter(|w| w[0].forward && !w[1].forward).count();
            out.push((joins.sum::<u32>() + 1100 * traps as u32, ways.clone()));
            return;
        }
        for way in &graph.ways[at] {
            if ways.len() < 4 && way.to != from && ways.iter().all(|w| w.to != way.to) {
                ways.push(*way);
                go(graph, from, to, ways, out);
                ways.pop();
            }
        }
    }
    let mut out = Vec::new();
    go(graph, from, to, &mut Vec::new(), &mut out);
    out.sort();
    out
}

proptest! {
    #[test]
    fn the_k_shortest_ways_are_the_first_of_all_ways(
        keys in prop::collection::vec((0usize..6, 0usize..6, 0usize..4), 1..14),
        k in 1usize..12,
    ) {
        let sure = ["1.0", "1.0", "0.9", "0.4"];
        let named = keys.iter().enumerate();
        let named: Vec<String> = named.map(|(i, (a, b, c))| format!("t{a}.k{i} > t{b}.id {}", sure[*c])).collect();
        let graph = graph(&named.iter().map(String::as_str).collect::<Vec<_>>());
        for from in 0..graph.tables.len() {
            for to in 0..graph.tables.len() {
                let mut all = every_way(&graph, from, to);
                // The cheapest tree of two tables costs as much as the cheapest way.
                let tree = graph.connect(&[graph.tables[from].clone(), graph.tables[to].clone()]);
                if let Some((cheapest, _)) = all.first().filter(|a| a.0 < 5000) {
                    let wanted = graph.all_of(&[graph.tables[from].clone(), graph.tables[to].clone()]).unwrap();
                    let legs = graph.legs(&wanted).unwrap();
                    prop_assert_eq!(legs.iter().map(|l| graph.cost(&l.ways)).sum::<u32>(), *cheapest);
                    prop_assert!(tree.is_some());
                }
                all.truncate(k);
                prop_assert_eq!(graph.shortest(from, to, k), all);
            }
        }
    }

    #[test]
    fn what_was_asked_before_is_answered_alike(
        keys in prop::collection::vec((0usize..6, 0usize..6), 1..12),
        asked in prop::collection::vec((0usize..6, 0usize..6, 1usize..5), 1..20),
    ) {
        let named: Vec<String> = keys.iter().enumerate().map(|(i, (a, b))| format!("t{a}.k{i} > t{b}.id")).collect();
        let graph = graph(&named.iter().map(String::as_str).collect::<Vec<_>>());
        for (from, to, k) in asked.iter().chain(&asked) {
            let (from, to) = (format!("t{from}"), format!("T{to}"));
            let both = [from.clone(), to.clone()];
            let fresh = graph.clone();
            prop_assert_eq!(graph.paths(&from, &to, *k), fresh.paths(&from, &to, *k));
            prop_assert_eq!(graph.connect(&both), fresh.connect(&both));
            prop_assert_eq!(graph.routes(&both), fresh.routes(&both));
        }
    }
}

#[test]
fn answers_are_kept_but_not_for_ever_nor_for_a_graph_that_plans_otherwise() {
    let graph = JoinGraph::build(&school());
    let both = names(&["students", "courses"]);
    assert_eq!(graph.connect(&both), graph.connect(&names(&["STUDENTS", "Courses"])));
    assert_eq!(graph.known_trees.len(), 1);
    assert_eq!(graph.clone().known_trees.len(), 0);
    assert_eq!(graph.only_direct().connect(&both), None);

    let kept = Kept::<usize, usize>::default();
    for n in 0..=super::super::kept::MOST {
        assert_eq!(*kept.or(&n, || n), n);
    }
    assert_eq!(kept.len(), 1);
}

/// Orders and stores, with a user who made each; more tables have such a user, too.
fn made(tables: usize, more: &[&str]) -> JoinGraph {
    let mut keys = vec!["orders.user > users.id".to_owned(), "stores.user > users.id".to_owned()];
    keys.extend((2..tables).map(|n| format!("t{n}.user > users.id")));
    keys.extend(more.iter().map(|key| (*key).to_owned()));
    graph(&keys.iter().map(String::as_str).collect::<Vec<_>>())
}

fn inner(steps: Option<Vec<JoinStep>>) -> Vec<String> {
    steps.unwrap().iter().skip(1).map(|s| s.left_table.clone()).collect()
}

#[test]
fn a_hub_joins_others_only_where_nothing_else_does() {
    let round = [
        "orders.shop > shops.id",
        "shops.area > areas.id",
        "stores.area > areas.id",
    ];
    let both = names(&["orders", "stores"]);
    for (tables, goes) in [(HUB, vec!["users"]), (HUB + 1, vec!["shops", "areas"])] {
        let graph = made(tables, &round);
        assert_eq!(inner(graph.path("orders", "stores")), goes, "{tables}");
        assert_eq!(inner(graph.connect(&both)), goes, "{tables}");
    }
    let alone = made(2 * HUB, &[]);
    assert_eq!(inner(alone.path("orders", "stores")), ["users"]);
    assert_eq!(inner(alone.connect(&both)), ["users"]);
    assert_eq!(over(&alone.paths("orders", "users", 3)), ["user=id"]);
    let asked = alone.connect(&names(&["users", "orders", "stores"])).unwrap();
    assert!(asked.iter().all(|s| s.left_table == "users"), "{asked:?}");
}

#[test]
fn of_ways_that_are_alike_the_one_over_the_less_crowded_table_comes_first() {
    let other = ["orders.area > areas.id", "stores.area > areas.id"];
    assert_eq!(inner(made(8, &other).path("orders", "stores")), ["users"]);
    assert_eq!(inner(made(9, &other).path("orders", "stores")), ["areas"]);
}

#[test]
fn a_way_stays_in_its_module_where_it_may_as_well() {
    let graph = graph(&[
        "writes.author > author.id",
        "writes.paper > paper.id",
        "reviews.author > author.id",
        "reviews.paper > paper.id",
    ]);
    let both = names(&["author", "paper"]);
    assert_eq!(inner(graph.connect(&both)), ["writes"]);
    assert!(graph.bridges("author", "writes").is_empty());
    // writes, author, paper, reviews
    let divided = graph.clone().divided(&[1, 0, 0, 0]);
    assert_eq!(inner(divided.connect(&both)), ["reviews"]);
    assert_eq!(inner(divided.path("author", "paper")), ["reviews"]);
    assert_eq!(divided.path("author", "writes").unwrap().len(), 1);
}

#[test]
fn modules_are_joined_over_their_cheapest_bridge() {
    let keys = [
        "sale.guess > person.id 0.5",
        "sale.seller > person.id",
        "sale.shop > shop.id",
        "person.town > town.id",
    ];
    // sale, person, shop, town
    let graph = graph(&keys).divided(&[0, 1, 0, 1]);
    let bridges =
        |a: &str, b: &str| -> Vec<String> { graph.bridges(a, b).iter().map(|e| e.from_column.clone()).collect() };
    assert_eq!(bridges("shop", "town"), ["seller", "guess"]);
    assert_eq!(bridges("town", "shop"), ["seller", "guess"]);
    assert!(bridges("sale", "shop").is_empty() && bridges("sale", "nothing").is_empty());
    let steps = graph.connect(&names(&["shop", "town"])).unwrap();
    assert!(show(&steps).contains(&"sale.seller=person.id".to_owned()), "{steps:?}");
}

#[test]
fn what_can_be_joined_is_joined_and_the_rest_stands_apart() {
    let graph = JoinGraph::build(&school());
    let all = names(&["weather", "students", "nothing", "courses"]);
    assert_eq!(graph.connect(&all), None);
    let forest = graph.forest(&all);
    assert_eq!(forest.apart(), ["weather"]);
    let tables: Vec<&[String]> = forest.trees.iter().map(|t| t.tables.as_slice()).collect();
    assert_eq!(tables, [&names(&["weather"])[..], &names(&["students", "courses"])[..]]);
    assert_eq!(forest.steps(), graph.connect(&names(&["students", "courses"])).unwrap());
    let whole = graph.forest(&names(&["teachers", "students"]));
    assert!(whole.apart().is_empty());
    assert_eq!(whole.steps(), graph.connect(&names(&["teachers", "students"])).unwrap());
    assert!(graph.forest(&names(&["weather"])).apart().is_empty());
    assert_eq!(graph.forest(&[]), Forest::default());
}

#[test]
fn the_first_route_is_the_cheapest_and_the_next_go_over_other_tables() {
    let graph = graph(&[
        "writes.author > author.id",
        "writes.paper > paper.id",
        "reviews.author > author.id",
        "reviews.paper > paper.id",
        // More than one join longer.
        "member.author > author.id",
        "member.club > club.id",
        "club.paper > paper.id",
        "talk.club > club.id",
    ]);
    let both = names(&["author", "paper"]);
    let routes = graph.routes(&both).unwrap();
    let paths = graph.paths("author", "paper", 3);
    assert_eq!(Some(routes.pick(0)), graph.connect(&both));
    assert_eq!(routes.pick(0), paths[0]);
    assert_eq!(routes.pick(1), paths[1]);
    assert_eq!(inner(Some(routes.pick(1))), ["reviews"]);
    assert_eq!(inner(Some(routes.pick(2))), ["member", "club"]);
    assert_eq!(routes.count(), 3);
    assert!(routes.choices[0].over_others());
    // What a question names is joined in any case, and nothing else in its place.
    let named = graph.routes(&names(&["author", "writes", "paper"])).unwrap();
    assert_eq!(named.count(), 1);
    let planless = graph.only_direct().routes(&names(&["author", "writes"])).unwrap();
    assert_eq!(planless.count(), 1);
}

#[test]
fn where_a_key_ties_two_tables_only_their_keys_are_chosen_among() {
    let graph = graph(&[
        "trip.from > station.id",
        "trip.to > station.id",
        "trip.bike > bike.id",
        "bike.home > station.id",
    ]);
    let routes = graph.routes(&names(&["trip", "station"])).unwrap();
    assert_eq!(routes.count(), 2);
    assert!(!routes.choices[0].over_others());
    let keys: Vec<String> = (0..3).map(|r| routes.pick(r)[0].left_column.clone()).collect();
    assert_eq!(keys, ["from", "to", "from"]);
    assert_eq!(graph.keys("trip", "station"), [routes.pick(0), routes.pick(1)].concat());
}

#[test]
fn a_key_of_several_columns_stays_whole_beside_others() {
    let mut catalog = catalog(vec![table("line", &["id int"]), table("order", &["id int"])]);
    for column in ["line.year", "line.first", "line.last"] {
        refer(&mut catalog, column, "order.id");
    }
    let key = &mut catalog.tables[0].foreign_keys[0];
    key.columns.push("no".into());
    key.to_columns.push("no".into());
    let graph = JoinGraph::build(&catalog);
    let both = names(&["line", "order"]);
    let routes = graph.routes(&both).unwrap();
    assert_eq!((routes.count(), routes.pick(0)), (1, graph.connect(&both).unwrap()));
    assert_eq!(routes.pick(0).len(), 2);
}

#[test]
fn a_table_that_more_hangs_on_is_not_gone_round() {
    let graph = graph(&[
        "writes.author > author.id",
        "writes.paper > paper.id",
        "reviews.author > author.id",
        "reviews.paper > paper.id",
        "writes.grant > grant.id",
    ]);
    assert_eq!(graph.routes(&names(&["author", "paper", "grant"])).unwrap().count(), 1);
}
