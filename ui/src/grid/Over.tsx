// What lies over a grid, read when it is first wanted.
import { lazy, type RefObject, Suspense } from "react";
import type { Dialect, GridTest, ResultColumn } from "../contract";
import type { Act } from "./HeaderMenu";
import type { Sort } from "./selection";
import type { Columns } from "./useColumns";
import type { Rows } from "./useRows";

const HeaderMenu = lazy(() => import("./HeaderMenu"));
const FilterDialog = lazy(() => import("./FilterDialog"));
const FactsDialog = lazy(() => import("./FactsDialog"));
const ColumnsList = lazy(() => import("./ColumnsList"));

/** `col`: as it is shown; `column`: its place in the result. */
export type What =
  | { is: "menu"; col: number }
  | { is: "filter"; column: number }
  | { is: "facts"; column: number }
  | { is: "columns" };

export function Over(props: {
  over: What;
  at: RefObject<Element | null>;
  columns: readonly ResultColumn[];
  shape: Columns;
  sort: Sort | null;
  rows: Rows | undefined;
  dialect: Dialect | null;
  onAct(act: Act, col: number): void;
  onFilter(column: number, test: GridTest): void;
  onClose(): void;
}) {
  const { over, at, columns, shape, sort, rows, onClose } = props;
  const place = over.is === "menu" ? shape.order[over.col] : over.is === "columns" ? undefined : over.column;
  const column = columns[place ?? -1];
  return (
    <Suspense fallback={null}>
      {over.is === "menu" && column && (
        <HeaderMenu
          at={at}
          name={column.name}
          sorted={sort?.col === place}
          frozen={over.col < shape.frozen}
          behind={rows !== undefined}
          first={over.col === 0}
          last={over.col === shape.order.length - 1}
          onAct={(what) => props.onAct(what, over.col)}
          onClose={onClose}
        />
      )}
      {over.is === "filter" && column && (
        <FilterDialog
          column={column}
          dialect={props.dialect}
          before={rows?.view.filters.find((f) => f.column === over.column)?.test ?? null}
          onApply={(test) => props.onFilter(over.column, test)}
          onClose={onClose}
        />
      )}
      {over.is === "facts" && rows && column && (
        <FactsDialog column={column} place={over.column} rows={rows} onClose={onClose} />
      )}
      {over.is === "columns" && <ColumnsList at={at} columns={columns} shown={shape} onClose={onClose} />}
    </Suspense>
  );
}
