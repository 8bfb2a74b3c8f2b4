// The list of databases that the mock begins with, and what goes wrong with which path.
import type { Connection, Place, Problem, ProblemCode, Server } from "../../contract";

export function problem(
  code: ProblemCode,
  message: string,
  hint: string | null = null,
  detail: string | null = null,
): Problem {
  return { code, message, hint, detail };
}

export const SAMPLES: Connection[] = [
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

const SERVER: Server = {
  host: "db.example.org",
  port: 5432,
  database: "shop",
  user: "anna",
  tls: "verify-full",
  authorities: null,
  schema: null,
};

function server(
  id: string,
  name: string,
  change: Partial<Connection>,
  place: Partial<Server> = {},
): Connection {
  const at = { ...SERVER, ...place };
  return {
    id,
    name,
    url: `postgres://${at.user}@${at.host}:${at.port}/${at.database}`,
    dialect: "postgres",
    sample: false,
    about: "",
    opened: 1_760_000_000_000,
    target: { place: { kind: "postgres", ...at }, tunnel: null },
    colour: null,
    keep: "run",
    ...change,
  };
}

/** With `mock.saved` in the browser's storage: one that opens by itself, one that asks, one that is sealed. */
export function saved(): Connection[] {
  if (localStorage.getItem("mock.saved") === null) return [];
  return [
    server("company-shop", "Company shop", { colour: "red", keep: "keychain" }),
    server(
      "shop-test",
      "Shop, for testing",
      { colour: "green" },
      { host: "test.example.org", tls: "prefer" },
    ),
    server("payroll", "Payroll", { colour: "violet", keep: "passphrase" }, { database: "payroll" }),
  ];
}

export const TROUBLES: [RegExp, Problem][] = [
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
    problem("denied", "You are not allowed to read this file.", "Ask its owner for permission to read it."),
  ],
];

/** A bare path says itself what it is; an address says it first. */
export function placeOf(address: string): Place {
  const text = address.trim();
  if (/^postgres(ql)?:\/\//.test(text)) {
    const url = new URL(text);
    return {
      kind: "postgres",
      host: decodeURIComponent(url.hostname),
      port: Number(url.port || 5432),
      database: decodeURIComponent(url.pathname.slice(1)),
      user: decodeURIComponent(url.username),
      tls: (url.searchParams.get("sslmode") as Server["tls"] | null) ?? "prefer",
      authorities: null,
      schema: null,
    };
  }
  if (/^\w+:\/\//.test(text))
    throw problem(
      "bad_input",
      "Askwell does not know databases of this kind.",
      "It opens SQLite, DuckDB, PostgreSQL, and files of tables.",
    );
  const path = text.replace(/^\w+:/, "");
  if (/\.(csv|tsv|parquet|json|xlsx)$/i.test(path) || text.startsWith("files:"))
    return { kind: "files", paths: path.split(";") };
  return /duckdb/.test(text) ? { kind: "duckdb", path } : { kind: "sqlite", path };
}

export function urlOf(place: Place): string {
  switch (place.kind) {
    case "sqlite":
    case "duckdb":
      return `${place.kind}:${place.path}`;
    case "files":
      return `files:${place.paths.join(";")}`;
    case "postgres":
      return `postgres://${place.user}@${place.host}:${place.port}/${place.database}`;
  }
}
