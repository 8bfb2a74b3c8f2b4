// A saved connection that needs its password or passphrase: asked for in place of the page, then on.
import { Check, KeyRound } from "lucide-react";
import { useEffect, useState } from "react";
import { Checkbox } from "react-aria-components";
import type { Backend } from "../backend/backend";
import type { Connection, Keep, Problem, Secrets } from "../contract";
import { t } from "../text";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { ColourMark } from "./ColourMark";
import { SecretBox } from "./fields";
import "../text/en/connect";

interface Props {
  backend: Backend;
  connection: Connection;
  problem: Problem;
  onUnlock(secrets: Secrets, passphrase: string | null, keep: Keep | null): Promise<Problem | null>;
  onEdit(): void;
}

export function SecretPrompt({ backend, connection, problem, onUnlock, onEdit }: Props) {
  const sealed = connection.keep === "passphrase";
  const login = connection.target.tunnel?.login.kind ?? "agent";
  const [password, setPassword] = useState("");
  const [ssh, setSsh] = useState("");
  const [passphrase, setPassphrase] = useState("");
  const [keychain, setKeychain] = useState(false);
  const [remember, setRemember] = useState(connection.keep === "keychain");
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Problem | null>(null);
  const waits = sealed
    ? passphrase === "" && t("connect.unlock.typePassphrase")
    : password === "" && ssh === "" && t("connect.unlock.typePassword");

  useEffect(() => {
    let gone = false;
    backend.keychain().then(
      (value) => !gone && setKeychain(value.available),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [backend]);

  const unlock = async () => {
    if (busy || waits) return;
    setBusy(true);
    setTrouble(null);
    const keep = sealed ? null : remember && keychain ? "keychain" : "run";
    const refused = await onUnlock(
      sealed ? { database: null, tunnel: null } : { database: password || null, tunnel: ssh || null },
      sealed ? passphrase : null,
      keep,
    );
    setBusy(false);
    setTrouble(refused);
  };

  return (
    <form
      className="unlock"
      aria-label={t("connect.unlock.label", { name: connection.name })}
      data-testid="unlock"
      onSubmit={(e) => {
        e.preventDefault();
        void unlock();
      }}
    >
      <h1 className="unlock-title">
        <KeyRound aria-hidden size={20} />
        {connection.colour && <ColourMark colour={connection.colour} />}
        <span dir="auto">{connection.name}</span>
      </h1>
      <p className="problem-hint">
        {problem.message} {problem.hint}
      </p>
      {sealed ? (
        <SecretBox
          label={t("connect.unlock.passphrase")}
          value={passphrase}
          onChange={setPassphrase}
          focus
          testid="unlock-passphrase"
        />
      ) : (
        <>
          <SecretBox
            label={t("connect.unlock.password")}
            value={password}
            onChange={setPassword}
            focus
            testid="unlock-password"
          />
          {login !== "agent" && (
            <SecretBox
              label={login === "key" ? t("connect.unlock.sshKey") : t("connect.unlock.sshPassword")}
              value={ssh}
              onChange={setSsh}
              placeholder={login === "key" ? t("connect.unlock.noPassphrase") : undefined}
              testid="unlock-ssh"
            />
          )}
          {keychain && (
            <Checkbox className="tick" isSelected={remember} onChange={setRemember}>
              <span className="tick-box" aria-hidden>
                <Check size={12} strokeWidth={3} />
              </span>
              {t("connect.unlock.remember")}
            </Checkbox>
          )}
        </>
      )}
      {trouble && <ProblemView compact problem={trouble} />}
      <div className="dialog-foot">
        <Button kind="quiet" onPress={onEdit}>
          {t("connect.unlock.edit")}
        </Button>
        <button
          type="submit"
          className="button primary"
          data-testid="unlock-open"
          aria-disabled={busy || waits ? true : undefined}
          title={waits || undefined}
        >
          {busy ? t("connect.unlock.opening") : t("connect.unlock.open")}
        </button>
      </div>
    </form>
  );
}
