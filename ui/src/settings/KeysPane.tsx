// The keys of every command: changed by pressing others, taken back one by one or all at once.
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { COMMANDS, type CommandId, isOwn, keysOf, keyWord, setKeys, shortcut } from "../app/commands";
import { t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { hindrance, keysIn } from "./keys";
import "../text/en/settings";

export function KeysPane() {
  const [changing, setChanging] = useState<CommandId | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [, redraw] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const own = COMMANDS.filter(({ id }) => isOwn(id));

  // The button that was pressed is drawn anew when its field closes, and has the focus from its first frame.
  const pressed = useRef<CommandId | null>(null);
  useLayoutEffect(() => {
    if (changing !== null || pressed.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-testid=key-${pressed.current}]`)?.focus();
    pressed.current = null;
  });
  const back = (id: CommandId) => {
    pressed.current = id;
  };
  const set = (id: CommandId, keys: readonly string[] | null) => {
    setKeys(id, keys);
    setChanging(null);
    setRefused(null);
    redraw((n) => n + 1);
    announce(t("settings.keys.now", { command: says(id), keys: spelt(keysOf(id)) }));
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
              {t("settings.keys.title")}
            </h2>
            <p className="quiet-text">{t("settings.keys.help")}</p>
          </div>
          <Button
            small
            testid="keys-first"
            disabled={own.length === 0 ? t("settings.keys.noneChanged") : null}
            onPress={() => {
              for (const { id } of COMMANDS) setKeys(id, null);
              setChanging(null);
              setRefused(null);
              redraw((n) => n + 1);
              announce(t("settings.keys.allReset"));
            }}
          >
            {t("settings.keys.resetAll")}
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
                    value={t("settings.keys.press", { leave: shortcut("leave") })}
                    aria-label={t("settings.keys.newFor", { command: says })}
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
                      <kbd key={key}>{keyWord(key)}</kbd>
                    ))}
                  </span>
                  <span className="keys-acts">
                    {isOwn(id) && (
                      <Button
                        small
                        kind="quiet"
                        testid={`key-first-${id}`}
                        label={t("settings.keys.firstAgain", { command: says, keys: spelt(firstOf(id)) })}
                        // Its first keys may have become another's meanwhile.
                        disabled={hindrance(id, firstOf(id))}
                        onPress={() => set(id, null)}
                      >
                        {t("settings.keys.first")}
                      </Button>
                    )}
                    <Button
                      small
                      testid={`key-${id}`}
                      label={t("settings.keys.changeOf", { command: says })}
                      onPress={() => {
                        setRefused(null);
                        setChanging(id);
                      }}
                    >
                      {t("settings.keys.change")}
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

function spelt(keys: readonly string[]): string {
  return keys.map(keyWord).join(" ");
}
