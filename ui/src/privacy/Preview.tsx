// The prompts of a question as they would be sent: to whom, how much, and word for word.
import { Ban, House, MoveUpRight, Search } from "lucide-react";
import { useDeferredValue, useEffect, useState } from "react";
import { Input, Label, TextField } from "react-aria-components";
import type { Backend } from "../backend/backend";
import type { Privacy, PromptPreview } from "../contract";
import { useLoad } from "../explore/useLoad";
import { count, plural } from "../format/cell";
import { hostWords } from "../ledger/ledger";
import { costWords, purposeWords } from "../models/words";
import { CopyButton } from "../ui/Copy";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";

interface Props {
  backend: Backend;
  id: string;
  level: Privacy;
  question: string;
}

const PAUSE_MS = 300;

export function Preview({ backend, id, level, question }: Props) {
  const [text, setText] = useState(question);
  const [asked, setAsked] = useState(question);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const [chosen, setChosen] = useState<string | null>(null);
  const { load, again } = useLoad(`${id}\u0000${level}\u0000${asked}`, 0, () =>
    backend.previewPrompts(id, asked, level),
  );
  // What was there stays while the next is made, so that a change of level is seen as a change.
  const [last, setLast] = useState<PromptPreview[] | null>(null);
  useEffect(() => {
    if (load.is === "ready") setLast(load.value);
  }, [load]);
  const list = useDeferredValue(load.is === "ready" ? load.value : last);
  const one = list?.find((p) => p.purpose === chosen) ?? list?.[0] ?? null;
  return (
    <section className="preview" aria-label="What would be sent" data-testid="preview">
      <header className="preview-head">
        <h2 className="weight-title">What would be sent</h2>
        <TextField className="preview-question" value={text} onChange={setText}>
          <Label className="offscreen">Question to show it for</Label>
          <Search aria-hidden size={14} />
          <Input
            className="search-input"
            placeholder="Type a question to see its prompts"
            dir="auto"
            data-testid="preview-question"
          />
        </TextField>
      </header>
      {load.is === "failed" ? (
        <div className="pane-pad">
          <ProblemView problem={load.problem} onRetry={again} />
        </div>
      ) : list === null ? (
        <div className="pane-pad">
          <Skeleton lines={8} label="Making the prompts" />
        </div>
      ) : one === null ? (
        <p className="explore-empty">At this level there is no prompt to send.</p>
      ) : (
        <div className="preview-body" aria-busy={load.is !== "ready"}>
          <ul className="plain-list preview-list" aria-label="Prompts">
            {list.map((p) => (
              <li key={p.purpose}>
                <button
                  type="button"
                  className="preview-pick"
                  aria-current={p === one}
                  data-testid={`preview-${p.purpose}`}
                  onClick={() => setChosen(p.purpose)}
                >
                  <Going preview={p} />
                  <span className="preview-name">{purposeWords(p.purpose)}</span>
                  <span className="preview-file">{p.purpose}</span>
                </button>
              </li>
            ))}
          </ul>
          <Text preview={one} />
        </div>
      )}
    </section>
  );
}

function Going({ preview }: { preview: PromptPreview }) {
  if (preview.withheld !== null || preview.to === null)
    return <Ban aria-label="not sent" size={13} className="going" />;
  return preview.leaves ? (
    <MoveUpRight aria-label="leaves this computer" size={13} className="going leaves" />
  ) : (
    <House aria-label="stays on this computer" size={13} className="going" />
  );
}

function Text({ preview }: { preview: PromptPreview }) {
  const { to, withheld, leaves, masked } = preview;
  const held = withheld ?? (to === null ? "No model is set for it." : null);
  return (
    <article className="preview-text" aria-label={purposeWords(preview.purpose)} data-testid="preview-text">
      <p className="preview-about">{preview.about}</p>
      {held !== null ? (
        <p className="preview-held" data-testid="preview-held">
          <Ban aria-hidden size={15} />
          <span>
            <b>Not sent.</b> {held}
          </span>
        </p>
      ) : (
        <p className={`preview-goes ${leaves ? "leaves" : ""}`} data-testid="preview-goes">
          {leaves ? <MoveUpRight aria-hidden size={15} /> : <House aria-hidden size={15} />}
          <span>
            {leaves ? (
              <>
                <b>Leaves this computer</b> for <code>{hostWords(preview.destination)}</code>
              </>
            ) : (
              <b>Stays on this computer</b>
            )}
            {to && (
              <>
                , to <code>{to.model}</code>
              </>
            )}
          </span>
        </p>
      )}
      <dl className="preview-facts">
        <div>
          <dt>Length</dt>
          <dd>about {plural(preview.tokens, "token")}</dd>
        </div>
        <div>
          <dt>Cost</dt>
          <dd>{held === null ? costWords(preview.cost) : "none"}</dd>
        </div>
        <div>
          <dt>Masked</dt>
          <dd>
            {masked === 0 ? "nothing to mask" : `${count(masked)} ${masked === 1 ? "value" : "values"}`}
          </dd>
        </div>
      </dl>
      {held !== null && preview.user !== "" && (
        <p className="quiet-text">If it were sent, this is what it would say:</p>
      )}
      {(preview.system !== "" || preview.user !== "") && (
        <>
          <Exact title="Instructions" text={preview.system} />
          <Exact title="Your question and its data" text={preview.user} />
        </>
      )}
    </article>
  );
}

export function Exact({ title, text }: { title: string; text: string }) {
  if (text === "") return null;
  return (
    <section className="exact-text" aria-label={title}>
      <header className="exact-head">
        <h3 className="label">{title}</h3>
        <CopyButton small text={() => text} what={title} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard */}
      <pre className="exact-pre" dir="auto" tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}
