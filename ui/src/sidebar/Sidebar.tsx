import { Pin, Plus } from "lucide-react";
import type { RefObject } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { got } from "../app/load";
import type { State } from "../app/state";
import type { Verbs } from "../app/useAskwell";
import type { Connection } from "../contract";
import { t } from "../text";
import { Button } from "../ui/Button";
import { Mark } from "../ui/Mark";
import { Skeleton } from "../ui/Skeleton";
import { Connections } from "./Connections";
import { History } from "./History";
import { Tables } from "./Tables";
import "../text/en/app";
import "../text/en/sidebar";

interface Props {
  state: State;
  verbs: Verbs;
  search: RefObject<HTMLInputElement | null>;
  onConnect(): void;
  onAbout(connection: Connection): void;
  onEdit(connection: Connection): void;
  onForget(connection: Connection): void;
  /** The explorer: at a table, or where it was left. */
  onExplore(table: string | null, column: string | null): void;
  /** The pinned answers. */
  onPins(): void;
  /** A drawer closes once something was chosen in it. */
  onChosen(): void;
}

export function Sidebar(props: Props) {
  const { state, verbs, search, onChosen } = props;
  const opened = got(state.opened);
  const pins = got(state.history)?.filter((run) => run.pinned).length ?? 0;
  return (
    <div className="sidebar">
      <div className="brand">
        <Mark size={26} />
        <span className="brand-name">Askwell</span>
      </div>
      <section className="side-block" aria-label={t("sidebar.databases")}>
        <h2 className="side-title">{t("sidebar.databases")}</h2>
        <Connections
          state={state}
          verbs={verbs}
          onChosen={onChosen}
          onAbout={props.onAbout}
          onEdit={props.onEdit}
          onForget={props.onForget}
        />
        <Button className="open-database" testid="open-database" onPress={props.onConnect}>
          <Plus aria-hidden size={15} />
          {t("sidebar.open")}
        </Button>
      </section>
      {opened && (
        <button type="button" className="side-link" data-testid="side-pins" onClick={props.onPins}>
          <Pin aria-hidden size={15} />
          <span className="grow">{t("sidebar.pins")}</span>
          {pins > 0 && <span className="side-link-count">{pins}</span>}
        </button>
      )}
      {opened && (
        <Tabs className="side-tabs">
          <TabList className="tab-list" aria-label={t("sidebar.about", { name: opened.connection.name })}>
            <Tab id="tables" className="tab">
              {t("sidebar.tables.title")}
            </Tab>
            <Tab id="history" className="tab" data-testid="history-tab">
              {t("sidebar.history.title")}
            </Tab>
          </TabList>
          <TabPanel id="tables" className="tab-panel">
            <Tables
              key={opened.connection.id}
              catalog={opened.catalog}
              prepared={got(state.prepared)}
              search={search}
              onExplore={props.onExplore}
            />
          </TabPanel>
          <TabPanel id="history" className="tab-panel">
            <History
              threads={state.threads}
              current={state.run?.run.id ?? null}
              onRename={verbs.rename}
              onReport={verbs.report}
              onDelete={verbs.remove}
              onLeave={verbs.clear}
              onAgain={(question) => {
                verbs.ask(question, { after: null, anew: true });
                onChosen();
              }}
              onPin={verbs.pin}
              checking={state.checking}
              onStopCheck={verbs.stopCheck}
              onCheck={async (turns) => {
                const problem = await verbs.check(turns);
                // What went wrong is said in the drawer, which stays open for it.
                if (!problem) onChosen();
                return problem;
              }}
              onShow={(turns, compare) => {
                verbs.show(turns, compare);
                onChosen();
              }}
            />
          </TabPanel>
        </Tabs>
      )}
      {state.opened.is === "loading" && (
        <div className="side-block">
          <Skeleton lines={7} label={t("app.main.opening")} />
        </div>
      )}
    </div>
  );
}
