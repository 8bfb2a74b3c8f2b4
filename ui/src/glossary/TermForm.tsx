// One term: its name, what it means in words, and what it stands for in this database.
import { TriangleAlert } from "lucide-react";
import { type KeyboardEvent, useMemo, useRef } from "react";
import { Input, Label, Radio, RadioGroup, Text, TextArea, TextField } from "react-aria-components";
import type { Catalog, Holds, Meaning, RowCount, Term } from "../contract";
import { t } from "../text";
import { Button } from "../ui/Button";
import { NameFinder } from "../ui/NameFinder";
import { asKind, HOLDS, KINDS } from "./glossary";
import { RowsSaid } from "./RowsSaid";
import "../text/en/glossary";

interface Props {
  term: Term;
  why: string | null;
  /** Why it cannot be saved now. */
  disabled: string | null;
  catalog: Catalog;
  onChange(term: Term): void;
  onCount(meaning: Meaning): Promise<RowCount>;
  onSave(): void;
  onCancel(): void;
}

export function TermForm({ term, why, disabled, catalog, onChange, onCount, onSave, onCancel }: Props) {
  const { meaning } = term;
  const first = useRef(JSON.stringify(term));
  const onKey = (e: KeyboardEvent) => {
    if (e.defaultPrevented) return;
    // What somebody wrote is given up by "Cancel" alone.
    if (e.key === "Escape") {
      e.preventDefault();
      if (JSON.stringify(term) === first.current) onCancel();
    }
    if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) {
      e.preventDefault();
      if (!disabled) onSave();
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields within
    <div className="term-form" onKeyDown={onKey} data-testid="term-form">
      <TextField className="field" value={term.name} onChange={(name) => onChange({ ...term, name })}>
        <Label className="field-label">{t("glossary.form.name")}</Label>
        <Input className="input" autoFocus dir="auto" data-testid="term-name" />
      </TextField>
      <TextField
        className="field"
        value={term.definition}
        onChange={(definition) => onChange({ ...term, definition })}
      >
        <Label className="field-label">{t("glossary.form.definition")}</Label>
        <TextArea className="input area" rows={2} dir="auto" data-testid="term-definition" />
      </TextField>
      <RadioGroup
        className="field"
        value={meaning.kind}
        onChange={(kind) => onChange({ ...term, meaning: asKind(kind as Meaning["kind"], meaning) })}
      >
        <Label className="field-label">{t("glossary.form.kind")}</Label>
        <div className="choice-row">
          {KINDS.map((k) => (
            <Radio key={k.kind} value={k.kind} className="choice-item" data-testid={`meaning-${k.kind}`}>
              {k.name}
            </Radio>
          ))}
        </div>
        <Text slot="description" className="field-help">
          {KINDS.find((k) => k.kind === meaning.kind)?.says}
        </Text>
      </RadioGroup>
      <Fields meaning={meaning} catalog={catalog} onChange={(next) => onChange({ ...term, meaning: next })} />
      <RowsSaid meaning={meaning} onCount={onCount} />
      {why !== null && (
        <p className="refused" role="alert" data-testid="refused">
          <TriangleAlert aria-hidden size={15} />
          <span>
            <b>{t("glossary.form.notSaved")}</b> <span dir="auto">{why}</span>
          </span>
        </p>
      )}
      <div className="row wrap">
        <Button kind="primary" small testid="term-save" disabled={disabled} onPress={onSave}>
          {t("common.save")}
        </Button>
        <Button small testid="term-cancel" onPress={onCancel}>
          {t("common.cancel")}
        </Button>
      </div>
    </div>
  );
}

function Fields({
  meaning,
  catalog,
  onChange,
}: {
  meaning: Meaning;
  catalog: Catalog;
  onChange(meaning: Meaning): void;
}) {
  const tables = useMemo(() => catalog.tables.map((one) => one.name), [catalog]);
  const table = "table" in meaning ? meaning.table : "";
  const columns = useMemo(
    () => catalog.tables.find((one) => one.name === table)?.columns.map((c) => c.name) ?? [],
    [catalog, table],
  );
  if (meaning.kind === "words") return null;
  return (
    <>
      <div className="term-fields">
        <NameFinder
          label={t("glossary.form.table")}
          labelShown
          names={tables}
          chosen={meaning.table === "" ? null : meaning.table}
          testid="term-table"
          onChoose={(name) =>
            onChange(
              "column" in meaning ? { ...meaning, table: name, column: "" } : { ...meaning, table: name },
            )
          }
        />
        {"column" in meaning && (
          <NameFinder
            key={table}
            label={t("glossary.form.column")}
            labelShown
            names={columns}
            chosen={meaning.column === "" ? null : meaning.column}
            testid="term-column"
            onChoose={(column) => onChange({ ...meaning, column })}
          />
        )}
        {meaning.kind === "rows" && (
          <RadioGroup
            className="field"
            value={meaning.holds}
            onChange={(holds) => onChange({ ...meaning, holds: holds as Holds })}
          >
            <Label className="field-label">{t("glossary.form.holds")}</Label>
            <div className="choice-row">
              {HOLDS.map((h) => (
                <Radio key={h.holds} value={h.holds} className="choice-item" data-testid={`holds-${h.holds}`}>
                  {h.says}
                </Radio>
              ))}
            </div>
          </RadioGroup>
        )}
        {(meaning.kind === "value" || meaning.kind === "rows") && (
          <TextField
            className="field"
            value={meaning.value}
            onChange={(value) => onChange({ ...meaning, value })}
          >
            <Label className="field-label">
              {meaning.kind === "value" || meaning.holds === "is"
                ? t("glossary.form.value")
                : t("glossary.form.compared")}
            </Label>
            <Input className="input" dir="auto" data-testid="term-value" />
          </TextField>
        )}
      </div>
      {"sql" in meaning && (
        <TextField className="field" value={meaning.sql} onChange={(sql) => onChange({ ...meaning, sql })}>
          <Label className="field-label">
            {meaning.kind === "filter" ? t("glossary.form.condition") : t("glossary.form.formula")}
          </Label>
          <TextArea
            className="input area mono"
            rows={2}
            dir="ltr"
            spellCheck={false}
            placeholder={meaning.kind === "filter" ? "status = 'open'" : "SUM(price * quantity)"}
            data-testid="term-sql"
          />
        </TextField>
      )}
    </>
  );
}
