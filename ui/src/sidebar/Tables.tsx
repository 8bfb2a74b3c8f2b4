// What the open database is made of. A tree of tables and their columns; only what is seen is drawn.
import { ChevronRight, KeyRound, Link2, Search, X } from "lucide-react";
import { type RefObject, useDeferredValue, useMemo, useState } from "react";
import {
  Button,
  Collection,
  Input,
  ListLayout,
  SearchField,
  Tree,
  TreeItem,
  TreeItemContent,
  Virtualizer,
} from "react-aria-components";
import type { Catalog, Column, Prepared, Table } from "../contract";
import { sampled } from "../explore/words";
import { aboutRows, rowCount } from "../format/cell";
import { t } from "../text";
import { ColumnCard } from "./ColumnCard";
import { kindOf } from "./kinds";
import "../text/en/app";
import "../text/en/sidebar";

interface Props {
  catalog: Catalog;
  prepared: Prepared | null;
  search: RefObject<HTMLInputElement | null>;
  onExplore(table: string, column: string | null): void;
}

interface Node {
  id: string;
  table: Table;
  column: Column | null;
  children: Node[];
}

const ROW = 30;

export function Tables({ catalog, prepared, search, onExplore }: Props) {
  const [words, setWords] = useState("");
  const wanted = useDeferredValue(words.trim().toLocaleLowerCase());
  const [open, setOpen] = useState<Set<string>>(new Set());
  const [chosen, setChosen] = useState<string | null>(null);

  const nodes = useMemo(() => catalog.tables.map(node), [catalog]);
  const shown = useMemo(() => filter(nodes, wanted), [nodes, wanted]);
  // A search opens the tables whose columns it found.
  const expanded = useMemo(
    () =>
      wanted === ""
        ? open
        : new Set(shown.filter((n) => !n.table.name.toLocaleLowerCase().includes(wanted)).map((n) => n.id)),
    [open, shown, wanted],
  );
  const selected = useMemo(
    () => nodes.flatMap((n) => n.children).find((n) => n.id === chosen) ?? null,
    [nodes, chosen],
  );

  const known = prepared?.tables.find((profile) => profile.table === selected?.table.name) ?? null;

  if (catalog.tables.length === 0) {
    return <p className="pane-note">{t("app.main.noTables")}</p>;
  }
  return (
    <div className="tables">
      <SearchField
        className="search"
        aria-label={t("sidebar.tables.searchName")}
        value={words}
        onChange={setWords}
      >
        <Search aria-hidden size={14} />
        <Input
          ref={search}
          className="search-input"
          placeholder={t("sidebar.tables.search", { count: catalog.tables.length })}
        />
        {words !== "" && (
          <Button className="search-clear">
            <X aria-hidden size={13} />
          </Button>
        )}
      </SearchField>
      {shown.length === 0 ? (
        <p className="pane-note">{t("sidebar.tables.none", { words })}</p>
      ) : (
        <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: ROW }}>
          <Tree
            className="tree"
            aria-label={t("sidebar.tables.title")}
            items={shown}
            selectionMode="none"
            expandedKeys={expanded}
            onExpandedChange={(keys) => setOpen(new Set([...keys].map(String)))}
            onAction={(key) => {
              const id = String(key);
              if (nodes.some((n) => n.id === id)) {
                const next = new Set(open);
                if (!next.delete(id)) next.add(id);
                setOpen(next);
              } else setChosen(id === chosen ? null : id);
            }}
          >
            {(item: Node) => <Item node={item} chosen={chosen} />}
          </Tree>
        </Virtualizer>
      )}
      {selected?.column && (
        <ColumnCard
          table={selected.table}
          column={selected.column}
          profile={known?.columns.find((c) => c.column === selected.column?.name) ?? null}
          sample={known && sampled(known) ? known : null}
          onExplore={() => onExplore(selected.table.name, selected.column?.name ?? null)}
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  );
}

function Item({ node: item, chosen }: { node: Node; chosen: string | null }) {
  const { table, column } = item;
  return (
    <TreeItem
      id={item.id}
      textValue={column?.name ?? table.name}
      className={`tree-item ${chosen === item.id ? "chosen" : ""}`}
    >
      <TreeItemContent>
        {column ? <ColumnLine table={table} column={column} /> : <TableLine table={table} />}
      </TreeItemContent>
      <Collection items={item.children}>{(child: Node) => <Item node={child} chosen={chosen} />}</Collection>
    </TreeItem>
  );
}

function TableLine({ table }: { table: Table }) {
  const { Icon, says } = kindOf(table);
  return (
    <div className="tree-line">
      <Button slot="chevron" className="tree-chevron">
        <ChevronRight aria-hidden size={14} />
      </Button>
      <span className="tree-icon" title={says}>
        <Icon aria-label={says} size={14} />
      </span>
      <span className="tree-name" dir="auto" title={table.comment ?? table.name}>
        {table.schema && <span className="tree-schema">{table.schema}.</span>}
        {table.name}
      </span>
      {table.rows && (
        <span className="tree-count" title={aboutRows(table.rows)}>
          {rowCount(table.rows)}
        </span>
      )}
    </div>
  );
}

function ColumnLine({ table, column }: { table: Table; column: Column }) {
  const key = table.primary_key.includes(column.name);
  const link = table.foreign_keys.find((f) => f.columns.includes(column.name));
  return (
    <div className="tree-line column">
      <span className="tree-key">
        {key && <KeyRound aria-label={t("sidebar.tables.primaryKey")} size={13} />}
        {!key && link && (
          <Link2 aria-label={t("sidebar.tables.refersTo", { table: link.to_table })} size={13} />
        )}
      </span>
      <span className="tree-name" dir="auto" title={column.comment ?? column.name}>
        {column.name}
      </span>
      <span className="tree-type">{column.declared_type.toLowerCase() || column.kind}</span>
    </div>
  );
}

function node(table: Table): Node {
  const id = table.schema ? `${table.schema}.${table.name}` : table.name;
  return {
    id,
    table,
    column: null,
    children: table.columns.map((column) => ({
      id: `${id}\u0000${column.name}`,
      table,
      column,
      children: [],
    })),
  };
}

function filter(nodes: Node[], words: string): Node[] {
  if (words === "") return nodes;
  return nodes.flatMap((n) => {
    if (n.table.name.toLocaleLowerCase().includes(words)) return [n];
    const children = n.children.filter((c) => c.column?.name.toLocaleLowerCase().includes(words));
    return children.length > 0 ? [{ ...n, children }] : [];
  });
}
