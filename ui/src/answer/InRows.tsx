// What the rows say beyond the answer's sentence, each with the figures it rests on; a press shows its rows in the table.
import {
  Blocks,
  CircleDashed,
  ListFilter,
  PieChart,
  TrendingUp,
  TrendingUpDown,
  Waypoints,
} from "lucide-react";
import type { Found, FoundKind } from "../contract";
import { t } from "../text";
import { Button } from "../ui/Button";
import "../text/en/answerMore";

const ICONS: Record<FoundKind, typeof Blocks> = {
  break: TrendingUpDown,
  change: TrendingUp,
  outlier: Waypoints,
  share: PieChart,
  concentration: Blocks,
  missing: CircleDashed,
};

interface Props {
  found: readonly Found[];
  /** The one whose rows are marked in the table. */
  shown: Found | null;
  onShow(found: Found | null): void;
}

export function InRows({ found, shown, onShow }: Props) {
  if (found.length === 0) return null;
  return (
    <section className="in-rows" aria-labelledby="in-rows-name" data-testid="in-rows">
      <h2 id="in-rows-name" className="in-rows-name">
        {t("answer.inRows.title")}
      </h2>
      <ul className="plain-list">
        {found.map((one) => {
          const Icon = ICONS[one.kind];
          const open = one === shown;
          return (
            <li key={`${one.kind}-${one.says}`} className={`in-row ${open ? "shown" : ""}`}>
              <Icon aria-hidden size={16} className="in-row-icon" />
              <div className="in-row-words">
                <p className="in-row-says" dir="auto">
                  {one.says}
                </p>
                <p className="in-row-rests" dir="auto">
                  {one.rests}
                </p>
              </div>
              <Button
                small
                kind="quiet"
                testid="in-rows-show"
                hint={open ? t("answer.inRows.hideHint") : t("answer.inRows.showHint")}
                onPress={() => onShow(open ? null : one)}
              >
                <ListFilter aria-hidden size={14} />
                {open
                  ? t("answer.inRows.hide")
                  : t("answer.inRows.show", { rows: t("common.rows", { count: one.rows.length }) })}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
