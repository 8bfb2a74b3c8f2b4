import { Check, Copy as CopyIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { t } from "../text";
import { Button } from "./Button";
import { announce } from "./announce";
import "../text/en/ui";

/** `what` is named once it is copied: "Path copied." */
export async function copyText(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    if (!copyByCommand(text)) {
      announce(t("ui.copy.notAllowed"));
      return false;
    }
  }
  announce(t("ui.copy.copied", { what }));
  return true;
}

/** WebKitGTK grants `navigator.clipboard` only under conditions; this way works wherever a key press leads to it. */
function copyByCommand(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "offscreen";
  document.body.append(area);
  const before = document.activeElement;
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}

export function CopyButton(props: {
  text: () => string;
  what: string;
  /** Beside the icon. */
  label?: string;
  /** For an icon alone: "Copy path". */
  name?: string;
  testid?: string;
  small?: boolean;
}) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 1600);
    return () => clearTimeout(timer);
  }, [done]);
  return (
    <Button
      kind="quiet"
      small={props.small}
      testid={props.testid}
      label={props.label ? undefined : (props.name ?? t("ui.copy.thing", { what: props.what }))}
      onPress={async () => setDone(await copyText(props.text(), props.what))}
    >
      {done ? <Check aria-hidden size={15} /> : <CopyIcon aria-hidden size={15} />}
      {props.label && <span>{done ? t("ui.copy.done") : props.label}</span>}
    </Button>
  );
}
