// What the screen says of models that can be downloaded: what one needs, whether it fits, how far a download is.
import type { Fetching, Fit, FoundModel, Shelf, ShelfModel } from "../contract";
import { bytes, count } from "../format/cell";
import { t } from "../text";
import "../text/en/shelf";

export const FITS: Record<Fit, { tone: "good" | "warn" | "bad" | "quiet"; name: string; says: string }> = {
  well: { tone: "good", name: t("shelf.fit.well"), says: t("shelf.fit.wellSays") },
  tight: { tone: "warn", name: t("shelf.fit.tight"), says: t("shelf.fit.tightSays") },
  too_large: { tone: "bad", name: t("shelf.fit.tooLarge"), says: t("shelf.fit.tooLargeSays") },
  unknown: { tone: "quiet", name: "", says: t("shelf.fit.unknownSays") },
};

/** Two digits are all that such an estimate is worth. */
export function speedWords(speed: number): string {
  const rounded = speed < 10 ? Math.max(0.1, Math.round(speed * 10) / 10) : Math.round(speed);
  return t("shelf.model.speed", { count: rounded });
}

/** "4.7 GB to download", "about 5.7 GB of memory". */
export function needsWords(model: ShelfModel): string[] {
  return [
    model.about === null ? t("shelf.model.sizeLater") : t("shelf.model.size", { size: bytes(model.about) }),
    t("shelf.model.needs", { size: bytes(model.needs) }),
    ...(model.speed === null ? [] : [speedWords(model.speed)]),
  ];
}

/** Where it comes from and who may use it; a licence that leaves somebody out has a line of its own. */
export function sourceWords(model: ShelfModel): string[] {
  const { licence, quantisation } = model;
  return [
    model.maker,
    t("shelf.model.parameters", { count: Math.round(model.parameters * 10) / 10, quantisation }),
    ...(model.leaves_out === null ? [t("shelf.model.free", { licence })] : []),
    model.page.replace(/^https:\/\//, ""),
  ];
}

/** Memory is sold by powers of two: "16 GB" is what a person knows of theirs. */
export function memoryWords(size: number): string {
  return `${count(Math.max(1, Math.round(size / 2 ** 30)))} GB`;
}

export function machineWords(shelf: Pick<Shelf, "memory" | "reads">): string {
  const memory =
    shelf.memory === null
      ? t("shelf.machine.unknown")
      : t("shelf.machine.memory", { size: memoryWords(shelf.memory) });
  const speed =
    shelf.reads === null
      ? t("shelf.machine.unmeasured")
      : t("shelf.machine.measured", { size: bytes(shelf.reads) });
  return `${memory} ${speed}`;
}

/** "about 5 min left"; empty where nobody can say. */
export function leftWords(done: number, of: number, rate: number): string {
  if (rate < 1) return "";
  const seconds = (of - done) / rate;
  if (seconds < 60) return t("shelf.progress.lessThanMinute");
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return t("shelf.progress.minutes", { count: minutes });
  return t("shelf.progress.hours", { count: Math.round(minutes / 60) });
}

export interface Progress {
  says: string;
  /** Null: nobody knows how far it is. */
  part: { done: number; of: number } | null;
}

export function progressOf(step: Fetching | null): Progress {
  switch (step?.kind) {
    case undefined:
      return { says: t("shelf.progress.beginning"), part: null };
    case "asking":
      return { says: t("shelf.progress.asking", { host: step.host }), part: null };
    case "rereading":
      return {
        says: t("shelf.progress.rereading", { done: bytes(step.done), of: bytes(step.of) }),
        part: { done: step.done, of: step.of },
      };
    case "fetching":
      return {
        says: [
          t("shelf.progress.part", { done: bytes(step.done), of: bytes(step.of) }),
          step.bytes_a_second < 1 ? "" : t("shelf.progress.rate", { size: bytes(step.bytes_a_second) }),
          leftWords(step.done, step.of, step.bytes_a_second),
        ]
          .filter(Boolean)
          .join(" · "),
        part: { done: step.done, of: step.of },
      };
    case "waiting":
      return {
        says: t("shelf.progress.waiting", { why: step.why, done: bytes(step.done), of: bytes(step.of) }),
        part: { done: step.done, of: step.of },
      };
  }
}

export interface Opener {
  name: string;
  command: string;
  /** Whether it answers on this computer now. */
  here: boolean;
}

/** What opens a file where this build does not. */
export function openers(path: string, name: string, found: readonly FoundModel[]): Opener[] {
  const quoted = `"${path.replace(/(["\\$`])/g, "\\$1")}"`;
  const at = (port: number) =>
    found.some((f) => f.kind === "open_ai_compatible" && f.address.includes(`:${port}`));
  const all = [
    {
      name: "Ollama",
      command: `echo FROM ${quoted} > Modelfile && ollama create ${name} -f Modelfile`,
      here: found.some((f) => f.kind === "ollama"),
    },
    { name: "LM Studio", command: `lms import ${quoted}`, here: at(1234) },
    { name: "llama.cpp", command: `llama-server -m ${quoted}`, here: at(8080) },
  ];
  return all.toSorted((a, b) => Number(b.here) - Number(a.here));
}
