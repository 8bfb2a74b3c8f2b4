// A model on this computer: what is worth having, what this computer makes of it, and the way from a press to its use.
import { Gauge, LoaderCircle, Square } from "lucide-react";
import "../styles/shelf.css";
import { type RefObject, useState, useSyncExternalStore } from "react";
import type { Backend } from "../backend/backend";
import type { FoundModel, ModelSettings, Problem, Shelf, ShelfModel } from "../contract";
import { useLoad } from "../explore/useLoad";
import { blank, toRequest } from "../models/provider";
import type { Models } from "../models/useModels";
import { t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { ModelRow } from "./ModelRow";
import { Place } from "./Place";
import { machineWords } from "./words";
import { workshop } from "./work";
import "../text/en/shelf";

interface Props {
  backend: Backend;
  models: Models;
  settings: ModelSettings;
  found: readonly FoundModel[];
  place: RefObject<HTMLElement | null>;
}

export function ShelfCard({ backend, models, settings, found, place }: Props) {
  const shop = workshop(backend);
  const work = useSyncExternalStore(shop.listen, shop.get);
  const { load, again, change } = useLoad("shelf", work.fresh, () => backend.shelf());
  const [trouble, setTrouble] = useState<Problem | null>(null);

  const use = async (model: ShelfModel, path: string) => {
    const form = { ...blank("gguf", "run"), name: model.title, address: path };
    const taken = settings.providers.map((p) => p.id);
    const served = Object.values(settings.tiers).some((ref) => ref !== null);
    const refused = await models.saveProvider(toRequest(form, taken), model.name);
    setTrouble(refused);
    if (refused) return;
    announce(
      served
        ? t("shelf.card.provider", { title: model.title })
        : t("shelf.card.answers", { title: model.title }),
    );
  };

  return (
    <section
      className="setting shelf"
      aria-labelledby="set-shelf"
      ref={place}
      tabIndex={-1}
      data-testid="shelf"
      data-doing={work.doing.is}
    >
      <div className="shelf-head">
        <h2 id="set-shelf" className="weight-title">
          {t("shelf.card.title")}
        </h2>
        <p className="quiet-text">{t("shelf.card.help")}</p>
      </div>
      {load.is === "failed" ? (
        <ProblemView compact problem={load.problem} onRetry={again} />
      ) : load.is !== "ready" ? (
        <Skeleton lines={6} label={t("shelf.card.looking")} />
      ) : (
        <>
          <Machine
            shelf={load.value}
            measuring={work.doing.is === "measuring"}
            busy={work.doing.is !== "nothing"}
            shop={shop}
          />
          {work.trouble?.name === null && <ProblemView compact problem={work.trouble.problem} />}
          {!load.value.runs_here && (
            <p className="level-none" data-testid="shelf-elsewhere">
              {t("shelf.card.elsewhere")}
            </p>
          )}
          {load.value.models.length === 0 ? (
            <p className="quiet-text">{t("shelf.card.empty")}</p>
          ) : (
            <ul className="plain-list providers shelf-list" aria-label={t("shelf.card.list")}>
              {load.value.models.map((model) => (
                <ModelRow
                  key={model.name}
                  model={model}
                  work={work}
                  airplane={settings.airplane}
                  runsHere={load.value.runs_here}
                  used={usedBy(settings, model)}
                  found={found}
                  onFetch={() => void shop.fetch(model.name, model.title)}
                  onStop={shop.stop}
                  onUse={(path) => void use(model, path)}
                />
              ))}
            </ul>
          )}
          {trouble && <ProblemView compact problem={trouble} />}
          <Place
            backend={backend}
            shelf={load.value}
            busy={work.doing.is === "fetching"}
            onSaved={(shelf) => change(() => shelf)}
          />
        </>
      )}
    </section>
  );
}

function usedBy(settings: ModelSettings, model: ShelfModel): boolean {
  const { held } = model;
  return (
    held.kind === "whole" && settings.providers.some((p) => p.kind === "gguf" && p.address === held.path)
  );
}

interface MachineProps {
  shelf: Shelf;
  measuring: boolean;
  busy: boolean;
  shop: ReturnType<typeof workshop>;
}

function Machine({ shelf, measuring, busy, shop }: MachineProps) {
  return (
    <div className="shelf-machine" data-testid="shelf-machine">
      <p className="shelf-machine-says">{machineWords(shelf)}</p>
      {measuring ? (
        <div className="row tight" role="status">
          <LoaderCircle aria-hidden size={14} className="spin" />
          <span className="quiet-text">{t("shelf.machine.measuring")}</span>
          <Button small kind="quiet" testid="shelf-measure-stop" onPress={shop.stop}>
            <Square aria-hidden size={12} /> {t("common.stop")}
          </Button>
        </div>
      ) : (
        <Button
          small
          testid="shelf-measure"
          disabled={busy ? t("shelf.place.notNow") : null}
          hint={t("shelf.machine.hint")}
          onPress={() => void shop.measure()}
        >
          <Gauge aria-hidden size={14} />{" "}
          {shelf.reads === null ? t("shelf.machine.measure") : t("shelf.machine.again")}
        </Button>
      )}
    </div>
  );
}
