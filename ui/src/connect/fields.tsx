// Fields of the dialog: text, a secret, a file's path, a choice with a line for each.
import { Eye, EyeOff, FolderOpen } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Input, Label, Radio, RadioGroup, Text, TextField } from "react-aria-components";
import { t } from "../text";
import { Button } from "../ui/Button";
import "../text/en/connect";

interface Common {
  label: string;
  value: string;
  onChange(value: string): void;
  placeholder?: string;
  testid?: string;
  className?: string;
  help?: string;
}

export function TextBox(
  props: Common & { mono?: boolean; numeric?: boolean; onPaste?: (text: string) => boolean },
) {
  return (
    <TextField className={`field ${props.className ?? ""}`} value={props.value} onChange={props.onChange}>
      <Label className="field-label">{props.label}</Label>
      <Input
        className={`input ${props.mono ? "mono" : ""}`}
        placeholder={props.placeholder}
        spellCheck={false}
        autoComplete="off"
        inputMode={props.numeric ? "numeric" : undefined}
        data-testid={props.testid}
        onPaste={(e) => {
          if (props.onPaste?.(e.clipboardData.getData("text"))) e.preventDefault();
        }}
      />
      {props.help && (
        <Text slot="description" className="field-help">
          {props.help}
        </Text>
      )}
    </TextField>
  );
}

/** A password or passphrase: hidden until the person wants to see it. */
export function SecretBox(props: Common & { focus?: boolean }) {
  const [shown, setShown] = useState(false);
  return (
    <TextField className={`field ${props.className ?? ""}`} value={props.value} onChange={props.onChange}>
      <Label className="field-label">{props.label}</Label>
      <span className="secret">
        <Input
          className="input"
          type={shown ? "text" : "password"}
          placeholder={props.placeholder}
          spellCheck={false}
          autoComplete="off"
          autoFocus={props.focus}
          data-testid={props.testid}
        />
        <Button
          kind="quiet"
          small
          className="secret-eye"
          label={
            shown
              ? t("connect.secret.hide", { what: props.label })
              : t("connect.secret.show", { what: props.label })
          }
          onPress={() => setShown(!shown)}
        >
          {shown ? <EyeOff aria-hidden size={15} /> : <Eye aria-hidden size={15} />}
        </Button>
      </span>
      {props.help && (
        <Text slot="description" className="field-help">
          {props.help}
        </Text>
      )}
    </TextField>
  );
}

export function PathBox(props: Common & { choose: string; onChoose: () => void }) {
  return (
    <TextField className={`field ${props.className ?? ""}`} value={props.value} onChange={props.onChange}>
      <Label className="field-label">{props.label}</Label>
      <span className="row tight">
        <Input
          className="input mono grow"
          placeholder={props.placeholder}
          spellCheck={false}
          autoComplete="off"
          data-testid={props.testid}
        />
        <Button label={props.choose} onPress={props.onChoose}>
          <FolderOpen aria-hidden size={15} />
        </Button>
      </span>
      {props.help && (
        <Text slot="description" className="field-help">
          {props.help}
        </Text>
      )}
    </TextField>
  );
}

/** Radio buttons, each with a line under its name. */
export function Choices<T extends string>(props: {
  label: string;
  value: T;
  onChange(value: T): void;
  options: readonly { value: T; name: string; says?: string; disabled?: boolean }[];
  children?: ReactNode;
}) {
  return (
    <RadioGroup className="field" value={props.value} onChange={(value) => props.onChange(value as T)}>
      <Label className="field-label">{props.label}</Label>
      <div className="choices">
        {props.options.map(({ value, name, says, disabled }) => (
          <Radio
            key={value}
            value={value}
            isDisabled={disabled}
            className="choice-line"
            data-testid={`choice-${value}`}
          >
            <span className="choice-dot" aria-hidden />
            <span className="choice-words">
              <span className="choice-name">{name}</span>
              {says && <span className="choice-says">{says}</span>}
            </span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
