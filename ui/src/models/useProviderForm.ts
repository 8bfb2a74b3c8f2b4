// The dialog's verbs: list the models, test step by step, save.
import { useEffect, useRef, useState } from "react";
import { failed, idle, type Load, loading, ready } from "../app/load";
import { asProblem, type Backend } from "../backend/backend";
import type { Keychain, ModelInfo, Probe, ProbeKind, Problem } from "../contract";
import { complaint, type Form, fingerprint, STEPS, testComplaint, toRequest } from "./provider";
import type { Models } from "./useModels";

export interface Test {
  plan: readonly ProbeKind[];
  taken: Probe[];
  running: boolean;
  /** Of the form that was tested; another form's test is old. */
  of: string;
  ended: "passed" | "failed" | "stopped" | null;
}

export interface ProviderForm {
  form: Form;
  keychain: Load<Keychain>;
  list: Load<ModelInfo[]>;
  test: Test | null;
  trouble: Problem | null;
  saving: boolean;
  /** Why it cannot be saved; why it cannot be tested. */
  missing: string | null;
  untested: string | null;
  set(change: Partial<Form>): void;
  put(form: Form): void;
  pickFile(): void;
  wantList(): void;
  runTest(): void;
  stopTest(): void;
  save(): void;
}

export function useProviderForm(
  backend: Backend,
  models: Models,
  taken: readonly string[],
  start: Form,
  onDone: () => void,
): ProviderForm {
  const [form, setForm] = useState(start);
  const [keychain, setKeychain] = useState<Load<Keychain>>(loading);
  const [list, setList] = useState<Load<ModelInfo[]>>(idle);
  const [test, setTest] = useState<Test | null>(null);
  const [trouble, setTrouble] = useState<Problem | null>(null);
  const [saving, setSaving] = useState(false);
  const now = useRef(form);
  const turn = useRef(0);
  const listed = useRef("");

  const put = (next: Form) => {
    now.current = next;
    setForm(next);
    setTrouble(null);
    setTest((old) => (old && !old.running && old.of !== fingerprint(next) ? null : old));
  };
  const set = (change: Partial<Form>) => put({ ...now.current, ...change });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    let gone = false;
    backend.keychain().then(
      (value) => {
        if (gone) return;
        setKeychain(ready(value));
        if (!value.available && now.current.keep === "keychain") set({ keep: "run" });
      },
      (error: unknown) => !gone && setKeychain(failed(asProblem(error))),
    );
    return () => {
      gone = true;
      turn.current += 1;
    };
  }, [backend]);

  /** Asked for again only where the place or the key is another. */
  const wantList = () => {
    if (complaint(now.current) !== null) return;
    const of = JSON.stringify([now.current.kind, now.current.address, now.current.key]);
    if (listed.current === of) return;
    listed.current = of;
    setList(loading);
    backend.listModels(toRequest(now.current, taken)).then(
      (value) => {
        if (listed.current !== of) return;
        setList(ready(value));
        const [only] = value;
        if (now.current.model === "" && value.length === 1 && only) set({ model: only.name });
      },
      (error: unknown) => listed.current === of && setList(failed(asProblem(error))),
    );
  };

  const runTest = async () => {
    if (testComplaint(now.current) !== null) return;
    turn.current += 1;
    const mine = turn.current;
    setTrouble(null);
    setTest({
      plan: STEPS,
      taken: [],
      running: true,
      of: fingerprint(now.current),
      ended: null,
    });
    const change = (how: (old: Test) => Test) => {
      if (turn.current === mine) setTest((old) => (old ? how(old) : old));
    };
    try {
      const passed = await backend.probeProvider(
        toRequest(now.current, taken),
        now.current.model.trim(),
        (probe) => change((old) => ({ ...old, taken: [...old.taken, probe] })),
      );
      change((old) => ({ ...old, running: false, ended: passed ? "passed" : "failed" }));
    } catch (error) {
      if (turn.current !== mine) return;
      setTest(null);
      setTrouble(asProblem(error));
    }
  };

  const save = async () => {
    if (saving || test?.running || complaint(now.current) !== null) return;
    setSaving(true);
    setTrouble(null);
    const problem = await models.saveProvider(toRequest(now.current, taken), now.current.model);
    setSaving(false);
    if (problem) setTrouble(problem);
    else onDone();
  };

  return {
    form,
    keychain,
    list,
    test,
    trouble,
    saving,
    missing: complaint(form),
    untested: testComplaint(form),
    set,
    put: (next) => {
      if (next.kind !== now.current.kind) {
        listed.current = "";
        setList(idle);
        turn.current += 1;
        setTest(null);
      }
      put(next);
    },
    pickFile: () => {
      backend.pickFiles("model").then(
        ([path]) => path && set({ address: path }),
        (error: unknown) => setTrouble(asProblem(error)),
      );
    },
    wantList,
    runTest: () => void runTest(),
    stopTest: () => {
      turn.current += 1;
      setTest((old) => (old ? { ...old, running: false, ended: "stopped" } : old));
    },
    save: () => void save(),
  };
}
