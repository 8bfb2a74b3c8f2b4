// A result's letter.
import { t } from "../text";
import "../text/en/pipeline";

export function ClusterBadge({ id }: { id: string }) {
  return (
    <span className="cluster-badge" data-cluster={id.slice(0, 1)}>
      <span className="offscreen">{t("pipeline.result")} </span>
      {id}
    </span>
  );
}
