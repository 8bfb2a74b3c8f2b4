// The window: left what there is, in the middle question and answer, right the SQL. In a narrow window the sides are drawers.
import { Keyboard, PanelLeft } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Backend } from "../backend/backend";
import { count, plural } from "../format/cell";
import { SqlPanel } from "../panel/SqlPanel";
import { Sidebar } from "../sidebar/Sidebar";
import { describe } from "../sidebar/dialects";
import { Button } from "../ui/Button";
import { Drawer } from "./Drawer";
import { Main } from "./Main";
import { got } from "./load";
import { Shortcuts } from "./Shortcuts";
import type { State } from "./state";
import { ThemeToggle } from "./ThemeToggle";
import { useMedia, useTheme } from "./theme";
import { useAskwell } from "./useAskwell";

export function App({ backend }: { backend: Backend }) {
  const [state, verbs] = useAskwell(backend);
  const theme = useTheme();
  const narrow = useMedia("(max-width: 899px)");
  const tight = useMedia("(max-width: 1239px)");
  const [drawer, setDrawer] = useState(false);
  const [opening, setOpening] = useState(false);
  const [dropping, setDropping] = useState(false);
  const [sheet, setSheet] = useState(false);
  const [finding, setFinding] = useState(false);
  const [pipeline, setPipeline] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const back = useRef<Element | null>(null);
  const run = state.run?.run ?? null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another run begins without the find bar of the last
  useEffect(() => setFinding(false), [run?.id]);

  const openPanel = useCallback(
    (candidate: string | null) => {
      if (candidate !== null) back.current = document.activeElement;
      verbs.panel(candidate);
      if (candidate === null && back.current instanceof HTMLElement) back.current.focus();
    },
    [verbs],
  );

  const keys = useRef<(e: KeyboardEvent) => void>(() => undefined);
  keys.current = (e) => {
    if (e.defaultPrevented) return;
    const far = e.ctrlKey || e.metaKey;
    const done = () => e.preventDefault();
    if (e.key === "Escape") {
      if (run?.state === "running") verbs.stop();
      else if (finding) setFinding(false);
      else if (state.panel !== null) openPanel(null);
    } else if (far && e.key === "k") {
      done();
      input.current?.focus();
      input.current?.select();
    } else if (far && e.key === "Enter") {
      done();
      input.current?.form?.requestSubmit();
    } else if (far && e.key === "o") {
      done();
      setOpening(true);
    } else if (far && e.key === "j") {
      done();
      if (run) setPipeline((open) => !open);
    } else if (far && e.key === "f") {
      done();
      const inside = document.activeElement?.closest(".sidebar");
      if (run?.answer && !inside) setFinding(true);
      else search.current?.focus();
    } else if (e.key === "?" && !typing(e.target)) {
      done();
      setSheet(true);
    }
  };
  useEffect(() => {
    const hear = (e: KeyboardEvent) => keys.current(e);
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  }, []);

  useEffect(
    () =>
      backend.onDrop((drop) => {
        setDropping(drop.is === "over");
        if (drop.is !== "dropped") return;
        void verbs.openUrl(drop.path).then((done) => {
          // The dialog is where the problem is shown.
          if (!done) setOpening(true);
        });
      }),
    [backend, verbs],
  );

  const withPanel = { ...verbs, panel: openPanel };
  const sidebar = (
    <Sidebar
      backend={backend}
      state={state}
      verbs={withPanel}
      search={search}
      opening={opening}
      onOpening={setOpening}
      onChosen={() => setDrawer(false)}
    />
  );
  const panel =
    run && state.panel !== null && state.current !== null ? (
      <SqlPanel
        backend={backend}
        connection={state.current}
        run={run}
        candidate={state.panel}
        onClose={() => openPanel(null)}
      />
    ) : null;

  return (
    <div className={`app ${narrow ? "narrow" : ""} ${panel && !tight ? "with-panel" : ""}`}>
      {!narrow && (
        <aside className="left" aria-label="Databases, tables and history">
          {sidebar}
        </aside>
      )}
      <div className="middle">
        <header className="top">
          {narrow && (
            <Button
              kind="quiet"
              label="Databases, tables and history"
              testid="open-drawer"
              onPress={() => setDrawer(true)}
            >
              <PanelLeft aria-hidden size={17} />
            </Button>
          )}
          <Title state={state} />
          <span className="grow" />
          {run && (
            <Button kind="quiet" small testid="new-question" onPress={verbs.clear}>
              New question
            </Button>
          )}
          <Button kind="quiet" label="Keyboard shortcuts (?)" onPress={() => setSheet(true)}>
            <Keyboard aria-hidden size={17} />
          </Button>
          <ThemeToggle choice={theme.choice} onChoose={theme.choose} />
        </header>
        <main className="main">
          <Main
            backend={backend}
            state={state}
            verbs={withPanel}
            dark={theme.dark}
            input={input}
            finding={finding}
            onFinding={setFinding}
            pipeline={pipeline}
            onPipeline={setPipeline}
          />
        </main>
      </div>
      {panel && !tight && (
        <aside className="right" aria-label="SQL">
          {panel}
        </aside>
      )}
      {panel && tight && (
        <Drawer side="right" label="SQL" onClose={() => openPanel(null)}>
          {panel}
        </Drawer>
      )}
      {narrow && drawer && (
        <Drawer side="left" label="Databases, tables and history" onClose={() => setDrawer(false)}>
          {sidebar}
        </Drawer>
      )}
      {dropping && <div className="drop-veil">Drop the file to open it</div>}
      {sheet && <Shortcuts onClose={() => setSheet(false)} />}
      <div id="announcer" className="offscreen" aria-live="polite" />
    </div>
  );
}

function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName))
  );
}

function Title({ state }: { state: State }) {
  const opened = got(state.opened);
  if (!opened) return null;
  const { connection, catalog } = opened;
  const prepared = got(state.prepared);
  const rows = catalog.tables.reduce((sum, t) => sum + (t.rows?.count ?? 0), 0);
  const parts = [describe(connection), plural(catalog.tables.length, "table"), `${count(rows)} rows`];
  if (prepared) parts.push(`${count(prepared.values)} values known`);
  return (
    <div className="top-title" title={catalog.engine}>
      <span className="top-name" dir="auto">
        {connection.name}
      </span>
      <span className="top-facts">{parts.join(" · ")}</span>
    </div>
  );
}
