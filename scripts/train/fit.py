"""Learns the ranking of readings, list-wise: the probability that a softmax over scores gives to the right ones.

Usage: fit.py WEIGHTS.txt READINGS:MARKS [READINGS:MARKS ...] [--folds 5] [--least 4]
Prints for each set how often the first reading is right by weights of other databases; then fits on everything.
Needs numpy and scipy (requirements.txt). Deterministic.
"""
import collections, json, sys
import numpy as np
from scipy.optimize import minimize

args = sys.argv[1:]
opt = lambda name, default: float(args[args.index(name) + 1]) if name in args else default
folds, least, damp = int(opt("--folds", 5)), int(opt("--least", 4)), opt("--damp", 1.0)
target, sets = args[0], [a for a in args[1:] if ":" in a]

examples, counts = [], collections.Counter()
for s in sets:
    readings, marks = s.split(":")
    for a, b in zip(open(readings, encoding="utf8"), open(marks, encoding="utf8")):
        a, b = json.loads(a), json.loads(b)
        assert a["id"] == b["id"]
        if not b["scored"]:
            continue
        feats = [dict(x["features"]) for x in a["readings"]]
        for x in feats:
            x["score"] = 0.0
        examples.append((readings, a["db"], feats, b["right"]))
        if any(b["right"]) and not all(b["right"]):
            counts.update({f for x in feats for f in x})
names = sorted(n for n, c in counts.items() if c >= least)
index = {n: i for i, n in enumerate(names)}


def rows(feats):
    return [(np.array([index[k] for k in x if k in index], dtype=np.int64), np.array([x[k] for k in x if k in index])) for x in feats]


data = [(s, db, rows(f), np.array(r, dtype=bool)) for s, db, f, r in examples]


def flat(list_):
    """One sparse matrix for all, with where each example begins."""
    from scipy.sparse import csr_matrix
    ptr, idx, val, starts, right = [0], [], [], [], []
    for _, _, f, r in list_:
        if not r.any() or r.all():
            continue
        starts.append(len(ptr) - 1)
        for i, v in f:
            idx.append(i)
            val.append(v)
            ptr.append(ptr[-1] + len(i))
        right.append(r)
    m = csr_matrix((np.concatenate(val), np.concatenate(idx), np.array(ptr)), shape=(len(ptr) - 1, len(names)))
    return m, np.array(starts), np.concatenate(right)


def fit(list_):
    m, starts, right = flat(list_)
    sizes = np.diff(np.append(starts, m.shape[0]))
    group = np.repeat(np.arange(len(starts)), sizes)

    def loss(w):
        s = m @ w
        top = np.maximum.reduceat(s, starts)
        e = np.exp(s - top[group])
        z, zr = np.add.reduceat(e, starts), np.add.reduceat(e * right, starts)
        p, pr = e / z[group], e * right / np.maximum(zr, 1e-300)[group]
        return np.sum(np.log(z) - np.log(np.maximum(zr, 1e-300))) + 0.5 * damp * w @ w, m.T @ (p - pr) + damp * w

    start = np.zeros(len(names))
    for n in ("cover", "prior"):
        if n in index:
            start[index[n]] = 1.0
    return minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 150}).x


def first(w, list_):
    hit = collections.Counter()
    for s, _, f, r in list_:
        hit[s, "n"] += 1
        hit[s, "any"] += r.any()
        if len(f):
            hit[s, "first"] += r[int(np.argmax([w[i] @ v for i, v in f]))]
    return hit


dbs = sorted({d for _, d, _, _ in data})
fold = {d: i % folds for i, d in enumerate(dbs)}
if folds > 1:
    total = collections.Counter()
    for k in range(folds):
        w = fit([d for d in data if fold[d[1]] != k])
        total += first(w, [d for d in data if fold[d[1]] == k])
    for s in sorted({k[0] for k in total}):
        n = total[s, "n"]
        print(f"{s}: {n}, unseen databases first right {100 * total[s, 'first'] / n:.1f} %, some right {100 * total[s, 'any'] / n:.1f} %")
w = fit(data)
with open(target, "w") as out:
    for n, x in zip(names, w):
        if abs(x) >= 0.005:
            out.write(f"{n}\t{x:.4f}\n")
print(f"{sum(abs(w) >= 0.005)} weights")
