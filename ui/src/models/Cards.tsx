// What is masked, and how long replies are kept.
import { TextBox } from "../connect/fields";
import type { Allowed } from "../contract";
import { t } from "../text";
import { Tick } from "../ui/Tick";
import "../text/en/modelsMore";

const MASKED: readonly { what: keyof Allowed; name: string; example: string }[] = [
  { what: "emails", name: t("models.mask.emails"), example: t("models.mask.emailsExample") },
  { what: "phones", name: t("models.mask.phones"), example: t("models.mask.phonesExample") },
  { what: "cards", name: t("models.mask.cards"), example: t("models.mask.cardsExample") },
  { what: "identities", name: t("models.mask.identities"), example: t("models.mask.identitiesExample") },
];

export function MaskCard({ allowed, onChange }: { allowed: Allowed; onChange(allowed: Allowed): void }) {
  return (
    <section className="setting" aria-labelledby="set-masks">
      <div>
        <h2 id="set-masks" className="weight-title">
          {t("models.mask.title")}
        </h2>
        <p className="quiet-text">{t("models.mask.help")}</p>
      </div>
      <div className="masks">
        {MASKED.map(({ what, name, example }) => (
          <div key={what}>
            <Tick
              on={!allowed[what]}
              onChange={(masked) => onChange({ ...allowed, [what]: !masked })}
              testid={`mask-${what}`}
            >
              {name}
            </Tick>
            <p className="tick-help">{allowed[what] ? t("models.mask.asTheyAre") : example}</p>
          </div>
        ))}
      </div>
    </section>
  );
}

interface Keeping {
  hours: string;
  /** What is said in a call is in the traces of runs, too. */
  traced: boolean;
  onChange(change: { cacheHours?: string; promptsInTraces?: boolean }): void;
}

export function KeepingCard({ hours, traced, onChange }: Keeping) {
  return (
    <section className="setting" aria-labelledby="set-keeping">
      <div>
        <h2 id="set-keeping" className="weight-title">
          {t("models.keeping.title")}
        </h2>
        <p className="quiet-text">{t("models.keeping.help")}</p>
      </div>
      <div className="fields">
        <TextBox
          label={t("models.keeping.hours")}
          className="half"
          numeric
          value={hours}
          onChange={(cacheHours) => onChange({ cacheHours })}
          help={hours.trim() === "0" ? t("models.keeping.nothingKept") : undefined}
          testid="cache-hours"
        />
      </div>
      <Tick on={traced} onChange={(on) => onChange({ promptsInTraces: on })} testid="prompts-in-traces">
        {t("models.keeping.traces")}
      </Tick>
      <p className="tick-help">{t("models.keeping.tracesHelp")}</p>
    </section>
  );
}
