// The side panel: one attempt, by its SQL, its result, how the database ran it, what was asked of models for it, and how it
// stood among the others.
import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { useRef, useState } from "react";
import { type Key, Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { shortcut } from "../app/commands";
import type { Backend } from "../backend/backend";
import type { Catalog, Planned } from "../contract";
import type { Run } from "../run/reduce";
import { attemptNumber } from "../run/stages";
import { t } from "../text";
import { Button } from "../ui/Button";
import { PlanTab } from "./PlanTab";
import { PromptTab } from "./PromptTab";
import { ResultTab } from "./ResultTab";
import { SqlTab } from "./SqlTab";
import { StandingTab } from "./StandingTab";
import "../text/en/panelMore";

const TABS = ["sql", "result", "plan", "prompt", "standing"] as const;

export interface PanelProps {
  backend: Backend;
  connection: string;
  catalog: Catalog | null;
  run: Run;
  candidate: string;
  onCandidate(id: string): void;
  onClose(): void;
}

export function SqlPanel(props: PanelProps) {
  const { run, candidate: id, onCandidate, onClose } = props;
  // Stays from attempt to attempt, so that one thing of them can be looked at side by side.
  const [tab, setTab] = useState<Key>("sql");
  /** The SQL as it stands in the editor, where it was changed. */
  const [changed, setChanged] = useState<string | null>(null);
  /** Plans that were asked for while the panel is open, by their SQL. */
  const plans = useRef(new Map<string, Planned>());
  const candidate = run.candidates.find((c) => c.id === id);
  const at = run.candidates.findIndex((c) => c.id === id);
  const before = run.candidates[at - 1];
  const after = run.candidates[at + 1];
  return (
    <section
      className="sql-panel"
      aria-label={t("panel.detail", { number: attemptNumber(id) })}
      data-testid="sql-panel"
    >
      <header className="panel-head">
        <h2 className="panel-title">
          {at >= 0 ? t("panel.attempt", { number: attemptNumber(id) }) : t("panel.noAttempt")}
          {run.answer?.candidate === id && <span className="tag strong">{t("panel.theAnswer")}</span>}
        </h2>
        <span className="row tight">
          {run.candidates.length > 1 && (
            <>
              <Button
                kind="quiet"
                small
                label={t("panel.before")}
                testid="sql-before"
                disabled={before ? null : t("panel.first")}
                onPress={() => before && onCandidate(before.id)}
              >
                <ChevronLeft aria-hidden size={16} />
              </Button>
              <Button
                kind="quiet"
                small
                label={t("panel.after")}
                testid="sql-after"
                disabled={after ? null : t("panel.last")}
                onPress={() => after && onCandidate(after.id)}
              >
                <ChevronRight aria-hidden size={16} />
              </Button>
            </>
          )}
          <Button
            kind="quiet"
            label={t("common.close")}
            hint={t("panel.closeHint", { keys: shortcut("leave") })}
            testid="sql-close"
            onPress={onClose}
          >
            <X aria-hidden size={16} />
          </Button>
        </span>
      </header>
      {candidate && (
        <Tabs className="panel-tabs" selectedKey={tab} onSelectionChange={setTab}>
          <TabList className="tab-list" aria-label={t("panel.tabList")}>
            {TABS.map((id) => (
              <Tab key={id} id={id} className="tab" data-testid={`panel-tab-${id}`}>
                {t(`panel.tab.${id}`)}
              </Tab>
            ))}
          </TabList>
          {/* Never taken away: what was typed and run there is still there on coming back. */}
          <TabPanel id="sql" className="panel-place" shouldForceMount>
            <SqlTab key={`${run.id} ${id}`} {...props} candidate={candidate} onChanged={setChanged} />
          </TabPanel>
          <TabPanel id="result" className="panel-place">
            <ResultTab key={`${run.id} ${id}`} run={run} candidate={candidate} />
          </TabPanel>
          <TabPanel id="plan" className="panel-place">
            <PlanTab
              key={`${props.connection} ${changed ?? candidate.sql}`}
              backend={props.backend}
              connection={props.connection}
              sql={changed ?? candidate.sql}
              changed={changed !== null}
              plans={plans.current}
            />
          </TabPanel>
          <TabPanel id="prompt" className="panel-place">
            <PromptTab
              key={`${run.id} ${id}`}
              backend={props.backend}
              connection={props.connection}
              run={run}
              candidate={candidate}
            />
          </TabPanel>
          <TabPanel id="standing" className="panel-place">
            <StandingTab key={`${run.id} ${id}`} run={run} candidate={candidate} />
          </TabPanel>
        </Tabs>
      )}
    </section>
  );
}
