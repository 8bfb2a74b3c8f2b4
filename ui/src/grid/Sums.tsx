// What the chosen cells come to.
import { Trans } from "../text/Trans";
import { t } from "../text";
import type { Totals } from "./selection";
import { figures } from "../format/numbers";
import "../text/en/grid";

export function Sums({ sums }: { sums: Totals }) {
  const cells = t("grid.cells", { count: sums.cells });
  return (
    <span className="grid-sums" data-testid="grid-totals">
      {sums.numbers === 0 ? (
        cells
      ) : (
        <Trans
          i18nKey="grid.sums"
          values={{
            cells,
            sum: figure(sums.sum),
            mean: figure(sums.sum / sums.numbers),
            least: figure(sums.min),
            greatest: figure(sums.max),
          }}
          components={{ b: <b /> }}
        />
      )}
    </span>
  );
}

function figure(value: number): string {
  return new Intl.NumberFormat(figures(), { maximumFractionDigits: 4 }).format(value);
}
