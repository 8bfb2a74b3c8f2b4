// How a table is joined to others: what the database declares, and what its data suggest, for a person to judge.
import { Check, KeyRound, Link2, Undo2, X } from "lucide-react";
import { useState } from "react";
import type { KeyCard, Problem, Table } from "../contract";
import { plural } from "../format/cell";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { ends, keyId, standing, standingWords } from "./keyWords";

interface Props {
  table: Table;
  keys: readonly KeyCard[];
  onDecide(card: KeyCard, decision: boolean | null): Promise<Problem | null>;
  onTable(table: string): void;
}

const FEW = 6;

export function Keys({ table, keys, onDecide, onTable }: Props) {
  const own = keys.filter((k) => k.table === table.name);
  const leading = keys.filter((k) => k.table !== table.name);
  return (
    <section className="table-block" aria-label="Keys">
      <h3 className="block-title">Keys and links</h3>
      <p className="key-primary">
        <KeyRound aria-hidden size={14} />
        {table.primary_key.length > 0 ? (
          <span>
            Rows are told apart by <b dir="auto">{table.primary_key.join(" and ")}</b>
          </span>
        ) : (
          <span>No primary key: nothing keeps two rows from being the same.</span>
        )}
      </p>
      <KeyList title="Refers to" cards={own} far="to" onDecide={onDecide} onTable={onTable} />
      <KeyList title="Is referred to by" cards={leading} far="from" onDecide={onDecide} onTable={onTable} />
      {keys.length === 0 && (
        <p className="quiet-text">No link to another table is declared or seen in the data.</p>
      )}
    </section>
  );
}

function KeyList(props: {
  title: string;
  cards: readonly KeyCard[];
  far: "from" | "to";
  onDecide: Props["onDecide"];
  onTable: Props["onTable"];
}) {
  const [all, setAll] = useState(false);
  const { cards, far } = props;
  if (cards.length === 0) return null;
  const shown = all ? cards : cards.slice(0, FEW);
  return (
    <>
      <h4 className="label">{props.title}</h4>
      <ul className="plain-list keys">
        {shown.map((card) => (
          <KeyRow key={keyId(card)} card={card} far={far} onDecide={props.onDecide} onTable={props.onTable} />
        ))}
      </ul>
      {cards.length > FEW && (
        <button type="button" className="link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `Show all ${plural(cards.length, "link")}`}
        </button>
      )}
    </>
  );
}

function KeyRow({
  card,
  far,
  onDecide,
  onTable,
}: {
  card: KeyCard;
  far: "from" | "to";
  onDecide: Props["onDecide"];
  onTable: Props["onTable"];
}) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { from, to } = ends(card);
  const other = far === "to" ? card.key.to_table : card.table;
  const stands = standing(card);
  const disabled = busy ? "Saving…" : null;
  const decide = async (decision: boolean | null, says: string) => {
    setBusy(true);
    const failed = await onDecide(card, decision);
    setBusy(false);
    setProblem(failed);
    if (!failed) announce(says);
  };
  return (
    <li className={`key ${stands}`} data-testid={`key-${from}`} data-standing={stands}>
      <div className="key-line">
        <Link2 aria-hidden size={14} className="key-icon" />
        <span className="key-ends" dir="ltr">
          <bdi>{from}</bdi> <span aria-hidden>→</span>
          <span className="offscreen">refers to</span> <bdi>{to}</bdi>
        </span>
        <span className={`standing ${stands}`}>{standingWords(card)}</span>
        <span className="key-acts">
          <button type="button" className="link" aria-label={`Go to ${other}`} onClick={() => onTable(other)}>
            Go there
          </button>
          {stands === "inferred" && (
            <span className="row tight">
              <Button
                small
                testid="key-accept"
                disabled={disabled}
                label={`Accept the link from ${from} to ${to}`}
                onPress={() => void decide(true, "Accepted.")}
              >
                <Check aria-hidden size={13} /> Accept
              </Button>
              <Button
                small
                testid="key-reject"
                disabled={disabled}
                label={`Reject the link from ${from} to ${to}`}
                onPress={() => void decide(false, "Rejected. No answer uses this link any more.")}
              >
                <X aria-hidden size={13} /> Reject
              </Button>
            </span>
          )}
          {(stands === "accepted" || stands === "rejected") && (
            <Button
              small
              kind="quiet"
              testid="key-undo"
              disabled={disabled}
              label={`Undo what you said of the link from ${from} to ${to}`}
              onPress={() => void decide(null, "Undone.")}
            >
              <Undo2 aria-hidden size={13} /> Undo
            </Button>
          )}
        </span>
      </div>
      {card.key.origin.kind === "inferred" && (
        <p className="key-why">
          {stands === "rejected" ? "No answer uses it. The data suggested it: " : ""}
          {card.key.origin.why}
        </p>
      )}
      {problem && <ProblemView compact problem={problem} />}
    </li>
  );
}
