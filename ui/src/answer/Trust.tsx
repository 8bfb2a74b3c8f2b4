// How far the answer can be trusted, in a word; the reasons on demand.
import { ChevronDown, CircleCheck, CircleHelp, TriangleAlert } from "lucide-react";
import { Button, Dialog, DialogTrigger, Heading, Popover } from "react-aria-components";
import type { Trust as Level } from "../contract";
import { promise } from "./odds";

export const TRUST = {
  high: { word: "High trust", Icon: CircleCheck },
  medium: { word: "Medium trust", Icon: CircleHelp },
  low: { word: "Low trust", Icon: TriangleAlert },
} as const;

export function Trust({ level, odds, reasons }: { level: Level; odds: number | null; reasons: string[] }) {
  const { word, Icon } = TRUST[level];
  return (
    <DialogTrigger>
      <Button className={`trust ${level}`} data-testid="trust">
        <Icon aria-hidden size={15} />
        {word}
        <ChevronDown aria-hidden size={13} />
      </Button>
      <Popover className="popover" placement="bottom start">
        <Dialog className="dialog small">
          <Heading slot="title" className="dialog-title">
            Why “{word.toLowerCase()}”
          </Heading>
          <p className="quiet-text">{promise(level, odds)}</p>
          <ul className="plain-list dots">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
