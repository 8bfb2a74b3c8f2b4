// What lies behind "the same rows", for whoever opens it.
import type { Proof } from "../contract";
import { count } from "../format/cell";

export function proofMore(proof: Proof): string {
  const alike = proof.normal
    ? "Besides, both come to the same text once names, order of conditions and the like are levelled. "
    : "";
  return (
    alike +
    `The small databases were made in ${proof.engine} for this query, with missing values, ties, repeated rows, empty ` +
    `tables and the query’s own values; ${count(proof.telling)} of them gave it rows to compare. Fractions count as the ` +
    "same where their first ten digits agree, since a sum depends on its order in the last ones."
  );
}
