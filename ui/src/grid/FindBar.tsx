import { ArrowDown, ArrowUp, Search as Glass, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { count } from "../format/cell";
import { Button } from "../ui/Button";
import type { Place } from "./selection";
import type { Search } from "./useFind";

interface FindProps {
  search: Search;
  active: Place;
  onNext(step: 1 | -1): void;
  onClose(): void;
}

export function FindBar({ search, active, onNext, onClose }: FindProps) {
  const { words, hits, found, busy } = search;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const none = found === 0 ? "Nothing was found." : null;
  return (
    <search className="find-bar">
      <Glass aria-hidden size={15} />
      <input
        ref={input}
        className="find-input"
        aria-label="Find in these rows"
        placeholder="Find in these rows"
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
              ? "Looking…"
              : `${at(hits, active)}${count(found)}${search.cut ? " before the time was up" : ""}`}
      </span>
      <Button small kind="quiet" label="Previous match" disabled={none} onPress={() => onNext(-1)}>
        <ArrowUp aria-hidden size={15} />
      </Button>
      <Button small kind="quiet" label="Next match" disabled={none} onPress={() => onNext(1)}>
        <ArrowDown aria-hidden size={15} />
      </Button>
      <Button small kind="quiet" label="Close find" onPress={onClose}>
        <X aria-hidden size={15} />
      </Button>
    </search>
  );
}

/** “3 of ”, where the active cell is the third. */
function at(hits: readonly Place[], active: Place): string {
  const place = hits.findIndex((h) => h.row === active.row && h.col === active.col);
  return place < 0 ? "" : `${count(place + 1)} of `;
}
