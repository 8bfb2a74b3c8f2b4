// Asks before a connection leaves the list, and says what goes and what stays.
import { useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import type { Connection, Problem } from "../contract";
import { t } from "../text";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import "../text/en/connectMore";

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
            {t("connect.forget.title", { name: connection.name })}
          </Heading>
          <p>{server ? t("connect.forget.server") : t("connect.forget.file")}</p>
          {trouble && <ProblemView compact problem={trouble} />}
          <div className="dialog-foot">
            <Button kind="quiet" onPress={onClose}>
              {t("connect.forget.keep")}
            </Button>
            <Button
              kind="danger"
              testid="forget-confirm"
              disabled={busy ? t("connect.forget.beingRemoved") : null}
              onPress={() => void forget()}
            >
              {t("common.remove")}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
