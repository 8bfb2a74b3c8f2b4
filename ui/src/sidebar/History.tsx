// Earlier conversations with this database; a click shows one again as it was.
import {
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CircleSlash,
  Ellipsis,
  MessageCircle,
  OctagonX,
  TriangleAlert,
  Unplug,
} from "lucide-react";
import { useState } from "react";
import { Menu, MenuItem, MenuTrigger, Popover, Button as RacButton } from "react-aria-components";
import type { Load } from "../app/load";
import { asProblem } from "../backend/backend";
import type { Problem, RunSummary, Thread } from "../contract";
import { normalised } from "../run/question";
import { dates, t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { UndoLine } from "../ui/UndoLine";
import { useUndo } from "../ui/useUndo";
import "../text/en/sidebar";

const STATES = {
  high: { Icon: CircleCheck, says: t("sidebar.history.high"), tone: "good" },
  medium: { Icon: CircleHelp, says: t("sidebar.history.medium"), tone: "info" },
  low: { Icon: TriangleAlert, says: t("sidebar.history.low"), tone: "warn" },
  declined: { Icon: CircleSlash, says: t("sidebar.history.declined"), tone: "quiet" },
  replied: { Icon: MessageCircle, says: t("sidebar.history.replied"), tone: "quiet" },
  failed: { Icon: CircleAlert, says: t("sidebar.history.failed"), tone: "bad" },
  stopped: { Icon: OctagonX, says: t("sidebar.history.stopped"), tone: "quiet" },
  interrupted: { Icon: Unplug, says: t("sidebar.history.interrupted"), tone: "quiet" },
} as const;

interface Props {
  threads: Load<Thread[]>;
  /** The newest run on screen. */
  current: string | null;
  /** `compare`: the last of them beside an earlier run of its question. */
  onShow(turns: RunSummary[], compare?: boolean): void;
  onRename(thread: string, title: string): Promise<Problem | null>;
  /** The path of the page that was written; nothing where none was wanted. */
  onReport(run: string, title: string, kind: "report" | "markdown"): Promise<string | null>;
  onDelete(thread: string): Promise<Problem | null>;
  /** The conversation on screen is left. */
  onLeave(): void;
  /** The question once more, of the data as it is now. */
  onAgain(question: string): void;
  onPin(run: string, pinned: boolean): Promise<Problem | null>;
  /** The query of the last answer runs again, beside what it was. */
  onCheck(turns: RunSummary[]): Promise<Problem | null>;
  /** The run whose query is running. */
  checking: string | null;
  onStopCheck(): void;
}

const ENOUGH_TO_SEARCH = 8;

export function History({
  threads,
  current,
  onShow,
  onRename,
  onReport,
  onDelete,
  onLeave,
  onAgain,
  onPin,
  onCheck,
  checking,
  onStopCheck,
}: Props) {
  const [words, setWords] = useState("");
  const [naming, setNaming] = useState<{ thread: string; title: string } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [written, setWritten] = useState<string | null>(null);
  const undo = useUndo();
  if (threads.is === "failed") return <ProblemView compact problem={threads.problem} />;
  if (threads.is !== "ready") return <Skeleton lines={4} label={t("sidebar.history.reading")} />;
  const all = threads.value.filter((thread) => thread.thread !== undo.removed?.key);
  if (all.length === 0)
    return (
      <div className="history">
        <UndoLine undo={undo} />
        <p className="pane-note">{t("sidebar.history.empty")}</p>
      </div>
    );
  const remove = (thread: Thread) => {
    const here = thread.runs.some((run) => run.run === current);
    if (here) onLeave();
    undo.remove({
      key: thread.thread,
      says: t("sidebar.history.deleted", { title: thread.title }),
      go: () => void onDelete(thread.thread).then(setProblem),
      back: () => here && onShow(thread.runs),
    });
  };
  const report = async (run: string, title: string, kind: "report" | "markdown") => {
    setProblem(null);
    setWritten(null);
    try {
      setWritten(await onReport(run, title, kind));
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  const pin = async (run: RunSummary) => {
    const trouble = await onPin(run.run, !run.pinned);
    setProblem(trouble);
    if (!trouble) announce(run.pinned ? t("sidebar.history.unpinned") : t("sidebar.history.pinned"));
  };
  const check = async (thread: Thread) => setProblem(await onCheck(thread.runs));
  const wanted = words.trim().toLocaleLowerCase();
  const text = (thread: Thread) =>
    [thread.title, ...thread.runs.flatMap((r) => [r.question, r.sentence])].join(" ").toLocaleLowerCase();
  const shown = all.filter((thread) => text(thread).includes(wanted));
  const answers = all.flatMap((thread) => thread.runs).filter((run) => run.state === "answered");
  const again = (run: RunSummary) =>
    run.state === "answered" &&
    answers.some((r) => r.run !== run.run && normalised(r.question) === normalised(run.question));
  return (
    <div className="history">
      {all.length > ENOUGH_TO_SEARCH && (
        <input
          className="input"
          type="search"
          aria-label={t("sidebar.history.search")}
          placeholder={t("sidebar.history.search")}
          value={words}
          onChange={(e) => setWords(e.target.value)}
        />
      )}
      {problem && <ProblemView compact problem={problem} />}
      {written && (
        <p className="pane-note" role="status">
          {t("sidebar.history.written", { path: written })}
        </p>
      )}
      <UndoLine undo={undo} />
      {shown.length === 0 && <p className="pane-note">{t("sidebar.history.none", { words })}</p>}
      <ul className="plain-list">
        {shown.map((thread) => {
          const last = thread.runs.at(-1);
          if (!last) return null;
          if (naming?.thread === thread.thread)
            return (
              <li key={thread.thread}>
                <form
                  className="history-naming"
                  onSubmit={async (e) => {
                    e.preventDefault();
                    setNaming(null);
                    setProblem(await onRename(naming.thread, naming.title));
                  }}
                >
                  <input
                    className="input"
                    aria-label={t("sidebar.history.titleOf")}
                    data-testid="thread-title"
                    // biome-ignore lint/a11y/noAutofocus: the person has just pressed Rename
                    autoFocus
                    value={naming.title}
                    onChange={(e) => setNaming({ ...naming, title: e.target.value })}
                    onKeyDown={(e) => {
                      if (e.key !== "Escape") return;
                      e.preventDefault();
                      setNaming(null);
                    }}
                  />
                </form>
              </li>
            );
          const { Icon, says, tone } =
            STATES[last.state === "answered" ? (last.trust ?? "medium") : last.state];
          const here = current === last.run;
          const turns = thread.runs.length;
          return (
            <li key={thread.thread} className={`history-row ${here ? "current" : ""}`}>
              <button
                type="button"
                className={`history-item ${here ? "current" : ""}`}
                aria-current={here}
                data-testid={`history-${last.run}`}
                onClick={() => onShow(thread.runs)}
              >
                <Icon aria-label={says} size={15} className={`tone-${tone}`} />
                <span className="history-words">
                  <span className="history-question" dir="auto">
                    {thread.title}
                  </span>
                  <span className="history-sentence" dir="auto">
                    {turns > 1
                      ? t("sidebar.history.last", { question: last.question })
                      : last.sentence || says}
                  </span>
                  <time className="history-when" dateTime={new Date(last.started).toISOString()}>
                    {facts(last, turns)}
                  </time>
                </span>
              </button>
              <MenuTrigger>
                <RacButton
                  className="history-more"
                  aria-label={t("sidebar.history.more", { title: thread.title })}
                  data-testid={`thread-menu-${last.run}`}
                >
                  <Ellipsis aria-hidden size={15} />
                </RacButton>
                <Popover className="popover" placement="bottom end">
                  <Menu
                    className="menu"
                    aria-label={t("sidebar.history.conversation")}
                    onAction={(key) => {
                      if (key === "rename") setNaming({ thread: thread.thread, title: thread.title });
                      if (key === "compare") onShow(thread.runs, true);
                      if (key === "report" || key === "markdown") void report(last.run, thread.title, key);
                      if (key === "delete") remove(thread);
                      if (key === "again") onAgain(last.question);
                      if (key === "pin") void pin(last);
                      if (key === "check") void check(thread);
                    }}
                  >
                    <MenuItem id="again" className="menu-item">
                      {t("sidebar.history.again")}
                    </MenuItem>
                    {last.verified && last.stale && checking === null && (
                      <MenuItem id="check" className="menu-item" data-testid="thread-check">
                        {t("sidebar.history.check")}
                      </MenuItem>
                    )}
                    {last.state === "answered" && (
                      <MenuItem id="pin" className="menu-item" data-testid="thread-pin">
                        {last.pinned ? t("sidebar.history.unpin") : t("sidebar.history.pin")}
                      </MenuItem>
                    )}
                    {again(last) && (
                      <MenuItem id="compare" className="menu-item">
                        {t("sidebar.history.compare")}
                      </MenuItem>
                    )}
                    <MenuItem id="rename" className="menu-item">
                      {t("sidebar.history.rename")}
                    </MenuItem>
                    <MenuItem id="report" className="menu-item">
                      {t("sidebar.history.report")}
                    </MenuItem>
                    <MenuItem id="markdown" className="menu-item">
                      {t("sidebar.history.markdown")}
                    </MenuItem>
                    <MenuItem id="delete" className="menu-item">
                      {t("common.delete")}
                    </MenuItem>
                  </Menu>
                </Popover>
              </MenuTrigger>
              {checking === last.run && (
                <p className="history-checking">
                  <span>{t("sidebar.history.checking")}</span>
                  <Button small kind="quiet" testid="thread-stop-check" onPress={onStopCheck}>
                    {t("common.stop")}
                  </Button>
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function facts(last: RunSummary, turns: number): string {
  const parts = [when(last.started)];
  if (turns > 1) parts.unshift(t("common.questions", { count: turns }));
  if (last.verified) parts.push(last.stale ? t("sidebar.history.rightBefore") : t("sidebar.history.right"));
  if (last.pinned) parts.push(t("sidebar.history.isPinned"));
  return parts.join(" · ");
}

function when(ms: number): string {
  const date = new Date(ms);
  const today = new Date().toDateString() === date.toDateString();
  return new Intl.DateTimeFormat(
    dates(),
    today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" },
  ).format(date);
}
