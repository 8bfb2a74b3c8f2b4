// What the screen can ask of the program. Two things answer: the desktop program, and the mock of the browser.
import type {
  Attempt,
  Bounds,
  Brought,
  Calendar,
  Connection,
  Compared,
  ConnectRequest,
  Choice,
  Described,
  Description,
  Diagram,
  EffortEstimate,
  Estimate,
  Event,
  Explored,
  Exported,
  ExportProgress,
  ExportRequest,
  FetchedModel,
  Fetching,
  ForeignKey,
  FoundModel,
  GridFacts,
  GridHits,
  GridPage,
  GridView,
  HealthNote,
  Keep,
  Kept,
  Keychain,
  LedgerPage,
  LockCheck,
  Meaning,
  Measured,
  Measuring,
  ModelInfo,
  ModelSettings,
  Opened,
  Optimisation,
  OwnFiles,
  Pasted,
  Pin,
  PinsRequest,
  Planned,
  Prepared,
  Privacy,
  Probe,
  Problem,
  Progress,
  PromptFile,
  PromptPreview,
  ProviderRequest,
  Refused,
  ResultSet,
  RowSource,
  RowCount,
  RunSummary,
  Show,
  Secrets,
  Shelf,
  Spend,
  Step,
  StoredValue,
  TableDetail,
  Term,
  Thread,
  Trying,
  Words,
  Workload,
} from "../contract";
import { t } from "../text";
import "../text/en/app";

/** Every promise that fails, fails with a `Problem`. */
export interface Backend {
  connections(): Promise<Connection[]>;
  open(url: string): Promise<Opened>;
  /** A saved connection. Secrets or the passphrase only after it said `needs_secret`; `keep` null: where they were. */
  reopen(id: string, secrets: Secrets, passphrase: string | null, keep: Keep | null): Promise<Opened>;
  paste(address: string): Promise<Pasted>;
  connect(request: ConnectRequest): Promise<Opened>;
  /** True: all steps passed. */
  test(request: ConnectRequest, onStep: (step: Step) => void): Promise<boolean>;
  keychain(): Promise<Keychain>;
  lockCheck(id: string, onAttempt: (attempt: Attempt) => void): Promise<LockCheck>;
  forget(id: string): Promise<void>;
  prepare(id: string, onProgress: (progress: Progress) => void): Promise<Prepared>;
  /** Preparing waits, and goes on; `stop` with the connection's id ends it. */
  pause(id: string, paused: boolean): Promise<void>;
  /** An empty search lists all tables in the catalog's order. */
  explore(id: string, search: string, offset: number, limit: number): Promise<Explored>;
  tableDetail(id: string, table: string): Promise<TableDetail>;
  /** `words` null takes the person's words back. */
  describe(id: string, table: string, column: string | null, words: Words | null): Promise<Description>;
  /** Accepts or rejects an inferred key, or, with null, undoes that. */
  decideKey(id: string, table: string, key: ForeignKey, decision: boolean | null): Promise<void>;
  /** All tables, or one and those within two joins of it. */
  diagram(id: string, around: string | null): Promise<Diagram>;
  /** The weightiest first. */
  health(id: string): Promise<HealthNote[]>;
  glossary(id: string): Promise<Term[]>;
  /** Terms that mean nothing in this database are not saved; they come back. */
  saveGlossary(id: string, terms: Term[]): Promise<Refused[]>;
  /** How many rows a condition means, saved or not; a problem says why it means none. */
  termRows(id: string, meaning: Meaning): Promise<RowCount>;
  /** At most eight stored texts that begin with it, the commonest first. */
  complete(id: string, prefix: string): Promise<StoredValue[]>;
  examples(id: string): Promise<string[]>;
  /** The run is over when its `finished` event arrives, which may be after the promise resolves. */
  ask(
    id: string,
    run: string,
    question: string,
    /** A hint for this question alone; empty where none. */
    evidence: string,
    /** Never answered from an earlier question. */
    anew: boolean,
    /** The run that it comes behind; null at the start of a conversation. */
    after: string | null,
    /** No question back. */
    anyway: boolean,
    onEvent: (event: Event) => void,
  ): Promise<void>;
  /** A run or an export by its name; preparing or a self-test by its connection's id. */
  stop(run: string): Promise<void>;
  history(id: string): Promise<RunSummary[]>;
  /** Conversations, the one that was gone on with last first. */
  threads(id: string): Promise<Thread[]>;
  /** An empty title is the first question again. */
  renameThread(thread: string, title: string): Promise<void>;
  deleteThread(thread: string): Promise<void>;
  /** The conversation of a run as one page: Markdown for a path that ends so, else HTML. */
  exportThread(run: string, path: string): Promise<Exported>;
  /** At most three questions that a run's answer allows. */
  followUps(id: string, run: string): Promise<Choice[]>;
  replay(run: string): Promise<Event[]>;
  /** A run that was cut off goes on; all its events come, those that are kept first. As `ask`, it is over when
   * `finished` arrives. */
  resume(run: string, onEvent: (event: Event) => void): Promise<void>;
  /** In the order in which they were pinned. */
  pins(id: string): Promise<Pin[]>;
  /** Of one question, one run is pinned. */
  pin(run: string, pinned: boolean): Promise<void>;
  /** A pinned answer's query runs again, as a run of its own named `run`; `stop` with it ends it. */
  runPinAgain(id: string, pinned: string, run: string): Promise<Pin>;
  /** All pinned answers with all their rows; the file is there once it is whole. `stop` with `run` ends it. */
  exportPins(
    id: string,
    run: string,
    request: PinsRequest,
    onProgress: (progress: ExportProgress) => void,
  ): Promise<Exported>;
  /** What changed between a run and another of its question; null: the newest before it. */
  compareRuns(run: string, other: string | null): Promise<Compared>;
  /** The run's new last event: its answer is that candidate's from then on, or with null its own again. */
  choose(id: string, run: string, candidate: string | null): Promise<Event>;
  /** The run's question and SQL become an example for similar questions, or no longer are one. */
  verify(run: string, right: boolean): Promise<void>;
  /** What was measured on the person's own questions; nothing is asked. */
  measured(id: string): Promise<Measured>;
  /** Asks them all again; `stop` with `run` ends it, and nothing is kept of it. */
  measure(id: string, run: string, onProgress: (progress: Measuring) => void): Promise<Measured>;
  page(id: string, sql: string, offset: number, limit: number): Promise<ResultSet>;
  /** Rows as they are sorted and filtered; `count`: and how many there are. */
  gridPage(
    id: string,
    source: RowSource,
    view: GridView,
    offset: number,
    limit: number,
    count: boolean,
  ): Promise<GridPage>;
  /** Over all rows; `stop` with `job` ends it. */
  gridFind(id: string, job: string, source: RowSource, view: GridView, words: string): Promise<GridHits>;
  /** Over all rows; `stop` with `job` ends it. */
  gridFacts(id: string, job: string, source: RowSource, view: GridView, column: number): Promise<GridFacts>;
  formatSql(id: string, sql: string): Promise<string>;
  /** How the engine runs it, measured where it measures; `stop` with `job` ends it. */
  plan(id: string, job: string, sql: string): Promise<Planned>;
  /** Looks for a faster query that gives the same rows. `stop` with `job` ends the trying and keeps what was found; with
   * `job` and `-now` behind it, it ends at once. */
  makeFaster(id: string, job: string, sql: string, onTrying: (trying: Trying) => void): Promise<Optimisation>;
  /** The run's question is answered by what the job found from now on. */
  keepFaster(id: string, job: string, run: string): Promise<Kept>;
  /** What is in use, the newest first. */
  keptFaster(id: string): Promise<Kept[]>;
  /** The query before answers the question again. */
  takeBackFaster(id: string, question: string): Promise<void>;
  /** What a folder of many queries, made faster on the command line, holds; nothing is run. */
  workload(folder: string): Promise<Workload>;
  workloadQuery(folder: string, state: number, query: string): Promise<Optimisation>;
  /** All rows of a query; the file is there once it is whole. `stop` with `run` ends it. */
  export(
    id: string,
    run: string,
    request: ExportRequest,
    onProgress: (progress: ExportProgress) => void,
  ): Promise<Exported>;
  /** A chart, as PNG or SVG. */
  savePicture(path: string, picture: Uint8Array): Promise<Exported>;
  /** Only what was exported since the start. */
  showExported(path: string, how: Show): Promise<void>;
  models(): Promise<ModelSettings>;
  /** What is kept, which may differ from what was sent where that cannot be. */
  saveModels(settings: ModelSettings): Promise<ModelSettings>;
  saveProvider(request: ProviderRequest): Promise<ModelSettings>;
  unlockProvider(id: string, passphrase: string): Promise<ModelSettings>;
  /** True: all steps passed. */
  probeProvider(request: ProviderRequest, model: string, onProbe: (probe: Probe) => void): Promise<boolean>;
  listModels(request: ProviderRequest): Promise<ModelInfo[]>;
  foundModels(): Promise<FoundModel[]>;
  /** Model files worth having, and what this computer makes of them; nothing is asked of anyone. */
  shelf(): Promise<Shelf>;
  /** Another hub or folder; null: the one to begin with. */
  saveShelf(from: string | null, into: string | null): Promise<Shelf>;
  /** Reads memory for ten seconds; `stop` with `job` ends it. */
  measureMemory(job: string): Promise<Shelf>;
  /** `stop` with `job` ends it and keeps what came. */
  fetchModel(name: string, job: string, onProgress: (step: Fetching) => void): Promise<FetchedModel>;
  setPrivacy(id: string, privacy: Privacy): Promise<Connection>;
  /** The prompts of a question as they would be sent at this level; nothing is sent. */
  previewPrompts(id: string, question: string, privacy: Privacy): Promise<PromptPreview[]>;
  prompts(): Promise<PromptFile[]>;
  /** `text` null: back to the shipped one. */
  savePrompt(name: string, text: string | null): Promise<PromptFile>;
  /** Of one connection, or, with null, of all. */
  ledger(search: string, id: string | null, offset: number, limit: number): Promise<LedgerPage>;
  exportLedger(path: string): Promise<Exported>;
  /** How a run went, or, with null, all traces that are kept. */
  exportTrace(path: string, run: string | null): Promise<Exported>;
  spend(): Promise<Spend>;
  /** One for each effort; none where no model is set. */
  effortEstimates(): Promise<EffortEstimate[]>;
  describeEstimate(id: string): Promise<Estimate>;
  /** `stop` with the connection's id ends it. */
  describeByModel(id: string, onProgress: (progress: Progress) => void): Promise<Described>;
  /** What an import would keep, and what not; nothing is kept. */
  previewDescriptions(id: string, paths: string[]): Promise<Brought>;
  importDescriptions(id: string, paths: string[]): Promise<Brought>;
  /** How many descriptions were taken back; what files said before stands again. */
  undoImport(id: string): Promise<number>;
  calendar(): Promise<Calendar>;
  /** The next question is counted by it. */
  saveCalendar(calendar: Calendar): Promise<Calendar>;
  /** What Askwell keeps on this computer. */
  ownFiles(): Promise<OwnFiles>;
  /** Opens the folder among the system's files. */
  showOwnFiles(): Promise<void>;
  /** All of it; what could not be erased comes back, in words. Nothing is kept from then on until `startAgain`. */
  eraseAll(): Promise<string[]>;
  /** The program ends and starts anew. */
  startAgain(): Promise<void>;
  /** What a question's query may take. */
  bounds(): Promise<Bounds>;
  /** For the next question. */
  saveBounds(bounds: Bounds): Promise<Bounds>;
  /** Files that the program was started with, now and whenever it is started once more. Until the function it returns is
   * called. */
  onGiven(listener: (paths: string[]) => void): () => void;
  /** Paths chosen in the system's dialog; none where the person changed their mind. */
  pickFiles(what: Pick): Promise<string[]>;
  pickSavePath(suggested: string, what: SavePick): Promise<string | null>;
  /** Until the function it returns is called. */
  onDrop(listener: (drop: Drop) => void): () => void;
}

/** What the system's dialog is to offer; all but `files` and `descriptions` is one choice. */
export type Pick =
  | "database"
  | "files"
  | "descriptions"
  | "folder"
  | "authorities"
  | "key"
  | "model"
  | "place"
  | "workload";

export type SavePick =
  | "excel"
  | "csv"
  | "parquet"
  | "json"
  | "json_lines"
  | "trace"
  | "markdown"
  | "report"
  | "png"
  | "svg"
  | "ledger";

/** Files held over the window, let go of, or carried away again. */
export type Drop = { is: "over" } | { is: "gone" } | { is: "dropped"; paths: string[] };

export function isProblem(value: unknown): value is Problem {
  return typeof value === "object" && value !== null && "code" in value && "message" in value;
}

export function asProblem(value: unknown): Problem {
  if (isProblem(value)) return value;
  return {
    code: "internal",
    message: t("app.problems.internal"),
    hint: t("app.problems.internalHint"),
    detail: value instanceof Error ? (value.stack ?? value.message) : String(value),
  };
}
