// Keys of a table in words.
import type { KeyCard } from "../contract";
import { percent } from "../format/cell";
import { t } from "../text";
import "../text/en/exploreMore";

export function keyId({ table, key }: KeyCard): string {
  return [table, ...key.columns, key.to_table, ...key.to_columns].join("\u0000");
}

/** "orders.customer_id". */
export function ends(card: KeyCard): { from: string; to: string } {
  const list = (columns: string[]) => (columns.length === 1 ? columns[0] : `(${columns.join(", ")})`);
  return {
    from: `${card.table}.${list(card.key.columns)}`,
    to: `${card.key.to_table}.${list(card.key.to_columns)}`,
  };
}

export type Standing = "declared" | "inferred" | "accepted" | "rejected";

export function standing(card: KeyCard): Standing {
  if (card.key.origin.kind === "declared") return "declared";
  if (card.decision === null) return "inferred";
  return card.decision ? "accepted" : "rejected";
}

export function standingWords(card: KeyCard): string {
  const { origin } = card.key;
  switch (standing(card)) {
    case "declared":
      return t("explore.standing.declared");
    case "accepted":
      return t("explore.standing.accepted");
    case "rejected":
      return t("explore.standing.rejected");
    case "inferred":
      return origin.kind === "inferred"
        ? t("explore.standing.inferredSure", { share: percent(origin.confidence) })
        : t("explore.standing.inferred");
  }
}
