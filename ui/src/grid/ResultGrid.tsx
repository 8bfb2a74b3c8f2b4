// A table of any size: rows and columns are drawn only where they are seen. The grid has the focus and names its
// active cell (`aria-activedescendant`), so that the keyboard never loses its place when cells come and go.
import {
  defaultRangeExtractor,
  type Range as Seen,
  useVirtualizer,
  type VirtualItem,
} from "@tanstack/react-virtual";
import { Columns3 } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  type PointerEvent as ReactPointerEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Cell, Dialect, GridFilter, ResultSet } from "../contract";
import { count, type Formatter, formatter } from "../format/cell";
import { t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { copyText } from "../ui/Copy";
import { BodyCell } from "./BodyCell";
import type { CellAct } from "./CellMenu";
import { HEAD_HEIGHT, ROW_HEIGHT, withFirst, withPlace } from "./columns";
import { FilterBar } from "./FilterBar";
import { narrowed } from "./filters";
import { FindBar } from "./FindBar";
import { HeadCell } from "./HeadCell";
import type { Act } from "./HeaderMenu";
import { Inspector } from "./Inspector";
import { gridKey } from "./keys";
import { Over } from "./Over";
import { asText, inside, type Place, picked, range, type Sort, same, sorted, totals } from "./selection";
import { Sums } from "./Sums";
import { useColumns } from "./useColumns";
import { useFind } from "./useFind";
import { useOver } from "./useOver";
import { type Rows, sortOf, spokenOf } from "./useRows";
import "../text/en/grid";

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
  /** The rows in the database behind it; absent: what is here is all that can be sorted and searched. */
  rows?: Rows;
  dialect?: Dialect | null;
}

const NO_ROWS: readonly number[] = [];
const NUMBERS = 52;

export function ResultGrid(props: Props) {
  const { result, label, footer, partial, finding, onFinding, marked = NO_ROWS, rows: behind } = props;
  const { columns } = result;
  const scroller = useRef<HTMLDivElement>(null);
  const { over, setOver, close, back } = useOver(scroller);
  const anchored = useRef<Element | null>(null);
  const spot = useRef<HTMLSpanElement>(null);
  const listed = useRef<HTMLSpanElement | null>(null);
  const id = useId();
  const [own, setOwn] = useState<Sort | null>(null);
  const sort = behind ? sortOf(behind.view) : own;
  const rows = useMemo(() => sorted(result.rows, behind ? null : own), [result.rows, behind, own]);
  const shape = useColumns(result);
  const { order, sizes, frozen } = shape;
  const [active, setActive] = useState<Place>({ row: 0, col: 0 });
  const [anchor, setAnchor] = useState<Place>({ row: 0, col: 0 });
  const [inspected, setInspected] = useState<Place | null>(null);
  const area = useMemo(() => range(anchor, active), [anchor, active]);
  const sums = useMemo(() => totals(rows, area, order), [rows, area, order]);
  const search = useFind(rows, order, behind, finding);
  const columnOf = (col: number) => columns[order[col] ?? -1];
  const cellOf = (row: number, col: number): Cell => rows[row]?.[order[col] ?? -1] ?? null;

  const first = behind?.first ?? result;
  const spoken = useMemo(() => spokenOf(marked, first.rows), [marked, first.rows]);

  const keepRow = useCallback(
    (seen: Seen) => withPlace(defaultRangeExtractor(seen), active.row),
    [active.row],
  );
  const keepCol = useCallback(
    (seen: Seen) => withFirst(withPlace(defaultRangeExtractor(seen), active.col), frozen),
    [active.col, frozen],
  );
  const still = order.slice(0, frozen).reduce((sum, n) => sum + (sizes[n] ?? 120), 0);
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
    count: order.length,
    getScrollElement: () => scroller.current,
    estimateSize: (c) => sizes[order[c] ?? -1] ?? 120,
    overscan: 3,
    paddingStart: NUMBERS,
    scrollPaddingStart: NUMBERS + still,
    rangeExtractor: keepCol,
  });
  const remeasure = across.measure;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new widths are what must be measured again
  useEffect(() => remeasure(), [sizes, order, remeasure]);

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

  const go = (to: Place, extend = false, last = rows.length - 1) => {
    const next = {
      row: Math.max(-1, Math.min(last, to.row)),
      col: Math.max(0, Math.min(order.length - 1, to.col)),
    };
    setActive(next);
    if (!extend) setAnchor(next);
    if (next.row >= 0) down.scrollToIndex(next.row);
    across.scrollToIndex(next.col);
  };

  const sortBy = (column: number, down: boolean | null) => {
    if (behind) behind.show({ ...behind.latest, sort: down === null ? null : { column, descending: down } });
    else setOwn(down === null ? null : { col: column, down });
    const name = columns[column]?.name ?? "";
    if (down === null) announce(t("grid.said.unsorted"));
    else announce(down ? t("grid.said.largest", { name }) : t("grid.said.smallest", { name }));
  };
  const press = (col: number) => {
    const column = order[col] ?? 0;
    const last = behind ? sortOf(behind.latest) : own;
    sortBy(column, last?.col !== column ? false : last.down ? null : true);
  };
  const openMenu = (col: number, at: Element | null) => {
    anchored.current = at;
    setActive((old) => ({ row: old.row, col }));
    if (at) setOver({ is: "menu", col });
  };
  /** By mouse where the pointer is, by keyboard below the cell. What is chosen around it stays chosen. */
  const openCell = (where: Place, cell: Element | null, pointer: { x: number; y: number } | null = null) => {
    if (!inside(area, where.row, where.col)) {
      setActive(where);
      setAnchor(where);
    }
    if (pointer && spot.current) {
      spot.current.style.left = `${pointer.x}px`;
      spot.current.style.top = `${pointer.y}px`;
    }
    anchored.current = pointer ? spot.current : cell;
    setOver({ is: "cell", ...where });
  };
  const act = (what: Act, col: number) => {
    const column = order[col] ?? 0;
    const name = columns[column]?.name ?? "";
    const told: Partial<Record<Act, string>> = {
      left: t("grid.said.left", { name }),
      right: t("grid.said.right", { name }),
      freeze: t("grid.said.freeze", { name }),
      unfreeze: t("grid.said.unfreeze"),
      hide: t("grid.said.hide", { name }),
    };
    if (what === "up" || what === "down" || what === "unsorted")
      sortBy(column, what === "unsorted" ? null : what === "down");
    else if (what === "filter" || what === "facts") return setOver({ is: what, column });
    else if (what === "left" || what === "right") {
      const to = col + (what === "left" ? -1 : 1);
      shape.move(col, to);
      setActive((old) => ({ ...old, col: to }));
    } else if (what === "freeze") shape.freeze(col + 1);
    else if (what === "unfreeze") shape.freeze(0);
    else if (what === "hide") {
      shape.hide(column);
      setActive((old) => ({ ...old, col: Math.max(0, Math.min(col, order.length - 2)) }));
    } else if (what === "fit") shape.fit(column);
    else void copyText(name, t("grid.column.name"));
    const words = told[what];
    if (words) announce(words);
    scroller.current?.focus();
  };
  const filterBy = (filters: GridFilter[]) => {
    setOver(null);
    scroller.current?.focus();
    if (!behind) return;
    behind.show({ ...behind.view, filters });
    setActive({ row: 0, col: active.col });
    setAnchor({ row: 0, col: active.col });
  };
  const onCell = (what: CellAct, where: Place) => {
    const column = order[where.col] ?? 0;
    const filters = behind?.view.filters ?? [];
    if (what === "inspect") return setInspected(where);
    if (what === "only" || what === "without")
      return filterBy(narrowed(filters, column, cellOf(where.row, where.col), what === "only"));
    scroller.current?.focus();
    if (what === "copy" || what === "copy-named") void copy(what === "copy-named");
    else if (what === "column")
      openMenu(where.col, document.getElementById(cellId({ row: -1, col: where.col })));
    else sortBy(column, what === "unsorted" ? null : what === "down");
  };

  const copy = (header: boolean) => {
    const part = picked(columns, rows, order);
    return copyText(
      asText(part.columns, part.rows(area.top, area.bottom), area, header),
      t("grid.cells", { count: (area.bottom - area.top + 1) * (area.right - area.left + 1) }),
    );
  };

  // What is spoken of comes into sight, also where the table was sorted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other marks move the table
  useEffect(() => {
    const at = rows.findIndex(spoken);
    if (at >= 0) go({ row: at, col: active.col });
  }, [marked]);

  const nextHit = async (step: 1 | -1) => {
    const hit = await search.next(active, step);
    if (!hit) return;
    await behind?.reach(hit.row);
    // It may just have come.
    go(hit, false, Math.max(hit.row, rows.length - 1));
  };
  // A row that was fetched for a hit can be scrolled to only once it is drawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows' number is what changed
  useEffect(() => {
    if (active.row > 0 && active.row < rows.length && finding) down.scrollToIndex(active.row);
  }, [rows.length]);

  const onKey = (e: KeyboardEvent) => {
    const mine = gridKey(e, {
      active,
      rows: rows.length,
      columns: order.length,
      page: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 300) / ROW_HEIGHT) - 2),
      go,
      move: (col, way) => act(way, col),
      widen: (col, by) => shape.resize(order[col] ?? 0, (sizes[order[col] ?? 0] ?? 120) + by),
      press,
      inspect: () => setInspected(active),
      menu: () => {
        const cell = document.getElementById(cellId(active));
        if (active.row < 0) openMenu(active.col, cell);
        else openCell(active, cell);
      },
      find: () => onFinding(true),
      all: () => {
        setAnchor({ row: 0, col: 0 });
        setActive({ row: rows.length - 1, col: order.length - 1 });
      },
      copy: (named) => void copy(named),
    });
    if (mine) e.preventDefault();
  };

  const drag = useRef(false);
  const pick = (e: ReactPointerEvent, where: Place) => {
    if (e.button !== 0) return;
    drag.current = true;
    setActive(where);
    if (!e.shiftKey) setAnchor(where);
  };
  const dragOver = (where: Place) => {
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

  const head = (item: VirtualItem) => {
    const column = columnOf(item.index);
    if (!column) return null;
    const place = order[item.index] ?? 0;
    return (
      <HeadCell
        key={`h${place}`}
        id={cellId({ row: -1, col: item.index })}
        column={column}
        item={item}
        sorted={sort?.col === place ? (sort.down ? "descending" : "ascending") : "none"}
        filtered={behind?.view.filters.some((f) => f.column === place) ?? false}
        active={same(active, { row: -1, col: item.index })}
        edge={item.index === frozen - 1}
        onPress={() => {
          go({ row: -1, col: item.index });
          press(item.index);
        }}
        onMenu={(at) => openMenu(item.index, at)}
        onWidth={(w) => shape.resize(place, w)}
        onFit={() => shape.fit(place)}
        onMove={(from) => shape.move(from, item.index)}
      />
    );
  };
  const body = (row: readonly Cell[], line: number, item: VirtualItem) => {
    const here = { row: line, col: item.index };
    const place = order[item.index] ?? 0;
    return (
      <BodyCell
        key={place}
        id={cellId(here)}
        shown={shown(row[place] ?? null, place)}
        kind={columns[place]?.kind ?? "text"}
        at={item.index}
        left={item.start}
        width={item.size}
        chosen={inside(area, here.row, here.col)}
        active={same(active, here)}
        hit={search.marks.has(`${here.row}:${place}`)}
        edge={item.index === frozen - 1}
        onDown={(e) => pick(e, here)}
        onEnter={() => dragOver(here)}
        onInspect={() => setInspected(here)}
        onMenu={(x, y) => openCell(here, null, { x, y })}
      />
    );
  };

  return (
    <div className="grid-pane">
      {finding && (
        <FindBar
          search={search}
          active={active}
          onNext={(step) => void nextHit(step)}
          onClose={() => {
            onFinding(false);
            scroller.current?.focus();
          }}
        />
      )}
      {behind && (
        <FilterBar
          rows={behind}
          columns={columns}
          onOpen={(column, at) => setOver({ is: "filter", column, at })}
        />
      )}
      <div
        ref={scroller}
        className="grid"
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={partial ? -1 : rows.length + 1}
        aria-colcount={order.length}
        aria-busy={behind?.fetching}
        aria-multiselectable
        aria-activedescendant={columns.length > 0 ? cellId(active) : undefined}
        data-testid="result-grid"
        style={{ height }}
        onKeyDown={onKey}
      >
        <div className="grid-size" role="presentation" style={{ width, height: down.getTotalSize() }}>
          <div className="grid-head" role="rowgroup" style={{ width }}>
            <div role="row" aria-rowindex={1} className="grid-row">
              <span className="grid-still" role="presentation" style={{ width: NUMBERS + still }}>
                <span className="grid-number" role="presentation" />
                {seenCols.filter((item) => item.index < frozen).map(head)}
              </span>
              {seenCols.filter((item) => item.index >= frozen).map(head)}
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
                  className={`grid-row body ${line.index % 2 ? "odd" : ""} ${spoken(row) ? "spoken" : ""}`}
                  style={{ transform: `translateY(${line.start}px)`, width }}
                >
                  <span className="grid-still" role="presentation" style={{ width: NUMBERS + still }}>
                    <span className="grid-number" role="presentation">
                      {count(line.index + 1)}
                    </span>
                    {seenCols
                      .filter((item) => item.index < frozen)
                      .map((item) => body(row, line.index, item))}
                  </span>
                  {seenCols.filter((item) => item.index >= frozen).map((item) => body(row, line.index, item))}
                </div>
              );
            })}
          </div>
        </div>
        {rows.length === 0 && (
          <p className="grid-empty">
            {behind?.fetching
              ? t("grid.rows.reading")
              : behind?.view.filters.length
                ? t("grid.rows.nonePass")
                : t("grid.rows.none")}
          </p>
        )}
      </div>
      <div className="grid-foot">
        <div className="grid-count">{footer}</div>
        {!behind && sort && partial && <span className="grid-note">{t("grid.rows.sortedHere")}</span>}
        {columns.length > 1 && (
          <span ref={listed}>
            <Button
              small
              kind="quiet"
              testid="columns-button"
              expanded={over?.is === "columns"}
              onPress={() => {
                anchored.current = listed.current;
                setOver({ is: "columns" });
              }}
            >
              <Columns3 aria-hidden size={14} />
              {shape.hidden.length > 0
                ? t("grid.columns.hidden", { hidden: shape.hidden.length })
                : t("grid.columns.button")}
            </Button>
          </span>
        )}
        {sums && <Sums sums={sums} />}
      </div>
      <span ref={spot} className="grid-spot" aria-hidden />
      {over && (
        <Over
          over={over}
          at={anchored}
          columns={columns}
          shape={shape}
          sort={sort}
          rows={behind}
          dialect={props.dialect ?? null}
          cellOf={(row, col) => {
            const cell = cellOf(row, col);
            return { cell, text: shown(cell, order[col] ?? -1).text };
          }}
          many={area.top !== area.bottom || area.left !== area.right}
          onCell={(what, row, col) => onCell(what, { row, col })}
          onAct={act}
          onFilter={(column, test, at) => {
            const filters = behind?.view.filters ?? [];
            filterBy(filters.toSpliced(at ?? filters.length, 1, { column, test }));
          }}
          onClose={close}
        />
      )}
      {inspected && (
        <Inspector
          column={columnOf(inspected.col)}
          cell={cellOf(inspected.row, inspected.col)}
          row={inspected.row + 1}
          onClose={() => {
            setInspected(null);
            back();
          }}
        />
      )}
    </div>
  );
}
