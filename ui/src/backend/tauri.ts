// The desktop program. The only file that imports `@tauri-apps`.
import { Channel } from "@tauri-apps/api/core";
import { listen } from "@tauri-apps/api/event";
import { getCurrentWebview } from "@tauri-apps/api/webview";
import { open as openDialog, save as saveDialog } from "@tauri-apps/plugin-dialog";
import { commands } from "../contract";
import { t } from "../text";
import { asProblem, type Backend, type Pick, type SavePick } from "./backend";
import "../text/en/app";

const PICKING: Record<Pick, { title: string; filters: { name: string; extensions: string[] }[] }> = {
  database: {
    title: t("app.dialogs.database"),
    filters: [
      { name: t("app.dialogs.databases"), extensions: ["sqlite", "sqlite3", "db", "db3", "duckdb", "ddb"] },
    ],
  },
  files: {
    title: t("app.dialogs.files"),
    filters: [
      {
        name: t("app.dialogs.tables"),
        extensions: ["csv", "tsv", "tab", "txt", "gz", "parquet", "pq", "json", "jsonl", "ndjson", "xlsx"],
      },
    ],
  },
  descriptions: {
    title: t("app.dialogs.describing"),
    filters: [{ name: t("app.dialogs.descriptions"), extensions: ["csv", "tsv", "yml", "yaml"] }],
  },
  folder: { title: t("app.dialogs.folder"), filters: [] },
  authorities: {
    title: t("app.dialogs.authorities"),
    filters: [{ name: t("app.dialogs.certificates"), extensions: ["pem", "crt", "cer", "ca-bundle"] }],
  },
  key: { title: t("app.dialogs.key"), filters: [] },
  model: {
    title: t("app.dialogs.model"),
    filters: [{ name: t("app.dialogs.models"), extensions: ["gguf"] }],
  },
  place: { title: t("app.dialogs.place"), filters: [] },
  workload: { title: t("app.dialogs.workload"), filters: [] },
};

const SAVING: Record<SavePick, { title: string; filters: { name: string; extensions: string[] }[] }> = {
  excel: {
    title: t("app.dialogs.export", { format: "Excel" }),
    filters: [{ name: t("app.dialogs.excel"), extensions: ["xlsx"] }],
  },
  csv: { title: t("app.dialogs.export", { format: "CSV" }), filters: [{ name: "CSV", extensions: ["csv"] }] },
  parquet: {
    title: t("app.dialogs.export", { format: "Parquet" }),
    filters: [{ name: "Parquet", extensions: ["parquet"] }],
  },
  json: {
    title: t("app.dialogs.export", { format: "JSON" }),
    filters: [{ name: "JSON", extensions: ["json"] }],
  },
  json_lines: {
    title: t("app.dialogs.export", { format: "JSON Lines" }),
    filters: [{ name: "JSON Lines", extensions: ["jsonl"] }],
  },
  markdown: {
    title: t("app.dialogs.export", { format: "Markdown" }),
    filters: [{ name: "Markdown", extensions: ["md"] }],
  },
  report: {
    title: t("app.dialogs.report"),
    filters: [{ name: t("app.dialogs.page"), extensions: ["html"] }],
  },
  png: { title: t("app.dialogs.chart"), filters: [{ name: t("app.dialogs.png"), extensions: ["png"] }] },
  svg: { title: t("app.dialogs.chart"), filters: [{ name: t("app.dialogs.svg"), extensions: ["svg"] }] },
  trace: { title: t("app.dialogs.trace"), filters: [{ name: "JSON lines", extensions: ["jsonl"] }] },
  ledger: { title: t("app.dialogs.ledger"), filters: [{ name: "JSON lines", extensions: ["jsonl"] }] },
};

type Reply<T> = { status: "ok"; data: T } | { status: "error"; error: unknown };

async function value<T>(reply: Promise<Reply<T>>): Promise<T> {
  const got = await reply.catch((error: unknown): Reply<T> => ({ status: "error", error }));
  if (got.status === "ok") return got.data;
  throw asProblem(got.error);
}

function channel<T>(onMessage: (message: T) => void): Channel<T> {
  const made = new Channel<T>();
  made.onmessage = onMessage;
  return made;
}

export const tauri: Backend = {
  connections: () => value(commands.connections()),
  open: (url) => value(commands.open(url)),
  reopen: (id, secrets, passphrase, keep) => value(commands.reopen(id, secrets, passphrase, keep)),
  paste: (address) => value(commands.paste(address)),
  connect: (request) => value(commands.connect(request)),
  test: (request, onStep) => value(commands.test(request, channel(onStep))),
  keychain: () => value(commands.keychain()),
  lockCheck: (id, onAttempt) => value(commands.lockCheck(id, channel(onAttempt))),
  forget: async (id) => {
    await value(commands.forget(id));
  },
  prepare: (id, onProgress) => value(commands.prepare(id, channel(onProgress))),
  pause: async (id, paused) => {
    await value(commands.pause(id, paused));
  },
  explore: (id, search, offset, limit) => value(commands.explore(id, search, offset, limit)),
  tableDetail: (id, table) => value(commands.tableDetail(id, table)),
  describe: (id, table, column, words) => value(commands.describe(id, table, column, words)),
  decideKey: async (id, table, key, decision) => {
    await value(commands.decideKey(id, table, key, decision));
  },
  diagram: (id, around) => value(commands.diagram(id, around)),
  health: (id) => value(commands.health(id)),
  glossary: (id) => value(commands.glossary(id)),
  saveGlossary: (id, terms) => value(commands.saveGlossary(id, terms)),
  termRows: (id, meaning) => value(commands.termRows(id, meaning)),
  complete: (id, prefix) => value(commands.complete(id, prefix)),
  examples: (id) => value(commands.examples(id)),
  ask: async (id, run, question, evidence, anew, after, anyway, onEvent) => {
    await value(commands.ask(id, run, question, { evidence, anew, after, anyway }, channel(onEvent)));
  },
  stop: async (run) => {
    await value(commands.stop(run));
  },
  history: (id) => value(commands.history(id)),
  threads: (id) => value(commands.threads(id)),
  renameThread: async (thread, title) => {
    await value(commands.renameThread(thread, title));
  },
  deleteThread: async (thread) => {
    await value(commands.deleteThread(thread));
  },
  exportThread: (run, path) => value(commands.exportThread(run, path)),
  followUps: (id, run) => value(commands.followUps(id, run)),
  replay: (run) => value(commands.replay(run)),
  resume: async (run, onEvent) => {
    await value(commands.resume(run, channel(onEvent)));
  },
  choose: (id, run, candidate) => value(commands.choose(id, run, candidate)),
  verify: async (run, right) => {
    await value(commands.verify(run, right));
  },
  measured: (id) => value(commands.measured(id)),
  measure: (id, run, onProgress) => value(commands.measure(id, run, channel(onProgress))),
  gridPage: (id, source, view, offset, limit, count) =>
    value(commands.gridPage(id, source, view, offset, limit, count)),
  gridFind: (id, job, source, view, words) => value(commands.gridFind(id, job, source, view, words)),
  gridFacts: (id, job, source, view, column) => value(commands.gridFacts(id, job, source, view, column)),
  page: (id, sql, offset, limit) => value(commands.page(id, sql, offset, limit)),
  formatSql: (id, sql) => value(commands.formatSql(id, sql)),
  pins: (id) => value(commands.pins(id)),
  pin: async (run, pinned) => {
    await value(commands.pin(run, pinned));
  },
  runPinAgain: (id, pinned, run) => value(commands.runPinAgain(id, pinned, run)),
  exportPins: (id, run, request, onProgress) =>
    value(commands.exportPins(id, run, request, channel(onProgress))),
  compareRuns: (run, other) => value(commands.compareRuns(run, other)),
  plan: (id, job, sql) => value(commands.plan(id, job, sql)),
  makeFaster: (id, job, sql, onTrying) => value(commands.makeFaster(id, job, sql, channel(onTrying))),
  keepFaster: (id, job, run) => value(commands.keepFaster(id, job, run)),
  keptFaster: (id) => value(commands.keptFaster(id)),
  workload: (folder) => value(commands.workload(folder)),
  workloadQuery: (folder, state, query) => value(commands.workloadQuery(folder, state, query)),
  takeBackFaster: async (id, question) => {
    await value(commands.takeBackFaster(id, question));
  },
  export: (id, run, request, onProgress) => value(commands.exportRows(id, run, request, channel(onProgress))),
  savePicture: (path, picture) => value(commands.savePicture(path, [...picture])),
  showExported: async (path, how) => {
    await value(commands.showExported(path, how));
  },
  models: () => value(commands.models()),
  saveModels: (settings) => value(commands.saveModels(settings)),
  saveProvider: (request) => value(commands.saveProvider(request)),
  unlockProvider: (id, passphrase) => value(commands.unlockProvider(id, passphrase)),
  probeProvider: (request, model, onProbe) => value(commands.probeProvider(request, model, channel(onProbe))),
  listModels: (request) => value(commands.listModels(request)),
  foundModels: () => value(commands.foundModels()),
  shelf: () => value(commands.shelf()),
  saveShelf: (from, into) => value(commands.saveShelf(from, into)),
  measureMemory: (job) => value(commands.measureMemory(job)),
  fetchModel: (name, job, onProgress) => value(commands.fetchModel(name, job, channel(onProgress))),
  setPrivacy: (id, privacy) => value(commands.setPrivacy(id, privacy)),
  previewPrompts: (id, question, privacy) => value(commands.previewPrompts(id, question, privacy)),
  prompts: () => value(commands.prompts()),
  savePrompt: (name, text) => value(commands.savePrompt(name, text)),
  ledger: (search, id, offset, limit) => value(commands.ledger(search, id, offset, limit)),
  exportLedger: (path) => value(commands.exportLedger(path)),
  exportTrace: (path, run) => value(commands.exportTrace(path, run)),
  spend: () => value(commands.spend()),
  effortEstimates: () => value(commands.effortEstimates()),
  describeEstimate: (id) => value(commands.describeEstimate(id)),
  describeByModel: (id, onProgress) => value(commands.describeByModel(id, channel(onProgress))),
  previewDescriptions: (id, paths) => value(commands.previewDescriptions(id, paths)),
  importDescriptions: (id, paths) => value(commands.importDescriptions(id, paths)),
  undoImport: (id) => value(commands.undoImport(id)),
  calendar: () => value(commands.calendar()),
  saveCalendar: (calendar) => value(commands.saveCalendar(calendar)),
  ownFiles: () => value(commands.ownFiles()),
  showOwnFiles: async () => {
    await value(commands.showOwnFiles());
  },
  eraseAll: () => value(commands.eraseAll()),
  startAgain: async () => {
    await value(commands.startAgain());
  },
  bounds: () => value(commands.bounds()),
  saveBounds: (bounds) => value(commands.saveBounds(bounds)),
  onGiven: (listener) => {
    // The program keeps them until they are asked for: none is lost to a window that was still loading.
    const take = () =>
      void value(commands.givenFiles()).then(
        (paths) => paths.length > 0 && listener(paths),
        () => undefined,
      );
    const listening = listen("given-files", take);
    void listening.then(take);
    return () => void listening.then((unlisten) => unlisten());
  },
  pickFiles: async (what) => {
    const { title, filters } = PICKING[what];
    const picked = await openDialog({
      title,
      multiple: what === "files" || what === "descriptions",
      directory: what === "folder" || what === "place" || what === "workload",
      filters:
        filters.length > 0 ? [...filters, { name: t("app.dialogs.allFiles"), extensions: ["*"] }] : undefined,
    });
    return picked === null ? [] : [picked].flat();
  },
  pickSavePath: (suggested, what) => saveDialog({ ...SAVING[what], defaultPath: suggested }),
  onDrop: (listener) => {
    const listening = getCurrentWebview().onDragDropEvent(({ payload }) => {
      if (payload.type === "enter") listener({ is: "over" });
      if (payload.type === "leave") listener({ is: "gone" });
      if (payload.type === "drop")
        listener(payload.paths.length > 0 ? { is: "dropped", paths: payload.paths } : { is: "gone" });
    });
    return () => void listening.then((unlisten) => unlisten());
  },
};
