// Where in the explorer the person is.
export const TABS = [
  { tab: "tables", name: "Tables" },
  { tab: "diagram", name: "Diagram" },
  { tab: "health", name: "Health" },
  { tab: "glossary", name: "Glossary" },
  { tab: "measure", name: "Measure" },
] as const;

export type Tab = (typeof TABS)[number]["tab"];

export interface Place {
  tab: Tab;
  /** Chosen in the list, centred in the diagram. */
  table: string | null;
  /** Brought into view. */
  column: string | null;
}

export const START: Place = { tab: "tables", table: null, column: null };
