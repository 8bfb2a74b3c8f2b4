// The self-test as the screen sees it: a fold of its attempts, counts by lock, and the filter of the list.
import type { Attempt, Lock, LockCheck, Problem } from "../contract";
import { t } from "../text";
import "../text/en/about";

export type Check =
  | { is: "idle" }
  | { is: "running"; attempts: Attempt[] }
  | { is: "stopped"; attempts: Attempt[] }
  | { is: "failed"; attempts: Attempt[]; problem: Problem }
  | { is: "done"; check: LockCheck };

export type CheckAction =
  | { do: "begin" }
  | { do: "attempts"; attempts: readonly Attempt[] }
  | { do: "done"; check: LockCheck }
  | { do: "failed"; problem: Problem }
  | { do: "stopped" }
  | { do: "clear" };

export function fold(check: Check, action: CheckAction): Check {
  switch (action.do) {
    case "begin":
      return { is: "running", attempts: [] };
    case "attempts":
      return check.is === "running"
        ? { is: "running", attempts: [...check.attempts, ...action.attempts] }
        : check;
    case "done":
      return check.is === "running" ? { is: "done", check: action.check } : check;
    case "failed":
      if (check.is !== "running") return check;
      return action.problem.code === "cancelled"
        ? { is: "stopped", attempts: check.attempts }
        : { is: "failed", attempts: check.attempts, problem: action.problem };
    case "stopped":
      return check.is === "running" ? { is: "stopped", attempts: check.attempts } : check;
    case "clear":
      return { is: "idle" };
  }
}

export function attemptsOf(check: Check): Attempt[] {
  if (check.is === "idle") return [];
  return check.is === "done" ? check.check.attempts : check.attempts;
}

export type Sieve = "all" | Lock | "through";

export type Tally = Record<Lock | "through", number>;

export function tally(attempts: readonly Attempt[]): Tally {
  const counts: Tally = { statement: 0, connection: 0, limits: 0, walls: 0, through: 0 };
  for (const { held } of attempts) counts[held ?? "through"] += 1;
  return counts;
}

export function sift(attempts: readonly Attempt[], sieve: Sieve, words: string): Attempt[] {
  const wanted = words.trim().toLocaleLowerCase();
  return attempts.filter(
    (a) =>
      (sieve === "all" || (a.held ?? "through") === sieve) &&
      (wanted === "" || `${a.name}\n${a.sql}\n${a.says}`.toLocaleLowerCase().includes(wanted)),
  );
}

export const LOCKS: readonly { lock: Lock; name: string; says: string }[] = [
  {
    lock: "statement",
    name: t("about.lock.statement"),
    says: t("about.lock.statementSays"),
  },
  {
    lock: "connection",
    name: t("about.lock.connection"),
    says: t("about.lock.connectionSays"),
  },
  { lock: "limits", name: t("about.lock.limits"), says: t("about.lock.limitsSays") },
  {
    lock: "walls",
    name: t("about.lock.process"),
    says: t("about.lock.processSays"),
  },
];
