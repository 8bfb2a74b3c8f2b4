// What is being downloaded or measured. It outlives the settings' page: a download takes longer than a look at it.
import { asProblem, type Backend } from "../backend/backend";
import type { Fetching, Problem, Shelf } from "../contract";
import { bytes } from "../format/cell";
import { t } from "../text";
import { announce } from "../ui/announce";
import "../text/en/shelf";

export interface Work {
  doing:
    | { is: "nothing" }
    | { is: "measuring"; job: string }
    | { is: "fetching"; job: string; name: string; title: string; step: Fetching | null; stopping: boolean };
  /** What the last one ended with; `name` null: measuring. */
  trouble: { name: string | null; problem: Problem } | null;
  /** Another number whenever what is here has changed. */
  fresh: number;
}

export interface Workshop {
  get(): Work;
  listen(listener: () => void): () => void;
  fetch(name: string, title: string): Promise<void>;
  measure(): Promise<void>;
  stop(): void;
}

const shops = new WeakMap<Backend, Workshop>();

export function workshop(backend: Backend): Workshop {
  const shop = shops.get(backend) ?? made(backend);
  shops.set(backend, shop);
  return shop;
}

/** Said aloud at each of these parts of the whole. */
const QUARTERS = 4;

function made(backend: Backend): Workshop {
  let work: Work = { doing: { is: "nothing" }, trouble: null, fresh: 0 };
  let jobs = 0;
  const listeners = new Set<() => void>();
  const put = (next: Partial<Work>) => {
    work = { ...work, ...next };
    for (const listener of listeners) listener();
  };
  const job = (what: string) => `${what}-${Date.now()}-${++jobs}`;
  const run = async (name: string | null, how: () => Promise<unknown>, said: string) => {
    try {
      await how();
      put({ doing: { is: "nothing" }, fresh: work.fresh + 1 });
      announce(said);
    } catch (error) {
      const problem = asProblem(error);
      const stopped = problem.code === "cancelled";
      put({
        doing: { is: "nothing" },
        trouble: stopped ? null : { name, problem },
        fresh: work.fresh + 1,
      });
      announce(stopped ? t("shelf.work.stopped") : problem.message);
    }
  };
  return {
    get: () => work,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async fetch(name, title) {
      if (work.doing.is !== "nothing") return;
      const own = job("fetch");
      let said = 0;
      put({
        doing: { is: "fetching", job: own, name, title, step: null, stopping: false },
        trouble: null,
      });
      const told = (step: Fetching) => {
        const { doing } = work;
        if (doing.is !== "fetching" || doing.job !== own) return;
        put({ doing: { ...doing, step } });
        if (step.kind === "waiting") announce(step.why);
        if (step.kind !== "fetching") return;
        const quarter = Math.floor((step.done / Math.max(step.of, 1)) * QUARTERS);
        if (quarter > said && quarter < QUARTERS)
          announce(t("shelf.work.quarter", { title, done: bytes(step.done), of: bytes(step.of) }));
        said = Math.max(said, quarter);
      };
      await run(name, () => backend.fetchModel(name, own, told), t("shelf.work.fetched", { title }));
    },
    async measure() {
      if (work.doing.is !== "nothing") return;
      const own = job("measure");
      put({ doing: { is: "measuring", job: own }, trouble: null });
      await run(null, (): Promise<Shelf> => backend.measureMemory(own), t("shelf.work.measured"));
    },
    stop() {
      const { doing } = work;
      if (doing.is === "nothing") return;
      if (doing.is === "fetching") put({ doing: { ...doing, stopping: true } });
      void backend.stop(doing.job).catch(() => undefined);
    },
  };
}
