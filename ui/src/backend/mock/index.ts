// The whole contract in a plain browser, for page tests and design work. Words in the input call for trouble:
// opening "locked", "missing", "notadb", "denied", "empty", "odd", "slow", "leaky", "large", "huge" or "broken"; asking "fail", "slow", "decline", "disagree", "wide",
// "everything", "refuse", "crowd"; "customers do we have" and "average order value" are recorded runs; exporting to "full". Of models see models.ts and ledger.ts.
import type {
  Answer,
  Catalog,
  Connection,
  ConnectRequest,
  Event,
  Opened,
  Recalled,
  RunSummary,
  Stage,
} from "../../contract";
import type { Backend } from "../backend";
import { advisers } from "./advisers";
import { chosen } from "./apart";
import { calendarVerbs } from "./calendar";
import { harbor, league, nothing, odd } from "./catalogs";
import { company, fromFiles } from "./company";
import { comparingVerbs } from "./comparing";
import { isSlow, keychain, steps } from "./connecting";
import { faster } from "./faster";
import { gridVerbs } from "./grid";
import { huge, LARGE_TABLES } from "./huge";
import { type Known, known } from "./known";
import { attempts } from "./locks";
import { callsIn } from "./calls";
import { describing } from "./describing";
import { ownVerbs } from "./own";
import { onDrop, PICKED } from "./picking";
import { pinVerbs } from "./pinning";
import { sqlVerbs } from "./plans";
import { powersOf } from "./powers";
import { profiles } from "./profiles";
import { leaving } from "./leaving";
import { measuring } from "./measured";
import { normalised } from "../../run/question";
import { recalledSteps } from "./recalled";
import { recordedSteps } from "./recorded";
import { placeOf, problem, SAMPLES, saved, TROUBLES, urlOf } from "./saved";
import { EXAMPLES, scenarioFor } from "./scenarios";
import { event, script } from "./script";
import { conversations, follow, inFull, reply, type Turn } from "./turns";
import { wait } from "./wait";

/** Milliseconds between events; `?beat=` makes tests quick. */
const BEAT = Number(new URLSearchParams(location.search).get("beat") ?? 45);

const NOTHING = {
  name: "",
  colour: null,
  secrets: { database: null, tunnel: null },
  keep: "run",
  passphrase: null,
} as const;

export function mock(): Backend {
  const connections = [...SAMPLES, ...saved()];
  const unlocked = new Set<string>(["company-shop"]);
  const stopped = new Set<string>();
  const runs = new Map<string, Event[]>();
  const history = new Map<string, RunSummary[]>();
  /** By question, the SQL that the person found right. */
  const right = new Map<string, string>();
  const learned = new Map<string, Known>();
  const paused = new Set<string>();
  const told = (r: RunSummary): RunSummary => ({
    ...r,
    sentence: answerOf(r.run)?.sentence ?? r.sentence,
    verified: right.get(r.question) === (answerOf(r.run)?.sql ?? ""),
    stale: /stale/.test(r.question) && right.has(r.question) && !pins.ranAgain(r.run),
    pinned: pins.has(r.run),
  });
  const talk = conversations(history, told, (run) => runs.delete(run));
  const questionOf = (run: string) => [...history.values()].flat().find((r) => r.run === run)?.question;
  const idOf = (run: string) => [...history].find(([, l]) => l.some((r) => r.run === run))?.[0];
  const beside = (run: string) => history.get(idOf(run) ?? "") ?? [];
  const compare = comparingVerbs({ answerOf, beside });
  const pins = pinVerbs({ stopped, runs, idOf, answerOf, beside, keep, compare });
  const advice = advisers({ beat: BEAT, stopped, tables: (id) => catalogOf(byId(id)).tables });
  const quicker = faster({ beat: BEAT, stopped, answerOf, questionOf, right, byId, set: advice.settings });

  function catalogOf(connection: Connection): Catalog {
    if (connection.id === "harbor-goods") return harbor;
    if (connection.id === "northern-league") return league;
    if (connection.dialect === "postgres") return company;
    const { place } = connection.target;
    if (place.kind === "files") return fromFiles(place.paths);
    if (/huge/.test(connection.url)) return { ...huge(), name: "huge" };
    if (/large/.test(connection.url))
      return { ...huge(), name: connection.name, tables: huge().tables.slice(0, LARGE_TABLES) };
    if (/odd/.test(connection.url)) return { ...odd, name: connection.name };
    if (/empty/.test(connection.url)) return { ...nothing, name: connection.name };
    return { ...harbor, name: connection.name };
  }

  function byId(id: string): Connection {
    const found = connections.find((c) => c.id === id);
    if (!found) throw problem("not_found", "This database is no longer in the list.", "Open it again.");
    return found;
  }

  async function knownOf(id: string): Promise<Known> {
    await wait(30);
    const connection = byId(id);
    const found = learned.get(id) ?? known(catalogOf(connection), /broken/.test(connection.url));
    learned.set(id, found);
    return found;
  }

  async function arrive(request: ConnectRequest): Promise<Opened> {
    const { place } = request.target;
    const url = urlOf(place);
    await wait(/slow/.test(url) ? 1500 : 120);
    if (place.kind === "postgres") {
      const failed = steps(request).find((s) => s.result.kind === "failed");
      if (failed?.result.kind === "failed") throw failed.result.problem;
    } else {
      const trouble = TROUBLES.find(([words]) => words.test(url));
      if (trouble) throw trouble[1];
    }
    const known = connections.findIndex((c) => c.id === request.id || c.url === url);
    const stem =
      url
        .replace(/;.*$/, "")
        .replace(/^.*[/:]/, "")
        .replace(/\.\w+$/, "") || "database";
    const before = connections[known];
    const connection: Connection = {
      id: before?.id ?? (stem.toLowerCase().replace(/[^a-z0-9]+/g, "-") || "database"),
      name: request.name || (before?.name ?? stem),
      url,
      dialect: place.kind === "postgres" ? "postgres" : place.kind === "sqlite" ? "sqlite" : "duckdb",
      sample: before?.sample ?? false,
      about: before?.about ?? "",
      opened: Date.now(),
      target: request.target,
      colour: request.colour,
      keep: request.keep,
    };
    if (known >= 0) connections.splice(known, 1);
    connections.splice(connection.sample ? Math.max(0, known) : SAMPLES.length, 0, connection);
    unlocked.add(connection.id);
    return { connection, catalog: catalogOf(connection), powers: powersOf(connection) };
  }

  function answerOf(run: string): Answer | null {
    const answers = (runs.get(run) ?? []).map(({ artifact }) => {
      if (artifact.kind === "chosen") return artifact.value.answer;
      return artifact.kind === "answer" ? artifact.value : null;
    });
    return answers.findLast((answer) => answer !== null) ?? null;
  }

  /** The last run of the same question in which a model replied. */
  function earlierRun(id: string, question: string): Recalled | undefined {
    const replied = (e: Event) => e.artifact.kind === "model" && e.artifact.value.failure === null;
    const one = history
      .get(id)
      ?.find((r) => normalised(r.question) === normalised(question) && runs.get(r.run)?.some(replied));
    return one && { run: one.run, question: one.question, at: one.started, similarity: 1 };
  }

  function keep(id: string, question: string, events: Event[]) {
    const run = events[0]?.run ?? "";
    runs.set(run, events);
    const last = (kind: string) => events.find((e) => e.artifact.kind === kind)?.artifact;
    const answer = last("answer");
    const trouble = last("problem");
    const header = events[0]?.artifact;
    const started = header?.kind === "started" ? header.value : null;
    const state = answer
      ? "answered"
      : last("reply")
        ? "replied"
        : last("declined")
          ? "declined"
          : trouble?.kind === "problem" && trouble.value.code === "cancelled"
            ? "stopped"
            : last("finished")
              ? "failed"
              : "interrupted";
    const summary: RunSummary = {
      run,
      question,
      started: Date.now(),
      state,
      sentence: answer?.kind === "answer" ? answer.value.sentence : "",
      trust: answer?.kind === "answer" ? answer.value.trust : null,
      verified: false,
      thread: started?.thread || run,
      follows: started?.follows ?? null,
    };
    history.set(id, [summary, ...(history.get(id) ?? []).filter((r) => r.run !== run)]);
  }

  /** Plays a question's scenario, all of it or what is left behind the events kept. */
  async function play(
    id: string,
    run: string,
    question: string,
    evidence: string,
    kept: Event[],
    onEvent: (e: Event) => void,
    anew = true,
    { thread = run, follows = null, anyway = false }: Turn = {},
  ) {
    const catalog = catalogOf(byId(id));
    const header = {
      run,
      askwell: "0.1.0",
      engine: catalog.engine,
      dialect: catalog.dialect,
      database: catalog.name,
      fingerprint: "mock",
      question,
      evidence,
      seed: 7,
      started: Date.now(),
      thread,
      follows,
      anyway,
    };
    const before = history.get(id)?.find((r) => r.run === follows);
    const goesOn = follow(question, before);
    const begun = performance.now() - (kept.at(-1)?.at ?? 0);
    const events: Event[] = [...kept];
    for (const known of kept) onEvent(known);
    const send = (step: Parameters<typeof event>[3]) => {
      const made = event(run, events.length, performance.now() - begun, step);
      events.push(made);
      onEvent(made);
    };
    let stage: Stage | null = null;
    const earlier = anew ? undefined : earlierRun(id, question);
    const tell = (of: Stage) => {
      for (const call of earlier ? [] : callsIn(advice.settings(), of, question))
        send({ pause: 0, stage: of, artifact: { kind: "model", value: call } });
    };
    const beat = /slow/.test(question) ? 900 : BEAT;
    const whole =
      recordedSteps(question, header, beat) ??
      script(
        quicker.instead(id, question, scenarioFor(goesOn ? goesOn.question : question)),
        inFull(question, goesOn),
        header,
        catalog,
        beat,
        advice.settings().tiers.powerful !== null,
        { follows: goesOn, reply: reply(question, anyway) },
      );
    const steps = earlier ? recalledSteps(whole, earlier) : whole;
    for (const step of steps.slice(kept.filter((e) => e.artifact.kind !== "model").length)) {
      for (let left = step.pause; left > 0 && !stopped.has(run); left -= 50) await wait(Math.min(left, 50));
      if (stopped.has(run)) {
        send({ pause: 0, stage, artifact: { kind: "problem", value: problem("cancelled", "Stopped.") } });
        break;
      }
      // What the stage before asked of a model is told when it ends.
      if (step.artifact.kind === "entered" && stage !== null) tell(stage);
      stage = step.stage;
      send(step);
      // As if the program had been killed here.
      if (kept.length === 0 && /cut off/.test(question) && stage === "evaluate") {
        keep(id, question, events);
        return;
      }
    }
    if (stage !== null && !stopped.has(run)) tell(stage);
    // As over a real channel: the last message comes after the promise has resolved.
    setTimeout(() => {
      send({
        pause: 0,
        stage: null,
        artifact: { kind: "finished", value: { ms: performance.now() - begun } },
      });
      keep(id, question, events);
    }, 5);
  }

  return {
    connections: async () => {
      await wait(30);
      return [...connections];
    },
    open: async (url) => {
      if (url.trim() === "")
        throw problem("bad_input", "There is no path or URL.", "Paste one, or choose a file.");
      const known = connections.find((c) => c.url === url);
      const target = known?.target ?? { place: placeOf(url), tunnel: null };
      return arrive({ ...NOTHING, id: known?.id ?? null, colour: known?.colour ?? null, target });
    },
    reopen: async (id, secrets, passphrase, kept) => {
      const connection = byId(id);
      const given = secrets.database ?? passphrase;
      if (connection.dialect === "postgres" && !unlocked.has(id)) {
        await wait(60);
        if (given === null)
          throw problem(
            "needs_secret",
            connection.keep === "passphrase"
              ? "Its password is encrypted under your passphrase."
              : "The server asks for a password.",
          );
        if (passphrase === "wrong") throw problem("denied", "This is not the passphrase.", "Type it again.");
      }
      return arrive({ ...connection, secrets, passphrase, keep: kept ?? connection.keep });
    },
    paste: async (address) => {
      await wait(20);
      const password = /^postgres(ql)?:\/\//.test(address) ? new URL(address).password : "";
      const place = placeOf(address);
      const trouble = place.kind === "sqlite" && TROUBLES.find(([words]) => words.test(address));
      if (trouble) throw trouble[1];
      return { place, password: password === "" ? null : decodeURIComponent(password) };
    },
    connect: arrive,
    test: async (request, onStep) => {
      const list = steps(request);
      for (const step of list) {
        await wait(isSlow(request) && step.step === "port" ? 2_500 : BEAT * 3);
        onStep(step);
      }
      return list.every((s) => s.result.kind === "passed");
    },
    keychain: async () => {
      await wait(10);
      return keychain();
    },
    lockCheck: async (id, onAttempt) => {
      const connection = byId(id);
      const catalog = catalogOf(connection);
      if (catalog.tables.length === 0)
        throw problem("bad_input", "This database has no tables to attack.", "Try it on one that has some.");
      const list = attempts(catalog.tables.map((t) => t.name));
      if (/leaky/.test(connection.url) && list[6])
        list[6] = { ...list[6], held: null, says: "1 row written" };
      for (const attempt of list) {
        await wait(/slow/.test(connection.url) ? 40 : BEAT / 3);
        if (stopped.delete(id)) throw problem("cancelled", "Stopped.");
        onAttempt(attempt);
      }
      const through = list.filter((a) => a.held === null).length;
      return {
        engine: catalog.engine,
        attempts: list,
        through,
        missing: null,
        unchanged: through === 0,
        ms: 4211,
      };
    },
    forget: async (id) => {
      const at = connections.findIndex((c) => c.id === id && !c.sample);
      if (at >= 0) connections.splice(at, 1);
    },
    prepare: async (id, onProgress) => {
      const connection = byId(id);
      const catalog = catalogOf(connection);
      const slow = /slow/.test(connection.url);
      const { ready } = await knownOf(id);
      const of = catalog.tables.length;
      // A large one is reported in steps, not table by table.
      const stride = Math.max(1, Math.ceil(of / 40));
      stopped.delete(id);
      for (const [n, table] of catalog.tables.entries()) {
        const report = () =>
          onProgress({
            phase: "read",
            table: table.name,
            done: ready.size,
            of,
            rows_per_second: paused.has(id) ? 0 : 184_000,
            seconds_left: n === 0 ? null : (of - ready.size) * 14,
            paused: paused.has(id),
          });
        if (ready.has(table.name)) continue;
        if (n % stride === 0) {
          report();
          await wait(slow ? 400 : BEAT / 4);
        }
        while (paused.has(id) && !stopped.has(id)) {
          report();
          await wait(60);
        }
        paused.delete(id);
        if (stopped.delete(id)) throw problem("cancelled", "Stopped.");
        ready.add(table.name);
      }
      for (const phase of ["describe", "index"] as const) {
        onProgress({ phase, table: "", done: of, of, rows_per_second: 0, seconds_left: null, paused: false });
        await wait(slow ? 1_200 : BEAT / 4);
      }
      return { tables: profiles(catalog), values: catalog.tables.length * 311, ms: 214, cached: false };
    },
    pause: async (id, on) => {
      if (on) paused.add(id);
      else paused.delete(id);
    },
    explore: async (id, search, offset, limit) => (await knownOf(id)).explore(search, offset, limit),
    tableDetail: async (id, table) => structuredClone((await knownOf(id)).detail(table)),
    ...describing(knownOf),
    diagram: async (id, around) => (await knownOf(id)).diagram(around),
    health: async (id) => (await knownOf(id)).health(),
    glossary: async (id) => (await knownOf(id)).glossary(),
    saveGlossary: async (id, terms) => (await knownOf(id)).save(terms),
    termRows: async (id, meaning) => (await knownOf(id)).rowsOf(meaning),
    complete: async (id, prefix) => (await knownOf(id)).complete(prefix),
    ...measuring(right, stopped, BEAT),
    examples: async (id) =>
      EXAMPLES[byId(id).id] ??
      (catalogOf(byId(id)).tables.length > 0 ? (EXAMPLES["harbor-goods"] ?? []) : []),
    ...talk.backend,
    ask: async (id, run, question, evidence, anew, after, anyway, onEvent) => {
      if (/refuse/.test(question))
        throw problem("bad_input", "The question is empty.", "Type a question first.");
      const thread = talk.threadOf(id, run, after);
      await play(id, run, question, evidence, [], onEvent, anew, { thread, follows: after, anyway });
    },
    resume: async (run, onEvent) => {
      const saved = runs.get(run) ?? [];
      const id = [...history].find(([, list]) => list.some((r) => r.run === run))?.[0];
      const header = saved[0]?.artifact;
      if (!id || header?.kind !== "started") throw problem("not_found", "This run is no longer kept.");
      const unfinished = saved.findLastIndex((e) => e.artifact.kind === "entered");
      const { question, evidence = "" } = header.value;
      await play(id, run, question, evidence, saved.slice(0, unfinished), onEvent);
    },
    stop: async (run) => {
      stopped.add(run);
    },
    history: async (id) => {
      await wait(20);
      return (history.get(id) ?? []).map(told);
    },
    replay: async (run) => {
      const events = runs.get(run);
      if (!events) throw problem("not_found", "This run is no longer kept.", "Ask the question again.");
      return structuredClone(events);
    },
    choose: async (id, run, candidate) => {
      await wait(20);
      const events = runs.get(run) ?? [];
      const question = history.get(id)?.find((r) => r.run === run)?.question;
      if (question === undefined)
        throw problem("bad_input", "This question was asked of another database.", "Choose there.");
      if (/unsaveable/.test(question))
        throw problem("denied", "The workspace cannot be written.", "Free some space on the disk.");
      const event = chosen(events, candidate);
      runs.set(run, [...events, event]);
      const answer = answerOf(run);
      if (candidate === null) right.delete(question);
      else if (answer) right.set(question, answer.sql);
      return structuredClone(event);
    },
    verify: async (run, isRight) => {
      await wait(20);
      const answer = answerOf(run);
      const question = questionOf(run);
      if (!answer || question === undefined)
        throw problem("bad_input", "This question has no answer that could be right.", "Ask it again first.");
      if (/unsaveable/.test(question))
        throw problem("denied", "The workspace cannot be written.", "Free some space on the disk.");
      if (isRight) right.set(question, answer.sql);
      else right.delete(question);
    },
    ...gridVerbs({
      events: () => [...runs.values()].flat(),
      tables: (id) => catalogOf(byId(id)).tables,
    }),
    ...compare,
    ...pins.verbs,
    ...sqlVerbs({ stopped, dialectOf: (id) => byId(id).dialect }),
    ...leaving({ stopped }),
    ...advice.verbs,
    ...quicker.verbs,
    ...calendarVerbs(),
    ...ownVerbs({
      questions: () => [...history.values()].flat().length,
      connections: () => connections.length - SAMPLES.length,
    }),
    setPrivacy: async (id, privacy) => {
      await wait(30);
      const connection = { ...byId(id), privacy };
      connections.splice(
        connections.findIndex((c) => c.id === id),
        1,
        connection,
      );
      return connection;
    },
    pickFiles: async (what) => PICKED[what],
    onDrop,
    pickSavePath: async (suggested, what) =>
      (what === "ledger" || what === "trace") && localStorage.getItem("mock.disk") === "full"
        ? `/exports/full/${suggested}`
        : `/exports/${suggested}`,
  };
}
