"""Learns what files of real people make of the odds that the corpus foretells.

Usage: real.py ODDS_REAL.txt ODDS_PEOPLE.txt RUN.jsonl [RUN.jsonl ...]
Each run is what `askwell-cli eval --out` wrote of questions over files that the odds were not learned from. Fits Platt's
curve (2000), a slope and a shift of the corpus's logit, once for answers without a doubt and once for those with one: a word
that is not used or is only a guess, a gate that the query does not pass. Logistic regression with a ridge towards the
corpus's own odds. Prints the calibration error over ten bins before and after, each file by what the others say, and how
many answers without a doubt are right from each line on. Needs numpy. Deterministic.
"""
import json, sys
import numpy as np

target, people, runs = sys.argv[1], sys.argv[2], sys.argv[3:]
RIDGE, PRIOR = 1.0, np.array([1.0, 0.0])
weights = dict(line.split("\t") for line in open(people, encoding="utf8").read().splitlines() if "\t" in line)
lines = [json.loads(line) for run in runs for line in open(run, encoding="utf8")]
lines = [x for x in lines if x.get("sql") and x.get("signals") and x.get("ex") is not None and x["kind"] != "must clarify"]
logit = np.array([sum(float(weights.get(n, 0.0)) * v for n, v in line["signals"].items()) for line in lines])
doubted = np.array([line["signals"].get("doubts", 0.0) + line["signals"].get("a word unused", 0.0) > 0 for line in lines])
x = np.stack([logit, np.ones_like(logit)], 1)
y = np.array([float(line["ex"] and line["kind"] != "must decline") for line in lines])
sets = np.array([line["db_id"] for line in lines])


def fit(x, y):
    w = PRIOR.copy()
    for _ in range(80):
        p = 1 / (1 + np.exp(-(x @ w)))
        step = np.linalg.solve(x.T @ (x * (p * (1 - p))[:, None]) + RIDGE * np.eye(2), x.T @ (y - p) - RIDGE * (w - PRIOR))
        w += step
        if np.abs(step).max() < 1e-9:
            break
    return w


def error(p):
    of = np.minimum((p * 10).astype(int), 9)
    return sum(abs(p[of == b].sum() - y[of == b].sum()) for b in range(10)) / len(y)


told = np.zeros(len(y))
for name in sorted(set(sets)):
    for group in (doubted, ~doubted):
        here, others = group & (sets == name), group & (sets != name)
        told[here] = 1 / (1 + np.exp(-(x[here] @ fit(x[others], y[others]))))
plain = 1 / (1 + np.exp(-logit))
print(f"{len(y)} answers over {len(set(sets))} files, {int(y.sum())} right, calibration error {error(plain):.3f}, after {error(told):.3f}")
for line in (0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9):
    above = told >= line
    clear = above & ~doubted
    print(f"from {line}: {int(y[above].sum())} of {int(above.sum())} right, without a doubt {int(y[clear].sum())} of {int(clear.sum())}")
with open(target, "w", encoding="utf8") as out:
    out.write("# scripts/train/real.py: questions over real files\n")
    for names, group in ((("slope", "shift"), ~doubted), (("doubted slope", "doubted shift"), doubted)):
        w = fit(x[group], y[group])
        print(names, np.round(w, 3))
        for name, value in zip(names, w):
            out.write(f"{name}\t{value:.4f}\n")
