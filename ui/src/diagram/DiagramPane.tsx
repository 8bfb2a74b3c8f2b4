// How the tables are joined: a picture to look at, or a list to read.
import { Crosshair, Table2, X } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { Radio, RadioGroup } from "react-aria-components";
import { Trans } from "../text/Trans";
import { shortcut } from "../app/commands";
import type { Backend } from "../backend/backend";
import type { Diagram } from "../contract";
import { useLoad } from "../explore/useLoad";
import { t } from "../text";
import { Button } from "../ui/Button";
import { NameFinder } from "../ui/NameFinder";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { Canvas, neighbours } from "./Canvas";
import { layout } from "./layout";
import { RelationList } from "./RelationList";
import "../text/en/diagram";

interface Props {
  backend: Backend;
  id: string;
  fresh: number;
  /** Chosen elsewhere; brought to the middle. */
  table: string | null;
  onOpen(table: string): void;
}

export default function DiagramPane({ backend, id, fresh, table, onOpen }: Props) {
  const [around, setAround] = useState<string | null>(null);
  const [selected, setSelected] = useState<string | null>(table);
  const [seek, setSeek] = useState(table === null ? 0 : 1);
  const [form, setForm] = useState<"picture" | "list">("picture");
  const { load, again } = useLoad(`${id}\u0000${around ?? ""}`, fresh, () => backend.diagram(id, around));
  // The picture before stays, and keeps the focus, until the next one is there.
  const last = useRef<Diagram | null>(null);
  if (load.is === "ready") last.current = load.value;
  const diagram = load.is === "failed" ? null : last.current;
  // The same names, fetched again, leave a list that is open as it is.
  const said = JSON.stringify(diagram?.nodes.map((n) => n.table) ?? []);
  const names = useMemo(() => JSON.parse(said) as string[], [said]);
  const find = (name: string) => {
    setSelected(name);
    setForm("picture");
    setSeek((n) => n + 1);
  };
  const toAround = (name: string | null) => {
    setAround(name);
    setSeek(0);
  };
  return (
    <div className="diagram-pane">
      <div className="diagram-bar">
        <NameFinder
          label={t("diagram.find")}
          placeholder={t("diagram.findHere")}
          names={names}
          chosen={selected}
          onChoose={find}
          testid="diagram-search"
        />
        {around !== null && (
          <span className="around" data-testid="around">
            <Trans i18nKey="diagram.around" values={{ table: around }} components={{ b: <b dir="auto" /> }} />
            <Button
              small
              kind="quiet"
              label={t("diagram.showAll")}
              testid="around-all"
              onPress={() => toAround(null)}
            >
              <X aria-hidden size={13} />
            </Button>
          </span>
        )}
        <span className="grow" />
        <RadioGroup
          className="segments"
          aria-label={t("diagram.form")}
          orientation="horizontal"
          value={form}
          onChange={(value) => setForm(value as "picture" | "list")}
        >
          <Radio value="picture" className="segment" data-testid="form-picture">
            {t("diagram.picture")}
          </Radio>
          <Radio value="list" className="segment" data-testid="form-list">
            {t("diagram.inWords")}
          </Radio>
        </RadioGroup>
      </div>
      {load.is === "failed" && (
        <div className="pane-pad">
          <ProblemView problem={load.problem} onRetry={again} />
        </div>
      )}
      {load.is !== "failed" && !diagram && (
        <div className="pane-pad">
          <Skeleton lines={7} label={t("diagram.drawing")} />
        </div>
      )}
      {diagram && diagram.nodes.length === 0 && <p className="explore-empty">{t("diagram.none")}</p>}
      {diagram && diagram.nodes.length > 0 && form === "list" && (
        <RelationList diagram={diagram} onOpen={onOpen} />
      )}
      {diagram && diagram.nodes.length > 0 && form === "picture" && (
        <Picture
          diagram={diagram}
          around={around}
          selected={selected}
          seek={seek}
          onSelect={setSelected}
          onAround={toAround}
          onOpen={onOpen}
        />
      )}
    </div>
  );
}

/** Height of what stands above and below the picture. */
const AROUND = 190;

function Picture(props: {
  diagram: Diagram;
  around: string | null;
  selected: string | null;
  seek: number;
  onSelect(table: string | null): void;
  onAround(table: string | null): void;
  onOpen(table: string): void;
}) {
  const { diagram, around, selected, onSelect, onAround, onOpen } = props;
  // The same tables and keys, fetched again, leave the picture as it is.
  const text = JSON.stringify(diagram);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its text is what counts
  const laid = useMemo(() => layout(diagram, innerWidth / Math.max(200, innerHeight - AROUND)), [text]);
  const node = selected === null ? null : laid.nodes.get(selected);
  const links = neighbours(laid, selected);
  useEffect(() => {
    if (selected !== null && !laid.nodes.has(selected)) onSelect(null);
  }, [laid, selected, onSelect]);
  const inferred = diagram.edges.some((e) => e.key.origin.kind === "inferred");
  return (
    <div className="picture">
      <Canvas
        laid={laid}
        selected={selected}
        seek={props.seek}
        onSelect={onSelect}
        onOpen={onOpen}
        onAround={(table) => onAround(around === table ? null : table)}
      />
      <div className="diagram-foot">
        {node && selected !== null ? (
          <section
            className="node-card"
            aria-label={t("diagram.chosen", { table: selected })}
            data-testid="chosen"
          >
            <b className="node-card-name" dir="auto">
              {selected}
            </b>
            <span className="quiet-text">
              {[node.node.module, t("diagram.related", { count: links.size })].filter(Boolean).join(" · ")}
            </span>
            <span className="grow" />
            <Button
              small
              testid="diagram-around"
              pressed={around === selected}
              hint={t("diagram.aroundHint", { key: shortcut("around") })}
              onPress={() => onAround(around === selected ? null : selected)}
            >
              <Crosshair aria-hidden size={13} />
              {around === selected ? t("diagram.all") : t("diagram.aroundIt")}
            </Button>
            <Button small kind="primary" testid="diagram-open" onPress={() => onOpen(selected)}>
              <Table2 aria-hidden size={13} />
              {t("diagram.open")}
            </Button>
          </section>
        ) : (
          <ul className="plain-list legend" aria-label={t("diagram.lines")}>
            <li>
              <span className="legend-line declared" aria-hidden /> {t("diagram.declared")}
            </li>
            {inferred && (
              <li>
                <span className="legend-line inferred" aria-hidden /> {t("diagram.inferred")}
              </li>
            )}
            <li>
              <Trans i18nKey="diagram.ends" components={{ b: <b className="legend-end" /> }} />
            </li>
            <li className="legend-says">{t("diagram.choose")}</li>
          </ul>
        )}
      </div>
    </div>
  );
}
