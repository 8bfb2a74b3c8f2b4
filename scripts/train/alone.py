"""Makes conversations of questions that each stand alone, so that a turn is not taken for going on because another was before it.

Usage: alone.py QUESTIONS.jsonl OUT.jsonl [MOST]
In: questions with `db_id`; those that expect anything but an answer are left out. Out: of each database at most MOST of them
(20), in a fixed random order, as the turns of one conversation; their ids begin with `alone`, by which turns.py knows them.
"""
import json, random, sys

source, target = sys.argv[1:3]
most = int(sys.argv[3]) if len(sys.argv) > 3 else 20
by = {}
for line in open(source, encoding="utf8"):
    question = json.loads(line)
    if not question.get("expect"):
        by.setdefault(question["db_id"], []).append(question)
with open(target, "w", encoding="utf8") as out:
    for number, (_, questions) in enumerate(sorted(by.items())):
        turns = random.Random(number).sample(questions, min(most, len(questions)))
        for turn, question in enumerate(turns):
            history = [q["question"] for q in turns[:turn]]
            line = question | {"id": f"alone-{question['id']}", "conversation": number, "turn": turn, "history": history}
            out.write(json.dumps(line, ensure_ascii=False) + "\n")
