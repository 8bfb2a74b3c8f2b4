// A scenario played as a run: the events in their order, each with the pause before it.
import type {
  Artifact,
  Candidate,
  Catalog,
  Cluster,
  Duel,
  Event,
  ExampleMatch,
  Follow,
  Grade,
  Header,
  Judged,
  Picked,
  Reply,
  Selection,
  Span,
  Stage,
  TableMatch,
  TraceStep,
} from "../../contract";
import { disagreement } from "./apart";
import type { Query, Scenario, Traced } from "./contested";

export interface Step {
  pause: number;
  stage: Stage | null;
  artifact: Artifact;
}

function spanOf(question: string, words: string): Span | null {
  const at = question.toLowerCase().indexOf(words.toLowerCase());
  if (at < 0) return null;
  const bytes = (text: string) => new TextEncoder().encode(text).length;
  const start = bytes(question.slice(0, at));
  return { start, end: start + bytes(question.slice(at, at + words.length)) };
}

function traced(question: string, [text, rows_in, rows_out, ...words]: Traced): TraceStep {
  return { text, words: words.flatMap((w) => spanOf(question, w) ?? []), rows_in, rows_out };
}

function candidates(scenario: Scenario, question: string): Candidate[] {
  const uses = scenario.words.flatMap((w) => {
    const span = spanOf(question, w.words);
    const of = w.grammar ? "" : w.column ? `${w.table}.${w.column}` : w.table;
    return span ? [{ span, words: w.words, meaning: w.meaning, of }] : [];
  });
  return scenario.queries.map((q, n) => ({
    id: `c${n + 1}`,
    generator: q.generator,
    sql: q.repair?.before ?? q.sql,
    reading: q.reading,
    belief: q.belief,
    uses,
    unplaced: scenario.unplaced ?? [],
  }));
}

function judge(query: Query, candidate: Candidate, repaired: boolean): Judged {
  const broken = query.repair && !repaired;
  const findings = broken
    ? [
        {
          code: "unknown_column",
          severity: "error" as const,
          message: "There is no column “name” in customers.",
          hint: "The nearest is “company_name”.",
          engine: "no such column: c.name",
          engine_code: null,
          position: null,
        },
      ]
    : (query.findings ?? []);
  const result = query.result;
  const outcome: Judged["outcome"] =
    broken && findings[0]
      ? { kind: "failed", finding: findings[0], ms: 1.2 }
      : query.failed
        ? { kind: "failed", finding: query.failed, ms: 0.8 }
        : result
          ? {
              kind: "ran",
              result,
              rows: query.rows ?? result.rows.length,
              ms: query.ms ?? 6 + query.sql.length / 20,
            }
          : { kind: "not_run" };
  const ran = outcome.kind === "ran";
  return {
    candidate: repaired ? { ...candidate, sql: query.sql } : candidate,
    findings,
    outcome,
    score: ran ? 100 + Math.round(query.belief * 40) : 0,
    parts: [
      { name: "runs", points: ran ? 100 : 0, why: ran ? "It ran." : "It did not run." },
      {
        name: "words used",
        points: Math.round(query.belief * 40),
        why: "Words of the question that the query accounts for.",
      },
    ],
    confidence: ran ? query.belief / 3 : 0,
    repairs: query.repair && repaired ? [{ ...query.repair, candidate: candidate.id }] : [],
  };
}

function clusters(judged: Judged[], queries: Query[]): Cluster[] {
  const letters = [...new Set(queries.flatMap((q) => q.cluster ?? []))].sort();
  return letters.map((id) => {
    const members = judged.filter((_, n) => queries[n]?.cluster === id);
    const first = members[0]?.outcome;
    const result = first?.kind === "ran" ? first.result : null;
    const columns = result?.columns.length ?? 0;
    const rows = first?.kind === "ran" ? first.rows : 0;
    const cell = rows === 1 && columns === 1 ? `: ${result?.rows[0]?.[0]}` : "";
    return {
      id,
      members: members.map((m) => m.candidate.id),
      rows,
      columns,
      empty: rows === 0,
      summary: `${rows} ${rows === 1 ? "row" : "rows"}, ${columns} ${columns === 1 ? "column" : "columns"}${cell}`,
    };
  });
}

function duels(groups: Cluster[]): Duel[] {
  const out: Duel[] = [];
  for (const [n, a] of groups.entries()) {
    for (const b of groups.slice(n + 1)) {
      const turned = a.id === "B" && b.id === "C";
      out.push({
        a: a.id,
        b: b.id,
        winner: turned ? b.id : a.id,
        judge: "rules",
        reasons: [
          {
            name: "words covered",
            a: 4,
            b: turned ? 4 : 3,
            says: `${a.id} accounts for “best” by the size of what was bought.`,
          },
          {
            name: "agreement",
            a: a.members.length,
            b: b.members.length,
            says: `${a.members.length} against ${b.members.length} queries give this result.`,
          },
          { name: "joins", a: 2, b: turned ? 3 : 1, says: "Fewer joins leave less room for a mistake." },
          {
            name: "unasked filters",
            a: 0,
            b: b.id === "C" ? -2 : 0,
            says: b.id === "C" ? "C filters on a year that nobody asked for." : "Neither adds a filter.",
          },
        ],
      });
    }
  }
  return out;
}

function select(groups: Cluster[], scenario: Scenario, judged: Judged[]): Selection {
  const total = judged.filter((j) => j.outcome.kind === "ran").length;
  const resultOf = (cluster: Cluster) => {
    const outcome = judged.find((j) => cluster.members.includes(j.candidate.id))?.outcome;
    return outcome?.kind === "ran" ? outcome.result : null;
  };
  const largest = Math.max(0, ...groups.map((g) => g.members.length));
  const contested = groups.length > 1 && largest / total < 0.6;
  const fought = contested ? duels(groups) : [];
  return {
    method: contested ? "tournament" : total < 2 ? "fallback" : "fast_path",
    clusters: groups,
    duels: fought,
    standings: groups.map((g) => ({ cluster: g.id, wins: fought.filter((d) => d.winner === g.id).length })),
    winner: groups[0]?.members[0] ?? "c1",
    why: scenario.why ?? "",
    // Of a declined question the winner is one of them.
    others: groups
      .slice("declined" in scenario.outcome ? 0 : 1)
      .filter((g) => !g.empty)
      .slice(0, 3)
      .map((g) => g.id),
    disagreement: disagreement(scenario.told, groups, resultOf),
  };
}

/** What a model is shown to learn from. */
const LIKE: ExampleMatch[] = [
  {
    database: "harbor-goods",
    question: "How many customers are in Spain?",
    sql: "SELECT COUNT(*) FROM customers WHERE country = 'Spain'",
    similarity: 0.97,
    verified: true,
  },
  {
    database: "library",
    question: "How many members live in each town?",
    sql: "SELECT town, COUNT(*) FROM members GROUP BY town",
    similarity: 0.71,
    verified: false,
  },
];

/** Each table of the words, the first of them the likest; 0.3, 0.4 and 0.3 as the engine weighs them. */
function weighed(scenario: Scenario): TableMatch[] {
  const names = [...new Set(scenario.words.map((w) => w.table))];
  const said = (table: string) => scenario.words.filter((w) => w.table === table).length;
  const most = Math.max(1, ...names.map(said));
  return names.map((table, n) => {
    const [named, best, searched] = [said(table), 0.96 - n * 0.09, 1 / (n + 1)];
    return { table, named, best, searched, score: 0.3 * (named / most) + 0.4 * best + 0.3 * searched };
  });
}

/** As a model chooses: what the words name, and a column more; one name it made up. */
function picked(scenario: Scenario): Picked {
  const named = scenario.words.flatMap((w) => (w.column ? [{ table: w.table, column: w.column }] : []));
  const precise = [{ table: "customers", column: "customer_id" }, ...named];
  return {
    precise,
    recall: [...precise, { table: "customers", column: "city" }, { table: "orders", column: "status" }],
    dropped: ["customers.nationality"],
    sketch: "SELECT city FROM customers JOIN orders USING (customer_id) WHERE status = 'open'",
  };
}

export function script(
  scenario: Scenario,
  question: string,
  header: Header,
  catalog: Catalog,
  beat: number,
  advised: boolean,
  turn: { follows: Follow | null; reply: Reply | null },
): Step[] {
  const out: Step[] = [];
  let stage: Stage | null = null;
  const say = (artifact: Artifact, pause = beat) => out.push({ pause, stage, artifact });
  const enter = (next: Stage) => {
    stage = next;
    say({ kind: "entered", value: next }, 6);
  };
  say({ kind: "started", value: header }, 0);
  enter("converse");
  if (turn.reply) {
    say({ kind: "reply", value: turn.reply }, 10);
    return out;
  }
  say({ kind: "plan", value: { question, evidence: header.evidence ?? "", follows: turn.follows } }, 10);
  enter("ground");
  if ("problem" in scenario.outcome) {
    say({ kind: "problem", value: scenario.outcome.problem });
    return out;
  }
  const found = scenario.words.flatMap((w) => {
    const span = spanOf(question, w.words);
    if (!span || !w.value || !w.column) return [];
    return [
      {
        span,
        words: w.words,
        table: w.table,
        column: w.column,
        value: w.value,
        similarity: 1,
        exact: w.words === w.value,
        rows: 71,
      },
    ];
  });
  say({ kind: "grounding", value: { values: found, examples: advised ? LIKE : [] } });
  enter("link");
  say({
    kind: "linked",
    value: {
      precise: scenario.words.map((w, n) => ({
        table: w.table,
        column: w.column,
        span: spanOf(question, w.words) ?? { start: 0, end: 0 },
        words: w.words,
        score: 0.96 - n * 0.09,
        by: w.by,
      })),
      recall: catalog.tables.slice(0, 4).map((t) => ({
        table: t.name,
        column: null,
        span: { start: 0, end: 0 },
        words: t.name,
        score: 0.31,
        by: "similar",
      })),
      tables: weighed(scenario),
      joins: scenario.queries.some((q) => q.sql.includes("JOIN"))
        ? [
            {
              left_table: "orders",
              left_column: "customer_id",
              right_table: "customers",
              right_column: "customer_id",
            },
            {
              left_table: "order_lines",
              left_column: "order_id",
              right_table: "orders",
              right_column: "order_id",
            },
          ]
        : [],
      unplaced: scenario.unplaced ?? [],
      chosen: advised ? picked(scenario) : null,
      cautions: scenario.cautions ?? [],
    },
  });
  enter("generate");
  if ("declined" in scenario.outcome) {
    say({ kind: "declined", value: scenario.outcome.declined });
    if (scenario.queries.length === 0) return out;
  }
  if (scenario.enough) say({ kind: "enough", value: scenario.enough });
  const written = candidates(scenario, question);
  for (const candidate of written) say({ kind: "candidate", value: candidate });
  enter("evaluate");
  const judged = written.map((candidate, n) => judge(scenario.queries[n] as Query, candidate, false));
  for (const verdict of judged) say({ kind: "judged", value: verdict });
  if ("answer" in scenario.outcome) enter("repair");
  for (const [n, candidate] of written.entries()) {
    const query = scenario.queries[n];
    if (!query?.repair) continue;
    say({ kind: "repair", value: { ...query.repair, candidate: candidate.id } });
    judged[n] = judge(query, candidate, true);
    say({ kind: "judged", value: judged[n] });
  }
  enter("select");
  const groups = clusters(judged, scenario.queries);
  say({ kind: "clusters", value: groups });
  const selection = select(groups, scenario, judged);
  for (const duel of selection.duels) say({ kind: "duel", value: duel });
  say({ kind: "selection", value: selection });
  if (!("answer" in scenario.outcome)) return out;
  enter("answer");
  const { answer, winner } = scenario.outcome;
  const chosen = judged[winner];
  if (chosen?.outcome.kind === "ran") {
    enter("grade");
    say({ kind: "grade", value: graded(chosen) });
    stage = "answer";
    say({
      kind: "answer",
      value: {
        candidate: chosen.candidate.id,
        headline: null,
        sql: chosen.candidate.sql,
        reading: chosen.candidate.reading,
        result: chosen.outcome.result,
        chart: null,
        notes: [],
        assumed: [],
        odds: { high: 0.87, medium: 0.64, low: 0.31 }[answer.trust],
        ...answer,
        steps: answer.steps.map((step) => traced(question, step)),
      },
    });
  }
  return out;
}

// As the engine reviews by rules: what does not pass has a reason.
function graded(chosen: Judged): Grade {
  const issues = chosen.findings.map((f) => f.message);
  return {
    candidate: chosen.candidate.id,
    round: 0,
    passes: issues.length === 0,
    by: null,
    confidence: null,
    issues,
    suggestions: [],
    remarks: [],
  };
}

export function event(run: string, seq: number, at: number, step: Step): Event {
  return { seq, run, stage: step.stage, at, artifact: step.artifact };
}
