// All rows of the answer to a CSV file: options, place, progress, and where it went.
import { Check, Download, FolderOpen } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import {
  Checkbox,
  Dialog,
  Heading,
  Input,
  Label,
  Popover,
  Radio,
  RadioGroup,
  TextField,
} from "react-aria-components";
import { newRunId } from "../app/names";
import { asProblem, type Backend } from "../backend/backend";
import type { Exported, Problem } from "../contract";
import { bytes, plural } from "../format/cell";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { CopyButton } from "../ui/Copy";
import { ProblemView } from "../ui/ProblemView";
import {
  type CsvForm,
  complaint,
  DEFAULT_FORM,
  DELIMITERS,
  type Delimiter,
  fileName,
  toOptions,
} from "./csv";

type Doing =
  | { is: "form"; stopped: boolean }
  | { is: "writing"; run: string; rows: number; stopping: boolean }
  | { is: "done"; value: Exported };

const FORM: Doing = { is: "form", stopped: false };

interface Props {
  backend: Backend;
  connection: string;
  sql: string;
  question: string;
}

export function ExportCsv({ backend, connection, sql, question }: Props) {
  const trigger = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const [form, setForm] = useState<CsvForm>(DEFAULT_FORM);
  const [path, setPath] = useState("");
  const [doing, setDoing] = useState<Doing>(FORM);
  const [problem, setProblem] = useState<Problem | null>(null);
  const wrong = complaint(form);
  const set = (change: Partial<CsvForm>) => setForm((old) => ({ ...old, ...change }));

  const choose = async (): Promise<string | null> => {
    try {
      const picked = await backend.pickSavePath(fileName(question), "csv");
      if (picked) setPath(picked);
      return picked;
    } catch (error) {
      setProblem(asProblem(error));
      return null;
    }
  };

  const write = async () => {
    setProblem(null);
    const to = path.trim() || (await choose());
    if (!to) return;
    const run = newRunId("export");
    setDoing({ is: "writing", run, rows: 0, stopping: false });
    try {
      const value = await backend.exportCsv(connection, run, sql, to, toOptions(form), ({ rows }) =>
        setDoing((old) => (old.is === "writing" ? { ...old, rows } : old)),
      );
      setDoing({ is: "done", value });
      announce(`Exported ${plural(value.rows, "row")} to ${value.path}`);
    } catch (error) {
      const trouble = asProblem(error);
      const stopped = trouble.code === "cancelled";
      setDoing({ is: "form", stopped });
      if (stopped) announce("Export stopped.");
      else setProblem(trouble);
    }
  };

  const stop = () => {
    if (doing.is !== "writing" || doing.stopping) return;
    setDoing({ ...doing, stopping: true });
    backend.stop(doing.run).catch((error: unknown) => setProblem(asProblem(error)));
  };

  return (
    <>
      <span ref={trigger}>
        <Button
          testid="export-csv"
          expanded={open}
          onPress={() => {
            if (doing.is !== "writing") setDoing(FORM);
            setProblem(null);
            setOpen(true);
          }}
        >
          <Download aria-hidden size={15} />
          {doing.is === "writing" ? `Exporting, ${plural(doing.rows, "row")}` : "Export CSV"}
        </Button>
      </span>
      <Popover
        className="popover"
        placement="bottom end"
        triggerRef={trigger}
        isOpen={open}
        onOpenChange={setOpen}
        // While it writes, Esc stops the export and does not hide it.
        isKeyboardDismissDisabled={doing.is === "writing"}
      >
        <Dialog className="dialog export" aria-label="Export to CSV">
          <Heading slot="title" className="dialog-title">
            Export all rows to CSV
          </Heading>
          {doing.is === "done" ? (
            <Done value={doing.value} onClose={() => setOpen(false)} />
          ) : doing.is === "writing" ? (
            <Writing rows={doing.rows} stopping={doing.stopping} onStop={stop} />
          ) : (
            <div className="form">
              <RadioGroup
                className="choice"
                value={form.delimiter}
                onChange={(value) => set({ delimiter: value as Delimiter })}
              >
                <Label className="field-label">Between columns</Label>
                <div className="choice-row">
                  {DELIMITERS.map(({ value, name }) => (
                    <Radio key={value} value={value} className="choice-item">
                      {name}
                    </Radio>
                  ))}
                </div>
              </RadioGroup>
              <Tick on={form.header} onChange={(header) => set({ header })}>
                Column names in the first row
              </Tick>
              <Tick
                on={form.bom}
                onChange={(bom) => set({ bom })}
                help="So that Excel reads accents rightly."
              >
                For Excel (UTF-8 with BOM)
              </Tick>
              <Tick
                on={form.guard}
                onChange={(guard) => set({ guard })}
                help="Text like =1+1 gets an apostrophe in front."
              >
                Guard against formulas
              </Tick>
              <TextField
                className="field"
                value={form.null}
                onChange={(value) => set({ null: value })}
                isInvalid={wrong !== null}
              >
                <Label className="field-label">Write NULL as</Label>
                <Input className="input" placeholder="nothing" data-testid="export-null" />
              </TextField>
              <div className="field">
                <TextField value={path} onChange={setPath}>
                  <Label className="field-label">File</Label>
                  <div className="row tight">
                    <Input className="input grow" placeholder="asks for a place" data-testid="export-path" />
                    <Button label="Choose a place" onPress={() => void choose()}>
                      <FolderOpen aria-hidden size={15} />
                    </Button>
                  </div>
                </TextField>
              </div>
              {doing.stopped && (
                <p className="quiet-text" role="status">
                  Stopped. No file was left behind.
                </p>
              )}
              {wrong && <p className="field-error">{wrong}</p>}
              {problem && <ProblemView compact problem={problem} />}
              <div className="dialog-foot">
                <Button kind="quiet" onPress={() => setOpen(false)}>
                  Cancel
                </Button>
                <Button kind="primary" testid="export-confirm" disabled={wrong} onPress={() => void write()}>
                  {path.trim() ? "Export" : "Choose a place and export"}
                </Button>
              </div>
            </div>
          )}
        </Dialog>
      </Popover>
    </>
  );
}

function Writing(props: { rows: number; stopping: boolean; onStop: () => void }) {
  const stop = useRef(props.onStop);
  stop.current = props.onStop;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.querySelector("button")?.focus();
    const hear = (e: KeyboardEvent) => {
      if (e.key !== "Escape") return;
      e.preventDefault();
      e.stopPropagation();
      stop.current();
    };
    window.addEventListener("keydown", hear, { capture: true });
    return () => window.removeEventListener("keydown", hear, { capture: true });
  }, []);
  return (
    <div className="export-progress" role="status" ref={place}>
      <progress aria-label="Exporting" />
      <div className="row">
        <span className="grow">{plural(props.rows, "row")} written</span>
        <Button
          testid="export-stop"
          disabled={props.stopping ? "It is being stopped." : null}
          onPress={props.onStop}
        >
          {props.stopping ? "Stopping…" : "Stop"}
        </Button>
      </div>
    </div>
  );
}

function Done({ value, onClose }: { value: Exported; onClose: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  // The button that was pressed last is gone; the next one is "Done".
  useEffect(() => place.current?.querySelector<HTMLElement>("[data-testid=export-finish]")?.focus(), []);
  return (
    <div className="export-done" data-testid="export-done" ref={place}>
      <p className="good-line">
        <Check aria-hidden size={16} />
        {plural(value.rows, "row")}, {bytes(value.bytes)}
      </p>
      <p className="path" data-testid="export-done-path">
        {value.path}
      </p>
      <div className="dialog-foot">
        <CopyButton text={() => value.path} what="Path" label="Copy path" />
        <Button kind="primary" testid="export-finish" onPress={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}

function Tick(props: { on: boolean; onChange: (on: boolean) => void; help?: string; children: string }) {
  return (
    <div>
      <Checkbox className="tick" isSelected={props.on} onChange={props.onChange}>
        <span className="tick-box" aria-hidden>
          <Check size={12} strokeWidth={3} />
        </span>
        {props.children}
      </Checkbox>
      {props.help && <p className="tick-help">{props.help}</p>}
    </div>
  );
}
