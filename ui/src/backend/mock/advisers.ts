// What the browser's program says of models: settings, providers, prompts, the ledger, describing.
import type { Table } from "../../contract";
import type { Backend } from "../backend";
import { entries, ledgerPage, overridden, previews, promptFiles } from "./ledger";
import { begun, destinationOf, effortsOf, FOUND, offered, probes, spent, withProvider } from "./models";
import { problem } from "./saved";
import { shelving } from "./shelf";
import { wait } from "./wait";

type Verb =
  | "models"
  | "saveModels"
  | "saveProvider"
  | "unlockProvider"
  | "probeProvider"
  | "listModels"
  | "foundModels"
  | "shelf"
  | "saveShelf"
  | "measureMemory"
  | "fetchModel"
  | "previewPrompts"
  | "prompts"
  | "savePrompt"
  | "ledger"
  | "exportLedger"
  | "spend"
  | "effortEstimates"
  | "describeEstimate"
  | "describeByModel";

interface World {
  beat: number;
  stopped: Set<string>;
  tables(id: string): readonly Table[];
}

export function advisers({ beat, stopped, tables }: World) {
  const shipped = promptFiles();
  const written = new Map<string, string>();
  let settings = begun();
  const verbs: Pick<Backend, Verb> = {
    ...shelving({ beat, stopped, airplane: () => settings.airplane }),
    models: async () => {
      await wait(20);
      if (localStorage.getItem("mock.models") === "broken")
        throw problem("internal", "The settings of models cannot be read.", "Start Askwell again.");
      return structuredClone(settings);
    },
    saveModels: async (next) => {
      await wait(40);
      if (next.cache_hours === 13)
        throw problem("denied", "The settings could not be written.", "Free some space on the disk.");
      settings = structuredClone(next);
      return structuredClone(settings);
    },
    saveProvider: async (request) => {
      await wait(60);
      settings = withProvider(settings, request);
      return structuredClone(settings);
    },
    unlockProvider: async (id, passphrase) => {
      await wait(60);
      if (passphrase === "wrong") throw problem("denied", "This is not the passphrase.", "Type it again.");
      settings = {
        ...settings,
        providers: settings.providers.map((p) => (p.id === id ? { ...p, has_key: true } : p)),
      };
      return structuredClone(settings);
    },
    probeProvider: async (request, model, onProbe) => {
      const list = probes(request, model, settings.airplane);
      for (const probe of list) {
        await wait(/slow/.test(request.provider.name) ? 2_000 : beat * 3);
        onProbe(probe);
      }
      return list.every((p) => p.failure === null);
    },
    listModels: async (request) => {
      await wait(60);
      return offered(request);
    },
    foundModels: async () => {
      await wait(40);
      return localStorage.getItem("mock.found") === "none" ? [] : FOUND;
    },
    previewPrompts: async (_id, question, privacy) => {
      await wait(80);
      return previews(settings, question, privacy);
    },
    prompts: async () => {
      await wait(30);
      return [...shipped.values()].map((file) => overridden(file, written.get(file.name) ?? null));
    },
    savePrompt: async (name, text) => {
      await wait(40);
      const file = shipped.get(name);
      if (!file) throw problem("not_found", "There is no prompt of this name.");
      if (text === null) written.delete(name);
      else written.set(name, text);
      return overridden(file, text);
    },
    ledger: async (search, id, offset, limit) => {
      await wait(40);
      return ledgerPage(entries(settings), search, id, offset, limit);
    },
    exportLedger: async (path) => {
      await wait(60);
      if (/full/.test(path))
        throw problem("denied", "The disk is full.", "Free some space or choose another folder.");
      return { path, rows: entries(settings).length, bytes: 214_020, notes: [] };
    },
    spend: async () => spent(settings),
    effortEstimates: async () => {
      await wait(40);
      return effortsOf(settings);
    },
    describeEstimate: async (id) => {
      await wait(60);
      const columns = tables(id).reduce((sum, t) => sum + t.columns.length, 0);
      const to = settings.tiers.fast ?? settings.tiers.powerful;
      const { leaves } = destinationOf(settings.providers.find((p) => p.id === to?.provider));
      return {
        calls: Math.ceil(columns / 8),
        input: columns * 210,
        output: columns * 70,
        cost: leaves ? columns * 0.00056 : 0,
        to,
      };
    },
    describeByModel: async (id, onProgress) => {
      const all = tables(id);
      const columns = all.reduce((sum, t) => sum + t.columns.length, 0);
      stopped.delete(id);
      for (const [done, table] of all.entries()) {
        onProgress({
          phase: "describe",
          table: table.name,
          done,
          of: all.length,
          rows_per_second: 0,
          seconds_left: done === 0 ? null : (all.length - done) * 3,
          paused: false,
        });
        await wait(beat * 8);
        if (stopped.delete(id)) return { columns: done * 6, of: columns, cost: 0.0031, notes: [] };
      }
      return {
        columns: columns - 2,
        of: columns,
        cost: 0.0712,
        notes: ["2 columns kept their words: the reply did not name them."],
      };
    },
  };
  return { verbs, settings: () => settings };
}
