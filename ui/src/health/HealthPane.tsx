// What a person should know of their data before trusting an answer, in plain words.
import { ArrowRight, CircleCheck, CircleHelp, Info, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { State } from "../app/state";
import type { Backend } from "../backend/backend";
import type { HealthNote } from "../contract";
import { useLoad } from "../explore/useLoad";
import { aboutRows, count } from "../format/cell";
import { t } from "../text";
import { Waiting } from "../ui/Waiting";
import { grouped, KINDS, type NoteGroup, type Weight, WEIGHTS } from "./health";
import "../text/en/health";

interface Props {
  backend: Backend;
  state: State;
  id: string;
  fresh: number;
  onOpen(table: string, column: string | null): void;
}

const ICONS = { wrong: TriangleAlert, care: CircleHelp, known: Info } as const;
const TONES: Record<Weight, string> = { wrong: "bad", care: "warn", known: "info" };
const FEW = 5;

export function HealthPane({ backend, state, id, fresh, onOpen }: Props) {
  const { load, again } = useLoad(id, fresh, () => backend.health(id));
  if (load.is !== "ready")
    return <Waiting load={load} again={again} lines={8} label={t("health.pane.looking")} />;
  const notes = load.value;
  const groups = grouped(notes);
  const part = state.prepared.is !== "ready";
  return (
    <div className="sheet health" data-testid="health">
      {part && (
        <p className="health-part" role="status">
          {state.prepared.is === "loading" ? t("health.pane.mayGrow") : t("health.pane.mayBeShort")}
        </p>
      )}
      {notes.length === 0 ? (
        <div className="health-good">
          <CircleCheck aria-hidden size={34} strokeWidth={1.75} />
          <div>
            <h2 className="health-good-title">{part ? t("health.pane.noneYet") : t("health.pane.none")}</h2>
            <p>{part ? t("health.pane.noneYetSays") : t("health.pane.noneSays")}</p>
          </div>
        </div>
      ) : (
        <p className="health-sum">{t("health.pane.things", { count: notes.length })}</p>
      )}
      {WEIGHTS.map(({ weight, title, says }) => {
        const list = groups.get(weight);
        if (!list) return null;
        const Icon = ICONS[weight];
        return (
          <section key={weight} className="weight" aria-labelledby={`weight-${weight}`}>
            <header className="weight-head">
              <Icon aria-hidden size={18} className={`tone-${TONES[weight]}`} />
              <h2 id={`weight-${weight}`} className="weight-title">
                {title}
              </h2>
              <p className="quiet-text">{says}</p>
            </header>
            {list.map((group) => (
              <Group key={group.kind} group={group} onOpen={onOpen} />
            ))}
          </section>
        );
      })}
    </div>
  );
}

function Group({ group, onOpen }: { group: NoteGroup; onOpen: Props["onOpen"] }) {
  const [all, setAll] = useState(false);
  const { title } = KINDS[group.kind];
  const shown = all ? group.notes : group.notes.slice(0, FEW);
  return (
    <section className="note-group" aria-label={title} data-testid={`health-${group.kind}`}>
      <h3 className="note-kind">
        {title} <span className="note-count">{count(group.notes.length)}</span>
      </h3>
      <ul className="plain-list health-notes">
        {shown.map((note, n) => (
          <Note key={n} note={note} onOpen={onOpen} />
        ))}
      </ul>
      {group.notes.length > FEW && (
        <button type="button" className="link note-all" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t("health.pane.fewer") : t("health.pane.all", { count: group.notes.length })}
        </button>
      )}
    </section>
  );
}

function Note({ note, onOpen }: { note: HealthNote; onOpen: Props["onOpen"] }) {
  const where = note.column === null ? note.table : `${note.table}.${note.column}`;
  return (
    <li className="health-note">
      <p className="note-head">
        <button
          type="button"
          className="note-where"
          dir="auto"
          aria-label={t("health.pane.goTo", { where })}
          onClick={() => onOpen(note.table, note.column)}
        >
          {where}
          <ArrowRight aria-hidden size={13} />
        </button>
        {note.rows && note.rows.count > 0 && (
          <span className="note-rows">
            {note.rows.exact
              ? aboutRows(note.rows)
              : t("health.pane.sampled", { rows: aboutRows(note.rows) })}
          </span>
        )}
      </p>
      <p className="note-says" dir="auto">
        {note.says}
      </p>
      <p className="note-means" dir="auto">
        {note.means}
      </p>
      {note.examples.length > 0 && (
        <ul className="plain-list examples-list" aria-label={t("health.pane.examples")}>
          {note.examples.map((example, n) => (
            <li key={n} className="tag" dir="auto">
              {example === "" ? <i>{t("health.pane.empty")}</i> : <span className="exact">{example}</span>}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
