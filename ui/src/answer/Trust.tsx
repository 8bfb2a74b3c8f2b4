// How far the answer can be trusted, in a word; the reasons on demand.
import { ChevronDown, CircleCheck, CircleHelp, TriangleAlert } from "lucide-react";
import { Button, Dialog, DialogTrigger, Heading, Popover } from "react-aria-components";
import type { Trust as Level } from "../contract";

export const TRUST = {
  high: {
    word: "High trust",
    Icon: CircleCheck,
    says: "Different queries agree, and every word was placed.",
  },
  medium: { word: "Medium trust", Icon: CircleHelp, says: "Probably right. Read how it was understood." },
  low: {
    word: "Low trust",
    Icon: TriangleAlert,
    says: "Check this one: see what the queries disagree about.",
  },
} as const;

export function Trust({ level, reasons }: { level: Level; reasons: string[] }) {
  const { word, Icon, says } = TRUST[level];
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
          <p className="quiet-text">{says}</p>
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
