// How many queries models write for a question.
import { Label, Radio, RadioGroup } from "react-aria-components";
import type { Effort } from "../contract";

const EFFORTS: readonly { effort: Effort; name: string; about: string }[] = [
  { effort: "quick", name: "Quick", about: "Two queries: soonest there, and cheapest." },
  {
    effort: "careful",
    name: "Careful",
    about: "Two, four or six, the more the harder the question looks.",
  },
  { effort: "thorough", name: "Thorough", about: "Eleven, for every question: slowest, and dearest." },
];

export function EffortCard({ effort, onChange }: { effort: Effort; onChange(effort: Effort): void }) {
  return (
    <section className="setting">
      <RadioGroup className="levels" value={effort} onChange={(value) => onChange(value as Effort)}>
        <Label className="levels-label">
          <span className="weight-title">How hard models try</span>
          <span className="quiet-text">
            The queries of models stand beside those of the built-in engine; what most of them come to counts
            for more.
          </span>
        </Label>
        {EFFORTS.map((one) => (
          <Radio key={one.effort} value={one.effort} className="level" data-testid={`effort-${one.effort}`}>
            <span className="choice-dot" aria-hidden />
            <span className="level-words">
              <span className="level-name">{one.name}</span>
              <span className="level-says">{one.about}</span>
            </span>
          </Radio>
        ))}
      </RadioGroup>
    </section>
  );
}
