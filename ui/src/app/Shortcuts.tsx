import { X } from "lucide-react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { t } from "../text";
import { Button } from "../ui/Button";
import { COMMANDS, keysOf, keyWord, PLACED } from "./commands";
import "../text/en/app";

const GROUPS = [
  { group: "asking", title: t("app.shortcuts.asking") },
  { group: "result", title: t("app.shortcuts.result") },
  { group: "window", title: t("app.shortcuts.window") },
  { group: "diagram", title: t("app.shortcuts.diagram") },
  { group: "sql", title: "SQL" },
] as const;

const sheet = () =>
  GROUPS.map(({ group, title }) => ({
    title,
    keys: [...COMMANDS, ...PLACED]
      .filter((command) => command.group === group)
      .map(({ id, says }) => ({ id, says, keys: keysOf(id) })),
  }));

export function Shortcuts({ onChange, onClose }: { onChange(): void; onClose(): void }) {
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(open) => !open && onClose()} className="veil">
      <Modal className="modal wide">
        <Dialog className="dialog" data-testid="shortcuts">
          <header className="dialog-head">
            <Heading slot="title" className="dialog-title">
              {t("app.shortcuts.keyboard")}
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
              {t("app.shortcuts.change")}
            </Button>
            <Button kind="quiet" label={t("common.close")} onPress={onClose}>
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
                          <kbd key={key}>{keyWord(key)}</kbd>
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
