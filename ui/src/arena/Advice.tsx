// What a model was given and what it took: questions like this one, the columns it chose, and names that do not exist.
import type { ExampleMatch, FieldName, Picked } from "../contract";
import { percent } from "../format/cell";
import { t } from "../text";
import "../text/en/arena";

const name = (field: FieldName) => `${field.table}.${field.column}`;

export function Advice({ chosen }: { chosen: Picked }) {
  const sure = chosen.precise.map(name);
  const perhaps = chosen.recall.map(name).filter((field) => !sure.includes(field));
  return (
    <>
      <h4 className="label">{t("arena.advice.title")}</h4>
      <dl className="word-list" data-testid="model-chose">
        <Names title={t("arena.advice.sure")} names={sure} none={t("arena.advice.nothing")} />
        <Names title={t("arena.advice.perhaps")} names={perhaps} none={t("arena.advice.nothingMore")} />
        {chosen.dropped.length > 0 && (
          <Names title={t("arena.advice.dropped")} names={chosen.dropped} none="" />
        )}
        {chosen.sketch && <Names title={t("arena.advice.sketch")} names={[chosen.sketch]} none="" />}
      </dl>
    </>
  );
}

function Names({ title, names, none }: { title: string; names: string[]; none: string }) {
  return (
    <div>
      <dt>{title}</dt>
      {names.length > 0 ? (
        <dd className="mono" dir="auto">
          {names.join(", ")}
        </dd>
      ) : (
        <dd>{none}</dd>
      )}
    </div>
  );
}

export function Like({ examples }: { examples: ExampleMatch[] }) {
  if (examples.length === 0) return null;
  return (
    <>
      <h4 className="label">{t("arena.advice.like")}</h4>
      <p className="quiet-text">{t("arena.advice.likeSays")}</p>
      <ul className="plain-list likes" aria-label={t("arena.advice.like")}>
        {examples.map((example) => (
          <li key={`${example.database}-${example.question}`}>
            <span dir="auto">{example.question}</span>
            <span className="quiet-text">
              {" "}
              {example.verified
                ? t("arena.advice.alikeVerified", { share: percent(example.similarity) })
                : t("arena.advice.alike", { share: percent(example.similarity) })}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
