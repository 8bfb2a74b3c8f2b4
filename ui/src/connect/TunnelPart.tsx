// The way through an SSH server, for a database that cannot be reached from here.
import { Label, Radio, RadioGroup, Switch } from "react-aria-components";
import type { Pick } from "../backend/backend";
import { t } from "../text";
import { PathBox, SecretBox, TextBox } from "./fields";
import type { Form, SshLogin } from "./form";
import "../text/en/connectMore";

const LOGINS: readonly { value: SshLogin; name: string }[] = [
  { value: "agent", name: t("connect.tunnel.agent") },
  { value: "key", name: t("connect.tunnel.key") },
  { value: "password", name: t("connect.tunnel.byPassword") },
];

interface Props {
  form: Form;
  set(change: Partial<Form>): void;
  onPick(what: Pick): void;
}

export function TunnelPart({ form, set, onPick }: Props) {
  return (
    <section className={`tunnel ${form.tunnel ? "open" : ""}`} aria-label={t("connect.tunnel.through")}>
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
          <span className="switch-name">{t("connect.tunnel.through")}</span>
          <span className="choice-says">{t("connect.tunnel.says")}</span>
        </span>
      </Switch>
      {form.tunnel && (
        <div className="fields">
          <TextBox
            label={t("connect.tunnel.server")}
            className="wide"
            value={form.sshHost}
            // Another server is not trusted because the one before was.
            onChange={(sshHost) => set({ sshHost, trust: null })}
            placeholder="gate.example.org"
            testid="ssh-host"
          />
          <TextBox
            label={t("connect.tunnel.port")}
            className="short"
            numeric
            value={form.sshPort}
            onChange={(sshPort) => set({ sshPort, trust: null })}
            testid="ssh-port"
          />
          <TextBox
            label={t("connect.tunnel.user")}
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
            <Label className="field-label">{t("connect.tunnel.loginWith")}</Label>
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
              label={t("connect.tunnel.key")}
              className="half"
              value={form.sshKey}
              onChange={(sshKey) => set({ sshKey })}
              placeholder="~/.ssh/id_ed25519"
              choose={t("connect.tunnel.chooseKey")}
              onChoose={() => onPick("key")}
              testid="ssh-key-file"
            />
          )}
          {form.sshLogin !== "agent" && (
            <SecretBox
              label={
                form.sshLogin === "key" ? t("connect.tunnel.keyPassphrase") : t("connect.tunnel.password")
              }
              className="half"
              value={form.sshSecret}
              onChange={(sshSecret) => set({ sshSecret })}
              placeholder={
                form.id
                  ? t("connect.server.asItIs")
                  : form.sshLogin === "key"
                    ? t("connect.tunnel.noPassphrase")
                    : undefined
              }
              testid="ssh-secret"
            />
          )}
          {form.sshLogin === "agent" && <p className="field-help all">{t("connect.tunnel.agentSays")}</p>}
        </div>
      )}
    </section>
  );
}
