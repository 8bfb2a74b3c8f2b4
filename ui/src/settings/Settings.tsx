// The settings, a page for each thing that a person would look for by its name.
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { got } from "../app/load";
import type { State } from "../app/state";
import type { ThemeChoice } from "../app/theme";
import type { Verbs } from "../app/useAskwell";
import type { Backend } from "../backend/backend";
import { LedgerPane } from "../ledger/LedgerPane";
import { ModelsPane } from "../models/ModelsPane";
import { SpendingPane } from "../models/SpendingPane";
import type { Models } from "../models/useModels";
import { PrivacyPane } from "../privacy/PrivacyPane";
import { PromptsPane } from "../prompts/PromptsPane";
import { TimesPane } from "../times/TimesPane";
import { t } from "../text";
import { Button } from "../ui/Button";
import { Data } from "./Data";
import { General } from "./General";
import { KeysPane } from "./KeysPane";
import { type Page, PAGES } from "./place";
import { Program } from "./Program";
import "../styles/settings.css";
import "../text/en/settings";

interface Props {
  backend: Backend;
  state: State;
  verbs: Verbs;
  models: Models;
  theme: { choice: ThemeChoice; choose(choice: ThemeChoice): void };
  narrow: boolean;
  page: Page;
  onPage(page: Page): void;
  wish: "local" | "cloud" | null;
  onClose(): void;
}

export function Settings(props: Props) {
  const { backend, state, verbs, models, theme, narrow, page, onPage, wish, onClose } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  // Whoever comes by keyboard goes on from here, unless something further on is wished for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (wish === null) heading.current?.focus();
  }, []);
  const opened = got(state.opened);
  const settings = got(models.load);
  return (
    <Tabs
      className="explore settings"
      data-testid="settings"
      selectedKey={page}
      onSelectionChange={(key) => onPage(key as Page)}
    >
      <header className="explore-head">
        <h1 className="offscreen" ref={heading} tabIndex={-1}>
          {t("settings.pages.title")}
        </h1>
        <TabList className="explore-tabs" aria-label={t("settings.pages.title")}>
          {PAGES.map((p) => (
            <Tab key={p.page} id={p.page} className="explore-tab" data-testid={`settings-${p.page}`}>
              {p.name}
            </Tab>
          ))}
        </TabList>
        <span className="grow" />
        <Button
          testid="settings-close"
          label={narrow ? t("settings.pages.back") : undefined}
          onPress={onClose}
        >
          <ArrowLeft aria-hidden size={15} />
          {!narrow && t("settings.pages.back")}
        </Button>
      </header>
      <TabPanel id="general" className="explore-panel scrolls">
        <General backend={backend} theme={theme} />
      </TabPanel>
      <TabPanel id="models" className="explore-panel scrolls" shouldForceMount>
        <ModelsPane
          backend={backend}
          models={models}
          wish={wish}
          connection={opened?.connection ?? null}
          onPrivacy={() => onPage("privacy")}
        />
      </TabPanel>
      <TabPanel id="spending" className="explore-panel scrolls" shouldForceMount>
        <SpendingPane backend={backend} models={models} onModels={() => onPage("models")} />
      </TabPanel>
      <TabPanel id="privacy" className="explore-panel scrolls">
        {opened ? (
          <PrivacyPane
            key={opened.connection.id}
            backend={backend}
            connection={opened.connection}
            settings={settings}
            question={state.run?.run.question ?? got(state.examples)?.[0] ?? ""}
            onSave={(privacy) => verbs.setPrivacy(opened.connection.id, privacy)}
            onModels={() => onPage("models")}
          />
        ) : (
          <p className="explore-empty">{t("settings.pages.noDatabase")}</p>
        )}
      </TabPanel>
      <TabPanel id="times" className="explore-panel scrolls">
        <TimesPane backend={backend} />
      </TabPanel>
      <TabPanel id="ledger" className="explore-panel scrolls">
        <LedgerPane
          backend={backend}
          connection={opened?.connection ?? null}
          connections={got(state.connections) ?? []}
          settings={settings}
        />
      </TabPanel>
      <TabPanel id="shortcuts" className="explore-panel scrolls">
        <KeysPane />
      </TabPanel>
      <TabPanel id="data" className="explore-panel scrolls">
        <Data backend={backend} />
      </TabPanel>
      <TabPanel id="advanced" className="explore-panel scrolls" shouldForceMount>
        <PromptsPane backend={backend} />
      </TabPanel>
      <TabPanel id="program" className="explore-panel scrolls">
        <Program backend={backend} />
      </TabPanel>
    </Tabs>
  );
}
