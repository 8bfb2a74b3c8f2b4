// One table: what a row of it is, how fresh it is, its keys, and its columns as cards.
import { ArrowLeft, CircleAlert, Workflow } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import type { State } from "../app/state";
import { asProblem, type Backend } from "../backend/backend";
import type { KeyCard, Problem, TableDetail, Words } from "../contract";
import { aboutRows, formatter } from "../format/cell";
import { kindOf } from "../sidebar/kinds";
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
      All tables
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
        <Skeleton lines={8} label={`Reading what is known of ${table}`} />
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
            Show in the diagram
          </Button>
        </header>
        <Tabs selectedKey={tab} onSelectionChange={(key) => onTab(key as Part)}>
          <TabList className="explore-tabs table-tabs" aria-label={`What is shown of ${table.name}`}>
            <Tab id="rows" className="explore-tab" data-testid="table-tab-rows">
              Rows
            </Tab>
            <Tab id="about" className="explore-tab" data-testid="table-tab-about">
              About
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
              of={`the table ${table.name}`}
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
                  <b>This table could not be read.</b> {detail.unread} Answers from it are not checked against
                  its values.
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
        <dt>Rows</dt>
        <dd>{rows ? `${aboutRows(rows)}${rows.exact ? "" : ", estimated"}` : "not counted"}</dd>
      </div>
      {profile && profile.grain !== "" && (
        <div>
          <dt>One row is</dt>
          <dd dir="auto">{profile.grain.replace(/^one row per /i, "one per ")}</dd>
        </div>
      )}
      {fresh && (
        <div>
          <dt>Newest</dt>
          <dd>
            {show(fresh.newest).text} <span className="quiet-text">by</span> <bdi>{fresh.column}</bdi>
          </dd>
        </div>
      )}
    </dl>
  );
}

function whyUnread(state: State, known: boolean, unread: string | null): string {
  if (unread !== null) return "Its values could not be read.";
  if (known) return "Its values have not been read.";
  if (state.prepared.is === "loading")
    return state.progress?.paused
      ? "Not read yet: preparing is paused."
      : "Not read yet: it is its turn soon.";
  if (state.prepared.is === "failed" && state.prepared.problem.code === "cancelled")
    return "Not read: preparing was stopped. You can resume it at any time.";
  return "Its values have not been read.";
}
