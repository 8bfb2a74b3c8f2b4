// The prompts of a question as they would be sent: to whom, how much, and word for word.
import { Ban, House, MoveUpRight, Search } from "lucide-react";
import { useDeferredValue, useEffect, useState } from "react";
import { Input, Label, TextField } from "react-aria-components";
import { Trans } from "../text/Trans";
import type { Backend } from "../backend/backend";
import type { Privacy, PromptPreview } from "../contract";
import { useLoad } from "../explore/useLoad";
import { hostWords } from "../ledger/ledger";
import { costWords, purposeWords } from "../models/words";
import { t } from "../text";
import { CopyButton } from "../ui/Copy";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import "../text/en/privacy";

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
    <section className="preview" aria-label={t("privacy.preview.title")} data-testid="preview">
      <header className="preview-head">
        <h2 className="weight-title">{t("privacy.preview.title")}</h2>
        <TextField className="preview-question" value={text} onChange={setText}>
          <Label className="offscreen">{t("privacy.preview.question")}</Label>
          <Search aria-hidden size={14} />
          <Input
            className="search-input"
            placeholder={t("privacy.preview.placeholder")}
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
          <Skeleton lines={8} label={t("privacy.preview.making")} />
        </div>
      ) : one === null ? (
        <p className="explore-empty">{t("privacy.preview.none")}</p>
      ) : (
        <div className="preview-body" aria-busy={load.is !== "ready"}>
          <ul className="plain-list preview-list" aria-label={t("privacy.preview.prompts")}>
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
    return <Ban aria-label={t("privacy.preview.isNotSent")} size={13} className="going" />;
  return preview.leaves ? (
    <MoveUpRight aria-label={t("privacy.preview.isLeaving")} size={13} className="going leaves" />
  ) : (
    <House aria-label={t("privacy.preview.isStaying")} size={13} className="going" />
  );
}

function Text({ preview }: { preview: PromptPreview }) {
  const { to, withheld, leaves, masked } = preview;
  const held = withheld ?? (to === null ? t("privacy.preview.noModel") : null);
  return (
    <article className="preview-text" aria-label={purposeWords(preview.purpose)} data-testid="preview-text">
      <p className="preview-about">{preview.about}</p>
      {held !== null ? (
        <p className="preview-held" data-testid="preview-held">
          <Ban aria-hidden size={15} />
          <span>
            <Trans i18nKey="privacy.preview.notSent" values={{ why: held }} components={{ b: <b /> }} />
          </span>
        </p>
      ) : (
        <p className={`preview-goes ${leaves ? "leaves" : ""}`} data-testid="preview-goes">
          {leaves ? <MoveUpRight aria-hidden size={15} /> : <House aria-hidden size={15} />}
          <span>
            {leaves ? (
              <Trans
                i18nKey="privacy.preview.leaves"
                values={{ host: hostWords(preview.destination), model: to?.model }}
                components={{ b: <b />, code: <code /> }}
              />
            ) : (
              <Trans
                i18nKey="privacy.preview.stays"
                values={{ model: to?.model }}
                components={{ b: <b />, code: <code /> }}
              />
            )}
          </span>
        </p>
      )}
      <dl className="preview-facts">
        <div>
          <dt>{t("privacy.preview.length")}</dt>
          <dd>{t("privacy.preview.about", { tokens: t("common.tokens", { count: preview.tokens }) })}</dd>
        </div>
        <div>
          <dt>{t("privacy.preview.cost")}</dt>
          <dd>{held === null ? costWords(preview.cost) : t("privacy.preview.noCost")}</dd>
        </div>
        <div>
          <dt>{t("privacy.preview.masked")}</dt>
          <dd>{masked === 0 ? t("privacy.preview.nothingMasked") : t("common.values", { count: masked })}</dd>
        </div>
      </dl>
      {held !== null && preview.user !== "" && <p className="quiet-text">{t("privacy.preview.ifSent")}</p>}
      {(preview.system !== "" || preview.user !== "") && (
        <>
          <Exact title={t("privacy.preview.instructions")} text={preview.system} />
          <Exact title={t("privacy.preview.data")} text={preview.user} />
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
