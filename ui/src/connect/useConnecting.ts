// The dialog's verbs: understand an address, take files, test step by step, connect.
import { useEffect, useRef, useState } from "react";
import { failed, type Load, loading, ready } from "../app/load";
import { asProblem, type Backend, type Pick } from "../backend/backend";
import type { Connection, ConnectRequest, Keychain, Problem, Step, StepKind } from "../contract";
import {
  BLANK,
  complaint,
  type Form,
  fingerprint,
  fromConnection,
  toRequest,
  pastedWords,
  withFiles,
  withPasted,
} from "./form";
import { expected } from "./steps";

/** What the dialog opens with. */
export interface Start {
  connection?: Connection;
  paths?: string[];
  problem?: Problem;
}

export interface Test {
  plan: StepKind[];
  taken: Step[];
  running: boolean;
  /** Of the form that was tested; another form's test is old. */
  of: string;
  ended: "passed" | "failed" | "stopped" | null;
  /** Whether the database is to be opened once all steps passed. */
  then: "connect" | null;
}

export interface Connecting {
  form: Form;
  address: string;
  busy: "understanding" | "connecting" | null;
  test: Test | null;
  trouble: { at: "address" | "foot"; problem: Problem } | null;
  note: string | null;
  keychain: Load<Keychain>;
  dropping: boolean;
  missing: string | null;
  set(change: Partial<Form>): void;
  setAddress(text: string): void;
  understand(text: string): Promise<Form | null>;
  pick(what: Pick): void;
  remove(path: string): void;
  runTest(then: "connect" | null): void;
  stopTest(): void;
  connect(): void;
  trust(key: string): void;
}

export function useConnecting(
  backend: Backend,
  connectTo: (request: ConnectRequest) => Promise<Problem | null>,
  start: Start,
  onDone: () => void,
): Connecting {
  const [form, setForm] = useState<Form>(() => (start.connection ? fromConnection(start.connection) : BLANK));
  const [address, setAddress] = useState("");
  const [busy, setBusy] = useState<Connecting["busy"]>(null);
  const [test, setTest] = useState<Test | null>(null);
  const [trouble, setTrouble] = useState<Connecting["trouble"]>(
    start.problem ? { at: "foot", problem: start.problem } : null,
  );
  const [note, setNote] = useState<string | null>(null);
  const [keychain, setKeychain] = useState<Load<Keychain>>(loading);
  const [dropping, setDropping] = useState(false);
  const now = useRef(form);
  const turn = useRef(0);
  /** What could not be opened last; its trouble is gone from the screen as soon as one types. */
  const unopened = useRef("");

  const put = (next: Form): Form => {
    now.current = next;
    setForm(next);
    setTest((old) => (old && !old.running && old.of !== fingerprint(next) ? null : old));
    return next;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    let gone = false;
    backend.keychain().then(
      (value) => {
        if (gone) return;
        setKeychain(ready(value));
        if (!value.available && now.current.keep === "keychain") put({ ...now.current, keep: "run" });
      },
      (error: unknown) => !gone && setKeychain(failed(asProblem(error))),
    );
    if (start.paths) void take(start.paths, start.problem === undefined);
    return () => {
      gone = true;
      turn.current += 1;
    };
  }, [backend]);

  const understand = async (text: string): Promise<Form | null> => {
    // Files that could not be opened make way for what is pasted after them.
    if (now.current.files.length > 0 && unopened.current === fingerprint(now.current))
      put({ ...now.current, files: [] });
    setTrouble(null);
    setNote(null);
    setBusy("understanding");
    try {
      const pasted = await backend.paste(text.trim());
      setAddress("");
      setNote(pastedWords(now.current, pasted));
      return put(withPasted(now.current, pasted));
    } catch (error) {
      // An address with a password in it is not left on screen.
      setAddress(/:\/\/[^/@]*:[^/@]*@/.test(text) ? "" : text);
      setTrouble({ at: "address", problem: asProblem(error) });
      return null;
    } finally {
      setBusy(null);
    }
  };

  /** One path says itself what it is; several are read together. */
  const take = async (paths: readonly string[], aloud = true) => {
    const [first] = paths;
    if (!first) return;
    if (paths.length > 1 || now.current.files.length > 0) {
      put(withFiles(now.current, paths));
      return;
    }
    try {
      put(withPasted(now.current, await backend.paste(first)));
      if (aloud) setTrouble(null);
    } catch (error) {
      if (aloud) setTrouble({ at: "foot", problem: asProblem(error) });
    }
  };

  const heard = useRef(take);
  heard.current = take;
  useEffect(
    () =>
      backend.onDrop((drop) => {
        setDropping(drop.is === "over");
        if (drop.is === "dropped") void heard.current(drop.paths);
      }),
    [backend],
  );

  const pick = async (what: Pick) => {
    setTrouble(null);
    try {
      const paths = await backend.pickFiles(what);
      const [first] = paths;
      if (!first) return;
      if (what === "authorities") put({ ...now.current, authorities: first });
      else if (what === "key") put({ ...now.current, sshKey: first });
      else if (what === "database" || what === "files") await take(paths);
      else put(withFiles(now.current, paths));
    } catch (error) {
      setTrouble({ at: "foot", problem: asProblem(error) });
    }
  };

  const open = async () => {
    setBusy("connecting");
    const problem = await connectTo(toRequest(now.current));
    setBusy(null);
    if (!problem) return onDone();
    unopened.current = fingerprint(now.current);
    setTrouble({ at: "foot", problem });
  };

  const runTest = async (then: "connect" | null) => {
    if (complaint(now.current) !== null) return;
    turn.current += 1;
    const mine = turn.current;
    setTrouble(null);
    const begun: Test = {
      plan: expected(now.current),
      taken: [],
      running: true,
      of: fingerprint(now.current),
      ended: null,
      then,
    };
    setTest(begun);
    const change = (how: (old: Test) => Test) => {
      if (turn.current === mine) setTest((old) => (old ? how(old) : old));
    };
    try {
      const passed = await backend.test(toRequest(now.current), (step) =>
        change((old) => ({ ...old, taken: [...old.taken, step] })),
      );
      change((old) => ({ ...old, running: false, ended: passed ? "passed" : "failed" }));
      if (passed && then === "connect" && turn.current === mine) await open();
    } catch (error) {
      if (turn.current !== mine) return;
      setTest(null);
      setTrouble({ at: "foot", problem: asProblem(error) });
    }
  };

  const connect = async () => {
    if (busy !== null || test?.running) return;
    if (address.trim() !== "" && (await understand(address)) === null) return;
    if (complaint(now.current) !== null) return;
    setTrouble(null);
    const tested = test?.ended === "passed" && test.of === fingerprint(now.current);
    // A file opens or says at once why not; on the way to a server the step that fails is worth naming.
    if (now.current.kind !== "postgres" || tested) await open();
    else await runTest("connect");
  };

  return {
    form,
    address,
    busy,
    test,
    trouble,
    note,
    keychain,
    dropping,
    missing: address.trim() === "" ? complaint(form) : null,
    set: (change) => {
      setTrouble(null);
      put({ ...now.current, ...change });
    },
    setAddress: (text) => {
      setAddress(text);
      setNote(null);
      setTrouble(null);
    },
    understand,
    pick: (what) => void pick(what),
    remove: (path) => {
      const { kind } = now.current;
      if (kind === "files") put({ ...now.current, files: now.current.files.filter((p) => p !== path) });
      else if (kind !== "postgres") put({ ...now.current, [kind]: "" });
    },
    runTest: (then) => void runTest(then),
    stopTest: () => {
      turn.current += 1;
      setTest((old) => (old ? { ...old, running: false, ended: "stopped" } : old));
    },
    connect: () => void connect(),
    trust: (key) => {
      const then = test?.then ?? null;
      put({ ...now.current, trust: key });
      void runTest(then);
    },
  };
}
