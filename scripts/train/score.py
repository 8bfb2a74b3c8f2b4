"""Marks readings right or wrong by what they return.

Usage: score.py ROOT QUESTIONS.jsonl READINGS.jsonl MARKS.jsonl [--exact]
ROOT: the folder that `db` of the questions is a path below; `.sql` scripts are loaded into memory. People's measure: every
column of an accepted answer is among the reading's columns, with the same rows. `--exact`: no further column.
"""
import collections, json, os, sqlite3, sys, time

root, questions, readings, marks = sys.argv[1:5]
exact = "--exact" in sys.argv
# A reading that is slower than this is marked wrong: thousands of them are run.
LIMIT, SECONDS, GOLD_SECONDS = 5000, 0.5, 5.0


def load(path):
    if path.endswith(".sql"):
        con = sqlite3.connect(":memory:")
        con.executescript(open(path, encoding="utf8").read())
    elif path.endswith((".csv", ".duckdb")):
        import duckdb
        if path.endswith(".duckdb"):
            return duckdb.connect(path, read_only=True)
        con = duckdb.connect()
        con.execute("SET autoinstall_known_extensions=false; SET autoload_known_extensions=false")
        name = os.path.splitext(os.path.basename(path))[0]
        # Dates stay as they are written, as the program reads them.
        con.execute(f"CREATE TABLE \"{name}\" AS SELECT * FROM read_csv('{path}', auto_type_candidates=['BIGINT', 'DOUBLE', 'VARCHAR'], sample_size=-1)")
        return con
    else:
        con = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    con.text_factory = lambda b: b.decode("utf8", "replace")
    return con


def run(con, sql, seconds=SECONDS):
    """Rows, or None where it fails, takes too long or gives too much."""
    try:
        if isinstance(con, sqlite3.Connection):
            end = time.monotonic() + seconds
            con.set_progress_handler(lambda: 1 if time.monotonic() > end else 0, 20000)
        rows = con.execute(sql).fetchmany(LIMIT + 1)
        return rows if len(rows) <= LIMIT else None
    except Exception:
        return None


def cell(v):
    if v is None:
        return None
    if isinstance(v, bool):
        return float(v)
    if isinstance(v, (int, float)):
        return float(f"{float(v):.4g}") if v == v else None
    text = str(v).strip()
    try:
        return float(f"{float(text):.4g}")
    except ValueError:
        return text.lower()


def columns(rows):
    return [collections.Counter(map(repr, c)) for c in zip(*rows)] if rows else []


def same(gold, got, width_too):
    """Whether the columns of gold are among those of got, row by row."""
    if gold is None or got is None or len(gold) != len(got) or not gold:
        return False
    gold, got = [[cell(v) for v in r] for r in gold], [[cell(v) for v in r] for r in got]
    n, m = len(gold[0]), len(got[0])
    if m < n or (width_too and m != n):
        return False
    a, b = columns(gold), columns(got)
    options = [[j for j in range(m) if b[j] == a[i] or scaled(gold, got, i, j)] for i in range(n)]
    if any(not o for o in options):
        return False
    want = collections.Counter(tuple(map(repr, r)) for r in gold)

    def choose(i, taken):
        if i == n:
            return True if n == 1 else collections.Counter(tuple(repr(norm(gold, got, r, k, j)) for k, j in enumerate(taken)) for r in range(len(got))) == want
        return any(choose(i + 1, taken + [j]) for j in options[i] if j not in taken)

    def norm(gold, got, r, k, j):
        return got[r][j] if b[j] == a[k] else float(f"{got[r][j] * factor(gold, got, k, j):.4g}") if isinstance(got[r][j], float) else got[r][j]

    return choose(0, [])


def factor(gold, got, i, j):
    x, y = [r[i] for r in gold if isinstance(r[i], float)], [r[j] for r in got if isinstance(r[j], float)]
    return sum(x) / sum(y) if sum(y) else 0


def scaled(gold, got, i, j):
    """A share as a fraction or in percent."""
    f = factor(gold, got, i, j)
    if not (0.0099 < f < 0.0101 or 99 < f < 101):
        return False
    s = lambda v: float(f"{v * round(f, 2):.4g}") if isinstance(v, float) else v
    return collections.Counter(repr(s(r[j])) for r in got) == collections.Counter(repr(r[i]) for r in gold)


asked = {}
for line in open(questions, encoding="utf8"):
    q = json.loads(line)
    asked[q["id"]] = q
by_db = collections.defaultdict(list)
for line in open(readings, encoding="utf8"):
    r = json.loads(line)
    by_db[r["db"]].append(r)
out = open(marks, "w", encoding="utf8")
first = some = total = 0
for db, rows in by_db.items():
    con = load(os.path.join(root, db))
    known = {}
    for r in rows:
        q = asked[r["id"]]
        golds = []
        if q.get("accept"):
            golds = q["accept"]
        for g in [] if golds else q.get("gold", []):
            key = ("gold", g)
            if key not in known:
                known[key] = run(con, g, GOLD_SECONDS)
            if known[key] is not None:
                golds.append(known[key])
        right = []
        for x in r["readings"]:
            key = (x["sql"], repr(q.get("gold")))
            if key not in known:
                rows_key = ("rows", x["sql"])
                if rows_key not in known:
                    known[rows_key] = run(con, x["sql"])
                known[key] = any(same(g, known[rows_key], exact) for g in golds)
            right.append(known[key])
        if golds:
            total += 1
            first += bool(right and right[0])
            some += any(right)
        out.write(json.dumps({"id": r["id"], "db": db, "scored": bool(golds), "right": right}) + "\n")
print(f"{total} scored, first right {first} ({100 * first / max(total, 1):.1f} %), some right {some} ({100 * some / max(total, 1):.1f} %)")
