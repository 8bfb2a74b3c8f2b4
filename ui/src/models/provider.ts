// A provider as a person fills it in, and the request it comes to; the steps of its test.
import { stem } from "../connect/form";
import type {
  Failure,
  FoundModel,
  Keep,
  Probe,
  ProbeKind,
  Provider,
  ProviderKind,
  ProviderRequest,
} from "../contract";
import { t } from "../text";
import { kindWords } from "./words";
import "../text/en/modelsMore";

export interface Form {
  /** Of the provider that is edited. */
  id: string | null;
  kind: ProviderKind;
  name: string;
  address: string;
  key: string;
  /** Whether a key is known already; it stays where none is typed. */
  hasKey: boolean;
  /** The key that is known is to be removed. */
  dropKey: boolean;
  keep: Keep;
  passphrase: string;
  again: string;
  perMinute: string;
  atOnce: string;
  /** The model that the test asks. */
  model: string;
}

/** Requests a minute and at once (seeds 002, 4.2, and 000, async architecture). */
const PER_MINUTE = 60;
const AT_ONCE = 10;

export function blank(kind: ProviderKind, keep: Keep): Form {
  return {
    id: null,
    kind,
    name: "",
    address: "",
    key: "",
    hasKey: false,
    dropKey: false,
    keep,
    passphrase: "",
    again: "",
    perMinute: String(PER_MINUTE),
    atOnce: String(AT_ONCE),
    model: kindWords(kind).models.fast,
  };
}

export function fromProvider(provider: Provider, model: string): Form {
  return {
    ...blank(provider.kind, provider.keep),
    id: provider.id,
    name: provider.name,
    address: provider.address ?? "",
    hasKey: provider.has_key,
    perMinute: String(provider.per_minute),
    atOnce: String(provider.at_once),
    model: model || kindWords(provider.kind).models.fast,
  };
}

export function fromFound(found: FoundModel, keep: Keep): Form {
  const form = { ...blank(found.kind, keep), name: found.name, address: found.address };
  return found.kind === "gguf" ? { ...form, model: stem(found.address) } : form;
}

/** Another kind has other fields and other models; what was typed into the shared ones stays. */
export function asKind(form: Form, kind: ProviderKind): Form {
  if (kind === form.kind) return form;
  const address = kind === "gguf" || form.kind === "gguf" ? "" : form.address;
  return { ...form, kind, address, model: kindWords(kind).models.fast };
}

export function suggestedName(form: Form): string {
  if (form.kind === "gguf" && form.address.trim() !== "") return stem(form.address);
  if (form.kind === "open_ai_compatible") return hostOf(form.address) || kindWords(form.kind).name;
  return kindWords(form.kind).name;
}

function hostOf(address: string): string {
  try {
    return new URL(address.trim()).host;
  } catch {
    return "";
  }
}

/** `[a-z0-9-]+`, and no other provider's. */
export function idFor(name: string, taken: readonly string[]): string {
  const plain =
    name
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 40) || "provider";
  for (let n = 1; ; n++) {
    const id = n === 1 ? plain : `${plain}-${n}`;
    if (!taken.includes(id)) return id;
  }
}

export function toRequest(form: Form, taken: readonly string[]): ProviderRequest {
  const name = form.name.trim() || suggestedName(form);
  const takesKey = kindWords(form.kind).key !== "none";
  const typed = takesKey && form.key.trim() !== "";
  const keyed = typed || (form.hasKey && !form.dropKey);
  return {
    provider: {
      id: form.id ?? idFor(name, taken),
      kind: form.kind,
      name,
      address: form.address.trim() || null,
      keep: keyed ? form.keep : "run",
      has_key: form.hasKey,
      per_minute: Number(form.perMinute),
      at_once: Number(form.atOnce),
    },
    key: typed ? form.key.trim() : form.dropKey ? "" : null,
    passphrase: keyed && form.keep === "passphrase" && form.passphrase !== "" ? form.passphrase : null,
  };
}

/** What is missing, as the reason why the buttons wait; null: nothing. */
export function complaint(form: Form): string | null {
  const words = kindWords(form.kind);
  if (form.kind === "gguf" && form.address.trim() === "") return t("models.form.chooseFile");
  if (form.kind === "open_ai_compatible" && form.address.trim() === "") return t("models.form.typeAddress");
  if (form.kind !== "gguf" && form.address.trim() !== "" && !/^https?:\/\/[^\s/]+/i.test(form.address.trim()))
    return t("models.form.addressBegins");
  if (words.key === "needed" && form.key.trim() === "" && (!form.hasKey || form.dropKey))
    return t("models.form.pasteKey");
  if (form.key.trim() !== "" && form.keep === "passphrase") {
    if (form.passphrase === "") return t("models.form.typePassphrase");
    if (form.passphrase !== form.again) return t("models.form.differ");
  }
  if (!whole(form.perMinute)) return t("models.form.perMinute");
  if (!whole(form.atOnce)) return t("models.form.atOnce");
  return null;
}

/** The test asks a model, so it needs one. */
export function testComplaint(form: Form): string | null {
  const missing = complaint(form);
  if (missing !== null) return missing;
  return form.kind !== "gguf" && form.model.trim() === "" ? t("models.form.nameModel") : null;
}

function whole(text: string): boolean {
  return /^[1-9]\d{0,5}$/.test(text.trim());
}

/** Everything a test depends on, so that a change makes its result old. */
export function fingerprint(form: Form): string {
  return JSON.stringify([form.kind, form.address.trim(), form.key.trim(), form.dropKey, form.model.trim()]);
}

export interface ProbeRow {
  step: ProbeKind;
  state: "passed" | "failed" | "now" | "waiting" | "not taken";
  found: string;
  failure: Failure | null;
}

/** The steps of a test in their order; where there is no key or no list, the step says so. */
export const STEPS: readonly ProbeKind[] = ["reach", "key", "model", "text", "form"];

/** A step that was passed over by a later one does not exist on this way and is left out. */
export function rows(plan: readonly ProbeKind[], taken: readonly Probe[], running: boolean): ProbeRow[] {
  const failed = taken.some((p) => p.failure !== null);
  const order = STEPS.filter((kind) => plan.includes(kind) || taken.some((p) => p.kind === kind));
  const last = Math.max(-1, ...taken.map((p) => order.indexOf(p.kind)));
  return order.flatMap((step, n): ProbeRow[] => {
    const arrived = taken.findLast((p) => p.kind === step);
    if (arrived)
      return [
        {
          step,
          state: arrived.failure ? "failed" : "passed",
          found: arrived.found ?? "",
          failure: arrived.failure,
        },
      ];
    if (n < last) return [];
    const blankRow = { step, found: "", failure: null };
    if (failed || !running) return [{ ...blankRow, state: "not taken" }];
    return [{ ...blankRow, state: n === last + 1 ? "now" : "waiting" }];
  });
}
