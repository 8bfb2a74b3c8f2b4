"""Puts the plainest questions to every table of many databases, with their answers.

Usage: plain.py INPUTS.jsonl... > QUESTIONS.jsonl
INPUTS: what `askwell-cli train --inputs` wrote; only what is known of the databases is read. The questions are made of names
that are whole words, for columns without gaps, disguises or several spellings; `score.py` marks what the reader makes of them.
"""
import json, random, re, sys

rnd = random.Random(4)
ROWS = range(20, 3001)
made = []


def name(of):
    return '"' + of.replace('"', '""') + '"'


def plural(word):
    if word.endswith("s"):
        return word
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("ch", "sh", "x")) else "s")


def singular(word):
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def plain(c):
    whole = all(len(w) > 2 for w in c["words"]) and len(c["words"]) <= 3
    return whole and c["told"] is None and not (c["gaps"] or c["spellings"] or c["disguises"])


def of_table(t):
    """Pairs of kind, question and SQL."""
    words, rows = t["words"], t["sql"] if t["sql"].startswith('"') else name(t["name"])
    things = " ".join(words[:-1] + [plural(words[-1])])
    thing = " ".join(words[:-1] + [singular(words[-1])])
    said = lambda c: " ".join(c["words"])
    figures = [c for c in t["columns"] if plain(c) and c["role"] == "Measure" and c["kind"] in ("integer", "real", "decimal")
               and not c["view"] and c["distinct"] > 5]
    kinds = [c for c in t["columns"] if plain(c) and c["role"] == "Category" and c["kind"] == "text"
             and 2 <= c["distinct"] <= 15 and not c["nulls"]]
    labels = [t["columns"][i] for i in t["labels"] or [] if i < len(t["columns"])]
    yield "many", f"how many {things} are there", f"SELECT COUNT(*) FROM {rows}"
    for c in rnd.sample(kinds, min(2, len(kinds))):
        k, kind = name(c["name"]), said(c)
        each = f"FROM {rows} GROUP BY {k}"
        yield "count by", f"how many {things} by {kind}", f"SELECT {k}, COUNT(*) {each}"
        yield "per", f"{things} per {kind}", f"SELECT {k}, COUNT(*) {each}"
        yield "most", f"which {kind} has the most {things}", f"SELECT {k} {each} ORDER BY COUNT(*) DESC LIMIT 1"
        yield "different", f"what different {plural(kind)} are there", f"SELECT DISTINCT {k} FROM {rows}"
        texts = [x for x in c["top"] if re.fullmatch(r"[A-Za-z][A-Za-z ]{3,}", x)]
        if texts:
            yield "value", f"how many {things} have {kind} {texts[0]}", f"SELECT COUNT(*) FROM {rows} WHERE {k} = '{texts[0]}'"
            yield "share", f"what percentage of {things} are {texts[0]}", f"SELECT 100.0 * SUM({k} = '{texts[0]}') / COUNT(*) FROM {rows}"
        for m in rnd.sample(figures, min(1, len(figures))):
            f, figure = name(m["name"]), said(m)
            yield "total by", f"total {figure} by {kind}", f"SELECT {k}, SUM({f}) {each}"
            yield "average by", f"average {figure} by {kind}", f"SELECT {k}, AVG({f}) {each}"
            yield "highest average", f"which {kind} has the highest average {figure}", f"SELECT {k} {each} ORDER BY AVG({f}) DESC LIMIT 1"
    for m in rnd.sample(figures, min(2, len(figures))):
        f, figure = name(m["name"]), said(m)
        yield "average", f"what is the average {figure}", f"SELECT AVG({f}) FROM {rows}"
        yield "highest", f"what is the highest {figure}", f"SELECT MAX({f}) FROM {rows}"
        if labels and all(c["kind"] == "text" for c in labels) and t["rows"] < 1500:
            best = f"SELECT {name(labels[0]['name'])} FROM {rows} ORDER BY {f} DESC LIMIT"
            yield "top", f"top 5 {things} by {figure}", f"{best} 5"
            yield "which highest", f"which {thing} has the highest {figure}", f"{best} 1"
        if m["max"] is not None and m["min"] is not None and m["max"] > m["min"]:
            bound = round((m["max"] + m["min"]) / 2)
            yield "over", f"how many {things} have a {figure} over {bound}", f"SELECT COUNT(*) FROM {rows} WHERE {f} > {bound}"


for path in sys.argv[1:]:
    for line in open(path, encoding="utf8"):
        read = json.loads(line)
        for t in read.get("known", {}).get("tables", []):
            if t["rows"] in ROWS and t["words"] and len(t["words"]) <= 2 and all(len(w) > 2 for w in t["words"]):
                made += [(read["db"], *q) for q in of_table(t)]
for i, (db, kind, question, sql) in enumerate(made):
    print(json.dumps({"id": f"people_plain{i:05}", "db": db, "db_id": re.sub(r".*/|\.\w+$", "", db), "dialect": "sqlite",
                      "question": question, "gold": [sql], "kinds": [kind]}))
