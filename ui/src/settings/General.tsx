// Colours, language, how numbers are written, and how much a question's query may take.
import { useEffect, useState } from "react";
import type { ThemeChoice } from "../app/theme";
import { asProblem, type Backend } from "../backend/backend";
import { Choices, TextBox } from "../connect/fields";
import type { Bounds, Problem } from "../contract";
import { useLoad } from "../explore/useLoad";
import { chooseNumbers, isNumbers, type Numbers, numbers } from "../format/numbers";
import {
  chooseLanguage,
  isLanguageChoice,
  language,
  type LanguageChoice,
  languageChoice,
  spoken,
  t,
} from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import "../text/en/settings";

const THEMES: readonly { value: ThemeChoice; name: string; says: string }[] = [
  { value: "system", name: t("settings.general.asSystem"), says: t("settings.general.asSystemSays") },
  { value: "light", name: t("settings.general.light"), says: t("settings.general.lightSays") },
  { value: "dark", name: t("settings.general.dark"), says: t("settings.general.darkSays") },
];

// Each language is named in itself, for whoever reads only that one.
const LANGUAGES: readonly { value: LanguageChoice; name: string; says?: string }[] = [
  {
    value: "system",
    name: t("settings.general.asSystem"),
    says: t("settings.general.languageSystemSays"),
  },
  { value: "en", name: "English" },
  { value: "de", name: "Deutsch" },
];

const FIGURE = 1_234_567.89;

const NUMBERS: readonly { value: Numbers; locale: string | undefined; says: string }[] = [
  { value: "system", locale: undefined, says: t("settings.general.numbersSystem") },
  { value: "comma", locale: "en-GB", says: t("settings.general.numbersComma") },
  { value: "point", locale: "de-DE", says: t("settings.general.numbersPoint") },
  { value: "space", locale: "fr-FR", says: t("settings.general.numbersSpace") },
  { value: "apostrophe", locale: "de-CH", says: t("settings.general.numbersApostrophe") },
];

const written = NUMBERS.map(({ value, locale, says }) => {
  const figure = new Intl.NumberFormat(locale).format(FIGURE);
  return { value, name: figure, says };
});

const AT_FIRST: Bounds = { seconds: 30, rows: 1_000 };

interface Props {
  backend: Backend;
  theme: { choice: ThemeChoice; choose(choice: ThemeChoice): void };
}

export function General({ backend, theme }: Props) {
  const [style, setStyle] = useState(numbers);
  const { load, again } = useLoad("bounds", 0, () => backend.bounds());
  return (
    <div className="sheet models" data-testid="general-pane">
      <section className="setting">
        <Choices
          label={t("settings.general.colours")}
          value={theme.choice}
          onChange={theme.choose}
          options={THEMES}
        />
      </section>
      <LanguageSetting />
      <section className="setting">
        <Choices
          label={t("settings.general.numbers")}
          value={style}
          onChange={(next) => {
            if (!isNumbers(next)) return;
            chooseNumbers(next);
            setStyle(next);
            announce(t("settings.general.numbersNow"));
          }}
          options={written}
        />
        <p className="field-help">{t("settings.general.numbersHelp")}</p>
      </section>
      <section className="setting" aria-labelledby="set-limits">
        <div>
          <h2 id="set-limits" className="weight-title">
            {t("settings.general.limits")}
          </h2>
          <p className="quiet-text">{t("settings.general.limitsHelp")}</p>
        </div>
        {load.is === "failed" && <ProblemView compact problem={load.problem} onRetry={again} />}
        {load.is === "loading" && <Skeleton lines={2} label={t("settings.general.limitsReading")} />}
        {load.is === "ready" && <Limits backend={backend} kept={load.value} />}
        {load.is === "failed" && <Limits backend={backend} kept={AT_FIRST} />}
      </section>
    </div>
  );
}

function LanguageSetting() {
  const [choice, setChoice] = useState(languageChoice);
  return (
    <section className="setting">
      <Choices
        label={t("settings.general.language")}
        value={choice}
        onChange={(next) => {
          if (!isLanguageChoice(next)) return;
          chooseLanguage(next);
          setChoice(next);
        }}
        options={LANGUAGES}
      />
      <p className="field-help">{t("settings.general.languageHelp")}</p>
      {language() !== spoken() && (
        <div className="row" role="status">
          <Button small kind="primary" testid="language-now" onPress={() => location.reload()}>
            {t("settings.general.languageNow")}
          </Button>
          <p className="field-help">{t("settings.general.languageLater")}</p>
        </div>
      )}
    </section>
  );
}

/** A whole number as somebody may write it; null where it is none. */
function whole(text: string): number | null {
  const digits = text.replace(/[\s.,’']/g, "");
  return /^\d{1,7}$/.test(digits) ? Number(digits) : null;
}

function complaint(seconds: number | null, rows: number | null): string | null {
  if (seconds === null || seconds < 1 || seconds > 3_600) return t("settings.general.secondsWrong");
  if (rows === null || rows < 10 || rows > 50_000) return t("settings.general.rowsWrong");
  return null;
}

function Limits({ backend, kept }: { backend: Backend; kept: Bounds }) {
  const [now, setNow] = useState(kept);
  const [seconds, setSeconds] = useState(String(kept.seconds));
  const [rows, setRows] = useState(String(kept.rows));
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Problem | null>(null);
  useEffect(() => setNow(kept), [kept]);
  const wanted = { seconds: whole(seconds), rows: whole(rows) };
  const wrong = complaint(wanted.seconds, wanted.rows);
  const same = wanted.seconds === now.seconds && wanted.rows === now.rows;
  const show = (bounds: Bounds) => {
    setSeconds(String(bounds.seconds));
    setRows(String(bounds.rows));
  };
  const save = async () => {
    setBusy(true);
    try {
      const next = await backend.saveBounds({ seconds: wanted.seconds ?? 0, rows: wanted.rows ?? 0 });
      setNow(next);
      show(next);
      setTrouble(null);
      announce(t("settings.general.limitsSaved"));
    } catch (error) {
      setTrouble(asProblem(error));
    }
    setBusy(false);
  };
  const first = wanted.seconds === AT_FIRST.seconds && wanted.rows === AT_FIRST.rows;
  return (
    <>
      <div className="fields">
        <TextBox
          label={t("settings.general.seconds")}
          className="half"
          numeric
          value={seconds}
          onChange={setSeconds}
          testid="bounds-seconds"
        />
        <TextBox
          label={t("settings.general.rows")}
          className="half"
          numeric
          value={rows}
          onChange={setRows}
          help={t("settings.general.rowsHelp")}
          testid="bounds-rows"
        />
      </div>
      {trouble && <ProblemView compact problem={trouble} />}
      <div className="row">
        <Button
          small
          kind="primary"
          testid="bounds-save"
          disabled={busy ? t("common.saving") : (wrong ?? (same ? t("common.nothingChanged") : null))}
          onPress={() => void save()}
        >
          {t("settings.general.limitsSave")}
        </Button>
        {!first && (
          <Button small kind="quiet" testid="bounds-first" onPress={() => show(AT_FIRST)}>
            {t("settings.general.limitsFirst")}
          </Button>
        )}
        {wrong && (
          <p className="field-help" role="status">
            {wrong}
          </p>
        )}
      </div>
    </>
  );
}
