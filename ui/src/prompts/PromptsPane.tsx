// The prompts that come with Askwell, and the person's own in their place.
import { FileText, TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Label, TextArea, TextField } from "react-aria-components";
import { asProblem, type Backend } from "../backend/backend";
import type { Problem, PromptFile } from "../contract";
import { useLoad } from "../explore/useLoad";
import { t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { Waiting } from "../ui/Waiting";
import { lineOf, range } from "./lines";
import "../text/en/prompts";

export function PromptsPane({ backend }: { backend: Backend }) {
  const { load, again, change } = useLoad("prompts", 0, () => backend.prompts());
  const [chosen, setChosen] = useState<string | null>(null);
  /** What is being written, by prompt, so that looking at another loses nothing. */
  const [drafts, setDrafts] = useState<Record<string, string>>({});
  if (load.is !== "ready")
    return <Waiting load={load} again={again} lines={8} label={t("prompts.pane.reading")} />;
  const files = load.value;
  const one = files.find((f) => f.name === chosen) ?? files[0];
  if (!one) return <p className="explore-empty">{t("prompts.pane.none")}</p>;
  const own = files.filter((f) => f.overridden).length;
  const all = t("prompts.pane.all", { count: files.length });
  const put = (name: string, text: string | null) =>
    setDrafts(({ [name]: _, ...rest }) => (text === null ? rest : { ...rest, [name]: text }));
  return (
    <div className="prompts" data-testid="prompts-pane">
      <div className="prompt-list">
        <p className="quiet-text prompt-count">
          {own === 0
            ? t("prompts.pane.noneOwn", { prompts: all })
            : t("prompts.pane.own", { prompts: all, count: own })}
        </p>
        <ul className="plain-list" aria-label={t("prompts.pane.list")}>
          {files.map((file) => (
            <li key={file.name}>
              <button
                type="button"
                className="prompt-pick"
                aria-current={file === one}
                data-testid={`prompt-${file.name}`}
                onClick={() => setChosen(file.name)}
              >
                <span className="prompt-name">{file.name}</span>
                {file.refused !== null ? (
                  <span className="prompt-mark bad">{t("prompts.pane.notUsed")}</span>
                ) : file.overridden ? (
                  <span className="prompt-mark">{t("prompts.pane.yours")}</span>
                ) : null}
                {drafts[file.name] !== undefined && (
                  <span className="prompt-mark">{t("prompts.pane.unsaved")}</span>
                )}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <PromptEditor
        key={one.name}
        backend={backend}
        file={one}
        draft={drafts[one.name] ?? one.text}
        onDraft={(text) => put(one.name, text === one.text ? null : text)}
        onSaved={(file, refused) => {
          change((old) => old.map((f) => (f.name === file.name ? file : f)));
          // What was refused stays to be mended; what was taken is no draft any more.
          if (!refused) put(file.name, null);
        }}
      />
    </div>
  );
}

function PromptEditor({
  backend,
  file,
  draft,
  onDraft,
  onSaved,
}: {
  backend: Backend;
  file: PromptFile;
  draft: string;
  onDraft(text: string): void;
  onSaved(file: PromptFile, refused: boolean): void;
}) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Problem | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const changed = draft !== file.text;
  const line = lineOf(file.refused);
  const save = async (text: string | null) => {
    setBusy(true);
    setTrouble(null);
    try {
      const next = await backend.savePrompt(file.name, text);
      onSaved(next, next.refused !== null);
      announce(
        next.refused !== null
          ? t("prompts.editor.notUsed", { why: next.refused })
          : text === null
            ? t("prompts.editor.shippedAgain")
            : t("prompts.editor.saved"),
      );
    } catch (error) {
      setTrouble(asProblem(error));
    } finally {
      setBusy(false);
    }
  };
  const goTo = () => {
    if (line === null || !area.current) return;
    const [from, to] = range(draft, line);
    area.current.focus();
    area.current.setSelectionRange(from, to);
    const height = area.current.scrollHeight / Math.max(1, draft.split("\n").length);
    area.current.scrollTop = Math.max(0, (line - 4) * height);
  };
  // A refusal is seen where it is mended.
  const refusal = useRef<HTMLDivElement>(null);
  const { refused } = file;
  useEffect(() => {
    if (refused !== null) refusal.current?.scrollIntoView({ block: "nearest" });
  }, [refused]);
  return (
    <article className="prompt-page" aria-label={file.name}>
      <header className="prompt-head">
        <FileText aria-hidden size={18} className="provider-icon" />
        <div>
          <h2 className="prompt-title">{file.name}</h2>
          <p className="quiet-text">{file.about}</p>
        </div>
        <span className={`author ${file.overridden && refused === null ? "person" : ""}`}>
          {file.overridden && refused === null ? t("prompts.editor.yours") : t("prompts.editor.asShipped")}
        </span>
      </header>
      {refused !== null && (
        <div className="refused" role="alert" ref={refusal} data-testid="prompt-refused">
          <TriangleAlert aria-hidden size={15} />
          <div className="problem-body">
            <p>
              <b>{t("prompts.editor.refused")}</b> <span dir="auto">{refused}</span>{" "}
              {t("prompts.editor.shippedInstead")}
            </p>
            {line !== null && changed && (
              <div className="row">
                <Button small testid="prompt-go" onPress={goTo}>
                  {t("prompts.editor.goToLine", { line })}
                </Button>
              </div>
            )}
          </div>
        </div>
      )}
      <TextField className="field prompt-field" value={draft} onChange={onDraft}>
        <Label className="offscreen">{t("prompts.editor.text", { name: file.name })}</Label>
        <TextArea
          ref={area}
          className="input area mono prompt-area"
          spellCheck={false}
          dir="ltr"
          data-testid="prompt-text"
        />
      </TextField>
      {trouble && <ProblemView compact problem={trouble} />}
      <footer className="row wrap prompt-foot">
        <Button
          kind="primary"
          testid="prompt-save"
          disabled={busy ? t("common.saving") : changed ? null : t("common.nothingChanged")}
          onPress={() => void save(draft)}
        >
          {t("prompts.editor.useMine")}
        </Button>
        <Button
          testid="prompt-undo"
          disabled={changed ? null : t("common.nothingChanged")}
          onPress={() => onDraft(file.text)}
        >
          {t("common.undo")}
        </Button>
        <span className="grow" />
        <Button
          testid="prompt-back"
          disabled={
            busy ? t("prompts.editor.oneMoment") : file.overridden ? null : t("prompts.editor.shippedInUse")
          }
          onPress={() => {
            onDraft(file.text);
            void save(null);
          }}
        >
          {t("prompts.editor.back")}
        </Button>
      </footer>
    </article>
  );
}
