// One request: a line, and, opened, all of what was sent and what came back.
import { ChevronRight, House, MoveUpRight } from "lucide-react";
import type { Ended, LedgerEntry } from "../contract";
import { count, duration } from "../format/cell";
import { FailureView } from "../models/FailureView";
import { costWords, FAILURES, levelWords, purposeWords, tokensIn, usageWords } from "../models/words";
import { Exact } from "../privacy/Preview";
import { hostWords, wentOut } from "./ledger";

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
            {out ? hostWords(entry.destination) : entry.leaves ? "not sent" : "this computer"}
          </span>
        </span>
        <span className="entry-model">{entry.model}</span>
        <span className={`entry-ended tone-${tone}`}>{words}</span>
        <span className="entry-cost">{entry.ended.kind === "replied" && costOf(entry.ended)}</span>
        <time className="entry-time" dateTime={new Date(entry.at).toISOString()}>
          {new Intl.DateTimeFormat(undefined, { dateStyle: "short", timeStyle: "short" }).format(entry.at)}
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
        <dt>Number</dt>
        <dd>{count(entry.number)}</dd>
        <dt>When</dt>
        <dd>
          {new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeStyle: "medium" }).format(entry.at)}
        </dd>
        <dt>What for</dt>
        <dd>
          {purposeWords(entry.purpose)} <code>{entry.purpose}</code>
        </dd>
        <dt>Where to</dt>
        <dd>
          {provider}, <code>{entry.model}</code>
          {entry.leaves ? (
            <>
              {" "}
              at <code>{entry.destination}</code>
            </>
          ) : (
            " on this computer"
          )}
          . {out ? "It left this computer." : "It did not leave this computer."}
        </dd>
        <dt>About</dt>
        <dd dir="auto">{database || "No database"}</dd>
        <dt>Level</dt>
        <dd>
          {levelWords(entry.privacy).name}
          <span className="quiet-text"> is the most that is in it</span>
        </dd>
        {ended.kind === "replied" && !fetched && (
          <>
            <dt>Tokens</dt>
            <dd>{usageWords(ended.usage)}</dd>
          </>
        )}
        <dt>Cost</dt>
        <dd>{costOf(ended)}</dd>
        <dt>Ended</dt>
        <dd>{endWords(ended).long}</dd>
      </dl>
      {ended.kind === "failed" && <FailureView failure={ended.failure} />}
      {!fetched && <Exact title={out ? "Instructions, as sent" : "Instructions"} text={entry.system} />}
      <Exact
        title={fetched ? "Request, whole" : out ? "Question and data, as sent" : "Question and data"}
        text={entry.user}
      />
      {ended.kind === "replied" && (
        <Exact title={fetched ? "What came" : ended.cut ? "Head of the reply" : "Reply"} text={ended.text} />
      )}
      {ended.kind === "replied" && ended.cut && (
        <p className="quiet-text" data-testid="reply-cut">
          The reply was too long to be kept whole: {count(ended.cut.bytes)} bytes, SHA-256{" "}
          <code>{ended.cut.sha256}</code>.
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
  if (ended.kind === "replied") return ended.cached ? "no cost" : costWords(ended.cost);
  return ended.kind === "failed" ? "none known" : "not known yet";
}

function tokensOf({ usage }: Extract<Ended, { kind: "replied" }>): number {
  return tokensIn(usage) + usage.output;
}

function endWords(ended: Ended): { tone: string; words: string; long: string } {
  switch (ended.kind) {
    case "sent":
      return {
        tone: "quiet",
        words: "no reply yet",
        long: "Sent, and no reply yet; or the program ended before one came.",
      };
    case "failed":
      return {
        tone: "bad",
        words: FAILURES[ended.failure.kind],
        long: `Without a reply after ${duration(ended.ms)}: ${FAILURES[ended.failure.kind]}.`,
      };
    case "replied":
      return ended.cached
        ? {
            tone: "quiet",
            words: "kept reply",
            long: "Answered with a reply that was kept; nothing was sent.",
          }
        : {
            tone: "quiet",
            words: [tokensOf(ended) > 0 ? `${count(tokensOf(ended))} tokens` : "", duration(ended.ms)]
              .filter(Boolean)
              .join(", "),
            long: `With a reply after ${duration(ended.ms)}.`,
          };
  }
}
