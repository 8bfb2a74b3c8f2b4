// An earlier turn of the conversation: one line with its answer, and the whole answer when it is opened.
import { ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import type { Run } from "../run/reduce";
import { said } from "./said";

interface Props {
  run: Run;
  /** The turn's whole answer. */
  children: ReactNode;
}

export function Turn({ run, children }: Props) {
  const [open, setOpen] = useState(false);
  const inside = useId();
  return (
    <li className={`turn ${open ? "open" : ""}`} data-testid={`turn-${run.id}`}>
      <h2 className="turn-heading">
        <button
          type="button"
          className="turn-toggle"
          aria-expanded={open}
          aria-controls={inside}
          onClick={() => setOpen(!open)}
        >
          <ChevronRight aria-hidden size={16} className="turn-chevron" />
          <span className="turn-words">
            <span className="turn-question" dir="auto">
              {run.question}
            </span>
            <span className="turn-sentence" dir="auto">
              {said(run)}
            </span>
          </span>
        </button>
      </h2>
      <div id={inside}>{open && children}</div>
    </li>
  );
}
