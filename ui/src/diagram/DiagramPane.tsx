// How the tables are joined: a picture to look at, or a list to read.
import { Crosshair, Table2, X } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { Radio, RadioGroup } from "react-aria-components";
import { shortcut } from "../app/commands";
import type { Backend } from "../backend/backend";
import type { Diagram } from "../contract";
import { useLoad } from "../explore/useLoad";
import { plural } from "../format/cell";
import { Button } from "../ui/Button";
import { NameFinder } from "../ui/NameFinder";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { Canvas, neighbours } from "./Canvas";
import { layout } from "./layout";
import { RelationList } from "./RelationList";

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
          label="Find a table in the diagram"
          placeholder="Find a table"
          names={names}
          chosen={selected}
          onChoose={find}
          testid="diagram-search"
        />
        {around !== null && (
          <span className="around" data-testid="around">
            Around <b dir="auto">{around}</b>
            <Button
              small
              kind="quiet"
              label="Show all tables"
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
          aria-label="Form"
          orientation="horizontal"
          value={form}
          onChange={(value) => setForm(value as "picture" | "list")}
        >
          <Radio value="picture" className="segment" data-testid="form-picture">
            Picture
          </Radio>
          <Radio value="list" className="segment" data-testid="form-list">
            List
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
          <Skeleton lines={7} label="Drawing the diagram" />
        </div>
      )}
      {diagram && diagram.nodes.length === 0 && <p className="explore-empty">There is no table to draw.</p>}
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
          <section className="node-card" aria-label={`Chosen: ${selected}`} data-testid="chosen">
            <b className="node-card-name" dir="auto">
              {selected}
            </b>
            <span className="quiet-text">
              {[node.node.module, plural(links.size, "related table")].filter(Boolean).join(" · ")}
            </span>
            <span className="grow" />
            <Button
              small
              testid="diagram-around"
              pressed={around === selected}
              hint={`Only this table and those within two links of it (${shortcut("around")})`}
              onPress={() => onAround(around === selected ? null : selected)}
            >
              <Crosshair aria-hidden size={13} />
              {around === selected ? "All tables" : "Around it"}
            </Button>
            <Button small kind="primary" testid="diagram-open" onPress={() => onOpen(selected)}>
              <Table2 aria-hidden size={13} />
              Open
            </Button>
          </section>
        ) : (
          <ul className="plain-list legend" aria-label="Lines">
            <li>
              <span className="legend-line declared" aria-hidden /> Keys declared in the database
            </li>
            {inferred && (
              <li>
                <span className="legend-line inferred" aria-hidden /> Keys inferred from the data
              </li>
            )}
            <li>
              <b className="legend-end">n</b> many rows, <b className="legend-end">1</b> at most one
            </li>
            <li className="legend-says">Choose a table to see what it is joined to.</li>
          </ul>
        )}
      </div>
    </div>
  );
}
