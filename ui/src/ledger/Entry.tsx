// One request: a line, and, opened, all of what was sent and what came back.
import { ChevronRight, House, MoveUpRight } from "lucide-react";
import { Trans } from "../text/Trans";
import type { Ended, LedgerEntry } from "../contract";
import { count, duration } from "../format/cell";
import { FailureView } from "../models/FailureView";
import { costWords, FAILURES, levelWords, purposeWords, tokensIn, usageWords } from "../models/words";
import { Exact } from "../privacy/Preview";
import { dates, t } from "../text";
import { hostWords, wentOut } from "./ledger";
import "../text/en/ledger";

interface Props {
  entry: LedgerEntry;
  database: string;
  provider: string;
  open: boolean;
  onOpen(open: boolean): void;
}

export function Entry({ entry, database, provider, open, onOpen }: Props) {
  const out = wentOut(entry);
  const id = `entry-${entry.number}`;
  const { tone, words } = endWords(entry.ended);
  return (
    <li className={`entry ${open ? "open" : ""}`} data-testid={id}>
      <button
        type="button"
        className="entry-line"
        aria-expanded={open}
        aria-controls={`${id}-text`}
        onClick={() => onOpen(!open)}
      >
        <ChevronRight aria-hidden size={15} className="entry-chevron" />
        <span className="entry-purpose">{purposeWords(entry.purpose)}</span>
        <span className={`entry-where ${out ? "leaves" : ""}`}>
          {out ? <MoveUpRight aria-hidden size={13} /> : <House aria-hidden size={13} />}
          <span className="entry-place">
            {out
              ? hostWords(entry.destination)
              : entry.leaves
                ? t("ledger.entry.notSent")
                : t("ledger.entry.here")}
          </span>
        </span>
        <span className="entry-model">{entry.model}</span>
        <span className={`entry-ended tone-${tone}`}>{words}</span>
        <span className="entry-cost">{entry.ended.kind === "replied" && costOf(entry.ended)}</span>
        <time className="entry-time" dateTime={new Date(entry.at).toISOString()}>
          {new Intl.DateTimeFormat(dates(), { dateStyle: "short", timeStyle: "short" }).format(entry.at)}
        </time>
      </button>
      <div id={`${id}-text`}>{open && <Body entry={entry} database={database} provider={provider} />}</div>
    </li>
  );
}

function Body({ entry, database, provider }: { entry: LedgerEntry; database: string; provider: string }) {
  const { ended } = entry;
  const out = wentOut(entry);
  const fetched = isFetch(entry);
  return (
    <div className="entry-body">
      <dl className="facts entry-facts">
        <dt>{t("ledger.entry.number")}</dt>
        <dd>{count(entry.number)}</dd>
        <dt>{t("ledger.entry.when")}</dt>
        <dd>
          {new Intl.DateTimeFormat(dates(), { dateStyle: "long", timeStyle: "medium" }).format(entry.at)}
        </dd>
        <dt>{t("ledger.entry.for")}</dt>
        <dd>
          {purposeWords(entry.purpose)} <code>{entry.purpose}</code>
        </dd>
        <dt>{t("ledger.entry.where")}</dt>
        <dd>
          {entry.leaves ? (
            <Trans
              i18nKey="ledger.entry.at"
              values={{ provider, model: entry.model, destination: entry.destination }}
              components={{ code: <code /> }}
            />
          ) : (
            <Trans
              i18nKey="ledger.entry.onThis"
              values={{ provider, model: entry.model }}
              components={{ code: <code /> }}
            />
          )}{" "}
          {out ? t("ledger.entry.left") : t("ledger.entry.stayed")}
        </dd>
        <dt>{t("ledger.entry.about")}</dt>
        <dd dir="auto">{database || t("ledger.entry.noDatabase")}</dd>
        <dt>{t("ledger.entry.level")}</dt>
        <dd>
          <Trans
            i18nKey="ledger.entry.most"
            values={{ level: levelWords(entry.privacy).name }}
            components={{ quiet: <span className="quiet-text" /> }}
          />
        </dd>
        {ended.kind === "replied" && !fetched && (
          <>
            <dt>{t("ledger.entry.tokens")}</dt>
            <dd>{usageWords(ended.usage)}</dd>
          </>
        )}
        <dt>{t("ledger.entry.cost")}</dt>
        <dd>{costOf(ended)}</dd>
        <dt>{t("ledger.entry.ended")}</dt>
        <dd>{endWords(ended).long}</dd>
      </dl>
      {ended.kind === "failed" && <FailureView failure={ended.failure} />}
      {!fetched && (
        <Exact
          title={out ? t("ledger.entry.instructionsSent") : t("ledger.entry.instructions")}
          text={entry.system}
        />
      )}
      <Exact
        title={
          fetched ? t("ledger.entry.request") : out ? t("ledger.entry.dataSent") : t("ledger.entry.data")
        }
        text={entry.user}
      />
      {ended.kind === "replied" && (
        <Exact
          title={
            fetched ? t("ledger.entry.came") : ended.cut ? t("ledger.entry.head") : t("ledger.entry.reply")
          }
          text={ended.text}
        />
      )}
      {ended.kind === "replied" && ended.cut && (
        <p className="quiet-text" data-testid="reply-cut">
          <Trans
            i18nKey="ledger.entry.cut"
            values={{ bytes: ended.cut.bytes, sha: ended.cut.sha256 }}
            components={{ code: <code /> }}
          />
        </p>
      )}
    </div>
  );
}

/** A request for a model's file: no question, no data, no tokens. */
function isFetch(entry: LedgerEntry): boolean {
  return entry.purpose === "fetch_model";
}

function costOf(ended: Ended): string {
  if (ended.kind === "replied") return costWords(ended.cached ? 0 : ended.cost);
  return ended.kind === "failed" ? t("ledger.entry.costNone") : t("ledger.entry.costNotYet");
}

function endWords(ended: Ended): { tone: string; words: string; long: string } {
  switch (ended.kind) {
    case "sent":
      return { tone: "quiet", words: t("ledger.end.sent"), long: t("ledger.end.sentSays") };
    case "failed": {
      const why = FAILURES[ended.failure.kind];
      return {
        tone: "bad",
        words: why,
        long: t("ledger.end.failedSays", { time: duration(ended.ms), why }),
      };
    }
    case "replied":
      return ended.cached
        ? { tone: "quiet", words: t("ledger.end.kept"), long: t("ledger.end.keptSays") }
        : {
            tone: "quiet",
            words: took(ended),
            long: t("ledger.end.repliedSays", { time: duration(ended.ms) }),
          };
  }
}

function took({ usage, ms }: Extract<Ended, { kind: "replied" }>): string {
  const tokens = tokensIn(usage) + usage.output;
  const time = duration(ms);
  if (tokens === 0) return time;
  return t("ledger.end.took", { tokens: t("common.tokens", { count: tokens }), time });
}
