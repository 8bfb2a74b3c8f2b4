// The values of a column in pictures: a histogram with its middle half, the commonest values, the share of NULL.
import type { ColumnProfile, Histogram } from "../contract";
import { count, type Formatter, raw } from "../format/cell";
import { t } from "../text";
import { bounds, peak, shares } from "./spread";
import { nullWords } from "./words";
import "../text/en/explore";
import "../text/en/exploreMore";

const HEIGHT = 100;

export function HistogramView({
  profile,
  histogram,
  show,
}: {
  profile: ColumnProfile;
  histogram: Histogram;
  show: Formatter;
}) {
  const most = Math.max(1, ...histogram.rows);
  const at = peak(histogram);
  const top = bounds(histogram, at);
  const [from, to] = [show(histogram.from).text, show(histogram.to).text];
  const says = top
    ? t("explore.histogram.between", { from, to, low: show(top[0]).text, high: show(top[1]).text })
    : t("explore.histogram.part", { from, to, n: at + 1, of: histogram.rows.length });
  const middle = shares(profile.quantiles, histogram.from, histogram.to);
  const [low, q1, median, q3, high] = middle ?? [];
  return (
    <figure className="histogram">
      <svg
        viewBox={`0 0 ${histogram.rows.length * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={says}
      >
        {histogram.rows.map((rows, n) => {
          const tall = rows === 0 ? 0 : Math.max(2, (rows / most) * HEIGHT);
          const edge = bounds(histogram, n);
          const counted = t("common.rows", { count: rows });
          return (
            <rect key={n} x={n * 10 + 0.6} y={HEIGHT - tall} width={8.8} height={tall} className="bar">
              <title>
                {edge
                  ? t("explore.histogram.bar", {
                      from: show(edge[0]).text,
                      to: show(edge[1]).text,
                      rows: counted,
                    })
                  : counted}
              </title>
            </rect>
          );
        })}
      </svg>
      {low !== undefined &&
        q1 !== undefined &&
        median !== undefined &&
        q3 !== undefined &&
        high !== undefined && (
          <div className="middle-half" aria-hidden>
            <span className="whisker" style={{ left: `${low * 100}%`, right: `${(1 - high) * 100}%` }} />
            <span className="quartiles" style={{ left: `${q1 * 100}%`, right: `${(1 - q3) * 100}%` }} />
            <span className="median" style={{ left: `${median * 100}%` }} />
          </div>
        )}
      <figcaption className="histogram-ends">
        <span>{from}</span>
        <span>{to}</span>
      </figcaption>
    </figure>
  );
}

const SHOWN = 5;

export function TopValues({ profile, show }: { profile: ColumnProfile; show: Formatter }) {
  const most = Math.max(1, ...profile.top.map((one) => one.rows));
  const shown = profile.top.slice(0, SHOWN);
  const rest = profile.top.length - shown.length;
  if (most === 1)
    return (
      <div className="once">
        <p className="quiet-text">{t("explore.top.once")}</p>
        <ul
          className="plain-list examples-list"
          aria-label={t("explore.top.values", { column: profile.column })}
        >
          {shown.map((one) => (
            <li key={raw(one.value)} className="tag" dir="auto">
              {show(one.value).text}
            </li>
          ))}
        </ul>
      </div>
    );
  return (
    <ul className="plain-list tops" aria-label={t("explore.top.commonest", { column: profile.column })}>
      {shown.map((one) => (
        <li key={raw(one.value)} title={t("common.rows", { count: one.rows })}>
          <span className="top-bar" style={{ width: `${(one.rows / most) * 100}%` }} aria-hidden />
          <span className="top-value" dir="auto" title={show(one.value).text}>
            {show(one.value).text}
          </span>
          <span className="top-count">{count(one.rows)}</span>
        </li>
      ))}
      {rest > 0 && (
        <li
          className="tops-rest"
          title={profile.top
            .slice(SHOWN)
            .map((one) => raw(one.value))
            .join(", ")}
        >
          {t("explore.top.rest", { n: rest })}
        </li>
      )}
    </ul>
  );
}

export function NullBar({ profile }: { profile: ColumnProfile }) {
  const share = profile.rows === 0 ? 0 : profile.nulls / profile.rows;
  return (
    <span
      className="null-place"
      title={t("explore.nulls.of", {
        n: profile.nulls,
        rows: t("common.rows", { count: profile.rows }),
      })}
    >
      {share > 0 && (
        <span className="null-bar" aria-hidden>
          <span style={{ width: `max(2px, ${share * 100}%)` }} />
        </span>
      )}
      {nullWords(profile.nulls, profile.rows)}
    </span>
  );
}
