// What the answer takes for granted: a chip each, the one that weighs in amber; a press leads to where it is put right.
import { Calendar, CircleSlash, Link2, SpellCheck, Tag, TriangleAlert } from "lucide-react";
import { createContext, useContext } from "react";
import type { Assumed as One, Assumption } from "../contract";
import { list, t } from "../text";
import { Button } from "../ui/Button";
import "../text/en/answer";

/** Where each kind is put right; absent: there is no such place now. */
export type Fixes = Partial<Record<Assumption, (says: string, question: string) => void>>;

/** More words than this that were not used share a chip. */
const APART = 2;

export const FixesContext = createContext<Fixes>({});

const KINDS: Record<Assumption, { Icon: typeof Calendar; name: string; fix: string }> = {
  time: { Icon: Calendar, name: t("answer.assumed.kinds.time"), fix: t("answer.assumed.fixes.time") },
  spelling: {
    Icon: SpellCheck,
    name: t("answer.assumed.kinds.spelling"),
    fix: t("answer.assumed.fixes.spelling"),
  },
  join: { Icon: Link2, name: t("answer.assumed.kinds.join"), fix: t("answer.assumed.fixes.join") },
  meaning: { Icon: Tag, name: t("answer.assumed.kinds.meaning"), fix: t("answer.assumed.fixes.meaning") },
  skipped: {
    Icon: CircleSlash,
    name: t("answer.assumed.kinds.skipped"),
    fix: t("answer.assumed.fixes.skipped"),
  },
};

export function Assumed({ assumed, question }: { assumed: readonly One[]; question: string }) {
  const fixes = useContext(FixesContext);
  if (assumed.length === 0) return null;
  const seen = new Set<string>();
  const once = assumed.filter((a) => !seen.has(`${a.kind} ${a.says}`) && seen.add(`${a.kind} ${a.says}`));
  const light = once.filter((a) => a.kind === "skipped" && !a.weighs);
  const together = light.length > APART;
  const each = together ? once.filter((a) => !light.includes(a)) : once;
  return (
    <div className="assumed" data-testid="assumed">
      <span className="reading-label" id="assumed-name">
        {t("answer.assumed.title")}
      </span>
      <ul className="plain-list assumed-chips" aria-labelledby="assumed-name">
        {each.map((one) => {
          const fix = fixes[one.kind];
          return (
            <li key={`${one.kind}-${one.says}`}>
              <Chip one={one} onFix={fix && ((says) => fix(says, question))} />
            </li>
          );
        })}
        {together && light[0] && (
          <li>
            <Chip
              one={light[0]}
              words={notUsed(light)}
              onFix={fixes.skipped && ((says) => fixes.skipped?.(says, question))}
            />
          </li>
        )}
      </ul>
    </div>
  );
}

function notUsed(skipped: readonly One[]): string {
  const words = list(
    skipped.map((one) => t("answer.assumed.word", { word: one.says })),
    "unit",
  );
  return t("answer.assumed.notUsed", { words });
}

/** Words of the question in the quotation marks of the other chips. */
function quoted(says: string): string {
  return says.replace(/"([^"]+)"/g, "“$1”");
}

interface ChipProps {
  one: One;
  /** Instead of its own. */
  words?: string;
  onFix?: (says: string) => void;
}

function Chip({ one, words: given, onFix }: ChipProps) {
  const { Icon, name, fix } = KINDS[one.kind];
  const words = given ?? (one.kind === "skipped" ? notUsed([one]) : quoted(one.says));
  const inside = (
    <>
      {one.weighs ? <TriangleAlert aria-hidden size={13} /> : <Icon aria-hidden size={13} />}
      <span className="offscreen">{one.weighs ? t("answer.assumed.weighsLong") : name} </span>
      <span dir="auto">{words}</span>
      {one.weighs && <span className="assumed-weighs">{t("answer.assumed.weighs")}</span>}
    </>
  );
  const look = `assumed-chip ${one.weighs ? "weighs" : ""}`;
  if (!onFix) return <span className={look}>{inside}</span>;
  return (
    <Button
      className={look}
      kind="quiet"
      hint={fix}
      testid={`assumed-${one.kind}`}
      onPress={() => onFix(one.says)}
    >
      {inside}
    </Button>
  );
}
