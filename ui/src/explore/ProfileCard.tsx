// One column: what it means, what its values look like, what they are in disguise.
import { Hourglass, KeyRound, Link2 } from "lucide-react";
import type { Column, ColumnProfile, Description, Table } from "../contract";
import { type Formatter, formatter } from "../format/cell";
import { figures } from "../format/numbers";
import { keyFacts } from "../sidebar/keys";
import { t } from "../text";
import { DescriptionView } from "./Description";
import { HistogramView, NullBar, TopValues } from "./Figures";
import { measure } from "./spread";
import { DISGUISES, distinctWords } from "./words";
import "../text/en/explore";
import "../text/en/exploreMore";

type Describing = Omit<Parameters<typeof DescriptionView>[0], "description" | "of">;

interface Props {
  table: Table;
  column: Column;
  description: Description | null;
  profile: ColumnProfile | null;
  /** "from a sample: 50,000 of 1,249,833 rows". */
  sample: string | null;
  /** Why there are no figures. */
  unread: string;
  describing: Describing;
}

export function ProfileCard({ table, column, description, profile, sample, unread, describing }: Props) {
  const primary = table.primary_key.includes(column.name);
  const link = table.foreign_keys.find((k) => k.columns.includes(column.name));
  const show = formatter(
    { name: column.name, kind: column.kind },
    profile ? [profile.min, profile.max, ...profile.quantiles] : [],
  );
  return (
    <>
      <header className="profile-head">
        {primary && <KeyRound aria-label={t("explore.column.primary")} size={14} className="profile-key" />}
        {!primary && link && (
          <Link2 aria-label={t("explore.column.refers")} size={14} className="profile-key" />
        )}
        <h4 className="profile-name" dir="auto" tabIndex={-1}>
          {column.name}
        </h4>
        <span className="profile-type">{column.declared_type.toLowerCase() || column.kind}</span>
        {profile?.unique && !primary && <span className="tag strong">{t("explore.column.unique")}</span>}
        {profile?.disguises.map((d) => (
          <span key={d} className="tag disguise" data-testid="disguise">
            {DISGUISES[d]}
          </span>
        ))}
        {profile && sample && (
          <span className="tag sample" title={sample}>
            {t("explore.sample.tag")}
          </span>
        )}
      </header>
      {description && (
        <DescriptionView
          {...describing}
          description={description}
          of={{ kind: "column", name: column.name }}
        />
      )}
      {keyFacts(table, column.name).length > 1 && (
        <p className="quiet-text">{keyFacts(table, column.name).join(" · ")}</p>
      )}
      {profile === null ? (
        <p className="profile-unread">
          <Hourglass aria-hidden size={13} /> {unread}
        </p>
      ) : profile.rows === 0 ? (
        <p className="quiet-text">{t("explore.column.noRows")}</p>
      ) : (
        <div className="profile-body">
          <Facts profile={profile} sample={sample} show={show} />
          <div className="profile-pictures">
            {profile.histogram && (
              <HistogramView profile={profile} histogram={profile.histogram} show={show} />
            )}
            {profile.top.length > 0 && (profile.histogram === null || profile.distinct <= 12) && (
              <TopValues profile={profile} show={show} />
            )}
            {profile.histogram === null && profile.top.length === 0 && (
              <p className="quiet-text">
                {profile.nulls >= profile.rows ? t("explore.column.allNull") : t("explore.column.noneCommon")}
              </p>
            )}
          </div>
        </div>
      )}
    </>
  );
}

function Facts({
  profile,
  sample,
  show,
}: {
  profile: ColumnProfile;
  sample: string | null;
  show: Formatter;
}) {
  const figure = new Intl.NumberFormat(figures(), { maximumSignificantDigits: 4 });
  const [, q1, median, q3] = profile.quantiles;
  return (
    <dl className="figures profile-figures">
      <dt>{t("explore.facts.different")}</dt>
      <dd>{distinctWords(profile, sample !== null)}</dd>
      <dt>NULL</dt>
      <dd>
        <NullBar profile={profile} />
      </dd>
      {measure(profile.min) !== null && (
        <>
          <dt>{t("explore.facts.range")}</dt>
          <dd dir="auto">
            {t("explore.facts.fromTo", { from: show(profile.min).text, to: show(profile.max).text })}
          </dd>
        </>
      )}
      {median !== undefined && q1 !== undefined && q3 !== undefined && (
        <>
          <dt>{t("explore.facts.middle")}</dt>
          <dd dir="auto">
            {show(median).text}{" "}
            <span className="quiet-text">
              {t("explore.facts.half", { from: show(q1).text, to: show(q3).text })}
            </span>
          </dd>
        </>
      )}
      {profile.mean !== null && (
        <>
          <dt>{t("explore.facts.mean")}</dt>
          <dd>
            {figure.format(profile.mean)}
            {profile.std_dev !== null && (
              <span title={t("explore.facts.deviation")}> ± {figure.format(profile.std_dev)}</span>
            )}
          </dd>
        </>
      )}
      {profile.mean_length !== null && profile.max_length > 0 && (
        <>
          <dt>{t("explore.facts.length")}</dt>
          <dd>
            {t("explore.facts.lengthSays", {
              mean: figure.format(profile.mean_length),
              most: profile.max_length,
            })}
          </dd>
        </>
      )}
      {profile.shape !== null && (
        <>
          <dt>{t("explore.facts.shape")}</dt>
          <dd>
            <code className="shape" dir="ltr">
              {profile.shape}
            </code>
          </dd>
        </>
      )}
      {sample !== null && (
        <>
          <dt>{t("explore.facts.read")}</dt>
          <dd>{t("explore.facts.readSays", { rows: t("common.rows", { count: profile.rows }) })}</dd>
        </>
      )}
    </dl>
  );
}
