"""Learns when a database cannot answer, from what `read --few --folds DIR` wrote.

Usage: refuse.py DIR FEW.jsonl:QUESTIONS.jsonl[:WEIGHT] [FEW.jsonl:QUESTIONS.jsonl[:WEIGHT] ...]
Questions with accepted SQL can be answered, those that expect to be declined cannot; vague ones teach nothing. Prints, for
databases not learned from, how many of each kind are declined as the line between the two moves, and puts a probability of
one half where so many that can be answered are declined as ALLOWED says; writes DIR/0/refuse.txt to DIR/4/refuse.txt, each
without the databases of its part, and DIR/refuse.txt of all. Needs numpy and lightgbm. Deterministic.
"""
import collections, json, os, sys
import lightgbm
import numpy as np
from trees import written

target = sys.argv[1]
ROUNDS, RATE, LEAVES = 150, 0.06, 8
# The share of answerable questions that may be declined.
ALLOWED = float(os.environ.get("ALLOWED", 0.08))
MADE = "scripts/train/refuse.py: questions of tests/corpus, put to the wrong database, and to one that lacks the column"


def stem(db):
    return os.path.splitext(os.path.basename(db))[0]


fold_of = json.load(open(os.path.join(target, "folds.json"), encoding="utf8"))
rows, names = [], set()
for s in sys.argv[2:]:
    few, questions, *weight = s.split(":")
    weight = float(weight[0]) if weight else 1.0
    asked = {q["id"]: q for q in map(json.loads, open(questions, encoding="utf8"))}
    for line in map(json.loads, open(few, encoding="utf8")):
        q = asked[line["id"]]
        can = True if q.get("gold") else False if q.get("expect") == "decline" else None
        # A twin says itself what it is.
        own = (q.get("kinds") or [""])[0].split(" ")[0]
        kind = "answerable" if can else own if own in ("elsewhere", "without") else "impossible"
        if can is not None and stem(line["db"]) in fold_of:
            seen = dict(line["seen"])
            names |= set(seen)
            rows.append((int(fold_of[stem(line["db"])]), can, kind, weight, seen, bool(line["readings"])))
names = sorted(names)
x = np.array([[r[4].get(n, 0.0) for n in names] for r in rows])
y = np.array([float(r[1]) for r in rows])
fold, kind, weight = np.array([r[0] for r in rows]), np.array([r[2] for r in rows]), np.array([r[3] for r in rows])
# Both sides count the same.
weight = np.where(y > 0, weight, weight * weight[y > 0].sum() / weight[y == 0].sum())


def fit(kept):
    data = lightgbm.Dataset(x[kept], label=y[kept], weight=weight[kept])
    settings = dict(objective="binary", boost_from_average=False, num_leaves=LEAVES, learning_rate=RATE, min_data_in_leaf=30, lambda_l2=5.0, feature_fraction=0.4,
                    seed=1, deterministic=True, force_row_wise=True, num_threads=2, verbose=-1)
    return lightgbm.train(settings, data, num_boost_round=ROUNDS)


models = {k: fit(fold != k) for k in sorted(set(fold))}
told = np.zeros(len(rows))
for k, model in models.items():
    told[fold == k] = model.predict(x[fold == k], raw_score=True)
kinds = [k for k in ("answerable", "impossible", "elsewhere", "without") if (kind == k).any()]
print("questions:", {k: int((kind == k).sum()) for k in kinds}, "without a reading:", {k: sum(1 for r in rows if r[2] == k and not r[5]) for k in kinds})
print("declined of each kind, on databases not learned from:")
for share in (0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.15, 0.2):
    line = np.quantile(told[kind == "answerable"], share)
    print("  " + ", ".join(f"{k} {100 * (told[kind == k] < line).mean():.0f} %" for k in kinds))
line = float(np.quantile(told[kind == "answerable"], ALLOWED))
gain = collections.Counter(dict(zip(names, fit(fold >= 0).feature_importance("gain"))))
print("weighs most:", ", ".join(n for n, _ in gain.most_common(14)))
for k, model in models.items():
    with open(os.path.join(target, str(k), "refuse.txt"), "w", encoding="utf8") as out:
        out.write(written(model, names, MADE, -line))
with open(os.path.join(target, "refuse.txt"), "w", encoding="utf8") as out:
    out.write(written(fit(fold >= 0), names, MADE, -line))
