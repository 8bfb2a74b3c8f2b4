// What of one database a model may see: five levels, and under them the very prompts that would be sent.
import { Check } from "lucide-react";
import { useEffect, useState } from "react";
import { Label, Radio, RadioGroup } from "react-aria-components";
import { Trans } from "../text/Trans";
import type { Backend } from "../backend/backend";
import type { Connection, ModelSettings, Privacy, Problem } from "../contract";
import { LEVELS, levelWords } from "../models/words";
import { t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { Preview } from "./Preview";
import "../text/en/privacy";

interface Props {
  backend: Backend;
  connection: Connection;
  settings: ModelSettings | null;
  /** Asked last, or an example of this database. */
  question: string;
  onSave(privacy: Privacy): Promise<Problem | null>;
  onModels(): void;
}

export function PrivacyPane({ backend, connection, settings, question, onSave, onModels }: Props) {
  const saved = connection.privacy ?? "nothing";
  const [level, setLevel] = useState<Privacy>(saved);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Problem | null>(null);
  useEffect(() => setLevel(saved), [saved]);
  const save = async () => {
    setBusy(true);
    const problem = await onSave(level);
    setBusy(false);
    setTrouble(problem);
    if (!problem) announce(t("privacy.pane.nowSaved", { level: levelWords(level).name }));
  };
  const none = settings !== null && Object.values(settings.tiers).every((tier) => tier === null);
  return (
    <div className="privacy" data-testid="privacy-pane">
      <section className="levels-side" aria-label={t("privacy.pane.level")}>
        <RadioGroup
          className="levels"
          value={level}
          onChange={(value) => {
            setLevel(value as Privacy);
            setTrouble(null);
          }}
        >
          <Label className="levels-label">
            <span className="weight-title">
              <Trans
                i18nKey="privacy.pane.title"
                values={{ name: connection.name }}
                components={{ name: <span dir="auto" /> }}
              />
            </span>
            <span className="quiet-text">{t("privacy.pane.includes")}</span>
          </Label>
          {LEVELS.map((one) => (
            <Radio key={one.level} value={one.level} className="level" data-testid={`level-${one.level}`}>
              <span className="choice-dot" aria-hidden />
              <span className="level-words">
                <span className="level-name">
                  {one.name}
                  {one.level === saved && (
                    <span className="way-used">
                      <Check aria-hidden size={13} strokeWidth={2.5} /> {t("privacy.pane.saved")}
                    </span>
                  )}
                </span>
                <span className="level-says">{one.says}</span>
                <span className="level-example">{one.example}</span>
              </span>
            </Radio>
          ))}
        </RadioGroup>
        <div className="level-foot">
          {none && (
            <p className="level-none">
              {t("privacy.pane.noModel")}{" "}
              <button type="button" className="link" onClick={onModels}>
                {t("privacy.pane.setUp")}
              </button>
            </p>
          )}
          {trouble && <ProblemView compact problem={trouble} />}
          <div className="row level-save">
            <Button
              kind="primary"
              testid="privacy-save"
              disabled={busy ? t("common.saving") : level === saved ? t("privacy.pane.savedAlready") : null}
              onPress={() => void save()}
            >
              {t("common.save")}
            </Button>
            <p className="quiet-text" role="status">
              {level === saved
                ? t("privacy.pane.inForce", { level: levelWords(saved).name })
                : t("privacy.pane.notSaved", { level: levelWords(saved).name })}
            </p>
          </div>
        </div>
      </section>
      <Preview backend={backend} id={connection.id} level={level} question={question} />
    </div>
  );
}
