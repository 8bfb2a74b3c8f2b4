// What lies behind "the same rows", for whoever opens it.
import type { Proof } from "../contract";
import { t } from "../text";
import "../text/en/faster";

export function proofMore(proof: Proof): string {
  const small = t("faster.proof.small", { engine: proof.engine, telling: proof.telling });
  const said = [small, t("faster.proof.fractions")];
  return (proof.normal ? [t("faster.proof.normal"), ...said] : said).join(" ");
}
