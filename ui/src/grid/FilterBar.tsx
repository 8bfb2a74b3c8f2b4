// How many of all rows are shown, and by which filters.
import { X } from "lucide-react";
import type { ResultColumn } from "../contract";
import { count, plural } from "../format/cell";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { says } from "./filters";
import type { Rows } from "./useRows";

export function FilterBar(props: {
  rows: Rows;
  columns: readonly ResultColumn[];
  onOpen(column: number): void;
}) {
  const { rows, columns, onOpen } = props;
  const { view, counts, problem } = rows;
  // Where nothing is shown otherwise, the trouble is told by whoever shows how many rows these are.
  if (view.filters.length === 0 && !(problem && view.sort)) return null;
  const without = (column: number) =>
    rows.show({ ...view, filters: view.filters.filter((f) => f.column !== column) });
  const names = view.filters.map((f) => columns[f.column]?.name ?? "");
  return (
    <search className="filter-bar" aria-label="Filters" data-testid="filter-bar">
      <span aria-live="polite" data-testid="filter-count">
        {rows.fetching
          ? "Filtering…"
          : counts
            ? `${count(counts.rows)} of ${plural(counts.of, "row")} · filter on ${names.join(", ")}`
            : `Filter on ${names.join(", ")}`}
      </span>
      {view.filters.map((filter) => {
        const column = columns[filter.column];
        if (!column) return null;
        const words = says(column.name, column.kind, filter.test);
        return (
          <span key={filter.column} className="filter-chip">
            <button type="button" className="filter-words" onClick={() => onOpen(filter.column)} dir="auto">
              {words}
            </button>
            <button
              type="button"
              className="filter-off"
              aria-label={`Take away: ${words}`}
              onClick={() => without(filter.column)}
            >
              <X aria-hidden size={12} />
            </button>
          </span>
        );
      })}
      {view.filters.length > 0 && (
        <Button small kind="quiet" testid="clear-filters" onPress={() => rows.show({ ...view, filters: [] })}>
          Clear all
        </Button>
      )}
      {problem && <ProblemView compact problem={problem} onRetry={rows.again} />}
    </search>
  );
}
