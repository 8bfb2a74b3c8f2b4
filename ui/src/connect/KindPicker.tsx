// What is connected to: a list at the dialog's side, or a row above it in a narrow window.
import { Database, FileSpreadsheet, HardDrive, Server } from "lucide-react";
import { Radio, RadioGroup } from "react-aria-components";
import { t } from "../text";
import { KINDS, type Kind } from "./words";
import "../text/en/connect";

const ICONS = { sqlite: Database, duckdb: HardDrive, files: FileSpreadsheet, postgres: Server } as const;

export function KindPicker({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  return (
    <RadioGroup
      className="kinds"
      aria-label={t("connect.kind.label")}
      value={kind}
      onChange={(value) => onChange(value as Kind)}
    >
      {KINDS.map((item) => {
        const Icon = ICONS[item.kind];
        return (
          <Radio key={item.kind} value={item.kind} className="kind" data-testid={`kind-${item.kind}`}>
            <Icon aria-hidden size={18} className="kind-icon" />
            <span className="kind-words">
              <span className="kind-name">{item.name}</span>
              <span className="kind-says">{item.says}</span>
            </span>
          </Radio>
        );
      })}
    </RadioGroup>
  );
}
