// What a column holds, over all rows of the view.
import { useEffect, useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { asProblem } from "../backend/backend";
import type { Cell, GridFacts, Problem, ResultColumn } from "../contract";
import { count, formatter, percent } from "../format/cell";
import { t } from "../text";
import { Button } from "../ui/Button";
import { Close } from "../ui/Close";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import type { Rows } from "./useRows";
import { figures } from "../format/numbers";
import "../text/en/grid";

export default function FactsDialog(props: {
  column: ResultColumn;
  place: number;
  rows: Rows;
  onClose(): void;
}) {
  const { column, place, rows, onClose } = props;
  const [facts, setFacts] = useState<GridFacts | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, and again when told to
  useEffect(() => {
    let gone = false;
    setProblem(null);
    const { facts: coming, stop } = rows.facts(place);
    coming.then(
      (value) => !gone && setFacts(value),
      (error: unknown) => !gone && setProblem(asProblem(error)),
    );
    return () => {
      gone = true;
      stop();
    };
  }, [turn, place]);
  const narrowed = rows.view.filters.length > 0;
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(open) => !open && onClose()} className="veil">
      <Modal className="modal">
        <Dialog className="dialog" data-testid="facts-dialog">
          <header className="dialog-head">
            <div>
              <Heading slot="title" className="dialog-title" dir="auto">
                {column.name}
              </Heading>
              <p className="quiet-text">{narrowed ? t("grid.facts.filtered") : t("grid.facts.all")}</p>
            </div>
            <Close onPress={onClose} />
          </header>
          {problem ? (
            <ProblemView compact problem={problem} onRetry={() => setTurn((n) => n + 1)} />
          ) : facts ? (
            <Figures column={column} facts={facts} />
          ) : (
            <Skeleton lines={6} label={t("grid.facts.reading")} />
          )}
          <footer className="dialog-foot">
            <Button onPress={onClose}>{t("common.close")}</Button>
          </footer>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Figures({ column, facts }: { column: ResultColumn; facts: GridFacts }) {
  const show = formatter(column, [facts.least, facts.greatest]);
  const text = (cell: Cell) => (cell === null ? t("grid.facts.noValue") : show(cell).text);
  const most = facts.common[0]?.rows ?? 1;
  const filled = facts.rows - facts.empty;
  return (
    <>
      <dl className="grid-facts">
        <Fact name={t("grid.facts.rows")} value={count(facts.rows)} />
        <Fact
          name={t("grid.facts.empty")}
          value={
            facts.empty === 0
              ? t("grid.facts.noneEmpty")
              : `${count(facts.empty)} (${percent(facts.empty / facts.rows)})`
          }
        />
        <Fact name={t("grid.facts.distinct")} value={count(facts.distinct)} />
        <Fact name={t("grid.facts.least")} value={text(facts.least)} />
        <Fact name={t("grid.facts.greatest")} value={text(facts.greatest)} />
        {facts.mean !== null && (
          <Fact
            name={t("grid.facts.mean")}
            value={new Intl.NumberFormat(figures(), { maximumFractionDigits: 4 }).format(facts.mean)}
          />
        )}
      </dl>
      {facts.common.length > 0 ? (
        <>
          <h3 className="label">{t("grid.facts.common")}</h3>
          <ul className="grid-common">
            {facts.common.map((value) => (
              <li key={JSON.stringify(value.value)}>
                <span className="grid-common-name" dir="auto">
                  {text(value.value)}
                </span>
                <span className="grid-common-bar" aria-hidden>
                  <span style={{ width: `${(100 * value.rows) / most}%` }} />
                </span>
                <span className="grid-common-rows">{t("common.rows", { count: value.rows })}</span>
              </li>
            ))}
          </ul>
        </>
      ) : (
        filled > 0 && <p className="quiet-text">{t("grid.facts.uncounted")}</p>
      )}
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{value}</dd>
    </div>
  );
}
