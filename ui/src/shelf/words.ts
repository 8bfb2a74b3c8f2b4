// What the screen says of models that can be downloaded: what one needs, whether it fits, how far a download is.
import type { Fetching, Fit, FoundModel, Shelf, ShelfModel } from "../contract";
import { bytes, count } from "../format/cell";

export const FITS: Record<Fit, { tone: "good" | "warn" | "bad" | "quiet"; name: string; says: string }> = {
  well: { tone: "good", name: "Fits", says: "It fits into this computer's memory beside other programs." },
  tight: {
    tone: "warn",
    name: "Fits tightly",
    says: "It fits into this computer's memory, but other programs will feel it.",
  },
  too_large: { tone: "bad", name: "Too large", says: "It needs more memory than this computer has." },
  unknown: { tone: "quiet", name: "", says: "This system does not say how much memory it has." },
};

/** Two digits are all that such an estimate is worth. */
export function speedWords(speed: number): string {
  const rounded = speed < 10 ? Math.max(0.1, Math.round(speed * 10) / 10) : Math.round(speed);
  return `at most ${count(rounded)} ${rounded === 1 ? "token" : "tokens"} a second here`;
}

/** "4.7 GB to download", "about 5.7 GB of memory". */
export function needsWords(model: ShelfModel): string[] {
  return [
    model.about === null ? "Size known once you press" : `${bytes(model.about)} to download`,
    `about ${bytes(model.needs)} of memory`,
    ...(model.speed === null ? [] : [speedWords(model.speed)]),
  ];
}

/** Where it comes from and who may use it; a licence that leaves somebody out has a line of its own. */
export function sourceWords(model: ShelfModel): string[] {
  return [
    model.maker,
    `${count(Math.round(model.parameters * 10) / 10)} billion parameters, ${model.quantisation}`,
    ...(model.leaves_out === null ? [`${model.licence}, free for everyone`] : []),
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
      ? "This system does not say how much memory it has."
      : `This computer has ${memoryWords(shelf.memory)} of memory.`;
  if (shelf.reads === null)
    return `${memory} How fast a model can be here is not known until it is measured.`;
  return `${memory} It reads ${bytes(shelf.reads)} of it a second, as measured; a model reads its whole file for each token, so it cannot be faster than that allows. A token is a short word, or a piece of a longer one.`;
}

/** "about 5 min left"; empty where nobody can say. */
export function leftWords(done: number, of: number, rate: number): string {
  if (rate < 1) return "";
  const seconds = (of - done) / rate;
  if (seconds < 60) return "less than a minute left";
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `about ${count(minutes)} min left`;
  return `about ${count(Math.round(minutes / 60))} h left`;
}

export interface Progress {
  says: string;
  /** Null: nobody knows how far it is. */
  part: { done: number; of: number } | null;
}

export function progressOf(step: Fetching | null): Progress {
  switch (step?.kind) {
    case undefined:
      return { says: "Beginning…", part: null };
    case "asking":
      return { says: `Asking ${step.host} for the size and the sum…`, part: null };
    case "rereading":
      return {
        says: `Checking what is here already: ${bytes(step.done)} of ${bytes(step.of)}`,
        part: { done: step.done, of: step.of },
      };
    case "fetching":
      return {
        says: [
          `${bytes(step.done)} of ${bytes(step.of)}`,
          step.bytes_a_second < 1 ? "" : `${bytes(step.bytes_a_second)} a second`,
          leftWords(step.done, step.of, step.bytes_a_second),
        ]
          .filter(Boolean)
          .join(" · "),
        part: { done: step.done, of: step.of },
      };
    case "waiting":
      return {
        says: `${step.why} It goes on in a moment, from ${bytes(step.done)} of ${bytes(step.of)}.`,
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
