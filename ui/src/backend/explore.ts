// Types of knowing a database, as `src-tauri/contract/{explore,profile,api}.rs` has them.
import type { Cell, ForeignKey, RowCount, Table, TableKind } from "../contract";

export type Phase = "read" | "describe" | "index";

export type Progress = {
  phase: Phase;
  /**  The one being read; several are read at a time, and this is the latest. */
  table: string;
  /**  Tables that are done. */
  done: number;
  of: number;
  /**  Over the last seconds; 0 while paused. */
  rows_per_second: number;
  /**  `None` while there is nothing to judge it by. */
  seconds_left: number | null;
  paused: boolean;
};

export type Prepared = {
  tables: TableProfile[];
  values: number;
  ms: number;
  /**  From the workspace rather than read again. */
  cached: boolean;
};

/**  A type that the values have although the column does not declare it. */
export type Disguise =
  | "iso_date"
  | "slash_date"
  | "compact_date"
  | "unix_seconds"
  | "year"
  | "number_in_text"
  | "boolean_in_number"
  | "boolean_in_text"
  | "json"
  | "email"
  | "url"
  | "code"
  | "money"
  | "percentage";

/**  Equal steps from the least value to the greatest; numbers and times only. */
export type Histogram = {
  from: Cell;
  to: Cell;
  /**  Rows of each step, at most 20; the last includes `to`. */
  rows: number[];
};

export type ValueCount = {
  value: Cell;
  rows: number;
};

export type ColumnProfile = {
  table: string;
  column: string;
  rows: number;
  nulls: number;
  distinct: number;
  /**  False where `distinct` is estimated or comes from a sample. */
  distinct_exact: boolean;
  /**  The relative standard error of an estimated `distinct`; `None`: counted. */
  distinct_error: number | null;
  /**  The ten commonest, commonest first, ties by value. */
  top: ValueCount[];
  min: Cell;
  max: Cell;
  mean: number | null;
  /**  Of the rows read (n, not n - 1). */
  std_dev: number | null;
  /**  The values that 5, 25, 50, 75 and 95 of 100 do not exceed; five of a number or a time, else none. */
  quantiles: Cell[];
  histogram: Histogram | null;
  /**  Characters of text values, mean and maximum. */
  mean_length: number | null;
  max_length: number;
  /**  The commonest shape of its text values as a pattern. */
  shape: string | null;
  disguises: Disguise[];
  unique: boolean;
};

export type TableProfile = {
  table: string;
  rows: number;
  /**  Rows read; fewer than `rows` means that every figure of the table is from a sample. */
  read: number;
  columns: ColumnProfile[];
  /**  What one row is, in words; empty where that is not known. */
  grain: string;
  freshness: Freshness | null;
};

/**  How recent a table's content is. */
export type Freshness = {
  column: string;
  newest: Cell;
};

/**  Who wrote a description; a later one in this list wins. */
export type Author = "rules" | "model" | "database" | "person";

/**  At most 200 characters, and at most 1,000. */
export type Words = {
  short: string;
  long: string;
};

export type Description = {
  words: Words;
  author: Author;
  /**  Other words that people may use for it. */
  synonyms: string[];
};

/**  One line of the list of tables. */
export type TableCard = {
  name: string;
  kind: TableKind;
  rows: RowCount | null;
  columns: number;
  short: string;
  /**  The group of tables that it belongs to; `None` where the schema is too small to have any. */
  module: string | null;
  /**  Why it could not be read. */
  unread: string | null;
  /**  Names of columns that the search found, in the table's order; at most ten. */
  found: string[];
};

export type Explored = {
  tables: TableCard[];
  /**  Tables that the search found, those outside the page included. */
  total: number;
};

/**  A key of a table, or one that leads to it. */
export type KeyCard = {
  table: string;
  key: ForeignKey;
  /**  What the person said of an inferred key. A rejected one is used by nothing. */
  decision: boolean | null;
};

export type TableDetail = {
  table: Table;
  profile: TableProfile | null;
  description: Description;
  /**  One a column, in their order. */
  columns: Description[];
  keys: KeyCard[];
  module: string | null;
  unread: string | null;
};

export type DiagramNode = {
  table: string;
  module: string | null;
  /**  Columns that are part of a key, in the table's order. */
  keys: string[];
  columns: number;
  rows: RowCount | null;
};

export type Diagram = {
  nodes: DiagramNode[];
  edges: KeyCard[];
};

export type HealthKind =
  | "empty_table"
  | "mostly_empty"
  | "one_value"
  | "date_in_text"
  | "number_in_text"
  | "mixed_types"
  | "near_duplicates"
  | "orphaned_key"
  | "no_key"
  | "stale"
  | "unread";

/**  Something a person should know before trusting an answer. */
export type HealthNote = {
  kind: HealthKind;
  table: string;
  column: string | null;
  /**  In lay words, with figures. */
  says: string;
  /**  What it means for answers. */
  means: string;
  /**  Values that show it; at most five. */
  examples: string[];
  /**  Rows concerned, where it can be counted; `exact` false where they come from a sample. */
  rows: RowCount | null;
};

/**  What a word of the business stands for. */
export type Meaning =
  | { kind: "words" }
  | { kind: "table"; table: string }
  | { kind: "column"; table: string; column: string }
  | { kind: "value"; table: string; column: string; value: string }
  | { kind: "filter"; table: string; sql: string }
  | { kind: "formula"; table: string; sql: string };

export type Term = {
  name: string;
  definition: string;
  meaning: Meaning;
};

/**  A term that was not saved, and why, in plain words. */
export type Refused = {
  name: string;
  why: string;
};
