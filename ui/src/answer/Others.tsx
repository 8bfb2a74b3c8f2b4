// "It could also mean": the next readings with what each found, beside an answer that is not sure.
import { ChevronRight } from "lucide-react";
import type { Answer, Problem } from "../contract";
import { formatter } from "../format/cell";
import type { Run } from "../run/reduce";
import { t } from "../text";
import { Choose } from "./Choose";
import { others, type Other } from "./beside";
import "../text/en/answerMore";

interface Props {
  run: Run;
  answer: Answer;
  /** It becomes the answer, and this list goes. */
  onChoose(candidate: string): Promise<Problem | null>;
}

export function Others({ run, answer, onChoose }: Props) {
  const found = others(run, answer);
  if (found.length === 0) return null;
  return (
    <details className="others" open={answer.trust === "low"}>
      <summary data-testid="others-fold">
        <ChevronRight aria-hidden size={14} />
        <h2 className="others-title">{t("answer.others.title")}</h2>
      </summary>
      <OtherList run={run} found={found} onChoose={onChoose} />
    </details>
  );
}

/** Each reading with what it found; one press looks, one uses it. */
export function OtherList(props: { run: Run; found: Other[]; onChoose: Props["onChoose"] }) {
  const { run, found, onChoose } = props;
  return (
    <ul className="plain-list others-list" data-testid="others">
      {found.map((other) => (
        <li key={other.cluster.id} className="others-one" data-testid={`other-${other.cluster.id}`}>
          <span className="others-reading" dir="auto" title={other.candidate.reading}>
            {sentence(other.candidate.reading)}
          </span>
          <span className="others-found" dir="auto" title={glance(run, other)}>
            {glance(run, other)}
          </span>
          <Choose
            run={run}
            cluster={other.cluster.id}
            candidate={other.candidate.id}
            shown={false}
            beside={sentence(other.candidate.reading)}
            onChoose={onChoose}
          />
        </li>
      ))}
    </ul>
  );
}

function sentence(reading: string): string {
  const text = reading.replace(/\.$/, "");
  return text.slice(0, 1).toLocaleUpperCase() + text.slice(1);
}

/** Values that are seen at a glance. */
const SEEN = 2;

/** The one row, as far as it is short, or how many rows there are. */
function glance(run: Run, { cluster, candidate }: Other): string {
  const outcome = run.judged[candidate.id]?.outcome;
  const result = outcome?.kind === "ran" ? outcome.result : null;
  if (result?.rows.length !== 1 || cluster.rows !== 1) return t("common.rows", { count: cluster.rows });
  const [row = []] = result.rows;
  if (row.length > SEEN) return t("common.rows", { count: 1 });
  return result.columns
    .map((column, n) => {
      const value = row[n] ?? null;
      return formatter(column, [value])(value).text;
    })
    .join(" · ");
}
