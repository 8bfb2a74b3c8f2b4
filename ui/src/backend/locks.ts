// The self-test's types, as the command `lock_check` gives them.

/** Which lock held an attack. */
export type Lock = "statement" | "connection" | "limits";

export interface Attempt {
  name: string;
  sql: string;
  /** Null: it got through. */
  held: Lock | null;
  says: string;
}

export interface LockCheck {
  engine: string;
  attempts: Attempt[];
  through: number;
  /** The database's fingerprint is the same after as before. */
  unchanged: boolean;
  ms: number;
}
