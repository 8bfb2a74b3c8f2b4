// The providers there are: what each is, where it is, whether its key is at hand.
import { Cloud, House, KeyRound, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { SecretBox } from "../connect/fields";
import type { Problem, Provider } from "../contract";
import { t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { kindWords, stays } from "./words";
import "../text/en/modelsMore";

interface Props {
  providers: Provider[];
  airplane: boolean;
  onEdit(provider: Provider): void;
  onRemove(provider: Provider): void;
  onUnlock(id: string, passphrase: string): Promise<Problem | null>;
}

export function ProviderList({ providers, airplane, onEdit, onRemove, onUnlock }: Props) {
  const [leaving, setLeaving] = useState<Provider | null>(null);
  if (providers.length === 0) return <p className="quiet-text">{t("models.list.none")}</p>;
  return (
    <>
      <ul className="plain-list providers" data-testid="providers">
        {providers.map((provider) => (
          <li key={provider.id} className="provider" data-testid={`provider-${provider.id}`}>
            <div className="provider-line">
              {stays(provider) ? (
                <House aria-hidden size={17} className="provider-icon" />
              ) : (
                <Cloud aria-hidden size={17} className="provider-icon" />
              )}
              <div className="provider-words">
                <h3 className="provider-name" dir="auto">
                  {provider.name}
                </h3>
                <p className="provider-about">
                  {about(provider)}
                  {airplane && provider.kind !== "gguf" && ` · ${t("models.list.notAsked")}`}
                </p>
              </div>
              <Button
                small
                kind="quiet"
                label={t("models.list.edit", { name: provider.name })}
                onPress={() => onEdit(provider)}
              >
                <Pencil aria-hidden size={14} />
              </Button>
              <Button
                small
                kind="quiet"
                label={t("models.list.remove", { name: provider.name })}
                onPress={() => setLeaving(provider)}
              >
                <Trash2 aria-hidden size={14} />
              </Button>
            </div>
            <KeyState provider={provider} onEdit={() => onEdit(provider)} onUnlock={onUnlock} />
          </li>
        ))}
      </ul>
      {leaving && (
        <RemoveDialog
          provider={leaving}
          onRemove={() => {
            onRemove(leaving);
            setLeaving(null);
          }}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}

const KEPT: Record<Provider["keep"], string> = {
  keychain: t("models.list.keychain"),
  run: t("models.list.run"),
  passphrase: t("models.list.passphraseKept"),
};

function about(provider: Provider): string {
  const parts = [kindWords(provider.kind).name];
  if (provider.address && provider.kind !== "gguf") parts.push(provider.address);
  parts.push(stays(provider) ? t("models.list.here") : t("models.list.elsewhere"));
  if (provider.has_key) parts.push(KEPT[provider.keep]);
  return parts.filter((part, n) => n > 0 || part !== provider.name).join(" · ");
}

function KeyState({
  provider,
  onEdit,
  onUnlock,
}: {
  provider: Provider;
  onEdit(): void;
  onUnlock: Props["onUnlock"];
}) {
  const [passphrase, setPassphrase] = useState("");
  const [trouble, setTrouble] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  if (provider.has_key) return null;
  if (provider.keep === "passphrase") {
    const unlock = async () => {
      if (passphrase === "" || busy) return;
      setBusy(true);
      const problem = await onUnlock(provider.id, passphrase);
      setBusy(false);
      setTrouble(problem);
      if (!problem) announce(t("models.list.unlocked", { name: provider.name }));
    };
    return (
      <form
        className="provider-locked"
        aria-label={t("models.list.unlockNamed", { name: provider.name })}
        onSubmit={(e) => {
          e.preventDefault();
          void unlock();
        }}
      >
        <p className="provider-wants">
          <KeyRound aria-hidden size={14} /> {t("models.list.locked")}
        </p>
        <div className="provider-unlock">
          <SecretBox
            label={t("models.list.passphrase")}
            value={passphrase}
            onChange={setPassphrase}
            testid={`unlock-${provider.id}`}
          />
          <Button
            disabled={
              busy ? t("models.list.oneMoment") : passphrase === "" ? t("models.list.typePassphrase") : null
            }
            testid={`unlock-confirm-${provider.id}`}
            onPress={() => void unlock()}
          >
            {t("models.list.unlock")}
          </Button>
        </div>
        {trouble && <ProblemView compact problem={trouble} />}
      </form>
    );
  }
  if (kindWords(provider.kind).key !== "needed") return null;
  return (
    <p className="provider-wants">
      <KeyRound aria-hidden size={14} />
      <span>{t("models.list.keyGone")}</span>
      <Button small onPress={onEdit}>
        {t("models.list.enterKey")}
      </Button>
    </p>
  );
}

function RemoveDialog({
  provider,
  onRemove,
  onClose,
}: {
  provider: Provider;
  onRemove(): void;
  onClose(): void;
}) {
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(open) => !open && onClose()} className="veil">
      <Modal className="modal">
        <Dialog role="alertdialog" className="dialog" data-testid="remove-provider">
          <Heading slot="title" className="dialog-title">
            {t("models.list.removeTitle", { name: provider.name })}
          </Heading>
          <p>
            {t("models.list.removeSays")} {provider.kind === "gguf" && `${t("models.list.fileStays")} `}
            {t("models.list.ledgerStays")}
          </p>
          <div className="dialog-foot">
            <Button kind="quiet" onPress={onClose}>
              {t("models.list.keep")}
            </Button>
            <Button kind="danger" testid="remove-confirm" onPress={onRemove}>
              {t("common.remove")}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
