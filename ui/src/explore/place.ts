// Where in the explorer the person is.
import { t } from "../text";
import "../text/en/explore";

export const TABS = [
  { tab: "tables", name: t("explore.tabs.tables") },
  { tab: "diagram", name: t("explore.tabs.diagram") },
  { tab: "health", name: t("explore.tabs.health") },
  { tab: "glossary", name: t("explore.tabs.glossary") },
  { tab: "measure", name: t("explore.tabs.measure") },
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
