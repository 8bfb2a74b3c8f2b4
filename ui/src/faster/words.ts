// What came of a search, in sentences.
import type { Gain, Optimisation, Proof, Variant } from "../contract";
import { count, duration, plural } from "../format/cell";

/** "3.1", and from ten on without a fraction. */
export function times(factor: number): string {
  return factor >= 9.95 ? count(Math.round(factor)) : factor.toFixed(1);
}

export function spread(gain: Gain): string {
  const { low, high, runs, before_ms, after_ms } = gain;
  const range = times(low) === times(high) ? "" : `between ${times(low)} and ${times(high)}, `;
  return `${range}in ${plural(runs, "run")} of each: ${took(after_ms)} instead of ${took(before_ms)}`;
}

/** Two figures of one table have the same fineness. */
function took(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : duration(ms);
}

export function proofWords(proof: Proof): string {
  const rows = proof.rows === 1 ? "The same row" : `The same ${count(proof.rows)} rows`;
  const none = proof.rows === 0 ? "No rows, as before," : rows;
  return `${none} on your data, and the same on ${count(proof.databases)} small made-up databases.`;
}

export function day(at: number): string {
  return new Date(at).toLocaleDateString(undefined, { dateStyle: "medium" });
}

const TRIED = "way to ask the same";

/** Said when the search is over. */
export function ending(found: Optimisation): string {
  if (found.refused !== "") return "This query cannot be made faster here.";
  const best = bestOf(found);
  if (best?.gain) return `${times(best.gain.speedup)} times faster.`;
  return "Nothing faster was found.";
}

export function bestOf(found: Optimisation): Variant | null {
  return found.best === null ? null : (found.attempts[found.best] ?? null);
}

export function nothing(found: Optimisation): string {
  const many = found.attempts.length;
  if (many === 0)
    return found.stopped
      ? "Stopped before anything was tried."
      : "Askwell knows no other way to ask this. The query stays as it is.";
  const tried = `${plural(many, `other ${TRIED} was`, `other ways to ask the same were`)} tried`;
  return found.stopped
    ? `${tried} before you stopped. The query stays as it is.`
    : `${tried}. The query stays as it is.`;
}

/** In the place of a writer's name. */
export const BY_RULES = "rules";

export function whatChanged(variant: Variant): string {
  const said = variant.changes.map((c) => c.says).join(" ");
  return variant.by === BY_RULES ? said : `Written by ${variant.by}. ${said}`.trim();
}

export type Fate = "offered" | "same" | "slower" | "differs" | "refused";

/** What became of a variant. */
export function fate(variant: Variant, offered: boolean): Fate {
  if (offered) return "offered";
  if (variant.turned_down === "data" || variant.counter_example) return "differs";
  if (variant.turned_down === "race") return variant.status === "REGRESSION" ? "slower" : "same";
  if (variant.turned_down === null) return "same";
  return "refused";
}

export const FATES: Record<Fate, string> = {
  offered: "Offered",
  same: "No real gain",
  slower: "Slower",
  differs: "Other rows",
  refused: "Not used",
};

export function fateWhy(variant: Variant): string {
  if (variant.gain && variant.turned_down === null)
    return `${times(variant.gain.speedup)} times faster, with the same rows.`;
  if (variant.why !== "") return variant.why;
  return "It gave the same rows; the search ended before it was proven and measured.";
}
