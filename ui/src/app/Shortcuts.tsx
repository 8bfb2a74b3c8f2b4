import { X } from "lucide-react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "../ui/Button";
import { COMMANDS, keysOf } from "./commands";

type Keys = [readonly string[], string];

const commands = (group: string) =>
  COMMANDS.filter((command) => command.group === group).map(({ id, says }): Keys => [keysOf(id), says]);

const sheet = (): { title: string; keys: Keys[] }[] => [
  {
    title: "Asking",
    keys: [
      ...commands("Asking"),
      [["Enter"], "Ask"],
      [["Shift", "Enter"], "New line"],
      [["↑"], "Earlier questions"],
      [["Esc"], "Stop, or close what is open"],
    ],
  },
  {
    title: "Result",
    keys: [
      ...commands("Result"),
      [["←", "→", "↑", "↓"], "Move; with Shift, select"],
      [["Ctrl", "A"], "Select all rows"],
      [["Ctrl", "C"], "Copy; with Shift, with column names"],
      [["Enter"], "See a value in full; on a heading, sort"],
      [["Alt", "←", "→"], "Column narrower, wider"],
    ],
  },
  {
    title: "Diagram",
    keys: [
      [["←", "→", "↑", "↓"], "To the next table there"],
      [["+", "−"], "Nearer, farther"],
      [["0"], "All in view"],
      [["Enter"], "Open the table"],
      [["F"], "Around this table only, and back"],
      [["Shift", "←", "→"], "Move the view"],
    ],
  },
  { title: "Window", keys: commands("Window") },
];

export function Shortcuts({ onChange, onClose }: { onChange(): void; onClose(): void }) {
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(open) => !open && onClose()} className="veil">
      <Modal className="modal wide">
        <Dialog className="dialog" data-testid="shortcuts">
          <header className="dialog-head">
            <Heading slot="title" className="dialog-title">
              Keyboard
            </Heading>
            <span className="grow" />
            <Button
              small
              testid="shortcuts-change"
              onPress={() => {
                onClose();
                onChange();
              }}
            >
              Change them…
            </Button>
            <Button kind="quiet" label="Close" onPress={onClose}>
              <X aria-hidden size={16} />
            </Button>
          </header>
          <div className="shortcuts">
            {sheet().map((group) => (
              <section key={group.title}>
                <h3 className="label">{group.title}</h3>
                <dl>
                  {group.keys.map(([keys, says]) => (
                    <div key={says}>
                      <dt>
                        {keys.map((key) => (
                          <kbd key={key}>{key}</kbd>
                        ))}
                      </dt>
                      <dd>{says}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
