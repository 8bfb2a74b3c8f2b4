// Every request to a model: when, what for, where to, what it cost, and the whole text of it.
import { Download, RotateCcw, Search, X } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { Button as RacButton, Input, Radio, RadioGroup, SearchField } from "react-aria-components";
import type { Backend } from "../backend/backend";
import type { Connection, ModelSettings } from "../contract";
import { bytes, count, plural } from "../format/cell";
import { Button } from "../ui/Button";
import { CopyButton } from "../ui/Copy";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { useSaved } from "../ui/useSaved";
import { Entry } from "./Entry";
import { headline } from "./ledger";
import { useLedger } from "./useLedger";

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
            {head ? head.says : "What was sent to models"}
          </h2>
          {head && head.more !== "" && <p className="quiet-text">{head.more}</p>}
        </div>
        <ExportLedger backend={backend} empty={page !== null && page.of === 0 && !narrowed} />
      </header>
      <div className="ledger-bar">
        <SearchField
          className="search ledger-search"
          aria-label="Search the ledger"
          value={words}
          onChange={setWords}
        >
          <Search aria-hidden size={14} />
          <Input
            className="search-input"
            placeholder="Words of what was sent, a model, a destination"
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
            aria-label="Databases"
            value={of}
            onChange={(value) => setOf(value as "all" | "this")}
          >
            <Radio value="all" className="segment">
              All databases
            </Radio>
            <Radio value="this" className="segment" data-testid="ledger-this">
              <span dir="auto">{connection.name}</span>
            </Radio>
          </RadioGroup>
        )}
        <Button small kind="quiet" label="Read the ledger again" testid="ledger-again" onPress={list.again}>
          <RotateCcw aria-hidden size={14} />
        </Button>
      </div>
      {load.is === "failed" ? (
        <ProblemView problem={load.problem} onRetry={list.again} />
      ) : page === null ? (
        <Skeleton lines={8} label="Reading the ledger" />
      ) : page.of === 0 ? (
        <p className="ledger-none">
          {narrowed
            ? "Try other words, or all databases."
            : "As soon as a model is asked, what was sent to it is written here first: word for word, before it goes."}
        </p>
      ) : (
        <>
          <ol className="plain-list entries" aria-label="Requests, the newest first">
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
                ? `The newest ${count(page.entries.length)} of ${plural(page.of, "request")}.`
                : `${plural(page.of, "request")}, all of them.`}
            </p>
            {page.entries.length < page.of && (
              <Button small testid="ledger-more" disabled={list.busy ? "Reading…" : null} onPress={list.more}>
                Show older ones
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
    (value) => `Exported ${plural(value.rows, "request")}.`,
  );
  return (
    <div className="ledger-export">
      <Button
        small
        testid="ledger-export"
        disabled={busy ? "Exporting…" : empty ? "There is nothing to export yet." : null}
        onPress={() => void save()}
      >
        <Download aria-hidden size={14} />
        Export…
      </Button>
      {done && (
        <p className="ledger-exported" data-testid="ledger-exported">
          {plural(done.rows, "request")}, {bytes(done.bytes)}, in <code>{done.path}</code>
          <CopyButton small text={() => done.path} what="Path" />
        </p>
      )}
      {trouble && <ProblemView compact problem={trouble} />}
    </div>
  );
}
