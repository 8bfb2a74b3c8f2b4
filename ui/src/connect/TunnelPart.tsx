// The way through an SSH server, for a database that cannot be reached from here.
import { Label, Radio, RadioGroup, Switch } from "react-aria-components";
import type { Pick } from "../backend/backend";
import { PathBox, SecretBox, TextBox } from "./fields";
import type { Form, SshLogin } from "./form";

const LOGINS: readonly { value: SshLogin; name: string }[] = [
  { value: "agent", name: "SSH agent" },
  { value: "key", name: "Key file" },
  { value: "password", name: "Password" },
];

interface Props {
  form: Form;
  set(change: Partial<Form>): void;
  onPick(what: Pick): void;
}

export function TunnelPart({ form, set, onPick }: Props) {
  return (
    <section className={`tunnel ${form.tunnel ? "open" : ""}`} aria-label="Through an SSH server">
      <Switch
        className="switch"
        isSelected={form.tunnel}
        onChange={(tunnel) => set({ tunnel })}
        data-testid="tunnel"
      >
        <span className="switch-track" aria-hidden>
          <span className="switch-thumb" />
        </span>
        <span className="switch-words">
          <span className="switch-name">Through an SSH server</span>
          <span className="choice-says">For a database that cannot be reached from here.</span>
        </span>
      </Switch>
      {form.tunnel && (
        <div className="fields">
          <TextBox
            label="SSH server"
            className="wide"
            value={form.sshHost}
            // Another server is not trusted because the one before was.
            onChange={(sshHost) => set({ sshHost, trust: null })}
            placeholder="gate.example.org"
            testid="ssh-host"
          />
          <TextBox
            label="SSH port"
            className="short"
            numeric
            value={form.sshPort}
            onChange={(sshPort) => set({ sshPort, trust: null })}
            testid="ssh-port"
          />
          <TextBox
            label="SSH user"
            className="half"
            value={form.sshUser}
            onChange={(sshUser) => set({ sshUser })}
            testid="ssh-user"
          />
          <RadioGroup
            className="choice half"
            value={form.sshLogin}
            onChange={(value) => set({ sshLogin: value as SshLogin })}
          >
            <Label className="field-label">Log in with</Label>
            <div className="choice-row">
              {LOGINS.map(({ value, name }) => (
                <Radio key={value} value={value} className="choice-item" data-testid={`ssh-${value}`}>
                  {name}
                </Radio>
              ))}
            </div>
          </RadioGroup>
          {form.sshLogin === "key" && (
            <PathBox
              label="Key file"
              className="half"
              value={form.sshKey}
              onChange={(sshKey) => set({ sshKey })}
              placeholder="~/.ssh/id_ed25519"
              choose="Choose the key file"
              onChoose={() => onPick("key")}
              testid="ssh-key-file"
            />
          )}
          {form.sshLogin !== "agent" && (
            <SecretBox
              label={form.sshLogin === "key" ? "Key passphrase" : "SSH password"}
              className="half"
              value={form.sshSecret}
              onChange={(sshSecret) => set({ sshSecret })}
              placeholder={form.id ? "as it is" : form.sshLogin === "key" ? "none" : undefined}
              testid="ssh-secret"
            />
          )}
          {form.sshLogin === "agent" && (
            <p className="field-help all">
              The keys that the SSH agent of this computer holds are tried in turn.
            </p>
          )}
        </div>
      )}
    </section>
  );
}
