// A table's rows, in the grid of the answers.
import { useMemo, useState } from "react";
import type { Backend } from "../backend/backend";
import type { Dialect, RowSource } from "../contract";
import { count, plural } from "../format/cell";
import { ResultGrid } from "../grid/ResultGrid";
import { PAGE, useRows } from "../grid/useRows";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";

export function RowsPart(props: { backend: Backend; id: string; table: string; dialect: Dialect | null }) {
  const { backend, id, table, dialect } = props;
  const source = useMemo<RowSource>(() => ({ of: "table", name: table }), [table]);
  const rows = useRows(backend, id, source, null);
  const [finding, setFinding] = useState(false);
  const here = rows.result.rows.length;
  const of = rows.counts?.rows;
  if (rows.problem && rows.result.columns.length === 0)
    return <ProblemView problem={rows.problem} onRetry={rows.again} />;
  return (
    <div className="table-rows" data-testid="table-rows">
      <ResultGrid
        result={rows.result}
        rows={rows}
        dialect={dialect}
        label={`Rows of ${table}`}
        partial={rows.more}
        finding={finding}
        onFinding={setFinding}
        footer={
          <>
            <span data-testid="table-row-count">
              {rows.more
                ? `First ${count(here)} of ${of === undefined ? "more" : plural(of, "row")}`
                : plural(here, "row")}
            </span>
            {rows.more && here > 0 && (
              <Button
                small
                disabled={rows.fetching ? "The next rows are on their way." : null}
                onPress={rows.next}
              >
                {rows.fetching ? "Loading…" : `Load ${count(PAGE)} more`}
              </Button>
            )}
          </>
        }
      />
    </div>
  );
}
