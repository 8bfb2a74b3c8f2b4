// What the mock knows of a database, and what a person changes of it. A path with "broken" in it knows nothing and says so.
import type {
  Catalog,
  Description,
  Diagram,
  Explored,
  ForeignKey,
  HealthNote,
  KeyCard,
  Meaning,
  Refused,
  RowCount,
  StoredValue,
  Table,
  TableCard,
  TableDetail,
  Term,
  Words,
} from "../../contract";
import { groupOf } from "./huge";
import { notesOf, termsOf } from "./notes";
import { profileOf } from "./profiles";
import { problem } from "./saved";

const GROUPS: Record<string, string> = {
  regions: "People and places",
  employees: "People and places",
  customers: "People and places",
  categories: "Goods",
  products: "Goods",
  suppliers: "Goods",
  product_suppliers: "Goods",
  order_statuses: "Orders",
  orders: "Orders",
  order_lines: "Orders",
  payments: "Orders",
  returns: "Orders",
  warehouses: "Logistics",
  stock: "Logistics",
  shipments: "Logistics",
};

const SYNONYMS: Record<string, string[]> = {
  country: ["nation", "land"],
  customers: ["clients", "buyers"],
  unit_price: ["price", "price per piece"],
  carrier: ["shipping company", "forwarder"],
};

/** A decision or an edit goes by this. */
const keyName = (table: string, key: ForeignKey) =>
  [table, ...key.columns, key.to_table, ...key.to_columns].join("\u0000");

export interface Known {
  ready: Set<string>;
  explore(search: string, offset: number, limit: number): Explored;
  detail(table: string): TableDetail;
  describe(table: string, column: string | null, words: Words | null): Description;
  decide(table: string, key: ForeignKey, decision: boolean | null): void;
  diagram(around: string | null): Diagram;
  health(): HealthNote[];
  glossary(): Term[];
  save(terms: Term[]): Refused[];
  complete(prefix: string): StoredValue[];
  rowsOf(meaning: Meaning): RowCount;
}

export function known(catalog: Catalog, broken: boolean): Known {
  const edits = new Map<string, Words>();
  const decisions = new Map<string, boolean>();
  const ready = new Set<string>();
  let terms = termsOf(catalog);
  const whole = () => {
    if (broken)
      throw problem(
        "internal",
        "What was learned of this database cannot be read.",
        "Prepare it again.",
        "checksum of knowledge.bin does not match",
      );
  };
  const words = (name: string) => name.replace(/_/g, " ");
  const module = (t: string) => groupOf(t) ?? GROUPS[t] ?? null;
  const one = (name: string): Table => {
    const found = catalog.tables.find((t) => t.name === name);
    if (!found) throw problem("not_found", "This table is no longer there.", "Open the database again.");
    return found;
  };

  function description(table: Table, column: string | null): Description {
    const edited = edits.get(`${table.name}\u0000${column ?? ""}`);
    const synonyms = SYNONYMS[column ?? table.name] ?? [];
    if (edited) return { words: edited, author: "person", synonyms };
    const link = table.foreign_keys.find((k) => column !== null && k.columns.includes(column));
    const short =
      column === null
        ? `The ${words(table.name)}, with ${table.columns
            .slice(1, 4)
            .map((c) => words(c.name))
            .join(", ")}.`
        : link
          ? `Which of the ${words(link.to_table)} it belongs to.`
          : `The ${words(column)} of each row.`;
    const long = `${short} Made from its name, its type and its values.`;
    return { words: { short, long }, author: "rules", synonyms };
  }

  const card = (key: ForeignKey, table: string): KeyCard => {
    const own = catalog.tables.find((t) => t.name === table);
    const unique = own ? [own.primary_key, ...own.unique] : [];
    return {
      table,
      key,
      decision: decisions.get(keyName(table, key)) ?? null,
      single: unique.some((c) => c.length > 0 && c.every((name) => key.columns.includes(name))),
    };
  };
  const edges = (): KeyCard[] => catalog.tables.flatMap((t) => t.foreign_keys.map((k) => card(k, t.name)));

  function tableCard(table: Table, search: string): TableCard | null {
    const about = description(table, null);
    const found =
      search === ""
        ? []
        : table.columns.filter((c) => c.name.toLocaleLowerCase().includes(search)).map((c) => c.name);
    const named = `${table.name} ${about.words.short} ${about.synonyms.join(" ")}`.toLocaleLowerCase();
    if (search !== "" && found.length === 0 && !named.includes(search)) return null;
    return {
      name: table.name,
      kind: table.kind,
      rows: table.rows,
      columns: table.columns.length,
      short: about.words.short,
      module: module(table.name),
      unread: table.name === "currency_rates" ? "The other server refused the login." : null,
      found: found.slice(0, 10),
    };
  }

  return {
    ready,
    explore(search, offset, limit) {
      whole();
      const wanted = search.trim().toLocaleLowerCase();
      const all = catalog.tables.flatMap((t) => tableCard(t, wanted) ?? []);
      return { tables: all.slice(offset, offset + limit), total: all.length };
    },
    detail(name) {
      whole();
      const table = one(name);
      const unread = name === "currency_rates" ? "The other server refused the login." : null;
      return {
        table,
        profile: unread === null && ready.has(name) ? profileOf(table) : null,
        description: description(table, null),
        columns: table.columns.map((c) => description(table, c.name)),
        keys: edges().filter((k) => k.table === name || k.key.to_table === name),
        module: module(name),
        unread,
      };
    },
    describe(table, column, next) {
      if (next && /unsaveable/.test(next.short))
        throw problem("denied", "The workspace cannot be written.", "Free some space on the disk.");
      const key = `${table}\u0000${column ?? ""}`;
      if (next) edits.set(key, next);
      else edits.delete(key);
      return description(one(table), column);
    },
    decide(table, key, decision) {
      if (decision === null) decisions.delete(keyName(table, key));
      else decisions.set(keyName(table, key), decision);
    },
    diagram(around) {
      whole();
      const all = edges();
      let chosen = new Set(catalog.tables.map((t) => t.name));
      if (around !== null) {
        chosen = new Set([around]);
        for (let step = 0; step < 2; step++)
          for (const { table, key } of [
            ...all.filter((e) => chosen.has(e.table) !== chosen.has(e.key.to_table)),
          ]) {
            chosen.add(table);
            chosen.add(key.to_table);
          }
      }
      return {
        nodes: catalog.tables
          .filter((t) => chosen.has(t.name))
          .map((t) => ({
            table: t.name,
            module: module(t.name),
            keys: t.columns
              .map((c) => c.name)
              .filter((c) => t.primary_key.includes(c) || t.foreign_keys.some((k) => k.columns.includes(c))),
            columns: t.columns.length,
            rows: t.rows,
          })),
        edges: all.filter((e) => chosen.has(e.table) && chosen.has(e.key.to_table)),
      };
    },
    health() {
      whole();
      return notesOf(catalog);
    },
    glossary() {
      whole();
      return [...terms].sort((a, b) => a.name.localeCompare(b.name));
    },
    save(next) {
      const refused = next.flatMap(({ name, meaning }) => {
        const wrong = "sql" in meaning && !/^[\s\w.'(),*/+=<>-]+$/.test(meaning.sql);
        return wrong
          ? [{ name, why: "The database does not understand this SQL: it has a sign too many." }]
          : [];
      });
      terms = next.filter((t) => !refused.some((r) => r.name === t.name));
      return refused;
    },
    complete(prefix) {
      const begins = prefix.trim().toLocaleLowerCase();
      const found = catalog.tables.flatMap((table) =>
        profileOf(table).columns.flatMap(({ column, top }) =>
          top.flatMap(({ value }) =>
            typeof value === "string" && value.toLocaleLowerCase().startsWith(begins)
              ? [{ value, table: table.name, column }]
              : [],
          ),
        ),
      );
      const once = found.filter((one, n) => found.findIndex((other) => other.value === one.value) === n);
      return begins.length < 2 ? [] : once.slice(0, 8);
    },
    rowsOf(meaning) {
      const table = "table" in meaning ? catalog.tables.find((t) => t.name === meaning.table) : undefined;
      const column = "column" in meaning ? table?.columns.find((c) => c.name === meaning.column) : undefined;
      const compared = meaning.kind === "rows" && (meaning.holds === "above" || meaning.holds === "below");
      if (compared && column?.kind === "text")
        throw problem(
          "bad_input",
          `${column.name} holds texts, which are neither above nor below anything.`,
          null,
          null,
        );
      // Each value stands for another share of the rows, so that the figure is seen to change.
      const said = "value" in meaning ? meaning.value : "sql" in meaning ? meaning.sql : "";
      const share = 1 + ([...said].reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0) % 9);
      return { count: Math.floor((table?.rows?.count ?? 0) / share), exact: true };
    },
  };
}
