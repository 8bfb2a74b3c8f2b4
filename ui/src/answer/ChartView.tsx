// A chart, the ways to draw it, and the ways to take it along.
import {
  ChartArea,
  ChartBarStacked,
  ChartColumn,
  ChartLine,
  ChartNoAxesColumn,
  ChartPie,
  ChartScatter,
  Grid3x3,
  Image,
} from "lucide-react";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import {
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  Button as RacButton,
  ToggleButton,
  ToggleButtonGroup,
} from "react-aria-components";
import { asProblem, type Backend } from "../backend/backend";
import type { Chart, Exported, Problem, ResultSet } from "../contract";
import { t } from "../text";
import { announce } from "../ui/announce";
import { copyText } from "../ui/Copy";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { dataText, described, type Facts, type Kind, kindsFor, NAMES } from "./chart";
import { Saved } from "./Exporting";
import { fileName } from "./formats";
import { isPlain, kindOf, type Shape, titleOf } from "./shape";
import "../text/en/answerMore";

const Change = lazy(() => import("./Change"));

const ICONS: Record<Kind, typeof ChartLine> = {
  bar: ChartColumn,
  line: ChartLine,
  area: ChartArea,
  stacked: ChartBarStacked,
  scatter: ChartScatter,
  pie: ChartPie,
  histogram: ChartNoAxesColumn,
  heat: Grid3x3,
};

interface Props {
  backend: Backend;
  chart: Chart;
  result: ResultSet;
  /** The chart's data as `shape` wishes for it. */
  facts: Facts;
  question: string;
  /** Its title stands above it already. */
  said: boolean;
  dark: boolean;
  shape: Shape;
  onShape(shape: Shape): void;
}

export function ChartView({ backend, chart, result, facts, question, said, dark, shape, onShape }: Props) {
  const kinds = useMemo(() => kindsFor(facts), [facts]);
  const kind = kindOf(facts, shape);
  const title = titleOf(chart, facts, shape);
  const shown = new Set(facts.points.map((p) => p.label)).size;
  return (
    <figure className="chart" data-testid="chart" data-kind={kind}>
      <div className="chart-head">
        <figcaption
          className={said && shape.fields === null ? "offscreen" : "chart-title"}
          dir="auto"
          data-testid="chart-title"
        >
          {title}
        </figcaption>
        {said && shape.fields === null && <span className="grow" />}
        {kinds.length > 1 && (
          <ToggleButtonGroup
            className="segments"
            aria-label={t("answer.chart.drawAs")}
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[kind]}
            onSelectionChange={(keys) => {
              const next = kinds.find((k) => keys.has(k));
              if (next) onShape({ ...shape, kind: next });
            }}
          >
            {kinds.map((k) => {
              const Icon = ICONS[k];
              return (
                <ToggleButton
                  key={k}
                  id={k}
                  className="segment"
                  aria-label={NAMES[k]}
                  data-testid={`chart-${k}`}
                >
                  <Icon aria-hidden size={15} />
                  {k === kind && NAMES[k]}
                </ToggleButton>
              );
            })}
          </ToggleButtonGroup>
        )}
        <Suspense fallback={null}>
          <Change result={result} chart={chart} facts={facts} shape={shape} onShape={onShape} />
        </Suspense>
        <Take backend={backend} title={title} facts={facts} kind={kind} question={question} />
      </div>
      {facts.of && !isPlain(shape) && (
        <p className="chart-of" data-testid="chart-of">
          {t(facts.of.lowest ? "answer.chart.shownLowest" : "answer.chart.shownHighest", {
            shown,
            of: facts.of.all,
          })}
        </p>
      )}
      <Drawing facts={facts} kind={kind} dark={dark} says={described(facts, kind)} />
    </figure>
  );
}

export function Drawing({
  facts,
  kind,
  dark,
  says,
}: {
  facts: Facts;
  kind: Kind;
  dark: boolean;
  says: string;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"drawing" | "drawn" | Problem>("drawing");
  const [width, setWidth] = useState(0);

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setWidth(element.clientWidth));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme's colours are read while drawing
  useEffect(() => {
    const element = place.current;
    if (!element || width === 0) return;
    let finalize: (() => void) | undefined;
    let gone = false;
    import("./vega")
      .then(({ draw }) => draw(element, facts, kind, width))
      .then((result) => {
        if (gone) result.finalize();
        else {
          finalize = () => result.finalize();
          setState("drawn");
        }
      })
      .catch((error: unknown) => {
        if (gone) return;
        setState({
          code: "internal",
          message: t("answer.chart.notDrawn"),
          hint: t("answer.chart.notDrawnHint"),
          detail: asProblem(error).detail,
        });
      });
    return () => {
      gone = true;
      finalize?.();
      const tip = document.querySelector<HTMLElement>(".chart-tip");
      if (tip) tip.hidden = true;
    };
  }, [facts, kind, width, dark]);

  return (
    <>
      {state === "drawing" && <Skeleton lines={6} label={t("answer.card.drawing")} />}
      {typeof state === "object" && <ProblemView compact problem={state} />}
      {/* The drawing names itself "Vega visualization"; what it shows is said around it. */}
      <div role="img" aria-label={says} data-testid="chart-picture">
        <div ref={place} className="chart-place" />
      </div>
    </>
  );
}

interface TakeProps {
  backend: Backend;
  title: string;
  facts: Facts;
  kind: Kind;
  question: string;
}

/** Copied, or saved as a file. */
function Take({ backend, title, facts, kind, question }: TakeProps) {
  const drawn = { title, facts, kind };
  const [saved, setSaved] = useState<Exported | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);

  const tried = async (what: () => Promise<void>) => {
    setProblem(null);
    try {
      await what();
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  const save = (form: "png" | "svg") =>
    tried(async () => {
      const path = await backend.pickSavePath(fileName(question, form), form);
      if (!path) return;
      const { png, svg } = await import("./picture");
      const bytes =
        form === "png"
          ? new Uint8Array(await (await png(drawn)).arrayBuffer())
          : new TextEncoder().encode(await svg(drawn));
      const value = await backend.savePicture(path, bytes);
      setSaved(value);
      announce(t("answer.picture.saved", { path: value.path }));
    });
  const copy = () =>
    tried(async () => {
      const { png } = await import("./picture");
      try {
        // The promise goes in at once: a browser takes a picture only while the press is fresh.
        await navigator.clipboard.write([new ClipboardItem({ "image/png": png(drawn) })]);
      } catch (error) {
        throw {
          code: "denied",
          message: t("answer.picture.denied"),
          hint: t("answer.picture.deniedHint"),
          detail: String(error),
        } satisfies Problem;
      }
      announce(t("answer.picture.copied"));
    });

  /** For people who go on with it elsewhere. */
  const specification = () =>
    tried(async () => {
      const { plainSpec } = await import("./spec");
      await copyText(JSON.stringify(plainSpec(drawn), null, 2), t("answer.picture.specName"));
    });

  return (
    <>
      <MenuTrigger>
        <RacButton className="button plain small" data-testid="chart-take">
          <Image aria-hidden size={15} />
          {t("answer.picture.title")}
        </RacButton>
        <Popover className="popover" placement="bottom end">
          <Menu
            className="menu"
            aria-label={t("answer.picture.ofChart")}
            onAction={(key) => {
              if (key === "png" || key === "svg") void save(key);
              if (key === "copy") void copy();
              if (key === "spec") void specification();
              if (key === "data") void copyText(dataText(facts), t("answer.picture.dataOf"));
            }}
          >
            <MenuItem id="copy" className="menu-item" data-testid="chart-copy">
              {t("answer.picture.copy")}
            </MenuItem>
            <MenuItem id="png" className="menu-item" data-testid="chart-png">
              {t("answer.picture.png")}
            </MenuItem>
            <MenuItem id="svg" className="menu-item" data-testid="chart-svg">
              {t("answer.picture.svg")}
            </MenuItem>
            <MenuItem id="data" className="menu-item" data-testid="chart-data">
              {t("answer.picture.data")}
            </MenuItem>
            <MenuItem id="spec" className="menu-item" data-testid="chart-spec">
              {t("answer.picture.spec")}
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
      {saved && <Saved backend={backend} value={saved} onClose={() => setSaved(null)} />}
      {problem && (
        <div className="chart-problem">
          <ProblemView compact problem={problem} />
        </div>
      )}
    </>
  );
}
