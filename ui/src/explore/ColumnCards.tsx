// The columns of a table as cards; only those in view are drawn, for there may be ten thousand.
import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { Search, X } from "lucide-react";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Button, Input, SearchField } from "react-aria-components";
import type { Problem, TableDetail, Words } from "../contract";
import { t } from "../text";
import { ProfileCard } from "./ProfileCard";
import { sampled, sampleWords } from "./words";
import "../text/en/explore";
import "../text/en/exploreMore";

interface Props {
  detail: TableDetail;
  /** What scrolls: the whole page of the table. */
  scroller: HTMLElement;
  /** Brought into view, and given the focus. */
  column: string | null;
  /** Why figures are missing. */
  unread: string;
  onDescribe(column: string, words: Words | null): Promise<Problem | null>;
}

const GUESS = 190;
const ENOUGH_TO_SEARCH = 8;

export function ColumnCards({ detail, scroller, column, unread, onDescribe }: Props) {
  const { table, profile } = detail;
  const [words, setWords] = useState("");
  const [editing, setEditing] = useState<string | null>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [margin, setMargin] = useState(0);
  const place = useRef<HTMLUListElement>(null);
  const sample = profile ? sampleWords(profile) : null;

  const shown = useMemo(() => {
    const wanted = words.trim().toLocaleLowerCase();
    return table.columns.flatMap((c, n) => {
      const about = detail.columns[n];
      const text = `${c.name} ${about?.words.short ?? ""} ${about?.synonyms.join(" ") ?? ""}`;
      return wanted === "" || text.toLocaleLowerCase().includes(wanted) ? [n] : [];
    });
  }, [table, detail.columns, words]);
  const profiles = useMemo(() => new Map(profile?.columns.map((c) => [c.column, c])), [profile]);

  // What is being written must not vanish when it is scrolled away.
  const kept = shown.findIndex((n) => table.columns[n]?.name === editing);
  const extract = useCallback(
    (range: Range) => {
      const seen = defaultRangeExtractor(range);
      return kept < 0 || seen.includes(kept) ? seen : [...seen, kept].sort((a, b) => a - b);
    },
    [kept],
  );
  const cards = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller,
    estimateSize: () => GUESS,
    getItemKey: (n) => shown[n] ?? n,
    overscan: 3,
    scrollMargin: margin,
    rangeExtractor: extract,
  });

  // The list begins below the table's description and keys, whose height changes as they are opened.
  useLayoutEffect(() => {
    const list = place.current;
    if (!list) return;
    const measure = () =>
      setMargin(
        Math.round(
          list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop,
        ),
      );
    measure();
    const watch = new ResizeObserver(measure);
    for (const above of list.closest(".table-sheet")?.children ?? [])
      if (!above.contains(list)) watch.observe(above);
    for (const above of list.parentElement?.children ?? []) if (above !== list) watch.observe(above);
    return () => watch.disconnect();
  }, [scroller]);

  const going = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each column that is asked for
  useEffect(() => {
    if (column === null || going.current === `${table.name}\u0000${column}`) return;
    const at = shown.findIndex((n) => table.columns[n]?.name === column);
    if (at < 0) return;
    going.current = `${table.name}\u0000${column}`;
    cards.scrollToIndex(at, { align: "start" });
    let tries = 0;
    const focus = () => {
      const card = place.current?.querySelector<HTMLElement>(
        `[data-column="${CSS.escape(column)}"] .profile-name`,
      );
      if (card) card.focus();
      else if (tries++ < 30) requestAnimationFrame(focus);
    };
    requestAnimationFrame(focus);
  }, [column, table.name]);

  return (
    <section className="table-block columns" aria-label={t("explore.columns.name")}>
      <div className="columns-head">
        <h3 className="block-title">{t("common.columns", { count: table.columns.length })}</h3>
        {profile && sampled(profile) && (
          <p className="sample-note" data-testid="sample-note">
            {t("explore.sample.note", {
              read: profile.read,
              rows: t("common.rows", { count: profile.rows }),
            })}
          </p>
        )}
        {table.columns.length > ENOUGH_TO_SEARCH && (
          <SearchField
            className="search columns-search"
            aria-label={t("explore.columns.search")}
            value={words}
            onChange={setWords}
          >
            <Search aria-hidden size={14} />
            <Input
              className="search-input"
              placeholder={t("explore.columns.search")}
              data-testid="column-search"
            />
            {words !== "" && (
              <Button className="search-clear">
                <X aria-hidden size={13} />
              </Button>
            )}
          </SearchField>
        )}
      </div>
      {words.trim() !== "" && (
        <p className="quiet-text" role="status">
          {shown.length === 0
            ? t("explore.columns.none", { words: words.trim() })
            : t("explore.columns.found", {
                columns: t("common.columns", { count: shown.length }),
                words: words.trim(),
              })}
        </p>
      )}
      <ul ref={place} className="plain-list profile-cards" style={{ height: cards.getTotalSize() }}>
        {cards.getVirtualItems().map((item) => {
          const n = shown[item.index] ?? 0;
          const at = table.columns[n];
          if (!at) return null;
          return (
            <li
              key={item.key}
              ref={cards.measureElement}
              data-index={item.index}
              data-column={at.name}
              data-testid={`column-${at.name}`}
              aria-setsize={shown.length}
              aria-posinset={item.index + 1}
              className={`profile-card ${column === at.name ? "sought" : ""}`}
              style={{ transform: `translateY(${item.start - margin}px)` }}
            >
              <div className="profile-sheet">
                <ProfileCard
                  table={table}
                  column={at}
                  description={detail.columns[n] ?? null}
                  profile={profiles.get(at.name) ?? null}
                  sample={sample}
                  unread={unread}
                  describing={{
                    editing: editing === at.name,
                    onEditing: (on) => setEditing(on ? at.name : null),
                    open: open.has(at.name),
                    onOpen: (on) => {
                      const next = new Set(open);
                      if (on) next.add(at.name);
                      else next.delete(at.name);
                      setOpen(next);
                    },
                    onSave: (next) => onDescribe(at.name, next),
                  }}
                />
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
