// Words of the question that nothing was found for: the person says what one means here, and the question is asked again.
import { MessageCircleQuestion } from "lucide-react";
import { lazy, Suspense, useId, useRef, useState } from "react";
import type { Backend } from "../backend/backend";
import type { Catalog } from "../contract";
import { t } from "../text";
import { Skeleton } from "../ui/Skeleton";
import "../text/en/answerMore";

const WordMeans = lazy(() => import("./WordMeans"));

/** More would be a sentence, not words. */
const MOST = 5;

export interface Words {
  backend: Backend;
  connection: string;
  catalog: Catalog;
  /** Why nothing can be asked now. */
  disabled: string | null;
  /** Once a word was kept. */
  onAgain(): void;
}

export function Unused({ words, ...props }: Words & { words: readonly string[] }) {
  const [said, setSaid] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const form = useId();
  const shown = [...new Set(words.map((w) => w.toLocaleLowerCase()))].slice(0, MOST);
  if (shown.length === 0) return null;
  return (
    <section className="unused" data-testid="unused" aria-label={t("answer.unused.title")}>
      <div className="unused-words">
        <p className="quiet-text with-icon">
          <MessageCircleQuestion aria-hidden size={14} /> {t("answer.unused.title")}
        </p>
        <ul ref={list} className="plain-list chips">
          {shown.map((word) => (
            <li key={word}>
              <button
                type="button"
                className="chip"
                dir="auto"
                data-word={word}
                data-testid={`unused-${word}`}
                aria-expanded={said === word}
                aria-controls={form}
                aria-label={t("answer.unused.say", { word })}
                onClick={() => setSaid(said === word ? null : word)}
              >
                {word}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div id={form}>
        {said !== null && (
          <Suspense fallback={<Skeleton lines={2} label={t("answer.unused.title")} />}>
            <WordMeans
              key={said}
              {...props}
              word={said}
              onClose={() => {
                setSaid(null);
                list.current?.querySelector<HTMLElement>(`[data-word="${CSS.escape(said)}"]`)?.focus();
              }}
            />
          </Suspense>
        )}
      </div>
    </section>
  );
}
