import { Eye, FileText, Layers, Table2, Unplug } from "lucide-react";
import type { Table } from "../contract";

const KINDS = {
  table: { Icon: Table2, says: "table" },
  view: { Icon: Eye, says: "view" },
  materialized_view: { Icon: Layers, says: "materialised view" },
  foreign: { Icon: Unplug, says: "table of another server" },
  file: { Icon: FileText, says: "file" },
} as const;

export function kindOf(table: Pick<Table, "kind"> & { source?: Table["source"] }) {
  return KINDS[table.source ? "file" : table.kind];
}
