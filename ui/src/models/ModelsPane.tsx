// All that a person sets about models: ways, providers, tiers, spending, masking, prices.
import { useEffect, useRef, useState } from "react";
import type { Backend } from "../backend/backend";
import { useLoad } from "../explore/useLoad";
import type { Connection, Keep, ModelSettings, Problem, Provider } from "../contract";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { BudgetCard } from "./BudgetCard";
import { KeepingCard, MaskCard } from "./Cards";
import { EffortCard } from "./EffortCard";
import { ShelfCard } from "../shelf/ShelfCard";
import { FoundList } from "./FoundList";
import { ProviderDialog } from "./ProviderDialog";
import { ProviderList } from "./ProviderList";
import { PriceCard } from "./PriceCard";
import { blank, type Form, fromFound, fromProvider } from "./provider";
import {
  complaint,
  type Draft,
  draftOf,
  NO_TIERS,
  same,
  settingsOf,
  type Way,
  wayOf,
  withoutProvider,
} from "./settings";
import { TierTable } from "./TierTable";
import type { Models } from "./useModels";
import { Ways } from "./Ways";

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
  if (load.is === "failed")
    return (
      <div className="sheet">
        <ProblemView problem={load.problem} onRetry={again} />
      </div>
    );
  if (load.is !== "ready")
    return (
      <div className="sheet">
        <Skeleton lines={9} label="Reading the settings of models" />
      </div>
    );
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
  const saved = draftOf(settings);
  const [draft, setDraft] = useState<Draft>(saved);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Problem | null>(null);
  const [dialog, setDialog] = useState<Form | null>(null);
  const found = useLoad("found", 0, () => backend.foundModels());
  const foundPlace = useRef<HTMLElement>(null);
  const shelfPlace = useRef<HTMLElement>(null);
  const changed = !same(draft, saved);
  const set = (change: Partial<Draft>) => setDraft((old) => ({ ...old, ...change }));

  // What the dialog or the title bar changed comes into the draft; what is being edited stays.
  const before = useRef(settings);
  const saving = useRef(false);
  useEffect(() => {
    if (saving.current) {
      saving.current = false;
      before.current = settings;
      setDraft(draftOf(settings));
      return;
    }
    const was = draftOf(before.current);
    before.current = settings;
    setDraft((old) => (same(old, was) ? draftOf(settings) : { ...old, tiers: merged(old, was, settings) }));
  }, [settings]);

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

  const attempt = async (change: (s: ModelSettings) => ModelSettings, said: string) => {
    setBusy(true);
    const problem = await models.save(change);
    setBusy(false);
    setTrouble(problem);
    if (problem) saving.current = false;
    else announce(said);
  };
  // The bar that comes up does not hide what is being typed.
  useEffect(() => {
    if (changed) document.activeElement?.scrollIntoView({ block: "nearest" });
  }, [changed]);
  const wrong = complaint(draft);
  const way = wayOf(settings);
  const any = settings.providers.length > 0;
  const modelOf = (provider: Provider) =>
    Object.values(settings.tiers).find((t) => t?.provider === provider.id)?.model ?? "";

  return (
    <div className={`sheet models ${changed ? "unsaved" : ""}`} data-testid="models-pane">
      <section className="setting" aria-labelledby="set-ways">
        <h2 id="set-ways" className="weight-title">
          How questions are answered
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
                    onPress={() => void attempt((s) => ({ ...s, chosen: true }), "No model, as it was.")}
                  >
                    Leave it at that
                  </Button>
                )
              ) : (
                <Button
                  small
                  testid="way-none-use"
                  disabled={busy ? "One moment." : null}
                  onPress={() =>
                    void attempt((s) => ({ ...s, tiers: NO_TIERS, chosen: true }), "No model is used now.")
                  }
                >
                  Use no model
                </Button>
              );
            return one === "local" ? (
              <span className="row tight">
                <Button small testid="way-local-add" onPress={() => look()}>
                  See what is here
                </Button>
                <Button small testid="way-local-get" onPress={() => look(shelfPlace)}>
                  Download one
                </Button>
              </span>
            ) : (
              <Button small testid="way-cloud-add" onPress={() => add("cloud")}>
                Add a provider…
              </Button>
            );
          }}
        />
      </section>

      {way !== "none" && connection && (connection.privacy ?? "nothing") === "nothing" && (
        <p className="level-none" data-testid="sees-nothing">
          A model may see nothing of <b dir="auto">{connection.name}</b> yet, so it is not asked about it.{" "}
          <button type="button" className="link" onClick={onPrivacy}>
            Decide what it may see
          </button>
        </p>
      )}

      <section className="setting" aria-labelledby="set-providers">
        <div className="setting-head">
          <h2 id="set-providers" className="weight-title">
            Providers
          </h2>
          <Button small kind={any ? "plain" : "primary"} testid="provider-add" onPress={() => add("cloud")}>
            Add a provider…
          </Button>
        </div>
        <ProviderList
          providers={settings.providers}
          airplane={settings.airplane}
          onEdit={(provider) => setDialog(fromProvider(provider, modelOf(provider)))}
          onRemove={(provider) =>
            void attempt((s) => withoutProvider(s, provider.id), `${provider.name} removed.`)
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
          <BudgetCard backend={backend} settings={settings} draft={draft} onChange={set} />
          <EffortCard
            backend={backend}
            tiers={settings.tiers}
            effort={draft.effort}
            sentences={draft.sentences}
            onChange={set}
          />
          <MaskCard allowed={draft.allowed} onChange={(allowed) => set({ allowed })} />
          <PriceCard prices={draft.prices} onChange={(prices) => set({ prices })} />
          <KeepingCard hours={draft.cacheHours} traced={draft.promptsInTraces} onChange={set} />
        </>
      )}

      {trouble && !changed && <ProblemView compact problem={trouble} />}
      {changed && (
        <section className="save-bar" aria-label="Changes" data-testid="save-bar">
          {trouble ? (
            <ProblemView compact problem={trouble} />
          ) : (
            <p className="save-says" role="status">
              {wrong ?? "Changed, and not saved yet."}
            </p>
          )}
          <div className="row">
            <Button
              small
              testid="settings-undo"
              onPress={() => {
                setDraft(saved);
                setTrouble(null);
              }}
            >
              Undo
            </Button>
            <Button
              small
              kind="primary"
              testid="settings-save"
              disabled={busy ? "Saving…" : wrong}
              onPress={() => {
                saving.current = true;
                void attempt((s) => settingsOf(s, draft), "Saved.");
              }}
            >
              Save
            </Button>
          </div>
        </section>
      )}
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

/** A tier that was not touched follows what was saved; one whose provider is gone is empty. */
function merged(draft: Draft, was: Draft, settings: ModelSettings): Draft["tiers"] {
  const next = draftOf(settings).tiers;
  const one = (tier: keyof Draft["tiers"]) => {
    const touched = JSON.stringify(draft.tiers[tier]) !== JSON.stringify(was.tiers[tier]);
    const there = settings.providers.some((p) => p.id === draft.tiers[tier].provider);
    return touched && there ? draft.tiers[tier] : next[tier];
  };
  return { fast: one("fast"), powerful: one("powerful"), reasoning: one("reasoning") };
}
