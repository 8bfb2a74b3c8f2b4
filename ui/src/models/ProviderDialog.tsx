// A provider as a person sets it up: the kind, the place, the key and where it is kept, a test, and saved.
import { Cloud, Cpu, FileBox, Server, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Checkbox, Dialog, Heading, Modal, ModalOverlay, Radio, RadioGroup } from "react-aria-components";
import { got } from "../app/load";
import type { Backend } from "../backend/backend";
import { Choices, PathBox, SecretBox, TextBox } from "../connect/fields";
import { KEEPS } from "../connect/words";
import type { ProviderKind } from "../contract";
import { t } from "../text";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { ModelBox } from "./ModelBox";
import { ProbeList } from "./ProbeList";
import { asKind, type Form, suggestedName, toRequest } from "./provider";
import type { Models } from "./useModels";
import { type ProviderForm, useProviderForm } from "./useProviderForm";
import { KINDS, kindWords, stays } from "./words";
import "../text/en/modelsMore";

const ICONS: Record<ProviderKind, typeof Cloud> = {
  anthropic: Cloud,
  gemini: Cloud,
  open_ai: Cloud,
  open_ai_compatible: Server,
  ollama: Cpu,
  gguf: FileBox,
};

interface Props {
  backend: Backend;
  models: Models;
  /** Ids of the providers there are. */
  taken: readonly string[];
  start: Form;
  onClose(): void;
}

export function ProviderDialog({ backend, models, taken, start, onClose }: Props) {
  const p = useProviderForm(backend, models, taken, start, onClose);
  const told = useRef<HTMLDivElement>(null);
  const steps = p.test?.taken.length ?? 0;
  useEffect(() => {
    if (steps > 0 || p.trouble) told.current?.scrollTo({ top: told.current.scrollHeight });
  }, [steps, p.trouble]);
  const editing = start.id !== null;
  return (
    // Not dismissed by a click beside it: that would lose what was typed.
    <ModalOverlay isOpen onOpenChange={(open) => !open && onClose()} className="veil">
      <Modal className="modal connect">
        <Dialog className="connect-dialog" data-testid="provider-dialog">
          <header className="connect-head">
            <div>
              <Heading slot="title" className="dialog-title">
                {editing ? t("models.dialog.edit", { name: start.name }) : t("models.dialog.add")}
              </Heading>
              <p className="quiet-text">{t("models.dialog.says")}</p>
            </div>
            <Button kind="quiet" label={t("common.close")} onPress={onClose}>
              <X aria-hidden size={16} />
            </Button>
          </header>
          <form
            className={`connect-body ${editing ? "editing" : ""}`}
            onSubmit={(e) => e.preventDefault()}
            onKeyDown={(e) => {
              if (e.key !== "Enter" || e.defaultPrevented || !(e.target instanceof HTMLInputElement)) return;
              if (!["text", "password"].includes(e.target.type) || e.target.role === "combobox") return;
              e.preventDefault();
              p.save();
            }}
          >
            {!editing && <Kinds form={p.form} onChange={(kind) => p.put(asKind(p.form, kind))} />}
            <div className="connect-parts">
              {kindWords(p.form.kind).key !== "needed" && <Place p={p} />}
              <Key p={p} />
              <div className="fields">
                <TextBox
                  label={t("models.dialog.name")}
                  className="half"
                  value={p.form.name}
                  onChange={(name) => p.set({ name })}
                  placeholder={suggestedName(p.form)}
                  testid="provider-name"
                />
                {p.form.kind !== "gguf" && (
                  <ModelBox
                    label={t("models.dialog.model")}
                    className="half"
                    value={p.form.model}
                    onChange={(model) => p.set({ model })}
                    list={p.list}
                    onWant={p.wantList}
                    testid="provider-model"
                  />
                )}
              </div>
              <Limits p={p} />
            </div>
          </form>
          {(p.test || p.trouble) && (
            <div className="connect-told" ref={told}>
              {p.test && <ProbeList test={p.test} />}
              {p.trouble && <ProblemView compact problem={p.trouble} />}
            </div>
          )}
          <Foot p={p} taken={taken} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Kinds({ form, onChange }: { form: Form; onChange(kind: ProviderKind): void }) {
  return (
    <RadioGroup
      className="kinds"
      aria-label={t("models.dialog.kind")}
      value={form.kind}
      onChange={(value) => onChange(value as ProviderKind)}
    >
      {KINDS.map((item) => {
        const Icon = ICONS[item.kind];
        return (
          <Radio
            key={item.kind}
            value={item.kind}
            className="kind"
            autoFocus={item.kind === form.kind}
            data-testid={`kind-${item.kind}`}
          >
            <Icon aria-hidden size={18} className="kind-icon" />
            <span className="kind-words">
              <span className="kind-name">{item.name}</span>
              <span className="kind-says">{item.says}</span>
            </span>
          </Radio>
        );
      })}
    </RadioGroup>
  );
}

const OWN: Partial<Record<ProviderKind, string>> = {
  anthropic: "https://api.anthropic.com",
  gemini: "https://generativelanguage.googleapis.com",
  open_ai: "https://api.openai.com/v1",
  open_ai_compatible: "http://localhost:1234/v1",
  ollama: "http://localhost:11434",
};

function Place({ p }: { p: ProviderForm }) {
  const { kind, address } = p.form;
  const here = stays({ kind, address: address.trim() || null });
  let says: ReactNode = here ? t("models.dialog.stays") : t("models.dialog.leaves");
  if (kind === "open_ai_compatible" && address.trim() === "") says = t("models.dialog.upToV1");
  if (kind === "gguf")
    return (
      <PathBox
        label={t("models.dialog.file")}
        value={address}
        onChange={(next) => p.set({ address: next })}
        placeholder={t("models.dialog.filePlaceholder")}
        choose={t("models.dialog.chooseFile")}
        onChoose={p.pickFile}
        help={t("models.dialog.fileHelp")}
        testid="provider-address"
      />
    );
  return (
    <div className="provider-place">
      <TextBox
        label={kindWords(kind).key === "needed" ? t("models.dialog.ownAddress") : t("models.dialog.address")}
        value={address}
        mono
        onChange={(next) => p.set({ address: next })}
        placeholder={OWN[kind]}
        testid="provider-address"
      />
      <p className="field-help" role="status">
        {says}
      </p>
    </div>
  );
}

function Key({ p }: { p: ProviderForm }) {
  const { form } = p;
  const words = kindWords(form.kind);
  if (words.key === "none") return null;
  const chain = got(p.keychain);
  const keyed = form.key !== "" || words.key === "needed" || (form.hasKey && !form.dropKey);
  return (
    <>
      <SecretBox
        label={t("models.dialog.key")}
        value={form.key}
        onChange={(key) => p.set({ key, dropKey: false })}
        placeholder={form.hasKey && !form.dropKey ? t("models.dialog.keyAsIs") : undefined}
        help={words.keyFrom}
        testid="provider-key"
      />
      {form.hasKey && form.key === "" && words.key === "perhaps" && (
        <Checkbox
          className="tick"
          isSelected={form.dropKey}
          onChange={(dropKey) => p.set({ dropKey })}
          data-testid="provider-drop-key"
        >
          <span className="tick-box" aria-hidden>
            ✓
          </span>
          {t("models.dialog.dropKey")}
        </Checkbox>
      )}
      {keyed && (
        <Choices
          label={t("models.dialog.keep")}
          value={form.keep}
          onChange={(keep) => p.set({ keep })}
          options={KEEPS.map(({ keep, name, says }) => ({
            value: keep,
            name,
            says: keep === "keychain" && chain ? chain.says : says,
            disabled: keep === "keychain" && chain?.available === false,
          }))}
        />
      )}
      {keyed && form.keep === "passphrase" && form.key !== "" && (
        <div className="fields">
          <SecretBox
            label={t("models.dialog.passphrase")}
            className="half"
            value={form.passphrase}
            onChange={(passphrase) => p.set({ passphrase })}
            help={t("models.dialog.passphraseHelp")}
            testid="provider-passphrase"
          />
          <SecretBox
            label={t("models.dialog.again")}
            className="half"
            value={form.again}
            onChange={(again) => p.set({ again })}
            testid="provider-again"
          />
        </div>
      )}
    </>
  );
}

function Limits({ p }: { p: ProviderForm }) {
  if (p.form.kind === "gguf") return null;
  const cloud = kindWords(p.form.kind).key === "needed";
  return (
    <details className="more-fields">
      <summary>{cloud ? t("models.dialog.addressAndLimits") : t("models.dialog.limits")}</summary>
      {cloud && <Place p={p} />}
      <div className="fields">
        <TextBox
          label={t("models.dialog.perMinute")}
          className="half"
          numeric
          value={p.form.perMinute}
          onChange={(perMinute) => p.set({ perMinute })}
          testid="provider-per-minute"
        />
        <TextBox
          label={t("models.dialog.atOnce")}
          className="half"
          numeric
          value={p.form.atOnce}
          onChange={(atOnce) => p.set({ atOnce })}
          testid="provider-at-once"
        />
      </div>
    </details>
  );
}

function Foot({ p, taken, onClose }: { p: ProviderForm; taken: readonly string[]; onClose(): void }) {
  const { name } = toRequest(p.form, taken).provider;
  return (
    <footer className="connect-foot">
      {p.test?.running ? (
        <Button testid="provider-stop" onPress={p.stopTest}>
          {t("common.stop")}
        </Button>
      ) : (
        <Button
          testid="provider-test"
          disabled={p.saving ? t("models.dialog.beingSaved") : p.untested}
          hint={t("models.dialog.testHint", { name })}
          onPress={p.runTest}
        >
          {t("models.dialog.test")}
        </Button>
      )}
      <span className="grow" />
      <Button kind="quiet" onPress={onClose}>
        {t("common.cancel")}
      </Button>
      <Button
        kind="primary"
        testid="provider-save"
        disabled={p.saving || p.test?.running ? t("models.dialog.oneMoment") : p.missing}
        onPress={p.save}
      >
        {p.saving ? t("common.saving") : t("common.save")}
      </Button>
    </footer>
  );
}
