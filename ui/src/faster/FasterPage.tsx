// Making a query faster: the query, what is being tried, what came of it, and what is kept.
import { ArrowLeft, FileText, FolderOpen, Gauge } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { FileTrigger, Button as RacButton } from "react-aria-components";
import { Trans } from "../text/Trans";
import type { Backend } from "../backend/backend";
import type { Opened } from "../contract";
import { whyNoModel } from "../models/settings";
import type { Models } from "../models/useModels";
import { t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { Found } from "./Found";
import { KeptList } from "./KeptList";
import type { Faster } from "./useFaster";
import { Working } from "./Working";
import "../text/en/fasterMore";

const WorkloadView = lazy(() => import("./WorkloadView").then((m) => ({ default: m.WorkloadView })));

/** As it is typed on a command line. */
const MANY = "askwell-cli optimise --queries";
/** A longer file is no query. */
const LONGEST = 1_000_000;

interface Props {
  backend: Backend;
  opened: Opened;
  faster: Faster;
  models: Models;
  narrow: boolean;
  onClose(): void;
}

export function FasterPage({ backend, opened, faster, models, narrow, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [draft, setDraft] = useState("");
  const [folder, setFolder] = useState<string | null>(null);
  const entry = useRef<HTMLDivElement>(null);
  // Whoever comes by keyboard goes on from here.
  useEffect(() => heading.current?.focus(), []);
  const { id } = opened.connection;
  // A search in another database goes on and is not shown here.
  const job = faster.job.is !== "idle" && faster.job.from.connection === id ? faster.job : null;
  const asked =
    models.load.is === "ready" &&
    whyNoModel(models.load.value) === null &&
    (opened.connection.privacy ?? "nothing") !== "nothing";
  const other = job !== null && job.is !== "working";
  const pick = async () => {
    const [picked] = await backend.pickFiles("workload");
    if (picked !== undefined) setFolder(picked);
  };
  const leave = () => {
    setFolder(null);
    // Once the entry is there again, whoever uses the keyboard goes on at it.
    requestAnimationFrame(() => entry.current?.querySelector("button")?.focus());
  };
  return (
    <div className="main-body faster" data-testid="faster" data-state={job?.is ?? "idle"}>
      <header className="about-head">
        <div className="about-title-line">
          <h1 className="about-title" ref={heading} tabIndex={-1}>
            {t("faster.page.title")}
          </h1>
          <p className="quiet-text">
            <Trans
              i18nKey="faster.page.says"
              values={{ name: opened.connection.name }}
              components={{ name: <span dir="auto" /> }}
            />
          </p>
        </div>
        <div className="row">
          {other && (
            <Button
              testid="faster-another"
              onPress={() => {
                // A slip of the pen is mended where it was made.
                setDraft(job.is === "failed" ? job.from.sql : "");
                faster.clear();
              }}
            >
              {job.is === "failed" ? t("faster.page.change") : t("faster.page.another")}
            </Button>
          )}
          <Button testid="faster-close" label={narrow ? t("faster.page.back") : undefined} onPress={onClose}>
            <ArrowLeft aria-hidden size={15} />
            {!narrow && t("faster.page.back")}
          </Button>
        </div>
      </header>
      {job?.from.question && (
        <p className="faster-question">
          <span className="reading-label">{t("faster.page.question")}</span>
          <span dir="auto">{job.from.question}</span>
        </p>
      )}
      {job === null && folder !== null && (
        <Suspense fallback={<Skeleton lines={4} label={t("faster.page.opening")} />}>
          <WorkloadView
            backend={backend}
            connection={id}
            folder={folder}
            onAnother={() => void pick()}
            onClose={leave}
          />
        </Suspense>
      )}
      {job === null && folder === null && (
        <>
          <Start
            sql={draft}
            asked={asked}
            onSql={setDraft}
            onStart={(sql) => faster.start({ connection: id, sql, run: null, question: null })}
          />
          <KeptList backend={backend} connection={id} faster={faster} />
          <section className="about-card" aria-label={t("faster.page.workloads")}>
            <h2 className="about-heading">{t("faster.page.many")}</h2>
            <p className="quiet-text">
              <Trans
                i18nKey="faster.page.manySays"
                values={{ command: MANY }}
                components={{ code: <code /> }}
              />
            </p>
            <div className="row" ref={entry}>
              <Button testid="workload-open" onPress={() => void pick()}>
                <FolderOpen aria-hidden size={15} />
                {t("faster.page.openWorkload")}
              </Button>
            </div>
          </section>
        </>
      )}
      {job?.is === "working" && <Working job={job} onStop={faster.stop} />}
      {job?.is === "failed" && (
        <>
          <ProblemView problem={job.problem} onRetry={() => faster.start(job.from)} />
          <pre className="code plain">{job.from.sql}</pre>
        </>
      )}
      {job?.is === "done" && <Found backend={backend} job={job} faster={faster} />}
    </div>
  );
}

interface StartProps {
  sql: string;
  /** Whether a model is asked, too. */
  asked: boolean;
  onSql(sql: string): void;
  onStart(sql: string): void;
}

function Start({ sql, asked, onSql, onStart }: StartProps) {
  const [trouble, setTrouble] = useState<string | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const read = async (file: File | null | undefined) => {
    if (!file) return;
    const long = file.size > LONGEST;
    const text = long ? "" : await file.text();
    const said = { file: file.name };
    // A file of another kind shows itself by bytes that no text has.
    const bad = long
      ? t("faster.page.tooLong", said)
      : text.includes("\0")
        ? t("faster.page.notText", said)
        : null;
    setTrouble(bad);
    if (bad !== null) return;
    onSql(text.trim());
    announce(t("faster.page.opened", said));
    area.current?.focus();
  };
  const go = () => {
    if (sql.trim() !== "") onStart(sql);
  };
  return (
    <section className="about-card" aria-label={t("faster.page.query")}>
      <label className="field">
        <span className="field-label">{t("faster.page.sql")}</span>
        <textarea
          ref={area}
          className="input faster-sql"
          data-testid="faster-sql"
          spellCheck={false}
          rows={9}
          placeholder={t("faster.page.paste")}
          value={sql}
          onChange={(e) => {
            onSql(e.target.value);
            setTrouble(null);
          }}
          onKeyDown={(e) => {
            if (e.key !== "Enter" || !(e.ctrlKey || e.metaKey)) return;
            e.preventDefault();
            go();
          }}
        />
      </label>
      {trouble && (
        <p className="field-error" role="alert">
          {trouble}
        </p>
      )}
      <div className="row">
        <Button
          kind="primary"
          testid="faster-start"
          disabled={sql.trim() === "" ? t("faster.page.nothing") : null}
          onPress={go}
        >
          <Gauge aria-hidden size={15} />
          {t("faster.make")}
        </Button>
        <FileTrigger
          acceptedFileTypes={[".sql", ".txt", "text/plain"]}
          onSelect={(files) => void read(files?.[0])}
        >
          <RacButton className="button plain" data-testid="faster-open">
            <FileText aria-hidden size={15} />
            {t("faster.page.openFile")}
          </RacButton>
        </FileTrigger>
      </div>
      {asked && <p className="quiet-text">{t("faster.page.asked")}</p>}
    </section>
  );
}
