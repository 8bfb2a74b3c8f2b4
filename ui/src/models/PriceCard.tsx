// Prices that the person knows better than the table that comes with Askwell.
import { Plus, Trash2 } from "lucide-react";
import { useRef } from "react";
import { Input, TextField } from "react-aria-components";
import { t } from "../text";
import { Button } from "../ui/Button";
import type { PriceDraft } from "./settings";
import "../text/en/modelsMore";

interface Props {
  prices: PriceDraft[];
  onChange(prices: PriceDraft[]): void;
}

const FIELDS: readonly { field: keyof PriceDraft; name: string; numeric: boolean }[] = [
  { field: "model", name: t("models.price.model"), numeric: false },
  { field: "input", name: t("models.price.input"), numeric: true },
  { field: "cached", name: t("models.price.cached"), numeric: true },
  { field: "output", name: t("models.price.output"), numeric: true },
  { field: "of", name: t("models.price.of"), numeric: false },
];

export function PriceCard({ prices, onChange }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const set = (at: number, change: Partial<PriceDraft>) =>
    onChange(prices.map((p, n) => (n === at ? { ...p, ...change } : p)));
  const add = () => {
    const of = new Date().toISOString().slice(0, 10);
    onChange([...prices, { model: "", input: "", cached: "", output: "", of }]);
    requestAnimationFrame(() =>
      place.current?.querySelector<HTMLInputElement>("tr:last-child input")?.focus(),
    );
  };
  return (
    <section className="setting" aria-labelledby="set-prices">
      <div className="setting-head">
        <div>
          <h2 id="set-prices" className="weight-title">
            {t("models.price.title")}
          </h2>
          <p className="quiet-text">
            {prices.length === 0 ? t("models.price.none") : t("models.price.help")}
          </p>
        </div>
        <Button small testid="price-add" onPress={add}>
          <Plus aria-hidden size={14} />
          {t("models.price.add")}
        </Button>
      </div>
      {prices.length > 0 && (
        <div className="prices-place" ref={place}>
          <table className="prices">
            <thead>
              <tr>
                {FIELDS.map(({ field, name }) => (
                  <th key={field} scope="col">
                    {name}
                  </th>
                ))}
                <th scope="col">
                  <span className="offscreen">{t("common.remove")}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {prices.map((price, n) => (
                <tr key={n}>
                  {FIELDS.map(({ field, name, numeric }) => (
                    <td key={field}>
                      <TextField
                        aria-label={t("models.price.field", { field: name, line: n + 1 })}
                        value={price[field]}
                        onChange={(text) => set(n, { [field]: text })}
                      >
                        <Input
                          className={`input ${numeric ? "num" : ""}`}
                          inputMode={numeric ? "decimal" : undefined}
                          spellCheck={false}
                          autoComplete="off"
                          data-testid={`price-${field}-${n}`}
                        />
                      </TextField>
                    </td>
                  ))}
                  <td>
                    <Button
                      small
                      kind="quiet"
                      label={
                        price.model
                          ? t("models.price.removeOf", { model: price.model })
                          : t("models.price.removeLine", { line: n + 1 })
                      }
                      onPress={() => onChange(prices.filter((_, at) => at !== n))}
                    >
                      <Trash2 aria-hidden size={14} />
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
