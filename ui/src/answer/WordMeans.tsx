// What one word means here: picked from the names and values of the database, and kept in the glossary.
import { TriangleAlert } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import type { Meaning, StoredValue } from "../contract";
import { keepTerm } from "../glossary/glossary";
import { t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { NameFinder } from "../ui/NameFinder";
import { meanings } from "./means";
import type { Words } from "./Unused";
import "../text/en/answerMore";

/** Fewer letters begin too many values. */
const LEAST = 2;

export default function WordMeans(props: Words & { word: string; onClose: () => void }) {
  const { backend, connection, catalog, word, disabled, onAgain, onClose } = props;
  const [values, setValues] = useState<StoredValue[]>([]);
  const [chosen, setChosen] = useState<{ name: string; meaning: Meaning } | null>(null);
  const [saving, setSaving] = useState(false);
  const [why, setWhy] = useState<string | null>(null);
  const typed = useRef("");
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector("input")?.focus(), []);
  const all = useMemo(() => meanings(catalog, values), [catalog, values]);
  const names = useMemo(() => [...all.keys()], [all]);

  const look = async (text: string) => {
    typed.current = text;
    // What was picked is no search.
    if (text.trim().length < LEAST || all.has(text)) return;
    try {
      const found = await backend.complete(connection, text.trim());
      if (typed.current === text) setValues(found);
    } catch {
      // The names are there without the values.
    }
  };
  const keep = async () => {
    if (chosen === null || disabled) return;
    setSaving(true);
    const { meaning } = chosen;
    // What was written about it stays.
    const fault = await keepTerm(backend, connection, word, (old) => ({
      name: old?.name ?? word,
      definition: old?.definition ?? "",
      meaning,
    }));
    setWhy(fault);
    if (fault === null) {
      announce(t("answer.unused.kept", { word }));
      onAgain();
    }
    setSaving(false);
  };
  const onKey = (e: KeyboardEvent) => {
    if (e.key !== "Escape" || e.defaultPrevented) return;
    e.preventDefault();
    onClose();
  };
  const wants = chosen === null ? t("answer.unused.choose", { word }) : null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields within
    <div className="unused-form" ref={place} onKeyDown={onKey} data-testid="word-means">
      <NameFinder
        label={t("answer.unused.means", { word })}
        labelShown
        placeholder={t("answer.unused.example")}
        names={names}
        chosen={chosen?.name ?? null}
        onChoose={(name) => {
          const meaning = all.get(name);
          setChosen(meaning ? { name, meaning } : null);
        }}
        onType={(text) => void look(text)}
        testid="word-means-name"
      />
      <div className="row wrap">
        <Button
          small
          kind="primary"
          testid="word-means-keep"
          disabled={saving ? t("answer.unused.saving") : (disabled ?? wants)}
          onPress={() => void keep()}
        >
          {t("answer.unused.keep")}
        </Button>
        <Button small testid="word-means-cancel" onPress={onClose}>
          {t("common.cancel")}
        </Button>
      </div>
      <p className="field-help">{t("answer.unused.where")}</p>
      {why !== null && (
        <p className="refused" role="alert">
          <TriangleAlert aria-hidden size={15} />
          <span dir="auto">{why}</span>
        </p>
      )}
    </div>
  );
}
