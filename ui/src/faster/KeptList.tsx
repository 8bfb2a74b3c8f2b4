// Faster queries in use: each with the one before it, which can have its place back.
import { Undo2 } from "lucide-react";
import { useState } from "react";
import type { Backend } from "../backend/backend";
import type { Kept, Problem } from "../contract";
import { t } from "../text";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { SideBySide } from "./SideBySide";
import type { Faster } from "./useFaster";
import { day, proofWords, spread, times } from "./words";
import "../text/en/faster";
import "../text/en/fasterMore";

interface Props {
  backend: Backend;
  connection: string;
  faster: Faster;
}

export function KeptList({ backend, connection, faster }: Props) {
  const { kept } = faster;
  return (
    <section className="about-card" aria-label={t("faster.kept.title")} data-testid="faster-list">
      <h2 className="about-heading">{t("faster.kept.title")}</h2>
      {kept.is === "loading" && <Skeleton lines={2} label={t("faster.kept.reading")} />}
      {kept.is === "failed" && <ProblemView compact problem={kept.problem} onRetry={faster.reload} />}
      {kept.is === "ready" && kept.value.length === 0 && (
        <p className="quiet-text">{t("faster.kept.none")}</p>
      )}
      {kept.is === "ready" && kept.value.length > 0 && (
        <ul className="plain-list faster-keeps">
          {kept.value.map((one) => (
            <One key={one.question} one={one} backend={backend} connection={connection} faster={faster} />
          ))}
        </ul>
      )}
    </section>
  );
}

function One({ one, backend, connection, faster }: Props & { one: Kept }) {
  const [trouble, setTrouble] = useState<Problem | null>(null);
  return (
    <li className="faster-keep">
      <div className="faster-keep-head">
        <div>
          <p className="faster-keep-name" dir="auto">
            {one.question}
          </p>
          <p className="quiet-text">
            {t("faster.ending.won", { times: times(one.gain.speedup) })} {spread(one.gain)}{" "}
            {t("faster.kept.on", { day: day(one.at) })}
          </p>
        </div>
        <Button
          small
          testid="faster-list-back"
          hint={t("faster.kept.backHint")}
          onPress={async () => setTrouble(await faster.takeBack(one.question))}
        >
          <Undo2 aria-hidden size={14} />
          {t("faster.takeBack")}
        </Button>
      </div>
      {trouble && <ProblemView compact problem={trouble} />}
      <details>
        <summary>{t("faster.kept.both")}</summary>
        <p className="quiet-text">
          {[proofWords(one.proof), ...(one.proof.rests_on ?? [])].join(" ")}{" "}
          {one.changes.map((c) => c.says).join(" ")}
        </p>
        <SideBySide backend={backend} connection={connection} before={one.before} after={one.after} />
      </details>
    </li>
  );
}
