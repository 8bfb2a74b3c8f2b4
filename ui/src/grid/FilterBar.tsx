// How many of all rows are shown, and by which filters.
import { X } from "lucide-react";
import type { ResultColumn } from "../contract";
import { list, t } from "../text";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { says } from "./filters";
import type { Rows } from "./useRows";
import "../text/en/grid";

export function FilterBar(props: {
  rows: Rows;
  columns: readonly ResultColumn[];
  /** `at`: its place among the filters. */
  onOpen(column: number, at: number): void;
}) {
  const { rows, columns, onOpen } = props;
  const { view, tried, counts } = rows;
  const problem = tried && rows.problem;
  const coming = rows.fetching && (tried?.filters.length ?? 0) > 0;
  if (view.filters.length === 0 && !problem && !coming) return null;
  const without = (at: number) => rows.show({ ...view, filters: view.filters.toSpliced(at, 1) });
  const names = [...new Set(view.filters.map((f) => columns[f.column]?.name ?? ""))];
  const on = list(names, "unit");
  return (
    <search className="filter-bar" aria-label={t("grid.filters.label")} data-testid="filter-bar">
      <span aria-live="polite" data-testid="filter-count">
        {coming
          ? t("grid.filters.busy")
          : names.length === 0
            ? ""
            : counts
              ? t("grid.filters.counted", {
                  shown: counts.rows,
                  rows: t("common.rows", { count: counts.of }),
                  columns: on,
                })
              : t("grid.filters.on", { columns: on })}
      </span>
      {view.filters.map((filter, at) => {
        const column = columns[filter.column];
        if (!column) return null;
        const words = says(column.name, column.kind, filter.test);
        return (
          <span key={`${filter.column} ${words}`} className="filter-chip">
            <button
              type="button"
              className="filter-words"
              onClick={() => onOpen(filter.column, at)}
              dir="auto"
            >
              {words}
            </button>
            <button
              type="button"
              className="filter-off"
              aria-label={t("grid.filters.off", { filter: words })}
              onClick={() => without(at)}
            >
              <X aria-hidden size={12} />
            </button>
          </span>
        );
      })}
      {view.filters.length > 0 && (
        <Button small kind="quiet" testid="clear-filters" onPress={() => rows.show({ ...view, filters: [] })}>
          {t("grid.filters.clear")}
        </Button>
      )}
      {problem && (
        <>
          <ProblemView compact problem={problem} onRetry={rows.again} />
          <Button small kind="quiet" testid="drop-view" onPress={rows.drop}>
            {t("grid.filters.drop")}
          </Button>
        </>
      )}
    </search>
  );
}
