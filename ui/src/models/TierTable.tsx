// Which model serves which kind of work.
import { Check, ChevronsUpDown } from "lucide-react";
import { useEffect } from "react";
import {
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Button as RacButton,
  Select,
  SelectValue,
} from "react-aria-components";
import type { Backend } from "../backend/backend";
import type { ModelSettings, Provider } from "../contract";
import { t } from "../text";
import { ModelBox } from "./ModelBox";
import { type Draft, settingsOf, type TierDraft } from "./settings";
import { useModelLists } from "./useModelLists";
import { kindWords, serves, TIERS, type TierName } from "./words";
import "../text/en/models";

interface Props {
  backend: Backend;
  settings: ModelSettings;
  draft: Draft;
  onChange(tiers: Draft["tiers"]): void;
}

export function TierTable({ backend, settings, draft, onChange }: Props) {
  const lists = useModelLists(backend, settings.providers);
  const { tiers } = settingsOf(settings, draft);
  return (
    <section className="setting" aria-labelledby="set-tiers">
      <div>
        <h2 id="set-tiers" className="weight-title">
          {t("models.tier.title")}
        </h2>
        <p className="quiet-text">{t("models.tier.help")}</p>
      </div>
      <div className="tiers">
        {TIERS.map(({ tier, name, says }) => {
          const one = draft.tiers[tier];
          const set = (change: Partial<TierDraft>) =>
            onChange({ ...draft.tiers, [tier]: { ...one, ...change } });
          return (
            <section key={tier} className="tier" aria-label={name} data-testid={`tier-${tier}`}>
              <div className="tier-words">
                <h3 className="tier-name">{name}</h3>
                <p className="tier-says">{says}</p>
              </div>
              <ProviderPicker
                tier={name}
                providers={settings.providers}
                chosen={one.provider}
                onChoose={(id) => set(begin(settings.providers, id, tier, one))}
              />
              {one.provider === "" ? (
                <p className="tier-else">{elseWords(tiers, tier)}</p>
              ) : (
                <TierModel
                  one={one}
                  label={t("models.tier.modelFor", { tier: name })}
                  lists={lists}
                  onChange={(model) => set({ model })}
                  testid={`tier-model-${tier}`}
                />
              )}
            </section>
          );
        })}
      </div>
    </section>
  );
}

function TierModel({
  one,
  label,
  lists,
  onChange,
  testid,
}: {
  one: TierDraft;
  label: string;
  lists: ReturnType<typeof useModelLists>;
  onChange(model: string): void;
  testid: string;
}) {
  const { want } = lists;
  // A tier without a model is about to be given one.
  useEffect(() => {
    if (one.model === "") want(one.provider);
  }, [one.model, one.provider, want]);
  return (
    <ModelBox
      label={label}
      labelHidden
      value={one.model}
      onChange={onChange}
      list={lists.of(one.provider)}
      onWant={() => want(one.provider)}
      testid={testid}
    />
  );
}

/** Another provider begins with its own model for the tier. */
function begin(providers: readonly Provider[], id: string, tier: TierName, old: TierDraft): TierDraft {
  const provider = providers.find((p) => p.id === id);
  if (!provider) return { provider: "", model: "" };
  if (old.provider === id) return old;
  return { provider: id, model: kindWords(provider.kind).models[tier] };
}

function elseWords(tiers: ModelSettings["tiers"], tier: TierName): string {
  const other = serves(tiers, tier);
  if (!other) return t("models.tier.nobody");
  const name = TIERS.find((one) => one.tier === other.as)?.name ?? "";
  return t("models.tier.servedBy", { tier: name, model: other.model });
}

const NONE = "none:";

function ProviderPicker(props: {
  tier: string;
  providers: readonly Provider[];
  chosen: string;
  onChoose(id: string): void;
}) {
  const items = [
    { id: NONE, name: t("models.tier.notSet") },
    ...props.providers.map((p) => ({ id: `provider:${p.id}`, name: p.name })),
  ];
  const key = props.chosen === "" ? NONE : `provider:${props.chosen}`;
  return (
    <Select
      className="field"
      selectedKey={key}
      onSelectionChange={(next) => {
        if (next === null) return;
        const id = String(next);
        props.onChoose(id === NONE ? "" : id.slice("provider:".length));
      }}
    >
      <Label className="offscreen">{t("models.tier.providerFor", { tier: props.tier })}</Label>
      <RacButton className="input select-button">
        <SelectValue>{items.find((i) => i.id === key)?.name ?? t("models.tier.notSet")}</SelectValue>
        <ChevronsUpDown aria-hidden size={14} />
      </RacButton>
      <Popover className="popover">
        <ListBox className="menu" items={items}>
          {(item) => (
            <ListBoxItem id={item.id} className="menu-item option" textValue={item.name}>
              <Check aria-hidden size={14} className="option-tick" />
              <span dir="auto">{item.name}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
