// What the screen can ask of the program. Two things answer: the desktop program, and the mock of the browser.
import type {
  Connection,
  CsvOptions,
  Event,
  Exported,
  ExportProgress,
  Opened,
  Prepared,
  Problem,
  Progress,
  ResultSet,
  RunSummary,
} from "../contract";

/** Every promise that fails, fails with a `Problem`. */
export interface Backend {
  connections(): Promise<Connection[]>;
  open(url: string): Promise<Opened>;
  forget(id: string): Promise<void>;
  prepare(id: string, onProgress: (progress: Progress) => void): Promise<Prepared>;
  examples(id: string): Promise<string[]>;
  /** The run is over when its `finished` event arrives, which may be after the promise resolves. */
  ask(id: string, run: string, question: string, onEvent: (event: Event) => void): Promise<void>;
  stop(run: string): Promise<void>;
  history(id: string): Promise<RunSummary[]>;
  replay(run: string): Promise<Event[]>;
  page(id: string, sql: string, offset: number, limit: number): Promise<ResultSet>;
  formatSql(id: string, sql: string): Promise<string>;
  exportCsv(
    id: string,
    sql: string,
    path: string,
    options: CsvOptions,
    onProgress: (progress: ExportProgress) => void,
  ): Promise<Exported>;
  /** A path chosen in the system's dialog; null where the person changed their mind. */
  pickDatabase(): Promise<string | null>;
  pickSavePath(suggested: string): Promise<string | null>;
  /** Until the function it returns is called. */
  onDrop(listener: (drop: Drop) => void): () => void;
}

/** A file held over the window, let go of, or carried away again. */
export type Drop = { is: "over" } | { is: "gone" } | { is: "dropped"; path: string };

export function isProblem(value: unknown): value is Problem {
  return typeof value === "object" && value !== null && "code" in value && "message" in value;
}

export function asProblem(value: unknown): Problem {
  if (isProblem(value)) return value;
  return {
    code: "internal",
    message: "Something inside Askwell went wrong.",
    hint: "Try again. If it happens again, please report it with the details below.",
    detail: value instanceof Error ? (value.stack ?? value.message) : String(value),
  };
}
