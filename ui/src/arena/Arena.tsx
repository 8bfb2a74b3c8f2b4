// The arena: the whole search as one living picture, as it grows and at any moment of it afterwards. In: a run.
// Deliberately absent: events of its own; the scrubber folds the run's log again up to a moment.
import { ChartNetwork, Table2 } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import type { Backend } from "../backend/backend";
import type { Problem } from "../contract";
import { duration } from "../format/cell";
import { type Run, runAt } from "../run/reduce";
import { stageTimes } from "../run/stages";
import { t } from "../text";
import { Dot } from "./Dot";
import { Inspector } from "./Inspector";
import { type By, layoutOf } from "./layout";
import { moments } from "./moment";
import { sameThing, type Thing } from "./related";
import { type SAttempt, sceneOf } from "./scene";
import { SaveTrace } from "./SaveTrace";
import { Scrubber } from "./Scrubber";
import { Stage } from "./Stage";
import { Tables } from "./Tables";
import type { Writer } from "./writers";
import "../styles/arena.css";
import "../text/en/arena";

interface Props {
  backend: Backend;
  connection: string;
  run: Run;
  /** The attempt whose SQL is in the side panel. */
  marked: string | null;
  onSql(candidate: string): void;
  onChoose(candidate: string): Promise<Problem | null>;
  /** The picture stands, as tall as it is. */
  onDrawn?(): void;
}

/** With this much room the panel stands beside the picture. */
const BESIDE = 1_180;
const PANEL = 392;
/** Less wide than this the picture is scrolled sideways. */
const LEAST = 640;

export default function Arena({ backend, connection, run, marked, onSql, onChoose, onDrawn }: Props) {
  const [place, width] = useWidth();
  const [at, setAt] = useState<number | null>(null);
  const [thing, setThing] = useState<Thing | null>(null);
  const [view, setView] = useState<"picture" | "table">("picture");
  const [off, setOff] = useState<ReadonlySet<string>>(new Set());
  const [by, setBy] = useState<By>("attempts");
  const panel = useRef<HTMLDivElement>(null);
  const of = moments(run.log);
  const live = run.state === "running";
  const then = useMemo(() => (at === null || at >= of ? run : runAt(run, at)), [run, at, of]);
  const scene = useMemo(() => sceneOf(then), [then]);
  const beside = thing !== null && width >= BESIDE;
  const room = Math.max(LEAST, beside ? width - PANEL : width);
  const layout = useMemo(() => layoutOf(scene, room, by), [scene, room, by]);
  const writers = writersIn(scene.attempts);
  const shown = (attempt: SAttempt) => attempt.writers.some((writer) => !off.has(writer.key));
  const press = (next: Thing) => setThing(sameThing(thing, next) ? null : next);

  const drawn = useRef(onDrawn);
  drawn.current = onDrawn;
  const stands = width > 0;
  useEffect(() => {
    if (stands) drawn.current?.();
  }, [stands]);

  const below = thing !== null && !beside;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another thing's panel comes into view, too
  useEffect(() => {
    if (below) panel.current?.scrollIntoView({ block: "nearest" });
  }, [below, thing]);

  return (
    <div ref={place} className="arena" data-testid="arena" data-live={live}>
      <div className="arena-bar">
        {writers.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of fields
          <div className="writers" role="group" aria-label={t("arena.room.writers")}>
            {writers.map(({ writer, many }) => (
              <button
                key={writer.key}
                type="button"
                className={`legend-item ${off.has(writer.key) ? "off" : ""}`}
                aria-pressed={!off.has(writer.key)}
                data-testid={`writer-${writer.key}`}
                onClick={() => setOff(turned(off, writer.key))}
              >
                <Dot writer={writer} size={15} solid />
                {writer.name}
                <span className="legend-count">{many}</span>
              </button>
            ))}
          </div>
        )}
        <ToggleButtonGroup
          className="segments"
          aria-label={t("arena.room.showAs")}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[view]}
          onSelectionChange={(keys) => setView(keys.has("table") ? "table" : "picture")}
        >
          <ToggleButton id="picture" className="segment">
            <ChartNetwork aria-hidden size={14} /> {t("arena.room.picture")}
          </ToggleButton>
          <ToggleButton id="table" className="segment" data-testid="arena-as-table">
            <Table2 aria-hidden size={14} /> {t("arena.room.table")}
          </ToggleButton>
        </ToggleButtonGroup>
      </div>
      <div className={`arena-floor ${beside ? "beside" : ""}`}>
        {view === "table" ? (
          <Tables run={then} scene={scene} onThing={press} />
        ) : (
          width > 0 && (
            <div className="stage-place">
              <Stage
                scene={scene}
                layout={layout}
                chosen={thing}
                onChoose={press}
                shown={shown}
                marked={marked}
                live={live}
              />
            </div>
          )
        )}
        {thing && (
          <div ref={panel} className="inspect-place">
            <Inspector
              thing={thing}
              backend={backend}
              connection={connection}
              run={then}
              scene={scene}
              onThing={setThing}
              onSql={onSql}
              onChoose={onChoose}
              onClose={() => {
                setThing(null);
                place.current?.querySelector<HTMLElement>(".stage [tabindex='0']")?.focus();
              }}
            />
          </div>
        )}
      </div>
      {!live && (
        <footer className="arena-foot">
          <Scrubber log={run.log} of={of} at={Math.min(at ?? of, of)} onAt={setAt} />
          <Details backend={backend} run={run} by={by} onBy={scene.results.length > 1 ? setBy : null} />
        </footer>
      )}
    </div>
  );
}

interface DetailsProps {
  backend: Backend;
  run: Run;
  by: By;
  onBy: ((by: By) => void) | null;
}

/** What the bubbles stand for, and what each step took. */
function Details({ backend, run, by, onBy }: DetailsProps) {
  return (
    <details className="reason-more" data-testid="arena-details">
      <summary>{t("common.details")}</summary>
      {onBy && (
        <ToggleButtonGroup
          className="segments"
          aria-label={t("arena.room.sizeBy")}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[by]}
          onSelectionChange={(keys) => onBy(keys.has("belief") ? "belief" : "attempts")}
        >
          <ToggleButton id="attempts" className="segment">
            {t("arena.room.byAttempts")}
          </ToggleButton>
          <ToggleButton id="belief" className="segment" data-testid="size-by-belief">
            {t("arena.room.byBelief")}
          </ToggleButton>
        </ToggleButtonGroup>
      )}
      <table className="plain-table times" aria-label={t("arena.room.took")}>
        <tbody>
          {stageTimes(run).map((stage) => (
            <tr key={stage.stage} data-testid={`stage-${stage.stage}`}>
              <th scope="row">{stage.does}</th>
              <td className="num">{stage.ms === null ? SAYS[stage.state] : duration(stage.ms)}</td>
            </tr>
          ))}
          {run.ms !== null && (
            <tr>
              <th scope="row">{t("arena.room.inAll")}</th>
              <td className="num">{duration(run.ms)}</td>
            </tr>
          )}
        </tbody>
      </table>
      <SaveTrace backend={backend} run={run.id} />
    </details>
  );
}

const SAYS = {
  waiting: "",
  now: t("arena.room.now"),
  done: t("arena.room.done"),
  skipped: t("arena.room.skipped"),
  broken: t("arena.room.broken"),
};

function writersIn(attempts: readonly SAttempt[]): { writer: Writer; many: number }[] {
  const all = new Map<string, { writer: Writer; many: number }>();
  for (const { writers } of attempts) {
    for (const writer of writers) {
      const known = all.get(writer.key) ?? { writer, many: 0 };
      all.set(writer.key, { writer, many: known.many + 1 });
    }
  }
  return [...all.values()];
}

function turned(off: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(off);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** The width of an element, as it changes. */
function useWidth() {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => {
      const style = getComputedStyle(element);
      setWidth(
        Math.floor(
          element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight),
        ),
      );
    };
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    measure();
    return () => watch.disconnect();
  }, []);
  return [place, width] as const;
}
