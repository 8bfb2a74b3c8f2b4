// What is changed in a pane of the settings and not saved yet. Two panes edit parts of one record: each saves its own fields only,
// so that neither takes back what the other saved.
import { useEffect, useRef, useState } from "react";
import type { ModelSettings, Problem } from "../contract";
import { t } from "../text";
import { announce } from "../ui/announce";
import { complaint, type Draft, draftOf, merged, settingsOf } from "./settings";
import type { Models } from "./useModels";
import "../text/en/modelsMore";

export interface Drafting {
  draft: Draft;
  set(change: Partial<Draft>): void;
  changed: boolean;
  busy: boolean;
  trouble: Problem | null;
  /** Why it cannot be saved as it is. */
  wrong: string | null;
  /** A change beside the draft, at once. */
  attempt(change: (s: ModelSettings) => ModelSettings, said: string): Promise<void>;
  save(): void;
  undo(): void;
}

export function useDraft(
  models: Models,
  settings: ModelSettings,
  fields: readonly (keyof Draft)[],
): Drafting {
  const [draft, setDraft] = useState<Draft>(draftOf(settings));
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Problem | null>(null);
  const own = (of: Draft) => JSON.stringify(fields.map((field) => of[field]));
  const saved = draftOf(settings);
  const changed = own(draft) !== own(saved);
  /** What is saved, with this pane's fields as they are edited. */
  const over = (base: Draft): Draft => {
    const next: Draft = { ...base };
    for (const field of fields) Object.assign(next, { [field]: draft[field] });
    return next;
  };

  // What the dialog or the title bar changed comes into the draft; what is being edited stays.
  const before = useRef(settings);
  const saving = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when something was saved
  useEffect(() => {
    const was = draftOf(before.current);
    before.current = settings;
    const now = draftOf(settings);
    if (saving.current || own(draft) === own(was)) setDraft(now);
    else setDraft((old) => ({ ...now, ...pick(old, fields), tiers: merged(old, was, settings) }));
    saving.current = false;
  }, [settings]);
  // The bar that comes up does not hide what is being typed.
  useEffect(() => {
    if (changed) document.activeElement?.scrollIntoView({ block: "nearest" });
  }, [changed]);

  const attempt = async (change: (s: ModelSettings) => ModelSettings, said: string) => {
    setBusy(true);
    const problem = await models.save(change);
    setBusy(false);
    setTrouble(problem);
    if (problem) saving.current = false;
    else announce(said);
  };
  return {
    draft,
    set: (change) => setDraft((old) => ({ ...old, ...change })),
    changed,
    busy,
    trouble,
    wrong: complaint(over(saved)),
    attempt,
    save: () => {
      saving.current = true;
      void attempt((s) => settingsOf(s, over(draftOf(s))), t("models.save.saved"));
    },
    undo: () => {
      setDraft(saved);
      setTrouble(null);
    },
  };
}

function pick(draft: Draft, fields: readonly (keyof Draft)[]): Partial<Draft> {
  return Object.fromEntries(fields.map((field) => [field, draft[field]]));
}
