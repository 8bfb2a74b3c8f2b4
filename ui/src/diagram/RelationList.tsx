// The diagram in words.
import type { Diagram } from "../contract";
import { ends, keyId, standing, standingWords } from "../explore/keyWords";
import { t } from "../text";
import "../text/en/diagram";
import "../text/en/exploreMore";

export function RelationList({ diagram, onOpen }: { diagram: Diagram; onOpen(table: string): void }) {
  const tied = new Set(diagram.edges.flatMap((e) => [e.table, e.key.to_table]));
  const alone = diagram.nodes.filter((n) => !tied.has(n.table));
  return (
    <div className="relations" data-testid="relations">
      <h2 className="block-title">
        {t("diagram.list.between", {
          count: tied.size,
          links: t("common.links", { count: diagram.edges.length }),
        })}
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
              <span className="offscreen">{t("explore.keys.refersTo")}</span>
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
          <h2 className="block-title">{t("diagram.list.alone", { count: alone.length })}</h2>
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
