// How far the answer can be trusted, in a word; why, on hover, on focus and by a press.
import { ChevronDown, CircleCheck, CircleHelp, TriangleAlert } from "lucide-react";
import {
  Button,
  Dialog,
  DialogTrigger,
  Heading,
  Popover,
  Tooltip,
  TooltipTrigger,
} from "react-aria-components";
import type { Trust as Level } from "../contract";
import { t } from "../text";
import { promise, reasonsLeft } from "./odds";
import "../text/en/answerMore";

export const TRUST = {
  high: { word: t("answer.trust.high"), why: t("answer.trust.whyHigh"), Icon: CircleCheck },
  medium: { word: t("answer.trust.medium"), why: t("answer.trust.whyMedium"), Icon: CircleHelp },
  low: { word: t("answer.trust.low"), why: t("answer.trust.whyLow"), Icon: TriangleAlert },
} as const;

export function Trust({ level, odds, reasons }: { level: Level; odds: number | null; reasons: string[] }) {
  const { word, why: title, Icon } = TRUST[level];
  const each = reasonsLeft(level, odds, reasons);
  const why = (
    <>
      <p className="trust-promise">{promise(level, odds)}</p>
      <ul className="plain-list dots">
        {each.map((reason) => (
          <li key={reason} dir="auto">
            {reason}
          </li>
        ))}
      </ul>
    </>
  );
  return (
    <DialogTrigger>
      <TooltipTrigger delay={350} closeDelay={120}>
        <Button className={`trust ${level}`} data-testid="trust">
          <Icon aria-hidden size={15} />
          {word}
          <ChevronDown aria-hidden size={13} />
        </Button>
        <Tooltip className="tooltip trust-why" placement="bottom start" offset={6} data-testid="trust-why">
          {why}
        </Tooltip>
      </TooltipTrigger>
      <Popover className="popover" placement="bottom start">
        <Dialog className="dialog small trust-dialog">
          <Heading slot="title" className="dialog-title">
            {title}
          </Heading>
          {why}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
