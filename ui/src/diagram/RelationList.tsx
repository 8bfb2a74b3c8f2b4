// The diagram in words.
import type { Diagram } from "../contract";
import { ends, keyId, standing, standingWords } from "../explore/keyWords";
import { plural } from "../format/cell";

export function RelationList({ diagram, onOpen }: { diagram: Diagram; onOpen(table: string): void }) {
  const tied = new Set(diagram.edges.flatMap((e) => [e.table, e.key.to_table]));
  const alone = diagram.nodes.filter((n) => !tied.has(n.table));
  return (
    <div className="relations" data-testid="relations">
      <h2 className="block-title">
        {plural(diagram.edges.length, "link")} between {plural(tied.size, "table")}
      </h2>
      <ul className="plain-list relation-list">
        {diagram.edges.map((card) => {
          const { from, to } = ends(card);
          return (
            <li key={keyId(card)} className={`relation ${standing(card)}`}>
              <button type="button" className="relation-end" dir="auto" onClick={() => onOpen(card.table)}>
                {from}
              </button>
              <span aria-hidden>→</span>
              <span className="offscreen">refers to</span>
              <button
                type="button"
                className="relation-end"
                dir="auto"
                onClick={() => onOpen(card.key.to_table)}
              >
                {to}
              </button>
              <span className={`standing ${standing(card)}`}>{standingWords(card)}</span>
            </li>
          );
        })}
      </ul>
      {alone.length > 0 && (
        <>
          <h2 className="block-title">{plural(alone.length, "table")} without a link</h2>
          <ul className="plain-list alone-list">
            {alone.map((node) => (
              <li key={node.table}>
                <button type="button" className="relation-end" dir="auto" onClick={() => onOpen(node.table)}>
                  {node.table}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
