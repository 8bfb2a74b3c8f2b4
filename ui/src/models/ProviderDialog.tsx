// A provider as a person sets it up: the kind, the place, the key and where it is kept, a test, and saved.
import { Cloud, Cpu, FileBox, Server, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Checkbox, Dialog, Heading, Modal, ModalOverlay, Radio, RadioGroup } from "react-aria-components";
import { got } from "../app/load";
import type { Backend } from "../backend/backend";
import { Choices, PathBox, SecretBox, TextBox } from "../connect/fields";
import { KEEPS } from "../connect/words";
import type { ProviderKind } from "../contract";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { ModelBox } from "./ModelBox";
import { ProbeList } from "./ProbeList";
import { asKind, type Form, suggestedName, toRequest } from "./provider";
import type { Models } from "./useModels";
import { type ProviderForm, useProviderForm } from "./useProviderForm";
import { KINDS, kindWords, stays } from "./words";

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
                {editing ? `Edit ${start.name}` : "Add a provider"}
              </Heading>
              <p className="quiet-text">
                What may be sent to it is decided for each database, and every word sent is in the ledger.
              </p>
            </div>
            <Button kind="quiet" label="Close" onPress={onClose}>
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
                  label="Name"
                  className="half"
                  value={p.form.name}
                  onChange={(name) => p.set({ name })}
                  placeholder={suggestedName(p.form)}
                  testid="provider-name"
                />
                {p.form.kind !== "gguf" && (
                  <ModelBox
                    label="Model to try in the test"
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
      aria-label="Kind of provider"
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
  let says: ReactNode = here
    ? "On this computer: what is sent to it does not leave it."
    : "On another computer: what is sent to it leaves this one.";
  if (kind === "open_ai_compatible" && address.trim() === "") says = "The address up to and with /v1.";
  if (kind === "gguf")
    return (
      <PathBox
        label="Model file"
        value={address}
        onChange={(next) => p.set({ address: next })}
        placeholder="a file that ends in .gguf"
        choose="Choose a model's file"
        onChoose={p.pickFile}
        help="Askwell runs it itself. Nothing leaves this computer, and airplane mode does not stop it."
        testid="provider-address"
      />
    );
  return (
    <div className="provider-place">
      <TextBox
        label={kindWords(kind).key === "needed" ? "Address, if not the provider's own" : "Address"}
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
        label="Key"
        value={form.key}
        onChange={(key) => p.set({ key, dropKey: false })}
        placeholder={form.hasKey && !form.dropKey ? "as it is" : undefined}
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
          Remove the key that is kept
        </Checkbox>
      )}
      {keyed && (
        <Choices
          label="Where the key is kept"
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
            label="Passphrase"
            className="half"
            value={form.passphrase}
            onChange={(passphrase) => p.set({ passphrase })}
            help="Asked for at every start. It cannot be found again."
            testid="provider-passphrase"
          />
          <SecretBox
            label="Passphrase again"
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
      <summary>{cloud ? "Address and limits" : "Limits"}</summary>
      {cloud && <Place p={p} />}
      <div className="fields">
        <TextBox
          label="Requests a minute"
          className="half"
          numeric
          value={p.form.perMinute}
          onChange={(perMinute) => p.set({ perMinute })}
          testid="provider-per-minute"
        />
        <TextBox
          label="Requests at the same time"
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
          Stop
        </Button>
      ) : (
        <Button
          testid="provider-test"
          disabled={p.saving ? "It is being saved." : p.untested}
          hint={`Sends ${name} two short texts that have nothing to do with your data`}
          onPress={p.runTest}
        >
          Test
        </Button>
      )}
      <span className="grow" />
      <Button kind="quiet" onPress={onClose}>
        Cancel
      </Button>
      <Button
        kind="primary"
        testid="provider-save"
        disabled={p.saving || p.test?.running ? "One moment." : p.missing}
        onPress={p.save}
      >
        {p.saving ? "Saving…" : "Save"}
      </Button>
    </footer>
  );
}
