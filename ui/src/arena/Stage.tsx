// The picture: everything of the scene at its place, lines behind it. One stop of the Tab key; arrows go from thing to
// thing, Enter opens. What is pointed at stands out with all that belongs to it.
import { type CSSProperties, type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { t } from "../text";
import { Dot } from "./Dot";
import { EndCard } from "./EndCard";
import { type Box, bubbleKey, type Column, DOT, FIELD, type Layout } from "./layout";
import { usedWords } from "./MatchPart";
import { keyOf, related, sameThing, type Thing } from "./related";
import type { SAttempt, Scene, SResult } from "./scene";
import "../text/en/arena";

interface Props {
  scene: Scene;
  layout: Layout;
  /** What the panel shows. */
  chosen: Thing | null;
  onChoose(thing: Thing): void;
  /** Attempts that the legend leaves on. */
  shown(attempt: SAttempt): boolean;
  /** The attempt whose SQL is in the side panel. */
  marked: string | null;
  live: boolean;
}

const COLUMNS: readonly { id: Column; name: string; of?(scene: Scene): number }[] = [
  { id: "words", name: t("arena.stage.words") },
  { id: "matches", name: t("arena.stage.matches") },
  { id: "attempts", name: t("arena.stage.attempts"), of: (s) => s.attempts.length },
  { id: "results", name: t("arena.stage.results"), of: (s) => s.results.length },
  { id: "duels", name: t("arena.stage.duels") },
  { id: "end", name: t("arena.stage.end") },
];

/** Less wide, the picture is written smaller. */
const TIGHT = 1_000;
/** Room for the names of the columns. */
const HEAD = 44;

export function Stage({ scene, layout, chosen, onChoose, shown, marked, live }: Props) {
  const [over, setOver] = useState<Thing | null>(null);
  const [stop, setStop] = useState<string>("column words");
  const place = useRef<HTMLDivElement>(null);
  const lit = useMemo(() => related(scene, over ?? chosen), [scene, over, chosen]);
  const order = useMemo(() => columnsOf(scene), [scene]);
  const tab = order.flat().some((t) => keyOf(t) === stop) ? stop : "column words";
  const off = new Set(scene.attempts.filter((a) => !shown(a)).map((a) => a.id));
  const voices = new Map(scene.attempts.map((a) => [a.id, a]));
  const dim = (key: string) =>
    !key.startsWith("column ") && ((lit !== null && !lit.has(key)) || off.has(key));

  const onKey = (e: KeyboardEvent) => {
    const next = neighbour(order, tab, e.key);
    if (!next) return;
    e.preventDefault();
    setStop(keyOf(next));
    place.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(keyOf(next))}"]`)?.focus();
  };

  const node = (
    thing: Thing,
    box: Box,
    name: string,
    className: string,
    testid: string,
    inner: ReactNode,
  ) => {
    const key = keyOf(thing);
    return (
      <button
        key={key}
        type="button"
        className={`arena-node ${className} ${dim(key) ? "dim" : ""} ${sameThing(chosen, thing) ? "chosen" : ""}`}
        style={{ transform: at(box), width: box.w, height: box.h }}
        tabIndex={key === tab ? 0 : -1}
        aria-label={name}
        aria-expanded={sameThing(chosen, thing)}
        data-key={key}
        data-testid={testid}
        onClick={() => onChoose(thing)}
        onFocus={(e) => {
          setStop(key);
          if (e.currentTarget.matches(":focus-visible")) setOver(thing);
        }}
        onBlur={() => setOver(null)}
        onPointerEnter={() => setOver(thing)}
        onPointerLeave={() => setOver(null)}
      >
        {inner}
      </button>
    );
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of fields
    <div
      ref={place}
      className={`stage ${lit ? "pointing" : ""} ${layout.crowd ? "crowd" : ""} ${layout.width < TIGHT ? "tight" : ""}`}
      role="group"
      aria-label={t("arena.stage.label")}
      data-testid="stage"
      style={{ height: layout.height + HEAD }}
      onKeyDown={onKey}
    >
      {COLUMNS.map(({ id, name, of }) => {
        const many = of?.(scene) ?? 0;
        return node(
          { is: "column", id },
          { ...layout.columns[id], y: 0, h: 28 },
          many > 1
            ? t("arena.stage.headMany", { column: name, many })
            : t("arena.stage.head", { column: name }),
          "stage-head",
          `column-${id}`,
          <>
            {name}
            {many > 1 && <span className="column-count">{many}</span>}
          </>,
        );
      })}
      <div className="stage-body" style={{ top: HEAD, height: layout.height }}>
        <svg className="stage-lines" aria-hidden width={layout.width} height={layout.height}>
          {layout.crowd && <Field layout={layout} />}
          {layout.lines.map((line) => {
            const own =
              lit === null ? layout.crowd === false || !ONE.has(line.kind) : belongs(line.ends, lit);
            const attempt = line.ends.map((end) => voices.get(end)).find((a) => a !== undefined);
            return (
              <path
                key={line.id}
                d={line.d}
                pathLength={1}
                className={`line ${line.kind} ${lit !== null && own ? "lit" : ""} ${!own || (attempt && off.has(attempt.id)) ? "away" : ""} ${line.kind === "path" && !scene.decided ? "so-far" : ""}`}
                style={{ strokeWidth: line.width, "--voice": attempt?.writer.colour } as CSSProperties}
              />
            );
          })}
          {scene.results.map((result) => {
            const b = layout.results[result.id];
            if (!b) return null;
            return (
              <circle
                key={result.id}
                cx={b.cx}
                cy={b.cy}
                r={b.r}
                className={`bubble ${result.id === scene.leader ? "ahead" : ""} ${dim(bubbleKey(result.id)) ? "dim" : ""}`}
              />
            );
          })}
        </svg>
        {scene.words.map((word) => {
          const box = layout.words[word.id];
          if (!box) return null;
          if (word.is === "plain")
            return (
              <span
                key={word.id}
                className={`arena-node word-node plain ${lit ? "dim" : ""}`}
                style={{ transform: at(box), width: box.w, height: box.h }}
              >
                <span className="cut" dir="auto">
                  {word.text}
                </span>
              </span>
            );
          const says = word.is === "unused" ? t("arena.stage.unused", { word: word.text }) : word.text;
          return node(
            { is: "word", id: word.id },
            box,
            says,
            `word-node ${word.is}`,
            `word-${word.id}`,
            <span className="cut" dir="auto">
              {word.text}
            </span>,
          );
        })}
        {scene.matches.map((match) => {
          const box = layout.matches[match.id];
          return (
            box &&
            node(
              { is: "match", id: match.id },
              box,
              [match.label, match.sub, usedWords(match.by)].filter(Boolean).join(", "),
              `match-node ${match.leads ? "ahead" : ""} ${match.by === 0 && scene.attempts.length > 0 ? "idle" : ""}`,
              "match",
              <>
                <span className="cut" dir="auto">
                  {match.label}
                </span>
                {match.sub && (
                  <span className="cut node-sub" dir="auto">
                    {match.sub}
                  </span>
                )}
              </>,
            )
          );
        })}
        {scene.attempts.map((attempt) => {
          const box = layout.attempts[attempt.id];
          if (!box) return null;
          const won = scene.results.find((r) => r.id === scene.leader)?.members.includes(attempt.id);
          return node(
            { is: "attempt", id: attempt.id },
            box,
            attemptWords(attempt),
            `attempt-node ${attempt.state} ${marked === attempt.id ? "marked" : ""} ${won ? "ahead" : ""}`,
            `candidate-${attempt.id}`,
            <Attempt attempt={attempt} crowd={layout.crowd} />,
          );
        })}
        {scene.results.flatMap((result) =>
          (layout.results[result.id]?.tokens ?? []).map((token) => {
            const attempt = voices.get(token.id);
            const from = layout.attempts[token.id];
            if (!attempt || !from) return null;
            const fly = {
              transform: `translate(${token.x - token.r}px, ${token.y - token.r}px)`,
              "--fx": `${from.x}px`,
              "--fy": `${from.y + from.h / 2 - token.r}px`,
            } as CSSProperties;
            return (
              <span
                key={token.id}
                className={`token ${dim(bubbleKey(result.id)) || off.has(token.id) ? "dim" : ""}`}
                style={fly}
              >
                <Dot writer={attempt.writer} size={token.r * 2} solid />
              </span>
            );
          }),
        )}
        {scene.results.map((result) => {
          const b = layout.results[result.id];
          return (
            b &&
            node(
              { is: "result", id: result.id },
              b,
              resultWords(result),
              `result-node ${b.small ? "small" : ""} ${result.id === scene.leader ? "ahead" : ""}`,
              `cluster-${result.id}`,
              <ResultWords result={result} left={b.cx + b.r - b.x + 8} small={b.small} />,
            )
          );
        })}
        {scene.duels.map(({ against, won }) => {
          const box = layout.knots[against];
          return (
            box &&
            node(
              { is: "duel", id: against },
              box,
              won
                ? t("arena.stage.ahead", { id: scene.leader, other: against })
                : t("arena.stage.behind", { id: scene.leader, other: against }),
              `knot ${won ? "won" : "lost"}`,
              `duel-${against}`,
              null,
            )
          );
        })}
        {node(
          { is: "end", id: "end" },
          layout.end,
          endWords(scene),
          `end-node ${scene.end.is.replace(" ", "-")}`,
          "arena-end",
          <EndCard scene={scene} live={live} />,
        )}
      </div>
    </div>
  );
}

/** In a crowd they are drawn where they are asked for. */
const ONE = new Set(["use", "vote"]);

const belongs = (ends: string[], lit: Set<string>) => ends.every((end) => lit.has(end));

const at = ({ x, y }: Box) => `translate(${Math.round(x)}px, ${Math.round(y)}px)`;

function Field({ layout }: { layout: Layout }) {
  const boxes = Object.values(layout.attempts);
  const [x, y] = [Math.min(...boxes.map((b) => b.x)) - FIELD, Math.min(...boxes.map((b) => b.y)) - FIELD];
  return (
    <rect
      className="stage-field"
      x={x}
      y={y}
      rx={12}
      width={Math.max(...boxes.map((b) => b.x + DOT)) + FIELD - x}
      height={Math.max(...boxes.map((b) => b.y + DOT)) + FIELD - y}
    />
  );
}

function Attempt({ attempt, crowd }: { attempt: SAttempt; crowd: boolean }) {
  const { writer, number, state, mended } = attempt;
  const failed = state === "failed";
  return (
    <>
      <span className={`attempt-mark ${mended ? "mended" : ""}`}>
        {mended && (
          <>
            <span className="attempt-before">
              <Dot writer={writer} size={crowd ? 13 : 18} failed />
            </span>
            {!crowd && (
              <svg aria-hidden className="attempt-branch" width={22} height={26}>
                <path d="M1 20C10 25 14 13 21 13" />
              </svg>
            )}
          </>
        )}
        <Dot writer={writer} size={DOT} number={number} failed={failed} waiting={state === "waiting"} />
      </span>
      {!crowd && (
        <span className="attempt-words">
          <b className="cut">{attempt.came}</b>
          <span className="cut node-sub" dir="auto">
            {attempt.reading}
          </span>
        </span>
      )}
    </>
  );
}

function ResultWords({ result, left, small }: { result: SResult; left: number; small: boolean }) {
  const { figure, won, fought } = result;
  const sub = fought > 0 ? t("arena.stage.won", { won, fought }) : figure.sub;
  return (
    <span className="result-words" style={{ marginInlineStart: left }}>
      <span className="cut result-figure" dir="auto">
        <span className="result-letter">{result.id}</span> {figure.main}
        {small && figure.sub && <span className="result-more"> {figure.sub}</span>}
      </span>
      <span className="cut node-sub" dir="auto">
        {sub}
      </span>
    </span>
  );
}

function endWords({ end }: Scene): string {
  if (end.is === "so far")
    return end.figure ? t("arena.stage.figure", { figure: end.figure.main }) : t("arena.stage.noFigure");
  return end.is === "answer" ? t("arena.stage.answer", { says: end.says }) : end.says;
}

function attemptWords({ number, writer, came, mended, result }: SAttempt): string {
  const parts = [came];
  if (mended) parts.push(t("arena.mended"));
  if (result) parts.push(t("arena.ofResult", { id: result }));
  return t("arena.stage.attempt", { number, writer: writer.name, came: parts.join(", ") });
}

function resultWords({ id, figure, members, won, fought }: SResult): string {
  const parts = [figure.main, t("common.attempts", { count: members.length })];
  if (fought > 0) parts.push(t("arena.stage.aheadIn", { won, fought }));
  return t("arena.stage.result", { id, came: parts.join(", ") });
}

function columnsOf(scene: Scene): Thing[][] {
  const all = (is: Thing["is"], ids: string[]): Thing[] => ids.map((id) => ({ is, id }));
  const under = (column: Column, things: Thing[]) => [{ is: "column" as const, id: column }, ...things];
  return [
    under(
      "words",
      all(
        "word",
        scene.words.filter((w) => w.is !== "plain").map((w) => w.id),
      ),
    ),
    under(
      "matches",
      all(
        "match",
        scene.matches.map((m) => m.id),
      ),
    ),
    under(
      "attempts",
      all(
        "attempt",
        scene.attempts.map((a) => a.id),
      ),
    ),
    under(
      "results",
      all(
        "result",
        scene.results.map((r) => r.id),
      ),
    ),
    under(
      "duels",
      all(
        "duel",
        scene.duels.map((d) => d.against),
      ),
    ),
    under("end", [{ is: "end", id: "end" }]),
  ];
}

/** Up and down within a column, to the same share of its height in the next one. */
function neighbour(order: Thing[][], from: string, key: string): Thing | null {
  const col = order.findIndex((list) => list.some((t) => keyOf(t) === from));
  const list = order[col];
  if (!list) return null;
  const row = list.findIndex((t) => keyOf(t) === from);
  const beside = (to: Thing[] | undefined): Thing | null => {
    if (!to) return null;
    const share = list.length > 1 ? row / (list.length - 1) : 0;
    return to[Math.round(share * (to.length - 1))] ?? null;
  };
  switch (key) {
    case "ArrowDown":
      return list[row + 1] ?? null;
    case "ArrowUp":
      return list[row - 1] ?? null;
    case "ArrowRight":
      return beside(order[col + 1]);
    case "ArrowLeft":
      return beside(order[col - 1]);
    case "Home":
      return order[0]?.[0] ?? null;
    case "End":
      return order.at(-1)?.at(-1) ?? null;
    default:
      return null;
  }
}
