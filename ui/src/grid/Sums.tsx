// What the chosen cells come to.
import { plural } from "../format/cell";
import type { Totals } from "./selection";
import { figures } from "../format/numbers";

export function Sums({ sums }: { sums: Totals }) {
  return (
    <span className="grid-sums" data-testid="grid-totals">
      {plural(sums.cells, "cell")}
      {sums.numbers > 0 && (
        <>
          {" · sum "}
          <b>{figure(sums.sum)}</b>
          {" · mean "}
          <b>{figure(sums.sum / sums.numbers)}</b>
          {" · "}
          {figure(sums.min)} to {figure(sums.max)}
        </>
      )}
    </span>
  );
}

function figure(value: number): string {
  return new Intl.NumberFormat(figures(), { maximumFractionDigits: 4 }).format(value);
}
