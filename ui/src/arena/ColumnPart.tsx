// One column of the arena: what was done there, what it had to go by, and the calls to models behind it.
import { TriangleAlert } from "lucide-react";
import type { Stage } from "../contract";
import { Calls } from "../pipeline/Calls";
import { callsOf, enoughWords } from "../pipeline/callWords";
import { t } from "../text";
import { Advice, Like } from "./Advice";
import type { PartProps } from "./Inspector";
import { TableFits } from "./TableFits";
import { AttemptTable, DuelMatrix, MatchTable, ResultTable } from "./Tables";
import "../text/en/arena";

/** The stages of the engine that a column shows the work of. */
export const STAGES_OF: Record<string, readonly Stage[]> = {
  words: ["converse"],
  matches: ["ground", "link"],
  attempts: ["generate", "evaluate", "repair"],
  results: [],
  duels: ["select"],
  end: ["answer", "grade"],
};

export function ColumnPart(props: PartProps & { id: string }) {
  const { id, run, backend, connection } = props;
  const calls = callsOf(run, STAGES_OF[id] ?? []);
  return (
    <>
      <Part {...props} />
      <Calls part={id} calls={calls} backend={backend} connection={connection} run={run.id} />
    </>
  );
}

function Part(props: PartProps & { id: string }) {
  const { id, run, scene } = props;
  switch (id) {
    case "words":
      return (
        <>
          <p dir="auto">{run.plan?.question ?? run.question}</p>
          {run.plan && run.plan.evidence !== "" && (
            <p className="quiet-text" dir="auto">
              {t("arena.part.hint", { hint: run.plan.evidence })}
            </p>
          )}
        </>
      );
    case "matches":
      return (
        <>
          <MatchTable {...props} />
          {scene.moreMatches > 0 && (
            <p className="quiet-text">{t("arena.part.moreMatches", { count: scene.moreMatches })}</p>
          )}
          <Cautions run={run} />
          {run.linked?.chosen && <Advice chosen={run.linked.chosen} />}
          <Like examples={run.grounding?.examples ?? []} />
          <TableFits tables={run.linked?.tables ?? []} />
        </>
      );
    case "attempts":
      return (
        <>
          {run.enough && (
            <p className="quiet-text" data-testid="enough">
              {enoughWords(run.enough)}
            </p>
          )}
          <AttemptTable {...props} />
        </>
      );
    case "results":
      return <ResultTable {...props} />;
    case "duels":
      return <DuelMatrix {...props} />;
    default:
      return <p dir="auto">{scene.end.says || t("arena.noAnswerYet")}</p>;
  }
}

function Cautions({ run }: { run: PartProps["run"] }) {
  const cautions = run.linked?.cautions ?? [];
  if (cautions.length === 0) return null;
  return (
    <ul className="notes" aria-label={t("arena.part.astray")}>
      {cautions.map((caution) => (
        <li key={caution.says}>
          <TriangleAlert aria-hidden size={14} />
          <span dir="auto">{caution.says}</span>
        </li>
      ))}
    </ul>
  );
}
