// A run that an earlier question answers: the earlier one's winner, run again, and nothing asked of a model.
import type { Artifact, Recalled } from "../../contract";
import type { Step } from "./script";

/** What is left of a scenario's steps. */
export function recalledSteps(steps: Step[], recalled: Recalled): Step[] {
  const said = steps.findLast((s) => s.artifact.kind === "selection")?.artifact;
  const winner = said?.kind === "selection" ? said.value.winner : "";
  const only = (artifact: Artifact): Artifact | null => {
    switch (artifact.kind) {
      case "started":
      case "plan":
      case "answer":
        return artifact;
      case "entered":
        return ["converse", "generate", "evaluate", "select", "answer"].includes(artifact.value)
          ? artifact
          : null;
      case "candidate":
        return artifact.value.id === winner ? artifact : null;
      case "judged":
        return artifact.value.candidate.id === winner ? artifact : null;
      case "selection": {
        const clusters = artifact.value.clusters.filter((c) => c.members.includes(winner));
        return {
          kind: "selection",
          value: {
            ...artifact.value,
            method: "fallback",
            clusters: clusters.map((c) => ({ ...c, id: "A", members: [winner] })),
            duels: [],
            standings: [],
            others: [],
            disagreement: null,
            why: "The query of an earlier question was run again.",
          },
        };
      }
      default:
        return null;
    }
  };
  return steps.flatMap((step) => {
    const artifact = only(step.artifact);
    if (artifact === null) return [];
    const kept = { ...step, artifact };
    const told: Step = { pause: 0, stage: null, artifact: { kind: "recalled", value: recalled } };
    return artifact.kind === "started" ? [kept, told] : [kept];
  });
}
