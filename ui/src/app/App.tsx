// The window: left what there is, in the middle question and answer, right the SQL. In a narrow window the sides are drawers.
import { type CSSProperties, lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { I18nProvider } from "react-aria-components";
import { useLockCheck } from "../about/useLockCheck";
import { type Fixes, FixesContext } from "../answer/Assumed";
import type { Draft } from "../ask/QuestionBox";
import type { Backend } from "../backend/backend";
import { filesOf } from "../connect/form";
import type { Start } from "../connect/useConnecting";
import type { Connection } from "../contract";
import { type Place, START } from "../explore/place";
import { FasterContext } from "../faster/context";
import { useFaster } from "../faster/useFaster";
import { useModels } from "../models/useModels";
import { Edge } from "../panel/Edge";
import type { Page } from "../settings/place";
import { Sidebar } from "../sidebar/Sidebar";
import { dates, t } from "../text";
import { Skeleton } from "../ui/Skeleton";
import { AirplaneLine, useAirplane } from "./Airplane";
import { Drawer } from "./Drawer";
import { Main } from "./Main";
import { got } from "./load";
import { type CommandId, pressed } from "./commands";
import { Top } from "./Top";
import { useMedia, useTheme } from "./theme";
import type { View } from "./view";
import { useAskwell } from "./useAskwell";
import "../text/en/app";

// What most starts do without is loaded when it is opened.
const About = lazy(() => import("../about/About").then((m) => ({ default: m.About })));
const ConnectDialog = lazy(() =>
  import("../connect/ConnectDialog").then((m) => ({ default: m.ConnectDialog })),
);
const ForgetDialog = lazy(() => import("../connect/ForgetDialog").then((m) => ({ default: m.ForgetDialog })));
const Explore = lazy(() => import("../explore/Explore").then((m) => ({ default: m.Explore })));
const FasterPage = lazy(() => import("../faster/FasterPage").then((m) => ({ default: m.FasterPage })));
const Palette = lazy(() => import("./Palette").then((m) => ({ default: m.Palette })));
const PinsPage = lazy(() => import("../pins/PinsPage").then((m) => ({ default: m.PinsPage })));
const Settings = lazy(() => import("../settings/Settings").then((m) => ({ default: m.Settings })));
const Shortcuts = lazy(() => import("./Shortcuts").then((m) => ({ default: m.Shortcuts })));
const SqlPanel = lazy(() => import("../panel/SqlPanel").then((m) => ({ default: m.SqlPanel })));

export function App({ backend }: { backend: Backend }) {
  return (
    <I18nProvider locale={dates()}>
      <Window backend={backend} />
    </I18nProvider>
  );
}

function Window({ backend }: { backend: Backend }) {
  const [state, verbs] = useAskwell(backend);
  const models = useModels(backend);
  const flying = useAirplane(models);
  const theme = useTheme();
  const narrow = useMedia("(max-width: 899px)");
  const tight = useMedia("(max-width: 1239px)");
  const [drawer, setDrawer] = useState(false);
  const [connecting, setConnecting] = useState<Start | null>(null);
  const [forgetting, setForgetting] = useState<Connection | null>(null);
  const [view, setView] = useState<View>("ask");
  const [place, setPlace] = useState<Place>(START);
  const [page, setPage] = useState<Page>("general");
  const [wish, setWish] = useState<"local" | "cloud" | null>(null);
  const [dropping, setDropping] = useState<"over" | "opening" | null>(null);
  const [sheet, setSheet] = useState(false);
  const [palette, setPalette] = useState(false);
  const [finding, setFinding] = useState(false);
  const [pipeline, setPipeline] = useState(false);
  const [arena, setArena] = useState(false);
  const [side, setSide] = useState(416);
  const [draft, setDraft] = useState<Draft | null>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const exploreSearch = useRef<HTMLInputElement>(null);
  const back = useRef<Element | null>(null);
  const run = state.run?.run ?? null;
  const opened = got(state.opened);
  const checking = useLockCheck(backend, state.current, state.opening);
  const faster = useFaster(backend, state.current);
  const shown: View = opened === null && view !== "settings" ? "ask" : view;
  // The explorer, the settings, the pinned answers and the search for a faster query take the whole window.
  const whole = shown !== "ask" && shown !== "about";
  const bare = narrow || whole;

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
    // What lies over the window takes its keys.
    if (e.defaultPrevented || document.querySelector(".veil")) return;
    if (e.key === "Escape") {
      // What is not on screen is not stopped by the key that leaves the page above it.
      if (whole) show("ask");
      else if (run?.state === "running") verbs.stop();
      else if (state.checking !== null) verbs.stopCheck();
      else if (finding) setFinding(false);
      else if (state.panel !== null) openPanel(null);
      else if (shown !== "ask") show("ask");
      return;
    }
    const command = pressed(e);
    if (command === null) return;
    e.preventDefault();
    if (whyNot(command) === null) commands[command]();
  };
  useEffect(() => {
    const hear = (e: KeyboardEvent) => keys.current(e);
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  }, []);

  // While the dialog is open, it takes what is dropped.
  const idle = connecting === null;
  useEffect(() => {
    if (!idle) return;
    const bring = async (paths: string[]) => {
      setDropping("opening");
      const problem =
        paths.length === 1 ? await verbs.openUrl(paths[0] ?? "") : await verbs.connect(filesOf(paths));
      setDropping(null);
      if (problem) setConnecting({ paths, problem });
      else setView("ask");
    };
    const noDrops = backend.onDrop((drop) => {
      if (drop.is === "dropped") void bring(drop.paths);
      else setDropping(drop.is === "over" ? "over" : null);
    });
    // With these the program was started, or started once more.
    const noneGiven = backend.onGiven((paths) => void bring(paths));
    return () => {
      noDrops();
      noneGiven();
    };
  }, [backend, verbs, idle]);

  const show = (next: View) => {
    setView(next);
    setDrawer(false);
    if (next === "ask") requestAnimationFrame(() => input.current?.focus());
  };
  const toggle = (view: View) => show(shown === view ? "ask" : view);
  const commands: Record<CommandId, () => void> = {
    question: () => {
      if (shown !== "ask") show("ask");
      input.current?.focus();
      input.current?.select();
    },
    ask: () => input.current?.form?.requestSubmit(),
    find: () => {
      const inside = document.activeElement?.closest(".sidebar");
      if (shown === "explore" && exploreSearch.current) exploreSearch.current.focus();
      else if (run?.answer && !inside && shown === "ask") setFinding(true);
      else search.current?.focus();
    },
    commands: () => setPalette(true),
    open: () => setConnecting({}),
    about: () => toggle("about"),
    explore: () => toggle("explore"),
    pins: () => toggle("pins"),
    how: () => setPipeline((open) => !open),
    search: () => {
      const open = pipeline && arena;
      if (!open) setPipeline(true);
      setArena(!open);
    },
    faster: () => toggle("faster"),
    settings: () => (shown === "settings" ? show("ask") : settings(page)),
    shortcuts: () => setSheet(true),
  };
  const whyNot = (command: CommandId): string | null => {
    if ((command === "how" || command === "search") && !run) return t("app.window.askFirst");
    if (["about", "explore", "pins", "faster"].includes(command) && !opened) return t("app.window.openFirst");
    return null;
  };
  const settings = (next: Page, add: "local" | "cloud" | null = null) => {
    setPage(next);
    setWish(add);
    show("settings");
  };
  const explore = (table: string | null, column: string | null) => {
    if (table !== null) setPlace({ tab: "tables", table, column });
    show("explore");
  };
  const open = (next: Place) => {
    setPlace(next);
    show("explore");
  };
  // Another database begins at its own first table.
  const current = state.current;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another database
  useEffect(() => setPlace(START), [current]);

  // Whoever opens a database wants to ask, unless the keys are somewhere already.
  const ready = opened?.connection.id ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when a database is there
  useEffect(() => {
    const free = document.activeElement === null || document.activeElement === document.body;
    if (ready !== null && shown === "ask" && free && !document.querySelector(".veil")) input.current?.focus();
  }, [ready]);

  const edit = (connection: Connection) => {
    setDrawer(false);
    setConnecting({ connection });
  };

  // Where what an answer takes for granted is put right.
  const again = (word: string, question: string) => setDraft({ text: question, word });
  const fixes: Fixes = {
    time: () => settings("times"),
    meaning: () => open({ ...START, tab: "glossary" }),
    join: () => open({ ...START, tab: "diagram" }),
    // "“pariss” taken as “Paris”": the first of them is what was typed.
    spelling: (says, question) => again(/“([^”]+)”/.exec(says)?.[1] ?? says, question),
    skipped: again,
  };

  const door = {
    kept: got(faster.kept) ?? [],
    start: (sql: string, run: string | null, question: string | null) => {
      if (current === null) return;
      faster.start({ connection: current, sql, run, question });
      show("faster");
    },
    show: () => {
      if (faster.job.is !== "working") faster.clear();
      show("faster");
    },
  };

  const withPanel = { ...verbs, panel: openPanel };
  const sidebar = (
    <Sidebar
      state={state}
      verbs={withPanel}
      search={search}
      onConnect={() => {
        setDrawer(false);
        setConnecting({});
      }}
      onAbout={(connection) => {
        if (connection.id !== state.current) verbs.choose(connection.id);
        show("about");
      }}
      onExplore={explore}
      onPins={() => show("pins")}
      onEdit={edit}
      onForget={(connection) => {
        setDrawer(false);
        setForgetting(connection);
      }}
      onChosen={() => {
        setDrawer(false);
        setView("ask");
      }}
    />
  );
  const panel =
    run && shown === "ask" && state.panel !== null && state.current !== null ? (
      <Suspense fallback={null}>
        <SqlPanel
          backend={backend}
          connection={state.current}
          run={run}
          catalog={opened?.catalog ?? null}
          candidate={state.panel}
          onCandidate={verbs.panel}
          onClose={() => openPanel(null)}
        />
      </Suspense>
    ) : null;

  return (
    <FasterContext.Provider value={door}>
      <div
        style={{ "--side-panel": `${side}px` } as CSSProperties}
        className={`app ${narrow ? "narrow" : ""} ${bare ? "bare" : ""} ${panel && !tight ? "with-panel" : ""}`}
      >
        {!bare && (
          <aside className="left" aria-label={t("app.window.left")}>
            {sidebar}
          </aside>
        )}
        <div className="middle">
          <Top
            state={state}
            shown={shown}
            bare={bare}
            narrow={narrow}
            whole={whole}
            tight={tight}
            panel={panel !== null}
            flying={flying}
            theme={theme}
            onDrawer={() => setDrawer(true)}
            onNew={() => {
              verbs.clear();
              show("ask");
            }}
            onCommand={(command) => commands[command]()}
          />
          <AirplaneLine flying={flying} />
          <main className="main">
            <Suspense fallback={<Opening />}>
              {shown === "settings" ? (
                <Settings
                  backend={backend}
                  state={state}
                  verbs={verbs}
                  models={models}
                  narrow={narrow}
                  page={page}
                  theme={theme}
                  onPage={setPage}
                  wish={wish}
                  onClose={() => show("ask")}
                />
              ) : opened && shown === "explore" ? (
                <Explore
                  key={opened.connection.id}
                  backend={backend}
                  state={state}
                  verbs={verbs}
                  opened={opened}
                  narrow={narrow}
                  place={place}
                  onPlace={setPlace}
                  search={exploreSearch}
                  models={models}
                  onSettings={settings}
                  onClose={() => show("ask")}
                />
              ) : opened && shown === "faster" ? (
                <FasterPage
                  key={opened.connection.id}
                  backend={backend}
                  opened={opened}
                  faster={faster}
                  models={models}
                  narrow={narrow}
                  onClose={() => show("ask")}
                />
              ) : opened && shown === "pins" ? (
                <PinsPage
                  key={opened.connection.id}
                  backend={backend}
                  opened={opened}
                  dark={theme.dark}
                  onOpen={(pin) => {
                    verbs.show([pin]);
                    show("ask");
                  }}
                  onUnpin={(run) => verbs.pin(run, false)}
                  onRan={verbs.refresh}
                  onClose={() => show("ask")}
                />
              ) : opened && shown === "about" ? (
                <About
                  key={opened.connection.id}
                  opened={opened}
                  checking={checking}
                  onClose={() => show("ask")}
                  onEdit={() => edit(opened.connection)}
                  onPrivacy={() => settings("privacy")}
                />
              ) : (
                <FixesContext.Provider value={fixes}>
                  <Main
                    backend={backend}
                    state={state}
                    verbs={withPanel}
                    dark={theme.dark}
                    input={input}
                    again={draft}
                    finding={finding}
                    onFinding={setFinding}
                    pipeline={pipeline}
                    onPipeline={setPipeline}
                    arena={arena}
                    onArena={setArena}
                    onEdit={edit}
                    onAbout={() => show("about")}
                    models={models}
                    onSettings={(add) => settings("models", add)}
                  />
                </FixesContext.Provider>
              )}
            </Suspense>
          </main>
        </div>
        {panel && !tight && (
          <aside className="right" aria-label="SQL">
            <Edge width={side} onWidth={setSide} />
            {panel}
          </aside>
        )}
        {panel && tight && (
          <Drawer side="right" label="SQL" onClose={() => openPanel(null)}>
            {panel}
          </Drawer>
        )}
        {bare && drawer && (
          <Drawer side="left" label={t("app.window.left")} onClose={() => setDrawer(false)}>
            {sidebar}
          </Drawer>
        )}
        {dropping && idle && (
          <div className="drop-veil" role="status">
            {dropping === "over" ? t("app.window.drop") : t("app.window.dropped")}
          </div>
        )}
        <Suspense fallback={null}>
          {connecting && (
            <ConnectDialog
              backend={backend}
              connectTo={async (request) => {
                const problem = await verbs.connect(request);
                if (!problem && request.id === null) setView("ask");
                return problem;
              }}
              start={connecting}
              onClose={() => setConnecting(null)}
            />
          )}
          {forgetting && (
            <ForgetDialog
              connection={forgetting}
              onForget={() => verbs.forget(forgetting.id)}
              onClose={() => setForgetting(null)}
            />
          )}
          {sheet && <Shortcuts onChange={() => settings("shortcuts")} onClose={() => setSheet(false)} />}
          {palette && (
            <Palette
              whyNot={whyNot}
              onCommand={(command) => commands[command]()}
              onClose={() => setPalette(false)}
            />
          )}
        </Suspense>
        <div id="announcer" className="offscreen" aria-live="polite" />
      </div>
    </FasterContext.Provider>
  );
}

function Opening() {
  return (
    <div className="main-body">
      <Skeleton lines={6} label={t("app.window.opening")} />
    </div>
  );
}
