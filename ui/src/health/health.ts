// What is wrong with the data, in groups by weight.
import type { HealthKind, HealthNote } from "../contract";

export const KINDS: Record<HealthKind, { title: string; weight: Weight }> = {
  unread: { title: "Tables that could not be read", weight: "wrong" },
  orphaned_key: { title: "Links that lead nowhere", weight: "wrong" },
  near_duplicates: { title: "The same thing spelt differently", weight: "wrong" },
  mixed_types: { title: "Mixed kinds of values", weight: "wrong" },
  date_in_text: { title: "Dates kept as text", weight: "care" },
  number_in_text: { title: "Numbers kept as text", weight: "care" },
  mostly_empty: { title: "Mostly empty columns", weight: "care" },
  stale: { title: "Nothing new for long", weight: "care" },
  no_key: { title: "Rows that nothing tells apart", weight: "care" },
  empty_table: { title: "Tables without rows", weight: "known" },
  one_value: { title: "Columns with one value only", weight: "known" },
};

export type Weight = "wrong" | "care" | "known";

export const WEIGHTS: readonly { weight: Weight; title: string; says: string }[] = [
  { weight: "wrong", title: "Can make an answer wrong", says: "Look at these before you rely on a figure." },
  { weight: "care", title: "Needs some care", says: "Askwell allows for it; other programs may not." },
  { weight: "known", title: "Good to know", says: "Harmless, but it explains empty answers." },
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
