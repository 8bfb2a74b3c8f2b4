// Connecting as a person does: the kind, the place, the name, where the password is kept, a test, and in.
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import type { Backend } from "../backend/backend";
import type { ConnectRequest, Problem } from "../contract";
import { t } from "../text";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { AddressBar } from "./AddressBar";
import { FilePart } from "./FilePart";
import { KeepPart } from "./KeepPart";
import { KindPicker } from "./KindPicker";
import { NamePart } from "./NamePart";
import { ServerPart } from "./ServerPart";
import { StepList } from "./StepList";
import { type Connecting, type Start, useConnecting } from "./useConnecting";
import "../text/en/connectMore";

interface Props {
  backend: Backend;
  connectTo(request: ConnectRequest): Promise<Problem | null>;
  start: Start;
  onClose(): void;
}

const ADDRESS = /^\s*[a-z]+:\/\//i;

export function ConnectDialog({ backend, connectTo, start, onClose }: Props) {
  const c = useConnecting(backend, connectTo, start, onClose);
  const foot = useRef<HTMLDivElement>(null);
  const title = start.connection
    ? t("connect.dialog.edit", { name: start.connection.name })
    : t("connect.dialog.title");

  // What a step or a refusal says is to be seen without looking for it.
  const told = c.test?.taken.length ?? 0;
  useEffect(() => {
    if (told > 0 || c.trouble) foot.current?.scrollTo({ top: foot.current.scrollHeight });
  }, [told, c.trouble]);

  return (
    // Not dismissed by a click beside it: that would lose what was typed.
    <ModalOverlay isOpen onOpenChange={(open) => !open && onClose()} className="veil">
      <Modal className="modal connect">
        <Dialog className="connect-dialog" data-testid="connect-dialog">
          <header className="connect-head">
            <div>
              <Heading slot="title" className="dialog-title">
                {title}
              </Heading>
              <p className="quiet-text">{t("connect.dialog.says")}</p>
            </div>
            <Button kind="quiet" label={t("common.close")} onPress={onClose}>
              <X aria-hidden size={16} />
            </Button>
          </header>
          <form
            className={`connect-body ${start.connection ? "editing" : ""}`}
            onSubmit={(e) => e.preventDefault()}
            onKeyDown={(e) => {
              if (e.key !== "Enter" || !(e.target instanceof HTMLInputElement)) return;
              if (!["text", "password"].includes(e.target.type)) return;
              e.preventDefault();
              c.connect();
            }}
            onPaste={(e) => {
              if (e.target instanceof HTMLInputElement && ["text", "password"].includes(e.target.type))
                return;
              void c.understand(e.clipboardData.getData("text"));
            }}
          >
            {!start.connection && <KindPicker kind={c.form.kind} onChange={(kind) => c.set({ kind })} />}
            <div className="connect-parts">
              {!start.connection && <AddressBar c={c} />}
              {c.form.kind === "postgres" ? (
                <ServerPart
                  form={c.form}
                  set={c.set}
                  onPick={c.pick}
                  onAddress={(text) => {
                    if (!ADDRESS.test(text)) return false;
                    void c.understand(text);
                    return true;
                  }}
                />
              ) : (
                <FilePart form={c.form} dropping={c.dropping} onPick={c.pick} onRemove={c.remove} />
              )}
              <NamePart form={c.form} set={c.set} />
              {c.form.kind === "postgres" && <KeepPart form={c.form} keychain={c.keychain} set={c.set} />}
            </div>
          </form>
          {(c.test || c.trouble?.at === "foot") && (
            <div className="connect-told" ref={foot}>
              {c.test && <StepList test={c.test} onTrust={c.trust} />}
              {c.trouble?.at === "foot" && <ProblemView compact problem={c.trouble.problem} />}
            </div>
          )}
          <Foot c={c} editing={start.connection !== undefined} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Foot({ c, editing, onClose }: { c: Connecting; editing: boolean; onClose: () => void }) {
  const working = c.busy !== null || c.test?.running === true;
  return (
    <footer className="connect-foot">
      {c.test?.running ? (
        <Button testid="connect-stop" onPress={c.stopTest}>
          {t("common.stop")}
        </Button>
      ) : (
        <Button
          testid="connect-test"
          disabled={working ? t("connect.dialog.beingOpened") : c.missing}
          onPress={() => c.runTest(null)}
        >
          {t("connect.dialog.test")}
        </Button>
      )}
      <span className="grow" />
      <Button kind="quiet" onPress={onClose}>
        {t("common.cancel")}
      </Button>
      <Button
        kind="primary"
        testid="open-confirm"
        disabled={working ? t("connect.dialog.oneMoment") : c.missing}
        onPress={c.connect}
      >
        {c.busy === "connecting"
          ? t("connect.dialog.opening")
          : editing
            ? t("connect.dialog.saveAndOpen")
            : t("connect.dialog.open")}
      </Button>
    </footer>
  );
}
