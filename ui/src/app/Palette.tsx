// All commands by their names: typed, chosen, done. The focus stays in the field; the arrows go through the list.
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import { t } from "../text";
import { COMMANDS, type CommandId, keysOf, keyWord } from "./commands";
import "../styles/palette.css";
import "../text/en/app";

interface Props {
  /** Why a command cannot be used now; null: it can. */
  whyNot(id: CommandId): string | null;
  onCommand(id: CommandId): void;
  onClose(): void;
}

export function Palette({ whyNot, onCommand, onClose }: Props) {
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const wanted = words.trim().toLocaleLowerCase();
  const shown = COMMANDS.filter(
    ({ id, says }) => id !== "commands" && says.toLocaleLowerCase().includes(wanted),
  );
  const chosen = shown[Math.min(at, shown.length - 1)];
  const marked = chosen?.id;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is marked
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [marked]);

  const run = (id: CommandId) => {
    if (whyNot(id) !== null) return;
    onClose();
    onCommand(id);
  };
  const hear = (e: KeyboardEvent) => {
    if (e.key === "ArrowDown" || e.key === "ArrowUp") {
      e.preventDefault();
      const by = e.key === "ArrowDown" ? 1 : -1;
      if (shown.length > 0) setAt((Math.min(at, shown.length - 1) + by + shown.length) % shown.length);
    } else if (e.key === "Enter" && chosen) {
      e.preventDefault();
      run(chosen.id);
    }
  };

  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className="veil palette-veil"
    >
      <Modal className="modal palette">
        <Dialog className="dialog" aria-label={t("app.commands.commands")} data-testid="palette">
          <input
            className="input"
            role="combobox"
            aria-label={t("app.palette.command")}
            aria-expanded
            aria-autocomplete="list"
            aria-controls="palette-list"
            aria-activedescendant={chosen && `command-${chosen.id}`}
            placeholder={t("app.palette.what")}
            data-testid="palette-input"
            autoFocus
            value={words}
            onChange={(e) => {
              setWords(e.target.value);
              setAt(0);
            }}
            onKeyDown={hear}
          />
          {shown.length === 0 && (
            <p className="pane-note" role="status">
              {t("app.palette.none", { words })}
            </p>
          )}
          <div
            ref={list}
            id="palette-list"
            className="palette-list"
            role="listbox"
            aria-label={t("app.palette.commands")}
          >
            {shown.map(({ id, says }) => {
              const why = whyNot(id);
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
                // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field above
                <div
                  key={id}
                  id={`command-${id}`}
                  role="option"
                  aria-selected={id === marked}
                  aria-disabled={why !== null}
                  className="palette-item"
                  data-testid={`command-${id}`}
                  onClick={() => run(id)}
                >
                  <span className="palette-words">
                    {says}
                    {why !== null && <span className="palette-why">{why}</span>}
                  </span>
                  <span className="palette-keys">
                    {keysOf(id).map((key) => (
                      <kbd key={key}>{keyWord(key)}</kbd>
                    ))}
                  </span>
                </div>
              );
            })}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
