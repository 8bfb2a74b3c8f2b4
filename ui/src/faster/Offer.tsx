// Below an answer that took its time: the offer to make it faster; or that it uses a faster query already.
import { Gauge } from "lucide-react";
import { useContext } from "react";
import type { Answer } from "../contract";
import { duration } from "../format/cell";
import type { Run } from "../run/reduce";
import { Button } from "../ui/Button";
import { FasterContext } from "./context";
import { day, times } from "./words";

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
          Answered by the faster query that you kept, {times(kept.gain.speedup)} times as fast.
          {(kept.proof.rests_on ?? []).length > 0 && ` It rests on the data as of ${day(kept.at)}.`}
        </span>
        <Button small kind="quiet" testid="faster-see-kept" onPress={door.show}>
          See both
        </Button>
      </p>
    );
  const outcome = run.judged[answer.candidate]?.outcome;
  const replaced = door.kept.some((k) => k.before === answer.sql);
  if (outcome?.kind !== "ran" || outcome.ms <= SLOW_MS || replaced) return null;
  return (
    <p className="faster-offer" data-testid="faster-offer">
      <Gauge aria-hidden size={15} />
      <span>This query took {duration(outcome.ms)}.</span>
      <Button small testid="make-faster" onPress={() => door.start(answer.sql, run.id, run.question)}>
        Make it faster
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
      hint="Looks for another way to ask the same that takes less time"
      onPress={() => door.start(sql, own ? run.id : null, own ? run.question : null)}
    >
      <Gauge aria-hidden size={15} />
      Make it faster
    </Button>
  );
}
