import type { Connection, Dialect } from "../contract";

export const DIALECTS: Record<Dialect, string> = {
  sqlite: "SQLite",
  duckdb: "DuckDB",
  postgres: "PostgreSQL",
};

export function describe(connection: Connection): string {
  const kind = DIALECTS[connection.dialect];
  return connection.sample ? `${kind} · sample` : kind;
}
