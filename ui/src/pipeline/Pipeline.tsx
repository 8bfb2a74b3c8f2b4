// How an answer was found: the stages, and what each of them made.
import type { ReactNode } from "react";
import type { Method, ModelCall, Problem, Stage } from "../contract";
import { plural } from "../format/cell";
import type { Run } from "../run/reduce";
import { attemptNumber, stageTimes } from "../run/stages";
import { Calls } from "./Calls";
import { callsOf } from "./callWords";
import { Candidates } from "./Candidates";
import { Chosen, Like } from "./Chosen";
import { ClusterBadge, Clusters } from "./Clusters";
import { Rail } from "./Rail";
import { Repairs } from "./Repairs";
import { Steps } from "./Steps";
import { Tournament } from "./Tournament";
import { Fields, Words } from "./Words";

const METHODS: Record<Method, string> = {
  fast_path: "Enough attempts agree, so the results did not have to be compared pair by pair.",
  tournament: "The results were compared pair by pair.",
  fallback: "Fewer than two queries ran, so there was nothing to compare.",
};

interface Props {
  run: Run;
  onSql(candidate: string): void;
  onChoose(candidate: string): Promise<Problem | null>;
}

export function Pipeline({ run, onSql, onChoose }: Props) {
  const id = (part: string) => `how-${part}`;
  const winner = run.answer?.candidate ?? run.selection?.winner ?? run.candidates[0]?.id ?? null;
  const chosen = run.candidates.find((c) => c.id === winner) ?? null;
  const has = {
    words: run.plan !== null,
    candidates: run.candidates.length > 0,
    repairs: run.repairs.length > 0,
    clusters: run.clusters.length > 0,
    final: run.selection !== null || run.answer !== null,
  };
  const target: Record<Stage, keyof typeof has> = {
    converse: "words",
    ground: "words",
    link: "words",
    generate: "candidates",
    evaluate: "candidates",
    repair: "repairs",
    select: "clusters",
    answer: "final",
  };
  const calls = placed(run, has);
  return (
    <div className="pipeline" data-testid="pipeline">
      <Rail
        stages={stageTimes(run)}
        total={run.ms}
        targetOf={(stage) => (has[target[stage]] ? id(target[stage]) : null)}
      />
      <div className="how">
        {has.words && (
          <Section
            id={id("words")}
            title="Words found"
            says="What each word of the question stands for in this database."
          >
            <Words run={run} candidate={chosen} />
            {run.linked && <Fields {...run.linked} />}
            {run.linked?.chosen && <Chosen chosen={run.linked.chosen} />}
            {(run.grounding?.examples ?? []).length > 0 && <Like examples={run.grounding?.examples ?? []} />}
            <Calls part="words" calls={calls.words} />
          </Section>
        )}
        {has.candidates && (
          <Section
            id={id("candidates")}
            title="Attempts"
            says={`${plural(run.candidates.length, "query", "queries")}, written in different ways and each tried on the data.`}
          >
            <Candidates run={run} onSql={onSql} />
            <Calls part="candidates" calls={calls.candidates} />
          </Section>
        )}
        {has.repairs && (
          <Section id={id("repairs")} title="Repairs" says="Queries that went wrong and could be mended.">
            <Repairs repairs={run.repairs} onSql={onSql} />
            <Calls part="repairs" calls={calls.repairs} />
          </Section>
        )}
        {has.clusters && (
          <Section
            id={id("clusters")}
            title="Results compared"
            says={
              run.clusters.length === 1
                ? "All queries that ran give the same result."
                : `${plural(run.clusters.length, "different result")}. Queries with the same result stand together.`
            }
          >
            <Clusters run={run} onSql={onSql} onChoose={onChoose} />
            {run.duels.length > 0 && (
              <>
                <h4 className="sub-title">Result against result</h4>
                <p className="quiet-text">Press a pair to read why it ended as it did.</p>
                <Tournament
                  clusters={run.clusters}
                  duels={run.duels}
                  standings={run.selection?.standings ?? []}
                />
              </>
            )}
            <Calls part="clusters" calls={calls.clusters} />
          </Section>
        )}
        {calls.rest.length > 0 && (
          <Section
            id={id("calls")}
            title="Other model calls"
            says="A model was asked here, and its reply was not needed in the end."
          >
            <Calls part="rest" calls={calls.rest} />
          </Section>
        )}
        {has.final && (
          <Section
            id={id("final")}
            title="Final choice"
            says={run.selection ? METHODS[run.selection.method] : ""}
          >
            <Final run={run} winner={winner} onSql={onSql} />
            <Calls part="final" calls={calls.final} />
          </Section>
        )}
      </div>
    </div>
  );
}

type Part = "words" | "candidates" | "repairs" | "clusters" | "final";

const MADE_IN: Record<Part, readonly Stage[]> = {
  words: ["converse", "ground", "link"],
  candidates: ["generate", "evaluate"],
  repairs: ["repair"],
  clusters: ["select"],
  final: ["answer"],
};

/** A call is shown with what its stage made; where that made nothing, with the rest. */
function placed(run: Run, has: Record<Part, boolean>): Record<Part | "rest", ModelCall[]> {
  const of = (part: Part) => callsOf(run, MADE_IN[part]);
  const shown = (part: Part) => (has[part] ? of(part) : []);
  const rest = (Object.keys(MADE_IN) as Part[]).flatMap((part) => (has[part] ? [] : of(part)));
  return {
    words: shown("words"),
    candidates: shown("candidates"),
    repairs: shown("repairs"),
    clusters: shown("clusters"),
    final: shown("final"),
    rest: [...rest, ...callsOf(run, [null])],
  };
}

function Final({
  run,
  winner,
  onSql,
}: {
  run: Run;
  winner: string | null;
  onSql: (candidate: string) => void;
}) {
  const cluster = run.clusters.find((c) => winner !== null && c.members.includes(winner));
  const chosen = run.candidates.find((c) => c.id === winner);
  return (
    <div className="final">
      {chosen && (
        <p className="final-line">
          {cluster && <ClusterBadge id={cluster.id} />}
          <button
            type="button"
            className="tag press"
            onClick={() => onSql(chosen.id)}
            aria-label={`Show the SQL of attempt ${attemptNumber(chosen.id)}`}
          >
            Attempt {attemptNumber(chosen.id)}
          </button>
          <span>{run.chosen === null ? run.selection?.why : "You chose this reading."}</span>
        </p>
      )}
      {run.answer && run.answer.steps.length > 0 && (
        <Steps question={run.plan?.question ?? run.question} steps={run.answer.steps} />
      )}
    </div>
  );
}

function Section(props: { id: string; title: string; says: string; children: ReactNode }) {
  return (
    <section id={props.id} className="how-section" tabIndex={-1} aria-label={props.title}>
      <h3 className="how-title">{props.title}</h3>
      {props.says && <p className="how-says">{props.says}</p>}
      {props.children}
    </section>
  );
}
