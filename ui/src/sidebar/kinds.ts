import { Eye, FileText, Layers, Table2, Unplug } from "lucide-react";
import type { Table } from "../contract";
import { t } from "../text";
import "../text/en/sidebar";

const KINDS = {
  table: { Icon: Table2, says: t("sidebar.kinds.table") },
  view: { Icon: Eye, says: t("sidebar.kinds.view") },
  materialized_view: { Icon: Layers, says: t("sidebar.kinds.materialisedView") },
  foreign: { Icon: Unplug, says: t("sidebar.kinds.foreign") },
  file: { Icon: FileText, says: t("sidebar.kinds.file") },
} as const;

export function kindOf(table: Pick<Table, "kind"> & { source?: Table["source"] }) {
  return KINDS[table.source ? "file" : table.kind];
}
