import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import type { Finding, Severity } from "../contract";
import { t } from "../text";
import "../text/en/pipeline";

const ICONS: Record<Severity, typeof Info> = { note: Info, warning: TriangleAlert, error: CircleAlert };

export function Findings({ findings }: { findings: Finding[] }) {
  return (
    <ul className="plain-list findings">
      {findings.map((finding) => {
        const Icon = ICONS[finding.severity];
        return (
          <li key={`${finding.code}-${finding.message}`} className={`finding ${finding.severity}`}>
            <Icon aria-label={t(`pipeline.severity.${finding.severity}`)} size={14} />
            <span dir="auto">
              {finding.message} {finding.hint}
              {finding.engine && <code className="engine-words">{finding.engine}</code>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
