// Asks before a connection leaves the list, and says what goes and what stays.
import { useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import type { Connection, Problem } from "../contract";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";

interface Props {
  connection: Connection;
  onForget(): Promise<Problem | null>;
  onClose(): void;
}

export function ForgetDialog({ connection, onForget, onClose }: Props) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Problem | null>(null);
  const server = connection.dialect === "postgres";
  const forget = async () => {
    setBusy(true);
    const problem = await onForget();
    setBusy(false);
    setTrouble(problem);
    if (!problem) onClose();
  };
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(open) => !open && onClose()} className="veil">
      <Modal className="modal">
        <Dialog role="alertdialog" className="dialog" data-testid="forget-dialog">
          <Heading slot="title" className="dialog-title">
            Remove {connection.name} from the list?
          </Heading>
          <p>
            {server
              ? "Removed: the connection, and its password wherever it is kept."
              : "Removed: the entry in this list."}{" "}
            {server
              ? "The database on the server and the questions you asked stay."
              : "The file and the questions you asked stay."}
          </p>
          {trouble && <ProblemView compact problem={trouble} />}
          <div className="dialog-foot">
            <Button kind="quiet" onPress={onClose}>
              Keep it
            </Button>
            <Button
              kind="danger"
              testid="forget-confirm"
              disabled={busy ? "It is being removed." : null}
              onPress={() => void forget()}
            >
              Remove
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
