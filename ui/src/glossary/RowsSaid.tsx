// How many rows a term means, while it is written.
import { useEffect, useRef, useState } from "react";
import { asProblem } from "../backend/backend";
import type { Meaning, RowCount } from "../contract";
import { t } from "../text";
import { countable } from "./glossary";
import "../text/en/glossary";

/** Between two keys of somebody who types. */
const PAUSE_MS = 300;

type Said = { is: "nothing" } | { is: "counted"; rows: number } | { is: "refused"; why: string };

interface Props {
  meaning: Meaning;
  onCount(meaning: Meaning): Promise<RowCount>;
}

export function RowsSaid({ meaning, onCount }: Props) {
  const [said, setSaid] = useState<Said>({ is: "nothing" });
  const asking = useRef(onCount);
  asking.current = onCount;
  const wanted = countable(meaning) ? JSON.stringify(meaning) : null;
  useEffect(() => {
    if (wanted === null) {
      setSaid({ is: "nothing" });
      return;
    }
    let gone = false;
    const timer = setTimeout(() => {
      asking.current(JSON.parse(wanted) as Meaning).then(
        (rows) => !gone && setSaid({ is: "counted", rows: rows.count }),
        (error: unknown) => !gone && setSaid({ is: "refused", why: asProblem(error).message }),
      );
    }, PAUSE_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [wanted]);
  return (
    <p className="term-rows" role="status" data-testid="term-rows" data-is={said.is}>
      {said.is === "counted" && words(meaning, said.rows)}
      {said.is === "refused" && <span dir="auto">{said.why}</span>}
    </p>
  );
}

function words(meaning: Meaning, rows: number): string {
  const table = "table" in meaning ? meaning.table : "";
  return rows === 0
    ? t("glossary.counted.none", { table })
    : t("glossary.counted.rows", { count: rows, table });
}
