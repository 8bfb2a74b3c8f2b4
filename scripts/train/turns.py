"""Learns which query a turn of a conversation means, from what `askwell-cli eval --history gold --ways --out` wrote.

Usage: turns.py TURNS.txt RUN.jsonl [RUN.jsonl ...]
Of the conversations that alone.py made each turn means what it would mean by itself: there the first reading of the turn alone
counts as right, whatever it gives. Turns of `tests/conversations` count ten times: they are ours, and the tests hold
them. Turns of a bare word or two are left out: `bare.txt` ranks them. The weights in BY_HAND stay as they are in TURNS.txt.
Softmax regression over the ways that each turn may be meant, with a ridge that draws every weight to the one in TURNS.txt,
so that what few turns say moves little. Prints how often the first way is right with the weights that ship, and with
weights of other databases (five folds); TURNS.txt is written only where the latter are right more often. Signals seen in
fewer than five turns stay as they are. Needs numpy and scipy. Deterministic.
"""
import collections, hashlib, json, os, sys
import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

target, runs = sys.argv[1], sys.argv[2:]
FOLDS, RIDGE, LEAST, OURS = 5, 2.0, 5, 10.0
BY_HAND = {"whole & lists them", "among by each", "alone & there"}

lines = [json.loads(line) for run in runs for line in open(run, encoding="utf8")]
for line in lines:
    if line.get("id", "").startswith("alone-"):
        for way in line.get("ways", []):
            of = way["signals"]
            way["right"] = "alone" in of and "alone by turn" in of and of.get("rank", 0) == 0
lines = [x for x in lines if len(x.get("ways", [])) > 1 and "bare" not in x["ways"][0]["signals"]]
seen = collections.Counter(n for x in lines for n in {n for w in x["ways"] for n in w["signals"]})
names = sorted(n for n, count in seen.items() if count >= LEAST)
place = {n: i for i, n in enumerate(names)}


def fold(line):
    return int(hashlib.md5(line["db_id"].encode()).hexdigest(), 16) % FOLDS


def kind(line):
    return line["id"].split("-")[0] if line["id"].startswith(("alone-", "cosql_")) else "ours"


def table(chosen):
    rows, cols, vals, right, starts = [], [], [], [], []
    for line in chosen:
        starts.append(len(right))
        for way in line["ways"]:
            for name, value in way["signals"].items():
                if name in place:
                    rows.append(len(right)), cols.append(place[name]), vals.append(value)
            right.append(way["right"])
    return csr_matrix((vals, (rows, cols)), shape=(len(right), len(names))), np.array(right), np.array(starts)


def fit(chosen):
    telling = [x for x in chosen if any(w["right"] for w in x["ways"]) and not all(w["right"] for w in x["ways"])]
    of, right, starts = table(telling)
    sizes = np.diff(np.append(starts, len(right)))
    group = np.repeat(np.arange(len(starts)), sizes)
    counts = np.array([OURS if kind(line) == "ours" else 1.0 for line in telling])

    def loss(w):
        score = of @ w
        top = np.maximum.reduceat(score, starts)
        e = np.exp(score - top[group])
        total = np.add.reduceat(e, starts)
        good = np.add.reduceat(e * right, starts)
        moved = w - shipped
        value = np.sum(counts * (np.log(total) - np.log(good + 1e-300))) + RIDGE * moved @ moved / 2
        slope = counts[group] * (e / total[group] - e * right / (good[group] + 1e-300))
        return value, of.T @ slope + RIDGE * moved

    return minimize(loss, shipped.copy(), jac=True, method="L-BFGS-B", options={"maxiter": 500}).x


def first_right(chosen, w):
    of, right, starts = table(chosen)
    score, ends = of @ w, np.append(starts[1:], len(right))
    return sum(bool(right[a + int(np.argmax(score[a:b]))]) for a, b in zip(starts, ends))


shipped, others = np.zeros(len(names)), {}
if os.path.exists(target):
    for line in open(target, encoding="utf8").read().splitlines()[1:]:
        name, value = line.split("\t")
        if name in place:
            shipped[place[name]] = float(value)
        else:
            others[name] = float(value)
kinds = {
    "of conversations": [x for x in lines if kind(x) == "cosql_train"],
    "that stand alone": [x for x in lines if kind(x) == "alone"],
    "of our own": [x for x in lines if kind(x) == "ours"],
}
parts = [fit([x for x in lines if fold(x) != f]) for f in range(FOLDS)]
told, held, first = [], 0, 0
for name, chosen in kinds.items():
    if not chosen:
        continue
    now = first_right(chosen, shipped)
    then = sum(first_right([x for x in chosen if fold(x) == f], parts[f]) for f in range(FOLDS))
    some = sum(any(w["right"] for w in x["ways"]) for x in chosen)
    told.append(f"{len(chosen)} turns {name}: first right {now} before, {then} on databases held out, some right {some}")
    first, held = first + now, held + then
made = "; ".join(told)
print(made)
if held > first:
    kept = {n: shipped[place[n]] for n in BY_HAND if n in place}
    weights = others | dict(zip(names, fit(lines))) | kept
    with open(target, "w", encoding="utf8") as out:
        out.write(f"scripts/train/turns.py, drawn to what shipped before; {made}\n")
        for name, weight in sorted(weights.items()):
            if abs(weight) >= 0.005:
                out.write(f"{name}\t{weight:.3f}\n")
