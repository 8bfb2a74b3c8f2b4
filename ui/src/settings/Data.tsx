// Where Askwell keeps what it knows, how much that is, and how all of it is erased.
import { FolderOpen } from "lucide-react";
import { useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { asProblem, type Backend } from "../backend/backend";
import type { OwnFiles, Problem } from "../contract";
import { useLoad } from "../explore/useLoad";
import { bytes, plural } from "../format/cell";
import { Button } from "../ui/Button";
import { CopyButton } from "../ui/Copy";
import { ProblemView } from "../ui/ProblemView";
import { Waiting } from "../ui/Waiting";

export function Data({ backend }: { backend: Backend }) {
  const { load, again } = useLoad("own", 0, () => backend.ownFiles());
  const [erasing, setErasing] = useState(false);
  if (load.is !== "ready")
    return <Waiting load={load} again={again} lines={6} label="Adding up what is kept" />;
  const own = load.value;
  return (
    <div className="sheet models" data-testid="data-pane">
      <Place backend={backend} own={own} />
      <section className="setting" aria-labelledby="set-erase">
        <div>
          <h2 id="set-erase" className="weight-title">
            Erase everything
          </h2>
          <p className="quiet-text">
            Askwell is then as on its first day. Your databases are not touched: it can only read them.
          </p>
        </div>
        <div className="row">
          <Button kind="danger" testid="erase" onPress={() => setErasing(true)}>
            Erase everything…
          </Button>
        </div>
      </section>
      {erasing && <Erase backend={backend} own={own} onClose={() => setErasing(false)} />}
    </div>
  );
}

function Place({ backend, own }: { backend: Backend; own: OwnFiles }) {
  const [trouble, setTrouble] = useState<Problem | null>(null);
  return (
    <section className="setting" aria-labelledby="set-own">
      <div>
        <h2 id="set-own" className="weight-title">
          What Askwell keeps
        </h2>
        <p className="quiet-text">
          All of it on this computer: what it learned of your databases, your questions with their answers,
          settings, and the ledger. Passwords are in the system’s keychain or encrypted.
        </p>
      </div>
      <dl className="own-facts">
        <div>
          <dt>Folder</dt>
          <dd>
            <code className="own-path" data-testid="own-folder">
              {own.folder}
            </code>
            <CopyButton small text={() => own.folder} what="Path of the folder" />
          </dd>
        </div>
        <div>
          <dt>Size</dt>
          <dd data-testid="own-size">{bytes(own.bytes)}</dd>
        </div>
        <div>
          <dt>In it</dt>
          <dd>
            {plural(own.questions, "question")}, {plural(own.connections, "connection")}
          </dd>
        </div>
      </dl>
      <div className="row">
        <Button
          small
          testid="own-open"
          onPress={() =>
            void backend.showOwnFiles().then(
              () => setTrouble(null),
              (error: unknown) => setTrouble(asProblem(error)),
            )
          }
        >
          <FolderOpen aria-hidden size={15} />
          Open the folder
        </Button>
      </div>
      {trouble && <ProblemView compact problem={trouble} />}
    </section>
  );
}

interface EraseProps {
  backend: Backend;
  own: OwnFiles;
  onClose(): void;
}

/** The second press. Afterwards nothing else can be done in this window, for nothing of it would be kept. */
function Erase({ backend, own, onClose }: EraseProps) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Problem | null>(null);
  const [left, setLeft] = useState<string[] | null>(null);
  const erase = async () => {
    setBusy(true);
    setTrouble(null);
    try {
      setLeft(await backend.eraseAll());
      localStorage.clear();
    } catch (error) {
      setTrouble(asProblem(error));
    }
    setBusy(false);
  };
  return (
    <ModalOverlay
      isOpen
      isDismissable={left === null && !busy}
      isKeyboardDismissDisabled={left !== null || busy}
      onOpenChange={(open) => !open && onClose()}
      className="veil"
    >
      <Modal className="modal">
        <Dialog role="alertdialog" className="dialog" data-testid="erase-dialog">
          {left === null ? (
            <>
              <Heading slot="title" className="dialog-title">
                Erase everything?
              </Heading>
              <p>
                <b>Gone for good:</b> {plural(own.questions, "question")} with their answers, pins, what you
                found right, descriptions and glossary terms you wrote, connections with their passwords, the
                keys of models, settings, and the ledger of what was sent.
              </p>
              <p>
                <b>Staying:</b> your databases and files, what you exported
                {own.models === "" ? "" : `, and model files in ${own.models}`}.
              </p>
              {trouble && <ProblemView compact problem={trouble} />}
              <div className="dialog-foot">
                <Button kind="quiet" onPress={onClose}>
                  Keep it
                </Button>
                <Button
                  kind="danger"
                  testid="erase-confirm"
                  disabled={busy ? "It is being erased." : null}
                  onPress={() => void erase()}
                >
                  {`Erase ${bytes(own.bytes)}`}
                </Button>
              </div>
            </>
          ) : (
            <>
              <Heading slot="title" className="dialog-title">
                {left.length === 0 ? "Everything was erased." : "Erased, but for this:"}
              </Heading>
              {left.length > 0 && (
                <>
                  <ul className="own-left">
                    {left.map((one) => (
                      <li key={one}>{one}</li>
                    ))}
                  </ul>
                  <p>Remove it with the keychain’s own program, under app.askwell.desktop.</p>
                </>
              )}
              <div className="dialog-foot">
                <Button kind="primary" testid="start-again" onPress={() => void backend.startAgain()}>
                  Start Askwell again
                </Button>
              </div>
            </>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
