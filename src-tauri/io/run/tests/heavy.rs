//! Statements that got through the locks, or outran them, before there was a runner: each ends within its limit and two
//! seconds, within the memory that it may have, and the next query finds everything in order. The lock on statements is
//! off, so that none of them is refused before it runs.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::*;

/// For a long run with the limit on memory of a person's queries, `ASKWELL_HEAVY_MS` says how long each may take.
fn limits() -> (Limits, Leash) {
    let long = std::env::var("ASKWELL_HEAVY_MS").ok().and_then(|ms| ms.parse().ok());
    let limits = Limits {
        milliseconds: long.unwrap_or(250),
        rows: 100,
        bytes: 16 << 20,
    };
    (
        limits,
        if long.is_some() {
            super::super::seat::LEASH
        } else {
            SMALL
        },
    )
}

const SQLITE: [&str; 7] = [
    "SELECT instr(hex(zeroblob(60000000)), hex(zeroblob(30000000))||'1')",
    "SELECT length(trim(hex(zeroblob(20000000)), replace(hex(zeroblob(400000)),'0','1')||'0'))",
    "SELECT length(replace(hex(zeroblob(60000000)), hex(zeroblob(30000000))||'1',''))",
    "SELECT hex(zeroblob(60000000)) LIKE '%'||hex(zeroblob(24000))||'1'",
    "SELECT hex(zeroblob(60000000)) GLOB '*'||hex(zeroblob(24000))||'1'",
    "SELECT length(unhex(replace(hex(zeroblob(20000000)),'0','-'), replace(hex(zeroblob(300000)),'0','+')||'-'))",
    "SELECT count(*) FROM customers a LEFT JOIN customers b ON a.id<>b.id LEFT JOIN customers c ON b.id<>c.id
     LEFT JOIN customers d ON c.id<>d.id LEFT JOIN customers e ON d.id<>e.id",
];

const DUCKDB: [&str; 31] = [
    "SELECT length(repeat('x', least(NULL, 4000000000)))",
    "SELECT length(lpad('x', least(NULL, 2000000000), 'y'))",
    "SELECT length(list_resize([1], least(NULL, 2000000000)))",
    "SELECT length(range(least(NULL, 1000000000)))",
    "SELECT length(repeat('x', (~(1::BIT))::UINTEGER))",
    "SELECT length(repeat('x', (~(1::UINTEGER))::BIGINT))",
    "SELECT length(replace(a,'x',a)) FROM (SELECT repeat('x',1000000) AS a)",
    "SELECT length(regexp_replace(a,'x',a,'g')) FROM (SELECT repeat('x',1000000) AS a)",
    "SELECT max(length(a||a||a||a||a||a||a||a)) FROM (SELECT lpad(i::VARCHAR, 1000000,'x') AS a FROM range(100000) t(i))",
    "SELECT max(length(repeat(i::VARCHAR,1000000))) FROM range(100000,200000) t(i)",
    "SELECT damerau_levenshtein(s, s||'x') FROM (SELECT string_agg(chr((97+(i%26))::INT),'') AS s FROM range(40000) r(i))",
    "SELECT levenshtein(s, s||'x') FROM (SELECT string_agg(chr((97+(i%26))::INT),'') AS s FROM range(1000000) r(i))",
    "SELECT contains(s||s||s||s, s||'b') FROM (SELECT string_agg('a','') AS s FROM range(1000000) r(i))",
    "SELECT length(list_transform(l, lambda x: l)) FROM (SELECT list(i) AS l FROM range(1000000) t(i))",
    "SELECT length(flatten(list_transform(l, lambda x: l))) FROM (SELECT list(i) AS l FROM range(1000000) t(i))",
    "SELECT list_sum(list_transform(l, lambda x: list_sum(l))) FROM (SELECT list(i) AS l FROM range(1000000) t(i))",
    "SELECT length(list_distinct(list_transform(l, lambda x: hash(x)::VARCHAR||x)))
     FROM (SELECT list(i) AS l FROM range(20000000) t(i))",
    "SELECT list_has_any(l, list_transform(l, lambda x: -x-1)) FROM (SELECT list(i) AS l FROM range(20000000) t(i))",
    "SELECT length(list_concat(l,l,l,l,l,l,l,l,l,l,l,l)) FROM (SELECT list(i) AS l FROM range(20000000) t(i))",
    "SELECT length(string_split(a,'')) FROM (SELECT string_agg(i::VARCHAR,'') AS a FROM range(20000000) t(i))",
    "SELECT length(regexp_extract_all(a,'.')) FROM (SELECT string_agg(i::VARCHAR,'') AS a FROM range(20000000) t(i))",
    "SELECT length(to_json(l)) FROM (SELECT list(i) AS l FROM range(50000000) t(i))",
    "SELECT histogram(i) FROM range(100000000) t(i)",
    "SELECT map_from_entries(list({'k':i,'v':i})) FROM range(30000000) t(i)",
    "SELECT quantile_cont(i, list_transform(range(100000), lambda x: x/100001.0)) FROM range(100000000) t(i)",
    "SELECT mode(i::VARCHAR) FROM range(1000000000) t(i)",
    "SELECT i, list(j) OVER (ORDER BY j ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
     FROM range(100000) a(i), range(100000) b(j)",
    "SELECT a.i FROM range(10000000) a(i) JOIN range(10000000) b(j) ON a.i % 2 = b.j % 2 ORDER BY a.i*b.j DESC",
    "WITH RECURSIVE n(l) AS (SELECT [1] UNION ALL SELECT list_concat(l,l) FROM n) SELECT max(length(l)) FROM n",
    "SELECT length(range(TIMESTAMP '1900-01-01', TIMESTAMP '2100-01-01', INTERVAL '0.00001 days'))",
    "SELECT sum(length(rpad(i::VARCHAR, 1000000, 'ab'))) FROM range(1000000) t(i)",
];

/// Those that are long because they say one thing hundreds of times.
fn long() -> [String; 3] {
    let times = |word: &str, between: &str, n: usize| vec![word; n].join(between);
    let text = "FROM (SELECT repeat('x', 10000000) AS a)";
    [
        format!("SELECT length(concat({})) {text}", times("a", ",", 240)),
        format!(
            "SELECT length(printf('{}', {})) {text}",
            times("%s", "", 400),
            times("a", ",", 400)
        ),
        format!(
            "SELECT length({}) FROM (SELECT {} AS b FROM (SELECT repeat('x', 1000000) AS a))",
            times("b", "||", 100),
            times("a", "||", 100)
        ),
    ]
}

/// The most memory that any runner took while something was done.
struct Gauge {
    most: Arc<AtomicU64>,
    done: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Gauge {
    fn new() -> Self {
        let (most, done) = (Arc::<AtomicU64>::default(), Arc::<AtomicBool>::default());
        let (seen, ended) = (most.clone(), done.clone());
        let thread = std::thread::spawn(move || {
            while !ended.load(Ordering::SeqCst) {
                let now = runners().into_iter().map(|(_, bytes)| bytes).max();
                seen.fetch_max(now.unwrap_or(0), Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(10));
            }
        });
        Self {
            most,
            done,
            thread: Some(thread),
        }
    }

    fn most(mut self) -> u64 {
        self.done.store(true, Ordering::SeqCst);
        self.thread.take().unwrap().join().unwrap();
        self.most.load(Ordering::SeqCst)
    }
}

/// How many of them were ended for their memory.
async fn all_end(dialect: Dialect, statements: &[&str], (limits, leash): (Limits, Leash)) -> usize {
    let sample = Sample::new(dialect);
    let database = sample.open(leash);
    works(&*database).await;
    let (before, gauge) = (folder(sample.dir.path()), Gauge::new());
    let (mut through, mut longest, mut full) = (Vec::new(), Duration::ZERO, 0);
    for sql in statements {
        let began = Instant::now();
        let ran = ask(&*database, sql, limits).await;
        let took = began.elapsed();
        longest = longest.max(took);
        full += usize::from(ran.as_ref().is_err_and(|finding| finding.code == "memory"));
        let ended = match &ran {
            // Some machines are quick enough for some of them.
            Ok(_) => true,
            Err(finding) => ["timeout", "memory", "crash"].contains(&finding.code.as_str()),
        };
        let code = ran.as_ref().err().map_or("rows", |finding| &finding.code);
        println!("{took:?} {code}: {:.70}", sql);
        if !ended || took > Duration::from_millis(limits.milliseconds + 2_000) {
            through.push(format!("{took:?}: {sql:.100}: {ran:?}"));
        }
    }
    works(&*database).await;
    let most = gauge.most();
    println!(
        "{dialect:?}: {} statements, {full} ended for memory, at most {longest:?} and {} MB",
        statements.len(),
        most >> 20
    );
    assert!(through.is_empty(), "{through:#?}");
    // Between two looks at it an engine writes more, and the program's own pages come on top.
    assert!(most < leash.memory + (200 << 20), "{} MB", most >> 20);
    assert_eq!(folder(sample.dir.path()), before);
    full
}

#[tokio::test]
async fn what_outran_sqlites_limits_ends() {
    all_end(Dialect::Sqlite, &SQLITE, limits()).await;
}

#[tokio::test]
async fn what_outran_duckdbs_limits_ends() {
    all_end(Dialect::Duckdb, &DUCKDB[..16], limits()).await;
}

#[tokio::test]
async fn what_took_all_of_duckdbs_memory_ends() {
    all_end(Dialect::Duckdb, &DUCKDB[16..], limits()).await;
}

#[tokio::test]
async fn what_says_one_thing_hundreds_of_times_ends() {
    let long = long();
    all_end(Dialect::Duckdb, &long.each_ref().map(String::as_str), limits()).await;
}

/// With time enough to get there.
#[tokio::test]
async fn what_takes_more_memory_than_it_may_is_ended_for_that() {
    let (limits, _) = limits();
    let limits = Limits {
        milliseconds: 20_000,
        ..limits
    };
    // Less than DuckDB believes that it has.
    let leash = Leash {
        memory: 400 << 20,
        ..SMALL
    };
    let full = all_end(Dialect::Duckdb, &[DUCKDB[1], DUCKDB[14], DUCKDB[18]], (limits, leash)).await;
    assert_eq!(full, 3);
}
