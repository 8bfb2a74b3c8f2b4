"""Learns how sure an answer to a person's question may be, from what `askwell-cli eval --ranking DIR --out` wrote.

Usage: odds.py ODDS.txt QUESTIONS.jsonl[,QUESTIONS.jsonl ...] RUN.jsonl [RUN.jsonl ...]
Answers must come from rankings that have not seen their databases (`--ranking`). Prints what parts of the databases say of
answers over the others: the calibration error, for each line from which an answer is called high how many of those above
it are right, and, at the line that trust.rs draws, the table of kinds; then fits on all. Logistic regression with a ridge
and Platt's smoothed targets (Platt 2000). Needs numpy. Deterministic.
"""
import collections, hashlib, json, os, re, sys
import numpy as np

target, files, runs = sys.argv[1], sys.argv[2].split(","), sys.argv[3:]
FOLDS, RIDGE = 5, 0.3
trust = open(os.path.join(os.path.dirname(__file__), "../../src-tauri/engine/ask/answer/trust.rs"), encoding="utf8").read()
HIGH, LOW = (float(re.search(rf"const {n}: f64 = ([0-9.]+);", trust)[1]) for n in ("HIGH", "LOW"))
asked = {q["id"]: q for f in files for q in map(json.loads, open(f, encoding="utf8"))}
kinds = {i: q.get("kinds", []) + ([f"({q['expect']})"] if q.get("expect") else []) for i, q in asked.items()}
lines = [json.loads(line) for run in runs for line in open(run, encoding="utf8")]
lines = [x for x in lines if x.get("sql") and x.get("signals") and x.get("ex") is not None]
# An answer to a question that must be declined is wrong. A vague one whose other reading is shown has no wrong answer.
lines = [x for x in lines if asked.get(x["id"], {}).get("expect") != "clarify" or not x["ex"]]
names = sorted({n for x in lines for n in x["signals"]})
x = np.array([[line["signals"].get(n, 0.0) for n in names] for line in lines])
y = np.array([float(line["ex"]) for line in lines])
fold = np.array([int(hashlib.md5(line["db_id"].encode()).hexdigest(), 16) % FOLDS for line in lines])


def fit(x, y):
    yes, no = y.sum(), len(y) - y.sum()
    goal = np.where(y > 0, (yes + 1) / (yes + 2), 1 / (no + 2))
    w = np.zeros(len(names))
    for _ in range(80):
        p = 1 / (1 + np.exp(-(x @ w)))
        step = np.linalg.solve(x.T @ (x * (p * (1 - p))[:, None]) + RIDGE * np.eye(len(names)), x.T @ (goal - p) - RIDGE * w)
        w += step
        if np.abs(step).max() < 1e-9:
            break
    return w


told = np.zeros(len(y))
for k in range(FOLDS):
    here = fold == k
    if here.any() and not here.all():
        told[here] = 1 / (1 + np.exp(-(x[here] @ fit(x[~here], y[~here]))))


def error(p, y):
    """Expected calibration error over ten bins."""
    of = np.minimum((p * 10).astype(int), 9)
    return sum(abs(p[of == b].sum() - y[of == b].sum()) for b in range(10)) / max(len(y), 1)


print(f"{len(y)} answers over {len({l['db_id'] for l in lines})} databases, {int(y.sum())} right, calibration error {error(told, y):.3f}")
# A word that is not used, or an empty result, keeps an answer from being called high, whatever the odds.
column = {n: x[:, i] for i, n in enumerate(names)}
whole = (column["a word unused"] == 0) & (column["empty"] == 0)
for line in (0.7, 0.72, 0.74, 0.76, 0.78, 0.8, 0.82, 0.84, 0.86, 0.88, 0.9):
    high = whole & (told >= line)
    mark = "  <- high" if abs(line - HIGH) < 1e-9 else ""
    print(f"  from {line:.2f}: {int(y[high].sum())} of {high.sum()} right{mark}")
for name, level in (("high", whole & (told >= HIGH)), ("medium", (told >= LOW) & ~(whole & (told >= HIGH))), ("low", told < LOW)):
    print(f"  {name:8} {int(y[level].sum())} of {level.sum()} right")
by_kind = collections.defaultdict(list)
for i, line in enumerate(lines):
    for kind in kinds.get(line["id"], []):
        by_kind[kind].append(i)
print("kind: answers, right, calibration error; high ones right")
for kind, of in sorted(by_kind.items(), key=lambda k: -len(k[1])):
    if len(of) >= 20:
        of = np.array(of)
        high = of[(whole & (told >= HIGH))[of]]
        print(f"  {kind:16} {len(of):5} {100 * y[of].mean():4.0f} % {error(told[of], y[of]):.2f}   {int(y[high].sum())} of {len(high)}")
w = fit(x, y)
with open(target, "w", encoding="utf8") as out:
    out.write("# askwell-cli eval --ranking --out, scripts/train/odds.py: people's questions, each by a ranking that has not seen its database\n")
    out.writelines(f"{n}\t{v:.4f}\n" for n, v in zip(names, w))
