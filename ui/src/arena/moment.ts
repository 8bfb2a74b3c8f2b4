// What happened at each moment of a run, in a few words, for the scrubber and who listens to it.
import type { Event } from "../contract";
import { plural } from "../format/cell";
import { attemptNumber, STAGES } from "../run/stages";

/** Events that the scrubber goes through: what the person chose came later. */
export function moments(log: readonly Event[]): number {
  const end = log.findIndex((event) => event.artifact.kind === "finished");
  return end < 0 ? log.length : end + 1;
}

export function momentWords(event: Event | undefined): string {
  if (!event) return "Before the question was read";
  const { artifact } = event;
  switch (artifact.kind) {
    case "started":
      return "The question was asked";
    case "recalled":
      return "An earlier question was found";
    case "entered":
      return STAGES.find((s) => s.stage === artifact.value)?.now ?? "Under way";
    case "plan":
      return "The question was read";
    case "part":
      return `Part ${artifact.value.part + 1} was done`;
    case "grounding":
      return `Looked up in the data: ${plural(artifact.value.values.length, "value")}`;
    case "linked":
      return "Tables and columns were found";
    case "candidate":
      return `Attempt ${attemptNumber(artifact.value.id)} was written`;
    case "enough":
      return "Enough attempts agreed";
    case "judged": {
      const { candidate, outcome } = artifact.value;
      const name = `Attempt ${attemptNumber(candidate.id)}`;
      if (outcome.kind === "ran") return `${name} ran: ${plural(outcome.rows, "row")}`;
      return outcome.kind === "failed" ? `${name} failed` : `${name} was not run`;
    }
    case "repair":
      return `Attempt ${attemptNumber(artifact.value.candidate)} ${artifact.value.worked ? "was mended" : "could not be mended"}`;
    case "model":
      return "A model was asked";
    case "clusters":
      return `${plural(artifact.value.length, "result")} to compare`;
    case "duel":
      return `Result ${artifact.value.winner} was ahead of ${artifact.value.winner === artifact.value.a ? artifact.value.b : artifact.value.a}`;
    case "selection":
      return "The result was chosen";
    case "grade":
      return artifact.value.passes ? "The answer passed its review" : "The answer did not pass its review";
    case "answer":
      return "The answer was written";
    case "declined":
      return "There was no answer";
    case "reply":
      return "A question came back";
    case "problem":
      return artifact.value.code === "cancelled" ? "It was stopped" : "It failed";
    case "finished":
      return "The end";
    case "chosen":
      return "You chose another reading";
  }
}
