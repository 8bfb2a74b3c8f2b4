// How many queries models write for a question, and what that takes.
import { Label, Radio, RadioGroup } from "react-aria-components";
import { got } from "../app/load";
import type { Backend } from "../backend/backend";
import type { Effort, Tiers } from "../contract";
import { useLoad } from "../explore/useLoad";
import { t } from "../text";
import { Tick } from "../ui/Tick";
import { takesWords } from "./words";
import "../text/en/models";

const EFFORTS: readonly { effort: Effort; name: string; about: string }[] = [
  { effort: "auto", name: t("models.effort.auto"), about: t("models.effort.autoSays") },
  { effort: "quick", name: t("models.effort.quick"), about: t("models.effort.quickSays") },
  { effort: "careful", name: t("models.effort.careful"), about: t("models.effort.carefulSays") },
  { effort: "thorough", name: t("models.effort.thorough"), about: t("models.effort.thoroughSays") },
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
          <span className="weight-title">{t("models.effort.title")}</span>
          <span className="quiet-text">{t("models.effort.help")}</span>
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
        {t("models.effort.sentences")}
      </Tick>
      <p className="tick-help">{t("models.effort.sentencesHelp")}</p>
    </section>
  );
}
