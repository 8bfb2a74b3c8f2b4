// Exports, pictures and opened files. What was written is kept under `mock.exported`, so that a test can look at it.
// A path with "full" finds no room, one with "slow" takes its time, one with "noviewer" cannot be opened.
import type { ExportRequest } from "../../contract";
import type { Backend } from "../backend";
import { LINES } from "./results";
import { problem } from "./saved";
import { wait } from "./wait";

type Verbs = Pick<Backend, "export" | "exportTrace" | "exportThread" | "savePicture" | "showExported">;

const STEP = 500;

export function leaving({ stopped }: { stopped: Set<string> }): Verbs {
  const written = new Set<string>();
  const keep = (path: string, what: unknown) => {
    written.add(path);
    localStorage.setItem("mock.exported", JSON.stringify(what));
  };
  const full = (path: string) => {
    if (/full/.test(path))
      throw problem(
        "denied",
        "The disk is full.",
        "Free some space or choose another folder.",
        `write ${path}: No space left on device (28)`,
      );
  };
  const rowsOf = (request: ExportRequest) => (/order_lines/.test(request.sql) ? LINES : 12);
  return {
    export: async (_id, run, request, onProgress) => {
      const { path } = request;
      full(path);
      const of = rowsOf(request);
      for (let rows = 0; rows < of; rows += STEP) {
        await wait(/slow/.test(path) ? 400 : 30);
        if (stopped.has(run)) throw problem("cancelled", "Stopped.");
        // The count comes a little later than the first rows.
        onProgress({ rows, of: rows === 0 ? null : of });
      }
      keep(path, request);
      const notes = /long/.test(path)
        ? ["1 text was longer than the 32,767 characters of a cell, and is cut there."]
        : [];
      return { path, rows: of, bytes: of * 58, notes };
    },
    exportTrace: async (path, run) => {
      full(path);
      await wait(30);
      keep(path, { path, run });
      const told = localStorage.getItem("mock.traced") === "prompts";
      const notes = told
        ? ["It holds prompts and replies of models, with whatever the database's level let into them."]
        : [];
      return { path, rows: 1, bytes: 18_204, notes };
    },
    exportThread: async (run, path) => {
      full(path);
      await wait(30);
      keep(path, { path, run });
      return { path, rows: 12, bytes: 9_320, notes: [] };
    },
    savePicture: async (path, picture) => {
      full(path);
      await wait(30);
      const head = new TextDecoder("latin1").decode(picture.slice(0, 12));
      keep(path, { path, head, bytes: picture.length });
      return { path, rows: 0, bytes: picture.length, notes: [] };
    },
    showExported: async (path) => {
      await wait(20);
      if (!written.has(path))
        throw problem("denied", "Only a file that was exported in this window can be opened from it.");
      if (/noviewer/.test(path))
        throw problem(
          "lost",
          "This system has no program that took the file.",
          "Copy the path and open it from there.",
        );
    },
  };
}
