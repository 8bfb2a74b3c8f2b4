import { ArrowDown, ArrowUp, Search, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { count, plural } from "../format/cell";
import { Button } from "../ui/Button";

interface FindProps {
  words: string;
  onWords(words: string): void;
  found: number;
  rows: number;
  onNext(step: 1 | -1): void;
  onClose(): void;
}

export function FindBar({ words, onWords, found, rows, onNext, onClose }: FindProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <search className="find-bar">
      <Search aria-hidden size={15} />
      <input
        ref={input}
        className="find-input"
        aria-label="Find in these rows"
        placeholder="Find in these rows"
        value={words}
        onChange={(e) => onWords(e.target.value)}
        onKeyDown={(e) => {
          if (e.key === "Enter") onNext(e.shiftKey ? -1 : 1);
          if (e.key === "Escape") {
            e.stopPropagation();
            onClose();
          }
        }}
      />
      <span className="find-count" aria-live="polite">
        {words === "" ? "" : `${found >= 5000 ? "over 5,000" : count(found)} in ${plural(rows, "row")}`}
      </span>
      <Button
        small
        kind="quiet"
        label="Previous match"
        disabled={found === 0 ? "Nothing was found." : null}
        onPress={() => onNext(-1)}
      >
        <ArrowUp aria-hidden size={15} />
      </Button>
      <Button
        small
        kind="quiet"
        label="Next match"
        disabled={found === 0 ? "Nothing was found." : null}
        onPress={() => onNext(1)}
      >
        <ArrowDown aria-hidden size={15} />
      </Button>
      <Button small kind="quiet" label="Close find" onPress={onClose}>
        <X aria-hidden size={15} />
      </Button>
    </search>
  );
}
