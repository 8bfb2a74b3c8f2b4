// The picture: tables as boxes, modules as grounds, keys as lines. The list beside it says the same in words.
import { Maximize, Minus, Plus } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, memo, useEffect, useMemo, useRef, useState } from "react";
import { shortcut } from "../app/commands";
import { keyId, standing } from "../explore/keyWords";
import { aboutRows } from "../format/cell";
import { t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import {
  COLOURS,
  type Direction,
  grown,
  holds,
  type Laid,
  type LaidEdge,
  type LaidNode,
  meet,
  neighbour,
  shownKeys,
  tableAt,
} from "./layout";
import { useZoom, type View } from "./useZoom";
import "../text/en/diagram";

interface Props {
  laid: Laid;
  selected: string | null;
  onSelect(table: string | null): void;
  onOpen(table: string): void;
  onAround(table: string): void;
  /** Counts up whenever the selected table is to be brought to the middle. */
  seek: number;
}

const ARROWS: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};
const STEP = 90;

export function Canvas({ laid, selected, onSelect, onOpen, onAround, seek }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const world = useRef<HTMLDivElement>(null);
  const names = useRef<HTMLDivElement>(null);
  // Drawn is what is in view and a good deal around it, so that moving a little draws nothing new.
  const [drawn, setDrawn] = useState<View | null>(null);
  const zoom = useZoom(frame, world, names, laid, (view) => {
    if (
      drawn === null ||
      drawn.far !== view.far ||
      !holds(drawn.box, view.box) ||
      view.box.width * 8 < drawn.box.width
    )
      setDrawn({ far: view.far, box: grown(view.box, 0.7) });
  });
  const near = useMemo(() => neighbours(laid, selected), [laid, selected]);

  // A link that led here is gone; whoever used the keyboard goes on in the picture.
  useEffect(() => {
    if (document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
  }, []);
  // Other tables begin with all of them in view; the same ones stay where the person has them.
  const tables = useMemo(() => [...laid.nodes.keys()].join("\u0000"), [laid]);
  useEffect(() => {
    if (tables !== "") zoom.fit();
  }, [tables, zoom]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is asked for, and when the layout is there
  useEffect(() => {
    const box = selected === null ? null : laid.nodes.get(selected);
    if (seek > 0 && box) zoom.centre(box);
  }, [seek, zoom]);

  const choose = (table: string) => {
    onSelect(table);
    const box = laid.nodes.get(table);
    if (!box) return;
    zoom.reveal(box);
    const links = neighbours(laid, table).size;
    announce(t("diagram.chosenNow", { table, related: t("diagram.related", { count: links }) }));
  };
  const onKey = (e: KeyboardEvent) => {
    const direction = ARROWS[e.key];
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (direction && e.shiftKey) {
      const [dx, dy] = { left: [STEP, 0], right: [-STEP, 0], up: [0, STEP], down: [0, -STEP] }[direction];
      zoom.pan(dx ?? 0, dy ?? 0);
    } else if (direction) {
      const [first] = laid.nodes.keys();
      const next =
        selected === null || !laid.nodes.has(selected) ? first : neighbour(laid, selected, direction);
      if (next) choose(next);
    } else if (e.key === "+" || e.key === "=") zoom.by(1.3);
    else if (e.key === "-" || e.key === "−") zoom.by(1 / 1.3);
    else if (e.key === "0") zoom.fit();
    else if (e.key === "Enter" && selected !== null) onOpen(selected);
    else if ((e.key === "f" || e.key === "F") && selected !== null) onAround(selected);
    else if (e.key === "Escape" && selected !== null) onSelect(null);
    else return;
    e.preventDefault();
  };
  const under = (e: MouseEvent) => tableAt(laid, zoom.at(e.clientX, e.clientY));
  const far = drawn?.far ?? false;
  const shown = useMemo(() => {
    if (!drawn) return { nodes: [], edges: [] };
    const chosen = (table: string) => table === selected || near.has(table);
    return {
      nodes: [...laid.nodes.values()].filter((n) => (drawn.far ? chosen(n.node.table) : meet(n, drawn.box))),
      edges: laid.edges.filter(
        ({ card, box }) =>
          card.table === selected || card.key.to_table === selected || (!drawn.far && meet(box, drawn.box)),
      ),
    };
  }, [laid, drawn, selected, near]);
  const afar = useMemo(() => (far ? fromAfar(laid) : null), [laid, far]);

  return (
    <div className="canvas">
      <div
        ref={frame}
        className="canvas-frame"
        role="application"
        aria-label={t("diagram.name", { tables: t("common.tables", { count: laid.nodes.size }) })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
        tabIndex={0}
        data-testid="diagram"
        onKeyDown={onKey}
        onClick={(e) => {
          const table = under(e);
          if (table === null) onSelect(null);
          else onSelect(table);
        }}
        onDoubleClick={(e) => {
          const table = under(e);
          if (table !== null) onAround(table);
        }}
      >
        <div ref={world} className={`world ${selected === null ? "" : "focused"}`} aria-hidden>
          {laid.groups.map((g) => (
            <div
              key={g.name}
              className={`group colour-${g.colour}`}
              style={{ left: g.x, top: g.y, width: g.width, height: g.height }}
            />
          ))}
          <svg className="links" width={laid.width} height={laid.height} role="presentation">
            {afar?.tables.map((d, colour) => (
              <path key={colour} d={d} className={`far-tables colour-${colour}`} />
            ))}
            {afar && <path d={afar.links} className="link-line" />}
            {shown.edges.map((edge) => {
              const { card, path } = edge;
              const touches =
                selected !== null && (card.table === selected || card.key.to_table === selected);
              return (
                <g key={keyId(card)} className={`link ${touches ? "near" : ""}`}>
                  <path d={path} className={`link-line ${standing(card)} ${touches ? "near" : ""}`} />
                  {!far && <Ends edge={edge} />}
                </g>
              );
            })}
          </svg>
          {shown.nodes.map((node) => {
            const { table } = node.node;
            return (
              <NodeBox
                key={table}
                laid={node}
                detailed={laid.detailed}
                stands={table === selected ? "selected" : near.has(table) ? "near" : ""}
              />
            );
          })}
          <div ref={names} className="group-names">
            {laid.groups.map((g) => (
              <span
                key={g.name}
                className={`group-name colour-${g.colour}`}
                dir="auto"
                style={{ left: g.x, top: g.y, width: g.width, height: g.height }}
              >
                <span>{g.name}</span>
              </span>
            ))}
          </div>
        </div>
      </div>
      <div className="canvas-tools">
        <Button small label={t("diagram.nearer", { key: shortcut("nearer") })} onPress={() => zoom.by(1.3)}>
          <Plus aria-hidden size={15} />
        </Button>
        <Button
          small
          label={t("diagram.farther", { key: shortcut("farther") })}
          onPress={() => zoom.by(1 / 1.3)}
        >
          <Minus aria-hidden size={15} />
        </Button>
        <Button
          small
          label={t("diagram.fit", { key: shortcut("fit") })}
          testid="diagram-fit"
          onPress={zoom.fit}
        >
          <Maximize aria-hidden size={14} />
        </Button>
      </div>
    </div>
  );
}

/** How many rows of each table belong to one of the other, at the lines' ends. */
function Ends({ edge: { card, points } }: { edge: LaidEdge }) {
  const ends = [
    { at: points[0], next: points[1], says: card.single ? "1" : "n" },
    { at: points.at(-1), next: points.at(-2), says: "1" },
  ];
  return ends.map(({ at, next, says }, n) => {
    if (!at || !next) return null;
    const out = next.x < at.x ? -1 : 1;
    return (
      <g key={n} className="link-end">
        <circle cx={at.x} cy={at.y} r={2.4} />
        <text x={at.x + out * 6} y={at.y - 3} textAnchor={out < 0 ? "end" : "start"}>
          {says}
        </text>
      </g>
    );
  });
}

const NodeBox = memo(function NodeBox({
  laid,
  detailed,
  stands,
}: {
  laid: LaidNode;
  detailed: boolean;
  stands: string;
}) {
  const { node } = laid;
  const keys = shownKeys(node);
  return (
    <div
      className={`node colour-${laid.colour} ${stands}`}
      data-table={node.table}
      data-testid={`node-${node.table}`}
      title={node.table}
      style={{ left: laid.x, top: laid.y, width: laid.width, height: laid.height }}
    >
      <span className="node-name" dir="auto">
        {node.table}
      </span>
      <span className="node-says">
        {node.rows ? aboutRows(node.rows) : t("diagram.notCounted")} ·{" "}
        {t("common.columns", { count: node.columns })}
      </span>
      {detailed && keys.length > 0 && (
        <span className="node-keys">
          {keys.map((key, n) => (
            <span key={key} className="node-key" dir="auto">
              {n === keys.length - 1 && node.keys.length > keys.length
                ? t("diagram.moreKeys", { n: node.keys.length - n })
                : key}
            </span>
          ))}
        </span>
      )}
    </div>
  );
});

/** Hundreds of tables as a few shapes: their names could not be read anyway. */
function fromAfar(laid: Laid): { tables: string[]; links: string } {
  const tables = Array.from({ length: COLOURS }, () => "");
  for (const { x, y, width, height, colour } of laid.nodes.values())
    tables[colour] += `M${x} ${y}h${width}v${height}h${-width}z`;
  return { tables, links: laid.edges.map((e) => e.path).join("") };
}

export function neighbours(laid: Laid, table: string | null): Set<string> {
  const found = new Set<string>();
  for (const { card } of laid.edges) {
    if (card.table === table) found.add(card.key.to_table);
    if (card.key.to_table === table) found.add(card.table);
  }
  if (table !== null) found.delete(table);
  return found;
}
