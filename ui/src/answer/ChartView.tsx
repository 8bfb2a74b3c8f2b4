// A chart, the ways to draw it, and the ways to take it along.
import {
  ChartArea,
  ChartBarStacked,
  ChartColumn,
  ChartLine,
  ChartPie,
  ChartScatter,
  Image,
} from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
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
import type { Chart, Exported, Problem } from "../contract";
import { announce } from "../ui/announce";
import { copyText } from "../ui/Copy";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { dataText, described, type Facts, factsOf, type Kind, kindsFor, NAMES } from "./chart";
import { Saved } from "./Exporting";
import { fileName } from "./formats";

const ICONS: Record<Kind, typeof ChartLine> = {
  bar: ChartColumn,
  line: ChartLine,
  area: ChartArea,
  stacked: ChartBarStacked,
  scatter: ChartScatter,
  pie: ChartPie,
};

interface Props {
  backend: Backend;
  chart: Chart;
  question: string;
  /** Its title stands above it already. */
  said: boolean;
  dark: boolean;
  /** null: as the engine draws it. */
  kind: Kind | null;
  onKind(kind: Kind): void;
}

export function ChartView({ backend, chart, question, said, dark, kind: chosen, onKind }: Props) {
  const facts = useMemo(() => factsOf(chart), [chart]);
  const kinds = useMemo(() => kindsFor(facts), [facts]);
  const kind = chosen !== null && kinds.includes(chosen) ? chosen : facts.drawn;
  return (
    <figure className="chart" data-testid="chart" data-kind={kind}>
      <div className="chart-head">
        <figcaption className={said ? "offscreen" : "chart-title"} dir="auto" data-testid="chart-title">
          {chart.title}
        </figcaption>
        {said && <span className="grow" />}
        {kinds.length > 1 && (
          <ToggleButtonGroup
            className="segments"
            aria-label="Draw it as"
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[kind]}
            onSelectionChange={(keys) => {
              const next = kinds.find((k) => keys.has(k));
              if (next) onKind(next);
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
        <Take backend={backend} chart={chart} facts={facts} kind={kind} question={question} />
      </div>
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
          message: "The chart could not be drawn.",
          hint: "The table has the same figures.",
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
      {state === "drawing" && <Skeleton lines={6} label="Drawing the chart" />}
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
  chart: Chart;
  facts: Facts;
  kind: Kind;
  question: string;
}

/** Copied, or saved as a file. */
function Take({ backend, chart, facts, kind, question }: TakeProps) {
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
          ? new Uint8Array(await (await png(chart, kind)).arrayBuffer())
          : new TextEncoder().encode(await svg(chart, kind));
      const value = await backend.savePicture(path, bytes);
      setSaved(value);
      announce(`Saved to ${value.path}`);
    });
  const copy = () =>
    tried(async () => {
      const { png } = await import("./picture");
      try {
        // The promise goes in at once: a browser takes a picture only while the press is fresh.
        await navigator.clipboard.write([new ClipboardItem({ "image/png": png(chart, kind) })]);
      } catch (error) {
        throw {
          code: "denied",
          message: "This window may not put a picture on the clipboard.",
          hint: "Save it as PNG instead.",
          detail: String(error),
        } satisfies Problem;
      }
      announce("Picture copied.");
    });

  return (
    <>
      <MenuTrigger>
        <RacButton className="button plain small" data-testid="chart-take">
          <Image aria-hidden size={15} />
          Picture
        </RacButton>
        <Popover className="popover" placement="bottom end">
          <Menu
            className="menu"
            aria-label="Picture of the chart"
            onAction={(key) => {
              if (key === "png" || key === "svg") void save(key);
              if (key === "copy") void copy();
              if (key === "data") void copyText(dataText(facts), "Data of the chart");
            }}
          >
            <MenuItem id="copy" className="menu-item" data-testid="chart-copy">
              Copy as a picture
            </MenuItem>
            <MenuItem id="png" className="menu-item" data-testid="chart-png">
              Save as PNG…
            </MenuItem>
            <MenuItem id="svg" className="menu-item" data-testid="chart-svg">
              Save as SVG…
            </MenuItem>
            <MenuItem id="data" className="menu-item" data-testid="chart-data">
              Copy its data
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
