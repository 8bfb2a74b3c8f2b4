"""Learns what the rules that compare results are worth on people's questions, from what `askwell-cli eval --ranking --out` wrote.

Usage: judge.py JUDGE.txt RUN.jsonl [RUN.jsonl ...]
Answers must come from rankings that have not seen their databases, as for odds.py. Softmax regression over the groups of
equal results of a question, with a ridge of 1 and the hand-set weights of `select/judge.rs` held fixed. Prints how often
the group with most votes and the group preferred by weights of other databases (five folds) is right; then fits on all.
Needs numpy and scipy. Deterministic.
"""
import hashlib, json, sys
import numpy as np
from scipy.optimize import minimize

target, runs = sys.argv[1], sys.argv[2:]
SET = {"coverage": 1.0, "values": 1.0, "rows": 1.0, "shape": 0.5, "found": 2.0}
LEARNED = ["belief", "copies", "doubts", "echo", "gaps", "joins", "less", "light", "more", "repeats", "single", "unsaid"]
FOLDS = 5

lines = [json.loads(line) for run in runs for line in open(run, encoding="utf8")]
lines = [x for x in lines if len(x.get("groups", [])) > 1]


def fold(line):
    return int(hashlib.md5(line["db_id"].encode()).hexdigest(), 16) % FOLDS


def question(line):
    signals = [g["signals"] for g in line["groups"]]
    of = np.array([[s.get(n, 0.0) for n in LEARNED] for s in signals])
    base = np.array([sum(w * s.get(n, 0.0) for n, w in SET.items()) for s in signals])
    return fold(line), of, base, np.array([g["right"] for g in line["groups"]])


def fit(questions):
    telling = [q for q in questions if q[3].any() and not q[3].all()]
    of, base = (np.concatenate([q[i] for q in telling]) for i in (1, 2))
    right = np.concatenate([q[3] for q in telling]).astype(float)
    sizes = np.array([len(q[3]) for q in telling])
    starts = np.append(0, np.cumsum(sizes)[:-1])
    group = np.repeat(np.arange(len(telling)), sizes)

    def loss(w):
        s = of @ w + base
        e = np.exp(s - np.maximum.reduceat(s, starts)[group])
        z = np.add.reduceat(e, starts)
        good = np.maximum(np.add.reduceat(e * right, starts), 1e-300)
        return np.sum(np.log(z / good)) + w @ w / 2, of.T @ (e / z[group] - e * right / good[group]) + w

    return minimize(loss, np.zeros(len(LEARNED)), jac=True, method="L-BFGS-B").x


questions = [question(line) for line in lines]
preferred = 0
for k in range(FOLDS):
    w = fit([q for q in questions if q[0] != k])
    preferred += sum(bool(q[3][np.argmax(q[1] @ w + q[2])]) for q in questions if q[0] == k)
first, some = (sum(bool(is_right(q[3])) for q in questions) for is_right in (lambda r: r[0], lambda r: r.any()))
print(f"{len(questions)} questions with several results: most votes right {first}, preferred right {preferred}, any {some}")
w = fit(questions)
with open(target, "w", encoding="utf8") as out:
    out.write("# askwell-cli eval --ranking --out, scripts/train/judge.py: people's questions, each by a ranking that has not seen its database\n")
    for name, weight in zip(LEARNED, w):
        out.write(f"{name}\t{weight:.3f}\n")
