// What the values of a column look like.
import { X } from "lucide-react";
import type { Column, ColumnProfile, Table } from "../contract";
import { DISGUISES, distinctWords } from "../explore/words";
import { count, formatter, percent, plural, raw } from "../format/cell";
import { Button } from "../ui/Button";
import { keyFacts } from "./keys";

interface Props {
  table: Table;
  column: Column;
  profile: ColumnProfile | null;
  /** "from a sample: 50,000 of 1,249,833 rows". */
  sample: string | null;
  onExplore(): void;
  onClose(): void;
}

export function ColumnCard({ table, column, profile, sample, onExplore, onClose }: Props) {
  const link = table.foreign_keys.find((f) => f.columns.includes(column.name));
  return (
    <section className="column-card" aria-label={`Column ${column.name}`}>
      <header className="column-head">
        <h3 className="column-name" dir="auto">
          {column.name}
        </h3>
        <Button kind="quiet" small label="Close" onPress={onClose}>
          <X aria-hidden size={14} />
        </Button>
      </header>
      {link && (
        <p className="quiet-text">
          Refers to {link.to_table}.{link.to_columns.join(", ")}
          {link.origin.kind === "inferred" &&
            ` (inferred, ${percent(link.origin.confidence)} sure: ${link.origin.why})`}
        </p>
      )}
      {column.comment && <p className="quiet-text">{column.comment}</p>}
      <KeyFacts table={table} column={column} />
      {column.labels.length > 0 && (
        <div className="labels">
          <span className="label">One of</span>
          <ul className="plain-list label-list" aria-label="Labels, in their order">
            {column.labels.map((label) => (
              <li key={label} className="tag" dir="auto">
                {label}
              </li>
            ))}
          </ul>
        </div>
      )}
      {profile ? (
        <Figures profile={profile} column={column} sample={sample} />
      ) : (
        <p className="quiet-text">Its values have not been read yet.</p>
      )}
      <p>
        <button type="button" className="link" onClick={onExplore}>
          All that is known of it
        </button>
      </p>
    </section>
  );
}

/** What the engine keeps for finding rows by this column. */
function KeyFacts({ table, column }: { table: Table; column: Column }) {
  const facts = keyFacts(table, column.name);
  if (facts.length === 0) return null;
  return (
    <ul className="plain-list key-facts">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}

function Figures({
  profile,
  column,
  sample,
}: {
  profile: ColumnProfile;
  column: Column;
  sample: string | null;
}) {
  if (profile.rows === 0) return <p className="quiet-text">The table has no rows.</p>;
  const show = formatter({ name: column.name, kind: column.kind }, [profile.min, profile.max]);
  const most = Math.max(1, ...profile.top.map((t) => t.rows));
  return (
    <>
      <dl className="figures">
        <dt>Different</dt>
        <dd>{distinctWords(profile, sample !== null)}</dd>
        <dt>NULL</dt>
        <dd>
          {profile.nulls === 0
            ? "none"
            : `${count(profile.nulls)} (${percent(profile.nulls / profile.rows)})`}
        </dd>
        {profile.min !== null && (
          <>
            <dt>Range</dt>
            <dd dir="auto">
              {show(profile.min).text} to {show(profile.max).text}
            </dd>
          </>
        )}
        {profile.disguises.length > 0 && (
          <>
            <dt>Holds</dt>
            <dd>{profile.disguises.map((d) => DISGUISES[d]).join(", ")}</dd>
          </>
        )}
      </dl>
      {sample && <p className="quiet-text">These figures come {sample}.</p>}
      {profile.top.length > 0 && (
        <ul className="plain-list tops" aria-label="Commonest values">
          {profile.top.slice(0, 6).map((t) => (
            <li key={raw(t.value)} title={plural(t.rows, "row")}>
              <span className="top-bar" style={{ width: `${(t.rows / most) * 100}%` }} aria-hidden />
              <span className="top-value" dir="auto">
                {show(t.value).text}
              </span>
              <span className="top-count">{count(t.rows)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
