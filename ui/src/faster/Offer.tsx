// Below an answer that took its time: the offer to make it faster; or that it uses a faster query already.
import { Gauge } from "lucide-react";
import { useContext } from "react";
import type { Answer } from "../contract";
import { duration } from "../format/cell";
import type { Run } from "../run/reduce";
import { t } from "../text";
import { Button } from "../ui/Button";
import { FasterContext } from "./context";
import { day, times } from "./words";
import "../text/en/fasterMore";

/** From here on a person waits. */
const SLOW_MS = 2_000;

export function FasterOffer({ run, answer }: { run: Run; answer: Answer }) {
  const door = useContext(FasterContext);
  if (!door || run.state !== "answered") return null;
  const kept = door.kept.find((k) => k.after === answer.sql);
  if (kept)
    return (
      <p className="faster-offer" data-testid="faster-kept">
        <Gauge aria-hidden size={15} />
        <span>
          {t("faster.offer.kept", { times: times(kept.gain.speedup) })}
          {(kept.proof.rests_on ?? []).length > 0 && ` ${t("faster.offer.rests", { day: day(kept.at) })}`}
        </span>
        <Button small kind="quiet" testid="faster-see-kept" onPress={door.show}>
          {t("faster.offer.seeBoth")}
        </Button>
      </p>
    );
  const outcome = run.judged[answer.candidate]?.outcome;
  const replaced = door.kept.some((k) => k.before === answer.sql);
  if (outcome?.kind !== "ran" || outcome.ms <= SLOW_MS || replaced) return null;
  return (
    <p className="faster-offer" data-testid="faster-offer">
      <Gauge aria-hidden size={15} />
      <span>{t("faster.offer.took", { time: duration(outcome.ms) })}</span>
      <Button small testid="make-faster" onPress={() => door.start(answer.sql, run.id, run.question)}>
        {t("faster.make")}
      </Button>
    </p>
  );
}

/** Beside the SQL of any attempt; the answer's own may be kept. */
export function FasterButton({ run, candidate, sql }: { run: Run; candidate: string; sql: string }) {
  const door = useContext(FasterContext);
  if (!door || run.state === "running" || sql === "") return null;
  const own = run.answer?.candidate === candidate;
  return (
    <Button
      small
      kind="quiet"
      testid="sql-faster"
      hint={t("faster.offer.hint")}
      onPress={() => door.start(sql, own ? run.id : null, own ? run.question : null)}
    >
      <Gauge aria-hidden size={15} />
      {t("faster.make")}
    </Button>
  );
}
