"""Learns the ranking of readings, list-wise: the probability that a softmax over scores gives to the right ones.

Usage: fit.py DIR READINGS:MARKS[:WEIGHT] [READINGS:MARKS[:WEIGHT] ...]
First linear weights over what each reading says by itself (L-BFGS, ridge), then boosted trees over the best of them side
by side, which start from linear scores of other databases. Prints for each set how often the first reading is right by
weights of other databases, for the linear weights alone and with the trees; writes the weights of each part that has not
seen the databases of folds.json to DIR/0 to DIR/4, then those of all to DIR. Questions of a set with a weight below 1
count less; its figures are printed, too. Needs numpy, scipy and lightgbm (requirements.txt). Deterministic.
"""
import array, collections, json, os, sys
import lightgbm
import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix, hstack
from trees import written

FOLDS, LEAST, DAMP = 5, 4, 2.0
# Readings that the trees see; features that they see occur in so many questions.
CLOSE, COMMON = 40, 40
ROUNDS, RATE, LEAVES = 260, 0.05, 12
# As in rank/rivals.rs.
GAPS = [("cover", 1), ("prior", 1), ("skipped", 0), ("skipped name", 0), ("edges", 0), ("tables", 0), ("table unsaid", 0),
        ("table said unused", 0), ("loose", 0), ("names met", 1), ("names missed", 0), ("filters", 1), ("shown unsaid", 0),
        ("figure unsaid", 0)]
PARTS = ["tables", "shown", "filter", "group", "order", "shape", "base"]
BESIDE = ["behind", "ahead", "place", "belief", "rivals"]
BESIDE += [n for p in PARTS for n in (f"same {p}", f"{p} as first")] + [f"gap {n}" for n, _ in GAPS]

target, sets = sys.argv[1], [a for a in sys.argv[2:] if ":" in a]
MADE = "scripts/train/fit.py: questions of tests/corpus, judged by what their readings return"


def stem(db):
    return os.path.splitext(os.path.basename(db))[0]


lists, counts, interned = [], collections.Counter(), {}
ptr, idx, val, marks_of, parts_of = [0], array.array("i"), array.array("d"), [], array.array("i")
for s in sets:
    readings, marks, *weight = s.split(":")
    weight = float(weight[0]) if weight else 1.0
    for a, b in zip(open(readings, encoding="utf8"), open(marks, encoding="utf8")):
        b = json.loads(b)
        if not b["scored"]:
            continue
        a = json.loads(a)
        assert a["id"] == b["id"] and len(a["readings"]) == len(b["right"])
        lists.append((readings, stem(a["db"]), weight))
        marks_of.append(np.array(b["right"], dtype=bool))
        seen_here = set()
        for x in a["readings"]:
            for n, v in x["features"]:
                i = interned.setdefault(n, len(interned))
                idx.append(i)
                val.append(v)
                seen_here.add(i)
            ptr.append(len(idx))
            parts_of.extend(x["parts"])
        if any(b["right"]) and not all(b["right"]):
            counts.update(seen_here)
by_name = sorted(n for n, i in interned.items() if counts[i] >= LEAST)
matrix = csr_matrix((np.array(val), np.array(idx), np.array(ptr)), shape=(len(ptr) - 1, len(interned)))
matrix = matrix[:, [interned[n] for n in by_name]].tocsr()
matrix.sort_indices()
names, counts = by_name, {n: counts[interned[n]] for n in by_name}
index = {n: i for i, n in enumerate(names)}
dbs = sorted({x[1] for x in lists})
fold_of = {d: i % FOLDS for i, d in enumerate(dbs)}
fold = np.array([fold_of[x[1]] for x in lists])
sizes = np.array([len(m) for m in marks_of])
starts = np.concatenate([[0], np.cumsum(sizes)])
right = np.concatenate(marks_of)
parts = np.array(parts_of).reshape(-1, len(PARTS))
telling = np.array([bool(len(m)) and m.any() and not m.all() for m in marks_of])
weights = np.array([x[2] for x in lists])
common = [i for i, n in enumerate(names) if counts[n] >= COMMON]
columns = [names[i] for i in common] + BESIDE
gap_columns = [(index.get(n), more) for n, more in GAPS]


def rows_of(questions):
    return np.concatenate([np.arange(starts[q], starts[q + 1]) for q in questions]) if len(questions) else np.array([], dtype=int)


def linear(questions):
    questions = [q for q in questions if telling[q]]
    rows = rows_of(questions)
    m, good, n = matrix[rows], right[rows], sizes[questions]
    begins = np.concatenate([[0], np.cumsum(n)[:-1]])
    group = np.repeat(np.arange(len(questions)), n)
    counts_for = weights[questions]
    mt = m.T.tocsr()

    def loss(w):
        s = m @ w
        e = np.exp(s - np.maximum.reduceat(s, begins)[group])
        z, zr = np.add.reduceat(e, begins), np.maximum(np.add.reduceat(e * good, begins), 1e-300)
        slope = (e / z[group] - e * good / zr[group]) * counts_for[group]
        return np.sum(counts_for * np.log(z / zr)) + 0.5 * DAMP * w @ w, mt @ slope + DAMP * w

    start = np.zeros(len(names))
    for n in ("cover", "prior"):
        start[index[n]] = 1.0
    return minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 100}).x


def close(questions, score):
    """The best of each question by `score` of their rows: rows, best first, and where each question begins."""
    out, begins = [], [0]
    for q in questions:
        a, b = starts[q], starts[q + 1]
        order = np.argsort(-score[a:b], kind="stable")[:CLOSE]
        out.append(a + order)
        begins.append(begins[-1] + len(order))
    return np.concatenate(out), np.array(begins)


def beside(rows, begins, score):
    """As rank/rivals.rs."""
    out = np.zeros((len(rows), len(BESIDE)))
    gaps = {c: matrix[rows][:, c].toarray()[:, 0] for c, _ in gap_columns if c is not None}
    for a, b in zip(begins[:-1], begins[1:]):
        if a == b:
            continue
        s, p = score[rows[a:b]], parts[rows[a:b]]
        e = np.exp(s - s[0])
        e /= e.sum()
        o = out[a:b]
        o[:, 0] = s[0] - s
        o[0, 1] = s[0] - s[1] if b - a > 1 else 0.0
        o[:, 2] = np.arange(b - a)
        o[:, 3] = e
        o[:, 4] = b - a
        for k in range(len(PARTS)):
            _, inverse = np.unique(p[:, k], return_inverse=True)
            o[:, 5 + 2 * k] = np.bincount(inverse, weights=e)[inverse]
            o[:, 6 + 2 * k] = p[:, k] == p[0, k]
        for i, (c, more) in enumerate(gap_columns):
            if c is not None:
                v = gaps[c][a:b]
                o[:, 5 + 2 * len(PARTS) + i] = v - (v.max() if more else v.min())
    return out


def seen(rows, begins, score):
    return hstack([matrix[rows][:, common], csr_matrix(beside(rows, begins, score))]).tocsr()


def boosted(questions, score):
    rows, begins = close(questions, score)
    n = np.diff(begins)
    good = right[rows]
    with_right = [i for i in range(len(questions)) if n[i] and good[begins[i]:begins[i + 1]].any() and not good[begins[i]:begins[i + 1]].all()]
    kept = np.concatenate([np.arange(begins[i], begins[i + 1]) for i in with_right])
    x = seen(rows, begins, score)[kept]
    good, n, base = good[kept], n[with_right], score[rows[kept]]
    counts_for = np.repeat(weights[np.array(questions)[with_right]], n)
    at = np.concatenate([[0], np.cumsum(n)[:-1]])
    group = np.repeat(np.arange(len(n)), n)

    def objective(pred, _):
        e = np.exp(pred - np.maximum.reduceat(pred, at)[group])
        p = e / np.add.reduceat(e, at)[group]
        pr = e * good
        pr /= np.maximum(np.add.reduceat(pr, at), 1e-300)[group]
        return (p - pr) * counts_for, np.maximum(p * (1 - p), 1e-4) * counts_for

    data = lightgbm.Dataset(x, label=good.astype(float), init_score=base, free_raw_data=False)
    settings = dict(objective=objective, num_leaves=LEAVES, learning_rate=RATE, min_data_in_leaf=40, min_sum_hessian_in_leaf=1.0, lambda_l2=4.0,
                    feature_fraction=0.3, bagging_fraction=1.0, seed=1, deterministic=True, force_row_wise=True, num_threads=2, verbose=-1)
    return lightgbm.train(settings, data, num_boost_round=ROUNDS)


def first(questions, score, model=None):
    """Per set: questions, some right, the first right by score, then with the trees."""
    hit = collections.Counter()
    rows, begins = close(questions, score)
    more = model.predict(seen(rows, begins, score), raw_score=True) if model else np.zeros(len(rows))
    for i, q in enumerate(questions):
        a, b = begins[i], begins[i + 1]
        name = lists[q][0]
        hit[name, "n"] += 1
        hit[name, "any"] += right[starts[q]:starts[q + 1]].any()
        if b > a:
            hit[name, "linear"] += right[rows[a]]
            hit[name, "trees"] += right[rows[a + int(np.argmax(score[rows[a:b]] + more[a:b]))]]
            hit[name, "close"] += right[rows[a:b]].any()
    return hit


def keep(folder, w, model):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "weights.txt"), "w", encoding="utf8") as out:
        out.writelines(f"{n}\t{x:.4f}\n" for n, x in zip(names, w) if abs(x) >= 0.005)
    with open(os.path.join(folder, "trees.txt"), "w", encoding="utf8") as out:
        out.write(written(model, columns, MADE))


def of(*without):
    return [q for q in range(len(lists)) if fold[q] not in without]


def score_of(w):
    # What is written is what is measured.
    return matrix @ np.where(np.abs(w) >= 0.005, np.round(w, 4), 0.0)


singles = [linear(of(k)) for k in range(FOLDS)]
# Each database's readings as scored by weights that have not seen it. Those of two parts have seen each other's databases,
# which the trees cannot profit from: they learn from the labels of their own parts alone.
score = np.zeros(matrix.shape[0])
for k, w in enumerate(singles):
    here = np.repeat(fold == k, sizes)
    score[here] = score_of(w)[here]
total = collections.Counter()
for k in range(FOLDS):
    model = boosted(of(k), score)
    total += first([q for q in range(len(lists)) if fold[q] == k], score, model)
    keep(os.path.join(target, str(k)), singles[k], model)
for s in sorted({k[0] for k in total}):
    n = total[s, "n"]
    share = {k: f"{100 * total[s, k] / n:.1f} %" for k in ("linear", "trees", "close", "any")}
    print(f"{s}: {n}, unseen databases: first right {share['linear']} by linear weights, {share['trees']} with trees; "
          f"right among {CLOSE} {share['close']}, anywhere {share['any']}", flush=True)
whole = sum((collections.Counter({k[1]: v}) for k, v in total.items()), collections.Counter())
print("all:", {k: round(100 * v / whole["n"], 1) for k, v in whole.items() if k != "n"}, "of", whole["n"])
keep(target, linear(of()), boosted(of(), score))
with open(os.path.join(target, "folds.json"), "w", encoding="utf8") as out:
    json.dump({d: str(k) for d, k in fold_of.items()}, out)
