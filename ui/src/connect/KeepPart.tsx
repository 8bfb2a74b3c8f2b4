// Where the password is between starts.
import type { Load } from "../app/load";
import { got } from "../app/load";
import type { Keychain } from "../contract";
import { t } from "../text";
import { Choices, SecretBox } from "./fields";
import { type Form, hasSecret } from "./form";
import { KEEPS } from "./words";
import "../text/en/connect";

interface Props {
  form: Form;
  keychain: Load<Keychain>;
  set(change: Partial<Form>): void;
}

export function KeepPart({ form, keychain, set }: Props) {
  const known = got(keychain);
  const off = known?.available === false;
  const fresh = hasSecret(form) || form.id === null;
  return (
    <>
      <Choices
        label={form.tunnel ? t("connect.keep.passwords") : t("connect.keep.password")}
        value={form.keep}
        onChange={(keep) => set({ keep })}
        options={KEEPS.map(({ keep, name, says }) => ({
          value: keep,
          name,
          says: keep === "keychain" && known ? known.says : says,
          disabled: keep === "keychain" && off,
        }))}
      />
      {form.keep === "passphrase" && (
        <div className="fields">
          <SecretBox
            label={t("connect.keep.passphrase")}
            className="half"
            value={form.passphrase}
            onChange={(passphrase) => set({ passphrase })}
            help={fresh ? t("connect.keep.passphraseHelp") : undefined}
            testid="keep-passphrase"
          />
          {fresh && (
            <SecretBox
              label={t("connect.keep.again")}
              className="half"
              value={form.again}
              onChange={(again) => set({ again })}
              testid="keep-again"
            />
          )}
        </div>
      )}
    </>
  );
}
