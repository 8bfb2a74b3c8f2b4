// The values of a column in pictures: a histogram with its middle half, the commonest values, the share of NULL.
import type { ColumnProfile, Histogram } from "../contract";
import { count, type Formatter, plural, raw } from "../format/cell";
import { bounds, peak, shares } from "./spread";
import { nullWords } from "./words";

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
  const between = top
    ? `, most between ${show(top[0]).text} and ${show(top[1]).text}`
    : `, most in part ${at + 1} of ${histogram.rows.length}`;
  const middle = shares(profile.quantiles, histogram.from, histogram.to);
  const [low, q1, median, q3, high] = middle ?? [];
  return (
    <figure className="histogram">
      <svg
        viewBox={`0 0 ${histogram.rows.length * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Histogram from ${show(histogram.from).text} to ${show(histogram.to).text}${between}`}
      >
        {histogram.rows.map((rows, n) => {
          const tall = rows === 0 ? 0 : Math.max(2, (rows / most) * HEIGHT);
          const edge = bounds(histogram, n);
          return (
            <rect key={n} x={n * 10 + 0.6} y={HEIGHT - tall} width={8.8} height={tall} className="bar">
              <title>
                {edge ? `${show(edge[0]).text} to ${show(edge[1]).text}: ` : ""}
                {plural(rows, "row")}
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
        <span>{show(histogram.from).text}</span>
        <span>{show(histogram.to).text}</span>
      </figcaption>
    </figure>
  );
}

const SHOWN = 5;

export function TopValues({ profile, show }: { profile: ColumnProfile; show: Formatter }) {
  const most = Math.max(1, ...profile.top.map((t) => t.rows));
  const shown = profile.top.slice(0, SHOWN);
  const rest = profile.top.length - shown.length;
  if (most === 1)
    return (
      <div className="once">
        <p className="quiet-text">No value comes twice among those read. For example:</p>
        <ul className="plain-list examples-list" aria-label={`Values of ${profile.column}`}>
          {shown.map((t) => (
            <li key={raw(t.value)} className="tag" dir="auto">
              {show(t.value).text}
            </li>
          ))}
        </ul>
      </div>
    );
  return (
    <ul className="plain-list tops" aria-label={`Commonest values of ${profile.column}`}>
      {shown.map((t) => (
        <li key={raw(t.value)} title={plural(t.rows, "row")}>
          <span className="top-bar" style={{ width: `${(t.rows / most) * 100}%` }} aria-hidden />
          <span className="top-value" dir="auto" title={show(t.value).text}>
            {show(t.value).text}
          </span>
          <span className="top-count">{count(t.rows)}</span>
        </li>
      ))}
      {rest > 0 && (
        <li
          className="tops-rest"
          title={profile.top
            .slice(SHOWN)
            .map((t) => raw(t.value))
            .join(", ")}
        >
          and {count(rest)} more among the commonest
        </li>
      )}
    </ul>
  );
}

export function NullBar({ profile }: { profile: ColumnProfile }) {
  const share = profile.rows === 0 ? 0 : profile.nulls / profile.rows;
  return (
    <span className="null-place" title={`${count(profile.nulls)} of ${plural(profile.rows, "row")}`}>
      {share > 0 && (
        <span className="null-bar" aria-hidden>
          <span style={{ width: `max(2px, ${share * 100}%)` }} />
        </span>
      )}
      {nullWords(profile.nulls, profile.rows)}
    </span>
  );
}
