// What the connection is called here, and the mark beside its name.
import { Ban } from "lucide-react";
import { Label, Radio, RadioGroup } from "react-aria-components";
import type { Colour } from "../contract";
import { ColourMark } from "./ColourMark";
import { TextBox } from "./fields";
import { type Form, suggestedName } from "./form";
import { COLOURS, colourName } from "./words";

export function NamePart({ form, set }: { form: Form; set: (change: Partial<Form>) => void }) {
  return (
    <div className="fields">
      <TextBox
        label="Name"
        className="half"
        value={form.name}
        onChange={(name) => set({ name })}
        placeholder={suggestedName(form) || "the database's own name"}
        testid="connect-name"
      />
      <RadioGroup
        className="choice half"
        value={form.colour ?? "none"}
        onChange={(value) => set({ colour: value === "none" ? null : (value as Colour) })}
      >
        <Label className="field-label">
          Mark: <span className="colour-name">{form.colour ? colourName(form.colour) : "none"}</span>
        </Label>
        <div className="colour-row">
          <Radio value="none" className="colour-choice" aria-label="No mark">
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
