// All commands by their names: typed, chosen, done.
import { useState } from "react";
import {
  Autocomplete,
  Dialog,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
} from "react-aria-components";
import { COMMANDS, type CommandId } from "./commands";
import "../styles/palette.css";

interface Props {
  /** Why a command cannot be used now; null: it can. */
  whyNot(id: CommandId): string | null;
  onCommand(id: CommandId): void;
  onClose(): void;
}

export function Palette({ whyNot, onCommand, onClose }: Props) {
  const [words, setWords] = useState("");
  const wanted = words.trim().toLocaleLowerCase();
  const shown = COMMANDS.filter(
    ({ id, says }) => id !== "commands" && says.toLocaleLowerCase().includes(wanted),
  );
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className="veil palette-veil"
    >
      <Modal className="modal palette">
        <Dialog className="dialog" aria-label="All commands" data-testid="palette">
          <Autocomplete inputValue={words} onInputChange={setWords}>
            <SearchField aria-label="Command" autoFocus className="palette-search">
              <Input className="input" placeholder="What would you like to do?" data-testid="palette-input" />
            </SearchField>
            <Menu
              className="menu palette-list"
              aria-label="Commands"
              renderEmptyState={() => <p className="pane-note">No command is called “{words}”.</p>}
            >
              {shown.map(({ id, says, keys }) => {
                const why = whyNot(id);
                return (
                  <MenuItem
                    key={id}
                    id={id}
                    textValue={says}
                    className="menu-item palette-item"
                    isDisabled={why !== null}
                    data-testid={`command-${id}`}
                    onAction={() => {
                      onClose();
                      onCommand(id);
                    }}
                  >
                    <span className="palette-words">
                      {says}
                      {why !== null && <span className="palette-why">{why}</span>}
                    </span>
                    <span className="palette-keys">
                      {keys.map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </span>
                  </MenuItem>
                );
              })}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
