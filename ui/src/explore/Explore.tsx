// What is known of the database: its tables, how they are joined, what is wrong with them, what its words mean.
import { ArrowLeft, FileInput } from "lucide-react";
import { lazy, type RefObject, Suspense, useDeferredValue, useEffect, useRef, useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import type { State } from "../app/state";
import type { Verbs } from "../app/useAskwell";
import type { Backend } from "../backend/backend";
import type { Opened } from "../contract";
import { GlossaryPane } from "../glossary/GlossaryPane";
import { HealthPane } from "../health/HealthPane";
import { MeasurePane } from "../health/MeasurePane";
import { whyNoModel } from "../models/settings";
import type { Models } from "../models/useModels";
import { Preparing } from "../prepare/Preparing";
import type { Page } from "../settings/place";
import { t } from "../text";
import { Button } from "../ui/Button";
import { Skeleton } from "../ui/Skeleton";
import { DescribeByModel } from "./DescribeByModel";
import { type Place, START, TABS, type Tab as TabName } from "./place";
import { TableList } from "./TableList";
import { TablePage } from "./TablePage";
import { useFresh } from "./useLoad";
import { useTables } from "./useTables";
import "../text/en/diagram";
import "../text/en/exploreMore";

/** The layout library is read when a diagram is first wanted. */
const DiagramPane = lazy(() => import("../diagram/DiagramPane"));
const ImportDescriptions = lazy(() => import("./ImportDescriptions"));

interface Props {
  backend: Backend;
  state: State;
  verbs: Verbs;
  opened: Opened;
  narrow: boolean;
  place: Place;
  onPlace(place: Place): void;
  search: RefObject<HTMLInputElement | null>;
  models: Models;
  onSettings(page: Page): void;
  onClose(): void;
}

export function Explore(props: Props) {
  const { backend, state, verbs, opened, narrow, place, onPlace, search } = props;
  const { id } = opened.connection;
  const heading = useRef<HTMLHeadingElement>(null);
  // Whoever comes by keyboard goes on from here.
  useEffect(() => heading.current?.focus(), []);
  const [words, setWords] = useState("");
  const [changes, setChanges] = useState(0);
  const changed = () => setChanges((n) => n + 1);
  const [described, setDescribed] = useState(0);
  const [importing, setImporting] = useState<string[] | null>(null);
  const known = useFresh(state);
  const tables = useTables(backend, id, useDeferredValue(words.trim()), known + changes);
  const none = opened.catalog.tables.length === 0;
  const go = (change: Partial<Place>) => onPlace({ ...place, ...change });
  // A wide window has room for a table beside the list, so it shows the first one.
  const first = tables.load.is === "ready" ? (tables.load.value.tables[0]?.name ?? null) : null;
  const table = place.table ?? (narrow ? null : first);

  return (
    <>
      <Tabs
        className="explore"
        data-testid="explore"
        selectedKey={place.tab}
        onSelectionChange={(key) => go({ tab: key as TabName, column: null })}
      >
        <header className="explore-head">
          <h1 className="offscreen" ref={heading} tabIndex={-1}>
            {t("explore.title", { name: opened.connection.name })}
          </h1>
          <TabList className="explore-tabs" aria-label={t("explore.known")}>
            {TABS.map(({ tab, name }) => (
              <Tab key={tab} id={tab} className="explore-tab" data-testid={`tab-${tab}`}>
                {name}
              </Tab>
            ))}
          </TabList>
          <span className="grow" />
          {!none && (
            <Button
              testid="import-descriptions"
              label={narrow ? t("explore.import.short") : undefined}
              hint={t("explore.import.hint")}
              disabled={state.prepared.is === "loading" ? t("explore.stillReading") : null}
              onPress={() =>
                void backend
                  .pickFiles("descriptions")
                  .then((paths) => paths.length > 0 && setImporting(paths))
              }
            >
              <FileInput aria-hidden size={15} />
              {!narrow && t("explore.import.open")}
            </Button>
          )}
          {!none && (
            <DescribeByModel
              backend={backend}
              connection={opened.connection}
              models={props.models}
              preparing={state.prepared.is === "loading"}
              narrow={narrow}
              onSettings={props.onSettings}
              onDone={() => {
                changed();
                setDescribed((n) => n + 1);
              }}
            />
          )}
          <Button
            testid="explore-close"
            label={narrow ? t("explore.close") : undefined}
            onPress={props.onClose}
          >
            <ArrowLeft aria-hidden size={15} />
            {!narrow && t("explore.close")}
          </Button>
        </header>
        <div className="explore-preparing">
          <Preparing
            state={state}
            says={t("explore.preparing")}
            onPause={verbs.pause}
            onStop={verbs.stopPreparing}
            onAgain={verbs.prepare}
          />
        </div>
        {none ? (
          <p className="explore-empty">{t("explore.empty")}</p>
        ) : (
          <>
            <TabPanel id="tables" className="explore-panel tables-pane">
              {(!narrow || table === null) && (
                <TableList
                  tables={tables}
                  words={words}
                  onWords={setWords}
                  current={table}
                  onChoose={(name) => go({ table: name, column: null })}
                  search={search}
                />
              )}
              {table !== null && (
                <TablePage
                  backend={backend}
                  state={state}
                  id={id}
                  table={table}
                  column={place.column}
                  fresh={known + described}
                  onBack={
                    narrow
                      ? () => {
                          onPlace({ ...START, tab: "tables" });
                          requestAnimationFrame(() => search.current?.focus());
                        }
                      : null
                  }
                  onTable={(name) => go({ table: name, column: null })}
                  onDiagram={() => go({ tab: "diagram", table, column: null })}
                  onChanged={changed}
                />
              )}
              {table === null && !narrow && tables.load.is === "ready" && (
                <p className="explore-empty">{t("explore.noneFound")}</p>
              )}
            </TabPanel>
            <TabPanel id="diagram" className="explore-panel">
              <Suspense fallback={<Skeleton lines={7} label={t("diagram.drawing")} />}>
                <DiagramPane
                  backend={backend}
                  id={id}
                  fresh={known + changes}
                  table={place.table}
                  onOpen={(name) => go({ tab: "tables", table: name, column: null })}
                />
              </Suspense>
            </TabPanel>
            <TabPanel id="health" className="explore-panel scrolls">
              <HealthPane
                backend={backend}
                state={state}
                id={id}
                fresh={known}
                onOpen={(name, column) => go({ tab: "tables", table: name, column })}
              />
            </TabPanel>
            <TabPanel id="glossary" className="explore-panel scrolls" shouldForceMount>
              <GlossaryPane backend={backend} id={id} catalog={opened.catalog} />
            </TabPanel>
            <TabPanel id="measure" className="explore-panel scrolls" shouldForceMount>
              <MeasurePane
                key={id}
                backend={backend}
                id={id}
                shown={place.tab === "measure"}
                modelled={
                  (opened.connection.privacy ?? "nothing") !== "nothing" &&
                  props.models.load.is === "ready" &&
                  whyNoModel(props.models.load.value) === null
                }
              />
            </TabPanel>
          </>
        )}
      </Tabs>
      {/* Not within the tabs: those draw what they hold twice. */}
      {importing && (
        <Suspense>
          <ImportDescriptions
            backend={backend}
            connection={opened.connection}
            paths={importing}
            onDone={() => {
              changed();
              setDescribed((n) => n + 1);
            }}
            onClose={() => setImporting(null)}
          />
        </Suspense>
      )}
    </>
  );
}
