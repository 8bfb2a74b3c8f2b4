// A table of any size: rows and columns are drawn only where they are seen. The grid has the focus and names its
// active cell (`aria-activedescendant`), so that the keyboard never loses its place when cells come and go.
import { defaultRangeExtractor, type Range as Seen, useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  type PointerEvent as ReactPointerEvent,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Cell, ResultSet } from "../contract";
import { count, type Formatter, formatter, isNumeric, plural } from "../format/cell";
import { litColumn, ofColumn, useLit } from "../how/lit";
import { announce } from "../ui/announce";
import { copyText } from "../ui/Copy";
import { HEAD_HEIGHT, ROW_HEIGHT, widths } from "./columns";
import { FindBar } from "./FindBar";
import { Inspector } from "./Inspector";
import { Resizer } from "./Resizer";
import { asText, find, inside, type Place, range, type Sort, sorted, totals } from "./selection";

interface Props {
  result: ResultSet;
  label: string;
  /** Beside the totals: how many rows these are, and how to get more. */
  footer?: ReactNode;
  /** True while rows are missing: a sort then covers only what is here, and says so. */
  partial?: boolean;
  /** Raised by Ctrl+F anywhere. */
  finding: boolean;
  onFinding(open: boolean): void;
  /** Rows of the result, from 0, that something else speaks of. */
  marked?: readonly number[];
}

const NO_ROWS: readonly number[] = [];
const NUMBERS = 52;
const MIN_WIDTH = 48;
const STEP = 24;

export function ResultGrid({ result, label, footer, partial, finding, onFinding, marked = NO_ROWS }: Props) {
  const { columns } = result;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const [sort, setSort] = useState<Sort | null>(null);
  const rows = useMemo(() => sorted(result.rows, sort), [result.rows, sort]);
  const [sizes, setSizes] = useState(() => widths(result));
  const [active, setActive] = useState<Place>({ row: 0, col: 0 });
  const [anchor, setAnchor] = useState<Place>({ row: 0, col: 0 });
  const [inspected, setInspected] = useState<Place | null>(null);
  const [words, setWords] = useState("");
  const { lit, light, uses } = useLit();
  const sought = useDeferredValue(words);
  const area = useMemo(() => range(anchor, active), [anchor, active]);
  const sums = useMemo(() => totals(rows, area), [rows, area]);
  const hits = useMemo(() => (finding ? find(rows, sought) : []), [finding, rows, sought]);
  const hitKeys = useMemo(() => new Set(hits.map((h) => `${h.row}:${h.col}`)), [hits]);

  const spoken = useMemo(() => new Set(marked.map((place) => result.rows[place])), [marked, result.rows]);

  const keepRow = useCallback(
    (seen: Seen) => withPlace(defaultRangeExtractor(seen), active.row),
    [active.row],
  );
  const keepCol = useCallback(
    (seen: Seen) => withPlace(defaultRangeExtractor(seen), active.col),
    [active.col],
  );
  const down = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    // The rows are laid out below the heading, which stays: the scroller has to know of it at both ends.
    paddingStart: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    rangeExtractor: keepRow,
  });
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (c) => sizes[c] ?? 120,
    overscan: 3,
    paddingStart: NUMBERS,
    scrollPaddingStart: NUMBERS,
    rangeExtractor: keepCol,
  });
  const remeasure = across.measure;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new widths are what must be measured again
  useEffect(() => remeasure(), [sizes, remeasure]);

  const formats = useRef(new Map<number, Formatter>());
  const shown = (cell: Cell, c: number) => {
    let format = formats.current.get(c);
    if (!format) {
      const column = columns[c];
      if (!column) return { text: "", tone: "text" as const };
      format = formatter(
        column,
        result.rows.slice(0, 200).map((r) => r[c] ?? null),
      );
      formats.current.set(c, format);
    }
    return format(cell);
  };

  const go = (to: Place, extend = false) => {
    const next = {
      row: Math.max(-1, Math.min(rows.length - 1, to.row)),
      col: Math.max(0, Math.min(columns.length - 1, to.col)),
    };
    setActive(next);
    if (!extend) setAnchor(next);
    if (next.row >= 0) down.scrollToIndex(next.row);
    across.scrollToIndex(next.col);
  };

  const resize = (col: number, width: number) =>
    setSizes((old) => old.with(col, Math.max(MIN_WIDTH, Math.round(width))));

  const sortBy = (col: number) => {
    const name = columns[col]?.name ?? "";
    const next: Sort | null =
      sort?.col !== col ? { col, down: false } : sort.down ? null : { col, down: true };
    setSort(next);
    announce(
      next ? `Sorted by ${name}, ${next.down ? "largest" : "smallest"} first.` : "In the order of the query.",
    );
  };

  const copy = (header: boolean) =>
    copyText(
      asText(columns, rows, area, header),
      plural((area.bottom - area.top + 1) * (area.right - area.left + 1), "cell"),
    );

  // What is spoken of comes into sight, also where the table was sorted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other marks move the table
  useEffect(() => {
    const first = rows.findIndex((row) => spoken.has(row));
    if (first >= 0) go({ row: first, col: active.col });
  }, [marked]);

  const nextHit = (step: 1 | -1) => {
    // Enter may come before the marks have caught up with the typing.
    const known = sought === words ? hits : find(rows, words);
    if (known.length === 0) return;
    const order = step === 1 ? known : known.toReversed();
    const after = order.find((h) => step * (h.row - active.row || h.col - active.col) > 0);
    go(after ?? order[0] ?? active);
  };

  const onKey = (e: KeyboardEvent) => {
    const { row, col } = active;
    const far = e.ctrlKey || e.metaKey;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 300) / ROW_HEIGHT) - 2);
    const to = (place: Place) => go(place, e.shiftKey);
    switch (e.key) {
      case "ArrowDown":
        to({ row: far ? rows.length - 1 : row + 1, col });
        break;
      case "ArrowUp":
        to({ row: far ? 0 : row - 1, col });
        break;
      case "ArrowRight":
        if (e.altKey) resize(col, (sizes[col] ?? 120) + STEP);
        else to({ row, col: far ? columns.length - 1 : col + 1 });
        break;
      case "ArrowLeft":
        if (e.altKey) resize(col, (sizes[col] ?? 120) - STEP);
        else to({ row, col: far ? 0 : col - 1 });
        break;
      case "Home":
        to({ row: far ? 0 : row, col: 0 });
        break;
      case "End":
        to({ row: far ? rows.length - 1 : row, col: columns.length - 1 });
        break;
      case "PageDown":
        to({ row: row + page, col });
        break;
      case "PageUp":
        to({ row: Math.max(0, row - page), col });
        break;
      case "Enter":
      case " ":
        if (row < 0) sortBy(col);
        else setInspected(active);
        break;
      case "a":
        if (!far) return;
        setAnchor({ row: 0, col: 0 });
        setActive({ row: rows.length - 1, col: columns.length - 1 });
        break;
      case "c":
      case "C":
        if (!far) return;
        void copy(e.shiftKey);
        break;
      default:
        return;
    }
    e.preventDefault();
  };

  const drag = useRef(false);
  const place = (e: ReactPointerEvent, where: Place) => {
    if (e.button !== 0) return;
    drag.current = true;
    setActive(where);
    if (!e.shiftKey) setAnchor(where);
  };
  const over = (where: Place) => {
    if (drag.current) setActive(where);
  };
  useEffect(() => {
    const up = () => {
      drag.current = false;
    };
    window.addEventListener("pointerup", up);
    return () => window.removeEventListener("pointerup", up);
  }, []);

  const seenCols = across.getVirtualItems();
  const width = across.getTotalSize();
  const cellId = (p: Place) => `${id}-${p.row}-${p.col}`;
  // Room for the scroll bar across, where there is one.
  const room = scroller.current && width > scroller.current.clientWidth ? 14 : 1;
  const height = Math.min(Math.max(rows.length, 1), 13) * ROW_HEIGHT + HEAD_HEIGHT + room;

  return (
    <div className="grid-pane">
      {finding && (
        <FindBar
          words={words}
          onWords={setWords}
          found={hits.length}
          rows={rows.length}
          onNext={nextHit}
          onClose={() => {
            onFinding(false);
            scroller.current?.focus();
          }}
        />
      )}
      <div
        ref={scroller}
        className="grid"
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={partial ? -1 : rows.length + 1}
        aria-colcount={columns.length}
        aria-multiselectable
        aria-activedescendant={columns.length > 0 ? cellId(active) : undefined}
        data-testid="result-grid"
        style={{ height }}
        onKeyDown={onKey}
      >
        <div className="grid-size" role="presentation" style={{ width, height: down.getTotalSize() }}>
          <div className="grid-head" role="rowgroup" style={{ width }}>
            <div role="row" aria-rowindex={1} className="grid-row">
              <span className="grid-number" role="presentation" />
              {seenCols.map((item) => {
                const column = columns[item.index];
                if (!column) return null;
                const here = { row: -1, col: item.index };
                const direction =
                  sort?.col === item.index ? (sort.down ? "descending" : "ascending") : "none";
                return (
                  <div
                    key={item.key}
                    id={cellId(here)}
                    role="columnheader"
                    aria-colindex={item.index + 1}
                    aria-sort={direction}
                    className={`grid-th ${isNumeric(column.kind) ? "num" : ""} ${same(active, here) ? "active" : ""} ${litColumn(lit, column.name) ? "lit" : ""}`}
                    style={{ left: item.start, width: item.size }}
                    title={`${column.name} · ${column.kind}`}
                    onPointerEnter={() => light(ofColumn(column.name, uses))}
                    onPointerLeave={() => light(null)}
                    onClick={() => {
                      setActive(here);
                      sortBy(item.index);
                    }}
                  >
                    <span className="grid-name" dir="auto">
                      {column.name}
                    </span>
                    {direction === "ascending" && <ArrowUp aria-hidden size={13} />}
                    {direction === "descending" && <ArrowDown aria-hidden size={13} />}
                    <Resizer width={item.size} onWidth={(w) => resize(item.index, w)} />
                  </div>
                );
              })}
            </div>
          </div>
          <div role="rowgroup">
            {down.getVirtualItems().map((line) => {
              const row = rows[line.index];
              if (!row) return null;
              return (
                <div
                  key={line.key}
                  role="row"
                  aria-rowindex={line.index + 2}
                  className={`grid-row body ${line.index % 2 ? "odd" : ""} ${spoken.has(row) ? "spoken" : ""}`}
                  style={{ transform: `translateY(${line.start}px)`, width }}
                >
                  <span className="grid-number" role="presentation">
                    {count(line.index + 1)}
                  </span>
                  {seenCols.map((item) => {
                    const here = { row: line.index, col: item.index };
                    const cell = shown(row[item.index] ?? null, item.index);
                    const numeric = cell.tone === "number" || isNumeric(columns[item.index]?.kind ?? "text");
                    const chosen = inside(area, here.row, here.col);
                    return (
                      <div
                        key={item.key}
                        id={cellId(here)}
                        role="gridcell"
                        aria-colindex={item.index + 1}
                        aria-selected={chosen}
                        aria-label={cell.tone === "empty" ? "empty text" : undefined}
                        className={`grid-td tone-${cell.tone} ${numeric ? "num" : ""} ${chosen ? "chosen" : ""} ${same(active, here) ? "active" : ""} ${hitKeys.has(`${here.row}:${here.col}`) ? "hit" : ""}`}
                        style={{ left: item.start, width: item.size }}
                        onPointerDown={(e) => place(e, here)}
                        onPointerEnter={() => over(here)}
                        onDoubleClick={() => setInspected(here)}
                      >
                        <span className="grid-text" dir="auto">
                          {cell.text}
                        </span>
                      </div>
                    );
                  })}
                </div>
              );
            })}
          </div>
        </div>
        {rows.length === 0 && <p className="grid-empty">No rows.</p>}
      </div>
      <div className="grid-foot">
        <div className="grid-count">{footer}</div>
        {sort && partial && <span className="grid-note">Sorted among the rows shown here only.</span>}
        {sums && (
          <span className="grid-sums" data-testid="grid-totals">
            {plural(sums.cells, "cell")}
            {sums.numbers > 0 && (
              <>
                {" · sum "}
                <b>{figure(sums.sum)}</b>
                {" · mean "}
                <b>{figure(sums.sum / sums.numbers)}</b>
                {" · "}
                {figure(sums.min)} to {figure(sums.max)}
              </>
            )}
          </span>
        )}
      </div>
      {inspected && (
        <Inspector
          column={columns[inspected.col]}
          cell={rows[inspected.row]?.[inspected.col] ?? null}
          row={inspected.row + 1}
          onClose={() => {
            setInspected(null);
            scroller.current?.focus();
          }}
        />
      )}
    </div>
  );
}

function withPlace(indexes: number[], place: number): number[] {
  if (place < 0 || indexes.includes(place)) return indexes;
  return [...indexes, place].sort((a, b) => a - b);
}

function same(a: Place, b: Place): boolean {
  return a.row === b.row && a.col === b.col;
}

function figure(value: number): string {
  return new Intl.NumberFormat(undefined, { maximumFractionDigits: 4 }).format(value);
}
