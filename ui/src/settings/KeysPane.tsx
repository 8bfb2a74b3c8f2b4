// The keys of every command: changed by pressing others, taken back one by one or all at once.
import { type KeyboardEvent, useRef, useState } from "react";
import { COMMANDS, type CommandId, isOwn, keysOf, setKeys, shortcut } from "../app/commands";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { hindrance, keysIn } from "./keys";

export function KeysPane() {
  const [changing, setChanging] = useState<CommandId | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [, redraw] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const own = COMMANDS.filter(({ id }) => isOwn(id));

  const back = (id: CommandId) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-testid=key-${id}]`)?.focus());
  const set = (id: CommandId, keys: readonly string[] | null) => {
    setKeys(id, keys);
    setChanging(null);
    setRefused(null);
    redraw((n) => n + 1);
    announce(`${says(id)}: ${keysOf(id).join(" ")}`);
    back(id);
  };
  const hear = (id: CommandId, e: KeyboardEvent) => {
    // Tab leaves the field, as everywhere.
    if (e.key === "Tab") return;
    e.preventDefault();
    e.stopPropagation();
    if (e.key === "Escape") {
      setChanging(null);
      setRefused(null);
      back(id);
      return;
    }
    const keys = keysIn(e);
    if (keys === null) return;
    const why = hindrance(id, keys);
    setRefused(why);
    if (why === null) set(id, keys);
  };
  const firstOf = (id: CommandId): readonly string[] => COMMANDS.find((c) => c.id === id)?.keys ?? [];

  return (
    <div className="sheet models" data-testid="keys-pane">
      <section className="setting" aria-labelledby="set-keys">
        <div className="setting-head">
          <div>
            <h2 id="set-keys" className="weight-title">
              Shortcuts
            </h2>
            <p className="quiet-text">
              They work everywhere in the window; pressed again, most lead back. On a Mac, Command works like
              Ctrl.
            </p>
          </div>
          <Button
            small
            testid="keys-first"
            disabled={own.length === 0 ? "None was changed." : null}
            onPress={() => {
              for (const { id } of COMMANDS) setKeys(id, null);
              setChanging(null);
              setRefused(null);
              redraw((n) => n + 1);
              announce("All shortcuts are reset.");
            }}
          >
            Reset all
          </Button>
        </div>
        <ul className="plain-list keys-list" ref={list}>
          {COMMANDS.map(({ id, says }) => (
            <li key={id} className="keys-line">
              <span className="keys-says">{says}</span>
              {changing === id ? (
                <span className="keys-change">
                  <input
                    className="input keys-input"
                    readOnly
                    // biome-ignore lint/a11y/noAutofocus: the person has just pressed Change
                    autoFocus
                    value={`Press the new keys; ${shortcut("leave")} leaves it`}
                    aria-label={`New keys for: ${says}`}
                    aria-describedby={refused ? "keys-refused" : undefined}
                    data-testid="keys-input"
                    onKeyDown={(e) => hear(id, e)}
                    onBlur={() => {
                      setChanging(null);
                      setRefused(null);
                    }}
                  />
                  {refused && (
                    <span id="keys-refused" role="alert" className="keys-refused">
                      {refused}
                    </span>
                  )}
                </span>
              ) : (
                <>
                  <span className="palette-keys" data-testid={`keys-of-${id}`}>
                    {keysOf(id).map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </span>
                  <span className="keys-acts">
                    {isOwn(id) && (
                      <Button
                        small
                        kind="quiet"
                        testid={`key-first-${id}`}
                        label={`${says}: ${firstOf(id).join(" ")} again`}
                        disabled={clash(id, firstOf(id))}
                        onPress={() => set(id, null)}
                      >
                        As at first
                      </Button>
                    )}
                    <Button
                      small
                      testid={`key-${id}`}
                      label={`Change the keys of: ${says}`}
                      onPress={() => {
                        setRefused(null);
                        setChanging(id);
                      }}
                    >
                      Change
                    </Button>
                  </span>
                </>
              )}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

const says = (id: CommandId) => COMMANDS.find((c) => c.id === id)?.says ?? "";

/** Its first keys may have become another's meanwhile. */
function clash(id: CommandId, keys: readonly string[]): string | null {
  return hindrance(id, keys);
}
