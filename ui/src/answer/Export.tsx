// All rows of the answer out of the window: in which form, where to, how far it is, and where it went.
import { Download, FolderOpen } from "lucide-react";
import { useRef, useState } from "react";
import {
  Dialog,
  Heading,
  Input,
  Label,
  Modal,
  ModalOverlay,
  Radio,
  RadioGroup,
  TextField,
} from "react-aria-components";
import { newRunId } from "../app/names";
import { asProblem, type Backend } from "../backend/backend";
import type { ExportProgress, Exported, GridView, Problem } from "../contract";
import { t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { Close } from "../ui/Close";
import { CsvPart } from "./CsvPart";
import type { Drawn } from "./picture";
import { type CsvForm, complaint, preset } from "./csv";
import { Done, Writing } from "./Exporting";
import { isPlain } from "../grid/filters";
import { FORMS, fileName, formatFor, formOf, type Kind, withEnding } from "./formats";
import "../text/en/answer";

type Doing =
  | { is: "form"; stopped: boolean }
  | { is: "writing"; run: string; at: ExportProgress; stopping: boolean }
  | { is: "done"; value: Exported };

const FORM: Doing = { is: "form", stopped: false };
const BEGUN: ExportProgress = { rows: 0, of: null };

interface Props {
  backend: Backend;
  connection: string;
  /** The run whose answer it is. */
  run: string;
  sql: string;
  question: string;
  /** The chart as it is drawn on screen. */
  drawn: Drawn | null;
  /** As the grid shows the rows, and how many these are. */
  view: GridView;
  shown: number | null;
}

export function Export({ backend, connection, run: asked, sql, question, drawn, view, shown }: Props) {
  const [open, setOpen] = useState(false);
  const [kind, setKind] = useState<Kind>("excel");
  const [csv, setCsv] = useState<CsvForm>(() => preset("here"));
  const [path, setPath] = useState("");
  const [whole, setWhole] = useState(false);
  const narrowed = view.filters.length > 0;
  const viewed = !whole && !isPlain(view);
  const [doing, setDoing] = useState<Doing>(FORM);
  const [problem, setProblem] = useState<Problem | null>(null);
  const opener = useRef<HTMLSpanElement>(null);
  const wrong = kind === "csv" ? complaint(csv) : null;
  const { ending } = formOf(kind);

  const choose = async (): Promise<string | null> => {
    try {
      const picked = await backend.pickSavePath(fileName(question, ending), kind);
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
    setDoing({ is: "writing", run, at: BEGUN, stopping: false });
    try {
      const picture = kind === "report" && drawn ? await svgOf(drawn) : null;
      const request = {
        sql,
        path: to,
        format: formatFor(kind, csv, picture),
        asked,
        view: viewed ? view : null,
      };
      const value = await backend.export(connection, run, request, (at) =>
        setDoing((old) => (old.is === "writing" ? { ...old, at } : old)),
      );
      setDoing({ is: "done", value });
      announce(
        t("answer.export.exported", { rows: t("common.rows", { count: value.rows }), path: value.path }),
      );
    } catch (error) {
      const trouble = asProblem(error);
      const stopped = trouble.code === "cancelled";
      setDoing({ is: "form", stopped });
      if (stopped) announce(t("answer.export.stopped"));
      else setProblem(trouble);
    }
  };

  const stop = () => {
    if (doing.is !== "writing" || doing.stopping) return;
    setDoing({ ...doing, stopping: true });
    backend.stop(doing.run).catch((error: unknown) => setProblem(asProblem(error)));
  };

  const close = () => {
    setOpen(false);
    opener.current?.querySelector("button")?.focus();
  };

  return (
    <>
      <span ref={opener}>
        <Button
          testid="export"
          expanded={open}
          onPress={() => {
            if (doing.is !== "writing") setDoing(FORM);
            setProblem(null);
            setOpen(true);
          }}
        >
          <Download aria-hidden size={15} />
          {doing.is === "writing"
            ? t("answer.export.exporting", { rows: t("common.rows", { count: doing.at.rows }) })
            : t("answer.export.export")}
        </Button>
      </span>
      <ModalOverlay
        isOpen={open}
        isDismissable
        // While it writes, Esc stops the export and does not hide it.
        isKeyboardDismissDisabled={doing.is === "writing"}
        onOpenChange={(now) => !now && close()}
        className="veil"
      >
        <Modal className="modal wide">
          <Dialog className="dialog export" data-testid="export-dialog">
            <header className="dialog-head">
              <Heading slot="title" className="dialog-title">
                {doing.is === "done"
                  ? t("answer.export.titleDone")
                  : narrowed && viewed
                    ? t("answer.export.titleFiltered")
                    : t("answer.export.titleAll")}
              </Heading>
              <Close onPress={close} />
            </header>
            {doing.is === "done" ? (
              <Done backend={backend} value={doing.value} onClose={close} />
            ) : doing.is === "writing" ? (
              <Writing at={doing.at} stopping={doing.stopping} onStop={stop} />
            ) : (
              <div className="form">
                <RadioGroup
                  aria-label={t("answer.export.form")}
                  className="export-tiles"
                  value={kind}
                  onChange={(next) => {
                    setKind(next as Kind);
                    setPath((old) => withEnding(old, formOf(next as Kind).ending));
                  }}
                >
                  {FORMS.map((form) => (
                    <Radio
                      key={form.kind}
                      value={form.kind}
                      className="export-tile"
                      data-testid={`export-kind-${form.kind}`}
                    >
                      <span className="export-tile-name">
                        {form.name}
                        <span className="export-tile-ending">.{form.ending}</span>
                      </span>
                      <span className="export-tile-says">{form.says}</span>
                    </Radio>
                  ))}
                </RadioGroup>
                {!isPlain(view) && (
                  <label className="export-which" data-testid="export-whole">
                    <input type="checkbox" checked={viewed} onChange={(e) => setWhole(!e.target.checked)} />
                    {whichRows(narrowed, shown, view.sort !== null)}
                  </label>
                )}
                {kind === "csv" && <CsvPart form={csv} onForm={setCsv} wrong={wrong} />}
                <div className="row tight export-place">
                  <TextField className="field grow" value={path} onChange={setPath}>
                    <Label className="field-label">{t("answer.export.saveAs")}</Label>
                    <Input
                      className="input"
                      placeholder={fileName(question, ending)}
                      data-testid="export-path"
                    />
                  </TextField>
                  <Button label={t("answer.export.place")} onPress={() => void choose()}>
                    <FolderOpen aria-hidden size={15} />
                  </Button>
                </div>
                {doing.stopped && (
                  <p className="quiet-text" role="status">
                    {t("answer.export.nothingLeft")}
                  </p>
                )}
                {problem && <ProblemView compact problem={problem} />}
                <div className="dialog-foot stays">
                  <Button kind="quiet" onPress={close}>
                    {t("common.cancel")}
                  </Button>
                  <Button
                    kind="primary"
                    testid="export-confirm"
                    disabled={wrong}
                    onPress={() => void write()}
                  >
                    {path.trim() ? t("answer.export.export") : t("answer.export.placeAndExport")}
                  </Button>
                </div>
              </div>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </>
  );
}

/** What the export takes of the grid, as its checkbox says it. */
function whichRows(narrowed: boolean, shown: number | null, sorted: boolean): string {
  if (!narrowed) return t("answer.export.sorted");
  if (shown === null) return t(sorted ? "answer.export.filteredSorted" : "answer.export.filtered");
  return t(sorted ? "answer.export.countedSorted" : "answer.export.counted", { count: shown });
}

/** A report goes without its picture rather than not at all. */
async function svgOf(drawn: Drawn): Promise<string | null> {
  try {
    const { svg } = await import("./picture");
    return await svg(drawn);
  } catch {
    return null;
  }
}
