import { ArrowDown, ArrowUp, Search as Glass, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { count } from "../format/cell";
import { t } from "../text";
import { Button } from "../ui/Button";
import type { Place } from "./selection";
import type { Search } from "./useFind";
import "../text/en/grid";

interface FindProps {
  search: Search;
  active: Place;
  onNext(step: 1 | -1): void;
  onClose(): void;
}

export function FindBar({ search, active, onNext, onClose }: FindProps) {
  const { words, found, busy } = search;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const none = found === 0 ? t("grid.find.nothing") : null;
  return (
    <search className="find-bar">
      <Glass aria-hidden size={15} />
      <input
        ref={input}
        className="find-input"
        aria-label={t("grid.find.label")}
        placeholder={t("grid.find.label")}
        value={words}
        onChange={(e) => search.say(e.target.value)}
        onKeyDown={(e) => {
          if (e.key === "Enter") onNext(e.shiftKey ? -1 : 1);
          if (e.key === "Escape") {
            e.stopPropagation();
            onClose();
          }
        }}
      />
      <span className="find-count" aria-live="polite" data-testid="find-count">
        {words === ""
          ? ""
          : search.problem
            ? search.problem.message
            : busy
              ? t("grid.find.busy")
              : foundWords(search, active)}
      </span>
      <Button small kind="quiet" label={t("grid.find.previous")} disabled={none} onPress={() => onNext(-1)}>
        <ArrowUp aria-hidden size={15} />
      </Button>
      <Button small kind="quiet" label={t("grid.find.next")} disabled={none} onPress={() => onNext(1)}>
        <ArrowDown aria-hidden size={15} />
      </Button>
      <Button small kind="quiet" label={t("grid.find.close")} onPress={onClose}>
        <X aria-hidden size={15} />
      </Button>
    </search>
  );
}

/** Which of the hits the active cell is, where it is one, and how many there are. */
function foundWords({ hits, found, cut }: Search, active: Place): string {
  const place = 1 + hits.findIndex((h) => h.row === active.row && h.col === active.col);
  if (place === 0) return cut ? t("grid.find.cut", { found }) : count(found);
  return cut ? t("grid.find.atCut", { place, found }) : t("grid.find.at", { place, found });
}
