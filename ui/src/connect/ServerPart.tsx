// A PostgreSQL server: where it is, who asks, how it is encrypted.
import { Check, ChevronsUpDown } from "lucide-react";
import {
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Button as RacButton,
  Select,
  SelectValue,
  Text,
} from "react-aria-components";
import type { Pick } from "../backend/backend";
import type { TlsMode } from "../contract";
import { t } from "../text";
import { PathBox, SecretBox, TextBox } from "./fields";
import type { Form } from "./form";
import { TunnelPart } from "./TunnelPart";
import { checksAuthority, TLS } from "./words";
import "../text/en/connectMore";

interface Props {
  form: Form;
  set(change: Partial<Form>): void;
  onPick(what: Pick): void;
  /** True where the text is an address and fills the fields. */
  onAddress(text: string): boolean;
}

export function ServerPart({ form, set, onPick, onAddress }: Props) {
  return (
    <>
      <div className="fields">
        <TextBox
          label={t("connect.server.server")}
          className="wide"
          value={form.host}
          onChange={(host) => set({ host })}
          onPaste={onAddress}
          placeholder="db.example.org"
          testid="server-host"
        />
        <TextBox
          label={t("connect.server.port")}
          className="short"
          numeric
          value={form.port}
          onChange={(port) => set({ port })}
          testid="server-port"
        />
        <TextBox
          label={t("connect.server.database")}
          className="half"
          value={form.database}
          onChange={(database) => set({ database })}
          testid="server-database"
        />
        <TextBox
          label={t("connect.server.user")}
          className="half"
          value={form.user}
          onChange={(user) => set({ user })}
          testid="server-user"
        />
        <SecretBox
          label={t("connect.server.password")}
          className="half"
          value={form.password}
          onChange={(password) => set({ password })}
          placeholder={form.id ? t("connect.server.asItIs") : undefined}
          testid="server-password"
        />
        <TextBox
          label={t("connect.server.schema")}
          className="half"
          value={form.schema}
          onChange={(schema) => set({ schema })}
          placeholder={t("connect.server.schemaUnset")}
          testid="server-schema"
        />
        <TlsPicker mode={form.tls} onChange={(tls) => set({ tls })} />
        {checksAuthority(form.tls) && (
          <PathBox
            label={t("connect.server.authority")}
            className="all"
            value={form.authorities}
            onChange={(authorities) => set({ authorities })}
            placeholder={t("connect.server.authorityUnset")}
            choose={t("connect.server.chooseAuthority")}
            onChoose={() => onPick("authorities")}
            testid="server-authorities"
          />
        )}
      </div>
      <TunnelPart form={form} set={set} onPick={onPick} />
    </>
  );
}

function TlsPicker({ mode, onChange }: { mode: TlsMode; onChange: (mode: TlsMode) => void }) {
  const chosen = TLS.find((one) => one.mode === mode);
  return (
    <Select
      className="field half"
      selectedKey={mode}
      onSelectionChange={(key) => key !== null && onChange(String(key) as TlsMode)}
    >
      <Label className="field-label">{t("connect.server.encryption")}</Label>
      <RacButton className="input select-button" data-testid="server-tls">
        <SelectValue>{chosen?.name}</SelectValue>
        <ChevronsUpDown aria-hidden size={14} />
      </RacButton>
      <Text slot="description" className="field-help">
        {chosen?.says}
      </Text>
      <Popover className="popover select-popover">
        <ListBox className="menu" items={TLS.map((one) => ({ ...one, id: one.mode }))}>
          {(item) => (
            <ListBoxItem id={item.mode} className="menu-item option" textValue={item.name}>
              <Check aria-hidden size={14} className="option-tick" />
              <span className="option-words">
                <Text slot="label" className="option-name">
                  {item.name}
                </Text>
                <Text slot="description" className="option-says">
                  {item.says}
                </Text>
              </span>
              <span className="option-code">{item.mode}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
