// What lies over a grid, read when it is first wanted.
import { lazy, type RefObject, Suspense } from "react";
import type { Cell, Dialect, GridTest, ResultColumn } from "../contract";
import type { CellAct } from "./CellMenu";
import { type Wanted, wantedOf } from "./filters";
import type { Act } from "./HeaderMenu";
import type { Sort } from "./selection";
import type { Columns } from "./useColumns";
import type { Rows } from "./useRows";

const CellMenu = lazy(() => import("./CellMenu"));
const HeaderMenu = lazy(() => import("./HeaderMenu"));
const FilterDialog = lazy(() => import("./FilterDialog"));
const FactsDialog = lazy(() => import("./FactsDialog"));
const ColumnsList = lazy(() => import("./ColumnsList"));

/** `col`: as it is shown; `column`: its place in the result. */
export type What =
  | { is: "menu"; col: number }
  | { is: "cell"; row: number; col: number }
  /** `at`: its place among the filters; absent: the column's first, or a new one. */
  | { is: "filter"; column: number; at?: number }
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
  /** A cell as it is and as it is written. */
  cellOf(row: number, col: number): { cell: Cell; text: string };
  /** More than one cell is chosen. */
  many: boolean;
  onCell(act: CellAct, row: number, col: number): void;
  onFilter(column: number, test: GridTest, at: number | undefined): void;
  onClose(): void;
}) {
  const { over, at, columns, shape, sort, rows, onClose } = props;
  const place = over.is === "columns" ? undefined : "col" in over ? shape.order[over.col] : over.column;
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
      {over.is === "cell" && column && (
        <CellMenu
          at={at}
          column={column.name}
          wanted={wanted(props, over)}
          sorted={sort?.col === place}
          many={props.many}
          onAct={(what) => props.onCell(what, over.row, over.col)}
          onClose={onClose}
        />
      )}
      {over.is === "filter" && column && (
        <FilterDialog
          column={column}
          dialect={props.dialect}
          before={rows?.view.filters[filterAt(rows, over) ?? -1]?.test ?? null}
          onApply={(test) => props.onFilter(over.column, test, filterAt(rows, over))}
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

function wanted(props: Parameters<typeof Over>[0], over: { row: number; col: number }): Wanted | null {
  if (!props.rows) return null;
  const { cell, text } = props.cellOf(over.row, over.col);
  return wantedOf(cell, text);
}

function filterAt(rows: Rows | undefined, over: { column: number; at?: number }): number | undefined {
  if (over.at !== undefined || !rows) return over.at;
  const first = rows.view.filters.findIndex((f) => f.column === over.column);
  return first < 0 ? undefined : first;
}
