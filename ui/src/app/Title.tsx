// The open database in a line, and the way to its page.
import { shortcut } from "./commands";
import { LockKeyhole } from "lucide-react";
import { ColourMark } from "../connect/ColourMark";
import { aboutRows } from "../format/cell";
import { describe } from "../sidebar/dialects";
import { t } from "../text";
import { Button } from "../ui/Button";
import { got } from "./load";
import type { State } from "./state";
import "../text/en/app";

interface Props {
  state: State;
  about: boolean;
  onAbout(): void;
}

export function Title({ state, about, onAbout }: Props) {
  const opened = got(state.opened);
  if (!opened) return null;
  const { connection, catalog } = opened;
  const known = catalog.tables.flatMap(({ rows }) => (rows ? [rows] : []));
  const parts = [describe(connection), t("common.tables", { count: catalog.tables.length })];
  if (known.length > 0)
    parts.push(
      aboutRows({ count: known.reduce((sum, r) => sum + r.count, 0), exact: known.every((r) => r.exact) }),
    );
  return (
    <>
      <div className="top-title" title={catalog.engine}>
        {connection.colour && <ColourMark colour={connection.colour} size={13} />}
        <span className="top-name" dir="auto">
          {connection.name}
        </span>
        <span className="top-facts">{parts.join(" · ")}</span>
      </div>
      <Button
        small
        className="read-only"
        testid="show-about"
        pressed={about}
        hint={t("app.title.about", { keys: shortcut("about") })}
        onPress={onAbout}
      >
        <LockKeyhole aria-hidden size={13} />
        {t("app.title.readOnly")}
      </Button>
    </>
  );
}
