// How an attempt was mended: from what was written, one branch for each try, with what it changed.
import { diffWordsWithSpace } from "diff";
import { Check, Wrench, X } from "lucide-react";
import type { RepairAttempt } from "../contract";
import { t } from "../text";
import "../text/en/arena";

export function RepairTree({ repairs }: { repairs: readonly RepairAttempt[] }) {
  return (
    <section aria-label={t("arena.repair.title")}>
      <h4 className="label">{t("arena.repair.title")}</h4>
      <ol className="plain-list repair-tree">
        {repairs.map((repair, n) => (
          <li key={n} className={repair.worked ? "worked" : ""} data-testid={`repair-${repair.candidate}`}>
            <p className="repair-why" dir="auto">
              <Wrench aria-hidden size={13} />
              <span>{repair.why}</span>
              {repair.worked ? (
                <span className="with-icon tone-good">
                  <Check aria-hidden size={13} /> {t("arena.repair.worked")}
                </span>
              ) : (
                <span className="with-icon tone-bad">
                  <X aria-hidden size={13} /> {t("arena.repair.noHelp")}
                </span>
              )}
            </p>
            <Diff before={repair.before} after={repair.after} />
            <details className="reason-more">
              <summary>{t("common.details")}</summary>
              <p className="quiet-text">
                {t("arena.repair.rule", { rule: repair.rule.replaceAll("_", " ") })}
              </p>
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** One text, what went out struck through before what came in. */
function Diff({ before, after }: { before: string; after: string }) {
  return (
    <pre className="diff">
      {diffWordsWithSpace(before, after).map((part, n) =>
        part.removed ? (
          <del key={n}>{part.value}</del>
        ) : part.added ? (
          <ins key={n}>{part.value}</ins>
        ) : (
          <span key={n}>{part.value}</span>
        ),
      )}
    </pre>
  );
}
