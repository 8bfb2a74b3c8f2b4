// What came of a search, in sentences.
import type { Gain, Optimisation, Proof, Variant } from "../contract";
import { count, duration } from "../format/cell";
import { figures } from "../format/numbers";
import { dates, t } from "../text";
import "../text/en/faster";

/** "3.1", and from ten on without a fraction. */
export function times(factor: number): string {
  return factor >= 9.95 ? count(Math.round(factor)) : tenths(factor);
}

function tenths(value: number): string {
  return new Intl.NumberFormat(figures(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    value,
  );
}

export function spread(gain: Gain): string {
  const [low, high] = [times(gain.low), times(gain.high)];
  const said = { count: gain.runs, after: took(gain.after_ms), before: took(gain.before_ms) };
  return low === high ? t("faster.spread.even", said) : t("faster.spread.range", { ...said, low, high });
}

/** Two figures of one table have the same fineness. */
function took(ms: number): string {
  return ms < 10 ? `${tenths(ms)} ms` : duration(ms);
}

export function proofWords(proof: Proof): string {
  return t("faster.proof.rows", { count: proof.rows, databases: proof.databases });
}

export function day(at: number): string {
  return new Date(at).toLocaleDateString(dates(), { dateStyle: "medium" });
}

/** Said when the search is over. */
export function ending(found: Optimisation): string {
  if (found.refused !== "") return t("faster.ending.refused");
  const best = bestOf(found);
  if (best?.gain) return t("faster.ending.won", { times: times(best.gain.speedup) });
  return t("faster.ending.nothing");
}

export function bestOf(found: Optimisation): Variant | null {
  return found.best === null ? null : (found.attempts[found.best] ?? null);
}

export function nothing(found: Optimisation): string {
  const { length } = found.attempts;
  if (length === 0) return found.stopped ? t("faster.nothing.untried") : t("faster.nothing.noWay");
  return found.stopped
    ? t("faster.nothing.stopped", { count: length })
    : t("faster.nothing.tried", { count: length });
}

/** In the place of a writer's name. */
export const BY_RULES = "rules";

export function whatChanged(variant: Variant): string {
  const said = variant.changes.map((c) => c.says).join(" ");
  return variant.by === BY_RULES ? said : `${t("faster.writtenBy", { writer: variant.by })} ${said}`.trim();
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

export function fateWhy(variant: Variant): string {
  if (variant.gain && variant.turned_down === null)
    return t("faster.fate.gained", { times: times(variant.gain.speedup) });
  if (variant.why !== "") return variant.why;
  return t("faster.fate.unproven");
}
