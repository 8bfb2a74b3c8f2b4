import type { Connection, Dialect } from "../contract";
import { t } from "../text";
import "../text/en/sidebar";

export const DIALECTS: Record<Dialect, string> = {
  sqlite: "SQLite",
  duckdb: "DuckDB",
  postgres: "PostgreSQL",
};

export function describe(connection: Connection): string {
  const { place } = connection.target;
  const kind =
    place.kind === "files" ? t("common.files", { count: place.paths.length }) : DIALECTS[connection.dialect];
  return connection.sample ? t("sidebar.connections.sample", { kind }) : kind;
}
