// What a table or column means: read, and corrected in place.
import { Pencil, Undo2 } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Input, Label, Text, TextArea, TextField } from "react-aria-components";
import { Trans } from "../text/Trans";
import type { Description, Problem, Words } from "../contract";
import { t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { AUTHORS } from "./words";
import "../text/en/exploreMore";

/** Seed 000, operation 0b. */
const SHORT = 200;
const LONG = 1000;

interface Props {
  description: Description;
  of: { kind: "table" | "column"; name: string };
  editing: boolean;
  onEditing(on: boolean): void;
  open: boolean;
  onOpen(on: boolean): void;
  onSave(words: Words | null): Promise<Problem | null>;
}

export function DescriptionView(props: Props) {
  const { description, of, open } = props;
  const { words, author, synonyms } = description;
  const mark = AUTHORS[author];
  const place = useRef<HTMLDivElement>(null);
  const wrote = useRef(false);
  // Whoever closes the form by keyboard goes on where it was opened.
  useEffect(() => {
    if (wrote.current && !props.editing)
      place.current?.querySelector<HTMLElement>(".described-edit")?.focus({ preventScroll: true });
    wrote.current = props.editing;
  }, [props.editing]);
  if (props.editing) return <Editor {...props} />;
  const more = words.long !== "" && words.long !== words.short;
  return (
    <div className="described" ref={place}>
      <p className="described-short">
        {words.short === "" ? (
          <span className="quiet-text">{t("explore.description.none")}</span>
        ) : (
          <span dir="auto">{words.short}</span>
        )}{" "}
        <span className={`author ${author}`} title={mark.says}>
          {mark.name}
        </span>{" "}
        <Button
          kind="quiet"
          small
          className="described-edit"
          testid="description-edit"
          label={t(`explore.about.${of.kind}.edit`, { name: of.name })}
          onPress={() => props.onEditing(true)}
        >
          <Pencil aria-hidden size={13} />
        </Button>
        {(more || synonyms.length > 0) && (
          <button
            type="button"
            className="link described-more"
            aria-expanded={open}
            aria-label={t(`explore.about.${of.kind}.${open ? "less" : "more"}`, { name: of.name })}
            onClick={() => props.onOpen(!open)}
          >
            {open ? t("explore.description.less") : t("explore.description.more")}
          </button>
        )}
      </p>
      {open && (
        <div className="described-long">
          {more && <p dir="auto">{words.long}</p>}
          {synonyms.length > 0 && (
            <p className="quiet-text">
              <Trans
                i18nKey="explore.description.alsoCalled"
                values={{ names: synonyms.join(", ") }}
                components={{ names: <span dir="auto" /> }}
              />
            </p>
          )}
        </div>
      )}
    </div>
  );
}

function Editor({ description, of, onEditing, onSave }: Props) {
  const [words, setWords] = useState(description.words);
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const save = async (next: Words | null) => {
    setSaving(true);
    const failed = await onSave(next);
    setSaving(false);
    setProblem(failed);
    if (failed) return;
    announce(next ? t("explore.description.saved") : t("explore.description.takenBack"));
    onEditing(false);
  };
  const disabled = saving
    ? t("common.saving")
    : words.short.trim() === ""
      ? t("explore.description.writeFirst")
      : length(words.short) > SHORT || length(words.long) > LONG
        ? t("explore.description.tooLong")
        : null;
  const onKey = (e: KeyboardEvent) => {
    if (e.key === "Escape") {
      e.preventDefault();
      onEditing(false);
    }
    if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) {
      e.preventDefault();
      if (!disabled) void save(trimmed(words));
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields within
    <div className="described-form" onKeyDown={onKey} data-testid="description-form">
      <TextField className="field" value={words.short} onChange={(short) => setWords({ ...words, short })}>
        <Label className="field-label">{t(`explore.about.${of.kind}.short`, { name: of.name })}</Label>
        <Input className="input" autoFocus dir="auto" data-testid="description-short" />
        <Left used={length(words.short)} most={SHORT} />
      </TextField>
      <TextField className="field" value={words.long} onChange={(long) => setWords({ ...words, long })}>
        <Label className="field-label">{t("explore.description.long")}</Label>
        <TextArea className="input area" rows={4} dir="auto" data-testid="description-long" />
        <Left used={length(words.long)} most={LONG} />
      </TextField>
      {problem && <ProblemView compact problem={problem} />}
      <div className="row wrap">
        <Button
          kind="primary"
          small
          testid="description-save"
          disabled={disabled}
          onPress={() => void save(trimmed(words))}
        >
          {t("common.save")}
        </Button>
        <Button small onPress={() => onEditing(false)}>
          {t("common.cancel")}
        </Button>
        {description.author === "person" && (
          <Button
            small
            kind="quiet"
            testid="description-take-back"
            hint={t("explore.description.takeBackHint")}
            onPress={() => void save(null)}
          >
            <Undo2 aria-hidden size={13} />
            {t("explore.description.takeBack")}
          </Button>
        )}
      </div>
    </div>
  );
}

function Left({ used, most }: { used: number; most: number }) {
  return (
    <Text slot="description" className={`letters-left ${used > most ? "over" : ""}`}>
      {used > most
        ? t("explore.description.over", { count: used - most })
        : t("explore.description.used", { used, most })}
    </Text>
  );
}

/** Characters as the engine counts them, not UTF-16 units. */
function length(text: string): number {
  return [...text.trim()].length;
}

function trimmed(words: Words): Words {
  return { short: words.short.trim(), long: words.long.trim() || words.short.trim() };
}
