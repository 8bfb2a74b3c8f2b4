// How many queries models write for a question, and what that takes.
import { Label, Radio, RadioGroup } from "react-aria-components";
import { got } from "../app/load";
import type { Backend } from "../backend/backend";
import type { Effort, Tiers } from "../contract";
import { useLoad } from "../explore/useLoad";
import { Tick } from "../ui/Tick";
import { takesWords } from "./words";

const EFFORTS: readonly { effort: Effort; name: string; about: string }[] = [
  {
    effort: "auto",
    name: "Automatic",
    about: "One query, checked; two more, then the rest, only where it is not sure.",
  },
  { effort: "quick", name: "Quick", about: "Two queries: soonest there, and cheapest." },
  {
    effort: "careful",
    name: "Careful",
    about: "Two, four or six, the more the harder the question looks.",
  },
  { effort: "thorough", name: "Thorough", about: "Eleven, for every question: slowest, and dearest." },
];

interface Props {
  backend: Backend;
  /** The models that are saved: what they take is what was measured of them. */
  tiers: Tiers;
  effort: Effort;
  /** A model puts the result into words. */
  sentences: boolean;
  onChange(change: { effort?: Effort; sentences?: boolean }): void;
}

export function EffortCard({ backend, tiers, effort, sentences, onChange }: Props) {
  const { load } = useLoad(`effort ${JSON.stringify(tiers)}`, 0, () => backend.effortEstimates());
  const estimates = got(load);
  return (
    <section className="setting">
      <RadioGroup
        className="levels"
        value={effort}
        onChange={(value) => onChange({ effort: value as Effort })}
      >
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
              {estimates && (
                <span className="level-takes" data-testid={`takes-${one.effort}`}>
                  {takesWords(estimates.find((e) => e.effort === one.effort))}
                </span>
              )}
            </span>
          </Radio>
        ))}
      </RadioGroup>
      <Tick on={sentences} onChange={(on) => onChange({ sentences: on })} testid="model-sentences">
        Let a model put results into words
      </Tick>
      <p className="tick-help">One more call a question, and only where rows may be sent.</p>
    </section>
  );
}
