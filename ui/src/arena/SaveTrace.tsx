// How a run went, as a file for tools that read OpenTelemetry. Nothing is sent anywhere.
import { Download } from "lucide-react";
import { Trans } from "../text/Trans";
import type { Backend } from "../backend/backend";
import { bytes } from "../format/cell";
import { t } from "../text";
import { Button } from "../ui/Button";
import { CopyButton } from "../ui/Copy";
import { ProblemView } from "../ui/ProblemView";
import { useSaved } from "../ui/useSaved";
import "../text/en/arena";

export function SaveTrace({ backend, run }: { backend: Backend; run: string }) {
  const { done, trouble, busy, save } = useSaved(
    backend,
    [`${run}.jsonl`, "trace"],
    (path) => backend.exportTrace(path, run),
    () => t("arena.trace.saved"),
  );
  return (
    <div className="trace">
      <Button
        small
        testid="save-trace"
        disabled={busy ? t("arena.trace.saving") : null}
        onPress={() => void save()}
      >
        <Download aria-hidden size={14} />
        {t("arena.trace.save")}
      </Button>
      <p className="quiet-text">{t("arena.trace.says")}</p>
      {done && (
        <p className="trace-saved" data-testid="trace-saved">
          <Trans
            i18nKey="arena.trace.place"
            values={{ size: bytes(done.bytes), path: done.path }}
            components={{ code: <code /> }}
          />
          <CopyButton
            small
            text={() => done.path}
            what={t("arena.trace.path")}
            name={t("arena.trace.copyPath")}
          />
        </p>
      )}
      {done?.notes.map((note) => (
        <p key={note} className="trace-note" data-testid="trace-note">
          {note}
        </p>
      ))}
      {trouble && <ProblemView compact problem={trouble} />}
    </div>
  );
}
