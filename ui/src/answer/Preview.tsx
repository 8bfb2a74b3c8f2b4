// The rows of another reading, to look at. Nothing is asked of the database, changed or remembered.
import { useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { plural } from "../format/cell";
import { ResultGrid } from "../grid/ResultGrid";
import type { Run } from "../run/reduce";
import { Button } from "../ui/Button";
import { Close } from "../ui/Close";

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
              <p className="quiet-text">Preview. The answer stays as it is.</p>
              <Heading slot="title" className="dialog-title" dir="auto">
                {candidate?.reading ?? "Another reading"}
              </Heading>
            </div>
            <Close onPress={onClose} />
          </header>
          {result ? (
            <ResultGrid
              result={result}
              label="Preview"
              partial={result.truncated !== null}
              finding={finding}
              onFinding={setFinding}
              footer={
                <span>
                  {result.truncated ? "First " : ""}
                  {plural(result.rows.length, "row")}
                </span>
              }
            />
          ) : (
            <p className="quiet-text">Its rows were not kept with this run.</p>
          )}
          <footer className="dialog-foot">
            <Button onPress={onClose}>Close</Button>
          </footer>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
