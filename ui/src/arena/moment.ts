// What happened at each moment of a run, in a few words, for the scrubber and who listens to it.
import type { Event } from "../contract";
import { attemptNumber, STAGES } from "../run/stages";
import { t } from "../text";
import "../text/en/arena";

/** Events that the scrubber goes through: what the person chose came later. */
export function moments(log: readonly Event[]): number {
  const end = log.findIndex((event) => event.artifact.kind === "finished");
  return end < 0 ? log.length : end + 1;
}

export function momentWords(event: Event | undefined): string {
  if (!event) return t("arena.moment.before");
  const { artifact } = event;
  switch (artifact.kind) {
    case "started":
      return t("arena.moment.started");
    case "recalled":
      return t("arena.moment.recalled");
    case "entered":
      return STAGES.find((s) => s.stage === artifact.value)?.now ?? t("arena.moment.underWay");
    case "plan":
      return t("arena.moment.plan");
    case "part":
      return t("arena.moment.part", { number: artifact.value.part + 1 });
    case "grounding":
      return t("arena.moment.grounding", {
        values: t("common.values", { count: artifact.value.values.length }),
      });
    case "linked":
      return t("arena.moment.linked");
    case "candidate":
      return t("arena.moment.candidate", { number: attemptNumber(artifact.value.id) });
    case "enough":
      return t("arena.moment.enough");
    case "judged": {
      const { candidate, outcome } = artifact.value;
      const number = attemptNumber(candidate.id);
      if (outcome.kind === "ran")
        return t("arena.moment.ran", { number, rows: t("common.rows", { count: outcome.rows }) });
      return outcome.kind === "failed"
        ? t("arena.moment.failed", { number })
        : t("arena.moment.notRun", { number });
    }
    case "repair": {
      const number = attemptNumber(artifact.value.candidate);
      return artifact.value.worked
        ? t("arena.moment.mended", { number })
        : t("arena.moment.notMended", { number });
    }
    case "model":
      return t("arena.moment.model");
    case "clusters":
      return t("arena.moment.clusters", { count: artifact.value.length });
    case "duel": {
      const { a, b, winner } = artifact.value;
      return t("arena.moment.duel", { id: winner, other: winner === a ? b : a });
    }
    case "selection":
      return t("arena.moment.selection");
    case "grade":
      return artifact.value.passes ? t("arena.moment.passed") : t("arena.moment.notPassed");
    case "answer":
      return t("arena.moment.answer");
    case "declined":
      return t("arena.moment.declined");
    case "reply":
      return t("arena.moment.reply");
    case "problem":
      return artifact.value.code === "cancelled" ? t("arena.moment.stopped") : t("arena.moment.broke");
    case "finished":
      return t("arena.theEnd");
    case "chosen":
      return t("arena.moment.chosen");
  }
}
