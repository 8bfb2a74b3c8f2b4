// What the arena shows of a run, before anything has a place: its words, what they were matched to, the attempts, their
// results, the comparisons of the leading one, and the end. In: a run, live or over. Out: plain data. Deliberately
// absent: pixels (layout.ts) and colours.
import type { Cluster, Duel, Trust } from "../contract";
import type { Run } from "../run/reduce";
import { attemptNumber } from "../run/stages";
import { t } from "../text";
import { type Figure, figureOf, resultOf } from "./figure";
import { type SMatch, type SWord, usesOf, wordsAndMatches } from "./matched";
import { leadWriter, type Writer, writersOf } from "./writers";
import "../text/en/arena";

export type AttemptState = "waiting" | "ran" | "failed" | "idle";

export interface SAttempt {
  id: string;
  /** "12" */
  number: string;
  writer: Writer;
  /** All that came to this query, the leading one among them. */
  writers: Writer[];
  state: AttemptState;
  /** Of the tries to mend it, whether the last one worked; `null`: none was made. */
  mended: boolean | null;
  /** "12 rows", "480", "failed". */
  came: string;
  reading: string;
  /** Ids of the matches that it uses. */
  uses: string[];
  result: string | null;
}

export interface SResult {
  id: string;
  /** Attempts, the one that stands for it first. */
  members: string[];
  figure: Figure;
  /** Its share of all attempts that ran, and of what their writers thought of them. */
  share: { attempts: number; belief: number };
  won: number;
  fought: number;
  empty: boolean;
}

export interface SDuel {
  /** The result that the leading one was compared with. */
  against: string;
  /** The leading one is ahead. */
  won: boolean;
  duel: Duel;
}

export interface SEnd {
  is: "so far" | "answer" | "declined" | "reply" | "stopped" | "failed" | "nothing";
  figure: Figure | null;
  says: string;
  trust: Trust | null;
}

export interface Scene {
  words: SWord[];
  matches: SMatch[];
  /** Matches that are not drawn for want of room. */
  moreMatches: number;
  attempts: SAttempt[];
  results: SResult[];
  /** The result that is ahead, or that the answer shows. */
  leader: string | null;
  /** Nothing will change it any more. */
  decided: boolean;
  duels: SDuel[];
  /** Why it is ahead, where the engine or the person has said so. */
  why: string | null;
  end: SEnd;
}

export function sceneOf(run: Run): Scene {
  const leader = leaderOf(run);
  const lead = run.clusters.find((c) => c.id === leader)?.members[0] ?? favourite(run);
  const { words, matches, more } = wordsAndMatches(run, lead);
  const attempts = attemptsOf(
    run,
    matches.map((m) => m.id),
  );
  return {
    words,
    matches,
    moreMatches: more,
    attempts,
    results: run.clusters.map((cluster) => resultIn(run, cluster)),
    leader,
    decided: run.selection !== null || run.answer !== null,
    duels: run.duels.flatMap((duel) => {
      const against = duel.a === leader ? duel.b : duel.b === leader ? duel.a : null;
      return against === null ? [] : [{ against, won: duel.winner === leader, duel }];
    }),
    why: run.chosen !== null ? t("arena.scene.chosen") : (run.selection?.why ?? null),
    end: endOf(run, leader),
  };
}

function attemptsOf(run: Run, drawn: string[]): SAttempt[] {
  return run.candidates.map((candidate) => {
    const outcome = run.judged[candidate.id]?.outcome;
    const tries = run.repairs.filter((r) => r.candidate === candidate.id);
    return {
      id: candidate.id,
      number: attemptNumber(candidate.id),
      writer: leadWriter(candidate),
      writers: writersOf(candidate),
      state:
        outcome === undefined || (outcome.kind === "not_run" && run.state === "running")
          ? "waiting"
          : outcome.kind === "not_run"
            ? "idle"
            : outcome.kind,
      mended: tries.length === 0 ? null : tries.some((r) => r.worked),
      came: cameTo(run, candidate.id),
      reading: candidate.reading,
      uses: usesOf(run, candidate).filter((match) => drawn.includes(match)),
      result: run.clusters.find((c) => c.members.includes(candidate.id))?.id ?? null,
    };
  });
}

function cameTo(run: Run, id: string): string {
  const outcome = run.judged[id]?.outcome;
  if (outcome === undefined)
    return run.state === "running" ? t("arena.scene.waiting") : t("arena.scene.notTried");
  if (outcome.kind === "failed") return t("arena.scene.failed");
  if (outcome.kind === "not_run") return t("arena.scene.notRun");
  return figureOf(outcome.result, outcome.rows).main;
}

function resultIn(run: Run, cluster: Cluster): SResult {
  const ran = run.candidates.filter((c) => run.judged[c.id]?.outcome.kind === "ran");
  const belief = (ids: string[]) =>
    ran.filter((c) => ids.includes(c.id)).reduce((sum, c) => sum + c.belief, 0);
  const all = belief(ran.map((c) => c.id));
  const fought = run.duels.filter((d) => d.a === cluster.id || d.b === cluster.id);
  return {
    id: cluster.id,
    members: cluster.members,
    figure: figureOf(resultOf(run, cluster.members), cluster.rows),
    share: {
      attempts: ran.length === 0 ? 0 : cluster.members.length / ran.length,
      belief: all === 0 ? 0 : belief(cluster.members) / all,
    },
    won: fought.filter((d) => d.winner === cluster.id).length,
    fought: fought.length,
    empty: cluster.empty,
  };
}

/** The answer's result; before there is one, the one with most comparisons won, then the one most believed in. */
function leaderOf(run: Run): string | null {
  const winner = run.answer?.candidate ?? run.selection?.winner;
  if (winner !== undefined) return run.clusters.find((c) => c.members.includes(winner))?.id ?? null;
  const standing = run.clusters.map((cluster) => resultIn(run, cluster)).filter((r) => !r.empty);
  standing.sort((a, b) => b.won - a.won || b.share.belief - a.share.belief);
  return standing[0]?.id ?? run.clusters[0]?.id ?? null;
}

/** Of the attempts that ran and found something, or else of all, the one that its writer believes in most. */
function favourite(run: Run): string | null {
  const found = run.candidates.filter((c) => {
    const outcome = run.judged[c.id]?.outcome;
    return outcome?.kind === "ran" && outcome.rows > 0;
  });
  const pool = found.length > 0 ? found : run.candidates;
  const best = pool.reduce<(typeof pool)[number] | null>(
    (most, c) => (most === null || c.belief > most.belief ? c : most),
    null,
  );
  return best?.id ?? null;
}

function endOf(run: Run, leader: string | null): SEnd {
  const nothing = { figure: null, says: "", trust: null };
  if (run.answer) {
    const { answer } = run;
    const rows = run.judged[answer.candidate]?.outcome;
    const figure = figureOf(answer.result, rows?.kind === "ran" ? rows.rows : answer.result.rows.length);
    return {
      is: "answer",
      figure: answer.headline === null ? figure : { main: answer.headline, sub: "" },
      says: answer.sentence,
      trust: answer.trust,
    };
  }
  if (run.declined) return { ...nothing, is: "declined", says: run.declined.message };
  if (run.reply) return { ...nothing, is: "reply", says: run.reply.message };
  if (run.problem && run.problem.code !== "cancelled")
    return { ...nothing, is: "failed", says: run.problem.message };
  const figure = soFar(run, leader);
  if (run.state === "running" && run.problem === null) return { ...nothing, is: "so far", figure };
  return {
    ...nothing,
    is: "stopped",
    figure,
    says: run.state === "interrupted" ? t("arena.scene.cutOff") : t("arena.scene.stopped"),
  };
}

/** The figure that would be the answer if nothing else came. */
function soFar(run: Run, leader: string | null): Figure | null {
  const cluster = run.clusters.find((c) => c.id === leader);
  if (cluster) return figureOf(resultOf(run, cluster.members), cluster.rows);
  const id = favourite(run);
  const outcome = id === null ? undefined : run.judged[id]?.outcome;
  return outcome?.kind === "ran" ? figureOf(outcome.result, outcome.rows) : null;
}
