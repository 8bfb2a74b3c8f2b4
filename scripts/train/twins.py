"""Makes questions that a database cannot answer out of those that it can.

Usage: twins.py ROOT QUESTIONS.jsonl FOLDER
Two kinds, written to FOLDER/questions.jsonl with `expect: decline`: a question put to another database of the same file,
and one whose column was taken out of a copy of its database (FOLDER/0/NAME.sqlite, FOLDER/1/NAME.sqlite), where none of its
accepted statements runs any more. `--root` for both is FOLDER. Copies keep the name of the database, so that folds by name
keep twins together. No chance: what is taken is told by sums of names.
"""
import collections, hashlib, json, os, re, shutil, sqlite3, sys

root, questions, folder = sys.argv[1:4]
# Copies of a database, columns taken out of each, and the share of questions put to another database.
COPIES, TAKEN, ELSEWHERE = 2, 3, 3


def number(text):
    return int(hashlib.md5(text.encode()).hexdigest(), 16)


def copied(db, path):
    """The connection of a fresh copy."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.exists(path):
        os.remove(path)
    if not db.endswith(".sql"):
        shutil.copy(os.path.join(root, db), path)
    con = sqlite3.connect(path)
    con.text_factory = lambda b: b.decode("utf8", "replace")
    if db.endswith(".sql"):
        con.executescript(open(os.path.join(root, db), encoding="utf8").read())
    return con


def runs(con, sql):
    try:
        con.execute("EXPLAIN " + sql)
        return True
    except sqlite3.Error:
        return False


by_db = collections.defaultdict(list)
for line in open(questions, encoding="utf8"):
    q = json.loads(line)
    if q.get("gold") and q["db"].endswith((".sql", ".sqlite")):
        by_db[q["db"]].append(q)
dbs = sorted(by_db)
out, kinds = [], collections.Counter()


def twin(q, db, kind):
    kinds[kind] += 1
    name = os.path.splitext(os.path.basename(db))[0]
    out.append({"id": f"{q['id']}-{kind}", "db": db, "db_id": name, "dialect": "sqlite", "question": q["question"], "kinds": [kind], "expect": "decline"})


for db, asked in sorted(by_db.items()):
    name = os.path.splitext(os.path.basename(db))[0]
    shared = f"whole/{name}.sqlite"
    copied(db, os.path.join(folder, shared)).close()
    for q in asked:
        if number(q["id"]) % ELSEWHERE == 0 and len(dbs) > 1:
            others = [d for d in dbs if d != db]
            other = others[number(q["id"] + "elsewhere") % len(others)]
            twin(q, f"whole/{os.path.splitext(os.path.basename(other))[0]}.sqlite", "elsewhere")
    taken_before = set()
    for copy in range(COPIES):
        path = f"{copy}/{name}.sqlite"
        con = copied(db, os.path.join(folder, path))
        columns = []
        for (table,) in con.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").fetchall():
            keys = {r[3] for r in con.execute(f'PRAGMA foreign_key_list("{table}")')}
            for r in con.execute(f'PRAGMA table_info("{table}")').fetchall():
                if not r[5] and r[1] not in keys and (table, r[1]) not in taken_before:
                    word = re.compile(rf"\b{re.escape(r[1])}\b", re.I)
                    needed = sum(all(word.search(g) for g in q["gold"]) for q in asked)
                    columns.append((-needed, table, r[1]))
        taken = 0
        for needed, table, column in sorted(columns):
            if not needed or taken == TAKEN:
                break
            try:
                con.execute(f'ALTER TABLE "{table}" DROP COLUMN "{column}"')
            except sqlite3.Error:
                # An index, a view or a check needs it.
                continue
            taken += 1
            taken_before.add((table, column))
        con.commit()
        lost = [q for q in asked if not any(runs(con, g) for g in q["gold"])]
        con.close()
        for q in lost:
            twin(q, path, f"without {copy}")
        if not taken:
            os.remove(os.path.join(folder, path))
with open(os.path.join(folder, "questions.jsonl"), "w", encoding="utf8") as file:
    file.writelines(json.dumps(q, ensure_ascii=False) + "\n" for q in out)
print(dict(kinds))
