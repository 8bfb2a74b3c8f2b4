// One query of a workload in one state: before and after, its parts and plans, and every attempt.
import { useCallback, useEffect, useRef, useState } from "react";
import { failed, type Load, loading, ready } from "../app/load";
import { asProblem, type Backend } from "../backend/backend";
import type { Optimisation } from "../contract";
import { t } from "../text";
import { Waiting } from "../ui/Waiting";
import { Parts } from "./Parts";
import { Plans } from "./Plans";
import { SideBySide } from "./SideBySide";
import { Tried } from "./Tried";
import { bestOf, ending, proofWords } from "./words";
import "../text/en/fasterMore";

interface Props {
  backend: Backend;
  connection: string;
  folder: string;
  state: number;
  query: string;
}

export function WorkloadQuery({ backend, connection, folder, state, query }: Props) {
  const [load, setLoad] = useState<Load<Optimisation>>(loading);
  const heading = useRef<HTMLHeadingElement>(null);
  const turn = useRef(0);
  const read = useCallback(async () => {
    turn.current += 1;
    const mine = turn.current;
    setLoad(loading);
    try {
      const value = await backend.workloadQuery(folder, state, query);
      if (turn.current === mine) setLoad(ready(value));
    } catch (error) {
      if (turn.current === mine) setLoad(failed(asProblem(error)));
    }
  }, [backend, folder, state, query]);
  useEffect(() => {
    heading.current?.focus();
    void read();
  }, [read]);
  return (
    <section
      className="workload-one"
      aria-label={t("faster.workload.one")}
      data-testid="workload-one"
      data-state={load.is}
    >
      <h2 className="about-heading" ref={heading} tabIndex={-1}>
        {t("faster.workload.oneTitle", { query, number: state })}
      </h2>
      {load.is === "ready" ? (
        <One backend={backend} connection={connection} found={load.value} />
      ) : (
        <Waiting load={load} again={() => void read()} lines={5} label={t("faster.workload.oneReading")} />
      )}
    </section>
  );
}

function One({ backend, connection, found }: { backend: Backend; connection: string; found: Optimisation }) {
  const best = bestOf(found);
  return (
    <>
      <p>
        {found.refused === "" ? ending(found) : found.refused} {best?.proof && proofWords(best.proof)}
      </p>
      {best ? (
        <SideBySide backend={backend} connection={connection} before={found.before} after={best.sql} />
      ) : (
        <pre className="code plain">{found.before}</pre>
      )}
      <Parts parts={found.parts} />
      <Plans before={found.plan_before} after={found.plan_after} />
      {found.attempts.length > 0 && (
        <details className="about-card faster-more" data-testid="workload-tried">
          <summary>{t("faster.workload.oneTried", { count: found.attempts.length })}</summary>
          <Tried found={found} />
        </details>
      )}
    </>
  );
}
