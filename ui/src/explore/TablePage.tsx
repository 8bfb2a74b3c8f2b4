// One table: what a row of it is, how fresh it is, its keys, and its columns as cards.
import { ArrowLeft, CircleAlert, Workflow } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { Trans } from "../text/Trans";
import type { State } from "../app/state";
import { asProblem, type Backend } from "../backend/backend";
import type { KeyCard, Problem, RowCount, TableDetail, Words } from "../contract";
import { aboutRows, formatter } from "../format/cell";
import { kindOf } from "../sidebar/kinds";
import { t } from "../text";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { ColumnCards } from "./ColumnCards";
import { DescriptionView } from "./Description";
import { Keys } from "./Keys";
import { keyId } from "./keyWords";
import { RowsPart } from "./RowsPart";
import { useLoad } from "./useLoad";
import { fullName } from "./words";
import "../text/en/exploreMore";

interface Props {
  backend: Backend;
  state: State;
  id: string;
  table: string;
  column: string | null;
  fresh: number;
  /** In a narrow window: back to the list. */
  onBack: (() => void) | null;
  onTable(table: string): void;
  onDiagram(): void;
  /** A description or a key is another now. */
  onChanged(): void;
}

type Part = "rows" | "about";

export function TablePage(props: Props) {
  const { backend, id, table, column } = props;
  // It stays from table to table; whoever is led to a column comes to see that column.
  const [tab, setTab] = useState<Part>(column === null ? "rows" : "about");
  // biome-ignore lint/correctness/useExhaustiveDependencies: also another table's column
  useEffect(() => {
    if (column !== null) setTab("about");
  }, [column, table]);
  const { load, again, change } = useLoad(`${id}\u0000${table}`, props.fresh, () =>
    backend.tableDetail(id, table),
  );
  const back = props.onBack && (
    <Button small kind="quiet" testid="all-tables" className="table-back" onPress={props.onBack}>
      <ArrowLeft aria-hidden size={14} />
      {t("explore.table.all")}
    </Button>
  );
  if (load.is === "failed")
    return (
      <div className="table-page pane-pad">
        {back}
        <ProblemView problem={load.problem} onRetry={again} />
      </div>
    );
  if (load.is !== "ready")
    return (
      <div className="table-page pane-pad">
        {back}
        <Skeleton lines={8} label={t("explore.table.reading", { table })} />
      </div>
    );
  return (
    <div className="table-page">
      <Detail
        key={table}
        {...props}
        detail={load.value}
        back={back}
        change={change}
        tab={tab}
        onTab={setTab}
      />
    </div>
  );
}

function Detail({
  backend,
  state,
  id,
  detail,
  column,
  back,
  change,
  onTable,
  onDiagram,
  onChanged,
  tab,
  onTab,
}: Props & {
  detail: TableDetail;
  tab: Part;
  onTab(tab: Part): void;
  back: ReactNode;
  change(how: (value: TableDetail) => TableDetail): void;
}) {
  const { table, profile } = detail;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [editing, setEditing] = useState(false);
  const [open, setOpen] = useState(false);
  const { Icon, says } = kindOf(table);
  const heading = useRef<HTMLHeadingElement>(null);
  // What led here by a link is gone; whoever used the keyboard goes on from the table's name.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);

  const describe = async (of: string | null, words: Words | null): Promise<Problem | null> => {
    try {
      const next = await backend.describe(id, table.name, of, words);
      change((old) => ({
        ...old,
        description: of === null ? next : old.description,
        columns: old.columns.map((c, n) => (old.table.columns[n]?.name === of ? next : c)),
      }));
      onChanged();
      return null;
    } catch (error) {
      return asProblem(error);
    }
  };
  const decide = async (card: KeyCard, decision: boolean | null): Promise<Problem | null> => {
    try {
      await backend.decideKey(id, card.table, card.key, decision);
      change((old) => ({
        ...old,
        keys: old.keys.map((k) => (keyId(k) === keyId(card) ? { ...k, decision } : k)),
      }));
      onChanged();
      return null;
    } catch (error) {
      return asProblem(error);
    }
  };

  return (
    <div className="table-scroll" ref={setScroller} data-testid="table-detail">
      <div className="table-sheet">
        {back}
        <header className="table-head">
          <h2 className="table-title" ref={heading} tabIndex={-1}>
            <Icon aria-label={says} size={18} className="table-title-icon" />
            <span dir="auto">{fullName(table)}</span>
          </h2>
          {detail.module && <span className="tag module">{detail.module}</span>}
          <span className="grow" />
          <Button small testid="show-in-diagram" onPress={onDiagram}>
            <Workflow aria-hidden size={13} />
            {t("explore.table.inDiagram")}
          </Button>
        </header>
        <Tabs selectedKey={tab} onSelectionChange={(key) => onTab(key as Part)}>
          <TabList
            className="explore-tabs table-tabs"
            aria-label={t("explore.table.parts", { table: table.name })}
          >
            <Tab id="rows" className="explore-tab" data-testid="table-tab-rows">
              {t("explore.table.rows")}
            </Tab>
            <Tab id="about" className="explore-tab" data-testid="table-tab-about">
              {t("explore.table.about")}
            </Tab>
          </TabList>
          <TabPanel id="rows">
            <RowsPart
              key={table.name}
              backend={backend}
              id={id}
              table={table.name}
              dialect={state.opened.is === "ready" ? state.opened.value.catalog.dialect : null}
            />
          </TabPanel>
          <TabPanel id="about" className="table-about">
            <DescriptionView
              description={detail.description}
              of={{ kind: "table", name: table.name }}
              editing={editing}
              onEditing={setEditing}
              open={open}
              onOpen={setOpen}
              onSave={(words) => describe(null, words)}
            />
            <TableFacts detail={detail} />
            {detail.unread !== null && (
              <p className="unread-note" data-testid="unread">
                <CircleAlert aria-hidden size={15} />
                <span>
                  <b>{t("explore.table.unread")}</b> {detail.unread} {t("explore.table.unreadSays")}
                </span>
              </p>
            )}
            <Keys table={table} keys={detail.keys} onDecide={decide} onTable={onTable} />
            {scroller && (
              <ColumnCards
                detail={detail}
                scroller={scroller}
                column={column}
                unread={whyUnread(state, profile !== null, detail.unread)}
                onDescribe={describe}
              />
            )}
          </TabPanel>
        </Tabs>
      </div>
    </div>
  );
}

function TableFacts({ detail }: { detail: TableDetail }) {
  const { table, profile } = detail;
  const rows = profile ? { count: profile.rows, exact: table.rows?.exact ?? true } : table.rows;
  const fresh = profile?.freshness;
  const show = formatter({ name: fresh?.column ?? "", kind: "timestamp" }, []);
  return (
    <dl className="table-facts">
      <div>
        <dt>{t("explore.table.rows")}</dt>
        <dd>{rowsSaid(rows)}</dd>
      </div>
      {profile && profile.grain !== "" && (
        <div>
          <dt>{t("explore.table.oneRow")}</dt>
          <dd dir="auto">{grainSaid(profile.grain)}</dd>
        </div>
      )}
      {fresh && (
        <div>
          <dt>{t("explore.table.newest")}</dt>
          <dd>
            <Trans
              i18nKey="explore.table.newestBy"
              values={{ newest: show(fresh.newest).text, column: fresh.column }}
              components={{ quiet: <span className="quiet-text" />, bdi: <bdi /> }}
            />
          </dd>
        </div>
      )}
    </dl>
  );
}

function rowsSaid(rows: RowCount | null): string {
  if (!rows) return t("explore.table.notCounted");
  return rows.exact ? aboutRows(rows) : t("explore.table.estimated", { rows: aboutRows(rows) });
}

/** The engine writes "one row per customer". */
function grainSaid(grain: string): string {
  const thing = /^one row per (.+)/is.exec(grain)?.[1];
  return thing === undefined ? grain : t("explore.table.onePer", { thing });
}

function whyUnread(state: State, known: boolean, unread: string | null): string {
  if (unread !== null) return t("explore.unread.failed");
  if (known) return t("explore.unread.not");
  if (state.prepared.is === "loading")
    return state.progress?.paused ? t("explore.unread.paused") : t("explore.unread.soon");
  if (state.prepared.is === "failed" && state.prepared.problem.code === "cancelled")
    return t("explore.unread.stopped");
  return t("explore.unread.not");
}
