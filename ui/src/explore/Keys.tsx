// How a table is joined to others: what the database declares, and what its data suggest, for a person to judge.
import { Check, KeyRound, Link2, Undo2, X } from "lucide-react";
import { useState } from "react";
import { Trans } from "../text/Trans";
import type { KeyCard, Problem, Table } from "../contract";
import { list, t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { ends, keyId, standing, standingWords } from "./keyWords";
import "../text/en/exploreMore";

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
    <section className="table-block" aria-label={t("explore.keys.name")}>
      <h3 className="block-title">{t("explore.keys.title")}</h3>
      <p className="key-primary">
        <KeyRound aria-hidden size={14} />
        {table.primary_key.length > 0 ? (
          <span>
            <Trans
              i18nKey="explore.keys.primary"
              values={{ columns: list(table.primary_key) }}
              components={{ b: <b dir="auto" /> }}
            />
          </span>
        ) : (
          <span>{t("explore.keys.noPrimary")}</span>
        )}
      </p>
      <KeyList title={t("explore.keys.own")} cards={own} far="to" onDecide={onDecide} onTable={onTable} />
      <KeyList
        title={t("explore.keys.leading")}
        cards={leading}
        far="from"
        onDecide={onDecide}
        onTable={onTable}
      />
      {keys.length === 0 && <p className="quiet-text">{t("explore.keys.none")}</p>}
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
          {all
            ? t("explore.keys.fewer")
            : t("explore.keys.showAll", { links: t("common.links", { count: cards.length }) })}
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
  const disabled = busy ? t("common.saving") : null;
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
          <span className="offscreen">{t("explore.keys.refersTo")}</span> <bdi>{to}</bdi>
        </span>
        <span className={`standing ${stands}`}>{standingWords(card)}</span>
        <span className="key-acts">
          <button
            type="button"
            className="link"
            aria-label={t("explore.keys.goTo", { table: other })}
            onClick={() => onTable(other)}
          >
            {t("explore.keys.go")}
          </button>
          {stands === "inferred" && (
            <span className="row tight">
              <Button
                small
                testid="key-accept"
                disabled={disabled}
                label={t("explore.keys.acceptThis", { from, to })}
                onPress={() => void decide(true, t("explore.keys.accepted"))}
              >
                <Check aria-hidden size={13} /> {t("explore.keys.accept")}
              </Button>
              <Button
                small
                testid="key-reject"
                disabled={disabled}
                label={t("explore.keys.rejectThis", { from, to })}
                onPress={() => void decide(false, t("explore.keys.rejected"))}
              >
                <X aria-hidden size={13} /> {t("explore.keys.reject")}
              </Button>
            </span>
          )}
          {(stands === "accepted" || stands === "rejected") && (
            <Button
              small
              kind="quiet"
              testid="key-undo"
              disabled={disabled}
              label={t("explore.keys.undoThis", { from, to })}
              onPress={() => void decide(null, t("explore.keys.undone"))}
            >
              <Undo2 aria-hidden size={13} /> {t("common.undo")}
            </Button>
          )}
        </span>
      </div>
      {card.key.origin.kind === "inferred" && (
        <p className="key-why">
          {stands === "rejected"
            ? t("explore.keys.rejectedWhy", { why: card.key.origin.why })
            : card.key.origin.why}
        </p>
      )}
      {problem && <ProblemView compact problem={problem} />}
    </li>
  );
}
