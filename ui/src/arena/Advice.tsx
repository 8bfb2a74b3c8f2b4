// What a model was given and what it took: questions like this one, the columns it chose, and names that do not exist.
import type { ExampleMatch, FieldName, Picked } from "../contract";
import { percent } from "../format/cell";

const name = (field: FieldName) => `${field.table}.${field.column}`;

export function Advice({ chosen }: { chosen: Picked }) {
  const sure = chosen.precise.map(name);
  const perhaps = chosen.recall.map(name).filter((field) => !sure.includes(field));
  return (
    <>
      <h4 className="label">What a model chose</h4>
      <dl className="word-list" data-testid="model-chose">
        <Names title="What the model took for sure" names={sure} none="Nothing." />
        <Names title="What may also be meant" names={perhaps} none="Nothing more." />
        {chosen.dropped.length > 0 && (
          <Names title="Names it made up, left out" names={chosen.dropped} none="" />
        )}
        {chosen.sketch && (
          <Names title="A first query, whose columns are kept" names={[chosen.sketch]} none="" />
        )}
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
      <h4 className="label">Questions like this one</h4>
      <p className="quiet-text">Shown to a model with their queries, to learn from.</p>
      <ul className="plain-list likes" aria-label="Questions like this one">
        {examples.map((example) => (
          <li key={`${example.database}-${example.question}`}>
            <span dir="auto">{example.question}</span>
            <span className="quiet-text">
              {" "}
              {percent(example.similarity)} alike{example.verified && ", answered here and found right"}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
