import type { Connection, Dialect } from "../contract";
import { plural } from "../format/cell";

export const DIALECTS: Record<Dialect, string> = {
  sqlite: "SQLite",
  duckdb: "DuckDB",
  postgres: "PostgreSQL",
};

export function describe(connection: Connection): string {
  const { place } = connection.target;
  const kind = place.kind === "files" ? plural(place.paths.length, "file") : DIALECTS[connection.dialect];
  return connection.sample ? `${kind} · sample` : kind;
}
