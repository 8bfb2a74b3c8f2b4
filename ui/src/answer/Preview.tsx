// The rows of another reading, to look at. Nothing is asked of the database, changed or remembered.
import { useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { ResultGrid } from "../grid/ResultGrid";
import type { Run } from "../run/reduce";
import { t } from "../text";
import { Button } from "../ui/Button";
import { Close } from "../ui/Close";
import "../text/en/answerMore";

export function Preview({
  run,
  candidate: id,
  onClose,
}: {
  run: Run;
  candidate: string;
  onClose: () => void;
}) {
  const [finding, setFinding] = useState(false);
  const candidate = run.candidates.find((c) => c.id === id);
  const outcome = run.judged[id]?.outcome;
  const result = outcome?.kind === "ran" ? outcome.result : null;
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(open) => !open && onClose()} className="veil">
      <Modal className="modal wide">
        <Dialog className="dialog" data-testid="preview">
          <header className="dialog-head">
            <div>
              <p className="quiet-text">{t("answer.preview.says")}</p>
              <Heading slot="title" className="dialog-title" dir="auto">
                {candidate?.reading ?? t("answer.preview.another")}
              </Heading>
            </div>
            <Close onPress={onClose} />
          </header>
          {result ? (
            <ResultGrid
              result={result}
              label={t("answer.choose.preview")}
              partial={result.truncated !== null}
              finding={finding}
              onFinding={setFinding}
              footer={
                <span>
                  {t(result.truncated ? "answer.preview.first" : "common.rows", {
                    count: result.rows.length,
                  })}
                </span>
              }
            />
          ) : (
            <p className="quiet-text">{t("answer.preview.notKept")}</p>
          )}
          <footer className="dialog-foot">
            <Button onPress={onClose}>{t("common.close")}</Button>
          </footer>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
