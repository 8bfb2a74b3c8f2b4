// Where Askwell keeps what it knows, how much that is, and how all of it is erased.
import { FolderOpen } from "lucide-react";
import { useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Trans } from "../text/Trans";
import { asProblem, type Backend } from "../backend/backend";
import type { OwnFiles, Problem } from "../contract";
import { useLoad } from "../explore/useLoad";
import { bytes } from "../format/cell";
import { t } from "../text";
import { Button } from "../ui/Button";
import { CopyButton } from "../ui/Copy";
import { ProblemView } from "../ui/ProblemView";
import { Waiting } from "../ui/Waiting";
import "../text/en/settings";

export function Data({ backend }: { backend: Backend }) {
  const { load, again } = useLoad("own", 0, () => backend.ownFiles());
  const [erasing, setErasing] = useState(false);
  if (load.is !== "ready")
    return <Waiting load={load} again={again} lines={6} label={t("settings.data.adding")} />;
  const own = load.value;
  return (
    <div className="sheet models" data-testid="data-pane">
      <Place backend={backend} own={own} />
      <section className="setting" aria-labelledby="set-erase">
        <div>
          <h2 id="set-erase" className="weight-title">
            {t("settings.data.erase")}
          </h2>
          <p className="quiet-text">{t("settings.data.eraseHelp")}</p>
        </div>
        <div className="row">
          <Button kind="danger" testid="erase" onPress={() => setErasing(true)}>
            {t("settings.data.eraseAsk")}
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
          {t("settings.data.title")}
        </h2>
        <p className="quiet-text">{t("settings.data.help")}</p>
      </div>
      <dl className="own-facts">
        <div>
          <dt>{t("settings.data.folder")}</dt>
          <dd>
            <code className="own-path" data-testid="own-folder">
              {own.folder}
            </code>
            <CopyButton
              small
              text={() => own.folder}
              what={t("settings.data.folderPath")}
              name={t("settings.data.copyFolder")}
            />
          </dd>
        </div>
        <div>
          <dt>{t("settings.data.size")}</dt>
          <dd data-testid="own-size">{bytes(own.bytes)}</dd>
        </div>
        <div>
          <dt>{t("settings.data.inIt")}</dt>
          <dd>
            {t("settings.data.holds", {
              questions: t("common.questions", { count: own.questions }),
              connections: t("settings.data.connections", { count: own.connections }),
            })}
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
          {t("settings.data.open")}
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
                {t("settings.erase.title")}
              </Heading>
              <p>
                <Trans
                  i18nKey="settings.erase.gone"
                  values={{ questions: t("common.questions", { count: own.questions }) }}
                  components={{ b: <b /> }}
                />
              </p>
              <p>
                {own.models === "" ? (
                  <Trans i18nKey="settings.erase.staying" components={{ b: <b /> }} />
                ) : (
                  <Trans
                    i18nKey="settings.erase.stayingModels"
                    values={{ folder: own.models }}
                    components={{ b: <b /> }}
                  />
                )}
              </p>
              {trouble && <ProblemView compact problem={trouble} />}
              <div className="dialog-foot">
                <Button kind="quiet" onPress={onClose}>
                  {t("settings.erase.keep")}
                </Button>
                <Button
                  kind="danger"
                  testid="erase-confirm"
                  disabled={busy ? t("settings.erase.beingErased") : null}
                  onPress={() => void erase()}
                >
                  {t("settings.erase.confirm", { size: bytes(own.bytes) })}
                </Button>
              </div>
            </>
          ) : (
            <>
              <Heading slot="title" className="dialog-title">
                {left.length === 0 ? t("settings.erase.all") : t("settings.erase.but")}
              </Heading>
              {left.length > 0 && (
                <>
                  <ul className="own-left">
                    {left.map((one) => (
                      <li key={one}>{one}</li>
                    ))}
                  </ul>
                  <p>{t("settings.erase.left")}</p>
                </>
              )}
              <div className="dialog-foot">
                <Button kind="primary" testid="start-again" onPress={() => void backend.startAgain()}>
                  {t("settings.erase.startAgain")}
                </Button>
              </div>
            </>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
