// The whole contract in a plain browser, for page tests and design work. Words in the input call for trouble:
// opening "locked", "missing", "notadb", "denied", "empty", "odd" or "slow"; asking "fail", "slow", "decline", "disagree", "wide",
// "everything", "refuse"; exporting to "full".
import type { Catalog, Connection, Event, Problem, Place, ProblemCode, RunSummary } from "../../contract";
import type { Backend, Drop } from "../backend";
import { harbor, league, nothing, odd, profiles } from "./catalogs";
import { LINES, orderLines } from "./results";
import { EXAMPLES, scenarioFor } from "./scenarios";
import { event, script } from "./script";

const POWERS = { can_write: true, says: "This user may change the file; Askwell opens it for reading only." };

function placeOf(url: string): Place {
  const path = url.replace(/^\w+:/, "");
  return /duckdb/.test(url) ? { kind: "duckdb", path } : { kind: "sqlite", path };
}

const SAMPLES: Connection[] = [
  {
    id: "harbor-goods",
    name: "Harbor Goods",
    url: "sqlite:/samples/harbor-goods.sqlite",
    dialect: "sqlite",
    sample: true,
    about: "A wholesaler: customers, orders, stock and shipments of four years.",
    opened: null,
    target: { place: { kind: "sqlite", path: "/samples/harbor-goods.sqlite" }, tunnel: null },
    colour: null,
    keep: "run",
  },
  {
    id: "northern-league",
    name: "Northern League",
    url: "duckdb:/samples/northern-league.duckdb",
    dialect: "duckdb",
    sample: true,
    about: "A basketball league: teams, players and box scores of five seasons.",
    opened: null,
    target: { place: { kind: "duckdb", path: "/samples/northern-league.duckdb" }, tunnel: null },
    colour: null,
    keep: "run",
  },
];

function problem(
  code: ProblemCode,
  message: string,
  hint: string | null = null,
  detail: string | null = null,
): Problem {
  return { code, message, hint, detail };
}

const OPENING: [RegExp, Problem][] = [
  [
    /locked/,
    problem(
      "locked",
      "Another program has this database open.",
      "Close it there, for example in a DuckDB shell, then open it again here.",
      "IO Error: Could not set lock on file: Conflicting lock is held in /usr/bin/duckdb (PID 4711)",
    ),
  ],
  [
    /missing/,
    problem(
      "not_found",
      "There is no file at this place.",
      "Check the path; it may have been moved or renamed.",
      "/data/missing.sqlite: No such file or directory",
    ),
  ],
  [
    /notadb/,
    problem(
      "not_a_database",
      "This file is not a SQLite or DuckDB database.",
      "Choose a file that ends in .sqlite, .db or .duckdb.",
      "file is not a database (26)",
    ),
  ],
  [
    /denied/,
    problem(
      "denied",
      "You are not allowed to read this file.",
      "Ask its owner for permission to read it.",
      null,
    ),
  ],
];

/** What the page tests send in place of a file dragged from the desktop. */
type Dropped = CustomEvent<Drop>;

/** Milliseconds between events; `?beat=` makes tests quick. */
const BEAT = Number(new URLSearchParams(location.search).get("beat") ?? 45);

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

export function mock(): Backend {
  const connections = [...SAMPLES];
  const stopped = new Set<string>();
  const runs = new Map<string, Event[]>();
  const history = new Map<string, RunSummary[]>();

  function catalogOf(connection: Connection): Catalog {
    if (connection.id === "harbor-goods") return harbor;
    if (connection.id === "northern-league") return league;
    if (/odd/.test(connection.url)) return { ...odd, name: connection.name };
    if (/empty/.test(connection.url)) return { ...nothing, name: connection.name };
    return { ...harbor, name: connection.name };
  }

  function byId(id: string): Connection {
    const found = connections.find((c) => c.id === id);
    if (!found) throw problem("not_found", "This database is no longer in the list.", "Open it again.");
    return found;
  }

  function keep(id: string, question: string, events: Event[]) {
    const run = events[0]?.run ?? "";
    runs.set(run, events);
    const last = (kind: string) => events.find((e) => e.artifact.kind === kind)?.artifact;
    const answer = last("answer");
    const trouble = last("problem");
    const state = answer
      ? "answered"
      : last("declined")
        ? "declined"
        : trouble?.kind === "problem" && trouble.value.code === "cancelled"
          ? "stopped"
          : "failed";
    const summary: RunSummary = {
      run,
      question,
      started: Date.now(),
      state,
      sentence: answer?.kind === "answer" ? answer.value.sentence : "",
      trust: answer?.kind === "answer" ? answer.value.trust : null,
    };
    history.set(id, [summary, ...(history.get(id) ?? [])]);
  }

  return {
    connections: async () => {
      await wait(30);
      return [...connections];
    },
    open: async (url) => {
      await wait(/slow/.test(url) ? 1500 : 120);
      const trouble = OPENING.find(([words]) => words.test(url));
      if (trouble) throw trouble[1];
      if (url.trim() === "")
        throw problem("bad_input", "There is no path or URL.", "Paste one, or choose a file.");
      const known = connections.findIndex((c) => c.url === url);
      const stem = url.replace(/^.*[/:]/, "").replace(/\.\w+$/, "");
      const connection: Connection =
        known >= 0
          ? { ...(connections[known] as Connection), opened: Date.now() }
          : {
              id: stem.toLowerCase().replace(/[^a-z0-9]+/g, "-") || "database",
              name: stem || "database",
              url,
              dialect: /duckdb/.test(url) ? "duckdb" : "sqlite",
              sample: false,
              about: "",
              opened: Date.now(),
              target: { place: placeOf(url), tunnel: null },
              colour: null,
              keep: "run",
            };
      if (known >= 0) connections[known] = connection;
      else connections.splice(SAMPLES.length, 0, connection);
      return { connection, catalog: catalogOf(connection), powers: POWERS };
    },
    forget: async (id) => {
      const at = connections.findIndex((c) => c.id === id && !c.sample);
      if (at >= 0) connections.splice(at, 1);
    },
    prepare: async (id, onProgress) => {
      const connection = byId(id);
      const catalog = catalogOf(connection);
      const slow = /slow/.test(connection.url);
      for (const [done, table] of catalog.tables.entries()) {
        await wait(slow ? 400 : BEAT / 4);
        onProgress({ table: table.name, done, of: catalog.tables.length });
      }
      return { tables: profiles(catalog), values: catalog.tables.length * 311, ms: 214, cached: false };
    },
    examples: async (id) =>
      EXAMPLES[byId(id).id] ??
      (catalogOf(byId(id)).tables.length > 0 ? (EXAMPLES["harbor-goods"] ?? []) : []),
    ask: async (id, run, question, onEvent) => {
      if (/refuse/.test(question))
        throw problem("bad_input", "The question is empty.", "Type a question first.");
      const catalog = catalogOf(byId(id));
      const header = {
        run,
        askwell: "0.1.0",
        engine: catalog.engine,
        dialect: catalog.dialect,
        database: catalog.name,
        fingerprint: "mock",
        question,
        seed: 7,
        started: Date.now(),
      };
      const begun = performance.now();
      const events: Event[] = [];
      const send = (step: Parameters<typeof event>[3]) => {
        const made = event(run, events.length, performance.now() - begun, step);
        events.push(made);
        onEvent(made);
      };
      let stage = null;
      for (const step of script(
        scenarioFor(question),
        question,
        header,
        catalog,
        /slow/.test(question) ? 900 : BEAT,
      )) {
        for (let left = step.pause; left > 0 && !stopped.has(run); left -= 50) await wait(Math.min(left, 50));
        if (stopped.has(run)) {
          send({ pause: 0, stage, artifact: { kind: "problem", value: problem("cancelled", "Stopped.") } });
          break;
        }
        stage = step.stage;
        send(step);
      }
      // As over a real channel: the last message comes after the promise has resolved.
      setTimeout(() => {
        send({
          pause: 0,
          stage: null,
          artifact: { kind: "finished", value: { ms: performance.now() - begun } },
        });
        keep(id, question, events);
      }, 5);
    },
    stop: async (run) => {
      stopped.add(run);
    },
    history: async (id) => {
      await wait(20);
      return history.get(id) ?? [];
    },
    replay: async (run) => {
      const events = runs.get(run);
      if (!events) throw problem("not_found", "This run is no longer kept.", "Ask the question again.");
      return structuredClone(events);
    },
    page: async (_id, sql, offset, limit) => {
      await wait(60);
      if (!/order_lines/.test(sql)) return { columns: [], rows: [], truncated: null };
      return orderLines(offset, limit);
    },
    formatSql: async (_id, sql) => {
      await wait(15);
      return sql
        .trim()
        .replace(/\s+/g, " ")
        .replace(/ (FROM|WHERE|GROUP BY|ORDER BY|LIMIT|HAVING) /g, "\n$1\n  ")
        .replace(/ (JOIN) /g, "\n  $1 ")
        .replace(/^SELECT /, "SELECT\n  ")
        .replace(/ AND /g, "\n  AND ");
    },
    exportCsv: async (_id, _sql, path, _options, onProgress) => {
      if (/full/.test(path))
        throw problem(
          "denied",
          "The disk is full.",
          "Free some space or choose another folder.",
          `write ${path}: No space left on device (28)`,
        );
      for (let rows = 0; rows < LINES; rows += 500) {
        await wait(30);
        onProgress({ rows });
      }
      return { path, rows: LINES, bytes: 187_442 };
    },
    pickDatabase: async () => "/data/night-market.sqlite",
    onDrop: (listener) => {
      const hear = (e: Dropped) => listener(e.detail);
      window.addEventListener("mock-drop", hear as EventListener);
      return () => window.removeEventListener("mock-drop", hear as EventListener);
    },
    pickSavePath: async (suggested) => `/exports/${suggested}`,
  };
}
