// Grids of the mock: what the program does in its queries, done here over invented rows.
import type {
  Cell,
  Event,
  GridFacts,
  GridFilter,
  GridHits,
  GridPage,
  GridView,
  ResultSet,
  RowSource,
  Table,
} from "../../contract";
import { asNumber, raw } from "../../format/cell";
import { LINES, orderLine, orderLines } from "./results";
import { problem } from "./saved";
import { wait } from "./wait";

const EMPTY = (cell: Cell) => cell === null || cell === "";

function value(cell: Cell): number | string | null {
  return cell === null ? null : (asNumber(cell) ?? raw(cell).toLowerCase());
}

function compare(a: Cell, b: Cell): number {
  const [x, y] = [value(a), value(b)];
  if (typeof x === "number" && typeof y === "number") return x - y;
  return String(x) < String(y) ? -1 : String(x) > String(y) ? 1 : 0;
}

function passes(row: readonly Cell[], { column, test }: GridFilter, kind: string): boolean {
  const cell = row[column] ?? null;
  if (test.is === "empty") return EMPTY(cell);
  if (test.is === "not_empty") return !EMPTY(cell);
  if (test.is === "not_equals")
    return !passes(row, { column, test: { is: "equals", value: test.value } }, kind);
  if (cell === null) return false;
  if (test.is === "contains") return raw(cell).toLowerCase().includes(test.value.toLowerCase());
  const numeric = ["integer", "real", "decimal"].includes(kind);
  const typed = (text: string): Cell => {
    if (numeric && Number.isNaN(Number(text)))
      throw problem(
        "bad_input",
        `This column holds numbers, which cannot be compared with “${text}”.`,
        "Write a number such as 1234.5, without separators.",
      );
    return numeric ? Number(text) : text;
  };
  if (test.is === "between")
    return compare(cell, typed(test.low)) >= 0 && compare(cell, typed(test.high)) <= 0;
  const way = compare(cell, typed(test.value));
  return test.is === "equals" ? way === 0 : test.is === "less" ? way < 0 : way > 0;
}

function shown(all: ResultSet, view: GridView): Cell[][] {
  const kept = all.rows.filter((row) =>
    view.filters.every((f) => passes(row, f, all.columns[f.column]?.kind ?? "text")),
  );
  const { sort } = view;
  if (!sort) return kept;
  const sign = sort.descending ? -1 : 1;
  return kept.toSorted((a, b) => {
    const [x, y] = [a[sort.column] ?? null, b[sort.column] ?? null];
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
    return sign * compare(x, y);
  });
}

/** Invented rows under a table's own columns. */
function tableRows(table: Table | undefined): ResultSet {
  if (!table || table.name === "order_lines") return orderLines(0, LINES);
  const rows = Array.from({ length: 240 }, (_, n): Cell[] =>
    table.columns.map((column, c) => {
      const [id, , company, quantity, price, , day] = orderLine(n * 7 + c);
      if (column.kind === "integer") return c === 0 ? n + 1 : (quantity ?? null);
      if (column.kind === "real" || column.kind === "decimal") return price ?? null;
      if (column.kind === "date") return day ?? null;
      if (column.kind === "text") return company ?? null;
      return id ?? null;
    }),
  );
  return {
    columns: table.columns.map(({ name: own, kind }) => ({ name: own, kind })),
    rows,
    truncated: null,
  };
}

export function gridVerbs(world: { events(): Event[]; tables(id: string): Table[] }) {
  const bare = (text: string) => text.replace(/\s+/g, "");
  const judged = (sql: string) => {
    const known = world.events().flatMap((e) => (e.artifact.kind === "judged" ? [e.artifact.value] : []));
    const outcome = known.find((j) => bare(j.candidate.sql) === bare(sql))?.outcome;
    return outcome?.kind === "ran" ? outcome.result : null;
  };
  const rowsOf = (id: string, source: RowSource): ResultSet => {
    if (source.of === "table") return tableRows(world.tables(id).find((t) => t.name === source.name));
    const known = judged(source.sql);
    if (known && known.truncated === null) return known;
    if (/order_lines/.test(source.sql)) return orderLines(0, LINES);
    return known ?? { columns: [], rows: [], truncated: null };
  };
  return {
    async page(_id: string, sql: string, offset: number, limit: number): Promise<ResultSet> {
      await wait(60);
      if (/^\s*(delete|insert|update|drop)\b/i.test(sql))
        throw problem("bad_input", "This statement does more than read.", "Ask for rows with SELECT.");
      const known = judged(sql);
      if (known && offset === 0) return known;
      if (!/order_lines/.test(sql)) return { columns: [], rows: [], truncated: null };
      return orderLines(offset, limit);
    },
    async gridPage(
      id: string,
      source: RowSource,
      view: GridView,
      offset: number,
      limit: number,
      count: boolean,
    ): Promise<GridPage> {
      await wait(60);
      const all = rowsOf(id, source);
      const rows = shown(all, view);
      return {
        result: {
          columns: all.columns,
          rows: rows.slice(offset, offset + limit),
          truncated: offset + limit < rows.length ? "rows" : null,
        },
        counts: count ? { rows: rows.length, of: all.rows.length } : null,
      };
    },
    async gridFind(
      id: string,
      _job: string,
      source: RowSource,
      view: GridView,
      words: string,
    ): Promise<GridHits> {
      await wait(40);
      const sought = words.toLowerCase();
      const hits = shown(rowsOf(id, source), view).flatMap((cells, row) =>
        cells.flatMap((cell, column) => (raw(cell).toLowerCase().includes(sought) ? [{ row, column }] : [])),
      );
      return { hits: hits.slice(0, 5_000), found: hits.length, whole: true };
    },
    async gridFacts(
      id: string,
      _job: string,
      source: RowSource,
      view: GridView,
      column: number,
    ): Promise<GridFacts> {
      await wait(80);
      const cells = shown(rowsOf(id, source), view).map((row) => row[column] ?? null);
      const filled = cells.filter((cell) => !EMPTY(cell));
      const numbers = filled.map(asNumber).filter((n) => n !== null);
      const ordered = filled.toSorted(compare);
      const times = new Map<string, { value: Cell; rows: number }>();
      for (const cell of filled) {
        const known = times.get(raw(cell));
        if (known) known.rows += 1;
        else times.set(raw(cell), { value: cell, rows: 1 });
      }
      return {
        rows: cells.length,
        empty: cells.length - filled.length,
        distinct: times.size,
        least: ordered[0] ?? null,
        greatest: ordered.at(-1) ?? null,
        mean: numbers.length > 0 ? numbers.reduce((a, b) => a + b, 0) / numbers.length : null,
        common: [...times.values()].toSorted((a, b) => b.rows - a.rows).slice(0, 5),
      };
    },
  };
}
