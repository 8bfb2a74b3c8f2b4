// What is wrong with the data, in groups by weight.
import type { HealthKind, HealthNote } from "../contract";
import { t } from "../text";
import "../text/en/health";

export const KINDS: Record<HealthKind, { title: string; weight: Weight }> = {
  unread: { title: t("health.kind.unread"), weight: "wrong" },
  orphaned_key: { title: t("health.kind.orphanedKey"), weight: "wrong" },
  near_duplicates: { title: t("health.kind.nearDuplicates"), weight: "wrong" },
  mixed_types: { title: t("health.kind.mixedTypes"), weight: "wrong" },
  date_in_text: { title: t("health.kind.dateInText"), weight: "care" },
  number_in_text: { title: t("health.kind.numberInText"), weight: "care" },
  mostly_empty: { title: t("health.kind.mostlyEmpty"), weight: "care" },
  stale: { title: t("health.kind.stale"), weight: "care" },
  no_key: { title: t("health.kind.noKey"), weight: "care" },
  empty_table: { title: t("health.kind.emptyTable"), weight: "known" },
  one_value: { title: t("health.kind.oneValue"), weight: "known" },
};

export type Weight = "wrong" | "care" | "known";

export const WEIGHTS: readonly { weight: Weight; title: string; says: string }[] = [
  { weight: "wrong", title: t("health.weight.wrong"), says: t("health.weight.wrongSays") },
  { weight: "care", title: t("health.weight.care"), says: t("health.weight.careSays") },
  { weight: "known", title: t("health.weight.known"), says: t("health.weight.knownSays") },
];

export interface NoteGroup {
  kind: HealthKind;
  notes: HealthNote[];
}

/** By weight, then by kind; within both in the order they came in, which is by weight too. */
export function grouped(notes: readonly HealthNote[]): Map<Weight, NoteGroup[]> {
  const made = new Map<Weight, NoteGroup[]>();
  for (const { weight } of WEIGHTS) {
    const groups: NoteGroup[] = [];
    for (const note of notes) {
      if (KINDS[note.kind].weight !== weight) continue;
      const known = groups.find((g) => g.kind === note.kind);
      if (known) known.notes.push(note);
      else groups.push({ kind: note.kind, notes: [note] });
    }
    if (groups.length > 0) made.set(weight, groups);
  }
  return made;
}
