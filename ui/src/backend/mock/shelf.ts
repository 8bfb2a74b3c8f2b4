// Downloading models without a network. What `mock.shelf` in the browser's storage holds says what happens: nothing: all
// goes well; "elsewhere": this build runs no files; "part": one was begun; "full": the disk fills up; "wrong": another file
// comes; "cut": the connection breaks once; "long": it takes for ever; "broken": the list cannot be read; "bare": nothing
// is known of the computer.
import type { Held, Shelf, ShelfModel } from "../../contract";
import type { Backend } from "../backend";
import { problem } from "./saved";
import { wait } from "./wait";

type Verbs = Pick<Backend, "shelf" | "saveShelf" | "measureMemory" | "fetchModel">;

interface Room {
  beat: number;
  stopped: Set<string>;
  airplane(): boolean;
}

const FIRST = { from: "https://huggingface.co", into: "/home/me/Askwell/models" };
const MEMORY = 16_700_000_000;
const READS = 31_400_000_000;

type Row = Pick<
  ShelfModel,
  | "name"
  | "title"
  | "maker"
  | "parameters"
  | "quantisation"
  | "licence"
  | "leaves_out"
  | "about"
  | "fits"
  | "says"
>;

const APACHE = { licence: "Apache 2.0", leaves_out: null };
const ROWS: Row[] = [
  {
    name: "qwen2.5-coder-1.5b",
    title: "Qwen2.5-Coder 1.5B",
    maker: "Alibaba Cloud",
    parameters: 1.54,
    quantisation: "Q4_K_M",
    ...APACHE,
    about: 986_000_000,
    fits: "well",
    says: "Small and quick; for plain questions on a small computer.",
  },
  {
    name: "qwen2.5-coder-3b",
    title: "Qwen2.5-Coder 3B",
    maker: "Alibaba Cloud",
    parameters: 3.09,
    quantisation: "Q4_K_S",
    licence: "Qwen Research",
    leaves_out:
      "For research and private use only: companies may not use it in their business without a licence of their own.",
    about: 1_830_000_000,
    fits: "well",
    says: "Between the small one and the large ones.",
  },
  {
    name: "qwen2.5-coder-7b",
    title: "Qwen2.5-Coder 7B",
    maker: "Alibaba Cloud",
    parameters: 7.61,
    quantisation: "Q4_K_M",
    ...APACHE,
    about: 4_680_000_000,
    fits: "well",
    says: "A good all-rounder: it writes SQL, compares results and puts answers into words.",
  },
  {
    name: "omnisql-7b",
    title: "OmniSQL 7B",
    maker: "Renmin University of China",
    parameters: 7.61,
    quantisation: "Q4_K_M",
    ...APACHE,
    about: null,
    fits: "well",
    says: "Trained to write SQL, on millions of made-up questions; weaker at all else.",
  },
  {
    name: "qwen2.5-coder-14b",
    title: "Qwen2.5-Coder 14B",
    maker: "Alibaba Cloud",
    parameters: 14.7,
    quantisation: "Q4_K_M",
    ...APACHE,
    about: null,
    fits: "tight",
    says: "Stronger than the 7B in harder questions, and half as fast.",
  },
  {
    name: "xiyansql-32b",
    title: "XiYanSQL-QwenCoder 32B",
    maker: "Alibaba Cloud",
    parameters: 32.5,
    quantisation: "Q4_K_M",
    ...APACHE,
    about: null,
    fits: "too_large",
    says: "Trained to write SQL for SQLite and PostgreSQL; for a computer with much memory.",
  },
];

const sizeOf = (row: Row) => row.about ?? Math.round((row.parameters * 1e9 * 4.9) / 8);

export function shelving({ beat, stopped, airplane }: Room): Verbs {
  const how = () => localStorage.getItem("mock.shelf") ?? "";
  const held = new Map<string, Held>();
  let place = { ...FIRST };
  let reads: number | null = null;

  const heldOf = (name: string): Held => {
    const known = held.get(name);
    if (known) return known;
    if (how() === "part" && name === "qwen2.5-coder-7b") return { kind: "part", bytes: 1_912_602_624 };
    return { kind: "nothing" };
  };
  const shelf = (): Shelf => ({
    models: ROWS.map((row) => ({
      ...row,
      repository: `files/${row.name}-GGUF`,
      page: `https://huggingface.co/makers/${row.name}`,
      needs: sizeOf(row) + 1_000_000_000,
      fits: how() === "bare" ? "unknown" : row.fits,
      speed: reads === null ? null : reads / sizeOf(row),
      held: heldOf(row.name),
    })),
    from: place.from,
    own_address: place.from !== FIRST.from,
    into: place.into,
    own_folder: place.into !== FIRST.into,
    free: how() === "bare" ? null : 214_000_000_000,
    memory: how() === "bare" ? null : MEMORY,
    reads,
    runs_here: how() !== "elsewhere",
  });

  return {
    shelf: async () => {
      await wait(40);
      if (how() === "broken")
        throw problem("lost", "What is kept of downloads cannot be read.", "Check the disk, then try again.");
      return shelf();
    },
    saveShelf: async (from, into) => {
      await wait(40);
      if (from !== null && !/^https:\/\/[^\s/]/.test(from))
        throw problem(
          "bad_input",
          `"${from}" cannot be used: it must start with https://, unless it is on this computer.`,
          'An address looks like "https://huggingface.co", or "http://127.0.0.1:8000" on this computer.',
        );
      if (into !== null && !into.startsWith("/"))
        throw problem(
          "bad_input",
          `"${into}" cannot be used: it is not a whole path.`,
          "Choose a folder by its whole path.",
        );
      place = { from: from ?? FIRST.from, into: into ?? FIRST.into };
      return shelf();
    },
    measureMemory: async (job) => {
      for (let n = 0; n < 20; n++) {
        await wait(beat * 4);
        if (stopped.delete(job)) throw problem("cancelled", "Stopped.");
      }
      reads = READS;
      return shelf();
    },
    fetchModel: async (name, job, onProgress) => {
      if (airplane())
        throw problem(
          "denied",
          "Airplane mode is on, so nothing is downloaded.",
          "Turn airplane mode off to download a model; what came so far is kept.",
        );
      const row = ROWS.find((r) => r.name === name);
      if (!row) throw problem("not_found", `No model is called "${name}" here.`);
      const of = sizeOf(row);
      onProgress({ kind: "asking", host: place.from.replace(/^https:\/\//, "") });
      await wait(beat * 4);
      const before = heldOf(name);
      let done = before.kind === "part" ? before.bytes : 0;
      if (done > 0) {
        onProgress({ kind: "rereading", done: Math.round(done / 2), of: done });
        await wait(beat * 4);
      }
      const step = how() === "long" ? of / 2_000 : of / 16;
      for (let n = 0; done < of; n++) {
        held.set(name, { kind: "part", bytes: done });
        onProgress({ kind: "fetching", done, of, bytes_a_second: 11_400_000 });
        await wait(beat * 4);
        if (stopped.delete(job)) throw problem("cancelled", "Stopped.");
        if (how() === "cut" && n === 5) {
          onProgress({ kind: "waiting", done, of, why: "The connection to huggingface.co broke." });
          // Long enough to be read, also by a test.
          await wait(Math.max(1_500, beat * 20));
        }
        if (how() === "full" && n === 6)
          throw problem(
            "lost",
            `There is no room left in "${place.into}".`,
            "What came so far is kept. Free some space and press again, or choose another folder.",
          );
        done = Math.min(of, Math.round(done + step));
      }
      if (how() === "wrong") {
        held.delete(name);
        throw problem(
          "lost",
          "What came is not the file that the hub lists: its SHA-256 differs. Nothing of it was kept.",
          "Press again. If it happens again, something on the way changes files; choose another address.",
        );
      }
      const path = `${place.into}/${row.title.replaceAll(" ", "-")}-${row.quantisation}.gguf`;
      held.set(name, { kind: "whole", path, bytes: of });
      return { name, path, bytes: of, sha256: "5d".repeat(32) };
    },
  };
}
