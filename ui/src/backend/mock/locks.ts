// The self-test of a mock database: many small variations of a few kinds of attack.
import type { Attempt, Lock } from "../../contract";

const KINDS: [string, string, Lock, string][] = [
  [
    "delete all rows of a table",
    "DELETE FROM {t}",
    "statement",
    "Only a query that reads is run; this one deletes.",
  ],
  ["drop a table", "DROP TABLE {t}", "statement", "Only a query that reads is run; this one drops a table."],
  [
    "change rows behind a query",
    "WITH gone AS (DELETE FROM {t} RETURNING *) SELECT * FROM gone",
    "statement",
    "A part of the query writes.",
  ],
  [
    "hide a second statement in a comment",
    "SELECT 1 /* ; */ ; UPDATE {t} SET id = 0",
    "statement",
    "There is more than one statement.",
  ],
  [
    "write the rows into a file",
    "COPY {t} TO '/tmp/out.csv'",
    "statement",
    "Only a query that reads is run; this one writes a file.",
  ],
  ["lock rows for others", "SELECT * FROM {t} FOR UPDATE", "statement", "The query locks rows for writing."],
  [
    "create a table",
    "CREATE TABLE taken AS SELECT * FROM {t}",
    "connection",
    "attempt to write a readonly database",
  ],
  [
    "insert a row",
    "INSERT INTO {t} DEFAULT VALUES",
    "connection",
    "cannot execute INSERT in a read-only transaction",
  ],
  [
    "never come to an end",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n",
    "limits",
    "Stopped after 2 s, the limit of this test.",
  ],
  [
    "fill the memory",
    "SELECT a.*, b.* FROM {t} a, {t} b, {t} c",
    "limits",
    "Stopped at 64 MB, the limit of a result.",
  ],
  [
    "start a program of the system",
    'execve("/bin/true")',
    "walls",
    "The system refused it: function not implemented.",
  ],
  [
    "make a file beside the database",
    'open("/tmp/.askwell-try-4242", create)',
    "walls",
    "The system refused it: permission denied.",
  ],
];

const WAYS = ["", ", in other letters", ", behind a comment", ", in a subquery", ", in another encoding"];

export const ATTEMPTS = 124;

export function attempts(tables: readonly string[]): Attempt[] {
  return Array.from({ length: ATTEMPTS }, (_, n) => {
    const [name, sql, held, says] = KINDS[n % KINDS.length] as (typeof KINDS)[number];
    const round = Math.floor(n / KINDS.length);
    const table = tables[round % Math.max(1, tables.length)] ?? "t";
    return { name: name + (WAYS[round % WAYS.length] ?? ""), sql: sql.replaceAll("{t}", table), held, says };
  });
}
