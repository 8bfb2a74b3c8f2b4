// A table's rows, in the grid of the answers.
import { useMemo, useState } from "react";
import type { Backend } from "../backend/backend";
import type { Dialect, RowSource } from "../contract";
import { ResultGrid } from "../grid/ResultGrid";
import { PAGE, useRows } from "../grid/useRows";
import { t } from "../text";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import "../text/en/exploreMore";

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
        label={t("explore.rows.name", { table })}
        partial={rows.more}
        finding={finding}
        onFinding={setFinding}
        footer={
          <>
            <span data-testid="table-row-count">
              {!rows.more
                ? t("common.rows", { count: here })
                : of === undefined
                  ? t("explore.rows.firstOfMore", { n: here })
                  : t("explore.rows.first", { n: here, rows: t("common.rows", { count: of }) })}
            </span>
            {rows.more && here > 0 && (
              <Button
                small
                disabled={rows.fetching ? t("explore.rows.onTheirWay") : null}
                onPress={rows.next}
              >
                {rows.fetching ? t("explore.rows.loading") : t("explore.rows.more", { n: PAGE })}
              </Button>
            )}
          </>
        }
      />
    </div>
  );
}
