// A workload that was made faster on the command line: its leaderboard, its states, and what was tried of each query.
import { FolderOpen, RotateCcw, X } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { Trans } from "../text/Trans";
import { failed, type Load, loading, ready } from "../app/load";
import { asProblem, type Backend } from "../backend/backend";
import type { Entry, Workload } from "../contract";
import { list, t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { Waiting } from "../ui/Waiting";
import { Board } from "./Board";
import { WorkloadQuery } from "./WorkloadQuery";
import { fasterOf, ofState, stateOf } from "./workload";
import "../text/en/fasterMore";

interface Props {
  backend: Backend;
  /** Of the database that is open, by which SQL is laid out. */
  connection: string;
  folder: string;
  onAnother(): void;
  onClose(): void;
}

export function WorkloadView({ backend, connection, folder, onAnother, onClose }: Props) {
  const [load, setLoad] = useState<Load<Workload>>(loading);
  const [chosen, setChosen] = useState<{ state: number; query: string } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const turn = useRef(0);
  const read = useCallback(async () => {
    turn.current += 1;
    const mine = turn.current;
    setLoad(loading);
    try {
      const value = await backend.workload(folder);
      if (turn.current !== mine) return;
      setLoad(ready(value));
      announce(t("faster.workload.read", { count: value.states.length }));
    } catch (error) {
      if (turn.current === mine) setLoad(failed(asProblem(error)));
    }
  }, [backend, folder]);
  useEffect(() => {
    setChosen(null);
    heading.current?.focus();
    void read();
  }, [read]);
  return (
    <section
      className="workload"
      aria-label={t("faster.workload.label")}
      data-testid="workload"
      data-state={load.is}
    >
      <header className="workload-head">
        <div>
          <h2 className="about-heading" ref={heading} tabIndex={-1} dir="auto">
            {lastOf(folder)}
          </h2>
          <p className="quiet-text workload-place" dir="auto">
            {folder}
          </p>
        </div>
        <div className="row">
          <Button small testid="workload-again" onPress={() => void read()}>
            <RotateCcw aria-hidden size={14} />
            {t("faster.workload.again")}
          </Button>
          <Button small testid="workload-another" onPress={onAnother}>
            <FolderOpen aria-hidden size={14} />
            {t("faster.workload.another")}
          </Button>
          <Button small testid="workload-close" onPress={onClose}>
            <X aria-hidden size={14} />
            {t("faster.workload.close")}
          </Button>
        </div>
      </header>
      {load.is === "ready" ? (
        <States
          workload={load.value}
          onChoose={(state, query) => setChosen({ state, query })}
          chosen={chosen}
        />
      ) : (
        <Waiting load={load} again={() => void read()} lines={4} label={t("faster.workload.reading")} />
      )}
      {load.is === "ready" && chosen && (
        <WorkloadQuery backend={backend} connection={connection} folder={folder} {...chosen} />
      )}
    </section>
  );
}

interface StatesProps {
  workload: Workload;
  chosen: { state: number; query: string } | null;
  onChoose(state: number, query: string): void;
}

function States({ workload, chosen, onChoose }: StatesProps) {
  const { states, overall } = workload;
  if (states.length === 0)
    return (
      <p className="workload-empty" data-testid="workload-empty">
        {t("faster.workload.empty")}
      </p>
    );
  const whole = overall.length > 0;
  return (
    <Tabs className="workload-states">
      <TabList className="explore-tabs" aria-label={t("faster.workload.states")}>
        {whole && (
          <Tab id="all" className="explore-tab">
            {t("faster.workload.all")}
          </Tab>
        )}
        {states.map((state) => (
          <Tab key={state.number} id={String(state.number)} className="explore-tab">
            {ofState(state)}
          </Tab>
        ))}
      </TabList>
      {whole && (
        <TabPanel id="all" className="workload-panel">
          <Sum workload={workload} entries={overall} />
          <Board
            label={t("faster.workload.allBoard")}
            entries={overall}
            isChosen={(query) => chosen?.query === query && chosen.state === stateOf(states, query)}
            onChoose={(query) => onChoose(stateOf(states, query), query)}
          />
        </TabPanel>
      )}
      {states.map((state) => (
        <TabPanel key={state.number} id={String(state.number)} className="workload-panel">
          <Sum workload={workload} entries={state.entries} />
          <Board
            label={t("faster.workload.board", { number: state.number })}
            entries={state.entries}
            isChosen={(query) => chosen?.query === query && chosen.state === state.number}
            onChoose={(query) => onChoose(state.number, query)}
          />
          {state.waiting.length > 0 && (
            <p className="quiet-text">
              {t("faster.workload.waiting", { queries: list(state.waiting, "unit") })}
            </p>
          )}
        </TabPanel>
      ))}
    </Tabs>
  );
}

function Sum({ workload, entries }: { workload: Workload; entries: Entry[] }) {
  return (
    <p className="quiet-text">
      <Trans
        i18nKey="faster.workload.sum"
        count={fasterOf(entries)}
        values={{ queries: t("common.queries", { count: entries.length }), database: workload.database }}
        components={{ name: <span dir="auto" /> }}
      />{" "}
      {t("faster.workload.carried", { times: workload.threshold })}
    </p>
  );
}

function lastOf(folder: string): string {
  return (
    folder
      .split(/[\\/]/)
      .filter((part) => part !== "")
      .pop() ?? folder
  );
}
