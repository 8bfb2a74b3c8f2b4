import { X } from "lucide-react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "../ui/Button";
import { COMMANDS, keysOf, PLACED } from "./commands";

const GROUPS = ["Asking", "Result", "Window", "Diagram", "SQL"] as const;

const sheet = () =>
  GROUPS.map((title) => ({
    title,
    keys: [...COMMANDS, ...PLACED]
      .filter((command) => command.group === title)
      .map(({ id, says }) => ({ id, says, keys: keysOf(id) })),
  }));

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
                  {group.keys.map(({ id, keys, says }) => (
                    <div key={id}>
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
