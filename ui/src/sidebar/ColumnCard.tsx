// What the values of a column look like.
import { X } from "lucide-react";
import type { Column, ColumnProfile, ForeignKey, Table, TableProfile } from "../contract";
import { DISGUISES, distinctWords } from "../explore/words";
import { count, formatter, percent, raw } from "../format/cell";
import { t } from "../text";
import { Button } from "../ui/Button";
import { keyFacts } from "./keys";
import "../text/en/sidebar";

interface Props {
  table: Table;
  column: Column;
  profile: ColumnProfile | null;
  /** Set where the figures come from a part of the rows. */
  sample: TableProfile | null;
  onExplore(): void;
  onClose(): void;
}

export function ColumnCard({ table, column, profile, sample, onExplore, onClose }: Props) {
  const link = table.foreign_keys.find((f) => f.columns.includes(column.name));
  return (
    <section className="column-card" aria-label={t("sidebar.column.name", { name: column.name })}>
      <header className="column-head">
        <h3 className="column-name" dir="auto">
          {column.name}
        </h3>
        <Button kind="quiet" small label={t("common.close")} onPress={onClose}>
          <X aria-hidden size={14} />
        </Button>
      </header>
      {link && <p className="quiet-text">{refersTo(link)}</p>}
      {column.comment && <p className="quiet-text">{column.comment}</p>}
      <KeyFacts table={table} column={column} />
      {column.labels.length > 0 && (
        <div className="labels">
          <span className="label">{t("sidebar.column.oneOf")}</span>
          <ul className="plain-list label-list" aria-label={t("sidebar.column.labels")}>
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
        <p className="quiet-text">{t("sidebar.column.unread")}</p>
      )}
      <p>
        <button type="button" className="link" onClick={onExplore}>
          {t("sidebar.column.all")}
        </button>
      </p>
    </section>
  );
}

function refersTo({ to_table, to_columns, origin }: ForeignKey): string {
  const target = `${to_table}.${to_columns.join(", ")}`;
  if (origin.kind !== "inferred") return t("sidebar.column.refersTo", { target });
  const sure = percent(origin.confidence);
  return t("sidebar.column.refersToInferred", { target, sure, why: origin.why });
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
  sample: TableProfile | null;
}) {
  if (profile.rows === 0) return <p className="quiet-text">{t("sidebar.column.noRows")}</p>;
  const show = formatter({ name: column.name, kind: column.kind }, [profile.min, profile.max]);
  const most = Math.max(1, ...profile.top.map(({ rows }) => rows));
  return (
    <>
      <dl className="figures">
        <dt>{t("sidebar.column.different")}</dt>
        <dd>{distinctWords(profile, sample !== null)}</dd>
        <dt>NULL</dt>
        <dd>
          {profile.nulls === 0
            ? t("sidebar.column.noNulls")
            : `${count(profile.nulls)} (${percent(profile.nulls / profile.rows)})`}
        </dd>
        {profile.min !== null && (
          <>
            <dt>{t("sidebar.column.range")}</dt>
            <dd dir="auto">
              {t("sidebar.column.fromTo", { from: show(profile.min).text, to: show(profile.max).text })}
            </dd>
          </>
        )}
        {profile.disguises.length > 0 && (
          <>
            <dt>{t("sidebar.column.holds")}</dt>
            <dd>{profile.disguises.map((d) => DISGUISES[d]).join(", ")}</dd>
          </>
        )}
      </dl>
      {sample && (
        <p className="quiet-text">
          {t("sidebar.column.sampled", {
            read: sample.read,
            rows: t("common.rows", { count: sample.rows }),
          })}
        </p>
      )}
      {profile.top.length > 0 && (
        <ul className="plain-list tops" aria-label={t("sidebar.column.commonest")}>
          {profile.top.slice(0, 6).map(({ value, rows }) => (
            <li key={raw(value)} title={t("common.rows", { count: rows })}>
              <span className="top-bar" style={{ width: `${(rows / most) * 100}%` }} aria-hidden />
              <span className="top-value" dir="auto">
                {show(value).text}
              </span>
              <span className="top-count">{count(rows)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
