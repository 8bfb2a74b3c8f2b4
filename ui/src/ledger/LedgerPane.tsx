// Every request to a model: when, what for, where to, what it cost, and the whole text of it.
import { Download, RotateCcw, Search, X } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { Button as RacButton, Input, Radio, RadioGroup, SearchField } from "react-aria-components";
import { Trans } from "../text/Trans";
import type { Backend } from "../backend/backend";
import type { Connection, ModelSettings } from "../contract";
import { bytes } from "../format/cell";
import { t } from "../text";
import { Button } from "../ui/Button";
import { CopyButton } from "../ui/Copy";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { useSaved } from "../ui/useSaved";
import { Entry } from "./Entry";
import { headline } from "./ledger";
import { useLedger } from "./useLedger";
import "../text/en/ledger";

interface Props {
  backend: Backend;
  /** The one that is open. */
  connection: Connection | null;
  connections: readonly Connection[];
  settings: ModelSettings | null;
}

export function LedgerPane({ backend, connection, connections, settings }: Props) {
  const [words, setWords] = useState("");
  const [of, setOf] = useState<"all" | "this">("all");
  const [open, setOpen] = useState<number | null>(null);
  const id = of === "this" ? (connection?.id ?? null) : null;
  const list = useLedger(backend, useDeferredValue(words.trim()), id);
  const { load, searched } = list;
  const narrowed = searched !== "" || id !== null;
  const page = load.is === "ready" ? load.value : null;
  const head = page && headline(page, narrowed);
  const nameOf = (one: string) => connections.find((c) => c.id === one)?.name ?? one;
  const providerOf = (one: string) => settings?.providers.find((p) => p.id === one)?.name ?? one;
  return (
    <div className="sheet ledger" data-testid="ledger-pane">
      <header className="ledger-head">
        <div className="ledger-words" role="status">
          <h2 className="ledger-headline" data-testid="ledger-headline">
            {head ? head.says : t("ledger.pane.title")}
          </h2>
          {head && head.more !== "" && <p className="quiet-text">{head.more}</p>}
        </div>
        <ExportLedger backend={backend} empty={page !== null && page.of === 0 && !narrowed} />
      </header>
      <div className="ledger-bar">
        <SearchField
          className="search ledger-search"
          aria-label={t("ledger.pane.search")}
          value={words}
          onChange={setWords}
        >
          <Search aria-hidden size={14} />
          <Input
            className="search-input"
            placeholder={t("ledger.pane.placeholder")}
            data-testid="ledger-search"
          />
          {words !== "" && (
            <RacButton className="search-clear">
              <X aria-hidden size={13} />
            </RacButton>
          )}
        </SearchField>
        {connection && (
          <RadioGroup
            className="segments"
            aria-label={t("ledger.pane.databases")}
            value={of}
            onChange={(value) => setOf(value as "all" | "this")}
          >
            <Radio value="all" className="segment">
              {t("ledger.pane.allDatabases")}
            </Radio>
            <Radio value="this" className="segment" data-testid="ledger-this">
              <span dir="auto">{connection.name}</span>
            </Radio>
          </RadioGroup>
        )}
        <Button small kind="quiet" label={t("ledger.pane.again")} testid="ledger-again" onPress={list.again}>
          <RotateCcw aria-hidden size={14} />
        </Button>
      </div>
      {load.is === "failed" ? (
        <ProblemView problem={load.problem} onRetry={list.again} />
      ) : page === null ? (
        <Skeleton lines={8} label={t("ledger.pane.reading")} />
      ) : page.of === 0 ? (
        <p className="ledger-none">{narrowed ? t("ledger.pane.tryOther") : t("ledger.pane.none")}</p>
      ) : (
        <>
          <ol className="plain-list entries" aria-label={t("ledger.pane.list")}>
            {page.entries.map((entry) => (
              <Entry
                key={entry.number}
                entry={entry}
                database={nameOf(entry.connection)}
                provider={providerOf(entry.provider)}
                open={open === entry.number}
                onOpen={(on) => setOpen(on ? entry.number : null)}
              />
            ))}
          </ol>
          {list.trouble && <ProblemView compact problem={list.trouble} />}
          <div className="ledger-foot">
            <p className="quiet-text" role="status" data-testid="ledger-count">
              {page.entries.length < page.of
                ? t("ledger.pane.newest", {
                    shown: page.entries.length,
                    requests: t("common.requests", { count: page.of }),
                  })
                : t("ledger.pane.all", { requests: t("common.requests", { count: page.of }) })}
            </p>
            {page.entries.length < page.of && (
              <Button
                small
                testid="ledger-more"
                disabled={list.busy ? t("ledger.pane.readingMore") : null}
                onPress={list.more}
              >
                {t("ledger.pane.older")}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}

function ExportLedger({ backend, empty }: { backend: Backend; empty: boolean }) {
  const { done, trouble, busy, save } = useSaved(
    backend,
    ["askwell-ledger.jsonl", "ledger"],
    (path) => backend.exportLedger(path),
    (value) => t("ledger.export.done", { requests: t("common.requests", { count: value.rows }) }),
  );
  return (
    <div className="ledger-export">
      <Button
        small
        testid="ledger-export"
        disabled={busy ? t("ledger.export.busy") : empty ? t("ledger.export.nothing") : null}
        onPress={() => void save()}
      >
        <Download aria-hidden size={14} />
        {t("ledger.export.export")}
      </Button>
      {done && (
        <p className="ledger-exported" data-testid="ledger-exported">
          <Trans
            i18nKey="ledger.export.file"
            values={{
              requests: t("common.requests", { count: done.rows }),
              size: bytes(done.bytes),
              path: done.path,
            }}
            components={{ code: <code /> }}
          />
          <CopyButton
            small
            text={() => done.path}
            what={t("ledger.export.path")}
            name={t("ledger.export.copyPath")}
          />
        </p>
      )}
      {trouble && <ProblemView compact problem={trouble} />}
    </div>
  );
}
