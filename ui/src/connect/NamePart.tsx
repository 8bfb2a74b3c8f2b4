// What the connection is called here, and the mark beside its name.
import { Ban } from "lucide-react";
import { Label, Radio, RadioGroup } from "react-aria-components";
import { Trans } from "../text/Trans";
import type { Colour } from "../contract";
import { t } from "../text";
import { ColourMark } from "./ColourMark";
import { TextBox } from "./fields";
import { type Form, suggestedName } from "./form";
import { COLOURS, colourName } from "./words";
import "../text/en/connectMore";

export function NamePart({ form, set }: { form: Form; set: (change: Partial<Form>) => void }) {
  return (
    <div className="fields">
      <TextBox
        label={t("connect.name.name")}
        className="half"
        value={form.name}
        onChange={(name) => set({ name })}
        placeholder={suggestedName(form) || t("connect.name.own")}
        testid="connect-name"
      />
      <RadioGroup
        className="choice half"
        value={form.colour ?? "none"}
        onChange={(value) => set({ colour: value === "none" ? null : (value as Colour) })}
      >
        <Label className="field-label">
          {form.colour ? (
            <Trans
              i18nKey="connect.name.mark"
              values={{ colour: colourName(form.colour) }}
              components={{ name: <span className="colour-name" /> }}
            />
          ) : (
            <Trans i18nKey="connect.name.markNone" components={{ name: <span className="colour-name" /> }} />
          )}
        </Label>
        <div className="colour-row">
          <Radio value="none" className="colour-choice" aria-label={t("connect.name.noMark")}>
            <Ban aria-hidden size={14} />
          </Radio>
          {COLOURS.map(({ colour, name }) => (
            <Radio
              key={colour}
              value={colour}
              className="colour-choice"
              aria-label={name}
              data-testid={`colour-${colour}`}
            >
              <ColourMark colour={colour} size={15} named={false} />
            </Radio>
          ))}
        </div>
      </RadioGroup>
    </div>
  );
}
