// One filter on one column. What does not fit the column is said by the program when it is tried.
import { useId, useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import type { Dialect, GridTest, ResultColumn } from "../contract";
import { t } from "../text";
import { Button } from "../ui/Button";
import { Close } from "../ui/Close";
import { isDayKind, nameOf, type TestName, testOf, testsFor } from "./filters";
import "../text/en/grid";

/** Characters of "2024-02-29". */
const DAY = 10;

export default function FilterDialog(props: {
  column: ResultColumn;
  dialect: Dialect | null;
  before: GridTest | null;
  onApply(test: GridTest): void;
  onClose(): void;
}) {
  const { column, dialect, before, onApply, onClose } = props;
  const tests = testsFor(column.kind, dialect);
  const [is, setIs] = useState<TestName>(before?.is ?? tests[0] ?? "contains");
  const [value, setValue] = useState(
    before && "value" in before ? before.value : before?.is === "between" ? before.low : "",
  );
  const [high, setHigh] = useState(before?.is === "between" ? before.high : "");
  const id = useId();
  const bare = is === "empty" || is === "not_empty";
  const ready = bare || (value.trim() !== "" && (is !== "between" || high.trim() !== ""));
  // A moment, as a cell gave it, has no place in a field for days.
  const type = isDayKind(column.kind) && value.length <= DAY ? "date" : "text";
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(open) => !open && onClose()} className="veil">
      <Modal className="modal">
        <Dialog className="dialog" data-testid="filter-dialog">
          <header className="dialog-head">
            <Heading slot="title" className="dialog-title" dir="auto">
              {t("grid.filter.title", { column: column.name })}
            </Heading>
            <Close onPress={onClose} />
          </header>
          <form
            className="form"
            onSubmit={(e) => {
              e.preventDefault();
              if (ready) onApply(testOf(is, value.trim(), high.trim()));
            }}
          >
            <div className="field">
              <label className="field-label" htmlFor={`${id}-is`}>
                {t("grid.filter.keep")}
              </label>
              <select
                id={`${id}-is`}
                className="input"
                value={is}
                data-testid="filter-test"
                onChange={(e) => setIs(e.target.value as TestName)}
              >
                {tests.map((test) => (
                  <option key={test} value={test}>
                    {nameOf(test, column.kind)}
                  </option>
                ))}
              </select>
            </div>
            {!bare && (
              <div className="field">
                <label className="field-label" htmlFor={`${id}-value`}>
                  {is === "between" ? t("grid.filter.from") : t("grid.filter.value")}
                </label>
                <input
                  id={`${id}-value`}
                  className="input"
                  type={type}
                  autoFocus
                  value={value}
                  data-testid="filter-value"
                  onChange={(e) => setValue(e.target.value)}
                />
              </div>
            )}
            {is === "between" && (
              <div className="field">
                <label className="field-label" htmlFor={`${id}-high`}>
                  {t("grid.filter.to")}
                </label>
                <input
                  id={`${id}-high`}
                  className="input"
                  type={type}
                  value={high}
                  data-testid="filter-high"
                  onChange={(e) => setHigh(e.target.value)}
                />
              </div>
            )}
            <footer className="dialog-foot">
              <Button kind="quiet" onPress={onClose}>
                {t("common.cancel")}
              </Button>
              <Button
                kind="primary"
                testid="filter-apply"
                disabled={ready ? null : t("grid.filter.missing")}
                onPress={() => onApply(testOf(is, value.trim(), high.trim()))}
              >
                {t("grid.filter.apply")}
              </Button>
            </footer>
          </form>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
