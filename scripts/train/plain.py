"""Puts the plainest questions to every table of many databases, with their answers.

Usage: plain.py ROOT INPUTS.jsonl... > QUESTIONS.jsonl
ROOT: the folder that `db` of the inputs is a path below, as for `score.py`. INPUTS: what `askwell-cli train --inputs` wrote;
only what is known of the databases is read. The questions are made of names that are whole words, for columns without
several spellings; what is kept as text but is a number or a day is read as the program reads it. Each kind has several
wordings, one of which is drawn. A question whose answer is empty or tied is left out, and of each kind no more than `MOST`
are kept; `score.py` marks what the reader makes of them.
"""
import collections, json, random, re, sqlite3, sys

rnd = random.Random(4)
ROWS = range(20, 3001)
MOST = 50
MONTHS = "January February March April May June July August September October November December".split()
NUMERIC = ("integer", "real", "decimal")


def name(of):
    return '"' + of.replace('"', '""') + '"'


def text(of):
    return "'" + of.replace("'", "''") + "'"


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


def said(column):
    return " ".join(column["words"])


def many_of(column):
    return " ".join(column["words"][:-1] + [plural(column["words"][-1])])


def value(c, of=""):
    """The column as the number or day that it keeps, however that is written; `of`: "a." before it."""
    column = of + name(c["name"])
    return c["view"].replace("{}", column) if c["view"] else column


def is_plain(c):
    whole = all(len(w) > 2 for w in c["words"]) and len(c["words"]) <= 3
    return whole and c["told"] is None and not c["spellings"]


AROUND = ["{}?", "can you tell me {}", "please show me {}", "I want to know {}", "{} please", "hi, {}?", "tell me {}."]


def worded(question):
    """As it is, or as people put it to somebody: every other one."""
    if rnd.random() < 0.5:
        return question
    around = rnd.choice(AROUND)
    first = around.startswith("{")
    return around.format(question[:1].upper() + question[1:] if first else question)


def some(of, at_most):
    return rnd.sample(of, min(at_most, len(of)))


class Table:
    """A table, its names in words and those of its columns that can be asked about plainly."""

    def __init__(self, con, t, shared):
        """`shared`: names that several tables have a column by, which a question must not rest on."""
        self.con, self.raw = con, t
        self.sql = t["sql"] if t["sql"].startswith('"') else name(t["name"])
        words = t["words"]
        self.things = " ".join(words[:-1] + [plural(words[-1])])
        self.thing = " ".join(words[:-1] + [singular(words[-1])])
        self.fit = t["rows"] in ROWS and not t["totals"] and words and len(words) <= 2 and all(len(w) > 2 for w in words)
        columns = t["columns"]
        plain = [c for c in columns if is_plain(c) and said(c) not in shared]
        self.figures = [c for c in plain if c["role"] == "Measure" and (c["kind"] in NUMERIC or c["view"] and not c["view_is_day"]) and c["distinct"] > 5]
        self.kinds = [c for c in plain if c["role"] == "Category" and c["kind"] == "text" and not c["view"]
                      and 2 <= c["distinct"] <= 15 and not c["nulls"] and not c["gaps"]]
        labels = [columns[i] for i in t["labels"] or [] if i < len(columns)]
        self.label = labels[0] if len(labels) == 1 and labels[0]["kind"] == "text" and t["rows"] < 1500 else None
        days = [c for c in columns if c["role"] == "Time" and (c["days_only"] or not c["view"])]
        self.day = days[0] if len(days) == 1 and self.is_iso(days[0]) else None

    def one(self, sql):
        try:
            rows = self.con.execute(sql).fetchmany(2)
            return rows[0][0] if rows else None
        except sqlite3.Error:
            return None

    def is_iso(self, c):
        d = value(c)
        return c["kind"] in ("text", "date", "timestamp") and self.one(f"SELECT COUNT(*) = 0 FROM {self.sql} WHERE date({d}) IS NOT substr({d}, 1, 10) AND {d} IS NOT NULL") == 1

    def names(self, at_most):
        """Texts of the label that only one row holds and that say what they are."""
        l = name(self.label["name"])
        rows = self.con.execute(f"SELECT {l} FROM {self.sql} GROUP BY {l} HAVING COUNT(*) = 1 ORDER BY {l}").fetchall()
        return some([r[0] for r in rows if r[0] and re.fullmatch(r"[A-Z][A-Za-z' ]{3,}", r[0])], at_most)


def texts(c):
    return [x for x in c["top"] if re.fullmatch(r"[A-Za-z][A-Za-z ]{3,}", x)]


def bound(m):
    return round((m["max"] + m["min"]) / 2) if m["max"] is not None and m["min"] is not None and m["max"] > m["min"] else None


def of_kinds(t):
    """Pairs of kind of question, wordings and SQL: one column of kinds."""
    things, rows = t.things, t.sql
    for c in some(t.kinds, 2):
        k, kind, each = name(c["name"]), said(c), f"FROM {rows} GROUP BY {name(c['name'])}"
        yield "count by", [f"how many {things} by {kind}", f"number of {things} for each {kind}", f"count {things} by {kind}"], f"SELECT {k}, COUNT(*) {each}"
        yield "per", [f"{things} per {kind}", f"{things} by {kind}"], f"SELECT {k}, COUNT(*) {each}"
        yield "most", [f"which {kind} has the most {things}", f"what {kind} has the most {things}?"], f"SELECT {k} {each} ORDER BY COUNT(*) DESC LIMIT 1"
        yield "fewest", [f"which {kind} has the fewest {things}", f"which {kind} has the least {things}"], f"SELECT {k} {each} ORDER BY COUNT(*) LIMIT 1"
        yield "commonest", [f"most common {kind}", f"what is the most common {kind}", f"what's the most common {kind} of {things}"], f"SELECT {k} {each} ORDER BY COUNT(*) DESC LIMIT 1"
        yield "rarest", [f"least common {kind}", f"what is the rarest {kind}"], f"SELECT {k} {each} ORDER BY COUNT(*) LIMIT 1"
        yield "different", [f"what different {plural(kind)} are there", f"list the different {plural(kind)}"], f"SELECT DISTINCT {k} FROM {rows}"
        yield "how many different", [f"how many different {plural(kind)} are there", f"number of different {plural(kind)}", f"how many {plural(kind)} are there"], f"SELECT COUNT(DISTINCT {k}) FROM {rows}"
        yield "percentage by", [f"percentage of {things} by {kind}", f"what share of {things} does each {kind} have"], f"SELECT {k}, 100.0 * COUNT(*) / (SELECT COUNT(*) FROM {rows}) {each}"
        limit = round(t.raw["rows"] / c["distinct"])
        yield "kinds with over", [f"which {plural(kind)} have more than {limit} {things}", f"{plural(kind)} with more than {limit} {things}"], f"SELECT {k} {each} HAVING COUNT(*) > {limit}"
        values = texts(c)
        if values:
            v = values[0]
            where = f"FROM {rows} WHERE {k} = '{v}'"
            yield "value", [f"how many {things} have {kind} {v}", f"how many {things} with {kind} {v.lower()}"], f"SELECT COUNT(*) {where}"
            yield "share", [f"what percentage of {things} are {v}", f"what % of {things} are {v.lower()}"], f"SELECT 100.0 * SUM({k} = '{v}') / COUNT(*) FROM {rows}"
            yield "not", [f"how many {things} are not {v}", f"how many {things} aren't {v}"], f"SELECT COUNT(*) FROM {rows} WHERE {k} <> '{v}'"
            if t.label:
                l = name(t.label["name"])
                yield "list value", [f"list the {things} with {kind} {v}", f"show me all {things} with {kind} {v}", f"which {things} have {kind} {v}"], f"SELECT {l} {where}"
            for m in some(t.figures, 1):
                f, figure = value(m), said(m)
                yield "total of value", [f"total {figure} for {v}", f"total {figure} of {v} {things}"], f"SELECT SUM({f}) {where}"
                yield "average of value", [f"average {figure} for {kind} {v}", f"average {figure} of {things} with {kind} {v}"], f"SELECT AVG({f}) {where}"
                if (b := bound(m)) is not None:
                    yield "value and over", [f"how many {things} with {kind} {v} have a {figure} over {b}", f"number of {v} {things} with {figure} above {b}"], f"SELECT COUNT(*) {where} AND {f} > {b}"
        if len(values) > 1:
            v, w = values[:2]
            yield "either", [f"how many {things} are {v} or {w}"], f"SELECT COUNT(*) FROM {rows} WHERE {k} IN ('{v}', '{w}')"
            yield "versus", [f"{v} vs {w} {things}", f"how many {v} {things} compared to {w}"], f"SELECT {k}, COUNT(*) FROM {rows} WHERE {k} IN ('{v}', '{w}') GROUP BY {k}"
            for m in some(t.figures, 1):
                f, figure = value(m), said(m)
                yield "compare", [f"compare the average {figure} of {v} and {w}", f"average {figure} for {v} vs {w}"], f"SELECT {k}, AVG({f}) FROM {rows} WHERE {k} IN ('{v}', '{w}') GROUP BY {k}"
        for m in some(t.figures, 1):
            f, figure = value(m), said(m)
            yield "total by", [f"total {figure} by {kind}", f"sum of {figure} per {kind}", f"total {figure} for each {kind}"], f"SELECT {k}, SUM({f}) {each}"
            yield "average by", [f"average {figure} by {kind}", f"what's the average {figure} for each {kind}", f"mean {figure} per {kind}"], f"SELECT {k}, AVG({f}) {each}"
            yield "highest average", [f"which {kind} has the highest average {figure}"], f"SELECT {k} {each} ORDER BY AVG({f}) DESC LIMIT 1"
            yield "highest by", [f"highest {figure} by {kind}", f"maximum {figure} for each {kind}", f"what's the highest {figure} in each {kind}"], f"SELECT {k}, MAX({f}) {each}"
            yield "lowest by", [f"lowest {figure} by {kind}", f"minimum {figure} for each {kind}"], f"SELECT {k}, MIN({f}) {each}"
            yield "highest total", [f"which {kind} has the highest total {figure}"], f"SELECT {k} {each} ORDER BY SUM({f}) DESC LIMIT 1"
            if t.label:
                l = name(t.label["name"])
                yield "best of each", [f"which {t.thing} has the highest {figure} in each {kind}", f"the {t.thing} with the highest {figure} for each {kind}"], f"SELECT {k}, {l} FROM (SELECT *, RANK() OVER (PARTITION BY {k} ORDER BY {f} DESC) AS place FROM {rows} WHERE {f} IS NOT NULL) WHERE place = 1"
    if len(t.kinds) > 1:
        a, b = some(t.kinds, 2)
        yield "by two", [f"{t.things} by {said(a)} and {said(b)}", f"how many {t.things} by {said(a)} and {said(b)}"], f"SELECT {name(a['name'])}, {name(b['name'])}, COUNT(*) FROM {rows} GROUP BY 1, 2"
        if texts(a) and texts(b):
            v, w = texts(a)[0], texts(b)[0]
            yield "two values", [f"how many {v} {t.things} are {w}", f"how many {t.things} are {v} and {w}"], f"SELECT COUNT(*) FROM {rows} WHERE {name(a['name'])} = '{v}' AND {name(b['name'])} = '{w}'"


def of_figures(t):
    things, thing, rows = t.things, t.thing, t.sql
    for m in some(t.figures, 2):
        f, figure = value(m), said(m)
        yield "average", [f"what is the average {figure}", f"average {figure}", f"what's the average {figure} of the {things}"], f"SELECT AVG({f}) FROM {rows}"
        yield "total", [f"total {figure}", f"what is the total {figure} of all {things}", f"sum of {figure}"], f"SELECT SUM({f}) FROM {rows}"
        yield "highest", [f"what is the highest {figure}", f"highest {figure}", f"what's the maximum {figure}"], f"SELECT MAX({f}) FROM {rows}"
        yield "lowest", [f"what is the lowest {figure}", f"minimum {figure}"], f"SELECT MIN({f}) FROM {rows}"
        yield "both ends", [f"lowest and highest {figure}", f"minimum and maximum {figure}", f"what are the min and max {figure}"], f"SELECT MIN({f}), MAX({f}) FROM {rows}"
        above = f"FROM {rows} WHERE {f} > (SELECT AVG({f}) FROM {rows})"
        yield "above average", [f"how many {things} have an above average {figure}", f"how many {things} have a {figure} above average"], f"SELECT COUNT(*) {above}"
        if m["nulls"]:
            yield "none", [f"how many {things} are missing a {figure}", f"how many {things} without a {figure}"], f"SELECT COUNT(*) FROM {rows} WHERE {f} IS NULL"
        if t.label:
            l = name(t.label["name"])
            best, worst = (f"SELECT {l} FROM {rows} WHERE {f} IS NOT NULL ORDER BY {f} {to} LIMIT" for to in ("DESC", "ASC"))
            yield "top", [f"top 5 {things} by {figure}", f"show me the 5 {things} with the highest {figure}", f"5 highest {things} by {figure}"], f"{best} 5"
            yield "bottom", [f"bottom 5 {things} by {figure}", f"the 3 {things} with the lowest {figure}"], [f"{worst} 5", f"{worst} 3"]
            yield "which highest", [f"which {thing} has the highest {figure}", f"{thing} with the highest {figure}", f"{thing} with the most {figure}"], f"{best} 1"
            yield "which lowest", [f"which {thing} has the lowest {figure}", f"what {thing} has the smallest {figure}"], f"{worst} 1"
            for who in t.names(1):
                yield "figure of", [f"what is the {figure} of {who}", f"what's the {figure} for {who}", f"{who} {figure}", f"what is {who}'s {figure}"], f"SELECT {f} FROM {rows} WHERE {l} = {text(who)}"
            yield "each figure", [f"show the {figure} of each {thing}", f"list all {things} with their {figure}"], f"SELECT {l}, {f} FROM {rows}"
        if (b := bound(m)) is not None:
            yield "over", [f"how many {things} have a {figure} over {b}", f"how many {things} with {figure} greater than {b}", f"number of {things} with more than {b} {figure}"], f"SELECT COUNT(*) FROM {rows} WHERE {f} > {b}"
            yield "under", [f"how many {things} have a {figure} under {b}", f"how many {things} with {figure} below {b}"], f"SELECT COUNT(*) FROM {rows} WHERE {f} < {b}"
            low = round((m["min"] + b) / 2)
            if low < b:
                yield "between", [f"how many {things} have a {figure} between {low} and {b}", f"number of {things} with {figure} from {low} to {b}"], f"SELECT COUNT(*) FROM {rows} WHERE {f} BETWEEN {low} AND {b}"
            if t.label:
                yield "list over", [f"which {things} have a {figure} over {b}", f"list {things} with {figure} over {b}", f"{things} with {figure} above {b}"], f"SELECT {name(t.label['name'])} FROM {rows} WHERE {f} > {b}"
    if t.label:
        l = name(t.label["name"])
        for c in some(t.kinds, 1):
            for who in t.names(1):
                yield "kind of", [f"what is the {said(c)} of {who}", f"what {said(c)} is {who}", f"{who}'s {said(c)}"], f"SELECT {name(c['name'])} FROM {rows} WHERE {l} = {text(who)}"
    yield "many", [f"how many {things} are there", f"how many {things}", f"number of {things}", f"count of {things}"], f"SELECT COUNT(*) FROM {rows}"


def of_days(t):
    if not t.day:
        return
    things, thing, rows, d = t.things, t.thing, t.sql, value(t.day)
    year, month = f"substr({d}, 1, 4)", f"substr({d}, 1, 7)"
    held = [r[0] for r in t.con.execute(f"SELECT {d} FROM {rows} WHERE {d} IS NOT NULL ORDER BY 1")]
    if not held:
        return
    middle = held[len(held) // 2]
    y, m = middle[:4], middle[:7]
    spoken = f"{MONTHS[int(m[5:]) - 1]} {y}"
    yield "in year", [f"how many {things} in {y}", f"how many {things} were there in {y}", f"number of {things} in {y}"], f"SELECT COUNT(*) FROM {rows} WHERE {year} = '{y}'"
    yield "in month", [f"how many {things} in {spoken}", f"{things} in {spoken}, how many"], f"SELECT COUNT(*) FROM {rows} WHERE {month} = '{m}'"
    if len({h[:4] for h in held}) > 1:
        yield "by year", [f"{things} by year", f"how many {things} each year", f"{things} per year"], f"SELECT {year}, COUNT(*) FROM {rows} WHERE {d} IS NOT NULL GROUP BY 1"
        yield "best year", [f"which year had the most {things}", f"what year had the most {things}"], f"SELECT {year} FROM {rows} WHERE {d} IS NOT NULL GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1"
        yield "before", [f"how many {things} before {y}", f"number of {things} before {y}"], f"SELECT COUNT(*) FROM {rows} WHERE {year} < '{y}'"
        yield "since", [f"how many {things} since {y}", f"how many {things} from {y} onwards"], f"SELECT COUNT(*) FROM {rows} WHERE {year} >= '{y}'"
    if 1 < len({h[:7] for h in held}) < 60:
        yield "by month", [f"{things} by month", f"how many {things} each month", f"{things} per month"], f"SELECT {month}, COUNT(*) FROM {rows} WHERE {d} IS NOT NULL GROUP BY 1"
        yield "after month", [f"how many {things} after {spoken}"], f"SELECT COUNT(*) FROM {rows} WHERE {month} > '{m}'"
        if len({h[:4] for h in held}) == 1:
            yield "best month", [f"which month had the most {things}", f"busiest month for {things}"], f"SELECT {month} FROM {rows} WHERE {d} IS NOT NULL GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1"
    yield "first day", [f"when was the first {thing}", f"date of the earliest {thing}"], f"SELECT MIN({d}) FROM {rows}"
    yield "last day", [f"when was the last {thing}", f"what is the date of the most recent {thing}"], f"SELECT MAX({d}) FROM {rows}"
    for f in some(t.figures, 1):
        yield "total in year", [f"total {said(f)} in {y}", f"what was the total {said(f)} in {y}"], f"SELECT SUM({value(f)}) FROM {rows} WHERE {year} = '{y}'"
        if 1 < len({h[:7] for h in held}) < 60:
            yield "total by month", [f"total {said(f)} by month", f"total {said(f)} per month"], f"SELECT {month}, SUM({value(f)}) FROM {rows} WHERE {d} IS NOT NULL GROUP BY 1"
            yield "average by month", [f"average {said(f)} by month", f"average {said(f)} each month"], f"SELECT {month}, AVG({value(f)}) FROM {rows} WHERE {d} IS NOT NULL GROUP BY 1"
    for c in some(t.kinds, 1):
        for v in texts(c)[:1]:
            yield "value in year", [f"how many {things} with {said(c)} {v} in {y}", f"how many {v} {things} in {y}"], f"SELECT COUNT(*) FROM {rows} WHERE {name(c['name'])} = '{v}' AND {year} = '{y}'"
            yield "last of value", [f"when was the last {v} {thing}", f"most recent {v} {thing} date"], f"SELECT MAX({d}) FROM {rows} WHERE {name(c['name'])} = '{v}'"


class Link:
    """A table `a` of which each row belongs to one of `b`, and how the two are joined."""

    def __init__(self, child, parent, there, here):
        """`there`: the column of the child that holds the key of the parent, `here`."""
        self.a, self.b = child, parent
        self.there = name(there["name"])
        self.key = f"b.{name(here['name'])}"
        self.joined = f"FROM {child.sql} a JOIN {parent.sql} b ON a.{self.there} = {self.key}"
        self.outer = f"FROM {parent.sql} b LEFT JOIN {child.sql} a ON a.{self.there} = {self.key}"


def of_link(link):
    a, b, there, key, joined, outer = link.a, link.b, link.there, link.key, link.joined, link.outer
    l, each = f"b.{name(b.label['name'])}", f"GROUP BY {key}"
    counted = f"COUNT(a.{there})"
    yield "of each parent", [f"{a.things} by {b.thing}", f"how many {a.things} does each {b.thing} have", f"{a.things} per {b.thing}", f"number of {a.things} for each {b.thing}"], [f"SELECT {l}, COUNT(*) {joined} {each}", f"SELECT {l}, {counted} {outer} {each}"]
    yield "parent most", [f"which {b.thing} has the most {a.things}", f"{b.thing} with the most {a.things}"], f"SELECT {l} {joined} {each} ORDER BY COUNT(*) DESC LIMIT 1"
    yield "parents top", [f"top 3 {b.things} by number of {a.things}", f"3 {b.things} with the most {a.things}"], f"SELECT {l} {joined} {each} ORDER BY COUNT(*) DESC LIMIT 3"
    yield "parents without", [f"{b.things} with no {a.things}", f"which {b.things} have no {a.things}", f"list {b.things} without {a.things}"], f"SELECT {l} FROM {b.sql} b WHERE {key} NOT IN (SELECT {there} FROM {a.sql} WHERE {there} IS NOT NULL)"
    yield "how many parents have", [f"how many {b.things} have {a.things}", f"how many {b.things} have at least one {a.thing}"], f"SELECT COUNT(DISTINCT {key}) {joined}"
    n = round(a.raw["rows"] / b.raw["rows"])
    yield "parents with over", [f"which {b.things} have more than {n} {a.things}", f"{b.things} with more than {n} {a.things}"], f"SELECT {l} {joined} {each} HAVING COUNT(*) > {n}"
    yield "average of parents", [f"average number of {a.things} per {b.thing}", f"how many {a.things} does a {b.thing} have on average"], [f"SELECT AVG(n) FROM (SELECT {counted} AS n {outer} {each})", f"SELECT AVG(n) FROM (SELECT COUNT(*) AS n {joined} {each})"]
    for who in b.names(1):
        where = f"WHERE {l} = {text(who)}"
        yield "of parent", [f"how many {a.things} does {who} have", f"how many {a.things} for {who}", f"number of {a.things} of {who}"], f"SELECT COUNT(*) {joined} {where}"
        for m in some(a.figures, 1):
            yield "total of parent", [f"total {said(m)} for {who}", f"total {said(m)} of {who}"], f"SELECT SUM({value(m, 'a.')}) {joined} {where}"
            yield "average of parent", [f"average {said(m)} for {who}", f"what is the average {said(m)} of {who}"], f"SELECT AVG({value(m, 'a.')}) {joined} {where}"
        if a.day:
            yield "last of parent", [f"when was the last {a.thing} of {who}", f"date of the latest {a.thing} for {who}"], f"SELECT MAX({value(a.day, 'a.')}) {joined} {where}"
    for m in some(a.figures, 1):
        f = f"{value(m, 'a.')}"
        yield "total by parent", [f"total {said(m)} by {b.thing}", f"total {said(m)} for each {b.thing}"], [f"SELECT {l}, SUM({f}) {joined} {each}", f"SELECT {l}, SUM({f}) {outer} {each}"]
        yield "average by parent", [f"average {said(m)} by {b.thing}", f"average {said(m)} for each {b.thing}"], [f"SELECT {l}, AVG({f}) {joined} {each}", f"SELECT {l}, AVG({f}) {outer} {each}"]
        yield "parent highest total", [f"which {b.thing} has the highest total {said(m)}"], f"SELECT {l} {joined} {each} ORDER BY SUM({f}) DESC LIMIT 1"
        yield "parents top total", [f"top 3 {b.things} by total {said(m)}"], f"SELECT {l} {joined} {each} ORDER BY SUM({f}) DESC LIMIT 3"
    for c in some(b.kinds, 1):
        k, kind = f"b.{name(c['name'])}", said(c)
        yield "by kind of parent", [f"{a.things} by {kind}", f"how many {a.things} by {b.thing} {kind}", f"number of {a.things} for each {kind}"], f"SELECT {k}, COUNT(*) {joined} GROUP BY {k}"
        for v in texts(c)[:1]:
            yield "value of parent", [f"how many {a.things} have {b.thing} {kind} {v}", f"how many {a.things} of {b.things} with {kind} {v}"], f"SELECT COUNT(*) {joined} WHERE {k} = '{v}'"
        for m in some(a.figures, 1):
            yield "average by kind of parent", [f"average {said(m)} by {b.thing} {kind}", f"average {said(m)} by {kind}"], f"SELECT {k}, AVG({value(m, 'a.')}) {joined} GROUP BY {k}"
    if a.day:
        year = f"substr({value(a.day, 'a.')}, 1, 4)"
        for (y,) in a.con.execute(f"SELECT substr({value(a.day)}, 1, 4) FROM {a.sql} WHERE {value(a.day)} IS NOT NULL LIMIT 1"):
            yield "parent most in year", [f"which {b.thing} had the most {a.things} in {y}"], f"SELECT {l} {joined} WHERE {year} = '{y}' {each} ORDER BY COUNT(*) DESC LIMIT 1"
            yield "parents without in year", [f"which {b.things} had no {a.things} in {y}"], f"SELECT {l} FROM {b.sql} b WHERE {key} NOT IN (SELECT a.{there} {joined} WHERE {year} = '{y}')"


# What a figure or a day is about, by a word of its column, and the adjectives of its two ends, and how one asks for it.
SCALES = [
    ("price cost fee fare rent rate", "most expensive", "cheapest", "how much does {} cost"),
    ("weight", "heaviest", "lightest", "how heavy is {}"),
    ("height", "tallest", "shortest", "how tall is {}"),
    ("length duration minutes runtime", "longest", "shortest", "how long is {}"),
    ("age", "oldest", "youngest", "how old is {}"),
    ("population capacity size area", "biggest", "smallest", "how big is {}"),
    ("speed", "fastest", "slowest", "how fast is {}"),
]


def of_adjectives(t):
    if not t.label:
        return
    things, thing, rows, l = t.things, t.thing, t.sql, name(t.label["name"])
    for words, most, least, how in SCALES:
        of = [m for m in t.figures if m["words"][-1] in words.split()]
        if len(of) != 1 or sum(bool(set(m["words"]) & set(words.split())) for m in t.raw["columns"]) > 1:
            continue
        f = value(of[0])
        for adjective, to in ((most, "DESC"), (least, "ASC")):
            held = f"FROM {rows} WHERE {f} IS NOT NULL"
            yield "adjective", [f"which {thing} is the {adjective}", f"{adjective} {thing}", f"what's the {adjective} {thing}", f"what is our {adjective} {thing}"], f"SELECT {l} {held} ORDER BY {f} {to} LIMIT 1"
            yield "adjectives", [f"the 3 {adjective} {things}", f"what are the 3 {adjective} {things}", f"top 3 {adjective} {things}"], f"SELECT {l} {held} ORDER BY {f} {to} LIMIT 3"
            for c in some(t.kinds, 1):
                k, kind = name(c["name"]), said(c)
                yield "adjective of each", [f"which {thing} in each {kind} is the {adjective}", f"the {adjective} {thing} in each {kind}", f"{adjective} {thing} by {kind}", f"{adjective} {thing} for each {kind}"], f"SELECT {k}, {l} FROM (SELECT *, RANK() OVER (PARTITION BY {k} ORDER BY {f} {to}) AS place {held}) WHERE place = 1"
                for v in texts(c)[:1]:
                    yield "adjective of value", [f"{adjective} {thing} with {kind} {v}", f"what is the {adjective} {v} {thing}", f"which {v} {thing} is the {adjective}"], f"SELECT {l} {held} AND {k} = '{v}' ORDER BY {f} {to} LIMIT 1"
        for who in t.names(1):
            yield "how adjective", [how.format(who)], f"SELECT {f} FROM {rows} WHERE {l} = {text(who)}"


def of_sets(t):
    things, thing, rows = t.things, t.thing, t.sql
    for c in some(t.kinds, 2):
        k, kind, each, values = name(c["name"]), said(c), f"FROM {rows} GROUP BY {name(c['name'])}", texts(c)
        yield "top kinds", [f"top 3 {plural(kind)} by number of {things}", f"the 3 {plural(kind)} with the most {things}", f"which 3 {plural(kind)} have the most {things}"], f"SELECT {k} {each} ORDER BY COUNT(*) DESC LIMIT 3"
        for m in some(t.figures, 1):
            f, figure, high = value(m), said(m), bound(m)
            yield "top kinds by figure", [f"top 3 {plural(kind)} by total {figure}", f"the 3 {plural(kind)} with the highest total {figure}"], f"SELECT {k} {each} ORDER BY SUM({f}) DESC LIMIT 3"
            mean = t.one(f"SELECT AVG({f}) FROM {rows}")
            if mean:
                n = round(mean)
                yield "kinds with average over", [f"which {plural(kind)} have an average {figure} over {n}", f"{plural(kind)} with an average {figure} above {n}"], f"SELECT {k} {each} HAVING AVG({f}) > {n}"
            yield "lowest average", [f"which {kind} has the lowest average {figure}", f"{kind} with the smallest average {figure}"], f"SELECT {k} {each} ORDER BY AVG({f}) LIMIT 1"
            yield "span by", [f"lowest and highest {figure} for each {kind}", f"minimum and maximum {figure} by {kind}"], f"SELECT {k}, MIN({f}), MAX({f}) {each}"
            yield "figures by", [f"number of {things} and average {figure} by {kind}", f"how many {things} and what average {figure} per {kind}"], f"SELECT {k}, COUNT(*), AVG({f}) {each}"
            for v in values[:1]:
                where = f"FROM {rows} WHERE {k} = '{v}'"
                yield "share of total", [f"what percentage of the total {figure} comes from {v}", f"what share of total {figure} is {v}"], f"SELECT 100.0 * SUM(CASE WHEN {k} = '{v}' THEN {f} END) / SUM({f}) FROM {rows}"
                yield "highest of value", [f"highest {figure} for {v}", f"what is the highest {figure} of {v} {things}", f"maximum {figure} where {kind} is {v}"], f"SELECT MAX({f}) {where}"
                if high is not None:
                    yield "share over", [f"what percentage of {v} {things} have a {figure} over {high}"], f"SELECT 100.0 * SUM({f} > {high}) / COUNT(*) {where}"
                if t.label:
                    l = name(t.label["name"])
                    yield "best of value", [f"which {v} {thing} has the highest {figure}", f"{thing} with the highest {figure} in {v}"], f"SELECT {l} {where} AND {f} IS NOT NULL ORDER BY {f} DESC LIMIT 1"
                    yield "top of value", [f"top 3 {v} {things} by {figure}", f"the 3 {v} {things} with the highest {figure}"], f"SELECT {l} {where} AND {f} IS NOT NULL ORDER BY {f} DESC LIMIT 3"
                    yield "list value with figure", [f"list the {v} {things} with their {figure}", f"show me {v} {things} and their {figure}"], f"SELECT {l}, {f} {where}"
        if values:
            v = values[0]
            yield "except", [f"how many {things} other than {v}", f"how many {things} excluding {v}", f"number of {things} except {v}"], f"SELECT COUNT(*) FROM {rows} WHERE {k} <> '{v}'"
            yield "value alone", [f"how many {v}", f"how many are {v}", f"number of {v}", f"{v} count"], f"SELECT COUNT(*) FROM {rows} WHERE {k} = '{v}'"
            if t.label:
                l = name(t.label["name"])
                yield "which are", [f"which {things} are {v}", f"list {v} {things}", f"show all {v} {things}"], f"SELECT {l} FROM {rows} WHERE {k} = '{v}'"
                yield "which are not", [f"which {things} are not {v}", f"list the {things} that arent {v}"], f"SELECT {l} FROM {rows} WHERE {k} <> '{v}'"
        if len(values) > 1:
            v, w = values[:2]
            yield "neither", [f"how many {things} are neither {v} nor {w}", f"how many {things} are not {v} or {w}"], f"SELECT COUNT(*) FROM {rows} WHERE {k} NOT IN ('{v}', '{w}')"
            yield "how many more", [f"how many more {v} than {w} {things} are there", f"how many more {things} are {v} than {w}"], f"SELECT SUM({k} = '{v}') - SUM({k} = '{w}') FROM {rows}"
            yield "ratio", [f"ratio of {v} to {w} {things}", f"what is the ratio of {v} to {w}"], f"SELECT 1.0 * SUM({k} = '{v}') / SUM({k} = '{w}') FROM {rows}"
            yield "more or", [f"are there more {v} or {w} {things}", f"do we have more {v} or {w} {things}"], f"SELECT {k}, COUNT(*) FROM {rows} WHERE {k} IN ('{v}', '{w}') GROUP BY {k}"
            yield "share of two", [f"what percentage of {things} are {v} or {w}"], f"SELECT 100.0 * SUM({k} IN ('{v}', '{w}')) / COUNT(*) FROM {rows}"
        for d in some([d for d in t.kinds if d is not c], 1):
            for v in texts(d)[:1]:
                yield "count by of value", [f"{v} {things} by {kind}", f"how many {v} {things} are there in each {kind}"], f"SELECT {k}, COUNT(*) FROM {rows} WHERE {name(d['name'])} = '{v}' GROUP BY {k}"
                yield "most of value", [f"which {kind} has the most {v} {things}", f"most common {kind} of {v} {things}"], f"SELECT {k} FROM {rows} WHERE {name(d['name'])} = '{v}' GROUP BY {k} ORDER BY COUNT(*) DESC LIMIT 1"
    for m in some(t.figures, 1):
        f, figure = value(m), said(m)
        yield "difference", [f"difference between the highest and lowest {figure}", f"what is the difference between the highest and the lowest {figure}"], f"SELECT MAX({f}) - MIN({f}) FROM {rows}"
        yield "median", [f"median {figure}", f"what is the median {figure} of {things}"], f"SELECT AVG(x) FROM (SELECT {f} AS x, ROW_NUMBER() OVER (ORDER BY {f}) AS i, COUNT(*) OVER () AS n FROM {rows} WHERE {f} IS NOT NULL) WHERE i IN ((n + 1) / 2, (n + 2) / 2)"
        if t.label:
            l = name(t.label["name"])
            yield "second", [f"which {thing} has the second highest {figure}", f"{thing} with the second highest {figure}"], f"SELECT {l} FROM (SELECT *, RANK() OVER (ORDER BY {f} DESC) AS place FROM {rows} WHERE {f} IS NOT NULL) WHERE place = 2"
            yield "sorted", [f"{things} sorted by {figure}", f"list {things} from highest to lowest {figure}", f"rank the {things} by {figure}"], f"SELECT {l} FROM {rows} WHERE {f} IS NOT NULL"
            yield "list above average", [f"which {things} have a {figure} above average", f"{things} with an above average {figure}"], f"SELECT {l} FROM {rows} WHERE {f} > (SELECT AVG({f}) FROM {rows})"
            yield "most and its figure", [f"which {thing} has the highest {figure} and what is it", f"highest {figure} and which {thing} it is"], f"SELECT {l}, {f} FROM {rows} WHERE {f} IS NOT NULL ORDER BY {f} DESC LIMIT 1"
            for a, b in zip(t.names(1), t.names(1)):
                if a != b:
                    yield "compare two", [f"{figure} of {a} and {b}", f"compare the {figure} of {a} and {b}", f"{a} vs {b} {figure}"], f"SELECT {l}, {f} FROM {rows} WHERE {l} IN ({text(a)}, {text(b)})"


def of_times(t):
    if not t.day:
        return
    things, thing, rows, d = t.things, t.thing, t.sql, value(t.day)
    year, month = f"substr({d}, 1, 4)", f"substr({d}, 1, 7)"
    held = [r[0] for r in t.con.execute(f"SELECT {d} FROM {rows} WHERE {d} IS NOT NULL ORDER BY 1")]
    if not held:
        return
    early, late = held[len(held) // 3], held[2 * len(held) // 3]
    spoken = lambda day: f"{MONTHS[int(day[5:7]) - 1]} {day[:4]}"
    y, z = early[:4], late[:4]
    count = f"SELECT COUNT(*) FROM {rows}"
    yield "in month", [f"how many {things} did we have in {spoken(early)}", f"number of {things} in {spoken(early)[:3]} {y}"], f"{count} WHERE {month} = '{early[:7]}'"
    yield "on day", [f"how many {things} on {int(late[8:10])} {spoken(late)}", f"how many {things} on {late[:10]}"], f"{count} WHERE substr({d}, 1, 10) = '{late[:10]}'"
    weekday = f"strftime('%w', {d})"
    day_names = f"CASE {weekday} " + " ".join(f"WHEN '{i}' THEN '{n}'" for i, n in enumerate("Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split())) + " END"
    yield "weekday", [f"which day of the week has the most {things}", f"busiest day of the week for {things}", f"which weekday has the most {things}"], f"SELECT {day_names} FROM {rows} WHERE {d} IS NOT NULL GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1"
    yield "by weekday", [f"{things} by day of the week", f"how many {things} on each weekday"], f"SELECT {day_names}, COUNT(*) FROM {rows} WHERE {d} IS NOT NULL GROUP BY 1"
    yield "weekend", [f"how many {things} at weekends", f"how many {things} were on a weekend"], f"{count} WHERE {weekday} IN ('0', '6')"
    if y != z:
        yield "two years", [f"{things} in {y} vs {z}", f"compare the number of {things} in {y} and {z}", f"how many {things} in {y} and how many in {z}"], [f"SELECT {year}, COUNT(*) FROM {rows} WHERE {year} IN ('{y}', '{z}') GROUP BY 1", f"SELECT SUM({year} = '{y}'), SUM({year} = '{z}') FROM {rows}"]
        yield "between years", [f"how many {things} between {y} and {z}", f"how many {things} from {y} to {z}"], f"{count} WHERE {year} BETWEEN '{y}' AND '{z}'"
        yield "more than year", [f"how many more {things} in {z} than in {y}"], f"SELECT SUM({year} = '{z}') - SUM({year} = '{y}') FROM {rows}"
    if early[:7] != late[:7]:
        yield "between months", [f"how many {things} between {spoken(early)} and {spoken(late)}", f"how many {things} from {spoken(early)} to {spoken(late)}"], f"{count} WHERE {month} BETWEEN '{early[:7]}' AND '{late[:7]}'"
        yield "since month", [f"how many {things} since {spoken(late)}", f"number of {things} since the start of {spoken(late)}"], f"{count} WHERE {month} >= '{late[:7]}'"
        yield "before month", [f"how many {things} before {spoken(early)}"], f"{count} WHERE {month} < '{early[:7]}'"
    for f in some(t.figures, 1):
        yield "total in month", [f"total {said(f)} in {spoken(late)}", f"what was the total {said(f)} for {spoken(late)}"], f"SELECT SUM({value(f)}) FROM {rows} WHERE {month} = '{late[:7]}'"
        if y != z:
            yield "total by year", [f"total {said(f)} by year", f"yearly total {said(f)}", f"total {said(f)} each year"], f"SELECT {year}, SUM({value(f)}) FROM {rows} WHERE {d} IS NOT NULL GROUP BY 1"
            yield "best year by figure", [f"which year had the highest total {said(f)}", f"what year had the highest total {said(f)}"], f"SELECT {year} FROM {rows} WHERE {d} IS NOT NULL GROUP BY 1 ORDER BY SUM({value(f)}) DESC LIMIT 1"
            yield "average in year", [f"average {said(f)} in {z}", f"what was the average {said(f)} in {z}"], f"SELECT AVG({value(f)}) FROM {rows} WHERE {year} = '{z}'"
    if t.label:
        l = name(t.label["name"])
        held = f"FROM {rows} WHERE {d} IS NOT NULL"
        yield "newest", [f"the most recent {thing}", f"what was the last {thing}", f"which {thing} is the most recent"], f"SELECT {l} {held} ORDER BY {d} DESC LIMIT 1"
        yield "newest few", [f"last 3 {things}", f"the 3 most recent {things}", f"show me the latest 3 {things}"], f"SELECT {l} {held} ORDER BY {d} DESC LIMIT 3"
        yield "first few", [f"first 3 {things}", f"the 3 earliest {things}"], f"SELECT {l} {held} ORDER BY {d} LIMIT 3"
        yield "list in month", [f"which {things} were in {spoken(early)}", f"list {things} in {spoken(early)}"], f"SELECT {l} FROM {rows} WHERE {month} = '{early[:7]}'"
    for c in some(t.kinds, 1):
        k, kind = name(c["name"]), said(c)
        yield "most in year", [f"which {kind} had the most {things} in {z}", f"{kind} with the most {things} in {z}"], f"SELECT {k} FROM {rows} WHERE {year} = '{z}' GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1"
        yield "count by in year", [f"{things} by {kind} in {z}", f"how many {things} per {kind} in {z}"], f"SELECT {k}, COUNT(*) FROM {rows} WHERE {year} = '{z}' GROUP BY 1"
        for v in texts(c)[:1]:
            yield "value in month", [f"how many {v} {things} in {spoken(late)}", f"{v} {things} in {spoken(late)}, how many"], f"{count} WHERE {k} = '{v}' AND {month} = '{late[:7]}'"
            if y != z:
                yield "value by year", [f"{v} {things} by year", f"how many {v} {things} each year"], f"SELECT {year}, COUNT(*) FROM {rows} WHERE {d} IS NOT NULL AND {k} = '{v}' GROUP BY 1"


def of_link_and_values(link):
    """As `of_link`, with a condition on either side."""
    a, b, there, key, joined, outer = link.a, link.b, link.there, link.key, link.joined, link.outer
    l, each = f"b.{name(b.label['name'])}", f"GROUP BY {key}"
    having = f"{key} IN (SELECT {there} FROM {a.sql})"
    yield "share of parents", [f"what percentage of {b.things} have {a.things}", f"what share of {b.things} have at least one {a.thing}"], f"SELECT 100.0 * SUM({having}) / COUNT(*) FROM {b.sql} b"
    yield "how many parents without", [f"how many {b.things} have no {a.things}", f"how many {b.things} dont have any {a.things}", f"number of {b.things} without {a.things}"], f"SELECT SUM(NOT {having}) FROM {b.sql} b"
    yield "parent fewest", [f"which {b.thing} has the fewest {a.things}"], [f"SELECT {l} {joined} {each} ORDER BY COUNT(*) LIMIT 1"]
    yield "parents with exactly", [f"how many {b.things} have exactly one {a.thing}", f"how many {b.things} have only one {a.thing}"], f"SELECT COUNT(*) FROM (SELECT 1 {joined} {each} HAVING COUNT(*) = 1)"
    for m in some(a.figures, 1):
        f = value(m, "a.")
        yield "parent highest average", [f"which {b.thing} has the highest average {said(m)}"], f"SELECT {l} {joined} {each} ORDER BY AVG({f}) DESC LIMIT 1"
        yield "parent of highest", [f"which {b.thing} had the highest {said(m)}", f"{b.thing} with the highest {said(m)}"], [f"SELECT {l} {joined} WHERE {f} IS NOT NULL ORDER BY {f} DESC LIMIT 1", f"SELECT {l} {joined} {each} ORDER BY SUM({f}) DESC LIMIT 1"]
        for who in b.names(1):
            yield "highest of parent", [f"highest {said(m)} for {who}", f"what was the highest {said(m)} of {who}"], f"SELECT MAX({f}) {joined} WHERE {l} = {text(who)}"
    for c in some(b.kinds, 1):
        k, kind = f"b.{name(c['name'])}", said(c)
        yield "kind of parent most", [f"which {b.thing} {kind} has the most {a.things}", f"which {kind} has the most {a.things}"], f"SELECT {k} {joined} GROUP BY {k} ORDER BY COUNT(*) DESC LIMIT 1"
        for m in some(a.figures, 1):
            f = value(m, "a.")
            yield "total by kind of parent", [f"total {said(m)} by {b.thing} {kind}", f"total {said(m)} for each {kind}"], f"SELECT {k}, SUM({f}) {joined} GROUP BY {k}"
            for v in texts(c)[:1]:
                yield "total of value of parent", [f"total {said(m)} of {v} {b.things}", f"total {said(m)} for {v} {b.things}"], f"SELECT SUM({f}) {joined} WHERE {k} = '{v}'"
                yield "average of value of parent", [f"average {said(m)} for {v} {b.things}", f"what is the average {said(m)} of {b.things} with {kind} {v}"], f"SELECT AVG({f}) {joined} WHERE {k} = '{v}'"
        for v in texts(c)[:1]:
            where = f"WHERE {k} = '{v}'"
            yield "of value of parent", [f"how many {a.things} do {v} {b.things} have", f"how many {a.things} of {v} {b.things}", f"number of {a.things} for {v} {b.things}"], f"SELECT COUNT(*) {joined} {where}"
            yield "value of parents have", [f"how many {v} {b.things} have {a.things}", f"how many {b.things} with {kind} {v} have {a.things}"], f"SELECT COUNT(DISTINCT {key}) {joined} {where}"
            yield "value of parents without", [f"which {v} {b.things} have no {a.things}", f"{v} {b.things} without {a.things}"], f"SELECT {l} FROM {b.sql} b {where} AND NOT {having}"
            yield "value of parent most", [f"which {v} {b.thing} has the most {a.things}"], f"SELECT {l} {joined} {where} {each} ORDER BY COUNT(*) DESC LIMIT 1"
    for c in some(a.kinds, 1):
        k = f"a.{name(c['name'])}"
        for v in texts(c)[:1]:
            where = f"WHERE {k} = '{v}'"
            yield "value of each parent", [f"how many {v} {a.things} does each {b.thing} have", f"{v} {a.things} by {b.thing}"], [f"SELECT {l}, COUNT(*) {joined} {where} {each}", f"SELECT {l}, SUM({k} = '{v}') {joined} {each}", f"SELECT {l}, COALESCE(SUM({k} = '{v}'), 0) {outer} {each}"]
            yield "parent most of value", [f"which {b.thing} has the most {v} {a.things}", f"{b.thing} with the most {v} {a.things}"], f"SELECT {l} {joined} {where} {each} ORDER BY COUNT(*) DESC LIMIT 1"
            yield "parents with value", [f"how many {b.things} have {v} {a.things}", f"how many {b.things} have had a {a.thing} with {said(c)} {v}"], f"SELECT COUNT(DISTINCT {key}) {joined} {where}"
            yield "parents without value", [f"which {b.things} have no {v} {a.things}", f"{b.things} without {v} {a.things}"], f"SELECT {l} FROM {b.sql} b WHERE {key} NOT IN (SELECT a.{there} {joined} {where})"
            for who in b.names(1):
                yield "value of one parent", [f"how many {v} {a.things} does {who} have", f"number of {v} {a.things} for {who}"], f"SELECT COUNT(*) {joined} {where} AND {l} = {text(who)}"
    if a.day:
        day = value(a.day, "a.")
        yield "last of each parent", [f"when was the last {a.thing} of each {b.thing}", f"date of the latest {a.thing} for each {b.thing}"], [f"SELECT {l}, MAX({day}) {joined} {each}", f"SELECT {l}, MAX({day}) {outer} {each}"]
        for who in b.names(1):
            for (y,) in a.con.execute(f"SELECT substr({day}, 1, 4) {joined} WHERE {l} = {text(who)} AND {day} IS NOT NULL LIMIT 1").fetchall():
                yield "of parent in year", [f"how many {a.things} did {who} have in {y}", f"{who}'s {a.things} in {y}, how many"], f"SELECT COUNT(*) {joined} WHERE {l} = {text(who)} AND substr({day}, 1, 4) = '{y}'"


def is_told(con, sql):
    """Whether the answer is there, not too long, and no tie decides which rows it has."""
    try:
        rows = con.execute(sql).fetchmany(2001)
        if not rows or len(rows) > 2000 or rows in ([(None,)], [(0,)]):
            return False
        if ordered := re.fullmatch(r"(.*) ORDER BY (.*?)( DESC| ASC)? LIMIT (\d+)", sql):
            head, by, to, n = ordered.groups()
            keys = con.execute(f"SELECT {by} {head[head.index(' FROM '):]} ORDER BY 1{to or ''} LIMIT {int(n) + 1}").fetchall()
            return len(keys) <= int(n) or keys[-1] != keys[-2]
        return True
    except sqlite3.Error:
        return False


def load(path):
    if path.endswith(".sql"):
        con = sqlite3.connect(":memory:")
        con.executescript(open(path, encoding="utf8").read())
    else:
        con = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    con.text_factory = lambda b: b.decode("utf8", "replace")
    return con


def main():
    root, asked = sys.argv[1], []
    for path in sys.argv[2:]:
        for line in open(path, encoding="utf8"):
            read = json.loads(line)
            if "known" not in read:
                continue
            con = load(f"{root}/{read['db']}")
            names = collections.Counter(said(c) for t in read["known"]["tables"] for c in t["columns"])
            tables = [Table(con, t, {n for n in names if names[n] > 1}) for t in read["known"]["tables"]]
            made = [q for t in tables if t.fit for of in (of_kinds, of_figures, of_days, of_adjectives, of_sets, of_times) for q in of(t)]
            links = read["known"]["links"]
            ends = lambda link: {link["from"][0]["table"], link["to"][0]["table"]}
            for link in links:
                there, here = link["from"][0], link["to"][0]
                a, b = tables[there["table"]], tables[here["table"]]
                if len(link["from"]) == 1 and a is not b and a.fit and b.fit and sum(ends(x) == ends(link) for x in links) == 1:
                    link = Link(a, b, a.raw["columns"][there["column"]], b.raw["columns"][here["column"]])
                    made += [q for of in (of_link, of_link_and_values) if b.label for q in of(link)]
            for kind, wordings, gold in made:
                at = rnd.randrange(len(wordings))
                gold = gold if isinstance(gold, list) else [gold]
                if kind == "bottom":
                    gold = gold[at:at + 1]
                if all(is_told(con, sql) for sql in gold):
                    asked.append({"db": read["db"], "db_id": re.sub(r".*/|\.\w+$", "", read["db"]), "dialect": "sqlite",
                                  "question": worded(wordings[at]), "gold": gold, "kinds": [kind]})
    rnd.shuffle(asked)
    kept = collections.Counter()
    for i, q in enumerate(asked):
        kept.update(q["kinds"])
        if kept[q["kinds"][0]] <= MOST:
            print(json.dumps({"id": f"people_plain{i:05}", **q}))


main()
