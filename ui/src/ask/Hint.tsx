// A hint for the next question alone: what a word of it means, how a figure is worked out. Folded away until it is wanted.
import { useEffect, useId, useRef } from "react";
import { t } from "../text";
import "../text/en/ask";

interface Props {
  /** null while folded away. */
  hint: string | null;
  /** Whether a model is there to read it. */
  read: boolean;
  onHint(hint: string | null): void;
  onAsk(): void;
}

export function Hint({ hint, read, onHint, onAsk }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const open = hint !== null;
  const pressed = useRef(false);
  useEffect(() => {
    if (open && pressed.current) field.current?.focus();
    pressed.current = false;
  }, [open]);
  return (
    <div className="hint">
      <button
        type="button"
        className="link"
        aria-expanded={open}
        aria-controls={id}
        data-testid="hint-toggle"
        onClick={() => {
          pressed.current = true;
          onHint(open ? null : "");
        }}
      >
        {open ? t("ask.hint.leaveOut") : t("ask.hint.add")}
      </button>
      <div id={id} className="hint-part" hidden={!open}>
        {open && (
          <>
            <input
              ref={field}
              className="hint-input"
              dir="auto"
              aria-label={t("ask.hint.label")}
              aria-describedby={`${id}-says`}
              placeholder={t("ask.hint.example")}
              value={hint}
              onChange={(e) => onHint(e.target.value)}
              onKeyDown={(e) => {
                if (e.key !== "Enter" || e.nativeEvent.isComposing) return;
                e.preventDefault();
                onAsk();
              }}
              data-testid="hint-input"
            />
            <p id={`${id}-says`} className="hint-says">
              {read ? t("ask.hint.read") : t("ask.hint.formulas")}
            </p>
          </>
        )}
      </div>
    </div>
  );
}
