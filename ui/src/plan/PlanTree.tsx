// The steps of a plan as a tree that opens and closes, with rows and time beside each where the engine gives them.
import { ChevronRight } from "lucide-react";
import { useMemo, useState } from "react";
import { Button, Collection, Tree, TreeItem, TreeItemContent } from "react-aria-components";
import { t } from "../text";
import { flat, type PlanNode, rowWords, timed, timeWords } from "./shape";
import "../styles/plan.css";
import "../text/en/format";
import "../text/en/plan";

const INDENT_REM = 0.9;
/** Of the arrow before a step, with its gap. */
const TOGGLE_REM = 1.35;

export function PlanTree({ nodes, label }: { nodes: PlanNode[]; label: string }) {
  const all = useMemo(() => flat(nodes), [nodes]);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const open = all.filter((n) => n.children.length > 0 && !closed.has(n.id)).map((n) => n.id);
  const shown = { rows: all.some((n) => n.rows !== null), time: timed(nodes) };
  const columns = `plan ${shown.rows ? "with-rows" : ""} ${shown.time ? "with-time" : ""}`;
  return (
    <div className={columns}>
      <div className="plan-line plan-heads" aria-hidden>
        <span>{t("plan.step")}</span>
        {shown.rows && <span className="plan-figure">{t("plan.rows")}</span>}
        {shown.time && <span className="plan-figure">{t("plan.time")}</span>}
      </div>
      <Tree
        className="plan-tree"
        aria-label={label}
        items={nodes}
        selectionMode="none"
        expandedKeys={open}
        onExpandedChange={(keys) => {
          const now = new Set([...keys].map(String));
          setClosed(new Set(all.filter((n) => n.children.length > 0 && !now.has(n.id)).map((n) => n.id)));
        }}
      >
        {(node: PlanNode) => <Item node={node} shown={shown} />}
      </Tree>
    </div>
  );
}

function Item({ node, shown }: { node: PlanNode; shown: { rows: boolean; time: boolean } }) {
  const rows = rowWords(node);
  const time = timeWords(node);
  const counted = node.rows === null ? "" : t("format.rows", { count: Math.round(node.rows), said: rows });
  const spoken = [node.says, counted, time].filter(Boolean).join(", ");
  const depth = node.id.split(".").length - 1;
  return (
    <TreeItem id={node.id} textValue={spoken} className="plan-item">
      <TreeItemContent>
        <div className="plan-line">
          <span className="plan-step" style={{ paddingInlineStart: `${depth * INDENT_REM}rem` }}>
            {node.children.length > 0 ? (
              <Button slot="chevron" className="tree-chevron plan-chevron">
                <ChevronRight aria-hidden size={14} />
              </Button>
            ) : (
              <span className="plan-chevron" />
            )}
            <span dir="auto" className={node.own === null ? "plan-words plan-own" : "plan-words"}>
              {node.says}
            </span>
          </span>
          {shown.rows && <span className="plan-figure">{rows}</span>}
          {shown.time && (
            <span className="plan-figure">
              {time}
              {node.share !== null && (
                <span
                  className="plan-share"
                  aria-hidden
                  style={{ inlineSize: `${Math.round(node.share * 100)}%` }}
                />
              )}
            </span>
          )}
          {node.own !== null && (
            <span
              className="plan-own quiet"
              style={{ paddingInlineStart: `${depth * INDENT_REM + TOGGLE_REM}rem` }}
            >
              {node.own}
            </span>
          )}
        </div>
      </TreeItemContent>
      <Collection items={node.children}>
        {(child: PlanNode) => <Item node={child} shown={shown} />}
      </Collection>
    </TreeItem>
  );
}
