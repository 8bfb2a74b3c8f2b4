// All that a person sets about models: ways, providers, tiers, masking, what is kept.
import { useEffect, useRef, useState } from "react";
import { Trans } from "../text/Trans";
import type { Backend } from "../backend/backend";
import { useLoad } from "../explore/useLoad";
import type { Connection, Keep, ModelSettings, Provider } from "../contract";
import { t } from "../text";
import { Button } from "../ui/Button";
import { Waiting } from "../ui/Waiting";
import { KeepingCard, MaskCard } from "./Cards";
import { EffortCard } from "./EffortCard";
import { ShelfCard } from "../shelf/ShelfCard";
import { FoundList } from "./FoundList";
import { ProviderDialog } from "./ProviderDialog";
import { ProviderList } from "./ProviderList";
import { blank, type Form, fromFound, fromProvider } from "./provider";
import { SaveBar } from "./SaveBar";
import { type Draft, NO_TIERS, type Way, wayOf, withoutProvider } from "./settings";
import { TierTable } from "./TierTable";
import { useDraft } from "./useDraft";
import type { Models } from "./useModels";
import { Ways } from "./Ways";
import "../text/en/modelsMore";

/** Spending has a page of its own. */
const OWN = [
  "tiers",
  "effort",
  "sentences",
  "allowed",
  "cacheHours",
  "promptsInTraces",
] as const satisfies (keyof Draft)[];

interface Props {
  backend: Backend;
  models: Models;
  /** What the first choice led here for. */
  wish: "local" | "cloud" | null;
  /** The one that is open. */
  connection: Connection | null;
  onPrivacy(): void;
}

export function ModelsPane(props: Props) {
  const { load, again } = props.models;
  if (load.is !== "ready")
    return <Waiting load={load} again={again} lines={9} label={t("models.pane.reading")} />;
  return <Editor {...props} settings={load.value} />;
}

function Editor({
  backend,
  models,
  wish,
  connection,
  onPrivacy,
  settings,
}: Props & { settings: ModelSettings }) {
  const drafting = useDraft(models, settings, OWN);
  const { draft, set, changed, busy, attempt } = drafting;
  const [dialog, setDialog] = useState<Form | null>(null);
  const found = useLoad("found", 0, () => backend.foundModels());
  const foundPlace = useRef<HTMLElement>(null);
  const shelfPlace = useRef<HTMLElement>(null);

  const [keep, setKeep] = useState<Keep>("run");
  useEffect(() => {
    let gone = false;
    backend.keychain().then(
      (chain) => !gone && setKeep(chain.available ? "keychain" : "run"),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [backend]);

  const look = (place = foundPlace) => {
    place.current?.scrollIntoView({ block: "start" });
    place.current?.focus({ preventScroll: true });
  };
  const add = (way: Way) => {
    if (way === "cloud") setDialog(blank("anthropic", keep));
    else look();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the pane opens
  useEffect(() => {
    if (wish !== null) add(wish);
  }, []);

  const way = wayOf(settings);
  const any = settings.providers.length > 0;
  const modelOf = (provider: Provider) =>
    Object.values(settings.tiers).find((ref) => ref?.provider === provider.id)?.model ?? "";

  return (
    <div className={`sheet models ${changed ? "unsaved" : ""}`} data-testid="models-pane">
      <section className="setting" aria-labelledby="set-ways">
        <h2 id="set-ways" className="weight-title">
          {t("models.pane.title")}
        </h2>
        <Ways
          current={way}
          level={3}
          marked
          action={(one) => {
            if (one === "none")
              return way === "none" ? (
                settings.chosen ? null : (
                  <Button
                    small
                    testid="way-keep"
                    onPress={() => void attempt((s) => ({ ...s, chosen: true }), t("models.pane.asItWas"))}
                  >
                    {t("models.pane.stayWithout")}
                  </Button>
                )
              ) : (
                <Button
                  small
                  testid="way-none-use"
                  disabled={busy ? t("models.pane.oneMoment") : null}
                  onPress={() =>
                    void attempt((s) => ({ ...s, tiers: NO_TIERS, chosen: true }), t("models.pane.noneNow"))
                  }
                >
                  {t("models.pane.useNone")}
                </Button>
              );
            return one === "local" ? (
              <span className="row wrap">
                <Button small testid="way-local-add" onPress={() => look()}>
                  {t("models.pane.seeHere")}
                </Button>
                <Button small testid="way-local-get" onPress={() => look(shelfPlace)}>
                  {t("models.pane.downloadOne")}
                </Button>
              </span>
            ) : (
              <Button small testid="way-cloud-add" onPress={() => add("cloud")}>
                {t("models.pane.addProvider")}
              </Button>
            );
          }}
        />
      </section>

      {way !== "none" && connection && (connection.privacy ?? "nothing") === "nothing" && (
        <p className="level-none" data-testid="sees-nothing">
          <Trans
            i18nKey="models.pane.seesNothing"
            values={{ name: connection.name }}
            components={{ name: <b dir="auto" /> }}
          />{" "}
          <button type="button" className="link" onClick={onPrivacy}>
            {t("models.pane.decide")}
          </button>
        </p>
      )}

      <section className="setting" aria-labelledby="set-providers">
        <div className="setting-head">
          <h2 id="set-providers" className="weight-title">
            {t("models.pane.providers")}
          </h2>
          <Button small kind={any ? "plain" : "primary"} testid="provider-add" onPress={() => add("cloud")}>
            {t("models.pane.addProvider")}
          </Button>
        </div>
        <ProviderList
          providers={settings.providers}
          airplane={settings.airplane}
          onEdit={(provider) => setDialog(fromProvider(provider, modelOf(provider)))}
          onRemove={(provider) =>
            void attempt(
              (s) => withoutProvider(s, provider.id),
              t("models.pane.removed", { name: provider.name }),
            )
          }
          onUnlock={models.unlock}
        />
        <FoundList
          place={foundPlace}
          found={found}
          providers={settings.providers}
          onAdd={(one) => setDialog(fromFound(one, keep))}
        />
      </section>

      <ShelfCard
        backend={backend}
        models={models}
        settings={settings}
        found={found.load.is === "ready" ? found.load.value : []}
        place={shelfPlace}
      />

      {any && (
        <>
          <TierTable
            backend={backend}
            settings={settings}
            draft={draft}
            onChange={(tiers) => set({ tiers })}
          />
          <EffortCard
            backend={backend}
            tiers={settings.tiers}
            effort={draft.effort}
            sentences={draft.sentences}
            onChange={set}
          />
          <MaskCard allowed={draft.allowed} onChange={(allowed) => set({ allowed })} />
          <KeepingCard hours={draft.cacheHours} traced={draft.promptsInTraces} onChange={set} />
        </>
      )}

      <SaveBar drafting={drafting} />
      {dialog && (
        <ProviderDialog
          backend={backend}
          models={models}
          taken={settings.providers.map((p) => p.id)}
          start={dialog}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}
