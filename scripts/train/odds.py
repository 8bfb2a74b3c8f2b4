"""Learns how sure an answer to a person's question may be, from what `askwell-cli eval --out` wrote.

Usage: odds.py ODDS.txt RUN.jsonl [RUN.jsonl ...]
Answers must come from rankings that have not seen their databases: fit weights on one half of the databases, build with
them, ask the other half, and the reverse. Prints how right each level is, each run judged by the others; then fits on
all. Logistic regression with a ridge and Platt's smoothed targets (Platt 2000). Needs numpy. Deterministic.
"""
import json, sys
import numpy as np

target, runs = sys.argv[1], sys.argv[2:]
HIGH, LOW = 0.8, 0.5
data = []
for run in runs:
    lines = [json.loads(line) for line in open(run, encoding="utf8")]
    data.append([(x["signals"], bool(x["ex"])) for x in lines if x.get("sql") and x.get("signals") and x.get("ex") is not None])
names = sorted({n for part in data for signals, _ in part for n in signals})


def matrix(part):
    return np.array([[s.get(n, 0.0) for n in names] for s, _ in part]), np.array([float(r) for _, r in part])


def fit(part):
    x, y = matrix(part)
    yes, no = y.sum(), len(y) - y.sum()
    goal = np.where(y > 0, (yes + 1) / (yes + 2), 1 / (no + 2))
    w = np.zeros(len(names))
    for _ in range(60):
        p = 1 / (1 + np.exp(-(x @ w)))
        step = np.linalg.solve(x.T @ (x * (p * (1 - p))[:, None]) + np.eye(len(names)), x.T @ (goal - p) - w)
        w += step
        if np.abs(step).max() < 1e-9:
            break
    return w


told = []
for i, part in enumerate(data):
    w = fit([a for j, other in enumerate(data) if j != i for a in other]) if len(data) > 1 else fit(part)
    x, y = matrix(part)
    told += list(zip(1 / (1 + np.exp(-(x @ w))), y))
bins = {}
for p, right in told:
    b = bins.setdefault(min(int(p * 10), 9), [0.0, 0.0, 0])
    b[0] += p
    b[1] += right
    b[2] += 1
print(f"{len(told)} answers, calibration error {sum(abs(b[0] - b[1]) for b in bins.values()) / len(told):.3f}")
for name, low, high in (("high", HIGH, 1.1), ("medium", LOW, HIGH), ("low", 0.0, LOW)):
    level = [r for p, r in told if low <= p < high]
    print(f"  {name:8} {int(sum(level))} of {len(level)} right")
w = fit([a for part in data for a in part])
with open(target, "w", encoding="utf8") as out:
    out.write("# askwell-cli eval --out, scripts/train/odds.py: people's questions, each half of the databases by weights of the other\n")
    for name, weight in zip(names, w):
        out.write(f"{name}\t{weight:.4f}\n")
