// Colours, how numbers are written, and how much a question's query may take.
import { useEffect, useState } from "react";
import type { ThemeChoice } from "../app/theme";
import { asProblem, type Backend } from "../backend/backend";
import { Choices, TextBox } from "../connect/fields";
import type { Bounds, Problem } from "../contract";
import { useLoad } from "../explore/useLoad";
import { chooseNumbers, isNumbers, type Numbers, numbers } from "../format/numbers";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";

const THEMES: readonly { value: ThemeChoice; name: string; says: string }[] = [
  { value: "system", name: "As the system", says: "Light or dark, and it changes when the system does." },
  { value: "light", name: "Light", says: "Dark ink on paper." },
  { value: "dark", name: "Dark", says: "Light ink, easier on the eyes at night." },
];

const FIGURE = 1_234_567.89;

const NUMBERS: readonly { value: Numbers; locale: string | undefined; says: string }[] = [
  { value: "system", locale: undefined, says: "As the system writes them." },
  { value: "comma", locale: "en-GB", says: "As in London, New York or Tokyo." },
  { value: "point", locale: "de-DE", says: "As in Berlin, Madrid or São Paulo." },
  { value: "space", locale: "fr-FR", says: "As in Paris, Warsaw or Stockholm." },
  { value: "apostrophe", locale: "de-CH", says: "As in Zurich." },
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
        <Choices label="Colours" value={theme.choice} onChange={theme.choose} options={THEMES} />
      </section>
      <section className="setting">
        <Choices
          label="Numbers"
          value={style}
          onChange={(next) => {
            if (!isNumbers(next)) return;
            chooseNumbers(next);
            setStyle(next);
            announce("Numbers are written so from now on.");
          }}
          options={written}
        />
        <p className="field-help">What is copied or exported is not changed by this.</p>
      </section>
      <section className="setting" aria-labelledby="set-limits">
        <div>
          <h2 id="set-limits" className="weight-title">
            Limits
          </h2>
          <p className="quiet-text">
            A query that reaches one is stopped, and the answer says so. More time helps with large databases.
          </p>
        </div>
        {load.is === "failed" && <ProblemView compact problem={load.problem} onRetry={again} />}
        {load.is === "loading" && <Skeleton lines={2} label="Reading the limits" />}
        {load.is === "ready" && <Limits backend={backend} kept={load.value} />}
        {load.is === "failed" && <Limits backend={backend} kept={AT_FIRST} />}
      </section>
    </div>
  );
}

/** A whole number as somebody may write it; null where it is none. */
function whole(text: string): number | null {
  const digits = text.replace(/[\s.,’']/g, "");
  return /^\d{1,7}$/.test(digits) ? Number(digits) : null;
}

function complaint(seconds: number | null, rows: number | null): string | null {
  if (seconds === null || seconds < 1 || seconds > 3_600)
    return "The time is a whole number of seconds, 3,600 at most.";
  if (rows === null || rows < 10 || rows > 50_000)
    return "The first page has a whole number of rows, from 10 to 50,000.";
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
      announce("Saved. The next question keeps to it.");
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
          label="Seconds that a query may take"
          className="half"
          numeric
          value={seconds}
          onChange={setSeconds}
          testid="bounds-seconds"
        />
        <TextBox
          label="Rows on the first page"
          className="half"
          numeric
          value={rows}
          onChange={setRows}
          help="More rows follow with “Load more”."
          testid="bounds-rows"
        />
      </div>
      {trouble && <ProblemView compact problem={trouble} />}
      <div className="row">
        <Button
          small
          kind="primary"
          testid="bounds-save"
          disabled={busy ? "Saving…" : (wrong ?? (same ? "Nothing was changed." : null))}
          onPress={() => void save()}
        >
          Save the limits
        </Button>
        {!first && (
          <Button small kind="quiet" testid="bounds-first" onPress={() => show(AT_FIRST)}>
            Back to 30 seconds and 1,000 rows
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
