// The pinned answers of a database: read, run again one by one or all, taken along as one page.
import { factsOf } from "../answer/chart";
import { useCallback, useEffect, useRef, useState } from "react";
import { failed, type Load, loading, ready } from "../app/load";
import { newRunId } from "../app/names";
import { asProblem, type Backend } from "../backend/backend";
import type { Exported, ExportProgress, Pin, Problem } from "../contract";
import { t } from "../text";
import { announce } from "../ui/announce";
import "../text/en/pins";

export interface Doing {
  /** Of the run or the export, for `stop`. */
  name: string;
  is: "running" | "exporting";
  /** The pin whose query runs. */
  pin: string | null;
  done: number;
  of: number;
  rows: number;
}

export interface Pins {
  load: Load<Pin[]>;
  doing: Doing | null;
  /** What went wrong, by the pin's run. */
  problems: ReadonlyMap<string, Problem>;
  exported: Exported | null;
  trouble: Problem | null;
  reload(): void;
  run(pins: readonly Pin[]): void;
  exportAll(pins: readonly Pin[], name: string): void;
  stop(): void;
  drop(run: string): void;
  dismiss(): void;
}

export function usePins(backend: Backend, connection: string, onRan: () => void): Pins {
  const [load, setLoad] = useState<Load<Pin[]>>(loading);
  const [doing, setDoing] = useState<Doing | null>(null);
  const [problems, setProblems] = useState<ReadonlyMap<string, Problem>>(new Map());
  const [exported, setExported] = useState<Exported | null>(null);
  const [trouble, setTrouble] = useState<Problem | null>(null);
  const now = useRef<Doing | null>(null);
  const stopped = useRef(false);

  const set = (next: Doing | null) => {
    now.current = next;
    setDoing(next);
  };
  const stop = useCallback(() => {
    stopped.current = true;
    if (now.current) backend.stop(now.current.name).catch(() => undefined);
  }, [backend]);

  const reload = useCallback(async () => {
    setLoad(loading);
    try {
      setLoad(ready(await backend.pins(connection)));
    } catch (error) {
      setLoad(failed(asProblem(error)));
    }
  }, [backend, connection]);
  useEffect(() => {
    void reload();
    // Whoever leaves the page waits for nothing on it.
    return stop;
  }, [reload, stop]);

  const run = async (pins: readonly Pin[]) => {
    if (now.current) return;
    stopped.current = false;
    const found = new Map(problems);
    for (const [done, pin] of pins.entries()) {
      const name = newRunId("pin");
      set({ name, is: "running", pin: pin.run, done, of: pins.length, rows: 0 });
      found.delete(pin.run);
      try {
        const next = await backend.runPinAgain(connection, pin.run, name);
        setLoad((old) =>
          old.is === "ready" ? ready(old.value.map((p) => (p.run === pin.run ? next : p))) : old,
        );
      } catch (error) {
        const problem = asProblem(error);
        if (problem.code !== "cancelled") found.set(pin.run, problem);
      }
      setProblems(new Map(found));
      if (stopped.current) break;
    }
    set(null);
    onRan();
    if (stopped.current) announce(t("pins.under.stopped"));
    else announce(t("pins.under.ran", { queries: t("common.queries", { count: pins.length }) }));
  };

  const exportAll = async (pins: readonly Pin[], suggested: string) => {
    if (now.current) return;
    setTrouble(null);
    try {
      const path = await backend.pickSavePath(suggested, "report");
      if (!path) return;
      const name = newRunId("export");
      const begun: Doing = { name, is: "exporting", pin: null, done: 0, of: pins.length, rows: 0 };
      set(begun);
      const request = { path, charts: await pictures(pins) };
      const told = ({ rows }: ExportProgress) => set({ ...begun, rows });
      const value = await backend.exportPins(connection, name, request, told);
      setExported(value);
      announce(t("pins.under.exported", { path: value.path }));
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code === "cancelled") announce(t("pins.under.exportStopped"));
      else setTrouble(problem);
    }
    set(null);
  };

  return {
    load,
    doing,
    problems,
    exported,
    trouble,
    reload: () => void reload(),
    run: (pins) => void run(pins),
    exportAll: (pins, name) => void exportAll(pins, name),
    stop,
    drop: (gone) =>
      setLoad((old) => (old.is === "ready" ? ready(old.value.filter((pin) => pin.run !== gone)) : old)),
    dismiss: () => setExported(null),
  };
}

/** A report goes without a picture rather than not at all. */
async function pictures(pins: readonly Pin[]): Promise<Record<string, string>> {
  const made: Record<string, string> = {};
  for (const { run, answer } of pins) {
    if (!answer.chart) continue;
    try {
      const { svg } = await import("../answer/picture");
      const facts = factsOf(answer.chart);
      made[run] = await svg({ title: answer.chart.title, facts, kind: facts.drawn });
    } catch {
      // Its rows are in the report all the same.
    }
  }
  return made;
}
